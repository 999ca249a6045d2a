//! The energy of impacts without loss, and between impacts: of which order it is kept, with a mass matrix that is constant or not.

use extremal::prelude::*;

use crate::support::slope::slope;

/// A mass on a spring that swings beside a wall, in polar coordinates: M depends on r.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r, phi),
    kinetic = 0.5 * (dt(r).powi(2) + r.powi(2) * dt(phi).powi(2)),
    potential = 20 * (r - 1).powi(2) - 9.81 * r * phi.cos(),
    contact(wall, gap = 0.5 - r * phi.sin(), restitution = 1),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint),
)]
struct Polar;

/// The same mass in Cartesian coordinates: M is constant.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 20 * ((x.powi(2) + y.powi(2)).sqrt() - 1).powi(2) + 9.81 * y,
    contact(wall, gap = 0.5 - x, restitution = 1),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint),
)]
struct Cartesian;

/// The orders of the largest jump of E in a step with a percussion, and of the largest change of E before the first one.
/// Starts differ, so that impacts are at all places of a step.
macro_rules! orders {
    ($system:expr, $scheme:expr, $start:expr, $v:expr) => {{
        let mut found = Vec::new();
        for steps in [250, 500, 1000, 2000] {
            let (mut jump, mut change): (f64, f64) = (0.0, 0.0);
            for k in 0..20 {
                let q = $start(1.3 + 0.0005 * f64::from(k));
                let mut motion = Integrator::new($system, $scheme, 1.0 / f64::from(steps), q, $v)?;
                let first = motion.step()?.energy(&$system);
                let (mut before, mut impacts) = (first, 0);
                for _ in 0..steps {
                    let report = motion.step()?;
                    let after = report.energy(&$system);
                    if report.percussions[0] > 0.0 {
                        impacts += 1;
                        jump = jump.max((after - before).abs());
                    } else if impacts == 0 {
                        change = change.max((after - first).abs());
                    }
                    before = after;
                }
                assert!(impacts > 0, "the wall is struck");
            }
            found.push((steps as usize, [jump, change]));
        }
        // E is a sum of numbers of about 20.
        [0, 1].map(|k| slope(found.iter().map(|(steps, errors)| (*steps, errors[k])), 1e-13))
    }};
}

fn polar(r: f64) -> [f64; 2] {
    [r, -0.3]
}

fn cartesian(r: f64) -> [f64; 2] {
    [-r * 0.3_f64.sin(), -r * 0.3_f64.cos()]
}

/// An impact is with one M in the laws and another at the node, so that E jumps by O(h) where M depends on q.
#[test]
fn impacts_without_loss_keep_the_energy_to_the_order_that_is_said() -> Result<(), extremal::Error> {
    for [jump, change] in [
        orders!(Polar, SymmetricMoreau, polar, [0.0, 2.0]),
        orders!(Polar, VariationalMoreau, polar, [0.0, 2.0]),
    ] {
        assert!((jump - 1.0).abs() < 0.1 && change > 1.9, "{jump} {change}");
    }
    // Between impacts as well, by one M for both velocities.
    let [jump, change] = orders!(Polar, Moreau, polar, [0.0, 2.0]);
    assert!(
        (jump - 1.0).abs() < 0.1 && (change - 1.0).abs() < 0.1,
        "{jump} {change}"
    );
    for [jump, change] in [
        orders!(Cartesian, Moreau, cartesian, [2.0, 0.0]),
        orders!(Cartesian, SymmetricMoreau, cartesian, [2.0, 0.0]),
        orders!(Cartesian, VariationalMoreau, cartesian, [2.0, 0.0]),
    ] {
        assert!(jump > 1.9 && change > 1.9, "{jump} {change}");
    }
    // The impact itself keeps H(q, p): the jump is what a step without impact changes, of order three.
    for [jump, change] in [
        orders!(Polar, NonsmoothMidpoint, polar, [0.0, 2.0]),
        orders!(Cartesian, NonsmoothMidpoint, cartesian, [2.0, 0.0]),
    ] {
        assert!(jump > 2.9 && change > 1.9, "{jump} {change}");
    }
    Ok(())
}

/// A mass before a wall: one contact alone.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(y),
    kinetic = 0.5 * m * dt(y).powi(2),
    contact(wall, gap = y, restitution = 0.5),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint),
)]
struct Bouncing {
    m: f64,
}

/// ½ m (1² − 2²), for bounces from 2 m/s to 1 m/s.
#[test]
fn the_work_of_a_bounce_is_the_energy_that_it_takes() -> Result<(), extremal::Error> {
    macro_rules! works {
        ($scheme:expr) => {{
            let mut motion = Integrator::new(Bouncing { m: 3.0 }, $scheme, 0.01, [0.995], [-2.0])?;
            let works = (0..100).map(|_| motion.step().map(|report| report.work()));
            let works = works.collect::<Result<Vec<_>, _>>()?;
            let v = motion.velocity()?[0];
            assert!((v - 1.0).abs() < 1e-14, "{v}");
            works
        }};
    }
    for works in [
        works!(Moreau),
        works!(SymmetricMoreau),
        works!(VariationalMoreau),
        works!(NonsmoothMidpoint),
    ] {
        // Two velocities and a mass round.
        assert!((works.iter().sum::<f64>() + 4.5).abs() < 1e-14, "{works:?}");
        assert_eq!(works.iter().filter(|work| **work != 0.0).count(), 1, "{works:?}");
    }
    Ok(())
}
