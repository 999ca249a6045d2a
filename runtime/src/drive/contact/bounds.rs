//! Dry friction that depends on the reactions of constraints: its bounds and the reactions of one node, found together.
//!
//! ```text
//! |P_T| ≤ τ f,   f = F(f) = f(q, t, v⁻, κ/τ),   κ = κ₀ + L P:   the impulses of constraints over the time τ
//! f ← f + H (F(f) − f),   H y = s of the last two f;   H = 1 at first, and where s·y ≤ 0                       (Broyden)
//! ```
//!
//! F is evaluated by a contact problem with the bounds f. Where each friction slides or sticks it is affine but for the formula
//! of f, and then few evaluations are enough. There is one solution if F is a contraction.
//!
//! Knows neither how percussions are found nor where reactions come from.

use super::ScalarOf;
use super::closed::Closed;
use super::gaps::larger;
use crate::contacts::check_laws;
use crate::{Contacts, Failure};
use extremal_numerics::block::{RowMajor, at, dot, write, zeros};
use extremal_numerics::{Block, Scalar, Size, Vector};

/// The most contact problems that are solved.
const MOST_TRIES: usize = 60;
/// Percussions that differ by this many ε of their summands are the same.
const ROUNDING: f64 = 16.0;

/// What a contact problem with the bounds of frictions leaves.
pub(super) struct Tried<S: Contacts> {
    /// κ
    pub(super) impulses: S::Reactions,
    /// For each friction the percussion that moves its slip by the summands of ξ: what rounds in it.
    pub(super) sizes: S::Gaps,
    /// Whether each friction slides.
    pub(super) slides: bool,
}

/// Sets the forces of the closed frictions to those that belong to the reactions of the node, at the velocity before its
/// percussions. `solve` solves the contact problem of the node.
///
/// # Errors
///
/// Those of `solve`, [`Failure::ContactLaw`], and [`Failure::UndeterminedFriction`] where F is found to be no contraction, or
/// no solution is found.
#[inline(never)]
pub(super) fn settle<S>(
    system: &S,
    (t, q, velocity): (ScalarOf<S>, &S::Configuration, &S::Velocity),
    closed: &mut Closed<S>,
    mut solve: impl FnMut(&Closed<S>) -> Result<Tried<S>, Failure>,
) -> Result<(), Failure>
where
    S: Contacts,
    ScalarOf<S>: Size,
{
    let Some(time) = closed.time_of_friction() else {
        return Ok(());
    };
    let mut search = Search::<S>::from(closed);
    loop {
        let Tried {
            impulses,
            sizes,
            slides,
        } = solve(closed)?;
        let reactions = S::Reactions::from_fn(|k| at(impulses.as_slice(), k) / time);
        let found = forces(system, (t, q, velocity), closed, &reactions);
        let sizes = S::Gaps::from_fn(|i| at(sizes.as_slice(), i) / time);
        if !found.as_slice().iter().all(|force| force.is_finite()) || search.ends_with(&found, &sizes) {
            return check_laws(system, t, q, velocity, &reactions);
        }
        search.check(slides)?;
        search.next(&found);
        let [_, forces] = &mut closed.pressed;
        *forces = search.forces;
    }
}

/// For each closed friction the percussion that moves its slip by the summands of ξ, which are those of a row beside its G.
pub(super) fn sizes<S>(closed: &Closed<S>, of_row: impl Fn(usize) -> [ScalarOf<S>; 2]) -> S::Gaps
where
    S: Contacts,
    ScalarOf<S>: Size,
{
    let zero = ScalarOf::<S>::from_f64(0.0);
    let mut sizes = zeros();
    for place in closed.places().filter(|place| place.pressed.is_some()) {
        let rows = (place.first + 1..=place.first + place.slips).map(&of_row);
        let size = rows.fold(zero, |most, [scale, moved]| {
            if moved > zero {
                larger(most, scale / moved)
            } else {
                most
            }
        });
        write(&mut sizes, place.contact, size);
    }
    sizes
}

/// Whether these percussions of closed contacts are those of frictions that slide: as large as their bounds.
pub(super) fn slide<S>(closed: &Closed<S>, percussions: &S::Percussions) -> bool
where
    S: Contacts,
    ScalarOf<S>: Size,
{
    let root = Scalar::sqrt(ScalarOf::<S>::from_f64(<ScalarOf<S> as Scalar>::EPSILON));
    let nearly = ScalarOf::<S>::from_f64(1.0) - root;
    closed.places().all(|place| {
        let rows = place.first + 1..=place.first + place.slips;
        let squares = rows.map(|row| at(percussions.as_slice(), row)).map(|p| p * p);
        let size = Scalar::sqrt(squares.fold(ScalarOf::<S>::from_f64(0.0), |sum, square| sum + square));
        place
            .pressed
            .is_none_or(|pressed| size >= nearly * pressed.percussion())
    })
}

/// f of each closed friction, where the formula is below zero none.
fn forces<S>(
    system: &S,
    (t, q, velocity): (ScalarOf<S>, &S::Configuration, &S::Velocity),
    closed: &Closed<S>,
    reactions: &S::Reactions,
) -> S::Gaps
where
    S: Contacts,
    ScalarOf<S>: Size,
{
    let laws = system.laws(t, q, velocity, reactions);
    let mut forces = zeros();
    for place in closed.places().filter(|place| place.pressed.is_some()) {
        if let Some(law) = laws.as_slice().get(place.contact) {
            write(&mut forces, place.contact, not_below_zero(law.friction));
        }
    }
    forces
}

/// What is not a number stays so.
fn not_below_zero<T: Size>(force: T) -> T {
    let zero = T::from_f64(0.0);
    if force < zero { zero } else { force }
}

/// The forces that are tried, one number for each contact.
struct Search<S: Contacts> {
    /// f
    forces: S::Gaps,
    /// F(f) − f
    error: S::Gaps,
    /// The f before, and its error.
    before: Option<[S::Gaps; 2]>,
    /// H, in the first rows and columns.
    inverse: S::Delassus,
    /// The largest error relative to f, and that before.
    change: [ScalarOf<S>; 2],
    /// The friction with the largest error.
    worst: usize,
    /// |F(f) − F(f′)|/|f − f′| of the last two.
    coupling: ScalarOf<S>,
    /// Whether the friction slid with the f before.
    slid: bool,
    /// The frictions.
    count: usize,
    tries: usize,
}

impl<S: Contacts> Search<S>
where
    ScalarOf<S>: Size,
{
    fn from(closed: &Closed<S>) -> Self {
        let [_, forces] = closed.pressed;
        let mut search = Self {
            forces,
            error: zeros(),
            before: None,
            inverse: zeros(),
            change: [ScalarOf::<S>::INFINITY; 2],
            worst: 0,
            coupling: ScalarOf::<S>::from_f64(0.0),
            slid: false,
            count: closed.places().filter(|place| place.pressed.is_some()).count(),
            tries: 0,
        };
        search.start_again();
        search
    }

    /// H = 1
    fn start_again(&mut self) {
        let m = S::Gaps::LEN;
        self.inverse = zeros();
        for i in 0..m {
            write(&mut self.inverse, m * i + i, ScalarOf::<S>::from_f64(1.0));
        }
    }

    /// Takes F(f). Whether it is f to the rounding of percussions, or of the reactions: then errors no longer shrink.
    fn ends_with(&mut self, found: &S::Gaps, sizes: &S::Gaps) -> bool {
        self.tries += 1;
        let zero = ScalarOf::<S>::from_f64(0.0);
        let rounding = ScalarOf::<S>::from_f64(ROUNDING * <ScalarOf<S> as Scalar>::EPSILON);
        let (mut largest, mut is_rounding) = (zero, true);
        for (i, &found) in found.as_slice().iter().enumerate() {
            let own = at(self.forces.as_slice(), i);
            let error = found - own;
            write(&mut self.error, i, error);
            let error = Scalar::abs(error);
            let size = own + found + at(sizes.as_slice(), i);
            is_rounding &= error <= rounding * size;
            if error > largest * size {
                (largest, self.worst) = (error / size, i);
            }
        }
        let [last, _] = self.change;
        self.change = [largest, last];
        let half = ScalarOf::<S>::from_f64(0.5);
        let root = Scalar::sqrt(ScalarOf::<S>::from_f64(<ScalarOf<S> as Scalar>::EPSILON));
        // With a secant for each friction they shrink.
        let has_secants = self.tries > self.count + 2;
        is_rounding || (has_secants && largest <= root && largest >= half * last)
    }

    /// Whether F may be a contraction still, where the friction `slides`.
    fn check(&mut self, slides: bool) -> Result<(), Failure> {
        let zero = ScalarOf::<S>::from_f64(0.0);
        let (mut moved, mut changed, mut size) = (zero, zero, zero);
        if let Some([forces, errors]) = &self.before {
            for i in 0..S::Gaps::LEN {
                let [own, error] = [&self.forces, &self.error].map(|of| at(of.as_slice(), i));
                let [own_before, error_before] = [forces, errors].map(|of| at(of.as_slice(), i));
                let by = own - own_before;
                moved = larger(moved, Scalar::abs(by));
                changed = larger(changed, Scalar::abs(by + error - error_before));
                size = larger(size, Scalar::abs(own));
            }
            self.coupling = changed / moved;
        }
        let root = Scalar::sqrt(ScalarOf::<S>::from_f64(<ScalarOf<S> as Scalar>::EPSILON));
        let is_far = moved > root * size;
        // What sticks may be where no slide is. The sizes of several are those of different numbers.
        let is_none = self.count == 1 && self.slid && slides && is_far && changed >= moved;
        self.slid = slides;
        if is_none || self.tries >= MOST_TRIES {
            return Err(self.failure());
        }
        Ok(())
    }

    fn failure(&self) -> Failure {
        let [change, _] = self.change;
        Failure::UndeterminedFriction {
            friction: S::CONTACTS.get(self.worst).map_or("", |contact| contact.name),
            coupling: self.coupling.to_f64(),
            change: change.to_f64(),
            iterations: self.tries,
        }
    }

    /// The next f.
    fn next(&mut self, found: &S::Gaps) {
        let [last, before] = self.change;
        self.learn();
        if last >= before {
            self.start_again();
        }
        let m = S::Gaps::LEN;
        let inverse = RowMajor::new(self.inverse.as_slice().get(..m * m).unwrap_or_default(), m);
        let next = S::Gaps::from_fn(|i| {
            let next = at(self.forces.as_slice(), i) + inverse.dot(i, self.error.as_slice());
            if next.is_finite() {
                not_below_zero(next)
            } else {
                at(found.as_slice(), i)
            }
        });
        self.before = Some([self.forces, self.error]);
        self.forces = next;
    }

    /// H with H y = s: H + (s − H y) sᵀ H/(sᵀ H y).
    fn learn(&mut self) {
        let Some([forces, errors]) = &self.before else {
            return;
        };
        let m = S::Gaps::LEN;
        let s = S::Gaps::from_fn(|i| at(self.forces.as_slice(), i) - at(forces.as_slice(), i));
        let y = S::Gaps::from_fn(|i| at(errors.as_slice(), i) - at(self.error.as_slice(), i));
        let inverse = RowMajor::new(self.inverse.as_slice().get(..m * m).unwrap_or_default(), m);
        let zero = ScalarOf::<S>::from_f64(0.0);
        // No contraction, as where a friction begins to stick.
        let is_away = dot(s.as_slice(), y.as_slice()) <= zero;
        let moved = S::Gaps::from_fn(|i| inverse.dot(i, y.as_slice()));
        let along = S::Gaps::from_fn(|j| {
            let column = inverse.rows().zip(s.as_slice());
            column.fold(zero, |sum, (row, &s)| sum + s * at(row, j))
        });
        let scale = Scalar::recip(dot(along.as_slice(), y.as_slice()));
        if is_away || !scale.is_finite() {
            self.start_again();
            return;
        }
        for i in 0..m {
            let left = (at(s.as_slice(), i) - at(moved.as_slice(), i)) * scale;
            for j in 0..m {
                if let Some(entry) = self.inverse.as_mut_slice().get_mut(m * i + j) {
                    *entry = *entry + left * at(along.as_slice(), j);
                }
            }
        }
    }
}
