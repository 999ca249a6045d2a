//! Systems that the tests share.

use extremal::prelude::*;

/// A block that a force moves.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(coordinates(x), inputs(u), kinetic = 0.5 * dt(x).powi(2), force(x = u), discretize(Midpoint))]
pub(crate) struct Block;

/// Kelly's pole on a cart: m₁ = 1, m₂ = 0.3, l = 0.5.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, angle),
    inputs(u),
    let bob = [x + 0.5 * sin(angle), -0.5 * cos(angle)],
    kinetic = 0.5 * dt(x).powi(2) + 0.5 * m * dt(bob).norm_squared(),
    potential = 9.81 * m * bob[1],
    force(x = u),
    sensitivities(m),
    discretize(Midpoint),
)]
pub(crate) struct Cart {
    pub(crate) m: f64,
}

impl Cart {
    pub(crate) const OF_KELLY: Self = Self { m: 0.3 };
}

/// A slider with a pendulum, of the tests of bioptim (`test_variational_integrator_examples.py`).
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(y, angle),
    inputs(u),
    let com = [y + 0.0688 * cos(angle) + 0.9542 * sin(angle), 0.0688 * sin(angle) - 0.9542 * cos(angle)],
    kinetic = 0.5 * dt(com).norm_squared() + 0.5 * 0.0391 * dt(angle).powi(2),
    potential = 9.81 * com[1],
    force(y = u),
    discretize(Verlet),
)]
pub(crate) struct Slider;

/// A mass over a floor, that an input lifts.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(y),
    inputs(u),
    kinetic = 0.5 * dt(y).powi(2),
    potential = 9.81 * y,
    force(y = u),
    contact(floor, gap = y, restitution = e),
    discretize(Moreau),
)]
pub(crate) struct Lifted {
    pub(crate) e: f64,
}

/// A pole on a cart with drag, all of whose parameters may be unknown; outputs contain parameters, velocities and the input.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, angle),
    inputs(u),
    let bob = [x + l * sin(angle), -l * cos(angle)],
    kinetic = 0.5 * m * dt(x).powi(2) + 0.5 * b * dt(bob).norm_squared(),
    potential = 9.81 * b * bob[1],
    dissipation = 0.5 * c * dt(x).powi(2),
    force(x = u),
    output(tip = bob[0], speed = dt(x), power = u * dt(x)),
    sensitivities(m, b, l, c),
    discretize(Midpoint),
)]
pub(crate) struct Crane {
    pub(crate) m: f64,
    pub(crate) b: f64,
    pub(crate) l: f64,
    pub(crate) c: f64,
}

/// A stone that is thrown up: linear in g and in its start, and m does nothing.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = m * g * x,
    output(height = x, rate = dt(x)),
    sensitivities(g, m),
    discretize(Midpoint),
)]
pub(crate) struct Stone {
    pub(crate) g: f64,
    pub(crate) m: f64,
}

/// The same with one unknown.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = g * x,
    output(height = x, rate = dt(x)),
    sensitivities(g),
    discretize(Midpoint),
)]
pub(crate) struct Thrown {
    pub(crate) g: f64,
}

/// A mass on a spring, pushed by an input.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    inputs(u),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = 0.5 * k * x.powi(2),
    force(x = u),
    output(place = x),
    sensitivities(m, k),
    discretize(Midpoint, Livens),
)]
pub(crate) struct Spring {
    pub(crate) m: f64,
    pub(crate) k: f64,
}

/// A pendulum whose angle is measured.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(angle),
    kinetic = 0.5 * dt(angle).powi(2),
    potential = -w * cos(angle),
    dissipation = 0.5 * c * dt(angle).powi(2),
    output(seen = angle),
    sensitivities(w, c),
    discretize(Midpoint),
)]
pub(crate) struct Swing {
    pub(crate) w: f64,
    pub(crate) c: f64,
}

/// Noise of mean zero and variance one that a test can repeat: a sum of twelve uniform numbers, nearly normal.
pub(crate) struct Noise(pub(crate) u64);

impl Noise {
    fn uniform(&mut self) -> f64 {
        // Steele, Lea and Flood's SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub(crate) fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0
    }
}
