//! Motions in lanes that go together, and what becomes of them where they part.

use std::vec::Vec;

use fearless_simd::{Level, dispatch};

use super::super::Integrator;
use super::super::many::Before;
use crate::clock::Clock;
use crate::drive::{Drive, Interval};
use crate::ensemble::Packed;
use crate::{Discretize, Lagrangian, State};
use extremal_numerics::block::at;
use extremal_numerics::{Lanes, NoInputs, Numbers, Vector};

/// Motions in lanes: those of the lanes in `mask`, whose memories differ in numbers only. Numbers of other lanes mean nothing.
pub(super) struct Group<L: Lagrangian, M> {
    pub(super) mask: u64,
    clock: Clock<L::Scalar>,
    q: L::Configuration,
    p: L::Momentum,
    memory: M,
}

pub(super) type GroupOf<L, D> = Group<L, <L as Discretize<D>>::Memory>;

/// Members in lanes, in as few groups as there are forms of their memories.
pub(super) fn packed<S, D, M, const N: usize>(
    members: [&Integrator<S, D, M>; N],
    mask: u64,
) -> Vec<GroupOf<S::Lanes, D>>
where
    S: Discretize<D, Memory = M> + Packed<N>,
    S::Lanes: Discretize<D>,
{
    let first = members.first().map_or(0, |first| first.q.as_slice().len());
    let vector = |numbers: fn(&Integrator<S, D, M>) -> &[f64], k: usize| {
        Lanes(members.map(|motion| at(numbers(motion), k)))
    };
    let mut numbers: Vec<Lanes<N>> = Vec::new();
    for (lane, motion) in members.iter().enumerate() {
        let mut k = 0;
        visit_memory::<S, D>(&motion.memory, |x| {
            if lane == 0 {
                numbers.push(Lanes([x; N]));
            }
            if let Some(place) = numbers.get_mut(k).and_then(|place| place.0.get_mut(lane)) {
                *place = x;
            }
            k += 1;
        });
    }
    let clock = members.first().map(|first| {
        first
            .clock
            .with_times(|time| Lanes(members.map(|motion| time(&motion.clock))))
    });
    let mut groups = Vec::new();
    let mut rest = mask;
    while let (true, Some(clock)) = (rest != 0, clock) {
        let (memory, agreed) = read::<S::Lanes, D, N>(&numbers, rest);
        if let Some(memory) = memory {
            groups.push(Group {
                mask: rest & agreed,
                clock,
                q: Vector::with_len(first, |k| vector(|motion| motion.q.as_slice(), k)),
                p: Vector::with_len(first, |k| vector(|motion| motion.p.as_slice(), k)),
                memory,
            });
        }
        rest &= !agreed;
    }
    groups
}

/// The numbers of a memory. A function of its own, in which the compiler knows what a memory is.
fn visit_memory<S: Discretize<D>, D>(memory: &S::Memory, mut visit: impl FnMut(S::Scalar)) {
    memory.for_each(&mut visit);
}

/// A memory with these numbers.
fn read_memory<S: Discretize<D>, D>(numbers: impl IntoIterator<Item = S::Scalar>) -> Option<S::Memory> {
    let mut numbers = numbers.into_iter();
    Numbers::read(&mut || numbers.next().ok_or(())).ok()
}

/// A memory with these numbers, and the lanes whose memory has its form. The first lane of the mask is among them.
fn read<L, D, const N: usize>(numbers: &[Lanes<N>], mask: u64) -> (Option<L::Memory>, u64)
where
    L: Discretize<D> + Lagrangian<Scalar = Lanes<N>>,
{
    let leader = mask.trailing_zeros() as usize;
    Lanes::<N>::led_by(leader, || read_memory::<L, D>(numbers.iter().copied()))
}

/// The motion of one lane.
pub(super) fn unpacked<S, D, M, const N: usize>(
    group: &GroupOf<S::Lanes, D>,
    lane: usize,
    clock: Clock<f64>,
) -> Option<Before<S, M>>
where
    S: Discretize<D, Memory = M> + Packed<N>,
    S::Lanes: Discretize<D>,
{
    let number = |x: Lanes<N>| x.0.get(lane).copied().unwrap_or(f64::NAN);
    let (q, p) = (group.q.as_slice(), group.p.as_slice());
    let mut numbers = Vec::new();
    visit_memory::<S::Lanes, D>(&group.memory, |x| numbers.push(number(x)));
    Some(Before {
        clock,
        q: Vector::with_len(q.len(), |k| number(at(q, k))),
        p: Vector::with_len(p.len(), |k| number(at(p, k))),
        memory: read_memory::<S, D>(numbers)?,
    })
}

/// Groups after some steps; nothing if some lane decides otherwise than others, and there is more than one step. After one
/// step, groups are parts of those before, whose lanes decided alike. Lanes in which a step fails are in none.
pub(super) fn advanced<L, D, const N: usize>(
    level: Level,
    (system, scheme): (&L, &D),
    groups: &[GroupOf<L, D>],
    steps: usize,
) -> Option<Vec<GroupOf<L, D>>>
where
    L: Discretize<D> + Lagrangian<Scalar = Lanes<N>>,
    L::Inputs: NoInputs,
{
    let mut after = Vec::with_capacity(groups.len());
    for group in groups {
        let mut rest = group.mask;
        while rest != 0 {
            let leader = rest.trailing_zeros() as usize;
            let (end, agreed) = Lanes::<N>::led_by(
                leader,
                || dispatch!(level, _simd => made::<L, D>(system, scheme, group, steps)),
            );
            if rest & !agreed != 0 && steps > 1 {
                return None;
            }
            let mask = rest & agreed;
            after.extend(end.map(|end| Group { mask, ..end }));
            rest &= !agreed;
        }
    }
    Some(after)
}

/// A group after some steps. Inlined where the processor at hand is known, with all that a usual step calls.
#[inline(always)]
fn made<L, D>(system: &L, scheme: &D, group: &GroupOf<L, D>, steps: usize) -> Option<GroupOf<L, D>>
where
    L: Discretize<D>,
    L::Inputs: NoInputs,
{
    let inputs = L::Inputs::none();
    let (mut clock, mut q, mut p) = (group.clock, group.q.clone(), group.p.clone());
    let mut memory = group.memory.clone();
    let h = clock.step_size();
    for _ in 0..steps {
        let state = State {
            t: clock.time(),
            q,
            p,
        };
        let over = Interval::new(scheme, h, &inputs, &state);
        let step = L::Driver::advance::<false>(system.system(), over, &mut memory).ok()?;
        clock.tick();
        (q, p) = (step.state.q, step.state.p);
    }
    Some(Group {
        mask: group.mask,
        clock,
        q,
        p,
        memory,
    })
}

/// Makes one group of those whose memories have one form.
pub(super) fn united<L, D, const N: usize>(groups: &mut Vec<GroupOf<L, D>>)
where
    L: Discretize<D> + Lagrangian<Scalar = Lanes<N>>,
{
    let mut k = 0;
    while k < groups.len() {
        let (before, others) = groups.split_at_mut(k);
        let is_united = match others.first() {
            Some(group) => before.iter_mut().any(|into| unite::<L, D, N>(into, group)),
            None => false,
        };
        if is_united {
            groups.remove(k);
        } else {
            k += 1;
        }
    }
}

/// Takes the lanes of another group over, if the memories have one form.
fn unite<L, D, const N: usize>(into: &mut GroupOf<L, D>, group: &GroupOf<L, D>) -> bool
where
    L: Discretize<D> + Lagrangian<Scalar = Lanes<N>>,
{
    let mut numbers = Vec::with_capacity(L::Memory::COUNT);
    visit_memory::<L, D>(&into.memory, |x| numbers.push(x));
    let mut places = numbers.iter_mut();
    visit_memory::<L, D>(&group.memory, |x| {
        if let Some(place) = places.next() {
            *place = x.where_else(group.mask, *place);
        }
    });
    let mask = into.mask | group.mask;
    let (memory, agreed) = read::<L, D, N>(&numbers, mask);
    let (true, Some(memory)) = (agreed & mask == mask, memory) else {
        return false;
    };
    into.mask = mask;
    into.memory = memory;
    let pairs = [
        (into.q.as_mut_slice(), group.q.as_slice()),
        (into.p.as_mut_slice(), group.p.as_slice()),
    ];
    for (mine, theirs) in pairs {
        for (x, y) in mine.iter_mut().zip(theirs) {
            *x = y.where_else(group.mask, *x);
        }
    }
    true
}
