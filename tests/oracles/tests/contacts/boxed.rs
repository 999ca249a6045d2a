//! A box on a floor: four corners with friction, twelve components of percussions for six coordinates.

use extremal::prelude::*;

/// A box with half lengths a, in Cardan angles: turned about x, then y, then z.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[3], w[3]),
    let sx = sin(w[0]), let cx = cos(w[0]), let sy = sin(w[1]), let cy = cos(w[1]), let sz = sin(w[2]), let cz = cos(w[2]),
    let turned = [
        [cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx],
        [sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx],
        [-sy, cy * sx, cy * cx],
    ],
    let rate = [dt(w[0]) - dt(w[2]) * sy, dt(w[1]) * cx + dt(w[2]) * sx * cy, dt(w[2]) * cx * cy - dt(w[1]) * sx],
    let inertia = m / 3 * [a[1].powi(2) + a[2].powi(2), a[0].powi(2) + a[2].powi(2), a[0].powi(2) + a[1].powi(2)],
    kinetic = 0.5 * m * dt(r).norm_squared() + 0.5 * sum(0..3, |i| inertia[i] * rate[i].powi(2)),
    potential = m * g * r[2],
    let signs = [[1, 1], [1, -1], [-1, 1], [-1, -1]],
    let corner = array(0..4, |i| r + turned * [signs[i][0] * a[0], signs[i][1] * a[1], -a[2]]),
    contact(corners, gap = array(0..4, |i| corner[i][2]), slip = array(0..4, |i| [dt(corner[i][0]), dt(corner[i][1])]),
        friction = mu, restitution = e, restitution_t = e_t),
    discretize(Moreau, SymmetricMoreau),
)]
pub(crate) struct Boxed {
    pub(crate) m: f64,
    pub(crate) a: [f64; 3],
    pub(crate) g: f64,
    pub(crate) mu: f64,
    pub(crate) e: f64,
    pub(crate) e_t: f64,
}
