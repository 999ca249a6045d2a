//! Compositions of the steps of systems of any size.

use allocation_counter::measure;
use extremal::blocks::{IntoBlock, NoInputs};
use extremal::prelude::*;

use crate::chains::{Chain, both};
use crate::ropes;
use crate::support::compared::{apart, moved, numbers, same};

#[test]
fn compositions_move_as_written_out() {
    let (q, v) = (numbers(6, 0.3), numbers(6, 2.0));
    let start = (&q[..], &v[..]);
    same(both(), Composition::<4, _>(Verlet), start);
    same(both(), Composition::<4, _>(Midpoint), start);
    same(both(), Composition::<6, _>(Hermite::<P2>::default()), start);
}

/// With multipliers, sums with compensation, and residuals that stages hand on: in each stage rounding is that of a step.
#[test]
fn compositions_of_constrained_steps_move_as_written_out() {
    let check = |a: (Vec<f64>, f64), b: (Vec<f64>, f64)| {
        assert!(apart(&a.0, &b.0) < 1e-11, "{:?} {:?}", a.0, b.0);
        assert!(apart(&[a.1], &[b.1]) < 1e-12, "{} {}", a.1, b.1);
    };
    let start = (&ropes::Q[..], &[0.0; 11][..]);
    let (rope, four) = ropes::both();
    let midpoint = Composition::<4, _>(Midpoint);
    check(moved(rope, midpoint, start), moved(four, midpoint, start));
    let (rope, four) = ropes::both();
    let livens = Composition::<4, _>(Stabilized(Livens));
    check(moved(rope, livens, start), moved(four, livens, start));
}

/// The state at t = 2.
fn end<D>(scheme: D, steps: usize) -> Vec<f64>
where
    Chain: Discretize<D>,
{
    let (chain, _) = both();
    let mut motion = Integrator::new(
        chain,
        scheme,
        2.0 / steps as f64,
        numbers(6, 0.3),
        numbers(6, 2.0),
    )
    .expect("a start");
    for _ in 0..steps {
        motion.step_with([]).expect("a step");
    }
    let state = motion.state();
    state.q.iter().chain(&state.p).copied().collect()
}

#[test]
fn the_order_is_that_of_the_composition() {
    let exact = end(Composition::<6, _>(Verlet), 800);
    let orders = |of: &dyn Fn(usize) -> Vec<f64>, steps: [usize; 2]| {
        let [coarse, fine] = steps.map(|steps| apart(&of(steps), &exact));
        (coarse / fine).log2()
    };
    let four = [
        orders(&|steps| end(Composition::<4, _>(Verlet), steps), [40, 80]),
        orders(&|steps| end(Composition::<4, _>(Midpoint), steps), [40, 80]),
        orders(&|steps| end(Composition::<4, _>(Livens), steps), [40, 80]),
    ];
    assert!(four.iter().all(|order| (order - 4.0).abs() < 0.3), "{four:?}");
    let six = orders(&|steps| end(Composition::<6, _>(Midpoint), steps), [40, 80]);
    assert!((six - 6.0).abs() < 0.4, "{six}");
}

#[test]
fn the_derivative_is_the_product_of_the_stages() {
    let (chain, six) = both();
    let (q, v) = (numbers(6, 0.3), numbers(6, 2.0));
    let scheme = Composition::<4, _>(Midpoint);
    let mut motion = Integrator::new(chain, scheme, 0.1, q.clone(), v.clone()).expect("a start");
    let to_block = |x: &[f64]| std::array::from_fn::<f64, 6, _>(|k| x[k]);
    let mut written_out = Integrator::new(six, scheme, 0.1, to_block(&q), to_block(&v)).expect("a start");
    motion.step().expect("a step");
    written_out.step().expect("a step");
    let product = motion
        .linearize()
        .expect("a derivative")
        .to_dense()
        .expect("a matrix");
    let expected = written_out.linearize().expect("a derivative").by_state;
    assert!(apart(product.as_slice(), expected.as_slice()) < 1e-13);
}

/// A step that fails leaves state and memory: the next one has the same bits as without it.
#[test]
fn a_failed_step_leaves_the_memory() {
    let (chain, _) = both();
    let (q, v) = (numbers(6, 0.3), numbers(6, 2.0));
    let start = || {
        Integrator::new(
            chain.clone(),
            Composition::<4, _>(Midpoint),
            0.1,
            q.clone(),
            v.clone(),
        )
        .expect("a start")
    };
    let (mut plain, mut disturbed) = (start(), start());
    for motion in [&mut plain, &mut disturbed] {
        motion.step_many(5).expect("small steps");
    }
    let stiff = Chain {
        c: vec![f64::MAX / 1e3; 5],
        ..chain.clone()
    };
    disturbed.set_system(stiff).expect("finite numbers");
    disturbed.step().expect_err("forces beyond all numbers");
    disturbed.set_system(chain.clone()).expect("finite numbers");
    plain.set_system(chain.clone()).expect("finite numbers");
    for motion in [&mut plain, &mut disturbed] {
        motion.step_many(5).expect("small steps");
    }
    assert_eq!(plain.state(), disturbed.state());
    let taken = disturbed.snapshot();
    let mut restored = start();
    restored.restore(&taken).expect("its own snapshot");
    for motion in [&mut plain, &mut restored] {
        motion.step_many(5).expect("small steps");
    }
    assert_eq!(plain.state(), restored.state());
}

/// The first steps take the room. Failures give the memory back.
#[test]
fn composed_steps_do_not_allocate() {
    fn check<S, D>(system: S, scheme: D, (q, v): (&[f64], &[f64]))
    where
        S: Discretize<D, Scalar = f64, Inputs: NoInputs>,
        Vec<f64>: IntoBlock<S::Configuration> + IntoBlock<S::Velocity>,
    {
        let mut motion = Integrator::new(system, scheme, 0.05, q.to_vec(), v.to_vec()).expect("a good start");
        for _ in 0..3 {
            motion.step().expect("a small step");
        }
        let allocations = measure(|| {
            for _ in 0..5 {
                motion.step().expect("a small step");
            }
            motion.step_many(20).expect("small steps");
        });
        assert_eq!(allocations.count_total, 0, "{}", core::any::type_name::<D>());
    }
    let (q, v) = (numbers(6, 0.3), numbers(6, 2.0));
    let start = (&q[..], &v[..]);
    check(both().0, Composition::<4, _>(Verlet), start);
    check(both().0, Composition::<6, _>(Midpoint), start);
    check(both().0, Composition::<4, _>(Hermite::<P2>::default()), start);
    let start = (&ropes::Q[..], &[0.0; 11][..]);
    check(ropes::both().0, Composition::<4, _>(Midpoint), start);
    check(ropes::both().0, Composition::<4, _>(Stabilized(Livens)), start);
}
