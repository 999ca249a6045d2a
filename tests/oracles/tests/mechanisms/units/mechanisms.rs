//! Mechanisms of rods, of both kinds, in any units.

use extremal::prelude::*;

/// Two masses on rods, a spring beside them.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(a[2], b[2]),
    kinetic = 0.5 * m * (dt(a).norm_squared() + 2 * dt(b).norm_squared()),
    potential = m * g * (a[1] + 2 * b[1]) + 0.5 * k * b[0].powi(2),
    constraint(upper = 0.5 * (a.norm_squared() - l.powi(2)), lower = 0.5 * ((b - a).norm_squared() - l.powi(2))),
    output(tension = multiplier(upper)),
    discretize(
        Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<3, Lobatto<4>>, NullSpace<Verlet>, NullSpace<Midpoint>,
        NullSpace<Galerkin<2, Gauss<2>>>, Hermite<P2>, Livens, Stabilized<Livens>, Polarized<Livens>
    )
)]
pub(super) struct Rods {
    pub(super) m: f64,
    pub(super) g: f64,
    pub(super) k: f64,
    pub(super) l: f64,
}

/// The same beside a wall.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(a[2], b[2]),
    kinetic = 0.5 * m * (dt(a).norm_squared() + 2 * dt(b).norm_squared()),
    potential = m * g * (a[1] + 2 * b[1]),
    constraint(upper = 0.5 * (a.norm_squared() - l.powi(2)), lower = 0.5 * ((b - a).norm_squared() - l.powi(2))),
    contact(wall, gap = b[0] - 1.3 * l, slip = dt(b[1]), friction = 0.2, restitution = 0.5),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta)
)]
pub(super) struct Walled {
    pub(super) m: f64,
    pub(super) g: f64,
    pub(super) l: f64,
}

/// Rigid water.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(o[3], a[3], b[3]),
    kinetic = 0.5 * (m * dt(o).norm_squared() + n * (dt(a).norm_squared() + dt(b).norm_squared())),
    potential = 0.5 * k * (o.norm_squared() + 2 * a[0].powi(2) + b[1].powi(2)),
    constraint(
        oa = 0.5 * ((o - a).norm_squared() - d.powi(2)),
        ob = 0.5 * ((o - b).norm_squared() - d.powi(2)),
        ab = 0.5 * ((a - b).norm_squared() - 2.25 * d.powi(2))
    ),
    discretize(Midpoint, Galerkin<2, Gauss<2>>, Stabilized<Livens>)
)]
pub(super) struct Water {
    pub(super) m: f64,
    pub(super) n: f64,
    pub(super) k: f64,
    pub(super) d: f64,
}

/// Points that rods hold together.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[points][3]),
    kinetic = sum(0..points, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = sum(0..points, |i| 0.5 * k * (c[i] * r[i]).norm_squared()),
    constraint(rod = array(0..edges.len(), |e| 0.5 * ((r[edges[e][0]] - r[edges[e][1]]).norm_squared() - d[e].powi(2)))),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Hermite<P2>, Livens, Stabilized<Livens>, Polarized<Livens>)
)]
pub(super) struct Points {
    pub(super) points: usize,
    pub(super) m: Vec<f64>,
    pub(super) k: f64,
    pub(super) c: Vec<f64>,
    pub(super) edges: Vec<[usize; 2]>,
    pub(super) d: Vec<f64>,
}

/// The same above a floor.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[points][3]),
    kinetic = sum(0..points, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    constraint(rod = array(0..edges.len(), |e| 0.5 * ((r[edges[e][0]] - r[edges[e][1]]).norm_squared() - d[e].powi(2)))),
    contact(floor, gap = array(0..points, |i| r[i][2] - low), restitution = 0.5),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta)
)]
pub(super) struct Floored {
    pub(super) points: usize,
    pub(super) m: Vec<f64>,
    pub(super) edges: Vec<[usize; 2]>,
    pub(super) d: Vec<f64>,
    pub(super) low: f64,
}

/// The end of a crank, whose angle has a unit of its own. The third constraint follows from the others for c = 0.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(theta, x, y),
    kinetic = 0.5 * m * ((l * dt(theta)).powi(2) + dt(x).powi(2) + dt(y).powi(2)),
    constraint(along = x - l * cos(theta), across = y - l * sin(theta)),
    constraint(held = (1 - c) * (x.powi(2) + y.powi(2) - l.powi(2)) + c * l * (x - 0.8 * l)),
    discretize(Midpoint)
)]
pub(super) struct Crank {
    pub(super) m: f64,
    pub(super) l: f64,
    pub(super) c: f64,
}

/// A crank whose angle has a unit of its own, and a point on a rod at its end.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(theta, x, y),
    kinetic = 0.5 * m * ((l * dt(theta)).powi(2) + dt(x).powi(2) + dt(y).powi(2)),
    constraint(rod = (x - l * cos(theta)).powi(2) + (y - l * sin(theta)).powi(2) - (2 * l).powi(2)),
    discretize(Midpoint)
)]
pub(super) struct Pulled {
    pub(super) m: f64,
    pub(super) l: f64,
}

/// Of mass, length and time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Units {
    pub(super) m: f64,
    pub(super) l: f64,
    pub(super) t: f64,
}

pub(super) const ONE: Units = Units {
    m: 1.0,
    l: 1.0,
    t: 1.0,
};

impl Units {
    pub(super) fn speed(self) -> f64 {
        self.l / self.t
    }

    pub(super) fn momentum(self) -> f64 {
        self.m * self.speed()
    }

    pub(super) fn stiffness(self) -> f64 {
        self.m / self.t / self.t
    }

    pub(super) fn acceleration(self) -> f64 {
        self.speed() / self.t
    }

    pub(super) fn rods(self) -> (Rods, [f64; 4], [f64; 4]) {
        let rods = Rods {
            m: self.m,
            g: 9.81 * self.acceleration(),
            k: 2.0 * self.stiffness(),
            l: self.l,
        };
        let q = [0.6, -0.8, 1.4, -1.4].map(|x| x * self.l);
        (rods, q, [0.8, 0.6, 0.2, -0.2].map(|v| v * self.speed()))
    }

    pub(super) fn water(self) -> (Water, [f64; 9], [f64; 9]) {
        let water = Water {
            m: 16.0 * self.m,
            n: self.m,
            k: 2.0 * self.stiffness(),
            d: self.l,
        };
        let along = (1.0_f64 - 0.75 * 0.75).sqrt();
        let q = [0.1, 0.2, 0.3, 0.1 + along, 0.95, 0.3, 0.1 + along, -0.55, 0.3];
        // v = ω × r, and a velocity of the whole.
        let turned = |r: [f64; 3]| {
            let w = [0.5, 0.7, -0.4];
            [
                0.3 + w[1] * r[2] - w[2] * r[1],
                w[2] * r[0] - w[0] * r[2] - 0.2,
                w[0] * r[1] - w[1] * r[0],
            ]
        };
        let v: [[f64; 3]; 3] = core::array::from_fn(|i| turned([q[3 * i], q[3 * i + 1], q[3 * i + 2]]));
        let v: [f64; 9] = core::array::from_fn(|k| v[k / 3][k % 3]);
        (water, q.map(|x| x * self.l), v.map(|v| v * self.speed()))
    }

    /// Water, as one of the systems of any size.
    pub(super) fn points(self) -> Points {
        Points {
            points: 3,
            m: [16.0, 1.0, 1.0].map(|m| m * self.m).to_vec(),
            k: 2.0 * self.stiffness(),
            c: vec![1.0, 0.5, 0.25],
            edges: vec![[0, 1], [0, 2], [1, 2]],
            d: [1.0, 1.0, 1.5].map(|d| d * self.l).to_vec(),
        }
    }

    pub(super) fn pulled(self) -> Pulled {
        Pulled { m: self.m, l: self.l }
    }

    pub(super) fn floored(self) -> Floored {
        let Points {
            points, m, edges, d, ..
        } = self.points();
        Floored {
            points,
            m,
            edges,
            d,
            low: 0.25 * self.l,
        }
    }
}
