//! W5: orders 4 and 6 for the double pendulum, the Gauss points' velocities as unknowns.

use extremal::Scalar;

use super::newton::{History, is_solved, solve};

/// The double pendulum with equal masses and rods under elements of degree `P`, with `N` = 2P unknowns.
#[derive(Clone, Copy, Debug)]
pub struct GaussDoublePendulum<const P: usize, const N: usize> {
    /// m l²
    inertia: f64,
    /// g/l
    weight: f64,
    /// h aᵢⱼ and h bⱼ of the collocation at Gauss points.
    a: [[f64; P]; P],
    b: [f64; P],
    h: f64,
    steps: usize,
    /// Time.
    pub t: f64,
    /// Angles.
    pub q: [f64; 2],
    /// Momenta.
    pub p: [f64; 2],
    history: History<N>,
}

/// The values at one Gauss point that the equations need.
#[derive(Clone, Copy, Debug, Default)]
struct Point {
    momentum: [f64; 2],
    force: [f64; 2],
    sine: f64,
    cosine: f64,
    weights: [f64; 2],
}

impl GaussDoublePendulum<2, 4> {
    /// Order 4, at t = 0.
    pub fn order_4(m: f64, l: f64, g: f64, h: f64, q: [f64; 2], v: [f64; 2]) -> Self {
        let w = 3_f64.sqrt() / 6.0;
        Self::new([[0.25, 0.25 - w], [0.25 + w, 0.25]], [0.5; 2], (m, l, g), h, q, v)
    }
}

impl GaussDoublePendulum<3, 6> {
    /// Order 6, at t = 0.
    pub fn order_6(m: f64, l: f64, g: f64, h: f64, q: [f64; 2], v: [f64; 2]) -> Self {
        let w = 15_f64.sqrt();
        let a = [
            [5.0 / 36.0, 2.0 / 9.0 - w / 15.0, 5.0 / 36.0 - w / 30.0],
            [5.0 / 36.0 + w / 24.0, 2.0 / 9.0, 5.0 / 36.0 - w / 24.0],
            [5.0 / 36.0 + w / 30.0, 2.0 / 9.0 + w / 15.0, 5.0 / 36.0],
        ];
        Self::new(a, [5.0 / 18.0, 4.0 / 9.0, 5.0 / 18.0], (m, l, g), h, q, v)
    }
}

impl<const P: usize, const N: usize> GaussDoublePendulum<P, N> {
    fn new(
        a: [[f64; P]; P],
        b: [f64; P],
        (m, l, g): (f64, f64, f64),
        h: f64,
        q: [f64; 2],
        v: [f64; 2],
    ) -> Self {
        let inertia = m * l * l;
        let c = Scalar::cos(q[0] - q[1]);
        Self {
            inertia,
            weight: g / l,
            a: a.map(|row| row.map(|a| h * a)),
            b: b.map(|b| h * b),
            h,
            steps: 0,
            t: 0.0,
            q,
            p: [inertia * (2.0 * v[0] + c * v[1]), inertia * (v[1] + c * v[0])],
            history: History::new(std::array::from_fn(|i| v[i % 2])),
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
        let mut x = self.history.guess();
        let mut before = f64::INFINITY;
        for iterations in 1..=30 {
            let points = self.points(&x);
            let (mut dx, _) = self.residual(&p, &points);
            solve(&mut self.tangent(&x, &points), &mut dx);
            for i in 0..N {
                x[i] -= dx[i];
            }

            let points = self.points(&x);
            let (r, scale) = self.residual(&p, &points);
            if is_solved(&r, &scale, &mut before) {
                for i in 0..2 {
                    for m in 0..P {
                        self.q[i] += self.b[m] * x[2 * m + i];
                        self.p[i] += self.inertia * self.b[m] * points[m].force[i];
                    }
                }
                self.history.push(x);
                self.steps += 1;
                self.t = self.steps as f64 * self.h;
                return iterations;
            }
        }
        panic!("Newton's method failed at t = {}", self.t);
    }

    #[inline]
    fn points(&self, x: &[f64; N]) -> [Point; P] {
        let angles: [f64; N] = std::array::from_fn(|k| {
            let (m, i) = (k / 2, k % 2);
            (0..P).fold(self.q[i], |q, j| q + self.a[m][j] * x[2 * j + i])
        });
        let (s, c) = Scalar::sin_cos_each(angles);
        std::array::from_fn(|m| {
            let [s0, s1, c0, c1] = [s[2 * m], s[2 * m + 1], c[2 * m], c[2 * m + 1]];
            let [v0, v1] = [x[2 * m], x[2 * m + 1]];
            let (sine, cosine) = (s0 * c1 - c0 * s1, c0 * c1 + s0 * s1);
            let svv = sine * v0 * v1;
            let w = self.weight;
            Point {
                momentum: [2.0 * v0 + cosine * v1, v1 + cosine * v0],
                force: [-svv - 2.0 * w * s0, svv - w * s1],
                sine,
                cosine,
                weights: [2.0 * w * c0, w * c1],
            }
        })
    }

    /// pᵢ + h Σ aₘⱼ fⱼ − ∂L/∂v at each point, and its scale.
    #[inline]
    fn residual(&self, p: &[f64; 2], points: &[Point; P]) -> ([f64; N], [f64; N]) {
        let (mut r, mut scale) = ([0.0; N], [0.0; N]);
        for m in 0..P {
            for i in 0..2 {
                let impulse = (0..P).fold(0.0, |sum, j| sum + self.a[m][j] * points[j].force[i]);
                let momentum = points[m].momentum[i];
                r[2 * m + i] = p[i] + impulse - momentum;
                scale[2 * m + i] = p[i].abs() + impulse.abs() + momentum.abs();
            }
        }
        (r, scale)
    }

    /// h aₘₙ (∂f/∂v at n − ∂p/∂q at m) + h² Σ aₘⱼ aⱼₙ ∂f/∂q at j − δₘₙ M
    #[inline]
    fn tangent(&self, x: &[f64; N], points: &[Point; P]) -> [[f64; N]; N] {
        let mut tangent = [[0.0; N]; N];
        for m in 0..P {
            for n in 0..P {
                let (at_m, at_n) = (&points[m], &points[n]);
                let a = self.a[m][n];
                let [v0, v1] = [at_n.sine * x[2 * n], at_n.sine * x[2 * n + 1]];
                let [w0, w1] = [at_m.sine * x[2 * m], at_m.sine * x[2 * m + 1]];
                let mut block = [[a * (w1 - v1), -a * (v0 + w1)], [a * (v1 + w0), a * (v0 - w0)]];
                for j in 0..P {
                    let (aa, at) = (self.a[m][j] * self.a[j][n], &points[j]);
                    let cvv = aa * at.cosine * x[2 * j] * x[2 * j + 1];
                    block[0][0] -= cvv + aa * at.weights[0];
                    block[0][1] += cvv;
                    block[1][0] += cvv;
                    block[1][1] -= cvv + aa * at.weights[1];
                }
                if m == n {
                    block[0][0] -= 2.0;
                    block[0][1] -= at_m.cosine;
                    block[1][0] -= at_m.cosine;
                    block[1][1] -= 1.0;
                }
                for i in 0..2 {
                    for k in 0..2 {
                        tangent[2 * m + i][2 * n + k] = block[i][k];
                    }
                }
            }
        }
        tangent
    }
}
