//! Constraints on velocities beside contacts and dry friction: motions and derivatives against those of the same systems written
//! out.

use extremal::nalgebra::{DMatrix, DVector};
use extremal::prelude::*;

use crate::systems::distance;

/// Blades on springs between walls that may stick, on pivots with dry friction. The first one is turned.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[m.len()][2], phi[m.len()]), inputs(u),
    kinetic = sum(0..m.len(), |i| 0.5 * m[i] * dt(r[i]).norm_squared() + 0.15 * dt(phi[i]).powi(2)),
    potential = sum(0..m.len(), |i| 0.5 * (r[i][0].powi(2) + 2 * r[i][1].powi(2)) + 0.25 * phi[i].powi(2)),
    force(phi[0] = u, r = array(0..m.len(), |_i| [4 * u, 0])),
    rolling(blade = array(0..m.len(), |i| sin(phi[i]) * dt(r[i][0]) - cos(phi[i]) * dt(r[i][1]) - a * dt(phi[i]) + s * sin(t))),
    contact(wall, gap = array(0..m.len(), |i| 0.5 - r[i][0] - 0.1 * r[i][1].powi(2)),
        slip = array(0..m.len(), |i| dt(r[i][1]) - 0.2 * r[i][1] * dt(r[i][0])), restitution = 0.5, friction = 0.3),
    friction(pivot, slip = array(0..m.len(), |i| dt(phi[i])), force = f),
    output(side = array(0..m.len(), |i| multiplier(blade)[i])),
    sensitivities(a, s),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint)
)]
struct Blades {
    m: Vec<f64>,
    a: f64,
    s: f64,
    f: f64,
}

/// Three of them.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[3][2], phi[3]), inputs(u),
    kinetic = sum(0..3, |i| 0.5 * m[i] * dt(r[i]).norm_squared() + 0.15 * dt(phi[i]).powi(2)),
    potential = sum(0..3, |i| 0.5 * (r[i][0].powi(2) + 2 * r[i][1].powi(2)) + 0.25 * phi[i].powi(2)),
    force(phi[0] = u, r = array(0..3, |_i| [4 * u, 0])),
    rolling(blade = array(0..3, |i| sin(phi[i]) * dt(r[i][0]) - cos(phi[i]) * dt(r[i][1]) - a * dt(phi[i]) + s * sin(t))),
    contact(wall, gap = array(0..3, |i| 0.5 - r[i][0] - 0.1 * r[i][1].powi(2)),
        slip = array(0..3, |i| dt(r[i][1]) - 0.2 * r[i][1] * dt(r[i][0])), restitution = 0.5, friction = 0.3),
    friction(pivot, slip = array(0..3, |i| dt(phi[i])), force = f),
    output(side = array(0..3, |i| multiplier(blade)[i])),
    sensitivities(a, s),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint)
)]
struct ThreeBlades {
    m: [f64; 3],
    a: f64,
    s: f64,
    f: f64,
}

/// A train of cars with one axle each, on hitches, between two walls for the axles.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[m.len()][2], phi[m.len()]), inputs(u),
    let along = |i| [cos(phi[i]), sin(phi[i])],
    kinetic = sum(0..m.len(), |i| 0.5 * m[i] * dt(r[i]).norm_squared() + 0.15 * dt(phi[i]).powi(2)),
    force(r[0] = u * along(0), phi[0] = -0.3 * u),
    constraint(hitch = array(1..m.len(), |i| r[i - 1] - 0.2 * along(i - 1) - r[i] - along(i))),
    rolling(axle = array(0..m.len(), |i| sin(phi[i]) * dt(r[i][0]) - cos(phi[i]) * dt(r[i][1]))),
    contact(left, gap = array(0..m.len(), |i| w - r[i][1]), restitution = 0.3),
    contact(right, gap = array(0..m.len(), |i| w + r[i][1]), restitution = 0.3),
    output(pull = multiplier(hitch)[0], last = multiplier(axle)[m.len() - 1]),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint)
)]
struct Train {
    m: Vec<f64>,
    w: f64,
}

/// Four of them.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[4][2], phi[4]), inputs(u),
    let along = |i| [cos(phi[i]), sin(phi[i])],
    kinetic = sum(0..4, |i| 0.5 * m[i] * dt(r[i]).norm_squared() + 0.15 * dt(phi[i]).powi(2)),
    force(r[0] = u * along(0), phi[0] = -0.3 * u),
    constraint(hitch = array(1..4, |i| r[i - 1] - 0.2 * along(i - 1) - r[i] - along(i))),
    rolling(axle = array(0..4, |i| sin(phi[i]) * dt(r[i][0]) - cos(phi[i]) * dt(r[i][1]))),
    contact(left, gap = array(0..4, |i| w - r[i][1]), restitution = 0.3),
    contact(right, gap = array(0..4, |i| w + r[i][1]), restitution = 0.3),
    output(pull = multiplier(hitch)[0], last = multiplier(axle)[4 - 1]),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint)
)]
struct FourCars {
    m: [f64; 4],
    w: f64,
}

/// Wheels on springs with dry bearings.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[m.len()], phi[m.len()]), inputs(u),
    kinetic = sum(0..m.len(), |i| 0.5 * m[i] * dt(x[i]).powi(2) + 0.1 * dt(phi[i]).powi(2)),
    potential = sum(0..m.len(), |i| 2 * x[i].powi(2)) + sum(1..m.len(), |i| 0.5 * (x[i] - x[i - 1]).powi(2)),
    force(x[0] = u),
    rolling(no_slip = array(0..m.len(), |i| dt(x[i]) - (0.4 + 0.1 * cos(phi[i])) * dt(phi[i]))),
    friction(bearing, slip = array(0..m.len(), |i| dt(phi[i])), force = 0.4),
    output(held = multiplier(no_slip)[0]),
    discretize(Midpoint, NonsmoothMidpoint)
)]
struct Wheels {
    m: Vec<f64>,
}

/// Three of them.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[3], phi[3]), inputs(u),
    kinetic = sum(0..3, |i| 0.5 * m[i] * dt(x[i]).powi(2) + 0.1 * dt(phi[i]).powi(2)),
    potential = sum(0..3, |i| 2 * x[i].powi(2)) + sum(1..3, |i| 0.5 * (x[i] - x[i - 1]).powi(2)),
    force(x[0] = u),
    rolling(no_slip = array(0..3, |i| dt(x[i]) - (0.4 + 0.1 * cos(phi[i])) * dt(phi[i]))),
    friction(bearing, slip = array(0..3, |i| dt(phi[i])), force = 0.4),
    output(held = multiplier(no_slip)[0]),
    discretize(Midpoint, NonsmoothMidpoint)
)]
struct ThreeWheels {
    m: [f64; 3],
}

/// What two motions have shown.
#[derive(Debug, Default)]
struct Seen {
    /// The largest differences of q, of p, of the energy, of percussions, and of the outputs of multipliers.
    most: [f64; 5],
    /// Steps with a percussion of a gap, and those in which a contact sticks.
    struck: usize,
    stuck: usize,
    /// Derivatives that were compared, and their largest difference.
    derived: usize,
    apart: f64,
}

/// Motions of a system of any size and of the same written out, with the same pushes.
macro_rules! compare {
    ($any:expr, $fixed:expr, $n:literal, $scheme:expr, ($h:expr, $steps:expr), $start:expr) => {{
        let (any, fixed) = ($any, $fixed);
        let (q, v): ([f64; $n], [f64; $n]) = $start;
        let (q, v) = fixed.project(0.0, q, v).expect("a start near");
        let (q, v): ([f64; $n], [f64; $n]) = (q.into(), v.into());
        let mut one = Integrator::new(&any, $scheme, $h, q, v).expect("it rolls");
        let mut other = Integrator::new(fixed, $scheme, $h, q, v).expect("it rolls");
        let mut seen = Seen::default();
        for step in 0..$steps {
            let push = [(0.7 * $h * step as f64).sin()];
            if step % 10 == 3 {
                let derived = one
                    .linearize_with(push)
                    .and_then(|mut derivative| Ok(derivative.to_dense()?));
                let written_out = other.linearize_with(push);
                // Both are between two branches, or neither is.
                assert_eq!(
                    derived.is_ok(),
                    written_out.is_ok(),
                    "{step} {derived:?} {written_out:?}"
                );
                if let (Ok(found), Ok(expected)) = (derived, written_out) {
                    let found: DMatrix<f64> = found;
                    let expected = [
                        expected.by_state.as_slice(),
                        expected.by_inputs.as_slice(),
                        expected.by_parameters.as_slice(),
                    ]
                    .concat();
                    assert_eq!(found.len(), expected.len());
                    seen.apart = seen.apart.max(distance(found.as_slice(), &expected));
                    seen.derived += 1;
                }
            }
            let rolled = one.step_with(push).expect("a step of any size");
            let written = other.step_with(push).expect("a step");
            let (a, b) = (one.state(), other.state());
            let [mut of_any, mut of_fixed] = [(); 2].map(|()| [0.0; 3]);
            for contact in rolled.contacts() {
                (0..3).for_each(|k| of_any[k] += contact.percussions.get(k).copied().unwrap_or(0.0));
                seen.stuck += usize::from(contact.state == ContactState::Stick);
            }
            for contact in written.contacts() {
                (0..3).for_each(|k| of_fixed[k] += contact.percussions.get(k).copied().unwrap_or(0.0));
            }
            seen.struck += usize::from(of_any[0] > 0.0);
            let velocity = other.velocity().expect("masses");
            let list = |numbers: &[f64]| DVector::from_column_slice(numbers);
            let found = any.outputs(b.t, &list(b.q.as_slice()), &list(velocity.as_slice()), &push);
            let expected = fixed.outputs(b.t, &b.q, &velocity, &push);
            let (found, expected) = (found.expect("masses"), expected.expect("masses"));
            let differences = [
                distance(a.q.as_slice(), b.q.as_slice()),
                distance(a.p.as_slice(), b.p.as_slice()),
                (one.energy() - other.energy()).abs(),
                distance(&of_any, &of_fixed),
                distance(found.as_slice(), expected.as_slice()),
            ];
            (0..5).for_each(|k| seen.most[k] = seen.most[k].max(differences[k]));
        }
        seen
    }};
}

/// Rounding of some hundred steps of size 1e-14, which impacts and friction multiply by some: of q, p, E and multipliers.
const ROUNDING: f64 = 1e-11;
/// Of percussions and derivatives, which have the rounding of velocities times the inverse of W A⁻¹ Wᵀ: axles that touch the same
/// wall one after the other share what presses there, up to some 1e3 times.
const SHARED: f64 = 1e3 * ROUNDING;

impl Seen {
    /// Whether both moved alike, and varied alike where steps have derivatives.
    fn is_the_same(&self) -> bool {
        let [q, p, energy, percussions, multipliers] = self.most;
        [q, p, energy, multipliers].iter().all(|&most| most < ROUNDING)
            && percussions.max(self.apart) < SHARED
    }
}

#[test]
fn blades_at_walls_move_as_those_written_out() {
    let m = [1.0, 2.0, 0.7];
    let (a, s, f) = (0.1, 0.05, 0.02);
    let fixed = ThreeBlades { m, a, s, f };
    let any = Blades {
        m: m.to_vec(),
        a,
        s,
        f,
    };
    let start = (
        [-0.5, 0.2, 0.1, -0.4, 0.3, 0.1, 0.3, -0.7, 0.1],
        [0.7, 0.2, 0.4, -0.3, 0.9, 0.4, 0.6, 0.1, -0.3],
    );
    macro_rules! check {
        ($($scheme:expr, $has_derivatives:literal);*) => {$({
            let seen = compare!(any.clone(), fixed, 9, $scheme, (0.02, 400), start);
            println!("{}: {seen:?}", stringify!($scheme));
            assert!(seen.is_the_same(), "{seen:?}");
            assert!(seen.struck > 40 && seen.stuck > 10 && (seen.derived > 20) == $has_derivatives, "{seen:?}");
        })*};
    }
    check!(
        Moreau, true;
        SymmetricMoreau, true;
        VariationalMoreau, true;
        // It refuses them beside constraints.
        NonsmoothMidpoint, false;
        ClosedGaps(Moreau), true;
        ClosedGaps(VariationalMoreau), true
    );
}

#[test]
fn trains_between_walls_move_as_those_written_out() {
    let (m, w) = ([2.0, 1.0, 1.5, 0.7], 1.3);
    let (any, fixed) = (Train { m: m.to_vec(), w }, FourCars { m, w });
    let start = (
        [0.0, 0.0, -1.2, 0.1, -2.4, 0.0, -3.6, 0.1, 0.3, 0.1, 0.0, -0.1],
        [2.0, 0.6, 2.0, 0.3, 2.0, 0.1, 2.0, 0.0, 0.4, 0.0, 0.1, 0.0],
    );
    macro_rules! check {
        ($($scheme:expr, $has_derivatives:literal);*) => {$({
            let seen = compare!(any.clone(), fixed, 12, $scheme, (0.02, 400), start);
            println!("{}: {seen:?}", stringify!($scheme));
            assert!(seen.is_the_same(), "{seen:?}");
            assert!(seen.struck > 20 && (seen.derived > 20) == $has_derivatives, "{seen:?}");
        })*};
    }
    check!(
        Moreau, true;
        SymmetricMoreau, true;
        VariationalMoreau, true;
        // It refuses them beside constraints.
        NonsmoothMidpoint, false;
        ClosedGaps(Moreau), true;
        ClosedGaps(VariationalMoreau), true
    );
}

/// Not pushed, they would come to rest; `Midpoint` has percussions of dry friction as well.
#[test]
fn wheels_with_dry_bearings_move_as_those_written_out() {
    let m = [1.3, 0.7, 2.0];
    let (any, fixed) = (Wheels { m: m.to_vec() }, ThreeWheels { m });
    let start = ([0.3, -0.2, 0.1, 0.75, -0.5, 0.25], [0.1; 6]);
    macro_rules! check {
        ($($scheme:expr),*) => {$({
            let seen = compare!(any.clone(), fixed, 6, $scheme, (0.02, 400), start);
            println!("{}: {seen:?}", stringify!($scheme));
            assert!(seen.is_the_same() && seen.stuck > 100, "{seen:?}");
        })*};
    }
    check!(Midpoint, NonsmoothMidpoint);
}
