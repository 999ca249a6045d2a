//! Springs between points that fields of indices name: loops at a point and several edges between two points included.

use extremal::prelude::*;

use crate::support::compared::{numbers, same};

#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[points][2]),
    kinetic = sum(0..points, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = sum(0..edges.len(), |e| 0.5 * k[e] * ((r[edges[e][0]] - r[edges[e][1]]).norm_squared() - rest[e]).powi(2)),
    dissipation = sum(0..edges.len(), |e| 0.5 * d * (dt(r[edges[e][0]]) - dt(r[edges[e][1]])).norm_squared()),
    output(first = r[0][0], mass = sum(0..points, |i| m[i]), center = sum(0..points, |i| m[i] * r[i])),
    discretize(Verlet, Midpoint),
)]
pub(crate) struct Net {
    pub(crate) points: usize,
    pub(crate) m: Vec<f64>,
    pub(crate) edges: Vec<[usize; 2]>,
    pub(crate) k: Vec<f64>,
    pub(crate) rest: Vec<f64>,
    pub(crate) d: f64,
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[4][2]),
    kinetic = sum(0..4, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = 0.5 * k[0] * ((r[0] - r[2]).norm_squared() - rest[0]).powi(2)
        + 0.5 * k[1] * ((r[1] - r[2]).norm_squared() - rest[1]).powi(2)
        + 0.5 * k[2] * ((r[3] - r[3]).norm_squared() - rest[2]).powi(2)
        + 0.5 * k[3] * ((r[2] - r[1]).norm_squared() - rest[3]).powi(2)
        + 0.5 * k[4] * ((r[3] - r[0]).norm_squared() - rest[4]).powi(2),
    dissipation = 0.5 * d * ((dt(r[0]) - dt(r[2])).norm_squared() + 2 * (dt(r[1]) - dt(r[2])).norm_squared()
        + (dt(r[0]) - dt(r[3])).norm_squared()),
    discretize(Verlet, Midpoint),
)]
struct Four {
    m: [f64; 4],
    k: [f64; 5],
    rest: [f64; 5],
    d: f64,
}

const EDGES: [[usize; 2]; 5] = [[0, 2], [1, 2], [3, 3], [2, 1], [3, 0]];

fn both() -> (Net, Four) {
    let four = Four {
        m: [1.0, 2.0, 0.5, 1.5],
        k: [1.0, 0.5, 2.0, 0.3, 1.2],
        rest: [0.3, 0.2, 0.1, 0.5, 1.0],
        d: 0.1,
    };
    let net = Net {
        points: 4,
        m: four.m.to_vec(),
        edges: EDGES.to_vec(),
        k: four.k.to_vec(),
        rest: four.rest.to_vec(),
        d: 0.1,
    };
    (net, four)
}

#[test]
fn nets_move_as_written_out() {
    let (q, v) = (numbers(8, 0.3), numbers(8, 2.0));
    let (net, four) = both();
    same((net.clone(), four), Verlet, (&q, &v));
    same((net, four), Midpoint, (&q, &v));
}

#[test]
fn outputs_are_sums() {
    let (net, four) = both();
    let (q, v) = (numbers(8, 0.3).into(), numbers(8, 2.0).into());
    let mass: f64 = four.m.iter().sum();
    assert_eq!((net.first(0.0, &q, &v), net.mass(0.0, &q, &v)), (q[0], mass));
    let center: f64 = (0..4).map(|i| four.m[i] * q[2 * i + 1]).sum();
    assert!((net.center(0.0, &q, &v)[1] - center).abs() < 1e-15);
    assert_eq!(Net::OUTPUTS, ["first", "mass", "center[0]", "center[1]"]);
}
