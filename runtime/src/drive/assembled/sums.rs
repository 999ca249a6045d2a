//! The sums over coordinates and items that make the equations of a step.
//!
//! Knows no solution of them.

use crate::drive::assembly::{Assembly, Known, OwnStart};
use crate::family::{Entries, Into, Places};
use crate::matrix::{Assembling, Matrix, Stored};
use crate::{Failure, Lagrangian, Scalar, Vector};

type ScalarOf<S> = <S as Lagrangian>::Scalar;

/// The equations of one step.
pub(super) struct Sums<'a, S: Lagrangian + ?Sized, D> {
    pub(super) system: &'a S,
    pub(super) known: Known<'a, S, D>,
    /// p₀.
    pub(super) momentum: &'a [ScalarOf<S>],
    /// N at the start; any numbers for schemes without.
    pub(super) nodes: &'a [ScalarOf<S>],
    /// The residual of the step before, for schemes that hand it on; otherwise empty.
    pub(super) left: &'a [ScalarOf<S>],
}

/// What a step ends with, but for N at its end.
pub(super) struct Ends<'a, T> {
    pub(super) q: &'a mut [T],
    pub(super) p: &'a mut [T],
    /// Empty for schemes that do not carry it.
    pub(super) velocity: &'a mut [T],
}

impl<S: Assembly<D> + ?Sized, D> Sums<'_, S, D> {
    /// The same step from another momentum.
    #[inline]
    pub(super) fn with_momentum<'b>(&'b self, momentum: &'b [ScalarOf<S>]) -> Sums<'b, S, D> {
        Sums {
            system: self.system,
            known: self.known,
            momentum,
            nodes: self.nodes,
            left: self.left,
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

    /// The number of unknown velocities.
    fn free(&self) -> usize {
        S::GROUPS * self.known.q.len()
    }

    /// The residual at `x`, the sizes of its terms, and the end of the step.
    #[inline]
    pub(super) fn check(
        &self,
        x: &[ScalarOf<S>],
        r: &mut [ScalarOf<S>],
        scale: &mut [ScalarOf<S>],
        ends: Ends<'_, ScalarOf<S>>,
    ) {
        self.clear_constraints(r);
        self.clear_constraints(scale);
        let groups = S::GROUPS.max(1);
        let numbers = x
            .chunks_exact(groups)
            .zip(r.chunks_exact_mut(groups))
            .zip(scale.chunks_exact_mut(groups));
        for ((start, ((x, r), scale)), (q, p)) in self
            .starts()
            .zip(numbers)
            .zip(ends.q.iter_mut().zip(&mut *ends.p))
        {
            S::own_rows(&self.known, start, x, r, scale);
            let end = S::own_end(&self.known, start, x);
            (*q, *p) = (end.q, end.p);
        }
        self.carry(x, ends.velocity);
        self.add_left(r);
        if S::HAS_ENDS {
            self.system.add_rows_and_ends(&self.known, x, r, scale, ends.p);
        } else {
            self.system.add_rows(&self.known, x, r, scale);
        }
    }

    /// The end of a step whose equations are solved; `r` and `scale` are overwritten.
    #[inline]
    pub(super) fn finish(
        &self,
        x: &[ScalarOf<S>],
        r: &mut [ScalarOf<S>],
        scale: &mut [ScalarOf<S>],
        ends: Ends<'_, ScalarOf<S>>,
    ) {
        if S::HAS_ENDS {
            return self.check(x, r, scale, ends);
        }
        let groups = x.chunks_exact(S::GROUPS.max(1));
        for ((start, x), (q, p)) in self.starts().zip(groups).zip(ends.q.iter_mut().zip(ends.p)) {
            let end = S::own_end(&self.known, start, x);
            (*q, *p) = (end.q, end.p);
        }
        self.carry(x, ends.velocity);
    }

    fn carry(&self, x: &[ScalarOf<S>], velocity: &mut [ScalarOf<S>]) {
        if S::CARRIES_VELOCITY {
            let groups = x.chunks_exact(S::GROUPS.max(1));
            for ((start, x), v) in self.starts().zip(groups).zip(velocity) {
                *v = S::own_end(&self.known, start, x).v;
            }
        }
    }

    /// The residual at `x`, without constraints that are linear in x; `scale` is overwritten.
    pub(super) fn rows(&self, x: &[ScalarOf<S>], r: &mut [ScalarOf<S>], scale: &mut [ScalarOf<S>]) {
        self.own_rows(x, r, scale);
        if S::HAS_OFFSETS {
            self.system.add_rows(&self.known, x, r, scale);
        }
    }

    /// The residual at `x` and the tangent; `scale` is overwritten.
    pub(super) fn rows_and_tangent(
        &self,
        x: &[ScalarOf<S>],
        r: &mut [ScalarOf<S>],
        scale: &mut [ScalarOf<S>],
        tangent: &mut impl Stored<ScalarOf<S>>,
    ) {
        self.own_rows(x, r, scale);
        tangent.clear();
        tangent.assemble(Pass { sums: self, x, r });
    }

    fn own_rows(&self, x: &[ScalarOf<S>], r: &mut [ScalarOf<S>], scale: &mut [ScalarOf<S>]) {
        self.clear_constraints(r);
        self.clear_constraints(scale);
        let groups = S::GROUPS.max(1);
        let numbers = x
            .chunks_exact(groups)
            .zip(r.chunks_exact_mut(groups))
            .zip(scale.chunks_exact_mut(groups));
        for (start, ((x, r), scale)) in self.starts().zip(numbers) {
            S::own_rows(&self.known, start, x, r, scale);
        }
        self.add_left(r);
    }

    fn add_left(&self, r: &mut [ScalarOf<S>]) {
        if S::LEAVES_RESIDUAL {
            r.iter_mut().zip(self.left).for_each(|(r, &left)| *r = *r + left);
        }
    }

    /// The storage of the tangent, for the entries that it has; `X` is the type of vectors of `size` unknowns.
    pub(super) fn storage<A: Stored<ScalarOf<S>>, X: Vector<ScalarOf<S>>>(
        &self,
        size: usize,
    ) -> Result<A, Failure> {
        A::for_places(size, |visit| {
            let [x, mut r] = [(); 2].map(|()| super::memory::zeros::<ScalarOf<S>, X>(size));
            self.add_tangent(x.as_slice(), r.as_mut_slice(), &mut Places(visit));
        })
    }

    #[inline]
    pub(super) fn add_tangent(
        &self,
        x: &[ScalarOf<S>],
        r: &mut [ScalarOf<S>],
        entries: &mut impl Entries<ScalarOf<S>>,
    ) {
        let groups = S::GROUPS.max(1);
        for (k, (start, x)) in self.starts().zip(x.chunks_exact(groups)).enumerate() {
            let mut of_coordinate = From {
                first: groups * k,
                entries,
            };
            S::own_tangent(&self.known, start, x, &mut of_coordinate);
        }
        self.system.add_rows_and_tangent(&self.known, x, r, entries);
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
    x: &'a [ScalarOf<S>],
    r: &'a mut [ScalarOf<S>],
}

impl<S: Assembly<D> + ?Sized, D> Assembling<ScalarOf<S>> for Pass<'_, '_, S, D> {
    #[inline]
    fn add_to<M: Matrix<ScalarOf<S>>>(self, matrix: &mut M) {
        self.sums.add_tangent(self.x, self.r, &mut Into(matrix));
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
