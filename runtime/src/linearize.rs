//! The derivative of a step, exact to rounding: from the tangent that Newton's method has, at the solution that it found.
//!
//! Knows what the derive says about a step, and no scheme.

use nalgebra::{ArrayStorage, SMatrix};

use crate::equations::Equations;
use crate::kernels::{Blocks, Derivatives};
use crate::{Failure, Lagrangian};
use extremal_numerics::block::{at, zeros};
use extremal_numerics::{Scalar, Size, Vector, lu};

/// How the end of a step depends on its start, its inputs and on parameters.
///
/// ```text
/// z = (q, p), or (q, p, v) where the scheme carries v,   z₁ = Φ(z₀, u, θ)
/// by_state = ∂Φ/∂z,   by_inputs = ∂Φ/∂u,   by_parameters = ∂Φ/∂θ
/// ∂Φ = ∂Z − (∂Z/∂x) A⁻¹ ∂r        with r(x; z₀, u, θ) = 0,  A = ∂r/∂x,  z₁ = Z(x; z₀, u, θ)
/// ```
///
/// | field | shape | rows | columns |
/// | --- | --- | --- | --- |
/// | `by_state` | 2n × 2n, or 3n × 3n | q₁, then p₁, then v₁ | q₀, then p₀, then v₀ |
/// | `by_inputs` | as many rows, × inputs | | in the order of [`Lagrangian::INPUTS`] |
/// | `by_parameters` | as many rows, × sensitivities | | the fields in `sensitivities(..)`, component by component |
///
/// For schemes that carry v, all three of z are independent: starts where p is ∂L/∂v are varied along that, dp = d(∂L/∂v).
///
/// It is the derivative of the equations at their solution, by the implicit function theorem, and no difference quotient.
/// Over several steps the chain rule applies: d(z₁)/dθ = `by_state` d(z₀)/dθ + `by_parameters`.
///
/// ```
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(
///     coordinates(theta),
///     kinetic = 0.5 * (l * dt(theta)).powi(2),
///     potential = -9.81 * l * cos(theta),
///     sensitivities(l),
/// )]
/// struct Pendulum {
///     l: f64,
/// }
///
/// # fn main() -> Result<(), extremal::Error> {
/// let angle = |l: f64| -> Result<f64, extremal::Error> {
///     let start = State { t: 0.0, q: [2.0].into(), p: [0.0].into() };
///     let mut motion = Integrator::from_state(Pendulum { l }, Midpoint, 0.01, start)?;
///     Ok(motion.run(100)?.last().expect("the end").q[0])
/// };
/// let mut motion = Integrator::new(Pendulum { l: 1.0 }, Midpoint, 0.01, [2.0], [0.0])?;
/// let mut by_length = motion.linearize()?.by_parameters;
/// for _ in 1..100 {
///     motion.step()?;
///     let step = motion.linearize()?;
///     by_length = step.by_state * by_length + step.by_parameters;
/// }
/// let quotient = (angle(1.0 + 1e-4)? - angle(1.0 - 1e-4)?) / 2e-4;
/// assert!((by_length[0] - quotient).abs() < 1e-6);
/// # Ok(())
/// # }
/// ```
///
/// Without forces and constraints `by_state` of a variational scheme is symplectic: with Ω = [[0, 1], [−1, 0]], `JᵀΩJ = Ω`.
/// With constraints that of a variational scheme is singular, because each step imposes g(q₁) = 0 and the rates: starts that
/// violate the constraints lead to ends that satisfy them. It is symplectic along the 2(n − m) directions that the constraints
/// leave. `Livens` and its variants impose, unless stabilized, the difference g(q₁) = g(q₀), which a start that violates the
/// constraints keeps: so `by_state` is not singular on account of them. Derivatives along the constraints are those of the
/// motion for all schemes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Linearization<A, B, C> {
    /// ∂z₁/∂z₀.
    pub by_state: A,
    /// ∂z₁/∂u, for inputs that are held over the step.
    pub by_inputs: B,
    /// ∂z₁/∂θ.
    pub by_parameters: C,
}

/// The derivative of a step with R rows (q, then p, then v if that is carried), I inputs and P parameters.
pub type LinearizationOf<T, const R: usize, const I: usize, const P: usize> =
    Linearization<SMatrix<T, R, R>, SMatrix<T, R, I>, SMatrix<T, R, P>>;

/// A [`Linearization`] of any size, from the entries of ∂z₁/∂k.
pub trait FromEntries<T> {
    /// `entry(row, column)` of the columns z₀, then the inputs, then the parameters.
    fn from_entries(entry: impl Fn(usize, usize) -> T) -> Self;
}

impl<T: Scalar, const R: usize, const I: usize, const P: usize> FromEntries<T>
    for LinearizationOf<T, R, I, P>
{
    fn from_entries(entry: impl Fn(usize, usize) -> T) -> Self {
        Self {
            by_state: matrix(&entry),
            by_inputs: matrix(|row, column| entry(row, R + column)),
            by_parameters: matrix(|row, column| entry(row, R + I + column)),
        }
    }
}

/// As `SMatrix::from_fn`, which makes several copies of a matrix on the stack without optimisation.
fn matrix<T: Scalar, const R: usize, const C: usize>(entry: impl Fn(usize, usize) -> T) -> SMatrix<T, R, C> {
    let mut columns = ArrayStorage([[T::from_f64(0.0); R]; C]);
    for (column, entries) in columns.0.iter_mut().enumerate() {
        for (row, place) in entries.iter_mut().enumerate() {
            *place = entry(row, column);
        }
    }
    SMatrix::from_array_storage(columns)
}

/// The derivative of the step whose equations `E` have the solution `x`.
///
/// # Errors
///
/// [`Failure::SingularTangent`], and [`Failure::NotFinite`] if an entry is not.
pub(crate) fn linearized<S, E, L>(
    system: &S,
    known: &<S as Equations<E>>::Known,
    x: &<S as Equations<E>>::Unknown,
) -> Result<L, Failure>
where
    S: Derivatives<E> + ?Sized,
    L: FromEntries<<S as Lagrangian>::Scalar>,
{
    let columns = S::Blocks::KNOWN;
    let mut r: <S as Equations<E>>::Unknown = zeros();
    let mut tangent: <S as Equations<E>>::Tangent = zeros();
    Equations::<E>::tangent(system, known, x, &mut r, &mut tangent);
    let mut blocks = S::Blocks::zeros();
    system.derivatives(known, x, &mut blocks);
    if <S as Equations<E>>::LEAST_NORM {
        Equations::<E>::multiplier_weights(system, known, &mut r)?;
        let (weights, right) = (r.as_slice(), blocks.residual_by_known());
        lu::leave_out(tangent.as_mut_slice(), right, columns, weights);
    }
    lu::solve_with_multipliers(
        tangent.as_mut_slice(),
        blocks.residual_by_known(),
        columns,
        r.as_mut_slice(),
    )?;
    blocks.eliminate();
    let ends = blocks.end_by_known();
    if !ends.iter().all(|entry| entry.magnitude().is_finite()) {
        return Err(Failure::NotFinite {
            what: "derivative of the step",
        });
    }
    Ok(L::from_entries(|row, column| at(ends, row * columns + column)))
}
