//! Steps within a budget of sweeps: what they promise, for a pile of any number of discs and for the same discs written out.

use extremal::contact_solver::Budget;
use extremal::drive::AssembledContactReport;
use extremal::prelude::*;
use extremal::schemes::MoreauWith;

use crate::dozen::{discs, pile};
use crate::support::compared::apart;
use pile::Pile;

type Report = AssembledContactReport<Pile>;

fn of_dozen() -> (Pile, discs::Discs, [f64; 36]) {
    let (dozen, q) = discs::start();
    let pile = Pile {
        discs: 12,
        m: dozen.m.to_vec(),
        radius: dozen.radius.to_vec(),
        width: dozen.width,
        g: dozen.g,
        mu: dozen.mu,
        e: dozen.e,
    };
    (pile, dozen, q)
}

/// A budget that suffices ends at rounding errors, where the default solver ends: the same motion, of any and of fixed size. It
/// is compared until discs lie on each other and on two walls at once, as percussions are unique till then.
#[test]
fn a_budget_that_suffices_changes_nothing() {
    let (pile, dozen, q) = of_dozen();
    let scheme = MoreauWith(Budget {
        sweeps: 100_000,
        enough: 0.0,
    });
    let still = vec![0.0; 36];
    let mut solved =
        Integrator::new(pile.clone(), Moreau, 1e-3, q.to_vec(), still.clone()).expect("a good start");
    let mut swept = Integrator::new(pile, scheme, 1e-3, q.to_vec(), still).expect("a good start");
    let mut fixed = Integrator::new(dozen, scheme, 1e-3, q, [0.0; 36]).expect("a good start");
    let (mut most, mut closed) = (0.0_f64, 0);
    for _ in 0..300 {
        solved.step().expect("a good step");
        let report = swept.step().expect("a good step");
        let of_fixed = fixed.step().expect("a good step");
        for residual in [report.solved.solved.residual, of_fixed.solved.residual] {
            assert!(residual <= 64.0 * 300.0 * f64::EPSILON, "{residual:e}");
        }
        closed += report.closed_count();
        let numbers = |q: &[f64], p: &[f64]| [q, p].concat();
        let [x, y] = [solved.state(), swept.state()];
        let x = numbers(x.q.as_slice(), x.p.as_slice());
        let z = fixed.state();
        most = most.max(apart(&x, &numbers(y.q.as_slice(), y.p.as_slice())));
        most = most.max(apart(&x, &numbers(z.q.as_slice(), z.p.as_slice())));
    }
    // Residuals of 1e-13 instead of those of one factorization, which impacts of round discs let grow a thousandfold.
    assert!(most < 1e-9 && closed > 1000, "{most:e} {closed}");
}

/// The laws of the closed contacts by the motion after the percussions, without G: how far bodies approach, contacts that open
/// press, and friction is not that of the slip. In units of the largest percussion, and of the velocity that it or the motion
/// gives to the lightest disc.
fn error(report: &Report, (mu, e, lightest): (f64, f64, f64)) -> f64 {
    let (mut speed, mut size, mut error) = (f64::MIN_POSITIVE, f64::MIN_POSITIVE, 0.0_f64);
    for at in report.contacts() {
        let numbers = [at.before, at.after].concat();
        speed = numbers.iter().fold(speed, |most, v| most.max(v.abs()));
        size = size.max(at.percussions[0]);
    }
    speed = speed.max(size / lightest);
    for at in report.contacts() {
        let xi = |k: usize| at.after[k] + e * at.before[k];
        let [normal, slip] = [at.percussions[0], at.percussions[1]];
        assert!(
            normal >= 0.0 && slip.abs() <= mu * normal * (1.0 + 4.0 * f64::EPSILON),
            "{at:?}"
        );
        let press = (normal * xi(0)).abs() / size;
        let rub = (slip * xi(1) + mu * normal * xi(1).abs()).abs() / size;
        error = error.max((-xi(0)).max(press).max(rub) / speed);
    }
    error
}

/// Sixty discs are poured into a box at sixty steps a second. No step fails, percussions lie in their cones, and the motion
/// satisfies the laws as far as the report tells. At rest the bits go on from a snapshot.
#[test]
fn a_pile_is_poured_within_a_budget() {
    let (pile, q) = pile::start(60, 9);
    let lightest = pile.m.iter().copied().fold(f64::INFINITY, f64::min);
    let (laws, still) = ((pile.mu, pile.e, lightest), vec![0.0; q.len()]);
    let scheme = MoreauWith(Budget {
        sweeps: 30,
        enough: 1e-6,
    });
    let mut motion = Integrator::new(pile, scheme, 1.0 / 60.0, q, still).expect("a good start");
    let (mut good, mut loose) = (0, 0);
    for step in 0..600 {
        let report = motion.step().expect("a budget takes what it has");
        let solved = report.solved;
        assert!(solved.solved.sweeps <= 30 * solved.islands, "{solved:?}");
        let (told, shown) = (solved.solved.residual, error(&report, laws));
        // Scales are sums of some thirty summands, each of up to three times that velocity: of a disc G_TT is 3/m.
        assert!(shown <= 100.0 * told + 1e-12, "{step}: {told:e} {shown:e}");
        good += usize::from(told <= 1e-6 && report.closed_count() > 0);
        loose += usize::from(told > 1e-4);
        // At rest.
        if step == 360 {
            let saved = motion.snapshot();
            let mut again = motion.clone();
            let ends = [&mut motion, &mut again].map(|motion| {
                motion.restore(&saved).expect("its own snapshot");
                motion.step_many(20).expect("small steps");
                let state = motion.state();
                [state.q.as_slice(), state.p.as_slice()].concat()
            });
            assert_eq!(ends[0], ends[1]);
        }
    }
    assert!(good > 100 && loose > 5, "{good} {loose}");
    let rest = motion.state();
    motion.step_many(120).expect("small steps");
    let later = motion.state();
    let moved = apart(rest.q.as_slice(), later.q.as_slice());
    // In 2 s no disc goes further than its radius: thirty sweeps hold the pile, but some discs creep or roll by millimetres.
    assert!(moved < 0.045, "{moved:e}");
}

/// Five hundred discs while the first rows hit the floor, where sweeps of contacts that slide ran in a circle: one frame stayed at
/// 1e-3 for any number of sweeps.
#[test]
fn sweeps_do_not_run_in_a_circle() {
    let (pile, q) = pile::start(500, 25);
    let still = vec![0.0; q.len()];
    let scheme = MoreauWith(Budget {
        sweeps: 1000,
        enough: 1e-4,
    });
    let mut motion = Integrator::new(pile, scheme, 1.0 / 60.0, q, still).expect("a good start");
    for step in 0..20 {
        let solved = motion.step().expect("a budget takes what it has").solved.solved;
        assert!(solved.residual <= 1e-4, "{step}: {solved:?}");
    }
}
