//! The result of a controller: inputs for the next step, or an error. Used by `run_with` and `record_with`.

use std::vec::Vec;

use nalgebra::{DVector, SVector};

use crate::Error;
use extremal_numerics::IntoBlock;

/// Types that the closure of `run_with` may return for the inputs `I`: an array or an `SVector`, a `Vec`, a slice or a
/// `DVector` where only the program knows their number, or a `Result` with one of them.
#[diagnostic::on_unimplemented(
    message = "expected inputs `{I}`, found `{Self}`",
    label = "one number for each input: `[1.0, 0.0]`, or `[0.5]` if there is one; or `Ok(..)` with the array"
)]
pub trait Control<I> {
    /// The inputs.
    ///
    /// # Errors
    ///
    /// The error that the closure returned.
    fn inputs(self) -> Result<I, Error>;
}

#[diagnostic::do_not_recommend]
impl<T, const N: usize> Control<[T; N]> for [T; N] {
    fn inputs(self) -> Result<[T; N], Error> {
        Ok(self)
    }
}

#[diagnostic::do_not_recommend]
impl<T, const N: usize> Control<[T; N]> for SVector<T, N> {
    fn inputs(self) -> Result<[T; N], Error> {
        let [inputs] = self.data.0;
        Ok(inputs)
    }
}

macro_rules! lists {
    ($([$($length:tt)*] $list:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: extremal_numerics::Scalar, $($length)*> Control<DVector<T>> for $list {
            fn inputs(self) -> Result<DVector<T>, Error> {
                Ok(IntoBlock::into_block(self))
            }
        }
    )*};
}

lists! {
    [] Vec<T>;
    [] &[T];
    [const N: usize] [T; N];
    [const N: usize] SVector<T, N>;
    [] DVector<T>;
    [] &DVector<T>;
}

#[diagnostic::do_not_recommend]
impl<I, U: Control<I>> Control<I> for Result<U, Error> {
    fn inputs(self) -> Result<I, Error> {
        self?.inputs()
    }
}
