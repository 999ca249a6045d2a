//! Explicit steps: A is diagonal and constant, and no item adds to r(0) or to p₁ but N.
//!
//! One pass over the coordinates, one over the items, and one over the momenta. Knows no scheme.

use super::changes::all_finite;
use super::memory::{Room, resize};
use super::parts::Parts;
use super::{CarriedOf, RoomOf, StagesOf, known, not_finite};
use crate::drive::assembly::{Assembly, Known, OwnEnd, OwnStart};
use crate::drive::{Advance, Interval};
use crate::family::AnySize;
use crate::newton::Convergence;
use crate::{Failure, Lagrangian, State, StateOf};
use extremal_numerics::{Scalar, Size, Vector};

type ScalarOf<S> = <S as Lagrangian>::Scalar;
/// q, p and x.
type Moved<'a, T> = (&'a mut [T], &'a mut [T], &'a mut [T]);
type Step<S, D> = Advance<StateOf<S>, Convergence, StagesOf<S, D>>;

/// One step. N changes in place, because every vector more takes time; a step that fails computes it again.
#[inline]
pub(super) fn advance<S: Assembly<D> + AnySize, D, const CHECKED: bool>(
    system: &S,
    over: Interval<'_, S, D>,
    memory: &mut CarriedOf<S, D>,
    room: &mut RoomOf<S, D>,
) -> Result<Step<S, D>, Failure> {
    let State { t, q: q0, p: p0 } = over.state;
    let mut nodes = memory.nodes.lend();
    let known = known(&over, memory);
    let Room {
        weights,
        q,
        p,
        stages,
        parts,
        ..
    } = room;
    let n = q0.as_slice().len();
    resize(q, n);
    resize(p, n);
    resize(stages, n);
    let ends = (q.as_mut_slice(), p.as_mut_slice(), stages.as_mut_slice());
    let of_nodes = nodes.as_slice();
    match weights.as_slice() {
        [weight] => leave::<S, D, true, CHECKED>(&known, p0.as_slice(), of_nodes, (&[], *weight), ends),
        weights => leave::<S, D, false, CHECKED>(&known, p0.as_slice(), of_nodes, (weights, known.h), ends),
    }
    let end = *t + over.h;
    let (q, p) = (room.q.as_slice(), room.p.as_mut_slice());
    if S::HAS_NODES {
        let at_end = Known { t: end, q, ..known };
        parts.set_nodes(system, &at_end, nodes.as_mut_slice(), p);
    }
    memory.nodes = nodes;
    if CHECKED && !(has_finite_sum(q, p) || (all_finite(q) && all_finite(p))) {
        restore(
            system,
            &over,
            memory,
            (&mut room.parts, room.stages.as_mut_slice()),
        );
        return Err(not_finite::<S, D>(system, room));
    }
    memory.node_time = end;
    let state = State {
        t: end,
        q: room.q.lend(),
        p: room.p.lend(),
    };
    Ok(Advance {
        state,
        report: Convergence::default(),
        stages: room.stages.lend(),
    })
}

/// Sets q₁ and p₀ + N, and x if it is `READ`. If `SAME`, all weights are the second one.
///
/// Not inlined, so that the compiler sees that its vectors are apart.
#[inline(never)]
pub(super) fn leave<S: Assembly<D> + ?Sized, D, const SAME: bool, const READ: bool>(
    known: &Known<'_, S, D>,
    p0: &[ScalarOf<S>],
    nodes: &[ScalarOf<S>],
    (weights, weight): (&[ScalarOf<S>], ScalarOf<S>),
    (q, p, x): Moved<'_, ScalarOf<S>>,
) {
    let starts = known.q.iter().zip(p0).zip(if SAME { p0 } else { weights });
    let ends = q.iter_mut().zip(p).zip(x);
    if S::HAS_NODES {
        for ((((&q0, &p0), &own), ((q, p), x)), &node) in starts.zip(ends).zip(nodes) {
            let end = moved(known, (q0, p0 + node), if SAME { weight } else { own });
            (*q, *p) = (end.0.q, end.0.p);
            if READ {
                *x = end.1;
            }
        }
    } else {
        for (((&q0, &p0), &own), ((q, p), x)) in starts.zip(ends) {
            let end = moved(known, (q0, p0), if SAME { weight } else { own });
            (*q, *p) = (end.0.q, end.0.p);
            if READ {
                *x = end.1;
            }
        }
    }
}

/// The end of one coordinate, and its velocity.
#[inline(always)]
fn moved<S: Assembly<D> + ?Sized, D>(
    known: &Known<'_, S, D>,
    (q, p): (ScalarOf<S>, ScalarOf<S>),
    weight: ScalarOf<S>,
) -> (OwnEnd<ScalarOf<S>>, ScalarOf<S>) {
    let zero = ScalarOf::<S>::from_f64(0.0);
    let start = OwnStart { q, p, v: zero };
    let (mut row, mut scale) = ([zero], [zero]);
    S::own_rows(known, start, &[zero], &mut row, &mut scale);
    let [row] = row;
    let x = weight * row;
    (S::own_end(known, start, &[x]), x)
}

/// Whether the sum of all coordinates and momenta is finite, and so all of them. Lanes do not wait for each other.
#[inline(never)]
pub(super) fn has_finite_sum<T: Scalar>(q: &[T], p: &[T]) -> bool {
    const LANES: usize = 8;
    let mut all = [T::from_f64(0.0); LANES];
    let ((q, q_rest), (p, p_rest)) = (q.as_chunks::<LANES>(), p.as_chunks::<LANES>());
    for (q, p) in q.iter().zip(p) {
        for ((all, &q), &p) in all.iter_mut().zip(q).zip(p) {
            *all = *all + (q + p);
        }
    }
    for ((all, &q), &p) in all.iter_mut().zip(q_rest).zip(p_rest) {
        *all = *all + (q + p);
    }
    all.into_iter().all(|x| x.magnitude().is_finite())
}

/// N at the start, as it was.
#[cold]
fn restore<S: Assembly<D> + AnySize, D>(
    system: &S,
    over: &Interval<'_, S, D>,
    memory: &mut CarriedOf<S, D>,
    (parts, momenta): (&mut Parts<ScalarOf<S>>, &mut [ScalarOf<S>]),
) {
    let mut nodes = memory.nodes.lend();
    let at_node = Known {
        t: memory.node_time,
        ..known(over, memory)
    };
    parts.set_nodes(system, &at_node, nodes.as_mut_slice(), momenta);
    memory.nodes = nodes;
}
