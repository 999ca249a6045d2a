//! The messages about tables of trajectories where the feature `csv` is off.

use super::Trajectory;
use crate::Discretize;
use crate::known::Known;

/// A bound that nothing meets: `csv` adds the methods. `K` is [`This`] or [`That`].
///
/// A writer that is missing at a call might be one: so rustc reports the missing argument alone. And a table is unknown
/// with `K`, so that rustc is silent about what is done with it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "tables and CSV files need the feature `csv` of `extremal`",
    label = "add it to Cargo.toml: `extremal = {{ .., features = [\"csv\"] }}`"
)]
pub trait WithCsv<K> {}

/// A trait that no type implements.
#[doc(hidden)]
pub trait Never {}

#[doc(hidden)]
#[derive(Debug)]
pub struct This;

#[doc(hidden)]
#[derive(Debug)]
pub struct That;

#[diagnostic::do_not_recommend]
impl<W: Never> WithCsv<This> for W {}

#[diagnostic::do_not_recommend]
impl<W: Never> WithCsv<That> for W {}

impl<S: Discretize<D>, D> Trajectory<S, D> {
    #[doc(hidden)]
    pub fn write_csv<L, W: WithCsv<K>, K>(
        &self,
        system: L,
        writer: W,
    ) -> Result<(), core::convert::Infallible> {
        let _ = (system, writer);
        Ok(())
    }

    #[doc(hidden)]
    pub fn table<K>(&self) -> Known<K, ()>
    where
        Self: WithCsv<K>,
    {
    }
}
