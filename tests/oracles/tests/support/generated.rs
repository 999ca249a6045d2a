//! The generated functions without their types: numbers in, numbers out. Contains no computations and no checks.

use core::marker::PhantomData;

use extremal::blocks::{Block, IntoBlock, Vector};
use extremal::derivatives::Linearization;
use extremal::drive::Drive;
use extremal::equations::Equations;
use extremal::kernels::{Derived, Element as Known, ElementOf, End, Kernels, unknowns_at};
use extremal::schemes::Midpoint;
use extremal::system::VectorSpace;
use extremal::{DiscreteAction, Discretize, Integrator, Lagrangian, State, lu, newton};
use num_dual::Dual64;

use super::point::{Domain, Point};

/// A system with numbers for its parameters, over any scalar, and the states at which it is regular.
pub(crate) trait Sample: Sized {
    const DOMAIN: Domain;

    fn sample() -> Self;
}

/// The functions of a system.
pub(crate) struct Functions {
    pub(crate) lagrangian: f64,
    pub(crate) momentum: Vec<f64>,
    pub(crate) mass_matrix: Vec<f64>,
    pub(crate) generalized_energy: f64,
    pub(crate) total_energy: f64,
    pub(crate) force: Vec<f64>,
    pub(crate) acceleration: Vec<f64>,
}

/// The values computed from a momentum.
pub(crate) struct Inverse {
    pub(crate) velocity: Vec<f64>,
    pub(crate) hamiltonian: f64,
    /// The energy of an integrator that starts with that momentum.
    pub(crate) energy: f64,
}

pub(crate) trait System {
    /// The numbers of coordinates and of inputs.
    fn sizes(&self) -> (usize, usize);
    fn functions(&self, at: &Point) -> Functions;
    fn inverse(&self, at: &Point, p: &[f64]) -> Inverse;
}

impl<S> System for S
where
    S: VectorSpace<Scalar = f64> + Discretize<Midpoint>,
{
    fn sizes(&self) -> (usize, usize) {
        assert_eq!(S::COORDINATES.len(), S::Configuration::LEN);
        assert_eq!(S::INPUTS.len(), S::Inputs::LEN);
        (S::Configuration::LEN, S::Inputs::LEN)
    }

    fn functions(&self, at: &Point) -> Functions {
        let (t, q, v, u): (f64, S::Configuration, S::Configuration, S::Inputs) =
            (at.t, block(&at.q), block(&at.v), block(&at.u));
        let acceleration = self.acceleration(t, &q, &v, &u).expect("M is regular");
        Functions {
            lagrangian: self.lagrangian(t, &q, &v),
            momentum: self.momentum(t, &q, &v).as_slice().to_vec(),
            mass_matrix: self.mass_matrix(t, &q, &v).as_slice().to_vec(),
            generalized_energy: self.generalized_energy(t, &q, &v),
            total_energy: self.total_energy(t, &q, &v),
            force: self.force(t, &q, &v, &u).as_slice().to_vec(),
            acceleration: acceleration.as_slice().to_vec(),
        }
    }

    fn inverse(&self, at: &Point, p: &[f64]) -> Inverse {
        let (t, q, p): (f64, S::Configuration, S::Configuration) = (at.t, block(&at.q), block(p));
        let start = State { t, q, p };
        let motion = Integrator::from_state(self, Midpoint, at.h, start).expect("a finite state");
        let velocity = self.velocity(t, &q, &p).expect("M is regular");
        Inverse {
            velocity: velocity.as_slice().to_vec(),
            hamiltonian: self.hamiltonian(t, &q, &p).expect("M is regular"),
            energy: motion.energy(),
        }
    }
}

/// The discrete action of an element.
pub(crate) struct Action {
    pub(crate) lagrangian: f64,
    pub(crate) before: Vec<f64>,
    pub(crate) after: Vec<f64>,
}

/// The equations of a step at a given unknown, from each function that evaluates them.
pub(crate) struct StepEquations {
    /// The momentum at the start.
    pub(crate) p: Vec<f64>,
    /// Of `residual`, of `tangent` and of `update`.
    pub(crate) residuals: [Vec<f64>; 3],
    /// Of `residual` and of `update`.
    pub(crate) scales: [Vec<f64>; 2],
    pub(crate) tangent: Vec<f64>,
    pub(crate) correction: Vec<f64>,
    /// The same from the stored factors, if there are any.
    pub(crate) by_factors: Option<Vec<f64>>,
    pub(crate) growth: f64,
}

/// A step of an integrator, with its unknown.
pub(crate) struct Made {
    pub(crate) t: f64,
    pub(crate) q: Vec<f64>,
    pub(crate) p: Vec<f64>,
    pub(crate) x: Vec<f64>,
    pub(crate) end_q: Vec<f64>,
    pub(crate) end_p: Vec<f64>,
    /// `−D₁L_d − f⁻` and `D₂L_d + f⁺` there.
    pub(crate) before: Vec<f64>,
    pub(crate) after: Vec<f64>,
    /// ∂(q₁, p₁)/∂(q₀, p₀, u), row by row.
    pub(crate) derivative: Vec<Vec<f64>>,
    /// (s, q(s), q̇(s)) at some places of the element.
    pub(crate) inside: Vec<(f64, Vec<f64>, Vec<f64>)>,
}

pub(crate) trait Scheme {
    /// The numbers of unknowns, of the type and in the facts.
    fn unknowns(&self) -> [usize; 2];
    fn action(&self, at: &Point, x: &[f64]) -> Action;
    fn equations(&self, at: &Point, x: &[f64]) -> StepEquations;
    fn steps(&self, at: &Point) -> Vec<Made>;
    /// The data of the integrator after some steps, made one by one and together.
    fn in_both_ways(&self, at: &Point, steps: usize) -> [String; 2];
}

/// The scheme `D` for a system.
pub(crate) struct Of<'a, S, D> {
    pub(crate) system: &'a S,
    pub(crate) scheme: PhantomData<D>,
}

impl<S, D> Of<'_, S, D>
where
    S: VectorSpace<Scalar = f64> + Derived<D>,
    D: Default,
{
    fn known(&self, at: &Point) -> ElementOf<S, D> {
        let (q, v): (S::Configuration, S::Configuration) = (block(&at.q), block(&at.v));
        let known = Known {
            t: at.t,
            h: at.h,
            q,
            p: self.system.momentum(at.t, &q, &v),
            inputs: block(&at.u),
            carried: block(&vec![0.0; <S as Kernels<D>>::Carried::LEN]),
            constants: self.system.constants(&D::default(), at.h),
        };
        Known {
            carried: self.system.carried(&known, &v),
            ..known
        }
    }
}

impl<S, D, ByState, ByInputs, ByParameters> Scheme for Of<'_, S, D>
where
    S: VectorSpace<Scalar = f64, Inputs: IntoBlock<<S as Lagrangian>::Inputs>>
        + Derived<D, Stages = <S as Equations<D>>::Unknown>
        + Discretize<
            D,
            Stages = <S as Equations<D>>::Unknown,
            Linearization = Linearization<ByState, ByInputs, ByParameters>,
        > + DiscreteAction<D, Unknown = <S as Equations<D>>::Unknown>,
    D: Default,
    ByState: Block<f64>,
    ByInputs: Block<f64>,
{
    fn unknowns(&self) -> [usize; 2] {
        [
            <S as Equations<D>>::Unknown::LEN,
            <S as Discretize<D>>::FACTS.unknowns,
        ]
    }

    fn action(&self, at: &Point, x: &[f64]) -> Action {
        let (q, u): (S::Configuration, S::Inputs) = (block(&at.q), block(&at.u));
        let x = block(x);
        Action {
            lagrangian: self.system.discrete_lagrangian(at.t, at.h, &q, &x),
            before: self
                .system
                .momentum_before(at.t, at.h, &q, &x, &u)
                .as_slice()
                .to_vec(),
            after: self
                .system
                .momentum_after(at.t, at.h, &q, &x, &u)
                .as_slice()
                .to_vec(),
        }
    }

    fn equations(&self, at: &Point, x: &[f64]) -> StepEquations {
        let known = self.known(at);
        let x: <S as Equations<D>>::Unknown = block(x);
        let mut tangent = <S as Equations<D>>::Tangent::from_fn(|_| f64::NAN);
        let (mut r, mut scale, mut beside_tangent, mut beside_end, mut end_scale, mut dx) =
            (x, x, x, x, x, x);
        Equations::<D>::residual(self.system, &known, &x, &mut r, &mut scale);
        self.system.tangent(&known, &x, &mut beside_tangent, &mut tangent);
        let mut end = End {
            q: known.q,
            p: known.p,
            carried: known.carried,
        };
        self.system
            .update(&known, &x, &mut end, &mut beside_end, &mut end_scale);
        let mut factors = <S as Equations<D>>::Factors::from_fn(|_| f64::NAN);
        let growth = Equations::<D>::correction(self.system, &known, &x, &mut dx, &mut factors);
        let by_factors = (<S as Equations<D>>::Factors::LEN > 0).then(|| {
            let mut dx: Vec<f64> = beside_tangent.as_slice().iter().map(|r| -r).collect();
            lu::substitute(factors.as_slice(), &mut dx);
            dx
        });
        StepEquations {
            p: known.p.as_slice().to_vec(),
            residuals: [r, beside_tangent, beside_end].map(|r| r.as_slice().to_vec()),
            scales: [scale, end_scale].map(|scale| scale.as_slice().to_vec()),
            tangent: tangent.as_slice().to_vec(),
            correction: dx.as_slice().to_vec(),
            by_factors,
            growth,
        }
    }

    fn in_both_ways(&self, at: &Point, steps: usize) -> [String; 2] {
        let Known { t, q, p, inputs, .. } = self.known(at);
        let start = State { t, q, p };
        let motion =
            || Integrator::from_state(self.system, D::default(), at.h, start).expect("a finite state");
        let (mut one_by_one, mut together) = (motion(), motion());
        let results = [
            (0..steps).try_for_each(|_| one_by_one.step_with(inputs).map(|_| ())),
            together.step_many_with(steps, inputs),
        ];
        let [one, other] = results.map(|result| format!("{result:?}"));
        [
            one + &format!("{:?}", one_by_one.snapshot()),
            other + &format!("{:?}", together.snapshot()),
        ]
    }

    fn steps(&self, at: &Point) -> Vec<Made> {
        let system = self.system;
        let mut known = self.known(at);
        let Known { t, q, p, inputs, .. } = known;
        let start = State { t, q, p };
        let mut motion = Integrator::from_state(system, D::default(), at.h, start).expect("a finite state");
        let made = (0..3).map(|_| {
            let guess = unknowns_at::<S, D>(&block(&at.v));
            let (x, _) = newton::solve::<S, D>(system, &known, guess).expect("the step is small");
            let State { t, q, p } = motion.state();
            let derivative = motion.linearize_with(inputs).expect("the step is small");
            motion.step_with(inputs).expect("the step is small");
            let end = motion.state();
            known = Known {
                t: end.t,
                q: end.q,
                p: end.p,
                ..known
            };
            // None of these schemes carries the velocity.
            known.carried = system.carried(&known, &end.q);
            Made {
                t,
                q: q.as_slice().to_vec(),
                p: p.as_slice().to_vec(),
                x: x.as_slice().to_vec(),
                end_q: end.q.as_slice().to_vec(),
                end_p: end.p.as_slice().to_vec(),
                before: system
                    .momentum_before(t, at.h, &q, &x, &inputs)
                    .as_slice()
                    .to_vec(),
                after: system
                    .momentum_after(t, at.h, &q, &x, &inputs)
                    .as_slice()
                    .to_vec(),
                derivative: rows(
                    2 * S::Configuration::LEN,
                    &[derivative.by_state.as_slice(), derivative.by_inputs.as_slice()].concat(),
                ),
                inside: [0.0, 0.3, 0.5, 1.0]
                    .map(|s| inside::<S, D>(at.h, &q, &x, s))
                    .to_vec(),
            }
        });
        made.collect()
    }
}

/// Columns, one after the other, as rows.
fn rows(length: usize, columns: &[f64]) -> Vec<Vec<f64>> {
    let row = |i: usize| columns.iter().skip(i).step_by(length).copied().collect();
    (0..length).map(row).collect()
}

fn inside<S: Discretize<D, Scalar = f64> + VectorSpace, D>(
    h: f64,
    q: &S::Configuration,
    x: &S::Stages,
    s: f64,
) -> (f64, Vec<f64>, Vec<f64>) {
    let (q, v) = S::Driver::interpolate(h, q, x, s);
    (s, q.as_slice().to_vec(), v.as_slice().to_vec())
}

/// A scheme over dual numbers.
pub(crate) trait DualScheme {
    /// The columns of ∂r/∂x, by running the residual with x seeded.
    fn columns(&self, at: &Point, p: &[f64], x: &[f64]) -> Vec<Vec<f64>>;
}

impl<Z, D> DualScheme for Of<'_, Z, D>
where
    Z: Lagrangian<Scalar = Dual64> + Derived<D>,
    D: Default,
{
    fn columns(&self, at: &Point, p: &[f64], x: &[f64]) -> Vec<Vec<f64>> {
        let (t, q) = (Dual64::from_re(at.t), lift(&at.q));
        let mut known: ElementOf<Z, D> = Known {
            t,
            h: Dual64::from_re(at.h),
            q,
            p: lift(p),
            inputs: lift(&at.u),
            carried: lift(&vec![0.0; <Z as Kernels<D>>::Carried::LEN]),
            constants: self.system.constants(&D::default(), Dual64::from_re(at.h)),
        };
        known.carried = self.system.carried(&known, &lift(&at.v));
        let column = |k: usize| {
            let mut seeded: <Z as Equations<D>>::Unknown = lift(x);
            seeded.as_mut_slice()[k].eps = 1.0;
            let (mut r, mut scale) = (seeded, seeded);
            Equations::<D>::residual(self.system, &known, &seeded, &mut r, &mut scale);
            r.as_slice().iter().map(|r| r.eps).collect()
        };
        (0..x.len()).map(column).collect()
    }
}

fn block<B: Block<f64>>(x: &[f64]) -> B {
    assert_eq!(x.len(), B::LEN);
    B::from_fn(|k| x[k])
}

fn lift<B: Block<Dual64>>(x: &[f64]) -> B {
    B::from_fn(|k| Dual64::from_re(x[k]))
}
