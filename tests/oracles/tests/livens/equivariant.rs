//! Gradients through invariants: conservation of energy and momentum maps together, and numbers from an independent program.

use extremal::prelude::*;

use crate::motion::close;
use crate::orders::{Angles, Start, at, flow, place};
use crate::runs::{increments, level, orders, runs};
use crate::systems::{Relativistic, Rotating, Sphere, SpringPendulum};

const FAST: Relativistic<f64> = Relativistic { c: 2.0, k: 1.0 };
const SPHERE: Sphere<f64> = Sphere { m: 1.0, g: 9.81 };
const HANGING: SpringPendulum<f64> = SpringPendulum {
    m: 1.0,
    ea: 300.0,
    g: 9.81,
};

type Ends = (&'static [f64], &'static [f64]);

const ROTATING: Ends = (&[0.9, 0.3, -0.2], &[0.3, 0.8, 0.5]);
const AROUND: Ends = (&[1.0, 0.0], &[0.2, 0.9]);
const SWINGING: Ends = (&[0.6, 0.0, -0.8], &[0.4, 1.5, 0.3]);
const STRETCHED: Ends = (&[1.05, 1.2, 0.3], &[0.2, 0.7, 0.9]);

/// Twenty steps, each with tens of roundings of numbers of size one.
const TWENTY_STEPS: f64 = 1e-14;

#[test]
fn numbers() {
    let check = |found: &crate::runs::Reached, [q, v, p]: [&[f64]; 3]| {
        close("q", &found.node.q, q, TWENTY_STEPS);
        close("v", &found.node.v, v, TWENTY_STEPS);
        close("p", &found.node.p, p, TWENTY_STEPS);
    };
    let found = runs(&Rotating, Equivariant(Livens), 0.05, ROTATING, 20);
    check(
        &found[1],
        [
            &[0.9154479684487986, 0.339978764944227, -0.17523761920249492],
            &[0.3179187379519452, 0.7991505977690807, 0.49049523190020344],
            &[0.4116814852717674, 1.0351467211389649, 0.6354024878517844],
        ],
    );
    check(
        &found[20],
        [
            &[0.6769960830039659, 0.7207162162950532, 0.25031188028452017],
            &[-0.89277758967038, -0.04118914562269969, 0.40595966433371583],
            &[-1.1714018624452796, -0.054045095652829556, 0.5326532993255454],
        ],
    );
    let found = runs(&FAST, Equivariant(Livens), 0.05, AROUND, 20);
    check(
        &found[1],
        [
            &[1.008911882828078, 0.045024439408595],
            &[0.15647531312311866, 0.9009775763438],
            &[0.1758901358705582, 1.0130760454265195],
        ],
    );
    check(
        &found[20],
        [
            &[0.818717433876927, 0.8114783148394792],
            &[-0.49794073598160754, 0.6390550989110156],
            &[-0.5446014031147034, 0.6989626129074319],
        ],
    );
    let found = runs(&SPHERE, Equivariant(Livens), 0.05, SWINGING, 20);
    let v = [-0.0867870124440775, -1.6284389013085876, 0.35735786933722563];
    let q = [-0.5606001938878563, -0.14867620678193308, -0.8146304733741758];
    check(&found[20], [&q, &v, &v]);
    close(
        "impulse",
        &found[20].node.impulses,
        &[0.5486584624530374],
        TWENTY_STEPS,
    );
}

/// p·ξ(q), by hand.
fn turning(node: &crate::equations::Node, [x, y]: [usize; 2]) -> f64 {
    node.q[x] * node.p[y] - node.q[y] * node.p[x]
}

/// The largest deviation of a map from its initial value.
fn drift(reached: &[crate::runs::Reached], map: impl Fn(&crate::equations::Node) -> f64) -> f64 {
    let start = map(&reached[0].node);
    reached
        .iter()
        .fold(0.0, |most, at| most.max((map(&at.node) - start).abs()))
}

/// Sums of a few products of size one, in each of some steps.
fn rounding(steps: usize) -> f64 {
    4.0 * f64::EPSILON * (4.0 + steps as f64)
}

const STEPS: [f64; 8] = [0.1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8];

#[test]
fn energy_and_all_rotations_are_kept() {
    let planes = [[1, 2], [2, 0], [0, 1]];
    for h in STEPS {
        let found = runs(&Rotating, Equivariant(Livens), h, ROTATING, 200);
        let most = increments(&Rotating, h, &found);
        assert!(most <= 64.0 * f64::EPSILON, "{h:e}: {most:e}");
        for plane in planes {
            let most = drift(&found, |node| turning(node, plane));
            assert!(most <= rounding(200), "{h:e}: {most:e}");
        }
    }
    // Gonzalez' gradient in coordinates does not have this symmetry.
    let plain = runs(&Rotating, Livens, 0.05, ROTATING, 20);
    let most = planes.map(|plane| drift(&plain, |node| turning(node, plane)));
    let most = most.into_iter().fold(0.0, f64::max);
    assert!((5e-4..1e-3).contains(&most), "{most:e}");
}

#[test]
fn energy_and_rotations_of_a_general_lagrangian_are_kept() {
    for h in STEPS {
        let found = runs(&FAST, Equivariant(Livens), h, AROUND, 200);
        let most = increments(&FAST, h, &found);
        assert!(most <= 64.0 * f64::EPSILON, "{h:e}: {most:e}");
        let most = drift(&found, |node| turning(node, [0, 1]));
        assert!(most <= rounding(200), "{h:e}: {most:e}");
    }
    let plain = runs(&FAST, Livens, 0.05, AROUND, 20);
    let most = drift(&plain, |node| turning(node, [0, 1]));
    assert!((5e-5..2e-4).contains(&most), "{most:e}");
}

/// The momentum of a cyclic angle.
#[test]
fn energy_and_a_cyclic_momentum_are_kept() {
    for h in [0.014, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8] {
        let found = runs(&HANGING, Equivariant(Livens), h, STRETCHED, 200);
        let most = increments(&HANGING, h, &found);
        assert!(most <= 64.0 * f64::EPSILON, "{h:e}: {most:e}");
        let most = drift(&found, |node| node.p[2]);
        assert!(most <= rounding(200), "{h:e}: {most:e}");
    }
    let plain = runs(&HANGING, Livens, 0.02, STRETCHED, 20);
    let most = drift(&plain, |node| node.p[2]);
    assert!((1e-4..3e-4).contains(&most), "{most:e}");
}

#[test]
fn energy_map_and_constraint_are_kept() {
    for h in STEPS {
        let found = runs(&SPHERE, Equivariant(Livens), h, SWINGING, 200);
        let most = increments(&SPHERE, h, &found);
        assert!(most <= 64.0 * f64::EPSILON, "{h:e}: {most:e}");
        let most = drift(&found, |node| turning(node, [0, 1]));
        assert!(most <= rounding(200), "{h:e}: {most:e}");
        // Three squares of numbers below one.
        assert!(level(&found, 0) <= 8.0 * f64::EPSILON, "{:e}", level(&found, 0));
    }
}

/// Rounding adds up like a random walk; the error of plain gradients does not vanish.
#[test]
fn energy_and_maps_are_kept_over_many_steps() -> Result<(), extremal::Error> {
    let mut motion = Integrator::new(
        Rotating,
        Equivariant(Livens),
        0.05,
        [0.9, 0.3, -0.2],
        [0.3, 0.8, 0.5],
    )?;
    let maps = |state: &State<f64, _>| [Rotating.x(state), Rotating.y(state), Rotating.z(state)];
    let (energy, start) = (motion.energy(), maps(&motion.state()));
    motion.step_many(20_000)?;
    // Sums of twenty thousand steps with an ε each, of numbers of size one.
    assert!((motion.energy() - energy).abs() < 1e-12);
    for (now, start) in maps(&motion.state()).into_iter().zip(start) {
        assert!((now - start).abs() < 1e-12, "{now} {start}");
    }
    let mut plain = Integrator::new(Rotating, Livens, 0.05, [0.9, 0.3, -0.2], [0.3, 0.8, 0.5])?;
    plain.step_many(20_000)?;
    assert!((plain.energy() - energy).abs() < 1e-12);
    let lost = maps(&plain.state())
        .into_iter()
        .zip(start)
        .fold(0.0_f64, |most, (now, start)| most.max((now - start).abs()));
    assert!(lost > 1e-4, "{lost:e}");
    Ok(())
}

fn are_two(orders: [f64; 3]) {
    for order in orders {
        assert!((order - 2.0).abs() < 0.06, "{orders:?}");
    }
}

#[test]
fn order_two_in_coordinates_velocities_and_momenta() {
    const STEPS: [usize; 4] = [60, 120, 240, 480];
    let (q, v, end) = ([0.9, 0.3, -0.2], [0.3, 0.8, 0.5], 1.0);
    let (to_q, to_v) = flow::<3, 6>(&Rotating, &Start { q, v, end });
    let exact = at(&Rotating, end, &to_q, &to_v);
    are_two(orders(
        &Rotating,
        Equivariant(Livens),
        &Start { q, v, end },
        &exact,
        &STEPS,
    ));

    let (q, v, end) = ([1.0, 0.1], [0.2, 0.9], 1.0);
    let (to_q, to_v) = flow::<2, 4>(&FAST, &Start { q, v, end });
    let exact = at(&FAST, end, &to_q, &to_v);
    are_two(orders(
        &FAST,
        Equivariant(Livens),
        &Start { q, v, end },
        &exact,
        &STEPS,
    ));

    let (q, v, end) = ([1.05, 1.2, 0.3], [0.2, 0.7, 0.9], 0.4);
    let (to_q, to_v) = flow::<3, 6>(&HANGING, &Start { q, v, end });
    let exact = at(&HANGING, end, &to_q, &to_v);
    are_two(orders(
        &HANGING,
        Equivariant(Livens),
        &Start { q, v, end },
        &exact,
        &STEPS,
    ));

    let angles = Start {
        q: [0.9, 0.2],
        v: [0.4, 1.7],
        end: 0.9,
    };
    let (q, v) = place(angles.q, angles.v);
    let (to_q, to_v) = flow::<2, 4>(&Angles(SPHERE), &angles);
    let (to_q, to_v) = place(to_q, to_v);
    let (start, exact) = (Start { q, v, end: 0.9 }, at(&SPHERE, 0.9, &to_q, &to_v));
    are_two(orders(&SPHERE, Equivariant(Livens), &start, &exact, &STEPS));
}
