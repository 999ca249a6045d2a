//! Bars by elements in space: against the exact motion of the numbers at the nodes, the wave equation, and closed forms.

mod ends;
mod neo_hooke;
mod rods;

#[path = "../../examples/bar.rs"]
#[expect(
    dead_code,
    reason = "the tests use the declarations, not the example's `main`"
)]
mod bar;
#[path = "../../examples/thermoelastic_bar.rs"]
#[expect(dead_code, reason = "the tests use the declaration, not the example's `main`")]
mod thermoelastic_bar;

use std::f64::consts::PI;

use extremal::Error;
use extremal::blocks::{IntoBlock, NoInputs, Vector};
use extremal::prelude::*;

use bar::{HermiteBar, LinearBar};
use thermoelastic_bar::ThermoelasticBar;

/// The largest errors of u and of its velocity relative to their amplitudes, and of the energy, over one period of the first mode.
fn errors<D>(scheme: D, steps: usize) -> Result<[f64; 3], Error>
where
    LinearBar: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let bar = LinearBar::of(8);
    let (omega, mode) = (bar.frequency(1), bar.mode(1, 0.01));
    let h = 2.0 * PI / omega / steps as f64;
    let mut motion = Integrator::new(bar, scheme, h, mode.clone(), vec![0.0; 7])?;
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
    let near = |orders: &[f64], expected: f64| {
        // The next power of h changes the slope by less than a tenth here.
        assert!(
            orders.iter().all(|order| (order - expected).abs() < 0.1),
            "{orders:?}"
        );
    };
    near(&orders(Verlet)?, 2.0);
    near(&orders(L1::default())?, 2.0);
    near(&orders(Hermite::<P2>::default())?, 4.0);
    // These two keep the energy of linear systems: only rounding is left.
    near(&orders(Midpoint)?[..2], 2.0);
    near(&orders(Newmark::default())?[..2], 2.0);
    assert!(errors(Midpoint, 32)?[2] < 1e-13 && errors(Newmark::default(), 32)?[2] < 1e-13);
    Ok(())
}

/// The largest distance, in forty steps of the midpoint rule, from shape·cos nφ + other·sin nφ with tan(φ/2) = ω h/2. That is
/// what the rule makes of a mode of a linear system.
fn miss<S>(system: S, omega: f64, shape: &[f64], other: &[f64]) -> Result<f64, Error>
where
    S: Discretize<Midpoint, Scalar = f64, Inputs: NoInputs>,
    Vec<f64>: IntoBlock<S::Configuration> + IntoBlock<S::Velocity>,
{
    let (h, steps) = (0.1, 40_u32);
    let phase = 2.0 * (0.5 * omega * h).atan();
    let velocity: Vec<f64> = other.iter().map(|other| omega * other).collect();
    let mut motion = Integrator::new(system, Midpoint, h, shape.to_vec(), velocity)?;
    let mut largest = 0.0_f64;
    for step in 1..=steps {
        motion.step()?;
        let (sin, cos) = (f64::from(step) * phase).sin_cos();
        let state = motion.state();
        for ((q, shape), other) in state.q.as_slice().iter().zip(shape).zip(other) {
            largest = largest.max((q - shape * cos - other * sin).abs());
        }
    }
    Ok(largest)
}

#[test]
fn waves_have_the_velocity_of_their_elements() -> Result<(), Error> {
    let bar = LinearBar::of(8);
    for k in 1..8 {
        let miss = miss(bar, bar.frequency(k), &bar.mode(k, 1.0), &[0.0; 7])?;
        // Forty steps, each a solve with a matrix of condition 30.
        assert!(miss < 1e-12, "{k}: {miss:e}");
    }
    // The wave equation has ω = π.
    let first = bar.frequency(1) / PI - 1.0;
    assert!(
        (first / ((PI * 0.125).powi(2) / 24.0) - 1.0).abs() < 0.05,
        "{first}"
    );
    Ok(())
}

#[test]
fn a_hundred_thousand_elements_swing_as_the_wave_equation() -> Result<(), Error> {
    let bar = LinearBar::of(100_000);
    let rest = vec![0.0; 99_999];
    let mut motion = Integrator::new(bar, Midpoint, 0.01, bar.mode(1, 1.0), rest)?;
    motion.step_many(10)?;
    // tan(φ/2) = ω h/2, with ω = π up to (π l)²/24 = 4e-11; entries of the matrix are 10⁹ times those of slow modes.
    let phase = 20.0 * (0.005 * PI).atan();
    let middle = motion.state().q[49_999];
    assert!((middle - phase.cos()).abs() < 1e-7, "{middle} {}", phase.cos());
    Ok(())
}

#[test]
fn bars_without_inner_nodes_are_refused() {
    for elements in [0, 1] {
        let bar = LinearBar {
            elements,
            ..LinearBar::of(2)
        };
        let none: Vec<f64> = Vec::new();
        assert!(Integrator::new(bar, Midpoint, 0.1, none.clone(), none).is_err());
    }
}

/// ω and (U, D) of the mode u = U sin iθ, u′ = D cos iθ of cubic elements of length l with c = 1: the slower, or the faster one.
fn hermite_mode(theta: f64, l: f64, is_fast: bool) -> (f64, [f64; 2]) {
    let (sin, cos) = theta.sin_cos();
    // The element matrices of textbooks, summed over both elements of a node.
    let mass = [312.0 + 108.0 * cos, 26.0 * l * sin, (8.0 - 6.0 * cos) * l * l].map(|m| m * l / 420.0);
    let stiff = [72.0 * (1.0 - cos), -6.0 * l * sin, (8.0 - 2.0 * cos) * l * l].map(|k| k / (30.0 * l));
    // det(K − ω² M) = a ω⁴ − b ω² + c = 0.
    let a = mass[0] * mass[2] - mass[1] * mass[1];
    let b = mass[0] * stiff[2] + mass[2] * stiff[0] - 2.0 * mass[1] * stiff[1];
    let c = stiff[0] * stiff[2] - stiff[1] * stiff[1];
    let root = (b * b - 4.0 * a * c).sqrt();
    let square = if is_fast {
        0.5 * (b + root) / a
    } else {
        2.0 * c / (b + root)
    };
    let [m, k] = [mass, stiff];
    (square.sqrt(), [square * m[1] - k[1], k[0] - square * m[0]])
}

#[test]
fn cubic_elements_are_six_orders_from_the_wave_equation() -> Result<(), Error> {
    let bar = HermiteBar::of(4);
    for (k, is_fast) in [
        (1, false),
        (2, false),
        (3, false),
        (1, true),
        (2, true),
        (3, true),
    ] {
        let theta = PI * f64::from(k) / 4.0;
        let (omega, [u, du]) = hermite_mode(theta, bar.l, is_fast);
        let size = u.abs().max(du.abs());
        let shape: Vec<f64> = (1..4)
            .map(|node| u / size * (theta * f64::from(node)).sin())
            .chain((0..5).map(|node| du / size * (theta * f64::from(node)).cos()))
            .collect();
        let miss = miss(bar, omega, &shape, &[0.0; 8])?;
        // Forty steps, each a solve with a matrix of condition 10³.
        assert!(miss < 1e-11, "{k}: {miss:e}");
    }
    let error = |elements: f64| hermite_mode(PI / elements, 1.0 / elements, false).0 / PI - 1.0;
    // (π l)⁶/60480 for short elements; ω² loses ten digits to its differences.
    assert!(
        (error(8.0) / ((PI / 8.0).powi(6) / 60480.0) - 1.0).abs() < 0.1,
        "{}",
        error(8.0)
    );
    // The fastest mode has equal strains at all nodes, and u = 0 there.
    let (fastest, [u, _]) = hermite_mode(0.0, 0.25, true);
    assert!(
        (fastest * 0.25 / 42.0_f64.sqrt() - 1.0).abs() < 1e-12 && u == 0.0,
        "{fastest}"
    );
    Ok(())
}

/// The growth of the energy in 2500 steps from the fastest mode.
fn growth<S, D>(system: S, scheme: D, h: f64, shape: Vec<f64>) -> Result<f64, Error>
where
    S: Discretize<D, Scalar = f64, Inputs: NoInputs>,
    Vec<f64>: IntoBlock<S::Configuration> + IntoBlock<S::Velocity>,
{
    let rest = vec![0.0; shape.len()];
    let mut motion = Integrator::new(system, scheme, h, shape, rest)?;
    motion.set_guard(false);
    let begin = motion.energy();
    let mut largest = begin;
    for _ in 0..2500 {
        motion.step()?;
        largest = largest.max(motion.energy());
    }
    Ok(largest / begin)
}

#[test]
fn largest_stable_steps_are_those_of_the_fastest_mode() -> Result<(), Error> {
    let bar = LinearBar::of(8);
    let (fastest, shape) = (bar.frequency(7), bar.mode(7, 1e-3));
    let p2 = Hermite::<P2>::default();
    let near = |limit: f64| [0.999, 1.001].map(|share| share * limit / fastest);
    // Near a limit the energy oscillates by one over the distance from it, and beyond it grows in each step.
    let check = |[below, above]: [f64; 2]| assert!(below < 1e4 && above > 1e8, "{below:e} {above:e}");
    let [stable, unstable] = near(2.0).map(|h| growth(bar, Verlet, h, shape.clone()));
    check([stable?, unstable?]);
    let [stable, unstable] = near(12.0_f64.sqrt()).map(|h| growth(bar, L1::default(), h, shape.clone()));
    check([stable?, unstable?]);
    let [stable, unstable] = near(3.1436).map(|h| growth(bar, p2, h, shape.clone()));
    check([stable?, unstable?]);
    let bar = HermiteBar::of(4);
    let strains: Vec<f64> = [vec![0.0; 3], vec![1e-3; 5]].concat();
    let [stable, unstable] = [0.999, 1.001].map(|share| {
        let h = share * 3.1436 * bar.l / 42.0_f64.sqrt();
        growth(bar, p2, h, strains.clone())
    });
    check([stable?, unstable?]);
    Ok(())
}

#[test]
fn heat_of_the_second_type_and_sound_have_the_frequencies_of_both_waves() -> Result<(), Error> {
    let bar = ThermoelasticBar::of(8);
    for k in 1..8 {
        let theta = PI * f64::from(k) / 8.0;
        let (mass, stiff) = (
            bar.l * (2.0 + theta.cos()) / 3.0,
            2.0 * (1.0 - theta.cos()) / bar.l,
        );
        // (ϱ m ω² − E k)(c m ω² − κ k) = γ² sin²θ ω², the dispersion of the elements.
        let a = bar.density * bar.capacity * mass * mass;
        let c = bar.stiffness * bar.conductivity * stiff * stiff;
        let b = mass * stiff * (bar.density * bar.conductivity + bar.stiffness * bar.capacity)
            + (bar.coupling * theta.sin()).powi(2);
        for sign in [-1.0, 1.0] {
            let square = 0.5 * (b + sign * (b * b - 4.0 * a * c).sqrt()) / a;
            let omega = square.sqrt();
            // u = sin iθ cos ωt, α = A cos iθ sin ωt.
            let heat = bar.coupling * omega * theta.sin()
                / (bar.conductivity * stiff - bar.capacity * mass * square);
            let nodes = |from: u32, to: u32| (from..to).map(f64::from);
            let shape: Vec<f64> = nodes(1, 8).map(|i| (i * theta).sin()).chain([0.0; 9]).collect();
            let other: Vec<f64> = [0.0; 7]
                .into_iter()
                .chain(nodes(0, 9).map(|i| heat * (i * theta).cos()))
                .collect();
            let miss = miss(bar, omega, &shape, &other)?;
            // Forty steps, each a solve with a matrix of condition 10²; amplitudes up to 3.
            assert!(miss < 1e-11, "{k}: {omega} is missed by {miss:e}");
            if k == 1 {
                // The waves of the wave equations, up to (π l)²/24 ≈ 0.6 %.
                let near = bar
                    .wave_velocities()
                    .map(|velocity| (omega / (PI * velocity) - 1.0).abs());
                assert!(near.into_iter().fold(f64::INFINITY, f64::min) < 0.01, "{omega}");
            }
        }
    }
    Ok(())
}

#[test]
fn thermoelastic_bars_keep_their_energy() -> Result<(), Error> {
    let bar = ThermoelasticBar::of(8);
    let mut motion = Integrator::new(bar, Midpoint, 0.05, bar.stretched(0.01), vec![0.0; 16])?;
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
