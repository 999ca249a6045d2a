//! Eigenvalues of steps of bodies that move freely: several are one, and the derivative of a discrete gradient has more rounding
//! than an ε.

use extremal::nalgebra::DMatrix;
use extremal::prelude::*;

/// Two points on a spring, in space.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(a[3], b[3]),
    kinetic = 0.5 * dt(a).norm_squared() + 0.65 * dt(b).norm_squared(),
    potential = 5 * ((a - b).norm() - 1).powi(2),
    discretize(Livens)
)]
struct Dumbbell;

#[test]
fn steps_of_free_bodies_have_eigenvalues() -> Result<(), extremal::Error> {
    for start in 0..5 {
        let number = |i: usize| (1.3 * f64::from(start) + 1.7 * i as f64).sin();
        let q = std::array::from_fn(|i| 0.3 * number(i) + (i / 3) as f64);
        let v: [f64; 6] = std::array::from_fn(|i| number(i + 7));
        let mut motion = Integrator::new(Dumbbell, Livens, 0.05, q, v)?;
        for _ in 0..40 {
            motion.step()?;
            let amplification = motion.amplification()?;
            // M is constant, so that derivatives in (q, v) have the same eigenvalues.
            let derivative = motion.linearize_velocity()?.by_state;
            let a = DMatrix::from_column_slice(12, 12, derivative.as_slice());
            let all = amplification.eigenvalues();
            let sums = [
                all.iter().map(|e| e.re).sum(),
                all.iter().map(|e| e.re * e.re - e.im * e.im).sum(),
            ];
            let traces = [a.trace(), (&a * &a).trace()];
            let products = (amplification.determinant(), a.determinant());
            // Sums and products do not feel that equal eigenvalues move by a root: left is the bound of the decomposition,
            // 4096 ε = 9e-13, of each of 144 entries of up to 10.
            for (found, known) in sums.into_iter().zip(traces).chain([products]) {
                let found: f64 = found;
                assert!((found - known).abs() < 2e-9, "{found} {known}");
            }
        }
    }
    Ok(())
}
