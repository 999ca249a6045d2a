//! The constraints and their rates hold to rounding over long runs.

use extremal::prelude::*;

use super::systems::{ANGLES, RODS, Rods};

fn levels<D>(h: f64, steps: usize) -> [f64; 2]
where
    Rods: Discretize<D>,
    D: Default,
{
    let (q, v) = ANGLES.masses([2.0, 1.0], [0.0, 0.0]);
    let mut motion = Integrator::<_, D>::new(RODS, D::default(), h, q, v).expect("a regular motion");
    let (mut place, mut rate) = (0.0_f64, 0.0_f64);
    for _ in 0..steps {
        motion.step().expect("a regular motion");
        let State { t, q, .. } = motion.state();
        let v = motion.velocity().expect("a regular motion");
        let [g, dg] = [RODS.constraints(t, &q), RODS.constraint_rates(t, &q, &v)];
        let scales = RODS.constraint_scales(t, &q);
        let by_scale = g.as_slice().iter().zip(scales.as_slice());
        place = by_scale.fold(place, |most, (g, scale)| most.max(g.abs() / scale));
        rate = dg.as_slice().iter().fold(rate, |most, g| most.max(g.abs()));
    }
    let unknowns = <Rods as Discretize<D>>::FACTS.unknowns as f64;
    [place / (unknowns * f64::EPSILON), rate]
}

/// Each g is solved for to N ε of its terms. The multipliers at the end follow by an elimination, which loses a digit or two of
/// velocities of size 10. Drift would show as growth.
#[test]
fn both_levels_stay_at_rounding() {
    for [place, rate] in [
        levels::<Midpoint>(1e-2, 50_000),
        levels::<Verlet>(1e-2, 5000),
        levels::<Galerkin<2, Gauss<2>>>(2e-2, 5000),
        levels::<Galerkin<3, Lobatto<4>>>(2e-2, 1000),
    ] {
        assert!(place <= 1.0 && rate < 5e-14, "{place:e} {rate:e}");
    }
}
