//! Compensated sums of coordinates and momenta.

use crate::drive::{OneStep, Scheme};

/// The scheme `D` with compensated sums: what the sums q₁ = q₀ + w and p₁ = p₀ + j lose by rounding is added in the next step.
///
/// ```text
/// y = w + e₀,   q₁ = fl(q₀ + y),   e₁ = q₀ + y − q₁   (exactly),   and so for p
/// ```
///
/// Rounding errors of sums are of the size ε |q| in each step, those of the gains of ε |w|, which is h times smaller. In
/// long runs with short steps the first ones are all that is seen: without compensation E is off by some ε √n after n
/// steps, with it by some h ε √n (D. Brouwer's law, Astron. J. 46 (1937) 149: both grow as a random walk, with mean zero).
/// What Newton's method leaves of its equations is added to those of the next step, since it has the same sign in every
/// step. A step takes 6 additions more for each number of the state; order, conserved quantities and stability are those of
/// `D`.
///
/// For [`Verlet`](super::Verlet), [`Midpoint`](super::Midpoint), [`Galerkin`](super::Galerkin), [`Livens`](super::Livens)
/// and [`ProlongationCollocation`](super::ProlongationCollocation), in systems of fixed and of any size without
/// constraints, contacts and dry friction; other schemes have no such sums. (With constraints [`Livens`](super::Livens)
/// always sums so.) Points and weights of [`Galerkin`](super::Galerkin) of degree 2 and higher are doubles, which leaves a
/// change of E of one sign: 10⁻⁴ ε a step of degree 4. In systems of any size the equations of implicit schemes are solved
/// less closely, so that compositions of them change E by 10⁻³ ε a step, and by 0.3 ε without compensation.
///
/// A new start, and so a kick, other parameters and another step size, begins without what was carried.
///
/// List it, and put [`Composition`](super::Composition) around it:
///
/// ```
/// use extremal::prelude::*;
///
/// #[derive(Clone, Copy, Lagrangian)]
/// #[lagrangian(
///     coordinates(r[2]),
///     kinetic = 0.5 * dt(r).norm_squared(),
///     potential = -1.0 / r.norm(),
///     discretize(Verlet, Compensated<Verlet>),
/// )]
/// struct Kepler;
///
/// let start = ([1.0, 0.0], [0.0, 1.1]);
/// let mut motion = Integrator::new(Kepler, Composition::<8, _>(Compensated(Verlet)), 0.05, start.0, start.1)?;
/// let energy = motion.energy();
/// motion.step_many(20_000)?;
/// assert!((motion.energy() - energy).abs() < 4e-15);
/// # Ok::<(), extremal::Error>(())
/// ```
///
/// W. Kahan, Commun. ACM 8 (1965) 40; E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration (2006), section VIII.5.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compensated<D>(pub D);

#[diagnostic::do_not_recommend]
impl<D> Scheme for Compensated<D> {
    type Driver = OneStep<Self>;
}
