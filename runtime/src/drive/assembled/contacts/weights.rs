//! The masses of coordinates, beside which the rounding of contacts that constraints block is measured.
//!
//! Knows no contacts.

use nalgebra::DVector;

use crate::drive::OnTheHeap;
use crate::drive::assembled::memory::resize;
use crate::drive::assembled::sums::Sums;
use crate::drive::contact::Noise;
use crate::family::{Entries, Family};
use extremal_numerics::{Scalar, Size};

/// The rounding in velocities, where constraints may block contacts: that of p₀, of M u and of M q₀/h.
pub(super) fn noise_of<T: Size>((q, h): (&[T], T), masses: &[T], (momentum, u): (&[T], &[T])) -> Noise<T> {
    let velocities = q
        .iter()
        .zip(u)
        .map(|(&q, &u)| Scalar::abs(q / h) + Scalar::abs(u));
    let momenta = masses.iter().zip(momentum).zip(velocities);
    Noise::of(momenta.map(|((&mass, &p), v)| [mass, Scalar::abs(p) + Scalar::abs(mass) * v]))
}

/// The masses at the start of the step.
pub(super) fn weigh_at<S, D>(sums: &Sums<'_, S, D>, masses: &mut DVector<S::Scalar>)
where
    S: OnTheHeap<D>,
    S::Scalar: Size,
{
    let known = &sums.known;
    weigh(sums.system, (known.t, known.q, known.v), masses);
}

/// The masses of coordinates, where constraints may block contacts; otherwise none.
pub(super) fn weigh<S: Family>(
    system: &S,
    (t, q, v): (S::Scalar, &[S::Scalar], &[S::Scalar]),
    masses: &mut DVector<S::Scalar>,
) {
    if system.constraint_count() == 0 {
        return resize(masses, 0);
    }
    resize(masses, q.len());
    masses.fill(S::Scalar::from_f64(0.0));
    system.add_masses(t, q, v, &mut DiagonalOf(masses.as_mut_slice()));
}

/// Takes the entries on the diagonal.
struct DiagonalOf<'a, T>(&'a mut [T]);

impl<T: Scalar> Entries<T> for DiagonalOf<'_, T> {
    fn add(&mut self, row: usize, column: usize, value: T) {
        if row == column
            && let Some(sum) = self.0.get_mut(row)
        {
            *sum = *sum + value;
        }
    }
}
