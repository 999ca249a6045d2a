//! Dry friction without a gap: a mass on a spring that it stops, in closed form.

mod bodies;
mod derivatives;

use extremal::contacts::ContactState;
use extremal::drive::ContactChange;
use extremal::prelude::*;
use extremal::schemes::ClosedGaps;

/// A mass of 1 kg on a spring, in a seal.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * k * x.powi(2),
    friction(seal, slip = dt(x), force = f),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta)
)]
struct Sprung {
    k: f64,
    f: f64,
}

const SPRUNG: Sprung = Sprung { k: 100.0, f: 3.0 };

/// All schemes for contacts. Each block is compiled for each of them.
macro_rules! in_each_scheme {
    ($check:ident) => {{
        $check!(Moreau, 2);
        $check!(SymmetricMoreau, 2);
        $check!(VariationalMoreau, 2);
        $check!(Theta { theta: 0.5 }, 2);
        $check!(Theta { theta: 1.0 }, 1);
        $check!(ClosedGaps(VariationalMoreau), 2);
    }};
}

pub(crate) use in_each_scheme;

/// k = 100, f = 3, from 0.2 at rest: each half of an oscillation is about ±f/k, and loses 2 f/k. At −0.02 the spring is weaker
/// than the seal.
///
/// Where a step has the reversal in it, friction has the wrong sign for at most h: the velocity errs by 2 f h = 6 h, the square
/// of the distance to the centre, which is at least 0.05, by 36 h²/k, and that distance by 4 h² in each of three reversals. The
/// node next to a reversal has at most a velocity of a h with a = k x + f < 23, and is a h²/2 from it; 12 + 12 = 24. The energy
/// of a spring of frequency 10 errs by (10 h)²/8 of a half of itself, the distance by 0.2 · 6 h². Theta with θ = 1 is of order 1.
#[test]
fn a_sprung_mass_turns_where_it_should_and_stays() {
    macro_rules! check {
        ($scheme:expr, $order:expr) => {{
            for n in [100.0, 200.0, 400.0, 800.0, 1600.0] {
                // No divisor of a half of the period, π/10.
                let h: f64 = 0.313 / n;
                let mut motion = Integrator::new(SPRUNG, $scheme, h, [0.2], [0.0]).expect("a good start");
                let (mut turned, mut moved, mut still, mut work) = (Vec::new(), -1.0, 0, 0.0);
                while motion.time() < 2.0 {
                    let before = motion.state().q[0];
                    let report = motion.step().expect("a small step");
                    let change = motion.state().q[0] - before;
                    work += report.work();
                    if change * moved < 0.0 {
                        turned.push(before);
                    }
                    if change == 0.0 {
                        still += 1;
                    } else {
                        (moved, still) = (change, 0);
                    }
                    let [normal, force] = report.percussions;
                    assert!(normal == 0.0 && report.penetration() == 0.0, "{report:?}");
                    assert!(force.abs() <= SPRUNG.f * h * (1.0 + 1e-15), "{report:?}");
                    assert_ne!(report.states[0], ContactState::Open);
                }
                let end = motion.state().q[0];
                turned.push(end);
                let expected = [-0.14, 0.08, -0.02];
                assert_eq!(turned.len(), expected.len(), "{turned:?}");
                let errors = turned.iter().zip(expected).map(|(x, e)| (x - e).abs());
                let most = errors.fold(0.0, f64::max);
                // θ = 1 damps by (10 h)²/2 of its energy in each step, over t < 1: (10 h)/2 · 10 of 0.2 at most.
                let bound = if $order == 2 { 26.0 * h * h } else { 10.0 * h };
                assert!(most < bound, "n = {n}: {most}, {bound}");
                // It came to rest before 3 π/10 + 3 h, to the bit.
                assert!(f64::from(still) * h > 2.0 - 0.9425 - 6.0 * h, "{still} steps");
                let lost = 50.0 * (end * end - 0.04);
                // Energies of a node err by (h F)²/8 at its start, F = 20, and half of that in steps of reversals. Theta with
                // θ = 1/2 keeps those of a spring.
                let bound = match $order {
                    1 => 100.0 * h,
                    _ if <_ as Into<Kind>>::into($scheme) == Kind::Energies => 1e-12,
                    _ => 100.0 * h * h,
                };
                assert!((lost - work).abs() < bound, "n = {n}: {lost} and {work}");
            }
        }};
    }
    in_each_scheme!(check);
}

/// Whether a scheme keeps the energy of a spring to rounding.
#[derive(PartialEq)]
enum Kind {
    Energies,
    Other,
}

impl From<Theta> for Kind {
    fn from(_: Theta) -> Self {
        Self::Energies
    }
}

macro_rules! others {
    ($($scheme:ty),*) => {
        $(impl From<$scheme> for Kind {
            fn from(_: $scheme) -> Self {
                Self::Other
            }
        })*
    };
}

others!(
    Moreau,
    SymmetricMoreau,
    VariationalMoreau,
    ClosedGaps<VariationalMoreau>
);

/// What sticks balances the spring, and stays where it is to the bit. It neither closes nor opens.
#[test]
fn what_sticks_stays_to_the_bit() {
    macro_rules! check {
        ($scheme:expr, $order:expr) => {{
            let h = 1e-3;
            let mut motion = Integrator::new(SPRUNG, $scheme, h, [0.0299], [0.0]).expect("a good start");
            let mut before = motion.step().expect("a small step");
            assert_eq!(before.events(None).count(), 0);
            for _ in 0..20_000 {
                let report = motion.step().expect("a small step");
                assert_eq!(report.states, [ContactState::Stick]);
                assert_eq!(motion.state().q[0].to_bits(), 0.0299_f64.to_bits());
                // h k x to rounding of a few sums.
                assert!((report.percussions[1] - h * 2.99).abs() < 1e-16, "{report:?}");
                assert_eq!(report.events(Some(&before)).count(), 0);
                before = report;
            }
            // One that slides first says so, and nothing of a gap.
            let mut motion = Integrator::new(SPRUNG, $scheme, h, [0.0], [1.0]).expect("a good start");
            let (mut before, mut last) = (None, None);
            for _ in 0..2000 {
                let report = motion.step().expect("a small step");
                for event in report.events(before.as_ref()) {
                    use ContactChange::{SlipToStick, StickToSlip};
                    assert!([SlipToStick, StickToSlip].contains(&event.change), "{event}");
                    assert_eq!(event.contact, "seal");
                    last = Some(event.change);
                }
                before = Some(report);
            }
            assert_eq!(last, Some(ContactChange::SlipToStick));
        }};
    }
    in_each_scheme!(check);
}

/// Without friction, and with so much that nothing moves.
#[test]
fn bounds_may_be_zero_and_large() {
    macro_rules! check {
        ($scheme:expr, $order:expr) => {{
            let h = 1e-3;
            let none = Sprung { k: 100.0, f: 0.0 };
            let mut motion = Integrator::new(none, $scheme, h, [0.2], [0.0]).expect("a good start");
            for _ in 0..314 {
                let report = motion.step().expect("a small step");
                assert_eq!((report.percussions[1], report.states[0]), (0.0, ContactState::Slip));
            }
            let x = motion.state().q[0];
            // A half of an oscillation, of frequency 10: 0.2 (10 h)²/24 · π and 0.2 (10 · 1.6e-4)²/2; θ = 1 damps 5 h per π.
            assert!((x + 0.2).abs() < if $order == 2 { 1e-5 } else { 0.2 * 5.0 * h * 4.0 }, "{x}");
            let locked = Sprung { k: 100.0, f: 1e12 };
            let mut motion = Integrator::new(locked, $scheme, h, [0.2], [50.0]).expect("a good start");
            motion.step().expect("it stops at once");
            let at = motion.state().q[0];
            // θ = 1/2 has a half of the velocity before in its first step.
            assert!((at - 0.2).abs() <= 0.5 * 50.0 * h, "{at}");
            for _ in 0..100 {
                assert_eq!(motion.step().expect("a small step").states, [ContactState::Stick]);
            }
            // The residual of a contact problem is that of h f = 1e9: 1e-6 of a velocity at worst.
            assert!((motion.state().q[0] - at).abs() < 1e-7, "{:?}", motion.state());
        }};
    }
    in_each_scheme!(check);
}

#[test]
fn bounds_below_zero_are_refused() {
    let system = Sprung { f: -3.0, ..SPRUNG };
    let error = Integrator::new(system, Moreau, 1e-3, [0.2], [0.0]).expect_err("no bound");
    let expected = "the force of the friction `seal` is -3; it must be at least 0 and finite";
    assert!(error.to_string().contains(expected), "{error}");
    let mut motion = Integrator::new(SPRUNG, Moreau, 1e-3, [0.2], [0.0]).expect("a good start");
    let error = motion
        .set_system(Sprung { f: -3.0, ..SPRUNG })
        .expect_err("no bound");
    assert!(error.to_string().contains(expected), "{error}");
}

/// The columns of what has no gap are its state and its friction.
#[test]
fn tables_have_no_gap_of_it() {
    let mut motion = Integrator::new(SPRUNG, Moreau, 1e-3, [0.2], [0.0]).expect("a good start");
    let trajectory = motion.run(3).expect("small steps");
    let mut file = Vec::new();
    trajectory
        .write_csv(&SPRUNG, &mut file)
        .expect("memory is writable");
    let text = String::from_utf8(file).expect("numbers are text");
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let first = rows[0]
        .iter()
        .position(|name| *name == "state_seal")
        .expect("its name");
    assert_eq!(rows[0][first..], ["state_seal", "P_T_seal"]);
    // Half of the force in the first step.
    assert_eq!(rows[1][first..], ["slip", "0.0015"]);
}
