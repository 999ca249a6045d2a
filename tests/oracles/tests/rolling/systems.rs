//! Systems with constraints on velocities, with their reduced equations or closed forms by hand.

use extremal::Scalar;
use extremal::prelude::*;

/// A sled in a potential, pushed and braked: its blade is behind the mass centre, and turns its side to a wind that varies.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, phi),
    inputs(u),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)) + 0.15 * dt(phi).powi(2),
    potential = 0.5 * x.powi(2) + 0.075 * x.powi(4) + y.powi(2) - 0.5 * cos(phi),
    force(x = -0.1 * dt(x), phi = u),
    rolling(blade = -sin(phi) * dt(x) + cos(phi) * dt(y) - a * dt(phi) + s * sin(t)),
    output(side = multiplier(blade)),
    sensitivities(a, s),
    discretize(Verlet, Midpoint, Galerkin<1, Gauss<2>>, Livens, Polarized<Livens>)
)]
pub(crate) struct Sled<T: Scalar> {
    pub(crate) a: T,
    pub(crate) s: T,
}

/// With wind, and friction.
pub(crate) const SLED: Sled<f64> = Sled { a: 0.2, s: 0.3 };
pub(crate) const PUSH: f64 = 0.4;
/// Coordinates, and velocities that are to be projected.
pub(crate) const NEAR: ([f64; 3], [f64; 3]) = ([1.0, 0.5, 0.3], [0.7, 0.2, 0.9]);

const MASSES: [f64; 3] = [1.0, 1.0, 0.3];

/// λ of M v̇ = f − Aᵀ λ and d/dt (A v + b) = 0, at (q, p).
pub(crate) fn reaction_of_sled(t: f64, y: [f64; 6]) -> f64 {
    let [_, _, phi, ..] = y;
    let v: [f64; 3] = core::array::from_fn(|i| y[3 + i] / MASSES[i]);
    let (a, f) = (across(phi), push(y));
    let turned = [-phi.cos() * v[2], -phi.sin() * v[2], 0.0];
    let rate: f64 = (0..3).map(|i| a[i] * f[i] / MASSES[i] + turned[i] * v[i]).sum();
    let inertia: f64 = (0..3).map(|i| a[i].powi(2) / MASSES[i]).sum();
    (rate + SLED.s * t.cos()) / inertia
}

/// The reduced equations of index one for y = (q, p).
pub(crate) fn rate_of_sled(t: f64, y: [f64; 6]) -> [f64; 6] {
    let [_, _, phi, ..] = y;
    let (a, f, reaction) = (across(phi), push(y), reaction_of_sled(t, y));
    core::array::from_fn(|i| match i.checked_sub(3) {
        None => y[3 + i] / MASSES[i],
        Some(k) => f[k] - reaction * a[k],
    })
}

fn across(phi: f64) -> [f64; 3] {
    [-phi.sin(), phi.cos(), -SLED.a]
}

fn push([x, y, phi, px, ..]: [f64; 6]) -> [f64; 3] {
    [-x - 0.3 * x.powi(3) - 0.1 * px, -2.0 * y, PUSH - 0.5 * phi.sin()]
}

/// A skate on an incline.
///
/// ```text
/// ẋ = v cos φ,   ẏ = v sin φ,   v̇ = g cos φ,   φ = ω t   →   v = v₀ + (g/ω) sin ωt
/// ```
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, phi),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)) + 0.5 * j * dt(phi).powi(2),
    potential = -m * g * x,
    rolling(blade, sin(phi) * dt(x) == cos(phi) * dt(y)),
    discretize(Verlet, Midpoint, Livens)
)]
pub(crate) struct Skate {
    pub(crate) m: f64,
    pub(crate) j: f64,
    pub(crate) g: f64,
}

pub(crate) const SKATE: Skate = Skate {
    m: 1.7,
    j: 0.4,
    g: 3.1,
};

/// Chaplygin's sleigh: (x, y) is the blade, and the mass centre is ahead of it by a.
///
/// ```text
/// v̇ = a ω²,   (J + m a²) ω̇ = −m a v ω   →   v = c tanh(κ t + τ),   ω = √(m/I) c / cosh(κ t + τ),   κ = m a c/I
/// ```
///
/// (S. A. Chaplygin, On the theory of motion of nonholonomic systems, 1911; J. Neimark & N. Fufaev, 1972, III § 3.)
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, phi),
    let centre = [x + a * cos(phi), y + a * sin(phi)],
    kinetic = 0.5 * m * dt(centre).norm_squared() + 0.5 * j * dt(phi).powi(2),
    rolling(blade = sin(phi) * dt(x) - cos(phi) * dt(y)),
    discretize(Verlet, Midpoint, Livens, Polarized<Livens>)
)]
pub(crate) struct Sleigh {
    pub(crate) m: f64,
    pub(crate) j: f64,
    pub(crate) a: f64,
}

pub(crate) const SLEIGH: Sleigh = Sleigh {
    m: 1.3,
    j: 0.5,
    a: 0.4,
};

/// A disc that rolls upright.
///
/// ```text
/// θ̇, φ̇ constant: the point of contact is on a circle of radius r θ̇/φ̇
/// ```
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, theta, phi),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)) + 0.25 * r.powi(2) * dt(theta).powi(2) + 0.125 * r.powi(2) * dt(phi).powi(2),
    rolling(no_slip = [dt(x) - r * cos(phi) * dt(theta), dt(y) - r * sin(phi) * dt(theta)]),
    discretize(Verlet, Midpoint, Livens)
)]
pub(crate) struct Disc {
    pub(crate) r: f64,
}

pub(crate) const DISC: Disc = Disc { r: 0.6 };

/// A homogeneous ball of mass one on a turntable, with Euler parameters: its velocity turns with 2/7 of the table.
///
/// ```text
/// ṙ − a ω × e_z = Ω e_z × r,   r̈ = F,   ⅖ a² ω̇ = −a e_z × F   →   r̈ = 2/7 Ω e_z × ṙ
/// ```
///
/// (J. Neimark & N. Fufaev, 1972; E. Routh, Advanced rigid dynamics.)
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2], e[4]),
    kinetic = 0.5 * dt(r).norm_squared() + 0.8 * a.powi(2) * dt(e).norm_squared(),
    constraint(unit = e.norm_squared() - 1),
    let spin_x = 2 * (e[0] * dt(e[1]) - dt(e[0]) * e[1] + e[2] * dt(e[3]) - e[3] * dt(e[2])),
    let spin_y = 2 * (e[0] * dt(e[2]) - dt(e[0]) * e[2] + e[3] * dt(e[1]) - e[1] * dt(e[3])),
    rolling(no_slip = [dt(r[0]) - a * spin_y + table * r[1], dt(r[1]) + a * spin_x - table * r[0]]),
    discretize(Verlet, Midpoint, Livens)
)]
pub(crate) struct Ball {
    pub(crate) a: f64,
    pub(crate) table: f64,
}

pub(crate) const BALL: Ball = Ball { a: 0.3, table: 1.4 };

/// The same ball by the angles through which it turns about the fixed axes x and y: the rates are quasi-velocities, which a
/// homogeneous ball may be written in, as 2/5 a² ω is its spin in every frame.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2], turned[2]),
    kinetic = 0.5 * dt(r).norm_squared() + 0.2 * a.powi(2) * dt(turned).norm_squared(),
    rolling(no_slip = [
        dt(r[0]) - a * dt(turned[1]) + table * r[1],
        dt(r[1]) + a * dt(turned[0]) - table * r[0],
    ]),
    discretize(Verlet, Midpoint, Livens)
)]
pub(crate) struct SpunBall {
    pub(crate) a: f64,
    pub(crate) table: f64,
}

pub(crate) const SPUN_BALL: SpunBall = SpunBall { a: 0.3, table: 1.4 };

/// The largest difference of two lists.
pub(crate) fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}
