//! The only contact of a system, closed and without slip components, where the equations of a step are linear: a closed form.
//!
//! ```text
//! P = P₋ if it leaves ξ = 0, as at rest; else
//! x_f = −A⁻¹ r,   c = w·x_f + η + e γ⁻,   G = −w·A⁻¹ w,   P = max(0, −c/G)
//! ```
//!
//! The numbers are those of [`solve`](super::solve), with the same bits. Whatever is not usual is left to it.
//!
//! One piece of code without calls, as the step in flight: what only constants determine is computed once in a loop of steps.

use super::advance::AdvanceOf;
use super::inverse::invert;
use super::report::{unsolved, work};
use super::state::{Struck, clearance};
use super::{ContactReport, ContactScheme, MemoryOf, Moving, Percussive, Resume, ScalarOf};
use crate::contacts::ContactState;
use crate::drive::solve::end_state;
use crate::drive::{Advance, Inside, Interval, Remembers, Reporter};
use crate::equations::{Acceleration, Equations, is_stable};
use crate::kernels::{Derived, ElementOf, End, EndOf};
use crate::newton::Convergence;
use crate::{Contacts, StateOf};
use extremal_numerics::block::{RowMajor, at, write, zeros};
use extremal_numerics::{Block, Scalar, Size, Vector};
use extremal_percussions::{ContactSolver, Solved};

/// w, η and e of the contact, and γ⁻.
struct Normal<T, W> {
    directions: W,
    rate: T,
    restitution: T,
    before: T,
}

/// The percussion, and what is known of ξ = G P + c.
struct Pressed<T> {
    percussion: T,
    solved: Solved<T>,
    /// G
    delassus: T,
    /// The sum of the magnitudes of the summands of ξ.
    size: T,
}

/// A step after a percussion: ξ with the magnitudes of its summands, and γ⁺.
struct Moved<S: Percussive<T>, T> {
    percussion: ScalarOf<S>,
    after: ElementOf<S, T>,
    x: S::Stages,
    end: EndOf<S, T>,
    xi: ScalarOf<S>,
    size: ScalarOf<S>,
    rate: ScalarOf<S>,
}

/// What a step reports.
struct Alone<'a, S: Contacts> {
    /// p on the right of the percussion.
    p: S::Momentum,
    velocities: [&'a S::Velocity; 2],
    solved: Solved<ScalarOf<S>>,
    percussion: ScalarOf<S>,
    /// γ⁻ and γ⁺.
    rates: [ScalarOf<S>; 2],
}

/// Whether such a step has the closed form, which the compiler knows.
#[inline(always)]
fn is_alone<S: Derived<T> + Contacts, D: ContactScheme, T>() -> bool {
    matches!(S::CONTACTS, [contact] if contact.has_gap && contact.slips == 0)
        && <S as Equations<T>>::LINEAR
        && <S as Equations<T>>::Unknown::LEN == S::Velocity::LEN
        && !(D::HOLDS_CONTACTS || D::CLOSES_GAPS)
}

/// The step; `None` if another program has to make it, and then the memory is unchanged.
///
/// Not inlined without optimisation, where the blocks of a system with many contacts would stay on the stack of all its steps.
#[inline]
pub(super) fn alone<S, D, T, const CHECKED: bool>(
    system: &S,
    over: Interval<'_, S, D>,
    gaps: &S::Gaps,
    memory: &mut MemoryOf<S, T>,
) -> Option<AdvanceOf<S, T>>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T>,
{
    let is_number = at(gaps.as_slice(), 0) > -ScalarOf::<S>::INFINITY;
    if !is_alone::<S, D, T>() || !is_number {
        return None;
    }
    let before = S::Reporter::velocity(&memory.steps.carry().carried)?;
    let normal = normal(system, over.state, &before)?;
    let known = ElementOf::<S, T>::of(over.state, over.h, over.inputs, memory.steps.carry());
    let (solved, moved, left) = match stands::<S, T>(system, &known, &normal, memory) {
        Some((moved, left)) => (unsolved(), moved, left),
        None => {
            let pressed = pressed::<S, D, T>(system, over.scheme.solver(), &known, &normal)?;
            let moved = moved::<S, T>(system, &known, &normal, pressed.percussion)?;
            let left = moved.clearance(over.h, &pressed);
            (pressed.solved, moved, left)
        }
    };
    let Moved {
        percussion,
        after,
        x,
        end,
        rate,
        ..
    } = moved;
    let state = end_state::<S, T, CHECKED>(&after, &end).ok()?;
    let velocity = S::Velocity::from_fn(|k| at(x.as_slice(), k));
    // Made here, so that a report that is dropped is not computed.
    let made = Alone::<S> {
        p: after.p,
        velocities: [&before, &velocity],
        solved,
        percussion,
        rates: [normal.before, rate],
    };
    let report = made.report::<D, T>(system, &over);
    let nodes = [(over.state, Some(before)), (&state, Some(velocity))];
    let stages = S::Inside::stages(over.h, nodes, &x);
    S::Solver::accept(&mut memory.steps.of_solver, x, end.carried);
    write(&mut memory.percussions, 0, percussion);
    memory.clearance = S::Gaps::filled(left);
    Some(Advance {
        state,
        report,
        stages,
    })
}

/// The step with the percussion of the last one, if the contact rested there and no velocity is left: ξ = 0 needs no scale,
/// and neither needs the clearance, which is the same.
#[inline(always)]
fn stands<S, T>(
    system: &S,
    known: &ElementOf<S, T>,
    normal: &Normal<ScalarOf<S>, S::Directions>,
    memory: &MemoryOf<S, T>,
) -> Option<(Moved<S, T>, ScalarOf<S>)>
where
    S: Percussive<T>,
{
    let zero = ScalarOf::<S>::from_f64(0.0);
    let [percussion, left] =
        [memory.percussions.as_slice(), memory.clearance.as_slice()].map(|all| at(all, 0));
    if !(left > zero && percussion > zero) {
        return None;
    }
    let moved = moved::<S, T>(system, known, normal, percussion)?;
    (moved.xi == zero).then_some((moved, left))
}

/// The step after a percussion; `None` if the pivots of its program are not trusted.
#[inline(always)]
fn moved<S, T>(
    system: &S,
    known: &ElementOf<S, T>,
    normal: &Normal<ScalarOf<S>, S::Directions>,
    percussion: ScalarOf<S>,
) -> Option<Moved<S, T>>
where
    S: Percussive<T>,
{
    let impulse = |k| at(normal.directions.as_slice(), k) * percussion;
    let mut after = *known;
    after.p = S::Momentum::from_fn(|k| at(known.p.as_slice(), k) + impulse(k));
    let (mut x, mut end) = (zeros(), End::not_yet(&after));
    // What is not finite here, neither is the end.
    if !is_stable(system.direct(&after, &mut x, &mut end)) {
        return None;
    }
    let [xi, size, rate] = normal.free(x.as_slice().get(..S::Velocity::LEN)?);
    Some(Moved {
        percussion,
        after,
        x,
        end,
        xi,
        size,
        rate,
    })
}

impl<S: Percussive<T>, T> Moved<S, T> {
    /// How far above zero the next gap still counts as closed.
    #[inline(always)]
    fn clearance(&self, h: ScalarOf<S>, pressed: &Pressed<ScalarOf<S>>) -> ScalarOf<S> {
        let struck = Struck {
            percussion: self.percussion,
            xi: self.xi,
            size: self.size + pressed.size,
            moved: pressed.delassus,
        };
        clearance(h, struck, self.rate)
    }
}

/// The contact at the start of a step, after this velocity; `None` if its law is none.
#[inline(always)]
fn normal<S: Contacts<Scalar: Size>>(
    system: &S,
    start: &StateOf<S>,
    before: &S::Velocity,
) -> Option<Normal<ScalarOf<S>, S::Directions>> {
    let (t, q) = (start.t, &start.q);
    let (laws, (directions, rates)) = (system.laws(t, q, before, &zeros()), system.directions(t, q));
    let law = laws.as_slice().first()?;
    if law.first_that_is_none(true).is_some() {
        return None;
    }
    let rate = at(rates.as_slice(), 0);
    Some(Normal {
        directions,
        rate,
        restitution: law.restitution,
        before: product(directions.as_slice(), before.as_slice()) + rate,
    })
}

/// The percussion; `None` if the solver has no closed form, or the tangent no inverse.
#[inline(always)]
fn pressed<S, D, T>(
    system: &S,
    solver: D::Solver,
    known: &ElementOf<S, T>,
    normal: &Normal<ScalarOf<S>, S::Directions>,
) -> Option<Pressed<ScalarOf<S>>>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T>,
{
    let mut r: S::Stages = zeros();
    let (mut a, mut inverse): (<S as Equations<T>>::Tangent, <S as Equations<T>>::Tangent) =
        (zeros(), zeros());
    // What is not finite here, neither is the scale of c.
    Equations::<T>::tangent(system, known, &zeros(), &mut r, &mut a);
    if let ([a], [inverse]) = (a.as_slice(), inverse.as_mut_slice()) {
        *inverse = Scalar::recip(*a);
    } else {
        invert::<ScalarOf<S>, S::Stages>(a.as_mut_slice(), inverse.as_mut_slice()).ok()?;
    }
    let inverse = RowMajor::new(inverse.as_slice(), S::Velocity::LEN);
    let row = |k: usize| inverse.rows().nth(k).unwrap_or_default();
    let free = S::Velocity::from_fn(|k| -product(row(k), r.as_slice()));
    let direction = normal.directions.as_slice();
    let moved = S::Velocity::from_fn(|k| -product(row(k), direction));
    let delassus = product(direction, moved.as_slice());
    let [rate, scale, _] = normal.free(free.as_slice());
    let (percussion, solved) = solver.solve_one(delassus, (rate, scale))?;
    Some(Pressed {
        percussion,
        solved,
        delassus,
        size: scale + Scalar::abs(delassus * percussion),
    })
}

impl<T: Size, W: Block<T>> Normal<T, W> {
    /// γ + e γ⁻ with its scale, and γ.
    #[inline(always)]
    fn free(&self, velocity: &[T]) -> [T; 3] {
        let back = self.restitution * self.before;
        let direction = self.directions.as_slice();
        let rate = product(direction, velocity) + self.rate;
        let sizes = direction.iter().zip(velocity);
        let size = total(sizes.map(|(&w, &v)| Scalar::abs(w * v)));
        [
            rate + back,
            size + Scalar::abs(self.rate) + Scalar::abs(back),
            rate,
        ]
    }
}

impl<S: Contacts<Scalar: Size>> Alone<'_, S> {
    #[inline(always)]
    fn report<D, T>(&self, system: &S, over: &Interval<'_, S, D>) -> ContactReport<S>
    where
        D: ContactScheme<Equations = T>,
        S: Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
    {
        let struck = StateOf::<S> {
            p: self.p,
            ..*over.state
        };
        let over = over.of(over.scheme, over.h, &struck);
        let [before, after] = self.rates;
        // What has a percussion and no friction slides.
        let state = if self.percussion > ScalarOf::<S>::from_f64(0.0) {
            ContactState::Slip
        } else {
            ContactState::Open
        };
        ContactReport {
            solved: self.solved,
            worked: work(&[self.percussion], &[before], &[after]),
            percussions: S::Percussions::filled(self.percussion),
            before: S::Percussions::filled(before),
            after: S::Percussions::filled(after),
            states: S::States::filled(state),
            closed: S::States::filled(ContactState::Stick),
            ..ContactReport::open::<D, T>(system, &over, self.velocities, Convergence::default())
        }
    }
}

/// Σ a b. Without the zero to which others add, a term of zero may be −0, but what is added next makes it 0.
#[inline(always)]
fn product<T: Size>(a: &[T], b: &[T]) -> T {
    total(a.iter().zip(b).map(|(&a, &b)| a * b))
}

#[inline(always)]
fn total<T: Size>(terms: impl Iterator<Item = T>) -> T {
    terms.reduce(|sum, term| sum + term).unwrap_or(T::from_f64(0.0))
}
