//! Newton's method for the equations of a step of a system of any size, in vectors that are there already.
//!
//! Knows no scheme, and shares its course with small systems.

use super::changes::{
    all_finite, change, is_still, motion, part_of_velocities, set_difference, set_middle, small_change,
};
use super::memory::Room;
use super::space::{HandOver, StepSpace};
use super::sums::{Ends, Sums};
use crate::Failure;
use crate::drive::assembly::Assembly;
use crate::newton::{
    self, Convergence, Course, MOST_HALVINGS, course, diverged_if_not_finite, largest_by_row,
    tolerance_of_many,
};
use extremal_numerics::block::copied;
use extremal_numerics::matrix::{Matrix, Stored};
use extremal_numerics::{Scalar, Size, SizeOf, Vector};

/// Percussions that act on the momentum at the start of a step while its equations are solved.
pub(super) trait Strikes<T: Scalar, A> {
    /// Whether there are some at all.
    const ARE_SOME: bool;

    /// The momentum after them; `None` if it is that of the start.
    fn momentum(&self) -> Option<&[T]>;

    /// Adds the sizes of their impulses.
    fn add_sizes(&self, scale: &mut [T]);

    /// Finds those that belong to the equations linearized at `x`, with the residual `r` from the momentum of the start, to
    /// which their impulses are added.
    fn strike(&mut self, tangent: &mut A, x: &[T], r: &mut [T]) -> Result<(), Failure>;
}

/// Percussions in the steps of a scheme.
pub(super) trait StrikesOf<S: Assembly<D> + ?Sized, D>:
    Strikes<S::Scalar, <S::StepSpace as StepSpace<S::Scalar>>::Tangent>
{
}

impl<S: Assembly<D> + ?Sized, D, P> StrikesOf<S, D> for P where
    P: Strikes<S::Scalar, <S::StepSpace as StepSpace<S::Scalar>>::Tangent>
{
}

/// A step without percussions.
struct Unstruck;

impl<T: Scalar, A> Strikes<T, A> for Unstruck {
    const ARE_SOME: bool = false;

    fn momentum(&self) -> Option<&[T]> {
        None
    }

    fn add_sizes(&self, _: &mut [T]) {}

    fn strike(&mut self, _: &mut A, _: &[T], _: &mut [T]) -> Result<(), Failure> {
        Ok(())
    }
}

/// An iteration that has been made.
struct Iteration<'a, 'b, S: Assembly<D> + ?Sized, D, P> {
    sums: &'a Sums<'b, S, D>,
    strikes: &'a mut P,
    room: &'a mut Room<S::Scalar, S::StepSpace>,
    constraints: usize,
    /// In an iteration with earlier factors: whether these leave an error that is rounding.
    simplified: Option<bool>,
}

/// Newton's method from `room.x`, which becomes the solution; the ends of the step are set.
pub(super) fn iterate<S: Assembly<D> + ?Sized, D>(
    sums: &Sums<'_, S, D>,
    room: &mut Room<S::Scalar, S::StepSpace>,
) -> Result<Convergence, Failure> {
    iterate_struck(sums, room, &mut Unstruck)
}

/// Newton's method as in [`iterate`], with percussions.
pub(super) fn iterate_struck<S: Assembly<D> + ?Sized, D, P: StrikesOf<S, D>>(
    sums: &Sums<'_, S, D>,
    room: &mut Room<S::Scalar, S::StepSpace>,
    strikes: &mut P,
) -> Result<Convergence, Failure> {
    let constraints = S::IMPULSES * sums.system.constraint_count();
    let mut iteration = Iteration {
        sums,
        strikes,
        room,
        constraints,
        simplified: None,
    };
    iteration
        .next()
        .map_err(|failure| diverged_if_not_finite(failure, 1, f64::INFINITY))?;
    if iteration.is_solved() {
        return Ok(iteration.convergence_after(1));
    }
    course(&mut iteration)
}

impl<S: Assembly<D> + ?Sized, D, P: StrikesOf<S, D>> Iteration<'_, '_, S, D, P> {
    /// The residual and the end of the step at the present unknowns.
    fn check(&mut self) {
        let Room {
            q,
            p,
            velocity,
            x,
            r,
            scale,
            parts,
            ..
        } = &mut *self.room;
        let ends = Ends {
            q: q.as_mut_slice(),
            p: p.as_mut_slice(),
            velocity: velocity.as_mut_slice(),
        };
        let sums = match self.strikes.momentum() {
            Some(momentum) => &self.sums.with_momentum(momentum),
            None => self.sums,
        };
        let rows = (r.as_mut_slice(), scale.as_mut_slice());
        sums.check(parts, x.as_slice(), rows, ends);
        self.strikes.add_sizes(scale.as_mut_slice());
    }

    /// x = from − r, where r is a correction already; then the residual there.
    fn correct(&mut self) {
        let Room { from, x, r, .. } = &mut *self.room;
        x.hand_over(from);
        set_difference(x.as_mut_slice(), from.as_slice(), r.as_slice());
        self.check();
    }

    /// Whether the error that the last correction leaves is rounding. With earlier factors constraints may contract otherwise
    /// than velocities, so that what has become of them decides.
    fn leaves_rounding(&self) -> bool {
        match self.simplified {
            Some(is_small) => is_small && !self.do_constraints_fall(),
            None => self.has_small_square(),
        }
    }

    fn do_constraints_fall(&self) -> bool {
        let Room {
            r,
            scale,
            before: [r0, scale0],
            ..
        } = &*self.room;
        newton::do_constraints_fall((r, scale), (r0, scale0), self.constraints)
    }

    /// Whether the error that Newton's method leaves, of the size of the square of its correction, is rounding. Impulses have
    /// units of their own, so that constraints are judged by velocities alone.
    fn has_small_square(&self) -> bool {
        let epsilon = SizeOf::<S::Scalar>::from_f64(<S::Scalar as Scalar>::EPSILON);
        let part = self.change() / newton::largest(&self.room.x);
        if self.constraints == 0 || part * part > epsilon {
            return part * part <= epsilon;
        }
        let [x, from] = [self.room.x.as_slice(), self.room.from.as_slice()];
        let part = part_of_velocities(self.sums.known.q.len(), (x, from), (S::GROUPS, S::SEEDED));
        // A step may move farther than all constraints reach.
        let motion = self.motion();
        let is_small = part * part <= epsilon && motion * motion <= epsilon;
        is_small || newton::is_rounding_of_places::<S::Scalar>(motion)
    }

    /// How far the last correction moves the coordinates, relative to the largest one; see [`newton::iterate`].
    fn motion(&self) -> SizeOf<S::Scalar> {
        let known = &self.sums.known;
        let [x, from] = [self.room.x.as_slice(), self.room.from.as_slice()];
        motion(known.q, known.h, (x, from), (S::GROUPS, S::SEEDED))
    }

    /// The largest change of an unknown.
    fn change(&self) -> SizeOf<S::Scalar> {
        change(self.room.x.as_slice(), self.room.from.as_slice())
    }
}

impl<S: Assembly<D> + ?Sized, D, P: StrikesOf<S, D>> Course for Iteration<'_, '_, S, D, P> {
    /// The residual before stays in the room.
    type Before = ();
    type Size = SizeOf<S::Scalar>;

    fn is_finite(&self) -> bool {
        all_finite(self.room.r.as_slice()) && all_finite(self.room.scale.as_slice())
    }

    fn is_solved(&self) -> bool {
        let Room { r, scale, .. } = &*self.room;
        (newton::is_solved_of_many(r, scale, self.constraints)
            && newton::are_constraints_at_rounding(r, scale, self.constraints))
            || (newton::is_rounding_of_many(r, scale, self.constraints) && self.leaves_rounding())
    }

    fn is_floor(&self, (): &()) -> bool {
        let Room {
            r,
            scale,
            before: [r0, scale0],
            ..
        } = &*self.room;
        newton::is_floor((r, scale), (r0, scale0), self.constraints)
    }

    fn rounded(&mut self) -> Option<f64> {
        if !newton::is_above_floor(&self.room.r, &self.room.scale) {
            return None;
        }
        let Room {
            x, r, scale, wide, ..
        } = &mut *self.room;
        let Sums { system, known, .. } = self.sums;
        copied(scale.as_slice(), wide.as_mut_slice());
        system.add_rounding(known, x.as_slice(), wide.as_mut_slice());
        let is_within = newton::is_within(r, scale, wide, self.constraints);
        is_within.then(|| newton::norm(r, wide, self.constraints).to_f64())
    }

    fn is_still(&self) -> bool {
        is_still(self.room.x.as_slice(), self.room.from.as_slice())
    }

    fn is_at_rest(&self) -> bool {
        newton::is_rounding_of_way::<S::Scalar>(self.motion(), self.room.x.as_slice().len())
    }

    fn small_change(&self) -> Option<Self::Size> {
        // Equations of constraints may still converge where their terms vanish.
        if !newton::are_constraints_solved(&self.room.r, &self.room.scale, self.constraints) {
            return None;
        }
        let [x, from] = [self.room.x.as_slice(), self.room.from.as_slice()];
        small_change(self.sums.known.q.len(), (x, from), (S::GROUPS, S::SEEDED))
    }

    fn has_stalled(&self, (): &()) -> bool {
        let [r, scale] = &self.room.before;
        let now = largest_by_row(&self.room.r, &self.room.scale);
        newton::has_stalled(now, largest_by_row(r, scale))
    }

    fn remember(&mut self) {
        let Room {
            r,
            scale,
            before: [r0, scale0],
            ..
        } = &mut *self.room;
        r.hand_over(r0);
        scale.hand_over(scale0);
    }

    fn is_noise(&self, (): &()) -> bool {
        let [r, scale] = &self.room.before;
        let now = largest_by_row(&self.room.r, &self.room.scale);
        newton::is_noise(now, largest_by_row(r, scale)) && !self.do_constraints_fall()
    }

    fn residual_of(&self, (): &()) -> f64 {
        let [r, scale] = &self.room.before;
        largest_by_row(r, scale).to_f64()
    }

    fn residual(&self) -> f64 {
        largest_by_row(&self.room.r, &self.room.scale).to_f64()
    }

    fn convergence_after(&self, iterations: usize) -> Convergence {
        Convergence {
            iterations,
            residual_norm: newton::norm(&self.room.r, &self.room.scale, self.constraints).to_f64(),
        }
    }

    fn convergence_at_rest_after(&self, iterations: usize) -> Convergence {
        let norm = newton::norm(&self.room.r, &self.room.scale, self.constraints);
        Convergence {
            iterations,
            residual_norm: newton::least(norm, self.motion()).to_f64(),
        }
    }

    fn halve(&mut self) -> bool {
        for _ in 0..MOST_HALVINGS {
            set_middle(self.room.x.as_mut_slice(), self.room.from.as_slice());
            self.check();
            if self.is_finite() {
                return true;
            }
        }
        false
    }

    /// An iteration with the factors of the last tangent, if so few of these suffice that they cost less than new factors.
    ///
    /// ```text
    /// θ = |dx| / |dx of the iteration before|,   accurate enough if R (2θ)ᵏ ≤ N ε
    /// ```
    ///
    /// k = 3 as for small systems; 1 where a factorization costs little more than a solve, and 6 where it costs several of
    /// them. Percussions belong to one tangent.
    fn simplified(&mut self) -> bool {
        if P::ARE_SOME {
            return false;
        }
        let Room {
            r,
            before: [r0, scale0],
            tangent,
            ..
        } = &mut *self.room;
        copied(r0.as_slice(), r.as_mut_slice());
        if tangent.solve_roughly(r.as_mut_slice()).is_err() {
            return false;
        }
        let residual = newton::norm(r0, scale0, self.constraints);
        let (is_cheap, is_dear) = (tangent.has_cheap_factors(), tangent.has_dear_factors());
        let contraction = SizeOf::<S::Scalar>::from_f64(2.0) * newton::largest(&self.room.r) / self.change();
        let cubed = contraction * contraction * contraction;
        let expected = residual
            * match (is_cheap, is_dear) {
                (true, _) => contraction,
                (_, true) => cubed * cubed,
                _ => cubed,
            };
        let is_enough = expected <= tolerance_of_many(&self.room.r);
        if is_enough {
            self.simplified = Some(residual * contraction <= tolerance_of_many(&self.room.r));
            self.correct();
        }
        is_enough
    }

    fn next(&mut self) -> Result<(), Failure> {
        let Room {
            x,
            r,
            scale,
            tangent,
            parts,
            ..
        } = &mut *self.room;
        let rows = (r.as_mut_slice(), scale.as_mut_slice());
        self.sums.rows_and_tangent(parts, x.as_slice(), rows, tangent);
        tangent.factor()?;
        self.strikes.strike(tangent, x.as_slice(), r.as_mut_slice())?;
        tangent.solve_roughly(r.as_mut_slice())?;
        self.simplified = None;
        self.correct();
        Ok(())
    }
}
