//! The derivative of a composed step: the chain rule through its stages.
//!
//! Knows no derivative but those of the stages.

use nalgebra::SMatrix;

use super::memory::Keeps;
use super::{Composed, each_stage};
use crate::linearize::Linearization;
use crate::step::Stepping;
use crate::{Discretize, Failure, Lagrangian, Scalar, StateOf};

/// The derivative of a composed step: the chain rule through its stages.
///
/// # Errors
///
/// Those of a step, and of the derivative of a stage.
pub fn linearize_composed<S, D, M, T, const N: usize, const R: usize, const I: usize, const P: usize>(
    system: &S,
    (scheme, parts): (&D, &[f64; N]),
    h: T,
    inputs: &S::Inputs,
    start: &StateOf<S>,
    memory: &Composed<M, N>,
) -> Result<Chained<T, R, I, P>, Failure>
where
    S: Discretize<D, Memory = M, Linearization = Chained<T, R, I, P>> + Stepping<D> + Lagrangian<Scalar = T>,
    M: Keeps<S::Carried, S::Constants>,
    T: Scalar,
{
    let mut whole: Option<Chained<T, R, I, P>> = None;
    each_stage::<S, D, M, N, true>(
        system,
        (scheme, parts),
        (h, inputs),
        start,
        &mut { *memory },
        |stage, _| {
            let own = Discretize::<D>::linearize(system, scheme, stage.h, inputs, stage.state, stage.memory)?;
            whole = Some(match &whole {
                None => own,
                Some(before) => Linearization {
                    by_state: through(&own.by_state, &before.by_state, None),
                    by_inputs: through(&own.by_state, &before.by_inputs, Some(&own.by_inputs)),
                    by_parameters: through(&own.by_state, &before.by_parameters, Some(&own.by_parameters)),
                },
            });
            Ok(())
        },
    )?;
    whole.ok_or(Failure::NotFinite { what: "composition" })
}

/// [`LinearizationOf`](crate::LinearizationOf), written out.
type Chained<T, const R: usize, const I: usize, const P: usize> =
    Linearization<SMatrix<T, R, R>, SMatrix<T, R, I>, SMatrix<T, R, P>>;

/// A B, or A B + C.
fn through<T: Scalar, const R: usize, const K: usize>(
    a: &SMatrix<T, R, R>,
    b: &SMatrix<T, R, K>,
    c: Option<&SMatrix<T, R, K>>,
) -> SMatrix<T, R, K> {
    SMatrix::from_fn(|row, column| {
        let start = c.map_or_else(|| T::from_f64(0.0), |c| c[(row, column)]);
        (0..R).fold(start, |sum, k| sum + a[(row, k)] * b[(k, column)])
    })
}
