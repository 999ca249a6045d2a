//! Gaps that are closed at the end of each step, in systems of any size: the motion of the same system written out, and piles.

use extremal::prelude::*;

use crate::contacts::{both, start};
use crate::dozen::pile::start as start_of_pile;
use crate::support::compared::apart;

/// What two motions of one system have shown.
#[derive(Debug, Default)]
struct Seen {
    /// The largest difference of q and p.
    most: f64,
    /// Steps whose end was moved, by more than rounding.
    moved: usize,
    /// Steps in which two contacts were closed, or more.
    several: usize,
    /// The largest −g at a node.
    penetration: f64,
    /// The largest difference of derivatives of steps.
    derivative: f64,
    /// Steps whose end was moved, and that have a derivative.
    derivatives: usize,
}

/// The motion of a system of any size beside that of the same system written out. Rounding of a step is 1e-16 of the largest
/// number.
macro_rules! compare {
    ($any:expr, $fixed:expr, $scheme:expr, $h:expr, $steps:expr, $q:expr, $v:expr) => {{
        let scheme = ClosedGaps($scheme);
        let mut a = Integrator::new($any, scheme, $h, $q.to_vec(), $v.to_vec()).expect("a good start");
        let mut b = Integrator::new($fixed, scheme, $h, $q, $v).expect("a good start");
        let mut seen = Seen::default();
        for step in 0..$steps {
            let before = a.state().q;
            let derivatives = (a.linearize(), b.linearize());
            let report = a.step().expect("a good step");
            let written_out = b.step().expect("a good step");
            let closed = written_out.contacts().filter(|contact| contact.is_closed).count();
            assert_eq!(
                report.closed_count(),
                closed,
                "{step} {seen:?} {report:?} {written_out:?}"
            );
            seen.several += usize::from(closed > 1);
            seen.penetration = seen.penetration.max(report.penetration());
            let (x, y, u) = (a.state(), b.state(), a.velocity().expect("it is carried"));
            let moved = (&x.q - &before - u * $h).amax();
            seen.moved += usize::from(moved > 1e-9);
            match derivatives {
                (Ok(mut any), Ok(fixed)) => {
                    let (by, columns) = (fixed.by_state.as_slice(), any.rows());
                    for (k, column) in by.chunks(columns).enumerate() {
                        let mut unit = vec![0.0; columns];
                        unit[k] = 1.0;
                        let product = any.multiply(&unit).expect("a finite derivative");
                        let off = apart(product.as_slice(), column);
                        if off > seen.derivative {
                            seen.derivative = off;
                        }
                    }
                    seen.derivatives += usize::from(moved > 1e-9);
                }
                (any, fixed) => {
                    assert_eq!(any.is_ok(), fixed.is_ok(), "{step}: {any:?} {fixed:?}");
                }
            }
            let [x, y] = [
                [x.q.as_slice(), x.p.as_slice()].concat(),
                [y.q.as_slice(), y.p.as_slice()].concat(),
            ];
            seen.most = seen.most.max(apart(&x, &y));
        }
        seen
    }};
}

/// With friction, restitution, pairs that are looked for in cells, a floor that moves and a belt. An impact multiplies
/// differences of rounding, and there are a few dozen. Derivatives of steps are compared, too.
#[test]
fn discs_move_as_written_out() {
    macro_rules! seen {
        ($scheme:expr) => {{
            let ((discs, four), (q, v)) = (both(), start());
            compare!(discs, four, $scheme, 2e-3, 250, q, v)
        }};
    }
    for seen in [seen!(Moreau), seen!(SymmetricMoreau), seen!(VariationalMoreau)] {
        assert!(seen.most < 1e-12 && seen.derivative < 1e-12, "{seen:?}");
        assert!(
            seen.moved > 10 && seen.several > 10 && seen.derivatives > 0,
            "{seen:?}"
        );
        // Rounding of sums of a few terms of up to 4.
        assert!(seen.penetration < 1e-14, "{seen:?}");
    }
}

/// Cams on carts in a row: each touches the next one at a place that depends on both turns. The inertia of a cart depends on
/// its turn, too.
macro_rules! carts {
    ($name:ident, $count:tt, $list:ty, $($field:tt)*) => {
        #[derive(Clone, Debug, Lagrangian)]
        #[lagrangian(
            coordinates(x[$count], turn[$count]),
            kinetic = sum(0..$count, |i| 0.5 * m[i] * (dt(x[i]).powi(2) + (0.2 + 0.1 * cos(2 * turn[i])) * dt(turn[i]).powi(2)
                + 0.2 * sin(turn[i]) * dt(x[i]) * dt(turn[i]))),
            potential = sum(0..$count, |i| m[i] * (8 * x[i].powi(2) + cos(turn[i]))),
            contact(cam, gap = array(1..$count, |i| x[i] - x[i - 1] - 0.5 - 0.2 * sin(turn[i - 1]) - 0.1 * cos(turn[i])),
                slip = array(1..$count, |i| 0.2 * dt(turn[i - 1]) - 0.1 * dt(turn[i])), friction = 0.4, restitution = 0.3),
            contact(wall, gap = x[0] + 2.5),
            discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint),
        )]
        pub(crate) struct $name {
            $($field)*
            pub(crate) m: $list,
        }
    };
}

carts!(Carts, n, Vec<f64>, pub(crate) n: usize,);
carts!(FourCarts, 4, [f64; 4],);

/// Masses over six orders. Velocities of light carts are known up to 1e-16 times the ratio of the masses that hit them, and
/// derivatives with them.
#[test]
fn carts_with_masses_over_six_orders_move_as_written_out() {
    macro_rules! check {
        ($scheme:expr, $h:expr) => {{
            let m = [1e-3, 1e3, 1.0, 1e-2];
            let any = Carts { n: 4, m: m.to_vec() };
            let (q, v) = (
                [-2.0, -1.0, 0.0, 1.0, 0.1, 0.2, 0.3, 0.4],
                [1.0, 0.5, -0.5, -1.0, 1.0, -1.0, 0.5, 0.3],
            );
            let seen = compare!(any, FourCarts { m }, $scheme, $h, 600, q, v);
            assert!(seen.most < 1e-11 && seen.derivative < 1e-9, "{seen:?}");
            assert!(
                seen.moved > 10 && seen.several > 10 && seen.derivatives > 0,
                "{seen:?}"
            );
            assert!(seen.penetration < 1e-14, "{seen:?}");
        }};
    }
    check!(Moreau, 5e-3);
    check!(SymmetricMoreau, 5e-3);
    check!(VariationalMoreau, 5e-3);
}

/// Dumbbells that fall on hills: points joined by rods.
macro_rules! dumbbells {
    ($name:ident, $count:tt, $list:ty, $($field:tt)*) => {
        #[derive(Clone, Debug, Lagrangian)]
        #[lagrangian(
            coordinates(a[$count][2], b[$count][2]),
            kinetic = sum(0..$count, |i| 0.5 * m[i] * dt(a[i]).norm_squared() + 0.02 * dt(b[i]).norm_squared()),
            potential = sum(0..$count, |i| 9.81 * (m[i] * a[i][1] + 0.04 * b[i][1])),
            constraint(rod = array(0..$count, |i| (a[i] - b[i]).norm_squared() - 1)),
            contact(left, gap = array(0..$count, |i| a[i][1] - 0.1 * sin(2 * a[i][0])),
                slip = array(0..$count, |i| dt(a[i][0])), friction = 0.3, restitution = 0.2),
            contact(right, gap = array(0..$count, |i| b[i][1] - 0.1 * sin(2 * b[i][0])),
                slip = array(0..$count, |i| dt(b[i][0])), friction = 0.3, restitution = 0.2),
            discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint),
        )]
        pub(crate) struct $name {
            $($field)*
            pub(crate) m: $list,
        }
    };
}

dumbbells!(Dumbbells, n, Vec<f64>, pub(crate) n: usize,);
dumbbells!(TwoDumbbells, 2, [f64; 2],);

#[test]
fn rods_hold_while_gaps_are_closed() {
    macro_rules! check {
        ($scheme:expr) => {{
            let m = [1.0, 30.0];
            let any = Dumbbells { n: 2, m: m.to_vec() };
            let q = [0.0, 0.5, 2.0, 0.4, 0.6, 1.3, 2.8, 1.0];
            let seen = compare!(any.clone(), TwoDumbbells { m }, $scheme, 5e-3, 200, q, [0.0; 8]);
            assert!(seen.most < 1e-12 && seen.derivative < 1e-11, "{seen:?}");
            assert!(
                seen.moved > 10 && seen.several > 10 && seen.derivatives > 0,
                "{seen:?}"
            );
            assert!(seen.penetration < 1e-14, "{seen:?}");
            let mut motion = Integrator::new(&any, ClosedGaps($scheme), 5e-3, q.to_vec(), vec![0.0; 8])
                .expect("a good start");
            for step in 0..200 {
                motion.step().expect("a good step");
                let State { t, q, .. } = motion.state();
                let (mut off, mut scale) = ([0.0; 2], [0.0; 2]);
                extremal::family::Family::constraint_values(&any, t, q.as_slice(), &mut off, &mut scale);
                assert!(
                    off.iter()
                        .zip(&scale)
                        .all(|(off, scale)| off.abs() < 4e-15 * scale),
                    "{step}: {off:?} {scale:?}"
                );
            }
        }};
    }
    check!(Moreau);
    check!(SymmetricMoreau);
    check!(VariationalMoreau);
}

/// Sixty steps a second leave discs of a radius of 5 cm up to 3 cm in each other; closed gaps are zero to rounding. Once as many
/// contacts were closed as ever, steps take no memory.
#[test]
fn piles_have_no_penetration_and_take_no_memory() {
    let h = 1.0 / 60.0;
    let (mut pile, q) = start_of_pile(30, 6);
    pile.e = 0.0;
    let still = vec![0.0; q.len()];
    let mut deepest = 0.0_f64;
    let mut inside = Integrator::new(pile.clone(), Moreau, h, &q, &still).expect("a good start");
    let mut motion = Integrator::new(pile, ClosedGaps(Moreau), h, &q, &still).expect("a good start");
    let mut penetration = 0.0_f64;
    for _ in 0..300 {
        deepest = deepest.max(inside.step().expect("a good step").penetration());
        penetration = penetration.max(motion.step().expect("a good step").penetration());
    }
    // The contact solver leaves 64 R ε of distances of up to 1 in its R rows, some fifty.
    assert!(
        deepest > 0.01 && penetration < 1e-12,
        "{deepest:e} {penetration:e}"
    );
    let used = allocation_counter::measure(|| {
        for _ in 0..50 {
            let report = motion.step().expect("a good step");
            penetration = penetration.max(report.penetration());
        }
    });
    let of_steps = used.count_total;
    let fastest = motion.velocity().expect("it is carried").amax();
    assert!(
        of_steps == 0 && fastest < 1e-3 && penetration < 1e-12,
        "{of_steps} {fastest} {penetration:e}"
    );
}

/// Balls that fall beside each other.
macro_rules! balls {
    ($name:ident, $($energies:tt)*) => {
        #[derive(Clone, Copy, Debug, Lagrangian)]
        #[lagrangian(
                    coordinates(y[n]),
                    $($energies)*,
                    contact(floor, gap = array(0..n, |i| y[i])),
                    discretize(Moreau),
                )]
        struct $name {
            n: usize,
        }
    };
}

balls!(
    Balls,
    kinetic = sum(0..n, |i| 0.5 * dt(y[i]).powi(2)),
    potential = sum(0..n, |i| 10 * y[i])
);
balls!(
    Heavier,
    lagrangian = sum(0..n, |i| 0.5 * dt(y[i]).powi(2) + 0.1 * dt(y[i]).powi(4)
        - 10 * y[i])
);

/// A step that ends at a gap of zero has no derivative, and neither has one that is corrected by a mass of velocities.
#[test]
fn ends_without_a_derivative_are_named() {
    macro_rules! failure {
        ($system:expr, $y:expr) => {{
            let (q, v) = (vec![9.0, $y], vec![0.0, -4.0]);
            let motion = Integrator::new($system, ClosedGaps(Moreau), 0.125, q, v).expect("a good start");
            motion.linearize().err().map(|error| error.to_string())
        }};
    }
    // Free fall by v h − 5 h²: to a gap of zero, below it, and above. The first half of the forces is that of the start.
    let at_zero = failure!(Balls { n: 2 }, 0.578125).expect("no derivative");
    assert!(at_zero.contains("`floor[1]`"), "{at_zero}");
    assert_eq!(failure!(Balls { n: 2 }, 0.578), None);
    assert_eq!(failure!(Balls { n: 2 }, 0.579), None);
    let of_velocity = failure!(Heavier { n: 2 }, 0.1).expect("no derivative");
    assert!(
        of_velocity.contains("`floor[1]` closed by a correction"),
        "{of_velocity}"
    );
    assert_eq!(failure!(Heavier { n: 2 }, 5.0), None);
}

/// Stones above a floor at zero, whose gap has no rounding but that of the correction.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(y[n]),
    kinetic = sum(0..n, |i| 0.5 * m * dt(y[i]).powi(2)),
    contact(floor, gap = array(0..n, |i| y[i])),
    discretize(Moreau)
)]
struct Stones {
    n: usize,
    m: f64,
}

#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(y[2]),
    kinetic = sum(0..2, |i| 0.5 * m * dt(y[i]).powi(2)),
    contact(first, gap = y[0]),
    contact(second, gap = y[1]),
    discretize(Moreau)
)]
struct TwoStones {
    m: f64,
}

/// Where a step ends at a floor at zero, it does so wherever it begins: ∂y₁/∂y₀ = 0, whatever rounding leaves above the floor.
/// Products of four numbers of size one: 1e-12.
#[test]
fn a_correction_to_zero_has_its_derivative() {
    let mut ends = 0;
    for k in 0..100 {
        let m = [0.7, 1.3, 3.0, 6.0][k % 4];
        // In the middle of the step the first stone is above the floor, at its end below.
        let q = [0.0051 + 4e-5 * k as f64, 2.0];
        let v = [-1.01 - 1e-3 * k as f64, 0.3];
        let any = Stones { n: 2, m };
        let mut any =
            Integrator::new(any, ClosedGaps(Moreau), 1e-2, q.to_vec(), v.to_vec()).expect("a start");
        let mut fixed = Integrator::new(TwoStones { m }, ClosedGaps(Moreau), 1e-2, q, v).expect("a start");
        let mut of_any = any.linearize().expect("an impact without a kink");
        let of_any = of_any.by_state().expect("finite numbers");
        let of_fixed = fixed.linearize().expect("an impact without a kink").by_state;
        for column in 0..4 {
            let first = [of_any[(0, column)], of_fixed[(0, column)]];
            assert!(first.iter().all(|x| x.abs() < 1e-12), "{k} {m} {first:?}");
        }
        // The second one flies on.
        assert!((of_any[(1, 1)] - 1.0).abs() < 1e-12 && (of_fixed[(1, 1)] - 1.0).abs() < 1e-12);
        any.step().expect("a step");
        fixed.step().expect("a step");
        ends += usize::from(any.state().q[0].abs() < 1e-15 && fixed.state().q[0].abs() < 1e-15);
    }
    assert!(ends == 100, "{ends}");
}

macro_rules! posts {
    ($name:ident, $($entry:tt)*) => {
        #[derive(Clone, Debug, Lagrangian)]
        #[lagrangian(
            coordinates(y[n]),
            kinetic = sum(0..n, |i| 0.5 * m * dt(y[i]).powi(2)),
            contact(floor, gap = array(0..n, |i| y[i] - 1)),
            $($entry)*,
            discretize(Moreau)
        )]
        struct $name {
            n: usize,
            m: f64,
        }
    };
}

posts!(Measured, sensitivities(m));
posts!(Doubled, contact(same, gap = array(0..n, |i| 2 * y[i] - 2)));

/// Where the derivative of a correction is not computed, the error says so and names the contact, and nothing has changed.
#[test]
fn corrections_without_a_derivative_are_named() {
    macro_rules! failure {
        ($system:ident, $v:expr) => {{
            let system = $system { n: 1, m: 1.3 };
            let mut motion =
                Integrator::new(system, ClosedGaps(Moreau), 1e-2, vec![1.006], vec![$v]).expect("a start");
            let before = motion.state();
            let failure = motion.linearize().err().map(|error| error.to_string());
            assert_eq!(motion.state(), before);
            motion.step().expect("a step");
            failure
        }};
    }
    let by_fields = failure!(Measured, -1.0).expect("no derivative");
    assert!(
        by_fields.contains("`floor[0]`") && by_fields.contains("by the fields in `sensitivities(..)`"),
        "{by_fields}"
    );
    let together = failure!(Doubled, -1.0).expect("no derivative");
    assert!(
        together.contains("`floor[0]` and others closed by a correction"),
        "{together}"
    );
    // Without a correction both have derivatives.
    assert_eq!(failure!(Measured, 1.0), None);
    assert_eq!(failure!(Doubled, 1.0), None);
}
