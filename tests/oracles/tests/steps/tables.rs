//! Tables in place of formulas: the same motion to the accuracy of the spline.

use extremal::function::{Axis, Differentiated, Formula, Function, Outside, Spline, Value};
use extremal::prelude::*;
use extremal::{Failure, Scalar};

use crate::support::slope::slope;

/// A wing section in plunge and pitch with the lift coefficient `lift` of the incidence, and stops with the energy `stops`.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(z, alpha),
    let incidence = alpha - 0.3 * dt(z),
    kinetic = 0.5 * dt(z).powi(2) + 0.1 * dt(z) * dt(alpha) + 0.2 * dt(alpha).powi(2),
    potential = 0.5 * z.powi(2) + stops(alpha),
    force(z = 0.6 * lift(incidence), alpha = 0.2 * lift(incidence)),
    discretize(Verlet, Midpoint),
)]
struct Section<'a> {
    lift: &'a dyn Function<1>,
    stops: &'a dyn Function<1>,
}

/// It stalls at 0.5.
struct Lift;

impl Formula<1> for Lift {
    fn of<S: Scalar>(&self, [x]: [S; 1]) -> S {
        Scalar::sin(S::from_f64(3.0) * x) * Scalar::exp(-(x * x))
    }
}

struct Stops;

impl Formula<1> for Stops {
    fn of<S: Scalar>(&self, [x]: [S; 1]) -> S {
        S::from_f64(0.3) * Scalar::cosh(S::from_f64(2.0) * x)
    }
}

const LIFT: Differentiated<Lift> = Differentiated(Lift);
const STOPS: Differentiated<Stops> = Differentiated(Stops);
const FORMULAS: Section = Section {
    lift: &LIFT,
    stops: &STOPS,
};

/// A spline with some pieces on [−1.2, 1.2], where the motions below stay.
fn table(formula: &impl Function<1>, pieces: u16) -> Spline<Vec<f64>> {
    let knots: Vec<f64> = (0..=pieces)
        .map(|i| -1.2 + 2.4 * f64::from(i) / f64::from(pieces))
        .collect();
    let values = knots.iter().map(|x| formula.value([*x])).collect();
    Spline::new(Axis::new(knots), values).expect("a table")
}

/// The largest differences of q and of p from those with formulas, on the way.
macro_rules! differences {
    ($scheme:expr, $section:expr) => {{
        let motion = |section| Integrator::new(section, $scheme, 0.02, [0.3, 0.4], [0.0, 0.0]);
        let (mut with_table, mut with_formulas) = (motion($section), motion(FORMULAS));
        let mut largest = [0.0_f64; 2];
        for _ in 0..400 {
            let [a, b] = [&mut with_table, &mut with_formulas].map(|motion| {
                let motion = motion.as_mut().expect("a start");
                motion.step().expect("inside the table");
                motion.state()
            });
            largest[0] = largest[0].max((a.q - b.q).amax());
            largest[1] = largest[1].max((a.p - b.p).amax());
        }
        largest
    }};
}

/// The orders in q and in p, with Midpoint and with Verlet, with tables of 9, 17, 33 and 65 knots.
fn orders(differences: impl Fn(u16) -> [[f64; 2]; 2]) -> [f64; 4] {
    let differences = [8, 16, 32, 64].map(|pieces| (usize::from(pieces), differences(pieces).concat()));
    // Rounding, and what Newton's method leaves, over 400 steps.
    let errors = |part: usize| {
        differences
            .iter()
            .map(move |(pieces, errors)| (*pieces, errors[part]))
    };
    [0, 1, 2, 3].map(|part| slope(errors(part), 1e-13))
}

#[test]
fn a_table_of_a_force_gives_the_motion_of_its_formula_with_order_four() {
    let orders = orders(|pieces| {
        let lift = &table(&LIFT, pieces);
        let section = Section { lift, ..FORMULAS };
        [differences!(Midpoint, section), differences!(Verlet, section)]
    });
    for order in orders {
        assert!((order - 4.0).abs() < 0.3, "{orders:?}");
    }
}

#[test]
fn a_table_of_a_potential_gives_it_too() {
    let orders = orders(|pieces| {
        let stops = &table(&STOPS, pieces);
        let section = Section { stops, ..FORMULAS };
        [differences!(Midpoint, section), differences!(Verlet, section)]
    });
    for order in orders {
        assert!((order - 4.0).abs() < 0.3, "{orders:?}");
    }
}

/// The start is inside; the incidence leaves the table on the way.
#[test]
fn a_step_outside_a_table_fails_or_goes_on_as_was_said() {
    let narrow = Axis::new([-0.3, 0.0, 0.2, 0.41]);
    let values = narrow.knots.map(|x| LIFT.value([x]));
    let strict = Spline::new(narrow, values).expect("a table");
    let line = Spline::new(narrow.outside(Outside::Linear), values).expect("a table");
    let section = |lift| Section { lift, ..FORMULAS };
    let start = ([0.3, 0.4], [0.0, 0.0]);
    let mut verlet = Integrator::new(section(&strict), Verlet, 0.02, start.0, start.1).expect("a start");
    let mut midpoint = Integrator::new(section(&strict), Midpoint, 0.02, start.0, start.1).expect("a start");
    let mut goes_on = Integrator::new(section(&line), Midpoint, 0.02, start.0, start.1).expect("a start");
    let mut before = (verlet.state(), midpoint.state());
    let (mut first, mut second) = (None, None);
    for _ in 0..400 {
        goes_on.step().expect("a line goes on");
        first = first.or_else(|| verlet.step().err());
        second = second.or_else(|| midpoint.step().err());
        if first.is_none() {
            before.0 = verlet.state();
        }
        if second.is_none() {
            before.1 = midpoint.state();
        }
    }
    assert_eq!((verlet.state(), midpoint.state()), before);
    assert!(matches!(
        first.map(|error| error.failure),
        Some(Failure::NotFinite { .. })
    ));
    assert!(matches!(
        second.map(|error| error.failure),
        Some(Failure::Diverged { .. })
    ));
}
