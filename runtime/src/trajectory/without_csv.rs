//! What trajectories say of tables where the feature `csv` is not there.

use super::Trajectory;
use crate::Discretize;

/// No trajectory has it: `csv` adds the methods.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "tables and CSV files need the feature `csv` of `extremal`",
    label = "add it to Cargo.toml: `extremal = {{ .., features = [\"csv\"] }}`"
)]
pub trait WithCsv {}

impl<S: Discretize<D>, D> Trajectory<S, D> {
    #[doc(hidden)]
    pub fn write_csv<L, W>(&self, _system: L, _writer: W) -> Result<(), core::convert::Infallible>
    where
        Self: WithCsv,
    {
        Ok(())
    }

    #[doc(hidden)]
    pub fn table(&self)
    where
        Self: WithCsv,
    {
    }
}
