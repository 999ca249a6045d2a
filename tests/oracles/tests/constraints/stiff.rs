//! Stiff bars at supports: rounding of their forces exceeds the sums of forces, and held coordinates may be zero.

use extremal::Constrained;
use extremal::newton::Convergence;
use extremal::prelude::*;
use proptest::sample::select;
use proptest::strategy::Strategy;

use crate::support::cases::for_all;

/// A mass b on a stiff spring to a mass a, which is held by a constraint.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(a[2], b[2]),
    kinetic = 0.5 * m * (dt(a).norm_squared() + dt(b).norm_squared()),
    potential = m * g * b[1] + 0.5 * k * ((a - b).norm() - l).powi(2),
    constraint(held = a - place),
    discretize(Midpoint, NullSpace<Midpoint>, Livens, Galerkin<2, Gauss<2>>)
)]
struct Held {
    m: f64,
    g: f64,
    k: f64,
    l: f64,
    place: [f64; 2],
}

/// A cantilever of two rows of joints with bars between them, held at its left end.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[joints][2]),
    kinetic = sum(0..joints, |i| 0.5 * m * dt(r[i]).norm_squared()),
    potential = sum(0..joints, |i| m * g * r[i][1])
        + sum(0..bars.len(), |i| 0.5 * k * ((r[bars[i][0]] - r[bars[i][1]]).norm() - lengths[i]).powi(2)),
    constraint(support = array(0..2, |i| r[i] - at[i])),
    discretize(Midpoint, Livens)
)]
struct Truss {
    joints: usize,
    m: f64,
    g: f64,
    k: f64,
    bars: Vec<[usize; 2]>,
    lengths: Vec<f64>,
    at: Vec<[f64; 2]>,
}

/// What the units and the stiffness of a case are.
#[derive(Clone, Copy, Debug)]
struct Case {
    /// k h²/m with h = 10⁻³ is from 10⁻⁶ to 10⁴.
    stiffness: f64,
    mass: f64,
    length: f64,
    place: [f64; 2],
    h: f64,
}

const PLACES: [[f64; 2]; 4] = [[0.0, 0.0], [0.0, 1.0], [0.3, 0.7], [-7.3, 7.3]];

fn cases() -> impl Strategy<Value = Case> {
    let numbers = (0.0..10.0, -9.0..9.0, -3.0..3.0);
    (numbers, select(&PLACES[..]), select(&[1e-3, 1e-4][..])).prop_map(
        |((stiffness, mass, length), place, h): ((f64, f64, f64), _, _)| Case {
            stiffness: 10.0_f64.powf(stiffness),
            mass: 10.0_f64.powf(mass),
            length: 10.0_f64.powf(length),
            place,
            h,
        },
    )
}

/// Two to four corrections reach the root, and the last one finds rounding.
const ITERATIONS: usize = 6;

/// The rounding of coordinates by that of forces, or the last correction before it.
const ROUNDING: f64 = 512.0 * f64::EPSILON;

/// A discrete gradient divides the rounding of energies by a difference of coordinates.
const ROUNDING_OF_QUOTIENTS: f64 = 8192.0 * f64::EPSILON;

const STEPS: usize = 300;

/// Errors of the schemes, and vibrations that rounding of the forces excites.
const ENERGY: f64 = 1e-4;

fn held(case: &Case) -> (Held, [f64; 4]) {
    let Case {
        stiffness,
        mass,
        length,
        place: [x, y],
        ..
    } = *case;
    let system = Held {
        m: mass,
        g: 9.81 * length,
        k: stiffness * mass,
        l: length,
        place: [x * length, y * length],
    };
    (system, [x, y, x + 0.6, y - 0.8].map(|q| q * length))
}

/// The held mass stays in its place, and the energy, in parts of m g l, where it is.
macro_rules! check_held {
    ($scheme:expr, $case:expr, $rounding:expr) => {
        let (case, (system, q)) = ($case, held($case));
        let start = Integrator::new(system.clone(), $scheme, case.h, q, [0.0; 4]);
        let mut motion = start.unwrap_or_else(|error| panic!("{case:?}: {error}"));
        let energy =
            |q: [f64; 4], p: [f64; 4]| system.total_energy(0.0, &q.into(), &p.map(|p| p / case.mass).into());
        let before = energy(q, [0.0; 4]);
        for _ in 0..STEPS {
            let report = motion.step().unwrap_or_else(|error| panic!("{case:?}: {error}"));
            check(&report.convergence, $rounding, case);
        }
        let State { t, q, p } = motion.state();
        let g = system.constraints(t, &q);
        assert!(
            g.iter().all(|g| g.abs() <= 1e-13 * case.length),
            "{case:?}: {g:?}"
        );
        let change = (energy(q.into(), p.into()) - before).abs() / (case.mass * system.g * case.length);
        assert!(change <= ENERGY, "{case:?}: energy {change:e}");
    };
}

fn check(convergence: &Convergence, rounding: f64, case: &Case) {
    assert!(
        convergence.iterations <= ITERATIONS && convergence.residual_norm <= rounding,
        "{case:?}: {convergence:?}"
    );
}

/// The schemes but Livens' conserve a modified energy instead: the other differs by (h/τ)² m g l, τ² = l/g, at most 10⁻⁵.
#[test]
fn a_mass_on_a_held_stiff_spring_takes_few_iterations() {
    for_all(&cases(), |case| {
        check_held!(Midpoint, case, ROUNDING);
        check_held!(NullSpace(Midpoint), case, ROUNDING);
        check_held!(Galerkin::<2, Gauss<2>>::default(), case, ROUNDING);
        check_held!(Livens, case, ROUNDING_OF_QUOTIENTS);
    });
}

/// Ten joints in two rows, with diagonals.
fn truss(case: &Case) -> (Truss, Vec<f64>) {
    let at = |i: usize| {
        let [x, y] = case.place;
        [x + (i / 2) as f64, y + (i % 2) as f64].map(|q| q * case.length)
    };
    let joints: Vec<[f64; 2]> = (0..10).map(at).collect();
    let of_panel = |i: usize| {
        [
            [i, i + 2],
            [i + 1, i + 3],
            [i, i + 3],
            [i + 1, i + 2],
            [i + 2, i + 3],
        ]
    };
    let bars: Vec<[usize; 2]> = (0..4).flat_map(|panel| of_panel(2 * panel)).collect();
    let length = |&[a, b]: &[usize; 2]| (joints[a][0] - joints[b][0]).hypot(joints[a][1] - joints[b][1]);
    let system = Truss {
        joints: joints.len(),
        m: case.mass,
        g: 9.81 * case.length,
        k: case.stiffness * case.mass,
        lengths: bars.iter().map(length).collect(),
        bars,
        at: joints[..2].to_vec(),
    };
    (system, joints.concat())
}

#[test]
fn a_stiff_truss_that_is_held_takes_few_iterations() {
    for_all(&cases(), |case| {
        let (system, q) = truss(case);
        // Softer ones fold under their weight.
        let system = Truss {
            k: system.k.max(1e4 * case.mass),
            ..system
        };
        let rest = vec![0.0; q.len()];
        macro_rules! step {
            ($scheme:expr, $rounding:expr) => {
                let mut motion = Integrator::new(&system, $scheme, case.h, q.clone(), rest.clone())
                    .expect("a start at rest");
                for _ in 0..STEPS / 10 {
                    let convergence = motion
                        .step()
                        .unwrap_or_else(|error| panic!("{case:?}: {error}"));
                    check(&convergence, $rounding, case);
                }
                let State { q: end, .. } = motion.state();
                let moved = end
                    .iter()
                    .zip(&q)
                    .map(|(a, b)| (a - b).abs())
                    .fold(0.0, f64::max);
                // A free fall of 0.03 s is 0.0044 lengths. Bars that give way can move a joint a little more.
                assert!(moved <= 1e-2 * case.length, "{case:?}: {moved}");
                let held = end
                    .iter()
                    .zip(&q)
                    .take(4)
                    .all(|(a, b)| (a - b).abs() <= 1e-13 * case.length);
                assert!(held, "{case:?}: {end:?}");
            };
        }
        step!(Midpoint, ROUNDING);
        step!(Livens, ROUNDING_OF_QUOTIENTS);
    });
}
