//! Newton's method, and elimination.

/// A residual below this is small: all momenta here are of the size of one.
const SMALL: f64 = 1e-12;

/// The v where the residual vanishes, from the guess `v`; the iterations that it took. `at` gives the residual and its tangent.
///
/// # Panics
///
/// If there is none.
#[inline]
pub(super) fn solved<const N: usize>(
    v: &mut [f64; N],
    at: impl Fn(&[f64; N]) -> ([f64; N], [[f64; N]; N]),
) -> usize {
    for iterations in 0..30 {
        let (mut r, mut a) = at(v);
        if r.iter().all(|r| r.abs() < SMALL) {
            return iterations;
        }
        eliminate(&mut a, &mut r);
        for i in 0..N {
            v[i] -= r[i];
        }
    }
    panic!("Newton's method failed at v = {v:?}");
}

/// x ← A⁻¹ x.
#[inline]
fn eliminate<const N: usize>(a: &mut [[f64; N]; N], x: &mut [f64; N]) {
    for k in 0..N {
        for i in k + 1..N {
            let factor = a[i][k] / a[k][k];
            (k + 1..N).for_each(|j| a[i][j] -= factor * a[k][j]);
            x[i] -= factor * x[k];
        }
    }
    for k in (0..N).rev() {
        for j in k + 1..N {
            x[k] -= a[k][j] * x[j];
        }
        x[k] /= a[k][k];
    }
}
