//! Constraints on velocities beside contacts: orders of convergence against reduced equations, and the energy.

use extremal::drive::ContactReport;
use extremal::prelude::*;

use super::support::order::{Errors, extrapolated};
use super::support::slope::slope;
use super::systems::distance;

/// A sled on curved ice, pushed, with a blade ahead of its mass; or far above the ice.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, z, phi),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2) + dt(z).powi(2)) + 0.15 * dt(phi).powi(2),
    potential = 9.81 * z + above * (0.5 * x.powi(2) + y.powi(2)),
    force(phi = 0.4 - 0.1 * dt(phi)),
    rolling(blade = -sin(phi) * dt(x) + cos(phi) * dt(y) - 0.2 * dt(phi) + 0.1 * sin(t)),
    contact(
        ice,
        gap = z - 0.5 * x.powi(2) - 0.3 * y.powi(2) + 0.1 * x * y + 50 * above,
        slip = cos(phi) * dt(x) + sin(phi) * dt(y),
        friction = 0.05
    ),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint)
)]
struct Sled {
    above: f64,
}

const MASSES: [f64; 4] = [1.0, 1.0, 1.0, 0.3];

/// The reduced equations of index one for y = (q, p): M v̇ = f − Aᵀ λ + (w − μ s/|s| τ) N with the rates of both constraints.
fn rate(above: f64, t: f64, state: [f64; 8]) -> [f64; 8] {
    let [x, y, _, phi, ..] = state;
    let v: [f64; 4] = core::array::from_fn(|i| state[4 + i] / MASSES[i]);
    let (sin, cos) = phi.sin_cos();
    let f = [-above * x, -2.0 * above * y, -9.81, 0.4 - 0.1 * v[3]];
    let blade = [-sin, cos, 0.0, -0.2];
    let normal = [-x + 0.1 * y, -0.6 * y + 0.1 * x, 1.0, 0.0];
    let slip = cos * v[0] + sin * v[1];
    let rubbing = 0.05 * slip.signum();
    let pressed = [
        normal[0] - rubbing * cos,
        normal[1] - rubbing * sin,
        normal[2],
        0.0,
    ];
    // Â v and ẇ v, with ∂b/∂t.
    let turned = -cos * v[3] * v[0] - sin * v[3] * v[1] + 0.1 * t.cos();
    let bent = -v[0] * v[0] - 0.6 * v[1] * v[1] + 0.2 * v[0] * v[1];
    let of = |a: &[f64; 4], b: &[f64; 4]| (0..4).map(|i| a[i] * b[i] / MASSES[i]).sum::<f64>();
    let [first, second] = [turned + of(&blade, &f), bent + of(&normal, &f)];
    let [lambda, force] = if above > 0.0 {
        [first / of(&blade, &blade), 0.0]
    } else {
        // first − b·b λ + b·n N = 0,   second − n·b λ + n·n N = 0
        let (bb, bn) = (of(&blade, &blade), of(&blade, &pressed));
        let (nb, nn) = (of(&normal, &blade), of(&normal, &pressed));
        let determinant = -bb * nn + bn * nb;
        [
            (-first * nn + bn * second) / determinant,
            (bb * second - nb * first) / determinant,
        ]
    };
    core::array::from_fn(|i| match i.checked_sub(4) {
        None => v[i],
        Some(k) => f[k] - lambda * blade[k] + force * pressed[k],
    })
}

fn errors<D: Copy>(scheme: D, above: f64) -> Vec<Errors>
where
    Sled: Discretize<D, Inputs = [f64; 0], Report = ContactReport<Sled>>,
{
    let sled = Sled { above };
    let (x, y) = (0.8, 0.5);
    let z = 0.5 * x * x + 0.3 * y * y - 0.1 * x * y;
    let (vx, vy) = (-0.9, -0.3);
    // Tangent to the ice.
    let vz = (x - 0.1 * y) * vx + (0.6 * y - 0.1 * x) * vy;
    let (q, v) = sled
        .project(0.0, [x, y, z, 0.3], [vx, vy, vz, 0.6])
        .expect("a start near");
    // Projection moves the velocity off the tangent.
    let vz = (x - 0.1 * y) * v[0] + (0.6 * y - 0.1 * x) * v[1];
    let v = [v[0], v[1], vz, v[3]];
    let p = sled.momentum(0.0, &q, &v.into());
    let start = [q[0], q[1], q[2], q[3], p[0], p[1], p[2], p[3]];
    // Before it turns around.
    let end = 0.5;
    let exact = extrapolated(|t, y| rate(above, t, y), start, end, 40);
    let of = |steps: usize| {
        let mut motion =
            Integrator::new(sled, scheme, end / steps as f64, q, v).expect("a start that slides");
        for _ in 0..steps {
            let report = motion.step().expect("a step");
            let is_closed = report.percussions.as_slice()[0] > 0.0;
            assert_eq!(is_closed, above == 0.0, "the contact is as it was");
        }
        let State { q, p, .. } = motion.state();
        Errors {
            steps,
            q: distance(q.as_slice(), &exact[..4]),
            p: distance(p.as_slice(), &exact[4..]),
        }
    };
    [40, 80, 160, 320].map(of).to_vec()
}

/// Within 0.05 of the order, as errors are below a part in a hundred; those of order 1 have a term of the next order.
fn has_orders<D: Copy>(scheme: D, name: &str, above: f64, orders: [f64; 2])
where
    Sled: Discretize<D, Inputs = [f64; 0], Report = ContactReport<Sled>>,
{
    let errors = errors(scheme, above);
    let q = slope(errors.iter().map(|e| (e.steps, e.q)), 1e-13);
    let p = slope(errors.iter().map(|e| (e.steps, e.p)), 1e-13);
    println!(
        "{name} {above}: orders {q:.3} in q and {p:.3} in p, {:?}",
        errors.last()
    );
    assert!(
        (q - orders[0]).abs() < 0.1 && (p - orders[1]).abs() < 0.1,
        "{name}: {errors:?}"
    );
}

/// Momenta of schemes of Moreau's type are those before the impulses of constraints at their node, h/2 of a reaction off.
#[test]
fn a_sled_in_flight_has_the_orders_of_the_schemes() {
    has_orders(NonsmoothMidpoint, "NonsmoothMidpoint", 1.0, [2.0; 2]);
    has_orders(SymmetricMoreau, "SymmetricMoreau", 1.0, [2.0, 1.0]);
    has_orders(VariationalMoreau, "VariationalMoreau", 1.0, [2.0, 1.0]);
    has_orders(Moreau, "Moreau", 1.0, [1.0; 2]);
}

#[test]
fn a_sled_on_ice_has_order_two_in_nonsmooth_midpoint() {
    has_orders(NonsmoothMidpoint, "NonsmoothMidpoint", 0.0, [2.0; 2]);
}

/// Two oscillators with a transmission, as in [`energies`](super::energies), beside a wall that is far away.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, a, b),
    lagrangian = 0.5 * (dt(x).powi(2) + dt(y).powi(2) + dt(a).powi(2) + dt(b).powi(2)) + 0.5 * field * (a * dt(b) - b * dt(a))
        - 0.5 * (x.powi(2) + y.powi(2) + a.powi(2) + 1.7 * b.powi(2)) - 0.2 * (a.powi(2) * b - b.powi(3) / 3),
    rolling(belt = dt(y) - (1 + 0.5 * a + 0.3 * b) * dt(x)),
    contact(wall, gap = x + 100),
    discretize(NonsmoothMidpoint)
)]
struct Transmission {
    field: f64,
}

/// The largest changes of E in each of five parts of a long motion.
fn changes(field: f64, h: f64) -> [f64; 5] {
    let system = Transmission { field };
    let (q, v) = system
        .project(0.0, [1.0, 0.4, 0.5, 0.2], [0.3, 0.2, 0.4, 0.6])
        .expect("a start near");
    let mut motion = Integrator::new(system, NonsmoothMidpoint, h, q, v).expect("the belt moves");
    let start = motion.energy();
    core::array::from_fn(|_| {
        (0..10_000).fold(0.0, |most: f64, _| {
            motion.step().expect("a regular step");
            most.max((motion.energy() - start).abs())
        })
    })
}

/// Reactions are along A at the nodes, and have work of order h². Where time may be reversed it is taken back; with a magnetic field
/// it is not, and the energy drifts with a rate of order h².
#[test]
fn the_energy_of_a_transmission_drifts_in_nonsmooth_midpoint_with_a_field_alone() {
    let reversible = changes(0.0, 0.1);
    println!("{reversible:?}");
    assert!(
        reversible[4] < 1.2 * reversible[0] && reversible[0] < 5e-3,
        "{reversible:?}"
    );
    let [coarse, fine] = [0.1, 0.05].map(|h| changes(0.8, h));
    println!("{coarse:?} {fine:?}");
    let rates = [(coarse[4] - coarse[1]) / 0.1, (fine[4] - fine[1]) / 0.05];
    assert!((rates[0] / rates[1] - 4.0).abs() < 0.8, "{coarse:?} {fine:?}");
}
