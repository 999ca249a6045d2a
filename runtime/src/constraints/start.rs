//! Whether a start satisfies the constraints to the rounding of their summands.

use super::Constrained;
use super::held::{Held, Place, PlaceOf, ScalarOf, VelocityOf};
use super::independent::are_independent;
use super::rank::Ranked;
use super::shares::Shares;
use super::unrolled::Unrolled;
use crate::masses;
use crate::{Failure, Lagrangian};
use extremal_numerics::block::{at, zeros_like};
use extremal_numerics::{Scalar, Size, SizeOf, Vector};

/// Checks that a start satisfies the constraints, and that the constraints are independent there.
///
/// # Errors
///
/// [`Failure::RedundantConstraint`], or [`Failure::UncertainRank`] where the declaration says `redundant`,
/// [`Failure::NoGradient`], [`Failure::ConstraintViolated`].
pub(crate) fn check_start<S: Constrained + ?Sized>(
    system: &S,
    h: S::Scalar,
    place: Place<'_, S>,
) -> Result<(), Failure> {
    check_place(system, h, place)?;
    Violation::of(&Unrolled(system), h, place, masses::diagonal(system, place)).check_rates()
}

/// As [`check_start`], where a step left the state: constraints on velocities hold there to the order of the scheme only.
///
/// # Errors
///
/// The errors of [`check_start`].
pub(crate) fn check_again<S: Constrained + ?Sized>(
    system: &S,
    h: S::Scalar,
    place: Place<'_, S>,
) -> Result<(), Failure> {
    check_place(system, h, place)?;
    let held = Unrolled(system);
    Violation::of(&held, h, place, masses::diagonal(system, place)).check_first_rates(held.holonomic())
}

/// As [`check_start`], without rates, where the velocity is sought: `v` is a guess, which takes part in sizes and masses alone.
///
/// # Errors
///
/// The errors of [`check_start`].
pub(crate) fn check_place<S: Constrained + ?Sized>(
    system: &S,
    h: S::Scalar,
    place: Place<'_, S>,
) -> Result<(), Failure> {
    check_coordinates(system, h, place)?;
    if S::REDUNDANT {
        Ranked::certain(system, place).map(|_| ())
    } else {
        are_independent(system, place)
    }
}

/// Checks that coordinates satisfy the constraints. Their rates are left out: some schemes satisfy them to their order only.
///
/// # Errors
///
/// [`Failure::ConstraintViolated`].
pub(crate) fn check_coordinates<S: Constrained + ?Sized>(
    system: &S,
    h: S::Scalar,
    place: Place<'_, S>,
) -> Result<(), Failure> {
    Violation::of(&Unrolled(system), h, place, masses::diagonal(system, place)).check_coordinates()
}

/// g at a place, beside what its rounding is.
pub(crate) struct Violation<'a, H: Held> {
    held: &'a H,
    h: ScalarOf<H>,
    place: PlaceOf<'a, H>,
    g: H::Constraints,
    shares: Shares<H>,
    /// The numbers whose rounding is that of the constraints: of their own summands, and of the whole motion.
    sizes: H::Constraints,
}

impl<'a, H: Held> Violation<'a, H> {
    /// `masses` is the diagonal of M.
    pub(crate) fn of(held: &'a H, h: ScalarOf<H>, place: PlaceOf<'a, H>, masses: VelocityOf<H>) -> Self {
        let (t, q, v) = place;
        let [g, scales] = held.values(t, q);
        let shares = Shares::with_masses(held, place, &zeros_like(v), masses);
        let sizes = shares.sizes(&scales, shares.extent_of((q.as_slice(), v.as_slice()), h));
        Self {
            held,
            h,
            place,
            g,
            shares,
            sizes,
        }
    }

    /// max |gᵢ|/σᵢ
    pub(super) fn size(&self) -> SizeOf<ScalarOf<H>> {
        by_scale(&self.g, &self.sizes)
    }

    /// # Errors
    ///
    /// The first constraint that is violated.
    pub(crate) fn check_coordinates(&self) -> Result<(), Failure> {
        self.check(self.g.as_slice(), self.sizes.as_slice(), false)
    }

    /// A rate is accepted if it changes g in one step by no more than the rounding of g, or, of a
    /// constraint on velocities, which has no g, if it is the rounding of its summands and of the velocities that constraints
    /// connect with it.
    ///
    /// # Errors
    ///
    /// The first constraint whose rate is violated.
    pub(crate) fn check_rates(&self) -> Result<(), Failure> {
        self.check_first_rates(self.held.count())
    }

    /// The same for the first constraints.
    ///
    /// # Errors
    ///
    /// As [`check_rates`](Self::check_rates).
    pub(crate) fn check_first_rates(&self, count: usize) -> Result<(), Failure> {
        let of_terms = rate_sizes(self.held, self.place);
        let first_rolling = self.held.holonomic();
        let speeds = (count > first_rolling).then(|| self.shares.connected(self.held, self.place));
        let size = |j: usize| {
            let of_value = match &speeds {
                Some(speeds) if j >= first_rolling => {
                    self.shares.of_row(j).magnitude() * at(speeds.as_slice(), j).magnitude()
                }
                _ => at(self.sizes.as_slice(), j).magnitude() / self.h.magnitude(),
            };
            at(of_terms.as_slice(), j).magnitude() + of_value
        };
        let sizes = of_terms.like(|j| ScalarOf::<H>::from_size(size(j)));
        let rates = self.held.rates(self.place);
        let rates = rates.as_slice().get(..count).unwrap_or_default();
        self.check(rates, sizes.as_slice(), true)
    }

    fn check(&self, g: &[ScalarOf<H>], sizes: &[ScalarOf<H>], is_rate: bool) -> Result<(), Failure> {
        match first_above(g, sizes, rounding::<H::System>()) {
            Some((j, violation)) => Err(self.held.violated(j, violation, is_rate)),
            None => Ok(()),
        }
    }
}

/// The sizes of the summands of G v + ∂g/∂t.
pub(super) fn rate_sizes<H: Held>(held: &H, (t, q, v): PlaceOf<'_, H>) -> H::Constraints {
    let at_rest = held.rates((t, q, &zeros_like(v)));
    let mut sizes = at_rest.like(|j| ScalarOf::<H>::from_size(at(at_rest.as_slice(), j).magnitude()));
    let rows = sizes.as_mut_slice();
    held.each_gradient(t, q, &mut |j, k, gradient| {
        if let Some(size) = rows.get_mut(j) {
            *size = *size + ScalarOf::<H>::from_size((gradient * at(v.as_slice(), k)).magnitude());
        }
    });
    sizes
}

/// 8 ε^¾. Starts from another run are accurate to about ε and pass; a start typed with six digits does not.
pub(crate) fn rounding<S: Lagrangian + ?Sized>() -> SizeOf<S::Scalar> {
    let [eight, epsilon] = [8.0, S::Scalar::EPSILON].map(SizeOf::<S::Scalar>::from_f64);
    let root = Scalar::sqrt(epsilon);
    eight * root * Scalar::sqrt(root)
}

/// max |gᵢ|/σᵢ, with 0/0 = 0.
pub(super) fn by_scale<T: Scalar, C: Vector<T>>(g: &C, scales: &C) -> T::Size {
    let zero = T::Size::from_f64(0.0);
    let rows = g.as_slice().iter().zip(scales.as_slice());
    rows.fold(zero, |most, (g, scale)| {
        let size = g.magnitude();
        let size = if size == zero {
            zero
        } else {
            size / scale.magnitude()
        };
        if size > most || size.is_nan() { size } else { most }
    })
}

/// The first number that is above the rounding of its size, and by how much it is not zero.
pub(crate) fn first_above<T: Scalar>(g: &[T], sizes: &[T], rounding: T::Size) -> Option<(usize, f64)> {
    let mut rows = g.iter().zip(sizes).enumerate();
    let (j, (&g, _)) = rows.find(|(_, (g, size))| {
        let is = g.magnitude();
        is > rounding * size.magnitude() || is.is_nan()
    })?;
    Some((j, number(g)))
}

/// A dual number may violate the constraint in its derivatives alone; then its magnitude is reported.
pub(super) fn number<T: Scalar>(g: T) -> f64 {
    let is_real = g.real() != T::Size::from_f64(0.0);
    let number = if is_real { g.real() } else { g.magnitude() };
    number.to_f64()
}
