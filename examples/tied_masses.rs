//! Two masses on two rods, with a nonlinear spring between them: two constraints at once.
//!
//! Each point mass swings on a massless rod of length l about its own pivot, in Cartesian coordinates. A hardening spring
//! connects the masses:
//!
//! ```text
//! L = ½ m (|ȧ|² + |ḃ|²) − m g (a_y + b_y) − ½ k δ² − ¼ k₃ δ⁴,   δ = |a − b| − d
//! ½ (|a|² − l²) = 0,   ½ (|b − (d, 0)|² − l²) = 0
//! ```
//!
//! Elements of degree P with P Gauss points have order 2P with constraints as well, because their inner nodes are the
//! Lobatto points.

use extremal::StateOf;
use extremal::prelude::*;

/// Two point masses on rods, with a spring between them.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(a[2], b[2]),
    let stretch = (b - a).norm() - d,
    kinetic = 0.5 * m * (dt(a).norm_squared() + dt(b).norm_squared()),
    potential = m * g * (a[1] + b[1]) + 0.5 * k * stretch.powi(2) + 0.25 * k3 * stretch.powi(4),
    constraint(
        left = 0.5 * (a.norm_squared() - l.powi(2)),
        right = 0.5 * ((b[0] - d).powi(2) + b[1].powi(2) - l.powi(2)),
    ),
    discretize(
        Galerkin<1, Gauss<1>>, Galerkin<2, Gauss<2>>, Galerkin<3, Gauss<3>>,
        Galerkin<1, Lobatto<2>>, Galerkin<2, Lobatto<3>>, Galerkin<3, Lobatto<4>>,
        NullSpace<Galerkin<1, Gauss<1>>>, NullSpace<Galerkin<2, Gauss<2>>>, NullSpace<Galerkin<3, Gauss<3>>>
    ),
)]
pub(crate) struct TiedMasses {
    pub(crate) m: f64,
    pub(crate) l: f64,
    pub(crate) g: f64,
    /// The distance of the pivots, which is the relaxed length of the spring.
    pub(crate) d: f64,
    pub(crate) k: f64,
    pub(crate) k3: f64,
}

pub(crate) const UNIT: TiedMasses = TiedMasses {
    m: 1.0,
    l: 1.0,
    g: 9.81,
    d: 1.5,
    k: 20.0,
    k3: 40.0,
};

/// Positions and velocities, from the angles of the rods from hanging down and their rates.
pub(crate) fn swinging(system: &TiedMasses, angles: [f64; 2], rates: [f64; 2]) -> ([f64; 4], [f64; 4]) {
    let (l, [(s0, c0), (s1, c1)]) = (system.l, angles.map(f64::sin_cos));
    (
        [l * s0, -l * c0, system.d + l * s1, -l * c1],
        [
            l * c0 * rates[0],
            l * s0 * rates[0],
            l * c1 * rates[1],
            l * s1 * rates[1],
        ],
    )
}

fn main() -> Result<(), extremal::Error> {
    let (q, v) = swinging(&UNIT, [1.2, 0.3], [0.0, 1.0]);
    let mut second = Integrator::new(&UNIT, Galerkin::<1, Gauss<1>>::default(), 0.01, q, v)?;
    let mut sixth = Integrator::new(&UNIT, Galerkin::<3, Gauss<3>>::default(), 0.01, q, v)?;
    let energy = sixth.energy();
    println!("                 order 6, h = 0.01                    order 2, h = 0.01");
    println!("   t       left      right  energy error  rods     left      right  energy error  rods");
    for _ in 0..10 {
        for _ in 0..30 {
            second.step()?;
            sixth.step()?;
        }
        let figures = |state: StateOf<TiedMasses>| {
            let [ax, ay, bx, by]: [f64; 4] = state.q.into();
            let [left, right] = UNIT.constraints(state.t, &state.q);
            (
                ax.atan2(-ay),
                (bx - UNIT.d).atan2(-by),
                left.abs().max(right.abs()),
            )
        };
        let (six, two) = (figures(sixth.state()), figures(second.state()));
        println!(
            "{:4.1} {:10.6} {:10.6} {:13.0e} {:5.0e} {:8.5} {:10.5} {:13.0e} {:5.0e}",
            sixth.time(),
            six.0,
            six.1,
            sixth.energy() - energy,
            six.2,
            two.0,
            two.1,
            second.energy() - energy,
            two.2
        );
    }
    Ok(())
}
