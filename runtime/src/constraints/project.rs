//! Projections of coordinates, velocities and momenta onto constraints.

use super::Constrained;
use super::independent::are_independent;
use super::projection::{Held, MOST_ITERATIONS, Place, Zeros, onwards, projected};
use super::rank::Ranked;
use super::start::rounding;
use crate::coordinate::CoordinateName;
use crate::equations::{Acceleration, Equations, Legendre};
use crate::system::keep::is_set;
use crate::system::{Keep, Projected};
use crate::{Failure, Lagrangian};
use extremal_numerics::block::{at, rows_mut, sum, zeros};
use extremal_numerics::{Block, Scalar, Size, SizeOf, Vector, lu};

/// t, q, v and u.
type Moving<S> = (
    ScalarOf<S>,
    <S as Lagrangian>::Configuration,
    <S as Lagrangian>::Velocity,
    <S as Lagrangian>::Inputs,
);
type ScalarOf<S> = <S as Lagrangian>::Scalar;

/// [`Lagrangian::project_keeping`], for all systems of a fixed size.
///
/// # Errors
///
/// Those of [`Lagrangian::project_keeping`].
pub fn project<S>(
    system: &S,
    t: ScalarOf<S>,
    q: &S::Configuration,
    v: &S::Velocity,
    keep: Keep<'_>,
) -> Result<Projected<S::Configuration, S::Velocity>, Failure>
where
    S: Constrained + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>> + Equations<Legendre>,
{
    projected(system, &Unrolled(system), (t, q, v), keep)
}

/// A system whose matrices are written out.
struct Unrolled<'a, S>(&'a S);

impl<S> Held<S> for Unrolled<'_, S>
where
    S: Constrained + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>> + Equations<Legendre>,
{
    type Constraints = S::Constraints;

    fn is_quadratic(&self) -> bool {
        <S as Equations<Legendre>>::LINEAR
    }

    fn name(&self, j: usize) -> CoordinateName {
        CoordinateName::new(
            <S as Constrained>::CONSTRAINTS
                .get(j)
                .copied()
                .unwrap_or_default(),
            &[],
        )
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

    fn solve(
        &self,
        place: Place<'_, S>,
        right: &S::Momentum,
        g: &S::Constraints,
        zeros: &Zeros<S::Velocity, S::Constraints>,
    ) -> Result<S::Velocity, Failure> {
        let (d, _) = solved(
            self.0,
            place,
            right,
            g,
            [zeros.coordinates.as_slice(), zeros.constraints.as_slice()],
        )?;
        Ok(d)
    }

    fn named(&self, place: Place<'_, S>, failure: Failure) -> Failure {
        named(self.0, place, failure)
    }

    fn stopped(&self, (t, q, v): Place<'_, S>) -> Result<S::Velocity, Failure> {
        if !self.is_quadratic() {
            // The smallest correction in the metric of the present M may leave the domain of L.
            return Ok(constrained_velocity(self.0, t, q, &self.0.momentum(t, q, v))?.0);
        }
        let (dv, _) = correction(self.0, (t, q, v), &zeros(), &self.0.constraint_rates(t, q, v))?;
        Ok(sum(v, &dv))
    }
}

/// The momentum after an inelastic impact against the constraints: p − Gᵀ ν, whose velocity satisfies them.
///
/// # Errors
///
/// [`Failure::RedundantConstraint`], [`Failure::NoGradient`], [`Failure::SingularMassMatrix`] where M is singular along a
/// direction that no constraint sees, and the failures of Newton's method where L is not quadratic in v.
pub fn consistent_momentum<S>(
    system: &S,
    t: ScalarOf<S>,
    q: &S::Configuration,
    p: &S::Momentum,
) -> Result<S::Momentum, Failure>
where
    S: Constrained + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
{
    let (_, multipliers) = constrained_velocity(system, t, q, p)?;
    Ok(sum(p, &system.constraint_force(t, q, &multipliers)))
}

/// [`Lagrangian::impact`], for all systems with constraints.
///
/// # Errors
///
/// [`Failure::RedundantConstraint`], [`Failure::NoGradient`], [`Failure::SingularMassMatrix`] where M is singular along a
/// direction that no constraint sees, and the failures of Newton's method where L is not quadratic in v.
pub fn impact<S>(
    system: &S,
    t: ScalarOf<S>,
    q: &S::Configuration,
    v: &S::Velocity,
    percussion: &S::Momentum,
) -> Result<(S::Velocity, S::Momentum), Failure>
where
    S: Constrained + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
{
    let p = sum(&system.momentum(t, q, v), percussion);
    let (v, multipliers) = constrained_velocity_from(system, (t, q, *v), &p)?;
    let change = sum(percussion, &system.constraint_force(t, q, &multipliers));
    Ok((v, change))
}

/// The v and ν with ∂L/∂v(q, v, t) + Gᵀ ν = p and G v + ∂g/∂t = 0, by Newton's method from v = 0. If M is singular, the
/// constraints may still determine v.
///
/// # Errors
///
/// [`Failure::RedundantConstraint`], [`Failure::NoGradient`], [`Failure::SingularMassMatrix`] where M is singular along a
/// direction that no constraint sees, and the failures of Newton's method where L is not quadratic in v.
pub fn constrained_velocity<S>(
    system: &S,
    t: ScalarOf<S>,
    q: &S::Configuration,
    p: &S::Momentum,
) -> Result<(S::Velocity, S::Constraints), Failure>
where
    S: Constrained + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
{
    constrained_velocity_from(system, (t, q, zeros()), p)
}

/// The same from another velocity.
fn constrained_velocity_from<S>(
    system: &S,
    (t, q, mut v): (ScalarOf<S>, &S::Configuration, S::Velocity),
    p: &S::Momentum,
) -> Result<(S::Velocity, S::Constraints), Failure>
where
    S: Constrained + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
{
    let mut before = SizeOf::<ScalarOf<S>>::INFINITY;
    for iterations in 1..=MOST_ITERATIONS {
        let present = system.momentum(t, q, &v);
        let missing = S::Momentum::from_fn(|k| at(p.as_slice(), k) - at(present.as_slice(), k));
        let (dv, multipliers) = correction(system, (t, q, &v), &missing, &system.constraint_rates(t, q, &v))?;
        v = onwards(system, (t, q, &v), dv);
        let (step, size) = (largest(&dv), largest(&v));
        if !(step.is_finite() && size.is_finite()) {
            return Err(Failure::Diverged {
                iterations,
                residual: before.to_f64(),
            });
        }
        // For a quadratic L the first iteration is exact, and the second one confirms it.
        let [epsilon, half] = [ScalarOf::<S>::EPSILON, 0.5].map(SizeOf::<ScalarOf<S>>::from_f64);
        if step <= epsilon * size || (step >= half * before && step <= rounding::<S>() * size) {
            return Ok((v, multipliers));
        }
        before = step;
    }
    Err(Failure::NotConverged {
        iterations: MOST_ITERATIONS,
        residual: before.to_f64(),
    })
}

/// The d and ν with M d + Gᵀ ν = r and G d = −g.
fn correction<S>(
    system: &S,
    place: Place<'_, S>,
    right: &S::Momentum,
    g: &S::Constraints,
) -> Result<(S::Velocity, S::Constraints), Failure>
where
    S: Constrained + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
{
    solved(system, place, right, g, [&[], &[]]).map_err(|failure| named(system, place, failure))
}

/// The same with those of d and ν zero that have a one, without their equations; a singular matrix by its column.
fn solved<S>(
    system: &S,
    (t, q, v): Place<'_, S>,
    right: &S::Momentum,
    g: &S::Constraints,
    are_zero: [&[ScalarOf<S>]; 2],
) -> Result<(S::Velocity, S::Constraints), Failure>
where
    S: Constrained + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
{
    let (mut r, mut a): (S::Unknown, <S as Equations<Acceleration>>::Tangent) = (zeros(), zeros());
    system.tangent(&(t, *q, *v, zeros()), &zeros(), &mut r, &mut a);
    let n = S::Velocity::LEN;
    r = S::Unknown::from_fn(|k| {
        if k < n {
            at(right.as_slice(), k)
        } else {
            -at(g.as_slice(), k - n)
        }
    });
    for (first, are_zero) in [0, n].into_iter().zip(are_zero) {
        let zeros = are_zero.iter().enumerate().filter(|(_, flag)| is_set(**flag));
        zeros.for_each(|(k, _)| hold(a.as_mut_slice(), r.as_mut_slice(), first + k));
    }
    if <S as Constrained>::REDUNDANT {
        let dependent = Ranked::near(system, (t, q, v))?.dependent;
        let dependent = dependent.as_slice().iter().enumerate();
        let dependent = dependent.filter(|(_, flag)| is_set(**flag));
        dependent.for_each(|(j, _)| hold(a.as_mut_slice(), r.as_mut_slice(), n + j));
    }
    let mut units: S::Unknown = zeros();
    lu::solve_with_multipliers(a.as_mut_slice(), r.as_mut_slice(), 1, units.as_mut_slice())?;
    let solved = r.as_slice();
    Ok((
        S::Velocity::from_fn(|k| at(solved, k)),
        S::Constraints::from_fn(|j| at(solved, n + j)),
    ))
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

/// A singular correction by the constraint that depends on earlier ones, if one does; otherwise M is singular.
#[cold]
fn named<S: Constrained>(
    system: &S,
    place: (ScalarOf<S>, &S::Configuration, &S::Velocity),
    failure: Failure,
) -> Failure {
    let is_singular = matches!(failure, Failure::SingularTangent { .. }) && !<S as Constrained>::REDUNDANT;
    let dependent = is_singular.then(|| are_independent(system, place).err());
    dependent.flatten().unwrap_or_else(|| failure.of_mass_matrix())
}

fn largest<T: Scalar, B: Block<T>>(block: &B) -> T::Size {
    let sizes = block.as_slice().iter().map(|x| x.magnitude());
    sizes.fold(T::Size::from_f64(0.0), |most, size| {
        if size > most || size.is_nan() { size } else { most }
    })
}
