//! The guard: a motion whose energy comes from nowhere is an error, and not a result.
//!
//! The energies it remembers, and its rules. It knows no system and no scheme: `looks` brings the numbers.

mod driven;
mod energies;

pub(super) use driven::GROWTH;
pub(super) use energies::Energies;
use extremal_numerics::{Scalar, Size};

/// The most steps from one look to the next. The first ones are at the ends of steps 1, 2, 4, 8, ..: what grows by some
/// factor in each step has grown by no more than its square since the look before.
pub(super) const EACH: usize = 64;
/// The number of steps after a start with a look at each, where nothing adds energy. Most motions that explode do so in these,
/// and friction that grows with a power of v gains any factor in a step.
const CLOSE: usize = 16;
/// Where E had risen by this part of the energies at hand, the next step has a look, too.
const SHARE_OF_CLOSE: f64 = 0.25;

/// The part of the energies at both ends, and of the change of V between them, by which E may rise.
const SHARE: f64 = 0.75;
/// The ratio of the energies at hand to those that the motion had, at a look in which E rose by more than [`SHARE`]. The motion
/// had T at the start, the energy that forces give in one step from there, and the energies at looks before, less the rise of
/// E. A ratio below this says nothing: near a turning point, and in the first steps from rest, the energies at hand are as
/// small as the error of E.
const GROWTH_OF_PASSIVE: f64 = 100.0;
/// This ratio suffices where E had risen by more at [`MANY`] looks in turn: a motion that is wrong from the first step on may
/// not grow further. The looks at a stable motion see different phases of it, in some of which E is that of the start.
const GROWTH_IN_MANY: f64 = 10.0;
const MANY: u8 = 8;
/// Without growth, the number of looks in turn in which E has risen by [`SHARE`] of the largest S seen and by 100 |E₀|: a
/// motion that flies off in one step keeps its energy from then on. The bound of 100 |E₀| excludes the rounding of a system at
/// rest.
const LASTING: u8 = 16;
/// From the first look counted by [`LASTING`] on, the others follow after 7, 11 or 15 steps in turn, so that no phase of a
/// motion comes back with them.
const SOON: usize = 7;
const LATER: usize = 4;
/// In frames, whose steps can be halved: the part of the largest energies that were seen by which E may be above that of the
/// start. Where it is higher already, a step may add the part of the energies at hand that steps without error add by far.
const SHARE_IN_FRAMES: f64 = 0.05;
const SHARE_OF_STEP: f64 = 1e-3;
/// A bound on the rounding of E, in units of its change if each coordinate changes by 4 ε: a sum of a hundred terms has up to a
/// hundred of them.
pub(super) const ROUNDINGS: f64 = 128.0;

/// The ratio of Σ |pᵢ| to the largest at looks that causes a look out of turn.
const ALARM: f64 = 4.0;

/// The energies and counts that the guard of an integrator remembers.
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
    /// T at that time, or what forces give in a step from there, if that is more: set before it is asked for.
    pub(super) scale: Option<Z>,
    /// The largest of that and of the energies that were seen since, without what E rose by; `None` if it is not known.
    own: Option<Z>,
    /// The number of steps before that at whose end the next look is that counts; others only follow what may explode.
    counted: usize,
    /// Whether E had risen by a part of the energies at the last look.
    rises: bool,
    /// The energies before looks in turn in which E had risen by most of them, if the last look was one, and how many there
    /// were.
    risen: Option<(Z, u8)>,
    /// The number of looks in turn in which it had risen by most of all that was seen.
    lasting: u8,
    /// The energies at the last look.
    last: Option<Energies<Z>>,
    /// By how much E had risen at the last look before an intervention, interventions left out.
    carried: Z,
    /// Whether the last look was refused: what follows an intervention is another motion then.
    was_refused: bool,
    /// The energies before steps that were not resolved, and after the fastest of them, since the last one that was resolved
    /// and about as fast.
    unresolved: Option<[Energies<Z>; 2]>,
    /// The number of steps in turn since then that were resolved, and slower.
    slow: u8,
    /// Σ |pᵢ| above which a step is looked at out of turn, four times the largest at looks: what grows faster than
    /// exponentially passes any bound between two of them.
    alarm: Z,
    /// Whether E had no value at the last look.
    pub(super) has_no_value: bool,
    /// The energies at the start of a step of a frame, which is looked at with care.
    pub(super) in_frame: Option<Option<Energies<Z>>>,
    /// Whether the next step is a part of one that was refused. Parts may resolve what whole steps do not.
    pub(super) is_part: bool,
    /// Room for the velocity at a look, and for that before the step at whose end it is.
    pub(super) velocity: Option<V>,
    pub(super) before: Option<V>,
}

impl<V: Clone, Z: Size> Guard<V, Z> {
    pub(super) fn new(is_on: bool) -> Self {
        Self {
            next: if is_on { 0 } else { usize::MAX },
            since: 0,
            reference: None,
            most: Z::from_f64(0.0),
            scale: None,
            own: None,
            counted: 0,
            rises: false,
            risen: None,
            lasting: 0,
            last: None,
            carried: Z::from_f64(0.0),
            was_refused: false,
            unresolved: None,
            slow: 0,
            alarm: Z::INFINITY,
            has_no_value: false,
            in_frame: None,
            is_part: false,
            velocity: None,
            before: None,
        }
    }

    /// The next look takes the energies there as those of a start, and nothing is known of any before.
    pub(super) fn restart(&mut self, steps: usize) {
        let unseen = Self::new(self.is_on());
        let seen = core::mem::replace(self, unseen);
        (self.velocity, self.before, self.in_frame) = (seen.velocity, seen.before, seen.in_frame);
        self.begin_at(steps);
    }

    /// The next look takes the energies there as those of a start. What rose before goes on to count if the intervention
    /// changes E by less: a program that changes a little in each step hides no explosion.
    pub(super) fn resume(&mut self, steps: usize) {
        if self.was_refused {
            self.restart(steps);
            return;
        }
        if let (Some(from), Some(last)) = (self.reference.take(), self.last) {
            let rise = self.carried + (last.energy - from.energy);
            self.carried = Scalar::max(rise, Z::from_f64(0.0));
        }
        self.lasting = 0;
        self.has_no_value = false;
        self.begin_at(steps);
    }

    /// Takes the energies before an intervention, so that what they rose by since the last look is not taken for its doing.
    pub(super) fn note(&mut self, now: Option<Energies<Z>>) {
        if let (Some(last), Some(now)) = (&mut self.last, now) {
            *last = now;
        }
    }

    /// Takes energies as those of a start, where it is known that they rose for a reason.
    pub(super) fn begin_anew(&mut self, now: Energies<Z>) {
        self.reference = Some(now);
        self.last = Some(now);
        self.carried = Z::from_f64(0.0);
        (self.risen, self.lasting) = (None, 0);
        self.own = self.scale.take();
    }

    /// What forces give in a step, or the largest energies that were seen, if they are known.
    pub(super) fn given(&self) -> Option<Z> {
        self.own
    }

    /// Longer steps may err by more than what is known of the motion.
    pub(super) fn lengthen(&mut self) {
        self.own = None;
    }

    /// Begins anew after an intervention; a rise of E from before is carried on if the intervention changes E by at most half
    /// of it.
    fn begin_from(&mut self, now: Energies<Z>) {
        let change = self.last.map(|last| Scalar::abs(now.energy - last.energy));
        let is_little = change.is_some_and(|change| change + change <= self.carried);
        let (carried, risen) = (self.carried, self.risen);
        self.begin_anew(now);
        if is_little {
            (self.carried, self.risen) = (carried, risen);
        }
        if self.risen.is_none() {
            // The first energies after it may be an error of steps, as after a start.
            self.most = Z::from_f64(0.0);
        }
    }

    fn begin_at(&mut self, steps: usize) {
        if self.is_on() {
            self.next = steps;
        }
        (self.since, self.counted) = (steps, steps);
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
        if !self.counts() && !self.has_no_value {
            self.next = self.counted;
            return;
        }
        let pause = match self.unresolved {
            None if !is_at_each && !self.has_no_value => {
                self.made(steps).clamp(1, self.longest().min(EACH)) - 1
            }
            _ => 0,
        };
        self.next = steps.saturating_add(pause);
        self.counted = self.next;
    }

    /// Where nothing adds energy, at single steps: sets the next look to this step in the first [`CLOSE`] steps, and while E
    /// rises.
    pub(super) fn follow(&mut self, steps: usize) {
        if self.made(steps) < CLOSE || self.rises {
            self.next = steps;
        }
    }

    /// Whether the next look counts.
    fn counts(&self) -> bool {
        self.next >= self.counted
    }

    /// The most steps to the next look.
    pub(super) fn longest(&self) -> usize {
        match self.lasting {
            0 => usize::MAX,
            looks => SOON + LATER * (usize::from(looks) % 3),
        }
    }

    /// A look at the end of the next step, also of a guard that was off.
    pub(super) fn hurry(&mut self, steps: usize) {
        self.next = self.next.min(steps);
        self.counted = self.next;
    }

    /// Whether the guard looks at the end of the next step, after this number of steps.
    #[inline]
    pub(super) fn is_due(&self, steps: usize) -> bool {
        steps >= self.next
    }

    /// Whether momenta of this size are far above those at looks.
    #[inline]
    pub(super) fn is_alarmed(&self, size: Z) -> bool {
        size > self.alarm
    }

    /// Takes the size of momenta at a look.
    pub(super) fn see(&mut self, size: Z) {
        let least = Z::from_f64(ALARM) * size;
        if self.is_on() && (least > self.alarm || !self.alarm.is_finite()) {
            self.alarm = least;
        }
    }

    pub(super) fn is_on(&self) -> bool {
        self.next != usize::MAX
    }

    /// E at the reference, and by how much it rose since, if that is more than errors of good steps are. Then nothing is
    /// remembered: the state is not taken over. `keeps` is whether no force acts, whose sign parameters decide.
    pub(super) fn rise(&mut self, now: Energies<Z>, keeps: bool) -> Option<(Z, Z)> {
        let Some(from) = self.reference else {
            self.begin_from(now);
            // What begins with a frame is looked at with care from its first step on.
            self.in_frame = self.in_frame.map(|_| Some(now));
            return None;
        };
        let own = now.energy - from.energy;
        if !now.is_finite() {
            return (own > Z::from_f64(0.0)).then_some((from.energy, own));
        }
        let around = now.around(from);
        let most = Scalar::max(self.most, around);
        let rise = own + self.carried;
        let bound = Scalar::max(
            Z::from_f64(SHARE) * most,
            Z::from_f64(GROWTH_OF_PASSIVE) * Scalar::abs(from.energy),
        );
        let is_lasting = keeps && self.in_frame.is_none() && own > bound;
        let counted = u8::from(self.counts());
        let lasting = if is_lasting {
            self.lasting.saturating_add(counted)
        } else {
            0
        };
        if lasting >= LASTING {
            return Some((from.energy, own));
        }
        if let Some(start) = self.in_frame {
            let found = start.and_then(|before| rise_in_step([before, now], from.energy, most));
            if found.is_some() {
                return found;
            }
            self.in_frame = Some(Some(now));
        } else if rise <= Z::from_f64(SHARE) * around {
            self.risen = None;
        } else {
            let is_first = self.most == Z::from_f64(0.0);
            let (first, before) = self
                .risen
                .unwrap_or((if is_first { around } else { self.most }, 0));
            let looks = before.saturating_add(counted);
            let least = self.own.map_or(first, |own| Scalar::min(own, first));
            let has_grown = around > Z::from_f64(GROWTH_OF_PASSIVE) * least
                || looks >= MANY && around > Z::from_f64(GROWTH_IN_MANY) * first;
            if has_grown {
                return Some((from.energy, rise));
            }
            self.risen = Some((first, looks));
        }
        self.most = most;
        self.rises = rise > Z::from_f64(SHARE_OF_CLOSE) * around;
        let had = around - Scalar::max(rise, Z::from_f64(0.0));
        self.own = self.own.map(|own| Scalar::max(own, had));
        (self.lasting, self.last) = (lasting, Some(now));
        self.was_refused = false;
        None
    }

    /// Notes that the state at the last look is refused.
    pub(super) fn refuse(&mut self) {
        self.was_refused = true;
    }

    /// From here on steps are those of a frame, at which the guard looks in any case. Returns whether it was on.
    pub(super) fn begin_frame(&mut self) -> bool {
        self.in_frame = Some(None);
        self.is_on()
    }

    pub(super) fn end_frame(&mut self, was_on: bool) {
        self.in_frame = None;
        self.is_part = false;
        if !was_on {
            self.next = usize::MAX;
        }
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
}

/// E before a step of a frame, and by how much it rose above that and what is left of the start's, if that is more than errors
/// are.
fn rise_in_step<Z: Size>([before, now]: [Energies<Z>; 2], from: Z, most: Z) -> Option<(Z, Z)> {
    let above = from + Z::from_f64(SHARE_IN_FRAMES) * most;
    let rise = now.energy - Scalar::max(above, before.energy);
    (rise > Z::from_f64(SHARE_OF_STEP) * now.around(before)).then_some((before.energy, rise))
}

#[cfg(test)]
mod tests;
