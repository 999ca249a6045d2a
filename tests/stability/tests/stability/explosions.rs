//! The guard of integrators: no run explodes as Ok, and no honest one is stopped.

mod changed;
mod drags;
mod sudden;
mod systems;

use extremal::blocks::{IntoBlock, NoInputs};
use extremal::prelude::*;
use extremal::schemes::{
    Hermite, Moreau, Newmark, P2, ProlongationCollocation, SymmetricMoreau, Theta, V2, VariationalMoreau,
};
use extremal::{Error, Failure};
use systems::{Balls, Block, Cart, Chain, Inverted, Rocket, Rod, Springs, Swing, Unloaded, VanDerPol};

/// What the derive proves, in both worlds.
const _: () = {
    assert!(Springs::STRUCTURE.is_passive && Rod::STRUCTURE.is_passive && Balls::STRUCTURE.is_passive);
    assert!(Chain::STRUCTURE.is_passive && Inverted::STRUCTURE.is_passive);
    assert!(!Cart::STRUCTURE.is_passive && !Swing::STRUCTURE.is_passive);
    assert!(!VanDerPol::STRUCTURE.is_passive && !Block::STRUCTURE.is_passive);
};

/// Numbers between 0 and 1, and powers of ten.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn power(&mut self, decades: f64) -> f64 {
        10_f64.powf(decades * (2.0 * self.unit() - 1.0))
    }

    /// Zero as often as not.
    fn maybe(&mut self, decades: f64) -> f64 {
        let power = self.power(decades);
        if self.unit() < 0.5 { 0.0 } else { power }
    }
}

/// Runs of 64 steps and more: how often one of them failed, and how often one ended.
#[derive(Debug, Default)]
struct Outcomes {
    failed: usize,
    ended: usize,
}

impl Outcomes {
    /// After each run that is Ok, E is below 10⁴ times that of the start or of the first step, in amplitudes 100 times.
    fn run<S, D, Q>(&mut self, system: S, scheme: D, h: f64, (q, v): (Q, Q))
    where
        S: Lagrangian<Scalar = f64, Inputs: NoInputs> + Discretize<D> + core::fmt::Debug + Clone,
        D: Copy,
        Q: Clone + IntoBlock<S::Configuration> + IntoBlock<S::Velocity>,
    {
        let text = format!("{system:?} {}, h = {h}", core::any::type_name::<D>());
        let motion: Result<Integrator<S, D>, Error> = Integrator::new(system, scheme, h, q, v);
        let mut motion = motion.expect("a start");
        let mut most = motion.energy();
        if motion.step().is_err() {
            self.failed += 1;
            return;
        }
        most = most.max(motion.energy());
        for steps in [63, 65, 100, 200, 271] {
            let before = (motion.steps(), motion.state());
            let outcome = if steps % 2 == 0 {
                motion.step_many(steps)
            } else {
                motion.run(steps).map(drop)
            };
            if let Err(error) = outcome {
                self.failed += 1;
                // What failed is behind the state, which is one of the steps that were made.
                assert!(
                    motion.steps() == error.step && motion.steps() >= before.0,
                    "{text}"
                );
                return;
            }
            let energy = motion.energy();
            assert!(
                energy <= 1e4 * most,
                "{text}: E went from {most} to {energy} in {} steps",
                motion.steps()
            );
        }
        self.ended += 1;
    }
}

/// Step sizes as parts of one that is near the limit of explicit schemes.
const FACTORS: [f64; 9] = [0.05, 0.3, 0.9, 1.05, 1.5, 2.0, 3.0, 5.0, 10.0];

#[test]
fn springs_do_not_explode_as_ok() {
    let (mut random, mut outcomes) = (Random(7), Outcomes::default());
    for _ in 0..12 {
        let (m, k, a, c) = (
            random.power(2.0),
            random.power(4.0),
            random.maybe(2.0),
            random.maybe(2.0),
        );
        let springs = Springs { m, k, a, c };
        let h = 2.0 / ((k + 1.0 + a) / m + 1.0 + a).sqrt();
        let start = (
            [random.unit() - 0.5, random.unit() - 0.5],
            [random.unit() - 0.5, random.unit()],
        );
        for h in FACTORS.map(|factor| factor * h) {
            outcomes.run(springs, Verlet, h, start);
            outcomes.run(springs, Midpoint, h, start);
            outcomes.run(springs, Livens, h, start);
            outcomes.run(springs, Newmark::default(), h, start);
            outcomes.run(
                springs,
                Newmark {
                    beta: 0.0,
                    gamma: 0.5,
                },
                h,
                start,
            );
            outcomes.run(springs, Hermite::<P2>::default(), h, start);
            outcomes.run(springs, Hermite::<V2>::default(), h, start);
            outcomes.run(springs, Galerkin::<1, Lobatto<2>>::default(), h, start);
            outcomes.run(springs, Galerkin::<2, Gauss<2>>::default(), h, start);
            outcomes.run(springs, Galerkin::<2, Lobatto<3>>::default(), h, start);
            outcomes.run(springs, Galerkin::<3, Gauss<3>>::default(), h, start);
            outcomes.run(springs, Galerkin::<2, Gauss<3>>::default(), h, start);
            outcomes.run(springs, ProlongationCollocation::<Gauss<2>>::default(), h, start);
            outcomes.run(springs, Composition::<4, Verlet>::default(), h, start);
            outcomes.run(springs, Composition::<4, Midpoint>::default(), h, start);
        }
    }
    // Most runs are stable, and enough are not.
    assert!(outcomes.failed > 100 && outcomes.ended > 500, "{outcomes:?}");
}

#[test]
fn chains_of_any_size_do_not_explode_as_ok() {
    let (mut random, mut outcomes) = (Random(8), Outcomes::default());
    for _ in 0..12 {
        let (m, k, a, c) = (
            random.power(2.0),
            random.power(4.0),
            random.maybe(2.0),
            random.maybe(2.0),
        );
        let chain = Chain { n: 5, m, k, a, c };
        let start: [f64; 5] = core::array::from_fn(|_| random.unit() - 0.5);
        for h in FACTORS.map(|factor| factor / ((k + a) / m).sqrt()) {
            outcomes.run(chain.clone(), Verlet, h, (start, start));
            outcomes.run(chain.clone(), Midpoint, h, (start, start));
            outcomes.run(chain.clone(), Livens, h, (start, start));
            outcomes.run(chain.clone(), Newmark::default(), h, (start, start));
            outcomes.run(
                chain.clone(),
                Galerkin::<2, Lobatto<3>>::default(),
                h,
                (start, start),
            );
            outcomes.run(
                chain.clone(),
                Composition::<4, Verlet>::default(),
                h,
                (start, start),
            );
        }
    }
    assert!(outcomes.failed > 50 && outcomes.ended > 200, "{outcomes:?}");
}

#[test]
fn constraints_and_contacts_do_not_explode_as_ok() {
    let (mut random, mut outcomes) = (Random(9), Outcomes::default());
    for _ in 0..12 {
        let rod = Rod {
            m: random.power(3.0),
            k: random.power(3.0),
        };
        let (phi, w) = (6.0 * random.unit(), random.unit() * (rod.k / rod.m).sqrt());
        let start = ([phi.cos(), phi.sin()], [-phi.sin() * w, phi.cos() * w]);
        let balls = Balls {
            m: random.power(1.0),
            k: 1e3 * random.power(2.0),
        };
        let fall = ([random.unit(), 2.0], [0.0, 0.0]);
        for factor in FACTORS {
            let h = factor * 2.0 / (3.0 * rod.k / rod.m).sqrt();
            outcomes.run(rod, Verlet, h, start);
            outcomes.run(rod, Midpoint, h, start);
            outcomes.run(rod, Livens, h, start);
            outcomes.run(rod, NullSpace(Midpoint), h, start);
            outcomes.run(rod, Galerkin::<2, Gauss<2>>::default(), h, start);
            let h = factor * 2.0 / (balls.k / balls.m + balls.k).sqrt();
            outcomes.run(balls, Moreau, h, fall);
            outcomes.run(balls, VariationalMoreau, h, fall);
            outcomes.run(balls, SymmetricMoreau, h, fall);
            outcomes.run(balls, Theta::default(), h, fall);
        }
    }
    assert!(outcomes.failed > 100 && outcomes.ended > 200, "{outcomes:?}");
}

/// Systems to which something adds energy: motions that grow are followed as long as steps resolve them.
#[test]
fn driven_motions_grow_where_steps_resolve_them() {
    // From rest by twelve orders of magnitude in T.
    let mut engine =
        Integrator::new(Cart { m: 1.0, k: 0.0 }, Midpoint, 0.01, [0.0], [1e-9]).expect("a start");
    engine.step_many_with(10_000, [1.0]).expect("an engine");
    // At resonance the amplitude grows with t.
    let shaken = Swing {
        k: 1.0,
        c: 0.0,
        shake: 1e-3,
    };
    let mut shaken = Integrator::new(shaken, Verlet, 0.01, [1e-9], [0.0]).expect("a start");
    shaken.step_many(100_000).expect("a resonance");
    // The amplitude is 10⁻³ t/2; the wrong frequency of the scheme, h²/24, changes it by 10⁻⁵.
    assert!((shaken.velocity().expect("a mass")[0].hypot(shaken.state().q[0]) - 0.5).abs() < 1e-3);
    // Friction that pushes: by eight orders of magnitude, at hω = 1.
    let pushed = Swing {
        k: 1.0,
        c: -0.01,
        shake: 0.0,
    };
    let mut pushed = Integrator::new(pushed, Midpoint, 1.0, [1e-9], [0.0]).expect("a start");
    pushed.step_many(2000).expect("a motion of its declaration");
    assert!(pushed.energy() > 1e-14);

    // Steps that do not resolve the spring of a driven cart: far above the limit, and just above.
    for h in [0.03, 0.021, 0.0201, 0.020_002] {
        let start = || Integrator::new(Cart { m: 1.0, k: 1e4 }, Verlet, h, [0.0], [0.0]).expect("a start");
        let (mut together, mut single) = (start(), start());
        let error = together.step_many_with(100_000, [1e-3]).expect_err("hω > 2");
        assert!(matches!(error.failure, Failure::Unresolved { .. }), "{error}");
        assert!(error.to_string().contains("most of it in `x`"), "{error}");
        let error = loop {
            if let Err(error) = single.step_with([1e-3]) {
                break error;
            }
        };
        assert!(matches!(error.failure, Failure::Unresolved { .. }), "{error}");
        for motion in [together, single] {
            // T grows by 10⁴ from that of some step, the first at least, and by what it grows until the next look.
            let [p, first] = [motion.state().p[0].abs(), 1e-3 * h];
            assert!(p < first * 1e12, "{h} {p}");
        }
    }
}

/// Passive systems whose energies are small beside the terms of V, or whose rise is the declaration's.
#[test]
fn passive_motions_are_not_stopped_by_rounding() {
    for offset in [0.0, 1e6, -1e12] {
        for c in [0.0, 0.01, -0.01] {
            let inverted = Inverted { k: 9.81, c, offset };
            for v in [0.0, 1e-8] {
                let mut motion = Integrator::new(inverted, Midpoint, 0.05, [0.0], [v]).expect("a start");
                motion.step_many(5000).expect("a pendulum");
                let mut motion = Integrator::new(inverted, Verlet, 0.05, [3.0], [v]).expect("a start");
                motion.step_many(5000).expect("a pendulum");
            }
        }
    }
    // At rest in equilibrium, where all that moves is rounding.
    let springs = Springs {
        m: 1.0,
        k: 1e6,
        a: 1e6,
        c: 0.0,
    };
    let mut rest = Integrator::new(springs, Verlet, 1e-4, [0.0; 2], [0.0; 2]).expect("a start");
    rest.step_many(10_000).expect("a rest");
}

/// A step that the guard refuses leaves the state, and fails again; without the guard it is made.
#[test]
fn a_refused_step_is_taken_back() {
    let spring = Springs {
        m: 1.0,
        k: 100.0,
        a: 0.0,
        c: 0.0,
    };
    let mut motion = Integrator::new(spring, Verlet, 0.25, [1.0, 0.0], [0.0; 2]).expect("a start");
    let error = loop {
        let before = motion.state();
        if let Err(error) = motion.step() {
            assert_eq!(motion.state(), before);
            break error;
        }
    };
    assert!(motion.steps() <= 4 && error.step == motion.steps(), "{error}");
    assert_eq!(motion.step().expect_err("again"), error);
    motion.set_guard(false);
    motion.step().expect("as it was told");

    // With inputs, where energies say nothing.
    let cart = Cart { m: 1.0, k: 1e4 };
    let mut motion = Integrator::new(cart, Verlet, 0.03, [0.0], [0.0]).expect("a start");
    let error = loop {
        let before = motion.state();
        if let Err(error) = motion.step_with([1e-3]) {
            assert_eq!(motion.state(), before);
            break error;
        }
    };
    assert!(matches!(error.failure, Failure::Unresolved { .. }), "{error}");
    assert_eq!(motion.step_with([1e-3]).expect_err("again"), error);
}

/// A guard that is off stays off: runs of any length end as they do without it, and so do the steps after them.
#[test]
fn a_guard_that_is_off_stays_off() {
    let spring = Springs {
        m: 1.0,
        k: 100.0,
        a: 0.0,
        c: 0.0,
    };
    let mut motion = Integrator::new(spring, Verlet, 0.21, [1.0, 0.0], [0.0; 2]).expect("a start");
    motion.set_guard(false);
    let start = motion.energy();
    motion.run(70).expect("no guard looks");
    motion.step_many(70).expect("no guard looks");
    for _ in 0..70 {
        motion.step().expect("no guard looks");
    }
    assert!(motion.energy() > 1e9 * start);
}

/// The mass is zero at t = 1, between two steps. No step ends with a mass below zero, neither alone nor among many.
#[test]
fn a_mass_that_burns_off_ends_in_the_step_in_which_it_passes_zero() {
    fn check<D: Copy>(scheme: D)
    where
        Rocket: Discretize<D>,
    {
        let h = 0.01 / 1.005;
        for burnt in [1.0, 0.5] {
            let start =
                || Integrator::new(Rocket { burnt }, scheme, h, [0.1, 0.0], [1.0, 0.0]).expect("a start");
            let last = if burnt == 1.0 { 100 } else { 201 };
            let mut together = start();
            let error = together.step_many(1000).expect_err("there is no mass left");
            let (mut single, mut steps) = (start(), 0);
            while single.step().is_ok() {
                steps += 1;
            }
            assert!(matches!(error.failure, Failure::NegativeMass { .. }), "{error}");
            assert!(error.to_string().contains("`x`"), "{error}");
            assert_eq!(
                (together.steps(), steps, error.step),
                (last, last, last),
                "{error}"
            );
        }
    }
    check(Verlet);
    check(Midpoint);
    check(Livens);
    check(Galerkin::<2, Gauss<2>>::default());
}

/// Of a mass that depends on a place there are looks at each 64th step at least.
#[test]
fn a_mass_that_moves_away_is_seen_at_a_look() {
    fn check<D: Copy>(scheme: D)
    where
        Unloaded: Discretize<D>,
    {
        // x rests, so that y goes down by 1 in 100.5 steps, and nothing but the mass shows it.
        let mut motion =
            Integrator::new(Unloaded, scheme, 0.01 / 1.005, [0.0, 0.0], [0.0, -1.0]).expect("a start");
        let error = loop {
            if let Err(error) = motion.step() {
                break error;
            }
        };
        assert!(matches!(error.failure, Failure::NegativeMass { .. }), "{error}");
        assert!((100..=164).contains(&error.step), "{error}");
    }
    check(Verlet);
    check(Midpoint);
}
