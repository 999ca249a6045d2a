//! The midpoint rule for many masses between fixed ends, springs ½d² + ¼d⁴: with [`Tridiagonal`], and by hand with Thomas'
//! algorithm.
//!
//! ```text
//! r(v) = v + ½ h V'(q + ½ h v) − p = 0,   A = 1 + ¼ h² V''(q + ½ h v),   q += h v,   p' = 2 v − p
//! ```
//!
//! Guesses, tests of convergence and the order of operations of both are the same.

use extremal::matrix::{Matrix, Tridiagonal};
use extremal::nalgebra::DVector;

/// The step size.
pub const H: f64 = 0.1;

/// Newton's method ends when a correction is this small: the next one would be its square.
const SMALL: f64 = 1e-9;

pub(crate) fn start(n: usize) -> Vec<f64> {
    let place = |i: usize| 200.0 * core::f64::consts::PI * (i + 1) as f64 / (n + 1) as f64;
    (0..n).map(|i| place(i).sin()).collect()
}

/// State, guesses and their history.
#[derive(Clone, Debug)]
struct Motion {
    q: Vec<f64>,
    p: Vec<f64>,
    v: Vec<f64>,
    before: [Vec<f64>; 2],
}

impl Motion {
    fn new(n: usize) -> Self {
        let zeros = || vec![0.0; n];
        Self {
            q: start(n),
            p: zeros(),
            v: zeros(),
            before: [zeros(), zeros()],
        }
    }

    /// The quadratic extrapolation of the last three velocities.
    fn guess(&mut self) {
        let [one, two] = &mut self.before;
        for ((v, one), two) in self.v.iter_mut().zip(one).zip(two) {
            let next = 3.0 * (*v - *one) + *two;
            (*two, *one) = (*one, *v);
            *v = next;
        }
    }

    fn finish(&mut self) {
        for ((q, p), v) in self.q.iter_mut().zip(&mut self.p).zip(&self.v) {
            *q += H * v;
            *p = 2.0 * v - *p;
        }
    }

    /// ½ p² and the springs.
    fn energy(&self) -> f64 {
        let n = self.q.len();
        let at = |i: usize| if i == 0 || i > n { 0.0 } else { self.q[i - 1] };
        let springs = (0..=n)
            .map(|i| at(i + 1) - at(i))
            .map(|d| 0.5 * d * d + 0.25 * d.powi(4));
        springs.sum::<f64>() + self.p.iter().map(|p| 0.5 * p * p).sum::<f64>()
    }
}

/// ½ h V' and ¼ h² V'' of a spring that is longer by d.
#[inline]
fn spring(d: f64) -> (f64, f64) {
    let square = d * d;
    (0.5 * H * d * (1.0 + square), 0.25 * H * H * (1.0 + 3.0 * square))
}

/// With the storage of the library.
#[derive(Clone, Debug)]
pub struct LongChain {
    motion: Motion,
    tangent: Tridiagonal<f64, DVector<f64>>,
    residual: Vec<f64>,
}

impl LongChain {
    /// At rest, displaced by a sine.
    #[must_use]
    pub fn new(n: usize) -> Self {
        Self {
            motion: Motion::new(n),
            tangent: Tridiagonal::new(n),
            residual: vec![0.0; n],
        }
    }

    /// T + V.
    #[must_use]
    pub fn energy(&self) -> f64 {
        self.motion.energy()
    }

    /// The coordinates.
    #[must_use]
    pub fn coordinates(&self) -> &[f64] {
        &self.motion.q
    }

    /// The momenta.
    #[must_use]
    pub fn momenta(&self) -> &[f64] {
        &self.motion.p
    }

    /// Makes steps.
    pub fn run(&mut self, steps: usize) {
        for _ in 0..steps {
            self.motion.guess();
            while self.iterate() > SMALL {}
            self.motion.finish();
        }
    }

    /// One iteration; returns the largest correction.
    fn iterate(&mut self) -> f64 {
        let Motion { q, p, v, .. } = &mut self.motion;
        let (a, r) = (&mut self.tangent, &mut self.residual);
        a.clear();
        let (mut last, n) = (0.0, q.len());
        for i in 0..n {
            let middle = q[i] + 0.5 * H * v[i];
            let (force, stiffness) = spring(middle - last);
            r[i] = p[i] - v[i] - force;
            if i == 0 {
                a.add(&[0], &[0], &[1.0 + stiffness]);
            } else {
                r[i - 1] += force;
                a.add(
                    &[i - 1, i],
                    &[i - 1, i],
                    &[stiffness, -stiffness, -stiffness, 1.0 + stiffness],
                );
            }
            last = middle;
        }
        let (force, stiffness) = spring(-last);
        r[n - 1] += force;
        a.add(&[n - 1], &[n - 1], &[stiffness]);
        a.factor()
            .and_then(|()| a.solve(r))
            .expect("a positive definite matrix");
        correct(v, r)
    }
}

fn correct(v: &mut [f64], dv: &[f64]) -> f64 {
    let mut largest = 0.0_f64;
    for (v, dv) in v.iter_mut().zip(dv) {
        *v += dv;
        largest = largest.max(dv.abs());
    }
    largest
}

/// Plain loops, as one writes them for this system.
#[derive(Clone, Debug)]
pub struct ByHand {
    motion: Motion,
    residual: Vec<f64>,
    diagonal: Vec<f64>,
    off: Vec<f64>,
    factor: Vec<f64>,
}

impl ByHand {
    /// At rest, displaced by a sine.
    #[must_use]
    pub fn new(n: usize) -> Self {
        let zeros = || vec![0.0; n];
        Self {
            motion: Motion::new(n),
            residual: zeros(),
            diagonal: zeros(),
            off: zeros(),
            factor: zeros(),
        }
    }

    /// The coordinates.
    #[must_use]
    pub fn coordinates(&self) -> &[f64] {
        &self.motion.q
    }

    /// The momenta.
    #[must_use]
    pub fn momenta(&self) -> &[f64] {
        &self.motion.p
    }

    /// Makes steps.
    pub fn run(&mut self, steps: usize) {
        for _ in 0..steps {
            self.motion.guess();
            while self.iterate() > SMALL {}
            self.motion.finish();
        }
    }

    fn iterate(&mut self) -> f64 {
        let Motion { q, p, v, .. } = &mut self.motion;
        let (r, d, off, factor) = (
            &mut self.residual,
            &mut self.diagonal,
            &mut self.off,
            &mut self.factor,
        );
        let n = q.len();
        let mut last = 0.0;
        for i in 0..n {
            let middle = q[i] + 0.5 * H * v[i];
            let (force, stiffness) = spring(middle - last);
            r[i] = p[i] - v[i] - force;
            d[i] = 1.0 + stiffness;
            if i > 0 {
                r[i - 1] += force;
                d[i - 1] += stiffness;
                off[i - 1] = -stiffness;
            }
            last = middle;
        }
        let (force, stiffness) = spring(-last);
        r[n - 1] += force;
        d[n - 1] += stiffness;
        let mut pivot = d[0];
        r[0] /= pivot;
        for i in 1..n {
            factor[i] = off[i - 1] / pivot;
            pivot = d[i] - off[i - 1] * factor[i];
            r[i] = (r[i] - off[i - 1] * r[i - 1]) / pivot;
        }
        for i in (0..n - 1).rev() {
            r[i] -= factor[i + 1] * r[i + 1];
        }
        correct(v, r)
    }
}
