//! A step grows because the system does, or because the scheme does. The longest stable step tells the two apart, also where other
//! motions are stiff, where friction is fast, and in single precision.

use extremal::Scalar;
use extremal::prelude::*;
use extremal::stability::StableSteps;

/// A stiff oscillator beside a soft one, each with friction.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 0.5 * (stiff * x.powi(2) + y.powi(2)),
    force(y = -friction * dt(y)),
    discretize(Verlet, Midpoint, Hermite<P2>, Livens)
)]
struct Two {
    stiff: f64,
    friction: f64,
}

/// An oscillator of frequency one.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * x.powi(2),
    force(x = -friction * dt(x)),
    discretize(Verlet, Midpoint, Hermite<P2>)
)]
struct One<T: Scalar> {
    friction: T,
}

/// A mass on a rod.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = 9.81 * r[1],
    constraint(rod = r.norm_squared() - 1),
    discretize(Livens)
)]
struct Rod;

macro_rules! stable_steps {
    ($system:expr, $scheme:expr, $longest:expr) => {
        Integrator::new($system, $scheme, 0.1, [0.0; _], [0.0; _])
            .and_then(|motion| motion.largest_stable_step($longest))
            .expect("linear equations")
    };
}

#[test]
fn soft_motions_that_grow_beside_stiff_ones_are_unstable() {
    // e^{5e-4 t} beside ω = 1e4.
    let grows = Two {
        stiff: 1e8,
        friction: -1e-3,
    };
    let stays = Two {
        friction: 0.0,
        ..grows
    };
    for found in [
        stable_steps!(grows, Midpoint, 1e3),
        stable_steps!(grows, Livens, 1e3),
        stable_steps!(grows, Hermite::<P2>::default(), 1e3),
    ] {
        assert!(matches!(found, StableSteps::Unstable(_)), "{found:?}");
    }
    assert_eq!(stable_steps!(stays, Midpoint, 1e3), StableSteps::UpTo(1e3));
    let found = stable_steps!(stays, Verlet, 1e3).largest().expect("a limit");
    // Six digits.
    assert!((found * 1e4 - 2.0).abs() < 1e-6, "{found}");
}

#[test]
fn growth_of_single_precision_is_that_of_the_system() {
    let [grows, decays] = [-0.01_f32, 0.01].map(|friction| One { friction });
    let found = stable_steps!(grows, Midpoint, 100.0);
    assert!(matches!(found, StableSteps::Unstable(_)), "{found:?}");
    assert_eq!(stable_steps!(decays, Midpoint, 100.0), StableSteps::UpTo(100.0));
}

#[test]
fn upright_on_a_rod() {
    let motion = |y: f64| Integrator::new(Rod, Livens, 0.1, [0.0, y], [0.0; 2]).expect("on the rod");
    let found = motion(1.0).largest_stable_step(10.0).expect("linear equations");
    assert!(matches!(found, StableSteps::Unstable(_)), "{found:?}");
    let found = motion(-1.0).largest_stable_step(10.0).expect("linear equations");
    assert_eq!(found, StableSteps::UpTo(10.0));
}

/// Long steps of `P2` have λ near one for what decays fast: they resolve nothing, and shorter ones are stable.
#[test]
fn what_decays_fast_is_not_at_rest() {
    let found = stable_steps!(One { friction: 1e3 }, Hermite::<P2>::default(), 100.0);
    let StableSteps::Below(h) = found else {
        panic!("{found:?}")
    };
    // √56, which is the limit of ω h for the damped window, up to terms with the ratio of both rates.
    assert!((h - 56.0_f64.sqrt()).abs() < 1e-3, "{h}");
}

#[test]
fn the_longest_step_does_not_matter() {
    let still = One { friction: 0.0 };
    for longest in [10.0, 1e20, 1e30, 1e150, 1e300] {
        let found = [
            stable_steps!(still, Verlet, longest),
            stable_steps!(still, Hermite::<P2>::default(), longest),
        ];
        for (found, expected) in found.into_iter().zip([2.0, (168.0_f64 / 17.0).sqrt()]) {
            let StableSteps::Below(h) = found else {
                panic!("{found:?} {longest}")
            };
            // Six digits, half a unit of the last.
            assert!((h / expected - 1.0).abs() < 5e-7, "{h} {expected}");
        }
    }
}
