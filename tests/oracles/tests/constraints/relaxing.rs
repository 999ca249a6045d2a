//! Coordinates without mass that friction slows, for 50 relaxation times, by all schemes that take them.

use extremal::prelude::*;

use crate::support::slope::slope;

macro_rules! schemes {
    ($($system:item)*) => {$(
        #[derive(Clone, Copy, Lagrangian)]
        #[lagrangian(discretize(
            Midpoint, Galerkin<1, Left>, Galerkin<1, Gauss<1>>, Galerkin<2, Gauss<2>>, Galerkin<3, Gauss<3>>,
            Galerkin<2, Gauss<2>, Lobatto<3>>, Hermite<P1V0>, Hermite<P1V1>, Livens, Polarized<Livens>,
        ))]
        $system
    )*};
}

schemes! {
    /// y = exp(−t)
    #[lagrangian(
        coordinates(y), massless(y), potential = 0.5 * k * y.powi(2), dissipation = 0.5 * k * dt(y).powi(2),
    )]
    struct Alone { k: f64 }

    /// A mass, a spring and a dashpot in series.
    #[lagrangian(
        coordinates(x, y),
        massless(y),
        kinetic = 0.5 * dt(x).powi(2),
        potential = 0.5 * k * (x - y).powi(2) + 0.5 * x.powi(2),
        dissipation = 0.5 * dt(y).powi(2),
    )]
    struct Series { k: f64 }
}

/// The order, from the largest errors over 50 relaxation times.
fn check_alone<D: Copy>(scheme: D, order: f64)
where
    Alone: Discretize<D>,
{
    let errors = [5_u32, 10, 20].map(|per_unit| {
        let h = 1.0 / f64::from(per_unit);
        let mut motion = Integrator::new(Alone { k: 3.0 }, scheme, h, [1.0], [-1.0]).expect("a start");
        let mut worst = 0.0_f64;
        for _ in 0..50 * per_unit {
            motion.step().expect("a regular motion");
            let State { t, q, .. } = motion.state();
            worst = worst.max((q[0] - (-t).exp()).abs());
        }
        // Rounding of the start; a second solution would have grown from it by exp(50).
        assert!(motion.state().q[0].abs() < 1e-14);
        (per_unit as usize, worst)
    });
    let found = slope(errors.into_iter(), 1e-15);
    // Errors of the next order are h/2 of it at most.
    assert!((found - order).abs() < 0.1, "{found}, not {order}: {errors:?}");
}

#[test]
fn a_coordinate_without_mass_relaxes_to_the_order_of_the_scheme() {
    check_alone(Midpoint, 2.0);
    check_alone(Galerkin::<1, Left>::default(), 1.0);
    check_alone(Galerkin::<1, Gauss<1>>::default(), 2.0);
    check_alone(Galerkin::<2, Gauss<2>>::default(), 4.0);
    check_alone(Galerkin::<3, Gauss<3>>::default(), 6.0);
    check_alone(Galerkin::<2, Gauss<2>, Lobatto<3>>::default(), 4.0);
    check_alone(Hermite::<P1V0>::default(), 3.0);
    check_alone(Hermite::<P1V1>::default(), 3.0);
    check_alone(Livens, 2.0);
    check_alone(Polarized(Livens), 2.0);
    check_alone(Composition::<4, _>(Midpoint), 4.0);
    check_alone(Composition::<4, _>(Livens), 4.0);
}

/// x‴ + 10 x″ + (1 + 10) x′ + 10 x = 0 for k = 10: ẏ = k (x − y), ẍ = −k (x − y) − x.
fn exact(t: f64) -> [f64; 2] {
    // Taylor's series of the linear equations, over short steps.
    let rate = |[x, v, y]: [f64; 3]| [v, -10.0 * (x - y) - x, 10.0 * (x - y)];
    let mut state = [1.0, 0.0, 1.0];
    let steps = steps_in(t * 200.0);
    let h = t / steps as f64;
    for _ in 0..steps {
        let mut term = state;
        for n in 1..16 {
            term = rate(term).map(|x| x * h / f64::from(n));
            for (sum, term) in state.iter_mut().zip(term) {
                *sum += term;
            }
        }
    }
    [state[0], state[2]]
}

fn check_series<D: Copy>(scheme: D, within: f64)
where
    Series: Discretize<D>,
{
    let h = 0.005;
    let start = [1.0, 1.0];
    let mut motion = Integrator::new(Series { k: 10.0 }, scheme, h, start, [0.0, 0.0]).expect("a start");
    for _ in 0..1000 {
        motion.step().expect("a regular motion");
    }
    let State { t, q, .. } = motion.state();
    let [x, y] = exact(t);
    let off = (q[0] - x).hypot(q[1] - y);
    assert!(off < within, "{off}: {q:?}");
}

/// 50 relaxation times c/k of the dashpot. Bounds: h², h³ and h⁴ times the third power of √11, the frequency, and t.
#[test]
fn a_dashpot_in_series_with_a_spring_slows_a_mass() {
    let h = 0.005_f64;
    let errors = |order: i32| 36.0 * 5.0 * h.powi(order) * 3.4_f64.powi(order - 2);
    check_series(Midpoint, errors(2));
    check_series(Galerkin::<2, Gauss<2>>::default(), errors(4));
    check_series(Galerkin::<3, Gauss<3>>::default(), 1e-11);
    check_series(Livens, errors(2));
    check_series(Polarized(Livens), errors(2));
    // Beside a mass they have its order, and not that of the relaxation alone.
    check_series(Hermite::<P1V0>::default(), errors(2));
    check_series(Hermite::<P1V1>::default(), errors(2));
    check_series(Composition::<4, _>(Midpoint), errors(4));
}

/// As many of them as the program says.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(y[n]),
    massless(y),
    potential = sum(0..n, |i| 0.5 * k[i] * y[i].powi(2)),
    dissipation = sum(0..n, |i| 0.5 * k[i] * dt(y[i]).powi(2)),
    discretize(Midpoint, Galerkin<2, Gauss<2>>, Livens),
)]
struct Many {
    n: usize,
    k: Vec<f64>,
}

#[test]
fn items_without_mass_relax_as_one_does() {
    let many = Many {
        n: 3,
        k: vec![1.0, 5.0, 20.0],
    };
    let mut all = Integrator::new(&many, Midpoint, 0.1, [1.0; 3], [-1.0; 3]).expect("a start");
    let mut one = Integrator::new(Alone { k: 1.0 }, Midpoint, 0.1, [1.0], [-1.0]).expect("a start");
    for _ in 0..500 {
        all.step().expect("a regular motion");
        one.step().expect("a regular motion");
    }
    for q in all.state().q.iter() {
        let expected = one.state().q[0];
        // Rounding of the start; a second solution would have grown from it by exp(50).
        assert!((q - expected).abs() < 1e-14, "{q} {expected}");
    }
}

/// A number of steps, rounded.
#[expect(clippy::cast_possible_truncation, reason = "it is small")]
fn steps_in(ratio: f64) -> usize {
    ratio.round() as usize
}
