//! The algebra of the cone x₀ ≥ |x₁|, of which cones of friction are scaled copies.
//!
//! ```text
//! det x = x₀² − |x₁|²,   J x = (x₀, −x₁),   x⁻¹ = J x/det x
//! ```
//!
//! Knows no contacts. F. Alizadeh, D. Goldfarb, Second-order cone programming, Mathematical Programming 95, 2003, section 4.

use super::local::{Triple, larger, length};
use extremal_numerics::{Scalar, Size};

/// x₀ − |x₁| and x₀ + |x₁|, the eigenvalues.
pub(super) fn eigenvalues<T: Size>([x, y, z]: Triple<T>) -> [T; 2] {
    let size = length([y, z]);
    [x - size, x + size]
}

/// det x, the product of the eigenvalues.
pub(super) fn det<T: Size>(x: Triple<T>) -> T {
    let [low, high] = eigenvalues(x);
    low * high
}

pub(super) fn dot<T: Size>([a, b, c]: Triple<T>, [x, y, z]: Triple<T>) -> T {
    a * x + b * y + c * z
}

/// J x
fn reflected<T: Size>([x, y, z]: Triple<T>) -> Triple<T> {
    [x, -y, -z]
}

/// x⁻¹
pub(super) fn inverse<T: Size>(x: Triple<T>) -> Triple<T> {
    let det = det(x);
    reflected(x).map(|x| x / det)
}

/// x + α d
pub(super) fn moved<T: Size>([x, y, z]: Triple<T>, length: T, [a, b, c]: Triple<T>) -> Triple<T> {
    [x + length * a, y + length * b, z + length * c]
}

/// The symmetric matrix H with H p = v of Y. E. Nesterov and M. J. Todd, Primal-dual interior-point methods for self-scaled
/// cones, SIAM Journal on Optimization 8, 1998:
///
/// ```text
/// H = √(det v/det p) (2 w wᵀ − J),   w = (J p/√det p + v/√det v)/(2 γ),   2 γ² = 1 + p·v/√(det p det v)
/// ```
pub(super) fn scaling<T: Size>(p: Triple<T>, v: Triple<T>) -> [Triple<T>; 3] {
    let (size, w @ [x, y, z]) = geometric_mean(p, v);
    let two = T::from_f64(2.0);
    let row = |factor: T| w.map(|w| two * factor * w * size);
    let [[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]] = [x, y, z].map(row);
    [[xx - size, xy, xz], [yx, yy + size, yz], [zx, zy, zz + size]]
}

/// √(det v/det p) and w.
fn geometric_mean<T: Size>(p: Triple<T>, v: Triple<T>) -> (T, Triple<T>) {
    let [root_p, root_v] = [p, v].map(|x| Scalar::sqrt(det(x)));
    let (p, v) = (p.map(|x| x / root_p), v.map(|x| x / root_v));
    let (one, two) = (T::from_f64(1.0), T::from_f64(2.0));
    let gamma = Scalar::sqrt((one + dot(p, v)) / two);
    let w = moved(v, one, reflected(p)).map(|sum| sum / (two * gamma));
    (root_v / root_p, w)
}

/// The root W of H, and λ = W p = W⁻¹ v:
///
/// ```text
/// W = ⁴√(det v/det p) (2 q qᵀ − J),   q = (w + e)/√(2 (w₀ + 1)),   e = (1, 0)
/// ```
#[cfg(feature = "alloc")]
pub(super) struct Root<T> {
    q: Triple<T>,
    size: T,
    lambda: Triple<T>,
}

#[cfg(feature = "alloc")]
impl<T: Size> Root<T> {
    pub(super) fn of_scaling(p: Triple<T>, v: Triple<T>) -> Self {
        let (size, [x, y, z]) = geometric_mean(p, v);
        let one = T::from_f64(1.0);
        let root = Scalar::sqrt(T::from_f64(2.0) * (x + one));
        let q = [x + one, y, z].map(|x| x / root);
        let size = Scalar::sqrt(size);
        let lambda = quadratic(q, p).map(|x| size * x);
        Self { q, size, lambda }
    }

    /// W x
    fn forth(&self, x: Triple<T>) -> Triple<T> {
        quadratic(self.q, x).map(|x| self.size * x)
    }

    /// W⁻¹ x
    fn back(&self, x: Triple<T>) -> Triple<T> {
        quadratic(reflected(self.q), x).map(|x| x / self.size)
    }

    /// W L(λ)⁻¹ ((W Δp) ∘ (W⁻¹ Δv)) with L(λ) x = λ ∘ x = (λ·x, λ₀ x₁ + x₀ λ₁).
    pub(super) fn curvature(&self, dp: Triple<T>, dv: Triple<T>) -> Triple<T> {
        let (a @ [a_0, a_1, a_2], b @ [b_0, b_1, b_2]) = (self.forth(dp), self.back(dv));
        let product @ [_, c_1, c_2] = [dot(a, b), a_0 * b_1 + b_0 * a_1, a_0 * b_2 + b_0 * a_2];
        let lambda @ [l_0, l_1, l_2] = self.lambda;
        let x = dot(reflected(lambda), product) / det(lambda);
        self.forth([x, (c_1 - x * l_1) / l_0, (c_2 - x * l_2) / l_0])
    }
}

/// (2 q qᵀ − J) x
#[cfg(feature = "alloc")]
fn quadratic<T: Size>(q: Triple<T>, x: Triple<T>) -> Triple<T> {
    let opposite = reflected(x).map(|x| -x);
    moved(opposite, T::from_f64(2.0) * dot(q, x), q)
}

/// The length α > 0 at which x + α d leaves the cone; infinite if it never does.
pub(super) fn reach<T: Size>(x: Triple<T>, d: Triple<T>) -> T {
    // a α² + 2 b α + c = 0
    let (a, b, c) = (det(d), dot(x, reflected(d)), det(x));
    let zero = T::from_f64(0.0);
    if b >= zero && a >= zero {
        return T::INFINITY;
    }
    // b² ≥ a c where x is in the cone, but for rounding.
    let root = Scalar::sqrt(larger(b * b - a * c, zero));
    if b <= zero {
        c / (root - b)
    } else {
        -((b + root) / a)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const P: Triple<f64> = [2.0, 0.7, -1.1];
    const V: Triple<f64> = [0.4, -0.3, 0.2];

    #[test]
    fn the_scaling_takes_percussions_to_velocities() {
        let h = scaling(P, V);
        for (row, v) in h.iter().zip(V) {
            assert!((dot(*row, P) - v).abs() < 1e-15, "{h:?}");
        }
        // It takes the inverse of v to that of p, too, which no other positive matrix of the cone does.
        for (row, p) in h.iter().zip(inverse(P)) {
            assert!((dot(*row, inverse(V)) - p).abs() < 1e-14, "{h:?}");
        }
    }

    #[test]
    #[cfg(feature = "alloc")]
    fn the_root_of_the_scaling_takes_both_to_one_point() {
        let root = Root::of_scaling(P, V);
        let near = |a: Triple<f64>, b: Triple<f64>| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-14);
        assert!(
            near(root.forth(P), root.back(V)),
            "{:?} {:?}",
            root.forth(P),
            root.back(V)
        );
        let h = scaling(P, V);
        let x = [0.3, -1.2, 0.8];
        assert!(near(root.forth(root.forth(x)), h.map(|row| dot(row, x))));
        assert!(near(root.back(root.forth(x)), x));
        // Of Δp = p and Δv = v it is W λ = v.
        assert!(near(root.curvature(P, V), V));
    }

    #[test]
    fn a_line_leaves_the_cone_at_its_reach() {
        for d in [[-1.0, 0.3, 0.2], [0.5, 2.0, -1.0], [-0.2, -1.0, 1.0]] {
            let boundary = moved(P, reach(P, d), d);
            let [low, high] = eigenvalues(boundary);
            assert!(low.abs() < 1e-14 && high > 0.0, "{boundary:?}");
        }
        assert!(reach(P, [1.0, 0.5, 0.5]).is_infinite());
    }
}
