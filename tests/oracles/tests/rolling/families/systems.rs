//! Systems of any size with constraints on velocities, each beside the same system written out.

use extremal::prelude::*;

/// Sleds with springs between them, which are not linear for k > 0. The first one is turned, and a wind blows that varies.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[m.len()][2], phi[m.len()]), inputs(u),
    kinetic = sum(0..m.len(), |i| 0.5 * m[i] * dt(r[i]).norm_squared() + 0.15 * dt(phi[i]).powi(2)),
    let distance = |i| (r[i + 1] - r[i]).norm_squared(),
    potential = sum(0..m.len() - 1, |i| 0.5 * distance(i) + k * (distance(i) - 1).powi(2))
        + sum(0..m.len(), |i| 0.1 * r[i].norm_squared() + 0.25 * phi[i].powi(2)),
    force(phi[0] = u),
    rolling(blade = array(0..m.len(), |i| -sin(phi[i]) * dt(r[i][0]) + cos(phi[i]) * dt(r[i][1]) - a * dt(phi[i]) + s * sin(t))),
    output(side = array(0..m.len(), |i| multiplier(blade)[i])),
    sensitivities(a, s),
    discretize(Verlet, Midpoint, Galerkin<1, Gauss<2>>, Livens, Polarized<Livens>)
)]
pub(crate) struct Sleds {
    pub(crate) m: Vec<f64>,
    pub(crate) k: f64,
    pub(crate) a: f64,
    pub(crate) s: f64,
}

/// Three of them.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[3][2], phi[3]), inputs(u),
    kinetic = sum(0..3, |i| 0.5 * m[i] * dt(r[i]).norm_squared() + 0.15 * dt(phi[i]).powi(2)),
    let distance = |i| (r[i + 1] - r[i]).norm_squared(),
    potential = sum(0..3 - 1, |i| 0.5 * distance(i) + k * (distance(i) - 1).powi(2))
        + sum(0..3, |i| 0.1 * r[i].norm_squared() + 0.25 * phi[i].powi(2)),
    force(phi[0] = u),
    rolling(blade = array(0..3, |i| -sin(phi[i]) * dt(r[i][0]) + cos(phi[i]) * dt(r[i][1]) - a * dt(phi[i]) + s * sin(t))),
    output(side = array(0..3, |i| multiplier(blade)[i])),
    sensitivities(a, s),
    discretize(Verlet, Midpoint, Galerkin<1, Gauss<2>>, Livens, Polarized<Livens>)
)]
pub(crate) struct ThreeSleds {
    pub(crate) m: [f64; 3],
    pub(crate) k: f64,
    pub(crate) a: f64,
    pub(crate) s: f64,
}

/// A train of cars with one axle each: a hitch behind each axle holds the drawbar of the next car. The first one is driven and
/// steered.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[m.len()][2], phi[m.len()]), inputs(u),
    let along = |i| [cos(phi[i]), sin(phi[i])],
    kinetic = sum(0..m.len(), |i| 0.5 * m[i] * dt(r[i]).norm_squared() + 0.15 * dt(phi[i]).powi(2)),
    force(r[0] = u * along(0), phi[0] = -0.3 * u),
    constraint(hitch = array(1..m.len(), |i| r[i - 1] - c * along(i - 1) - r[i] - l * along(i))),
    rolling(axle = array(0..m.len(), |i| sin(phi[i]) * dt(r[i][0]) - cos(phi[i]) * dt(r[i][1]))),
    output(pull = multiplier(hitch)[0], last = multiplier(axle)[m.len() - 1]),
    discretize(Verlet, Midpoint, Galerkin<1, Gauss<2>>, Livens)
)]
pub(crate) struct Train {
    pub(crate) m: Vec<f64>,
    pub(crate) c: f64,
    pub(crate) l: f64,
}

/// Four of them.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[4][2], phi[4]), inputs(u),
    let along = |i| [cos(phi[i]), sin(phi[i])],
    kinetic = sum(0..4, |i| 0.5 * m[i] * dt(r[i]).norm_squared() + 0.15 * dt(phi[i]).powi(2)),
    force(r[0] = u * along(0), phi[0] = -0.3 * u),
    constraint(hitch = array(1..4, |i| r[i - 1] - c * along(i - 1) - r[i] - l * along(i))),
    rolling(axle = array(0..4, |i| sin(phi[i]) * dt(r[i][0]) - cos(phi[i]) * dt(r[i][1]))),
    output(pull = multiplier(hitch)[0], last = multiplier(axle)[4 - 1]),
    discretize(Verlet, Midpoint, Galerkin<1, Gauss<2>>, Livens)
)]
pub(crate) struct FourCars {
    pub(crate) m: [f64; 4],
    pub(crate) c: f64,
    pub(crate) l: f64,
}

/// Upright discs that roll, with rods between them. The first one is driven.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[m.len()][2], theta[m.len()], phi[m.len()]), inputs(u),
    kinetic = sum(0..m.len(), |i| 0.5 * m[i] * (dt(r[i]).norm_squared() + 0.2 * dt(theta[i]).powi(2) + 0.1 * dt(phi[i]).powi(2))),
    potential = sum(0..m.len(), |i| 0.5 * r[i][0].powi(2)),
    force(theta[0] = u, phi[0] = 0.1 * u),
    constraint(rod = array(1..m.len(), |i| 0.5 * ((r[i] - r[i - 1]).norm_squared() - 1))),
    rolling(no_slip = array(0..m.len(), |i| dt(r[i]) - 0.4 * dt(theta[i]) * [cos(phi[i]), sin(phi[i])])),
    output(pull = multiplier(rod)[0], side = array(0..m.len(), |i| multiplier(no_slip)[i][1])),
    discretize(Verlet, Midpoint, Livens, Polarized<Livens>)
)]
pub(crate) struct Discs {
    pub(crate) m: Vec<f64>,
}

/// Three of them.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[3][2], theta[3], phi[3]), inputs(u),
    kinetic = sum(0..3, |i| 0.5 * m[i] * (dt(r[i]).norm_squared() + 0.2 * dt(theta[i]).powi(2) + 0.1 * dt(phi[i]).powi(2))),
    potential = sum(0..3, |i| 0.5 * r[i][0].powi(2)),
    force(theta[0] = u, phi[0] = 0.1 * u),
    constraint(rod = array(1..3, |i| 0.5 * ((r[i] - r[i - 1]).norm_squared() - 1))),
    rolling(no_slip = array(0..3, |i| dt(r[i]) - 0.4 * dt(theta[i]) * [cos(phi[i]), sin(phi[i])])),
    output(pull = multiplier(rod)[0], side = array(0..3, |i| multiplier(no_slip)[i][1])),
    discretize(Verlet, Midpoint, Livens, Polarized<Livens>)
)]
pub(crate) struct ThreeDiscs {
    pub(crate) m: [f64; 3],
}

/// Points that are geared to their distances from an axis, and a drum that all of them turn.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[m.len()][2], z[m.len()], drum),
    let distance = |i| (r[i + 1] - r[i]).norm_squared(),
    kinetic = sum(0..m.len(), |i| 0.5 * dt(r[i]).norm_squared() + m[i] * dt(z[i]).powi(2)) + dt(drum).powi(2),
    potential = sum(0..m.len() - 1, |i| 0.5 * distance(i) + k * (distance(i) - 1).powi(2)) + sum(0..m.len(), |i| 0.5 * z[i].powi(2)),
    rolling(
        gear = array(0..m.len(), |i| {
            let d = 1 + r[i].norm_squared();
            d * r[i].dot(dt(r[i])) - (d + 0.3 * z[i]) * dt(z[i])
        }),
        total = sum(0..m.len(), |i| m[i] * (1 + z[i].powi(2)) * dt(z[i])) - (1 + 0.2 * drum) * dt(drum),
    ),
    symmetry(turn = [array(0..m.len(), |i| [-r[i][1], r[i][0]]), array(0..m.len(), |_i| 0), 0]),
    discretize(Verlet, Midpoint, Livens, Equivariant<Livens>)
)]
pub(crate) struct Gears {
    pub(crate) m: Vec<f64>,
    pub(crate) k: f64,
}

/// Two of them.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2][2], z[2], drum),
    let distance = |i| (r[i + 1] - r[i]).norm_squared(),
    kinetic = sum(0..2, |i| 0.5 * dt(r[i]).norm_squared() + m[i] * dt(z[i]).powi(2)) + dt(drum).powi(2),
    potential = sum(0..2 - 1, |i| 0.5 * distance(i) + k * (distance(i) - 1).powi(2)) + sum(0..2, |i| 0.5 * z[i].powi(2)),
    rolling(
        gear = array(0..2, |i| {
            let d = 1 + r[i].norm_squared();
            d * r[i].dot(dt(r[i])) - (d + 0.3 * z[i]) * dt(z[i])
        }),
        total = sum(0..2, |i| m[i] * (1 + z[i].powi(2)) * dt(z[i])) - (1 + 0.2 * drum) * dt(drum),
    ),
    symmetry(turn = [array(0..2, |i| [-r[i][1], r[i][0]]), array(0..2, |_i| 0), 0]),
    discretize(Verlet, Midpoint, Livens, Equivariant<Livens>)
)]
pub(crate) struct TwoGears {
    pub(crate) m: [f64; 2],
    pub(crate) k: f64,
}

/// Constraints and outputs over one range that have sums, beside others over two.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[m.len() * w.len()], y[m.len() * w.len()], z[m.len()]),
    kinetic = sum(0..m.len() * w.len(), |i| 0.5 * dt(q[i]).powi(2) + dt(y[i]).powi(2)) + sum(0..m.len(), |i| m[i] * dt(z[i]).powi(2)),
    potential = sum(0..m.len() * w.len(), |i| 0.5 * q[i].powi(2)) + sum(0..m.len() - 1, |i| 0.5 * (z[i + 1] - z[i] - y[i]).powi(2)),
    rolling(
        sums = array(0..m.len(), |i| dt(z[i]) - sum(0..w.len(), |j| w[j] * cos(y[i * w.len() + j]) * dt(q[i * w.len() + j]))),
        each = array(0..m.len(), |i| array(0..w.len(), |j| dt(y[i * w.len() + j]) - w[j] * sin(q[i * w.len() + j] + z[i]) * dt(q[i * w.len() + j]))),
    ),
    output(
        pulls = array(0..m.len(), |i| sum(0..w.len(), |j| q[i * w.len() + j] * multiplier(each)[i][j]) - multiplier(sums)[i]),
        each_pull = array(0..m.len(), |i| array(0..w.len(), |j| y[i * w.len() + j] * multiplier(each)[i][j])),
    ),
    discretize(Verlet, Midpoint, Livens)
)]
pub(crate) struct Grid {
    pub(crate) m: Vec<f64>,
    pub(crate) w: Vec<f64>,
}

/// Two rows of three.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[6], y[6], z[2]),
    kinetic = sum(0..6, |i| 0.5 * dt(q[i]).powi(2) + dt(y[i]).powi(2)) + sum(0..2, |i| m[i] * dt(z[i]).powi(2)),
    potential = sum(0..6, |i| 0.5 * q[i].powi(2)) + sum(0..2 - 1, |i| 0.5 * (z[i + 1] - z[i] - y[i]).powi(2)),
    rolling(
        sums = array(0..2, |i| dt(z[i]) - sum(0..3, |j| w[j] * cos(y[i * 3 + j]) * dt(q[i * 3 + j]))),
        each = array(0..2, |i| array(0..3, |j| dt(y[i * 3 + j]) - w[j] * sin(q[i * 3 + j] + z[i]) * dt(q[i * 3 + j]))),
    ),
    output(
        pulls = array(0..2, |i| sum(0..3, |j| q[i * 3 + j] * multiplier(each)[i][j]) - multiplier(sums)[i]),
        each_pull = array(0..2, |i| array(0..3, |j| y[i * 3 + j] * multiplier(each)[i][j])),
    ),
    discretize(Verlet, Midpoint, Livens)
)]
pub(crate) struct TwoByThree {
    pub(crate) m: [f64; 2],
    pub(crate) w: [f64; 3],
}
