//! Steps and linearizations of many coordinates fit on the stack that their facts tell, without optimisation.

use std::thread;

use extremal::{Discretize, Error, prelude::*};

const N: usize = 40;

/// Every coordinate is coupled to every other, so that equations are solved with pivoting.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(q[40]),
    kinetic = 0.5 * dt(q).norm_squared(),
    potential = 0.5 * q.norm_squared() + 0.25 * w.dot(q).powi(4),
    discretize(Verlet, Midpoint),
)]
struct Coupled {
    w: [f64; 40],
}

/// Runs in a thread whose stack has `bytes` bytes. An overflow ends the process.
fn on_a_stack(bytes: usize, run: impl FnOnce() -> Result<(), Error> + Send + 'static) {
    let thread = thread::Builder::new().stack_size(bytes);
    let running = thread.spawn(run).expect("a thread");
    running.join().expect("no panic").expect("no failure");
}

fn fits<D>(scheme: D)
where
    D: Clone + Send + 'static,
    Coupled: Discretize<D>,
{
    let facts = <Coupled as Discretize<D>>::FACTS;
    let q = core::array::from_fn(|i| (0.3 * i as f64).sin());
    let system = Coupled { w: [0.5; N] };
    let (of_step, of_linearization) = (scheme.clone(), scheme);
    on_a_stack(facts.step_stack_bytes, move || {
        let mut motion = Integrator::new(system, of_step, 1e-2, q, [0.0; N])?;
        for _ in 0..3 {
            motion.step()?;
        }
        Ok(())
    });
    on_a_stack(facts.linearize_stack_bytes, move || {
        Integrator::new(system, of_linearization, 1e-2, q, [0.0; N])?.linearize()?;
        Ok(())
    });
}

#[test]
fn steps_and_linearizations_fit_on_the_stack_that_is_told() {
    fits(Verlet);
    fits(Midpoint);
    fits(Composition::<4, Midpoint>(Midpoint));
}

/// What is told is not far too much: threads have 2 MB.
#[test]
fn forty_coordinates_fit_on_the_stack_of_any_thread() {
    const { assert!(<Coupled as Discretize<Midpoint>>::FACTS.linearize_stack_bytes < 2 << 20) };
}

/// `JᵀΩJ = Ω`, which a wrong entry of a block that is written in place would violate.
#[test]
fn the_derivative_of_a_step_is_symplectic() {
    let q = core::array::from_fn(|i| (0.3 * i as f64).sin());
    let run = move || {
        let motion = Integrator::new(Coupled { w: [0.5; N] }, Midpoint, 1e-2, q, [0.0; N])?;
        let j = Box::new(motion.linearize()?.by_state);
        for (a, b) in (0..2 * N).flat_map(|a| (0..2 * N).map(move |b| (a, b))) {
            let pairs = (0..N).map(|i| j[(i, a)] * j[(i + N, b)] - j[(i + N, a)] * j[(i, b)]);
            let expected = f64::from(i8::from(a + N == b) - i8::from(b + N == a));
            // Sums of 40 products below 100, and a Newton residual at rounding.
            assert!((pairs.sum::<f64>() - expected).abs() <= 1e-10, "{a} {b}");
        }
        Ok(())
    };
    on_a_stack(8 << 20, run);
}

/// Contacts of every coordinate, with friction.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(q[20]),
    kinetic = 0.5 * dt(q).norm_squared(),
    potential = 10 * q[0] + 0.5 * q.norm_squared() + 0.25 * w.dot(q).powi(4),
    contact(floor, gap = array(0..20, |i| q[i] + 0.1), slip = array(0..20, |i| dt(q[i] + q[0])), friction = 0.3),
    discretize(Moreau, NonsmoothMidpoint),
)]
struct Heap {
    w: [f64; 20],
}

#[test]
fn steps_with_closed_contacts_fit_on_the_stack_that_is_told() {
    let start = || {
        let (q, p) = ([-0.11; 20].into(), [-0.5; 20].into());
        Integrator::from_state(Heap { w: [0.5; 20] }, Moreau, 1e-3, State { t: 0.0, q, p })
    };
    let facts = <Heap as Discretize<Moreau>>::FACTS;
    on_a_stack(facts.step_stack_bytes, move || {
        let mut motion = start()?;
        let report = motion.step()?;
        assert!(report.contacts().all(|contact| contact.is_closed), "{report:?}");
        Ok(())
    });
    on_a_stack(facts.linearize_stack_bytes, move || {
        // The first contact has no percussion: friction at the others stops it.
        assert!(start()?.linearize().is_err());
        Ok(())
    });
}

/// Contacts that are held at the end of a step, and percussions there.
#[test]
fn steps_with_percussions_at_both_ends_fit_on_the_stack_that_is_told() {
    let facts = <Heap as Discretize<NonsmoothMidpoint>>::FACTS;
    on_a_stack(facts.step_stack_bytes, || {
        let (q, p) = ([-0.11; 20].into(), [-0.5; 20].into());
        let start = State { t: 0.0, q, p };
        let mut motion = Integrator::from_state(Heap { w: [0.5; 20] }, NonsmoothMidpoint, 1e-3, start)?;
        // An impact at the start, and then coordinates that are raised.
        for _ in 0..3 {
            let report = motion.step()?;
            assert!(report.contacts().any(|contact| contact.is_closed), "{report:?}");
        }
        Ok(())
    });
}

#[path = "../examples/discs.rs"]
#[allow(dead_code, reason = "a program of its own, which prints")]
mod discs;

/// Two blocks of 204 × 204 numbers are two thirds of a megabyte: one for the contact problem, one for its solution.
#[test]
fn a_hundred_contacts_fit_on_the_stack_of_any_thread() {
    on_a_stack(2 << 20, || {
        let (discs, q) = discs::start();
        let mut motion = Integrator::new(&discs, Moreau, 1e-3, q, [0.0; 36])?;
        for _ in 0..100 {
            motion.step()?;
        }
        let report = motion.step()?;
        assert!(
            report.contacts().filter(|contact| contact.is_closed).count() > 1,
            "{report:?}"
        );
        Ok(())
    });
}
