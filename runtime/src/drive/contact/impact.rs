//! Percussions at the end of a step: Newton's impact law where a contact closes, and the closing percussion where one is held.
//!
//! ```text
//! ∂L/∂v(q₁, v⁺) = p + W(q₁)ᵀ Λ − G(q₁)ᵀ κ,   G v⁺ + ∂g/∂t = 0
//! ξ = γ⁺ + b,   0 ≤ Λ_N ⊥ ξ_N ≥ 0,   −ξ_T ∈ N_C(Λ_T)
//! b = s e γ⁻ where a contact closes;   zero where it is held
//! b_T = |γ_T⁺| γ_T(u)/|γ_T(u)| − γ_T⁺ where it is held and slides in the step
//! ```
//!
//! So the friction of a contact that slides has the direction of its slip in the step, `γ_T(u) = W_T u + η_T`, at both ends:
//! that of the middle of the step. That b has γ⁺ in it: it is found from γ⁻, and again from the γ⁺ that follows. s is the
//! largest number up to one with which there is a solution that gains no energy, ½ Λ·(γ⁺ + γ⁻) ≤ 0: with s = 0 there is one
//! where surfaces rest, and it gains none.

mod answers;
mod tries;

use super::attempts::{or_zero, share_of_turn, without_gain};
use super::blocked::{is_beyond, widen_by_motion};
use super::bounds::settle;
use super::closed::Closed;
use super::gaps::{Forces, Masses};
use super::pressed::Pressed;
use super::state::{Struck, state_of};
use super::unsolved::named;
use super::{ContactScheme, Moving, ScalarOf};
use crate::contacts::ContactState;
use crate::drive::Interval;
use crate::equations::{Acceleration, Equations};
use crate::{Contacts, Failure, State, StateOf};
use extremal_numerics::block::{at, column_mut, sum, write, zeros};
use extremal_numerics::{Block, Scalar, Size, Vector};
use extremal_percussions::{ContactProblem, ContactSolver};

/// The contacts at the end of a step, a number for each: 1 or 0.
pub(super) struct Marks<S: Contacts> {
    /// Those that are closed there.
    pub(super) closed: S::Gaps,
    /// Those that were closed at the start, too.
    pub(super) held: S::Gaps,
    /// Those of them that slide in the step.
    pub(super) sliding: S::Gaps,
    /// τ of dry friction without a gap.
    pub(super) time: ScalarOf<S>,
    /// A guess for the reactions on which friction depends.
    pub(super) reactions: S::Reactions,
}

/// The end of a step after its percussions. Numbers are those of all rows, zero where contacts are open.
pub(super) struct AtEnd<S: Contacts> {
    pub(super) p: S::Momentum,
    /// M⁻¹ Wᵀ Λ, within constraints, of schemes that carry a velocity.
    pub(super) jump: S::Velocity,
    /// Λ
    pub(super) percussions: S::Percussions,
    /// γ⁻
    pub(super) before: S::Percussions,
    /// γ⁺
    pub(super) after: S::Percussions,
    pub(super) states: S::States,
    pub(super) closed: S::States,
    /// The reactions on which friction depends.
    pub(super) reactions: S::Reactions,
    /// s
    pub(super) restitution: ScalarOf<S>,
}

impl<S: Contacts> AtEnd<S> {
    fn without_percussions(p: S::Momentum) -> Self {
        let open = S::States::filled(ContactState::Open);
        Self {
            p,
            jump: zeros(),
            percussions: zeros(),
            before: zeros(),
            after: zeros(),
            states: open,
            closed: open,
            reactions: zeros(),
            restitution: ScalarOf::<S>::from_f64(1.0),
        }
    }
}

/// The contact problem at the end of a step.
struct Problem<'a, S: Contacts + Equations<Acceleration>, D> {
    over: &'a Interval<'a, S, D>,
    q: &'a S::Configuration,
    /// The velocity before.
    velocity: S::Velocity,
    closed: &'a Closed<S>,
    /// e γ⁻ where a contact closes.
    back: S::Percussions,
    /// `γ_T(u)` where a contact is held and slides in more than one direction.
    along: S::Percussions,
    masses: &'a Masses<S>,
    delassus: S::Delassus,
    /// `b_T` of slips that are turned.
    turn: S::Percussions,
    /// The last solution, and the one that is kept.
    found: Solution<S>,
    kept: Solution<S>,
}

/// A solution of it: Λ, γ⁺, and ξ with its scales.
struct Solution<S: Contacts> {
    percussions: S::Percussions,
    after: S::Percussions,
    xi: S::Percussions,
    scales: S::Percussions,
}

impl<S: Contacts> Clone for Solution<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Contacts> Copy for Solution<S> {}

impl<S: Contacts> Solution<S> {
    /// No numbers yet.
    fn none() -> Self {
        Self {
            percussions: zeros(),
            after: zeros(),
            xi: zeros(),
            scales: zeros(),
        }
    }
}

/// The end with its percussions.
///
/// # Errors
///
/// The errors of the contact solver, and a singular mass matrix.
#[inline(never)]
pub(super) fn struck<S, D>(
    system: &S,
    over: &Interval<'_, S, D>,
    State { t, q, p }: &StateOf<S>,
    (marks, u): (&Marks<S>, &S::Velocity),
) -> Result<AtEnd<S>, Failure>
where
    D: ContactScheme,
    S: Contacts + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
    ScalarOf<S>: Size,
{
    let unheld = p;
    let p = system.consistent_momentum(*t, q, p)?;
    let mut struck = AtEnd::without_percussions(p);
    let zero = ScalarOf::<S>::from_f64(0.0);
    if marks.closed.as_slice().iter().all(|&mark| mark == zero) {
        return Ok(struck);
    }
    let velocity = system.velocity(*t, q, &p)?;
    let mut closed = Closed::none();
    close(system, (*t, q), (marks, &velocity), &mut closed)?;
    let masses = Masses::at(system, &(*t, *q, velocity, *over.inputs))?;
    if S::Reactions::LEN > 0 {
        settle(system, (*t, q, &velocity), &mut closed, |closed| {
            let mut problem = Problem::new((over, q, velocity), closed, (&masses, marks, u));
            without_gain(&mut problem)?;
            Ok(problem.tried([unheld, &p]))
        })?;
    }
    let mut problem = Problem::new((over, q, velocity), &closed, (&masses, marks, u));
    struck.before = closed.expanded(|row| at(closed.before.as_slice(), row));
    struck.restitution = without_gain(&mut problem)?;
    if S::Reactions::LEN > 0 {
        struck.reactions = problem.reactions([unheld, &p]);
    }
    let solution = &problem.kept;
    let impulse = closed.impulse(&solution.percussions);
    struck.p = system.consistent_momentum(*t, q, &sum(&p, &impulse))?;
    if D::CARRIES_VELOCITY {
        struck.jump = problem.masses.moved(impulse.as_slice());
    }
    struck.percussions = closed.reported(&solution.percussions);
    struck.after = closed.expanded(|row| at(solution.after.as_slice(), row));
    (struck.closed, struck.states) = (closed.is_closed, problem.states(solution));
    Ok(struck)
}

/// Adds the marked contacts, with the velocity before their percussions.
pub(super) fn close<S: Contacts>(
    system: &S,
    node: (ScalarOf<S>, &S::Configuration),
    (marks, velocity): (&Marks<S>, &S::Velocity),
    closed: &mut Closed<S>,
) -> Result<(), Failure>
where
    ScalarOf<S>: Size,
{
    let gaps = S::Gaps::from_fn(|i| ScalarOf::<S>::from_f64(1.0) - at(marks.closed.as_slice(), i));
    let pressed = |_, force| Pressed {
        time: marks.time,
        force,
    };
    closed.add(
        system,
        node,
        (&gaps, pressed),
        velocity,
        (&zeros(), &marks.reactions),
    )
}

impl<'a, S, D> Problem<'a, S, D>
where
    D: ContactScheme,
    S: Contacts + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
    ScalarOf<S>: Size,
{
    /// Before a solution is sought, with what is added to γ⁺.
    #[inline(always)]
    fn new(
        (over, q, velocity): (&'a Interval<'a, S, D>, &'a S::Configuration, S::Velocity),
        closed: &'a Closed<S>,
        (masses, marks, u): (&'a Masses<S>, &Marks<S>, &S::Velocity),
    ) -> Self {
        let mut problem = Self {
            over,
            q,
            velocity,
            masses,
            closed,
            back: zeros(),
            along: zeros(),
            delassus: zeros(),
            turn: zeros(),
            found: Solution::none(),
            kept: Solution::none(),
        };
        problem.set_delassus();
        problem.set_back(marks, u);
        problem
    }

    /// G = W M⁻¹ Wᵀ, within constraints.
    fn set_delassus(&mut self) {
        let (directions, rows) = (self.closed.directions(), self.closed.rows);
        for column in 0..rows {
            let moved = self.masses.moved(directions.row(column));
            let places = column_mut(self.delassus.as_mut_slice(), rows, column).enumerate();
            places.for_each(|(row, place)| *place = directions.dot(row, moved.as_slice()));
        }
    }

    /// Sets what is added to γ⁺.
    fn set_back(&mut self, marks: &Marks<S>, u: &S::Velocity) {
        let zero = ScalarOf::<S>::from_f64(0.0);
        let flag = |flags: &S::Gaps, contact| at(flags.as_slice(), contact) != zero;
        for place in self.closed.places() {
            let slips = place.first + 1..=place.first + place.slips;
            if !flag(&marks.held, place.contact) {
                for (_, row) in place.rows() {
                    let [e, before] =
                        [&self.closed.restitution, &self.closed.before].map(|of| at(of.as_slice(), row));
                    let back = e * before;
                    write(&mut self.back, row, back);
                }
            } else if flag(&marks.sliding, place.contact) && place.slips > 1 {
                slips.for_each(|row| write(&mut self.along, row, self.closed.rate(row, u.as_slice())));
            }
        }
    }

    /// `|γ_T| γ_T(u)/|γ_T(u)| − γ_T` of slips where a contact slides; zero where friction turns them around within the step,
    /// and brakes what is left of them.
    fn turn_of(&self, slips: &S::Percussions) -> S::Percussions {
        let mut turn: S::Percussions = zeros();
        for place in self.closed.places() {
            let rows = place.first + 1..=place.first + place.slips;
            let of = |row| [slips, &self.along].map(|numbers| at(numbers.as_slice(), row));
            if let Some(share) = share_of_turn(rows.clone().map(of)) {
                rows.for_each(|row| {
                    let [slip, along] = of(row);
                    write(&mut turn, row, share * along - slip);
                });
            }
        }
        turn
    }

    /// The solution with this share of restitution, and with the turns that are set.
    fn solution(&self, restitution: ScalarOf<S>) -> Result<Solution<S>, Failure> {
        let rows = self.closed.rows;
        let (mut free, mut scales): (S::Percussions, S::Percussions) = (zeros(), zeros());
        let (mut added, turn): (S::Percussions, _) = (zeros(), &self.turn);
        let (closed, v) = (self.closed, self.velocity.as_slice());
        let places = free.as_mut_slice().iter_mut().zip(scales.as_mut_slice());
        for (row, (rate, scale)) in places.enumerate().take(rows) {
            let back = restitution * at(self.back.as_slice(), row) + at(turn.as_slice(), row);
            write(&mut added, row, back);
            *rate = or_zero(closed.rate(row, v) + back);
            let own = Scalar::abs(at(closed.rates.as_slice(), row)) + Scalar::abs(back);
            *scale = closed.directions().dot_of_sizes(row, v) + own;
        }
        let percussions = self.percussions(free, scales)?;
        let impulse = closed.impulse(&percussions);
        let change = self.masses.moved(impulse.as_slice());
        let velocity = sum(&self.velocity, &change);
        let mut solution = Solution {
            after: zeros(),
            xi: zeros(),
            scales,
            percussions,
        };
        for row in 0..rows {
            let after = closed.rate(row, velocity.as_slice());
            write(&mut solution.after, row, after);
            write(&mut solution.xi, row, after + at(added.as_slice(), row));
            let size = at(scales.as_slice(), row) + self.size_of_products(row, &percussions);
            write(&mut solution.scales, row, size);
        }
        Ok(solution)
    }

    /// Σ |G P| of a row.
    fn size_of_products(&self, row: usize, percussions: &S::Percussions) -> ScalarOf<S> {
        let rows = self.closed.rows;
        let own = self.delassus.as_slice().iter().skip(rows * row).take(rows);
        own.zip(percussions.as_slice())
            .fold(ScalarOf::<S>::from_f64(0.0), |sum, (&g, &p)| {
                sum + Scalar::abs(g * p)
            })
    }

    /// Λ for these c with their scales.
    fn percussions(
        &self,
        mut free: S::Percussions,
        mut scales: S::Percussions,
    ) -> Result<S::Percussions, Failure> {
        let mut delassus = self.delassus;
        if Forces::<S>::LEN > S::Velocity::LEN {
            let moved = self.q.as_slice().iter().map(|&q| q / self.over.h);
            let rounding = self.masses.rounding_of_velocities(&self.velocity, moved);
            let direction = |row| self.closed.directions().row(row);
            let places = (delassus.as_mut_slice(), free.as_mut_slice());
            rounding.clear(direction, places.0, places.1, self.closed.rows);
            // What errs here moves nothing: no solution to the terms of c is sought.
            rounding.widen(direction, scales.as_mut_slice(), self.closed.rows);
        }
        self.closed.press(&mut delassus, &mut free, &mut scales);
        // What is solved to its terms is.
        self.solved(&delassus, (&free, &scales)).or_else(|failure| {
            let energy = self.masses.energy(&self.velocity);
            let own = (self.closed.rows, energy);
            let by = widen_by_motion(scales.as_mut_slice(), self.delassus.as_slice(), own);
            if is_beyond(&failure, by.to_f64()) {
                return Err(failure);
            }
            self.solved(&delassus, (&free, &scales)).map_err(|_| failure)
        })
    }

    /// Λ of this problem.
    fn solved(
        &self,
        delassus: &S::Delassus,
        (free, scales): (&S::Percussions, &S::Percussions),
    ) -> Result<S::Percussions, Failure> {
        let mut percussions: S::Percussions = zeros();
        let numbers = (free.as_slice(), scales.as_slice());
        let problem = ContactProblem::scaled(delassus.as_slice(), numbers, self.closed.contacts())?;
        let solver = self.over.scheme.solver();
        solver
            .solve::<ScalarOf<S>, S::Percussions, S::Delassus>(&problem, &mut percussions)
            .map_err(|failure| named::<S>(failure, self.closed.places().map(|place| place.contact)))?;
        Ok(percussions)
    }

    /// The state of each contact after the percussions.
    fn states(&self, solution: &Solution<S>) -> S::States {
        let mut states = S::States::filled(ContactState::Open);
        for place in self.closed.places() {
            let of = |block: &S::Percussions, row| at(block.as_slice(), row);
            let slip = |k: usize| {
                let row = place.first + 1 + k;
                Struck {
                    percussion: of(&solution.percussions, row),
                    xi: of(&solution.xi, row),
                    size: of(&solution.scales, row),
                    moved: at(self.delassus.as_slice(), (self.closed.rows + 1) * row),
                }
            };
            let normal = of(&solution.percussions, place.first);
            if let Some(state) = states.as_mut_slice().get_mut(place.contact) {
                *state = state_of((normal, place.pressed), place.slips, slip, place.friction);
            }
        }
        states
    }
}
