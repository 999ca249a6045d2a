//! The sums over coordinates and items that make the equations of a step.

use super::end_velocities::{self, WithoutRows};
use super::groups::{Chunks, Groups, Several, grouped};
use super::memory::{Room, several};
use super::parts::Parts;
use super::{CarriedOf, RoomOf, known};
use crate::Lagrangian;
use crate::drive::Interval;
use crate::drive::assembly::{Assembly, Known, OwnEnd, OwnStart};
use crate::family::{AnySize, Entries, Into, Places};
use extremal_numerics::matrix::{Assembling, Matrix, Stored};
use extremal_numerics::{LinearFailure, Scalar, Vector};

type ScalarOf<S> = <S as Lagrangian>::Scalar;
/// r, and the sizes of its terms.
type Rows<'a, T> = (&'a mut [T], &'a mut [T]);

/// The equations of one step.
pub(super) struct Sums<'a, S: Lagrangian + ?Sized, D> {
    pub(super) system: &'a S,
    pub(super) known: Known<'a, S, D>,
    /// p₀.
    pub(super) momentum: &'a [ScalarOf<S>],
    /// N at the start; any numbers for schemes without.
    pub(super) nodes: &'a [ScalarOf<S>],
    /// The residual of the step before, for schemes that hand it on; otherwise empty.
    pub(super) residual_before: &'a [ScalarOf<S>],
    /// A one at each velocity at the end that no equation contains; or empty.
    pub(super) still: &'a [ScalarOf<S>],
}

impl<'a, S: Assembly<D> + AnySize, D> Sums<'a, S, D> {
    #[inline]
    pub(super) fn of(system: &'a S, over: &Interval<'a, S, D>, carried: &'a CarriedOf<S, D>) -> Self {
        Self {
            system,
            known: known(over, carried),
            momentum: over.state.p.as_slice(),
            nodes: carried.nodes.as_slice(),
            residual_before: carried.residual_before.as_slice(),
            still: carried.still.as_slice(),
        }
    }
}

/// The end of a step, without N there.
pub(super) struct Ends<'a, T> {
    pub(super) q: &'a mut [T],
    pub(super) p: &'a mut [T],
    /// Empty for schemes that do not carry it.
    pub(super) velocity: &'a mut [T],
}

impl<S: Assembly<D> + ?Sized, D> Sums<'_, S, D> {
    /// The sums of this step with another momentum at its start.
    #[inline]
    pub(super) fn with_momentum<'b>(&'b self, momentum: &'b [ScalarOf<S>]) -> Sums<'b, S, D> {
        Sums {
            system: self.system,
            known: self.known,
            momentum,
            nodes: self.nodes,
            residual_before: self.residual_before,
            still: self.still,
        }
    }

    /// The sums of this step with another velocity at its start, which no residual of the step before belongs to.
    #[cfg(feature = "alloc")]
    pub(super) fn with_velocity<'b>(&'b self, velocity: &'b [ScalarOf<S>]) -> Sums<'b, S, D> {
        Sums {
            known: Known {
                v: velocity,
                ..self.known
            },
            residual_before: &[],
            ..self.with_momentum(self.momentum)
        }
    }

    /// The coordinates at the start, one after the other.
    #[inline]
    fn starts(&self) -> impl Iterator<Item = OwnStart<ScalarOf<S>>> {
        let zero = ScalarOf::<S>::from_f64(0.0);
        let nodes = if S::HAS_NODES { self.nodes } else { self.momentum };
        let velocities = if S::CARRIES_VELOCITY {
            self.known.v
        } else {
            self.momentum
        };
        let numbers = self
            .known
            .q
            .iter()
            .zip(self.momentum)
            .zip(nodes.iter().zip(velocities));
        numbers.map(move |((&q, &p), (&node, &v))| OwnStart {
            q,
            p: if S::HAS_NODES { p + node } else { p },
            v: if S::CARRIES_VELOCITY { v } else { zero },
        })
    }

    /// The coordinates at the start, each with its unknowns.
    #[inline]
    fn starts_at<'x, C: Groups>(
        &self,
        x: &'x [ScalarOf<S>],
    ) -> impl Iterator<Item = (OwnStart<ScalarOf<S>>, &'x [ScalarOf<S>])> {
        self.starts().zip(C::each(x, S::GROUPS))
    }

    /// The number of unknown velocities.
    fn free(&self) -> usize {
        S::GROUPS * self.known.q.len()
    }

    /// The residual at `x`, the sizes of its terms, and the end of the step.
    #[inline]
    pub(super) fn check(
        &self,
        parts: &mut Parts<ScalarOf<S>>,
        x: &[ScalarOf<S>],
        (r, scale): Rows<'_, ScalarOf<S>>,
        ends: Ends<'_, ScalarOf<S>>,
    ) {
        self.clear_constraints(r);
        self.clear_constraints(scale);
        let own = Ends {
            q: &mut *ends.q,
            p: &mut *ends.p,
            velocity: &mut [],
        };
        grouped!(S::GROUPS, Way => self.own_rows_and_ends::<Way>(x, r, scale, own));
        self.carry(x, ends.velocity);
        self.add_left(r);
        if S::HAS_ENDS {
            parts.add_rows_and_ends(self.system, &self.known, x, (r, scale, ends.p));
        } else {
            parts.add_rows(self.system, &self.known, x, (r, scale));
        }
        self.clear_still(r);
    }

    #[inline]
    fn own_rows_and_ends<C: Groups>(
        &self,
        x: &[ScalarOf<S>],
        r: &mut [ScalarOf<S>],
        scale: &mut [ScalarOf<S>],
        ends: Ends<'_, ScalarOf<S>>,
    ) {
        let rows = C::each_mut(r, S::GROUPS).zip(C::each_mut(scale, S::GROUPS));
        let ends = ends.q.iter_mut().zip(ends.p);
        for (((start, x), (r, scale)), (q, p)) in self.starts_at::<C>(x).zip(rows).zip(ends) {
            S::own_rows(&self.known, start, x, r, scale);
            let end = S::own_end(&self.known, start, x);
            (*q, *p) = (end.q, end.p);
        }
    }

    /// The end of a step whose linear equations are solved; `rows` are overwritten.
    #[inline]
    pub(super) fn finish(
        &self,
        parts: &mut Parts<ScalarOf<S>>,
        x: &[ScalarOf<S>],
        rows: Rows<'_, ScalarOf<S>>,
        ends: Ends<'_, ScalarOf<S>>,
    ) {
        grouped!(S::GROUPS, Way => self.finish_own::<Way>(x, ends.q, (ends.p, ends.velocity)));
        if S::HAS_ENDS {
            let (r, scale) = rows;
            parts.add_rows_and_ends(self.system, &self.known, x, (r, scale, ends.p));
        }
    }

    /// The ends of coordinates in one pass.
    #[inline]
    fn finish_own<C: Groups>(
        &self,
        x: &[ScalarOf<S>],
        q: &mut [ScalarOf<S>],
        (p, velocity): (&mut [ScalarOf<S>], &mut [ScalarOf<S>]),
    ) {
        let places = q.iter_mut().zip(p.iter_mut());
        if S::CARRIES_VELOCITY {
            self.set_ends::<C, _>(x, places.zip(velocity), |end, ((q, p), v)| {
                (*q, *p, *v) = (end.q, end.p, end.v);
            });
        } else {
            self.set_ends::<C, _>(x, places, |end, (q, p)| (*q, *p) = (end.q, end.p));
        }
    }

    fn carry(&self, x: &[ScalarOf<S>], velocity: &mut [ScalarOf<S>]) {
        if !S::CARRIES_VELOCITY {
            return;
        }
        grouped!(S::GROUPS, Way => self.set_ends::<Way, _>(x, velocity.iter_mut(), |end, v| *v = end.v));
    }

    #[inline]
    fn set_ends<C: Groups, P>(
        &self,
        x: &[ScalarOf<S>],
        places: impl Iterator<Item = P>,
        set: impl Fn(OwnEnd<ScalarOf<S>>, P),
    ) {
        for ((start, x), place) in self.starts_at::<C>(x).zip(places) {
            set(S::own_end(&self.known, start, x), place);
        }
    }

    /// The residual at `x`, without constraints that are linear in x; `scale` is overwritten.
    pub(super) fn rows(
        &self,
        parts: &mut Parts<ScalarOf<S>>,
        x: &[ScalarOf<S>],
        (r, scale): Rows<'_, ScalarOf<S>>,
    ) {
        self.own_rows(x, r, scale);
        if S::HAS_OFFSETS {
            parts.add_rows(self.system, &self.known, x, (r, scale));
        }
        self.clear_still(r);
    }

    /// The residual at `x` and the tangent; `scale` is overwritten.
    pub(super) fn rows_and_tangent(
        &self,
        parts: &mut Parts<ScalarOf<S>>,
        x: &[ScalarOf<S>],
        (r, scale): Rows<'_, ScalarOf<S>>,
        tangent: &mut impl Stored<ScalarOf<S>>,
    ) {
        self.own_rows(x, r, scale);
        tangent.clear();
        let sums = self;
        tangent.assemble(Pass { sums, parts, x, r });
    }

    fn own_rows(&self, x: &[ScalarOf<S>], r: &mut [ScalarOf<S>], scale: &mut [ScalarOf<S>]) {
        self.clear_constraints(r);
        self.clear_constraints(scale);
        grouped!(S::GROUPS, Way => self.set_own_rows::<Way>(x, r, scale));
        self.add_left(r);
    }

    #[inline]
    fn set_own_rows<C: Groups>(&self, x: &[ScalarOf<S>], r: &mut [ScalarOf<S>], scale: &mut [ScalarOf<S>]) {
        let rows = C::each_mut(r, S::GROUPS).zip(C::each_mut(scale, S::GROUPS));
        for ((start, x), (r, scale)) in self.starts_at::<C>(x).zip(rows) {
            S::own_rows(&self.known, start, x, r, scale);
        }
    }

    fn add_left(&self, r: &mut [ScalarOf<S>]) {
        if S::LEAVES_RESIDUAL {
            r.iter_mut()
                .zip(self.residual_before)
                .for_each(|(r, &before)| *r = *r + before);
        }
    }

    /// The storage of the tangent, for the entries that it has; `X` is the type of vectors of `size` unknowns.
    pub(super) fn storage<A: Stored<ScalarOf<S>>, X: Vector<ScalarOf<S>>>(
        &self,
        size: usize,
    ) -> Result<A, LinearFailure> {
        A::for_places(size, |visit| {
            let [x, mut r] = several::<ScalarOf<S>, X, 2>(size);
            let pass = (x.as_slice(), r.as_mut_slice());
            self.add_tangent(&mut Parts::one(), pass, &mut Places(visit));
        })
    }

    #[inline]
    pub(super) fn add_tangent(
        &self,
        parts: &mut Parts<ScalarOf<S>>,
        (x, r): (&[ScalarOf<S>], &mut [ScalarOf<S>]),
        entries: &mut impl Entries<ScalarOf<S>>,
    ) {
        grouped!(S::GROUPS, Way => self.add_own_tangent::<Way>(x, entries));
        if S::HAS_END_VELOCITIES && !self.still.is_empty() {
            let mut others = WithoutRows {
                still: self.still,
                entries,
            };
            parts.add_rows_and_tangent(self.system, &self.known, x, (&mut *r, &mut others));
            others.add_ones();
            self.clear_still(r);
        } else {
            parts.add_rows_and_tangent(self.system, &self.known, x, (r, entries));
        }
    }

    /// The velocities at the end that no equation contains stay zero.
    #[inline]
    fn clear_still(&self, r: &mut [ScalarOf<S>]) {
        if S::HAS_END_VELOCITIES {
            end_velocities::clear(self.still, r);
        }
    }

    #[inline]
    fn add_own_tangent<C: Groups>(&self, x: &[ScalarOf<S>], entries: &mut impl Entries<ScalarOf<S>>) {
        for (k, (start, x)) in self.starts_at::<C>(x).enumerate() {
            let mut of_coordinate = From {
                first: S::GROUPS * k,
                entries,
            };
            S::own_tangent(&self.known, start, x, &mut of_coordinate);
        }
    }

    /// No coordinate alone adds to the equations of constraints.
    pub(super) fn clear_constraints(&self, r: &mut [ScalarOf<S>]) {
        if S::IMPULSES > 0 {
            let constraints = r.get_mut(self.free()..).unwrap_or_default();
            constraints.fill(ScalarOf::<S>::from_f64(0.0));
        }
    }
}

/// A pass over all that adds to the tangent.
struct Pass<'a, 'b, S: Lagrangian + ?Sized, D> {
    sums: &'a Sums<'b, S, D>,
    parts: &'a mut Parts<S::Scalar>,
    x: &'a [ScalarOf<S>],
    r: &'a mut [ScalarOf<S>],
}

impl<S: Assembly<D> + ?Sized, D> Assembling<ScalarOf<S>> for Pass<'_, '_, S, D> {
    #[inline]
    fn add_to(self, matrix: impl Matrix<ScalarOf<S>>) {
        let pass = (self.x, self.r);
        self.sums.add_tangent(self.parts, pass, &mut Into(matrix));
    }
}

/// Entries that are counted from a row and column on.
struct From<'a, E> {
    first: usize,
    entries: &'a mut E,
}

impl<T, E: Entries<T>> Entries<T> for From<'_, E> {
    #[inline]
    fn add(&mut self, row: usize, column: usize, value: T) {
        self.entries.add(self.first + row, self.first + column, value);
    }
}

/// N at the end of the step, of which the end momentum is a part.
#[inline]
pub(super) fn end_nodes<S: Assembly<D> + ?Sized, D>(sums: &Sums<'_, S, D>, room: &mut RoomOf<S, D>) {
    if !S::HAS_NODES {
        return;
    }
    let Room {
        q,
        p,
        velocity,
        nodes,
        parts,
        ..
    } = room;
    let end = Known {
        t: sums.known.t + sums.known.h,
        q: q.as_slice(),
        v: velocity.as_slice(),
        ..sums.known
    };
    parts.set_nodes(sums.system, &end, nodes.as_mut_slice(), p.as_mut_slice());
}
