//! Derivatives inside functions written by hand: dual numbers over the number type of the function.

use num_dual::Dual;

use super::by_hand::Number;

/// d/dt f(t, q) along v.
pub(crate) fn rate<T: Number>(t: T, q: &[T], v: &[T], f: impl Fn(Dual<T>, &[Dual<T>]) -> Dual<T>) -> T {
    let moving: Vec<Dual<T>> = q.iter().zip(v).map(|(&q, &v)| Dual::new(q, v)).collect();
    f(Dual::new(t, T::from(1.0)), &moving).eps
}

/// ∂f/∂v.
pub(crate) fn slopes<T: Number>(
    t: T,
    q: &[T],
    v: &[T],
    f: impl Fn(Dual<T>, &[Dual<T>], &[Dual<T>]) -> Dual<T>,
) -> Vec<T> {
    let still = |x: &[T]| x.iter().map(|&x| Dual::new(x, T::from(0.0))).collect::<Vec<_>>();
    let along = |k: usize| {
        let mut v = still(v);
        v[k].eps = T::from(1.0);
        f(Dual::new(t, T::from(0.0)), &still(q), &v).eps
    };
    (0..v.len()).map(along).collect()
}
