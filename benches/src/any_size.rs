//! Systems of any size as they are declared: the chain of W6, nets of springs, and bodies with all pairs.

use extremal::prelude::*;

use crate::long_chain::{H, start};

/// Unit masses between fixed ends, springs ½d² + ¼d⁴.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[masses]),
    kinetic = sum(0..masses, |i| 0.5 * dt(q[i]).powi(2)),
    potential = sum(0..masses - 1, |i| 0.5 * (q[i + 1] - q[i]).powi(2) + 0.25 * (q[i + 1] - q[i]).powi(4))
        + 0.5 * q[0].powi(2) + 0.25 * q[0].powi(4)
        + 0.5 * q[masses - 1].powi(2) + 0.25 * q[masses - 1].powi(4),
    discretize(Verlet, Midpoint),
)]
pub struct Chain {
    /// n.
    pub masses: usize,
}

/// An integrator at rest, displaced by a sine.
///
/// # Panics
///
/// Never: the start is a good one.
pub fn started<D>(masses: usize, scheme: D) -> Integrator<Chain, D>
where
    Chain: Discretize<D>,
{
    Integrator::new(Chain { masses }, scheme, H, start(masses), vec![0.0; masses]).expect("a good start")
}

/// Rods between masses, hung up at one end.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[rods][2]),
    kinetic = sum(0..rods, |i| 0.5 * m * dt(r[i]).norm_squared()),
    potential = sum(0..rods, |i| 9.81 * m * r[i][1]),
    constraint(first = 0.5 * (r[0].norm_squared() - l * l)),
    constraint(rod = array(1..rods, |i| 0.5 * ((r[i] - r[i - 1]).norm_squared() - l * l))),
    discretize(Midpoint),
)]
pub struct Rope {
    /// n.
    pub rods: usize,
    /// The mass at each end of a rod.
    pub m: f64,
    /// The length of a rod.
    pub l: f64,
}

/// The net of [`Springs`] with some masses that constraints hold.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[points][3]),
    kinetic = sum(0..points, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = sum(0..edges.len(), |e| 0.5 * k * ((r[edges[e][0]] - r[edges[e][1]]).norm() - rest[e]).powi(2)),
    constraint(pins = array(0..pins.len(), |i| r[pins[i]] - at[i])),
    discretize(Verlet),
)]
pub struct Pinned {
    /// How many masses there are.
    pub points: usize,
    /// Masses.
    pub m: Vec<f64>,
    /// The two masses of each spring.
    pub edges: Vec<[usize; 2]>,
    /// The length of each spring without tension.
    pub rest: Vec<f64>,
    /// The stiffness of all springs.
    pub k: f64,
    /// The masses that are held.
    pub pins: Vec<usize>,
    /// Where each of them is.
    pub at: Vec<[f64; 3]>,
}

impl Pinned {
    /// This net, held at two corners.
    #[must_use]
    pub fn of(net: Springs, side: usize, q: &[f64]) -> Self {
        let pins = vec![0, side - 1];
        let (places, _) = q.as_chunks();
        Self {
            at: pins.iter().map(|&pin| places[pin]).collect(),
            pins,
            points: net.points,
            m: net.m,
            edges: net.edges,
            rest: net.rest,
            k: net.k,
        }
    }
}

/// Bodies that attract each other.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[bodies][3]),
    kinetic = sum(0..bodies, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = -sum(0..bodies, |i| sum(i + 1..bodies, |j| g * m[i] * m[j] / (r[j] - r[i]).norm())),
    discretize(Verlet),
)]
pub struct Bodies {
    /// n.
    pub bodies: usize,
    /// Masses.
    pub m: Vec<f64>,
    /// The constant of gravity.
    pub g: f64,
}

/// Masses in space, joined by springs.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[points][3]),
    kinetic = sum(0..points, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = sum(0..edges.len(), |e| 0.5 * k * ((r[edges[e][0]] - r[edges[e][1]]).norm() - rest[e]).powi(2)),
    discretize(Verlet),
)]
pub struct Springs {
    /// How many masses there are.
    pub points: usize,
    /// Masses.
    pub m: Vec<f64>,
    /// The two masses of each spring.
    pub edges: Vec<[usize; 2]>,
    /// The length of each spring without tension.
    pub rest: Vec<f64>,
    /// The stiffness of all springs.
    pub k: f64,
}

impl Springs {
    /// A square net of `side` times `side` masses, stretched by a tenth; the places of its masses.
    #[must_use]
    pub fn square(side: usize) -> (Self, Vec<f64>) {
        let points = side * side;
        let right = (0..points).filter(|i| i % side + 1 < side).map(|i| [i, i + 1]);
        let ahead = (0..points - side).map(|i| [i, i + side]);
        let edges: Vec<[usize; 2]> = right.chain(ahead).collect();
        let at = |i: usize| [(i % side) as f64 * 0.11, (i / side) as f64 * 0.11, 0.0];
        let net = Self {
            points,
            m: vec![0.01; points],
            rest: vec![0.1; edges.len()],
            edges,
            k: 50.0,
        };
        (net, (0..points).flat_map(at).collect())
    }
}
