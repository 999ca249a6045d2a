//! The laws of contacts: how far percussions are from a solution, however G is stored.

use super::local::{Local, Triple, larger, onto_disc};
use super::{ActiveContact, floor};
use extremal_numerics::block::at;
use extremal_numerics::{Scalar, Size};

/// The largest error of a velocity, as a part of the largest one without percussions. Scales alone accept a body that falls
/// through another one which is 10⁸ times lighter: summands, and velocities with masses of 1, are large there.
pub(super) const FASTEST: f64 = 1e-3;
/// The largest [error](Problem::error) that is accepted of a path that gets lost: a part in ten thousand of the velocities.
/// Piles with many redundant contacts of large friction, shortly before they rest, are not solved better within the time of a
/// few paths.
pub(super) const ACCEPTED: f64 = 1e-4;

/// How far percussions are from a solution.
#[derive(Clone, Copy, Debug)]
pub(super) struct Residuals<T> {
    /// [`ContactProblem::residual`].
    pub(super) strict: T,
    /// The residual with the scales of sticking contacts, so that a contact that begins to slip does not hide progress of
    /// others.
    pub(super) merit: T,
}

/// The interface of a contact problem for the solvers, however G is stored.
pub(super) trait Problem<T: Size>: Sized {
    /// c
    fn free(&self) -> &[T];

    /// σ of c
    fn scales(&self) -> &[T];

    fn contacts(&self) -> &[ActiveContact<T>];

    /// Gᵢᵢ
    fn diagonal(&self, row: usize) -> T;

    /// Whether a row of G is zero.
    fn is_zero(&self, row: usize) -> bool;

    /// The columns of a row of G and its numbers there, all but zeros.
    fn entries(&self, row: usize) -> impl Iterator<Item = (usize, T)>;

    /// `start` and (G P)ᵢ, and the magnitudes of its summands.
    fn product(&self, row: usize, percussions: &[T], start: (T, T)) -> (T, T);

    /// R
    fn rows(&self) -> usize {
        self.free().len()
    }

    /// ξᵢ = (G P + c)ᵢ, and the sum of the magnitudes of its summands.
    fn velocity(&self, row: usize, percussions: &[T]) -> (T, T) {
        let start = (at(self.free(), row), Scalar::abs(at(self.scales(), row)));
        self.product(row, percussions, start)
    }

    /// The contacts with their places.
    fn each(&self) -> impl Iterator<Item = Local<T>> {
        let mut first = 0;
        self.contacts().iter().map(move |contact| {
            let local = Local::new(self, first, *contact);
            first += 1 + contact.slips;
            local
        })
    }

    /// The residual, and a merit.
    fn residuals(&self, percussions: &[T]) -> Residuals<T> {
        self.residuals_with(percussions, |_, _| {})
    }

    /// The same, and ξ of each contact for who takes it.
    fn residuals_with(&self, percussions: &[T], take: impl FnMut(&Local<T>, Triple<T>)) -> Residuals<T> {
        let zero = T::from_f64(0.0);
        let mut residuals = Residuals {
            strict: zero,
            merit: zero,
        };
        self.each_residual(percussions, take, |own| {
            residuals.strict = largest_or_nan(own.strict, residuals.strict);
            residuals.merit = largest_or_nan(own.merit, residuals.merit);
        });
        residuals
    }

    /// The residual and the merit of each contact.
    fn each_residual(
        &self,
        percussions: &[T],
        mut take: impl FnMut(&Local<T>, Triple<T>),
        mut visit: impl FnMut(Residuals<T>),
    ) {
        let zero = T::from_f64(0.0);
        let (unit, fastest) = (self.unit(), self.fastest());
        // Of a residual of 8 floors an error of this size.
        let fastest = T::from_f64(0.125 * FASTEST) * fastest / floor(self);
        for local in self.each() {
            let (velocities, scales) = local.velocities(self, percussions);
            take(&local, velocities);
            let error = local.error_of(local.of(percussions), (velocities, scales));
            let roots = local.roots();
            let relative = |tangential: T| {
                let scales = [error.normal, tangential, tangential];
                let parts = error.errors.into_iter().zip(scales).zip(roots);
                parts.fold(zero, |largest, ((error, scale), root)| {
                    let scale = smaller(smaller(scale, unit * root), fastest);
                    let relative = if error == zero {
                        zero
                    } else {
                        Scalar::abs(error) / scale
                    };
                    largest_or_nan(relative, largest)
                })
            };
            visit(Residuals {
                strict: relative(error.tangential),
                merit: relative(error.sticking),
            });
        }
    }

    /// The contact with the largest residual; none if there is none.
    fn worst(&self, percussions: &[T]) -> Option<usize> {
        let (mut contact, mut worst, mut largest) = (0, None, T::from_f64(0.0));
        self.each_residual(
            percussions,
            |_, _| {},
            |Residuals { strict, .. }| {
                if strict > largest || strict.is_nan() {
                    (worst, largest) = (Some(contact), strict);
                }
                contact += 1;
            },
        );
        worst
    }

    /// The largest error of the laws over the largest of the velocities without percussions, both with masses of 1.
    ///
    /// Percussions without bound hide errors from [`residuals`](Self::residuals), as of a problem without a solution: the
    /// summands of velocities are as large as they. This `share` of the summands counts as an error. So does, without masses, a
    /// tenth of an error over the largest velocity.
    fn error(&self, percussions: &[T], share: T) -> T {
        let zero = T::from_f64(0.0);
        let unit = self.unit() * Scalar::sqrt(T::from_f64(T::EPSILON));
        let fastest = T::from_f64(FASTEST / ACCEPTED) * self.fastest();
        self.each().fold(zero, |most, local| {
            let error = local.error(self, percussions);
            let sizes = [error.normal, error.sticking, error.sticking];
            let errors = error.errors.into_iter().zip(sizes).zip(local.roots());
            errors.fold(most, |most, ((error, size), root)| {
                let own = Scalar::abs(error);
                let by_mass = larger(own, share * size);
                let parts = [(by_mass, unit * root), (own, fastest)];
                parts.into_iter().fold(most, |most, (error, unit)| {
                    let error = if error == zero { zero } else { error / unit };
                    largest_or_nan(error, most)
                })
            })
        })
    }

    /// Σ a F², F the function of Alart and Curnier: smooth where it is not zero, up to kinks.
    #[cfg(feature = "alloc")]
    fn squares(&self, percussions: &[T]) -> T {
        let zero = T::from_f64(0.0);
        self.each().fold(zero, |sum, local| {
            let ([v_n, v_1, v_2], _) = local.velocities(self, percussions);
            let [p_n, p_1, p_2] = local.of(percussions);
            let pressed = larger(p_n - v_n / local.normal, zero);
            let towards = [(p_1, v_1), (p_2, v_2)].map(|(p, v)| p - v / local.tangential);
            let [t_1, t_2] = onto_disc(towards, local.friction * pressed);
            let (n, x, y) = (p_n - pressed, p_1 - t_1, p_2 - t_2);
            sum + local.normal * n * n + local.tangential * (x * x + y * y)
        })
    }

    /// max |σᵢ|/√aᵢ over √ε, σ of c.
    fn unit(&self) -> T {
        let mut largest = T::from_f64(0.0);
        for local in self.each() {
            for (free, root) in local.of(self.scales()).into_iter().zip(local.roots()) {
                largest = larger(Scalar::abs(free) / root, largest);
            }
        }
        largest / Scalar::sqrt(T::from_f64(T::EPSILON))
    }

    /// Whether the rounding of velocities is below the largest error that they may have. Where it is not, some percussions out
    /// of many have a small residual by chance.
    fn is_resolved(&self, percussions: &[T]) -> bool {
        let rounding = T::from_f64(T::EPSILON) * T::from_count(self.rows());
        let most = T::from_f64(FASTEST) * self.fastest();
        (0..self.rows()).all(|row| rounding * self.velocity(row, percussions).1 <= most)
    }

    /// max |σᵢ|, σ of c.
    fn fastest(&self) -> T {
        let scales = self.scales().iter();
        scales.fold(T::from_f64(0.0), |most, &scale| larger(Scalar::abs(scale), most))
    }

    /// Moves percussions into the cones of friction, which rounding errors leave. Whether one of them moved.
    fn project(&self, percussions: &mut [T]) -> bool {
        let mut has_moved = false;
        for local in self.each() {
            let own @ [normal, slip_1, slip_2] = local.of(percussions);
            let normal = larger(normal, T::from_f64(0.0));
            let [slip_1, slip_2] = onto_disc([slip_1, slip_2], local.friction * normal);
            let inside = [normal, slip_1, slip_2];
            has_moved |= inside != own;
            local.write(percussions, inside);
        }
        has_moved
    }

    /// Makes the percussions of contacts zero that open, `τ_N` ≤ 0, or that no percussion accelerates. Whether one of them was
    /// not.
    fn release(&self, percussions: &mut [T]) -> bool {
        let zero = T::from_f64(0.0);
        let mut has_moved = false;
        for local in self.each() {
            let own @ [normal, ..] = local.of(percussions);
            let ([velocity, ..], _) = local.velocities(self, percussions);
            if own != [zero; 3] && (local.normal * normal <= velocity || local.is_idle(self)) {
                local.write(percussions, [zero; 3]);
                has_moved = true;
            }
        }
        has_moved
    }
}

pub(super) fn smaller<T: Size>(x: T, y: T) -> T {
    if x < y { x } else { y }
}

/// The larger of two numbers; NaN if one of them is.
pub(super) fn largest_or_nan<T: Size>(x: T, y: T) -> T {
    if x > y || x.is_nan() { x } else { y }
}
