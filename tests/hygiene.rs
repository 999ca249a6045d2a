//! Declarations in any place and among any names: in functions, modules and macros, next to constants, statics, unit structs and
//! functions that have the names of parts of the generated code.
//!
//! Compiling this file is most of the test; the steps check that names were not confused. `tests/hygiene` is a crate without a
//! prelude, with `extremal` under another name, and under every lint.

use extremal::blocks::Size;
use extremal::prelude::*;
use extremal::{Scalar, StateOf};

/// One step with the midpoint rule from x = 1, v = 0.
macro_rules! step {
    ($system:expr) => {{
        let system = $system;
        let mut motion = Integrator::new(&system, Midpoint, 0.1, [1.0], [0.0]).unwrap();
        motion.step().unwrap();
        motion.state().q[0]
    }};
}

/// (1 − a)/(1 + a) with a = (h ω/2)²: one step of the midpoint rule for an oscillator.
fn expected(rate: f64) -> f64 {
    let a = (0.1 * rate / 2.0_f64).powi(2);
    (1.0 - a) / (1.0 + a)
}

fn is_near(found: f64, expected: f64) -> bool {
    (found - expected).abs() < 1e-14
}

#[test]
fn in_a_function_beside_locals_of_every_name() {
    #![expect(
        dead_code,
        non_upper_case_globals,
        non_camel_case_types,
        reason = "the test is about names that clash"
    )]
    const t0: u8 = 0;
    const t1: u8 = 1;
    const t2: &str = "two";
    const s0: u8 = 0;
    const c0: u8 = 0;
    const s0_0: u8 = 0;
    const q: u8 = 0;
    const v: u8 = 0;
    const u: u8 = 0;
    const h: u8 = 0;
    const time: u8 = 0;
    static parameters: [u8; 1] = [0];
    static interval: u8 = 0;
    struct p;
    struct x;
    struct c;
    struct known;
    struct kernels;
    fn lagrangian() {}
    fn scheme_0_residual() {}
    mod core {}
    mod std {}
    mod nalgebra {}
    enum Result {
        Ok,
        Err,
    }
    enum Option {
        Some,
        None,
    }
    trait Block {}
    trait Lagrangian {}
    struct SVector;
    struct Failure;
    #[derive(extremal::Lagrangian)]
    #[lagrangian(
        coordinates(y),
        kinetic = 0.5 * m * dt(y).powi(2),
        potential = 0.5 * k * y.powi(2),
        output(height = y),
        discretize(Midpoint, Verlet, Galerkin<2, Gauss<2>>)
    )]
    struct Local {
        m: f64,
        k: f64,
    }
    assert!(is_near(step!(Local { m: 1.0, k: 4.0 }), expected(2.0)));
}

mod inner {
    //! A module with another `Scalar`, `Midpoint` and `extremal`.

    pub(crate) mod extremal {}
    pub(crate) mod deeper {
        use ::extremal::Lagrangian;

        struct Scalar;
        struct Galerkin;

        #[derive(Lagrangian)]
        #[lagrangian(
            coordinates(x),
            kinetic = 0.5 * m * dt(x).powi(2),
            potential = 0.5 * k * x.powi(2),
            output(height = x),
            discretize(::extremal::schemes::Midpoint, ::extremal::schemes::Galerkin<2, ::extremal::schemes::Gauss<2>>)
        )]
        pub(in crate::inner) struct Deep {
            pub(super) m: f64,
            pub(super) k: f64,
        }

        pub(crate) fn count() -> usize {
            let names = (Scalar, Galerkin);
            size_of_val(&names)
        }
    }

    pub(crate) fn position() -> f64 {
        use ::extremal::prelude::*;
        assert_eq!(deeper::count(), 0);
        step!(deeper::Deep { m: 1.0, k: 1.0 })
    }
}

#[test]
fn in_a_module_with_other_things_of_these_names() {
    assert!(is_near(inner::position(), expected(1.0)));
}

/// The whole declaration in a macro: names, types and formulas arrive with hygiene and in invisible brackets.
macro_rules! oscillator {
    ($(#[$attribute:meta])* $name:ident, $x:ident, $scalar:ty, $($stiffness:ident)+, $potential:expr, $scheme:ty) => {
        $(#[$attribute])*
        #[derive(Lagrangian)]
        #[lagrangian(
            coordinates($x, other),
            let speed = dt($x),
            kinetic = 0.5 * m * (speed * speed + dt(other).powi(2)),
            potential = $potential,
            discretize($scheme)
        )]
        struct $name {
            m: $scalar,
            $($stiffness: $scalar,)+
        }
    };
}

oscillator! {
    /// By a macro.
    ByMacro, place, f64, k l, 0.5 * k * place.powi(2) + l * (1.0), Midpoint
}

#[test]
fn in_a_macro() {
    let system = ByMacro {
        m: 1.0,
        k: 9.0,
        l: 0.0,
    };
    let mut motion = Integrator::new(&system, Midpoint, 0.1, [1.0, 0.0], [0.0, 0.0]).unwrap();
    motion.step().unwrap();
    assert!(is_near(motion.state().q[0], expected(3.0)));
}

/// Type parameters and lifetimes with names that generated impls might use.
macro_rules! generic {
    ($($name:ident<$scalar:ident>),+) => {$(
        #[derive(Lagrangian)]
        #[lagrangian(
            coordinates(x),
            kinetic = 0.5 * m * dt(x).powi(2),
            potential = 0.5 * k * x.powi(2),
            output(height = x),
            discretize(Midpoint, Verlet, Galerkin<2, Gauss<2>>)
        )]
        struct $name<$scalar: Scalar> {
            m: $scalar,
            k: $scalar,
        }
    )+};
}

generic!(
    OfT<T>,
    OfD<D>,
    OfS<S>,
    OfUnderscores<__T>,
    OfUnderscoreD<__D>,
    OfM<M>,
    OfSelfLike<Scheme>
);

#[derive(Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * m * dt(x).powi(2), potential = 0.5 * k * x.powi(2))]
struct Borrowed<'a, T, const N: usize, Extra = ()>
where
    T: Scalar,
    Extra: Copy,
{
    m: T,
    k: T,
    #[expect(dead_code, reason = "a field that formulas do not use may have any type")]
    names: [&'a str; N],
    #[expect(dead_code, reason = "a field that formulas do not use may have any type")]
    extra: Extra,
}

#[test]
fn with_parameters_of_any_name() {
    let (m, k) = (1.0, 4.0);
    assert!(is_near(step!(OfT { m, k }), expected(2.0)));
    assert!(is_near(step!(OfD { m, k }), expected(2.0)));
    assert!(is_near(step!(OfS { m, k }), expected(2.0)));
    assert!(is_near(step!(OfM { m, k }), expected(2.0)));
    assert!(is_near(step!(OfUnderscores { m, k }), expected(2.0)));
    assert!(is_near(step!(OfUnderscoreD { m, k }), expected(2.0)));
    assert!(is_near(step!(OfSelfLike { m, k }), expected(2.0)));
    let names = ["one", "two"];
    let extra = 'x';
    assert!(is_near(step!(Borrowed { m, k, names, extra }), expected(2.0)));
}

/// A declaration in the body of a generic function, whose parameters an inner item cannot use.
fn in_a_generic_function<T: Scalar, S>(_: S, stiffness: T) -> f64 {
    #[derive(Lagrangian)]
    #[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = 0.5 * k * x.powi(2))]
    struct Inner<T: Scalar> {
        k: T,
    }
    fn position<S: Lagrangian<Scalar = f64>>(state: &StateOf<S>) -> f64
    where
        S::Configuration: core::ops::Index<usize, Output = f64>,
    {
        state.q[0]
    }
    let system = Inner {
        k: stiffness.magnitude().to_f64(),
    };
    let mut motion = Integrator::new(&system, Midpoint, 0.1, [1.0], [0.0]).expect("a finite start");
    motion.step().expect("a small step");
    position::<Inner<f64>>(&motion.state())
}

#[test]
fn in_generic_functions() {
    assert!(is_near(in_a_generic_function("any", 4.0), expected(2.0)));
}

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r#type, r#match[2]),
    inputs(r#in),
    let r#let = r#struct * r#type,
    kinetic = 0.5 * r#struct * (dt(r#type).powi(2) + dt(r#match).norm_squared()),
    potential = 0.5 * r#let * r#type + r#match[0].powi(2),
    force(r#type = 1.5 * r#in),
    output(r#fn = r#let),
    discretize(Midpoint)
)]
struct r#Loop {
    r#struct: f64,
}

#[test]
fn with_keywords_as_names() {
    let system = r#Loop { r#struct: 2.0 };
    let mut motion = Integrator::new(&system, Midpoint, 0.1, [1.0, 0.0, 0.0], [0.0; 3]).unwrap();
    motion.step_with([0.0]).unwrap();
    let state = motion.state();
    assert!(is_near(state.q[0], expected(1.0)));
    assert_eq!(system.r#fn(state.t, &state.q, &state.q), 2.0 * state.q[0]);
    assert_eq!(r#Loop::COORDINATES, ["type", "match[0]", "match[1]"]);
}

/// Structs with the names of items of the prelude.
#[expect(dead_code, reason = "two of them represent all")]
mod called_as_the_prelude {
    use extremal::Lagrangian;

    macro_rules! called {
        ($($name:ident)+) => {$(
            #[derive(Lagrangian)]
            #[lagrangian(coordinates(x), kinetic = 0.5 * m * dt(x).powi(2), output(here = x))]
            pub(crate) struct $name {
                pub(crate) m: f64,
            }
        )+};
    }

    called!(Integrator State Verlet Galerkin Option Result Copy Vec Self_ Scalar SVector Failure Facts);
}

#[test]
fn with_names_of_the_prelude() {
    let system = called_as_the_prelude::Integrator { m: 1.0 };
    assert_eq!(step!(system), 1.0);
    assert_eq!(step!(called_as_the_prelude::Scalar { m: 1.0 }), 1.0);
}

/// A path to the crate through a module, as in a crate that re-exports it.
mod reexported {
    pub(crate) mod physics {
        pub(crate) use extremal::*;
    }

    #[derive(extremal::Lagrangian)]
    #[lagrangian(
        crate = crate::reexported::physics,
        coordinates(x),
        kinetic = 0.5 * m * dt(x).powi(2),
        potential = 0.5 * m * x.powi(2)
    )]
    pub(crate) struct ByPath {
        pub(crate) m: f64,
    }
}

#[test]
fn with_the_crate_behind_a_path() {
    assert!(is_near(step!(reexported::ByPath { m: 2.0 }), expected(1.0)));
}

#[test]
fn a_scalar_under_another_name() {
    type Number = f64;

    #[derive(Lagrangian)]
    #[lagrangian(
        coordinates(x),
        kinetic = 0.5 * m * dt(x).powi(2),
        potential = 0.5 * c[1] * x.powi(2),
        output(stretch = 2 * x),
        modified_energy,
    )]
    struct Oscillator {
        m: Number,
        c: [Number; 2],
    }

    let oscillator = Oscillator {
        m: 0.5,
        c: [0.0, 2.0],
    };
    assert_eq!(oscillator.stretch(0.0, &[1.5].into(), &[0.0].into()), 3.0);
    assert_eq!(
        oscillator
            .inverse_dynamics(0.0, [1.5], [0.0], [1.0])
            .expect("a force")[0],
        3.5
    );
    assert!(is_near(step!(oscillator), expected(2.0)));
}
