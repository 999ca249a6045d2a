//! The result of a controller: inputs for the next step, or an error. Used by `run_with` and `record_with`.

use nalgebra::SVector;

use crate::Error;

/// Types that the closure of `run_with` may return for the inputs `I`: an array, an `SVector`, or a `Result` with one of
/// them.
#[diagnostic::on_unimplemented(
    message = "expected inputs `{I}`, found `{Self}`",
    label = "one number for each input",
    note = "return `[1.0, 0.0]`, or `[0.5]` for one input, or `Ok(..)` with the array if the closure can fail"
)]
pub trait Control<I> {
    /// The inputs.
    ///
    /// # Errors
    ///
    /// The error that the closure returned.
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
