//! Orders, measured by comparison with minimal coordinates.

use extremal::blocks::Block;
use extremal::prelude::*;

use super::systems::{ANGLES, Driven, DrivenAngle, RODS, Rods};

const START: ([f64; 2], [f64; 2]) = ([1.0, 1.6], [0.3, -0.4]);
const END: f64 = 0.8;

/// Positions and momenta of both masses at the end.
fn reference() -> [f64; 8] {
    let scheme = Galerkin::<4, Gauss<4>>::default();
    let mut motion =
        Integrator::new(ANGLES, scheme, END / 800.0, START.0, START.1).expect("a regular motion");
    for _ in 0..800 {
        motion.step().expect("a regular motion");
    }
    let (q, v) = ANGLES.masses(
        motion.state().q.into(),
        motion.velocity().expect("a regular motion").into(),
    );
    let m = [1.0, 1.0, 2.0, 2.0].map(|m| m * RODS.m);
    std::array::from_fn(|i| if i < 4 { q[i] } else { m[i - 4] * v[i - 4] })
}

/// The largest errors of q and of p.
fn errors<D>(steps: usize, reference: &[f64; 8]) -> [f64; 2]
where
    Rods: Discretize<D>,
    D: Default,
{
    let (q, v) = ANGLES.masses(START.0, START.1);
    let mut motion =
        Integrator::<_, D>::new(RODS, D::default(), END / steps as f64, q, v).expect("a regular motion");
    for _ in 0..steps {
        motion.step().expect("a regular motion");
    }
    let State { q, p, .. } = motion.state();
    let far = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
    [
        far(q.as_slice(), &reference[..4]),
        far(p.as_slice(), &reference[4..]),
    ]
}

fn has_order<D>(coarse: usize, order: f64)
where
    Rods: Discretize<D>,
    D: Default,
{
    let reference = reference();
    let [coarse, fine] = [coarse, 2 * coarse].map(|steps| errors::<D>(steps, &reference));
    for (coarse, fine) in coarse.into_iter().zip(fine) {
        // The steps are in the asymptotic range and above rounding: the finest error is at least 1e-11.
        let found = (coarse / fine).log2();
        assert!(
            (found - order).abs() < 0.1 && fine > 1e-11,
            "{found} of {order}: {coarse:e} {fine:e}"
        );
    }
}

/// Orders of Kern and Wenger: 2P, in q and in p, with Gauss and with Lobatto points.
#[test]
fn orders_are_twice_the_degree() {
    has_order::<Verlet>(200, 2.0);
    has_order::<Midpoint>(200, 2.0);
    has_order::<Galerkin<2, Gauss<2>>>(60, 4.0);
    has_order::<Galerkin<2, Lobatto<3>>>(60, 4.0);
    has_order::<Galerkin<3, Gauss<3>>>(24, 6.0);
    has_order::<Galerkin<3, Lobatto<4>>>(24, 6.0);
}

/// Those of the same pairs without constraints. Over a short time `P0V0` and `P0V1` have an order, too.
#[test]
fn orders_of_hermite_elements_are_four_and_two() {
    has_order::<Hermite<P2>>(60, 4.0);
    has_order::<Hermite<P2, Gauss<3>>>(60, 4.0);
    has_order::<Hermite<V2>>(200, 2.0);
    has_order::<Hermite<P1V0>>(200, 2.0);
    has_order::<Hermite<P1V1>>(200, 2.0);
    has_order::<Hermite<P0V0>>(200, 2.0);
    has_order::<Hermite<P0V1>>(200, 2.0);
}

const DRIVEN: Driven<f64> = Driven {
    m: 0.7,
    n: 0.4,
    g: 9.81,
    l: 1.2,
    b: 0.3,
    omega: 5.0,
};

/// The order is the same if constraints depend on time.
#[test]
fn rheonomic_constraints_have_the_order_of_the_scheme() {
    fn error<D>(steps: usize) -> f64
    where
        Driven<f64>: Discretize<D>,
        D: Default,
    {
        let Driven {
            m, g, l, b, omega, ..
        } = DRIVEN;
        let angle = DrivenAngle { m, g, l, b, omega };
        let scheme = Galerkin::<4, Gauss<4>>::default();
        let mut exact = Integrator::new(angle, scheme, 1.0 / 400.0, [1.0], [0.5]).expect("a regular motion");
        let (place, velocity) = (
            angle.place(0.0, &[1.0].into(), &[0.5].into()),
            angle.velocity_of_mass(0.0, &[1.0].into(), &[0.5].into()),
        );
        let (q, v) = ([0.0, place[0], place[1]], [b * omega, velocity[0], velocity[1]]);
        let mut motion = Integrator::<_, D>::new(DRIVEN, D::default(), 1.0 / steps as f64, q, v)
            .expect("a regular motion");
        for _ in 0..steps {
            motion.step().expect("a regular motion");
        }
        for _ in 0..400 {
            exact.step().expect("a regular motion");
        }
        let end = angle.place(1.0, &exact.state().q, &[0.0].into());
        let q = motion.state().q;
        (q[1] - end[0]).abs().max((q[2] - end[1]).abs())
    }
    let midpoint = (error::<Midpoint>(100) / error::<Midpoint>(200)).log2();
    let quadratic = (error::<Galerkin<2, Gauss<2>>>(40) / error::<Galerkin<2, Gauss<2>>>(80)).log2();
    let hermite = (error::<Hermite<P2>>(40) / error::<Hermite<P2>>(80)).log2();
    // As above.
    assert!(
        (midpoint - 2.0).abs() < 0.1 && (quadratic - 4.0).abs() < 0.1 && (hermite - 4.0).abs() < 0.1,
        "{midpoint} {quadratic} {hermite}"
    );
}

/// Both impulses at a node, over h, are of order 2; either alone, doubled, of order 1.
#[test]
fn constraint_forces_are_of_second_order() {
    fn errors(steps: usize) -> [f64; 2] {
        let (q, v) = ANGLES.masses(START.0, START.1);
        let h = 0.5 / steps as f64;
        let mut motion = Integrator::new(RODS, Midpoint, h, q, v).expect("a regular motion");
        let (mut of_both, mut of_one) = (0.0_f64, 0.0_f64);
        for step in 0..steps {
            let State { t, q, .. } = motion.state();
            let exact = RODS
                .multipliers(t, &q, &motion.velocity().expect("a regular motion"), &[])
                .expect("a regular motion");
            let report = motion.step().expect("a regular motion");
            for j in (0..2).filter(|_| step > 0) {
                of_both = of_both.max((report.reactions[j] - exact[j]).abs());
                of_one = of_one.max((2.0 * report.impulses[0][j] / h - exact[j]).abs());
            }
        }
        [of_both, of_one]
    }
    let (coarse, fine) = (errors(200), errors(400));
    let orders: Vec<f64> = coarse
        .iter()
        .zip(fine)
        .map(|(coarse, fine)| (coarse / fine).log2())
        .collect();
    // The exact forces are evaluated at a computed state, which has order 2 itself.
    assert!(
        (orders[0] - 2.0).abs() < 0.1 && (orders[1] - 1.0).abs() < 0.1,
        "{orders:?}"
    );
}

/// Higher degrees distribute impulses by the weights of their nodes.
#[test]
fn reactions_do_not_depend_on_the_degree() {
    fn error<D, N>(steps: usize) -> f64
    where
        Rods: Discretize<D, Report = extremal::drive::ConstrainedStep<N, [f64; 2]>>,
        D: Default,
        N: Copy,
    {
        let (q, v) = ANGLES.masses(START.0, START.1);
        let mut motion =
            Integrator::<_, D>::new(RODS, D::default(), 0.5 / steps as f64, q, v).expect("a regular motion");
        let mut most = 0.0_f64;
        for step in 0..steps {
            let State { t, q, .. } = motion.state();
            let v = motion.velocity().expect("a regular motion");
            let exact = RODS.multipliers(t, &q, &v, &[]).expect("a regular motion");
            let report = motion.step().expect("a regular motion");
            for j in (0..2).filter(|_| step > 0) {
                most = most.max((report.reactions[j] - exact[j]).abs());
            }
        }
        most
    }
    let quadratic = [80, 160].map(error::<Galerkin<2, Gauss<2>>, [[f64; 2]; 2]>);
    let lobatto = [80, 160].map(error::<Galerkin<2, Lobatto<3>>, [[f64; 2]; 2]>);
    let cubic = [20, 40].map(error::<Galerkin<3, Gauss<3>>, [[f64; 2]; 3]>);
    for [coarse, fine] in [quadratic, lobatto, cubic] {
        // Second order at least; the forces are about 50.
        assert!((coarse / fine).log2() > 1.9 && fine < 0.5, "{coarse} {fine}");
    }
}

/// Reports contain as many multipliers as the scheme has.
#[test]
fn reports_have_the_sizes_of_the_scheme() {
    type Report<D> = <Rods as Discretize<D>>::Report;
    fn size<N: Block<f64>, C: Block<f64>>(_: fn(&extremal::drive::ConstrainedStep<N, C>)) -> (usize, usize) {
        (N::LEN, C::LEN)
    }
    assert_eq!(size(|_: &Report<Midpoint>| ()), (2, 2));
    assert_eq!(size(|_: &Report<Galerkin<3, Gauss<3>>>| ()), (6, 2));
}
