//! Very many items: a chain of a hundred thousand masses, whose modes are known, and what it takes from the heap.

use allocation_counter::measure;
use extremal::blocks::NoInputs;
use extremal::prelude::*;

use crate::chains::Chain;

/// Unit masses, springs 1, a wall at one end.
fn chain(masses: usize) -> Chain {
    Chain {
        masses,
        m: vec![1.0; masses],
        k: 1.0,
        c: vec![0.0; masses - 1],
    }
}

/// The shape sin(α (i + 1)) of a mode with a third as many half waves as masses, whose other end is free, and its frequency 2 sin(α/2).
fn mode(masses: usize) -> (Vec<f64>, f64) {
    let waves = 2 * (masses / 3) + 1;
    let alpha = waves as f64 * core::f64::consts::PI / (2 * masses + 1) as f64;
    let shape = (1..=masses).map(|i| (alpha * i as f64).sin()).collect();
    (shape, 2.0 * (0.5 * alpha).sin())
}

/// The largest distance from the shape times cos(n φ).
fn apart<D>(scheme: D, masses: usize, phase: impl Fn(f64) -> f64) -> f64
where
    Chain: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    const STEPS: u32 = 3;
    const H: f64 = 0.5;
    let (shape, omega) = mode(masses);
    let mut motion =
        Integrator::new(chain(masses), scheme, H, shape.clone(), vec![0.0; masses]).expect("a good start");
    for _ in 0..STEPS {
        motion.step().expect("a linear system");
    }
    let amplitude = (f64::from(STEPS) * phase(0.5 * omega * H)).cos();
    let state = motion.state();
    let pairs = state.q.as_slice().iter().zip(&shape);
    pairs.fold(0.0, |most, (q, shape)| most.max((q - amplitude * shape).abs()))
}

/// sin(φ/2) = ωh/2 for Verlet, tan(φ/2) = ωh/2 for the midpoint rule. The angles of the shape, up to 10⁵, are rounded to 10⁻¹¹.
#[test]
fn a_hundred_thousand_masses_swing_in_their_mode() {
    let found = [
        apart(Verlet, 100_000, |half| 2.0 * half.asin()),
        apart(Midpoint, 100_000, |half| 2.0 * half.atan()),
    ];
    assert!(found.iter().all(|apart| *apart < 1e-10), "{found:?}");
}

/// Bytes for each mass, the system and the start included, while the first steps are made.
fn bytes<D>(scheme: D) -> f64
where
    Chain: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    const MASSES: usize = 10_000;
    let allocated = measure(|| {
        let (shape, _) = mode(MASSES);
        let v = vec![0.0; MASSES];
        let mut motion = Integrator::new(chain(MASSES), scheme, 0.1, shape, v).expect("a good start");
        for _ in 0..4 {
            motion.step().expect("a linear system");
        }
    });
    allocated.bytes_max as f64 / MASSES as f64
}

/// In numbers of double precision: two of the system, two of the state, and for Verlet the last three steps, the force and its
/// terms, the velocity and the end of the step: 18 were measured. The midpoint rule also has three diagonals with their factors: 23.
/// The guard has two velocities, and the masses with their room: 24 and 29 were measured. The midpoint rule has the sizes of terms
/// with the rounding inside of them, too: 25 and 31 were measured.
#[test]
fn a_mass_takes_a_few_numbers() {
    let found = [bytes(Verlet), bytes(Midpoint)];
    assert!(found[0] < 8.0 * 26.0 && found[1] < 8.0 * 32.0, "{found:?}");
}
