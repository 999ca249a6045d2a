//! Systems in redundant coordinates: constraints, conserved quantities and constraint forces.
//!
//! After D. Kern, Variational integrators for mechanical systems (2016). Each study has its own system.

mod forms;
mod generalized_alpha;
pub(super) mod heavy_top;
pub(super) mod orders;
pub(super) mod pendulum;
pub(super) mod precession;
pub(super) mod slider_crank;

use extremal::blocks::{NoInputs, Vector};
use extremal::{Constrained, Discretize, Error, Integrator, StateOf};

use crate::plot::Curve;
use crate::table::Row;

/// The largest violations of the constraints and of their rates in a run: max |g| and max |dg/dt|.
#[derive(Clone, Copy, Debug, Default)]
struct Levels {
    positions: f64,
    rates: f64,
}

impl Levels {
    /// Measures over `steps` steps.
    fn measure<S, D>(system: S, scheme: D, h: f64, start: StateOf<S>, steps: usize) -> Result<Self, Error>
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
    fn meet<S, D>(&mut self, system: &S, motion: &Integrator<S, D>) -> Result<(), Error>
    where
        S: Constrained<Scalar = f64> + Discretize<D>,
    {
        let (state, velocity) = (motion.state(), motion.velocity()?);
        let positions = system.constraints(state.t, &state.q);
        let rates = system.constraint_rates(state.t, &state.q, &velocity);
        self.positions = self.positions.max(largest(&positions));
        self.rates = self.rates.max(largest(&rates));
        Ok(())
    }

    /// Rows that require both to be at rounding.
    fn rows(&self, run: &str, [positions, rates]: [f64; 2], reason: &'static str) -> [Row; 2] {
        [
            Row::below(format!("max |g|, {run}"), positions, self.positions, reason),
            Row::below(format!("max |dg/dt|, {run}"), rates, self.rates, reason),
        ]
    }
}

fn largest<B: Vector<f64>>(block: &B) -> f64 {
    block.as_slice().iter().map(|x| x.abs()).fold(0.0, f64::max)
}

/// The slope of (h, error) in log–log.
fn order(errors: &[(f64, f64)]) -> f64 {
    let points: Curve = errors.iter().map(|(h, error)| (h.ln(), error.ln())).collect();
    crate::measure::slope(&points).0
}
