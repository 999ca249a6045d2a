//! W4: the midpoint rule for a planar chain of equal links in absolute angles.

use super::newton::solved;

/// A chain of `N` links, and its state.
#[derive(Clone, Copy, Debug)]
pub struct Chain<const N: usize> {
    m: f64,
    l: f64,
    g: f64,
    h: f64,
    /// Time.
    pub t: f64,
    /// Angles.
    pub q: [f64; N],
    /// Momenta.
    pub p: [f64; N],
    v: [f64; N],
}

impl<const N: usize> Chain<N> {
    /// At t = 0.
    #[must_use]
    pub fn new(m: f64, l: f64, g: f64, h: f64, q: [f64; N], v: [f64; N]) -> Self {
        let (s, c) = (q.map(f64::sin), q.map(f64::cos));
        let mut chain = Self {
            m,
            l,
            g,
            h,
            t: 0.0,
            q,
            p: [0.0; N],
            v,
        };
        (chain.p, _) = chain.momentum_and_force(&s, &c, &v);
        chain
    }

    /// One step; the iterations of Newton's method that it took.
    ///
    /// # Panics
    ///
    /// If Newton's method fails.
    #[inline]
    pub fn step(&mut self) -> usize {
        let known = *self;
        let (h, k) = (known.h, 0.5 * known.h);
        let middle = |v: &[f64; N]| -> ([f64; N], [f64; N]) {
            let mut both = ([0.0; N], [0.0; N]);
            let (sines, cosines) = (&mut both.0, &mut both.1);
            for ((sine, cosine), (q, v)) in sines.iter_mut().zip(cosines).zip(known.q.iter().zip(v)) {
                (*sine, *cosine) = (q + k * v).sin_cos();
            }
            both
        };
        let residual = |v: &[f64; N]| {
            let (s, c) = middle(v);
            let (momentum, force) = known.momentum_and_force(&s, &c, v);
            let r = std::array::from_fn(|i| known.p[i] + k * force[i] - momentum[i]);
            (r, known.tangent(&s, &c, v))
        };
        let iterations = solved(&mut self.v, residual);
        let (s, c) = middle(&self.v);
        let (momentum, force) = known.momentum_and_force(&s, &c, &self.v);
        for i in 0..N {
            self.q[i] += h * self.v[i];
            self.p[i] = momentum[i] + k * force[i];
        }
        self.t += h;
        iterations
    }

    /// ∂L/∂v and ∂L/∂q, pair by pair.
    #[inline]
    fn momentum_and_force(&self, s: &[f64; N], c: &[f64; N], v: &[f64; N]) -> ([f64; N], [f64; N]) {
        let (inertia, weight) = (self.m * self.l * self.l, self.m * self.g * self.l);
        let (mut momentum, mut force) = ([0.0; N], [0.0; N]);
        for i in 0..N {
            for j in 0..N {
                let mass = inertia * (N - i.max(j)) as f64;
                momentum[i] += mass * (c[i] * c[j] + s[i] * s[j]) * v[j];
                force[i] -= mass * (s[i] * c[j] - c[i] * s[j]) * v[i] * v[j];
            }
            force[i] -= (N - i) as f64 * weight * s[i];
        }
        (momentum, force)
    }

    /// ∂r/∂v.
    #[inline]
    fn tangent(&self, s: &[f64; N], c: &[f64; N], v: &[f64; N]) -> [[f64; N]; N] {
        let (inertia, weight) = (self.m * self.l * self.l, self.m * self.g * self.l);
        let k = 0.5 * self.h;
        let mut a = [[0.0; N]; N];
        for i in 0..N {
            let mass = (N - i) as f64;
            a[i][i] -= inertia * mass + k * k * weight * mass * c[i];
            for j in 0..N {
                if i == j {
                    continue;
                }
                let mass = inertia * (N - i.max(j)) as f64;
                let cosine = mass * (c[i] * c[j] + s[i] * s[j]);
                let sine = mass * (s[i] * c[j] - c[i] * s[j]);
                a[i][i] -= k * k * cosine * v[i] * v[j];
                a[i][j] += k * k * cosine * v[i] * v[j] - cosine - k * sine * (v[i] + v[j]);
            }
        }
        a
    }
}
