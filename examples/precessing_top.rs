//! A slowly precessing top: the steady precession of a symmetric heavy top in Euler parameters, which is an exact
//! solution.
//!
//! The top has the moments of inertia A, A, C about its point of support. Its centre of mass is at the distance s on its
//! third axis. This axis leans by the angle ϑ and turns about the vertical at the rate Ω. The angular velocity of the
//! body about its axis is ω₃:
//!
//! ```text
//! angular momentum           A Ω sin ϑ across the axis, towards the vertical, and C ω₃ along it
//! turns at Ω, by gravity     Ω (C ω₃ − A Ω cos ϑ) sin ϑ = m g s sin ϑ
//! slow root                  Ω = 2 m g s / (C ω₃ + √(C² ω₃² − 4 A m g s cos ϑ))
//! spin relative to the axis  σ = ω₃ − Ω cos ϑ
//! ```
//!
//! (The other root is the fast precession, Ω ≈ C ω₃ / (A cos ϑ).) The rotation consists of three: first by σ t about the
//! third axis, then by ϑ about the first axis, then by Ω t about the vertical:
//!
//! ```text
//! e(t) = (cos ½Ωt, 0, 0, sin ½Ωt) ∘ (cos ½ϑ, sin ½ϑ, 0, 0) ∘ (cos ½σt, 0, 0, sin ½σt)
//!      = (cos ½ϑ cos a, sin ½ϑ cos b, sin ½ϑ sin b, cos ½ϑ sin a),   a = ½ (Ω + σ) t,   b = ½ (Ω − σ) t
//! ```
//!
//! Without friction the axis leans by ϑ for ever. In the computed motion it does so up to the error of the scheme.

use extremal::prelude::*;

/// A symmetric top in Euler parameters.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(e[4]),
    let omega = [
        2 * (-e[1] * dt(e[0]) + e[0] * dt(e[1]) + e[3] * dt(e[2]) - e[2] * dt(e[3])),
        2 * (-e[2] * dt(e[0]) - e[3] * dt(e[1]) + e[0] * dt(e[2]) + e[1] * dt(e[3])),
        2 * (-e[3] * dt(e[0]) + e[2] * dt(e[1]) - e[1] * dt(e[2]) + e[0] * dt(e[3])),
    ],
    kinetic = 0.5 * (a * (omega[0].powi(2) + omega[1].powi(2)) + c * omega[2].powi(2))
        + (2 * a + c) * e.dot(dt(e)).powi(2),
    potential = weight * s * (e[0].powi(2) - e[1].powi(2) - e[2].powi(2) + e[3].powi(2)),
    constraint(norm = 0.5 * (e.norm_squared() - 1)),
    discretize(Midpoint, Galerkin<2, Gauss<2>>, Galerkin<3, Gauss<3>>),
)]
pub(crate) struct PrecessingTop {
    /// The moment of inertia about the first two axes.
    pub(crate) a: f64,
    /// The moment of inertia about the axis of symmetry.
    pub(crate) c: f64,
    /// m g
    pub(crate) weight: f64,
    /// The distance of the centre of mass from the support.
    pub(crate) s: f64,
}

/// A steady precession.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Precession {
    /// ϑ
    pub(crate) lean: f64,
    /// Ω
    pub(crate) rate: f64,
    /// σ
    pub(crate) spin: f64,
}

impl Precession {
    /// The slow precession for ω₃ = `whole_spin`, which has to be fast enough: C² ω₃² ≥ 4 A m g s cos ϑ.
    pub(crate) fn slow(top: &PrecessingTop, lean: f64, whole_spin: f64) -> Self {
        let (momentum, torque) = (top.c * whole_spin, top.weight * top.s);
        let root = (momentum * momentum - 4.0 * top.a * torque * lean.cos()).sqrt();
        let rate = 2.0 * torque / (momentum + root);
        Self {
            lean,
            rate,
            spin: whole_spin - rate * lean.cos(),
        }
    }

    /// e(t) and ė(t).
    pub(crate) fn at(&self, t: f64) -> ([f64; 4], [f64; 4]) {
        let (up, side) = ((0.5 * self.lean).cos(), (0.5 * self.lean).sin());
        let (fast, slow) = (0.5 * (self.rate + self.spin), 0.5 * (self.rate - self.spin));
        let ((sin_a, cos_a), (sin_b, cos_b)) = ((fast * t).sin_cos(), (slow * t).sin_cos());
        (
            [up * cos_a, side * cos_b, side * sin_b, up * sin_a],
            [
                -up * fast * sin_a,
                -side * slow * sin_b,
                side * slow * cos_b,
                up * fast * cos_a,
            ],
        )
    }
}

/// A disc on a stick.
pub(crate) const TOP: PrecessingTop = PrecessingTop {
    a: 1.25,
    c: 0.5,
    weight: 9.81,
    s: 1.0,
};

/// The direction of the axis of symmetry, R(e) e₃.
pub(crate) fn axis(e: &[f64; 4]) -> [f64; 3] {
    [
        2.0 * (e[1] * e[3] + e[0] * e[2]),
        2.0 * (e[2] * e[3] - e[0] * e[1]),
        e[0] * e[0] - e[1] * e[1] - e[2] * e[2] + e[3] * e[3],
    ]
}

fn main() -> Result<(), extremal::Error> {
    let steady = Precession::slow(&TOP, 0.5, 40.0);
    let (e, v) = steady.at(0.0);
    let mut second = Integrator::new(&TOP, Midpoint, 0.001, e, v)?;
    let mut fourth = Integrator::new(&TOP, Galerkin::<2, Gauss<2>>::default(), 0.001, e, v)?;
    println!(
        "lean {:.3}, rate of precession {:.6}, spin {:.3}",
        steady.lean, steady.rate, steady.spin
    );
    println!("    t     turned  Midpoint: lean − ϑ    error   Galerkin<2>: lean − ϑ    error");
    for _ in 0..10 {
        for _ in 0..1200 {
            second.step()?;
            fourth.step()?;
        }
        let exact = steady.at(second.time()).0;
        let figures = |e: [f64; 4]| {
            let lean = axis(&e)[2].clamp(-1.0, 1.0).acos();
            let error = e.iter().zip(exact).map(|(e, exact)| (e - exact).abs());
            (lean - steady.lean, error.fold(0.0, f64::max))
        };
        let (two, four) = (figures(second.state().q.into()), figures(fourth.state().q.into()));
        println!(
            "{:5.2} {:8.4} {:18.1e} {:8.1e} {:23.1e} {:8.1e}",
            second.time(),
            steady.rate * second.time(),
            two.0,
            two.1,
            four.0,
            four.1
        );
    }
    Ok(())
}
