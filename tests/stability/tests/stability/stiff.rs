//! Stiff structures: the rounding of k (|d| − l) is far above the forces that move them.

mod reference;
mod structures;

use extremal::nalgebra::DVector;
use extremal::newton::Convergence;
use extremal::prelude::*;

use reference::Reference;
use structures::{Displaced, Wire};

/// Steps from rest; each takes at most so many iterations, and is solved to rounding. Coordinates afterwards.
macro_rules! steps {
    ($system:expr, $scheme:expr, $h:expr, $q:expr, $steps:expr, $most:expr, $case:expr) => {{
        let still = vec![0.0; $q.len()];
        let start = Integrator::new($system, $scheme, $h, $q.clone(), still);
        let mut motion = start.unwrap_or_else(|error| panic!("{}: {error}", $case));
        motion.set_guard(!gathers_energy($system.ea, $system.m, $h, $steps));
        for step in 0..$steps {
            let report = motion
                .step()
                .unwrap_or_else(|error| panic!("{} step {step}: {error}", $case));
            let Convergence {
                iterations,
                residual_norm,
            } = report;
            assert!(
                iterations <= $most,
                "{} step {step}: {iterations} iterations",
                $case
            );
            // 8 ε where the scale has the rounding inside of forces; where it has not, less than √ε is a floor.
            assert!(
                residual_norm <= f64::EPSILON.sqrt(),
                "{}: {residual_norm:e}",
                $case
            );
        }
        motion
    }};
}

/// Whether rounding adds as much energy as there is in the motion: in each step forces round by ε EA, whose impulse is a kinetic
/// energy (ε EA h)²/2m, and a bar of one metre that carries a node has w²/EA. A thousandth of that is left for other sums than
/// these. The guard says so: with 10¹¹ and h = 0.01 in one of nine motions of two bays.
fn gathers_energy(ea: f64, m: f64, h: f64, steps: usize) -> bool {
    let kick = (f64::EPSILON * ea * h).powi(2) / (2.0 * m);
    steps as f64 * kick > 1e-3 * (9.81 * m).powi(2) / ea
}

fn apart(one: &[f64], other: &[f64]) -> f64 {
    let each = one.iter().zip(other).map(|(a, b)| (a - b).abs());
    each.fold(0.0, f64::max)
}

/// The most iterations. The first one solves the linear equations of small displacements; some with its tangent follow, each of
/// which leaves a tenth at most, until a residual is below √ε or its rounding. That is less than one in two digits, and noise may
/// seem to fall for as long again.
const MOST: usize = 16;

#[test]
fn stiff_trusses_step_in_few_iterations() {
    const STEPS: usize = 60;
    for (bays, ratios) in [
        (2, &[1e6, 1e7, 1e8, 1e9, 1e10, 1e11][..]),
        (6, &[1e6, 1e8, 1e10]),
        (20, &[1e7, 1e11]),
    ] {
        for &ratio in ratios {
            let displaced = Displaced::truss(bays, ratio);
            let (placed, grounded) = (displaced.placed(), displaced.grounded());
            let places = displaced.places();
            let zero = vec![0.0; places.len()];
            for h in [1e-4, 1e-3, 1e-2] {
                let case = format!("{bays} bays, EA/w = {ratio:e}, h = {h:e}");
                macro_rules! all {
                    ($scheme:expr) => {{
                        let one = steps!(&displaced, $scheme, h, zero, STEPS, MOST, case);
                        let other = steps!(&placed, $scheme, h, places, STEPS, MOST, case);
                        steps!(&grounded, $scheme, h, zero, STEPS, MOST, case);
                        [
                            one.state().q,
                            &other.state().q - DVector::from_column_slice(&places),
                        ]
                    }};
                }
                let [one, other] = all!(Midpoint);
                all!(Livens);
                all!(Galerkin::<2, Gauss<2>>::default());
                let mut reference = Reference::of(&displaced);
                (0..STEPS).for_each(|_| reference.step(h));
                for found in [one, other] {
                    let error = apart(found.as_slice(), reference.u.as_slice());
                    // Lengths round by ε bays in each step, and a truss gives way as a bar does, times the third power of its bays
                    // at most; over 60 steps ε bays 6³ · 60 = 3e-12 bays. Longer trusses do not bend as a whole in so short a time.
                    assert!(error < 3e-12 * bays as f64, "{case}: {error:e}");
                }
            }
        }
    }
}

#[test]
fn a_straight_wire_of_steel_steps_at_any_step_size() {
    const STEPS: usize = 200;
    let (wire, structure) = (Wire::of_steel(), Displaced::wire());
    let in_places = structure.placed();
    let nodes: Vec<f64> = structure.places()[2..20].to_vec();
    let nodes: [f64; 18] = nodes.try_into().expect("nine nodes");
    for h in [1e-3, 1e-4, 1e-5, 1e-6] {
        let case = format!("h = {h:e}");
        let mut reference = Reference::of(&structure);
        (0..STEPS).for_each(|_| reference.step(h));
        let places = structure.places();
        let zero = vec![0.0; places.len()];
        let written = {
            let mut motion = Integrator::new(wire, Midpoint, h, nodes, [0.0; 18]).expect("a good start");
            for step in 0..STEPS {
                let solved = motion.step().unwrap_or_else(|error| panic!("{case}: {error}"));
                assert!(solved.iterations <= MOST, "{case} step {step}: {solved:?}");
            }
            motion.state().q
        };
        let displaced = steps!(&structure, Midpoint, h, zero, STEPS, MOST, case).state().q;
        let placed = steps!(&in_places, Midpoint, h, places, STEPS, MOST, case)
            .state()
            .q;
        let ends: Vec<f64> = reference.u.iter().zip(&places).map(|(u, x)| u + x).collect();
        // Places round by ε in each step, which stiff bars magnify by up to 4; the sum over 200 steps of this is 2e-13.
        let tolerance = 4.0 * f64::EPSILON * STEPS as f64;
        let errors = [
            apart(written.as_slice(), &ends[2..20]),
            apart(displaced.as_slice(), reference.u.as_slice()),
            apart(placed.as_slice(), &ends),
        ];
        assert!(
            errors.iter().all(|&error| error < tolerance),
            "{case}: {errors:?}"
        );
        steps!(&structure, Livens, h, zero, STEPS, MOST, case);
        steps!(&in_places, Livens, h, places, STEPS, MOST, case);
        steps!(
            &structure,
            Galerkin::<2, Gauss<2>>::default(),
            h,
            zero,
            STEPS,
            MOST,
            case
        );
        steps!(
            &in_places,
            Galerkin::<2, Gauss<2>>::default(),
            h,
            places,
            STEPS,
            MOST,
            case
        );
        for step in all_schemes(wire, h, nodes) {
            assert!(step <= MOST, "{case}: {step} iterations");
        }
    }
}

/// The most iterations of the schemes for systems that are written out, beside Midpoint.
fn all_schemes(wire: Wire, h: f64, nodes: [f64; 18]) -> [usize; 2] {
    let mut livens = Integrator::new(wire, Livens, h, nodes, [0.0; 18]).expect("a good start");
    let scheme = Galerkin::<2, Gauss<2>>::default();
    let mut galerkin = Integrator::new(wire, scheme, h, nodes, [0.0; 18]).expect("a good start");
    let mut most = [0; 2];
    for _ in 0..200 {
        let livens = livens.step().expect("a step").convergence.iterations;
        let galerkin = galerkin.step().expect("a step").iterations;
        most = [most[0].max(livens), most[1].max(galerkin)];
    }
    most
}
