//! The guard: a motion whose energy comes from nowhere is an error, and not a result.
//!
//! What it remembers, and its rules. It knows no system and no scheme: `looks` brings the numbers.

use extremal_numerics::{Scalar, Size};

/// The most steps from one look to the next. The first ones are at the ends of steps 1, 2, 4, 8, ..: what grows by some
/// factor in each step has grown by no more than its square since the look before.
pub(super) const EACH: usize = 64;

/// The part of the energies at both ends, and of the change of V between them, by which E may rise.
const SHARE: f64 = 0.75;
/// How many times these energies grow in looks in turn in each of which E rose by more. A single such look says nothing: near a
/// turning point, and in the first steps from rest, the energies at hand are as small as the error of E.
const GROWTH_OF_PASSIVE: f64 = 100.0;
/// The same where E had risen by more in this many looks in turn: what is nonsense from the first step on may be so without
/// end. The looks at a stable motion see different phases of it, in some of which E is that of the start.
const GROWTH_IN_MANY: f64 = 10.0;
const MANY: u8 = 8;
/// In frames, whose steps can be halved: the part of the largest energies that were seen by which E may be above that of the
/// start. Where it is higher already, a step may add the part of the energies at hand that steps without error add by far.
const SHARE_IN_FRAMES: f64 = 0.05;
const SHARE_OF_STEP: f64 = 1e-3;
/// What rounding does to E, in its changes under changes of the coordinates by 4 ε: a sum of a hundred terms has a hundred of
/// them.
pub(super) const ROUNDINGS: f64 = 128.0;

/// Of systems to whose energy something may add: how many times the kinetic energy grows in steps in turn, none of which
/// resolves how.
pub(super) const GROWTH: f64 = 1e4;
/// The part of that growth by which E rises, or more.
const SHARE_OF_GROWTH: f64 = 0.5;

/// What the guard of an integrator remembers.
#[derive(Clone)]
pub(super) struct Guard<V, Z> {
    /// The number of steps before that at whose end the next look is; `usize::MAX` if the guard is off.
    pub(super) next: usize,
    /// The number of steps at the last start or intervention.
    since: usize,
    /// The energies at that time.
    pub(super) reference: Option<Energies<Z>>,
    /// The largest energies that were seen since.
    most: Z,
    /// The energies before looks in turn in which E had risen by most of them, if the last look was one, and how many there
    /// were.
    risen: Option<(Z, u8)>,
    /// The energies before steps in turn that were not resolved, if the last step was one, and after the last one.
    unresolved: Option<[Energies<Z>; 2]>,
    /// Whether E had no value at the last look.
    pub(super) has_no_value: bool,
    /// The energies at the start of a step of a frame, which is looked at with care.
    pub(super) in_frame: Option<Option<Energies<Z>>>,
    /// Room for the velocity at a look, and for that before the step at whose end it is.
    pub(super) velocity: Option<V>,
    pub(super) before: Option<V>,
}

/// ½ p·v and E.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Energies<Z> {
    pub(super) kinetic: Z,
    pub(super) energy: Z,
}

impl<Z: Size> Energies<Z> {
    fn potential(self) -> Z {
        self.energy - self.kinetic
    }

    /// T at both ends, and the change of V.
    fn around(self, other: Self) -> Z {
        self.kinetic + other.kinetic + Scalar::abs(self.potential() - other.potential())
    }

    /// These, if they grew as the others did.
    fn grown(self, from: Self, to: Self) -> Self {
        let kinetic = self.kinetic / from.kinetic * to.kinetic;
        Self {
            kinetic: if kinetic.is_finite() { kinetic } else { to.kinetic },
            energy: self.energy + (to.energy - from.energy),
        }
    }

    fn is_finite(self) -> bool {
        self.kinetic.is_finite() && self.energy.is_finite()
    }
}

impl<V: Clone, Z: Size> Guard<V, Z> {
    pub(super) fn new(is_on: bool) -> Self {
        Self {
            next: if is_on { 0 } else { usize::MAX },
            since: 0,
            reference: None,
            most: Z::from_f64(0.0),
            risen: None,
            unresolved: None,
            has_no_value: false,
            in_frame: None,
            velocity: None,
            before: None,
        }
    }

    /// The next look takes the energies there as those of a start.
    pub(super) fn restart(&mut self, steps: usize) {
        if self.is_on() {
            self.next = steps;
        }
        self.since = steps;
        self.reference = None;
        self.most = Z::from_f64(0.0);
        self.risen = None;
        self.unresolved = None;
        self.has_no_value = false;
    }

    /// Whether there was no look since the last start or intervention.
    pub(super) fn is_new(&self) -> bool {
        self.reference.is_none()
    }

    /// Steps since the last start or intervention.
    pub(super) fn made(&self, steps: usize) -> usize {
        steps.saturating_sub(self.since)
    }

    /// The next look after one at this number of steps.
    pub(super) fn wait(&mut self, steps: usize, is_at_each: bool) {
        let pause = match self.unresolved {
            None if !is_at_each && !self.has_no_value => self.made(steps).clamp(1, EACH) - 1,
            _ => 0,
        };
        self.next = steps.saturating_add(pause);
    }

    /// A look at the end of the next step, also of a guard that was off.
    pub(super) fn hurry(&mut self, steps: usize) {
        self.next = self.next.min(steps);
    }

    /// Whether the guard looks at the end of the next step, after this number of steps.
    #[inline]
    pub(super) fn is_due(&self, steps: usize) -> bool {
        steps >= self.next
    }

    pub(super) fn is_on(&self) -> bool {
        self.next != usize::MAX
    }

    /// E at the reference, and by how much it rose since, if that is more than errors of good steps are. Then nothing is
    /// remembered: the state is not taken over.
    pub(super) fn rise(&mut self, now: Energies<Z>) -> Option<(Z, Z)> {
        let Some(from) = self.reference else {
            self.reference = Some(now);
            // What begins with a frame is looked at with care from its first step on.
            self.in_frame = self.in_frame.map(|_| Some(now));
            return None;
        };
        let rise = now.energy - from.energy;
        if !now.is_finite() {
            return (rise > Z::from_f64(0.0)).then_some((from.energy, rise));
        }
        let around = now.around(from);
        let most = Scalar::max(self.most, around);
        if let Some(start) = self.in_frame {
            if let Some(before) = start {
                let above = from.energy + Z::from_f64(SHARE_IN_FRAMES) * most;
                let rise = now.energy - Scalar::max(above, before.energy);
                if rise > Z::from_f64(SHARE_OF_STEP) * now.around(before) {
                    return Some((before.energy, rise));
                }
            }
            self.in_frame = Some(Some(now));
        } else if rise <= Z::from_f64(SHARE) * around {
            self.risen = None;
        } else {
            let is_first = self.most == Z::from_f64(0.0);
            let (first, before) = self
                .risen
                .unwrap_or((if is_first { around } else { self.most }, 0));
            let looks = before.saturating_add(1);
            let growth = if looks >= MANY {
                GROWTH_IN_MANY
            } else {
                GROWTH_OF_PASSIVE
            };
            if around > Z::from_f64(growth) * first {
                return Some((from.energy, rise));
            }
            self.risen = Some((first, looks));
        }
        self.most = most;
        None
    }

    /// From here on steps are those of a frame, at which the guard looks in any case. Returns whether it was on.
    pub(super) fn begin_frame(&mut self) -> bool {
        self.in_frame = Some(None);
        self.is_on()
    }

    pub(super) fn end_frame(&mut self, was_on: bool) {
        self.in_frame = None;
        if !was_on {
            self.next = usize::MAX;
        }
    }

    /// How many times the kinetic energy grew in steps that do not resolve how, if that is more than motions do, and E rose
    /// with it. Then nothing is remembered. What a drive adds in a step does not count.
    pub(super) fn growth(
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
        self.unresolved = (!is_resolved).then_some([from, now]);
        None
    }

    /// Whether E has no value, and had none at the look before either: one alone may be a point at which a formula has none.
    pub(super) fn is_lost(&mut self, now: Energies<Z>) -> bool {
        let had_none = self.has_no_value;
        self.has_no_value = now.kinetic.is_nan() || now.energy.is_nan();
        self.has_no_value && had_none
    }

    /// How many times more rounding a motion has than a state, whose errors of momenta add up like a random walk.
    pub(super) fn roundings(&self, steps: usize) -> Z {
        Z::from_f64(ROUNDINGS) * (Z::from_f64(1.0) + Z::from_count(self.made(steps)) / Z::from_count(EACH))
    }

    /// Whether T is beyond all that was seen, so that steps have to be looked at one by one.
    pub(super) fn is_beyond(&mut self, kinetic: Z) -> bool {
        let is_beyond = kinetic > Z::from_f64(GROWTH) * self.most && self.most > Z::from_f64(0.0);
        if !is_beyond {
            self.most = Scalar::max(self.most, kinetic);
        }
        is_beyond
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(kinetic: f64, energy: f64) -> Energies<f64> {
        Energies { kinetic, energy }
    }

    /// A guard that has seen a start with T = 0 and E = 2.
    fn at_rest() -> Guard<(), f64> {
        let mut guard = Guard::new(true);
        assert_eq!(guard.rise(at(0.0, 2.0)), None);
        guard
    }

    #[test]
    fn an_error_as_large_as_the_first_energies_is_none_of_the_motion() {
        let mut guard = at_rest();
        // T and the change of V are the error itself.
        assert_eq!(guard.rise(at(0.04, 2.08)), None);
        assert_eq!(guard.rise(at(0.04, 2.09)), None);
        // The motion goes on: T grows, and E does not.
        assert_eq!(guard.rise(at(2.0, 2.09)), None);
        // Near a turning point.
        assert_eq!(guard.rise(at(1e-3, 2.09)), None);
        assert_eq!(guard.rise(at(2.0, 2.09)), None);
    }

    #[test]
    fn what_is_not_resolved_is_found_and_not_remembered() {
        let mut guard: Guard<(), f64> = Guard::new(true);
        let found = (0..20)
            .map(|k| 10_f64.powi(k))
            .find(|&kinetic| guard.growth(at(kinetic, kinetic), false, || false).is_some());
        assert_eq!(found, Some(1e5));
        // The same state again grew as much.
        assert_eq!(guard.growth(at(1e5, 1e5), false, || false), Some(1e5));
        // A step that resolves the motion begins anew.
        assert_eq!(guard.growth(at(1e5, 1e5), true, || false), None);
        assert_eq!(guard.growth(at(1e6, 1e6), false, || false), None);
    }

    /// What is driven does not count, and what is not between such steps does.
    #[test]
    fn growth_of_a_drive_hides_no_other() {
        for (each, least) in [(1, None), (2, Some(5)), (5, Some(6))] {
            let mut guard: Guard<(), f64> = Guard::new(true);
            let found = (0..100).find(|&k| {
                let kinetic = 10_f64.powi(k);
                guard
                    .growth(at(kinetic, kinetic), false, || k % each == 0)
                    .is_some()
            });
            assert_eq!(found, least, "{each}");
        }
    }

    /// T of a stiff spring grows from that of its turning point, and E stays.
    #[test]
    fn what_comes_from_the_potential_is_no_growth() {
        let mut guard: Guard<(), f64> = Guard::new(true);
        let found = (0..20).find(|&k| guard.growth(at(10_f64.powi(k), 1e20), false, || false).is_some());
        assert_eq!(found, None);
    }

    /// E jumps in the first step, and grows no more after a hundred looks.
    #[test]
    fn nonsense_from_the_first_step_on_is_found() {
        let mut guard = at_rest();
        let sizes = (0..100_u32).map(|k| 1e6 * (1.0 + f64::from(k.min(20))));
        let looks = sizes
            .take_while(|&size| guard.rise(at(size, 2.0 + 2.0 * size)).is_none())
            .count();
        assert!(looks < 20, "{looks}");
        // The phases of a stable motion near its limit, whose E is that of the start in each eighth look.
        let mut guard = at_rest();
        for k in 0..1000 {
            let size = if k % 8 == 0 { 0.1 } else { 5.0 };
            let rise = if k % 8 == 0 { 0.0 } else { 0.9 * size };
            assert_eq!(guard.rise(at(size, 2.0 + rise)), None, "{k}");
        }
    }

    #[test]
    fn what_grows_is_found_and_not_remembered() {
        for factor in [1.1, 2.0, 1e3, 1e150] {
            let mut guard = at_rest();
            let mut kinetic = 1.0;
            let found = loop {
                let seen = (guard.most, guard.risen);
                if let Some((from, rise)) = guard.rise(at(kinetic, 2.0 + 2.0 * kinetic)) {
                    assert_eq!((guard.most, guard.risen), seen);
                    assert_eq!((from, rise), (2.0, 2.0 * kinetic));
                    break kinetic;
                }
                kinetic *= factor;
            };
            // 100 times the first one, or the first that is more; 10 times in many looks.
            let least = if factor < 1.5 { 10.0 } else { 100.0 };
            assert!(found > least && found <= least * factor, "{factor} {found}");
            // The same state again is the same rise.
            assert!(guard.rise(at(found, 2.0 + 2.0 * found)).is_some());
        }
    }
}
