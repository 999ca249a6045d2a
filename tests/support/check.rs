//! Every function that the derive generates for a system and for a scheme, against the system written by hand.

use extremal::__private::{Element as Known, ElementOf, End, Stepping};
use extremal::{
    Block, DiscreteAction, Discretize, Equations, Integrator, IntoBlock, Lagrangian, State, newton,
};
use num_dual::Dual64;
use proptest::collection::vec;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::by_hand::{ByHand, Continuous, dot};
use super::element::{Discretization, Span};

/// Some thousand roundings of terms of the size of the result, or of one. States and parameters of the systems are of
/// size one, and none of the formulas cancels more than two digits.
const ROUNDING: f64 = 2e-12;

/// What is solved for loses the condition of a mass matrix, which is below 100 for all systems here.
const SOLVED: f64 = 100.0 * ROUNDING;

/// From where to where coordinates and velocities go.
#[derive(Clone, Copy)]
pub(crate) struct Domain {
    pub(crate) q: &'static [(f64, f64)],
    pub(crate) v: (f64, f64),
}

/// A system with numbers for its parameters, over any scalar, and the states at which it is regular.
pub(crate) trait Sample: Sized {
    const DOMAIN: Domain;

    fn sample() -> Self;
}

/// Tests for a system: its own functions, and those of its schemes, with the generated residual in dual numbers too.
macro_rules! agrees_with_its_oracle {
    ($($name:ident: $system:ident, [$($scheme:ty),*];)*) => {$(
        mod $name {
            use num_dual::Dual64;
            use $crate::support::check::{Domain, Sample, check_duals, check_functions, check_inverse, check_scheme};

            use super::*;

            const DOMAIN: Domain = <$system<f64> as Sample>::DOMAIN;

            #[test]
            fn functions_are_those_of_the_lagrangian() {
                check_functions(&$system::<f64>::sample(), DOMAIN);
            }

            #[test]
            fn velocity_inverts_momentum() {
                check_inverse(&$system::<f64>::sample(), DOMAIN);
            }

            #[test]
            fn schemes_are_stationary_actions() {
                $(check_scheme::<_, $scheme>(&$system::<f64>::sample(), DOMAIN);)*
            }

            #[test]
            fn tangents_are_derivatives_of_the_generated_residuals() {
                let (system, dual) = ($system::<f64>::sample(), $system::<Dual64>::sample());
                $(check_duals::<_, _, $scheme>(&system, &dual, DOMAIN);)*
            }
        }
    )*};
}

pub(crate) use agrees_with_its_oracle;

/// A random state, with inputs and a step size.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    t: f64,
    h: f64,
    q: Vec<f64>,
    v: Vec<f64>,
    u: Vec<f64>,
}

impl Domain {
    /// Runs `check` at states that are the same in every run; `PROPTEST_CASES` sets how many.
    pub(crate) fn for_all(self, inputs: usize, check: impl Fn(&Point)) {
        let n = self.q.len();
        let points = (
            0.1..2.0,
            0.02..0.1,
            vec(0.0..1.0, n),
            vec(0.0..1.0, n),
            vec(-1.0..1.0, inputs),
        );
        let points = points.prop_map(
            |(t, h, q, v, u): (f64, f64, Vec<f64>, Vec<f64>, Vec<f64>)| Point {
                t,
                h,
                q: q.iter()
                    .zip(self.q)
                    .map(|(&x, &range)| within(range, x))
                    .collect(),
                v: v.iter().map(|&x| within(self.v, x)).collect(),
                u,
            },
        );
        let config = Config {
            failure_persistence: None,
            cases: if std::env::var_os("PROPTEST_CASES").is_some() {
                Config::default().cases
            } else {
                32
            },
            ..Config::default()
        };
        let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
        let outcome = runner.run(&points, |point| {
            check(&point);
            Ok(())
        });
        if let Err(failure) = outcome {
            panic!("{failure}");
        }
    }
}

fn within((from, to): (f64, f64), x: f64) -> f64 {
    from + (to - from) * x
}

/// The functions of (t, q, v) of the trait `Lagrangian`.
pub(crate) fn check_functions<S>(system: &S, domain: Domain)
where
    S: ByHand + Lagrangian<Scalar = f64>,
{
    assert_eq!(S::COORDINATES.len(), S::Vector::LEN);
    assert_eq!(S::INPUTS.len(), S::Inputs::LEN);
    domain.for_all(S::Inputs::LEN, |at| {
        let (t, q, v, u): (f64, S::Vector, S::Vector, S::Inputs) =
            (at.t, block(&at.q), block(&at.v), block(&at.u));
        let oracle = Continuous::of(system, t, &at.q, &at.v, &at.u);
        let lagrangian = Lagrangian::lagrangian(system, t, &q, &v);
        close("L", &[lagrangian], &[oracle.lagrangian], ROUNDING);
        let p = system.momentum(t, &q, &v);
        close("p", p.as_slice(), &oracle.momentum, ROUNDING);
        let mass_matrix = system.mass_matrix(t, &q, &v);
        close(
            "M",
            mass_matrix.as_slice(),
            &oracle.mass_matrix.concat(),
            ROUNDING,
        );
        let energy = system.generalized_energy(t, &q, &v);
        close("E", &[energy], &[oracle.generalized_energy], ROUNDING);
        let energy = system.total_energy(t, &q, &v);
        close("T + V", &[energy], &[oracle.total_energy], ROUNDING);
        let force = Lagrangian::force(system, t, &q, &v, &u);
        close("f", force.as_slice(), &oracle.force, ROUNDING);

        let acceleration = system.acceleration(t, &q, &v, &u).expect("M is regular");
        let rows = oracle.mass_matrix.iter();
        let inertia: Vec<f64> = rows.map(|row| dot(row, acceleration.as_slice())).collect();
        close("M a", &inertia, &oracle.pull, SOLVED);
    });
}

/// v from p, and what is computed from it: H, and the energy of an integrator.
pub(crate) fn check_inverse<S>(system: &S, domain: Domain)
where
    S: ByHand + Clone + Lagrangian<Scalar = f64> + Discretize<Midpoint>,
{
    domain.for_all(S::Inputs::LEN, |at| {
        let (t, q): (f64, S::Vector) = (at.t, block(&at.q));
        let oracle = Continuous::of(system, t, &at.q, &at.v, &at.u);
        let p: S::Vector = block(&oracle.momentum);
        let energy = [oracle.generalized_energy];
        let start = State { t, q, p };
        let motion = Integrator::from_state(system.clone(), Midpoint, at.h, start).expect("a finite state");
        close("energy", &[motion.energy()], &energy, SOLVED);

        let velocity = system.velocity(t, &q, &p).expect("M is regular");
        close("v(p)", velocity.as_slice(), &at.v, SOLVED);
        let again = Continuous::of(system, t, &at.q, velocity.as_slice(), &at.u);
        close("p(v(p))", &again.momentum, p.as_slice(), ROUNDING);
        close(
            "H",
            &[system.hamiltonian(t, &q, &p).expect("M is regular")],
            &energy,
            SOLVED,
        );
    });
}

/// `Equations`, `Stepping`, `DiscreteAction`, `Discretize` and an `Integrator` over them.
pub(crate) fn check_scheme<S, D>(system: &S, domain: Domain)
where
    S: ByHand
        + Clone
        + Lagrangian<Scalar = f64, Inputs: IntoBlock<<S as Lagrangian>::Inputs>>
        + Stepping<D>
        + Discretize<D>
        + DiscreteAction<D, Unknown = <S as Equations<D>>::Unknown>,
    D: Discretization + Default,
{
    let size = <S as Equations<D>>::Unknown::LEN;
    assert_eq!(size, D::element().degree * S::Vector::LEN);
    assert_eq!(<S as Discretize<D>>::FACTS.unknowns, size);
    domain.for_all(S::Inputs::LEN, |at| {
        check_action::<S, D>(system, at);
        check_equations::<S, D>(system, at);
        check_step::<S, D>(system, at);
    });
}

/// Stage velocities that differ, near `v`; any will do for functions of them.
fn stages(at: &Point, degree: usize) -> Vec<f64> {
    let varied = (0..degree).map(|j| {
        at.v.iter()
            .map(move |v| v * (1.0 - 0.07 * j as f64) + 0.01 * j as f64)
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

fn check_action<S, D>(system: &S, at: &Point)
where
    S: ByHand + Lagrangian<Scalar = f64> + DiscreteAction<D>,
    D: Discretization,
{
    let element = D::element();
    let x = stages(at, element.degree);
    let z = element.nodes_of(at.h, &at.q, &x);
    let (q, x, u): (S::Vector, S::Unknown, S::Inputs) = (block(&at.q), block(&x), block(&at.u));
    let found = system.discrete_lagrangian(at.t, at.h, &q, &x);
    close(
        "L_d",
        &[found],
        &[element.lagrangian(system, span(at), &z)],
        ROUNDING,
    );

    let nodal = element.nodal(system, span(at), &z);
    let before: Vec<f64> = nodal[..at.q.len()].iter().map(|d| -d).collect();
    let found = system.momentum_before(at.t, at.h, &q, &x, &u);
    close("p0", found.as_slice(), &before, ROUNDING);
    let after = &nodal[element.degree * at.q.len()..];
    let found = system.momentum_after(at.t, at.h, &q, &x, &u);
    close("p1", found.as_slice(), after, ROUNDING);
}

/// What is known at a start with a momentum near that of the velocity, so that the residual is not zero.
fn known<S, D>(system: &S, at: &Point) -> ElementOf<S, D>
where
    S: ByHand + Lagrangian<Scalar = f64> + Stepping<D>,
{
    let (q, v): (S::Vector, S::Vector) = (block(&at.q), block(&at.v));
    Known {
        t: at.t,
        h: at.h,
        q,
        p: system.momentum(at.t, &q, &v),
        inputs: block(&at.u),
        carried: system.carried(at.t, &q),
    }
}

fn check_equations<S, D>(system: &S, at: &Point)
where
    S: ByHand + Lagrangian<Scalar = f64> + Stepping<D>,
    D: Discretization,
{
    let element = D::element();
    let known = known::<S, D>(system, at);
    let x = stages(at, element.degree);
    let (p, n) = (known.p.as_slice(), x.len());
    let expected = element.residual(system, span(at), &at.q, p, &x);
    let matrix = element.tangent(system, span(at), &at.q, &x);
    let x: <S as Equations<D>>::Unknown = block(&x);

    let (mut r, mut scale) = (x, x);
    Equations::<D>::residual(system, &known, &x, &mut r, &mut scale);
    close("r", r.as_slice(), &expected, ROUNDING);
    for (scale, expected) in scale.as_slice().iter().zip(&expected) {
        assert!(
            *scale >= (1.0 - ROUNDING) * expected.abs(),
            "{scale} for the terms of {expected}"
        );
    }

    let (mut again, mut tangent) = (x, <S as Equations<D>>::Tangent::from_fn(|_| f64::NAN));
    system.tangent(&known, &x, &mut again, &mut tangent);
    close("r beside A", again.as_slice(), &expected, ROUNDING);
    close("A", tangent.as_slice(), &matrix.concat(), ROUNDING);

    let mut end = End {
        q: known.q,
        p: known.p,
        carried: known.carried,
    };
    let mut again_scale = x;
    system.update(&known, &x, &mut end, &mut again, &mut again_scale);
    close("r beside the end", again.as_slice(), &expected, ROUNDING);
    close(
        "scale beside the end",
        again_scale.as_slice(),
        scale.as_slice(),
        ROUNDING,
    );

    let mut dx = x;
    let growth = Equations::<D>::correction(system, &known, &x, &mut dx);
    // Without pivots the error grows with this factor; where there is no program, it is infinite.
    if growth < 1e3 {
        let left: Vec<f64> = matrix.iter().map(|row| dot(row, dx.as_slice())).collect();
        let right: Vec<f64> = expected.iter().map(|r| -r).collect();
        close("A dx = -r", &left, &right, growth * ROUNDING);
    } else {
        assert!(
            n > 6 || growth.is_nan() || growth.is_infinite(),
            "growth {growth}"
        );
    }
}

fn check_step<S, D>(system: &S, at: &Point)
where
    S: ByHand
        + Clone
        + Lagrangian<Scalar = f64, Inputs: IntoBlock<<S as Lagrangian>::Inputs>>
        + Stepping<D>
        + Discretize<D>
        + DiscreteAction<D, Unknown = <S as Equations<D>>::Unknown>,
    D: Discretization + Default,
{
    let (element, n) = (D::element(), at.q.len());
    let mut known = known::<S, D>(system, at);
    let start = State {
        t: known.t,
        q: known.q,
        p: known.p,
    };
    let mut motion =
        Integrator::from_state(system.clone(), D::default(), at.h, start).expect("a finite state");
    let mut before = start;
    let mut last = None;
    for _ in 0..3 {
        let guess = S::unknown(&block(&at.v));
        let (x, _) = newton::solve::<S, D>(system, &known, guess).expect("the step is small");
        let z = element.nodes_of(at.h, before.q.as_slice(), x.as_slice());
        let now = Span {
            t: before.t,
            ..span(at)
        };
        let mut nodal = element.nodal(system, now, &z);
        nodal
            .iter_mut()
            .zip(before.p.as_slice())
            .for_each(|(r, p)| *r += p);
        let (inner, after) = nodal.split_at(element.degree * n);
        close("D_a L_d + F_a + p0", inner, &vec![0.0; inner.len()], SOLVED);

        motion.step_with(known.inputs).expect("the step is small");
        let state = motion.state();
        close("q1", state.q.as_slice(), &z[element.degree * n..], SOLVED);
        close("p1", state.p.as_slice(), after, SOLVED);

        // The discrete Euler-Lagrange equations: one momentum at a node, from both sides.
        let p0 = system.momentum_before(before.t, at.h, &before.q, &x, &known.inputs);
        close("-D1 L_d", p0.as_slice(), before.p.as_slice(), SOLVED);
        if let Some(last) = last {
            let last: <S as Lagrangian>::Vector = last;
            close("D2 L_d + D1 L_d", last.as_slice(), p0.as_slice(), SOLVED);
        }
        last = Some(system.momentum_after(before.t, at.h, &before.q, &x, &known.inputs));
        close(
            "p1 by D2 L_d",
            state.p.as_slice(),
            last.as_ref().expect("set").as_slice(),
            SOLVED,
        );

        before = state;
        known = Known {
            t: state.t,
            q: state.q,
            p: state.p,
            carried: system.carried(state.t, &state.q),
            ..known
        };
    }
}

/// The tangent by running the generated residual in dual numbers: `dual` is the same system over them.
pub(crate) fn check_duals<S, Z, D>(system: &S, dual: &Z, domain: Domain)
where
    S: ByHand + Lagrangian<Scalar = f64> + Stepping<D>,
    Z: Lagrangian<Scalar = Dual64> + Stepping<D>,
    D: Discretization,
{
    domain.for_all(S::Inputs::LEN, |at| {
        let known = known::<S, D>(system, at);
        let x: <S as Equations<D>>::Unknown = block(&stages(at, D::element().degree));
        let (mut r, mut tangent) = (x, <S as Equations<D>>::Tangent::from_fn(|_| f64::NAN));
        system.tangent(&known, &x, &mut r, &mut tangent);

        let (q, t) = (lift(&at.q), Dual64::from_re(at.t));
        let lifted: ElementOf<Z, D> = Known {
            t,
            h: Dual64::from_re(at.h),
            q,
            p: lift(known.p.as_slice()),
            inputs: lift(&at.u),
            carried: dual.carried(t, &q),
        };
        let n = x.as_slice().len();
        for column in 0..n {
            let mut seeded: <Z as Equations<D>>::Unknown = lift(x.as_slice());
            seeded.as_mut_slice()[column].eps = 1.0;
            let (mut r, mut scale) = (seeded, seeded);
            Equations::<D>::residual(dual, &lifted, &seeded, &mut r, &mut scale);
            let slopes: Vec<f64> = r.as_slice().iter().map(|r| r.eps).collect();
            let entries: Vec<f64> = tangent
                .as_slice()
                .iter()
                .skip(column)
                .step_by(n)
                .copied()
                .collect();
            close("A by duals", &entries, &slopes, ROUNDING);
        }
    });
}

fn block<B: Block<f64>>(x: &[f64]) -> B {
    assert_eq!(x.len(), B::LEN);
    B::from_fn(|k| x[k])
}

fn lift<B: Block<Dual64>>(x: &[f64]) -> B {
    B::from_fn(|k| Dual64::from_re(x[k]))
}

/// To `tolerance`, relative to the largest of the numbers, or of one.
fn close(what: &str, found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let size = expected.iter().fold(1.0_f64, |size, x| size.max(x.abs()));
    for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!(
            (found - expected).abs() <= tolerance * size,
            "{what}[{at}]: {found}, not {expected} (of {size})"
        );
    }
}
