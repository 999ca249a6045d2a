//! The systems of the workloads, as a user declares them.

use extremal::prelude::*;

/// W1: a point mass on a massless rod.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * m * (l * dt(theta)).powi(2),
    potential = -m * g * l * cos(theta),
    discretize(Verlet)
)]
pub struct Pendulum {
    /// Mass.
    pub m: f64,
    /// Length.
    pub l: f64,
    /// Gravity.
    pub g: f64,
}

/// W2, W5 and W9: two equal masses on two equal rods, in absolute angles.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    let first = [l * sin(a), -l * cos(a)],
    let second = first + [l * sin(b), -l * cos(b)],
    kinetic = 0.5 * m * (dt(first).norm_squared() + dt(second).norm_squared()),
    potential = m * g * (first[1] + second[1]),
    discretize(Midpoint, Galerkin<2, Gauss<2>>, Galerkin<3, Gauss<3>>, Hermite<P2>)
)]
pub struct DoublePendulum {
    /// Mass of each.
    pub m: f64,
    /// Length of each.
    pub l: f64,
    /// Gravity.
    pub g: f64,
}

/// W3 and W8: a mass on a nonlinear spring, in spherical coordinates, without gravity.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r, theta, phi),
    let strain = (r.powi(2) - l0.powi(2)) / (2 * l0.powi(2)),
    kinetic = 0.5 * m * (dt(r).powi(2) + (r * dt(theta)).powi(2) + (r * sin(theta) * dt(phi)).powi(2)),
    potential = 0.5 * ea * strain.powi(2),
    discretize(Midpoint, Livens)
)]
pub struct SpringPendulum {
    /// Mass.
    pub m: f64,
    /// Axial stiffness.
    pub ea: f64,
    /// Length at rest.
    pub l0: f64,
}

/// W4: eight links, from the positions of the masses.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[8]),
    let r1 = [l * sin(q[0]), -l * cos(q[0])],
    let r2 = r1 + [l * sin(q[1]), -l * cos(q[1])],
    let r3 = r2 + [l * sin(q[2]), -l * cos(q[2])],
    let r4 = r3 + [l * sin(q[3]), -l * cos(q[3])],
    let r5 = r4 + [l * sin(q[4]), -l * cos(q[4])],
    let r6 = r5 + [l * sin(q[5]), -l * cos(q[5])],
    let r7 = r6 + [l * sin(q[6]), -l * cos(q[6])],
    let r8 = r7 + [l * sin(q[7]), -l * cos(q[7])],
    kinetic = 0.5 * m * (dt(r1).norm_squared() + dt(r2).norm_squared()
        + dt(r3).norm_squared() + dt(r4).norm_squared() + dt(r5).norm_squared()
        + dt(r6).norm_squared() + dt(r7).norm_squared() + dt(r8).norm_squared()),
    potential = m * g * (r1[1] + r2[1] + r3[1] + r4[1] + r5[1] + r6[1] + r7[1] + r8[1]),
    discretize(Midpoint)
)]
pub struct ChainOfPositions {
    /// Mass of each.
    pub m: f64,
    /// Length of each.
    pub l: f64,
    /// Gravity.
    pub g: f64,
}

/// W4 again, from the cosines of all differences.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[8]),
    let squares = 8 * dt(q[0]).powi(2) + 7 * dt(q[1]).powi(2) + 6 * dt(q[2]).powi(2) + 5 * dt(q[3]).powi(2)
        + 4 * dt(q[4]).powi(2) + 3 * dt(q[5]).powi(2) + 2 * dt(q[6]).powi(2) + 1 * dt(q[7]).powi(2),
    let products = 7 * cos(q[0] - q[1]) * dt(q[0]) * dt(q[1]) + 6 * cos(q[0] - q[2]) * dt(q[0]) * dt(q[2])
        + 5 * cos(q[0] - q[3]) * dt(q[0]) * dt(q[3]) + 4 * cos(q[0] - q[4]) * dt(q[0]) * dt(q[4])
        + 3 * cos(q[0] - q[5]) * dt(q[0]) * dt(q[5]) + 2 * cos(q[0] - q[6]) * dt(q[0]) * dt(q[6])
        + 1 * cos(q[0] - q[7]) * dt(q[0]) * dt(q[7]) + 6 * cos(q[1] - q[2]) * dt(q[1]) * dt(q[2])
        + 5 * cos(q[1] - q[3]) * dt(q[1]) * dt(q[3]) + 4 * cos(q[1] - q[4]) * dt(q[1]) * dt(q[4])
        + 3 * cos(q[1] - q[5]) * dt(q[1]) * dt(q[5]) + 2 * cos(q[1] - q[6]) * dt(q[1]) * dt(q[6])
        + 1 * cos(q[1] - q[7]) * dt(q[1]) * dt(q[7]) + 5 * cos(q[2] - q[3]) * dt(q[2]) * dt(q[3])
        + 4 * cos(q[2] - q[4]) * dt(q[2]) * dt(q[4]) + 3 * cos(q[2] - q[5]) * dt(q[2]) * dt(q[5])
        + 2 * cos(q[2] - q[6]) * dt(q[2]) * dt(q[6]) + 1 * cos(q[2] - q[7]) * dt(q[2]) * dt(q[7])
        + 4 * cos(q[3] - q[4]) * dt(q[3]) * dt(q[4]) + 3 * cos(q[3] - q[5]) * dt(q[3]) * dt(q[5])
        + 2 * cos(q[3] - q[6]) * dt(q[3]) * dt(q[6]) + 1 * cos(q[3] - q[7]) * dt(q[3]) * dt(q[7])
        + 3 * cos(q[4] - q[5]) * dt(q[4]) * dt(q[5]) + 2 * cos(q[4] - q[6]) * dt(q[4]) * dt(q[6])
        + 1 * cos(q[4] - q[7]) * dt(q[4]) * dt(q[7]) + 2 * cos(q[5] - q[6]) * dt(q[5]) * dt(q[6])
        + 1 * cos(q[5] - q[7]) * dt(q[5]) * dt(q[7]) + 1 * cos(q[6] - q[7]) * dt(q[6]) * dt(q[7]),
    kinetic = m * l.powi(2) * (0.5 * squares + products),
    potential = -m * g * l * (8 * cos(q[0]) + 7 * cos(q[1]) + 6 * cos(q[2]) + 5 * cos(q[3]) + 4 * cos(q[4]) + 3 * cos(q[5])
        + 2 * cos(q[6]) + 1 * cos(q[7])),
    discretize(Midpoint)
)]
pub struct ChainOfCosines {
    /// Mass of each.
    pub m: f64,
    /// Length of each.
    pub l: f64,
    /// Gravity.
    pub g: f64,
}

/// Eight links in relative angles. The unknowns differ from those of W4, but users declare chains in this way.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[8]),
    let a0 = q[0],
    let a1 = a0 + q[1],
    let a2 = a1 + q[2],
    let a3 = a2 + q[3],
    let a4 = a3 + q[4],
    let a5 = a4 + q[5],
    let a6 = a5 + q[6],
    let a7 = a6 + q[7],
    let r0 = [l * sin(a0), -l * cos(a0)],
    let r1 = r0 + [l * sin(a1), -l * cos(a1)],
    let r2 = r1 + [l * sin(a2), -l * cos(a2)],
    let r3 = r2 + [l * sin(a3), -l * cos(a3)],
    let r4 = r3 + [l * sin(a4), -l * cos(a4)],
    let r5 = r4 + [l * sin(a5), -l * cos(a5)],
    let r6 = r5 + [l * sin(a6), -l * cos(a6)],
    let r7 = r6 + [l * sin(a7), -l * cos(a7)],
    kinetic = 0.5 * m * (dt(r0).norm_squared() + dt(r1).norm_squared() + dt(r2).norm_squared() + dt(r3).norm_squared()
        + dt(r4).norm_squared() + dt(r5).norm_squared() + dt(r6).norm_squared() + dt(r7).norm_squared()),
    potential = m * g * (r0[1] + r1[1] + r2[1] + r3[1] + r4[1] + r5[1] + r6[1] + r7[1]),
    discretize(Midpoint)
)]
pub struct ChainOfRelativeAngles {
    /// Mass of each.
    pub m: f64,
    /// Length of each.
    pub l: f64,
    /// Gravity.
    pub g: f64,
}

/// W6: a point mass on a massless rod, in Cartesian coordinates.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = m * g * r[1],
    constraint(length = 0.5 * (r.norm_squared() - l.powi(2))),
    discretize(Verlet)
)]
pub struct ConstrainedPendulum {
    /// Mass.
    pub m: f64,
    /// Length.
    pub l: f64,
    /// Gravity.
    pub g: f64,
}

/// W10: twenty bodies that attract each other.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[20][3]),
    kinetic = sum(0..20, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = -sum(0..20, |i| sum(0..i, |j| gamma * m[i] * m[j] / (r[i] - r[j]).norm())),
    discretize(Verlet)
)]
pub struct Bodies {
    /// Mass of each.
    pub m: [f64; 20],
    /// Constant of gravity.
    pub gamma: f64,
}

/// W11: a ball over a floor.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(y),
    kinetic = 0.5 * m * dt(y).powi(2),
    potential = m * g * y,
    contact(floor, gap = y, restitution = e),
    discretize(Moreau)
)]
pub struct BouncingBall {
    /// Mass.
    pub m: f64,
    /// Gravity.
    pub g: f64,
    /// Restitution.
    pub e: f64,
}

/// W17: a box of half lengths a on a floor, in Cardan angles, turned about x, then y, then z.
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
        friction = mu),
    discretize(Moreau)
)]
pub struct Brick {
    /// Mass.
    pub m: f64,
    /// Half lengths.
    pub a: [f64; 3],
    /// Gravity.
    pub g: f64,
    /// Friction.
    pub mu: f64,
}

impl Brick {
    /// A box of 1 kg.
    pub const OF_ONE_KG: Self = Self {
        m: 1.0,
        a: [0.5, 0.3, 0.2],
        g: 9.81,
        mu: 0.5,
    };
}

/// Declares W12, the woodpecker toy, with or without its contacts.
macro_rules! woodpecker {
    ($(#[$doc:meta])* $name:ident, $($contacts:tt)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Lagrangian)]
        #[lagrangian(
            coordinates(y, sleeve, bird),
            let height = y + l_m * sleeve + l_g * bird,
            kinetic = 0.5 * (m_m * dt(y).powi(2) + j_m * dt(sleeve).powi(2) + m_s * dt(height).powi(2)
                + j_s * dt(bird).powi(2)),
            potential = g * (m_m * y + m_s * height) + 0.5 * c * (sleeve - bird).powi(2),
            $($contacts)*
        )]
        pub struct $name {
            /// Mass and inertia of the sleeve.
            pub m_m: f64,
            /// Inertia of the sleeve.
            pub j_m: f64,
            /// Mass of the bird.
            pub m_s: f64,
            /// Inertia of the bird.
            pub j_s: f64,
            /// Stiffness of the spring.
            pub c: f64,
            /// Gravity.
            pub g: f64,
            /// From the sleeve to the spring.
            pub l_m: f64,
            /// From the spring to the bird's centre of mass.
            pub l_g: f64,
            /// From the pole to the beak at rest.
            pub reach: f64,
            /// Height of the beak over the centre of mass.
            pub h_s: f64,
            /// Distance of the beak.
            pub l_s: f64,
            /// The play of the sleeve.
            pub play: f64,
            /// Half the height of the sleeve.
            pub h_m: f64,
            /// The radius of the sleeve.
            pub r_m: f64,
            /// Friction.
            pub mu: f64,
        }

        impl $name {
            /// The toy on a pole so thin that nothing touches it.
            pub const THIN: Self = Self {
                m_m: 3e-4,
                j_m: 5e-9,
                m_s: 4.5e-3,
                j_s: 7e-7,
                c: 5.6e-3,
                g: 9.81,
                l_m: 0.010,
                l_g: 0.015,
                reach: 1.0,
                h_s: 0.020,
                l_s: 0.0201,
                play: 1.0,
                h_m: 5.8e-3,
                r_m: 3.1e-3,
                mu: 0.3,
            };
        }
    };
}

woodpecker!(
    /// W12: the woodpecker toy with its contacts.
    Woodpecker,
    let along = dt(y) + r_m * dt(sleeve),
    contact(beak, gap = reach - h_s * bird, slip = dt(y) + l_m * dt(sleeve) + (l_g - l_s) * dt(bird), friction = mu,
        restitution = 0.5),
    contact(lower, gap = play + h_m * sleeve, slip = along, friction = mu),
    contact(upper, gap = play - h_m * sleeve, slip = along, friction = mu),
    discretize(VariationalMoreau)
);

woodpecker!(
    /// W12 without contacts, with the same scheme.
    FreeWoodpecker,
    discretize(Verlet)
);
