//! Dry friction of items: a chain of sliders against the same written out, step by step and in derivatives.

use extremal::contacts::ContactState;
use extremal::drive::AssembledContactReport;
use extremal::prelude::*;
use extremal::schemes::ClosedGaps;

use crate::support::compared::apart;

/// Sliders of a chain with a seal each, dampers of dry friction between them, and a stop in front of the last one.
macro_rules! chain {
    ($name:ident, $count:tt, $($field:tt)*) => {
        #[derive(Clone, Debug, Lagrangian)]
        #[lagrangian(
            coordinates(x[$count]),
            inputs(push),
            kinetic = sum(0..$count, |i| 0.5 * m[i] * dt(x[i]).powi(2)),
            potential = 0.5 * k * x[0].powi(2) + sum(1..$count, |i| 0.5 * k * (x[i] - x[i - 1]).powi(2)),
            force(x[0] = push),
            friction(seal, slip = array(0..$count, |i| dt(x[i])), force =
                array(0..$count, |i| f[i] * (1 + x[i].powi(2)) * (0.6 + 0.4 * exp(-(3 * dt(x[i])).powi(2))))),
            friction(between, slip = array(1..$count, |i| dt(x[i]) - dt(x[i - 1])), force = g),
            contact(stop, gap = 0.05 - x[$count - 1]),
            friction(first, slip = dt(x[0]), force = 0.5 * g),
            discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta),
        )]
        struct $name {
            $($field)*
            k: f64,
            g: f64,
        }
    };
}

chain!(Chain, n, n: usize, m: Vec<f64>, f: Vec<f64>,);
chain!(Written, 4, m: [f64; 4], f: [f64; 4],);

const M: [f64; 4] = [1.0, 1.5, 0.7, 2.0];
const F: [f64; 4] = [2.8, 1.3, 3.1, 1.6];
const X: [f64; 4] = [0.0, 0.01, -0.02, 0.01];
const V: [f64; 4] = [0.5, -0.2, 0.1, 0.3];
const H: f64 = 1e-3;

fn both() -> (Chain, Written) {
    let (k, g) = (80.0, 2.0);
    let chain = Chain {
        n: 4,
        m: M.to_vec(),
        f: F.to_vec(),
        k,
        g,
    };
    (chain, Written { m: M, f: F, k, g })
}

/// Some stick, some slide, and all of them change, under a push that comes and goes. Sums have another order: rounding of a
/// thousand steps, of numbers of size 1.
#[test]
fn a_chain_with_seals_moves_as_the_same_written_out() {
    macro_rules! compare {
        ($scheme:expr) => {{
            let (chain, written) = both();
            let mut motion =
                Integrator::new(chain, $scheme, H, X.to_vec(), V.to_vec()).expect("a good start");
            let mut literal = Integrator::new(written, $scheme, H, X, V).expect("a good start");
            let mut seen = [0; 2];
            for step in 0..2000 {
                let push = [12.0 * (f64::from(step) * 5e-3).sin()];
                let report = motion.step_with(push).expect("a small step");
                let expected = literal.step_with(push).expect("a small step");
                let what = format!("{} at step {step}", stringify!($scheme));
                let (any, fixed) = (motion.state(), literal.state());
                assert!(
                    apart(any.q.as_slice(), fixed.q.as_slice()) < 1e-12,
                    "{what}: {any:?} {fixed:?}"
                );
                assert!(
                    apart(any.p.as_slice(), fixed.p.as_slice()) < 1e-12,
                    "{what}: {any:?} {fixed:?}"
                );
                assert!((report.work() - expected.work()).abs() < 1e-12, "{what}");
                let closed = expected.contacts().filter(|at| at.is_closed);
                for (at, fixed) in report.contacts().zip(closed) {
                    // Those written out are counted from 0.
                    let word = |name: &str| name.split('[').next().map(String::from);
                    assert_eq!(word(&at.name.to_string()), word(fixed.contact.name), "{what}");
                    assert_eq!(at.state, fixed.state, "{what}: {at:?} {fixed:?}");
                    if at.name != "stop" {
                        seen[usize::from(at.state == ContactState::Stick)] += 1;
                        assert_eq!((at.gap, at.percussions[0]), (0.0, 0.0), "{what}");
                    }
                    assert_eq!(at.percussions.len(), fixed.percussions.len());
                }
                assert!(report.closed_count() >= 8, "{what}");
            }
            assert!(seen.iter().all(|&seen| seen > 1000), "{seen:?}");
        }};
    }
    compare!(Moreau);
    compare!(SymmetricMoreau);
    compare!(VariationalMoreau);
    compare!(Theta { theta: 0.5 });
    compare!(ClosedGaps(Moreau));
}

/// Each derivative is that of the system written out, which is compared with differences elsewhere. Where a contact is between
/// branches both have none.
#[test]
fn derivatives_are_those_of_the_system_written_out() {
    macro_rules! compare {
        ($scheme:expr) => {{
            let (chain, written) = both();
            let mut motion =
                Integrator::new(chain, $scheme, H, X.to_vec(), V.to_vec()).expect("a good start");
            let mut literal = Integrator::new(written, $scheme, H, X, V).expect("a good start");
            let mut seen = [0; 2];
            for step in 0..300 {
                let push = [12.0 * (f64::from(step) * 5e-2).sin()];
                if let (Ok(mut any), Ok(fixed)) = (motion.linearize_with(push), literal.linearize_with(push))
                {
                    let found = any.to_dense().expect("finite");
                    for row in 0..12 {
                        for column in 0..12 {
                            let (found, expected) = (found[(row, column)], fixed.by_state[(row, column)]);
                            // Solves with matrices of condition 100.
                            assert!(
                                (found - expected).abs() < 1e-11 * (1.0 + expected.abs()),
                                "{} at step {step}, ({row}, {column}): {found} {expected}",
                                stringify!($scheme)
                            );
                        }
                    }
                    seen[0] += 1;
                }
                let report = motion.step_with(push).expect("a small step");
                literal.step_with(push).expect("a small step");
                let sticking = report.contacts().filter(|at| at.state == ContactState::Stick);
                seen[1] += sticking.count();
            }
            assert!(seen[0] > 100 && seen[1] > 100, "{seen:?}");
        }};
    }
    compare!(Moreau);
    compare!(SymmetricMoreau);
    compare!(VariationalMoreau);
    compare!(Theta { theta: 0.6 });
}

/// Pucks on a table, each with two components, and none of them with another.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[n][2]),
    kinetic = sum(0..n, |i| 0.5 * m * dt(r[i]).norm_squared()),
    friction(table, slip = array(0..n, |i| dt(r[i])), force = f),
    discretize(Moreau, VariationalMoreau, Theta),
)]
struct Pucks {
    n: usize,
    m: f64,
    f: f64,
}

/// a = f/m = 1.5, on straight lines of the length v²/2a.
#[test]
fn pucks_stop_after_their_distances() {
    macro_rules! check {
        ($scheme:expr) => {{
            let (n, h) = (40, 5e-3);
            let pucks = Pucks { n, m: 2.0, f: 3.0 };
            let of = |i: usize| (0.3 * i as f64).sin_cos();
            let speed = |i: usize| 0.1 * i as f64;
            let v: Vec<f64> = (0..n)
                .flat_map(|i| [of(i).0 * speed(i), of(i).1 * speed(i)])
                .collect();
            let mut motion = Integrator::new(pucks, $scheme, h, vec![0.0; 2 * n], v).expect("a good start");
            while motion.time() < 3.0 {
                motion.step().expect("a small step");
            }
            let end = motion.state().q;
            let report: AssembledContactReport<Pucks> = motion.step().expect("a small step");
            assert_eq!(motion.state().q, end);
            assert!(report.contacts().all(|at| at.state == ContactState::Stick));
            for i in 0..n {
                let ([x, y], (s, c)) = ([end[2 * i], end[2 * i + 1]], of(i));
                // The velocity of the last step that moves is below a h.
                let off = (x * s + y * c - speed(i).powi(2) / 3.0).abs();
                assert!(off < 1.5 * h * h, "{i}: {off}");
                // Islands are solved to 64 · 3 ε of 4 m/s.
                assert!((x * c - y * s).abs() < 2e-12, "{i}: {x} {y}");
            }
        }};
    }
    check!(Moreau);
    check!(VariationalMoreau);
    check!(Theta { theta: 0.5 });
}

/// A copy of the memory, and one that was stored, go on with the same bits: they know for how long friction stood.
#[test]
fn snapshots_go_on_with_the_same_bits() {
    let (chain, _) = both();
    let mut motion =
        Integrator::new(chain.clone(), VariationalMoreau, H, X.to_vec(), V.to_vec()).expect("a good start");
    for _ in 0..20 {
        motion.step_with([5.0]).expect("a small step");
    }
    let snapshot = motion.snapshot();
    let text = serde_json::to_string(&snapshot).expect("numbers");
    let mut again =
        Integrator::new(chain, VariationalMoreau, H, X.to_vec(), V.to_vec()).expect("a good start");
    again
        .restore(&serde_json::from_str(&text).expect("what was written"))
        .expect("of the same motion");
    for _ in 0..20 {
        let [one, other] =
            [&mut motion, &mut again].map(|motion| motion.step_with([5.0]).expect("a small step"));
        assert_eq!(one, other);
        let stored = serde_json::to_string(&one).expect("numbers");
        let read: AssembledContactReport<Chain> = serde_json::from_str(&stored).expect("what was written");
        assert_eq!((read.events(None).count(), &read), (0, &one));
    }
    assert_eq!(motion.state(), again.state());
}

/// The columns of what has no gap are its state and its friction.
#[test]
fn tables_have_no_gap_of_it() {
    let pucks = Pucks { n: 2, m: 2.0, f: 3.0 };
    let motion = Integrator::new(&pucks, Moreau, H, vec![0.0; 4], vec![0.3, 0.4, 0.0, 0.0]);
    let trajectory = motion.expect("a good start").run(3).expect("small steps");
    let mut file = Vec::new();
    trajectory
        .write_csv(&pucks, &mut file)
        .expect("memory is writable");
    let text = String::from_utf8(file).expect("numbers are text");
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let first = rows[0]
        .iter()
        .position(|name| *name == "state_table[0]")
        .expect("its name");
    let expected = ["state_table[0]", "P_T_table[0]_0", "P_T_table[0]_1"];
    assert_eq!(rows[0][first..first + 3], expected);
    assert!(
        !rows[0]
            .iter()
            .any(|name| name.starts_with("gap_") || name.starts_with("P_table"))
    );
    // f h/2 in the first step, against a velocity along (3, 4)/5.
    let force: Vec<f64> = rows[1][first + 1..first + 3]
        .iter()
        .map(|cell| cell.parse().expect("a number"))
        .collect();
    assert_eq!(rows[1][first], "slip");
    assert!(
        (force[0] + 0.9e-3).abs() < 1e-15 && (force[1] + 1.2e-3).abs() < 1e-15,
        "{force:?}"
    );
    assert_eq!(rows[1][first + 3], "stick");
}
