//! Modified energies of systems of any size, compared with those of the same systems written out, and kept to fourth order.

use extremal::ModifiedEnergy;
use extremal::prelude::*;

/// Masses and springs that harden, with an inertia that depends on the places of two neighbours, and one spring to the wall.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x[n]),
    kinetic = sum(0..n, |i| 0.5 * m[i] * dt(x[i]).powi(2))
        + sum(1..n, |i| 0.25 * cos(x[i] - x[i - 1]) * dt(x[i]) * dt(x[i - 1])),
    potential = 0.5 * x[0].powi(2) + sum(1..n, |i| 0.5 * k * (x[i] - x[i - 1]).powi(2) + (x[i] - x[i - 1]).powi(4)),
    modified_energy,
    discretize(Verlet, Midpoint),
)]
struct Row {
    n: usize,
    m: Vec<f64>,
    k: f64,
}

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x[4]),
    kinetic = sum(0..4, |i| 0.5 * m[i] * dt(x[i]).powi(2))
        + sum(1..4, |i| 0.25 * cos(x[i] - x[i - 1]) * dt(x[i]) * dt(x[i - 1])),
    potential = 0.5 * x[0].powi(2) + sum(1..4, |i| 0.5 * k * (x[i] - x[i - 1]).powi(2) + (x[i] - x[i - 1]).powi(4)),
    modified_energy,
    discretize(Verlet, Midpoint),
)]
struct Four {
    m: [f64; 4],
    k: f64,
}

const M: [f64; 4] = [1.0, 2.0, 0.7, 1.3];
const K: f64 = 3.0;
const Q: [f64; 4] = [0.3, -0.2, 0.5, 0.1];
const V: [f64; 4] = [0.4, 0.1, -0.6, 0.2];

fn row(n: usize) -> Row {
    Row {
        n,
        m: M.iter().copied().cycle().take(n).collect(),
        k: K,
    }
}

/// Sums of some fifty terms of size one, in another order: 1e-13.
#[test]
fn they_are_those_of_systems_that_are_written_out() -> Result<(), extremal::Error> {
    macro_rules! compare {
        ($($scheme:expr),*) => {$({
            let four = Four { m: M, k: K };
            let mut fixed = Integrator::new(four, $scheme, 0.1, Q, V)?;
            let mut any = Integrator::new(row(4), $scheme, 0.1, Q.to_vec(), V.to_vec())?;
            for _ in 0..20 {
                let [a, b] = [fixed.modified_energy()?, any.modified_energy()?];
                assert!((a - b).abs() < 1e-13, "{a} {b}");
                // Far from the energy, so that the term is seen.
                assert!((b - any.energy()).abs() > 1e-6);
                fixed.step()?;
                any.step()?;
            }
        })*};
    }
    compare!(Verlet, Midpoint);
    Ok(())
}

/// The ranges of H and of H̃ over five units of time.
fn ranges<D: Copy>(scheme: D, h: f64) -> Result<[f64; 2], extremal::Error>
where
    Row: ModifiedEnergy<D>,
{
    let n = 7;
    let start = |x: [f64; 4]| x.iter().copied().cycle().take(n).collect::<Vec<f64>>();
    let mut motion = Integrator::new(row(n), scheme, h, start(Q), start(V))?;
    let mut bounds = [[f64::INFINITY, f64::NEG_INFINITY]; 2];
    while motion.time() < 5.0 {
        let energies = [motion.energy(), motion.modified_energy()?];
        for ([least, largest], energy) in bounds.iter_mut().zip(energies) {
            (*least, *largest) = (least.min(energy), largest.max(energy));
        }
        motion.step()?;
    }
    Ok(bounds.map(|[least, largest]| largest - least))
}

/// The ranges shrink as h² and h⁴: by 4 and 16. The fastest vibration has a rate of about five, so that next terms change the
/// ratios by (5 h)² = 1 % at h = 0.02, and maxima between nodes by some percent more.
#[test]
fn schemes_keep_them_to_fourth_order() -> Result<(), extremal::Error> {
    for [long, short] in [
        [ranges(Verlet, 0.02)?, ranges(Verlet, 0.01)?],
        [ranges(Midpoint, 0.02)?, ranges(Midpoint, 0.01)?],
    ] {
        assert!((long[0] / short[0] - 4.0).abs() < 0.2, "{long:?} {short:?}");
        assert!((long[1] / short[1] - 16.0).abs() < 1.6, "{long:?} {short:?}");
    }
    Ok(())
}
