//! `NonsmoothMidpoint`: orders while contacts are closed, rests, and energies of impacts.

use extremal::blocks::NoInputs;
use extremal::drive::ContactReport;
use extremal::nalgebra::SVector;
use extremal::prelude::*;

use crate::support::slope::slope;

/// A bead in a round bowl.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 9.81 * y,
    contact(
        bowl,
        gap = 1.0 - (x.powi(2) + y.powi(2)).sqrt(),
        slip = x * dt(y) - y * dt(x),
        friction = mu
    ),
    discretize(NonsmoothMidpoint)
)]
struct Bead {
    mu: f64,
}

/// A puck on a table, drawn to its middle: the direction of friction turns.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y, z),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2) + dt(z).powi(2)),
    potential = 9.81 * z + 2 * (x.powi(2) + y.powi(2)),
    contact(table, gap = z, slip = [dt(x), dt(y)], friction = 0.05),
    discretize(NonsmoothMidpoint)
)]
struct Puck;

/// A body on a shaken parabola.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 9.81 * y + 2 * x.powi(2),
    contact(floor, gap = y - 0.1 * sin(3 * t) - 0.05 * x.powi(2), slip = dt(x), friction = 0.1),
    discretize(NonsmoothMidpoint)
)]
struct Shaken;

/// A mass in polar coordinates, in a bowl or held on it by a constraint: M depends on r.
macro_rules! in_bowl {
    ($name:ident, $holds:ident($($what:tt)*), $scheme:ident) => {
        #[derive(Clone, Copy, Lagrangian)]
        #[lagrangian(
            coordinates(r, phi),
            kinetic = 0.5 * (dt(r).powi(2) + r.powi(2) * dt(phi).powi(2)),
            potential = -9.81 * r * cos(phi),
            $holds($($what)* 1 + 0.2 * cos(2 * phi) - r),
            discretize($scheme)
        )]
        struct $name;
    };
}

in_bowl!(InBowl, contact(bowl, gap =), NonsmoothMidpoint);
in_bowl!(OnCurve, constraint(bowl =), Midpoint);

/// The end of ż = f(t, z) after `span`, by the classical method of Runge and Kutta with steps so short that it is exact to rounding.
fn reference<const N: usize>(f: impl Fn(f64, [f64; N]) -> [f64; N], mut z: [f64; N], span: f64) -> [f64; N] {
    let steps = 4000;
    let h = span / f64::from(steps);
    let onwards = |z: [f64; N], k: [f64; N], h: f64| -> [f64; N] { std::array::from_fn(|i| z[i] + h * k[i]) };
    for step in 0..steps {
        let t = h * f64::from(step);
        let first = f(t, z);
        let second = f(t + 0.5 * h, onwards(z, first, 0.5 * h));
        let third = f(t + 0.5 * h, onwards(z, second, 0.5 * h));
        let fourth = f(t + h, onwards(z, third, h));
        z = std::array::from_fn(|i| z[i] + h / 6.0 * (first[i] + 2.0 * (second[i] + third[i]) + fourth[i]));
    }
    z
}

/// The orders of q and of p at the `end` of a motion from q and v.
fn orders<S, const N: usize>(
    system: S,
    (q, v): ([f64; N], [f64; N]),
    span: f64,
    end: ([f64; N], [f64; N]),
) -> [f64; 2]
where
    S: Contacts<
            Scalar = f64,
            Configuration = SVector<f64, N>,
            Velocity = SVector<f64, N>,
            Momentum = SVector<f64, N>,
        > + Discretize<NonsmoothMidpoint, Report = ContactReport<S>>
        + Copy,
    S::Inputs: NoInputs,
{
    let errors = [50, 100, 200, 400].map(|steps| {
        let mut motion =
            Integrator::new(system, NonsmoothMidpoint, span / steps as f64, q, v).expect("a start");
        (0..steps).for_each(|_| motion.step().map(drop).expect("a step"));
        let State { q, p, .. } = motion.state();
        let off = [(q, end.0), (p, end.1)].map(|(found, end)| (found - SVector::from(end)).amax());
        (steps, off)
    });
    // Numbers of one, and a reference that is exact to 1e-12.
    [0, 1].map(|k| slope(errors.iter().map(|(steps, off)| (*steps, off[k])), 1e-11))
}

fn are_two(orders: [f64; 2]) {
    assert!(
        orders.iter().all(|order| (order - 2.0).abs() < 0.05),
        "{orders:?}"
    );
}

#[test]
fn beads_that_slide_have_order_two() {
    for mu in [0.0, 0.2] {
        // φ from the lowest point: |N| = φ̇² + g cos φ.
        let motion = |_: f64, [phi, w]: [f64; 2]| [w, -9.81 * phi.sin() + mu * (w * w + 9.81 * phi.cos())];
        let [phi, w] = reference(motion, [1.2, 0.0], 0.6);
        assert!(w < 0.0, "it has not turned");
        let place = |phi: f64| [phi.sin(), -phi.cos()];
        let velocity = [w * phi.cos(), w * phi.sin()];
        are_two(orders(
            Bead { mu },
            (place(1.2), [0.0; 2]),
            0.6,
            (place(phi), velocity),
        ));
    }
}

#[test]
fn friction_that_turns_has_order_two() {
    let motion = |_: f64, [x, y, u, w]: [f64; 4]| {
        let brake = 0.05 * 9.81 / u.hypot(w);
        [u, w, -4.0 * x - brake * u, -4.0 * y - brake * w]
    };
    let [x, y, u, w] = reference(motion, [1.0, 0.0, 0.0, 1.0], 1.0);
    are_two(orders(
        Puck,
        ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0]),
        1.0,
        ([x, y, 0.0], [u, w, 0.0]),
    ));
}

#[test]
fn moving_surfaces_have_order_two() {
    // y = s(x, t), N = g + ÿ, and friction against a slip that stays below zero.
    let motion = |t: f64, [x, u]: [f64; 2]| {
        let slope = 0.1 * x - 0.1;
        let normal = 9.81 + 0.1 * u * u - 0.9 * (3.0 * t).sin();
        [u, (-4.0 * x - slope * normal) / (1.0 + slope * 0.1 * x)]
    };
    let height = |t: f64, x: f64| 0.1 * (3.0 * t).sin() + 0.05 * x * x;
    let rate = |t: f64, x: f64, u: f64| 0.3 * (3.0 * t).cos() + 0.1 * x * u;
    let [x, u] = reference(motion, [0.7, -0.5], 0.5);
    assert!(u < -0.5, "it slides");
    are_two(orders(
        Shaken,
        ([0.7, height(0.0, 0.7)], [-0.5, rate(0.0, 0.7, -0.5)]),
        0.5,
        ([x, height(0.5, x)], [u, rate(0.5, x, u)]),
    ));
}

/// A contact that stays closed is a constraint, and the step one of `Midpoint`, in q and in p.
#[test]
fn contacts_that_stay_closed_move_as_with_constraints() -> Result<(), extremal::Error> {
    let start = ([1.0 + 0.2 * 2.0_f64.cos(), 1.0], [0.0; 2]);
    let mut held = Integrator::new(InBowl, NonsmoothMidpoint, 0.01, start.0, start.1)?;
    let mut constrained = Integrator::new(OnCurve, Midpoint, 0.01, start.0, start.1)?;
    for _ in 0..400 {
        held.step()?;
        constrained.step()?;
        let off = (held.state().q - constrained.state().q).amax();
        let of_p = (held.state().p - constrained.state().p).amax();
        // Rounding of 400 steps of numbers up to 5, which this motion magnifies by less than ten.
        assert!(off < 1e-12 && of_p < 1e-12, "{off:e} {of_p:e}");
    }
    Ok(())
}

/// A mass on a spring, in a seal: dry friction without a gap.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 50 * x.powi(2),
    friction(seal, slip = dt(x), force = 3),
    discretize(NonsmoothMidpoint)
)]
struct Sealed;

/// The same with two components, whose direction turns.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 2 * (x.powi(2) + y.powi(2)),
    friction(seal, slip = [dt(x), dt(y)], force = 0.5),
    discretize(NonsmoothMidpoint)
)]
struct SealedPuck;

/// Masses that differ turn the slip: under friction, `γ_T⁺ − γ_T⁻ = G Λ_T` has another direction than `Λ_T`.
macro_rules! turned {
    ($name:ident, [$($z:ident)?], $m_y:expr, $dissipates:ident($($what:tt)*)) => {
        #[derive(Clone, Copy, Lagrangian)]
        #[lagrangian(
            coordinates(x, y $(, $z)?),
            kinetic = 0.5 * (dt(x).powi(2) + $m_y * dt(y).powi(2) $(+ dt($z).powi(2))?),
            potential = 2 * (x.powi(2) + y.powi(2)) $(+ 10 * $z)?,
            $dissipates($($what)*),
            discretize(NonsmoothMidpoint)
        )]
        struct $name;
    };
}

turned!(
    Turned,
    [z],
    4,
    contact(table, gap = z, slip = [dt(x), dt(y)], friction = 0.05)
);
turned!(
    TurnedInSeal,
    [],
    4,
    friction(seal, slip = [dt(x), dt(y)], force = 0.5)
);

#[test]
fn friction_that_turns_the_slip_has_order_two() {
    let motion = |_: f64, [x, y, u, w]: [f64; 4]| {
        let brake = 0.5 / u.hypot(w);
        [u, w, -4.0 * x - brake * u, -y - 0.25 * brake * w]
    };
    let [x, y, u, w] = reference(motion, [1.0, 0.0, 0.0, 1.0], 0.5);
    are_two(orders(
        Turned,
        ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0]),
        0.5,
        ([x, y, 0.0], [u, 4.0 * w, 0.0]),
    ));
    are_two(orders(
        TurnedInSeal,
        ([1.0, 0.0], [0.0, 1.0]),
        0.5,
        ([x, y], [u, 4.0 * w]),
    ));
}

/// From 0.2 at rest it turns at −0.14 and 0.08, and stays at −0.02 with p = 0, to the bit.
#[test]
fn dry_friction_sticks_in_coordinates_and_momenta() {
    for n in [100.0, 200.0, 400.0, 800.0] {
        // No divisor of a half of the period, π/10.
        let h: f64 = 0.313 / n;
        let mut motion = Integrator::new(Sealed, NonsmoothMidpoint, h, [0.2], [0.0]).expect("a start");
        let (mut turned, mut moved) = (Vec::new(), -1.0);
        while motion.time() < 2.0 {
            let before = motion.state().q[0];
            motion.step().expect("a step");
            let change = motion.state().q[0] - before;
            if change * moved < 0.0 {
                turned.push(before);
            }
            if change != 0.0 {
                moved = change;
            }
        }
        turned.push(motion.state().q[0]);
        let errors: Vec<f64> = turned
            .iter()
            .zip([-0.14, 0.08, -0.02])
            .map(|(x, e)| (x - e).abs())
            .collect();
        // A reversal within a step errs by 36 h²/k in the square of the distance to the centre, which is at least 0.05, and the node
        // next to it is a h²/2 from it, a < 23; the energy of nodes is that of the spring.
        assert!(
            turned.len() == 3 && errors.iter().all(|&error| error < 26.0 * h * h),
            "{n}: {turned:?}"
        );
        let rest = motion.state();
        assert!(rest.p[0].to_bits() << 1 == 0, "{rest:?}");
        motion.step_many(20_000).expect("it rests");
        assert_eq!(motion.state().q[0].to_bits(), rest.q[0].to_bits());
    }
}

#[test]
fn dry_friction_that_turns_has_order_two() {
    let motion = |_: f64, [x, y, u, w]: [f64; 4]| {
        let brake = 0.5 / u.hypot(w);
        [u, w, -4.0 * x - brake * u, -4.0 * y - brake * w]
    };
    let [x, y, u, w] = reference(motion, [1.0, 0.0, 0.0, 1.0], 1.0);
    are_two(orders(
        SealedPuck,
        ([1.0, 0.0], [0.0, 1.0]),
        1.0,
        ([x, y], [u, w]),
    ));
}

/// A bowl without friction, for 200 s: the energy of a symplectic scheme is within O(h²) and does not drift.
#[test]
fn energies_stay_within_bounds_while_a_contact_is_closed() -> Result<(), extremal::Error> {
    let worst = [(0.02, 10_000), (0.01, 20_000)].map(|(h, steps)| {
        let place = [1.2_f64.sin(), -1.2_f64.cos()];
        let mut motion =
            Integrator::new(Bead { mu: 0.0 }, NonsmoothMidpoint, h, place, [0.0; 2]).expect("a start");
        let before = motion.energy();
        (0..steps).fold([0.0_f64; 2], |[early, late], step| {
            motion.step().expect("a step");
            let off = (motion.energy() - before).abs();
            if step < steps / 20 {
                [early.max(off), late]
            } else {
                [early, late.max(off)]
            }
        })
    });
    let [[coarse, coarse_late], [fine, fine_late]] = worst;
    assert!((coarse / fine - 4.0).abs() < 0.2, "{worst:?}");
    // The largest error is met in each swing, at a place of a step that differs.
    assert!(
        coarse_late < 1.02 * coarse && fine_late < 1.02 * fine,
        "{worst:?}"
    );
    Ok(())
}

/// A mass on a stiff spring above a light foot.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, foot),
    kinetic = 0.5 * dt(x).powi(2) + 0.5 * m * dt(foot).powi(2),
    potential = 0.5 * k * (foot - x).powi(2) + 9.81 * x,
    contact(floor, gap = foot, restitution = e),
    discretize(NonsmoothMidpoint),
)]
struct Sprung {
    m: f64,
    k: f64,
    e: f64,
}

/// ω h from 0.5 to 1000, of the mass; of the foot it is up to a hundred times that.
#[test]
fn stiff_feet_gain_no_energy() {
    for m in [1e-4, 0.1] {
        for frequency in [0.5_f64, 2.0, 20.0, 1000.0] {
            for e in [0.0, 0.5, 1.0] {
                let (h, x) = (1e-3, 0.5003);
                let k = (frequency / h).powi(2);
                let mut motion = Integrator::new(Sprung { m, k, e }, NonsmoothMidpoint, h, [x, x], [0.0; 2])
                    .expect("a start");
                let before = motion.energy();
                for _ in 0..4000 {
                    motion.step().expect("a step");
                    // ½ k (foot − x)² ≤ E errs by √(2 k E) ε/2 in each step, of places up to 0.5, which adds up as in a random
                    // walk of 4000 steps; other numbers are of 10.
                    let rounding = 64.0 * (2.0 * k * before).sqrt() * 0.5 * f64::EPSILON + 1e-12;
                    let gained = motion.energy() - before;
                    assert!(gained <= rounding, "{m} {frequency} {e}: {gained:e}");
                }
            }
        }
    }
}

/// A rod above a floor, which it hits with either end.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y, phi),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)) + dt(phi).powi(2) / 24,
    potential = 9.81 * y,
    contact(
        end,
        gap = array(0..2, |i| y + (i - 0.5) * sin(phi)),
        slip = array(0..2, |i| dt(x) - (i - 0.5) * sin(phi) * dt(phi)),
        friction = mu,
        restitution = e
    ),
    discretize(NonsmoothMidpoint, VariationalMoreau),
)]
struct Rod {
    mu: f64,
    e: f64,
}

/// With the default `e_T` = 0 Newton's law gains energy where rods hit askew.
#[test]
fn impacts_gain_no_energy_with_the_defaults() {
    let mut newton: f64 = 0.0;
    for (mu, e) in [(0.0, 1.0), (0.3, 1.0), (1.0, 1.0), (1.0, 0.9), (0.3, 0.5)] {
        for k in 0..20 {
            let of = |a: f64| (a * f64::from(k + 1)).sin();
            let start = (
                [0.0, 1.1 + 0.5 * of(1.3), 3.0 * of(2.7)],
                [of(4.1), 0.0, 3.0 * of(5.9)],
            );
            let rod = Rod { mu, e };
            let mut motion =
                Integrator::new(rod, NonsmoothMidpoint, 1e-3, start.0, start.1).expect("a start");
            let before = motion.energy();
            for _ in 0..2000 {
                motion.step().expect("a step");
                // E is a sum of numbers up to 30, 2000 times.
                let gained = motion.energy() - before;
                assert!(gained < 2000.0 * 30.0 * f64::EPSILON, "{mu} {e} {k}: {gained:e}");
            }
            let mut motion =
                Integrator::new(rod, VariationalMoreau, 1e-3, start.0, start.1).expect("a start");
            for _ in 0..2000 {
                let after = motion.step().expect("a step").energy(&rod);
                newton = newton.max(after - before);
            }
        }
    }
    // The law is what it is: the starts are such that it does.
    assert!(newton > 1.0, "{newton}");
}

/// e = 1 and no friction: H(q, p) is kept by each impact, and between them M is constant and V linear.
#[test]
fn elastic_impacts_keep_the_energy_to_rounding() {
    let mut motion = Integrator::new(
        Rod { mu: 0.0, e: 1.0 },
        NonsmoothMidpoint,
        1e-3,
        [0.0, 1.0, 0.3],
        [0.0, 0.0, 2.0],
    )
    .expect("a start");
    let before = motion.energy();
    let mut impacts = 0;
    for _ in 0..50_000 {
        let report = motion.step().expect("a step");
        impacts += usize::from(report.contacts().any(|end| end.percussions[0] > 0.0));
        // E is a sum of numbers of about 10, whose rounding adds up as in a random walk, or in 100 steps of one sign.
        assert!((motion.energy() - before).abs() < 100.0 * 10.0 * f64::EPSILON * 50.0);
    }
    assert!(impacts > 50, "{impacts}");
}

/// A rod that is thrown lies, sticks, and has no momentum but rounding.
#[test]
fn thrown_rods_come_to_rest() {
    for k in 0..10 {
        let of = |a: f64| (a * f64::from(k + 1)).sin();
        let rod = Rod {
            mu: 0.3 + 0.3 * of(0.7).abs(),
            e: 0.5 * of(3.3).abs(),
        };
        let start = ([0.0, 0.9, of(2.7)], [of(4.1), 0.0, 3.0 * of(5.9)]);
        let mut motion = Integrator::new(rod, NonsmoothMidpoint, 1e-3, start.0, start.1).expect("a start");
        motion.run(6000).expect("steps");
        let before = motion.state();
        let report = motion.step().expect("a step");
        // It carries 9.81 h, and is held to the rounding of that.
        let small = 64.0 * f64::EPSILON * 9.81e-3;
        assert!(before.p.amax() < small, "{k}: {:?}", before.p);
        motion.run(2000).expect("steps");
        let moved = (motion.state().q - before.q).amax();
        // Rounding of an angle of up to 2π, which stays or walks; a gap is zero up to 16 ε of its summands, of up to 5.
        assert!(
            moved < 64.0 * f64::EPSILON && report.penetration() < 80.0 * f64::EPSILON,
            "{k}: {moved:e}"
        );
    }
}

/// The derivative of a step without contacts is that of `Midpoint`, and that of a landing reverses momenta; where contacts are held
/// there is none.
#[test]
fn derivatives_are_those_of_flights_and_landings() {
    let rod = Rod { mu: 0.3, e: 0.5 };
    let falls = Integrator::new(rod, NonsmoothMidpoint, 0.01, [0.0, 1.0, 0.1], [0.0; 3]).expect("a start");
    let derivative = falls.linearize().expect("it falls").by_state;
    let of_q = SVector::from([0, 1, 2].map(|k| derivative[(k, 3 + k)]));
    // ∂q₁/∂p₀ = h/m
    assert!(
        (of_q - SVector::from([0.01, 0.01, 0.12])).amax() < 1e-15,
        "{of_q}"
    );
    let lies = Integrator::new(rod, NonsmoothMidpoint, 0.01, [0.0; 3], [0.0; 3]).expect("a start");
    assert_eq!(
        lies.linearize().expect_err("it lies").failure,
        extremal::Failure::PercussionsAtEnd
    );
    // It lands flat: both ends bounce, and what sticks has no momentum.
    let lands = Integrator::new(rod, NonsmoothMidpoint, 0.01, [0.0, 1e-4, 0.0], [0.0; 3]).expect("a start");
    let derivative = lands.linearize().expect("it lands").by_state;
    for (k, e) in [0.0, -0.5, -0.5].into_iter().enumerate() {
        // p₁ = −e p₀ + .., of which a few operations are rounded.
        assert!((derivative[(3 + k, 3 + k)] - e).abs() < 1e-14, "{derivative}");
    }
}
