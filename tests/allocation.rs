//! Starts, steps and their failures take no memory from the heap.

use allocation_counter::measure;
use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    inputs(torque),
    let first = [sin(a), -cos(a)],
    let second = first + [sin(b), -cos(b)],
    kinetic = 0.5 * (dt(first).norm_squared() + dt(second).norm_squared()),
    potential = g * (first[1] + second[1]),
    force(a = torque),
    output(tip = second, speed = dt(second).norm()),
    sensitivities(g),
    discretize(
        Verlet,
        Midpoint,
        Galerkin<1, Left>,
        Galerkin<1, Right>,
        Galerkin<1, Trapezoid<2>>,
        Galerkin<2, Gauss<2>>,
        Galerkin<2, Trapezoid<2>, Gauss<2>>,
        Galerkin<3, Lobatto<4>>,
        Galerkin<4, Gauss<4>>,
    )
)]
struct DoublePendulum {
    g: f64,
}

const SYSTEM: DoublePendulum = DoublePendulum { g: 9.81 };

#[test]
fn nothing_is_allocated() {
    fn check<D: Default + Copy>()
    where
        DoublePendulum: Discretize<D, Report = extremal::newton::Convergence>,
    {
        let allocations = measure(|| {
            let start = |h: f64| Integrator::new(SYSTEM, D::default(), h, [2.0, 1.5], [0.0, 0.0]);
            let mut motion = start(1e-2).expect("a good start");
            for _ in 0..10 {
                motion.step_with([0.3]).expect("the step is small");
            }
            motion.step_many_with(10, [0.3]).expect("steps are small");
            motion.kick([0.1, -0.1]).expect("a finite percussion");
            motion.set_step_size(2e-2).expect("a positive step size");
            motion.step_with([0.0]).expect("the step is small");
            let kept = motion.snapshot();
            assert!(motion.linearize_with([0.3]).is_ok() && motion.restore(&kept).is_ok());
            assert!(motion.energy().is_finite() && motion.velocity().is_ok());
            let (State { t, q, p }, v) = (motion.state(), motion.velocity().expect("a regular mass matrix"));
            assert!(motion.total_energy().is_finite() && SYSTEM.momentum(t, &q, &v).dot(&p) > 0.0);
            assert!(SYSTEM.outputs_given(t, &q, &v, &[0.0], &[])[2] > 0.0 && SYSTEM.tip(t, &q, &v)[1] > 0.0);
            // If the equations are explicit this is a step; otherwise Newton's method fails.
            motion.step_with([1e300]).ok();
            assert!(motion.step_with([f64::NAN]).is_err() && start(-1.0).is_err());
        });
        assert_eq!(allocations.count_total, 0, "{}", core::any::type_name::<D>());
    }
    // A trajectory allocates a few large blocks, and not one per step.
    let kept = measure(|| {
        let mut motion = Integrator::new(SYSTEM, Midpoint, 1e-2, [2.0, 1.5], [0.0; 2]).expect("a good start");
        let trajectory = motion.run_with(1000, |_| [0.3]).expect("steps are small");
        assert_eq!(trajectory.len(), 1001);
    });
    assert!(kept.count_total <= 4, "{}", kept.count_total);
    // A check that the counter works.
    assert!(measure(|| drop(vec![1])).count_total > 0);
    check::<Verlet>();
    check::<Midpoint>();
    check::<Galerkin<1, Left>>();
    check::<Galerkin<1, Right>>();
    check::<Galerkin<1, Trapezoid<2>>>();
    check::<Galerkin<2, Gauss<2>>>();
    check::<Galerkin<2, Trapezoid<2>, Gauss<2>>>();
    check::<Galerkin<3, Lobatto<4>>>();
    check::<Galerkin<4, Gauss<4>>>();
}

/// A block on a shaken table.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (1.0 + 0.1 * sin(x)) * dt(x).powi(2) + 0.5 * dt(y).powi(2),
    potential = 9.81 * y,
    contact(table, gap = y - 0.1 * sin(t), slip = dt(x), friction = mu, restitution = 0.5),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta),
)]
struct Block {
    mu: f64,
}

#[test]
fn steps_with_contacts_do_not_allocate() {
    fn check<D: Copy>(scheme: D)
    where
        Block: Discretize<D, Report = extremal::drive::ContactReport<Block>>,
    {
        let mut percussions = 0.0;
        let allocations = measure(|| {
            let block = Block { mu: 0.3 };
            let mut motion =
                Integrator::new(block, scheme, 0.01, [0.0, 0.5], [1.0, 0.0]).expect("a good start");
            let mut before = None;
            for _ in 0..100 {
                let report = motion.step().expect("the step is small");
                percussions += report.percussions[0] + report.energy(&block) * 0.0;
                assert!(report.events(before.as_ref()).count() <= 2 && report.work().is_finite());
                before = Some(report);
                motion.linearize().ok();
            }
            let kept = motion.snapshot();
            assert!(motion.restore(&kept).is_ok() && motion.kick([0.1, 0.1]).is_ok());
            assert!(Integrator::new(block, scheme, 0.01, [0.0, -0.5], [1.0, 0.0]).is_err());
        });
        assert!(
            percussions > 0.0 && allocations.count_total == 0,
            "{allocations:?}"
        );
    }
    check(Moreau);
    check(SymmetricMoreau);
    check(VariationalMoreau);
    check(Theta::default());
    check(ClosedGaps(Moreau));
}
