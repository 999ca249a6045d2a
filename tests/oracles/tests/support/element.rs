//! The time element by hand: quadratures, shape functions, the discrete action over its nodes.
//!
//! Nodal, as in Capobianco (2015), eq. 4.43; `stages` has the equations in velocities.

use extremal::schemes::{Galerkin, Gauss, Left, Lobatto, Midpoint, NullSpace, Right, Trapezoid, Verlet};

use num_dual::Dual64;

use super::by_hand::{Function, Functions, Number, Oracle, gradient, hessian, jacobian};

/// Points and weights on [0, 1].
#[derive(Clone)]
pub(crate) struct Rule {
    pub(crate) points: Vec<f64>,
    pub(crate) weights: Vec<f64>,
}

/// The rule for a type.
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
    // Convergence is quadratic from guesses accurate to two digits: ten iterations are more than enough.
    for _ in 0..10 {
        let (y, slope) = f(x);
        x -= y / slope;
    }
    x
}

/// The element of a scheme.
pub(crate) trait Discretization {
    fn element() -> Element;
}

impl Discretization for Verlet {
    fn element() -> Element {
        Element::new(1, Trapezoid::<1>::rule(), Trapezoid::<1>::rule())
    }
}

/// The null-space form has the same solution.
impl<D: Discretization> Discretization for NullSpace<D> {
    fn element() -> Element {
        D::element()
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
    pub(crate) nodes: Vec<f64>,
    potential: Rule,
    kinetic: Rule,
}

/// Begin, length and inputs of an element.
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
        }
    }

    /// `L_d(z)`.
    pub(super) fn lagrangian_of<T: Number>(&self, system: &Functions<'_, T>, span: Span<'_>, z: &[T]) -> T {
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
    pub(super) fn point<T: Number>(&self, span: Span<'_>, z: &[T], s: f64) -> (T, Vec<T>, Vec<T>) {
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

    /// ∂F/∂u, node by node.
    pub(crate) fn by_inputs(&self, system: &dyn Oracle, span: Span<'_>, z: &[f64]) -> Vec<Vec<f64>> {
        if span.inputs.is_empty() {
            return vec![Vec::new(); z.len()];
        }
        let dual = system.dual();
        let fixed: Vec<Dual64> = z.iter().map(|&z| Dual64::from(z)).collect();
        jacobian(|u| self.forces_under(&dual, span, &fixed, u), span.inputs)
    }
}

/// Lagrange's function j over `nodes` at s, and its derivative.
pub(super) fn shape(nodes: &[f64], j: usize, s: f64) -> (f64, f64) {
    let others = || nodes.iter().enumerate().filter(move |(k, _)| *k != j);
    let value = others().map(|(_, x)| (s - x) / (nodes[j] - x)).product();
    let slope = others().map(|(k, y)| {
        let rest = others().filter(|(m, _)| *m != k);
        rest.map(|(_, x)| (s - x) / (nodes[j] - x)).product::<f64>() / (nodes[j] - y)
    });
    (value, slope.sum())
}
