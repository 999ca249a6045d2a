//! Ropes of rods against the same rope, declared, and long ones.

use extremal::Failure;
use extremal::error::AnySizeFailure;
use extremal::nalgebra::DMatrix;
use extremal::prelude::*;

use crate::rope::Rope;

/// Three rods.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[3][2]),
    kinetic = sum(0..3, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = sum(0..3, |i| m[i] * g * r[i][1]),
    constraint(
        first = 0.5 * (r[0].norm_squared() - l.powi(2)),
        second = 0.5 * ((r[1] - r[0]).norm_squared() - l.powi(2)),
        third = 0.5 * ((r[2] - r[1]).norm_squared() - l.powi(2)),
    ),
    discretize(Verlet),
)]
struct Declared {
    m: [f64; 3],
    l: f64,
    g: f64,
}

const M: [f64; 3] = [1.0, 2.0, 0.5];
const Q: [f64; 6] = [0.6, -0.8, 0.6, -1.8, 1.4, -2.4];
const V: [f64; 6] = [0.8, 0.6, 1.8, 0.6, 1.2, -0.2];

fn rope() -> Rope {
    Rope {
        m: M.to_vec(),
        l: 1.0,
        g: 9.81,
    }
}

fn apart(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).fold(0.0, |most, (a, b)| most.max((a - b).abs()))
}

/// Numbers of size ten in a hundred steps, in which an error grows some hundred times.
#[test]
fn ropes_move_as_declared_ones() {
    let mut any = Integrator::new(rope(), Verlet, 0.01, Q, V).expect("a good start");
    let declared = Declared {
        m: M,
        l: 1.0,
        g: 9.81,
    };
    let mut fixed = Integrator::new(declared, Verlet, 0.01, Q, V).expect("a good start");
    let check = |any: &Integrator<Rope, Verlet>, fixed: &Integrator<Declared, Verlet>| {
        assert!(apart(any.coordinates().as_slice(), fixed.coordinates().as_slice()) < 1e-11);
        assert!(apart(any.momentum().as_slice(), fixed.momentum().as_slice()) < 1e-10);
        assert!((any.energy() - fixed.energy()).abs() < 1e-10);
    };
    for k in 0..100 {
        let report = any.step().expect("a small step");
        let expected = fixed.step().expect("a small step");
        // The last one finds constraints at one rounding of their terms.
        assert!(
            report.iterations <= 5 && report.residual_norm < 1e-14,
            "{report:?}"
        );
        let reactions: Vec<f64> = any.reactions().collect();
        assert!(
            apart(&reactions, &expected.reactions) < 1e-8,
            "{k} {reactions:?} {expected:?}"
        );
        for j in 0..3 {
            let impulses = [expected.impulses[0][j], expected.end_impulses[j]];
            assert!(apart(any.impulses(j), &impulses) < 1e-10);
        }
    }
    check(&any, &fixed);
    any.kick([0.0, 0.0, 0.0, 0.0, 3.0, 1.0]).expect("an impulse");
    fixed.kick([0.0, 0.0, 0.0, 0.0, 3.0, 1.0]).expect("an impulse");
    check(&any, &fixed);
    for _ in 0..20 {
        any.step().expect("a small step");
        fixed.step().expect("a small step");
    }
    check(&any, &fixed);
    let dense = any.linearize().expect("rods").to_dense().expect("finite");
    let other = fixed.linearize().expect("rods").by_state;
    let expected = DMatrix::from_fn(12, 12, |row, column| other[(row, column)]);
    assert!((dense - expected).amax() < 1e-8);
    let (a, b) = (any.state(), fixed.state());
    let v = any.velocity().expect("masses");
    let [a, b] = [
        any.system()
            .acceleration(a.t, &a.q, &v, &[])
            .expect("rods")
            .as_slice()
            .to_vec(),
        declared
            .acceleration(b.t, &b.q, &fixed.velocity().expect("masses"), &[])
            .expect("rods")
            .as_slice()
            .to_vec(),
    ];
    assert!(apart(&a, &b) < 1e-8, "{a:?} {b:?}");
}

#[test]
fn starts_that_break_rods_are_refused() {
    let failure = |q: [f64; 6], v: [f64; 6]| {
        Integrator::new(rope(), Verlet, 0.01, q, v)
            .expect_err("a bad start")
            .failure
    };
    let [mut q, mut v] = [Q, V];
    q[5] += 1e-3;
    v[4] += 1e-3;
    let broken = |failure, expected_rate| match failure {
        Failure::AnySize(AnySizeFailure::ConstraintViolated {
            constraint, is_rate, ..
        }) => {
            assert_eq!((constraint == "rod[2]", is_rate), (true, expected_rate));
        }
        other => panic!("{other}"),
    };
    broken(failure(q, V), false);
    broken(failure(Q, v), true);
    let none = failure([0.0, 0.0, 0.0, -1.0, 0.0, -2.0], [0.0; 6]);
    assert!(
        matches!(none, Failure::AnySize(AnySizeFailure::ConstraintViolated { .. })),
        "{none}"
    );
}

/// A rope of a hundred rods, a band of the step's equations.
#[test]
fn long_ropes_keep_their_rods() {
    let rods = 100;
    let rope = Rope {
        m: vec![1.0 / rods as f64; rods],
        l: 1.0 / rods as f64,
        g: 9.81,
    };
    let q: Vec<f64> = (0..rods)
        .flat_map(|i| [(i + 1) as f64 / rods as f64, 0.0])
        .collect();
    let mut motion = Integrator::new(rope, Verlet, 1e-3, q, vec![0.0; 2 * rods]).expect("a good start");
    let energy = motion.energy();
    motion.step_many(20).expect("small steps");
    let q = motion.coordinates().as_slice();
    let mut above = [0.0; 2];
    for r in q.chunks_exact(2) {
        let length = ((r[0] - above[0]).powi(2) + (r[1] - above[1]).powi(2)).sqrt();
        assert!((length * rods as f64 - 1.0).abs() < 1e-12);
        above = [r[0], r[1]];
    }
    // It has fallen by two millimetres, of a weight of one.
    assert!(
        (motion.energy() - energy).abs() < 1e-4,
        "{}",
        motion.energy() - energy
    );
}
