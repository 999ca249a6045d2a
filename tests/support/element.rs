//! The time element by hand: quadratures, shape functions, the discrete action over its nodes.
//!
//! Nodal, as Capobianco (2015), eq. 4.43, writes it; the generated code has velocities at Gauss points instead.

use extremal::{Galerkin, Gauss, Left, Lobatto, Midpoint, Right, Trapezoid, Verlet};

use extremal::__private::nalgebra::DMatrix;
use num_dual::Dual64;

use super::by_hand::{Function, Functions, Number, Oracle, gradient, hessian, jacobian};

/// Points and weights on [0, 1].
#[derive(Clone)]
pub(crate) struct Rule {
    pub(crate) points: Vec<f64>,
    pub(crate) weights: Vec<f64>,
}

/// The rule that a type names.
pub(crate) trait Quadrature {
    fn rule() -> Rule;
}

impl<const G: usize> Quadrature for Gauss<G> {
    fn rule() -> Rule {
        gauss(G)
    }
}

/// The ends and the zeros of P'_{G−1}; w = 2/(G (G−1) P²_{G−1}) on [−1, 1].
impl<const G: usize> Quadrature for Lobatto<G> {
    fn rule() -> Rule {
        let inner = (1..G - 1).map(|k| {
            let guess = -(core::f64::consts::PI * k as f64 / (G - 1) as f64).cos();
            // (1 − x²) P' = m (P_{m−1} − x P_m), (1 − x²) P'' = 2 x P' − m (m+1) P
            zero(guess, |x| {
                let m = (G - 1) as f64;
                let (p, slope) = legendre(G - 1, x);
                (slope, (2.0 * x * slope - m * (m + 1.0) * p) / (1.0 - x * x))
            })
        });
        let points: Vec<f64> = [-1.0].into_iter().chain(inner).chain([1.0]).collect();
        let weights = points
            .iter()
            .map(|&x| 1.0 / ((G * (G - 1)) as f64 * legendre(G - 1, x).0.powi(2)));
        Rule {
            weights: weights.collect(),
            points: points.iter().map(|x| 0.5 * (1.0 + x)).collect(),
        }
    }
}

impl<const N: usize> Quadrature for Trapezoid<N> {
    fn rule() -> Rule {
        let inner = 1.0 / N as f64;
        let weight = |m| if m == 0 || m == N { 0.5 * inner } else { inner };
        Rule {
            points: (0..=N).map(|m| m as f64 * inner).collect(),
            weights: (0..=N).map(weight).collect(),
        }
    }
}

impl Quadrature for Left {
    fn rule() -> Rule {
        Rule {
            points: vec![0.0],
            weights: vec![1.0],
        }
    }
}

impl Quadrature for Right {
    fn rule() -> Rule {
        Rule {
            points: vec![1.0],
            weights: vec![1.0],
        }
    }
}

/// w = 2/((1 − x²) P'²) on [−1, 1].
pub(crate) fn gauss(g: usize) -> Rule {
    let points = (0..g).map(|k| {
        let guess = -(core::f64::consts::PI * (k as f64 + 0.75) / (g as f64 + 0.5)).cos();
        zero(guess, |x| legendre(g, x))
    });
    let points: Vec<f64> = points.collect();
    let weights = points
        .iter()
        .map(|&x| 1.0 / ((1.0 - x * x) * legendre(g, x).1.powi(2)));
    Rule {
        weights: weights.collect(),
        points: points.iter().map(|x| 0.5 * (1.0 + x)).collect(),
    }
}

/// `P_m` and its derivative.
fn legendre(m: usize, x: f64) -> (f64, f64) {
    let (mut before, mut p) = (1.0, x);
    for k in 1..m {
        let k = k as f64;
        (before, p) = (p, ((2.0 * k + 1.0) * x * p - k * before) / (k + 1.0));
    }
    let m = m as f64;
    (p, m * (before - x * p) / (1.0 - x * x))
}

/// Newton's method for a function that comes with its derivative.
fn zero(mut x: f64, f: impl Fn(f64) -> (f64, f64)) -> f64 {
    // Quadratic convergence from guesses that are right to two digits: ten are more than enough.
    for _ in 0..10 {
        let (y, slope) = f(x);
        x -= y / slope;
    }
    x
}

/// The element that a scheme means.
pub(crate) trait Discretization {
    fn element() -> Element;
}

impl Discretization for Verlet {
    fn element() -> Element {
        Element::new(1, Trapezoid::<1>::rule(), Trapezoid::<1>::rule())
    }
}

impl Discretization for Midpoint {
    fn element() -> Element {
        Element::new(1, gauss(1), gauss(1))
    }
}

impl<const P: usize, Q: Quadrature, K: Quadrature> Discretization for Galerkin<P, Q, K> {
    fn element() -> Element {
        Element::new(P, Q::rule(), K::rule())
    }
}

/// An element of degree P with P + 1 nodes, at the Lobatto points.
pub(crate) struct Element {
    pub(crate) degree: usize,
    nodes: Vec<f64>,
    potential: Rule,
    kinetic: Rule,
    /// The points at which the unknown velocities live.
    stages: Vec<f64>,
}

/// When, how long, and under which inputs.
#[derive(Clone, Copy)]
pub(crate) struct Span<'a> {
    pub(crate) t: f64,
    pub(crate) h: f64,
    pub(crate) inputs: &'a [f64],
}

impl Element {
    fn new(degree: usize, potential: Rule, kinetic: Rule) -> Self {
        let nodes = match degree {
            1 => Lobatto::<2>::rule(),
            2 => Lobatto::<3>::rule(),
            3 => Lobatto::<4>::rule(),
            4 => Lobatto::<5>::rule(),
            _ => panic!("no element of degree {degree} is tested"),
        };
        Self {
            degree,
            nodes: nodes.points,
            potential,
            kinetic,
            stages: gauss(degree).points,
        }
    }

    /// The nodal coordinates that belong to stage velocities: `z_a = q₀ + h Σⱼ (∫₀^{s_a} ℓⱼ) xⱼ`.
    pub(crate) fn nodes_of(&self, h: f64, q0: &[f64], x: &[f64]) -> Vec<f64> {
        let n = q0.len();
        let along = (0..=self.degree).map(|a| (0..n).map(move |k| (a, k)));
        along
            .flatten()
            .map(|(a, k)| {
                let moved = (0..self.degree).map(|j| self.reach(a, j) * x[j * n + k]);
                q0[k] + h * moved.sum::<f64>()
            })
            .collect()
    }

    /// The integral of ℓⱼ from 0 to node a.
    fn reach(&self, a: usize, j: usize) -> f64 {
        self.integral(j, 0.0, self.nodes[a])
    }

    /// δqᵢ at node a, for the test function ∫ₛ¹ ℓᵢ / ∫₀¹ ℓᵢ.
    fn test(&self, i: usize, a: usize) -> f64 {
        self.integral(i, self.nodes[a], 1.0) / self.integral(i, 0.0, 1.0)
    }

    fn integral(&self, j: usize, from: f64, to: f64) -> f64 {
        // Exact for degree seven and more, the integrand is of degree three at most.
        let rule = gauss(4);
        let values = rule.points.iter().zip(&rule.weights).map(|(s, w)| {
            let s = from + (to - from) * s;
            w * shape(&self.stages, j, s).0
        });
        (to - from) * values.sum::<f64>()
    }

    /// `L_d(z)`.
    fn lagrangian_of<T: Number>(&self, system: &Functions<'_, T>, span: Span<'_>, z: &[T]) -> T {
        let at = |rule: &Rule, f: &Function<'_, T>| {
            let mut sum = T::from(0.0);
            for (&s, &w) in rule.points.iter().zip(&rule.weights) {
                let (t, q, v) = self.point(span, z, s);
                sum += f(t, &q, &v, &[]) * w;
            }
            sum
        };
        let (kinetic, potential) = (
            at(&self.kinetic, &system.kinetic),
            at(&self.potential, &system.potential),
        );
        (kinetic - potential) * span.h
    }

    /// `F_a`, node by node.
    fn forces<T: Number>(&self, system: &Functions<'_, T>, span: Span<'_>, z: &[T]) -> Vec<T> {
        let u: Vec<T> = span.inputs.iter().map(|&u| T::from(u)).collect();
        self.forces_under(system, span, z, &u)
    }

    fn forces_under<T: Number>(&self, system: &Functions<'_, T>, span: Span<'_>, z: &[T], u: &[T]) -> Vec<T> {
        let mut sum = vec![T::from(0.0); z.len()];
        for (&s, &w) in self.potential.points.iter().zip(&self.potential.weights) {
            let (t, q, v) = self.point(span, z, s);
            let f = (system.force)(t, &q, &v, u);
            for (at, sum) in sum.iter_mut().enumerate() {
                let weight = span.h * w * shape(&self.nodes, at / q.len(), s).0;
                *sum += f[at % q.len()] * weight;
            }
        }
        sum
    }

    /// (t, q, q̇) at s.
    fn point<T: Number>(&self, span: Span<'_>, z: &[T], s: f64) -> (T, Vec<T>, Vec<T>) {
        let n = z.len() / (self.degree + 1);
        let zero = vec![T::from(0.0); n];
        let (mut q, mut v) = (zero.clone(), zero);
        for (a, z) in z.chunks(n).enumerate() {
            let (value, slope) = shape(&self.nodes, a, s);
            for k in 0..n {
                q[k] += z[k] * value;
                v[k] += z[k] * (slope / span.h);
            }
        }
        (T::from(span.t + s * span.h), q, v)
    }

    /// `L_d(z)`.
    pub(crate) fn lagrangian(&self, system: &dyn Oracle, span: Span<'_>, z: &[f64]) -> f64 {
        self.lagrangian_of(&system.real(), span, z)
    }

    /// `D_a L_d + F_a`, node by node.
    pub(crate) fn nodal(&self, system: &dyn Oracle, span: Span<'_>, z: &[f64]) -> Vec<f64> {
        let (real, dual) = (system.real(), system.dual());
        let slopes = gradient(|z| self.lagrangian_of(&dual, span, z), z);
        let forces = self.forces(&real, span, z);
        slopes.iter().zip(forces).map(|(d, f)| d + f).collect()
    }

    /// ∂/∂z of it.
    pub(crate) fn nodal_tangent(&self, system: &dyn Oracle, span: Span<'_>, z: &[f64]) -> Vec<Vec<f64>> {
        let (dual, hyper) = (system.dual(), system.hyper());
        let mut tangent = hessian(|z| self.lagrangian_of(&hyper, span, z), z);
        let stiffness = jacobian(|z| self.forces(&dual, span, z), z);
        for (row, stiffness) in tangent.iter_mut().zip(stiffness) {
            row.iter_mut().zip(stiffness).for_each(|(a, f)| *a += f);
        }
        tangent
    }

    /// ∂(q₁, p₁)/∂(q₀, p₀, u), row by row, from K δz + (δp₀ at node 0) + (∂F/∂u) δu = (δp₁ at node P).
    pub(crate) fn derivative(&self, system: &dyn Oracle, span: Span<'_>, z: &[f64]) -> Vec<Vec<f64>> {
        let n = z.len() / (self.degree + 1);
        let inputs = span.inputs.len();
        let stiffness = self.nodal_tangent(system, span, z);
        let dual = system.dual();
        let fixed: Vec<Dual64> = z.iter().map(|&z| Dual64::from(z)).collect();
        let by_inputs = |u: &[Dual64]| self.forces_under(&dual, span, &fixed, u);
        let by_inputs = if inputs == 0 {
            vec![Vec::new(); z.len()]
        } else {
            jacobian(by_inputs, span.inputs)
        };
        // What node a has of (δq₀, δp₀, δu), without the later nodes.
        let known = |row: usize, column: usize| match column {
            _ if column < n => stiffness[row][column],
            _ if column < 2 * n => f64::from(u8::from(row == column - n)),
            _ => by_inputs[row][column - 2 * n],
        };
        let (size, columns) = (self.degree * n, 2 * n + inputs);
        let later = DMatrix::from_fn(size, size, |row, column| stiffness[row][n + column]);
        let right = DMatrix::from_fn(size, columns, |row, column| -known(row, column));
        let nodes = later
            .full_piv_lu()
            .solve(&right)
            .expect("the element has one solution");
        let end = |column: usize, k: usize| nodes[((self.degree - 1) * n + k, column)];
        let momentum = |column: usize, k: usize| {
            let row = size + k;
            let later = (0..size).map(|b| stiffness[row][n + b] * nodes[(b, column)]);
            // The momentum at the start is in the equation of node 0 alone.
            let direct = if (n..2 * n).contains(&column) {
                0.0
            } else {
                known(row, column)
            };
            direct + later.sum::<f64>()
        };
        let coordinates = (0..n).map(|k| (0..columns).map(|column| end(column, k)).collect());
        let momenta = (0..n).map(|k| (0..columns).map(|column| momentum(column, k)).collect());
        coordinates.chain(momenta).collect()
    }

    /// q(s) and q̇(s) through the nodes.
    pub(crate) fn inside(&self, span: Span<'_>, z: &[f64], s: f64) -> (Vec<f64>, Vec<f64>) {
        let (_, q, v) = self.point(span, z, s);
        (q, v)
    }

    /// `r_i = Σ_a δq_i(s_a) (D_a L_d + F_a + δ_{a0} p_0)` over the nodes but the last.
    pub(crate) fn residual(
        &self,
        system: &dyn Oracle,
        span: Span<'_>,
        q0: &[f64],
        p0: &[f64],
        x: &[f64],
    ) -> Vec<f64> {
        let n = q0.len();
        let mut nodal = self.nodal(system, span, &self.nodes_of(span.h, q0, x));
        nodal.iter_mut().zip(p0).for_each(|(r, p)| *r += p);
        (0..self.degree * n)
            .map(|row| {
                let tested = (0..self.degree).map(|a| self.test(row / n, a) * nodal[a * n + row % n]);
                tested.sum()
            })
            .collect()
    }

    /// ∂r/∂x.
    pub(crate) fn tangent(
        &self,
        system: &dyn Oracle,
        span: Span<'_>,
        q0: &[f64],
        x: &[f64],
    ) -> Vec<Vec<f64>> {
        let n = q0.len();
        let nodal = self.nodal_tangent(system, span, &self.nodes_of(span.h, q0, x));
        let entry = |row: usize, column: usize| {
            let mut sum = 0.0;
            for a in 0..self.degree {
                for b in 0..=self.degree {
                    let by_node = nodal[a * n + row % n][b * n + column % n];
                    sum += self.test(row / n, a) * by_node * span.h * self.reach(b, column / n);
                }
            }
            sum
        };
        let size = self.degree * n;
        (0..size)
            .map(|row| (0..size).map(|column| entry(row, column)).collect())
            .collect()
    }
}

/// Lagrange's function j over `nodes` at s, and its derivative.
fn shape(nodes: &[f64], j: usize, s: f64) -> (f64, f64) {
    let others = || nodes.iter().enumerate().filter(move |(k, _)| *k != j);
    let value = others().map(|(_, x)| (s - x) / (nodes[j] - x)).product();
    let slope = others().map(|(k, y)| {
        let rest = others().filter(|(m, _)| *m != k);
        rest.map(|(_, x)| (s - x) / (nodes[j] - x)).product::<f64>() / (nodes[j] - y)
    });
    (value, slope.sum())
}
