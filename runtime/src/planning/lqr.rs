//! Linear quadratic regulators: the gain that holds a state, and the gains that hold a motion.
//!
//! Knows derivatives of steps and no system. Nothing is allocated.

use core::fmt;

use super::riccati::{NotConvex, Weights, eliminated};
use super::small::{
    Cholesky, Matrix, difference, largest, matrix, product, solved, sum, symmetric, transposed,
    transposed_product,
};
use crate::derivatives::LinearizationOf;
use extremal_numerics::{Scalar, Size};

/// How often the horizon is doubled: 2⁴⁸ steps, over which a factor of 1 − ε is still one.
const DOUBLINGS: usize = 48;

/// The regulator of [`lqr`], of R numbers z and I inputs.
///
/// ```text
/// u = u* − K (z − z*)
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lqr<T, const R: usize, const I: usize> {
    /// K, inputs × numbers of z.
    pub gain: Matrix<T, I, R>,
    /// P: ½ δzᵀ P δz is what a deviation δz costs from now on.
    pub cost_to_go: Matrix<T, R, R>,
    /// A − B K: the deviation of the next node by that of this one. Its eigenvalues are within the unit circle.
    pub closed_loop: Matrix<T, R, R>,
}

impl<T: Scalar, const R: usize, const I: usize> Lqr<T, R, I> {
    /// −K δz: what the deviation δz = z − z* adds to the inputs. Its order is that of the derivative: q, then p, then v where
    /// the scheme carries it.
    #[must_use]
    #[inline]
    pub fn correction(&self, deviation: [T; R]) -> [T; I] {
        let mut inputs = [T::from_f64(0.0); I];
        for (gains, z) in self.gain.data.0.iter().zip(deviation) {
            for (input, &gain) in inputs.iter_mut().zip(gains) {
                *input = *input - gain * z;
            }
        }
        inputs
    }
}

/// Why there is no regulator.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum LqrFailure {
    /// A weight or the derivative of the step is NaN or infinite.
    NotFinite,
    /// The cost does not grow with an input: R + Bᵀ P B is not positive definite.
    NotConvex {
        /// The step, from 0; 0 for [`lqr`].
        step: usize,
        /// The input, from 0.
        input: usize,
        /// The curvature along it.
        curvature: f64,
    },
    /// Some deviation does not decay whatever the inputs do, and it costs something: its cost has no bound. In mechanics
    /// often a coordinate that no input moves.
    NotStabilizable {
        /// P of 2⁴⁸ steps, or of as many as it was finite for: the largest entry.
        cost: f64,
    },
    /// Some deviation costs nothing, so that nothing makes it decay: Q sees too little.
    NotDetectable {
        /// What is left of a deviation after 2⁴⁸ steps, or as many as it was finite for: the largest entry.
        left: f64,
    },
    /// The equation of P is satisfied to this number only, relative to P: Q and R are of very different sizes, or some
    /// deviation is hardly moved by inputs.
    Inaccurate {
        /// The largest residual divided by the largest entry of P.
        residual: f64,
    },
}

impl fmt::Display for LqrFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NotFinite => f.write_str("a weight or the derivative of the step is not finite"),
            Self::NotConvex {
                step,
                input,
                curvature,
            } => write!(
                f,
                "the cost of step {step} does not grow with input {input}: its curvature is {curvature:e}"
            ),
            Self::NotStabilizable { cost } => write!(
                f,
                "not stabilizable: some deviation does not decay whatever the inputs do; its cost reached {cost:e}"
            ),
            Self::NotDetectable { left } => write!(
                f,
                "not detectable: a deviation that costs nothing does not decay; {left:e} of it is left"
            ),
            Self::Inaccurate { residual } => write!(
                f,
                "the Riccati equation is solved to {residual:e} only: the weights are of too different sizes"
            ),
        }
    }
}

impl core::error::Error for LqrFailure {}

fn not_convex<N: Size>(step: usize, found: NotConvex<N>) -> LqrFailure {
    LqrFailure::NotConvex {
        step,
        input: found.input,
        curvature: found.curvature.to_f64(),
    }
}

/// The linear quadratic regulator of a step: the gain K that makes the cost of all steps to come least.
///
/// ```text
/// min Σ_k ½ δz_kᵀ Q δz_k + δu_kᵀ S δz_k + ½ δu_kᵀ R δu_k     with δz_{k+1} = A δz_k + B δu_k
/// P = Q + Aᵀ P A − (S + Bᵀ P A)ᵀ K,     K = (R + Bᵀ P B)⁻¹ (S + Bᵀ P A),     δu = −K δz
/// ```
///
/// A and B are `by_state` and `by_inputs` of a [`Linearization`](crate::derivatives::Linearization), as
/// [`linearize_with`](crate::Integrator::linearize_with) gives it at a state z* that the inputs u* hold. So the regulator is
/// that of the steps that are made, and no approximation of one in continuous time. Weights of a rate of cost, as in ∫ zᵀ Q z
/// dt, are multiplied by h; a constant factor of all of them changes nothing in K.
///
/// P is the limit of the recursion, by doubling the horizon in each iteration: structure-preserving doubling, some eight
/// iterations.
///
/// ```
/// use extremal::planning::{Weights, lqr};
/// use extremal::prelude::*;
///
/// /// A pole on a cart: unstable where it stands.
/// #[derive(Lagrangian)]
/// #[lagrangian(
///     coordinates(x, angle),
///     inputs(push),
///     let bob = [x + sin(angle), cos(angle)],
///     kinetic = 0.5 * dt(x).powi(2) + 0.05 * dt(bob).norm_squared(),
///     potential = 0.981 * bob[1],
///     force(x = push),
///     discretize(Verlet, Midpoint),
/// )]
/// struct Pole;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let standing = Integrator::new(Pole, Midpoint, 0.02, [0.0, 0.0], [0.0, 0.0])?;
/// let regulator = lqr(&standing.linearize_with([0.0])?, &Weights::diagonal([1.0, 1.0, 0.0, 0.0], [0.01]))?;
///
/// let mut motion = Integrator::new(Pole, Midpoint, 0.02, [0.5, 0.3], [0.0, 0.0])?;
/// for _ in 0..500 {
///     let State { q, p, .. } = motion.state();
///     motion.step_with(regulator.correction([q[0], q[1], p[0], p[1]]))?;
/// }
/// assert!(motion.state().q.norm() < 1e-3);
/// # Ok(())
/// # }
/// ```
///
/// With constraints, A and B describe motions along them, and deviations off them decay at once or not at all: those that stay
/// are [`NotDetectable`](LqrFailure::NotDetectable) or [`NotStabilizable`](LqrFailure::NotStabilizable). Take minimal
/// coordinates.
///
/// E. K.-W. Chu, H.-Y. Fan, W.-W. Lin, C.-S. Wang, Structure-preserving algorithms for periodic discrete-time algebraic Riccati
/// equations, Int. J. Control 77 (2004), the algorithm SDA.
///
/// # Errors
///
/// [`LqrFailure`]: there is no gain that makes every deviation decay, or R is not positive definite.
pub fn lqr<T: Scalar, const R: usize, const I: usize, const P: usize>(
    step: &LinearizationOf<T, R, I, P>,
    weights: &Weights<T, R, I>,
) -> Result<Lqr<T, R, I>, LqrFailure> {
    let (a, b) = (&step.by_state, &step.by_inputs);
    let sizes = [
        largest(a),
        largest(b),
        largest(&weights.state),
        largest(&weights.inputs),
    ];
    let cross = largest(&weights.inputs_by_state);
    if !sizes.into_iter().chain([cross]).all(Size::is_finite) {
        return Err(LqrFailure::NotFinite);
    }
    let inputs = Cholesky::of(&symmetric(&weights.inputs))
        .map_err(|(input, curvature)| not_convex(0, NotConvex { input, curvature }))?;
    // u = v − R⁻¹ S z leaves no mixed weight.
    let shift = inputs.solve(&weights.inputs_by_state);
    let doubled = Doubled {
        a: difference(a, &product(b, &shift)),
        g: symmetric(&product(b, &inputs.solve(&transposed(b)))),
        h: symmetric(&difference(
            &weights.state,
            &transposed_product(&weights.inputs_by_state, &shift),
        )),
    };
    let limit = doubled.limit()?;
    // A step of the recursion removes what rounding left in the doublings, and gives the gain.
    let last = eliminated((a, b), weights, &limit).map_err(|found| not_convex(0, found))?;
    let change = largest(&difference(&last.cost_to_go, &limit));
    let residual = change.quotient(largest(&limit));
    let residual = residual.to_f64();
    // Half of the digits.
    if residual.is_nan() || residual > libm::sqrt(T::EPSILON) {
        return Err(LqrFailure::Inaccurate { residual });
    }
    let gain = eliminated((a, b), weights, &last.cost_to_go)
        .map_err(|found| not_convex(0, found))?
        .gain;
    Ok(Lqr {
        gain,
        cost_to_go: last.cost_to_go,
        closed_loop: difference(a, &product(b, &gain)),
    })
}

/// The costs of a horizon, as doubling carries them.
///
/// ```text
/// A ← A W A,   G ← G + A W G Aᵀ,   H ← H + Aᵀ H W A,     W = (1 + G H)⁻¹
/// ```
///
/// After k of them A is what is left of a deviation after 2^k steps if the end costs nothing, and H is what it costs until
/// then.
#[derive(Clone, Copy)]
struct Doubled<T, const R: usize> {
    a: Matrix<T, R, R>,
    g: Matrix<T, R, R>,
    h: Matrix<T, R, R>,
}

impl<T: Scalar, const R: usize> Doubled<T, R> {
    /// H of an endless horizon, at which nothing is left of any deviation.
    fn limit(mut self) -> Result<Matrix<T, R, R>, LqrFailure> {
        let mut grows = false;
        for _ in 0..DOUBLINGS {
            if largest(&self.a).to_f64() <= T::EPSILON {
                return Ok(self.h);
            }
            let Some(next) = self.twice() else { break };
            let [before, after] = [&self.h, &next.h].map(|h| largest(h).to_f64());
            if !after.is_finite() {
                return Err(LqrFailure::NotStabilizable { cost: before });
            }
            if !largest(&next.a).is_finite() {
                break;
            }
            grows = after > 1.5 * before;
            self = next;
        }
        let [left, cost] = [&self.a, &self.h].map(|of| largest(of).to_f64());
        Err(if grows {
            LqrFailure::NotStabilizable { cost }
        } else {
            LqrFailure::NotDetectable { left }
        })
    }

    /// That of twice as many steps; `None` if 1 + G H is singular to rounding.
    fn twice(&self) -> Option<Self> {
        let one = T::from_f64(1.0);
        let unit = matrix(|row, column| if row == column { one } else { T::from_f64(0.0) });
        let inner = sum(&unit, &product(&self.g, &self.h));
        let (wa, wg) = (solved(&inner, &self.a)?, solved(&inner, &self.g)?);
        let more_g = product(&self.a, &product(&wg, &transposed(&self.a)));
        let more_h = transposed_product(&self.a, &product(&self.h, &wa));
        Some(Self {
            a: product(&self.a, &wa),
            g: symmetric(&sum(&self.g, &more_g)),
            h: symmetric(&sum(&self.h, &more_h)),
        })
    }
}

/// The gains that hold a motion: of a linear quadratic regulator over N steps, each with its own derivative.
///
/// ```text
/// min ½ δz_Nᵀ P_N δz_N + Σ_k ½ δz_kᵀ Q δz_k + δu_kᵀ S δz_k + ½ δu_kᵀ R δu_k     with δz_{k+1} = A_k δz_k + B_k δu_k
/// P_k = Q + A_kᵀ P_{k+1} A_k − (S + B_kᵀ P_{k+1} A_k)ᵀ K_k,     u_k = u*_k − K_k (z_k − z*_k)
/// ```
///
/// `steps` are the derivatives along the motion that is to be held, as
/// [`step_linearized_with`](crate::Integrator::step_linearized_with) gives them, and `terminal` is `P_N`: that of [`lqr`] where
/// the motion ends at rest and is held there, or any weight. Writes `K_k` to `gains`, one for each step, and returns P₀.
///
/// ```
/// use extremal::planning::{Weights, lqr, tracking_gains};
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(coordinates(x), inputs(u), kinetic = 0.5 * dt(x).powi(2), force(x = u), discretize(Midpoint))]
/// struct Block;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let step = Integrator::new(Block, Midpoint, 0.1, [0.0], [0.0])?.linearize_with([0.0])?;
/// let weights = Weights::diagonal([1.0, 0.0], [0.1]);
/// let held = lqr(&step, &weights)?;
/// // What holds the rest at the end holds a motion that leads there.
/// let mut gains = [held.gain; 20];
/// let cost_to_go = tracking_gains(&[step; 20], &weights, &held.cost_to_go, &mut gains)?;
/// assert!((cost_to_go - held.cost_to_go).norm() < 1e-12);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// [`LqrFailure::NotConvex`], with the step, and [`LqrFailure::NotFinite`].
///
/// # Panics
///
/// If there are not as many gains as steps.
pub fn tracking_gains<T: Scalar, const R: usize, const I: usize, const P: usize>(
    steps: &[LinearizationOf<T, R, I, P>],
    weights: &Weights<T, R, I>,
    terminal: &Matrix<T, R, R>,
    gains: &mut [Matrix<T, I, R>],
) -> Result<Matrix<T, R, R>, LqrFailure> {
    assert_eq!(steps.len(), gains.len(), "one gain for each step");
    let symmetric_weights = Weights {
        state: symmetric(&weights.state),
        ..*weights
    };
    let mut later = symmetric(terminal);
    for (k, (step, gain)) in steps.iter().zip(gains).enumerate().rev() {
        let matrices = (&step.by_state, &step.by_inputs);
        let made = eliminated(matrices, &symmetric_weights, &later).map_err(|found| not_convex(k, found))?;
        if !largest(&made.cost_to_go).is_finite() {
            return Err(LqrFailure::NotFinite);
        }
        (*gain, later) = (made.gain, made.cost_to_go);
    }
    Ok(later)
}
