//! A closed loop with a redundant constraint, in single precision and with dual numbers.

use std::array::from_fn;

use extremal::num_dual::Dual64;
use extremal::prelude::*;
use extremal::{Error, Scalar};

/// A parallelogram with three cranks and three couplers.
#[derive(Lagrangian, Clone, Copy, Debug)]
#[lagrangian(
    coordinates(b[3][2]),
    kinetic = sum(0..3, |i| 0.5 * m[i] * dt(b[i]).norm_squared()),
    potential = sum(0..3, |i| m[i] * 9.81 * b[i][1]),
    constraint(
        crank = array(0..3, |i| (b[i] - [1.0 * i, 0]).norm_squared() - 1),
        c01 = (b[1] - b[0]).norm_squared() - 1,
        c12 = (b[2] - b[1]).norm_squared() - 1,
        c02 = (b[2] - b[0]).norm_squared() - 4,
    ),
    redundant,
    discretize(Verlet),
)]
struct Loop<T: Scalar> {
    m: [T; 3],
}

/// The state after fifty steps, of cranks that hang at one radian below the horizontal; the first mass is given.
fn after<T: Scalar>(first: T) -> Result<[[T; 6]; 2], Error> {
    let number = |x: f64| <T as Scalar>::from_f64(x);
    let (sin, cos) = <T as Scalar>::sin_cos(number(-1.0));
    let q = from_fn(|k| {
        if k % 2 == 0 {
            number((k / 2) as f64) + cos
        } else {
            sin
        }
    });
    let rate = number(0.5);
    let v = from_fn(|k| if k % 2 == 0 { -rate * sin } else { rate * cos });
    let system = Loop {
        m: [first, number(2.0), number(0.5)],
    };
    let start: [[T; 6]; 2] = [q, v];
    let mut motion = Integrator::new(system, Verlet, number(1e-2), start[0], start[1])?;
    for _ in 0..50 {
        motion.step()?;
    }
    let State { q, p, .. } = motion.state();
    Ok([from_fn(|k| q[k]), from_fn(|k| p[k])])
}

#[test]
fn single_precision_moves_alike() {
    let (found, expected) = (after(1.0_f32).unwrap(), after(1.0_f64).unwrap());
    for (x, y) in found.as_flattened().iter().zip(expected.as_flattened()) {
        // Fifty steps with a rounding of 1e-7, which add up.
        assert!((f64::from(*x) - y).abs() < 1e-5, "{x} {y}");
    }
}

#[test]
fn dual_numbers_carry_derivatives() {
    let found = after(Dual64::new(1.0, 1.0)).unwrap();
    let [more, less] = [1e-5, -1e-5].map(|d| after(1.0 + d).unwrap());
    let others = more.as_flattened().iter().zip(less.as_flattened());
    for (x, (more, less)) in found.as_flattened().iter().zip(others) {
        // Rounding of some 1e-14, over 1e-5.
        assert!((x.eps - (more - less) / 2e-5).abs() < 1e-8, "{x} {more} {less}");
    }
}

/// A platform on three parallel cranks: six constraints of five coordinates, with one degree of freedom.
#[derive(Lagrangian, Clone, Copy, Debug)]
#[lagrangian(
    coordinates(x, y, a[3]),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)) + 0.05 * dt(a).norm_squared(),
    potential = 9.81 * y,
    constraint(crank = array(0..3, |i| [x - sin(a[i]), y + cos(a[i])])),
    redundant,
    discretize(Midpoint, Livens),
)]
struct Platform;

/// All of it turns as a pendulum, T = ½ 1.3 ȧ².
#[derive(Lagrangian, Clone, Copy, Debug)]
#[lagrangian(
    coordinates(a),
    kinetic = 0.65 * dt(a).powi(2),
    potential = -9.81 * cos(a),
    discretize(Galerkin<4, Gauss<4>>),
)]
struct Turning;

#[test]
fn loops_may_have_more_constraints_than_coordinates() -> Result<(), Error> {
    let mut angle = Integrator::new(Turning, Galerkin::<4, Gauss<4>>::default(), 0.01, [0.5], [0.0])?;
    angle.step_many(100)?;
    let a = angle.state().q[0];
    let place = |a: f64| [a.sin(), -a.cos(), a, a, a];
    let errors = |end: &[f64]| {
        let errors = end
            .iter()
            .zip(place(a))
            .map(|(found, expected)| (found - expected).abs());
        errors.fold(0.0_f64, f64::max)
    };
    let ends = [100_u32, 200].map(|steps| {
        let h = 1.0 / f64::from(steps);
        let mut midpoint = Integrator::new(Platform, Midpoint, h, place(0.5), [0.0; 5]).expect("a start");
        let mut livens = Integrator::new(Platform, Livens, h, place(0.5), [0.0; 5]).expect("a start");
        midpoint.step_many(steps as usize).expect("steps");
        livens.step_many(steps as usize).expect("steps");
        [midpoint.state().q, livens.state().q].map(|q| errors(q.as_slice()))
    });
    for (coarse, fine) in ends[0].into_iter().zip(ends[1]) {
        let order = (coarse / fine).log2();
        assert!(coarse < 1e-3 && (1.9..2.1).contains(&order), "{ends:?}");
    }
    assert!(
        Platform::describe()
            .contains("constraints     6, functions of the coordinates; they may follow from each other")
    );
    Ok(())
}
