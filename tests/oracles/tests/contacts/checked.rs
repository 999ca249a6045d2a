//! Steps from random starts, each of them checked.
//!
//! `EXTREMAL_STARTS` is the number of starts of each system; without it a few hundred, or a few dozen of slow ones. `EXTREMAL_FIRST_START` is the first of
//! them, zero without it: each has its own random numbers, so that runs can be split. `EXTREMAL_SCHEME` is the only scheme of
//! them, such as `NonsmoothMidpoint`. Failures are written as they come, with their start, and then progress and what was seen.

use std::collections::BTreeMap;
use std::fmt::Debug;

use extremal::Error;
use extremal::blocks::{Block, NoInputs, Vector};
use extremal::contacts::ContactState;
use extremal::drive::ContactReport;
use extremal::nalgebra::SVector;
use extremal::prelude::*;

use crate::random::Random;

/// The number of starts, and after how many there is a line of progress.
pub(crate) const STARTS: u64 = 300;
const PROGRESS: u64 = 1000;

pub(crate) fn asked(name: &str) -> Option<u64> {
    let count = std::env::var(name).ok();
    count.map(|count| count.parse().expect("a number of starts"))
}

/// Those of the environment, each with its random numbers.
fn starts(system: u64, count: u64) -> impl Iterator<Item = (u64, Random)> {
    let first = asked("EXTREMAL_FIRST_START").unwrap_or(0);
    let count = asked("EXTREMAL_STARTS").unwrap_or(count);
    (first..first + count).map(move |start| (start, Random::new((system << 32) + start)))
}

/// Runs all starts of a system with this number, and returns what they did.
pub(crate) fn run(name: &str, system: u64, steps: impl FnMut(&mut Tally, &mut Random)) -> Tally {
    run_of(name, (system, STARTS), steps)
}

/// The same with a number of starts for when none is asked for.
pub(crate) fn run_of(
    name: &str,
    (system, count): (u64, u64),
    mut steps: impl FnMut(&mut Tally, &mut Random),
) -> Tally {
    let mut tally = Tally::default();
    for (start, mut random) in starts(system, count) {
        tally.start = start;
        steps(&mut tally, &mut random);
        if (start + 1) % PROGRESS == 0 {
            eprintln!("{name}, up to start {start}: {tally:?}");
        }
    }
    eprintln!("{name}: {tally:?}");
    assert!(tally.starts > 0, "a scheme of {name}");
    assert_eq!(tally.unlawful, 0, "{name}: {tally:?}");
    tally
}

/// All schemes, or the one of `EXTREMAL_SCHEME`. Those with a solver are written without it.
fn is_asked(scheme: &impl Debug) -> bool {
    let name = format!("{scheme:?}");
    let name = name.split("With(").next().unwrap_or_default();
    std::env::var("EXTREMAL_SCHEME").map_or(true, |asked| asked == name)
}

/// What the contacts of all steps did.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// The number of the last start, and how many there were, of each scheme.
    start: u64,
    pub(crate) starts: u64,
    steps: u64,
    /// Of contacts: closed without a percussion, sticking, slipping.
    released: u64,
    sticking: u64,
    slipping: u64,
    /// Steps that do not satisfy their laws.
    unlawful: u64,
    /// By the names of failures.
    failures: BTreeMap<String, u64>,
}

impl Tally {
    fn step<S: Contacts<Scalar = f64>>(&mut self, report: &ContactReport<S>) {
        self.steps += 1;
        for contact in report.contacts().filter(|contact| contact.is_closed) {
            *match contact.state {
                ContactState::Open => &mut self.released,
                ContactState::Stick => &mut self.sticking,
                ContactState::Slip => &mut self.slipping,
            } += 1;
        }
    }

    fn fail(&mut self, error: &Error) {
        let name = format!("{:?}", error.failure);
        let name = name.split([' ', '{']).next().unwrap_or_default();
        *self.failures.entry(name.into()).or_default() += 1;
    }

    /// Steps that failed, and those against a law.
    pub(crate) fn failed(&self) -> u64 {
        self.unlawful + self.failures.values().sum::<u64>()
    }
}

/// A system with N coordinates and no inputs, which a scheme with contacts steps.
pub(crate) trait Started<D, const N: usize>:
    Contacts<
        Scalar = f64,
        Configuration = SVector<f64, N>,
        Velocity = SVector<f64, N>,
        Momentum = SVector<f64, N>,
        Inputs: NoInputs,
    > + Discretize<D, Report = ContactReport<Self>>
    + Copy
    + Debug
{
}

impl<S, D, const N: usize> Started<D, N> for S where
    S: Contacts<
            Scalar = f64,
            Configuration = SVector<f64, N>,
            Velocity = SVector<f64, N>,
            Momentum = SVector<f64, N>,
            Inputs: NoInputs,
        > + Discretize<D, Report = ContactReport<S>>
        + Copy
        + Debug
{
}

/// A few steps from a state, each checked. A failure is counted.
pub(crate) fn check<S, D, const N: usize>(
    tally: &mut Tally,
    system: S,
    scheme: D,
    h: f64,
    start: ([f64; N], [f64; N]),
) where
    S: Started<D, N>,
    D: Copy + Debug,
{
    check_light(tally, system, scheme, h, (start, f64::INFINITY));
}

/// The same, where percussions move the lightest body with a given inertia: velocities are sums of what they do to it.
pub(crate) fn check_light<S, D, const N: usize>(
    tally: &mut Tally,
    system: S,
    scheme: D,
    h: f64,
    (start, lightest): (([f64; N], [f64; N]), f64),
) where
    S: Started<D, N>,
    D: Copy + Debug,
{
    let numbers = start.0.iter().chain(&start.1);
    let mut size = numbers.fold(0.0_f64, |size, v| size.max(v.abs()));
    each_step(tally, (system, scheme), h, start, |report| {
        let percussions = report.percussions.as_slice().iter();
        let largest = percussions.fold(0.0_f64, |size, p| size.max(p.abs()));
        // Two contacts with two rows each move a body in the middle.
        let held = laws(&system, report, size + 4.0 * largest / lightest);
        size = size.max(report.velocity.amax());
        held
    });
}

/// The same without laws, for schemes that have others for contacts that stay closed.
pub(crate) fn check_motion<S, D, const N: usize>(
    tally: &mut Tally,
    system: S,
    scheme: D,
    h: f64,
    start: ([f64; N], [f64; N]),
) where
    S: Started<D, N>,
    D: Copy + Debug,
{
    each_step(tally, (system, scheme), h, start, |_| Ok(()));
}

fn each_step<S, D, const N: usize>(
    tally: &mut Tally,
    (system, scheme): (S, D),
    h: f64,
    (q, v): ([f64; N], [f64; N]),
    mut check: impl FnMut(&ContactReport<S>) -> Result<(), String>,
) where
    S: Started<D, N>,
    D: Copy + Debug,
{
    if !is_asked(&scheme) {
        return;
    }
    let p = system.momentum(0.0, &q.into(), &v.into());
    let start = State {
        t: 0.0,
        q: q.into(),
        p,
    };
    tally.starts += 1;
    let mut motion = Integrator::from_state(system, scheme, h, start).expect("a start that touches");
    // Newton's law with different restitutions gains energy.
    motion.set_guard(false);
    for step in 0..6 {
        let of_start = |tally: &Tally| {
            format!(
                "start {}, step {step}, {scheme:?}, {system:?}, h = {h}",
                tally.start
            )
        };
        let report = match motion.step() {
            Ok(report) => report,
            Err(error) => {
                eprintln!("{}: {error}", of_start(tally));
                return tally.fail(&error);
            }
        };
        tally.step(&report);
        let state = motion.state();
        assert!(state.q.iter().chain(&state.p).all(|x| x.is_finite()), "{state:?}");
        if let Err(contact) = check(&report) {
            eprintln!("{}, against a law: {contact}", of_start(tally));
            tally.unlawful += 1;
        }
    }
}

/// Signorini's and Coulomb's laws with Newton's restitution, or what is left of it. Velocities are up to `size`.
/// Fails with a contact against them.
fn laws<S: Contacts<Scalar = f64>>(system: &S, report: &ContactReport<S>, size: f64) -> Result<(), String> {
    let laws = system.laws(
        report.right.t,
        &report.right.q,
        &report.velocity,
        &S::Reactions::filled(0.0),
    );
    let largest = report
        .percussions
        .as_slice()
        .iter()
        .fold(0.0_f64, |size, p| size.max(p.abs()));
    let rates = report.before.as_slice().iter().chain(report.after.as_slice());
    let fastest = rates.fold(0.0_f64, |size, rate| size.max(rate.abs()));
    // Twelve digits of the largest percussion and of the largest rate of a step, or the rounding of momentum and velocity: the
    // solver accepts 64 R ε = 1.7e-13 of the summands of R = 12 rows.
    let momentum = report
        .right
        .p
        .as_slice()
        .iter()
        .fold(0.0_f64, |size, p| size.max(p.abs()));
    let (slack_p, slack) = (
        1e-12 * largest + 1e-15 * momentum,
        1e-12 * fastest + 1.7e-13 * size,
    );
    for (at, law) in report.contacts().zip(laws.as_slice()) {
        let holds = |law: bool| if law { Ok(()) } else { Err(format!("{at:?}")) };
        if !at.is_closed {
            holds(at.percussions.iter().all(|p| *p == 0.0))?;
            continue;
        }
        let normal = at.percussions[0];
        let rate = at.after[0] + report.restitution * law.restitution * at.before[0];
        holds(normal >= -slack_p && rate >= -slack)?;
        holds(normal <= slack_p || rate <= slack)?;
        let tangential = at.percussions[1..].iter().map(|p| p * p).sum::<f64>().sqrt();
        holds(tangential <= law.friction * normal + slack_p)?;
        // What slides has all the friction, against the slip.
        let slip = at.after[1..].iter().zip(&at.before[1..]);
        let slip: Vec<f64> = slip
            .map(|(after, before)| after + report.restitution * law.restitution_t * before)
            .collect();
        let speed = slip.iter().map(|s| s * s).sum::<f64>().sqrt();
        if speed > 1e3 * slack {
            let work: f64 = slip.iter().zip(&at.percussions[1..]).map(|(s, p)| s * p).sum();
            let full = law.friction * normal * speed;
            // The slip is a sum of twelve products with percussions. Its direction is known to their rounding over its
            // speed, and the work to the square of that.
            let angle = 12.0 * slack / speed;
            let most = (1e-9 + angle * angle) * full + slack_p * speed;
            holds((work + full).abs() <= most)?;
        }
    }
    Ok(())
}
