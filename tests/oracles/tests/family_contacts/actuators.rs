//! Actuators at all items: numbers of arrays against those on the heap, and contacts.

use extremal::prelude::*;

use crate::support::compared::apart;

const MASSES: [f64; 4] = [1.0, 2.0, 0.5, 1.5];

/// A chain with an actuator at each mass, in arrays.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[N]),
    inputs(u[N][2]),
    kinetic = sum(0..N, |i| 0.5 * m[i] * dt(q[i]).powi(2)),
    potential = sum(0..N - 1, |i| 0.25 * (q[i + 1] - q[i]).powi(4)),
    force(q = array(0..N, |i| u[i][0] + u[i][1] * q[i] - 0.01 * dt(q[i]))),
    discretize(Verlet, Midpoint),
)]
struct InArrays<T: extremal::Scalar, const N: usize> {
    m: [T; N],
}

#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[masses]),
    inputs(u[masses][2]),
    kinetic = sum(0..masses, |i| 0.5 * m[i] * dt(q[i]).powi(2)),
    potential = sum(0..masses - 1, |i| 0.25 * (q[i + 1] - q[i]).powi(4)),
    force(q = array(0..masses, |i| u[i][0] + u[i][1] * q[i] - 0.01 * dt(q[i]))),
    discretize(Verlet, Midpoint),
)]
struct OnTheHeap {
    masses: usize,
    m: Vec<f64>,
}

#[test]
fn inputs_in_arrays_give_the_bits_of_those_on_the_heap() {
    let arrays = InArrays { m: MASSES };
    let heap = OnTheHeap {
        masses: 4,
        m: MASSES.to_vec(),
    };
    let (q, v, u) = (
        [0.3, 0.1, -0.2, 0.5],
        [0.0; 4],
        [[0.1, 0.3], [0.0, -0.1], [-0.3, 0.2], [0.2, 0.0]],
    );
    macro_rules! same {
        ($scheme:expr) => {
            let mut a = Integrator::new(&arrays, $scheme, 0.05, q, v).expect("a good start");
            let mut b = Integrator::new(&heap, $scheme, 0.05, q, v).expect("a good start");
            for _ in 0..20 {
                a.step_with(u).expect("a small step");
                b.step_with(u.as_flattened()).expect("a small step");
            }
            assert_eq!(a.state().q.as_slice(), b.state().q.as_slice());
            let [x, y] = [[1.0; 16], [0.5; 16]];
            for z in [x, y] {
                let a = a.linearize_with(u).expect("masses").multiply(&z);
                let b = b
                    .linearize_with(u.as_flattened())
                    .expect("masses")
                    .multiply(&z);
                assert_eq!(
                    a.expect("finite").as_flattened(),
                    b.expect("finite").as_slice()
                );
            }
        };
    }
    same!(Verlet);
    same!(Midpoint);
    let error = Integrator::new(&arrays, Verlet, 0.05, q, v)
        .expect("a good start")
        .step_with([[0.0; 2], [0.0, f64::INFINITY], [0.0; 2], [0.0; 2]]);
    assert_eq!(
        error.map(|_| ()).map_err(|error| error.failure.to_string()),
        Err("inputs: that of `u[1][1]` is not a finite number".into())
    );
}

/// Balls with thrust over a floor.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(z[balls]),
    inputs(thrust[balls]),
    kinetic = sum(0..balls, |i| 0.5 * dt(z[i]).powi(2)),
    potential = sum(0..balls, |i| 10 * z[i]),
    force(z = array(0..balls, |i| thrust[i])),
    contact(floor, gap = array(0..balls, |i| z[i]), restitution = 0.5),
    discretize(Moreau),
)]
struct Balls {
    balls: usize,
}

/// From rest at a height z a ball with the acceleration −10 + u falls for √(2z/(10 − u)); one with u = 10 stays, and one with u = 12
/// rises.
#[test]
fn balls_with_contacts_feel_their_own_thrust() {
    let mut motion =
        Integrator::new(Balls { balls: 4 }, Moreau, 1e-3, [1.0; 4], [0.0; 4]).expect("a good start");
    for _ in 0..400 {
        motion.step_with([0.0, 10.0, 12.0, -10.0]).expect("a small step");
    }
    let z = motion.state().q;
    // After 0.4 s; the last one struck the floor after 0.316 s, and left it with half of 6.32 m/s.
    let bounced = 0.1_f64.sqrt();
    let after = 0.4 - bounced;
    let expected = [
        1.0 - 0.8,
        1.0,
        1.16,
        10.0 * bounced * after - 10.0 * after * after,
    ];
    assert!(apart(z.as_slice(), &expected) < 1e-2, "{z}");
}

/// The first ball strikes the floor, and the others are free. The differences are off by rounding/ε.
#[test]
fn columns_of_thrust_are_differences_of_steps_with_contacts() {
    const EPSILON: f64 = 1e-6;
    let thrust = [1.0, 10.0, 12.0, 10.5];
    let start = ([1e-4, 1.0, 1.0, 1.0], [-1.0, 0.0, 0.0, 0.0]);
    let motion = Integrator::new(Balls { balls: 4 }, Moreau, 1e-3, start.0, start.1).expect("a good start");
    let found = motion.linearize_with(thrust).expect("a derivative").to_dense();
    let found = found.expect("finite");
    // Rows and columns of q, p and v, and behind them the inputs.
    assert_eq!((found.nrows(), found.ncols()), (12, 16));
    for k in 0..4 {
        let end = |by: f64| {
            let (mut motion, mut u) = (motion.clone(), thrust);
            u[k] += by;
            motion.step_with(u).expect("a small step");
            let state = motion.state();
            [state.q.as_slice(), state.p.as_slice()].concat()
        };
        let ends = end(EPSILON).into_iter().zip(end(-EPSILON));
        let expected: Vec<f64> = ends.map(|(a, b)| (a - b) / (2.0 * EPSILON)).collect();
        let column = found.column(12 + k).rows(0, 8).clone_owned();
        assert!(
            apart(column.as_slice(), &expected) < 1e-9,
            "{k}: {column} {expected:?}"
        );
        // p₁ = p₀ + h u for a free ball, and no ball feels the thrust of another one.
        for (ball, p) in column.iter().skip(4).enumerate() {
            let own = if k == ball { 1e-3 } else { 0.0 };
            assert!((ball == 0 && k == 0) || (p - own).abs() < 1e-15, "{k}: {column}");
        }
    }
}

/// Drag on all masses of a chain, thrust on the last one, and on those of a list.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[len.len()]),
    inputs(thrust, push[2]),
    kinetic = sum(0..len.len(), |i| 0.5 * dt(x[i]).powi(2)),
    potential = sum(1..len.len(), |i| 0.5 * k * (x[i] - x[i - 1] - len[i]).powi(2)),
    force(
        x = array(0..x.len(), |i| -c * abs(dt(x[i])) * dt(x[i])),
        x[x.len() - 1] = thrust,
        x[pushed[0]] = push[0] - dt(x[pushed[0]]),
        x[pushed[1]] = push[1],
    ),
    discretize(Verlet, Midpoint),
)]
struct Train {
    /// The method in `len.len()` does not make this field a function.
    len: Vec<f64>,
    pushed: Vec<usize>,
    k: f64,
    c: f64,
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[5]),
    inputs(thrust, push[2]),
    kinetic = 0.5 * dt(x).norm_squared(),
    potential = sum(1..5, |i| 0.5 * k * (x[i] - x[i - 1] - len[i]).powi(2)),
    force(x = [
        push[1] - c * abs(dt(x[0])) * dt(x[0]),
        -c * abs(dt(x[1])) * dt(x[1]),
        push[0] - dt(x[2]) - c * abs(dt(x[2])) * dt(x[2]),
        -c * abs(dt(x[3])) * dt(x[3]),
        thrust - c * abs(dt(x[4])) * dt(x[4]),
    ]),
    discretize(Verlet, Midpoint),
)]
struct Five {
    len: [f64; 5],
    k: f64,
    c: f64,
}

#[test]
fn forces_on_single_items_add_to_those_on_all() {
    let len = [0.0, 1.0, 1.5, 0.5, 1.0];
    let train = Train {
        len: len.to_vec(),
        pushed: vec![2, 0],
        k: 3.0,
        c: 0.4,
    };
    let five = Five { len, k: 3.0, c: 0.4 };
    let (q, v, u) = (
        [0.0, 0.9, 2.6, 3.0, 4.1],
        [0.5, -0.3, 0.1, 0.8, -0.2],
        [0.7, -0.4, 0.9],
    );
    macro_rules! same {
        ($scheme:expr) => {
            let mut a = Integrator::new(&train, $scheme, 0.05, q, v).expect("a good start");
            let mut b = Integrator::new(five, $scheme, 0.05, q, v).expect("a good start");
            for _ in 0..100 {
                a.step_with(u).expect("a small step");
                b.step_with(u).expect("a small step");
            }
            let (a, b) = (a.state(), b.state());
            // Sums in another order: some ulps of numbers of size 10, over a hundred steps.
            assert!(apart(a.q.as_slice(), b.q.as_slice()) < 1e-13);
            assert!(apart(a.p.as_slice(), b.p.as_slice()) < 1e-13);
        };
    }
    same!(Verlet);
    same!(Midpoint);
    let far = Train {
        pushed: vec![2, 5],
        ..train.clone()
    };
    let error = Integrator::new(&far, Midpoint, 0.05, q, v).expect_err("there is no mass 5");
    assert!(error.to_string().contains("`pushed`"), "{error}");
}
