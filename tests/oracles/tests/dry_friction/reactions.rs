//! Friction in proportion to the reaction of a constraint at the same node: against closed forms and independent references.

mod bearings;
mod derivatives;
mod guides;
mod levers;

use extremal::prelude::*;

/// A bead on a rail: coordinates along and across it.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    potential = m * 9.81 * (y * cos(slope) - x * sin(slope)),
    constraint(rail = y),
    friction(rub, slip = dt(x), force = mu * multiplier(rail).abs()),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint, Midpoint, Theta)
)]
pub(crate) struct OnARail {
    pub(crate) m: f64,
    pub(crate) slope: f64,
    pub(crate) mu: f64,
}

/// A bead inside of a hoop. The angle begins at the bottom.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    potential = m * g * y,
    constraint(hoop = (x.powi(2) + y.powi(2)).sqrt() - r),
    friction(rub, slip = (x * dt(y) - y * dt(x)) / r, force = mu * multiplier(hoop).abs()),
    sensitivities(m, g, mu),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint, Midpoint, Theta)
)]
pub(crate) struct InAHoop {
    pub(crate) m: f64,
    pub(crate) g: f64,
    pub(crate) r: f64,
    pub(crate) mu: f64,
}

/// A bar with its middle at x, y, on a pin at its end.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, theta),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)) + 0.5 * j * dt(theta).powi(2),
    potential = m * g * y,
    constraint(pin = [x - l * sin(theta), y + l * cos(theta)]),
    friction(bearing, slip = dt(theta), force = arm * multiplier(pin).norm()),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint, Midpoint, Theta)
)]
pub(crate) struct OnAPin {
    pub(crate) m: f64,
    pub(crate) j: f64,
    pub(crate) g: f64,
    pub(crate) l: f64,
    /// Friction times the radius of the bearing.
    pub(crate) arm: f64,
}

/// A bead on a rail whose friction lifts it: a force of 1 along the rail has the part b across it.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    potential = m * 10 * y - pull * x,
    constraint(rail = y),
    friction(rub, slip = dt(x) + b * dt(y), force = mu * multiplier(rail).abs()),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint, Midpoint, Theta)
)]
pub(crate) struct Lever {
    pub(crate) m: f64,
    pub(crate) b: f64,
    pub(crate) mu: f64,
    pub(crate) pull: f64,
}

/// Each scheme, with its orders in q and p while it slides.
macro_rules! in_each_scheme {
    ($check:ident) => {{
        $check!(Moreau, [2, 1]);
        $check!(SymmetricMoreau, [2, 1]);
        $check!(VariationalMoreau, [2, 1]);
        $check!(NonsmoothMidpoint, [2, 2]);
        $check!(Midpoint, [2, 2]);
        $check!(Theta { theta: 0.5 }, [1, 1]);
    }};
}

use in_each_scheme;
