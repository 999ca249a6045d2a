//! A chain of masses whose number only the program knows, written by hand, and a driver for it.

use extremal::blocks::{IntoBlock, NoInputs, Numbers, Vector};
use extremal::drive::{Advance, Advanced, Drive, Interval, Scheme, Start, Steady, StepMemory};
use extremal::nalgebra::{DMatrix, DVector};
use extremal::prelude::*;
use extremal::structure::Structure;
use extremal::system::{CoordinateName, Masses};
use extremal::{Facts, Failure, Solve, State, StateOf};

pub(crate) type Numbers64 = DVector<f64>;

/// Masses in a row between a wall and a free end. A spring that is longer by d has the energy ½ k d² + ¼ c d⁴.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    pub(crate) m: Vec<f64>,
    pub(crate) k: f64,
    pub(crate) c: f64,
}

/// The masses on the diagonal of M.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Diagonal(Numbers64);

impl Masses<f64> for Diagonal {
    fn diagonal(&self, k: usize) -> f64 {
        self.0[k]
    }

    fn each_entry(&self, visit: &mut dyn FnMut(usize, usize, f64)) {
        self.0.iter().enumerate().for_each(|(k, &m)| visit(k, k, m));
    }

    fn solve_consistent(&mut self, b: &mut [f64]) {
        for (b, m) in b.iter_mut().zip(&self.0) {
            *b = if *m == 0.0 { 0.0 } else { *b / m };
        }
    }
}

impl Chain {
    /// How much longer the spring before the mass i is.
    fn longer(q: &Numbers64, i: usize) -> f64 {
        q[i] - if i == 0 { 0.0 } else { q[i - 1] }
    }

    fn potential(&self, q: &Numbers64) -> f64 {
        let energy = |d: f64| 0.5 * self.k * d.powi(2) + 0.25 * self.c * d.powi(4);
        (0..q.len()).map(|i| energy(Self::longer(q, i))).sum()
    }

    fn kinetic(&self, v: &Numbers64) -> f64 {
        self.m.iter().zip(v).map(|(m, v)| 0.5 * m * v.powi(2)).sum()
    }

    /// ∂V/∂q
    fn slope(&self, q: &Numbers64, slope: &mut Numbers64) {
        slope.fill(0.0);
        for i in 0..q.len() {
            let d = Self::longer(q, i);
            let pull = self.k * d + self.c * d.powi(3);
            slope[i] += pull;
            if i > 0 {
                slope[i - 1] -= pull;
            }
        }
    }

    /// ∂²V/∂q²
    fn stiffness(&self, q: &Numbers64) -> DMatrix<f64> {
        let mut all = DMatrix::zeros(q.len(), q.len());
        for i in 0..q.len() {
            let stiffness = self.k + 3.0 * self.c * Self::longer(q, i).powi(2);
            all[(i, i)] += stiffness;
            if i > 0 {
                all[(i - 1, i - 1)] += stiffness;
                all[(i, i - 1)] -= stiffness;
                all[(i - 1, i)] -= stiffness;
            }
        }
        all
    }

    fn masses(&self) -> Numbers64 {
        Numbers64::from_vec(self.m.clone())
    }
}

impl Lagrangian for Chain {
    type Scalar = f64;
    type Configuration = Numbers64;
    type Velocity = Numbers64;
    type Momentum = Numbers64;
    type Matrix = Diagonal;
    type Inputs = [f64; 0];
    type Outputs = [f64; 1];

    const COORDINATES: &'static [&'static str] = &[];
    const INPUTS: &'static [&'static str] = &[];
    const OUTPUTS: &'static [&'static str] = &["end"];
    const SENSITIVITIES: &'static [&'static str] = &[];
    const STRUCTURE: Structure = Structure {
        has_kinetic_energy: true,
        ..Structure::UNKNOWN
    };

    fn coordinate_count(&self) -> usize {
        self.m.len()
    }

    fn coordinate_name(&self, k: usize) -> CoordinateName {
        CoordinateName::new("q", &[k])
    }

    fn lagrangian(&self, _: f64, q: &Numbers64, v: &Numbers64) -> f64 {
        self.kinetic(v) - self.potential(q)
    }

    fn momentum(&self, _: f64, _: &Numbers64, v: &Numbers64) -> Numbers64 {
        self.masses().component_mul(v)
    }

    fn mass_matrix(&self, _: f64, _: &Numbers64, _: &Numbers64) -> Diagonal {
        Diagonal(self.masses())
    }

    fn generalized_energy(&self, _: f64, q: &Numbers64, v: &Numbers64) -> f64 {
        self.kinetic(v) + self.potential(q)
    }

    fn total_energy(&self, t: f64, q: &Numbers64, v: &Numbers64) -> f64 {
        self.generalized_energy(t, q, v)
    }

    fn force(&self, _: f64, q: &Numbers64, _: &Numbers64, _: &[f64; 0]) -> Numbers64 {
        Numbers64::zeros(q.len())
    }

    fn outputs_given(&self, _: f64, q: &Numbers64, _: &Numbers64, _: &[f64; 0], _: &[f64]) -> [f64; 1] {
        [q[q.len() - 1]]
    }

    fn velocity(&self, _: f64, _: &Numbers64, p: &Numbers64) -> Result<Numbers64, Failure> {
        match self.m.iter().position(|m| *m == 0.0) {
            None => Ok(p.component_div(&self.masses())),
            Some(pivot) => Err(Failure::SingularMassMatrix { pivot, size: 0.0 }),
        }
    }

    fn acceleration(&self, t: f64, q: &Numbers64, _: &Numbers64, _: &[f64; 0]) -> Result<Numbers64, Failure> {
        let mut slope = q.clone();
        self.slope(q, &mut slope);
        self.velocity(t, q, &-slope)
    }

    fn inverse_dynamics(
        &self,
        _: f64,
        q: impl IntoBlock<Numbers64>,
        _: impl IntoBlock<Numbers64>,
        a: impl IntoBlock<Numbers64>,
    ) -> Result<Numbers64, Failure> {
        let q = q.into_block();
        let mut slope = q.clone();
        self.slope(&q, &mut slope);
        Ok(self.masses().component_mul(&a.into_block()) + slope)
    }
}

/// Störmer–Verlet, with the slope of the potential carried from step to step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leapfrog;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Leapfrogging;

impl Scheme for Leapfrog {
    type Driver = Leapfrogging;
}

/// The slope at the node, and vectors that steps have given back.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    slope: Numbers64,
    /// q, p, the slope and the velocity at the end of the next step: what is in them does not matter.
    spare: [Numbers64; 4],
}

impl Numbers<f64> for Memory {
    const COUNT: usize = <Numbers64 as Numbers<f64>>::COUNT;

    fn count(&self) -> usize {
        self.slope.count()
    }

    fn for_each(&self, visit: &mut impl FnMut(f64)) {
        self.slope.for_each(visit);
    }

    fn read<E>(next: &mut impl FnMut() -> Result<f64, E>) -> Result<Self, E> {
        let slope = Numbers64::read(next)?;
        let spare = [(); 4].map(|()| slope.clone());
        Ok(Self { slope, spare })
    }
}

impl StepMemory<Chain> for Memory {
    type Stages = Numbers64;
    type Inside = [Numbers64; 0];

    fn inside(&self) -> &Self::Inside {
        &[]
    }

    fn inside_mut(&mut self) -> &mut Self::Inside {
        &mut []
    }

    fn reuse_state(&mut self, state: StateOf<Chain>) {
        self.spare[0] = state.q;
        self.spare[1] = state.p;
    }

    fn reuse_stages(&mut self, stages: Numbers64) {
        self.spare[3] = stages;
    }
}

impl Drive<Chain, Leapfrog> for Leapfrogging {
    type Memory = Memory;
    /// With the longest way of a mass.
    type Report = ((), f64);
    type Stages = Numbers64;
    type Linearization = DMatrix<f64>;
    type Modes = Steady;

    const STEPS: bool = true;
    const DEGREE: usize = 1;
    const FACTS: Facts = Facts {
        solve: Solve::Explicit,
        reason: "M is diagonal",
        unknowns: 0,
        residual_operations: 0,
        tangent_operations: 0,
        update_operations: 0,
        step_operations: 0,
        is_symmetric: true,
        step_stack_bytes: 0,
        linearize_stack_bytes: 0,
    };

    fn start(system: &Chain, from: Start<'_, Chain, Leapfrog>, _: Option<Memory>) -> Result<Memory, Failure> {
        let mut slope = from.state.q.clone();
        system.slope(&from.state.q, &mut slope);
        let spare = [(); 4].map(|()| slope.clone());
        Ok(Memory { slope, spare })
    }

    /// The slope does not depend on the length of a step.
    fn hand_over(
        _: &Chain,
        _: Interval<'_, Chain, Leapfrog>,
        (_, from): (f64, &Memory),
        to: &mut Memory,
    ) -> Result<(), Failure> {
        to.slope.clone_from(&from.slope);
        Ok(())
    }

    fn advance<const CHECKED: bool>(
        system: &Chain,
        over: Interval<'_, Chain, Leapfrog>,
        memory: &mut Memory,
    ) -> Advanced<Chain, ((), f64), Numbers64> {
        let (State { t, q: q0, p: p0 }, h) = (over.state, over.h);
        let [q, p, slope, v] = &mut memory.spare;
        if v.is_empty() {
            // A recorded step keeps its stages.
            *v = q0.clone();
        }
        let mut longest = 0.0_f64;
        for i in 0..q0.len() {
            p[i] = p0[i] - 0.5 * h * memory.slope[i];
            v[i] = p[i] / system.m[i];
            q[i] = q0[i] + h * v[i];
            longest = longest.max((h * v[i]).abs());
        }
        system.slope(q, slope);
        p.axpy(-0.5 * h, slope, 1.0);
        if CHECKED && !q.iter().chain(p.iter()).all(|x| x.is_finite()) {
            return Err(Failure::NotFinite { what: "end of step" });
        }
        core::mem::swap(slope, &mut memory.slope);
        let [q, p, v] = [q, p, v].map(Vector::lend);
        let state = State { t: t + h, q, p };
        Ok(Advance {
            state,
            report: ((), longest),
            stages: v,
        })
    }

    fn interpolate(h: f64, q0: &Numbers64, stages: &Numbers64, s: f64) -> (Numbers64, Numbers64) {
        (q0 + stages * (s * h), stages.clone())
    }

    /// ∂(q₁, p₁)/∂(q₀, p₀)
    fn linearize(
        system: &Chain,
        over: Interval<'_, Chain, Leapfrog>,
        memory: &Memory,
    ) -> Result<DMatrix<f64>, Failure> {
        let (n, h) = (system.m.len(), over.h);
        let end = Self::advance::<true>(system, over, &mut memory.clone())?.state;
        let [before, after] = [&over.state.q, &end.q].map(|q| system.stiffness(q) * (-0.5 * h));
        let inverse = DMatrix::from_diagonal(&system.masses().map(|m| h / m));
        let mut half = DMatrix::identity(2 * n, 2 * n);
        half.view_mut((n, 0), (n, n)).copy_from(&before);
        let mut drift = DMatrix::identity(2 * n, 2 * n);
        drift.view_mut((0, n), (n, n)).copy_from(&inverse);
        let mut last = DMatrix::identity(2 * n, 2 * n);
        last.view_mut((n, 0), (n, n)).copy_from(&after);
        Ok(last * drift * half)
    }
}

impl Discretize<Leapfrog> for Chain {
    type System = Self;
    type Memory = Memory;
    type Report = ((), f64);
    type Stages = Numbers64;
    type Linearization = DMatrix<f64>;
    type Modes = Steady;
    type Driver = Leapfrogging;

    fn system(&self) -> &Self {
        self
    }
}

/// What generic code asks for is the same for systems of a fixed size.
pub(crate) fn steps<S: Discretize<D>, D>(motion: &mut Integrator<S, D>, steps: usize)
where
    S::Inputs: NoInputs,
{
    for _ in 0..steps {
        motion.step().expect("a small step");
    }
}
