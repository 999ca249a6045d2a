//! Steps of several motions side by side: each lane of a number belongs to one of them.
//!
//! Starts, looks of the guard, failures and single steps are those of the motions themselves. In lanes are the steps that
//! `step_many` makes together, and they have the same bits: [`Lanes`](extremal_numerics::Lanes) tells which lanes decided
//! otherwise than the one that leads, and these steps are made again for them.

mod group;

use core::array::from_fn;

use std::vec::Vec;

use fearless_simd::Level;

use super::checks::has_items;
use super::many::{Before, Made, Together};
use super::{Integrator, check_state};
use crate::drive::StepReport;
use crate::ensemble::Packed;
use crate::{Discretize, Error, Lagrangian, State};
use extremal_numerics::NoInputs;
use group::{advanced, packed, united, unpacked};

/// Fewer steps or motions than this are not worth the way into lanes and back.
const FEWEST_STEPS: usize = 8;
const FEWEST_MOTIONS: u32 = 2;

/// Stretches of steps in which no lane decides otherwise than others: the first, and the longest.
const FIRST_STRETCH: usize = 8;
const LONGEST_STRETCH: usize = 256;
/// By how much a stretch is longer than the one before.
const GROWTH: usize = 4;

/// Lanes may make twice as many steps as there are, and these: motions that differ more do better alone.
const SPARE: usize = 256;

impl<S, D, M> Integrator<S, D, M>
where
    S: Discretize<D, Memory = M>,
    S::Inputs: NoInputs,
{
    /// Makes `steps` steps of each of up to N motions, as `step_many` does. A motion that fails becomes its error.
    pub(crate) fn step_many_in_lanes<const N: usize>(motions: &mut [Result<Self, Error>], steps: usize)
    where
        S: Packed<N>,
        S::Lanes: Discretize<D>,
        <S::Lanes as Lagrangian>::Inputs: NoInputs,
    {
        const {
            assert!(
                <S::Report as StepReport<S::Scalar, S::Velocity>>::CONTACTS.is_empty() && !has_items::<S>(),
                "contacts and systems of any size have no lanes; without `.lanes()` their members run on threads"
            );
        }
        for motion in motions.iter_mut().flatten() {
            motion.begin_many(steps);
        }
        let mut lefts = [steps; N];
        // A scheme with parameters may have others in each member.
        let mut pace = Pace {
            stretch: FIRST_STRETCH,
            alone: if size_of::<D>() == 0 { 0 } else { usize::MAX },
            failures: 0,
        };
        while let Some((together, alike)) = next_alike(motions, &lefts, steps) {
            advance_alike::<S, D, M, N>(motions, (together, alike), &mut pace);
            for k in bits(alike) {
                if let Some(left) = lefts.get_mut(k) {
                    *left -= together.steps;
                }
            }
        }
    }

    /// Takes over the end of steps that were made in lanes, as that of steps made alone.
    fn accept(&mut self, end: Option<Before<S, M>>, is_looked_at: bool) -> Made {
        let Some(Before { clock, q, p, memory }) = end else {
            return Made::None;
        };
        let end = State {
            t: clock.time(),
            q,
            p,
        };
        if check_state(&self.system, &end).is_err() {
            return Made::None;
        }
        let before = Before {
            clock: core::mem::replace(&mut self.clock, clock),
            q: core::mem::replace(&mut self.q, end.q),
            p: core::mem::replace(&mut self.p, end.p),
            memory: core::mem::replace(&mut self.memory, memory),
        };
        if is_looked_at {
            self.looked_after(before)
        } else {
            Made::All
        }
    }
}

/// The next steps of the first motion that has some left, and the motions that make the same ones: a bit for each.
fn next_alike<S, D, M>(
    motions: &[Result<Integrator<S, D, M>, Error>],
    lefts: &[usize],
    steps: usize,
) -> Option<(Together, u64)>
where
    S: Discretize<D, Memory = M>,
{
    let mut first = None;
    let mut alike = 0;
    for (k, (motion, &left)) in motions.iter().zip(lefts).enumerate() {
        let Ok(motion) = motion else { continue };
        if left == 0 {
            continue;
        }
        let next = (motion.together(left, steps), motion.clock.counts());
        if *first.get_or_insert(next) == next {
            alike |= 1 << k;
        }
    }
    first.map(|(together, _)| (together, alike))
}

/// How motions go side by side.
struct Pace {
    /// The length of the next stretch.
    stretch: usize,
    /// How often motions go alone before the next attempt.
    alone: usize,
    /// How often lanes did not pay.
    failures: u32,
}

impl Pace {
    /// Lanes did not pay: the next attempt is made twice as late.
    fn fail(&mut self) {
        self.failures = (self.failures + 1).min(16);
        self.alone = 1 << self.failures;
        self.stretch = FIRST_STRETCH;
    }

    /// After a stretch of so many steps.
    fn go_on(&mut self, now: usize, has_parted: bool) {
        if has_parted {
            self.stretch = (now / 4).max(1);
        } else if now == self.stretch {
            // Slowly: where lanes have parted, others follow, and what a long stretch has made is lost.
            self.stretch = (now + GROWTH).min(LONGEST_STRETCH);
        }
    }
}

/// Makes these steps of motions that are alike: in lanes, unless these do not pay.
fn advance_alike<S, D, M, const N: usize>(
    motions: &mut [Result<Integrator<S, D, M>, Error>],
    (together, alike): (Together, u64),
    pace: &mut Pace,
) where
    S: Discretize<D, Memory = M> + Packed<N>,
    S::Lanes: Discretize<D>,
    S::Inputs: NoInputs,
    <S::Lanes as Lagrangian>::Inputs: NoInputs,
{
    let is_worth_it =
        !together.is_apart && together.steps >= FEWEST_STEPS && alike.count_ones() >= FEWEST_MOTIONS;
    let mut ends = None;
    if is_worth_it && pace.alone == 0 {
        ends = ends_of::<S, D, M, N>(motions, (alike, together.steps), pace);
        if ends.is_none() {
            pace.fail();
        }
    } else if is_worth_it {
        pace.alone -= 1;
    }
    let is_in_lanes = ends.is_some();
    let inputs = S::Inputs::none();
    for k in bits(alike) {
        let Some(slot) = motions.get_mut(k) else { continue };
        let Ok(motion) = slot else { continue };
        let advanced = if is_in_lanes {
            let end = ends.as_mut().and_then(|ends| ends.get_mut(k)?.take());
            let made = motion.accept(end, together.is_looked_at);
            motion.complete(made, together, &inputs)
        } else {
            motion.advance_together(together, &inputs)
        };
        if let Err(error) = advanced {
            *slot = Err(error);
        }
    }
}

/// The places of the bits that are one.
fn bits(mask: u64) -> impl Iterator<Item = usize> {
    (0..u64::BITS as usize).filter(move |k| mask >> k & 1 == 1)
}

/// The motions after some steps, `None` for one in which some step fails. Nothing where lanes do not pay.
fn ends_of<S, D, M, const N: usize>(
    motions: &[Result<Integrator<S, D, M>, Error>],
    (mask, steps): (u64, usize),
    pace: &mut Pace,
) -> Option<Vec<Option<Before<S, M>>>>
where
    S: Discretize<D, Memory = M> + Packed<N>,
    S::Lanes: Discretize<D>,
    <S::Lanes as Lagrangian>::Inputs: NoInputs,
{
    let mut ends: Vec<_> = (0..N).map(|_| None).collect();
    let first = bits(mask).find_map(|k| motions.get(k)?.as_ref().ok());
    let first = first?;
    // Lanes without a motion have that of the first one.
    let lane = |k: usize| match motions.get(k) {
        Some(Ok(motion)) if mask >> k & 1 == 1 => motion,
        _ => first,
    };
    let members: [&Integrator<S, D, M>; N] = from_fn(lane);
    let system = S::packed(members.map(|motion| &motion.system));
    let mut groups = packed::<S, D, M, N>(members, mask);
    let level = Level::new();
    let (mut made, mut cost) = (0, 0);
    while made < steps {
        let now = pace.stretch.min(steps - made);
        let next = advanced::<S::Lanes, D, N>(level, (&system, &first.scheme), &groups, now);
        cost += now * next.as_ref().map_or(groups.len(), Vec::len);
        if cost > 2 * made + SPARE {
            return None;
        }
        pace.go_on(now, next.as_ref().is_none_or(|next| next.len() > groups.len()));
        // Some lane parts from the others in a step of this stretch: again, in shorter ones.
        let Some(next) = next else { continue };
        made += now;
        groups = next;
        united::<S::Lanes, D, N>(&mut groups);
    }
    for group in &groups {
        for k in bits(group.mask) {
            if let (Some(end), Some(member)) = (ends.get_mut(k), members.get(k)) {
                *end = unpacked::<S, D, M, N>(group, k, member.clock.after(steps));
            }
        }
    }
    Some(ends)
}
