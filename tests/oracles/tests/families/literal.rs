//! Literal lengths above the limit of what is written out.

use std::f64::consts::PI;

use extremal::function::{Function, Gradient, Hessian, Value};
use extremal::prelude::*;

use crate::support::compared::{moved, numbers, same};

/// A chain between walls with a literal number of masses.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[300]),
    let longer = array(1..300, |i| x[i] - x[i - 1]),
    kinetic = sum(0..300, |i| 0.5 * m[i] * dt(x[i]).powi(2)),
    potential = 0.5 * k * (x[0].powi(2) + sum(0..299, |i| longer[i].powi(2)) + x[299].powi(2)),
    output(first = array(0..20, |i| x[i])),
    discretize(Verlet, Midpoint),
)]
struct Chain {
    m: [f64; 300],
    k: f64,
}

/// The same with a length of the program.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[m.len()]),
    let longer = array(1..m.len(), |i| x[i] - x[i - 1]),
    kinetic = sum(0..m.len(), |i| 0.5 * m[i] * dt(x[i]).powi(2)),
    potential = 0.5 * k * (x[0].powi(2) + sum(0..m.len() - 1, |i| longer[i].powi(2)) + x[m.len() - 1].powi(2)),
    discretize(Verlet, Midpoint),
)]
struct ChainOfMasses {
    m: Vec<f64>,
    k: f64,
}

#[test]
fn a_literal_length_has_the_bits_of_a_length_of_the_program() {
    let m: [f64; 300] = std::array::from_fn(|i| 1.0 + 0.001 * i as f64);
    let chains = (
        Chain { m, k: 3.0 },
        ChainOfMasses {
            m: m.to_vec(),
            k: 3.0,
        },
    );
    let (x, v) = (numbers(300, 0.0), numbers(300, 1.0));
    let start = (&x[..], &v[..]);
    assert_eq!(
        moved(chains.0.clone(), Verlet, start),
        moved(chains.1.clone(), Verlet, start)
    );
    assert_eq!(
        moved(chains.0.clone(), Midpoint, start),
        moved(chains.1, Midpoint, start)
    );
    let motion = Integrator::new(chains.0, Verlet, 0.05, x.clone(), v).expect("a good start");
    assert_eq!(motion.outputs().expect("finite numbers")[..], x[..20]);
    assert!(Chain::describe().contains("more than 256 items, and sums over more than 16 are loops"));
}

/// The slowest mode, `x_i = sin(i π/(n + 1))` with ω = 2 √(k/m) sin(π/(2 (n + 1))), is on the other side after half a period.
#[test]
fn the_slowest_mode_has_its_period() {
    let chain = Chain {
        m: [1.0; 300],
        k: 1.0,
    };
    let angle = PI / 301.0;
    let omega = 2.0 * (angle / 2.0).sin();
    let mode: Vec<f64> = (1..=300).map(|i| (angle * f64::from(i)).sin()).collect();
    let h = PI / omega / 1000.0;
    let mut motion = Integrator::new(chain, Midpoint, h, mode.clone(), vec![0.0; 300]).expect("a good start");
    motion.step_many(1000).expect("linear equations");
    // The phase of the midpoint rule is behind by (ω h)²/12 of itself: π · 8e-7.
    let end = motion.state();
    let furthest = end.q.iter().zip(&mode).map(|(x, start)| (x + start).abs());
    assert!(furthest.fold(0.0, f64::max) < 1e-10);
}

/// A range that is a loop by itself: springs from one mass to points around it.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = sum(0..300, |i| 0.5 * ((r - at[i]).norm() - 1).powi(2) / 300),
    discretize(Verlet, Midpoint),
)]
struct Springs {
    at: [[f64; 2]; 300],
}

/// The same springs as a function, by hand.
#[derive(Clone, Copy, Debug)]
struct Around([[f64; 2]; 300]);

impl Value<2> for Around {
    fn value(&self, r: [f64; 2]) -> f64 {
        self.hessian(r).0
    }
}

impl Gradient<2> for Around {
    fn gradient(&self, r: [f64; 2]) -> (f64, [f64; 2]) {
        let (value, gradient, _) = self.hessian(r);
        (value, gradient)
    }
}

impl Function<2> for Around {
    fn hessian(&self, r: [f64; 2]) -> Hessian<2> {
        let (mut value, mut gradient, mut hessian) = (0.0, [0.0; 2], [[0.0; 2]; 2]);
        for at in self.0 {
            let (x, y) = (r[0] - at[0], r[1] - at[1]);
            let length = x.hypot(y);
            let (pull, turned) = ((1.0 - 1.0 / length) / 300.0, length.powi(-3) / 300.0);
            value += 0.5 * (length - 1.0).powi(2) / 300.0;
            gradient[0] += pull * x;
            gradient[1] += pull * y;
            hessian[0][0] += pull + turned * x * x;
            hessian[1][1] += pull + turned * y * y;
            hessian[0][1] += turned * x * y;
        }
        hessian[1][0] = hessian[0][1];
        (value, gradient, hessian)
    }
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = springs(r),
    discretize(Verlet, Midpoint)
)]
struct SpringsByHand {
    springs: Around,
}

#[test]
fn a_long_range_moves_as_a_function_by_hand() {
    let at = std::array::from_fn(|i| [3.0 * (i as f64).sin(), 3.0 * (1.7 * i as f64).cos()]);
    let start = (&[0.1, 0.2][..], &[0.3, -0.4][..]);
    let by_hand = SpringsByHand { springs: Around(at) };
    same((Springs { at }, by_hand), Verlet, start);
    same((Springs { at }, by_hand), Midpoint, start);
}
