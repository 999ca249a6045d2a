//! Trusses and a wire, in places and in displacements, with constraints and without.

use extremal::prelude::*;

/// Displacements, with nodes that are held by constraints.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(u[place.len()][2]),
    let bar = |e| (place[edges[e][1]] + u[edges[e][1]] - place[edges[e][0]] - u[edges[e][0]]).norm() - rest[e],
    kinetic = sum(0..place.len(), |i| 0.5 * m * dt(u[i]).norm_squared()),
    potential = sum(0..place.len(), |i| m * 9.81 * u[i][1]) + sum(0..edges.len(), |e| 0.5 * ea / rest[e] * bar(e).powi(2)),
    constraint(held = array(0..pins.len(), |i| u[pins[i]])),
    discretize(Midpoint, Livens, Galerkin<2, Gauss<2>>),
)]
pub(super) struct Displaced {
    pub(super) m: f64,
    pub(super) ea: f64,
    pub(super) place: Vec<[f64; 2]>,
    pub(super) edges: Vec<[usize; 2]>,
    pub(super) rest: Vec<f64>,
    pub(super) pins: Vec<usize>,
}

/// The same structure in places.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[place.len()][2]),
    let bar = |e| (r[edges[e][1]] - r[edges[e][0]]).norm() - rest[e],
    kinetic = sum(0..place.len(), |i| 0.5 * m * dt(r[i]).norm_squared()),
    potential = sum(0..place.len(), |i| m * 9.81 * r[i][1]) + sum(0..edges.len(), |e| 0.5 * ea / rest[e] * bar(e).powi(2)),
    constraint(held = array(0..pins.len(), |i| r[pins[i]] - place[pins[i]])),
    discretize(Midpoint, Livens, Galerkin<2, Gauss<2>>),
)]
pub(super) struct Placed {
    pub(super) m: f64,
    pub(super) ea: f64,
    pub(super) place: Vec<[f64; 2]>,
    pub(super) edges: Vec<[usize; 2]>,
    pub(super) rest: Vec<f64>,
    pub(super) pins: Vec<usize>,
}

/// Displacements without constraints: bars lead to the ground.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(u[place.len()][2]),
    let bar = |e| (place[edges[e][1]] + u[edges[e][1]] - place[edges[e][0]] - u[edges[e][0]]).norm() - rest[e],
    let foot = |e| (place[feet[e]] + u[feet[e]] - ground[e]).norm() - length[e],
    kinetic = sum(0..place.len(), |i| 0.5 * m * dt(u[i]).norm_squared()),
    potential = sum(0..place.len(), |i| m * 9.81 * u[i][1])
        + sum(0..edges.len(), |e| 0.5 * ea / rest[e] * bar(e).powi(2))
        + sum(0..feet.len(), |e| 0.5 * ea / length[e] * foot(e).powi(2)),
    discretize(Midpoint, Livens, Galerkin<2, Gauss<2>>),
)]
pub(super) struct Grounded {
    pub(super) m: f64,
    pub(super) ea: f64,
    pub(super) place: Vec<[f64; 2]>,
    pub(super) edges: Vec<[usize; 2]>,
    pub(super) rest: Vec<f64>,
    pub(super) feet: Vec<usize>,
    pub(super) ground: Vec<[f64; 2]>,
    pub(super) length: Vec<f64>,
}

/// A wire between two hooks, one metre apart, written out.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[9][2]),
    let at = |i| if i == 0 { [0, 0] } else if i == 10 { [1, 0] } else { r[i - 1] },
    kinetic = sum(0..9, |i| 0.5 * m * dt(r[i]).norm_squared()),
    potential = sum(0..9, |i| m * 9.81 * r[i][1]) + sum(0..10, |i| 0.5 * ea / 0.1 * ((at(i + 1) - at(i)).norm() - 0.1).powi(2)),
    discretize(Midpoint, Livens, Galerkin<2, Gauss<2>>),
)]
pub(super) struct Wire {
    pub(super) m: f64,
    pub(super) ea: f64,
}

fn length(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

impl Displaced {
    /// Squares with a diagonal, two nodes held at one end and one at the other. The weight of a node is one.
    pub(super) fn truss(bays: usize, ea: f64) -> Self {
        let place: Vec<[f64; 2]> = (0..2 * (bays + 1))
            .map(|i| [(i / 2) as f64, (i % 2) as f64])
            .collect();
        let posts = (0..=bays).map(|i| [2 * i, 2 * i + 1]);
        let others = (0..bays).flat_map(|i| [[2 * i, 2 * i + 2], [2 * i + 1, 2 * i + 3], [2 * i, 2 * i + 3]]);
        let edges: Vec<[usize; 2]> = posts.chain(others).collect();
        Self {
            m: 1.0 / 9.81,
            ea,
            rest: edges.iter().map(|&[a, b]| length(place[a], place[b])).collect(),
            place,
            edges,
            pins: vec![0, 1, 2 * bays],
        }
    }

    /// The wire, with its hooks as held nodes.
    pub(super) fn wire() -> Self {
        let Wire { m, ea } = Wire::of_steel();
        Self {
            m,
            ea,
            place: (0..11).map(|i| [f64::from(i) * 0.1, 0.0]).collect(),
            edges: (0..10).map(|i| [i, i + 1]).collect(),
            rest: vec![0.1; 10],
            pins: vec![0, 10],
        }
    }

    pub(super) fn placed(&self) -> Placed {
        let of = self.clone();
        Placed {
            m: of.m,
            ea: of.ea,
            place: of.place,
            edges: of.edges,
            rest: of.rest,
            pins: of.pins,
        }
    }

    pub(super) fn grounded(&self) -> Grounded {
        let Self {
            m,
            ea,
            place,
            edges,
            rest,
            pins,
        } = self.clone();
        let feet = [pins[0], pins[0], pins[1], pins[1], pins[2]].to_vec();
        let to = [[-1.0, 0.0], [0.0, -1.0], [-1.0, 0.0], [-1.0, 1.0], [0.0, -1.0]];
        let ground: Vec<[f64; 2]> = feet
            .iter()
            .zip(to)
            .map(|(&foot, to)| [place[foot][0] + to[0], place[foot][1] + to[1]])
            .collect();
        Grounded {
            m,
            ea,
            length: feet
                .iter()
                .zip(&ground)
                .map(|(&foot, &ground)| length(place[foot], ground))
                .collect(),
            place,
            edges,
            rest,
            feet,
            ground,
        }
    }

    pub(super) fn places(&self) -> Vec<f64> {
        self.place.concat()
    }
}

impl Wire {
    /// Of steel, 1 mm thick.
    pub(super) fn of_steel() -> Self {
        let area = std::f64::consts::PI * 0.25e-6;
        Self {
            m: 7850.0 * area * 0.1,
            ea: 2.1e11 * area,
        }
    }
}
