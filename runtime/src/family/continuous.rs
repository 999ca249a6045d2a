//! The functions of the trait `Lagrangian` from sums over items.
//!
//! ```text
//! M a + Gᵀλ = ∂L/∂q + f − (∂p/∂q) v − ∂p/∂t,   G a = −(d²g/dt² at a = 0)
//! ```
//!
//! Knows no scheme. The derive delegates to them; their docs are those of [`Lagrangian`](trait@crate::Lagrangian).

use super::saddle::{Product, Saddle, Transposed};
use super::{Adding, AnySize, Places, Space, SummedMasses};
use crate::constraints::{onwards, rounding};
use crate::error::AnySizeFailure;
use crate::generated::finite_force;
use crate::legendre::velocity_or_consistent;
use crate::newton::largest;
use crate::structure::MassMatrix;
use crate::system::lengths::{check_length, check_lengths};
use crate::{Failure, Lagrangian};
use extremal_numerics::block::{at, difference, is_finite, sum, zeros_like};
use extremal_numerics::matrix::{Assembling, Matrix, Stored};
use extremal_numerics::{Scalar, Size, SizeOf, Vector};

pub(super) type ScalarOf<S> = <S as Lagrangian>::Scalar;
pub(super) type VectorOf<S> = <S as Lagrangian>::Configuration;
type SpaceOf<S> = <S as super::Family>::Space;
pub(super) type ConstraintsOf<S> = <SpaceOf<S> as Space<ScalarOf<S>>>::Constraints;

/// Newton's method for velocities; a quadratic L takes one.
const MOST_ITERATIONS: usize = 50;

fn zeros<T: Scalar, V: Vector<T>>(count: usize) -> V {
    V::with_len(count, |_| T::from_f64(0.0))
}

/// L = T − V.
pub fn lagrangian<S: AnySize>(system: &S, t: ScalarOf<S>, q: &VectorOf<S>, v: &VectorOf<S>) -> ScalarOf<S> {
    let sum = system.sum_of_energies(t, q.as_slice(), v.as_slice());
    sum.kinetic - sum.potential
}

/// ∂L/∂v.
pub fn momentum<S: AnySize>(system: &S, t: ScalarOf<S>, q: &VectorOf<S>, v: &VectorOf<S>) -> VectorOf<S> {
    let mut p: VectorOf<S> = zeros(system.coordinate_count());
    system.add_momentum(t, q.as_slice(), v.as_slice(), p.as_mut_slice());
    p
}

/// ∂²L/∂v².
pub fn mass_matrix<S: AnySize>(system: &S, t: ScalarOf<S>, q: &VectorOf<S>, v: &VectorOf<S>) -> S::Matrix {
    let constraints = 0;
    S::Matrix::summed(
        system.coordinate_count(),
        &Saddle {
            system,
            t,
            q,
            v,
            constraints,
        },
    )
}

/// v·∂L/∂v − L.
pub fn generalized_energy<S: AnySize>(
    system: &S,
    t: ScalarOf<S>,
    q: &VectorOf<S>,
    v: &VectorOf<S>,
) -> ScalarOf<S> {
    system.sum_of_energies(t, q.as_slice(), v.as_slice()).generalized
}

/// T + V; v·∂L/∂v − L if L was declared as a whole.
pub fn total_energy<S: AnySize>(system: &S, t: ScalarOf<S>, q: &VectorOf<S>, v: &VectorOf<S>) -> ScalarOf<S> {
    let sum = system.sum_of_energies(t, q.as_slice(), v.as_slice());
    if S::STRUCTURE.has_kinetic_energy {
        sum.kinetic + sum.potential
    } else {
        sum.generalized
    }
}

/// f.
pub fn force<S: AnySize>(
    system: &S,
    t: ScalarOf<S>,
    q: &VectorOf<S>,
    v: &VectorOf<S>,
    inputs: &S::Inputs,
) -> VectorOf<S> {
    let mut f: VectorOf<S> = zeros(system.coordinate_count());
    system.add_force(t, q.as_slice(), v.as_slice(), inputs, f.as_mut_slice());
    f
}

/// The v with ∂L/∂v = p. Where M is singular, the constraints may determine it.
///
/// # Errors
///
/// [`AnySizeFailure::SingularMass`], and those of Newton's method.
pub fn velocity<S: AnySize>(
    system: &S,
    t: ScalarOf<S>,
    q: &VectorOf<S>,
    p: &VectorOf<S>,
) -> Result<VectorOf<S>, Failure> {
    check_length(system, q, "coordinates")?;
    check_length(system, p, "momentum")?;
    let from = |guess: f64, constraints: usize| {
        let guess = p.like(|_| S::Scalar::from_f64(guess));
        velocity_from(system, (t, q, guess), p, constraints).map(|(v, _)| v)
    };
    match from(0.0, 0) {
        Err(failure) if S::STRUCTURE.mass_matrix == MassMatrix::OfVelocity => {
            from(1.0, 0).map_err(|_| failure)
        }
        Err(failure) if system.constraint_count() > 0 => {
            from(0.0, system.constraint_count()).map_err(|_| failure)
        }
        found => found,
    }
}

/// dv/dt.
///
/// # Errors
///
/// [`AnySizeFailure::SingularMass`], [`AnySizeFailure::SingularConstraint`].
pub fn acceleration<S: AnySize>(
    system: &S,
    t: ScalarOf<S>,
    q: &VectorOf<S>,
    v: &VectorOf<S>,
    inputs: &S::Inputs,
) -> Result<VectorOf<S>, Failure> {
    accelerated(system, t, q, v, inputs).map(|(a, _)| a)
}

/// M a − f − .., with all inputs at zero and without constraints.
///
/// # Errors
///
/// [`Failure::Length`], [`Failure::NotFinite`].
pub fn inverse_dynamics<S: AnySize>(
    system: &S,
    t: ScalarOf<S>,
    q: &VectorOf<S>,
    v: &VectorOf<S>,
    a: &VectorOf<S>,
) -> Result<VectorOf<S>, Failure> {
    let none: S::Inputs = zeros(system.input_count());
    check_lengths(system, q, v, &none)?;
    check_length(system, a, "acceleration")?;
    let mut balance: VectorOf<S> = zeros(system.coordinate_count());
    system.add_balance(t, q.as_slice(), v.as_slice(), &none, balance.as_mut_slice());
    negate(balance.as_mut_slice());
    let mut product = Product {
        factor: a.as_slice(),
        sum: balance.as_mut_slice(),
    };
    system.add_masses(t, q.as_slice(), v.as_slice(), &mut product);
    finite_force(balance)
}

/// Writes λ, and returns −Gᵀλ.
///
/// # Errors
///
/// Those of [`acceleration`].
pub fn constraint_reactions<S: AnySize>(
    system: &S,
    t: ScalarOf<S>,
    q: &VectorOf<S>,
    v: &VectorOf<S>,
    inputs: &S::Inputs,
    multipliers: &mut [ScalarOf<S>],
) -> Result<VectorOf<S>, Failure> {
    if system.constraint_count() == 0 {
        return Ok(zeros_like(q));
    }
    let found = self::multipliers(system, t, q, v, inputs)?;
    multipliers
        .iter_mut()
        .zip(found.as_slice())
        .for_each(|(to, &from)| *to = from);
    Ok(constraint_force(system, t, q, &found))
}

/// λ of the continuous motion, one number for each constraint.
///
/// # Errors
///
/// Those of [`acceleration`].
pub fn multipliers<S: AnySize>(
    system: &S,
    t: ScalarOf<S>,
    q: &VectorOf<S>,
    v: &VectorOf<S>,
    inputs: &S::Inputs,
) -> Result<ConstraintsOf<S>, Failure> {
    if system.constraint_count() == 0 {
        check_lengths(system, q, v, inputs)?;
        return Ok(zeros(0));
    }
    accelerated(system, t, q, v, inputs).map(|(_, found)| found)
}

/// p − Gᵀν, which a velocity that satisfies the constraints has.
///
/// # Errors
///
/// Those of [`velocity`], and [`AnySizeFailure::SingularConstraint`].
pub fn consistent_momentum<S: AnySize>(
    system: &S,
    t: ScalarOf<S>,
    q: &VectorOf<S>,
    p: &VectorOf<S>,
) -> Result<VectorOf<S>, Failure> {
    check_length(system, q, "coordinates")?;
    check_length(system, p, "momentum")?;
    let constraints = system.constraint_count();
    if constraints == 0 {
        return Ok(p.clone());
    }
    let still: VectorOf<S> = zeros_like(q);
    let (_, multipliers) = velocity_from(system, (t, q, still), p, constraints)?;
    Ok(sum(p, &constraint_force(system, t, q, &multipliers)))
}

/// The velocity after an impulse, and the change of momentum.
///
/// # Errors
///
/// Those of [`consistent_momentum`].
pub fn impact<S: AnySize>(
    system: &S,
    t: ScalarOf<S>,
    q: &VectorOf<S>,
    v: &VectorOf<S>,
    percussion: &VectorOf<S>,
) -> Result<(VectorOf<S>, VectorOf<S>), Failure> {
    check_length(system, q, "coordinates")?;
    check_length(system, v, "velocity")?;
    check_length(system, percussion, "percussion")?;
    let before = momentum(system, t, q, v);
    let p = sum(&before, percussion);
    let constraints = system.constraint_count();
    if constraints == 0 {
        let [before, after] = [&before, &p].map(|p| velocity_or_consistent(system, t, q, p));
        return Ok((sum(v, &difference(&after, &before)), percussion.clone()));
    }
    let (v, multipliers) = velocity_from(system, (t, q, v.clone()), &p, constraints)?;
    Ok((v, sum(percussion, &constraint_force(system, t, q, &multipliers))))
}

/// −Gᵀλ.
fn constraint_force<S: AnySize>(
    system: &S,
    t: ScalarOf<S>,
    q: &VectorOf<S>,
    multipliers: &ConstraintsOf<S>,
) -> VectorOf<S> {
    let mut sum: VectorOf<S> = zeros_like(q);
    let mut product = Product {
        factor: multipliers.as_slice(),
        sum: sum.as_mut_slice(),
    };
    system.add_constraint_jacobian(t, q.as_slice(), &mut Transposed(&mut product));
    negate(sum.as_mut_slice());
    sum
}

/// a and λ.
fn accelerated<S: AnySize>(
    system: &S,
    t: ScalarOf<S>,
    q: &VectorOf<S>,
    v: &VectorOf<S>,
    inputs: &S::Inputs,
) -> Result<(VectorOf<S>, ConstraintsOf<S>), Failure> {
    check_lengths(system, q, v, inputs)?;
    let mut right: VectorOf<S> = zeros_like(q);
    system.add_balance(t, q.as_slice(), v.as_slice(), inputs, right.as_mut_slice());
    let mut accelerations: ConstraintsOf<S> = zeros(system.constraint_count());
    system.constraint_accelerations(t, q.as_slice(), v.as_slice(), accelerations.as_mut_slice());
    solved(system, (t, q, v), &right, &accelerations)
}

/// v with ∂L/∂v = p − Gᵀν, and ν, from the velocity `v` on; without constraints if `constraints` is 0.
pub(super) fn velocity_from<S: AnySize>(
    system: &S,
    (t, q, mut v): (ScalarOf<S>, &VectorOf<S>, VectorOf<S>),
    p: &VectorOf<S>,
    constraints: usize,
) -> Result<(VectorOf<S>, ConstraintsOf<S>), Failure> {
    let mut before = SizeOf::<S::Scalar>::INFINITY;
    let mut rates: ConstraintsOf<S> = zeros(constraints);
    for iterations in 1..=MOST_ITERATIONS {
        let missing = difference(p, &momentum(system, t, q, &v));
        if constraints > 0 {
            system.constraint_rates(t, q.as_slice(), v.as_slice(), rates.as_mut_slice());
        }
        let (dv, multipliers) = solved(system, (t, q, &v), &missing, &rates)?;
        v = onwards(system, (t, q, &v), dv.clone());
        let (step, size) = (largest(&dv), largest(&v));
        if !(is_finite(&dv) && is_finite(&v)) {
            let residual = before.to_f64();
            return Err(Failure::Diverged { iterations, residual });
        }
        // For a quadratic L the first iteration is exact.
        let [epsilon, half] = [S::Scalar::EPSILON, 0.5].map(SizeOf::<S::Scalar>::from_f64);
        let is_floor = step >= half * before && step <= rounding::<S>() * size;
        if S::STRUCTURE.mass_matrix != MassMatrix::OfVelocity || step <= epsilon * size || is_floor {
            return Ok((v, multipliers));
        }
        before = step;
    }
    Err(Failure::NotConverged {
        iterations: MOST_ITERATIONS,
        residual: before.to_f64(),
    })
}

/// x and λ with M x + Gᵀλ = right, G x = −g.
fn solved<S: AnySize>(
    system: &S,
    (t, q, v): (ScalarOf<S>, &VectorOf<S>, &VectorOf<S>),
    right: &VectorOf<S>,
    g: &ConstraintsOf<S>,
) -> Result<(VectorOf<S>, ConstraintsOf<S>), Failure> {
    let saddle = || Saddle {
        system,
        t,
        q,
        v,
        constraints: g.as_slice().len(),
    };
    solved_with::<S, _>(saddle, (right.as_slice(), g.as_slice())).map_err(|failure| named(system, failure))
}

/// The same with other entries; a singular matrix by its column.
pub(super) fn solved_with<S: AnySize, A: Adding<S::Scalar> + Assembling<S::Scalar>>(
    saddle: impl Fn() -> A,
    (right, g): (&[ScalarOf<S>], &[ScalarOf<S>]),
) -> Result<(VectorOf<S>, ConstraintsOf<S>), Failure> {
    let (n, constraints) = (right.len(), g.len());
    let mut matrix = <SpaceOf<S> as Space<S::Scalar>>::Matrix::for_places(n + constraints, |visit| {
        Adding::add_to(&saddle(), &mut Places(visit));
    })?;
    matrix.assemble(saddle());
    let mut x: <SpaceOf<S> as Space<S::Scalar>>::Both = stacked(right, g);
    matrix.factor().and_then(|()| matrix.solve(x.as_mut_slice()))?;
    let x = x.as_slice();
    Ok((part(x, 0, n), part(x, n, constraints)))
}

// What follows knows numbers alone, so that it is compiled once for all systems.

/// The numbers `right`, and then −g.
fn stacked<T: Scalar, V: Vector<T>>(right: &[T], g: &[T]) -> V {
    let n = right.len();
    let both = |k: usize| k.checked_sub(n).map_or_else(|| at(right, k), |j| -at(g, j));
    V::with_len(n + g.len(), both)
}

/// So many numbers of `x` from `first` on.
fn part<T: Scalar, V: Vector<T>>(x: &[T], first: usize, count: usize) -> V {
    V::with_len(count, |k| at(x, first + k))
}

fn negate<T: Scalar>(x: &mut [T]) {
    x.iter_mut().for_each(|x| *x = -*x);
}

/// A singular matrix names the coordinate or the constraint.
#[cold]
pub(super) fn named<S: AnySize>(system: &S, failure: Failure) -> Failure {
    let Failure::SingularTangent { pivot, size } = failure else {
        return failure;
    };
    match pivot.checked_sub(system.coordinate_count()) {
        None => AnySizeFailure::SingularMass {
            coordinate: system.coordinate_name(pivot),
            size,
        },
        Some(j) => AnySizeFailure::SingularConstraint {
            constraint: system.constraint_name(j),
            size,
        },
    }
    .into()
}
