//! Eigenvalues of square matrices, by the Schur decomposition of nalgebra.

use core::fmt::Debug;

use nalgebra::allocator::Allocator;
use nalgebra::linalg::balancing::balance_parlett_reinsch;
use nalgebra::{Complex, Const, DefaultAllocator, Dim, DimDiff, DimSub, OMatrix, OVector, Schur, U1};

use super::Amplification;
use crate::Failure;
use crate::linearize::{Linearization, LinearizationOf};
use extremal_numerics::{Scalar, Size};

/// The bounds of the decomposition in ε, one after the other.
const BOUNDS: [f64; 7] = [1.0, 2.0, 4.0, 8.0, 64.0, 512.0, 4096.0];

/// Sweeps for each row of a matrix. Two or three suffice; LAPACK allows 30.
const SWEEPS: usize = 30;

/// Beyond this the sums of squares that balance a matrix overflow.
const LARGEST: f64 = 1e140;

/// Derivatives of a step whose eigenvalues are computed: those with up to 127 rows, for which nalgebra knows sizes less one.
#[diagnostic::on_unimplemented(
    message = "eigenvalues are computed for up to 63 coordinates, or for any number that only the program knows",
    label = "this system has more: declare their number as a field, `coordinates(x[masses])` with `masses: usize`; or compare \
             the highest frequency with the stable ω h of the scheme, chapter 3 of the guide"
)]
pub trait Amplified {
    /// An array of complex numbers, one for each row.
    type Eigenvalues: AsRef<[Complex<f64>]> + Copy + Debug + PartialEq;

    /// The eigenvalues of ∂z₁/∂z₀.
    ///
    /// # Errors
    ///
    /// [`Failure::NotFinite`] if an entry is not, and [`Failure::Eigenvalues`].
    fn amplified(&self) -> Result<Amplification<Self::Eigenvalues>, Failure>;
}

impl<A, B, C> Linearization<A, B, C>
where
    Self: Amplified,
{
    /// The eigenvalues of `by_state` = ∂z₁/∂z₀.
    ///
    /// For a linearization in (q, p, v), of a scheme that carries v, they are those in (q, p) and n more. These are zero for
    /// schemes whose p₁ is ∂L/∂v of v₁, so that the determinant is zero, and about −1 for `Livens`.
    /// [`Integrator::amplification`](crate::Integrator::amplification) has no such extra eigenvalues.
    ///
    /// # Errors
    ///
    /// [`Failure::NotFinite`] if an entry is not, and [`Failure::Eigenvalues`] if the eigenvalues are not found.
    pub fn amplification(&self) -> Result<Amplification<<Self as Amplified>::Eigenvalues>, Failure> {
        self.amplified()
    }
}

#[diagnostic::do_not_recommend]
impl<T: Scalar, const R: usize, const I: usize, const P: usize> Amplified for LinearizationOf<T, R, I, P>
where
    Const<R>: DimSub<U1>,
    DefaultAllocator: Allocator<Const<R>, DimDiff<Const<R>, U1>> + Allocator<DimDiff<Const<R>, U1>>,
{
    type Eigenvalues = [Complex<f64>; R];

    fn amplified(&self) -> Result<Amplification<[Complex<f64>; R]>, Failure> {
        let matrix = self.by_state.map(|entry| entry.real().to_f64());
        amplification::<Const<R>, _>(matrix, T::EPSILON, |each| core::array::from_fn(each))
    }
}

/// The eigenvalues of a derivative of a step, whose scalar has this ε. `list` calls its argument with each number of a row.
pub(super) fn amplification<D, E>(
    mut matrix: OMatrix<f64, D, D>,
    epsilon: f64,
    list: impl FnOnce(&mut dyn FnMut(usize) -> Complex<f64>) -> E,
) -> Result<Amplification<E>, Failure>
where
    D: DimSub<U1>,
    E: AsRef<[Complex<f64>]>,
    DefaultAllocator: OfSchur<D>,
{
    check_finite::<D>(&matrix)?;
    if matrix.amax() > LARGEST {
        return Err(Failure::NotFinite { what: "eigenvalues" });
    }
    // Units of q and p do not matter: rows and columns are scaled by powers of two.
    balance_parlett_reinsch::<f64, D>(&mut matrix);
    let size = Scalar::sqrt(matrix.iter().map(|entry| entry * entry).sum::<f64>());
    let (eigenvalues, bound) = of_balanced::<D, _>(matrix, list)?;
    let finite = |e: &Complex<f64>| e.re.is_finite() && e.im.is_finite();
    if !(size.is_finite() && eigenvalues.as_ref().iter().all(finite)) {
        return Err(Failure::NotFinite { what: "eigenvalues" });
    }
    let epsilon = epsilon.max(bound);
    Ok(Amplification {
        eigenvalues,
        size,
        epsilon,
    })
}

pub(super) fn check_finite<D: Dim>(matrix: &OMatrix<f64, D, D>) -> Result<(), Failure>
where
    DefaultAllocator: Allocator<D, D>,
{
    if matrix.iter().all(|entry| entry.is_finite()) {
        return Ok(());
    }
    Err(Failure::NotFinite {
        what: "derivative of the step",
    })
}

/// What Schur's form of a matrix with `D` rows needs: all fixed sizes up to 127 have it, and the dynamic one.
pub(super) trait OfSchur<D: DimSub<U1>>:
    Allocator<D, D> + Allocator<D> + Allocator<D, DimDiff<D, U1>> + Allocator<DimDiff<D, U1>>
{
}

impl<D: DimSub<U1>, A> OfSchur<D> for A where
    A: Allocator<D, D> + Allocator<D> + Allocator<D, DimDiff<D, U1>> + Allocator<DimDiff<D, U1>>
{
}

/// Eigenvalues by Schur's form.
///
/// The shifts of nalgebra's decomposition repeat themselves on some orthogonal matrices, as on cyclic permutations, which are
/// steps of a quarter of a period. Several equal eigenvalues, as of bodies that move freely, may stay a little above its bound.
/// The same matrix seen in a mirror has the same eigenvalues, and other shifts. A bound of a few ε moves equal eigenvalues by
/// its root, as rounding does anyway. Derivatives of discrete gradients are known to some hundred ε, and need such a bound
/// where bodies move freely. The second number is the bound that was met.
///
/// nalgebra's own function for the blocks takes the root of the discriminant of a block of two to be imaginary. Rounding makes
/// it real for some pairs that are nearly equal, for which it gives NaN.
pub(super) fn of_balanced<D, E>(
    matrix: OMatrix<f64, D, D>,
    list: impl FnOnce(&mut dyn FnMut(usize) -> Complex<f64>) -> E,
) -> Result<(E, f64), Failure>
where
    D: DimSub<U1>,
    DefaultAllocator: OfSchur<D>,
{
    let most = SWEEPS * matrix.nrows();
    let attempts = BOUNDS.map(|bound| bound * f64::EPSILON);
    let decomposed = attempts.iter().find_map(|&bound| {
        let schur = Schur::<f64, D>::try_new(matrix.clone(), bound, most)
            .or_else(|| Schur::<f64, D>::try_new(mirrored::<D>(&matrix), bound, most));
        schur.map(|schur| (schur, bound))
    });
    let Some((schur, bound)) = decomposed else {
        return Err(Failure::Eigenvalues { iterations: most });
    };
    let (_, t) = schur.unpack();
    let entry = |row: usize, column: usize| t.get((row, column)).copied().unwrap_or(0.0);
    let mut below = 0.0;
    Ok((list(&mut |k| of_block(&entry, k, &mut below)), bound))
}

/// The eigenvalue `k` of a matrix of Schur's form with these entries. `below` is the entry below the diagonal in the column
/// before, and becomes that in column k.
fn of_block(entry: &impl Fn(usize, usize) -> f64, k: usize, below: &mut f64) -> Complex<f64> {
    let (above, here) = (*below, entry(k + 1, k));
    *below = here;
    // The first and the second row of a block of two, or a block of one.
    let (k, sign) = match (above != 0.0, here != 0.0) {
        (true, _) => (k - 1, -1.0),
        (_, true) => (k, 1.0),
        _ => {
            return Complex {
                re: entry(k, k),
                im: 0.0,
            };
        }
    };
    let (mean, half) = (
        0.5 * (entry(k, k) + entry(k + 1, k + 1)),
        0.5 * (entry(k, k) - entry(k + 1, k + 1)),
    );
    let discriminant = half * half + entry(k, k + 1) * entry(k + 1, k);
    let root = sign * Scalar::sqrt(discriminant.abs());
    if discriminant < 0.0 {
        Complex { re: mean, im: root }
    } else {
        Complex {
            re: mean + root,
            im: 0.0,
        }
    }
}

/// P A P with P = 1 − 2 u uᵀ/(uᵀu) and a u that no symmetry of a system suggests.
fn mirrored<D: Dim>(matrix: &OMatrix<f64, D, D>) -> OMatrix<f64, D, D>
where
    DefaultAllocator: Allocator<D, D> + Allocator<D>,
{
    let rows = matrix.shape_generic().0;
    let u = OVector::<f64, D>::from_fn_generic(rows, U1, |row, _| 1.0 / (1.7 + row as f64)).normalize();
    let mirror = OMatrix::<f64, D, D>::from_fn_generic(rows, rows, |i, j| {
        let identity = if i == j { 1.0 } else { 0.0 };
        identity - u[i] * u[j] * 2.0
    });
    &mirror * matrix * &mirror
}

#[cfg(test)]
mod tests {
    extern crate std;

    use nalgebra::{Complex, SMatrix};

    use super::Amplified;
    use crate::Failure;
    use crate::linearize::LinearizationOf;
    use crate::stability::Amplification;

    fn of<const R: usize>(by_state: SMatrix<f64, R, R>) -> Result<Amplification<[Complex<f64>; R]>, Failure>
    where
        LinearizationOf<f64, R, 0, 0>: Amplified<Eigenvalues = [Complex<f64>; R]>,
    {
        LinearizationOf::<f64, R, 0, 0> {
            by_state,
            by_inputs: SMatrix::zeros(),
            by_parameters: SMatrix::zeros(),
        }
        .amplification()
    }

    #[test]
    fn cyclic_permutations_have_roots_of_one() {
        let shift = SMatrix::<f64, 6, 6>::from_fn(|i, j| if (i + 1) % 6 == j { 1.0 } else { 0.0 });
        let found = of(shift).expect("six roots of one");
        for e in found.eigenvalues() {
            let (re, im) = (e.re, e.im);
            let angle = 6.0 * f64::atan2(im, re);
            assert!(
                (re.hypot(im) - 1.0).abs() < 1e-14 && angle.sin().abs() < 1e-13,
                "{found:?}"
            );
        }
        // Each of six eigenvalues has some ε.
        assert!((found.determinant() + 1.0).abs() < 1e-13, "{found:?}");
    }

    #[test]
    fn units_do_not_matter() {
        let step = SMatrix::<f64, 4, 4>::from_row_slice(&[
            0.8, 0.1, 0.6e-9, 0.0, //
            0.1, 0.7, 0.0, 0.7e-9, //
            -0.6e9, 0.0, 0.8, 0.1, //
            0.0, -0.7e9, 0.1, 0.7,
        ]);
        let scaled = SMatrix::<f64, 4, 4>::from_fn(|i, j| match (i < 2, j < 2) {
            (true, false) => step[(i, j)] * 1e9,
            (false, true) => step[(i, j)] * 1e-9,
            _ => step[(i, j)],
        });
        let [a, b] = [step, scaled].map(|matrix| of(matrix).expect("regular"));
        assert!(
            (a.spectral_radius() - b.spectral_radius()).abs() < 1e-14,
            "{a:?} {b:?}"
        );
        assert_eq!(a.is_stable(), b.is_stable());
    }

    #[test]
    fn what_is_not_finite_has_no_eigenvalues() {
        let matrix = SMatrix::<f64, 2, 2>::new(1.0, f64::NAN, 0.0, 1.0);
        let what = "derivative of the step";
        assert_eq!(of(matrix), Err(Failure::NotFinite { what }));
        let matrix = SMatrix::<f64, 3, 3>::repeat(1e200);
        assert_eq!(of(matrix), Err(Failure::NotFinite { what: "eigenvalues" }));
        assert_eq!(
            of(SMatrix::<f64, 3, 3>::zeros()).map(|a| a.spectral_radius()),
            Ok(0.0)
        );
    }
}
