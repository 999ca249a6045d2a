//! Contacts that are held at the end of a step, in systems of any size: the motion of the same systems written out, orders,
//! rests, energies, and steps that fail.

mod uses;
mod walls;

use extremal::contacts::ContactState;
use extremal::prelude::*;

use crate::closed_gaps::{Carts, Dumbbells, FourCarts, TwoDumbbells};
use crate::contacts::{both, start};
use crate::support::compared::apart;
use crate::support::slope::slope;

/// What two motions of one system have shown.
#[derive(Debug, Default)]
struct Seen {
    /// The largest difference of q, of p, of work and of energy.
    most: f64,
    /// Contacts that stuck, and that slid, in all steps.
    stuck: usize,
    slid: usize,
    /// States that differ: where contacts share a load in more than one way, the percussions are not unique.
    otherwise: usize,
    /// Steps that kicked p by more than rounding and than forces do.
    kicks: usize,
    /// Steps in which two contacts were closed, or more.
    several: usize,
    /// The largest penetration.
    deepest: f64,
}

/// The motion of a system of any size beside that of the same system written out, with one scheme. Momenta are kicked in some
/// steps, so that closed contacts approach each other at starts.
macro_rules! compare {
    ($any:expr, $fixed:expr, $scheme:expr, $h:expr, $steps:expr, $q:expr, $v:expr, $kick:expr) => {{
        let mut a = Integrator::new($any, $scheme, $h, $q.to_vec(), $v.to_vec()).expect("a good start");
        let mut b = Integrator::new($fixed, $scheme, $h, $q, $v).expect("a good start");
        let mut seen = Seen::default();
        for step in 0..$steps {
            if let Some(kick) = $kick(step) {
                a.kick(kick.to_vec()).expect("finite");
                b.kick(kick).expect("finite");
            }
            let before = b.state().p;
            let any = a.step().expect("a good step");
            let fixed = b.step().expect("a good step");
            let closed: Vec<_> = fixed.contacts().filter(|contact| contact.is_closed).collect();
            assert_eq!(any.closed_count(), closed.len(), "{step} {any:?} {fixed:?}");
            let states = |state: ContactState| {
                let any = any.contacts().filter(|at| at.state == state).count();
                let fixed = closed.iter().filter(|at| at.state == state).count();
                [any, any.abs_diff(fixed)]
            };
            let [[stuck, one], [slid, other]] = [ContactState::Stick, ContactState::Slip].map(states);
            (seen.stuck, seen.slid) = (seen.stuck + stuck, seen.slid + slid);
            seen.otherwise += one + other;
            seen.several += usize::from(closed.len() > 1);
            let (x, y) = (a.state(), b.state());
            assert_eq!(any.t, fixed.right.t);
            let of_any = [any.work(), any.restitution, any.penetration(), a.energy()];
            let of_fixed = [fixed.work(), fixed.restitution, fixed.penetration(), b.energy()];
            let numbers = [x.q.as_slice(), x.p.as_slice(), &of_any].concat();
            seen.deepest = seen.deepest.max(any.penetration());
            seen.most = seen.most.max(apart(
                &numbers,
                &[y.q.as_slice(), y.p.as_slice(), &of_fixed].concat(),
            ));
            seen.kicks += usize::from((y.p - before).amax() > 0.1);
        }
        seen
    }};
    ($any:expr, $fixed:expr, $scheme:expr, $h:expr, $steps:expr, $q:expr, $v:expr) => {{
        fn never<const N: usize>(_: &[f64; N], _: usize) -> Option<[f64; N]> {
            None
        }
        let q = $q;
        compare!($any, $fixed, $scheme, $h, $steps, q, $v, |step| never(&q, step))
    }};
}

/// With friction, restitution, pairs that are looked for in cells, a floor that moves, and a belt. Impacts multiply differences
/// of rounding, and there are a few dozen.
#[test]
fn discs_move_as_written_out() {
    let ((discs, four), (q, v)) = (both(), start());
    let seen = compare!(&discs, four, NonsmoothMidpoint, 2e-3, 600, q, v);
    assert!(seen.most < 1e-12, "{seen:?}");
    assert!(
        seen.kicks > 10 && seen.several > 10 && seen.stuck > 10 && seen.slid > 10,
        "{seen:?}"
    );
}

/// Closed contacts that approach each other at the start of a step have an impact there.
#[test]
fn kicked_discs_move_as_written_out() {
    let ((discs, four), (q, v)) = (both(), start());
    let kick = |step: usize| {
        (step % 100 == 99).then(|| core::array::from_fn(|k| if k % 2 == 1 && k < 8 { -0.5 } else { 0.05 }))
    };
    let seen = compare!(&discs, four, NonsmoothMidpoint, 2e-3, 400, q, v, kick);
    assert!(seen.most < 1e-12, "{seen:?}");
    assert!(seen.kicks > 10 && seen.several > 10, "{seen:?}");
}

/// Masses over six orders, and M(q). Velocities of light carts are known up to 1e-16 times the ratio of the masses that hit them.
#[test]
fn carts_with_masses_over_six_orders_move_as_written_out() {
    let m = [1e-3, 1e3, 1.0, 1e-2];
    let any = Carts { n: 4, m: m.to_vec() };
    let (q, v) = (
        [-2.0, -1.0, 0.0, 1.0, 0.1, 0.2, 0.3, 0.4],
        [1.0, 0.5, -0.5, -1.0, 1.0, -1.0, 0.5, 0.3],
    );
    let seen = compare!(any, FourCarts { m }, NonsmoothMidpoint, 5e-3, 400, q, v);
    assert!(seen.most < 1e-11, "{seen:?}");
    assert!(seen.kicks > 10 && seen.several > 10, "{seen:?}");
}

/// Points joined by rods, on hills, with friction.
#[test]
fn dumbbells_move_as_written_out() {
    let m = [1.0, 30.0];
    let any = Dumbbells { n: 2, m: m.to_vec() };
    let q = [0.0, 0.5, 2.0, 0.4, 0.6, 1.3, 2.8, 1.0];
    let seen = compare!(any, TwoDumbbells { m }, NonsmoothMidpoint, 5e-3, 400, q, [0.0; 8]);
    assert!(seen.most < 1e-12, "{seen:?}");
    assert!(seen.kicks > 2 && seen.several > 10 && seen.slid > 10, "{seen:?}");
}

/// Pucks on tables and in seals, whose masses turn the slip: friction has the direction of the slip in the step.
macro_rules! pucks {
    ($name:ident, $count:tt, $($field:tt)*) => {
        #[derive(Clone, Debug, Lagrangian)]
        #[lagrangian(
            coordinates(r[$count][3]),
            kinetic = sum(0..$count, |i| 0.5 * (dt(r[i][0]).powi(2) + 4 * dt(r[i][1]).powi(2) + dt(r[i][2]).powi(2))),
            potential = sum(0..$count, |i| 2 * (r[i][0].powi(2) + r[i][1].powi(2)) + 10 * r[i][2]),
            contact(table, gap = array(0..$count, |i| r[i][2] - 0.1 * i), slip = array(0..$count, |i| [dt(r[i][0]), dt(r[i][1])]),
                friction = array(0..$count, |i| 0.05 + 0.2 * i), restitution = 0.5),
            friction(seal, slip = array(0..$count, |i| [dt(r[i][0]), dt(r[i][1])]), force = array(0..$count, |i| 0.5 * i)),
            discretize(NonsmoothMidpoint),
        )]
        struct $name {
            $($field)*
        }
    };
}

pucks!(Pucks, n, n: usize,);
pucks!(TwoPucks, 2,);

#[test]
fn pucks_move_as_written_out() {
    let q = [1.0, 0.0, 0.0, -0.5, 0.4, 0.3];
    let v = [0.0, 1.0, 0.0, 1.0, 0.3, 0.0];
    let seen = compare!(Pucks { n: 2 }, TwoPucks {}, NonsmoothMidpoint, 5e-3, 600, q, v);
    assert!(seen.most < 1e-12, "{seen:?}");
    assert!(
        seen.several > 100 && seen.stuck > 10 && seen.slid > 100,
        "{seen:?}"
    );
}

/// Masses on springs in seals.
macro_rules! sealed {
    ($name:ident, $count:tt, $($field:tt)*) => {
        #[derive(Clone, Debug, Lagrangian)]
        #[lagrangian(
            coordinates(x[$count]),
            kinetic = sum(0..$count, |i| 0.5 * dt(x[i]).powi(2)),
            potential = sum(0..$count, |i| 50 * x[i].powi(2)),
            friction(seal, slip = array(0..$count, |i| dt(x[i])), force = array(0..$count, |i| 3.0 + i)),
            discretize(NonsmoothMidpoint, Midpoint),
        )]
        struct $name {
            $($field)*
        }
    };
}

sealed!(Sealed, n, n: usize,);
sealed!(TwoSealed, 2,);

/// What sticks has p = 0, and stays where it is, to the bit; `Midpoint` has the same steps.
#[test]
fn dry_friction_sticks_in_coordinates_and_momenta() {
    let (q, v) = ([0.2, 0.31], [0.0, 0.5]);
    let seen = compare!(Sealed { n: 2 }, TwoSealed {}, NonsmoothMidpoint, 1e-3, 2000, q, v);
    assert!(
        seen.most < 1e-12 && seen.stuck > 1000 && seen.slid > 1000,
        "{seen:?}"
    );
    let mut motion = Integrator::new(Sealed { n: 2 }, NonsmoothMidpoint, 1e-3, q, v).expect("a start");
    let mut plain = Integrator::new(Sealed { n: 2 }, Midpoint, 1e-3, q, v).expect("a start");
    for _ in 0..2000 {
        motion.step().expect("a step");
        plain.step().expect("a step");
        assert_eq!(motion.state(), plain.state());
    }
    let rest = motion.state();
    assert!(rest.p.iter().all(|p| *p == 0.0), "{rest:?}");
    motion.step_many(5000).expect("it rests");
    assert_eq!(motion.state().q, rest.q);
}

/// Beads in round bowls.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[n][2]),
    kinetic = sum(0..n, |i| 0.5 * dt(r[i]).norm_squared()),
    potential = sum(0..n, |i| 9.81 * r[i][1]),
    contact(bowl, gap = array(0..n, |i| 1 - r[i].norm()), slip = array(0..n, |i| r[i][0] * dt(r[i][1]) - r[i][1] * dt(r[i][0])),
        friction = array(0..n, |i| 0.2 * i)),
    discretize(NonsmoothMidpoint),
)]
struct Bowls {
    n: usize,
}

/// φ and φ̇ after `span` from the lowest point, by the classical method of Runge and Kutta, exact to rounding: |N| = φ̇² + g cos φ.
fn swung(mu: f64, phi: f64, span: f64) -> [f64; 2] {
    let f = |[phi, w]: [f64; 2]| [w, -9.81 * phi.sin() + mu * (w * w + 9.81 * phi.cos())];
    let mut z = [phi, 0.0];
    let h = span / 4000.0;
    let onwards = |z: [f64; 2], k: [f64; 2], h: f64| [z[0] + h * k[0], z[1] + h * k[1]];
    for _ in 0..4000 {
        let first = f(z);
        let second = f(onwards(z, first, 0.5 * h));
        let third = f(onwards(z, second, 0.5 * h));
        let fourth = f(onwards(z, third, h));
        let sum = [0, 1].map(|i| first[i] + 2.0 * (second[i] + third[i]) + fourth[i]);
        z = onwards(z, sum, h / 6.0);
    }
    z
}

/// In q, in p, and in the energy of the bead without friction.
#[test]
fn beads_that_slide_have_order_two() {
    let (phi, span) = (1.2_f64, 0.6);
    let ends = [0.0, 0.2].map(|mu| swung(mu, phi, span));
    assert!(ends.iter().all(|[_, w]| *w < 0.0), "one has turned");
    let place = |phi: f64| [phi.sin(), -phi.cos()];
    let exact_q: Vec<f64> = ends.iter().flat_map(|&[phi, _]| place(phi)).collect();
    let exact_p: Vec<f64> = ends
        .iter()
        .flat_map(|&[phi, w]| [w * phi.cos(), w * phi.sin()])
        .collect();
    let errors = [50, 100, 200, 400].map(|steps| {
        let start = [place(phi), place(phi)].concat();
        let mut motion = Integrator::new(
            Bowls { n: 2 },
            NonsmoothMidpoint,
            span / steps as f64,
            start,
            vec![0.0; 4],
        )
        .expect("a start");
        for _ in 0..steps {
            motion.step().expect("a step");
        }
        let State { q, p, .. } = motion.state();
        let energy = 0.5 * (p[0].powi(2) + p[1].powi(2)) + 9.81 * q[1];
        let off = [
            apart(q.as_slice(), &exact_q),
            apart(p.as_slice(), &exact_p),
            (energy + 9.81 * phi.cos()).abs(),
        ];
        (steps, off)
    });
    // Numbers of one, and a reference that is exact to 1e-12.
    let orders = [0, 1, 2].map(|k| slope(errors.iter().map(|(steps, off)| (*steps, off[k])), 1e-11));
    assert!(
        orders.iter().all(|order| (order - 2.0).abs() < 0.05),
        "{orders:?} {errors:?}"
    );
}

/// Discs over each other above a floor.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[discs][2]),
    kinetic = sum(0..discs, |i| 0.5 * dt(r[i]).norm_squared()),
    potential = sum(0..discs, |i| 9.81 * r[i][1]),
    contact(floor, gap = r[0][1] - radius, slip = dt(r[0][0]), friction = 0.3),
    contact(pair, gap = array(1..discs, |i| (r[i] - r[i - 1]).norm() - 2 * radius), restitution = e),
    discretize(NonsmoothMidpoint),
)]
struct Column {
    discs: usize,
    radius: f64,
    e: f64,
}

/// Nothing moves but by rounding, all contacts carry in each step, and steps take no memory.
#[test]
fn columns_that_touch_stay() {
    for (radius, e) in [(0.1, 0.0), (0.07, 0.0), (0.3, 0.5)] {
        let discs = 30;
        let q: Vec<f64> = (0..2 * discs)
            .map(|k| if k % 2 == 0 { 1.0 } else { k as f64 * radius })
            .collect();
        let column = Column { discs, radius, e };
        let still = vec![0.0; 2 * discs];
        let mut motion = Integrator::new(column, NonsmoothMidpoint, 1e-3, &q, &still).expect("a start");
        for step in 0..60 {
            let report = motion.step().expect("a small step");
            let carrying = report.contacts().filter(|at| at.percussions[0] > 0.0).count();
            assert_eq!(carrying, discs, "step {step}");
        }
        let used = allocation_counter::measure(|| {
            for _ in 0..100 {
                motion.step().expect("a small step");
            }
        });
        assert_eq!(used.count_total, 0);
        let State { q: end, p, .. } = motion.state();
        // Up to 30 discs of 9.81 g are carried by the lowest contact; gaps are held to the rounding of heights up to 18.
        let (small_p, small_q) = (64.0 * f64::EPSILON * 30.0 * 9.81e-3, 160.0 * 18.0 * f64::EPSILON);
        assert!(p.amax() < small_p, "{:e} {small_p:e}", p.amax());
        assert!(
            apart(end.as_slice(), &q) < small_q,
            "{:e}",
            apart(end.as_slice(), &q)
        );
    }
}
