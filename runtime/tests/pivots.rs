//! A pivot may be rounding before anything is eliminated: m + ¼ h² V″ at V″ = −4 m/h². The order of coordinates decides which
//! pivot comes first, and has no part in the motion.

use extremal::prelude::*;

/// Three coupled coordinates, declared in an order.
macro_rules! coupled {
    ($name:ident, $($coordinate:ident)*) => {
        #[derive(Clone, Copy, Debug, Lagrangian)]
        #[lagrangian(
            coordinates($($coordinate),*),
            kinetic = 0.5 * m * dt(x).powi(2) + 0.5 * dt(y).powi(2) + 0.5 * dt(z).powi(2),
            potential = -0.5 * k * x.powi(2) + 0.5 * k * z.powi(2)
                + c[0] * x * y + c[1] * x * z + c[2] * y * z + k * (z + 0.3 * y).powi(4),
            discretize(Midpoint, Galerkin<2, Gauss<2>>),
        )]
        struct $name {
            m: f64,
            k: f64,
            c: [f64; 3],
        }
    };
}

coupled!(Forwards, x y z);
coupled!(Backwards, z y x);

/// Numbers between 0 and 1.
fn random(seed: &mut u64) -> f64 {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 11) as f64 / (1_u64 << 53) as f64
}

#[test]
fn a_first_pivot_of_rounding_costs_neither_digits_nor_steps() {
    let (mut seed, mut compared, mut refused) = (5, 0, [0; 2]);
    for _ in 0..4000 {
        let mut unit = || random(&mut seed);
        let (m, h) = (0.1 + unit(), 0.1 + unit());
        // V″ = −4 m/h² up to rounding.
        let k = 4.0 * m / (h * h);
        let c = [(); 3].map(|()| k * (0.2 + 3.0 * unit()));
        let ([x, y, z], [vx, vy, vz]) = ([(); 3].map(|()| unit() - 0.5), [(); 3].map(|()| unit() - 0.5));
        let (forwards, backwards) = (Forwards { m, k, c }, Backwards { m, k, c });
        let one = Integrator::new(forwards, Midpoint, h, [x, y, z], [vx, vy, vz]);
        let other = Integrator::new(backwards, Midpoint, h, [z, y, x], [vz, vy, vx]);
        let (mut one, mut other) = (one.expect("a start"), other.expect("a start"));
        match (one.step(), other.step()) {
            (Ok(_), Ok(_)) => {
                let ([x, y, z], [c, b, a]) = (one.state().q.into(), other.state().q.into());
                let [error, size] = [[x - a, y - b, z - c], [x, y, z]]
                    .map(|v: [f64; 3]| v.iter().fold(0.0_f64, |most, x| most.max(x.abs())));
                // Long steps have several solutions.
                if error < 1e-4 * size {
                    assert!(error < 1e-11 * size, "{x} {y} {z}: {error:e} with {forwards:?}");
                    compared += 1;
                }
            }
            (one, other) => {
                refused[0] += usize::from(one.is_err());
                refused[1] += usize::from(other.is_err());
            }
        }
    }
    assert!(
        compared > 3800 && refused[0] <= refused[1] + 10,
        "{compared} {refused:?}"
    );
}
