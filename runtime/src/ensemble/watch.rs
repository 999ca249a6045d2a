//! What is looked at while members move.

/// Looks at each member while it moves, and has a value at its end.
///
/// ```
/// use extremal::ensemble::{Ensemble, Watch};
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = 0.5 * x.powi(2))]
/// struct Oscillator;
///
/// /// The farthest x at nodes.
/// struct Farthest;
///
/// impl Watch<Integrator<Oscillator, Verlet>> for Farthest {
///     type Seen = f64;
///     type Value = f64;
///
///     fn begin(&self, _: usize, motion: &Integrator<Oscillator, Verlet>) -> f64 {
///         motion.coordinates()[0]
///     }
///
///     fn look(&self, seen: &mut f64, motion: &Integrator<Oscillator, Verlet>) {
///         *seen = seen.max(motion.coordinates()[0]);
///     }
///
///     fn end(&self, seen: f64, _: &Integrator<Oscillator, Verlet>) -> f64 {
///         seen
///     }
/// }
///
/// let oscillators = Ensemble::new(3, |k| Integrator::new(Oscillator, Verlet, 0.1, [0.0], [k as f64]));
/// let farthest = oscillators.watch(100, Farthest).collect();
/// assert!(farthest[2].is_ok_and(|x| (x - 2.0).abs() < 0.01));
/// ```
pub trait Watch<I>: Sync {
    /// What it remembers of a member.
    type Seen;
    /// The value of a member.
    type Value: Send;

    /// The number of steps from one look to the next; 1 by default. Steps between two looks are made together.
    fn every(&self) -> usize {
        1
    }

    /// At the start of a member with this number.
    fn begin(&self, member: usize, motion: &I) -> Self::Seen;

    /// After some steps.
    fn look(&self, seen: &mut Self::Seen, motion: &I);

    /// After the last step, at which there was a look.
    fn end(&self, seen: Self::Seen, motion: &I) -> Self::Value;
}

/// The value of a function at the end.
#[derive(Clone, Copy, Debug)]
pub struct AtEnd<F>(pub(super) F);

impl<I, V: Send, F: Fn(&I) -> V + Sync> Watch<I> for AtEnd<F> {
    type Seen = ();
    type Value = V;

    fn every(&self) -> usize {
        usize::MAX
    }

    fn begin(&self, _: usize, _: &I) {}

    fn look(&self, (): &mut (), _: &I) {}

    fn end(&self, (): (), motion: &I) -> V {
        (self.0)(motion)
    }
}
