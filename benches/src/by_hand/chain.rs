//! W4: the midpoint rule for a planar chain of equal links in absolute angles.

use extremal::Scalar;

use super::newton::{History, is_solved, solve};

/// A chain of `N` links, and its state.
#[derive(Clone, Copy, Debug)]
pub struct Chain<const N: usize> {
    /// m l²
    inertia: f64,
    /// g/l
    weight: f64,
    h: f64,
    steps: usize,
    /// Time.
    pub t: f64,
    /// Angles.
    pub q: [f64; N],
    /// Momenta.
    pub p: [f64; N],
    history: History<N>,
}

impl<const N: usize> Chain<N> {
    /// At t = 0.
    pub fn new(m: f64, l: f64, g: f64, h: f64, q: [f64; N], v: [f64; N]) -> Self {
        let inertia = m * l * l;
        let (s, c) = Scalar::sin_cos_each(q);
        let (momentum, _) = momentum_and_force(&s, &c, &v, g / l);
        Self {
            inertia,
            weight: g / l,
            h,
            steps: 0,
            t: 0.0,
            q,
            p: momentum.map(|p| inertia * p),
            history: History::new(v),
        }
    }

    /// One step; the iterations of Newton's method that it took.
    ///
    /// # Panics
    ///
    /// If Newton's method fails.
    #[inline]
    pub fn step(&mut self) -> usize {
        // Everything is divided by m l².
        let p = self.p.map(|p| p / self.inertia);
        let k = 0.5 * self.h;
        let mut v = self.history.guess();
        let mut before = f64::INFINITY;
        for iterations in 1..=30 {
            let (s, c) = self.middle(&v);
            let (momentum, force) = momentum_and_force(&s, &c, &v, self.weight);
            let mut x: [f64; N] = std::array::from_fn(|i| p[i] + k * force[i] - momentum[i]);
            let mut a = self.tangent(&s, &c, &v);
            solve(&mut a, &mut x);
            for i in 0..N {
                v[i] -= x[i];
            }

            let (s, c) = self.middle(&v);
            let (momentum, force) = momentum_and_force(&s, &c, &v, self.weight);
            let r: [f64; N] = std::array::from_fn(|i| p[i] + k * force[i] - momentum[i]);
            let scale = std::array::from_fn(|i| p[i].abs() + (k * force[i]).abs() + momentum[i].abs());
            if is_solved(&r, &scale, &mut before) {
                for i in 0..N {
                    self.q[i] += self.h * v[i];
                    self.p[i] = self.inertia * (2.0 * momentum[i] - p[i]);
                }
                self.history.push(v);
                self.steps += 1;
                self.t = self.steps as f64 * self.h;
                return iterations;
            }
        }
        panic!("Newton's method failed at t = {}", self.t);
    }

    /// Sines and cosines in the middle of the element.
    #[inline]
    fn middle(&self, v: &[f64; N]) -> ([f64; N], [f64; N]) {
        let k = 0.5 * self.h;
        Scalar::sin_cos_each(std::array::from_fn(|i| self.q[i] + k * v[i]))
    }

    /// ∂r/∂v, pair by pair.
    #[inline]
    fn tangent(&self, s: &[f64; N], c: &[f64; N], v: &[f64; N]) -> [[f64; N]; N] {
        let k = 0.5 * self.h;
        let mut a = [[0.0; N]; N];
        let mut diagonal = [0.0; N];
        for i in 0..N {
            let mass = (N - i) as f64;
            diagonal[i] -= k * k * self.weight * mass * c[i];
            a[i][i] = -mass;
            for j in i + 1..N {
                let mass = (N - j) as f64;
                let cosine = mass * (c[i] * c[j] + s[i] * s[j]);
                let sine = mass * (s[i] * c[j] - c[i] * s[j]);
                let kk = k * k * v[i] * v[j] * cosine;
                let symmetric = kk - cosine;
                let skew = k * sine * (v[i] + v[j]);
                a[i][j] = symmetric - skew;
                a[j][i] = symmetric + skew;
                diagonal[i] -= kk;
                diagonal[j] -= kk;
            }
        }
        for i in 0..N {
            a[i][i] += diagonal[i];
        }
        a
    }
}

/// ∂L/∂v and ∂L/∂q over m l², through the velocities of the masses: two sums along the chain.
///
/// ```text
/// uₖ = Σ_{j≤k} cⱼvⱼ,  Xᵢ = Σ_{k≥i} uₖ;   pᵢ = cᵢXᵢ + sᵢYᵢ,   fᵢ = vᵢ(cᵢYᵢ − sᵢXᵢ) − (N − i) w sᵢ
/// ```
#[inline]
fn momentum_and_force<const N: usize>(
    s: &[f64; N],
    c: &[f64; N],
    v: &[f64; N],
    weight: f64,
) -> ([f64; N], [f64; N]) {
    let (mut x, mut y) = ([0.0; N], [0.0; N]);
    let (mut ux, mut uy) = (0.0, 0.0);
    for i in 0..N {
        ux += c[i] * v[i];
        uy += s[i] * v[i];
        (x[i], y[i]) = (ux, uy);
    }
    for i in (1..N).rev() {
        x[i - 1] += x[i];
        y[i - 1] += y[i];
    }
    let momentum = std::array::from_fn(|i| c[i] * x[i] + s[i] * y[i]);
    let force = std::array::from_fn(|i| v[i] * (c[i] * y[i] - s[i] * x[i]) - (N - i) as f64 * weight * s[i]);
    (momentum, force)
}
