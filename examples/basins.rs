//! Basins of attraction: over which of three magnets a pendulum comes to rest, for each start.
//!
//! A pendulum of iron swings over a plate with three magnets. Friction stops it over one of them:
//!
//! ```text
//! L = ½ |ṙ|² − ½ ω² |r|² + Σᵢ 1/√(|r − aᵢ|² + d²),   R = ½ c |ṙ|²
//! ```
//!
//! Starts are the points of a square, at rest. Each is a member of an ensemble, in 16 lanes and on all processors, and a
//! pixel of the picture. No line separates two basins: near each point where two colours meet, the third one is found, too.

use std::ops::ControlFlow;

use extremal::Scalar;
use extremal::ensemble::Ensemble;
use extremal::prelude::*;

/// A pendulum over three magnets.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    let near = array(0..3, |i| ((r - a[i]).norm_squared() + d.powi(2)).sqrt()),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = 0.5 * (omega * r).norm_squared() - sum(0..3, |i| 1 / near[i]),
    dissipation = 0.5 * c * dt(r).norm_squared(),
    discretize(Midpoint),
)]
pub(crate) struct Magnets<T: Scalar> {
    /// The places of the magnets.
    pub(crate) a: [[T; 2]; 3],
    /// How far below the plane of the pendulum they are.
    pub(crate) d: T,
    /// The frequency of the pendulum without magnets.
    pub(crate) omega: T,
    /// Friction.
    pub(crate) c: T,
}
extremal::lanes!(Magnets { a, d, omega, c });

/// The corners of a triangle, at the distance 1 from the middle.
pub(crate) fn magnets() -> Magnets<f64> {
    let corner = |k: usize| {
        let (sin, cos) = (std::f64::consts::TAU / 3.0 * k as f64).sin_cos();
        [cos, sin]
    };
    Magnets {
        a: [0, 1, 2].map(corner),
        d: 0.3,
        omega: 0.5,
        c: 0.2,
    }
}

/// The step size, and the number of steps: 60 units of time.
pub(crate) const H: f64 = 0.05;
pub(crate) const STEPS: usize = 1200;

/// The start of a pixel: rows of `size` pixels of the square |x|, |y| ≤ 2, from its upper left corner.
pub(crate) fn start(size: usize, pixel: usize) -> [f64; 2] {
    let place = |k: usize| 4.0 * ((k as f64 + 0.5) / size as f64) - 2.0;
    [place(pixel % size), -place(pixel / size)]
}

/// For each pixel the magnet over which the pendulum is at the end; `None` if a step fails.
pub(crate) fn basins(size: usize, progress: impl Fn(usize) -> ControlFlow<()> + Sync) -> Vec<Option<usize>> {
    let system = magnets();
    let begin = |pixel| Integrator::new(system, Midpoint, H, start(size, pixel), [0.0; 2]);
    let nearest = |motion: &Integrator<Magnets<f64>, Midpoint>| {
        let r = motion.coordinates();
        let distance = |a: [f64; 2]| (r[0] - a[0]).hypot(r[1] - a[1]);
        let by_distance = |&i: &usize, &j: &usize| distance(system.a[i]).total_cmp(&distance(system.a[j]));
        (0..3).min_by(by_distance)
    };
    let ensemble = Ensemble::new(size * size, begin).progress(progress).lanes::<16>();
    let ends = ensemble.run(STEPS, nearest).collect();
    ends.into_iter().map(|end| end.ok().flatten()).collect()
}

fn main() {
    let size = 20;
    let basins = basins(size, |_| ControlFlow::Continue(()));
    for row in basins.chunks(size) {
        let line: String = row
            .iter()
            .map(|magnet| magnet.map_or('?', |magnet| ['o', '.', '#'][magnet]))
            .collect();
        println!("{line}");
    }
    for magnet in 0..3 {
        let count = basins.iter().filter(|end| **end == Some(magnet)).count();
        println!(
            "magnet {magnet}: {:.1} % of the square",
            100.0 * count as f64 / basins.len() as f64
        );
    }
}
