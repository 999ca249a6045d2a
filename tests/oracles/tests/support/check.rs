//! Compares every function that the derive generates for a system and a scheme with the system written by hand.

use super::by_hand::{Continuous, Oracle, dot};
use super::close::{ROUNDING, SOLVED, close};
use super::element::{Element, Span};
use super::generated::{DualScheme, Scheme, System};
use super::point::{Domain, Point};

/// Tests for a system: its own functions, and those of its schemes; `over_duals_too` runs the generated residual in dual numbers.
macro_rules! agrees_with_its_oracle {
    ($numbers:ident, $($name:ident: $system:ident, [$($scheme:ty),*];)*) => {$(
        mod $name {
            use core::marker::PhantomData;

            use $crate::support::check::{check_functions, check_inverse, check_scheme, check_steps};
            use $crate::support::element::Discretization;
            use $crate::support::facts::{check_facts, check_text};
            use $crate::support::generated::{Of, Sample};
            use $crate::support::point::Domain;

            use super::*;

            const DOMAIN: Domain = <$system<f64> as Sample>::DOMAIN;

            #[test]
            fn functions_are_those_of_the_lagrangian() {
                let system = $system::<f64>::sample();
                check_functions(&system, &system, DOMAIN);
            }

            #[test]
            fn facts_are_those_of_the_functions() {
                let system = $system::<f64>::sample();
                let names = <$system<f64> as Lagrangian>::COORDINATES;
                check_facts(&system, names, <$system<f64>>::STRUCTURE, DOMAIN);
                check_text(<$system<f64>>::describe(), names);
            }

            #[test]
            fn velocity_inverts_momentum() {
                let system = $system::<f64>::sample();
                check_inverse(&system, &system, DOMAIN);
            }

            #[test]
            fn schemes_are_derivatives_of_the_discrete_action() {
                let system = &$system::<f64>::sample();
                $(
                    let scheme = Of { system, scheme: PhantomData::<$scheme> };
                    check_scheme(system, &scheme, system, &<$scheme>::element(), DOMAIN);
                )*
            }

            #[test]
            fn steps_satisfy_the_discrete_equations() {
                let system = &$system::<f64>::sample();
                $(
                    let scheme = Of { system, scheme: PhantomData::<$scheme> };
                    check_steps(system, &scheme, system, &<$scheme>::element(), DOMAIN);
                )*
            }

            $crate::support::check::$numbers!($system, $($scheme),*);
        }
    )*};
}
pub(crate) use agrees_with_its_oracle;

macro_rules! over_reals {
    ($($ignored:tt)*) => {};
}
pub(crate) use over_reals;

macro_rules! over_duals_too {
    ($system:ident, $($scheme:ty),*) => {
        use num_dual::Dual64;
        use $crate::support::check::check_duals;

        #[test]
        fn tangents_are_derivatives_of_the_generated_residuals() {
            let (system, dual) = (&$system::<f64>::sample(), &$system::<Dual64>::sample());
            $(
                let scheme = Of { system, scheme: PhantomData::<$scheme> };
                let lifted = Of { system: dual, scheme: PhantomData::<$scheme> };
                check_duals(system, &scheme, &lifted, &<$scheme>::element(), DOMAIN);
            )*
        }
    };
}
pub(crate) use over_duals_too;

/// The functions of (t, q, v) of the trait `Lagrangian`.
pub(crate) fn check_functions(system: &dyn System, by_hand: &dyn Oracle, domain: Domain) {
    let (n, inputs) = system.sizes();
    assert_eq!(n, domain.q.len());
    domain.for_all(inputs, &|at| {
        let oracle = Continuous::of(by_hand, at.t, &at.q, &at.v, &at.u);
        let found = system.functions(at);
        close("L", &[found.lagrangian], &[oracle.lagrangian], ROUNDING);
        close("p", &found.momentum, &oracle.momentum, ROUNDING);
        close("M", &found.mass_matrix, &oracle.mass_matrix.concat(), ROUNDING);
        close(
            "E",
            &[found.generalized_energy],
            &[oracle.generalized_energy],
            ROUNDING,
        );
        close("T + V", &[found.total_energy], &[oracle.total_energy], ROUNDING);
        close("f", &found.force, &oracle.force, ROUNDING);
        let rows = oracle.mass_matrix.iter();
        let inertia: Vec<f64> = rows.map(|row| dot(row, &found.acceleration)).collect();
        close("M a", &inertia, &oracle.pull, SOLVED);
    });
}

/// v from p, and its results: H, and the energy of an integrator.
pub(crate) fn check_inverse(system: &dyn System, by_hand: &dyn Oracle, domain: Domain) {
    domain.for_all(system.sizes().1, &|at| {
        let oracle = Continuous::of(by_hand, at.t, &at.q, &at.v, &at.u);
        let found = system.inverse(at, &oracle.momentum);
        close("v(p)", &found.velocity, &at.v, SOLVED);
        let again = Continuous::of(by_hand, at.t, &at.q, &found.velocity, &at.u);
        close("p(v(p))", &again.momentum, &oracle.momentum, ROUNDING);
        close("H", &[found.hamiltonian], &[oracle.generalized_energy], SOLVED);
        close("energy", &[found.energy], &[oracle.generalized_energy], SOLVED);
    });
}

/// `DiscreteAction`, `Equations` and `Stepping`.
pub(crate) fn check_scheme(
    system: &dyn System,
    scheme: &dyn Scheme,
    by_hand: &dyn Oracle,
    element: &Element,
    domain: Domain,
) {
    let (n, inputs) = system.sizes();
    assert_eq!(scheme.unknowns(), [element.degree * n; 2]);
    domain.for_all(inputs, &|at| {
        check_action(scheme, by_hand, element, at);
        check_equations(scheme, by_hand, element, at);
    });
}

/// Different stage velocities near `v`; functions of them can be tested at any values.
fn stages(at: &Point, degree: usize) -> Vec<f64> {
    let varied = (0..degree).map(|j| {
        let j = j as f64;
        at.v.iter().map(move |v| v * (1.0 - 0.07 * j) + 0.01 * j)
    });
    varied.flatten().collect()
}

fn span(at: &Point) -> Span<'_> {
    Span {
        t: at.t,
        h: at.h,
        inputs: &at.u,
    }
}

fn check_action(scheme: &dyn Scheme, by_hand: &dyn Oracle, element: &Element, at: &Point) {
    let x = stages(at, element.degree);
    let z = element.nodes_of(at.h, &at.q, &x);
    let found = scheme.action(at, &x);
    let lagrangian = element.lagrangian(by_hand, span(at), &z);
    close("L_d", &[found.lagrangian], &[lagrangian], ROUNDING);
    let nodal = element.nodal(by_hand, span(at), &z);
    let before: Vec<f64> = nodal[..at.q.len()].iter().map(|d| -d).collect();
    close("p0", &found.before, &before, ROUNDING);
    close(
        "p1",
        &found.after,
        &nodal[element.degree * at.q.len()..],
        ROUNDING,
    );
}

fn check_equations(scheme: &dyn Scheme, by_hand: &dyn Oracle, element: &Element, at: &Point) {
    let x = stages(at, element.degree);
    let found = scheme.equations(at, &x);
    let expected = element.residual(by_hand, span(at), &at.q, &found.p, &x);
    let matrix = element.tangent(by_hand, span(at), &at.q, &x);
    for residual in &found.residuals {
        close("r", residual, &expected, ROUNDING);
    }
    close("A", &found.tangent, &matrix.concat(), ROUNDING);
    let [scale, beside_end] = &found.scales;
    close("scale beside the end", beside_end, scale, ROUNDING);
    for (row, scale) in scale.iter().enumerate() {
        // The momentum at the start is a term of each equation.
        let p = found.p[row % found.p.len()];
        assert!(
            *scale >= (1.0 - ROUNDING) * p.abs(),
            "a scale of {scale} with p = {p}"
        );
    }
    // Without pivots the error grows with this factor; it is infinite if there is no program for the elimination.
    if found.growth < 1e3 {
        let rows = matrix.iter();
        let left: Vec<f64> = rows.map(|row| dot(row, &found.correction)).collect();
        let right: Vec<f64> = expected.iter().map(|r| -r).collect();
        close("A dx = -r", &left, &right, found.growth * ROUNDING);
        if let Some(again) = &found.by_factors {
            close(
                "dx by kept factors",
                again,
                &found.correction,
                found.growth * ROUNDING,
            );
        }
    } else {
        assert!(x.len() > 6 || found.growth.is_nan(), "growth {}", found.growth);
    }
}

/// `Discretize`, through an `Integrator`.
pub(crate) fn check_steps(
    system: &dyn System,
    scheme: &dyn Scheme,
    by_hand: &dyn Oracle,
    element: &Element,
    domain: Domain,
) {
    domain.for_all(system.sizes().1, &|at| {
        check_motion(scheme, by_hand, element, at);
        // Enough steps for the history of the guesses.
        let [one_by_one, together] = scheme.in_both_ways(at, 6);
        assert_eq!(one_by_one, together);
    });
}

fn check_motion(scheme: &dyn Scheme, by_hand: &dyn Oracle, element: &Element, at: &Point) {
    let n = at.q.len();
    let mut after: Option<Vec<f64>> = None;
    for step in scheme.steps(at) {
        let z = element.nodes_of(at.h, &step.q, &step.x);
        let now = Span {
            t: step.t,
            ..span(at)
        };
        let mut nodal = element.nodal(by_hand, now, &z);
        nodal.iter_mut().zip(&step.p).for_each(|(r, p)| *r += p);
        let (inner, last) = nodal.split_at(element.degree * n);
        close("D_a L_d + F_a + p0", inner, &vec![0.0; inner.len()], SOLVED);
        close("q1", &step.end_q, &z[element.degree * n..], SOLVED);
        close("p1", &step.end_p, last, SOLVED);
        close("-D1 L_d", &step.before, &step.p, SOLVED);
        close("D2 L_d", &step.after, &step.end_p, SOLVED);
        let derivative = element.derivative(by_hand, now, &z);
        // Entries have different units, so each row is compared relative to its largest entry.
        for (found, expected) in step.derivative.iter().zip(&derivative) {
            close("derivative of the step", found, expected, SOLVED);
        }
        for (s, q, v) in &step.inside {
            let (expected_q, expected_v) = element.inside(now, &z, *s);
            close("q(s)", q, &expected_q, ROUNDING);
            // A velocity is the difference of nodes over h, which is 0.02 at least.
            close("dq/dt(s)", v, &expected_v, SOLVED);
        }
        // The discrete Euler-Lagrange equations: one momentum at a node, from both sides.
        if let Some(after) = after {
            close("D2 L_d + D1 L_d", &after, &step.before, SOLVED);
        }
        after = Some(step.after);
    }
}

/// The tangent by running the generated residual in dual numbers.
pub(crate) fn check_duals(
    system: &dyn System,
    scheme: &dyn Scheme,
    lifted: &dyn DualScheme,
    element: &Element,
    domain: Domain,
) {
    domain.for_all(system.sizes().1, &|at| {
        let x = stages(at, element.degree);
        let found = scheme.equations(at, &x);
        for (k, column) in lifted.columns(at, &found.p, &x).iter().enumerate() {
            let entries = found.tangent.iter().skip(k).step_by(x.len());
            let entries: Vec<f64> = entries.copied().collect();
            close("A by dual numbers", &entries, column, ROUNDING);
        }
    });
}
