//! Kern's elastic rods: the discrete Lagrangian of the midpoint rule in closed form.

#[path = "../../examples/elastic_rods.rs"]
#[expect(dead_code, reason = "the tests use the declaration, not the example's `main`")]
mod elastic_rods;

use extremal::prelude::*;
use extremal::{DiscreteAction, Error};

use elastic_rods::ElasticRods;

/// Kern's rod: one linear element, from −l/2 to l/2.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(u[2]),
    kinetic = l * integrate(Gauss(2), |s| 0.5 * density * dt(linear(s, u)).powi(2)),
    potential = l * integrate(Gauss(1), |s| 0.5 * stiffness * (linear_slope(s, u) / l).powi(2)),
    discretize(Midpoint),
)]
struct Rod {
    density: f64,
    stiffness: f64,
    l: f64,
}

#[test]
fn the_discrete_lagrangian_of_a_rod_is_the_closed_one() {
    let rod = Rod {
        density: 2.5,
        stiffness: 40.0,
        l: 0.7,
    };
    let (h, before, after) = (0.03, [0.1, -0.02], [0.13, 0.015]);
    let x = [(after[0] - before[0]) / h, (after[1] - before[1]) / h];
    let found = DiscreteAction::<Midpoint>::discrete_lagrangian(&rod, 0.0, h, &before.into(), &x);
    // h/2 (Δu/h · M Δu/h − ū · K ū), M = ϱA l/6 [2 1; 1 2], K = EA/l [1 −1; −1 1].
    let mass = rod.density * rod.l / 3.0 * (x[0] * x[0] + x[0] * x[1] + x[1] * x[1]);
    let strain = 0.5 * (after[1] + before[1] - after[0] - before[0]);
    let closed = 0.5 * h * (mass - rod.stiffness / rod.l * strain * strain);
    // Some ten roundings.
    assert!((found / closed - 1.0).abs() < 2e-15, "{found} {closed}");
}

/// `L_d` of rods in a plane, as on Kern's page but for the length of the rod in place of the displacement along a line.
fn closed(rods: &ElasticRods, h: f64, before: &[f64], after: &[f64]) -> f64 {
    let &ElasticRods {
        density,
        stiffness,
        length,
        ..
    } = rods;
    let rod = |e: usize| {
        let (from, to) = (&before[2 * e..2 * e + 4], &after[2 * e..2 * e + 4]);
        let [a, b, c, d] = [0, 1, 2, 3].map(|k: usize| (to[k] - from[k]) / h);
        let kinetic = density * length / 6.0 * (a * a + b * b + a * c + b * d + c * c + d * d);
        let [x, y] = [0, 1].map(|k: usize| 0.5 * (from[k + 2] + to[k + 2] - from[k] - to[k]));
        kinetic - stiffness / (2.0 * length * length) * (x.hypot(y) - length).powi(2)
    };
    h * (0..rods.rods).map(rod).sum::<f64>()
}

/// `p₀ = −D₁L_d` and `p₁ = D₂L_d` of the closed form, by differences of the fourth order.
#[test]
fn steps_of_rods_are_those_of_the_closed_discrete_lagrangian() -> Result<(), Error> {
    let (rods, h) = (ElasticRods::of(5), 0.01);
    let [mut r, v] = rods.thrown(3.0);
    for (k, x) in r.iter_mut().enumerate() {
        *x += 0.01 * (7.0 * k as f64).sin();
    }
    let mut motion = Integrator::new(rods, Midpoint, h, r, v)?;
    for _ in 0..3 {
        let before = motion.state();
        motion.step()?;
        let after = motion.state();
        let (q, next) = (before.q.as_slice(), after.q.as_slice());
        for k in 0..q.len() {
            let slope = |at: &dyn Fn(f64) -> f64| {
                let d = 1e-3;
                (8.0 * (at(d) - at(-d)) - (at(2.0 * d) - at(-2.0 * d))) / (12.0 * d)
            };
            let moved = |from: &[f64], by: f64| {
                let mut moved = from.to_vec();
                moved[k] += by;
                moved
            };
            let first = slope(&|by| closed(&rods, h, &moved(q, by), next));
            let second = slope(&|by| closed(&rods, h, q, &moved(next, by)));
            let [p, p_next] = [before.p[k], after.p[k]];
            assert!((p + first).abs() < 1e-10, "{k}: {p} {first}");
            assert!((p_next - second).abs() < 1e-10, "{k}: {p_next} {second}");
        }
    }
    Ok(())
}

/// Along a line the closed form is that of displacements: ½ h (Δu/h · M Δu/h − ū · K ū) for each rod.
#[test]
fn rods_along_a_line_are_linear_elements() {
    let (rods, h) = (ElasticRods::of(3), 0.02);
    let (before, after) = ([0.01, -0.02, 0.005, 0.03], [0.02, -0.01, 0.0, 0.02]);
    let place = |u: [f64; 4]| -> Vec<f64> {
        let points = u.iter().enumerate();
        points
            .flat_map(|(i, u)| [i as f64 * rods.length + u, 0.0])
            .collect()
    };
    let element = |e: usize| {
        let [a, b] = [0, 1].map(|k: usize| (after[e + k] - before[e + k]) / h);
        let [x, y] = [0, 1].map(|k: usize| 0.5 * (after[e + k] + before[e + k]));
        let mass = rods.density * rods.length / 6.0 * (2.0 * a * a + 2.0 * a * b + 2.0 * b * b);
        let strain = rods.stiffness / rods.length.powi(2) * (x * x - 2.0 * x * y + y * y);
        0.5 * h * (mass - strain)
    };
    let sum: f64 = (0..3).map(element).sum();
    let found = closed(&rods, h, &place(before), &place(after));
    // Lengths of a third are subtracted from places: a few roundings of those over strains of a tenth.
    assert!((found / sum - 1.0).abs() < 1e-13, "{found} {sum}");
}

#[test]
fn thrown_rods_keep_momentum_and_spin() -> Result<(), Error> {
    let rods = ElasticRods::of(20);
    let [r, v] = rods.thrown(3.0);
    let mut motion = Integrator::new(rods, Midpoint, 0.01, r, v)?;
    let momenta = |state: &extremal::StateOf<ElasticRods>| {
        let sum = |k: usize| state.p.iter().skip(k).step_by(2).sum::<f64>();
        [
            sum(0),
            sum(1),
            elastic_rods::spin(state.q.as_slice(), state.p.as_slice()),
        ]
    };
    let (begin, energy) = (momenta(&motion.state()), motion.energy());
    // One kilogram with the velocity (1, 2), and a rod of one metre that turns.
    for (found, expected) in begin.into_iter().zip([1.0, 2.0, 3.0 / 12.0]) {
        assert!((found - expected).abs() < 1e-14, "{begin:?}");
    }
    for _ in 0..300 {
        motion.step()?;
        let now = momenta(&motion.state());
        // Three hundred steps of twenty rods, and coordinates up to six.
        assert!(
            now.iter().zip(begin).all(|(a, b)| (a - b).abs() < 1e-12),
            "{now:?}"
        );
        // The rods stretch by a thousandth, with a period of half a metre of bar at 28 m/s.
        assert!((motion.energy() / energy - 1.0).abs() < 2e-4);
    }
    let centre = motion.outputs()?;
    assert!(
        (centre[0] - 3.0).abs() < 1e-12 && (centre[1] - 6.0).abs() < 1e-12,
        "{centre:?}"
    );
    Ok(())
}
