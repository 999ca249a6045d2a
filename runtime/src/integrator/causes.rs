//! What may be the cause of energies that grow: time, forces, rounding, or steps that are too long.
//!
//! Knows no scheme, and nothing of what the guard remembers.

use super::guard::{Energies, ROUNDINGS};
use crate::{Lagrangian, State, StateOf};
use extremal_numerics::block::{difference, zeros_like};
use extremal_numerics::{Scalar, Size, SizeOf, Vector};

/// The part of the momentum at the end of a step that a drive has to give. For forces that grow by a factor g in each step,
/// steps with points at both ends resolve the motion if g < 3, and the forces then give more than half of p there. For steps
/// with a point at the end alone it is g < 2 and a quarter of p.
const SHARE_OF_DRIVE: f64 = 0.25;

/// The part of half a step's way that is as good as all of it.
const NEARLY: f64 = 0.999;

/// Whether q moves by at least half of what the velocity says at both ends, p·(q₁ − q₀) ≥ h T where p·v = 2 T, or by rounding
/// only. Schemes with points at one end alone have the mean velocity of the step at the other.
pub(super) fn is_resolved<S: Lagrangian>(
    h: S::Scalar,
    [q0, q1]: [&S::Configuration; 2],
    ends: [(&S::Momentum, SizeOf<S::Scalar>); 2],
) -> bool {
    let zero = S::Scalar::from_f64(0.0);
    ends.into_iter().all(|(p, kinetic)| {
        let places = q0.as_slice().iter().zip(q1.as_slice());
        let parts = p.as_slice().iter().zip(places);
        let (moved, places) = parts.fold((zero, zero), |(moved, places), (&p, (&from, &to))| {
            (moved + p * (to - from), places + Scalar::abs(p * to))
        });
        // Less rounding: a step that turns a velocity around has moved by half of it.
        let way = h.real() * kinetic * SizeOf::<S::Scalar>::from_f64(NEARLY);
        let rounding = SizeOf::<S::Scalar>::from_f64(ROUNDINGS * S::Scalar::EPSILON) * places.real();
        moved.real() >= way || way <= rounding
    })
}

/// How many times forces at the end of a step may change the momentum there within one step that resolves it.
const TURNS: f64 = 8.0;

/// Whether forces at the end of a step would change the velocity there many times within it, |h v·F| > 8 |v·p|. Nodes may jump
/// around a place that brakes them, while between two nodes q moves as the velocities say. False where reactions, percussions
/// or inputs may balance forces.
#[cold]
pub(super) fn is_outrun<S: Lagrangian>(
    system: &S,
    h: S::Scalar,
    State { t, q, p }: &StateOf<S>,
    velocity: &S::Velocity,
) -> bool {
    let facts = S::STRUCTURE;
    // Other systems would take memory from the heap.
    let is_known = S::Configuration::LENGTH.is_some() && S::INPUTS.is_empty();
    if !is_known || facts.contacts + facts.constraints > 0 {
        return false;
    }
    let still = zeros_like::<_, S::Velocity>(p);
    let Ok(against) = system.inverse_dynamics(*t, q.clone(), velocity.clone(), still) else {
        return false;
    };
    let product = |numbers: &S::Momentum| {
        let powers = numbers.as_slice().iter().zip(velocity.as_slice());
        powers.fold(S::Scalar::from_f64(0.0), |sum, (&x, &v)| sum + x * v)
    };
    let turned = Scalar::abs((h * product(&against)).real());
    turned > SizeOf::<S::Scalar>::from_f64(TURNS) * Scalar::abs(product(p).real())
}

/// The part of the momentum at the end of a step that forces may owe to the step's own change of q and v, where time alone
/// makes the motion. Steps that are unstable give it several times that momentum.
const SHARE_OF_MOTION: f64 = 0.0625;

/// Whether time alone explains the motion at the end of the step. Takes memory from the heap in systems of any size: it is
/// asked where a step would be refused otherwise.
#[cold]
pub(super) fn is_driven<S: Lagrangian>(
    system: &S,
    h: S::Scalar,
    states: [&StateOf<S>; 2],
    velocities: [&S::Velocity; 2],
) -> bool {
    is_prescribed(system, h, states, velocities) || is_pushed(system, h, states, velocities)
}

/// Whether time alone changes forces by enough to explain the momentum at the end of the step, with q and v as at its start.
/// The same has to hold with q = 0 and v = 0, since a stiffness that changes with time gives forces that grow with the motion.
/// Otherwise the change of the forces with q and v within the step has to be small.
fn is_pushed<S: Lagrangian>(
    system: &S,
    h: S::Scalar,
    [before, state]: [&StateOf<S>; 2],
    [first, velocity]: [&S::Velocity; 2],
) -> bool {
    let given = |q: &S::Configuration, v: &S::Velocity| {
        work(system, h, [(before.t, q, v), (state.t, q, v)], velocity)
    };
    let all = twice_kinetic::<S>(&state.p, velocity);
    if !is_enough(given(&before.q, first), all) {
        return false;
    }
    let of_motion = || {
        let ends = [(state.t, &before.q, first), (state.t, &state.q, velocity)];
        let most = SizeOf::<S::Scalar>::from_f64(SHARE_OF_MOTION) * Scalar::abs(all);
        // Reactions and percussions would have to be known as well.
        let is_all = S::STRUCTURE.constraints + S::STRUCTURE.contacts == 0;
        is_all && work(system, h, ends, velocity).is_some_and(|work| Scalar::abs(work) <= most)
    };
    let origin = zeros_like::<_, S::Configuration>(&before.q);
    is_enough(given(&origin, &zeros_like(&before.p)), all) || of_motion()
}

/// A time, a place and a velocity.
type Place<'a, S> = (
    <S as Lagrangian>::Scalar,
    &'a <S as Lagrangian>::Configuration,
    &'a <S as Lagrangian>::Velocity,
);

/// h v·ΔF for the change of forces from one place to another.
fn work<S: Lagrangian>(
    system: &S,
    h: S::Scalar,
    places: [Place<'_, S>; 2],
    velocity: &S::Velocity,
) -> Option<SizeOf<S::Scalar>> {
    // Minus the forces, for an acceleration of zero.
    let [from, to] = places.map(|(t, q, v)| {
        let still = zeros_like::<_, S::Velocity>(v);
        system.inverse_dynamics(t, q.clone(), v.clone(), still).ok()
    });
    let (from, to) = (from?, to?);
    let changes = from.as_slice().iter().zip(to.as_slice());
    let powers = changes.zip(velocity.as_slice());
    let power = powers.fold(S::Scalar::from_f64(0.0), |sum, ((&from, &to), &v)| {
        sum + v * (from - to)
    });
    Some((h * power).real())
}

/// Whether this is a share of `all` that a drive has to give. With a gauge, p·v may be below zero.
fn is_enough<Z: Size>(given: Option<Z>, all: Z) -> bool {
    given.is_some_and(|given| given >= Z::from_f64(SHARE_OF_DRIVE) * all && given > Z::from_count(0))
}

/// Whether constraints that move with time explain the motion at the end of the step. They do if the least kinetic energy that
/// they allow then, at the q of the start, is T/4 or more. They also do if the forces of the parts that they move give a
/// quarter of the momentum of the others, as a spring on a light support does.
fn is_prescribed<S: Lagrangian>(
    system: &S,
    h: S::Scalar,
    [before, state]: [&StateOf<S>; 2],
    [first, velocity]: [&S::Velocity; 2],
) -> bool {
    if S::STRUCTURE.constraints == 0 || S::STRUCTURE.is_scleronomic {
        return false;
    }
    let rest = zeros_like(&before.p);
    let Ok(p) = system.consistent_momentum(state.t, &before.q, &rest) else {
        return false;
    };
    let Ok(v) = system.velocity(state.t, &before.q, &p) else {
        return false;
    };
    let all = twice_kinetic::<S>(&state.p, velocity);
    if is_enough(Some(twice_kinetic::<S>(&p, &v)), all) {
        return true;
    }
    let mut moved = before.q.clone();
    for (q, &v) in moved.as_mut_slice().iter_mut().zip(v.as_slice()) {
        *q = *q + h * v;
    }
    // The rest of the velocity, on which constraints do no work.
    let free = difference(velocity, &v);
    let ends = [(before.t, &before.q, first), (state.t, &moved, &v)];
    is_enough(work(system, h, ends, &free), twice_kinetic::<S>(&state.p, &free))
}

/// p·v
fn twice_kinetic<S: Lagrangian>(p: &S::Momentum, v: &S::Velocity) -> SizeOf<S::Scalar> {
    let powers = p.as_slice().iter().zip(v.as_slice());
    powers
        .fold(S::Scalar::from_f64(0.0), |sum, (&p, &v)| sum + p * v)
        .real()
}

/// How many times more rounding there is with contacts: percussions are known to 64 R ε, of R = 32 rows and more.
const OF_PERCUSSIONS: f64 = 2048.0;

/// What rounding of percussions does to E of a body at rest, of which forces give `given` in a step that nothing holds: where E
/// and q are zero, nothing else has a size.
pub(super) fn noise_at_rest<S: Lagrangian>(given: Option<SizeOf<S::Scalar>>) -> SizeOf<S::Scalar> {
    let rounding = SizeOf::<S::Scalar>::from_f64(OF_PERCUSSIONS * S::Scalar::EPSILON);
    match given {
        Some(given) if S::STRUCTURE.contacts > 0 => rounding * given,
        _ => SizeOf::<S::Scalar>::from_f64(0.0),
    }
}

/// The change of E if each coordinate changes by four units in its last place.
pub(super) fn noise<S: Lagrangian>(
    system: &S,
    State { t, q, .. }: &StateOf<S>,
    v: &S::Velocity,
    energy: SizeOf<S::Scalar>,
) -> SizeOf<S::Scalar> {
    let more = S::Scalar::from_f64(1.0 + 4.0 * S::Scalar::EPSILON);
    let less = S::Scalar::from_f64(1.0 - 4.0 * S::Scalar::EPSILON);
    let change = |factors: [S::Scalar; 3]| {
        let mut aside = q.clone();
        for (q, factor) in aside.as_mut_slice().iter_mut().zip(factors.into_iter().cycle()) {
            *q = *q * factor;
        }
        let aside = system.generalized_energy(*t, &aside, v).real();
        Scalar::abs(aside - energy)
    };
    let changes = [change([more, less, less]), change([less, less, more])];
    let of_sums = SizeOf::<S::Scalar>::from_f64(S::Scalar::EPSILON) * Scalar::abs(energy);
    let all = changes
        .into_iter()
        .fold(of_sums, |most, change| if change > most { change } else { most });
    if S::STRUCTURE.contacts > 0 {
        all * SizeOf::<S::Scalar>::from_f64(OF_PERCUSSIONS)
    } else {
        all
    }
}

/// Whether the forces, which take energy for parameters above zero, add some at this state, beyond rounding: those of a
/// magnetic field do neither.
pub(super) fn adds_energy<S: Lagrangian>(
    system: &S,
    State { t, q, .. }: &StateOf<S>,
    v: &S::Velocity,
) -> bool {
    if !S::STRUCTURE.has_forces {
        return false;
    }
    let zero = S::Scalar::from_f64(0.0);
    let inputs = S::Inputs::with_len(S::Inputs::LENGTH.unwrap_or(system.input_count()), |_| zero);
    let force = system.force(*t, q, v, &inputs);
    let powers = force.as_slice().iter().zip(v.as_slice());
    let (power, parts) = powers.fold((zero, zero), |(power, parts), (&f, &v)| {
        (power + f * v, parts + Scalar::abs(f * v))
    });
    power.real() > SizeOf::<S::Scalar>::from_f64(ROUNDINGS * S::Scalar::EPSILON) * parts.real()
}

/// T, or what forces but friction give in a step if that is more: E at q with the momentum p + h F, above E. `None` where
/// that is zero or has no value, as with a singular M. Takes memory from the heap in systems of any size.
pub(super) fn given<S: Lagrangian>(
    system: &S,
    h: S::Scalar,
    State { t, q, p }: &StateOf<S>,
    v: &S::Velocity,
    now: Energies<SizeOf<S::Scalar>>,
) -> Option<SizeOf<S::Scalar>> {
    let zero = S::Scalar::from_f64(0.0);
    let still = zeros_like::<_, S::Velocity>(p);
    let against = system.inverse_dynamics(*t, q.clone(), v.clone(), still).ok()?;
    let mut pushed = p.clone();
    for (p, &against) in pushed.as_mut_slice().iter_mut().zip(against.as_slice()) {
        *p = *p - h * against;
    }
    if S::STRUCTURE.has_forces {
        // What takes energy gives none.
        let inputs = S::Inputs::with_len(S::Inputs::LENGTH.unwrap_or(system.input_count()), |_| zero);
        let force = system.force(*t, q, v, &inputs);
        for (p, &force) in pushed.as_mut_slice().iter_mut().zip(force.as_slice()) {
            *p = *p - h * force;
        }
    }
    let velocity = system.velocity(*t, q, &pushed).ok()?;
    let given = system.generalized_energy(*t, q, &velocity).real() - now.energy;
    let most = Scalar::max(now.kinetic, Scalar::abs(given));
    (most.is_finite() && most > Size::from_count(0)).then_some(most)
}
