//! Constraints end at the rounding of their own terms in each step, however far the first corrections were from it.

use extremal::prelude::*;

/// Points on the unit sphere that repel each other and come to rest, so that the corrections of steps fall through all sizes.
macro_rules! points {
    ($name:ident, $count:tt, $($field:tt)*) => {
        #[derive(Clone, Copy, Debug, Lagrangian)]
        #[lagrangian(
            coordinates(r[$count][3]),
            kinetic = sum(0..$count, |i| 1 / 2 * dt(r[i]).norm_squared()),
            potential = -sum(0..$count, |i| sum(0..i, |j| 1 / 2 * ln((r[i] - r[j]).norm_squared()))),
            dissipation = sum(0..$count, |i| 1 / 2 * c * dt(r[i]).norm_squared()),
            constraint(sphere = array(0..$count, |i| r[i].norm_squared() - 1)),
            discretize(Verlet, Midpoint),
        )]
        struct $name {
            $($field)*
        }
    };
}

points!(Points, points, points: usize, c: f64,);
points!(FourPoints, 4, c: f64,);

/// Places on the unit sphere, not alike, from a walk by the golden angle.
fn places(count: usize) -> Vec<f64> {
    let place = |i: usize| {
        let height = 0.95 - 1.9 * (i as f64 + 0.5) / count as f64;
        let (angle, radius) = (2.4 * i as f64, (1.0 - height * height).sqrt());
        [radius * angle.cos(), radius * angle.sin(), height]
    };
    (0..count).flat_map(place).collect()
}

/// The largest | |r|² − 1 | after any step of these integrators until all is at rest, and before.
macro_rules! most_open {
    ($integrator:expr) => {{
        let mut motion = $integrator.expect("a good start");
        let mut most = 0.0_f64;
        for _ in 0..1500 {
            motion.step().expect("a small step");
            let state = motion.state();
            let (places, _) = state.q.as_slice().as_chunks::<3>();
            for r in places {
                most = most.max((r.iter().map(|x| x * x).sum::<f64>() - 1.0).abs());
            }
        }
        most
    }};
}

/// What a place may leave of |r|² = 1 in units of ε: each coordinate is rounded, which makes ½ Σ 2 rₖ² = 1, the sum here has
/// three products and three sums of up to 1, each with a half, that of the step as well, and the step leaves one rounding of
/// its terms, whose sum is 2.
const MOST: f64 = 9.0 * f64::EPSILON;

/// Equations that are written out leave up to one rounding of their terms for each unknown: two velocities of twelve coordinates
/// and two impulses of four constraints.
const MOST_WRITTEN_OUT: f64 = 2.0 * 32.0 * f64::EPSILON + MOST;

#[test]
fn points_stay_on_their_sphere_to_rounding_in_each_step() {
    let c = 0.5;
    for h in [0.3, 0.1] {
        for points in [4, 20, 40] {
            let (system, start) = (Points { points, c }, places(points));
            let rest = vec![0.0; start.len()];
            let verlet = most_open!(Integrator::new(system, Verlet, h, start.clone(), rest.clone()));
            let midpoint = most_open!(Integrator::new(system, Midpoint, h, start, rest));
            assert!(
                verlet <= MOST && midpoint <= MOST,
                "{points} points, h = {h}: {verlet:e} {midpoint:e}"
            );
        }
        let (system, all) = (FourPoints { c }, places(4));
        let start: [f64; 12] = std::array::from_fn(|k| all[k]);
        let verlet = most_open!(Integrator::new(system, Verlet, h, start, [0.0; 12]));
        let midpoint = most_open!(Integrator::new(system, Midpoint, h, start, [0.0; 12]));
        assert!(
            verlet <= MOST_WRITTEN_OUT && midpoint <= MOST_WRITTEN_OUT,
            "a fixed number, h = {h}: {verlet:e} {midpoint:e}"
        );
    }
}
