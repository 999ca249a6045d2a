//! Single steps and motions with contacts against the same by hand: coordinates, momenta, velocities and percussions of every
//! scheme, with time, inputs and dissipation in one step, and with bilateral constraints.

mod systems;

use extremal::blocks::Vector;
use extremal::contacts::ContactState;
use extremal::drive::ContactReport;
use extremal::nalgebra::SVector;
use extremal::prelude::*;

use self::systems::{LINKAGE, Linkage};
use crate::support::by_hand::Continuous;
use crate::support::contacts::{BODY, Body};
use crate::support::order::extrapolated;
use crate::support::percussions::{Found, Mode, Node, Rule, Start, Touching};
use crate::support::slope::slope;

/// Steps of a scheme and of the same by hand from a start: the largest differences of q, p, u, P and p⁺, over the sensitivity
/// of the step, and the modes.
fn compare<S, D: Copy, const N: usize, const R: usize>(
    system: S,
    (scheme, rule): (D, Rule),
    (t, q, v): (f64, [f64; N], [f64; N]),
    (h, steps, input): (f64, usize, f64),
) -> ([f64; 5], Vec<Vec<Mode>>)
where
    S: Lagrangian<
            Scalar = f64,
            Configuration = SVector<f64, N>,
            Velocity = SVector<f64, N>,
            Momentum = SVector<f64, N>,
            Inputs = [f64; 1],
        > + extremal::Contacts<Percussions = [f64; R]>
        + Discretize<D, Report = ContactReport<S>>
        + Touching
        + Copy,
{
    let p = Continuous::of(&system, t, &q, &v, &[input]).momentum;
    let start = State {
        t,
        q: q.into(),
        p: SVector::from_iterator(p.iter().copied()),
    };
    let mut motion = Integrator::from_state(system, scheme, h, start).expect("a good start");
    let mut node = Node {
        t,
        q: q.to_vec(),
        p,
        u: motion.velocity().expect("it is carried").as_slice().to_vec(),
    };
    let (mut off, mut modes) = ([0.0_f64; 5], Vec::new());
    for _ in 0..steps {
        let report = motion.step_with([input]).expect("a small step");
        let step = Start {
            system: &system,
            rule,
            h,
            node: &node,
            inputs: &[input],
        };
        let is_reported = |found: &Found| {
            let states = found
                .modes
                .iter()
                .zip(S::CONTACTS)
                .map(|(mode, contact)| match mode {
                    Mode::Open => ContactState::Open,
                    Mode::Sticks if contact.slips > 0 => ContactState::Stick,
                    _ => ContactState::Slip,
                });
            states.eq(report.states.as_slice().iter().copied())
        };
        let found = step
            .steps()
            .into_iter()
            .find(is_reported)
            .expect("one of the solutions by hand");
        let State { q, p, .. } = motion.state();
        let pairs: [(&[f64], &[f64]); 5] = [
            (q.as_slice(), &found.node.q),
            (p.as_slice(), &found.node.p),
            (report.velocity.as_slice(), &found.node.u),
            (&report.percussions, &found.percussions),
            (report.right.p.as_slice(), &found.right),
        ];
        for (off, (a, b)) in off.iter_mut().zip(pairs) {
            assert_eq!(a.len(), b.len());
            let difference = a.iter().zip(b).map(|(a, b)| (a - b).abs());
            *off = difference.fold(*off, |off, x| f64::max(off, x / found.sensitivity.max(1.0)));
        }
        modes.push(found.modes);
        node = found.node;
    }
    (off, modes)
}

/// Reproducible numbers between −1 and 1.
fn numbers(mut seed: u64) -> impl FnMut() -> f64 {
    move || {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as f64 / f64::from(1 << 30) - 1.0
    }
}

/// Every mode of the first contact, and both of the second.
fn all_seen(modes: &[Vec<Mode>]) {
    for mode in [Mode::Open, Mode::Sticks, Mode::SlipsForward, Mode::SlipsBackward] {
        assert!(
            modes.iter().any(|modes| modes[0] == mode),
            "{mode:?} of the first"
        );
    }
    for mode in [Mode::Open, Mode::Sticks] {
        assert!(
            modes.iter().any(|modes| modes[1] == mode),
            "{mode:?} of the second"
        );
    }
    assert!(
        modes.iter().any(|modes| !modes.contains(&Mode::Open)),
        "both at once"
    );
}

/// A shaken floor, a belt, a wall, a Rayleigh function, an input, M(q) and terms linear in velocities.
#[test]
fn steps_on_a_shaken_floor_are_those_by_hand() {
    fn check<D: Copy>(scheme: D, rule: Rule, seed: u64) -> Vec<Vec<Mode>>
    where
        Body: Discretize<D, Report = ContactReport<Body>>,
    {
        let (mut random, mut seen) = (numbers(seed), Vec::new());
        for _ in 0..40 {
            let t = random();
            // Some in reach of the wall, all near the floor or below it.
            let x = if random() > 0.3 {
                1.5 + 0.02 * random()
            } else {
                1.2 * random()
            };
            let floor = 0.1 * (2.0 * x).sin() + 0.02 * (3.0 * t).sin();
            let (q, v) = (
                [x, floor + 0.03 * random() - 0.02],
                [3.0 * random(), 2.0 * random() - 0.7],
            );
            let (off, modes) = compare::<_, _, 2, 3>(BODY, (scheme, rule), (t, q, v), (0.01, 1, random()));
            // Both solve to the rounding of momenta of about 5.
            assert!(
                off.iter().all(|off| *off < 1e-13),
                "{off:?} {modes:?} {q:?} {v:?}"
            );
            seen.extend(modes);
        }
        seen
    }
    let seen = [
        check(Moreau, Rule::Moreau, 1),
        check(SymmetricMoreau, Rule::Symmetric, 2),
        check(VariationalMoreau, Rule::Variational, 3),
        check(Theta { theta: 0.5 }, Rule::Theta(0.5), 4),
        check(Theta { theta: 0.8 }, Rule::Theta(0.8), 5),
    ];
    all_seen(&seen.concat());
}

#[test]
fn linkages_step_and_move_as_by_hand() {
    fn check<D: Copy>(scheme: D, rule: Rule, seed: u64) -> Vec<Vec<Mode>>
    where
        Linkage: Discretize<D, Report = ContactReport<Linkage>>,
    {
        let (mut random, mut seen) = (numbers(seed), Vec::new());
        for _ in 0..40 {
            let place = [1.0 + 0.6 * random(), 0.05 * random()];
            let (q, v) = LINKAGE.assembled(place, [4.0 * random(), 2.0 * random()]);
            // The floor and the stop are where the linkage is, or a little aside.
            let linkage = Linkage {
                height: LINKAGE.tip(&q)[1] + 0.002 * random() + 0.001,
                least: q[2] + 0.002 * random() + 0.001,
                ..LINKAGE
            };
            let (off, modes) =
                compare::<_, _, 4, 3>(linkage, (scheme, rule), (0.0, q, v), (0.005, 1, random()));
            // Rounding of equations with summands of about 5, a hundred ε, times what an error in one of them changes.
            assert!(
                off.iter().all(|off| *off < 2e-14),
                "{off:?} {modes:?} {q:?} {v:?}"
            );
            seen.extend(modes);
        }
        // From rest the tip falls onto the floor, or the rocker onto its stop.
        let (q, v) = LINKAGE.assembled([1.2, 0.02], [0.0, 0.0]);
        for (contact, [drop, turn]) in [[0.006, 1.0], [1.0, 0.03]].into_iter().enumerate() {
            let linkage = Linkage {
                height: LINKAGE.tip(&q)[1] - drop,
                least: q[2] - turn,
                ..LINKAGE
            };
            let (off, modes) = compare::<_, _, 4, 3>(linkage, (scheme, rule), (0.0, q, v), (0.004, 40, 0.4));
            assert!(
                modes.iter().any(|modes| modes[contact] != Mode::Open),
                "{modes:?}"
            );
            // Impacts multiply the rounding of the steps before.
            assert!(off.iter().all(|off| *off < 1e-11), "{off:?}");
        }
        seen
    }
    let seen = [
        check(Moreau, Rule::Moreau, 1),
        check(SymmetricMoreau, Rule::Symmetric, 2),
        check(VariationalMoreau, Rule::Variational, 3),
        check(Theta { theta: 0.5 }, Rule::Theta(0.5), 4),
        check(Theta { theta: 0.8 }, Rule::Theta(0.8), 5),
    ];
    all_seen(&seen.concat());
}

/// Above the shaken floor, from the momentum that is ∂L/∂v: orders 1, 2, 2, 1 of q and p.
#[test]
fn orders_between_impacts_are_one_two_two_one() {
    fn check<D: Copy>(scheme: D, order: f64)
    where
        Body: Discretize<D, Report = ContactReport<Body>>,
    {
        let (t, q, v, push, span) = (0.4, [0.3, 0.5], [0.9, 1.5], 0.6, 0.3);
        let rates = |t_since: f64, y: [f64; 4]| {
            let here = Continuous::of(&BODY, t + t_since, &y[..2], &y[2..], &[push]);
            let [[a, b], [c, d]] = [0, 1].map(|i| [here.mass_matrix[i][0], here.mass_matrix[i][1]]);
            let det = a * d - b * c;
            let pull = &here.pull;
            [
                y[2],
                y[3],
                (d * pull[0] - b * pull[1]) / det,
                (a * pull[1] - c * pull[0]) / det,
            ]
        };
        let end = extrapolated(rates, [q[0], q[1], v[0], v[1]], span, 20);
        let p = Continuous::of(&BODY, t + span, &end[..2], &end[2..], &[push]).momentum;
        let errors = [20, 40, 80, 160].map(|steps| {
            let start = State {
                t,
                q: q.into(),
                p: SVector::from_iterator(Continuous::of(&BODY, t, &q, &v, &[push]).momentum),
            };
            let mut motion =
                Integrator::from_state(BODY, scheme, span / f64::from(steps), start).expect("a good start");
            for _ in 0..steps {
                let report = motion.step_with([push]).expect("a small step");
                assert_eq!(report.states, [ContactState::Open; 2]);
            }
            let state = motion.state();
            let off =
                |found: &[f64], expected: &[f64]| (found[0] - expected[0]).hypot(found[1] - expected[1]);
            (
                steps as usize,
                off(state.q.as_slice(), &end[..2]),
                off(state.p.as_slice(), &p),
            )
        });
        for (what, of) in [("q", 1), ("p", 2)] {
            let points = errors
                .iter()
                .map(|&(steps, q, p)| (steps, if of == 1 { q } else { p }));
            let found = slope(points, 1e-13);
            assert!(
                (found - order).abs() < 0.1,
                "{what}: {found}, not {order}: {errors:?}"
            );
        }
    }
    check(Moreau, 1.0);
    check(SymmetricMoreau, 2.0);
    check(VariationalMoreau, 2.0);
    check(Theta { theta: 0.5 }, 2.0);
}
