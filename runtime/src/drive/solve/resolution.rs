//! Whether an iterate solves the equations of a step as exactly as the rounding of its start allows.
//!
//! Knows no scheme. Large forces may cancel, as at rest on a stiff spring. Then the residual is the rounding of these forces,
//! and no iteration reduces it. Momenta, with which residuals are compared otherwise, are small there, too.

use super::iterated::update_apart;
use crate::equations::Equations;
use crate::kernels::{ElementOf, EndOf, Kernels};
use crate::newton::{self, Convergence, largest, most};
use extremal_numerics::block::{difference, sum, zeros};
use extremal_numerics::{Block, Scalar, Size, SizeOf, Vector};

/// The rounding of each number, in units of ε: that of the operations that use it.
const ROUNDINGS: f64 = 8.0;

/// The largest part of the coordinates by which rounding may move them.
const LARGEST_PART: f64 = 1e-4;

/// The report after `iterations`, if rounding of the start changes the residual r by as much as r itself.
///
/// ```text
/// |rᵢ| ≤ maxⱼ Σₖ |rⱼ(.., aₖ (1 + 8 ε), ..) − rⱼ(a)|,   a: coordinates and what is carried
/// ```
#[cold]
pub(super) fn resolved<S, D>(
    system: &S,
    known: &ElementOf<S, D>,
    x: &S::Unknown,
    end: &mut EndOf<S, D>,
    iterations: usize,
) -> Option<Convergence>
where
    S: Kernels<D> + ?Sized,
{
    let (mut r, mut scale) = (zeros(), zeros());
    let mut bound: S::Unknown = zeros();
    for k in 0..S::Configuration::LEN + S::Carried::LEN {
        let near = nudged::<S, D>(known, k);
        update_apart::<S, D>(system, &near, x, end, &mut r, &mut scale);
        let other = r;
        update_apart::<S, D>(system, known, x, end, &mut r, &mut scale);
        add_changes(&mut bound, &r, &other);
    }
    let free = S::Unknown::LEN.saturating_sub(S::CONSTRAINTS);
    (are_within(&r, &bound, free) && is_no_motion::<S, D>(system, known, x, &r)).then(|| Convergence {
        iterations,
        residual_norm: newton::norm(&r, &scale, S::CONSTRAINTS).to_f64(),
    })
}

/// Whether the momentum r would move the coordinates by a small part of themselves. Where forces are too large, their rounding
/// alone moves them by more.
fn is_no_motion<S, D>(system: &S, known: &ElementOf<S, D>, x: &S::Unknown, r: &S::Unknown) -> bool
where
    S: Kernels<D> + ?Sized,
{
    let more = sum(&known.p, r);
    let (Ok(v), Ok(other)) = (
        system.velocity(known.t, &known.q, &known.p),
        system.velocity(known.t, &known.q, &more),
    ) else {
        return false;
    };
    let changes = difference(&other, &v);
    let h = known.h.magnitude();
    let part = SizeOf::<<S as Equations<D>>::Scalar>::from_f64(LARGEST_PART);
    h * largest(&changes) <= part * (largest(&known.q) + h * largest(x))
}

/// Compares constraints with their own bounds, and all other rows with the largest of theirs: a discrete gradient spreads the
/// rounding of each row over all.
fn are_within<T: Scalar, U: Block<T>>(r: &U, bound: &U, free: usize) -> bool {
    let bounds = bound.as_slice().iter();
    let sizes = bounds.clone().take(free).map(|bound| bound.magnitude());
    let most = most(sizes);
    let constraints = bounds.skip(free).map(|bound| bound.magnitude());
    let all = core::iter::repeat_n(most, free).chain(constraints);
    let mut rows = r.as_slice().iter().zip(all);
    rows.all(|(r, bound)| r.magnitude() <= bound && bound < T::Size::INFINITY)
}

/// The element with a change of some ε in its k-th number, of q and then of the carried ones.
fn nudged<S, D>(known: &ElementOf<S, D>, k: usize) -> ElementOf<S, D>
where
    S: Kernels<D> + ?Sized,
{
    let mut near = *known;
    let numbers = near
        .q
        .as_mut_slice()
        .iter_mut()
        .chain(near.carried.as_mut_slice());
    let one = <S as Equations<D>>::Scalar::from_f64(1.0 + ROUNDINGS * <S as Equations<D>>::Scalar::EPSILON);
    for number in numbers.skip(k).take(1) {
        *number = *number * one;
    }
    near
}

fn add_changes<T: Scalar, U: Block<T>>(bound: &mut U, a: &U, b: &U) {
    let pairs = a.as_slice().iter().zip(b.as_slice());
    for (bound, (&a, &b)) in bound.as_mut_slice().iter_mut().zip(pairs) {
        *bound = *bound + T::from_size((a - b).magnitude());
    }
}
