//! Bars by elements in space: against the exact motion of the numbers at the nodes, the wave equation, and closed forms.

#[path = "../examples/bar.rs"]
#[expect(
    dead_code,
    reason = "the tests use the declarations, not the example's `main`"
)]
mod bar;
#[path = "../examples/neo_hooke_bar.rs"]
#[expect(dead_code, reason = "the tests use the declaration, not the example's `main`")]
mod neo_hooke_bar;
#[path = "../examples/thermoelastic_bar.rs"]
#[expect(dead_code, reason = "the tests use the declaration, not the example's `main`")]
mod thermoelastic_bar;

use std::f64::consts::PI;

use extremal::prelude::*;
use extremal::{DiscreteAction, Error, Failure, NoInputs};

use bar::{HERMITE, LINEAR, LinearBar, linear_mode};
use neo_hooke_bar::NeoHookeBar;
use thermoelastic_bar::stretched;

/// ω of linear elements of length l with c = 1, for a wave that turns by θ in an element.
fn discrete_frequency(theta: f64, l: f64) -> f64 {
    (6.0 * (1.0 - theta.cos()) / (2.0 + theta.cos())).sqrt() / l
}

/// The largest errors of u and of its velocity relative to their amplitudes, and of the energy, over one period of the first mode.
fn errors<D>(scheme: D, steps: usize) -> Result<[f64; 3], Error>
where
    LinearBar: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let omega = discrete_frequency(PI / 8.0, LINEAR.l);
    let mode = linear_mode(0.01);
    let mut motion = Integrator::new(LINEAR, scheme, 2.0 * PI / omega / steps as f64, mode, [0.0; 7])?;
    let energy = motion.energy();
    let mut largest = [0.0_f64; 3];
    for _ in 0..steps {
        motion.step()?;
        let (sin, cos) = (omega * motion.time()).sin_cos();
        let (q, v) = (motion.state().q, motion.velocity()?);
        for i in 0..7 {
            largest[0] = largest[0].max((q[i] - mode[i] * cos).abs() / 0.01);
            largest[1] = largest[1].max((v[i] + omega * mode[i] * sin).abs() / (0.01 * omega));
        }
        largest[2] = largest[2].max((motion.energy() / energy - 1.0).abs());
    }
    Ok(largest)
}

/// The orders of u, velocity and energy from 32 and 64 steps in a period.
fn orders<D: Copy>(scheme: D) -> Result<[f64; 3], Error>
where
    LinearBar: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let (coarse, fine) = (errors(scheme, 32)?, errors(scheme, 64)?);
    Ok(core::array::from_fn(|k| (coarse[k] / fine[k]).log2()))
}

#[test]
fn schemes_have_their_orders_against_the_motion_of_the_nodes() -> Result<(), Error> {
    let near = |orders: [f64; 3], expected: f64, energy: bool| {
        let checked = if energy { &orders[..] } else { &orders[..2] };
        // The next power of h changes the slope by less than a tenth here.
        assert!(
            checked.iter().all(|order| (order - expected).abs() < 0.1),
            "{orders:?}"
        );
    };
    near(orders(Verlet)?, 2.0, true);
    near(orders(L1::default())?, 2.0, true);
    near(orders(Hermite::<P2>::default())?, 4.0, true);
    // These two keep the energy of linear systems: only rounding is left.
    near(orders(Midpoint)?, 2.0, false);
    near(orders(Newmark::default())?, 2.0, false);
    assert!(errors(Midpoint, 32)?[2] < 1e-13 && errors(Newmark::default(), 32)?[2] < 1e-13);
    Ok(())
}

/// All ω > 0 of a linear system by the eigenvalues e^{iφ} of its midpoint steps: tan(φ/2) = ω h/2 without an error.
fn frequencies(angles: impl Iterator<Item = f64>, h: f64) -> Vec<f64> {
    let turning = angles.filter(|angle| *angle > 0.0);
    let mut all: Vec<f64> = turning.map(|angle| 2.0 * (0.5 * angle).tan() / h).collect();
    all.sort_by(f64::total_cmp);
    all
}

#[test]
fn waves_have_the_velocity_of_their_elements() -> Result<(), Error> {
    let h = 0.1;
    let linear = Integrator::new(LINEAR, Midpoint, h, [0.0; 7], [0.0; 7])?.amplification()?;
    let linear = frequencies(linear.eigenvalues().iter().map(|e| e.im.atan2(e.re)), h);
    assert_eq!(linear.len(), 7);
    for (k, omega) in (1..).zip(&linear) {
        let exact = discrete_frequency(PI * f64::from(k) / 8.0, 0.125);
        // Eigenvalues of a matrix with entries up to ω² h ~ 10³, near the unit circle.
        assert!((omega / exact - 1.0).abs() < 1e-10, "{k}: {omega} {exact}");
    }
    let hermite = Integrator::new(HERMITE, Midpoint, h, [0.0; 8], [0.0; 8])?.amplification()?;
    let hermite = frequencies(hermite.eigenvalues().iter().map(|e| e.im.atan2(e.re)), h);
    assert_eq!(hermite.len(), 8);
    // The wave equation has ω = π. Linear elements are off by (π l)²/24 and more, cubic ones by (π l)⁶/60480; for four of
    // these the matrices of textbooks have the stated eigenvalue, in other software.
    let [first, second] = [linear[0] / PI - 1.0, hermite[0] / PI - 1.0];
    assert!(
        (first / ((PI * 0.125).powi(2) / 24.0) - 1.0).abs() < 0.05,
        "{first}"
    );
    assert!((second / 3.175_178_752e-6 - 1.0).abs() < 1e-6, "{second}");
    // The fastest mode of cubic elements has equal strains at all nodes, and u = 0 there: √42 c/l.
    let fastest = hermite[7] * HERMITE.l / 42.0_f64.sqrt();
    assert!((fastest - 1.0).abs() < 1e-9, "{fastest}");
    Ok(())
}

/// Checks that steps are stable below h, and not above it.
fn check_limit(is_stable: impl Fn(f64) -> Result<bool, Error>, h: f64) -> Result<(), Error> {
    assert!(is_stable(0.9999 * h)?, "a step below {h} is stable");
    assert!(!is_stable(1.0001 * h)?, "a step above {h} is not");
    Ok(())
}

#[test]
fn largest_stable_steps_are_those_of_the_fastest_mode() -> Result<(), Error> {
    let fastest = discrete_frequency(PI * 7.0 / 8.0, 0.125);
    let p2 = Hermite::<P2>::default();
    let verlet = |h| {
        Ok(Integrator::new(LINEAR, Verlet, h, [0.0; 7], [0.0; 7])?
            .amplification()?
            .is_stable())
    };
    check_limit(verlet, 2.0 / fastest)?;
    let l1 = |h| {
        Ok(Integrator::new(LINEAR, L1::default(), h, [0.0; 7], [0.0; 7])?
            .amplification()?
            .is_stable())
    };
    check_limit(l1, 12.0_f64.sqrt() / fastest)?;
    // p2 has a narrow gap from 3.1436 on.
    let of_p2 = |h| {
        Ok(Integrator::new(LINEAR, p2, h, [0.0; 7], [0.0; 7])?
            .amplification()?
            .is_stable())
    };
    check_limit(of_p2, 3.1436 / fastest)?;
    let fastest = 42.0_f64.sqrt() / HERMITE.l;
    let of_p2 = |h| {
        Ok(Integrator::new(HERMITE, p2, h, [0.0; 8], [0.0; 8])?
            .amplification()?
            .is_stable())
    };
    check_limit(of_p2, 3.1436 / fastest)
}

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

/// Kern's rod: one linear element, from −l/2 to l/2.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(u[2]),
    kinetic = l * integrate(Gauss(2), |s| 0.5 * density * dt(linear(s, u)).powi(2)),
    potential = l * integrate(Gauss(1), |s| 0.5 * stiffness * (linear_slope(s, u) / l).powi(2)),
    discretize(Midpoint),
)]
struct Rod {
    density: f64,
    stiffness: f64,
    l: f64,
}

#[test]
fn the_discrete_lagrangian_of_a_rod_is_the_closed_one() {
    let rod = Rod {
        density: 2.5,
        stiffness: 40.0,
        l: 0.7,
    };
    let (h, before, after) = (0.03, [0.1, -0.02], [0.13, 0.015]);
    let x = [(after[0] - before[0]) / h, (after[1] - before[1]) / h];
    let found = DiscreteAction::<Midpoint>::discrete_lagrangian(&rod, 0.0, h, &before.into(), &x);
    // h/2 (Δu/h · M Δu/h − ū · K ū), M = ϱA l/6 [2 1; 1 2], K = EA/l [1 −1; −1 1].
    let mass = rod.density * rod.l / 3.0 * (x[0] * x[0] + x[0] * x[1] + x[1] * x[1]);
    let strain = 0.5 * (after[1] + before[1] - after[0] - before[0]);
    let closed = 0.5 * h * (mass - rod.stiffness / rod.l * strain * strain);
    // Some ten roundings.
    assert!((found / closed - 1.0).abs() < 2e-15, "{found} {closed}");
}

#[test]
fn heat_of_the_second_type_and_sound_have_the_frequencies_of_both_waves() -> Result<(), Error> {
    let (bar, h) = (thermoelastic_bar::BAR, 0.1);
    let steps = Integrator::new(bar, Midpoint, h, [0.0; 16], [0.0; 16])?.amplification()?;
    let found = frequencies(steps.eigenvalues().iter().map(|e| e.im.atan2(e.re)), h);
    for k in 1..8 {
        let theta = PI * f64::from(k) / 8.0;
        let (mass, stiff) = (
            bar.l * (2.0 + theta.cos()) / 3.0,
            2.0 * (1.0 - theta.cos()) / bar.l,
        );
        // (ϱ m ω² − E k)(c m ω² − κ k) = γ² sin²θ ω², the dispersion of the elements.
        let (a, c) = (
            bar.density * bar.capacity * mass * mass,
            bar.stiffness * bar.conductivity * stiff * stiff,
        );
        let b = mass * stiff * (bar.density * bar.conductivity + bar.stiffness * bar.capacity)
            + (bar.coupling * theta.sin()).powi(2);
        for sign in [-1.0, 1.0] {
            let omega = (0.5 * (b + sign * (b * b - 4.0 * a * c).sqrt()) / a).sqrt();
            let miss = found.iter().map(|found| (found / omega - 1.0).abs());
            let miss = miss.fold(f64::INFINITY, f64::min);
            // Eigenvalues of a matrix with entries of 10³; the mode of no frequency splits by the root of that.
            assert!(miss < 1e-9, "{k}: {omega} is missed by {miss:e}");
        }
    }
    // The first pair is that of the wave equations, up to (π l)²/24 ≈ 0.6 %.
    for velocity in bar.wave_velocities() {
        let miss = found.iter().map(|omega| (omega / (PI * velocity) - 1.0).abs());
        assert!(miss.fold(f64::INFINITY, f64::min) < 0.01, "{velocity}");
    }
    Ok(())
}

#[test]
fn thermoelastic_bars_keep_their_energy() -> Result<(), Error> {
    let mut motion = Integrator::new(thermoelastic_bar::BAR, Midpoint, 0.05, stretched(0.01), [0.0; 16])?;
    let energy = motion.energy();
    let mut heated = 0.0_f64;
    for _ in 0..400 {
        motion.step()?;
        heated = heated.max(motion.velocity()?[7].abs());
        // The midpoint rule keeps quadratic energies: hundreds of roundings of parts of it.
        assert!((motion.energy() / energy - 1.0).abs() < 1e-13);
    }
    assert!(heated > 0.01, "sound warms the wall: {heated}");
    Ok(())
}

/// The end of a motion of Neo-Hooke's bar after a time of 1, and the largest change of the energy.
fn stretched_end<D>(scheme: D, steps: usize) -> Result<([f64; 8], f64), Error>
where
    NeoHookeBar: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let start = neo_hooke_bar::mode(0.05);
    let mut motion = Integrator::new(neo_hooke_bar::BAR, scheme, 1.0 / steps as f64, start, [0.0; 8])?;
    let energy = motion.energy();
    let mut change = 0.0_f64;
    for _ in 0..steps {
        motion.step()?;
        change = change.max((motion.energy() / energy - 1.0).abs());
    }
    let mut end = [0.0; 8];
    end.copy_from_slice(motion.state().q.as_slice());
    Ok((end, change))
}

#[test]
fn schemes_have_their_orders_on_a_nonlinear_bar() -> Result<(), Error> {
    let (reference, _) = stretched_end(Hermite::<P2>::default(), 320)?;
    let error = |(end, change): ([f64; 8], f64)| {
        let distance = end.iter().zip(&reference).map(|(a, b)| (a - b).abs());
        [distance.fold(0.0, f64::max), change]
    };
    let order = |coarse: [f64; 2], fine: [f64; 2]| [0, 1].map(|k| (coarse[k] / fine[k]).log2());
    let p2 = |steps| stretched_end(Hermite::<P2>::default(), steps).map(error);
    let l1 = |steps| stretched_end(L1::default(), steps).map(error);
    let [p2, l1] = [order(p2(40)?, p2(80)?), order(l1(80)?, l1(160)?)];
    // The fastest modes take 0.24, and are resolved by ten to twenty steps.
    assert!(p2.iter().all(|order| (order - 4.0).abs() < 0.5), "{p2:?}");
    assert!(l1.iter().all(|order| (order - 2.0).abs() < 0.3), "{l1:?}");
    Ok(())
}
