//! One contact of a problem: its rows, its step lengths, and the error of its laws.

use super::laws::Problem;
use super::{ActiveContact, floor};
use extremal_numerics::block::at;
use extremal_numerics::{Scalar, Size};

/// Normal and slip components. Components that a contact lacks are zero.
pub(super) type Triple<T> = [T; 3];

/// A contact and its place in the problem.
#[derive(Clone, Copy, Debug)]
pub(super) struct Local<T> {
    /// The normal row. The slip rows follow.
    pub(super) first: usize,
    pub(super) slips: usize,
    pub(super) friction: T,
    /// `a_N` and `a_T`: the velocity by a unit percussion.
    pub(super) normal: T,
    pub(super) tangential: T,
}

impl<T: Size> Local<T> {
    /// The contact whose rows begin at `first`.
    pub(super) fn new(
        problem: &impl Problem<T>,
        first: usize,
        ActiveContact { slips, friction }: ActiveContact<T>,
    ) -> Self {
        let size = |row: usize| Scalar::abs(problem.diagonal(row));
        let (normal, tangential) = match slips {
            0 => (size(first), T::from_f64(0.0)),
            1 => (size(first), size(first + 1)),
            _ => (size(first), larger(size(first + 1), size(first + 2))),
        };
        // A contact that a percussion does not move: any length serves.
        let or = |size: T, other: T| {
            let zero = T::from_f64(0.0);
            if size > zero {
                size
            } else if other > zero {
                other
            } else {
                T::from_f64(1.0)
            }
        };
        Local {
            first,
            slips,
            friction,
            normal: or(normal, tangential),
            tangential: or(tangential, normal),
        }
    }

    /// The components of this contact among those of all rows.
    pub(super) fn of(&self, numbers: &[T]) -> Triple<T> {
        core::array::from_fn(|k| {
            if k <= self.slips {
                at(numbers, self.first + k)
            } else {
                T::from_f64(0.0)
            }
        })
    }

    /// Writes the components of this contact.
    pub(super) fn write(&self, numbers: &mut [T], values: Triple<T>) {
        let own = numbers.iter_mut().skip(self.first).take(1 + self.slips);
        own.zip(values).for_each(|(number, value)| *number = value);
    }

    /// Whether the contact has a slip component and μ > 0.
    pub(super) fn has_friction(&self) -> bool {
        self.slips > 0 && self.friction > T::from_f64(0.0)
    }

    /// √a of the rows.
    pub(super) fn roots(&self) -> Triple<T> {
        let [normal, slip] = [self.normal, self.tangential].map(Scalar::sqrt);
        [normal, slip, slip]
    }

    /// The rows of this contact, as far as it has them.
    pub(super) fn rows(&self) -> core::ops::Range<usize> {
        self.first..self.first + 1 + self.slips
    }

    /// ξ of this contact, and the scales of its rows.
    pub(super) fn velocities(&self, problem: &impl Problem<T>, percussions: &[T]) -> (Triple<T>, Triple<T>) {
        let (mut velocities, mut scales) = ([T::from_f64(0.0); 3], [T::from_f64(0.0); 3]);
        for ((row, velocity), scale) in self.rows().zip(&mut velocities).zip(&mut scales) {
            (*velocity, *scale) = problem.velocity(row, percussions);
        }
        (velocities, scales)
    }

    /// Whether the bodies approach, and no percussion changes their velocity.
    pub(super) fn is_immovable(&self, problem: &impl Problem<T>) -> bool {
        let (velocity, scale) = problem.velocity(self.first, &[T::from_f64(0.0)]);
        velocity < -(floor(problem) * scale) && self.is_idle(problem)
    }

    /// Whether no percussion changes the normal velocity.
    pub(super) fn is_idle(&self, problem: &impl Problem<T>) -> bool {
        problem.is_zero(self.first)
    }

    /// Φ and its scales.
    pub(super) fn error(&self, problem: &impl Problem<T>, percussions: &[T]) -> LocalError<T> {
        self.error_of(self.of(percussions), self.velocities(problem, percussions))
    }

    /// Φ and its scales, from P, and ξ with its scales.
    pub(super) fn error_of(
        &self,
        [p_n, p_1, p_2]: Triple<T>,
        ([v_n, v_1, v_2], [s_n, s_1, s_2]): (Triple<T>, Triple<T>),
    ) -> LocalError<T> {
        let pressed = self.normal * p_n;
        let normal = if pressed < v_n { pressed } else { v_n };
        let towards = [(p_1, v_1), (p_2, v_2)].map(|(p, v)| p - v / self.tangential);
        let radius = self.friction * larger(p_n, T::from_f64(0.0));
        // Inside of the disc the distance does not matter.
        let distance = if is_inside(towards, radius) {
            radius
        } else {
            length(towards)
        };
        let [t_1, t_2] = onto_disc_from(distance, towards, radius);
        let slip = [p_1 - t_1, p_2 - t_2].map(|error| self.tangential * error);
        let sticking = larger(s_1, s_2) + self.tangential * radius;
        // |P_T| is known as well as μ P_N, and the direction as well as ξ_T.
        let slipping = || {
            let size = radius + length([p_1, p_2]);
            size * self.tangential + size * (larger(s_1, s_2) / distance)
        };
        LocalError {
            errors: [normal, slip[0], slip[1]],
            normal: s_n,
            sticking,
            tangential: if distance > radius { slipping() } else { sticking },
        }
    }
}

/// Φ of a contact, and its scales.
#[derive(Clone, Copy, Debug)]
pub(super) struct LocalError<T> {
    pub(super) errors: Triple<T>,
    /// `σ_N`.
    pub(super) normal: T,
    /// `σ_T` as if it sticks.
    pub(super) sticking: T,
    /// `σ_T`.
    pub(super) tangential: T,
}

/// The point of the disc around 0 that is nearest to x.
#[inline]
pub(super) fn onto_disc<T: Size>(x: [T; 2], radius: T) -> [T; 2] {
    if is_inside(x, radius) {
        return x;
    }
    onto_disc_from(length(x), x, radius)
}

/// Whether x is clearly in the disc around 0: in the square between its axes, which takes no root.
#[inline]
pub(super) fn is_inside<T: Size>([x, y]: [T; 2], radius: T) -> bool {
    Scalar::abs(x) + Scalar::abs(y) <= radius
}

/// The same, where |x| is known.
fn onto_disc_from<T: Size>(length: T, x: [T; 2], radius: T) -> [T; 2] {
    if length > radius {
        x.map(|x| x / length * radius)
    } else {
        x
    }
}

/// |x|, without a root in the plane.
#[inline]
pub(super) fn length<T: Size>([x, y]: [T; 2]) -> T {
    if y == T::from_f64(0.0) {
        Scalar::abs(x)
    } else {
        Scalar::hypot(x, y)
    }
}

/// The larger of two numbers; the second one if the first is NaN.
pub(super) fn larger<T: Size>(x: T, y: T) -> T {
    if x > y { x } else { y }
}
