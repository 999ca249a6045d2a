//! The equations that are printed, at random points, against differences of L along a path.
//!
//! Nothing here differentiates by the algebra: only values of L and of the forces are taken from it.

use extremal_symbolic::Expr;
use syn::parse_quote;

use crate::describe::motion::{Motion, Row};
use crate::describe::name::Names;
use crate::dynamics::Dynamics;
use crate::model::Model;
use crate::system::{System, read};

/// Differences of fourth order with these steps; errors are below the tolerance by two digits.
const SPACE: f64 = 1e-3;
const TIME: f64 = 1e-2;
const TOLERANCE: f64 = 1e-6;
const POINTS: usize = 12;

/// f'(0) by central differences of fourth order.
fn slope(step: f64, f: impl Fn(f64) -> f64) -> f64 {
    (8.0 * (f(step) - f(-step)) - (f(2.0 * step) - f(-2.0 * step))) / (12.0 * step)
}

/// A system at a point, with an acceleration that is not a solution.
struct Probe<'a> {
    model: &'a Model,
    t: f64,
    q: Vec<f64>,
    v: Vec<f64>,
    a: Vec<f64>,
    others: Vec<(Expr, f64)>,
}

impl Probe<'_> {
    fn symbols(&self, t: f64, q: &[f64], v: &[f64]) -> Vec<(Expr, f64)> {
        let model = self.model;
        let mut values = vec![(model.time, t)];
        values.extend(model.coordinates.iter().copied().zip(q.iter().copied()));
        values.extend(model.velocities.iter().copied().zip(v.iter().copied()));
        values.extend(&self.others);
        values
    }

    fn lagrangian(&self, t: f64, q: &[f64], v: &[f64]) -> f64 {
        let (kinetic, potential) = self.model.energies();
        let values = self
            .model
            .graph
            .evaluate(&[kinetic, potential], &self.symbols(t, q, v));
        values[0] - values[1]
    }

    /// ∂L/∂vᵢ at a time on the path q + v s + a s²/2.
    fn momentum(&self, i: usize, s: f64) -> f64 {
        let place = |k: usize| self.q[k] + self.v[k] * s + 0.5 * self.a[k] * s * s;
        let q: Vec<f64> = (0..self.q.len()).map(place).collect();
        let rate = |k: usize| self.v[k] + self.a[k] * s;
        slope(SPACE, |e| {
            let mut v: Vec<f64> = (0..self.v.len()).map(rate).collect();
            v[i] += e;
            self.lagrangian(self.t + s, &q, &v)
        })
    }

    /// d/dt ∂L/∂vᵢ − ∂L/∂qᵢ − fᵢ
    fn equation(&self, i: usize) -> f64 {
        let pull = slope(SPACE, |e| {
            let mut q = self.q.clone();
            q[i] += e;
            self.lagrangian(self.t, &q, &self.v)
        });
        let symbols = self.symbols(self.t, &self.q, &self.v);
        let force = self.model.graph.evaluate(&[self.model.force[i]], &symbols)[0];
        slope(TIME, |s| self.momentum(i, s)) - pull - force
    }

    fn row(&self, row: &Row, accelerations: &[Expr]) -> f64 {
        let mut symbols = self.symbols(self.t, &self.q, &self.v);
        symbols.extend(accelerations.iter().copied().zip(self.a.iter().copied()));
        let value = |e: Expr| self.model.graph.evaluate(&[e], &symbols)[0];
        let linear: f64 = row.linear.iter().map(|&(m, rate)| value(m) * value(rate)).sum();
        let [rest, right] = [&row.rest, &row.right].map(|list| list.iter().map(|&e| value(e)).sum::<f64>());
        linear + rest - right
    }
}

/// Numbers without a pattern in [from, from + 1).
fn numbers(from: f64, seed: &mut f64, count: usize) -> Vec<f64> {
    let next = |_| {
        *seed = (*seed + 0.618_033_988_749_895).fract();
        from + *seed
    };
    (0..count).map(next).collect()
}

fn check(input: syn::DeriveInput) {
    let name = input.ident.to_string();
    let mut system: System = read(input)
        .map_err(|failed| failed.errors.to_string())
        .expect("a declaration without mistakes");
    let names = Names::of(&system);
    let typed = Dynamics::of(&mut system.model);
    let motion = Motion::of(&mut system.model, &typed, &names).expect("a small system");
    let (mut seed, n) = (0.1, system.coordinates.len());
    for _ in 0..POINTS {
        let model = &system.model;
        let others = [&model.parameters[..], &model.inputs].concat();
        let values = numbers(0.5, &mut seed, others.len());
        let probe = Probe {
            model,
            t: 0.7,
            q: numbers(0.3, &mut seed, n),
            v: numbers(-0.4, &mut seed, n),
            a: numbers(-0.6, &mut seed, n),
            others: others.into_iter().zip(values).collect(),
        };
        for i in 0..n {
            let found =
                [&motion.momenta[i], &motion.equations[i]].map(|row| probe.row(row, &motion.accelerations));
            let expected = [probe.momentum(i, 0.0), probe.equation(i)];
            for (found, expected) in found.iter().zip(expected) {
                let is_near = (found - expected).abs() <= TOLERANCE * expected.abs().max(1.0);
                assert!(is_near, "{name}, row {i}: {found}, not {expected}");
            }
            let formulas = motion.equations[i].formulas(&model.graph, &motion.notation);
            assert!(formulas.is_some(), "{name}, row {i} is not printed");
        }
    }
}

#[test]
fn what_is_printed_is_the_derivative_of_the_action() {
    check(parse_quote! {
        #[lagrangian(coordinates(theta), kinetic = 0.5 * m * (l * dt(theta)).powi(2), potential = -m * g * l * cos(theta))]
        struct Pendulum { m: f64, l: f64, g: f64 }
    });
    check(parse_quote! {
        #[lagrangian(
            coordinates(a, b),
            let x = [l * sin(a), -l * cos(a)],
            let y = x + [k * sin(b), -k * cos(b)],
            kinetic = 0.5 * m * (dt(x).norm_squared() + dt(y).norm_squared()),
            potential = m * g * (x[1] + y[1]),
        )]
        struct DoublePendulum { m: f64, l: f64, k: f64, g: f64 }
    });
    check(parse_quote! {
        #[lagrangian(
            coordinates(a, b),
            kinetic = 0.5 * m * (dt(a).powi(2) + dt(b).powi(2)) + m * cos(a - b) * dt(a) * dt(b) + sin(a + b) * dt(a),
            potential = -g * (2 * cos(a) + cos(a + b)),
        )]
        struct InAngles { m: f64, g: f64 }
    });
    check(parse_quote! {
        #[lagrangian(
            coordinates(r, phi, z),
            inputs(u),
            kinetic = 0.5 * m * (dt(r).powi(2) + (r * dt(phi)).powi(2) + exp(-t) * dt(z).powi(2)) + b * t * r * dt(z),
            potential = -k / r + 0.5 * k * (z - sin(w * t)).powi(2) * sqrt(1 + r * r),
            force(z = u * sin(z), phi = -u * dt(r)),
            dissipation = 0.5 * d * (1 + r * r) * (dt(z) - dt(phi)).powi(2),
        )]
        struct Driven { m: f64, k: f64, b: f64, w: f64, d: f64 }
    });
    check(parse_quote! {
        #[lagrangian(
            coordinates(x, y),
            lagrangian = -m * sqrt(9 - dt(x).powi(2) - dt(y).powi(2)) + 0.3 * x * dt(y) - 0.5 * (x * x + x * y * y * cos(t)),
        )]
        struct Relativistic { m: f64 }
    });
    check(parse_quote! {
        #[lagrangian(
            coordinates(theta, phi),
            let r = [l * sin(theta) * cos(phi), l * sin(theta) * sin(phi), -l * cos(theta)],
            kinetic = 0.5 * m * dt(r).norm_squared(),
            potential = m * g * r[2],
        )]
        struct Spherical { m: f64, l: f64, g: f64 }
    });
}
