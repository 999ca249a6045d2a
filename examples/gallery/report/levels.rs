//! How well a run keeps its constraints.

use extremal::blocks::NoInputs;
use extremal::{Constrained, Discretize, Error, Integrator, StateOf};

use crate::measure::size;
use crate::table::Row;

/// The largest violations of the constraints and of their rates in a run: max |g| and max |dg/dt|.
#[derive(Clone, Copy, Debug, Default)]
pub struct Levels {
    /// max |g|
    pub positions: f64,
    /// max |dg/dt|
    pub rates: f64,
}

impl Levels {
    /// Measures over `steps` steps.
    pub fn measure<S, D>(system: S, scheme: D, h: f64, start: StateOf<S>, steps: usize) -> Result<Self, Error>
    where
        S: Constrained<Scalar = f64> + Discretize<D> + Copy,
        S::Inputs: NoInputs,
    {
        let mut motion = Integrator::from_state(system, scheme, h, start)?;
        let mut levels = Self::default();
        for _ in 0..steps {
            motion.step()?;
            levels.meet(&system, &motion)?;
        }
        Ok(levels)
    }

    /// Includes the current state of `motion`.
    pub fn meet<S, D>(&mut self, system: &S, motion: &Integrator<S, D>) -> Result<(), Error>
    where
        S: Constrained<Scalar = f64> + Discretize<D>,
    {
        let (state, velocity) = (motion.state(), motion.velocity()?);
        let positions = system.constraints(state.t, &state.q);
        let rates = system.constraint_rates(state.t, &state.q, &velocity);
        self.positions = self.positions.max(size(&positions));
        self.rates = self.rates.max(size(&rates));
        Ok(())
    }

    /// Rows that require both to be at rounding.
    pub fn rows(&self, run: &str, [positions, rates]: [f64; 2], reason: &'static str) -> [Row; 2] {
        [
            Row::below(format!("max |g|, {run}"), positions, self.positions, reason),
            Row::below(format!("max |dg/dt|, {run}"), rates, self.rates, reason),
        ]
    }
}
