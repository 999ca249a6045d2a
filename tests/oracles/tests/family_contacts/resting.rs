//! Contacts that rest: gaps that are one coordinate stay closed, and what sticks is not said to slide.

use extremal::contacts::ContactState;
use extremal::prelude::*;

const H: f64 = 1e-3;

/// Blocks over each other. The gap of the lowest one is a coordinate alone, which has no size at the floor.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(y[n]),
    kinetic = sum(0..n, |i| 0.5 * m[i] * dt(y[i]).powi(2)),
    potential = sum(0..n, |i| 9.81 * m[i] * y[i]),
    contact(floor, gap = y[0]),
    contact(pair, gap = array(1..n, |i| y[i] - y[i - 1] - 0.1), restitution = e),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta),
)]
struct Stack {
    n: usize,
    m: Vec<f64>,
    e: f64,
}

/// Two of them, written out.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(y[2]),
    kinetic = sum(0..2, |i| 0.5 * m[i] * dt(y[i]).powi(2)),
    potential = sum(0..2, |i| 9.81 * m[i] * y[i]),
    contact(floor, gap = y[0]),
    contact(pair, gap = y[1] - y[0] - 0.1, restitution = e),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta),
)]
struct Two {
    m: [f64; 2],
    e: f64,
}

/// Masses between 1 and 4.7, which differ from one case to the next.
fn mass(case: usize, i: usize) -> f64 {
    1.0 + 0.37 * f64::from(u8::try_from((7 * i + 3 * case) % 11).expect("a small number"))
}

fn heights<const N: usize>() -> [f64; N] {
    core::array::from_fn(|i| 0.1 * i as f64)
}

/// Nothing moves but by rounding. An end that had opened by rounding would fall by g h² in the next step.
macro_rules! rests {
    ($system:expr, $scheme:expr, $q:expr, $what:expr) => {{
        let q = $q;
        let mut motion = Integrator::new($system, $scheme, H, q, q.map(|_| 0.0)).expect("a good start");
        for step in 0..100 {
            let report = motion.step().expect("a small step");
            assert!(
                report.contacts().all(|at| at.percussions[0] > 0.0),
                "{}, step {step}: a contact carries nothing",
                $what
            );
        }
        // 100 steps of rounding of heights up to 1 and velocities of g h: 100 (ε + ...); 1e-11 is a millionth of g h².
        let state = motion.state();
        let mut moved = state.q.as_slice().iter().zip(&q);
        assert!(moved.all(|(a, b)| (a - b).abs() < 1e-11), "{}: {state:?}", $what);
        // The momentum carries half of the next forces, −m g h/2, and of velocities their rounding.
        let mut p = state.p.as_slice().iter();
        assert!(p.all(|p| p.abs() < 0.5001 * 9.81 * H * 4.8), "{}: {state:?}", $what);
    }};
}

#[test]
fn stacks_on_a_floor_at_zero_stay() {
    for case in 0..40 {
        let e = if case % 3 == 0 { 0.5 } else { 0.0 };
        let two = Two {
            m: core::array::from_fn(|i| mass(case, i)),
            e,
        };
        rests!(two.clone(), Moreau, heights::<2>(), case);
        rests!(two.clone(), SymmetricMoreau, heights::<2>(), case);
        rests!(two.clone(), VariationalMoreau, heights::<2>(), case);
        rests!(two.clone(), Theta { theta: 0.6 }, heights::<2>(), case);
        rests!(two.clone(), ClosedGaps(Moreau), heights::<2>(), case);
        rests!(two, ClosedGaps(VariationalMoreau), heights::<2>(), case);
        let any = |n| Stack {
            n,
            m: (0..n).map(|i| mass(case, i)).collect(),
            e,
        };
        rests!(any(2), Moreau, heights::<2>(), case);
        rests!(any(2), SymmetricMoreau, heights::<2>(), case);
        rests!(any(2), VariationalMoreau, heights::<2>(), case);
        rests!(any(2), Theta { theta: 0.6 }, heights::<2>(), case);
        rests!(any(10), Moreau, heights::<10>(), case);
    }
}

/// A contact that rested and is left is open at once, also after a file.
#[test]
fn what_rested_may_leave() {
    let stack = || Stack {
        n: 2,
        m: vec![mass(1, 0), mass(1, 1)],
        e: 0.0,
    };
    let mut motion = Integrator::new(stack(), Moreau, H, vec![0.0, 0.1], vec![0.0; 2]).expect("a good start");
    motion.step_many(10).expect("small steps");
    let snapshot = motion.snapshot();
    let mut again = Integrator::new(stack(), Moreau, H, vec![0.0, 0.1], vec![0.0; 2]).expect("a good start");
    again.restore(&snapshot).expect("a snapshot of this system");
    for motion in [&mut motion, &mut again] {
        // Upwards with 1 mm/s, a tenth of what gravity takes in a step, and with 1 m/s, far more.
        motion.kick(vec![1e-3, 1e-3 * mass(1, 1)]).expect("finite");
        assert_eq!(motion.step().expect("a small step").closed_count(), 2);
        motion.kick(vec![mass(1, 0), mass(1, 1)]).expect("finite");
        motion.step().expect("a small step");
        let report = motion.step().expect("a small step");
        assert!(
            report.contacts().all(|at| format!("{}", at.name) != "floor"),
            "the stack flies"
        );
    }
    assert_eq!(motion.state(), again.state());
}

/// Sleds in a row with springs between them, of which the last is pulled.
macro_rules! sleds {
    ($name:ident, $count:tt, $last:tt, $list:ty, $($field:tt)*) => {
        #[derive(Clone, Debug, Lagrangian)]
        #[lagrangian(
            coordinates(r[$count][2]),
            inputs(pull),
            kinetic = sum(0..$count, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
            potential = sum(0..$count, |i| m[i] * 9.81 * r[i][1])
                + sum(1..$count, |i| 0.5 * k * (r[i][0] - r[i - 1][0] - 1).powi(2)
                    + 0.25 * k * (r[i][0] - r[i - 1][0] - 1).powi(4)),
            force(r$last[0] = pull),
            contact(floor, gap = array(0..$count, |i| r[i][1] - 1), slip = array(0..$count, |i| dt(r[i][0])),
                friction = array(0..$count, |i| mu[i])),
            discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta),
        )]
        struct $name {
            $($field)*
            m: $list,
            k: f64,
            mu: $list,
        }
    };
}

sleds!(Sleds, n, [n - 1], Vec<f64>, n: usize,);
sleds!(Five, 5, [4], [f64; 5],);

fn five(k: f64) -> (Sleds, Five) {
    let m: [f64; 5] = core::array::from_fn(|i| 1.0 + 0.2 * i as f64);
    let mu: [f64; 5] = core::array::from_fn(|i| 0.1 + 0.05 * i as f64);
    let any = Sleds {
        n: 5,
        m: m.to_vec(),
        k,
        mu: mu.to_vec(),
    };
    (any, Five { m, k, mu })
}

/// A sled slides if and only if its friction is the largest, and the derivative of a step by its momentum is that of the
/// differences of steps. Theta leaves slips of sticking sleds that are large beside their summands, and small beside all else.
#[test]
fn sleds_that_stick_do_not_slide() {
    let mut seen = [0; 2];
    macro_rules! compare {
        ($scheme:expr) => {{
            let (any, fixed) = five(100.0);
            let (mass, mu) = (any.m.clone(), any.mu.clone());
            let start: [f64; 10] =
                core::array::from_fn(|k| if k % 2 == 0 { (k / 2) as f64 } else { 1.0 + 1e-5 });
            let mut motion =
                Integrator::new(&any, $scheme, H, start.to_vec(), vec![0.0; 10]).expect("a good start");
            let mut literal = Integrator::new(&fixed, $scheme, H, start, [0.0; 10]).expect("a good start");
            for step in 0..100 {
                let before = motion.snapshot();
                let derivatives = motion
                    .linearize_with([25.0])
                    .ok()
                    .zip(literal.linearize_with([25.0]).ok());
                let report = motion.step_with([25.0]).expect("a small step");
                let fixed = literal.step_with([25.0]).expect("a small step");
                let after = motion.snapshot();
                for (i, (at, fixed)) in report.contacts().zip(fixed.contacts()).enumerate() {
                    let [normal, friction] = [0, 1].map(|k| at.percussions[k]);
                    let slides = at.state == ContactState::Slip;
                    seen[usize::from(slides)] += 1;
                    // The solver ends with percussions to rounding.
                    let is_largest = friction.abs() > (1.0 - 1e-9) * mu[i] * normal;
                    assert!(!slides || is_largest, "step {step}, sled {i}: {at:?}");
                    assert_eq!(at.state, fixed.state, "step {step}, sled {i}");
                }
                let Some((mut derivative, literal)) = derivatives else {
                    continue;
                };
                for i in 0..5 {
                    let mut kicked = |by: f64| {
                        motion.restore(&before).expect("its own");
                        let mut kick = vec![0.0; 10];
                        kick[2 * i] = by;
                        motion.kick(kick).expect("finite");
                        motion.step_with([25.0]).expect("a small step");
                        motion.state().p[2 * i]
                    };
                    // A kink nearer than 1e-6 of a momentum spoils differences: both sides must agree.
                    let p = {
                        let p = kicked(0.0);
                        [(kicked(1e-6) - p) / 1e-6, (p - kicked(-1e-6)) / 1e-6]
                    };
                    if (p[0] - p[1]).abs() > 1e-3 {
                        continue;
                    }
                    let (at, along) = (10 + 2 * i, 20 + 2 * i);
                    let mut z = vec![0.0; 31];
                    (z[at], z[along]) = (1.0, 1.0 / mass[i]);
                    let any = derivative.multiply(&z).expect("31 numbers")[at];
                    let fixed = literal.by_state[(at, at)] + literal.by_state[(at, along)] / mass[i];
                    // Second derivatives of the springs times 1e-6 and h, and rounding of p over 1e-6: 1e-9.
                    assert!((any - p[0]).abs() < 1e-3, "step {step}, sled {i}: {any} {p:?}");
                    assert!(
                        (fixed - p[0]).abs() < 1e-3,
                        "step {step}, sled {i}: {fixed} {p:?}"
                    );
                }
                motion.restore(&after).expect("its own");
            }
        }};
    }
    compare!(Theta { theta: 0.5 });
    compare!(Theta { theta: 0.7 });
    compare!(Moreau);
    compare!(VariationalMoreau);
    assert!(seen[0] > 500 && seen[1] > 100, "{seen:?}");
}
