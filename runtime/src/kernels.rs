//! The functions that the derive writes for a scheme. They compute numbers and have no control flow.
//!
//! Knows no scheme: `D` only names the equations. Drivers call the kernels to make steps.

mod ahead;
mod derivatives;
mod element;
mod instructions;

pub use ahead::ahead;
pub use derivatives::{Blocks, DerivativeBlocks, Derivatives};
pub use element::{Element, ElementOf, End, EndOf};
pub use instructions::Instructions;

use core::fmt::Debug;
use core::marker::PhantomData;

use crate::equations::Equations;
use crate::history::Extrapolation;
use crate::linearize::FromEntries;
use crate::newton::{largest, most};
use crate::system::FixedSize;
use crate::{Facts, Lagrangian, StateOf};
use extremal_numerics::block::{at, zeros};
use extremal_numerics::{Block, Scalar, Size, SizeOf, Vector};

/// The kernels of one step of the scheme `D`: r(x) = 0 for the unknowns x, and then the end of the element.
///
/// ```text
/// variational schemes:   r(x) = p₀ + D₁L_d + f⁻,   q₁ = q₀ + h Σ bⱼxⱼ,   p₁ = D₂L_d + f⁺
/// ```
///
/// The unknowns are velocities and not positions: with positions the residual could not fall below
/// |q| ε / h.
pub trait Kernels<D>:
    FixedSize + Equations<D, Scalar = <Self as Lagrangian>::Scalar, Known = ElementOf<Self, D>>
{
    /// Expressions at the end of a step that recur at the start of the next, so that they are computed once. Verlet carries the
    /// force, and so evaluates one force a step. Of length zero if no expression recurs.
    type Carried: Block<<Self as Lagrangian>::Scalar>;

    /// Expressions of the parameters, the scheme's own numbers and the step size alone: computed at a start.
    type Constants: Block<<Self as Lagrangian>::Scalar>;

    /// The number of unknowns that are velocities, stage by stage. They come first.
    const VELOCITIES: usize;

    /// For each iterated unknown its place among all unknowns of the step. Empty if all unknowns are iterated, in order.
    const PLACES: &'static [usize] = &[];

    /// The number of carried numbers, the last ones, that the driver writes: compensations of sums, a null-space basis,
    /// multipliers.
    const REMEMBERED: usize = 0;

    /// `Some(n)` if the first `n` carried numbers are h times something without h, and the others do not depend on h.
    const LINEAR_CARRIED: Option<usize> = None;

    /// Whether the residual of a step is the last of the numbers that the driver writes, and is added to that of the next step.
    const LEAVES_RESIDUAL: bool = false;

    /// Whether the equations are linear with a matrix that depends on parameters and h alone, so that a singular one is found
    /// at a start.
    const HAS_CONSTANT_TANGENT: bool = false;

    /// Whether errors grow along a coordinate without mass, or nothing determines its velocity: a mass that is zero is refused
    /// at a start.
    const NEEDS_MASSES: bool = false;

    /// Whether [`fixed_point`](Self::fixed_point) has corrections: where steps of Newton's method eliminate in loops, and the
    /// tangent of a step without length depends on parameters alone.
    const HAS_FIXED_POINT: bool = false;

    /// The coefficients that continue the stages of one step into the next, where there are several stages.
    const EXTRAPOLATION: Extrapolation = Extrapolation::NONE;

    /// The carried numbers at the start of an element, computed from time, h, coordinates, constants and, for schemes that
    /// carry it, the velocity.
    fn carried(&self, known: &Self::Known, velocity: &Self::Velocity) -> Self::Carried;

    /// The end of the element, and in the same pass the residual and its scale, as
    /// [`Equations::residual`] gives them.
    fn update(
        &self,
        known: &Self::Known,
        x: &Self::Unknown,
        end: &mut EndOf<Self, D>,
        r: &mut Self::Unknown,
        scale: &mut Self::Unknown,
    );

    /// dx = −A₀⁻¹ r with the tangent A₀ of a step without length: M⁻¹ r, stage by stage.
    ///
    /// Stages are a fixed point x = x + dx(r(x)), which contracts by some (h ω)² in each iteration.
    #[inline]
    fn fixed_point(&self, _r: &Self::Unknown, _dx: &mut Self::Unknown) {}

    /// Solution and end in one program, for linear equations; explicit ones have no solve in it.
    ///
    /// Returns the growth as [`Equations::correction`] does; 1 where nothing is eliminated.
    #[inline]
    fn direct(
        &self,
        _known: &Self::Known,
        _x: &mut Self::Unknown,
        _end: &mut EndOf<Self, D>,
    ) -> SizeOf<<Self as Lagrangian>::Scalar> {
        SizeOf::<<Self as Lagrangian>::Scalar>::INFINITY
    }
}

/// A scheme that was derived for the system: its kernels, and the parts of its driver.
///
/// Implemented by `#[derive(Lagrangian)]` for each scheme in `discretize(..)`, and for `&S`. With it
/// [`Discretize`](crate::Discretize) holds, which is the trait to name in bounds.
pub trait Derived<D>: Kernels<D> {
    /// All unknowns of a step.
    type Stages: Block<<Self as Lagrangian>::Scalar>;

    /// The derivative of a step: a [`Linearization`](crate::derivatives::Linearization) with the matrices of this system.
    type Linearization: FromEntries<<Self as Lagrangian>::Scalar> + Copy + Debug;

    /// The driver of the steps where the system decides on it ([`Chosen`](crate::drive::Chosen)):
    /// [`OneStep`](crate::drive::OneStep), or with dry friction one that has its percussions.
    type Steps;

    /// How the equations are solved: a type of [`drive`](crate::drive).
    type Solver;

    /// The report of a step: a type of [`drive`](crate::drive).
    type Reporter;

    /// The motion between the nodes: a type of [`drive`](crate::drive).
    type Inside;

    /// Whether a step changes the sign of something: [`Steady`](crate::drive::Steady),
    /// [`Alternating`](crate::drive::Alternating) or [`OneWay`](crate::drive::OneWay).
    type Modes;

    /// Facts about the equations of the step, found by the derive.
    const FACTS: Facts;

    /// The constants for steps of length `h`: first the scheme's own numbers, then what follows from them, the parameters and
    /// h.
    fn constants(&self, scheme: &D, h: <Self as Lagrangian>::Scalar) -> Self::Constants;
}

/// A scheme whose motion inside a step is a polynomial that its unknowns determine.
pub trait Polynomial<D>: Derived<D> {
    /// The degree of q(s).
    const DEGREE: usize;

    /// q and q̇ inside an element of length `h`, at the place s ∈ [0, 1].
    fn interpolate(
        h: <Self as Lagrangian>::Scalar,
        q0: &Self::Configuration,
        stages: &Self::Stages,
        s: <Self as Lagrangian>::Scalar,
    ) -> (Self::Configuration, Self::Velocity);
}

/// The equations of the scheme `D` in all its unknowns, before any was eliminated.
#[derive(Clone, Copy, Debug)]
pub struct Uncondensed<D>(PhantomData<fn() -> D>);

/// A step of the scheme `D` in fewer unknowns than its equations have.
///
/// ```text
/// r(y) = 0 is iterated,   x = X(y),   (q₁, p₁) = Z(y)
/// ```
pub trait Recovery<D>: Kernels<D> + Kernels<Uncondensed<D>> {
    /// The number of unknowns, the last ones, that are remembered for the report of the next step: multipliers at the end.
    const END_MULTIPLIERS: usize;

    /// x and the end from y. Returns the growth as [`Equations::correction`] does; infinity where there is no program for it.
    fn recover(
        &self,
        known: &ElementOf<Self, D>,
        y: &<Self as Equations<D>>::Unknown,
        x: &mut AllUnknowns<Self, D>,
        end: &mut EndOf<Self, D>,
    ) -> SizeOf<<Self as Lagrangian>::Scalar>;
}

/// All unknowns of a step of the scheme `D` for the system `S`.
pub type AllUnknowns<S, D> = <S as Equations<Uncondensed<D>>>::Unknown;

/// The numbers that a step carries to the next, without the history of guesses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Carry<C, K> {
    /// Carried numbers, from the last step.
    pub carried: C,
    /// Constants, which depend on the parameters and the step size alone.
    pub constants: K,
}

/// The carried numbers of the scheme `D` for the system `S`.
pub type CarryOf<S, D> = Carry<<S as Kernels<D>>::Carried, <S as Kernels<D>>::Constants>;

/// The guess before there is a history: the given velocity in each stage, and zeros for the other unknowns.
#[inline]
pub fn unknowns_at<S: Kernels<D> + ?Sized, D>(velocity: &S::Velocity) -> S::Unknown {
    let velocity = velocity.as_slice();
    S::Unknown::from_fn(|k| {
        let place = S::PLACES.get(k).copied().unwrap_or(k);
        if place < S::VELOCITIES {
            at(velocity, place.checked_rem(velocity.len()).unwrap_or(0))
        } else {
            <S as Lagrangian>::Scalar::from_f64(0.0)
        }
    })
}

/// The change of each unknown that moves its coordinate by max |q| in a step: max |q|/h for velocities, which is not zero; zero
/// for other unknowns.
#[cold]
pub(crate) fn displacement_scales<S: Kernels<D> + ?Sized, D>(known: &ElementOf<S, D>) -> S::Unknown {
    let scale = largest(&known.q) / known.h.magnitude();
    let scale = most([scale, <SizeOf<<S as Lagrangian>::Scalar> as Size>::MIN_POSITIVE].into_iter());
    unknowns_at::<S, D>(&S::Velocity::from_fn(|_| {
        <S as Lagrangian>::Scalar::from_size(scale)
    }))
}

/// The iterated unknowns among all of them.
#[inline]
pub(crate) fn iterated<S: Recovery<D> + ?Sized, D>(all: &AllUnknowns<S, D>) -> <S as Equations<D>>::Unknown {
    let places = <S as Kernels<D>>::PLACES;
    <S as Equations<D>>::Unknown::from_fn(|k| at(all.as_slice(), places.get(k).copied().unwrap_or(k)))
}

/// The carried numbers and the constants at a start.
#[inline]
pub(crate) fn carry<S, D>(
    system: &S,
    constants: S::Constants,
    (h, state): (<S as Lagrangian>::Scalar, &StateOf<S>),
    velocity: &S::Velocity,
) -> CarryOf<S, D>
where
    S: Kernels<D> + ?Sized,
{
    let not_yet = Carry {
        carried: zeros(),
        constants,
    };
    let known = ElementOf::<S, D>::of(state, h, &zeros(), &not_yet);
    Carry {
        carried: system.carried(&known, velocity),
        ..not_yet
    }
}
