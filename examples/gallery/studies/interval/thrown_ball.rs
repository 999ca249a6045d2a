//! A ball that flies through air and has to hit a target: a low throw and a high one, at the same speed.

mod hodograph;

use extremal::monolithic::{Node, Solution};
use extremal::prelude::*;

use hodograph::Flight;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

/// A ball of unit mass with drag that grows with the square of its speed.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = g * r[1],
    force(r = -k * dt(r).norm() * dt(r)),
    discretize(Galerkin<4, Gauss<4>>),
)]
struct Ball {
    g: f64,
    k: f64,
}

type Eighth = Galerkin<4, Gauss<4>>;

/// A baseball: k = ½ ρ c A/m with ρ = 1.2 kg/m³, c = 0.35, A = 42 cm² and m = 0.145 kg.
const BALL: Ball = Ball { g: 9.81, k: 0.0061 };
const SPEED: f64 = 40.0;
const TARGET: [f64; 2] = [80.0, 2.0];
const ELEMENTS: usize = 100;

/// A throw, and the angle and the duration of its guess, a parabola.
struct Throw {
    name: &'static str,
    slope: f64,
    duration: f64,
}

const THROWS: [Throw; 2] = [
    Throw {
        name: "low",
        slope: 0.5,
        duration: 3.0,
    },
    Throw {
        name: "high",
        slope: 1.8,
        duration: 6.0,
    },
];

const ABOUT: &str = "A ball is thrown at 40 m/s through air, and has to hit a target that is 80 m away and 2 m high. At which \
    angle, and how long does it fly? Both places and the speed are five conditions for four numbers at the start and for the \
    duration, and two throws satisfy them. They are compared with the quadratures of Johann Bernoulli (1719), whose variable is \
    the slope of the path and not the time.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(2);
    let [low, high] = &THROWS;
    let solutions = progress.part("two throws", || -> Outcome<_> {
        Ok([low.solve()?, high.solve()?])
    })?;
    let flights = progress.part("quadratures", || THROWS.map(|throw| throw.by_quadrature()));
    let mut rows = Vec::new();
    for ((throw, solution), flight) in THROWS.iter().zip(&solutions).zip(&flights) {
        rows.extend(throw.rows(solution, flight));
    }
    Ok(Study {
        rows,
        plots: vec![paths(&solutions)?],
        facts: vec![FactsRow::of::<Ball, Eighth>("ball", "Galerkin<4, Gauss<4>>")],
        ..Study::new(
            "thrown_ball",
            "A ball that hits a target, thrown low and high",
            ABOUT,
            include_str!("thrown_ball.rs"),
        )
    })
}

type Thrown = Solution<Ball, Eighth>;

impl Throw {
    fn solve(&self) -> Outcome<Thrown> {
        let conditions = |start: &Node<Ball>, end: &Node<Ball>| {
            vec![
                start.q[0],
                start.q[1],
                start.v.norm_squared() - SPEED * SPEED,
                end.q[0] - TARGET[0],
                end.q[1] - TARGET[1],
            ]
        };
        let parabola = |t: f64| {
            let part = t / self.duration;
            [
                TARGET[0] * part,
                TARGET[0] * self.slope * part * (1.0 - part) + TARGET[1] * part,
            ]
        };
        let h = self.duration / ELEMENTS as f64;
        let whole = Monolithic::between(BALL, Eighth::default(), h, ELEMENTS, conditions, parabola);
        Ok(whole.free_duration().solve()?)
    }

    fn by_quadrature(&self) -> Flight {
        hodograph::hit((BALL.g, BALL.k), SPEED, TARGET, self.slope)
    }

    fn rows(&self, solution: &Thrown, flight: &Flight) -> [Row; 4] {
        let [start, end] = [0, ELEMENTS].map(|node| solution.states()[node].p);
        let row = |what: &str, expected: f64, computed: f64| {
            let reason = "order 8 with 100 elements, where h is a hundredth of the time in which drag acts: 1e-14; and the \
                          rounding of both ways";
            Row::number(
                format!("{what}, {}", self.name),
                expected,
                computed,
                1e-10,
                reason,
            )
        };
        let degrees = |slope: f64| slope.atan().to_degrees();
        [
            row(
                "angle at the start, in degrees",
                degrees(flight.slopes[0]),
                degrees(start[1] / start[0]),
            ),
            row(
                "angle at the target, in degrees",
                degrees(flight.slopes[1]),
                degrees(end[1] / end[0]),
            ),
            row("speed at the target, in m/s", flight.speed, end.norm()),
            row("time of flight, in s", flight.duration, solution.duration()),
        ]
    }
}

fn paths(solutions: &[Thrown; 2]) -> Outcome<Plot> {
    let mut chart = Chart::new("x in m", "y in m").equal();
    for ((throw, solution), colour) in THROWS.iter().zip(solutions).zip(COLOURS) {
        let start = solution.states()[0].p;
        // Without air, as far as the ball flies with it.
        let free = (0..=50).map(|part| solution.duration() * f64::from(part) / 50.0);
        let free = free.map(|t| (start[0] * t, start[1] * t - 0.5 * BALL.g * t * t));
        chart.dashed("", GREY, free.filter(|(_, y)| *y >= 0.0).collect());
        let path: Curve = solution
            .states()
            .iter()
            .map(|state| (state.q[0], state.q[1]))
            .collect();
        chart.line(throw.name, colour, path);
    }
    chart.points("the target", COLOURS[2], vec![(TARGET[0], TARGET[1])]);
    let caption = "Both throws, 40 m/s at the start. Dashed: the same throws without air, for as long.";
    chart.render("paths", caption)
}
