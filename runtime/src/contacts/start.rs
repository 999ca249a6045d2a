//! Whether the laws of contacts are laws, and whether a start penetrates.

use super::{Contact, Contacts, Law};
use crate::constraints::rounding;
use crate::{Failure, Lagrangian};
use extremal_numerics::{Scalar, Size, SizeOf, Vector};

type ScalarOf<S> = <S as Lagrangian>::Scalar;

/// Checks that 0 ≤ μ < ∞, 0 ≤ e ≤ 1 and 0 ≤ `e_T` ≤ 1 at each contact, at this velocity and with these reactions of
/// constraints.
///
/// # Errors
///
/// [`Failure::ContactLaw`] for the first that is not.
pub fn check_laws<S: Contacts + ?Sized>(
    system: &S,
    t: ScalarOf<S>,
    q: &S::Configuration,
    v: &S::Velocity,
    reactions: &S::Reactions,
) -> Result<(), Failure> {
    check_known_laws::<S>(&system.laws(t, q, v, reactions), |_| true)
}

/// The same, where the frictions of some contacts are guesses: those are not checked.
pub(crate) fn check_known_laws<S: Contacts + ?Sized>(
    laws: &S::Laws,
    is_known: impl Fn(&Contact) -> bool,
) -> Result<(), Failure> {
    for (law, contact) in laws.as_slice().iter().zip(S::CONTACTS) {
        let mut law = *law;
        if !is_known(contact) {
            law.friction = S::Scalar::from_f64(0.0);
        }
        if let Some((law, value)) = law.first_that_is_none(contact.has_gap) {
            return Err(Failure::ContactLaw {
                contact: contact.name,
                law,
                value,
            });
        }
    }
    Ok(())
}

impl<T: Scalar> Law<T> {
    /// The friction, or zero where the formula has no valid value.
    pub(crate) fn friction_or_none(&self) -> T {
        let zero = SizeOf::<T>::from_f64(0.0);
        let is_one = self.friction.real() > zero && self.friction.real().is_finite();
        if is_one { self.friction } else { T::from_f64(0.0) }
    }

    /// The first number that is not in its range: 0 ≤ μ < ∞, 0 ≤ e ≤ 1, 0 ≤ `e_T` ≤ 1. With its name.
    #[inline]
    pub(crate) fn first_that_is_none(&self, has_gap: bool) -> Option<(&'static str, f64)> {
        let friction = if has_gap { "friction" } else { "force" };
        let numbers = [
            (friction, self.friction, None),
            ("restitution", self.restitution, Some(1.0)),
            ("restitution_t", self.restitution_t, Some(1.0)),
        ];
        // Compared in the precision of the system: a machine may have no other.
        let size = SizeOf::<T>::from_f64;
        let wrong = numbers.into_iter().find(|&(_, number, most)| {
            let value = number.real();
            // A number that is none is neither.
            let is_small = most.map_or(value.is_finite(), |most| value <= size(most));
            let is_positive = value >= size(0.0);
            !(is_small && is_positive)
        });
        wrong.map(|(name, number, _)| (name, number.real().to_f64()))
    }
}

/// The largest gap that counts as zero: 16 ε σ, or zero where the scale σ is not finite and tells nothing.
pub(crate) fn zero_gap<T: Size>(scale: T) -> T {
    let rounding = T::from_f64(16.0 * T::EPSILON) * scale;
    if rounding.is_finite() {
        rounding
    } else {
        T::from_f64(0.0)
    }
}

/// Checks that no contact penetrates: gᵢ ≥ −8 ε^¾ σᵢ with the scales of [`Contacts::gap_scales`], as for constraints.
///
/// # Errors
///
/// [`Failure::Penetration`] for the first contact that does.
pub fn check_gaps<S: Contacts + ?Sized>(
    system: &S,
    t: ScalarOf<S>,
    q: &S::Configuration,
) -> Result<(), Failure> {
    let (gaps, scales) = (system.gaps(t, q), system.gap_scales(t, q));
    let mut rows = gaps.as_slice().iter().zip(scales.as_slice()).zip(S::CONTACTS);
    let zero = SizeOf::<ScalarOf<S>>::from_f64(0.0);
    let found = rows.find(|((gap, scale), _)| {
        let gap = gap.real();
        let allowed = rounding::<S>() * scale.magnitude();
        let (is_open, is_rounded) = (gap >= zero, zero - gap <= allowed);
        // A gap that is not a number is neither.
        !is_open && !is_rounded
    });
    found.map_or(Ok(()), |((gap, _), contact)| {
        Err(Failure::Penetration {
            contact: contact.name,
            gap: gap.real().to_f64(),
        })
    })
}
