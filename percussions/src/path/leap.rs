//! Long steps along the central path, for many contacts: about fifteen from far inside of the cones to the solution.
//!
//! A first step aims at σ = 0. How far it leads tells the σ of a second one with the same factors, which takes the curvature of
//! p ∘ v = σ e along the first one into account:
//!
//! ```text
//! H Δp + Δv = σ p⁻¹ − v − W L(λ)⁻¹ ((W Δp₀) ∘ (W⁻¹ Δv₀)),   H = W²,   λ = W p,   L(λ) x = λ ∘ x
//! ```
//!
//! The slope of |s| jumps where a slip s is near zero: a few contacts whose slips change their signs from step to step would
//! stop all. There it is blurred:
//!
//! ```text
//! ∂|s|/∂s ≈ s/√(|s|² + b²)
//! ```
//!
//! b is a part of the gap, or of what v(p) and v of the contact differ by. v(p) itself is not blurred, and the gap waits for it
//! to be v.
//!
//! S. Mehrotra, On the implementation of a primal-dual interior point method, SIAM Journal on Optimization 2, 1992; V. Acary,
//! P. Armand, H. M. Nguyen, M. Shpakovych, Second-order cone programming for frictional contact mechanics using interior point
//! algorithm, Optimization Methods and Software 39, 2024.

use super::{Cone, Path, times};
use crate::laws::Problem;
use crate::local::larger;
use crate::lorentz::{Root, dot, inverse, moved, reach, scaling};
use crate::sparse::SparseContactProblem;
use crate::sparse_tangent::SparseTangent;
use crate::tangent::Tangent;
use extremal_numerics::block::copied;
use extremal_numerics::{LinearFailure, Scalar, Size};

/// The least part of its gap that a step aims at.
const LEAST: f64 = 1e-3;
/// The gap does not fall below this part of the largest |v(p) − v|.
const BEHIND: f64 = 2e-3;
/// The blur of slips over the gap, and how it grows where steps are short.
const BLUR: f64 = 0.3;
const MORE: f64 = 10.0;
const LESS: f64 = 1.0 / 3.0;
const SHORT: f64 = 0.1;
const LONG: f64 = 0.5;

/// The parameters that distinguish one path to the solution from another.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Course {
    /// The blur of the slip of a contact over |v(p) − v|.
    pub(in super::super) share: f64,
    /// The size of p at the beginning.
    pub(in super::super) start: f64,
}

/// The mean of p₀ of percussions over the contacts. At rest the loads of a pile are far above the percussions that stop each
/// contact by itself, and a path that begins at them is shorter.
pub(in super::super) fn load<T: Size>(problem: &SparseContactProblem<T>, percussions: &[T]) -> T {
    let zero = T::from_f64(0.0);
    let (mut sum, mut count, mut unit) = (zero, 0, T::MIN_POSITIVE);
    for cone in problem.each().map(Cone::new) {
        let free = times(cone.units, cone.local.of(problem.free())).map(Scalar::abs);
        unit = free.into_iter().fold(unit, |most, c| larger(c, most));
        let ([normal, ..], [of_p, ..]) = (cone.local.of(percussions), cone.units);
        sum = sum + normal / of_p;
        count += 1;
    }
    sum / (unit * T::from_count(count))
}

impl<T: Size> Path<'_, '_, T, SparseContactProblem<T>> {
    /// The path of a course, from its beginning at p = `load` times the start of the course.
    pub(in super::super) fn on(mut self, course: Course, load: T) -> Self {
        let start = load * T::from_f64(course.start);
        self.p.iter_mut().for_each(|p| *p = start * *p);
        self.share = T::from_f64(course.share);
        self.vagueness = T::from_f64(BLUR);
        self
    }

    /// A step towards the solution that stays inside. Its length.
    pub(in super::super) fn leap(&mut self, tangent: &mut SparseTangent<T>) -> Result<T, LinearFailure> {
        let one = T::from_f64(1.0);
        let gap = self.gap();
        self.blur = self.vagueness * gap;
        self.equations(T::from_f64(0.0), tangent);
        // −v(p)
        copied(self.dp, self.last_v);
        tangent.solve(self.dp)?;
        let least = larger(T::from_f64(BEHIND) * self.difference() / gap, T::from_f64(LEAST));
        let length = self.predict();
        let ratio = self.gap_after(length) / gap;
        let part = larger(ratio * ratio * ratio, least);
        self.bend(if part < one { part * gap } else { gap });
        tangent.solve_again(self.dp)?;
        let length = self.reach_of_step();
        self.leave();
        self.walk(length);
        self.adapt(length);
        Ok(length)
    }

    /// The largest difference of v(p) and v.
    fn difference(&self) -> T {
        let differences = self.cones().map(|Cone { local, .. }| {
            let [_, [own, ..]] = self.pair(&local);
            let [opposite, ..] = local.of(self.last_v);
            Scalar::abs(own + opposite)
        });
        differences.fold(T::from_f64(0.0), |most, x| larger(x, most))
    }

    /// Δv of the step to σ = 0, and how far that step leads.
    fn predict(&mut self) -> T {
        let (zero, one) = (T::from_f64(0.0), T::from_f64(1.0));
        let mut most = one;
        for local in self.cones().map(|cone| cone.local) {
            let ([p, v], dp) = (self.pair(&local), local.of(self.dp));
            let after = moved(v, one, scaling(p, v).map(|row| dot(row, dp)));
            let dv = moved([zero; 3], -one, after);
            local.write(self.dv, dv);
            for reach in [reach(p, dp), reach(v, dv)] {
                most = if reach < most { reach } else { most };
            }
        }
        most
    }

    /// The mean of p·v after a part of the step.
    fn gap_after(&self, length: T) -> T {
        let (mut sum, mut count) = (T::from_f64(0.0), 0);
        for local in self.cones().map(|cone| cone.local) {
            let ([p, v], dp, dv) = (self.pair(&local), local.of(self.dp), local.of(self.dv));
            sum = sum + dot(moved(p, length, dp), moved(v, length, dv));
            count += 1;
        }
        sum / T::from_count(count)
    }

    /// The right-hand side of the second step, and what is left of Δv + H Δp.
    fn bend(&mut self, target: T) {
        let (zero, one) = (T::from_f64(0.0), T::from_f64(1.0));
        for local in self.cones().map(|cone| cone.local) {
            let ([p, v], dp, dv) = (self.pair(&local), local.of(self.dp), local.of(self.dv));
            let curvature = Root::of_scaling(p, v).curvature(dp, dv);
            let towards = moved(moved(inverse(p).map(|x| target * x), -one, v), -one, curvature);
            local.write(self.dv, towards);
            let right @ [normal, ..] = moved(moved(towards, one, v), one, local.of(self.last_v));
            let right = if local.has_friction() {
                right
            } else {
                [normal, zero, zero]
            };
            local.write(self.dp, right);
        }
    }

    /// More blur after a short step, less after a long one.
    fn adapt(&mut self, length: T) {
        if length < T::from_f64(SHORT) {
            self.vagueness = T::from_f64(MORE) * self.vagueness;
        } else if length > T::from_f64(LONG) {
            self.vagueness = larger(T::from_f64(LESS) * self.vagueness, T::from_f64(BLUR));
        }
    }
}
