//! Whether an iterate solves the equations of a step as exactly as the numbers at its start tell them.
//!
//! Knows no scheme. Where large forces cancel, as at rest on a stiff spring, what they round by may be all that is left, and no
//! iteration gets below it; the momenta, which residuals are compared with, are as small.

use super::iterated::update_apart;
use crate::block::zeros;
use crate::kernels::{ElementOf, EndOf, Kernels};
use crate::newton::{self, Convergence};
use crate::{Block, Equations, Scalar};

/// So many roundings of each number, as of the operations that use it.
const ROUNDINGS: f64 = 8.0;

/// Of the coordinates, the part that rounding may move them by.
const LARGEST_PART: f64 = 1e-4;

/// Nothing unless r is no larger than what it changes by where the numbers at the start change by their rounding.
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
        iterations: newton::MOST_ITERATIONS,
        residual_norm: newton::norm(&r, &scale, S::CONSTRAINTS),
    })
}

/// Whether the way that r as a momentum would make is small beside coordinates: forces may be so large that their rounding is
/// not.
fn is_no_motion<S, D>(system: &S, known: &ElementOf<S, D>, x: &S::Unknown, r: &S::Unknown) -> bool
where
    S: Kernels<D> + ?Sized,
{
    let more = S::Momentum::from_fn(|k| known.p.as_slice()[k] + r.as_slice()[k]);
    let velocities = [&known.p, &more].map(|p| system.velocity(known.t, &known.q, p));
    let [Ok(v), Ok(other)] = velocities else {
        return false;
    };
    let changes = S::Velocity::from_fn(|k| other.as_slice()[k] - v.as_slice()[k]);
    let h = known.h.magnitude();
    h * largest(&changes) <= LARGEST_PART * (largest(&known.q) + h * largest(x))
}

fn largest<T: Scalar, U: Block<T>>(x: &U) -> f64 {
    let sizes = x.as_slice().iter().map(|x| x.magnitude());
    sizes.fold(0.0, |most, size| if size > most { size } else { most })
}

/// Constraints by their own bounds. The others by the largest: a discrete gradient spreads the rounding of each over all.
fn are_within<T: Scalar, U: Block<T>>(r: &U, bound: &U, free: usize) -> bool {
    let (bounds, own) = bound.as_slice().split_at(free);
    let sizes = bounds.iter().map(|bound| bound.magnitude());
    let most = sizes.fold(0.0, |most, size| if size > most { size } else { most });
    let tied = own.iter().map(|bound| bound.magnitude());
    let all = core::iter::repeat_n(most, free).chain(tied);
    let mut rows = r.as_slice().iter().zip(all);
    rows.all(|(r, bound)| r.magnitude() <= bound && bound < f64::INFINITY)
}

/// The same element but for the number k.
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
        *bound = *bound + T::from_f64((a - b).magnitude());
    }
}
