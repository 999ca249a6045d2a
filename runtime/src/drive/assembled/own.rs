//! The derivatives of what a step does with one coordinate alone.
//!
//! Knows no scheme: it is linear, and so it is found by its values at unit vectors.

use super::memory::zeros;
use super::space::StepSpace;
use super::sums::Sums;
use crate::Lagrangian;
use crate::drive::assembly::{Assembly, OwnStart};
use crate::family::AnySize;
use extremal_numerics::block::copied;
use extremal_numerics::{Scalar, Vector};

/// Derivatives of, or by, q, p and v.
pub(super) const OWN: usize = 3;

pub(super) type OwnOf<S, D> = <<S as Assembly<D>>::StepSpace as StepSpace<<S as Lagrangian>::Scalar>>::Own;

/// The derivatives of a coordinate alone, whose rows and ends are linear.
pub(super) fn own<S: Assembly<D> + AnySize, D>(sums: &Sums<'_, S, D>) -> [OwnOf<S, D>; 2] {
    let (zero, one) = (S::Scalar::from_f64(0.0), S::Scalar::from_f64(1.0));
    let (known, groups) = (&sums.known, S::GROUPS);
    let start = |part: usize| {
        let [q, p, v] = [0, 1, 2].map(|k| if k == part { one } else { zero });
        OwnStart { q, p, v }
    };
    let [mut own_rows, mut own_ends, mut x, mut rows, mut scales]: [OwnOf<S, D>; 5] =
        [(); 5].map(|()| zeros(OWN * (OWN + groups)));
    for part in 0..OWN {
        let rows = first(rows.as_mut_slice(), groups);
        let scales = first(scales.as_mut_slice(), groups);
        S::own_rows(known, start(part), first(x.as_mut_slice(), groups), rows, scales);
        let coefficients = own_rows.as_mut_slice().iter_mut().skip(part).step_by(OWN);
        coefficients.zip(rows).for_each(|(to, &mut from)| *to = from);
    }
    for (part, to) in own_ends.as_mut_slice().chunks_exact_mut(OWN).enumerate() {
        x.as_mut_slice().fill(zero);
        if let Some(group) = part.checked_sub(OWN) {
            add(&mut x, group, one);
        }
        let (start, x) = (start(part), first(x.as_mut_slice(), groups));
        let end = S::own_end(known, start, x);
        let [q, p] = match S::IS_COMPENSATED {
            true => [start.q + end.q, start.p + end.p],
            false => [end.q, end.p],
        };
        copied(&[q, p, end.v], to);
    }
    [own_rows, own_ends]
}

fn first<T>(numbers: &mut [T], count: usize) -> &mut [T] {
    numbers.get_mut(..count).unwrap_or_default()
}

pub(super) fn add<T: Scalar>(x: &mut impl Vector<T>, k: usize, term: T) {
    if let Some(x) = x.as_mut_slice().get_mut(k) {
        *x = *x + term;
    }
}
