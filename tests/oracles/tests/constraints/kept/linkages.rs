//! Linkages that keep the angle and the speed of a crank, and their closed forms.

use extremal::Scalar;
use extremal::prelude::*;

/// A crank-rocker in three angles. Inertias and lengths are those of crank, coupler and rocker; the fourth length is the frame's.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(crank, coupler, rocker),
    kinetic = 0.5 * (j[0] * dt(crank).powi(2) + j[1] * dt(coupler).powi(2) + j[2] * dt(rocker).powi(2)),
    constraint(
        along = l[0] * cos(crank) + l[1] * cos(coupler) - l[3] - l[2] * cos(rocker),
        across = l[0] * sin(crank) + l[1] * sin(coupler) - l[2] * sin(rocker)
    ),
    discretize(Midpoint)
)]
pub(super) struct FourBar<T: Scalar = f64> {
    pub(super) j: [T; 3],
    pub(super) l: [T; 4],
}

impl FourBar {
    pub(super) const ONE: Self = Self {
        j: [0.1, 2.0, 1.5],
        l: [1.0, 3.0, 2.5, 3.2],
    };

    /// The same in other numbers.
    pub(super) fn of<T: Scalar>() -> FourBar<T> {
        FourBar {
            j: Self::ONE.j.map(T::from_f64),
            l: Self::ONE.l.map(T::from_f64),
        }
    }

    /// The angles, by the intersection of two circles, and the speeds, from the velocity of the joint between coupler and rocker
    /// along each of them.
    pub(super) fn at(self, angle: f64, speed: f64) -> ([f64; 3], [f64; 3]) {
        let [a, b, c, d] = self.l;
        let crank = [a * angle.cos(), a * angle.sin()];
        let to_pivot = [d - crank[0], -crank[1]];
        let distance = to_pivot[0].hypot(to_pivot[1]);
        let along = (distance * distance + b * b - c * c) / (2.0 * distance);
        let across = (b * b - along * along).sqrt();
        let unit = to_pivot.map(|x| x / distance);
        let coupler = [
            along * unit[0] - across * unit[1],
            along * unit[1] + across * unit[0],
        ];
        let rocker = [crank[0] + coupler[0] - d, crank[1] + coupler[1]];
        let [beta, gamma] = [coupler, rocker].map(|x| x[1].atan2(x[0]));
        let sine = (gamma - beta).sin();
        let speeds = [
            speed,
            speed * a * (angle - gamma).sin() / (b * sine),
            speed * a * (angle - beta).sin() / (c * sine),
        ];
        ([angle, beta, gamma], speeds)
    }

    /// Where crank and coupler are in line, and the rocker is at the end of its swing.
    pub(super) fn extended(self) -> [f64; 3] {
        let [a, b, c, d] = self.l;
        let reach = a + b;
        let angle = ((reach * reach + d * d - c * c) / (2.0 * reach * d)).acos();
        let rocker = (reach * angle.sin()).atan2(reach * angle.cos() - d);
        [angle, angle, rocker]
    }
}

/// The same bars between four points of a plane: the pivot of the crank, the joints, the pivot of the rocker.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[4][2]),
    kinetic = sum(0..4, |i| 0.5 * m * dt(r[i]).norm_squared()),
    constraint(rod = array(0..3, |e| 0.5 * ((r[e + 1] - r[e]).norm_squared() - lengths[e].powi(2)))),
    discretize(Midpoint)
)]
pub(super) struct Bars {
    pub(super) m: f64,
    pub(super) lengths: [f64; 4],
}

impl Bars {
    pub(super) const ONE: Self = Self {
        m: 0.7,
        lengths: [1.0, 3.0, 2.5, 3.2],
    };
}

/// Any number of points of a plane, and any number of rods between them.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[points][2]),
    kinetic = sum(0..points, |i| 0.5 * m * dt(r[i]).norm_squared()),
    constraint(rod = array(0..ends.len(), |e| {
        0.5 * ((r[ends[e][1]] - r[ends[e][0]]).norm_squared() - lengths[e].powi(2))
    })),
    discretize(Midpoint)
)]
pub(super) struct Rods {
    pub(super) points: usize,
    pub(super) m: f64,
    pub(super) ends: Vec<[usize; 2]>,
    pub(super) lengths: Vec<f64>,
}

/// The points that hold a star.
const AROUND: [[f64; 2]; 4] = [[1.0, 0.0], [0.0, 1.5], [-1.2, 0.1], [0.2, -1.0]];

impl Rods {
    pub(super) fn four(bars: Bars) -> Self {
        Self {
            points: 4,
            m: bars.m,
            ends: vec![[0, 1], [1, 2], [2, 3]],
            lengths: bars.lengths[..3].to_vec(),
        }
    }

    pub(super) fn chain(points: usize) -> Self {
        Self {
            points,
            m: 0.3,
            ends: (1..points).map(|i| [i - 1, i]).collect(),
            lengths: vec![1.0; points - 1],
        }
    }

    /// A point on four rods, the last of which is longer than the distance of its ends.
    pub(super) fn star(longer: f64) -> Self {
        let at = Self::star_at([0.3, 0.2]);
        let length = |i: usize| (at[2 * i] - at[0]).hypot(at[2 * i + 1] - at[1]);
        let mut lengths: Vec<f64> = (1..5).map(length).collect();
        lengths[3] += longer;
        Self {
            points: 5,
            m: 0.3,
            ends: (1..5).map(|i| [0, i]).collect(),
            lengths,
        }
    }

    pub(super) fn star_at(point: [f64; 2]) -> [f64; 10] {
        let all = [point, AROUND[0], AROUND[1], AROUND[2], AROUND[3]];
        core::array::from_fn(|k| all[k / 2][k % 2])
    }
}

/// A crank of length 1 with a piston on a rod of length 3.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(crank, x),
    kinetic = 0.5 * j * dt(crank).powi(2) + 0.5 * m * dt(x).powi(2),
    constraint(rod = (x - cos(crank)).powi(2) + sin(crank).powi(2) - 9),
    discretize(Midpoint)
)]
pub(super) struct Engine {
    pub(super) j: f64,
    pub(super) m: f64,
}

impl Engine {
    pub(super) const ONE: Self = Self { j: 0.1, m: 2.0 };
}

/// A fast point on a sphere of radius 1.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[3]),
    lagrangian = -m * c.powi(2) * sqrt(1 - dt(r).norm_squared() / c.powi(2)),
    constraint(sphere = r.norm_squared() - 1),
    discretize(Midpoint)
)]
pub(super) struct Sphere {
    pub(super) m: f64,
    pub(super) c: f64,
}

/// A load on a rope that a winch pulls in.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    constraint(rope = r.norm_squared() - (l - pull * t).powi(2)),
    discretize(Midpoint)
)]
pub(super) struct Winch {
    pub(super) l: f64,
    pub(super) pull: f64,
}

/// A wheel whose inertia is neglected.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, phi),
    massless(phi),
    kinetic = 0.5 * m * dt(x).powi(2),
    constraint(roll, x == r * phi),
    discretize(Midpoint)
)]
pub(super) struct Wheel {
    pub(super) m: f64,
    pub(super) r: f64,
}
