//! Projections of coordinates, velocities and momenta onto constraints.

use super::Constrained;
use super::independent::are_independent;
use super::start::{by_scale, rounding, sizes};
use crate::equations::{Acceleration, Equations, Legendre};
use crate::system::FixedSize;
use crate::{Failure, Lagrangian};
use extremal_numerics::block::{at, is_finite, sum, zeros};
use extremal_numerics::{Block, Scalar, Size, SizeOf, Vector, lu};

/// t, q, v and u.
type Moving<S> = (
    ScalarOf<S>,
    <S as Lagrangian>::Configuration,
    <S as Lagrangian>::Velocity,
    <S as Lagrangian>::Inputs,
);
type ScalarOf<S> = <S as Lagrangian>::Scalar;

/// The maximal number of corrections.
const MOST_ITERATIONS: usize = 50;

/// [`Constrained::project`], for all systems.
///
/// # Errors
///
/// Those of [`Constrained::project`].
pub fn project<S>(
    system: &S,
    t: ScalarOf<S>,
    q: &S::Configuration,
    v: &S::Velocity,
) -> Result<(S::Configuration, S::Velocity), Failure>
where
    S: Constrained + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>> + Equations<Legendre>,
{
    let q = project_coordinates(system, t, q, v)?;
    if !<S as Equations<Legendre>>::LINEAR {
        // The smallest correction in the metric of the present M may leave the domain of L.
        let velocity = constrained_velocity(system, t, &q, &system.momentum(t, &q, v))?.0;
        return Ok((q, velocity));
    }
    let rates = system.constraint_rates(t, &q, v);
    let (dv, _) = correction(system, (t, &q, v), &zeros(), &rates)?;
    Ok((q, sum(v, &dv)))
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

/// v + dv, with dv halved until the momentum is finite: a relativistic L has none at the speed of light.
fn onwards<S: FixedSize>(
    system: &S,
    (t, q, v): (S::Scalar, &S::Configuration, &S::Velocity),
    mut dv: S::Velocity,
) -> S::Velocity {
    for _ in 0..MOST_ITERATIONS {
        let next = sum(v, &dv);
        if is_finite(&system.momentum(t, q, &next)) {
            return next;
        }
        dv = S::Velocity::from_fn(|k| at(dv.as_slice(), k) * S::Scalar::from_f64(0.5));
    }
    sum(v, &dv)
}

fn project_coordinates<S>(
    system: &S,
    t: ScalarOf<S>,
    q: &S::Configuration,
    v: &S::Velocity,
) -> Result<S::Configuration, Failure>
where
    S: Constrained + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
{
    let (mut q, mut before) = (*q, SizeOf::<ScalarOf<S>>::INFINITY);
    let [zero, half] = [0.0, 0.5].map(SizeOf::<ScalarOf<S>>::from_f64);
    for _ in 0..MOST_ITERATIONS {
        let g = system.constraints(t, &q);
        // Where all summands of a constraint vanish, the rounding of the other coordinates is left.
        let jacobian = system.constraint_jacobian(t, &q);
        let no_time = ScalarOf::<S>::from_f64(0.0);
        let size = by_scale(&g, &sizes(system, no_time, (t, &q, v), &jacobian));
        // At the floor of rounding the size no longer halves.
        if size == zero || (size >= half * before && size <= rounding::<S>()) {
            return Ok(q);
        }
        before = size;
        q = sum(&q, &correction(system, (t, &q, v), &zeros(), &g)?.0);
        if !is_finite(&q) {
            break;
        }
    }
    Err(Failure::NotConverged {
        iterations: MOST_ITERATIONS,
        residual: before.to_f64(),
    })
}

/// The d and ν with M d + Gᵀ ν = r and G d = −g.
fn correction<S>(
    system: &S,
    (t, q, v): (ScalarOf<S>, &S::Configuration, &S::Velocity),
    right: &S::Momentum,
    g: &S::Constraints,
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
    let mut units: S::Unknown = zeros();
    let solved = lu::solve_with_multipliers(a.as_mut_slice(), r.as_mut_slice(), 1, units.as_mut_slice());
    solved.map_err(|failure| named(system, (t, q, v), failure.into()))?;
    let solved = r.as_slice();
    Ok((
        S::Velocity::from_fn(|k| at(solved, k)),
        S::Constraints::from_fn(|j| at(solved, n + j)),
    ))
}

/// A singular correction by the constraint that depends on earlier ones, if one does; otherwise M is singular.
#[cold]
fn named<S: Constrained>(
    system: &S,
    place: (ScalarOf<S>, &S::Configuration, &S::Velocity),
    failure: Failure,
) -> Failure {
    let is_singular = matches!(failure, Failure::SingularTangent { .. });
    let dependent = is_singular.then(|| are_independent(system, place).err());
    dependent.flatten().unwrap_or_else(|| failure.of_mass_matrix())
}

fn largest<T: Scalar, B: Block<T>>(block: &B) -> T::Size {
    let sizes = block.as_slice().iter().map(|x| x.magnitude());
    sizes.fold(T::Size::from_f64(0.0), |most, size| {
        if size > most || size.is_nan() { size } else { most }
    })
}
