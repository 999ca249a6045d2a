//! Frames of any length: a step that fails is divided, and a frame that fails leaves all as it was.

use extremal::Failure;
use extremal::prelude::*;
use extremal::schemes::Moreau;

/// A rope of springs between two hooks, as animations have them.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[n][2]),
    kinetic = sum(0..n, |i| 0.5 * m * dt(r[i]).norm_squared()),
    potential = sum(0..n, |i| m * g * r[i][1]) + sum(1..n, |i| 0.5 * k * ((r[i] - r[i - 1]).norm() - l).powi(2))
        + 0.5 * k * (r[0].norm() - l).powi(2) + 0.5 * k * ((r[n - 1] - [span, 0]).norm() - l).powi(2),
    dissipation = sum(0..n, |i| 0.5 * c * dt(r[i]).norm_squared()),
    discretize(Midpoint),
)]
struct Rope {
    n: usize,
    m: f64,
    g: f64,
    k: f64,
    l: f64,
    c: f64,
    span: f64,
}

/// A pendulum with a motor and a stop.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    inputs(u),
    kinetic = 0.5 * dt(x).powi(2),
    potential = -cos(x),
    force(x = u),
    contact(stop, gap = x + 1, restitution = 0.5),
    discretize(Moreau),
)]
struct Driven;

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = -cos(x), discretize(Verlet, Midpoint, Livens))]
struct Pendulum;

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = 0.5 * k * x.powi(2), discretize(Verlet))]
struct Spring {
    k: f64,
}

/// The potential is not defined for x > 1.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = sqrt(1 - x), discretize(Verlet, Midpoint))]
struct Cliff;

/// 600 frames of 60 Hz of different lengths, of a rope that was straight and falls: single steps of that length lose it after
/// a few frames, in compressed springs that buckle.
#[test]
fn a_rope_goes_through_all_frames() {
    for n in [20_u32, 100] {
        let parts = f64::from(n);
        let (l, span) = (2.0 / (parts + 1.0), 1.8);
        let rope = Rope {
            n: n as usize,
            m: 0.2 / parts,
            g: 9.81,
            k: 25.0 * parts,
            l,
            c: 0.04 / parts,
            span,
        };
        let straight = (1..=n).flat_map(|i| [span / (parts + 1.0) * f64::from(i), 0.0]);
        let (q, v) = (straight.collect::<Vec<f64>>(), vec![0.0; 2 * n as usize]);
        let mut motion = Integrator::new(rope, Midpoint, 1.0 / 60.0, q, v).expect("a start");
        let (mut t, mut halved, start) = (0.0, 0, motion.energy());
        for k in 0..600 {
            let frame = (1.0 + 0.3 * f64::from(k).sin()) / 60.0;
            let made = motion
                .advance(frame)
                .unwrap_or_else(|error| panic!("{n} links, frame {k}: {error}"));
            t += frame;
            halved += made.halved;
            assert_eq!((motion.time(), motion.step_size()), (t, 1.0 / 60.0));
            // It falls by less than a metre, which is 2 J; half of that is more than its steps may err by in all.
            assert!(
                motion.energy() < start + 2.0,
                "{n} links, frame {k}: {}",
                motion.energy()
            );
        }
        assert!(halved > 0, "{n}");
    }
}

/// A spring whose steps are far too long, from the first frame on: its parts are short enough, or the frame is an error.
#[test]
fn the_first_frame_is_looked_at_like_all() {
    for (k, h, x, v) in [
        (100.0, 1.0, 1.0, 0.0),
        (100.0, 1.0, 0.0, 1.0),
        (6.0, 1.0, 1.0, 0.0),
        (1e4, 1.0, 1.0, 0.0),
    ] {
        let spring = Spring { k };
        let mut motion = Integrator::new(spring, Verlet, h, [x], [v]).expect("a start");
        let start = motion.energy();
        for frame in 0..200 {
            let Ok(made) = motion.advance(h) else { break };
            assert!(frame > 0 || made.halved > 0, "{k}: {made:?}");
            // Steps of ω h below two, each of which may add a thousandth of the energies at hand, up to a twentieth; and the part of E by
            // which the energy of such steps differs from that of the motion, up to (ω h)²/4 of it.
            assert!(
                motion.energy() < 2.0 * start,
                "{k} {frame}: {} {start}",
                motion.energy()
            );
        }
    }
}

/// Frames of whole steps are these steps, bit for bit.
#[test]
fn frames_of_whole_steps_change_nothing() {
    let start = || Integrator::new(Pendulum, Midpoint, 0.01, [2.0], [0.0]).expect("a start");
    let (mut frames, mut steps) = (start(), start());
    for _ in 0..50 {
        assert_eq!(
            frames.advance(0.04).map(|frame| (frame.steps, frame.halved)),
            Ok((4, 0))
        );
    }
    steps.step_many(200).expect("small steps");
    assert_eq!(
        (frames.state().q, frames.state().p),
        (steps.state().q, steps.state().p)
    );
    assert_eq!(frames.steps(), 200);
}

/// The motion is of second order in the length of the longest step, whatever the frames are.
#[test]
fn frames_of_any_length_keep_the_order() {
    let mut exact = Integrator::new(Pendulum, Midpoint, 1e-4, [2.0], [0.0]).expect("a start");
    exact.step_many(20_000).expect("small steps");
    let error = |h: f64| {
        let mut motion = Integrator::new(Pendulum, Midpoint, h, [2.0], [0.0]).expect("a start");
        for frame in [0.3, 0.0, 0.51, 0.7, 0.49] {
            motion.advance(frame).expect("small steps");
        }
        assert!((motion.time() - 2.0).abs() < 1e-15);
        let (found, expected) = (motion.state(), exact.state());
        (found.q[0] - expected.q[0]).hypot(found.p[0] - expected.p[0])
    };
    let order = (error(0.02) / error(0.01)).log2();
    // The numbers of steps of a frame are rounded up: by a twenty-fifth of them at most.
    assert!((order - 2.0).abs() < 0.2, "{order}");
}

#[test]
fn inputs_and_contacts_go_through_frames() {
    let mut motion = Integrator::new(Driven, Moreau, 0.01, [0.0], [0.0]).expect("a start");
    let mut closed = 0;
    for k in 0..400 {
        motion
            .advance_with(0.0123, [-2.0])
            .unwrap_or_else(|error| panic!("{k}: {error}"));
        closed += usize::from(motion.state().q[0] < -0.99);
    }
    assert!(closed > 10 && motion.state().q[0] > -1.1, "{:?}", motion.state());
    assert!(motion.advance_with(0.01, [f64::NAN]).is_err());
}

/// A frame into a place without motion fails after all halvings, and everything is as before.
#[test]
fn a_frame_that_fails_changes_nothing() {
    fn check<D: Copy>(scheme: D)
    where
        Cliff: Discretize<D>,
        Integrator<Cliff, D>: Clone,
    {
        let mut motion: Integrator<Cliff, D> =
            Integrator::new(Cliff, scheme, 0.1, [0.0], [2.0]).expect("a start");
        motion.advance(0.25).expect("before the cliff");
        let mut other = motion.clone();
        for most in [0, 3, 10] {
            motion.set_most_halvings(most);
            let error = motion.advance(1.0).expect_err("over the cliff");
            assert!(error.t >= 0.25 && motion.time() == 0.25, "{error}");
        }
        assert_eq!(
            (motion.state(), motion.steps(), motion.step_size()),
            (other.state(), 3, 0.1)
        );
        motion.advance(0.05).expect("before the cliff");
        other.advance(0.05).expect("before the cliff");
        assert_eq!(motion.state(), other.state());
    }
    check(Verlet);
    check(Midpoint);
    let mut motion = Integrator::new(Cliff, Verlet, 0.1, [0.0], [2.0]).expect("a start");
    for wrong in [-1.0, f64::NAN, f64::INFINITY] {
        let error = motion.advance(wrong).expect_err("no length of a frame");
        assert!(matches!(error.failure, Failure::FrameLength { .. }), "{error}");
    }
    // No end to wait for.
    for dt in [1.01e8, 1e9, 1e300, f64::MAX] {
        let error = motion.advance(dt).expect_err("too many steps");
        assert_eq!(error.failure, Failure::FrameLength { dt, h: 0.1 });
    }
}

/// A state that is set is a start there, also for schemes that carry a velocity.
#[test]
fn a_state_is_set_as_from_state() {
    fn check<D: Copy>(scheme: D)
    where
        Pendulum: Discretize<D>,
    {
        let start = |x: f64| -> Integrator<Pendulum, D> {
            Integrator::new(Pendulum, scheme, 0.1, [x], [0.3]).expect("a start")
        };
        let (mut motion, mut other) = (start(0.5), start(2.0));
        motion.step_many(7).expect("small steps");
        other.step_many(3).expect("small steps");
        motion.set_state(other.state()).expect("a state");
        let mut fresh: Integrator<Pendulum, D> =
            Integrator::from_state(Pendulum, scheme, 0.1, other.state()).expect("a state");
        motion.step_many(20).expect("small steps");
        fresh.step_many(20).expect("small steps");
        assert_eq!(motion.state(), fresh.state());
        assert_eq!((motion.steps(), fresh.steps()), (27, 20));
        let before = motion.state();
        let wrong = State {
            t: 0.0,
            q: [f64::NAN].into(),
            p: [0.0].into(),
        };
        assert!(motion.set_state(wrong).is_err() && motion.state() == before);
    }
    check(Verlet);
    check(Midpoint);
    check(Livens);
    check(Composition::<4, Midpoint>::default());
}

/// All crossings of a section that lie further apart than an eighth of a step, in both directions.
#[test]
fn crossings_are_found_between_nodes() {
    let mut motion = Integrator::new(Pendulum, Midpoint, 0.05, [2.0], [0.0]).expect("a start");
    let trajectory = motion.run(1000).expect("small steps");
    let crossings = trajectory
        .crossings(|point| point.q[0])
        .expect("all states are recorded");
    // Independent of elements: the signs of the states.
    let signs = trajectory
        .states()
        .windows(2)
        .filter(|pair| pair[0].q[0] * pair[1].q[0] < 0.0);
    assert_eq!(crossings.len(), signs.count());
    for pair in crossings.windows(2) {
        assert_ne!(pair[0].is_rising, pair[1].is_rising);
        // Half of the period, 8.35 (4 K(sin 1)); Midpoint has an error of h²/12 of it at most.
        assert!(
            (pair[1].point.t - pair[0].point.t - 4.1748).abs() < 0.01,
            "{pair:?}"
        );
    }
    for crossing in &crossings {
        assert!(crossing.point.q[0].abs() < 1e-14, "{crossing:?}");
    }
    let first = trajectory
        .first_crossing(|point| point.q[0])
        .expect("all states are recorded");
    assert_eq!(first.as_ref(), crossings.first());
    // Velocities jump at nodes: an apex is there.
    let apexes = trajectory
        .crossings(|point| point.v[0])
        .expect("all states are recorded");
    assert!(
        apexes
            .iter()
            .all(|apex| (apex.point.q[0].abs() - 2.0).abs() < 1e-2),
        "{apexes:?}"
    );
    assert!(apexes.len().abs_diff(crossings.len()) <= 1);

    let mut some = Trajectory::every(2);
    motion.record(&mut some, 10).expect("small steps");
    let error = some.crossings(|point| point.q[0]).expect_err("each second state");
    assert!(error.to_string().contains("each k-th"), "{error}");
}
