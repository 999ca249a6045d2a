//! Results do not depend on the units in which masses, lengths and times are typed.

mod kept;
mod mechanisms;

use extremal::Failure;
use extremal::prelude::*;

use mechanisms::{Crank, ONE, Rods, Units, Walled};

type Measured = Vec<(&'static str, Result<Vec<f64>, String>)>;

/// Steps, the derivative of one, an impulse, and a change of the system.
macro_rules! moved {
    ($units:ident, $motion:expr, $kick:expr, $system:expr) => {{
        let mut motion = $motion.map_err(|e| e.to_string())?;
        let mut run = || -> Result<Vec<f64>, extremal::Error> {
            motion.run(15)?;
            motion.linearize()?;
            motion.kick($kick)?;
            motion.set_system($system)?;
            motion.run(15)?;
            let state = motion.state();
            let q = state.q.iter().map(|q| q / $units.l);
            let p = state.p.iter().map(|p| p / $units.momentum());
            let v = motion.velocity()?;
            let v = v.iter().map(|v| v / $units.speed()).collect::<Vec<_>>();
            Ok(q.chain(p).chain(v).collect())
        };
        run().map_err(|e| e.to_string())
    }};
}

macro_rules! motions {
    ($units:ident, $start:expr, $kick:expr, [$($scheme:expr),*]) => {
        vec![$((stringify!($scheme), (|| {
            let (system, q, v) = $start;
            moved!($units, Integrator::new(&system, $scheme, 0.01 * $units.t, q, v), $kick.map(|p| p * $units.momentum()), &system)
        })())),*]
    };
}

fn fixed(u: Units) -> Measured {
    let kick = [1.0, 2.0, -0.5, 0.1];
    let mut all: Measured = motions!(
        u,
        u.rods(),
        kick,
        [
            Verlet,
            Midpoint,
            Livens,
            Polarized(Livens),
            Composition::<4, _>(Midpoint)
        ]
    );
    let kick = [1.0, 2.0, 0.5, -0.1, 0.2, 0.3, 0.0, 0.0, 0.1];
    all.extend::<Measured>(motions!(u, u.water(), kick, [Midpoint]));
    all
}

/// Those whose bases of ker G or choice of pivots round with the units, or whose iterations end by the largest of all equations.
fn rounded(u: Units) -> Measured {
    let kick = [1.0, 2.0, -0.5, 0.1];
    let mut all: Measured = motions!(
        u,
        u.rods(),
        kick,
        [
            NullSpace(Verlet),
            NullSpace(Midpoint),
            NullSpace(Galerkin::<2, Gauss<2>>::default()),
            Galerkin::<2, Gauss<2>>::default(),
            Galerkin::<3, Lobatto<4>>::default(),
            Hermite::<P2>::default(),
            Stabilized(Livens)
        ]
    );
    let kick = [1.0, 2.0, 0.5, -0.1, 0.2, 0.3, 0.0, 0.0, 0.1];
    all.extend::<Measured>(motions!(
        u,
        u.water(),
        kick,
        [Galerkin::<2, Gauss<2>>::default(), Stabilized(Livens)]
    ));
    all.push(("functions", functions(u).map_err(|e| e.to_string())));
    all
}

fn contacts(u: Units) -> Measured {
    let start = || {
        let (Rods { m, g, l, .. }, q, v) = u.rods();
        (Walled { m, g, l }, q, v.map(|v| -3.0 * v))
    };
    motions!(
        u,
        start(),
        [-1.0, 2.0, -0.5, 0.1],
        [Moreau, SymmetricMoreau, VariationalMoreau, Theta { theta: 1.0 }]
    )
}

fn any_size(u: Units) -> Measured {
    let (_, q, v) = u.water();
    let kick = [1.0, 2.0, 0.5, -0.1, 0.2, 0.3, 0.0, 0.0, 0.1];
    let mut all: Measured = motions!(
        u,
        (u.points(), q, v),
        kick,
        [
            Verlet,
            Midpoint,
            Galerkin::<2, Gauss<2>>::default(),
            Hermite::<P2>::default(),
            Livens,
            Stabilized(Livens),
            Polarized(Livens),
            Composition::<4, _>(Midpoint)
        ]
    );
    all.extend::<Measured>(motions!(
        u,
        (u.floored(), q, v),
        kick,
        [Moreau, SymmetricMoreau, VariationalMoreau, Theta { theta: 1.0 }]
    ));
    let system = u.points();
    let accelerated = || {
        let a = system.acceleration(0.0, &q.to_vec().into(), &v.to_vec().into(), &Default::default())?;
        Ok(a.iter().map(|a| a / u.acceleration()).collect())
    };
    all.push(("acceleration", accelerated().map_err(|e: Failure| e.to_string())));
    all
}

/// What a constrained system computes without an integrator.
fn functions(u: Units) -> Result<Vec<f64>, Failure> {
    let (rods, q, v) = u.rods();
    let (q, mut v) = (q.into(), v.into());
    let a = rods.acceleration(0.0, &q, &v, &[])?;
    let multipliers = rods.multipliers(0.0, &q, &v, &[])?;
    let tension = rods.tension(0.0, &q, &v)?;
    let mut found: Vec<f64> = a.iter().map(|a| a / u.acceleration()).collect();
    found.extend(multipliers.iter().chain([&tension]).map(|l| l / u.stiffness()));
    v[2] += 0.3 * u.speed();
    let p = rods.consistent_momentum(0.0, &q, &rods.momentum(0.0, &q, &v))?;
    found.extend(p.iter().map(|p| p / u.momentum()));
    let mut off = q;
    off[0] += 0.1 * u.l;
    let (q, v) = rods.project(0.0, off, v)?;
    found.extend(q.iter().map(|q| q / u.l));
    found.extend(v.iter().map(|v| v / u.speed()));
    Ok(found)
}

fn compared(one: &Measured, other: &Measured, tolerance: f64, units: Units) {
    for ((name, a), (_, b)) in one.iter().zip(other) {
        let a = a.as_ref().expect("units of one");
        let b = b
            .as_ref()
            .unwrap_or_else(|failure| panic!("{name} {units:?}: {failure}"));
        for (a, b) in a.iter().zip(b) {
            assert!(
                (a - b).abs() <= tolerance * (1.0 + a.abs()),
                "{name} {units:?}: {a} {b}"
            );
        }
    }
}

fn scales(size: f64) -> Vec<Units> {
    let [large, small] = [size, size.recip()];
    let units = |m, l, t| Units { m, l, t };
    vec![
        units(small, 1.0, 1.0),
        units(large, 1.0, 1.0),
        units(1.0, small, 1.0),
        units(1.0, large, 1.0),
        units(1.0, 1.0, small),
        units(1.0, 1.0, large),
        units(small, large, small),
        units(large, small, large),
        units(large, large, small),
        units(small, small, large),
    ]
}

/// 31 steps whose numbers round differently, each by a few ε of numbers of size one, and grow tenfold at most.
const ROUNDINGS: f64 = 1e-12;

#[test]
fn results_do_not_depend_on_units() {
    let molecules = Units {
        m: 1.66e-27,
        l: 1e-10,
        t: 1e-13,
    };
    for measure in [fixed, rounded, contacts, any_size] {
        let one = measure(ONE);
        for units in scales(1e30).into_iter().chain([molecules]) {
            compared(&one, &measure(units), ROUNDINGS, units);
        }
    }
}

/// Products by powers of two do not round, and no decision depends on units.
#[test]
fn powers_of_two_keep_all_bits() {
    for measure in [fixed, contacts] {
        let one = measure(ONE);
        for units in scales(2.0_f64.powi(100)) {
            compared(&one, &measure(units), 0.0, units);
        }
    }
}

#[test]
fn independence_does_not_depend_on_units() {
    for units in scales(1e30) {
        let start = |c: f64, y: f64| {
            let crank = Crank {
                m: units.m,
                l: units.l,
                c,
            };
            let q = [f64::atan2(0.6, 0.8), 0.8 * units.l, y * units.l];
            let motion = Integrator::new(crank, Midpoint, 0.01 * units.t, q, [0.0; 3]);
            motion.map(|_| ()).map_err(|error| error.failure)
        };
        assert_eq!(start(1.0, 0.6), Ok(()), "{units:?}");
        let constraint = "held";
        assert_eq!(
            start(0.0, 0.6),
            Err(Failure::RedundantConstraint { constraint }),
            "{units:?}"
        );
        let off = start(1.0, 0.6 + 1e-7).expect_err("six digits");
        assert!(
            matches!(
                off,
                Failure::ConstraintViolated {
                    constraint: "across",
                    ..
                }
            ),
            "{units:?}"
        );
    }
}

/// There is no step.
#[test]
fn a_projection_does_not_speak_of_a_step() {
    let (rods, q, v) = ONE.rods();
    let none = Rods { m: 0.0, ..rods };
    let failure = none.project(0.0, q, v).expect_err("no mass");
    assert!(matches!(failure, Failure::SingularMassMatrix { .. }), "{failure}");
}
