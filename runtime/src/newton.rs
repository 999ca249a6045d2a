//! Newton's method, to the floor that rounding sets, and aware of it.
//!
//! Knows equations and nothing of steps. Stopping just below a tolerance would leave a residual that
//! accumulates as drift of the energy over many steps; so the tolerance is one unit in the last place for each
//! equation, and nobody can set it.

mod reuse;

use crate::block::{is_finite, zeros};
use crate::equations::{has_small_growth, is_stable};
use crate::{Block, Equations, Failure, Scalar, lu};
use reuse::Reuse;

/// Newton's method converges in a handful of iterations from where it converges at all.
const MOST_ITERATIONS: usize = 30;

/// A correction this often halved is nothing.
const MOST_HALVINGS: usize = 30;

/// How a solve went.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Convergence {
    /// Newton iterations, those with an earlier tangent included; 0 where straight-line code solved linear equations.
    pub iterations: usize,
    /// max |rᵢ| / max σᵢ at the result, where σᵢ is the sum of the magnitudes of the large terms of rᵢ: a few ε.
    pub residual_norm: f64,
}

/// The x with r(x) = 0.
///
/// Where the equations are linear, one correction from x = 0, and `guess` is not used; else
/// [`iterate`] from `guess`.
///
/// # Errors
///
/// Those of [`iterate`].
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
    let convergence = iterate::<E, D>(equations, known, &mut x, |x, r, scale| {
        equations.residual(known, x, r, scale);
    })?;
    Ok((x, convergence))
}

/// Newton's method from `x`, in place: `x` is the last iterate afterwards, also after a failure.
///
/// After each correction `check` evaluates the residual r and its scale σ at the new x, and along with them
/// whatever its owner wants to know there; its last call is at the result.
///
/// ```text
/// ρ = max |rᵢ|/max(σᵢ, 100 √ε max σ)   (0/0 = 0),   R = max |rᵢ| / max σᵢ
/// converged: R ≤ N ε and ρ ≤ 64 N ε
/// at the floor: ρ > ½ ρ of the iteration before, and ρ ≤ √ε
/// ```
///
/// The first holds when the equations are satisfied to the rounding of the largest terms, and each of them to
/// that of its own, if those may be the difference of terms 64 times as large: so it does where the
/// equations have different units. The second accepts an equation whose terms carry more rounding than that:
/// ρ cannot fall any further then, while iterations that go astray have a ρ far above √ε. (An equation at rest among
/// moving ones has no scale of its own: hence the part of the largest.)
///
/// Where [`KEEPS_FACTORS`](Equations::KEEPS_FACTORS), an iteration may take the tangent of an earlier one of this solve, if
/// few such iterations suffice; the floor is accepted only after an iteration with a tangent of its own.
///
/// A correction after which r is not finite, as beyond the speed of light, is halved until it is.
///
/// # Errors
///
/// [`Failure::NotConverged`] after 30 iterations, [`Failure::Diverged`] when the residual is no longer finite,
/// and those of [`lu::solve`].
#[inline]
pub fn iterate<E, D>(
    equations: &E,
    known: &E::Known,
    x: &mut E::Unknown,
    mut check: impl FnMut(&E::Unknown, &mut E::Unknown, &mut E::Unknown),
) -> Result<Convergence, Failure>
where
    E: Equations<D> + ?Sized,
{
    let first = Iteration::<E, D>::next(equations, known, x, &mut check);
    match first.convergence() {
        Some(convergence) => {
            *x = first.x;
            Ok(convergence)
        }
        None => first.go_on(equations, known, x, check),
    }
}

/// An iteration with a tangent of its own, made by the program that trusts its pivots.
///
/// Most steps take one, and what is not needed then is not computed: whether the pivots were to be trusted is asked only
/// if the residual does not vanish, for if it does they were.
pub(crate) struct Iteration<E: Equations<D> + ?Sized, D> {
    /// The unknown before.
    from: E::Unknown,
    growth: f64,
    factors: E::Tangent,
    /// The unknown after.
    pub(crate) x: E::Unknown,
    /// The residual there.
    r: E::Unknown,
    scale: E::Unknown,
}

impl<E: Equations<D> + ?Sized, D> Iteration<E, D> {
    /// From the guess `from`; generated programs that are short are compiled into the place of the call.
    #[inline]
    pub(crate) fn first(
        equations: &E,
        known: &E::Known,
        from: &E::Unknown,
        check: impl FnMut(&E::Unknown, &mut E::Unknown, &mut E::Unknown),
    ) -> Self {
        let (mut dx, mut factors) = (zeros(), zeros());
        let growth = equations.correction(known, from, &mut dx, &mut factors);
        Self::made(from, dx, growth, factors, check)
    }

    /// The same, for all iterations that come after others.
    fn next(
        equations: &E,
        known: &E::Known,
        from: &E::Unknown,
        check: impl FnMut(&E::Unknown, &mut E::Unknown, &mut E::Unknown),
    ) -> Self {
        let (mut dx, mut factors) = (zeros(), zeros());
        let growth = correction_apart::<E, D>(equations, known, from, &mut dx, &mut factors);
        Self::made(from, dx, growth, factors, check)
    }

    #[inline]
    fn made(
        from: &E::Unknown,
        dx: E::Unknown,
        growth: f64,
        factors: E::Tangent,
        mut check: impl FnMut(&E::Unknown, &mut E::Unknown, &mut E::Unknown),
    ) -> Self {
        let x = sum(from, &dx);
        let (mut r, mut scale) = (zeros(), zeros());
        check(&x, &mut r, &mut scale);
        Self {
            from: *from,
            growth,
            factors,
            x,
            r,
            scale,
        }
    }

    /// If the first iteration was enough.
    #[inline]
    pub(crate) fn convergence(&self) -> Option<Convergence> {
        is_solved(&self.r, &self.scale).then(|| Convergence {
            iterations: 1,
            residual_norm: norm(&self.r, &self.scale),
        })
    }

    /// The same in another place: what is handed on by value has one of its own only where it is, and this need not be kept in
    /// memory for it.
    #[inline]
    pub(crate) fn copied(&self) -> Self {
        Self {
            from: self.from,
            growth: self.growth,
            factors: self.factors,
            x: self.x,
            r: self.r,
            scale: self.scale,
        }
    }

    /// All iterations after the first, and that too if its pivots were not to be trusted.
    ///
    /// # Errors
    ///
    /// Those of [`iterate`].
    pub(crate) fn go_on(
        mut self,
        equations: &E,
        known: &E::Known,
        x: &mut E::Unknown,
        mut check: impl FnMut(&E::Unknown, &mut E::Unknown, &mut E::Unknown),
    ) -> Result<Convergence, Failure> {
        let mut reuse = Reuse::<E, D>::new();
        let mut before = f64::INFINITY;
        for iterations in 1..=MOST_ITERATIONS {
            let diverged = Failure::Diverged {
                iterations,
                residual: before,
            };
            let simplified = reuse.correction(&self.r);
            let is_simplified = simplified.is_some();
            if let Some(dx) = simplified {
                self.move_by(dx, &mut check);
            } else {
                if iterations > 1 {
                    self = Self::next(equations, known, &self.x, &mut check);
                }
                (reuse.factors, reuse.are_known) = (self.factors, self.is_trusted());
                if !reuse.are_known && !is_solved(&self.r, &self.scale) {
                    *x = self.from;
                    self.x = self.from;
                    let dx = correction_with_pivots::<E, D>(equations, known, &self.from);
                    let dx = dx.map_err(|failure| match failure {
                        Failure::NotFinite { .. } => diverged,
                        other => other,
                    })?;
                    self.move_by(dx, &mut check);
                }
            }
            *x = self.x;
            let residual_norm = norm(&self.r, &self.scale);
            let convergence = Convergence {
                iterations,
                residual_norm,
            };
            if is_solved(&self.r, &self.scale) {
                return Ok(convergence);
            }
            let mut by_row = largest_by_row(&self.r, &self.scale);
            let is_floor = by_row > 0.5 * before && by_row * by_row <= E::Scalar::EPSILON;
            if is_floor && !is_simplified {
                return Ok(convergence);
            }
            if !by_row.is_finite() {
                let halved = self.halve(&mut check);
                *x = self.x;
                by_row = halved.ok_or(diverged)?;
            }
            before = by_row;
            reuse.judge(&difference(&self.x, &self.from), residual_norm, is_floor);
        }
        Err(Failure::NotConverged {
            iterations: MOST_ITERATIONS,
            residual: before,
        })
    }

    /// Whether the elimination without pivoting kept half of the digits: the next iteration restores the others.
    fn is_trusted(&self) -> bool {
        // A pivot that is exactly zero leaves no growth behind, but no number either.
        has_small_growth::<E::Scalar>(self.growth) && is_finite(&self.x)
    }

    fn move_by(
        &mut self,
        dx: E::Unknown,
        check: &mut impl FnMut(&E::Unknown, &mut E::Unknown, &mut E::Unknown),
    ) {
        self.from = self.x;
        self.x = sum(&self.x, &dx);
        check(&self.x, &mut self.r, &mut self.scale);
    }

    /// Halves the last correction until r is finite: ρ then; nothing if it never is.
    #[cold]
    fn halve(
        &mut self,
        check: &mut impl FnMut(&E::Unknown, &mut E::Unknown, &mut E::Unknown),
    ) -> Option<f64> {
        (0..MOST_HALVINGS).find_map(|_| {
            let dx = difference(&self.x, &self.from);
            let half = E::Unknown::from_fn(|i| dx.as_slice()[i] * E::Scalar::from_f64(0.5));
            self.x = sum(&self.from, &half);
            check(&self.x, &mut self.r, &mut self.scale);
            let by_row = largest_by_row(&self.r, &self.scale);
            by_row.is_finite().then_some(by_row)
        })
    }
}

/// max |xᵢ|, not NaN.
#[inline]
fn largest<T: Scalar, U: Block<T>>(x: &U) -> f64 {
    let sizes = x.as_slice().iter().map(|x| x.magnitude());
    sizes.fold(0.0, |largest, size| if size > largest { size } else { largest })
}

/// The program of a correction where it is not in the place of the call: once for all iterations that come after others.
#[inline(never)]
fn correction_apart<E, D>(
    equations: &E,
    known: &E::Known,
    x: &E::Unknown,
    dx: &mut E::Unknown,
    factors: &mut E::Tangent,
) -> f64
where
    E: Equations<D> + ?Sized,
{
    equations.correction(known, x, dx, factors)
}

/// x with A x = −r(0) for linear equations, by the generated program, or with pivots where that is not to be trusted.
#[inline]
fn solve_linear<E, D>(equations: &E, known: &E::Known) -> Result<E::Unknown, Failure>
where
    E: Equations<D> + ?Sized,
{
    let (mut x, mut factors): (E::Unknown, E::Tangent) = (zeros(), zeros());
    let growth = equations.correction(known, &zeros(), &mut x, &mut factors);
    // A pivot that is exactly zero leaves no growth behind, but no number either.
    if is_stable(growth) && is_finite(&x) {
        return Ok(x);
    }
    correction_with_pivots::<E, D>(equations, known, &zeros())
}

/// The same by elimination with row pivoting.
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
    lu::solve(a.as_mut_slice(), r.as_mut_slice())?;
    Ok(E::Unknown::from_fn(|i| -r.as_slice()[i]))
}

/// x + y
#[inline]
fn sum<T: Scalar, U: Block<T>>(x: &U, y: &U) -> U {
    U::from_fn(|i| x.as_slice()[i] + y.as_slice()[i])
}

/// x − y
#[inline]
fn difference<T: Scalar, U: Block<T>>(x: &U, y: &U) -> U {
    U::from_fn(|i| x.as_slice()[i] - y.as_slice()[i])
}

/// How much larger than the difference that is left of them the terms of one equation may be.
const CANCELLATION: f64 = 64.0;

/// A few units in the last place of the terms; one for each of many equations.
fn tolerance<T: Scalar, U: Block<T>>() -> f64 {
    T::EPSILON * U::LEN.max(1) as f64
}

/// Whether a residual is no more than rounding, of the largest terms and of its own.
#[inline]
pub(crate) fn is_solved<T: Scalar, U: Block<T>>(r: &U, scale: &U) -> bool {
    let tolerance = tolerance::<T, U>();
    let (most, cancellation) = (tolerance * largest(scale), CANCELLATION * tolerance);
    let rows = r.as_slice().iter().zip(scale.as_slice());
    rows.fold(true, |holds, (r, scale)| {
        let (r, scale) = (r.magnitude(), scale.magnitude());
        // The difference of two infinities is not a number, so that it is not accepted.
        holds & (r - most <= 0.0) & (r <= cancellation * scale)
    })
}

/// R of a finite residual.
#[inline]
pub(crate) fn norm<T: Scalar, U: Block<T>>(r: &U, scale: &U) -> f64 {
    quotient(largest(r), largest(scale))
}

/// ρ; NaN or infinite where the residual is.
#[inline]
fn largest_by_row<T: Scalar, U: Block<T>>(r: &U, scale: &U) -> f64 {
    // An equation at rest among moving ones carries their rounding and has no scale of its own. And none has a scale of
    // zero, so that nothing is divided by it.
    let least_scale = 100.0 * Scalar::sqrt(T::EPSILON) * largest(scale) + f64::MIN_POSITIVE;
    let rows = r.as_slice().iter().zip(scale.as_slice());
    let size = rows.fold(0.0, |size, (r, scale)| {
        let scale = scale.magnitude();
        let by_row = r.magnitude() / if scale > least_scale { scale } else { least_scale };
        if by_row > size { by_row } else { size }
    });
    if is_finite(r) && is_finite(scale) {
        size
    } else {
        f64::NAN
    }
}

/// a/b with 0/0 = 0.
#[inline]
fn quotient(a: f64, b: f64) -> f64 {
    if a == 0.0 { 0.0 } else { a / b }
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

        const LINEAR: bool = false;

        fn residual(&self, known: &f64, x: &[f64; 2], r: &mut [f64; 2], scale: &mut [f64; 2]) {
            *r = [x[1] * x[1] - known, x[0] - x[1] - 1.0];
            *scale = [x[1] * x[1] + known.abs(), x[0].abs() + x[1].abs() + 1.0];
        }

        fn tangent(&self, known: &f64, x: &[f64; 2], r: &mut [f64; 2], a: &mut [[f64; 2]; 2]) {
            *r = [x[1] * x[1] - known, x[0] - x[1] - 1.0];
            *a = [[0.0, 2.0 * x[1]], [1.0, -1.0]];
        }

        fn correction(&self, known: &f64, x: &[f64; 2], dx: &mut [f64; 2], _: &mut [[f64; 2]; 2]) -> f64 {
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
        let failure = iterate::<_, ()>(&root, &-1.0, &mut x, |x, r, scale| {
            root.residual(&-1.0, x, r, scale);
        });
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
        let convergence = iterate::<_, ()>(&root, &2.0, &mut x, |x, r, scale| {
            root.residual(&2.0, x, r, scale);
            r[0] += 1e-11;
        });
        assert!(
            convergence.is_ok_and(|c| c.iterations <= 7 && c.residual_norm > 1e-12),
            "{convergence:?}"
        );
    }
}
