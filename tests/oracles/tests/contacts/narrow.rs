//! Discs that fall into a box which is hardly wider than they are: masses over four orders, every contact with restitutions of
//! its own, which contradict each other where contacts are redundant.
//!
//! `EXTREMAL_DISC_STARTS` is the number of starts, of 2000 steps each; without it few steps are made.
//! `EXTREMAL_FIRST_DISC_START` is the first of them, and `EXTREMAL_DISC_SCHEME` the only scheme, such as `ClosedGaps(Moreau)`.
//! `EXTREMAL_DISC_STARTS=555 cargo test --release -p extremal-oracles --test contacts narrow -- --nocapture`.

use std::ops::Range;

use extremal::contacts::ContactState;
use extremal::drive::ContactReport;
use extremal::prelude::*;

use crate::ActiveContact;
use crate::checked::asked;
use crate::percussions::has_solution;
use crate::random::Random;

const H: f64 = 1e-3;
const G: f64 = 9.81;
/// More contacts have too many modes.
const ENUMERATED: usize = 6;
/// A run with this many steps writes its progress.
const LONG: usize = 2000;

#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[4][2], turn[4]),
    kinetic = sum(0..4, |i| 0.5 * m[i] * dt(r[i]).norm_squared() + 0.25 * m[i] * s[i].powi(2) * dt(turn[i]).powi(2)),
    potential = sum(0..4, |i| 9.81 * m[i] * r[i][1]),
    contact(floor, gap = array(0..4, |i| r[i][1] - s[i]), slip = array(0..4, |i| dt(r[i][0]) + s[i] * dt(turn[i])),
        friction = mu, restitution = e[0], restitution_t = e[1]),
    contact(left, gap = array(0..4, |i| r[i][0] - s[i]), slip = array(0..4, |i| dt(r[i][1]) - s[i] * dt(turn[i])),
        friction = mu, restitution = e[2], restitution_t = e[3]),
    contact(right, gap = array(0..4, |i| width - r[i][0] - s[i]), slip = array(0..4, |i| dt(r[i][1]) + s[i] * dt(turn[i])),
        friction = mu, restitution = e[2], restitution_t = e[3]),
    let first = [0, 0, 0, 1, 1, 2],
    let second = [1, 2, 3, 2, 3, 3],
    let away = array(0..6, |k| r[second[k]] - r[first[k]]),
    contact(pair, gap = array(0..6, |k| away[k].norm() - s[first[k]] - s[second[k]]),
        slip = array(0..6, |k| (away[k][0] * dt(away[k][1]) - away[k][1] * dt(away[k][0])) / away[k].norm()
            - s[first[k]] * dt(turn[first[k]]) - s[second[k]] * dt(turn[second[k]])),
        friction = mu, restitution = e[4], restitution_t = e[5]),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint),
)]
struct Discs {
    m: [f64; 4],
    s: [f64; 4],
    width: f64,
    mu: f64,
    e: [f64; 6],
}

fn start(seed: u64) -> (Discs, [f64; 12], [f64; 12]) {
    let mut random = Random::new(7919 * seed);
    let s = core::array::from_fn(|_| random.within(0.1, 0.2));
    let discs = Discs {
        m: core::array::from_fn(|_| 10.0_f64.powf(random.within(-2.0, 2.0))),
        s,
        width: random.within(0.45, 1.2),
        mu: random.within(0.0, 1.0),
        e: core::array::from_fn(|_| random.within(0.0, 1.0)),
    };
    let (mut q, mut v) = ([0.0; 12], [0.0; 12]);
    let mut top = 0.0;
    for (i, s) in s.into_iter().enumerate() {
        (q[2 * i], q[2 * i + 1]) = (random.within(s, discs.width - s), top + s + 0.01);
        top += 2.0 * s + 0.01;
        (v[2 * i], v[2 * i + 1]) = (random.within(-2.0, 2.0), random.within(-2.0, 2.0));
        v[8 + i] = random.within(-5.0, 5.0);
    }
    (discs, q, v)
}

/// What the runs of a scheme have shown.
#[derive(Debug, Default)]
struct Seen {
    failures: usize,
    /// Steps in which restitutions gave way, and of those in which they need not.
    given_way: usize,
    needlessly: usize,
    /// Steps of those with too many contacts to know.
    many: usize,
}

/// Whether the problem of a step has a solution; none if that is not known.
type Solvable = fn(&Discs, (f64, &[f64; 12], &[f64; 12]), &ContactReport<Discs>) -> Option<bool>;

/// Whether the contact problem of a step has a solution with all of the restitutions; none if it has too many contacts.
/// Masses are constant, so that it is that of all schemes of Moreau's kind, with the forces of a whole step.
fn is_solvable(
    discs: &Discs,
    (t, q, before): (f64, &[f64; 12], &[f64; 12]),
    report: &ContactReport<Discs>,
) -> Option<bool> {
    let closed: Vec<bool> = report
        .closed
        .iter()
        .map(|&state| state != ContactState::Open)
        .collect();
    let count = closed.iter().filter(|&&is_closed| is_closed).count();
    if count > ENUMERATED {
        return None;
    }
    let (w, rates) = discs.directions(t, &(*q).into());
    assert!(rates.iter().all(|&rate| rate == 0.0));
    let mass = |k: usize| match k {
        0..8 => discs.m[k / 2],
        _ => 0.5 * discs.m[k - 8] * discs.s[k - 8].powi(2),
    };
    let free = |k: usize| before[k] - if k < 8 && k % 2 == 1 { H * G } else { 0.0 };
    let rows: Vec<(Vec<f64>, f64)> = (0..w.len())
        .filter(|row| closed[row / 2])
        .map(|row| (w[row].to_vec(), discs.e[restitution(row)]))
        .collect();
    let sum = |row: &[f64], of: &dyn Fn(usize) -> f64| (0..12).map(|k| row[k] * of(k)).sum::<f64>();
    let delassus = rows
        .iter()
        .flat_map(|(a, _)| rows.iter().map(|(b, _)| sum(a, &|k| b[k] / mass(k))))
        .collect();
    let back = |row: &[f64], e: f64| e * sum(row, &|k| before[k]);
    let rates = rows
        .iter()
        .map(|(row, e)| sum(row, &free) + back(row, *e))
        .collect();
    let contact = ActiveContact {
        slips: 1,
        friction: discs.mu,
    };
    Some(has_solution(delassus, rates, vec![contact; count]))
}

/// The place of the restitution of a row among all of them.
fn restitution(row: usize) -> usize {
    let kind = match row / 2 {
        0..4 => 0,
        4..12 => 1,
        _ => 2,
    };
    2 * kind + row % 2
}

fn runs<D: Copy>(scheme: D, (starts, steps): (Range<u64>, usize), is_solvable: Solvable) -> Seen
where
    Discs: Discretize<D, Report = ContactReport<Discs>>,
{
    let mut seen = Seen::default();
    for seed in starts {
        let (discs, q, v) = start(seed);
        let mut motion = Integrator::new(discs.clone(), scheme, H, q, v).expect("discs that are apart");
        for step in 0..steps {
            let (State { t, q, .. }, before) = (motion.state(), motion.velocity().expect("a mass"));
            let report = match motion.step() {
                Ok(report) => report,
                Err(error) => {
                    eprintln!("start {seed}, step {step}: {error}");
                    seen.failures += 1;
                    break;
                }
            };
            let State { q: end, p, .. } = motion.state();
            assert!(end.iter().chain(p.iter()).all(|x| x.is_finite()));
            if report.restitution < 1.0 {
                seen.given_way += 1;
                match is_solvable(&discs, (t, &q.into(), &before.into()), &report) {
                    Some(is_solvable) => seen.needlessly += usize::from(is_solvable),
                    None => seen.many += 1,
                }
            }
        }
        if steps >= LONG {
            eprintln!("{}, up to start {seed}: {seen:?}", std::any::type_name::<D>());
        }
    }
    seen
}

/// All schemes, or the one of `EXTREMAL_DISC_SCHEME`.
fn is_asked(name: &str) -> bool {
    std::env::var("EXTREMAL_DISC_SCHEME").map_or(true, |asked| asked == name)
}

/// No run fails, and restitutions give way only where no combination of open, sticking and sliding contacts is a solution.
#[test]
fn discs_in_narrow_boxes_move_on() {
    let first = asked("EXTREMAL_FIRST_DISC_START").unwrap_or(0);
    let starts = asked("EXTREMAL_DISC_STARTS").map_or((0..2, 300), |count| (first..first + count, LONG));
    macro_rules! check {
        ($($scheme:expr),*) => {$({
            let name = stringify!($scheme);
            if is_asked(name) {
                let seen = runs($scheme, starts.clone(), is_solvable);
                eprintln!("{starts:?}, {name}: {seen:?}");
                assert_eq!((seen.failures, seen.needlessly), (0, 0), "{name}: {seen:?}");
            }
        })*};
    }
    check!(Moreau, SymmetricMoreau, VariationalMoreau, ClosedGaps(Moreau));
    if !is_asked("NonsmoothMidpoint") {
        return;
    }
    // Restitutions also give way where an impact would gain energy.
    let seen = runs(NonsmoothMidpoint, starts.clone(), |_, _, _| None);
    eprintln!("{starts:?}, NonsmoothMidpoint: {seen:?}");
    assert_eq!(seen.failures, 0, "{seen:?}");
}

/// Eight contacts at once, four of them redundant. A disc that others press against a wall has a velocity of 2e-15, and rounding
/// of their percussions.
#[test]
fn discs_that_others_hold_are_struck() {
    let seen = runs(NonsmoothMidpoint, (83..84, 1300), |_, _, _| None);
    assert_eq!(seen.failures, 0, "{seen:?}");
}
