//! The functions of the trait `Lagrangian` from sums over items.
//!
//! ```text
//! M a + Gᵀλ = ∂L/∂q + f − (∂p/∂q) v − ∂p/∂t,   G a = −(d²g/dt² at a = 0)
//! ```
//!
//! Knows no scheme. The derive delegates to them; their docs are those of [`Lagrangian`](trait@crate::Lagrangian).

use super::saddle::{Product, Saddle};
use super::summed::negate;
use super::{AnySize, Space, Summed, SummedMasses};
use crate::constraints::{Solves, or_constrained, velocity_from};
use crate::generated::finite_force;
use crate::structure::MassMatrix;
use crate::system::lengths::{check_length, check_lengths};
use crate::{Failure, Lagrangian};
use extremal_numerics::block::zeros_like;
use extremal_numerics::{Scalar, Vector};

pub(super) type ScalarOf<S> = <S as Lagrangian>::Scalar;
pub(super) type VectorOf<S> = <S as Lagrangian>::Configuration;
pub(super) type SpaceOf<S> = <S as super::Family>::Space;
pub(super) type ConstraintsOf<S> = <SpaceOf<S> as Space<ScalarOf<S>>>::Constraints;

pub(super) fn zeros<T: Scalar, V: Vector<T>>(count: usize) -> V {
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
    let place = (t, q.as_slice(), v.as_slice());
    S::Matrix::summed(system.coordinate_count(), &Saddle::masses(system, place))
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
/// [`AnySizeFailure::SingularMass`](crate::error::AnySizeFailure::SingularMass), and those of Newton's method.
pub fn velocity<S: AnySize>(
    system: &S,
    t: ScalarOf<S>,
    q: &VectorOf<S>,
    p: &VectorOf<S>,
) -> Result<VectorOf<S>, Failure> {
    check_length(system, q, "coordinates")?;
    check_length(system, p, "momentum")?;
    let free = Summed::free(system);
    let from = |guess: f64| {
        let guess = p.like(|_| S::Scalar::from_f64(guess));
        velocity_from(&free, (t, q, guess), p).map(|(v, _)| v)
    };
    let found = match from(0.0) {
        Err(failure) if S::STRUCTURE.mass_matrix == MassMatrix::OfVelocity => from(1.0).map_err(|_| failure),
        found => found,
    };
    or_constrained(found, &Summed::of(system), t, q, p)
}

/// dv/dt.
///
/// # Errors
///
/// [`AnySizeFailure::SingularMass`](crate::error::AnySizeFailure::SingularMass),
/// [`AnySizeFailure::SingularConstraint`](crate::error::AnySizeFailure::SingularConstraint).
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

/// a and λ.
pub(super) fn accelerated<S: AnySize>(
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
    let (summed, place) = (Summed::of(system), (t, q, v));
    let solved = summed.solve(place, &right, &accelerations, None);
    solved.map_err(|failure| summed.named(place, failure))
}
