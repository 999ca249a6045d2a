//! Amplification of steps of free bodies and of random structures, by their frequencies.

use extremal::nalgebra::{SMatrix, SVector, SymmetricEigen};
use extremal::prelude::*;
use extremal::stability::StableSteps;
use proptest::prelude::*;

use crate::limits::stable_steps;

/// Free bodies: pairs of eigenvalues at one, with one eigenvector each.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y, z),
    kinetic = 0.5 * m * dt(x).powi(2) + 0.5 * dt(y).powi(2) + 0.5 * dt(z).powi(2),
    potential = 0.5 * k * (y - x).powi(2),
    discretize(Verlet, Midpoint, Hermite<P2>, Livens)
)]
struct Free {
    m: f64,
    k: f64,
}

#[test]
fn bodies_that_move_freely_do_not_count_as_growth() {
    let free = Free { m: 1e3, k: 1e5 };
    let frequency = (free.k * (1.0 + 1.0 / free.m)).sqrt();
    let start = ([0.3, 0.3, 1.0], [1.0, 1.0, -2.0]);
    let motion = Integrator::new(&free, Verlet, 1e-3, start.0, start.1).expect("finite");
    let h = stable_steps(&motion, 1.0).largest().expect("stable");
    let step = Integrator::new(&free, Verlet, h * 1.001, start.0, start.1)
        .expect("finite")
        .amplification();
    assert!((h * frequency / 2.0 - 1.0).abs() < 1e-6, "{h} {step:?}");
    let motion = Integrator::new(&free, Midpoint, 1e-3, start.0, start.1).expect("finite");
    assert_eq!(stable_steps(&motion, 10.0), StableSteps::UpTo(10.0));
    let motion = Integrator::new(&free, Livens, 1e-3, start.0, start.1).expect("finite");
    assert_eq!(stable_steps(&motion, 10.0), StableSteps::UpTo(10.0));
}

/// Unlike frequencies, and one mass matrix that couples them.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(q[4]),
    kinetic = 0.5 * dt(q).dot(m * dt(q)),
    potential = 0.5 * q.dot(k * q),
    discretize(Verlet, Midpoint, Newmark, Hermite<P2>)
)]
struct Structure {
    m: [[f64; 4]; 4],
    k: [[f64; 4]; 4],
}

type Matrix = SMatrix<f64, 4, 4>;

fn positive(numbers: &[f64], least: f64) -> Matrix {
    let factor = Matrix::from_column_slice(numbers);
    factor * factor.transpose() + Matrix::identity() * least
}

/// The frequencies by Cholesky's decomposition and a symmetric eigenvalue problem: M = L Lᵀ, ω² of L⁻¹ K L⁻ᵀ.
fn frequencies(m: &Matrix, k: &Matrix) -> SVector<f64, 4> {
    let lower = m.cholesky().expect("positive definite").l();
    let inverse = lower.try_inverse().expect("regular");
    let symmetric = inverse * k * inverse.transpose();
    let squares = SymmetricEigen::new((symmetric + symmetric.transpose()) * 0.5).eigenvalues;
    squares.map(f64::sqrt)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]
    #[test]
    fn random_structures_have_the_limit_of_their_highest_frequency(
        masses in proptest::collection::vec(-1.0..1.0_f64, 16),
        springs in proptest::collection::vec(-1.0..1.0_f64, 16),
        stiffness in -3.0..6.0_f64,
        q in [-1.0..1.0_f64, -1.0..1.0, -1.0..1.0, -1.0..1.0],
    ) {
        let (m, k) = (positive(&masses, 0.1), positive(&springs, 0.05) * 10.0_f64.powf(stiffness));
        let highest = frequencies(&m, &k).max();
        let rows = |a: &Matrix| std::array::from_fn(|i| std::array::from_fn(|j| a[(i, j)]));
        let structure = Structure { m: rows(&m), k: rows(&k) };
        let limit = |found: StableSteps| found.largest().expect("stable") * highest;
        // The state does not matter, because the system is linear.
        let motion = Integrator::new(&structure, Verlet, 1e-3, q, [0.0; 4]).expect("finite");
        let verlet = limit(stable_steps(&motion, 10.0 / highest));
        prop_assert!((verlet / 2.0 - 1.0).abs() < 1e-6, "{verlet}");
        let motion = Integrator::new(&structure, Hermite::<P2>::default(), 1e-3, q, [0.0; 4]).expect("finite");
        let p2 = limit(stable_steps(&motion, 10.0 / highest));
        prop_assert!((p2 / (168.0 / 17.0_f64).sqrt() - 1.0).abs() < 1e-6, "{p2}");
        // All eigenvalues: a scheme multiplies each mode as the oscillator of its frequency.
        let h = 1.5 / highest;
        let motion = Integrator::new(&structure, Midpoint, h, q, [0.0; 4]).expect("finite");
        let step = motion.amplification().expect("linear equations");
        let mut found: Vec<f64> = step.eigenvalues().iter().filter(|e| e.im > 0.0).map(|e| e.im.atan2(e.re)).collect();
        found.sort_by(f64::total_cmp);
        let mut expected: Vec<f64> = frequencies(&m, &k).iter().map(|w| 2.0 * (0.5 * w * h).atan()).collect();
        expected.sort_by(f64::total_cmp);
        prop_assert_eq!(found.len(), 4);
        for (found, expected) in found.iter().zip(&expected) {
            // Errors of ε are relative to the largest, and the condition of M is below 1e3.
            prop_assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        }
    }
}
