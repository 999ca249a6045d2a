//! A step of a scheme that the macro derived: solve the element's equations, evaluate its end.
//!
//! Knows no scheme: `D` only names the equations. Explicit and linear schemes go through
//! [`start_direct`] and [`advance_direct`], the others through [`start_newton`] and [`advance_newton`].

mod compensated;
mod composed;
mod condensed;
mod direct;
mod energies;
mod iterated;
mod resolution;
mod tied;

pub use compensated::accumulate;
pub use composed::{Composed, HermiteStages, advance_composed, hermite, linearize_composed, start_composed};
pub use condensed::{Condensed, Whole, WholeOf, advance_condensed};
pub use direct::{advance_direct, start_direct};
pub(crate) use energies::generalized_energy;
pub use energies::{EnergyStep, carried_velocity, with_energies};
pub use iterated::{advance_newton, last_iterate, start_newton};
pub use tied::{ConstrainedStep, advance_tied, kept_basis, kept_zeros};

use crate::block::{have_finite_sum, is_finite, zeros};
use crate::numbers::{read_block, visit_block};
use crate::{Block, Continuation, Equations, Failure, History, Lagrangian, Numbers, Scalar, State, StateOf};

/// What is known at the start of a time element [t, t + h].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Element<T, V, I, C, K> {
    /// Time at its start.
    pub t: T,
    /// Its length.
    pub h: T,
    /// Coordinates at its start.
    pub q: V,
    /// Momentum at its start.
    pub p: V,
    /// Inputs, constant over the element.
    pub inputs: I,
    /// What the step before left.
    pub carried: C,
    /// What depends on the parameters and h alone.
    pub constants: K,
}

/// The time element of the system `S` under the scheme `D`.
pub type ElementOf<S, D> = Element<
    <S as Lagrangian>::Scalar,
    <S as Lagrangian>::Vector,
    <S as Lagrangian>::Inputs,
    <S as Stepping<D>>::Carried,
    <S as Stepping<D>>::Constants,
>;

/// What is known at the end of a time element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End<V, C> {
    /// Coordinates.
    pub q: V,
    /// Momentum.
    pub p: V,
    /// What the next step needs at its start.
    pub carried: C,
}

impl<V: Copy, C: Copy> End<V, C> {
    /// The start of the element, in the place of an end that is not known yet.
    #[inline]
    fn not_yet<T, I, K>(known: &Element<T, V, I, C, K>) -> Self {
        Self {
            q: known.q,
            p: known.p,
            carried: known.carried,
        }
    }
}

/// The end of an element of the system `S` under the scheme `D`.
pub type EndOf<S, D> = End<<S as Lagrangian>::Vector, <S as Stepping<D>>::Carried>;

/// One step of the scheme `D`: r(x) = 0 for the stage velocities x, and then the end of the element.
///
/// ```text
/// r(x) = p₀ + D₁L_d + f⁻,   q₁ = q₀ + h Σ bⱼxⱼ,   p₁ = D₂L_d + f⁺
/// ```
///
/// The unknowns are velocities and not positions: with positions the residual could not fall below
/// |q| ε / h.
pub trait Stepping<D>:
    Lagrangian + Equations<D, Scalar = <Self as Lagrangian>::Scalar, Known = ElementOf<Self, D>>
{
    /// What a step leaves for the next: expressions of its end that recur at the next start, so that they are
    /// computed once. Verlet leaves the force, which makes it one force evaluation a step. Of length zero
    /// where there are none.
    type Carried: Block<<Self as Lagrangian>::Scalar>;

    /// What depends on the parameters and the step size alone: computed at a start and never again. Of length zero where the
    /// equations are so long that it would not matter.
    type Constants: Block<<Self as Lagrangian>::Scalar>;

    /// How many of the last numbers that are carried are what rounding took of the coordinates.
    const LOST: usize = 0;

    /// How the stages of one step go on in the next, where there are several.
    const CONTINUATION: Continuation = Continuation::NONE;

    /// What is carried, computed afresh at the start of an element: of time, coordinates and constants, and of the velocity where
    /// the scheme carries it.
    fn carried(&self, known: &Self::Known, velocity: &Self::Vector) -> Self::Carried;

    /// The constants for steps of length `h`.
    fn constants(&self, h: <Self as Lagrangian>::Scalar) -> Self::Constants;

    /// The guess before there is a history: `velocity` in every stage.
    fn unknown(velocity: &Self::Vector) -> Self::Unknown;

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

    /// Solution and end in one program, for linear equations; explicit ones have no solve in it.
    ///
    /// Returns the growth as [`Equations::correction`] does; 1 where nothing is eliminated.
    #[inline]
    fn direct(&self, _known: &Self::Known, _x: &mut Self::Unknown, _end: &mut EndOf<Self, D>) -> f64 {
        f64::INFINITY
    }
}

/// The memory of schemes that iterate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory<U, C, K> {
    /// The unknowns of the last steps.
    pub history: History<U>,
    /// What is kept beside them.
    pub kept: Kept<C, K>,
}

/// The memory of the scheme `D` for the system `S`, where it iterates.
pub type MemoryOf<S, D> =
    Memory<<S as Equations<D>>::Unknown, <S as Stepping<D>>::Carried, <S as Stepping<D>>::Constants>;

impl<T: Scalar, U: Block<T>, C: Block<T>, K: Block<T>> Numbers<T> for Memory<U, C, K> {
    const COUNT: usize = <History<U> as Numbers<T>>::COUNT + <Kept<C, K> as Numbers<T>>::COUNT;

    fn for_each(&self, visit: &mut impl FnMut(T)) {
        self.history.for_each(visit);
        self.kept.for_each(visit);
    }

    fn read<E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<Self, E> {
        Ok(Self {
            history: History::read(next)?,
            kept: Kept::read(next)?,
        })
    }
}

/// The memory of schemes that do not iterate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kept<C, K> {
    /// What the last step left.
    pub carried: C,
    /// What depends on the parameters and the step size alone.
    pub constants: K,
}

/// What the scheme `D` keeps for the system `S` beside a history.
pub type KeptOf<S, D> = Kept<<S as Stepping<D>>::Carried, <S as Stepping<D>>::Constants>;

impl<T: Scalar, C: Block<T>, K: Block<T>> Numbers<T> for Kept<C, K> {
    const COUNT: usize = C::LEN + K::LEN;

    fn for_each(&self, visit: &mut impl FnMut(T)) {
        visit_block(&self.carried, visit);
        visit_block(&self.constants, visit);
    }

    fn read<E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<Self, E> {
        Ok(Self {
            carried: read_block(next)?,
            constants: read_block(next)?,
        })
    }
}

/// What a step gives, by value: a failed one leaves everything as it was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advance<S, R, U> {
    /// The state at the end.
    pub state: S,
    /// What the scheme tells about the step.
    pub report: R,
    /// The stage velocities, which tell the motion inside the element.
    pub stages: U,
}

/// What a step of the system `S` gives, or why it does not.
pub type Advanced<S, R, U> = Result<Advance<StateOf<S>, R, U>, Failure>;

impl<D, S: Stepping<D> + ?Sized> Stepping<D> for &S {
    type Carried = S::Carried;
    type Constants = S::Constants;
    const LOST: usize = S::LOST;
    const CONTINUATION: Continuation = S::CONTINUATION;

    #[inline]
    fn carried(&self, known: &S::Known, velocity: &S::Vector) -> S::Carried {
        (**self).carried(known, velocity)
    }

    #[inline]
    fn constants(&self, h: <S as Lagrangian>::Scalar) -> S::Constants {
        (**self).constants(h)
    }

    #[inline]
    fn unknown(velocity: &S::Vector) -> S::Unknown {
        S::unknown(velocity)
    }

    #[inline]
    fn update(
        &self,
        known: &S::Known,
        x: &S::Unknown,
        end: &mut EndOf<S, D>,
        r: &mut S::Unknown,
        scale: &mut S::Unknown,
    ) {
        (**self).update(known, x, end, r, scale);
    }

    #[inline]
    fn direct(&self, known: &S::Known, x: &mut S::Unknown, end: &mut EndOf<S, D>) -> f64 {
        (**self).direct(known, x, end)
    }
}

/// What is kept at a start.
#[inline]
pub(crate) fn kept<S, D>(
    system: &S,
    h: <S as Lagrangian>::Scalar,
    state: &StateOf<S>,
    velocity: &S::Vector,
) -> KeptOf<S, D>
where
    S: Stepping<D> + ?Sized,
{
    let not_yet = Kept {
        carried: zeros(),
        constants: system.constants(h),
    };
    let known = element::<S, D>(h, &zeros(), state, &not_yet);
    Kept {
        carried: system.carried(&known, velocity),
        ..not_yet
    }
}

/// What is known of the step from `state`.
#[inline]
pub(crate) fn element<S, D>(
    h: <S as Lagrangian>::Scalar,
    inputs: &S::Inputs,
    state: &StateOf<S>,
    kept: &KeptOf<S, D>,
) -> ElementOf<S, D>
where
    S: Stepping<D> + ?Sized,
{
    Element {
        t: state.t,
        h,
        q: state.q,
        p: state.p,
        inputs: *inputs,
        carried: kept.carried,
        constants: kept.constants,
    }
}

/// The state at the end, if it is finite, or nobody looks.
#[inline]
fn end_state<S, D, const CHECKED: bool>(
    known: &ElementOf<S, D>,
    end: &EndOf<S, D>,
) -> Result<StateOf<S>, Failure>
where
    S: Stepping<D> + ?Sized,
{
    if CHECKED && !have_finite_sum(&end.q, &end.p) {
        check_end(end.q, end.p)?;
    }
    Ok(State {
        t: known.t + known.h,
        q: end.q,
        p: end.p,
    })
}

/// Number by number; by value, so that the usual step need not keep them in memory.
#[cold]
fn check_end<T: Scalar, V: Block<T>>(q: V, p: V) -> Result<(), Failure> {
    let what = if !is_finite(&q) {
        "coordinates at the end of the step"
    } else if !is_finite(&p) {
        "momentum at the end of the step"
    } else {
        return Ok(());
    };
    Err(Failure::NotFinite { what })
}
