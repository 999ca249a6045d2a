//! The point of least norm in a cone and in the solutions of linear equations, by its multipliers.

use super::states::{State, nearest};
use crate::laws::Problem;
use crate::local::larger;
use extremal_numerics::block::{copied, dot};
use extremal_numerics::{Scalar, Size, lu};

/// Newton iterations at most. Contacts that open or close one after the other take one each.
const ITERATIONS: usize = 100;
/// Halvings of a step that does not reduce θ.
const HALVINGS: usize = 30;
/// The part of the reduction that the slope promises, at least.
const ENOUGH: f64 = 1e-4;
/// δ over |F|/|b|. Eigenvalues of the matrix are at most 1. Steps along which nothing changes yet are up to |b|/SOFT, as
/// cones of which little is left need large multipliers.
const SOFT: f64 = 1e-6;

/// min ½|y|² with B y = b and y ∈ K, for a B of orthonormal rows and a product K of rays and cones.
///
/// ```text
/// y = proj_K(Bᵀ λ),   F(λ) = B y − b = 0,   F = ∇θ,   θ = ½ |proj_K(Bᵀ λ)|² − bᵀ λ
/// ```
///
/// θ is convex, and F is smooth on pieces. Newton's steps (B J Bᵀ + δ) Δ = −F, with the derivative J of the projection and δ =
/// 10⁻⁶ |F|/|b|, are halved until they reduce θ. From λ = b they are none if Bᵀ b, the point of least norm without K, is in K.
#[derive(Debug)]
pub(super) struct Dual<'a, T, P> {
    pub(super) problem: &'a P,
    pub(super) states: &'a [T],
    /// B and b.
    pub(super) basis: &'a [T],
    pub(super) target: &'a [T],
    /// B J Bᵀ.
    pub(super) matrix: &'a mut [T],
    pub(super) multipliers: &'a mut [T],
    pub(super) next: &'a mut [T],
    /// F, and Δ.
    pub(super) missing: &'a mut [T],
    pub(super) step: &'a mut [T],
    /// Bᵀ λ, and y.
    pub(super) free: &'a mut [T],
    pub(super) inside: &'a mut [T],
    /// J times a row of B.
    pub(super) turned: &'a mut [T],
}

impl<T: Size, P: Problem<T>> Dual<'_, T, P> {
    /// Writes the best y that was found.
    pub(super) fn solve(mut self, best: &mut [T]) {
        let zero = T::from_f64(0.0);
        let size = Scalar::sqrt(dot(self.target, self.target));
        let rounding = T::from_f64(T::EPSILON) * size;
        let floor = T::from_count(self.problem.rows()) * rounding;
        copied(self.target, self.multipliers);
        copied(self.target, self.next);
        let mut theta = self.evaluate();
        let mut least = T::INFINITY;
        for _ in 0..ITERATIONS {
            let missing = Scalar::sqrt(dot(self.missing, self.missing));
            // At the floor a step goes on as long as it is worth it.
            let is_enough = missing > T::from_f64(0.5) * least && least <= floor;
            if missing < least {
                least = missing;
                copied(self.inside, best);
            }
            if missing <= rounding || is_enough || size == zero {
                return;
            }
            match self.move_on(theta, (missing, size)) {
                Some(next) => theta = next,
                None => return,
            }
        }
    }

    /// One step. θ at its end, if there is such a step.
    fn move_on(&mut self, theta: T, (missing, size): (T, T)) -> Option<T> {
        self.linearize((missing, size));
        self.step
            .iter_mut()
            .zip(&*self.missing)
            .for_each(|(step, &missing)| *step = -missing);
        lu::solve(self.matrix, self.step).ok()?;
        let slope = dot(self.step, self.missing);
        // θ is known up to its rounding.
        let rounding = T::from_count(4 * self.problem.rows()) * T::from_f64(T::EPSILON) * size * size;
        let mut length = T::from_f64(1.0);
        for _ in 0..HALVINGS {
            for ((next, &now), &step) in self.next.iter_mut().zip(&*self.multipliers).zip(&*self.step) {
                *next = now + length * step;
            }
            let next = self.evaluate();
            if next <= theta + T::from_f64(ENOUGH) * length * slope + rounding {
                copied(self.next, self.multipliers);
                return Some(next);
            }
            length = length * T::from_f64(0.5);
        }
        None
    }

    /// Bᵀ λ, y and F at the next multipliers. Returns θ.
    fn evaluate(&mut self) -> T {
        self.free.fill(T::from_f64(0.0));
        let width = self.free.len().max(1);
        for (row, &multiplier) in self.basis.chunks_exact(width).zip(&*self.next) {
            for (x, &b) in self.free.iter_mut().zip(row) {
                *x = *x + multiplier * b;
            }
        }
        nearest(self.problem, self.states, self.free, self.inside);
        let rows = self.basis.chunks_exact(width).zip(self.target);
        for (missing, (row, &target)) in self.missing.iter_mut().zip(rows) {
            *missing = dot(row, self.inside) - target;
        }
        T::from_f64(0.5) * dot(self.inside, self.inside) - dot(self.target, self.next)
    }

    /// B J Bᵀ + δ
    fn linearize(&mut self, (missing, size): (T, T)) {
        let (rank, width) = (self.target.len().max(1), self.free.len().max(1));
        let least = T::from_count(4 * width) * T::from_f64(T::EPSILON);
        let soft = larger(T::from_f64(SOFT) * (missing / size), least);
        let lines = self.matrix.chunks_exact_mut(rank);
        for (k, (line, row)) in lines.zip(self.basis.chunks_exact(width)).enumerate() {
            for local in self.problem.each() {
                let state = State::read(&local, self.states);
                let turned = state.derivative(local.of(self.free), local.of(row));
                local.write(self.turned, turned);
            }
            for (entry, other) in line.iter_mut().zip(self.basis.chunks_exact(width)) {
                *entry = dot(self.turned, other);
            }
            if let Some(diagonal) = line.get_mut(k) {
                *diagonal = *diagonal + soft;
            }
        }
    }
}
