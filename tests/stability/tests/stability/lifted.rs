//! The energy of bodies that are lifted out of penetration over long times: no more of it than in the scheme inside.

use extremal::Contacts;
use extremal::drive::{AssembledContactReport, ContactReport};
use extremal::prelude::*;

macro_rules! discs {
    ($name:ident, $count:tt, $list:ty, $pairs:expr, $($field:tt)*) => {
        #[derive(Clone, Debug, Lagrangian)]
        #[lagrangian(
            coordinates(r[$count][2]),
            kinetic = sum(0..$count, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
            potential = sum(0..$count, |i| 9.81 * m[i] * r[i][1] + 0.5 * k * m[i] * (r[i][0] + 0.5 * r[i][1] - 0.3).powi(2)),
            contact(floor, gap = array(0..$count, |i| r[i][1] - radius[i]), restitution = e),
            contact(left, gap = array(0..$count, |i| r[i][0] - radius[i]), restitution = e),
            contact(right, gap = array(0..$count, |i| 1 - r[i][0] - radius[i]), restitution = e),
            contact(pair, gap = $pairs, restitution = e),
            discretize(VariationalMoreau)
        )]
        struct $name {
            $($field)*
            m: $list,
            radius: $list,
            e: f64,
            k: f64,
        }
    };
}

discs!(
    Three,
    3,
    [f64; 3],
    [
        (r[0] - r[1]).norm() - radius[0] - radius[1],
        (r[0] - r[2]).norm() - radius[0] - radius[2],
        (r[1] - r[2]).norm() - radius[1] - radius[2]
    ],
);
discs!(
    Discs,
    discs,
    Vec<f64>,
    array(0..discs, |i| array(0..i, |j| (r[i] - r[j]).norm() - radius[i] - radius[j])),
    discs: usize,
);

const PLACES: [f64; 6] = [0.2, 0.5, 0.5, 0.3, 0.45, 0.9];
const VELOCITIES: [f64; 6] = [0.3, 0.0, -0.2, 0.0, 0.1, 0.0];

fn three(e: f64, k: f64) -> Three {
    Three {
        m: [1.0, 0.3, 2.0],
        radius: [0.1, 0.08, 0.15],
        e,
        k,
    }
}

fn any_three(e: f64, k: f64) -> Discs {
    let Three { m, radius, .. } = three(e, k);
    Discs {
        discs: 3,
        m: m.to_vec(),
        radius: radius.to_vec(),
        e,
        k,
    }
}

/// A box over a floor.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(y, a),
    kinetic = 0.5 * dt(y).powi(2) + 0.05 * dt(a).powi(2),
    potential = 9.81 * y,
    contact(corner, gap = [
        y + 0.5 * sin(a) + 0.3 * cos(a),
        y - 0.5 * sin(a) + 0.3 * cos(a),
        y + 0.5 * sin(a) - 0.3 * cos(a),
        y - 0.5 * sin(a) - 0.3 * cos(a)
    ], restitution = e),
    discretize(VariationalMoreau)
)]
struct Crate {
    e: f64,
}

/// Two links between a wall and the pivot, with masses that depend on both angles.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    kinetic = dt(a).powi(2) + 0.5 * dt(b).powi(2) + cos(a - b) * dt(a) * dt(b),
    potential = -9.81 * (2 * cos(a) + cos(b)),
    contact(wall, gap = [0.3 - sin(a), 0.5 - sin(a) - sin(b)], restitution = e),
    discretize(VariationalMoreau)
)]
struct Links {
    e: f64,
}

/// Two beads in a bowl, which touch each other.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2][2]),
    kinetic = 1.5 * dt(r[0]).norm_squared() + 0.5 * dt(r[1]).norm_squared(),
    potential = 9.81 * (3 * r[0][1] + r[1][1]),
    contact(bowl, gap = array(0..2, |i| r[i][1] - 0.5 * r[i][0].powi(2)), restitution = e),
    contact(both, gap = (r[0] - r[1]).norm() - 0.2, restitution = e),
    discretize(VariationalMoreau)
)]
struct Beads {
    e: f64,
}

/// E − E₀ at the nodes at which no contact is closed: the least and the largest in each fifth of the steps. Coordinates that
/// are lifted for the time being have the energy of that.
macro_rules! energies {
    ($system:expr, $scheme:expr, $h:expr, ($q:expr, $v:expr), $steps:expr, $is_open:expr) => {{
        let mut motion = Integrator::new($system, $scheme, $h, $q, $v).expect("a good start");
        let first: f64 = motion.energy();
        let mut energy = first;
        let mut all = [[f64::INFINITY, f64::NEG_INFINITY]; 5];
        let mut penetration = 0.0_f64;
        for k in 0..$steps {
            let report = motion.step().unwrap_or_else(|failure| panic!("{k}: {failure}"));
            penetration = penetration.max(report.penetration());
            let [least, most] = &mut all[5 * k / $steps];
            if $is_open(&report) {
                (*least, *most) = (least.min(energy - first), most.max(energy - first));
            }
            energy = motion.energy();
        }
        (all, penetration, first.abs())
    }};
}

/// With e = 1 the energy stays within twice what that of the scheme inside moves by; both runs are chaotic, so that they are
/// not the same. Each step may add rounding of the largest terms, a few times E.
macro_rules! keeps {
    ($what:expr, $system:expr, $h:expr, $start:tt, $is_open:expr) => {{
        let steps = 30_000;
        let (inside, _, size) = energies!($system, VariationalMoreau, $h, $start, steps, $is_open);
        let (closed, penetration, _) = energies!(
            $system,
            ClosedGaps(VariationalMoreau),
            $h,
            $start,
            steps,
            $is_open
        );
        let moved = inside
            .as_flattened()
            .iter()
            .fold(0.0_f64, |most, by| most.max(by.abs()));
        let rounding = 4.0 * f64::EPSILON * steps as f64 * size;
        for band in closed {
            let is_kept = band.iter().all(|by| by.abs() <= 2.0 * moved + rounding);
            assert!(is_kept, "{}: {closed:?} {inside:?}", $what);
        }
        assert!(penetration < 1e-10, "{}: {penetration:e}", $what);
    }};
}

/// With e < 1 it is never above that of an earlier fifth, but for the same.
macro_rules! falls {
    ($what:expr, $system:expr, $h:expr, $start:tt, $is_open:expr) => {{
        let steps = 10_000;
        let (inside, ..) = energies!($system, VariationalMoreau, $h, $start, steps, $is_open);
        let (closed, penetration, size) = energies!(
            $system,
            ClosedGaps(VariationalMoreau),
            $h,
            $start,
            steps,
            $is_open
        );
        let [[_, rise], ..] = inside;
        let rounding = 4.0 * f64::EPSILON * steps as f64 * size;
        let mut before = 0.0;
        for [least, most] in closed {
            assert!(
                most <= before + 2.0 * rise.max(0.0) + rounding,
                "{}: {closed:?}",
                $what
            );
            before = most.max(least.min(before));
        }
        let [[least, _], ..] = closed;
        assert!(
            least < -0.01 * size && penetration < 1e-10,
            "{}: {closed:?}",
            $what
        );
    }};
}

fn is_open<S: Contacts>(report: &ContactReport<S>) -> bool {
    !report.contacts().any(|contact| contact.is_closed)
}

fn none_is_closed(report: &AssembledContactReport<Discs>) -> bool {
    report.closed_count() == 0
}

macro_rules! check {
    ($check:ident, $e:expr) => {{
        let e = $e;
        for (h, k) in [(1e-3, 0.0), (5e-3, 0.0), (1e-3, 50.0), (5e-3, 50.0)] {
            let start = (PLACES, VELOCITIES);
            $check!(
                format!("discs {e} {h} {k}"),
                three(e, k),
                h,
                (start.0, start.1),
                is_open
            );
            $check!(
                format!("discs of any number {e} {h} {k}"),
                any_three(e, k),
                h,
                (start.0.to_vec(), start.1.to_vec()),
                none_is_closed
            );
        }
        for h in [1e-3, 4e-3] {
            $check!(
                format!("box {e} {h}"),
                Crate { e },
                h,
                ([1.0, 0.3], [0.0, 1.0]),
                is_open
            );
            $check!(
                format!("links {e} {h}"),
                Links { e },
                h,
                ([-0.8, -0.5], [0.0; 2]),
                is_open
            );
            $check!(
                format!("beads {e} {h}"),
                Beads { e },
                h,
                ([-1.0, 0.6, 0.9, 0.8], [0.0; 4]),
                is_open
            );
        }
    }};
}

#[test]
fn elastic_bodies_keep_their_energy() {
    check!(keeps, 1.0);
}

#[test]
fn others_only_lose_energy() {
    check!(falls, 0.9);
    check!(falls, 0.5);
}
