//! Systems written by hand, and their derivatives by dual numbers: the oracle of what the derive generates.
//!
//! It shares no code with the tested crate: nothing here names `extremal`.

use num_dual::{Dual64, DualNum, HyperDual64};

/// `f64` and `num_dual`'s numbers over it.
pub(crate) trait Number: DualNum<Primitive = f64> + Copy {}

impl<T: DualNum<Primitive = f64> + Copy> Number for T {}

/// A mechanical system as plain functions, with T and V separate, because schemes may integrate them with different rules.
pub(crate) trait ByHand {
    /// Whether L is given as a whole; it is then in place of T.
    const GENERAL: bool = false;

    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T;

    fn potential<T: Number>(&self, _t: T, _q: &[T]) -> T {
        T::from(0.0)
    }

    fn force<T: Number>(&self, _t: T, q: &[T], _v: &[T], _u: &[T]) -> Vec<T> {
        vec![T::from(0.0); q.len()]
    }
}

/// A system by hand without its type, so that the code that uses it is compiled once for all systems.
pub(crate) trait Oracle {
    fn is_general(&self) -> bool;
    fn real(&self) -> Functions<'_, f64>;
    fn dual(&self) -> Functions<'_, Dual64>;
    fn hyper(&self) -> Functions<'_, HyperDual64>;
}

/// Of (t, q, v, u).
pub(crate) type Function<'a, T> = Box<dyn Fn(T, &[T], &[T], &[T]) -> T + 'a>;
type Force<'a, T> = Box<dyn Fn(T, &[T], &[T], &[T]) -> Vec<T> + 'a>;

/// T, V and f over (t, q, v, u).
pub(crate) struct Functions<'a, T> {
    pub(crate) kinetic: Function<'a, T>,
    pub(crate) potential: Function<'a, T>,
    pub(crate) force: Force<'a, T>,
}

impl<T: Number> Functions<'_, T> {
    fn lagrangian(&self, t: T, q: &[T], v: &[T]) -> T {
        (self.kinetic)(t, q, v, &[]) - (self.potential)(t, q, v, &[])
    }
}

fn functions<S: ByHand, T: Number>(system: &S) -> Functions<'_, T> {
    Functions {
        kinetic: Box::new(|t, q, v, _| system.kinetic(t, q, v)),
        potential: Box::new(|t, q, _, _| system.potential(t, q)),
        force: Box::new(|t, q, v, u| system.force(t, q, v, u)),
    }
}

impl<S: ByHand> Oracle for S {
    fn is_general(&self) -> bool {
        S::GENERAL
    }

    fn real(&self) -> Functions<'_, f64> {
        functions(self)
    }

    fn dual(&self) -> Functions<'_, Dual64> {
        functions(self)
    }

    fn hyper(&self) -> Functions<'_, HyperDual64> {
        functions(self)
    }
}

/// L and its derivatives at a point (t, q, v).
pub(crate) struct Continuous {
    pub(crate) lagrangian: f64,
    pub(crate) momentum: Vec<f64>,
    pub(crate) mass_matrix: Vec<Vec<f64>>,
    pub(crate) generalized_energy: f64,
    pub(crate) total_energy: f64,
    pub(crate) force: Vec<f64>,
    /// ∂L/∂q + f − (∂p/∂q) v − ∂p/∂t
    pub(crate) pull: Vec<f64>,
}

impl Continuous {
    pub(crate) fn of(system: &dyn Oracle, t: f64, q: &[f64], v: &[f64], u: &[f64]) -> Self {
        let n = q.len();
        let y = [&[t], q, v].concat();
        let (real, dual, hyper) = (system.real(), system.dual(), system.hyper());
        let lagrangian = real.lagrangian(t, q, v);
        let slopes = gradient(|y| dual.lagrangian(y[0], &y[1..=n], &y[n + 1..]), &y);
        let curvatures = hessian(|y| hyper.lagrangian(y[0], &y[1..=n], &y[n + 1..]), &y);
        let momentum = slopes[n + 1..].to_vec();
        let generalized_energy = dot(v, &momentum) - lagrangian;
        let force = (real.force)(t, q, v, u);
        let pull = (0..n).map(|i| {
            let row = &curvatures[n + 1 + i];
            slopes[1 + i] + force[i] - dot(&row[1..=n], v) - row[0]
        });
        Self {
            lagrangian,
            mass_matrix: curvatures[n + 1..]
                .iter()
                .map(|row| row[n + 1..].to_vec())
                .collect(),
            generalized_energy,
            total_energy: if system.is_general() {
                generalized_energy
            } else {
                (real.kinetic)(t, q, v, u) + (real.potential)(t, q, v, u)
            },
            pull: pull.collect(),
            momentum,
            force,
        }
    }
}

/// ∂f/∂xᵢ.
pub(crate) fn gradient(f: impl Fn(&[Dual64]) -> Dual64, x: &[f64]) -> Vec<f64> {
    jacobian(|x| vec![f(x)], x).remove(0)
}

/// ∂fᵢ/∂xⱼ, row by row.
pub(crate) fn jacobian(f: impl Fn(&[Dual64]) -> Vec<Dual64>, x: &[f64]) -> Vec<Vec<f64>> {
    let columns: Vec<Vec<f64>> = (0..x.len())
        .map(|j| {
            let seeded: Vec<Dual64> = x.iter().map(|&x| Dual64::from_re(x)).collect();
            let seeded = with(seeded, j, Dual64::derivative);
            f(&seeded).iter().map(|y| y.eps).collect()
        })
        .collect();
    (0..columns[0].len())
        .map(|i| columns.iter().map(|column| column[i]).collect())
        .collect()
}

/// ∂²f/∂xᵢ∂xⱼ.
pub(crate) fn hessian(f: impl Fn(&[HyperDual64]) -> HyperDual64, x: &[f64]) -> Vec<Vec<f64>> {
    let constants: Vec<HyperDual64> = x.iter().map(|&x| HyperDual64::from_re(x)).collect();
    let entry = |i, j| {
        let seeded = with(constants.clone(), i, HyperDual64::derivative1);
        f(&with(seeded, j, HyperDual64::derivative2)).eps1eps2
    };
    (0..x.len())
        .map(|i| (0..x.len()).map(|j| entry(i, j)).collect())
        .collect()
}

fn with<T: Copy>(mut x: Vec<T>, at: usize, change: impl Fn(T) -> T) -> Vec<T> {
    x[at] = change(x[at]);
    x
}

pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
