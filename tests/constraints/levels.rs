//! Both levels of the constraints hold to rounding, however long.

use extremal::SchemeOf;
use extremal::prelude::*;

use super::systems::{ANGLES, RODS, Rods};

fn levels<D>(h: f64, steps: usize) -> [f64; 2]
where
    Rods: Discretize<D>,
    D: Default + SchemeOf<Rods, Memory = <Rods as Discretize<D>>::Memory>,
{
    let (q, v) = ANGLES.masses([2.0, 1.0], [0.0, 0.0]);
    let mut motion = Integrator::<_, D>::new(RODS, D::default(), h, q, v).expect("a regular motion");
    let (mut place, mut rate) = (0.0_f64, 0.0_f64);
    for _ in 0..steps {
        motion.step().expect("a regular motion");
        let State { t, q, .. } = motion.state();
        let v = motion.velocity().expect("a regular motion");
        let [g, dg] = [RODS.constraints(t, &q), RODS.constraint_rates(t, &q, &v)];
        place = g.as_slice().iter().fold(place, |most, g| most.max(g.abs()));
        rate = dg.as_slice().iter().fold(rate, |most, g| most.max(g.abs()));
    }
    [place, rate]
}

/// g has terms of size 2 and some roundings of 1e-16. dg/dt is that of the velocity which belongs to p, which is solved for to
/// N ε of the largest momentum, 12 · 2e-16 · 60 with twelve unknowns. Drift would show as growth.
#[test]
fn both_levels_stay_at_rounding() {
    for [place, rate] in [
        levels::<Midpoint>(1e-2, 50_000),
        levels::<Verlet>(1e-2, 5000),
        levels::<Galerkin<2, Gauss<2>>>(2e-2, 5000),
        levels::<Galerkin<3, Lobatto<4>>>(2e-2, 1000),
    ] {
        assert!(place < 2e-15 && rate < 2e-13, "{place:e} {rate:e}");
    }
}
