//! Constraints of systems of a fixed size: their matrices are written out.

use super::Constrained;
use super::held::{Held, Place, Solves, Zeros};
use super::independent::are_independent;
use super::rank::Ranked;
use crate::equations::{Acceleration, Equations};
use crate::system::keep::is_set;
use crate::{Failure, Lagrangian};
use extremal_numerics::block::{at, rows_mut, zeros};
use extremal_numerics::{Block, Scalar, Vector, lu};

/// t, q, v and u.
type Moving<S> = (
    ScalarOf<S>,
    <S as Lagrangian>::Configuration,
    <S as Lagrangian>::Velocity,
    <S as Lagrangian>::Inputs,
);
type ScalarOf<S> = <S as Lagrangian>::Scalar;

/// A system whose matrices are written out.
#[derive(Debug)]
pub struct Unrolled<'a, S: ?Sized>(pub &'a S);

impl<S: Constrained + ?Sized> Held for Unrolled<'_, S> {
    type System = S;
    type Constraints = S::Constraints;

    fn system(&self) -> &S {
        self.0
    }

    fn count(&self) -> usize {
        S::Constraints::LEN
    }

    fn rolling(&self) -> usize {
        S::ROLLING
    }

    fn values(&self, t: ScalarOf<S>, q: &S::Configuration) -> [S::Constraints; 2] {
        [self.0.constraints(t, q), self.0.constraint_scales(t, q)]
    }

    fn rates(&self, (t, q, v): Place<'_, S>) -> S::Constraints {
        self.0.constraint_rates(t, q, v)
    }

    fn each_gradient(
        &self,
        t: ScalarOf<S>,
        q: &S::Configuration,
        visit: &mut dyn FnMut(usize, usize, ScalarOf<S>),
    ) {
        let m = S::Constraints::LEN.max(1);
        let jacobian = self.0.constraint_jacobian(t, q);
        let entries = jacobian.as_slice().iter().enumerate();
        entries.for_each(|(i, &entry)| visit(i % m, i / m, entry));
    }

    fn violated(&self, j: usize, violation: f64, is_rate: bool) -> Failure {
        Failure::ConstraintViolated {
            constraint: S::CONSTRAINTS.get(j).copied().unwrap_or_default(),
            violation,
            is_rate,
        }
    }
}

impl<S> Solves for Unrolled<'_, S>
where
    S: Constrained + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
{
    const CONFIRMS: bool = true;

    fn force(&self, t: ScalarOf<S>, q: &S::Configuration, multipliers: &S::Constraints) -> S::Momentum {
        self.0.constraint_force(t, q, multipliers)
    }

    fn multipliers(&self, (t, q, v): Place<'_, S>, inputs: &S::Inputs) -> Result<S::Constraints, Failure> {
        self.0.multipliers(t, q, v, inputs)
    }

    fn solve(
        &self,
        (t, q, v): Place<'_, S>,
        right: &S::Momentum,
        g: &S::Constraints,
        are_zero: Option<&Zeros<S::Velocity, S::Constraints>>,
    ) -> Result<(S::Velocity, S::Constraints), Failure> {
        let (mut r, mut a): (S::Unknown, <S as Equations<Acceleration>>::Tangent) = (zeros(), zeros());
        self.0.tangent(&(t, *q, *v, zeros()), &zeros(), &mut r, &mut a);
        let n = S::Velocity::LEN;
        r = S::Unknown::from_fn(|k| match k.checked_sub(n) {
            None => at(right.as_slice(), k),
            Some(j) => -at(g.as_slice(), j),
        });
        let mut hold_all = |first: usize, are_zero: &[ScalarOf<S>]| {
            let zeros = are_zero.iter().enumerate().filter(|(_, flag)| is_set(**flag));
            zeros.for_each(|(k, _)| hold(a.as_mut_slice(), r.as_mut_slice(), first + k));
        };
        if let Some(Zeros {
            coordinates,
            constraints,
        }) = are_zero
        {
            hold_all(0, coordinates.as_slice());
            hold_all(n, constraints.as_slice());
        }
        if <S as Constrained>::REDUNDANT {
            hold_all(n, Ranked::near(self.0, (t, q, v))?.dependent.as_slice());
        }
        let mut units: S::Unknown = zeros();
        lu::solve_with_multipliers(a.as_mut_slice(), r.as_mut_slice(), 1, units.as_mut_slice())?;
        let solved = r.as_slice();
        Ok((
            S::Velocity::from_fn(|k| at(solved, k)),
            S::Constraints::from_fn(|j| at(solved, n + j)),
        ))
    }

    /// A singular correction by the constraint that depends on earlier ones, if one does; otherwise M is singular.
    #[cold]
    fn named(&self, place: Place<'_, S>, failure: Failure) -> Failure {
        let is_singular =
            matches!(failure, Failure::SingularTangent { .. }) && !<S as Constrained>::REDUNDANT;
        let dependent = is_singular.then(|| are_independent(self.0, place).err());
        dependent.flatten().unwrap_or_else(|| failure.of_mass_matrix())
    }
}

/// Equation and unknown `k` become x = 0.
fn hold<T: Scalar>(a: &mut [T], r: &mut [T], k: usize) {
    let [zero, one] = [0.0, 1.0].map(T::from_f64);
    for (i, row) in rows_mut(a, r.len()).enumerate() {
        for (j, entry) in row.iter_mut().enumerate().filter(|(j, _)| i == k || *j == k) {
            *entry = if i == j { one } else { zero };
        }
    }
    if let Some(r) = r.get_mut(k) {
        *r = zero;
    }
}
