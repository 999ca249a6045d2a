//! What a controller says: inputs for the next step, or why there are none.
//!
//! Knows no integrator; `run_with` and `record_with` ask.

use nalgebra::SVector;

use crate::Error;

/// The inputs `I` of a step, as the closure of `run_with` returns them: an array, an `SVector`, or a result with one of them.
#[diagnostic::on_unimplemented(
    message = "expected inputs `{I}`, found `{Self}`",
    label = "one number for each input",
    note = "return `[1.0, 0.0]`, or `[0.5]` where there is one input, or `Ok(..)` with that where something may fail"
)]
pub trait Control<I> {
    /// The inputs.
    ///
    /// # Errors
    ///
    /// Those that the closure had.
    fn inputs(self) -> Result<I, Error>;
}

impl<T, const N: usize> Control<[T; N]> for [T; N] {
    fn inputs(self) -> Result<[T; N], Error> {
        Ok(self)
    }
}

impl<T, const N: usize> Control<[T; N]> for SVector<T, N> {
    fn inputs(self) -> Result<[T; N], Error> {
        let [inputs] = self.data.0;
        Ok(inputs)
    }
}

impl<I, U: Control<I>> Control<I> for Result<U, Error> {
    fn inputs(self) -> Result<I, Error> {
        self?.inputs()
    }
}
