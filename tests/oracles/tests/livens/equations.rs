//! The equations of the scheme, by hand: dual numbers for gradients, plain differences, and Newton's method on them.
//!
//! It shares no code with the derive.

use num_dual::{Dual, Dual64};

use crate::support::by_hand::{ByHand, Number, jacobian};

/// A system by hand with its constraints.
pub(crate) trait Tied: ByHand {
    fn constraints<T: Number>(&self, _t: T, _q: &[T]) -> Vec<T> {
        Vec::new()
    }
}

/// How L(q₁, v₁) − L(q₀, v₀) is divided between coordinates and velocities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Partition {
    /// The means over both velocities and over both positions.
    Symmetric,
    /// From one position to the other at the first velocity, then from one velocity to the other at the last position.
    Sequential,
}

/// The values at a node, and the impulses of the constraints over the step to it.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) q: Vec<f64>,
    pub(crate) v: Vec<f64>,
    pub(crate) p: Vec<f64>,
    pub(crate) impulses: Vec<f64>,
}

/// A step from t to t + h.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<'a> {
    pub(crate) t: f64,
    pub(crate) h: f64,
    pub(crate) inputs: &'a [f64],
    pub(crate) partition: Partition,
}

struct Balance<T> {
    residual: Vec<T>,
    end: [Vec<T>; 3],
}

impl Step<'_> {
    /// The end of the step.
    pub(crate) fn from<S: Tied>(&self, system: &S, start: &Node) -> Node {
        let n = start.q.len();
        let ties = system.constraints(self.t, &start.q).len();
        // Not v itself: differences over no change of the velocity are 0/0 here.
        let guess: Vec<f64> = start.v.iter().map(|v| 1.001 * v + 1e-3).collect();
        let mut x = [&guess[..], &vec![0.0; ties]].concat();
        // The convergence is quadratic from a guess with an error of h; after that only rounding remains.
        for _ in 0..12 {
            let residual = self.balance(system, start, &x).residual;
            let tangent = jacobian(|x: &[Dual64]| self.balance(system, start, x).residual, &x);
            let change = solved(tangent, residual);
            x.iter_mut().zip(change).for_each(|(x, by)| *x -= by);
        }
        let [q, v, p] = self.balance(system, start, &x).end;
        Node {
            q,
            v,
            p,
            impulses: x.split_off(n),
        }
    }

    fn balance<S: Tied, T: Number>(&self, system: &S, start: &Node, x: &[T]) -> Balance<T> {
        let h = self.h;
        let [q, v, p] = [&start.q, &start.v, &start.p].map(|x| lifted::<T>(x));
        let (middle, impulses) = x.split_at(q.len());
        let end_q = combined(&q, 1.0, middle, h);
        let end_v = combined(middle, 2.0, &v, -1.0);
        let by_q = self.by_q(system, (&q, &end_q), (&v, &end_v));
        let by_v = self.by_v(system, (&q, &end_q), (&v, &end_v));
        let u = lifted::<T>(self.inputs);
        let half_way = combined(&combined(&q, 1.0, &end_q, 1.0), 0.5, &q, 0.0);
        let force = system.force(T::from(self.t + 0.5 * h), &half_way, middle, &u);
        let mut gained = combined(&by_q, h, &force, h);
        for (j, &impulse) in impulses.iter().enumerate() {
            let held = (self.t + 0.5 * h).into();
            let slopes = discrete_gradient(|q| system.constraints(held, q)[j], &q, &end_q);
            gained
                .iter_mut()
                .zip(slopes)
                .for_each(|(sum, slope)| *sum -= slope * impulse);
        }
        let changes = combined(
            &system.constraints(T::from(self.t + h), &end_q),
            1.0,
            &system.constraints(T::from(self.t), &q),
            -1.0,
        );
        let mean = combined(&p, 1.0, &gained, 0.5);
        let balance = combined(&mean, 1.0, &by_v, -1.0);
        Balance {
            residual: balance
                .into_iter()
                .chain(changes.into_iter().map(|g| g / h))
                .collect(),
            end: [end_q, end_v, combined(&p, 1.0, &gained, 1.0)],
        }
    }

    fn by_q<S: Tied, T: Number>(&self, system: &S, q: (&[T], &[T]), v: (&[T], &[T])) -> Vec<T> {
        let over = |v: &[T]| discrete_gradient(|q| self.lagrangian(system, q, &raised(v)), q.0, q.1);
        match self.partition {
            Partition::Symmetric => combined(&over(v.0), 0.5, &over(v.1), 0.5),
            Partition::Sequential => over(v.0),
        }
    }

    fn by_v<S: Tied, T: Number>(&self, system: &S, q: (&[T], &[T]), v: (&[T], &[T])) -> Vec<T> {
        let over = |q: &[T]| {
            let l = |v: &[Dual<T>]| self.lagrangian(system, &raised(q), v);
            if S::GENERAL {
                discrete_gradient(l, v.0, v.1)
            } else {
                // The discrete gradient of a quadratic is its gradient in the middle.
                gradient(l, &combined(v.0, 0.5, v.1, 0.5))
            }
        };
        match self.partition {
            Partition::Symmetric => combined(&over(q.0), 0.5, &over(q.1), 0.5),
            Partition::Sequential => over(q.1),
        }
    }

    /// L in the middle of time.
    fn lagrangian<S: Tied, T: Number>(&self, system: &S, q: &[T], v: &[T]) -> T {
        let t = T::from(self.t + 0.5 * self.h);
        system.kinetic(t, q, v) - system.potential(t, q)
    }
}

/// ∇f(z) + [f(y) − f(x) − ∇f(z)·w] w/|w|², z = (x + y)/2, w = y − x.
fn discrete_gradient<T: Number>(f: impl Fn(&[Dual<T>]) -> Dual<T>, x: &[T], y: &[T]) -> Vec<T> {
    let way = combined(y, 1.0, x, -1.0);
    let slopes = gradient(&f, &combined(x, 0.5, y, 0.5));
    let rise = f(&raised(y)).re - f(&raised(x)).re;
    let excess = (rise - dot(&slopes, &way)) / dot(&way, &way);
    slopes.iter().zip(&way).map(|(&g, &w)| g + w * excess).collect()
}

fn gradient<T: Number>(f: impl Fn(&[Dual<T>]) -> Dual<T>, x: &[T]) -> Vec<T> {
    let along = |k: usize| {
        let mut x = raised(x);
        x[k].eps = T::from(1.0);
        f(&x).eps
    };
    (0..x.len()).map(along).collect()
}

fn lifted<T: Number>(x: &[f64]) -> Vec<T> {
    x.iter().map(|&x| T::from(x)).collect()
}

fn raised<T: Number>(x: &[T]) -> Vec<Dual<T>> {
    x.iter().map(|&x| Dual::new(x, T::from(0.0))).collect()
}

/// a x + b y
fn combined<T: Number>(x: &[T], a: f64, y: &[T], b: f64) -> Vec<T> {
    x.iter().zip(y).map(|(&x, &y)| x * a + y * b).collect()
}

fn dot<T: Number>(x: &[T], y: &[T]) -> T {
    x.iter().zip(y).fold(T::from(0.0), |sum, (&x, &y)| sum + x * y)
}

/// A⁻¹ b by elimination with pivots.
pub(crate) fn solved(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for k in 0..n {
        let size = |row: usize| a[row][k].abs();
        let pivot = (k..n).fold(k, |best, row| if size(row) > size(best) { row } else { best });
        a.swap(k, pivot);
        b.swap(k, pivot);
        for row in k + 1..n {
            let factor = a[row][k] / a[k][k];
            let above = a[k].clone();
            a[row].iter_mut().zip(above).for_each(|(x, y)| *x -= factor * y);
            b[row] -= factor * b[k];
        }
    }
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|j| a[k][j] * b[j]).sum();
        b[k] = (b[k] - known) / a[k][k];
    }
    b
}
