//! A cost of two coordinates, their momenta and two inputs, over any scalar.

use extremal::Scalar;
use extremal::planning::{At, Cost, Expansion};

/// Of the first four numbers z, without a velocity that a scheme carries.
///
/// ```text
/// J = Σ_k h (½ |z|² cos t + |u|² z₀) + Σ z³ at the end
/// ```
pub(crate) struct Everything;

impl<const R: usize> Cost<f64, R, 2> for Everything {
    fn running(&self, at: &At<f64, R, 2>, to: &mut Expansion<f64, R, 2>) {
        let (h, cos, effort) = (at.h, at.t.cos(), at.u.norm_squared());
        to.value += running(h, at.t, &at.z.as_slice()[..4], at.u.as_slice());
        for k in 0..4 {
            to.by_state[k] += h * cos * at.z[k];
        }
        to.by_state[0] += h * effort;
        to.by_inputs += at.u * (2.0 * h * at.z[0]);
    }

    fn terminal(&self, at: &At<f64, R, 2>, to: &mut Expansion<f64, R, 2>) {
        to.value += terminal(&at.z.as_slice()[..4]);
        for k in 0..4 {
            to.by_state[k] += 3.0 * at.z[k] * at.z[k];
        }
    }
}

pub(crate) fn running<T: Scalar>(h: f64, t: f64, z: &[T], u: &[T]) -> T {
    let [size, effort] = [z, u].map(|all| all.iter().fold(T::from_f64(0.0), |sum, &x| sum + x * x));
    T::from_f64(h) * (T::from_f64(0.5 * t.cos()) * size + effort * z[0])
}

pub(crate) fn terminal<T: Scalar>(z: &[T]) -> T {
    z.iter().fold(T::from_f64(0.0), |sum, &z| sum + z * z * z)
}
