//! The workloads: pairs of motions, derived and by hand, from the same start.
//!
//! They do not measure costs.

use std::hint::black_box;

use extremal::prelude::*;

use crate::by_hand::LeapfrogByHand;
use crate::long_chain::ByHand;
use crate::motion::{Motion, Pair, settled};
use crate::{any_size, by_hand, derived, plain};

/// Step size of all workloads.
pub const H: f64 = 1e-3;

/// How many there are in the long chain.
const MASSES: usize = 1000;

const START: ([f64; 2], [f64; 2]) = ([2.0, 1.5], [0.0; 2]);
const SPRING: ([f64; 3], [f64; 3]) = ([1.05, core::f64::consts::FRAC_PI_2, 0.0], [0.0, 1.0, 1.0]);
const ANGLES: [f64; 8] = [1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7];
const RELATIVE: [f64; 8] = [1.0, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1];

/// Calls a macro with the names of all workloads.
#[macro_export]
macro_rules! for_each_workload {
    ($then:ident) => {
        $then!(
            pendulum,
            double_pendulum,
            spring_pendulum,
            chain_of_positions,
            chain_of_cosines,
            chain_of_relative_angles,
            order_four,
            order_six,
            constrained_pendulum,
            livens_spring_pendulum,
            hermite_double_pendulum,
            bodies,
            bouncing_ball,
            woodpecker,
            woodpecker_or_free,
            many_masses,
            many_masses_midpoint,
            resting_ball,
            bare_resting_ball,
            box_at_rest,
        );
    };
}

/// W1: the pendulum, Verlet.
#[must_use]
pub fn pendulum() -> Pair<impl Motion + Clone, impl Motion + Clone> {
    let (m, l, g, h, q, v) = black_box((1.0, 1.0, 9.81, H, [2.0], [0.0]));
    Pair::new(
        Integrator::new(derived::Pendulum { m, l, g }, Verlet, h, q, v),
        by_hand::Pendulum::new(m, l, g, h, q, v),
    )
}

/// W1 in plain code.
#[must_use]
pub fn plain_pendulum() -> impl Motion + Clone {
    let (m, l, g, h, q, v) = black_box((1.0, 1.0, 9.81, H, [2.0], [0.0]));
    settled(plain::Pendulum::new(m, l, g, h, q, v))
}

/// W2 in plain code.
#[must_use]
pub fn plain_double_pendulum() -> impl Motion + Clone {
    let (m, l, g, h, (q, v)) = black_box((1.0, 1.0, 9.81, H, START));
    settled(plain::DoublePendulum::new(m, l, g, h, q, v))
}

/// W3 in plain code.
#[must_use]
pub fn plain_spring_pendulum() -> impl Motion + Clone {
    let (m, ea, l0, h, (q, v)) = black_box((1.0, 300.0, 1.0, H, SPRING));
    settled(plain::SpringPendulum::new(m, ea, l0, h, q, v))
}

/// W4 in plain code, in absolute angles.
#[must_use]
pub fn plain_chain() -> impl Motion + Clone {
    let (m, l, g, h, q, v) = black_box((1.0, 1.0, 9.81, H, ANGLES, [0.0; 8]));
    settled(plain::Chain::new(m, l, g, h, q, v))
}

/// W2: the double pendulum, midpoint.
#[must_use]
pub fn double_pendulum() -> Pair<impl Motion + Clone, impl Motion + Clone> {
    let (m, l, g, h, (q, v)) = black_box((1.0, 1.0, 9.81, H, START));
    Pair::new(
        Integrator::new(derived::DoublePendulum { m, l, g }, Midpoint, h, q, v),
        by_hand::DoublePendulum::new(m, l, g, h, q, v),
    )
}

/// W3: the spherical spring pendulum, midpoint.
#[must_use]
pub fn spring_pendulum() -> Pair<impl Motion + Clone, impl Motion + Clone> {
    let (m, ea, l0, h, (q, v)) = black_box((1.0, 300.0, 1.0, H, SPRING));
    Pair::new(
        Integrator::new(derived::SpringPendulum { m, ea, l0 }, Midpoint, h, q, v),
        by_hand::SpringPendulum::new(m, ea, l0, h, q, v),
    )
}

/// W4: eight links in absolute angles, midpoint; L typed with the positions of the masses.
#[must_use]
pub fn chain_of_positions() -> Pair<impl Motion + Clone, impl Motion + Clone> {
    let (m, l, g, h, q, v) = black_box((1.0, 1.0, 9.81, H, ANGLES, [0.0; 8]));
    Pair::new(
        Integrator::new(derived::ChainOfPositions { m, l, g }, Midpoint, h, q, v),
        by_hand::Chain::new(m, l, g, h, q, v),
    )
}

/// W4 with L typed with the cosines of all differences.
#[must_use]
pub fn chain_of_cosines() -> Pair<impl Motion + Clone, impl Motion + Clone> {
    let (m, l, g, h, q, v) = black_box((1.0, 1.0, 9.81, H, ANGLES, [0.0; 8]));
    Pair::new(
        Integrator::new(derived::ChainOfCosines { m, l, g }, Midpoint, h, q, v),
        by_hand::Chain::new(m, l, g, h, q, v),
    )
}

/// W4 with relative angles as coordinates, and the code by hand in absolute angles. The motion is the same, because the
/// midpoint rule is invariant under linear changes of coordinates, but the equations differ.
#[must_use]
pub fn chain_of_relative_angles() -> Pair<impl Motion + Clone, impl Motion + Clone> {
    let (m, l, g, h, q, v) = black_box((1.0, 1.0, 9.81, H, RELATIVE, [0.0; 8]));
    Pair::new(
        Integrator::new(derived::ChainOfRelativeAngles { m, l, g }, Midpoint, h, q, v),
        by_hand::Chain::new(m, l, g, h, black_box(ANGLES), v),
    )
}

/// W5: the double pendulum, order 4.
#[must_use]
pub fn order_four() -> Pair<impl Motion, impl Motion> {
    let (m, l, g, h, (q, v)) = black_box((1.0, 1.0, 9.81, H, START));
    let scheme = Galerkin::<2, Gauss<2>>::default();
    Pair::new(
        Integrator::new(derived::DoublePendulum { m, l, g }, scheme, h, q, v),
        by_hand::GaussDoublePendulum::order_4(m, l, g, h, q, v),
    )
}

/// W5: the double pendulum, order 6.
#[must_use]
pub fn order_six() -> Pair<impl Motion, impl Motion> {
    let (m, l, g, h, (q, v)) = black_box((1.0, 1.0, 9.81, H, START));
    let scheme = Galerkin::<3, Gauss<3>>::default();
    Pair::new(
        Integrator::new(derived::DoublePendulum { m, l, g }, scheme, h, q, v),
        by_hand::GaussDoublePendulum::order_6(m, l, g, h, q, v),
    )
}

/// W6: the pendulum in Cartesian coordinates, RATTLE; at rest at the angle 2 from hanging.
#[must_use]
pub fn constrained_pendulum() -> Pair<impl Motion, impl Motion> {
    let (m, l, g, h, angle, v) = black_box((1.0, 1.0, 9.81, H, 2.0, [0.0; 2]));
    let q = [l * f64::sin(angle), -l * f64::cos(angle)];
    Pair::new(
        Integrator::new(derived::ConstrainedPendulum { m, l, g }, Verlet, h, q, v),
        by_hand::ConstrainedPendulum::new(m, l, g, h, q, v),
    )
}

/// W8: the spherical spring pendulum, Livens' principle.
#[must_use]
pub fn livens_spring_pendulum() -> Pair<impl Motion, impl Motion> {
    let (m, ea, l0, h, (q, v)) = black_box((1.0, 300.0, 1.0, H, SPRING));
    Pair::new(
        Integrator::new(derived::SpringPendulum { m, ea, l0 }, Livens, h, q, v),
        by_hand::LivensSpringPendulum::new(m, ea, l0, h, q, v),
    )
}

/// W9: the double pendulum, cubic Hermite elements with matching momenta.
#[must_use]
pub fn hermite_double_pendulum() -> Pair<impl Motion, impl Motion> {
    let (m, l, g, h, (q, v)) = black_box((1.0, 1.0, 9.81, H, START));
    let scheme = Hermite::<P2>::default();
    Pair::new(
        Integrator::new(derived::DoublePendulum { m, l, g }, scheme, h, q, v),
        by_hand::HermiteDoublePendulum::new(m, l, g, h, q, v),
    )
}

/// W10: twenty bodies that attract each other, Verlet.
#[must_use]
pub fn bodies() -> Pair<impl Motion, impl Motion> {
    let (q, v) = orbits();
    let m = core::array::from_fn(|i| if i == 0 { 1.0 } else { 1e-5 });
    let (m, gamma, h, q, v) = black_box((m, 1.0, H, q, v));
    Pair::new(
        Integrator::new(derived::Bodies { m, gamma }, Verlet, h, q, v),
        by_hand::Bodies::new(m, gamma, h, q, v),
    )
}

/// W11: a ball that falls from 1 m on a floor, Moreau's scheme; it bounces twice in the steps that are counted.
#[must_use]
pub fn bouncing_ball() -> Pair<impl Motion, impl Motion> {
    let (m, g, e, h, q, v) = black_box((0.1, 9.81, 0.8, H, [1.0], [0.0]));
    Pair::new(
        Integrator::new(derived::BouncingBall { m, g, e }, Moreau, h, q, v),
        by_hand::BouncingBall::new(m, g, e, h, q, v),
    )
}

/// W12: the woodpecker in flight, with contacts that stay open, variational Moreau.
#[must_use]
pub fn woodpecker() -> Pair<impl Motion, impl Motion> {
    let (toy, h, q, v) = black_box((
        derived::Woodpecker::THIN,
        1e-5,
        [0.0, -0.1, -0.3],
        [0.0, 0.0, -7.5],
    ));
    Pair::new(
        Integrator::new(toy, VariationalMoreau, h, q, v),
        by_hand::Woodpecker::new(&toy, h, q, v),
    )
}

/// W12 beside no code by hand: the same declaration without contacts, Verlet.
#[must_use]
pub fn woodpecker_or_free() -> Pair<impl Motion, impl Motion> {
    let (touching, free) = black_box((derived::Woodpecker::THIN, derived::FreeWoodpecker::THIN));
    let (h, q, v) = black_box((1e-5, [0.0, -0.1, -0.3], [0.0, 0.0, -7.5]));
    Pair::new(
        Integrator::new(touching, VariationalMoreau, h, q, v),
        Integrator::new(free, Verlet, h, q, v).expect("the start is finite"),
    )
}

/// W13: masses between fixed ends with cubic springs, as many as the program says, Verlet.
#[must_use]
pub fn many_masses() -> Pair<impl Motion, impl Motion> {
    let n = black_box(MASSES);
    Pair::new(Ok(any_size::started(n, Verlet)), LeapfrogByHand::new(n))
}

/// W14: the same, midpoint.
#[must_use]
pub fn many_masses_midpoint() -> Pair<impl Motion, impl Motion> {
    let n = black_box(MASSES);
    Pair::new(Ok(any_size::started(n, Midpoint)), ByHand::new(n))
}

/// W15: the ball of W11 at rest on the floor, where its contact is closed in each step.
#[must_use]
pub fn resting_ball() -> Pair<impl Motion, impl Motion> {
    let (m, g, e, h) = black_box((0.1, 9.81, 0.8, H));
    Pair::new(
        Integrator::new(derived::BouncingBall { m, g, e }, Moreau, h, [0.0], [0.0]),
        by_hand::RestingBall::new(m, g, e, h),
    )
}

/// W16: the same beside code that knows that the direction of its gap is 1.
#[must_use]
pub fn bare_resting_ball() -> Pair<impl Motion, impl Motion> {
    let (m, g, e, h, q, v) = black_box((0.1, 9.81, 0.8, H, [0.0], [0.0]));
    Pair::new(
        Integrator::new(derived::BouncingBall { m, g, e }, Moreau, h, q, v),
        by_hand::BouncingBall::new(m, g, e, h, q, v),
    )
}

/// W17: a box at rest on four corners with friction, beside no code by hand: the same box in flight.
#[must_use]
pub fn box_at_rest() -> Pair<impl Motion, impl Motion> {
    let (brick, h, v) = black_box((derived::Brick::OF_ONE_KG, H, [0.0; 6]));
    let [lying, falling] = [0.2, 100.0].map(|z| [0.0, 0.0, z, 0.0, 0.0, 0.0]);
    Pair::new(
        Integrator::new(brick, Moreau, h, lying, v),
        Integrator::new(brick, Moreau, h, falling, v).expect("the start is finite"),
    )
}

/// A body at rest, and 19 on circles around it.
fn orbits() -> ([f64; 60], [f64; 60]) {
    let (mut q, mut v) = ([0.0; 60], [0.0; 60]);
    for i in 1..20 {
        let (radius, angle) = (1.0 + 0.2 * i as f64, 2.4 * i as f64);
        let speed = 1.0 / radius.sqrt();
        q[3 * i..3 * i + 2].copy_from_slice(&[radius * angle.cos(), radius * angle.sin()]);
        v[3 * i..3 * i + 2].copy_from_slice(&[-speed * angle.sin(), speed * angle.cos()]);
    }
    (q, v)
}
