//! A motor on a flexible shaft: its torque is a table over speed and throttle, as a test bench measures it.
//!
//! The motor turns by φ, the load by ψ; the shaft between them is a spring with a damper. The table is a bicubic spline, the
//! throttle an input. The load resists with friction and with the square of its speed, as a fan does.
//!
//! ```text
//! T = ½ J φ̇² + ½ Jₗ ψ̇²,   V = ½ k (ψ − φ)²,   R = ½ d (ψ̇ − φ̇)²,   f = torque(φ̇, u) on φ, −a − c ψ̇² on ψ
//! ```
//!
//! At a steady speed ω both torques are the same, torque(ω, u) = a + c ω². A small deviation of ω decays with the rate
//! (2 c ω − ∂torque/∂ω)/(J + Jₗ): the slope of the table decides whether the speed is stable. The shaft oscillates with
//! √(k/J + k/Jₗ).

use extremal::function::{Axis, Gradient, Outside, Spline2, SplineError};
use extremal::prelude::*;

/// A motor, a shaft and a fan.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(motor, load),
    inputs(throttle),
    let twist = load - motor,
    let drive = torque(dt(motor), throttle),
    let drag = friction + drag_factor * dt(load).powi(2),
    kinetic = 0.5 * inertia[0] * dt(motor).powi(2) + 0.5 * inertia[1] * dt(load).powi(2),
    potential = 0.5 * stiffness * twist.powi(2),
    dissipation = 0.5 * damping * dt(twist).powi(2),
    force(motor = drive, load = -drag),
    output(
        power = drive * dt(motor),
        loss = drag * dt(load) + damping * dt(twist).powi(2),
        twist = twist,
    ),
    discretize(Midpoint),
)]
pub(crate) struct MotorMap {
    /// J and Jₗ, kg m²
    pub(crate) inertia: [f64; 2],
    /// k, N m
    pub(crate) stiffness: f64,
    /// d, N m s
    pub(crate) damping: f64,
    /// a, N m
    pub(crate) friction: f64,
    /// c, N m s²
    pub(crate) drag_factor: f64,
    /// N m, over the speed in rad/s and the throttle from 0 to 1
    pub(crate) torque: Spline2<[f64; 8], [f64; 5]>,
}

impl MotorMap {
    /// A car's engine with a fan brake.
    pub(crate) fn on_bench() -> Result<Self, SplineError> {
        let speeds = Axis::new([0.0, 100.0, 200.0, 300.0, 400.0, 500.0, 600.0, 700.0]);
        let throttles = Axis::new([0.0, 0.25, 0.5, 0.75, 1.0]);
        let measured = [
            [0.0, 40.0, 70.0, 90.0, 100.0],
            [-8.0, 52.0, 92.0, 116.0, 128.0],
            [-12.0, 54.0, 104.0, 135.0, 150.0],
            [-15.0, 48.0, 108.0, 146.0, 165.0],
            [-19.0, 37.0, 102.0, 148.0, 172.0],
            [-24.0, 23.0, 89.0, 139.0, 168.0],
            [-30.0, 6.0, 70.0, 121.0, 152.0],
            [-37.0, -12.0, 46.0, 95.0, 126.0],
        ];
        Ok(Self {
            inertia: [0.15, 0.6],
            stiffness: 4000.0,
            damping: 1.5,
            friction: 5.0,
            drag_factor: 4e-4,
            torque: Spline2::new(
                speeds.outside(Outside::Linear),
                throttles.outside(Outside::Held),
                measured,
            )?,
        })
    }

    /// torque(ω, u) − a − c ω², and its derivative by ω.
    pub(crate) fn surplus(&self, speed: f64, throttle: f64) -> [f64; 2] {
        let (torque, [slope, _]) = self.torque.gradient([speed, throttle]);
        [
            torque - self.friction - self.drag_factor * speed * speed,
            slope - 2.0 * self.drag_factor * speed,
        ]
    }

    /// The speed at which nothing is left over, by bisection.
    pub(crate) fn steady_speed(&self, throttle: f64) -> f64 {
        let (mut low, mut high) = (0.0, 700.0);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if self.surplus(middle, throttle)[0] > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (bench, h) = (MotorMap::on_bench()?, 2e-3);
    let mut motion = Integrator::new(bench, Midpoint, h, [0.0, 0.0], [0.0, 0.0])?;
    let (start, mut work) = (motion.energy(), 0.0);
    println!("throttle   speed of the load   expected   twist of the shaft   energy not accounted for");
    for throttle in [0.25, 1.0, 0.5] {
        for _ in 0..20_000 {
            let before = motion.state();
            motion.step_with([throttle])?;
            let after = motion.state();
            // The middle of the step, where the scheme evaluates forces.
            let (t, q, v) = (
                before.t + 0.5 * h,
                (before.q + after.q) / 2.0,
                (after.q - before.q) / h,
            );
            work += h * (bench.power(t, &q, &v, &[throttle]) - bench.loss(t, &q, &v));
        }
        let q = motion.state().q;
        println!(
            "{throttle:8.2} {:13.4} rad/s {:10.4} {:16.4} rad {:+18.0e} J",
            motion.velocity()?[1],
            bench.steady_speed(throttle),
            q[1] - q[0],
            motion.energy() - start - work
        );
    }
    Ok(())
}
