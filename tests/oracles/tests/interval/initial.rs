//! Initial values: all elements together give the motion that steps give.

use extremal::StateOf;
use extremal::monolithic::Start;
use extremal::prelude::*;

use crate::systems::{Arm, Pendulum, Rod};

/// Both solve the same equations to rounding, which grows by at most e^{5} over T = 5 in motions that are regular.
const SAME: f64 = 1e-12;

/// The largest difference of two motions in q and in p.
fn difference<S>(a: &[StateOf<S>], b: &[StateOf<S>]) -> f64
where
    S: Lagrangian<Scalar = f64>,
{
    use extremal::blocks::Vector;
    assert_eq!(a.len(), b.len());
    let each = a.iter().zip(b).flat_map(|(a, b)| {
        let q = a.q.as_slice().iter().zip(b.q.as_slice());
        let p = a.p.as_slice().iter().zip(b.p.as_slice());
        q.chain(p).map(|(a, b)| (a - b).abs()).chain([(a.t - b.t).abs()])
    });
    each.fold(0.0, f64::max)
}

/// The input in the element `k`.
fn push(k: usize) -> [f64; 1] {
    [0.5 * f64::sin(0.3 * k as f64)]
}

macro_rules! arm_moves_as_with_steps {
    ($($name:ident: $scheme:expr;)*) => {$(
        #[test]
        fn $name() {
            let (q0, v0) = ([0.8, -0.4], [0.3, 0.1]);
            let mut motion = Integrator::new_at(Arm, $scheme, 0.05, 0.2, q0, v0).unwrap();
            let mut k = 0;
            let steps = motion.run_with(100, |_| {
                k += 1;
                push(k - 1)
            }).unwrap();
            let whole = || {
                let start = Start::Impulse { q0, v0 };
                Monolithic::new(Arm, $scheme, 0.05, 100, start).starting_at(0.2).with_inputs(|k, _| push(k))
            };
            // From the motion that steps make, and from a rest far from it.
            let near = whole().solve().unwrap();
            let far = whole().guess(|_| q0).solve().unwrap();
            assert!(difference::<Arm>(steps.states(), near.states()) < SAME);
            assert!(difference::<Arm>(steps.states(), far.states()) < SAME);
            assert!(near.iterations() <= 6 && far.iterations() <= 20, "{near:?} {far:?}");
            // Between the nodes as well.
            let points = [&steps, near.trajectory(), far.trajectory()].map(|motion| motion.at(2.333).unwrap());
            let largest = |a: usize| (points[a].q - points[0].q).amax().max((points[a].v - points[0].v).amax());
            assert!(largest(1) < 10.0 * SAME && largest(2) < 10.0 * SAME);
        }
    )*};
}

arm_moves_as_with_steps! {
    verlet: Verlet;
    midpoint: Midpoint;
    third_degree: Galerkin::<3, Gauss<3>>::default();
    livens: Livens;
    newmark: Newmark::default();
    hermite: Hermite::<P2>::default();
}

macro_rules! rod_moves_as_with_steps {
    ($($name:ident: $scheme:expr, $reaction:expr;)*) => {$(
        #[test]
        fn $name() {
            let (q0, v0) = ([1.0, 0.0], [0.0, -0.5]);
            let steps = Integrator::new(Rod, $scheme, 0.02, q0, v0).unwrap().run(50).unwrap();
            let near = Monolithic::new(Rod, $scheme, 0.02, 50, Start::Impulse { q0, v0 }).solve().unwrap();
            assert!(difference::<Rod>(steps.states(), near.states()) < SAME);
            let reactions = [&steps, near.trajectory()].map(|motion| {
                let report = &motion.elements()[20].as_ref().unwrap().report;
                $reaction(report)
            });
            // A multiplier is a difference of momenta over a step: 50 times their difference.
            assert!((reactions[0] - reactions[1]).abs() < 50.0 * SAME, "{reactions:?}");
            // Both ends of the same motion, from its own states and from a turn at a constant rate.
            let q1 = steps.states()[50].q;
            let between = || Monolithic::new(Rod, $scheme, 0.02, 50, Start::Ends { q0: q0.into(), q1 });
            let turn = |t: f64| [f64::cos(3.0 * t), -f64::sin(3.0 * t)];
            for solution in [between().guess_states(steps.states()).solve(), between().guess(turn).solve()] {
                let solution = solution.unwrap();
                // The ends determine the momentum with the condition of this problem, some tens.
                assert!(difference::<Rod>(steps.states(), solution.states()) < 50.0 * SAME, "{solution:?}");
            }
        }
    )*};
}

rod_moves_as_with_steps! {
    rod_by_verlet: Verlet, |report: &extremal::drive::ConstrainedStep<_, [f64; 1]>| report.reactions[0];
    rod_by_midpoint: Midpoint, |report: &extremal::drive::ConstrainedStep<_, [f64; 1]>| report.reactions[0];
    rod_of_second_degree: Galerkin::<2, Gauss<2>>::default(), |report: &extremal::drive::ConstrainedStep<_, [f64; 1]>| report.reactions[0];
    rod_in_the_null_space: NullSpace(Midpoint), |report: &extremal::drive::ConstrainedStep<_, [f64; 1]>| report.reactions[0];
    rod_by_livens: Livens, |report: &extremal::drive::EnergyStep<f64, _, [f64; 1]>| report.multipliers[0];
    rod_stabilized: Stabilized(Livens), |report: &extremal::drive::EnergyStep<f64, _, [f64; 1]>| report.multipliers[0];
}

#[test]
fn elements_may_have_any_lengths() {
    let lengths = [0.1, 0.02, 0.3, 0.05, 0.05, 0.2];
    let mut motion = Integrator::new(Pendulum { k: 1.0 }, Midpoint, lengths[0], [1.0], [0.5]).unwrap();
    let mut steps = Trajectory::new();
    for h in lengths {
        motion.set_step_size(h).unwrap();
        motion.record(&mut steps, 1).unwrap();
    }
    let start = Start::Impulse { q0: [1.0], v0: [0.5] };
    let whole = Monolithic::new(Pendulum { k: 1.0 }, Midpoint, 1.0, 1, start).with_lengths(&lengths);
    let whole = whole.solve().unwrap();
    assert!(difference::<Pendulum<f64>>(steps.states(), whole.states()) < SAME);
    assert!((whole.duration() - 0.72).abs() < 1e-15);
}

/// Those of elements of different lengths as those of steps: what a rod at rest pulls is its weight, whatever the element before
/// has for a length.
#[test]
fn reactions_are_those_of_elements_of_any_length() {
    let lengths = [0.2, 0.1, 0.05, 0.2];
    let start = Start::Impulse {
        q0: [0.0, -1.0],
        v0: [0.0, 0.0],
    };
    let whole = Monolithic::new(Rod, Midpoint, 1.0, 1, start).with_lengths(&lengths);
    let whole = whole.solve().unwrap();
    let elements = whole.trajectory().elements().iter().flatten();
    let reactions: Vec<f64> = elements.map(|element| element.report.reactions[0]).collect();
    let spread = reactions
        .iter()
        .fold(0.0, |most: f64, r| most.max((r - reactions[0]).abs()));
    // A multiplier is a difference of momenta over a step.
    assert!(reactions[0].abs() > 1.0 && spread < 50.0 * SAME, "{reactions:?}");
}

#[test]
fn a_momentum_starts_as_its_velocity() {
    let impulse = Start::Impulse {
        q0: [1.0, 0.5],
        v0: [0.5, -0.2],
    };
    let p0 = Arm.momentum(0.0, &[1.0, 0.5].into(), &[0.5, -0.2].into());
    let momentum = Start::Momentum {
        q0: [1.0, 0.5].into(),
        p0,
    };
    let by_velocity = Monolithic::new(Arm, Livens, 0.1, 20, impulse)
        .with_inputs(|k, _| push(k))
        .solve()
        .unwrap();
    let by_momentum = Monolithic::new(Arm, Livens, 0.1, 20, momentum)
        .with_inputs(|k, _| push(k))
        .solve()
        .unwrap();
    assert!(difference::<Arm>(by_velocity.states(), by_momentum.states()) < SAME);
}

/// The velocity of the first element in place of the momentum at its node costs an order (METHODS.md, section 6: slope 1).
#[test]
fn a_velocity_of_the_first_element_has_order_one() {
    let exact = {
        let scheme = Galerkin::<6, Gauss<6>>::default();
        let mut motion = Integrator::new(Pendulum { k: 1.0 }, scheme, 0.1, [1.0], [0.5]).unwrap();
        motion.step_many(20).unwrap();
        motion.state()
    };
    let error = |steps: usize, start: Start<[f64; 1]>| {
        let whole = Monolithic::new(Pendulum { k: 1.0 }, Midpoint, 2.0 / steps as f64, steps, start)
            .solve()
            .unwrap();
        let end = whole.states()[steps];
        assert_eq!(end.t, 2.0);
        (end.q - exact.q).amax().max((end.p - exact.p).amax())
    };
    let order = |start: fn() -> Start<[f64; 1]>| f64::log2(error(80, start()) / error(160, start()));
    let of_velocity = order(|| Start::Velocity { q0: [1.0], v0: [0.5] });
    let of_impulse = order(|| Start::Impulse { q0: [1.0], v0: [0.5] });
    // Orders 1 and 2; at these lengths the next terms change them by a few hundredths.
    assert!((of_velocity - 1.0).abs() < 0.05, "{of_velocity}");
    assert!((of_impulse - 2.0).abs() < 0.05, "{of_impulse}");
    let start = Start::Velocity {
        q0: [1.0_f64],
        v0: [0.5],
    };
    let whole = Monolithic::new(
        Pendulum { k: 1.0 },
        Galerkin::<2, Gauss<2>>::default(),
        0.1,
        20,
        start,
    )
    .solve()
    .unwrap();
    assert!(f64::abs(whole.trajectory().at(0.0).unwrap().v[0] - 0.5) < 1e-14);
}
