//! Newton's method, iterated to the floor that rounding sets.
//!
//! Stopping just below a tolerance would leave a residual that accumulates over many steps as drift of the energy. So
//! the tolerance is one unit in the last place for each equation, and cannot be set. A residual below it may still have
//! the same sign in every step. Livens' schemes return it to the next step; variational schemes keep it
//! ([`Galerkin`](crate::schemes::Galerkin) tells how much).

mod course;
pub(crate) mod fixed_point;
mod floor;
mod held;
mod iteration;
mod reuse;
mod running;

use crate::Failure;
use crate::equations::{Equations, is_stable};
pub(crate) use course::{Course, MOST_HALVINGS, course, diverged_if_not_finite, has_stalled, is_noise};
use extremal_numerics::block::{at, is_finite, zeros};
use extremal_numerics::{Block, Scalar, Vector, lu};
pub(crate) use floor::{
    are_constraints_at_rounding, are_constraints_solved, do_constraints_fall, is_above_floor, is_floor,
    is_rounding_of_many, is_rounding_of_places, is_rounding_of_way, is_solved, is_solved_of_many, is_within,
    larger, largest, largest_by_row, least, most, motion, norm, small_change, tolerance_of_many,
};
pub(crate) use iteration::Iteration;

/// The iterations and the residual of a solve; the report of a step.
///
/// ```
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = -cos(x), discretize(Midpoint))]
/// struct Pendulum;
///
/// let report = Integrator::new(Pendulum, Midpoint, 0.01, [2.0], [0.0])?.step()?;
/// assert!(report.iterations <= 3 && report.residual_norm < 1e-15);
/// # Ok::<(), extremal::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Convergence {
    /// The number of Newton iterations, including those with an earlier tangent, or of those of a fixed point. Linear equations
    /// that straight-line code solved count as 0.
    pub iterations: usize,
    /// max |rᵢ| / max σᵢ at the result, where the row scale σᵢ is the sum of the magnitudes of the large summands of rᵢ.
    /// It is a few ε. Constraints are measured by their own scales, |gᵢ| / σᵢ.
    ///
    /// Where forces are small differences of large ones, as in a stiff truss, and their rounding ended the iteration, σᵢ has
    /// the rounding inside of them, too. Where the motion of the coordinates ended it: h max |δv| / max |q| of the
    /// last correction, if that is smaller. It is how far this correction moves the coordinates, relative to the largest one:
    /// a few ε, up to a thousand with discrete gradients.
    pub residual_norm: f64,
}

/// The x with r(x) = 0.
///
/// Linear equations take one correction from x = 0, without `guess`. Other equations take [`iterate`] from `guess`.
///
/// # Errors
///
/// The errors of [`iterate`].
pub fn solve<E, D>(
    equations: &E,
    known: &E::Known,
    guess: E::Unknown,
) -> Result<(E::Unknown, Convergence), Failure>
where
    E: Equations<D> + ?Sized,
{
    if E::LINEAR {
        let x = solve_linear::<E, D>(equations, known)?;
        if !is_finite(&x) {
            return Err(Failure::NotFinite {
                what: "solution of linear equations",
            });
        }
        return Ok((x, Convergence::default()));
    }
    let mut x = guess;
    let check = |x: &E::Unknown, r: &mut E::Unknown, scale: &mut E::Unknown| {
        equations.residual(known, x, r, scale);
    };
    let convergence = iterate::<E, D>(equations, known, &mut x, check, zeros)?;
    Ok((x, convergence))
}

/// Newton's method from `x`, in place. Afterwards `x` is the last iterate, also after a failure.
///
/// After each correction `check` evaluates the residual r and the row scales σ at the new x. It may evaluate other
/// quantities of the caller as well. Its last call is at the result.
///
/// ```text
/// ρ = max |rᵢ|/max(σᵢ, 100 √ε max σ)   (0/0 = 0),   R = max |rᵢ| / max σᵢ
/// converged: R ≤ N ε and ρ ≤ 64 N ε
/// at the floor: ρ > ½ ρ of the iteration before, and ρ ≤ √ε; so for constraints alone, unless |rᵢ| ≤ ε σᵢ
/// rounding, from the third iteration on: ρ > √ε, |rᵢ| ≤ min(N ε max σ, 64 N ε σᵢ) + 8 ε (σᵢ + τᵢ), and 8 ε max τ ≤ max σ/16,
/// where τ is the rounding inside of terms
/// at rest: h max |δv| ≤ min(1024 N ε, √ε) max |q| in two iterations in turn, and ρ ≤ 10⁻³, not 64 times that before
/// stalled: max |δv| ≤ √ε max |v| and more than a quarter of that before, and ½ ρ of the iteration before < ρ ≤ 10⁻³
/// ```
///
/// The last [`CONSTRAINTS`](Equations::CONSTRAINTS) equations are tested by |rᵢ| ≤ N ε σᵢ instead, and contribute |rᵢ|/σᵢ
/// to R. In systems of any size, where N is of all items, they are tested by |rᵢ| ≤ ε σᵢ, unless the last correction was so
/// small that what is left is rounding.
///
/// The first criterion holds if all equations are satisfied to the rounding of the largest summands, and each equation to
/// that of its own summands, which may be differences of summands 64 times as large. So it also works for equations with
/// different units. The second criterion accepts equations whose summands carry more rounding than that: ρ cannot fall
/// any further, while iterations that do not converge have a ρ far above √ε. (An equation at rest among moving ones has
/// no scale of its own. Hence the lower bound by the largest scale.)
///
/// The third criterion sees what cancels inside of terms ([`Equations::add_rounding`]). Forces of stiff bars are differences
/// of much larger ones, k (|d| − l), and the rounding of d, which may be that of places X + u, is magnified by k. Constraints
/// have to be solved by the first criterion. With ρ below √ε the floor is waited for: what it leaves is less, and does not
/// have one sign in each step, which would add up.
///
/// The fourth criterion does not need scales: a coordinate that is held at zero has no size of its own, and functions of
/// fields round as they do. So rounding may be larger than all summands of an equation. It moves the coordinates by their
/// rounding then: with the mass m, δv = ε h k |q|/(m + ¼ h² k) ≤ 4 ε |q|/h. Newton's method squares its error, and so a second
/// correction of this size is rounding, unless it made ρ more than 64 times as large. `displacement_scales` has max |q|/h for
/// velocities, and zero for all other unknowns, which are not tested. Only the third iteration and later ones are.
///
/// The fifth criterion is for coordinates that are displacements from places which Newton's method does not see: forces round
/// as the places do, while the coordinates may be zero. Constraints have to be solved by the first criterion.
///
/// The iteration also ends if a correction is no larger than the rounding of x: if all summands vanish, there is no scale.
/// With [`Factors`](Equations::Factors) an iteration may use the tangent of an earlier iteration of this
/// solve, if few such iterations suffice. The floor is accepted only after an iteration with a tangent of its own.
///
/// A pivot may be rounding before anything is eliminated. So iterations pivot by row after a floor above ε^¾, and where after
/// four of them ρ is above a tenth of that before.
///
/// A correction after which r is not finite, for example beyond the speed of light, is halved until r is finite.
///
/// # Errors
///
/// [`Failure::NotConverged`] after 30 iterations, [`Failure::Diverged`] if the residual is not finite, and the errors of
/// [`lu::solve_with_multipliers`].
#[inline]
pub fn iterate<E, D>(
    equations: &E,
    known: &E::Known,
    x: &mut E::Unknown,
    mut check: impl FnMut(&E::Unknown, &mut E::Unknown, &mut E::Unknown),
    displacement_scales: impl Fn() -> E::Unknown,
) -> Result<Convergence, Failure>
where
    E: Equations<D> + ?Sized,
{
    let mut iteration = Iteration::<E, D>::next(equations, known, x, &mut check);
    let result = match iteration.convergence() {
        Some(convergence) => Ok(convergence),
        None => iteration.go_on(equations, known, check, displacement_scales),
    };
    *x = iteration.x;
    result
}

/// x with A x = −r(0) for linear equations, by the generated program, or by elimination with pivoting if its pivots are
/// not trusted.
#[inline]
fn solve_linear<E, D>(equations: &E, known: &E::Known) -> Result<E::Unknown, Failure>
where
    E: Equations<D> + ?Sized,
{
    let (mut x, mut factors): (E::Unknown, E::Factors) = (zeros(), zeros());
    let growth = equations.correction(known, &zeros(), &mut x, &mut factors);
    // A pivot that is exactly zero shows no growth, but makes x infinite or NaN.
    if is_stable(growth) && is_finite(&x) {
        return Ok(x);
    }
    correction_with_pivots::<E, D>(equations, known, &zeros())
}

/// dx with A dx = −r at x, by elimination with row pivoting.
#[cold]
pub(crate) fn correction_with_pivots<E, D>(
    equations: &E,
    known: &E::Known,
    x: &E::Unknown,
) -> Result<E::Unknown, Failure>
where
    E: Equations<D> + ?Sized,
{
    let mut r: E::Unknown = zeros();
    let mut a: E::Tangent = zeros();
    equations.tangent(known, x, &mut r, &mut a);
    let mut units: E::Unknown = zeros();
    if E::LEAST_NORM {
        least_norm_of::<E, D>(equations, known, x, (&mut a, &mut r))?;
    } else {
        lu::solve_with_multipliers(a.as_mut_slice(), r.as_mut_slice(), 1, units.as_mut_slice())?;
    }
    Ok(opposite(&r))
}

/// A⁻¹ r, with those multipliers that have the least norm after the correction x − A⁻¹ r.
#[cold]
pub(crate) fn least_norm_of<E, D>(
    equations: &E,
    known: &E::Known,
    x: &E::Unknown,
    (a, r): (&mut E::Tangent, &mut E::Unknown),
) -> Result<(), Failure>
where
    E: Equations<D> + ?Sized,
{
    let (mut weights, mut vector): (E::Unknown, E::Unknown) = (zeros(), zeros());
    equations.multiplier_weights(known, &mut weights)?;
    let mut matrix: E::Tangent = zeros();
    let norm = lu::Norm {
        weights: weights.as_slice(),
        target: x.as_slice(),
    };
    let scratch = lu::Scratch {
        matrix: matrix.as_mut_slice(),
        vector: vector.as_mut_slice(),
    };
    lu::solve_least_norm(a.as_mut_slice(), r.as_mut_slice(), norm, scratch)?;
    Ok(())
}

fn opposite<T: Scalar, U: Block<T>>(x: &U) -> U {
    U::from_fn(|i| -at(x.as_slice(), i))
}

/// A direction along which the equations, linear ones, do not change, if their tangent is singular.
#[cold]
pub(crate) fn undetermined<E, D>(equations: &E, known: &E::Known) -> E::Unknown
where
    E: Equations<D> + ?Sized,
{
    let mut direction: E::Unknown = zeros();
    let mut a: E::Tangent = zeros();
    equations.tangent(known, &zeros(), &mut direction, &mut a);
    lu::kernel(a.as_mut_slice(), direction.as_mut_slice());
    direction
}

#[cfg(test)]
mod tests {
    use super::*;

    /// x₁² = known, and x₀ = x₁ + 1.
    struct Root {
        growth: f64,
    }

    impl Equations<()> for Root {
        type Scalar = f64;
        type Known = f64;
        type Unknown = [f64; 2];
        type Tangent = [[f64; 2]; 2];
        type Factors = [f64; 0];

        const LINEAR: bool = false;

        fn residual(&self, known: &f64, x: &[f64; 2], r: &mut [f64; 2], scale: &mut [f64; 2]) {
            *r = [x[1] * x[1] - known, x[0] - x[1] - 1.0];
            *scale = [x[1] * x[1] + known.abs(), x[0].abs() + x[1].abs() + 1.0];
        }

        fn tangent(&self, known: &f64, x: &[f64; 2], r: &mut [f64; 2], a: &mut [[f64; 2]; 2]) {
            *r = [x[1] * x[1] - known, x[0] - x[1] - 1.0];
            *a = [[0.0, 2.0 * x[1]], [1.0, -1.0]];
        }

        fn correction(&self, known: &f64, x: &[f64; 2], dx: &mut [f64; 2], _: &mut [f64; 0]) -> f64 {
            let root = (known - x[1] * x[1]) / (2.0 * x[1]);
            *dx = [1.0 + x[1] - x[0] + root, root];
            self.growth
        }
    }

    #[test]
    fn a_root_is_found_to_the_last_bits_with_both_solves() {
        for growth in [1.0, 1e9, f64::NAN, f64::INFINITY] {
            let (x, convergence) = solve::<_, ()>(&Root { growth }, &2.0, [0.0, 1.0]).unwrap();
            assert!(
                (x[1] - core::f64::consts::SQRT_2).abs() < 3e-16 && (x[0] - x[1] - 1.0).abs() < 1e-15,
                "{x:?}"
            );
            assert!(convergence.iterations <= 6 && convergence.residual_norm <= 8.0 * f64::EPSILON);
        }
    }

    #[test]
    fn without_a_root_the_failure_has_numbers() {
        let mut x = [0.0, 1.3];
        let root = Root { growth: 1.0 };
        let check = |x: &[f64; 2], r: &mut [f64; 2], scale: &mut [f64; 2]| {
            root.residual(&-1.0, x, r, scale);
        };
        let failure = iterate::<_, ()>(&root, &-1.0, &mut x, check, zeros);
        assert!(matches!(failure, Err(Failure::NotConverged { iterations: 30, residual }) if residual > 0.1));
        assert!(x[1].is_finite() && x[1] != 1.3);
        assert!(matches!(
            solve::<_, ()>(&root, &2.0, [0.0, 1e-200]),
            Err(Failure::Diverged { iterations: 1, .. })
        ));
        assert!(matches!(
            solve::<_, ()>(&root, &2.0, [0.0, 0.0]),
            Err(Failure::SingularTangent { pivot: 1, .. })
        ));
        let pivoted = Root {
            growth: f64::INFINITY,
        };
        assert!(matches!(
            solve::<_, ()>(&pivoted, &2.0, [0.0, 0.0]),
            Err(Failure::SingularTangent { pivot: 1, .. })
        ));
    }

    #[test]
    fn a_residual_with_noisy_terms_is_accepted_at_its_floor() {
        let root = Root { growth: 1.0 };
        let mut x = [0.0, 1.0];
        let check = |x: &[f64; 2], r: &mut [f64; 2], scale: &mut [f64; 2]| {
            root.residual(&2.0, x, r, scale);
            r[0] += 1e-11;
        };
        let convergence = iterate::<_, ()>(&root, &2.0, &mut x, check, zeros);
        assert!(
            convergence.is_ok_and(|c| c.iterations <= 7 && c.residual_norm > 1e-12),
            "{convergence:?}"
        );
    }
    /// x² = 2 with noise that is larger than its scale, as of stiff forces that cancel.
    struct Noisy {
        evaluations: core::cell::Cell<usize>,
    }

    impl Noisy {
        fn value(&self, x: f64) -> f64 {
            self.evaluations.set(self.evaluations.get() + 1);
            x * x - 2.0 + [4e-15, -5e-15, 1e-15][self.evaluations.get() % 3]
        }
    }

    impl Equations<()> for Noisy {
        type Scalar = f64;
        type Known = ();
        type Unknown = [f64; 1];
        type Tangent = [[f64; 1]; 1];
        type Factors = [f64; 0];

        const LINEAR: bool = false;

        fn residual(&self, (): &(), x: &[f64; 1], r: &mut [f64; 1], scale: &mut [f64; 1]) {
            (*r, *scale) = ([self.value(x[0])], [1e-11]);
        }

        fn tangent(&self, (): &(), x: &[f64; 1], r: &mut [f64; 1], a: &mut [[f64; 1]; 1]) {
            (*r, *a) = ([self.value(x[0])], [[2.0 * x[0]]]);
        }

        fn correction(&self, (): &(), x: &[f64; 1], dx: &mut [f64; 1], _: &mut [f64; 0]) -> f64 {
            *dx = [-self.value(x[0]) / (2.0 * x[0])];
            1.0
        }
    }

    #[test]
    fn noise_beyond_the_floor_is_accepted_once_coordinates_are_at_rest() {
        let solve = |way: f64| {
            let noisy = Noisy {
                evaluations: core::cell::Cell::new(0),
            };
            let mut x = [1.4];
            let check =
                |x: &[f64; 1], r: &mut [f64; 1], scale: &mut [f64; 1]| noisy.residual(&(), x, r, scale);
            iterate::<_, ()>(&noisy, &(), &mut x, check, || [way]).map(|report| (x[0], report))
        };
        assert!(matches!(solve(0.0), Err(Failure::NotConverged { .. })));
        let (x, report) = solve(1.0).expect("two corrections in turn are rounding");
        assert!((x - core::f64::consts::SQRT_2).abs() < 1e-14, "{x}");
        assert!(
            report.iterations <= 6 && report.residual_norm < 1e-14,
            "{report:?}"
        );
    }

    #[test]
    fn an_iteration_without_a_root_is_never_at_rest() {
        let root = Root { growth: 1.0 };
        for start in [0.3, 1.3, 5.0, 1e3] {
            let mut x = [0.0, start];
            let check = |x: &[f64; 2], r: &mut [f64; 2], scale: &mut [f64; 2]| {
                root.residual(&-1.0, x, r, scale);
            };
            let failure = iterate::<_, ()>(&root, &-1.0, &mut x, check, || [1.0; 2]);
            assert!(
                matches!(failure, Err(Failure::NotConverged { .. })),
                "{failure:?}"
            );
        }
    }
}
