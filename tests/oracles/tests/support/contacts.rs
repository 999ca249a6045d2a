//! A body with contacts for tests of steps: M(q), terms of degree one in the velocities, time, friction, an input.

use extremal::contacts::ContactState;
use extremal::drive::ContactReport;
use extremal::nalgebra::SVector;
use extremal::prelude::*;
use extremal::{Contacts, Lagrangian};

/// A body above a wavy, shaken, moving floor, beside a wall without friction.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    inputs(push),
    kinetic = 0.5 * m * (1.0 + 0.3 * sin(y)) * dt(x).powi(2) + 0.5 * m * dt(y).powi(2)
        + 0.2 * cos(x) * dt(x) * dt(y) + 0.1 * sin(t) * x * dt(y),
    potential = 9.81 * m * y + 0.5 * k * x.powi(2) + 0.2 * x.powi(4),
    dissipation = 0.05 * (1.0 + y * y) * dt(x).powi(2),
    force(x = push),
    contact(
        floor,
        gap = y - 0.1 * sin(2 * x) - 0.02 * sin(3 * t),
        slip = dt(x) + 0.3 * x * dt(y) - belt * cos(t),
        friction = mu * (1 + 0.1 * x),
        restitution = e,
        restitution_t = e_t,
    ),
    contact(wall, gap = 1.5 - x - 0.1 * y, restitution = e),
    sensitivities(m, k, mu, e, e_t, belt),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint, Theta)
)]
pub(crate) struct Body {
    pub(crate) m: f64,
    pub(crate) k: f64,
    pub(crate) mu: f64,
    pub(crate) e: f64,
    pub(crate) e_t: f64,
    pub(crate) belt: f64,
}

pub(crate) const BODY: Body = Body {
    m: 1.3,
    k: 2.0,
    mu: 0.4,
    e: 0.6,
    e_t: 0.2,
    belt: 0.7,
};

/// A nonlinear oscillator with M(q) above a floor that it does not reach, and a ball that it does.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (1.0 + 0.3 * sin(x)) * dt(x).powi(2) + 0.5 * dt(y).powi(2),
    potential = 0.5 * x.powi(2) + 0.2 * x.powi(4) + g * y,
    contact(floor, gap = y, restitution = e),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta)
)]
pub(crate) struct Ball {
    pub(crate) g: f64,
    pub(crate) e: f64,
}

pub(crate) type Vector = SVector<f64, 2>;

/// The state with this velocity.
pub(crate) fn state<S>(system: &S, t: f64, q: Vector, v: Vector) -> State<f64, Vector>
where
    S: Lagrangian<Scalar = f64, Configuration = Vector, Velocity = Vector, Momentum = Vector>,
{
    let p = system.momentum(t, &q, &v);
    State { t, q, p }
}

pub(crate) type Motion<D> = Integrator<Body, D, <Body as Discretize<D>>::Memory>;

/// A motion from a state that may penetrate.
pub(crate) fn motion<D>(body: Body, scheme: D, h: f64, t: f64, q: [f64; 2], v: [f64; 2]) -> Motion<D>
where
    Body: Discretize<D>,
{
    Integrator::from_state(body, scheme, h, state(&body, t, q.into(), v.into())).expect("a good start")
}

/// The largest violation of the laws in a step: complementarity, cone and direction of friction. Percussions are compared with the
/// largest of them, and ξ of a row with the summands of W u + η + e γ⁻, u being what is left of M⁻¹ (M u + |Wᵀ| |P|): where bodies
/// rest, percussions undo the velocity that forces have made in the step.
pub(crate) fn violation<S>(system: &S, t: f64, report: &ContactReport<S>, q: &S::Configuration) -> f64
where
    S: Contacts + Lagrangian<Scalar = f64>,
{
    use extremal::blocks::{Block as _, Vector as _};
    let laws = system.laws(t, q, &report.velocity, &S::Reactions::filled(0.0));
    let (directions, rates) = system.directions(t, q);
    let (u, n) = (report.velocity.as_slice(), S::Velocity::LEN);
    let p = system.momentum(t, q, &report.velocity);
    let pushed = S::Momentum::from_fn(|k| {
        let rows = directions.as_slice().chunks(n).zip(report.percussions.as_slice());
        p.as_slice()[k] + rows.map(|(row, p)| (row[k] * p).abs()).sum::<f64>()
    });
    let pushed = system.velocity(t, q, &pushed).expect("a regular mass matrix");
    let speeds: Vec<f64> = u
        .iter()
        .zip(pushed.as_slice())
        .map(|(u, pushed)| u.abs() + (pushed - u).abs())
        .collect();
    let impulse = report
        .percussions
        .as_slice()
        .iter()
        .fold(1e-300_f64, |most, x| most.max(x.abs()));
    let mut first = 0;
    let contacts = report.contacts().zip(laws.as_slice());
    contacts.fold(0.0, |worst: f64, (contact, law)| {
        let own = first;
        first += contact.percussions.len();
        if !contact.is_closed {
            return worst.max(contact.percussions.iter().fold(0.0, |sum, p| sum + p.abs()));
        }
        let (mut xi, mut scales) = (Vec::new(), Vec::new());
        for (row, (after, before)) in contact.after.iter().zip(contact.before).enumerate() {
            let e = if row == 0 {
                law.restitution
            } else {
                law.restitution_t
            };
            let direction = &directions.as_slice()[n * (own + row)..];
            let summands = direction.iter().zip(&speeds).map(|(w, speed)| w.abs() * speed);
            xi.push(after + e * before);
            scales.push(
                summands.sum::<f64>() + rates.as_slice()[own + row].abs() + (e * before).abs() + 1e-300,
            );
        }
        let normal = contact.percussions[0];
        let mut worst = worst.max(-normal / impulse).max(-xi[0] / scales[0]);
        worst = worst.max((normal / impulse).min(xi[0].abs() / scales[0]));
        if let ([_, slip @ ..], [_, force @ ..]) = (&xi[..], contact.percussions)
            && !slip.is_empty()
        {
            let norm = |list: &[f64]| list.iter().map(|x| x * x).sum::<f64>().sqrt();
            let limit = law.friction * normal;
            let speed = norm(&scales[1..]);
            worst = worst.max((norm(force) - limit) / impulse);
            // P_T |ξ_T| + μ P_N ξ_T = 0
            for (slip_of, force) in slip.iter().zip(force) {
                worst = worst.max((force * norm(slip) + limit * slip_of).abs() / (impulse * speed));
            }
            if contact.state == ContactState::Stick {
                worst = worst.max(norm(slip) / speed);
            }
        }
        worst
    })
}
