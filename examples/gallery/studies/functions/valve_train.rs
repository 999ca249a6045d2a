//! The valve on a tabulated cam: forces against those of rigid parts, flights against free oscillations, and the table's order.

use std::f64::consts::{PI, TAU};

use extremal::function::{Axis, Ends, Function, Spline, Value, from_parts};
use extremal::prelude::*;
use extremal::{Error, StateOf};

use crate::systems::valve_train::{POINTS, ValveTrain, cam};
use report::measure;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

/// Steps in a turn of the cam.
const STEPS: u32 = 3600;

type Cam = Spline<[f64; POINTS]>;

const ABOUT: &str = "A valve follows a cam whose lift is a table over the angle of its shaft: a periodic cubic spline, whose \
    acceleration is continuous. At high speed the valve leaves the cam.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(5);
    let mut rows = vec![progress.part("table", order_of_the_table)?];
    rows.push(progress.part("slow", slow)?);
    rows.push(progress.part("speed of float", speed_of_float)?);
    rows.extend(progress.part("contact", contact)?);
    rows.push(progress.part("flight", flight)?);
    Ok(Study {
        rows,
        plots: vec![valves()?, pushes()?],
        facts: vec![FactsRow::of::<ValveTrain<Cam>, Midpoint>(
            "valve train",
            "Midpoint",
        )],
        ..Study::new(
            "valve_train",
            "A valve train on a tabulated cam",
            ABOUT,
            include_str!("../../../valve_train.rs"),
        )
    })
}

/// H cos⁸(θ/2), the formula of the cam in the example, with its derivatives.
fn formula() -> impl Function<1> + Copy {
    const HEIGHT: f64 = 0.01;
    from_parts(
        |[angle]: [f64; 1]| HEIGHT * (0.5 * angle).cos().powi(8),
        |[angle]| [-4.0 * HEIGHT * (0.5 * angle).cos().powi(7) * (0.5 * angle).sin()],
        |[angle]| {
            let (sin, cos) = (0.5 * angle).sin_cos();
            [[2.0 * HEIGHT * cos.powi(6) * (7.0 * sin * sin - cos * cos)]]
        },
    )
}

/// The formula through some points, the last of which is the first.
fn table(pieces: u32) -> Outcome<Spline<Vec<f64>>> {
    let angles: Vec<f64> = (0..=pieces)
        .map(|i| TAU * f64::from(i) / f64::from(pieces))
        .collect();
    let lifts = (0..=pieces).map(|i| formula().value([TAU * f64::from(i % pieces) / f64::from(pieces)]));
    Ok(Spline::new(
        Axis::new(angles).ends(Ends::Periodic),
        lifts.collect(),
    )?)
}

fn speed_of(revolutions: f64) -> f64 {
    revolutions * TAU / 60.0
}

/// From the middle of the base circle, at rest on the seat.
fn start<F: Function<1>>(valve: &ValveTrain<F>) -> StateOf<ValveTrain<F>> {
    State {
        t: PI / valve.speed,
        q: [-valve.preload / valve.seat].into(),
        p: [0.0].into(),
    }
}

type Motion<'a, F> = Integrator<&'a ValveTrain<F>, Midpoint>;

fn motion<F: Function<1>>(valve: &ValveTrain<F>) -> Result<Motion<'_, F>, Error> {
    Integrator::from_state(
        valve,
        Midpoint,
        TAU / valve.speed / f64::from(STEPS),
        start(valve),
    )
}

/// The positions in a turn.
fn turn<F: Function<1>>(lift: F, revolutions: f64) -> Result<Vec<f64>, Error> {
    let valve = ValveTrain::of(lift, speed_of(revolutions));
    let mut motion = motion(&valve)?;
    let positions = (0..STEPS).map(|_| {
        motion.step()?;
        Ok(motion.state().q[0])
    });
    positions.collect()
}

fn order_of_the_table() -> Outcome<Row> {
    let exact = turn(formula(), 3000.0)?;
    let mut errors = Curve::new();
    for pieces in [48, 96, 192, 384] {
        let positions = turn(table(pieces)?, 3000.0)?;
        let difference = positions
            .iter()
            .zip(&exact)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f64::max);
        errors.push(((1.0 / f64::from(pieces)).ln(), difference.ln()));
    }
    Ok(Row::number(
        "order of the motion in the distance of the table's points, 7.5° to 0.9°, 3000 /min",
        4.0,
        measure::slope(&errors).0,
        0.15,
        "the motion with the formula from which the tables were made; a cubic spline has order 4, and 7.5° are not yet small",
    ))
}

fn slow() -> Outcome<Row> {
    let valve = ValveTrain::of(cam()?, speed_of(300.0));
    let mut motion = motion(&valve)?;
    motion.run(STEPS as usize / 2)?;
    let State { t, q, .. } = motion.state();
    let computed = valve.push(t, &q, &motion.velocity()?);
    // The rod is shorter by F/k, and so is the spring.
    let expected = valve.rigid_push(TAU) / (1.0 + valve.spring / valve.rod);
    Ok(Row::number(
        "push of the rod at the nose of the cam at 300 /min, N",
        expected,
        computed,
        // (Ω/ω)² of the rod's frequency times the ten of the lobe, of 500 N; the vibration of the opening has decayed by e⁻⁸.
        0.5,
        "m s'' Ω² + c (s − gap) + F₀, with s shortened by the rod; its vibration since the opening has decayed",
    ))
}

/// The speed at which F, of the formula, first vanishes somewhere: F is linear in Ω².
fn speed_of_float() -> Outcome<Row> {
    let float = |lift: &dyn Function<1>| {
        let valve = ValveTrain::of(lift, 1.0);
        let angles = (0..20_000).map(|i| PI * f64::from(i) / 20_000.0);
        let open = angles.filter(|angle| lift.value([*angle]) > 2.0 * valve.gap);
        let ratios = open.filter_map(|angle| {
            let (s, _, [[curvature]]) = lift.hessian([angle]);
            let held = valve.spring * (s - valve.gap) + valve.preload;
            (curvature < 0.0).then(|| held / (-valve.m * curvature))
        });
        ratios.fold(f64::INFINITY, f64::min).sqrt() * 60.0 / TAU
    };
    Ok(Row::number(
        "speed at which a rigid valve floats, of a table with a point each 1.9°, /min",
        float(&formula()),
        float(&table(192)?),
        // The error of s'' is h² s''''/12 = 4.5e-4 of it, half of that in the speed.
        1.5,
        "by the formula of the cam; the second derivative of a cubic spline has order 2: h² s''''/(12 s'') = 4e-4, of which the \
         speed has half",
    ))
}

/// Whether the rod stops pushing while the cam is high.
fn loses_contact(revolutions: f64) -> Outcome<bool> {
    let valve = ValveTrain::of(cam()?, speed_of(revolutions));
    let mut motion = motion(&valve)?;
    let mut loses = false;
    for _ in 0..STEPS {
        motion.step()?;
        let State { t, q, .. } = motion.state();
        let lift: f64 = valve.lift.value([valve.speed * t]);
        loses |= lift > 2.0 * valve.gap && valve.push(t, &q, &motion.velocity()?) == 0.0;
    }
    Ok(loses)
}

fn contact() -> Outcome<Vec<Row>> {
    [3000.0, 5000.0]
        .into_iter()
        .map(|revolutions| {
            let valve = ValveTrain::of(cam()?, speed_of(revolutions));
            let word = |floats: bool| {
                if floats {
                    "leaves the cam"
                } else {
                    "stays on the cam"
                }
            };
            Ok(Row::word(
                format!("the valve at {revolutions} /min"),
                word(valve.smallest_rigid_push() < 0.0),
                word(loses_contact(revolutions)?),
                "by the sign of the push between rigid parts, which is 250 N or −180 N: far from zero",
            ))
        })
        .collect()
}

/// In flight the valve is a free, damped oscillator.
fn flight() -> Outcome<Row> {
    let valve = ValveTrain::of(cam()?, speed_of(5000.0));
    let mut motion = motion(&valve)?;
    let is_flying = |state: &StateOf<ValveTrain<Cam>>| {
        let lift: f64 = valve.lift.value([valve.speed * state.t]);
        state.q[0] > 0.0 && lift - valve.gap < state.q[0]
    };
    while !is_flying(&motion.state()) {
        motion.step()?;
    }
    // One step more, so that no step is partly in contact.
    motion.step()?;
    let begin = motion.state();
    let speed = motion.velocity()?[0];
    let (mut end, mut last) = (begin, begin);
    while is_flying(&motion.state()) {
        end = last;
        last = motion.state();
        motion.step()?;
    }
    let (decay, rest) = (0.5 * valve.damping / valve.m, -valve.preload / valve.spring);
    let frequency = (valve.spring / valve.m - decay * decay).sqrt();
    let (t, from) = (end.t - begin.t, begin.q[0] - rest);
    let (sin, cos) = (frequency * t).sin_cos();
    let expected = rest + (-decay * t).exp() * (from * cos + (speed + decay * from) / frequency * sin);
    Ok(Row::number(
        format!(
            "height at the end of a flight of {:.1} ms at 5000 /min, mm",
            1e3 * t
        ),
        1e3 * expected,
        1e3 * end.q[0],
        // (ω h)² = 2e-6 of some 10 mm, over 12, times ω t.
        2e-5,
        "the closed form of a free, damped oscillator; the midpoint rule differs by (ω h)²/12 = 2e-7 of it",
    ))
}

fn valves() -> Outcome<Plot> {
    let cam = cam()?;
    let mut chart = Chart::new("angle of the cam in °", "lift in mm");
    let degrees = |k: u32| 180.0 + 360.0 * f64::from(k) / f64::from(STEPS);
    let lift = |angle: f64| 1e3 * Value::<1, f64>::value(&cam, [angle.to_radians()]);
    chart.line(
        "cam",
        GREY,
        (0..STEPS).map(|k| (degrees(k), lift(degrees(k)))).collect(),
    );
    for (revolutions, colour, label) in [
        (3000.0, COLOURS[0], "3000 /min"),
        (5500.0, COLOURS[1], "5500 /min"),
    ] {
        let positions = turn(cam, revolutions)?;
        let curve = (1..).zip(positions).map(|(k, y)| (degrees(k), 1e3 * y));
        chart.line(label, colour, curve.collect());
    }
    chart.render(
        "lift",
        "The valve at two speeds of the camshaft: at the higher one it flies over the nose of the cam and bounces on its seat.",
    )
}

fn pushes() -> Outcome<Plot> {
    let valve = ValveTrain::of(cam()?, speed_of(3000.0));
    let mut motion = motion(&valve)?;
    let (mut elastic, mut rigid) = (Curve::new(), Curve::new());
    for _ in 0..STEPS {
        motion.step()?;
        let State { t, q, .. } = motion.state();
        let angle = valve.speed * t;
        elastic.push((angle.to_degrees(), valve.push(t, &q, &motion.velocity()?)));
        let lift: f64 = valve.lift.value([angle]);
        if lift > valve.gap {
            rigid.push((angle.to_degrees(), valve.rigid_push(angle)));
        }
    }
    let mut chart = Chart::new("angle of the cam in °", "push of the rod in N");
    chart.line("elastic", COLOURS[0], elastic);
    chart.line("rigid", GREY, rigid);
    chart.render(
        "push",
        "The push of the rod at 3000 /min. It oscillates about that of rigid parts with the frequency of the rod.",
    )
}
