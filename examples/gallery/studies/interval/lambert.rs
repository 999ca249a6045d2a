//! Lambert's problem: the orbit that leads from one place to another in a given time.

use std::f64::consts::TAU;

use extremal::monolithic::{Solution, Start};
use extremal::prelude::*;

use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

/// A satellite of the earth, in kilometres and seconds.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[3]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = -gm / r.norm(),
    discretize(Galerkin<6, Gauss<6>>),
)]
struct Satellite {
    gm: f64,
}

type Twelfth = Galerkin<6, Gauss<6>>;
type Vector = extremal::nalgebra::SVector<f64, 3>;

const SATELLITE: Satellite = Satellite { gm: 398_600.0 };
const DEPARTURE: [f64; 3] = [5000.0, 10_000.0, 2100.0];
const ARRIVAL: [f64; 3] = [-14_600.0, 2500.0, 7000.0];
const DURATION: f64 = 3600.0;
const ELEMENTS: usize = 100;
const EARTH: f64 = 6378.0;
const TOWARDS: &str = "towards the arrival";
const AWAY: &str = "away from it";

/// Curtis gives five digits; these are from universal variables, in another program.
const VELOCITIES: [[f64; 3]; 2] = [
    [-5.99249464, 1.92536342, 3.24563653],
    [-3.31246031, -4.19661731, -0.38528762],
];

const ABOUT: &str = "H. D. Curtis, Orbital Mechanics for Engineering Students, example 5.2: a satellite is seen at two places, one \
    hour apart; how fast was it? Hamilton's principle with both places given answers it as it stands. The guess is a straight \
    line, which leads to the short way. A guess on the other side of the earth leads to the orbit that turns the other way \
    round. Kepler's equation gives the time of flight of both from their velocities, and shares nothing with the elements.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(2);
    let short = progress.part("the short way", || transfer(None))?;
    let long = progress.part("the long way", || transfer(Some(around)))?;
    let mut rows = velocities(&short);
    rows.extend([
        flight("the short way", &short),
        flight("the long way", &long),
        turns("the short way", TOWARDS, &short),
        turns("the long way", AWAY, &long),
    ]);
    Ok(Study {
        rows,
        plots: vec![orbits(&short, &long)?],
        facts: vec![FactsRow::of::<Satellite, Twelfth>(
            "satellite",
            "Galerkin<6, Gauss<6>>",
        )],
        ..Study::new(
            "lambert",
            "Lambert's problem: a transfer in a given time",
            ABOUT,
            include_str!("lambert.rs"),
        )
    })
}

type Transfer = Solution<Satellite, Twelfth>;

fn transfer(guess: Option<fn(f64) -> [f64; 3]>) -> Outcome<Transfer> {
    let ends = Start::Ends {
        q0: DEPARTURE,
        q1: ARRIVAL,
    };
    let h = DURATION / ELEMENTS as f64;
    let whole = Monolithic::new(SATELLITE, Twelfth::default(), h, ELEMENTS, ends);
    Ok(match guess {
        Some(guess) => whole.guess(guess),
        None => whole,
    }
    .solve()?)
}

/// Directions in the plane of both places: to the departure, and at a right angle towards the arrival.
fn plane() -> [Vector; 2] {
    let (from, to) = (Vector::from(DEPARTURE), Vector::from(ARRIVAL));
    let ahead = from.normalize();
    [ahead, (to - ahead * ahead.dot(&to)).normalize()]
}

/// A place in the plane.
fn seen(r: &Vector) -> (f64, f64) {
    let [ahead, across] = plane();
    (ahead.dot(r), across.dot(r))
}

/// An arc on the other side of the earth, at constant speed.
fn around(t: f64) -> [f64; 3] {
    let [ahead, across] = plane();
    let (from, to) = (Vector::from(DEPARTURE), Vector::from(ARRIVAL));
    let (x, y) = seen(&to);
    let share = t / DURATION;
    let angle = (y.atan2(x) - TAU) * share;
    let distance = from.norm() * (1.0 - share) + to.norm() * share;
    ((ahead * angle.cos() + across * angle.sin()) * distance).into()
}

fn velocities(short: &Transfer) -> Vec<Row> {
    let places = [("departure", 0), ("arrival", ELEMENTS)];
    let rows = places
        .into_iter()
        .zip(VELOCITIES)
        .flat_map(|((place, node), expected)| {
            let computed = short.states()[node].p;
            let axes = ["x", "y", "z"].into_iter().zip(expected);
            axes.enumerate().map(move |(k, (axis, expected))| {
                Row::number(
                    format!("velocity at the {place}, {axis}, in km/s"),
                    expected,
                    computed[k],
                    6e-9,
                    "eight decimals are given: half of the last, and a rounding",
                )
            })
        });
    rows.collect()
}

/// The time from one place to the other by Kepler's equation M = E − e sin E, from the velocity at the departure.
fn flight(way: &str, transfer: &Transfer) -> Row {
    let gm = SATELLITE.gm;
    let anomaly = |k: usize| {
        let State { q: r, p: v, .. } = transfer.states()[k];
        let semi_major = 1.0 / (2.0 / r.norm() - v.norm_squared() / gm);
        let sine = r.dot(&v) / (gm * semi_major).sqrt();
        let cosine = 1.0 - r.norm() / semi_major;
        let eccentric = sine.atan2(cosine);
        (eccentric - sine, (gm / semi_major.powi(3)).sqrt())
    };
    let ((from, rate), (to, _)) = (anomaly(0), anomaly(ELEMENTS));
    Row::number(
        format!("time of flight by Kepler's equation, {way}, in s"),
        DURATION,
        (to - from).rem_euclid(TAU) / rate,
        1e-8,
        "velocities are right to 1e-14, and the time is as sensitive to them as 1e5",
    )
}

/// On which side of the plane the angular momentum is.
fn turns(way: &str, expected: &str, transfer: &Transfer) -> Row {
    let [ahead, across] = plane();
    let State { q: r, p: v, .. } = transfer.states()[0];
    let is_towards = ahead.cross(&across).dot(&r.cross(&v)) > 0.0;
    let computed = if is_towards { TOWARDS } else { AWAY };
    let reason = "by the angular momentum r × v at the departure";
    Row::word(format!("it turns, {way}"), expected, computed, reason)
}

fn orbits(short: &Transfer, long: &Transfer) -> Outcome<Plot> {
    let mut chart = Chart::new("km", "km").equal();
    let whole = (0..=200).map(|k| TAU * f64::from(k) / 200.0);
    let circle = whole.map(|angle| (EARTH * angle.cos(), EARTH * angle.sin()));
    chart.line("the earth", GREY, circle.collect());
    for ((name, transfer), colour) in [("the short way", short), ("the long way", long)]
        .into_iter()
        .zip(COLOURS)
    {
        chart.dashed("", GREY, ellipse(transfer));
        let nodes = transfer.states().iter();
        chart.line(name, colour, nodes.map(|state| seen(&state.q)).collect());
    }
    let ends = [DEPARTURE, ARRIVAL].map(|place| seen(&place.into()));
    chart.points("given", COLOURS[2], ends.to_vec());
    let caption = "Both transfers in their plane, an hour each. Dashed: the ellipses that they are part of. The long way leads \
        through the earth.";
    chart.render("transfer", caption)
}

/// The whole orbit by its closed form, r = (h²/GM)/(1 + e·r̂).
fn ellipse(transfer: &Transfer) -> Curve {
    let [ahead, across] = plane();
    let State { q: r, p: v, .. } = transfer.states()[0];
    let gm = SATELLITE.gm;
    let momentum = r.cross(&v);
    let eccentricity = v.cross(&momentum) / gm - r.normalize();
    let around = (0..=200).map(|k| TAU * f64::from(k) / 200.0);
    let at = |angle: f64| {
        let direction = ahead * angle.cos() + across * angle.sin();
        seen(&(direction * (momentum.norm_squared() / gm / (1.0 + eccentricity.dot(&direction)))))
    };
    around.map(at).collect()
}
