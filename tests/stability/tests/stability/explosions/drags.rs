//! Friction that steps do not resolve: no state that passes has more than a hundred times the energy that the motion had.

use extremal::blocks::NoInputs;
use extremal::prelude::*;
use extremal::schemes::{Hermite, Newmark, ProlongationCollocation, V2};

/// A spring with friction of some law, and the same systems with a mass that depends on the place.
macro_rules! drag {
    ($name:ident, $mass:expr, $($friction:tt)*) => {
        #[derive(Clone, Copy, Debug, Lagrangian)]
        #[lagrangian(
            coordinates(x),
            kinetic = 0.5 * $mass * dt(x).powi(2),
            potential = 0.5 * k * x.powi(2),
            $($friction)*,
            discretize(Verlet, Midpoint, Newmark, Hermite<V2>, Galerkin<1, Right>, Galerkin<2, Lobatto<3>>,
                Galerkin<2, Gauss<3>>, ProlongationCollocation<Gauss<2>>),
        )]
        struct $name {
            c: f64,
            k: f64,
        }

        const _: () = assert!($name::STRUCTURE.is_passive);
    };
}

drag!(Linear, 1, dissipation = 0.5 * c * dt(x).powi(2));
drag!(Square, 1, force(x = -c * dt(x) * abs(dt(x))));
drag!(Cubic, 1, force(x = -c * dt(x).powi(3)));
drag!(Dry, 1, force(x = -c * tanh(dt(x))));
drag!(
    LinearOfPlace,
    (1 + x.powi(2)),
    dissipation = 0.5 * c * dt(x).powi(2)
);
drag!(CubicOfPlace, (1 + x.powi(2)), force(x = -c * dt(x).powi(3)));

/// Two masses, of which one is light and has friction.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * dt(x).powi(2) + 0.05 * dt(y).powi(2),
    potential = 0.5 * k * (x - y).powi(2) + 0.5 * x.powi(2),
    force(y = -c * dt(y).powi(3)),
    discretize(Verlet, Midpoint, Newmark, Hermite<V2>, Galerkin<1, Right>, Galerkin<2, Lobatto<3>>, Galerkin<2, Gauss<3>>,
        ProlongationCollocation<Gauss<2>>),
)]
struct Two {
    c: f64,
    k: f64,
}

/// Friction without a mass.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    massless(y),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * k * (x - y).powi(2) + 0.5 * x.powi(2),
    dissipation = 0.5 * c * dt(y).powi(2),
    discretize(Midpoint, Galerkin<2, Gauss<2>>),
)]
struct Joint {
    c: f64,
    k: f64,
}

/// The largest E of a state that passed, beside the bound: what the motion has is T₀, the kinetic energy that springs give in
/// a step from the start, or what it had at a look without what E rose by, 2 E₀ where V is above zero. A hundred times that
/// may pass. Looks are at the first 16 steps, and at those whose number is a power of 2 or of 64.
fn check<S, D>(text: &str, motion: Integrator<S, D>, given: f64) -> bool
where
    S: Lagrangian<Scalar = f64, Inputs: NoInputs> + Discretize<D>,
{
    let mut motion = motion;
    let start = motion.energy();
    let bound = start + 100.0 * f64::max(given, 2.0 * start);
    for step in 1..=512 {
        if motion.step().is_err() {
            return false;
        }
        let is_looked_at = step <= 16 || step == 32 || step % 64 == 0;
        let energy = motion.energy();
        let scheme = core::any::type_name::<D>();
        assert!(
            !is_looked_at || energy <= bound,
            "{text} {scheme}: E went from {start} to {energy} in {step} steps, and {bound} may pass"
        );
    }
    true
}

/// One system with all schemes that explode in one way or another: how many runs failed, and how many ended.
macro_rules! all {
    ($outcomes:expr, $system:expr, $h:expr, $q:expr, $v:expr, $given:expr) => {
        all!($outcomes, $system, $h, $q, $v, $given, [
            Verlet,
            Midpoint,
            Newmark::default(),
            Newmark { beta: 0.0, gamma: 0.5 },
            Hermite::<V2>::default(),
            Galerkin::<1, Right>::default(),
            Galerkin::<2, Lobatto<3>>::default(),
            Galerkin::<2, Gauss<3>>::default(),
            ProlongationCollocation::<Gauss<2>>::default(),
            Composition::<4, Verlet>::default(),
        ])
    };
    ($outcomes:expr, $system:expr, $h:expr, $q:expr, $v:expr, $given:expr, [$($scheme:expr),* $(,)?]) => {$(
        let (system, h) = ($system, $h);
        let text = format!("{system:?}, h = {h}, q = {:?}, v = {:?}", $q, $v);
        let motion = Integrator::new(system, $scheme, h, $q, $v).expect("a start");
        let ended = check(&text, motion, $given);
        $outcomes[usize::from(ended)] += 1;
    )*};
}

#[test]
fn friction_that_steps_do_not_resolve_gains_no_energy_as_ok() {
    let mut outcomes = [0; 2];
    let h = 0.1_f64;
    for hc in [0.1, 0.3, 1.0, 2.0, 3.0, 5.0, 10.0, 30.0, 100.0] {
        let c = hc / h;
        for k in [0.0, 1.0, 100.0, 1e4] {
            for (x, v) in [(0.0_f64, 1.0_f64), (1.0, 0.0)] {
                let given = |m: f64| 0.5 * f64::max(m * v * v, (h * k * x).powi(2) / m);
                let m = 1.0 + x * x;
                all!(outcomes, Linear { c, k }, h, [x], [v], given(1.0));
                all!(outcomes, Square { c, k }, h, [x], [v], given(1.0));
                all!(outcomes, Cubic { c, k }, h, [x], [v], given(1.0));
                all!(outcomes, Dry { c, k }, h, [x], [v], given(1.0));
                all!(outcomes, LinearOfPlace { c, k }, h, [x], [v], given(m));
                all!(outcomes, CubicOfPlace { c, k }, h, [x], [v], given(m));
                let pushed = (h * x).powi(2) * ((k + 1.0).powi(2) + 10.0 * k * k);
                let given = 0.5 * f64::max(0.1 * v * v, pushed);
                all!(outcomes, Two { c, k }, h, [x, 0.0], [0.0, v], given);
                all!(
                    outcomes,
                    Joint { c, k },
                    h,
                    [x, 0.0],
                    [v, 0.0],
                    0.0,
                    [Midpoint, Galerkin::<2, Gauss<2>>::default()]
                );
            }
        }
    }
    // Most schemes are unstable for some of these, and none for all.
    assert!(outcomes[0] > 500 && outcomes[1] > 2000, "{outcomes:?}");
}
