//! Boundary conditions: ends that are moved and ends that are pulled, against waves in closed form.

#[path = "../../examples/driven_bar.rs"]
#[expect(dead_code, reason = "the tests use the declaration, not the example's `main`")]
mod driven_bar;

use extremal::Error;
use extremal::prelude::*;

use driven_bar::DrivenBar;

/// The largest distance from u(X, t) of the nodes, in a time of 2 and relative to the amplitude of 0.01.
fn miss<D>(
    scheme: D,
    bar: DrivenBar,
    [u, v]: [Vec<f64>; 2],
    share: f64,
    pull: impl Fn(f64) -> f64,
    wave: impl Fn(f64, f64) -> f64,
) -> Result<f64, Error>
where
    DrivenBar: Discretize<D, Scalar = f64, Inputs = [f64; 1]>,
    Vec<f64>: extremal::blocks::IntoBlock<<DrivenBar as Lagrangian>::Configuration>,
{
    let steps = (2.0 / (share * bar.l)).ceil();
    let h = 2.0 / steps;
    let mut motion = Integrator::new(bar, scheme, h, u, v)?;
    let mut largest = 0.0_f64;
    while motion.time() < 2.0 - 0.5 * h {
        // Inputs are held over a step: their value in the middle is of second order.
        motion.step_with([pull(motion.time() + 0.5 * h)])?;
        let (t, q) = (motion.time(), motion.state().q);
        for (node, u) in q.iter().enumerate() {
            let x = (node + 1) as f64 * bar.l;
            largest = largest.max((u - wave(x, t)).abs() / 0.01);
        }
    }
    Ok(largest)
}

/// The error of 64 elements, and the order from 32 to 64.
fn order(miss: impl Fn(usize) -> Result<f64, Error>) -> Result<[f64; 2], Error> {
    let (coarse, fine) = (miss(32)?, miss(64)?);
    Ok([fine, (coarse / fine).log2()])
}

fn check([error, order]: [f64; 2], bound: f64) {
    // The next terms of the error change the slope by less than a fifth.
    assert!(error < bound && (order - 2.0).abs() < 0.2, "{error:e} {order}");
}

/// The left end is moved by a sin ωt; the damper on the right returns nothing.
#[test]
fn waves_enter_at_one_end_and_leave_at_the_other() -> Result<(), Error> {
    fn passing<D>(scheme: D, share: f64, elements: usize) -> Result<f64, Error>
    where
        DrivenBar: Discretize<D, Scalar = f64, Inputs = [f64; 1]>,
    {
        let (bar, start) = DrivenBar::with_wave(elements, 0.01);
        let wave = |x: f64, t: f64| bar.amplitude * (bar.omega * (t - x)).sin();
        miss(scheme, bar, start, share, |_| 0.0, wave)
    }
    check(order(|n| passing(Midpoint, 0.8, n))?, 1e-2);
    check(order(|n| passing(Verlet, 0.5, n))?, 1e-2);
    check(order(|n| passing(Hermite::<P2>::default(), 0.8, n))?, 1e-2);
    Ok(())
}

/// The left end is fixed, the right one is pulled by F sin ωt: u = B sin(ωX/c) sin ωt with EA B (ω/c) cos(ωL/c) = F.
#[test]
fn a_force_at_an_end_makes_the_standing_wave() -> Result<(), Error> {
    fn pulled<D>(scheme: D, share: f64, elements: usize) -> Result<f64, Error>
    where
        DrivenBar: Discretize<D, Scalar = f64, Inputs = [f64; 1]>,
    {
        let bar = DrivenBar::of(elements);
        let omega = bar.omega;
        let wave = |x: f64, t: f64| 0.01 * (omega * x).sin() * (omega * t).sin();
        let force = |t: f64| 0.01 * omega * omega.cos() * (omega * t).sin();
        let velocity = (1..=elements).map(|node| 0.01 * omega * (omega * node as f64 * bar.l).sin());
        let start = [vec![0.0; elements], velocity.collect()];
        miss(scheme, bar, start, share, force, wave)
    }
    check(order(|n| pulled(Midpoint, 0.8, n))?, 1e-2);
    check(order(|n| pulled(Verlet, 0.5, n))?, 1e-2);
    check(order(|n| pulled(Hermite::<P2>::default(), 0.8, n))?, 1e-2);
    Ok(())
}
