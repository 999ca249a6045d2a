//! A valve on a cam: the cam is a table of lift over the angle of its shaft, as it is measured or sent to the grinder.
//!
//! The valve moves by y against a spring, and a rod of finite stiffness transmits the lift s of the cam. The rod can only push, and
//! it has a gap as long as the valve is closed. The seat pushes back if y is below zero. The camshaft turns at a constant speed Ω.
//!
//! ```text
//! T = ½ m ẏ²,   V = F₀ y + ½ c y² + ½ k max(0, s(Ω t) − gap − y)² + ½ kₛ max(0, −y)²,   R = ½ d ẏ²
//! ```
//!
//! The table is one turn of the cam. A periodic cubic spline through it has a continuous acceleration s'' Ω², so that the valve
//! feels no jumps. If all were rigid, the rod would push with
//!
//! ```text
//! F = m s'' Ω² + c (s − gap) + F₀
//! ```
//!
//! F vanishes first where the cam is most convex. At higher speeds the valve leaves the cam and comes back in an impact: valve float.

use core::f64::consts::TAU;

use extremal::function::{Axis, Ends, Function, Spline, SplineError, Value};
use extremal::prelude::*;

/// The number of points of the cam, every 15°; the last one is the first.
pub(crate) const POINTS: usize = 25;

/// A valve, its spring, its rod and a cam of any kind.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(y),
    let squeeze = max(0, lift(speed * t) - gap - y),
    kinetic = 0.5 * m * dt(y).powi(2),
    potential = preload * y + 0.5 * spring * y.powi(2) + 0.5 * rod * squeeze.powi(2) + 0.5 * seat * max(0, -y).powi(2),
    dissipation = 0.5 * damping * dt(y).powi(2),
    output(push = rod * squeeze),
    discretize(Midpoint),
)]
pub(crate) struct ValveTrain<F: Function<1>> {
    /// kg
    pub(crate) m: f64,
    /// F₀, N
    pub(crate) preload: f64,
    /// c, N/m
    pub(crate) spring: f64,
    /// k, N/m
    pub(crate) rod: f64,
    /// kₛ, N/m
    pub(crate) seat: f64,
    /// d, N s/m
    pub(crate) damping: f64,
    /// m
    pub(crate) gap: f64,
    /// Ω, rad/s
    pub(crate) speed: f64,
    /// s, m, over the angle in rad
    pub(crate) lift: F,
}

/// The lift of the cam in mm at angles from 0 to 180°, every 15°; the other half is the same.
pub(crate) const LIFTS: [f64; 13] = [
    10.0, 9.3357, 7.5779, 5.3079, 3.1641, 1.5694, 0.625, 0.1886, 0.0391, 0.0046, 0.0002, 0.0, 0.0,
];

/// The cam as a spline.
pub(crate) fn cam() -> Result<Spline<[f64; POINTS]>, SplineError> {
    let angles = core::array::from_fn(|i| TAU * i as f64 / (POINTS - 1) as f64);
    let lifts = core::array::from_fn(|i| 1e-3 * LIFTS[i.min(POINTS - 1 - i)]);
    Spline::new(Axis::new(angles).ends(Ends::Periodic), lifts)
}

impl<F: Function<1>> ValveTrain<F> {
    /// A valve of a car's engine.
    pub(crate) fn of(lift: F, speed: f64) -> Self {
        Self {
            m: 0.12,
            preload: 250.0,
            spring: 25e3,
            rod: 3e6,
            seat: 3e7,
            damping: 40.0,
            gap: 2e-4,
            speed,
            lift,
        }
    }

    /// F at an angle of the cam, if all were rigid.
    pub(crate) fn rigid_push(&self, angle: f64) -> f64 {
        let (lift, _, [[curvature]]) = self.lift.hessian([angle]);
        self.m * curvature * self.speed.powi(2) + self.spring * (lift - self.gap) + self.preload
    }

    /// The smallest F while the valve is open.
    pub(crate) fn smallest_rigid_push(&self) -> f64 {
        let angles = (0..3600).map(|i| TAU * f64::from(i) / 3600.0);
        let open = angles.filter(|angle| self.lift.value([*angle]) > 2.0 * self.gap);
        open.map(|angle| self.rigid_push(angle))
            .fold(f64::INFINITY, f64::min)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let cam = cam()?;
    println!("camshaft   smallest push while open: rigid, elastic   longest flight   impact on the seat");
    for revolutions in [1000.0, 2000.0, 3000.0, 4000.0, 5000.0, 6000.0] {
        let valve = ValveTrain::of(&cam, revolutions * TAU / 60.0);
        // From the middle of the base circle; a step is a tenth of a degree.
        let start = State {
            t: 0.5 * TAU / valve.speed,
            q: [-valve.preload / valve.seat].into(),
            p: [0.0].into(),
        };
        let mut motion = Integrator::from_state(valve, Midpoint, TAU / valve.speed / 3600.0, start)?;
        let (mut smallest, mut flight, mut longest, mut impact) = (f64::INFINITY, 0, 0, 0.0_f64);
        for _ in 0..3600 {
            let before = motion.state().q[0];
            motion.step()?;
            let State { t, q, .. } = motion.state();
            let v = motion.velocity()?;
            if valve.lift.value([valve.speed * t]) > 2.0 * valve.gap {
                let push = valve.push(t, &q, &v);
                smallest = smallest.min(push);
                flight = if push > 0.0 { 0 } else { flight + 1 };
                longest = longest.max(flight);
            }
            if before > 0.0 && q[0] <= 0.0 {
                impact = impact.max(-v[0]);
            }
        }
        println!(
            "{revolutions:4} /min {:22.0} N {smallest:6.0} N {:16.1}° {impact:14.2} m/s",
            valve.smallest_rigid_push(),
            f64::from(longest) / 10.0
        );
    }
    Ok(())
}
