//! What each contact may do while the motion stays, in coordinates in which the norm is that of Euclid.

use crate::laws::Problem;
use crate::local::{Local, Triple, length};
use extremal_numerics::{Scalar, Size};

/// The percussions that a contact may have.
#[derive(Clone, Copy, Debug)]
pub(super) enum State<T> {
    /// P = 0: it opens, or no percussion accelerates it.
    Open,
    /// `P_N` ≥ 0, `P_T` = `P_N` t with a given t: it slips, or has no friction. One coordinate, `P_N` √(`a_N` + `a_T` |t|²).
    Ray { ratio: [T; 2], root: T },
    /// |`P_T`| ≤ μ `P_N`: it sticks. Coordinates √aᵢ Pᵢ, which have a cone of this slope.
    Cone { slope: T },
}

impl<T: Size> State<T> {
    /// The state at percussions that solve the problem: errors of velocities below `tolerance` of their scales are rounding.
    pub(super) fn of(
        problem: &impl Problem<T>,
        local: &Local<T>,
        percussions: &[T],
        tolerance: T,
    ) -> State<T> {
        let zero = T::from_f64(0.0);
        let own @ [p_n, p_1, p_2] = local.of(percussions);
        let (velocities @ [v_n, v_1, v_2], scales) = local.velocities(problem, percussions);
        let error = local.error_of(own, (velocities, scales));
        let is_closed = p_n > zero || v_n <= tolerance * error.normal;
        if !is_closed || local.is_idle(problem) {
            return State::Open;
        }
        if !local.has_friction() {
            return Self::ray(local, [zero; 2]);
        }
        let speed = length([v_1, v_2]);
        if speed <= tolerance * error.sticking {
            return Self::cone(local);
        }
        let ratio = if p_n > zero {
            [p_1 / p_n, p_2 / p_n]
        } else {
            [v_1, v_2].map(|v| -(local.friction * (v / speed)))
        };
        Self::ray(local, ratio)
    }

    fn ray(local: &Local<T>, ratio: [T; 2]) -> Self {
        let size = length(ratio);
        let root = Scalar::sqrt(local.normal + local.tangential * size * size);
        State::Ray { ratio, root }
    }

    /// Any percussion in the cone.
    pub(super) fn cone(local: &Local<T>) -> Self {
        let slope = local.friction * Scalar::sqrt(local.tangential / local.normal);
        State::Cone { slope }
    }

    /// Writes the state as numbers, one for each row of the contact.
    pub(super) fn write(self, local: &Local<T>, states: &mut [T]) {
        let kind = |kind: f64| T::from_f64(kind);
        let numbers = match self {
            State::Open => [kind(0.0); 3],
            State::Ray { ratio: [x, y], .. } => [kind(1.0), x, y],
            State::Cone { .. } => [kind(2.0); 3],
        };
        local.write(states, numbers);
    }

    /// The state of these numbers.
    pub(super) fn read(local: &Local<T>, states: &[T]) -> Self {
        match local.of(states) {
            [kind, x, y] if kind == T::from_f64(1.0) => Self::ray(local, [x, y]),
            [kind, ..] if kind == T::from_f64(2.0) => Self::cone(local),
            _ => State::Open,
        }
    }

    /// How many coordinates there are.
    pub(super) fn count(self, local: &Local<T>) -> usize {
        match self {
            State::Open => 0,
            State::Ray { .. } => 1,
            State::Cone { .. } => 1 + local.slips,
        }
    }

    /// The coordinates of percussions. What a contact lacks is zero.
    pub(super) fn coordinates(self, local: &Local<T>, [n, x, y]: Triple<T>) -> Triple<T> {
        let zero = T::from_f64(0.0);
        match self {
            State::Open => [zero; 3],
            State::Ray { root, .. } => [root * n, zero, zero],
            State::Cone { .. } => {
                let [normal, first, second] = local.roots();
                [normal * n, first * x, second * y]
            }
        }
    }

    /// The percussions of coordinates.
    pub(super) fn percussions(self, local: &Local<T>, [n, x, y]: Triple<T>) -> Triple<T> {
        match self {
            State::Open => [T::from_f64(0.0); 3],
            State::Ray { ratio, root } => {
                let normal = n / root;
                let [first, second] = ratio.map(|ratio| ratio * normal);
                [normal, first, second]
            }
            State::Cone { .. } => {
                let [normal, first, second] = local.roots();
                [n / normal, x / first, y / second]
            }
        }
    }

    /// A row of G in these coordinates: the transpose of [`percussions`](Self::percussions).
    pub(super) fn row(self, local: &Local<T>, [n, x, y]: Triple<T>) -> Triple<T> {
        let zero = T::from_f64(0.0);
        match self {
            State::Open => [zero; 3],
            State::Ray {
                ratio: [first, second],
                root,
            } => [(n + first * x + second * y) / root, zero, zero],
            State::Cone { .. } => self.percussions(local, [n, x, y]),
        }
    }

    /// The nearest coordinates that the contact may have.
    pub(super) fn nearest(self, [n, x, y]: Triple<T>) -> Triple<T> {
        let zero = T::from_f64(0.0);
        let size = length([x, y]);
        match self {
            State::Ray { .. } if n > zero => [n, zero, zero],
            State::Cone { slope } if size <= slope * n => [n, x, y],
            State::Cone { slope } if n + slope * size > zero => {
                let normal = (n + slope * size) / (T::from_f64(1.0) + slope * slope);
                let [x, y] = [x, y].map(|x| x / size * (slope * normal));
                [normal, x, y]
            }
            _ => [zero; 3],
        }
    }

    /// The derivative of [`nearest`](Self::nearest) at the first triple, times the second one. It is symmetric.
    pub(super) fn derivative(self, at @ [n, x, y]: Triple<T>, [d, e, f]: Triple<T>) -> Triple<T> {
        let zero = T::from_f64(0.0);
        let size = length([x, y]);
        match self {
            State::Ray { .. } if n > zero => [d, zero, zero],
            State::Cone { slope } if size <= slope * n => [d, e, f],
            State::Cone { slope } if n + slope * size > zero => {
                let [normal, ..] = self.nearest(at);
                let [x, y] = [x / size, y / size];
                let along = x * e + y * f;
                let change = (d + slope * along) / (T::from_f64(1.0) + slope * slope);
                let turn = slope * normal / size;
                let part = |unit: T, own: T| slope * change * unit + turn * (own - along * unit);
                [change, part(x, e), part(y, f)]
            }
            _ => [zero; 3],
        }
    }
}

/// The rows of G in coordinates, each divided by √aᵢ: R rows of R numbers, and zeros where a contact has no coordinate.
pub(super) fn scaled<T: Size, P: Problem<T>>(problem: &P, states: &[T], row: &mut [T], matrix: &mut [T]) {
    let rows = problem.rows();
    let mut lines = matrix.chunks_exact_mut(rows.max(1));
    for of in problem.each() {
        for (i, root) in of.rows().zip(of.roots()) {
            let Some(line) = lines.next() else { return };
            row.fill(T::from_f64(0.0));
            for (column, g) in problem.entries(i) {
                if let Some(to) = row.get_mut(column) {
                    *to = g / root;
                }
            }
            for local in problem.each() {
                let state = State::read(&local, states);
                local.write(line, state.row(&local, local.of(row)));
            }
        }
    }
}

/// All coordinates that contacts may have nearest to given ones.
pub(super) fn nearest<T: Size>(problem: &impl Problem<T>, states: &[T], from: &[T], to: &mut [T]) {
    for local in problem.each() {
        local.write(to, State::read(&local, states).nearest(local.of(from)));
    }
}

/// How many coordinates all contacts have.
pub(super) fn count<T: Size>(problem: &impl Problem<T>, states: &[T]) -> usize {
    let each = problem.each();
    each.map(|local| State::read(&local, states).count(&local)).sum()
}
