//! What a motion costs, with first and second derivatives.
//!
//! Knows numbers at nodes, and no system or scheme.

use nalgebra::SVector;

use super::riccati::Weights;
use super::small::{Matrix, difference, product, symmetric, transposed_product};
use extremal_numerics::Scalar;
use extremal_numerics::block::zeros;

/// A node of a motion and the inputs of the step that begins there: what a cost depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct At<T, const R: usize, const I: usize> {
    /// The number k of the step, from 0; the number of steps at the end.
    pub step: usize,
    /// `t_k`.
    pub t: T,
    /// The length h of the step.
    pub h: T,
    /// q, then p, then v where the scheme carries it.
    pub z: SVector<T, R>,
    /// The inputs of the step; zero at the end.
    pub u: SVector<T, I>,
}

/// A summand of a cost with its derivatives.
///
/// ```text
/// l,   ∂l/∂z,   ∂l/∂u,   Q = ∂²l/∂z²,   S = ∂²l/∂u∂z,   R = ∂²l/∂u²
/// ```
///
/// Gradients read the first three; optimal motions all of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expansion<T, const R: usize, const I: usize> {
    /// l.
    pub value: T,
    /// ∂l/∂z.
    pub by_state: SVector<T, R>,
    /// ∂l/∂u.
    pub by_inputs: SVector<T, I>,
    /// The second derivatives.
    pub second: Weights<T, R, I>,
}

impl<T: Scalar, const R: usize, const I: usize> Expansion<T, R, I> {
    /// All zero.
    #[must_use]
    pub fn zero() -> Self {
        Self {
            value: T::from_f64(0.0),
            by_state: zeros(),
            by_inputs: zeros(),
            second: Weights {
                state: zeros(),
                inputs: zeros(),
                inputs_by_state: zeros(),
            },
        }
    }
}

/// The cost of a motion, `J = φ(z_N) + Σ l_k(z_k, u_k)`, with derivatives.
///
/// A closure `|at: &At<..>, to: &mut Expansion<..>|` is a cost without an end, and a pair of closures is one with it.
///
/// ```
/// use extremal::planning::{At, Cost, Expansion};
///
/// // h u² cos q, of one coordinate and one input.
/// let running = |at: &At<f64, 2, 1>, to: &mut Expansion<f64, 2, 1>| {
///     let (h, u, (sin, cos)) = (at.h, at.u[0], f64::sin_cos(at.z[0]));
///     to.value += h * u * u * cos;
///     to.by_state[0] -= h * u * u * sin;
///     to.by_inputs[0] += 2.0 * h * u * cos;
///     to.second.state[(0, 0)] -= h * u * u * cos;
///     to.second.inputs_by_state[(0, 0)] -= 2.0 * h * u * sin;
///     to.second.inputs[(0, 0)] += 2.0 * h * cos;
/// };
/// let mut there = Expansion::zero();
/// let at = At { step: 0, t: 0.0, h: 0.5, z: [0.0, 0.0].into(), u: [3.0].into() };
/// running.running(&at, &mut there);
/// assert_eq!((there.value, there.by_inputs[0]), (4.5, 3.0));
/// ```
pub trait Cost<T, const R: usize, const I: usize> {
    /// Adds `l_k` and its derivatives: the summand of one step. A cost ∫ l dt has a factor h, or that of another quadrature.
    fn running(&self, at: &At<T, R, I>, to: &mut Expansion<T, R, I>);

    /// Adds φ and its derivatives; those by the inputs are not read. By default the end costs nothing.
    fn terminal(&self, at: &At<T, R, I>, to: &mut Expansion<T, R, I>) {
        let _ = (at, to);
    }
}

impl<T, const R: usize, const I: usize, F> Cost<T, R, I> for F
where
    F: Fn(&At<T, R, I>, &mut Expansion<T, R, I>),
{
    fn running(&self, at: &At<T, R, I>, to: &mut Expansion<T, R, I>) {
        self(at, to);
    }
}

impl<T, const R: usize, const I: usize, F, G> Cost<T, R, I> for (F, G)
where
    F: Fn(&At<T, R, I>, &mut Expansion<T, R, I>),
    G: Fn(&At<T, R, I>, &mut Expansion<T, R, I>),
{
    fn running(&self, at: &At<T, R, I>, to: &mut Expansion<T, R, I>) {
        self.0(at, to);
    }

    fn terminal(&self, at: &At<T, R, I>, to: &mut Expansion<T, R, I>) {
        self.1(at, to);
    }
}

/// A quadratic cost of deviations.
///
/// ```text
/// J = ½ δzᵀ P δz at the end + Σ_k h (½ δzᵀ Q δz + δuᵀ S δz + ½ δuᵀ R δu)     with δz = z − z*,  δu = u − u*
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quadratic<T, const R: usize, const I: usize> {
    /// Q, R and S, per unit of time.
    pub running: Weights<T, R, I>,
    /// P.
    pub terminal: Matrix<T, R, R>,
    /// z*.
    pub state: SVector<T, R>,
    /// u*.
    pub inputs: SVector<T, I>,
}

impl<T: Scalar, const R: usize, const I: usize> Quadratic<T, R, I> {
    /// Σ h Σ w u²: the effort of the inputs alone, with a weight for each.
    #[must_use]
    pub fn effort(weights: [T; I]) -> Self {
        let two = T::from_f64(2.0);
        Self {
            running: Weights::diagonal([T::from_f64(0.0); R], weights.map(|weight| two * weight)),
            terminal: zeros(),
            state: zeros(),
            inputs: zeros(),
        }
    }
}

impl<T: Scalar, const R: usize, const I: usize> Cost<T, R, I> for Quadratic<T, R, I> {
    fn running(&self, at: &At<T, R, I>, to: &mut Expansion<T, R, I>) {
        let h = at.h;
        let Weights {
            state: q,
            inputs: r,
            inputs_by_state: s,
        } = &self.running;
        // The symmetric part is what counts.
        let (q, r) = (&symmetric(q), &symmetric(r));
        let (dz, du) = (difference(&at.z, &self.state), difference(&at.u, &self.inputs));
        let half = T::from_f64(0.5);
        let (qz, ru, sz) = (product(q, &dz), product(r, &du), product(s, &dz));
        let value = half * inner(&dz, &qz) + inner(&du, &sz) + half * inner(&du, &ru);
        to.value = to.value + h * value;
        let su = transposed_product(s, &du);
        add(&mut to.by_state, h, &qz);
        add(&mut to.by_state, h, &su);
        add(&mut to.by_inputs, h, &ru);
        add(&mut to.by_inputs, h, &sz);
        add(&mut to.second.state, h, q);
        add(&mut to.second.inputs, h, r);
        add(&mut to.second.inputs_by_state, h, s);
    }

    fn terminal(&self, at: &At<T, R, I>, to: &mut Expansion<T, R, I>) {
        let dz = difference(&at.z, &self.state);
        let terminal = symmetric(&self.terminal);
        let pz = product(&terminal, &dz);
        to.value = to.value + T::from_f64(0.5) * inner(&dz, &pz);
        let one = T::from_f64(1.0);
        add(&mut to.by_state, one, &pz);
        add(&mut to.second.state, one, &terminal);
    }
}

/// aᵀ b.
pub(super) fn inner<T: Scalar, const N: usize>(a: &SVector<T, N>, b: &SVector<T, N>) -> T {
    let pairs = a.data.0.iter().flatten().zip(b.data.0.iter().flatten());
    pairs.fold(T::from_f64(0.0), |sum, (&a, &b)| sum + a * b)
}

/// a + s b, in place.
pub(super) fn add<T: Scalar, const R: usize, const C: usize>(
    a: &mut Matrix<T, R, C>,
    s: T,
    b: &Matrix<T, R, C>,
) {
    let entries = a.data.0.iter_mut().flatten().zip(b.data.0.iter().flatten());
    entries.for_each(|(a, &b)| *a = *a + s * b);
}
