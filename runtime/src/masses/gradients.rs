//! A direction with a negative mass in a large matrix, by conjugate gradients.
//!
//! ```text
//! A = D M D,   Dₖ = 1/√Mₖₖ,   A x = A z by residuals r and directions p:   p·A p < 0 shows it
//! ```
//!
//! While all p·A p are above zero, the part of r along an eigenvector with a negative value grows. So a residual that vanishes
//! shows that there is none of which z has a part, and z has some of each: its numbers are not alike.

use crate::system::Masses;
use extremal_numerics::block::{at, zeros_like};
use extremal_numerics::{Scalar, Size, Vector};

/// Directions that are tried. Mass matrices of elements need some ten, whatever the number of coordinates.
const MOST: usize = 512;

/// A direction with d·M d < 0 by more than rounding, where M is not stored as a whole. None is found if M is nearly singular.
#[cold]
pub(super) fn negative<T: Scalar, V: Vector<T>, M: Masses<T>>(
    m: &M,
    like: &V,
    rounding: T::Size,
) -> Option<V> {
    let zero = T::Size::from_f64(0.0);
    let scaled = Scaled {
        roots: roots(m, like)?,
        m,
    };
    let (mut r, _) = scaled.product(&like.like(unlike));
    let mut p = r.clone();
    let first = dot(&r, &r);
    let mut square = first;
    for _ in 0..MOST {
        let (product, size) = scaled.product(&p);
        let energy = dot(&p, &product);
        if energy.real() < zero - rounding * size {
            let roots = scaled.roots.as_slice();
            return Some(p.like(|k| at(p.as_slice(), k) * at(roots, k)));
        }
        // What is left are directions without a mass; a number that is not finite ends the search as well.
        let goes_on = energy.real() > rounding * size && energy.real() < T::Size::INFINITY;
        if !goes_on {
            return None;
        }
        let length = square / energy;
        r = r.like(|k| at(r.as_slice(), k) - length * at(product.as_slice(), k));
        let left = dot(&r, &r);
        if left.real() <= rounding * rounding * first.real() {
            return None;
        }
        let share = left / square;
        square = left;
        p = p.like(|k| at(r.as_slice(), k) + share * at(p.as_slice(), k));
    }
    None
}

/// D, from the largest entry of a row where its mass is not above zero; `None` if no entry is beside the diagonal.
fn roots<T: Scalar, V: Vector<T>>(m: &impl Masses<T>, like: &V) -> Option<V> {
    let zero = T::Size::from_f64(0.0);
    let mut largest: V = zeros_like(like);
    let mut is_coupled = false;
    m.each_entry(&mut |row, column, value| {
        let size = value.magnitude();
        is_coupled |= row != column && size > zero;
        if let Some(most) = largest.as_mut_slice().get_mut(row)
            && size > most.magnitude()
        {
            *most = T::from_size(size);
        }
    });
    let root = |k: usize| {
        let (mass, most) = (m.diagonal(k).real(), at(largest.as_slice(), k).magnitude());
        let size = if mass > zero { mass } else { most };
        if size > zero {
            T::from_size(Scalar::recip(Scalar::sqrt(size)))
        } else {
            T::from_f64(0.0)
        }
    };
    is_coupled.then(|| like.like(root))
}

struct Scaled<'a, V, M> {
    m: &'a M,
    roots: V,
}

impl<V, M> Scaled<'_, V, M> {
    /// A x, and the sum of the sizes of the terms of x·A x.
    fn product<T: Scalar>(&self, x: &V) -> (V, T::Size)
    where
        V: Vector<T>,
        M: Masses<T>,
    {
        let mut product: V = zeros_like(x);
        let mut size = T::Size::from_f64(0.0);
        let of = |k: usize| at(x.as_slice(), k) * at(self.roots.as_slice(), k);
        self.m.each_entry(&mut |row, column, value| {
            let term = value * of(column);
            size = size + (term * of(row)).magnitude();
            if let Some(sum) = product.as_mut_slice().get_mut(row) {
                *sum = *sum + term * at(self.roots.as_slice(), row);
            }
        });
        (product, size)
    }
}

fn dot<T: Scalar, V: Vector<T>>(a: &V, b: &V) -> T {
    let terms = a.as_slice().iter().zip(b.as_slice());
    terms.fold(T::from_f64(0.0), |sum, (a, b)| sum + *a * *b)
}

/// Numbers between −1 and 1 that are not alike.
fn unlike<T: Scalar>(k: usize) -> T {
    // Multiples of the golden ratio, as parts of 2³² turns.
    let turns = k.wrapping_mul(2).wrapping_add(1).wrapping_mul(0x4f1b_bcdc) & 0xffff_ffff;
    let [half, one, tenth] = [0.5, 1.0, 0.1].map(T::Size::from_f64);
    let part = T::Size::from_count(turns >> 8) / T::Size::from_count(1 << 23);
    T::from_size(part - one + tenth / (T::Size::from_count(k) + one + half))
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use nalgebra::DVector;

    use super::negative;
    use crate::family::{Adding, AssembledMasses, Entries, SummedMasses};

    /// A chain with masses, and products of neighbours.
    struct Chain<'a>(&'a [f64], f64);

    impl Adding<f64> for Chain<'_> {
        fn add_to(&self, entries: &mut impl Entries<f64>) {
            let Self(masses, product) = *self;
            for (k, &mass) in masses.iter().enumerate() {
                entries.add(k, k, mass);
                if k > 0 {
                    let product = product * f64::sqrt(mass.abs() * masses[k - 1].abs());
                    entries.add(k, k - 1, product);
                    entries.add(k - 1, k, product);
                }
            }
        }
    }

    /// Whether a chain has a negative mass, with a direction that shows it.
    fn is_negative(masses: &[f64], product: f64) -> bool {
        let m = AssembledMasses::summed(masses.len(), &Chain(masses, product));
        let found = negative(&m, &DVector::from_element(masses.len(), 0.0), 1.5e-11);
        if let Some(d) = &found {
            let energy: f64 = m.iter().map(|(i, j, x)| d[i] * x * d[j]).sum();
            assert!(energy < 0.0, "{energy:e}");
        }
        found.is_some()
    }

    /// The eigenvalues of the scaled matrix are 1 + 2 c cos(j π/(n + 1)): the smallest is known.
    #[test]
    fn the_sign_of_the_smallest_eigenvalue() {
        for n in [2_usize, 3, 10, 100, 1000] {
            let limit = 0.5 / f64::cos(core::f64::consts::PI / (n as f64 + 1.0));
            for scale in [1e-26, 1.0, 1e24] {
                let masses = DVector::from_fn(n, |k, _| scale * (1 + k % 7) as f64);
                let masses = masses.as_slice();
                assert!(!is_negative(masses, limit * 0.999), "{n} {scale:e}");
                assert!(is_negative(masses, limit * 1.01), "{n} {scale:e}");
            }
        }
        assert!(is_negative(&[0.0, 1.0, -1.0], 0.5));
        // Singular, and not negative.
        assert!(!is_negative(&[1.0, 4.0], 1.0));
    }
}
