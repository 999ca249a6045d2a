//! Bars of Neo-Hooke's material: the patch test, orders, and the energy of a long motion.

#[path = "../../examples/neo_hooke_bar.rs"]
#[expect(dead_code, reason = "the tests use the declaration, not the example's `main`")]
mod neo_hooke_bar;

use extremal::blocks::NoInputs;
use extremal::prelude::*;
use extremal::{Error, Failure};

use neo_hooke_bar::NeoHookeBar;

/// Elements of different lengths of Neo-Hooke's material, linear ones with u and cubic ones with w.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(u[5], w[5], dw[5]),
    let energy = |f| 0.25 * (f.powi(2) - 1 - 2 * ln(f)),
    kinetic = 0.5 * (dt(u).norm_squared() + dt(w).norm_squared() + dt(dw).norm_squared()),
    potential = sum(0..4, |e| {
        let cubic = [w[e], l[e] * dw[e], w[e + 1], l[e] * dw[e + 1]];
        l[e] * energy(1 + linear_slope(0.5, [u[e], u[e + 1]]) / l[e])
            + l[e] * integrate(Gauss(4), |s| energy(1 + hermite_slope(s, cubic) / l[e]))
    }),
    discretize(Midpoint),
)]
struct Patch {
    l: [f64; 4],
}

#[test]
fn patches_of_constant_strain_have_forces_at_their_ends_alone() -> Result<(), Failure> {
    let patch = Patch {
        l: [0.3, 0.11, 0.42, 0.17],
    };
    let strain = 0.35;
    let places: [f64; 5] = core::array::from_fn(|i| patch.l[..i].iter().sum());
    let q: [f64; 15] = core::array::from_fn(|i| match i {
        0..10 => 0.2 + strain * places[i % 5],
        _ => strain,
    });
    // Masses are one, so that accelerations are forces.
    let force = patch.acceleration(0.0, &q.into(), &[0.0; 15].into(), &[])?;
    let stretch = 1.0 + strain;
    let stress = 0.5 * (stretch - 1.0 / stretch);
    for i in 0..15 {
        let expected = match i {
            0 | 5 => stress,
            4 | 9 => -stress,
            _ => 0.0,
        };
        // A few roundings of stresses near one.
        assert!((force[i] - expected).abs() < 4e-15, "{i}: {}", force[i]);
    }
    Ok(())
}

/// The end of a motion of Neo-Hooke's bar after a time of 1, and the largest change of the energy.
fn stretched_end<D>(scheme: D, steps: usize) -> Result<(Vec<f64>, f64), Error>
where
    NeoHookeBar: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let bar = NeoHookeBar::of(4);
    let mut motion = Integrator::new(bar, scheme, 1.0 / steps as f64, bar.mode(0.05), vec![0.0; 8])?;
    let energy = motion.energy();
    let mut change = 0.0_f64;
    for _ in 0..steps {
        motion.step()?;
        change = change.max((motion.energy() / energy - 1.0).abs());
    }
    Ok((motion.state().q.iter().copied().collect(), change))
}

#[test]
fn schemes_have_their_orders_on_a_nonlinear_bar() -> Result<(), Error> {
    let (reference, _) = stretched_end(Hermite::<P2>::default(), 320)?;
    let error = |(end, change): (Vec<f64>, f64)| {
        let distance = end.iter().zip(&reference).map(|(a, b)| (a - b).abs());
        [distance.fold(0.0, f64::max), change]
    };
    let order = |coarse: [f64; 2], fine: [f64; 2]| [0, 1].map(|k| (coarse[k] / fine[k]).log2());
    let p2 = |steps| stretched_end(Hermite::<P2>::default(), steps).map(error);
    let l1 = |steps| stretched_end(L1::default(), steps).map(error);
    let newmark = |steps| stretched_end(Newmark::default(), steps).map(error);
    let p2 = order(p2(40)?, p2(80)?);
    let second = [order(l1(80)?, l1(160)?), order(newmark(80)?, newmark(160)?)];
    // The fastest modes take 0.24, and are resolved by ten to twenty steps.
    assert!(p2.iter().all(|order| (order - 4.0).abs() < 0.5), "{p2:?}");
    assert!(
        second
            .as_flattened()
            .iter()
            .all(|order| (order - 2.0).abs() < 0.3),
        "{second:?}"
    );
    Ok(())
}

/// Five hundred periods of the linear bar; the gallery makes a hundred thousand steps. The largest error in a tenth of the time
/// depends on how the waves meet in it, and does not grow.
#[test]
fn the_energy_does_not_drift() -> Result<(), Error> {
    let bar = NeoHookeBar::of(2);
    let mut motion = Integrator::new(bar, Hermite::<P2>::default(), 0.05, bar.mode(0.05), vec![0.0; 4])?;
    let energy = motion.energy();
    let mut largest = [0.0_f64; 10];
    for most in &mut largest {
        for _ in 0..2000 {
            motion.step()?;
            *most = most.max((motion.energy() / energy - 1.0).abs());
        }
    }
    let [early, late] = [&largest[..5], &largest[5..]].map(|half| half.iter().copied().fold(0.0, f64::max));
    assert!(late < 1.2 * early && early < 1e-4, "{largest:?}");
    Ok(())
}
