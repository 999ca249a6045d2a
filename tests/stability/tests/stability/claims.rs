//! What pages say of friction that steps do not resolve, and of bounces with corrected gaps.

use extremal::prelude::*;
use extremal::schemes::{ClosedGaps, SymmetricMoreau, Theta, VariationalMoreau};

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    dissipation = 0.5 * c * dt(x).powi(2),
    discretize(Midpoint)
)]
struct Slowed {
    m: f64,
    c: f64,
}

/// The velocity falls by (2 m − h c)/(2 m + h c) in each step.
#[test]
fn friction_beyond_its_limit_turns_the_velocity_around() {
    for (c, sign) in [(10.0, 1.0), (39.0, 1.0), (41.0, -1.0), (1e6, -1.0)] {
        let mut motion = Integrator::new(Slowed { m: 2.0, c }, Midpoint, 0.1, [0.0], [1.0]).unwrap();
        let before = motion.velocity().unwrap()[0];
        motion.step().unwrap();
        let ratio = motion.velocity().unwrap()[0] / before;
        let expected = (4.0 - 0.1 * c) / (4.0 + 0.1 * c);
        assert!(
            ratio * sign > 0.0 && (ratio - expected).abs() < 1e-12,
            "{c}: {ratio}"
        );
    }
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    dissipation = 0.5 * c * if x > 1 { 1 } else { 0 } * dt(x).powi(2),
    discretize(Midpoint, Galerkin<2, Gauss<2>>)
)]
struct Swamp {
    c: f64,
}

/// The body goes in by 10⁻⁴. From a step that meets the friction inside, the midpoint rule throws it back.
#[test]
fn friction_that_begins_in_a_step_may_throw_back() {
    let swamp = Swamp { c: 1e4 };
    let mut thrown = Integrator::new(swamp, Midpoint, 1e-3, [0.0], [1.0]).unwrap();
    thrown.step_many(3000).unwrap();
    assert!(thrown.state().q[0] < 0.9, "{:?}", thrown.state());
    let mut braked = Integrator::new(swamp, Galerkin::<2, Gauss<2>>::default(), 1e-3, [0.0], [1.0]).unwrap();
    braked.step_many(3000).unwrap();
    assert!((braked.state().q[0] - 1.0).abs() < 2e-3, "{:?}", braked.state());
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(y),
    kinetic = 0.5 * dt(y).powi(2),
    potential = 10 * y,
    contact(floor, gap = y, restitution = 1),
    discretize(VariationalMoreau)
)]
struct Ball;

/// 50 s of bounces from 1 m.
#[test]
fn corrected_gaps_keep_the_height_of_a_ball_that_bounces() {
    let h = 1e-3;
    let most = |motion: &mut dyn FnMut() -> f64| (0..50_000).fold(0.0_f64, |most, _| most.max(motion()));
    let mut plain = Integrator::new(Ball, VariationalMoreau, h, [1.0], [0.0]).unwrap();
    let kept = most(&mut || {
        plain.step().unwrap();
        plain.state().q[0]
    });
    let mut closed = Integrator::new(Ball, ClosedGaps(VariationalMoreau), h, [1.0], [0.0]).unwrap();
    let corrected = most(&mut || {
        closed.step().unwrap();
        closed.state().q[0]
    });
    assert!((kept - 1.0).abs() < 2e-5, "{kept}");
    assert!((corrected - 1.0).abs() < 2e-5, "{corrected}");
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 2 * x.powi(2) + 10 * y,
    contact(floor, gap = y, slip = dt(x), friction = 0.1),
    discretize(VariationalMoreau, SymmetricMoreau)
)]
struct Block;

/// It slides on the floor: ẍ = −4 x + 1, before it turns. p lacks half of the percussion of friction, h/2.
#[test]
fn momenta_under_a_contact_that_lasts_have_order_one() {
    fn check<D: Copy>(scheme: D)
    where
        Block: extremal::Discretize<D>,
    {
        let errors = [50_u32, 100].map(|steps| {
            let h = 1.0 / f64::from(steps);
            let mut motion = Integrator::new(Block, scheme, h, [1.9, 0.0], [0.0, 0.0]).expect("a start");
            (0..steps).for_each(|_| motion.step().map(drop).expect("it slides"));
            let State { q, p, .. } = motion.state();
            let (sin, cos) = 2.0_f64.sin_cos();
            let of_p = (p[0] + 3.3 * sin).abs() / (0.5 * h);
            ((q[0] - 0.25 - 1.65 * cos).abs(), of_p)
        });
        let [(x, p), (shorter, shorter_p)] = errors;
        assert!((x / shorter - 4.0).abs() < 0.2, "{errors:?}");
        // Errors of order two are left.
        assert!(
            (p - 1.0).abs() < 0.3 && (shorter_p - 1.0).abs() < 0.15,
            "{errors:?}"
        );
    }
    check(VariationalMoreau);
    check(SymmetricMoreau);
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = 0.5 * (k[0] + k[1]) * x.powi(2),
    discretize(Verlet)
)]
struct Named {
    m: f64,
    k: [f64; 2],
}

#[test]
fn a_parameter_that_is_nan_is_named() {
    let good = Named {
        m: 1.0,
        k: [1.0, 2.0],
    };
    let bad = [
        (Named { m: f64::NAN, ..good }, "`m`"),
        (
            Named {
                k: [1.0, f64::NAN],
                ..good
            },
            "`k[1]`",
        ),
    ];
    let mut motion = Integrator::new(good, Verlet, 0.1, [1.0], [0.0]).unwrap();
    for (system, name) in bad {
        let refused = Integrator::new(system, Verlet, 0.1, [1.0], [0.0]).err().unwrap();
        assert!(refused.to_string().contains(name), "{refused}");
        let refused = motion.set_system(system).unwrap_err();
        assert!(refused.to_string().contains(name), "{refused}");
    }
    // Nothing has changed.
    motion.step().unwrap();
}

/// A block that sticks to a belt, which goes to and fro.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, z),
    kinetic = 0.5 * (dt(x).powi(2) + dt(z).powi(2)),
    potential = 10 * z,
    contact(belt, gap = z, slip = dt(x) - 0.3 * sin(2 * t), friction = 1, restitution = 0),
    discretize(VariationalMoreau, SymmetricMoreau, Theta)
)]
struct Carried;

/// x = 0.15 (1 − cos 2t): places have order one where the surface moves.
#[test]
fn places_on_surfaces_that_move_have_order_one() {
    fn errors<D: Copy>(scheme: D) -> [f64; 3]
    where
        Carried: Discretize<D> + Lagrangian<Scalar = f64>,
    {
        [100, 200, 400].map(|steps| {
            let h = 1.0 / f64::from(steps);
            let mut motion = Integrator::new(Carried, scheme, h, [0.0; 2], [0.0; 2]).unwrap();
            for _ in 0..steps {
                motion.step().unwrap();
            }
            (motion.coordinates()[0] - 0.15 * (1.0 - 2.0_f64.cos())).abs()
        })
    }
    for errors in [
        errors(VariationalMoreau),
        errors(SymmetricMoreau),
        errors(Theta::default()),
    ] {
        for pair in errors.windows(2) {
            let order = (pair[0] / pair[1]).log2();
            assert!((0.9..1.1).contains(&order), "{errors:?}");
        }
    }
}
