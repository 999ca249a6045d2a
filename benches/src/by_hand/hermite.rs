//! W9: cubic Hermite elements for the double pendulum, whose momenta match at both nodes.

use extremal::Scalar;

use super::newton::{History, is_solved, solve};

/// The number of Gauss points.
const POINTS: usize = 4;

/// The double pendulum with equal masses and rods, and its state.
#[derive(Clone, Copy, Debug)]
pub struct HermiteDoublePendulum {
    /// m l²
    inertia: f64,
    /// g/l
    weight: f64,
    shapes: [Shapes; POINTS],
    products: [[[Products; 2]; 2]; POINTS],
    /// Σ of `gs` over all points.
    masses: [[f64; 2]; 2],
    h: f64,
    steps: usize,
    /// Time.
    pub t: f64,
    /// Angles.
    pub q: [f64; 2],
    /// Momenta.
    pub p: [f64; 2],
    v: [f64; 2],
    history: History<4>,
}

/// The numbers of a Gauss point: q − q₀ and q̇ by (q₁ − q₀)/h, v₀ and v₁, and the coefficients of the equations.
#[derive(Clone, Copy, Debug)]
struct Shapes {
    /// h N₁, h M₀, h M₁
    moved: [f64; 3],
    /// N₁', M₀', M₁'
    slope: [f64; 3],
    /// w h (1 − N₁) and w h N₁, the weights of the force in both equations.
    force: [f64; 2],
    /// w N₁', the weight of the momentum.
    momentum: f64,
}

/// What an equation has of the derivative of forces and momenta at a Gauss point by an unknown.
#[derive(Clone, Copy, Debug, Default)]
struct Products {
    /// ∂f/∂q
    fh: f64,
    /// ∂f/∂v
    fs: f64,
    /// ∂p/∂q
    gh: f64,
    /// ∂p/∂v
    gs: f64,
    /// fs + gh
    both: f64,
}

/// The values at one point that the equations need.
#[derive(Clone, Copy, Debug, Default)]
struct Point {
    momentum: [f64; 2],
    force: [f64; 2],
    cosine: f64,
    /// cos (q₀ − q₁) v₀ v₁, and sin (q₀ − q₁) v
    cvv: f64,
    sv: [f64; 2],
    /// −∂f/∂q on the diagonal.
    stiffness: [f64; 2],
}

impl Shapes {
    fn of(s: f64, w: f64, h: f64) -> Self {
        let n = s * s * (3.0 - 2.0 * s);
        let slope = [
            6.0 * s * (1.0 - s),
            (1.0 - s) * (1.0 - 3.0 * s),
            s * (3.0 * s - 2.0),
        ];
        Self {
            moved: [h * n, h * s * (1.0 - s) * (1.0 - s), -h * s * s * (1.0 - s)],
            slope,
            force: [w * h * (1.0 - n), w * h * n],
            momentum: w * slope[0],
        }
    }

    /// By equation, and by unknown: (q₁ − q₀)/h and v₁.
    fn products(&self) -> [[Products; 2]; 2] {
        [(self.force[0], -self.momentum), (self.force[1], self.momentum)].map(|(f, g)| {
            [0, 2].map(|b| {
                let (moved, slope) = (self.moved[b], self.slope[b]);
                Products {
                    fh: f * moved,
                    fs: f * slope,
                    gh: g * moved,
                    gs: g * slope,
                    both: f * slope + g * moved,
                }
            })
        })
    }
}

impl HermiteDoublePendulum {
    /// At t = 0.
    pub fn new(m: f64, l: f64, g: f64, h: f64, q: [f64; 2], v: [f64; 2]) -> Self {
        let inertia = m * l * l;
        let c = Scalar::cos(q[0] - q[1]);
        let root = (6.0_f64 / 5.0).sqrt();
        let [near, far] = [-root, root].map(|r| 0.5 * ((3.0 + 2.0 * r) / 7.0).sqrt());
        let [high, low] = [1.0, -1.0].map(|sign| (18.0 + sign * 30.0_f64.sqrt()) / 72.0);
        let points = [(-far, low), (-near, high), (near, high), (far, low)];
        let shapes = points.map(|(s, w)| Shapes::of(0.5 + s, w, h));
        let products = shapes.map(|shapes| shapes.products());
        let mass = |e: usize, u: usize| products.iter().map(|at| at[e][u].gs).sum();
        Self {
            inertia,
            weight: g / l,
            shapes,
            products,
            masses: [[mass(0, 0), mass(0, 1)], [mass(1, 0), mass(1, 1)]],
            h,
            steps: 0,
            t: 0.0,
            q,
            p: [inertia * (2.0 * v[0] + c * v[1]), inertia * (v[1] + c * v[0])],
            v,
            history: History::new([v[0], v[1], v[0], v[1]]),
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
            let (points, end) = self.points(&x);
            let (mut dx, _) = self.residual(&p, &points, &end);
            solve(&mut self.tangent(&points, &end), &mut dx);
            for (x, dx) in x.iter_mut().zip(dx) {
                *x -= dx;
            }

            let (points, end) = self.points(&x);
            let (r, scale) = self.residual(&p, &points, &end);
            if is_solved(&r, &scale, &mut before) {
                for i in 0..2 {
                    self.q[i] += self.h * x[i];
                    self.p[i] = self.inertia * end.momentum[i];
                    self.v[i] = x[2 + i];
                }
                self.history.push(x);
                self.steps += 1;
                self.t = self.steps as f64 * self.h;
                return iterations;
            }
        }
        panic!("Newton's method failed at t = {}", self.t);
    }

    /// The Gauss points, and the end of the step.
    #[inline]
    fn points(&self, x: &[f64; 4]) -> ([Point; POINTS], Point) {
        let combined = |by: &[f64; 3], i: usize| by[0] * x[i] + by[1] * self.v[i] + by[2] * x[2 + i];
        let angles: [f64; 2 * POINTS] =
            std::array::from_fn(|k| self.q[k % 2] + combined(&self.shapes[k / 2].moved, k % 2));
        let (s, c) = Scalar::sin_cos_each(angles);
        let w = self.weight;
        let points = std::array::from_fn(|m| {
            let [s0, s1, c0, c1] = [s[2 * m], s[2 * m + 1], c[2 * m], c[2 * m + 1]];
            let v = [0, 1].map(|i| combined(&self.shapes[m].slope, i));
            let (sine, cosine) = (s0 * c1 - c0 * s1, c0 * c1 + s0 * s1);
            let (sv, cvv) = ([sine * v[0], sine * v[1]], cosine * v[0] * v[1]);
            let svv = sv[0] * v[1];
            Point {
                momentum: [2.0 * v[0] + cosine * v[1], v[1] + cosine * v[0]],
                force: [-svv - 2.0 * w * s0, svv - w * s1],
                cosine,
                cvv,
                sv,
                stiffness: [cvv + 2.0 * w * c0, cvv + w * c1],
            }
        });
        let [q0, q1] = [0, 1].map(|i| self.q[i] + self.h * x[i]);
        let (sine, cosine) = Scalar::sin_cos(q0 - q1);
        let v = [x[2], x[3]];
        let end = Point {
            momentum: [2.0 * v[0] + cosine * v[1], v[1] + cosine * v[0]],
            sv: [sine * v[0], sine * v[1]],
            cosine,
            ..Point::default()
        };
        (points, end)
    }

    /// p₀ + ∂S/∂q₀ and ∂S/∂q₁ − p₁, and their scale.
    #[inline]
    fn residual(&self, p: &[f64; 2], points: &[Point; POINTS], end: &Point) -> ([f64; 4], [f64; 4]) {
        let (mut r, mut scale) = ([0.0; 4], [0.0; 4]);
        for i in 0..2 {
            let sum = |of: &dyn Fn(&Shapes, &Point) -> f64| {
                self.shapes
                    .iter()
                    .zip(points)
                    .map(|(shapes, point)| of(shapes, point))
                    .sum::<f64>()
            };
            let momentum = sum(&|shapes, point| shapes.momentum * point.momentum[i]);
            let first = sum(&|shapes, point| shapes.force[0] * point.force[i]);
            let second = sum(&|shapes, point| shapes.force[1] * point.force[i]);
            r[i] = p[i] + first - momentum;
            scale[i] = p[i].abs() + first.abs() + momentum.abs();
            r[2 + i] = second + momentum - end.momentum[i];
            scale[2 + i] = second.abs() + momentum.abs() + end.momentum[i].abs();
        }
        (r, scale)
    }

    /// Σ of weights times ∂f/∂q h B + ∂f/∂v B' and ∂p/∂q h B + M B' with the shapes B of the unknowns, less ∂p₁.
    #[inline]
    fn tangent(&self, points: &[Point; POINTS], end: &Point) -> [[f64; 4]; 4] {
        let mut tangent = [[0.0; 4]; 4];
        for e in 0..2 {
            for u in 0..2 {
                let mass = self.masses[e][u];
                let [mut b00, mut b01, mut b10, mut b11] = [2.0 * mass, 0.0, 0.0, mass];
                for (point, products) in points.iter().zip(&self.products) {
                    let Products { fh, fs, gh, gs, both } = products[e][u];
                    let Point {
                        cvv,
                        sv,
                        stiffness,
                        cosine,
                        ..
                    } = point;
                    let common = fh * cvv + gs * cosine;
                    b00 -= fh * stiffness[0] + both * sv[1];
                    b01 += common - fs * sv[0] + gh * sv[1];
                    b10 += common + fs * sv[1] - gh * sv[0];
                    b11 += both * sv[0] - fh * stiffness[1];
                }
                (tangent[2 * e][2 * u], tangent[2 * e][2 * u + 1]) = (b00, b01);
                (tangent[2 * e + 1][2 * u], tangent[2 * e + 1][2 * u + 1]) = (b10, b11);
            }
        }
        let [v0, v1] = end.sv.map(|v| self.h * v);
        tangent[2][0] += v1;
        tangent[2][1] -= v1;
        tangent[3][0] += v0;
        tangent[3][1] -= v0;
        tangent[2][2] -= 2.0;
        tangent[2][3] -= end.cosine;
        tangent[3][2] -= end.cosine;
        tangent[3][3] -= 1.0;
        tangent
    }
}
