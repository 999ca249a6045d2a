//! Rods between points: constraints as rows of items, and constraints that are sums.

use extremal::prelude::*;

use crate::compared::same;

#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[points][2]),
    kinetic = sum(0..points, |i| 0.5 * m * dt(r[i]).norm_squared()),
    potential = sum(0..points, |i| m * g * r[i][1]),
    constraint(hung = r[0]),
    constraint(rod = array(0..points - 1, |i| 0.5 * ((r[i + 1] - r[i]).norm_squared() - l[i] * l[i]))),
    force(r[points - 1][0] = m * t, r[1] = [m, dt(r[1][0])]),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Hermite<P2>, Livens),
)]
struct Rope {
    points: usize,
    m: f64,
    g: f64,
    l: Vec<f64>,
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[4][2]),
    kinetic = sum(0..4, |i| 0.5 * m * dt(r[i]).norm_squared()),
    potential = sum(0..4, |i| m * g * r[i][1]),
    constraint(hung = r[0]),
    constraint(rod = array(0..3, |i| 0.5 * ((r[i + 1] - r[i]).norm_squared() - l[i] * l[i]))),
    force(r[3][0] = m * t, r[1] = [m, dt(r[1][0])]),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Hermite<P2>, Livens),
)]
struct Four {
    m: f64,
    g: f64,
    l: [f64; 3],
}

#[test]
fn ropes_move_as_written_out() {
    let l = [1.0, 0.5, 2.0];
    let rope = || Rope {
        points: 4,
        m: 0.5,
        g: 9.81,
        l: l.to_vec(),
    };
    let four = Four { m: 0.5, g: 9.81, l };
    let q = [0.0, 0.0, 0.6, -0.8, 1.1, -0.8, 2.3, -2.4];
    let v = [0.0; 8];
    same((rope(), four), Verlet, (&q, &v));
    same((rope(), four), Midpoint, (&q, &v));
    same((rope(), four), Galerkin::<2, Gauss<2>>::default(), (&q, &v));
    same((rope(), four), Hermite::<P2>::default(), (&q, &v));
    same((rope(), four), Livens, (&q, &v));
}
