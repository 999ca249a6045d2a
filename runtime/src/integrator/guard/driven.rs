//! The rule of the guard for systems whose energy a drive may raise, and the energies that it needs for this.

use super::{Energies, GROWTH_OF_PASSIVE, Guard};
use extremal_numerics::{Scalar, Size};

/// The number of slow steps in turn that resolve a motion and so end an earlier growth.
const MANY_SLOW: u8 = 16;
/// The ratio of kinetic energies that is growth, over steps in turn that do not resolve the motion.
pub(in crate::integrator) const GROWTH: f64 = 1e4;
/// The part of that growth by which E rises, or more.
const SHARE_OF_GROWTH: f64 = 0.5;

impl<V: Clone, Z: Size> Guard<V, Z> {
    /// Takes the energies of a start, or those after an intervention, which are no growth, of a system to whose energy
    /// something may add.
    pub(in crate::integrator) fn begin(&mut self, now: Energies<Z>) {
        // What is about as fast as before may go on to grow.
        let two = Z::from_f64(2.0);
        let is_alike =
            |last: Energies<Z>| now.kinetic <= two * last.kinetic && last.kinetic <= two * now.kinetic;
        let before = self.unresolved.filter(|[_, last]| is_alike(*last));
        self.unresolved = before.map(|[from, _]| [from, now]);
        self.most = if now.kinetic.is_finite() {
            now.kinetic
        } else {
            Z::from_f64(0.0)
        };
    }

    /// Whether steps before were not resolved, and count.
    pub(in crate::integrator) fn is_growing(&self) -> bool {
        self.unresolved.is_some()
    }

    /// How many times the kinetic energy grew in steps that do not resolve how, if that is more than motions do, and E rose
    /// with it. Then nothing is remembered. What a drive adds in a step does not count.
    pub(in crate::integrator) fn growth(
        &mut self,
        now: Energies<Z>,
        is_resolved: bool,
        is_driven: impl FnOnce() -> bool,
    ) -> Option<Z> {
        let growing = self.unresolved.filter(|[_, last]| now.kinetic > last.kinetic);
        // A motion that comes from a turning point has been as fast before.
        let most = Scalar::max(self.most, now.kinetic);
        let mut from = growing.map_or(Energies { kinetic: most, ..now }, |[from, _]| from);
        // A stiff spring that steps do not resolve takes from V what it has.
        let is_own = now.energy - from.energy < Z::from_f64(SHARE_OF_GROWTH) * (now.kinetic - from.kinetic);
        if !is_resolved && !is_own && now.kinetic > Z::from_f64(GROWTH) * from.kinetic {
            if !is_driven() {
                return Some(now.kinetic / from.kinetic);
            }
            // The growth before this step goes on to count: forces that change with time hide no explosion between.
            from = growing.map_or(now, |[_, last]| from.grown(last, now));
        }
        self.most = most;
        self.was_refused = false;
        self.slow = if is_resolved {
            self.slow.saturating_add(1)
        } else {
            0
        };
        self.unresolved = match self.unresolved {
            // Slow steps between fast ones say nothing of these.
            before @ Some([_, last]) if now.kinetic <= last.kinetic && !is_resolved => before,
            before @ Some([_, last]) if is_resolved => {
                let is_as_fast = now.kinetic * Z::from_f64(GROWTH_OF_PASSIVE) >= last.kinetic;
                before.filter(|_| self.is_part || !is_as_fast && self.slow < MANY_SLOW)
            }
            _ => (!is_resolved).then_some([from, now]),
        };
        None
    }

    /// Whether T is beyond all that was seen, so that steps have to be looked at one by one.
    pub(in crate::integrator) fn is_beyond(&mut self, kinetic: Z) -> bool {
        let is_beyond = kinetic > Z::from_f64(GROWTH) * self.most && self.most > Z::from_f64(0.0);
        if !is_beyond {
            self.most = Scalar::max(self.most, kinetic);
        }
        is_beyond
    }
}
