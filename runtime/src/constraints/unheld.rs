//! A direction that has no mass, and that no constraint holds.
//!
//! ```text
//! M z = 0,   G z = 0
//! ```

use super::Constrained;
use super::start::rounding;
use crate::error::Direction;
use crate::masses;
use crate::{Failure, Lagrangian};
use extremal_numerics::block::{at, zeros};
use extremal_numerics::{Block, Scalar, Size, Vector};

type ScalarOf<S> = <S as Lagrangian>::Scalar;

/// Names such a direction, of coordinates whose mass is zero. Only kinetic energies are judged: there a zero on the diagonal
/// of M is a zero row.
#[cold]
pub(super) fn undetermined<S: Constrained + ?Sized>(
    system: &S,
    t: ScalarOf<S>,
    q: &S::Configuration,
) -> Option<Failure> {
    if !S::STRUCTURE.has_kinetic_energy {
        return None;
    }
    let masses = masses::diagonal(system, (t, q, &zeros()));
    let mut jacobian = system.constraint_jacobian(t, q);
    let mut direction: S::Velocity = zeros();
    let gradients = Gradients {
        entries: jacobian.as_mut_slice(),
        rows: S::Constraints::LEN,
        least: rounding::<S>(),
    };
    let is_found = kernel(gradients, masses.as_slice(), direction.as_mut_slice());
    is_found.then(|| Failure::Undetermined {
        direction: Direction::of(&|k| system.coordinate_name(k), direction.as_slice()),
    })
}

/// G, column by column.
struct Gradients<'a, T: Scalar> {
    entries: &'a mut [T],
    rows: usize,
    /// Entries below this part of the largest one of their row count as zero.
    least: T::Size,
}

/// A vector z with G z = 0 that is zero where there is a mass, by elimination of columns without one; whether there is any.
fn kernel<T: Scalar>(gradients: Gradients<'_, T>, masses: &[T], z: &mut [T]) -> bool {
    let Gradients { entries, rows, least } = gradients;
    let (zero, one) = (T::from_f64(0.0), T::from_f64(1.0));
    let is_zero = |x: T| x.magnitude() == zero.magnitude();
    let light = || (0..masses.len()).filter(|&k| is_zero(at(masses, k)));
    // Columns with a pivot are marked in z.
    for row in 0..rows {
        let size = |entries: &[T], k: usize| at(entries, row + rows * k).magnitude();
        let of_row = (0..masses.len()).map(|k| size(entries, k));
        let largest = of_row.fold(zero.magnitude(), |most, x| if x > most { x } else { most });
        let candidates = light().filter(|&k| is_zero(at(z, k)) && size(entries, k) > least * largest);
        let Some(pivot) = candidates.max_by(|&a, &b| size(entries, a).total_cmp(&size(entries, b))) else {
            continue;
        };
        set(z, pivot, one);
        let divisor = at(entries, row + rows * pivot);
        for k in 0..masses.len() {
            let divided = at(entries, row + rows * k) / divisor;
            set(entries, row + rows * k, divided);
        }
        for other in (0..rows).filter(|&other| other != row) {
            let factor = at(entries, other + rows * pivot);
            for k in 0..masses.len() {
                let known = at(entries, row + rows * k);
                let left = at(entries, other + rows * k) - factor * known;
                set(entries, other + rows * k, left);
            }
        }
    }
    let Some(free) = light().find(|&k| is_zero(at(z, k))) else {
        return false;
    };
    for k in 0..masses.len() {
        let row = (0..rows).find(|row| !is_zero(at(entries, row + rows * k)));
        let is_pivot = !is_zero(at(z, k));
        let component = match row.filter(|_| is_pivot) {
            Some(row) => -at(entries, row + rows * free),
            None => zero,
        };
        set(z, k, component);
    }
    set(z, free, one);
    true
}

fn set<T>(numbers: &mut [T], place: usize, number: T) {
    if let Some(old) = numbers.get_mut(place) {
        *old = number;
    }
}

#[cfg(test)]
mod tests {
    use super::{Gradients, kernel};

    fn found<const N: usize, const L: usize>(
        mut entries: [f64; L],
        rows: usize,
        masses: [f64; N],
    ) -> Option<[f64; N]> {
        let mut z = [0.0; N];
        let gradients = Gradients {
            entries: &mut entries,
            rows,
            least: 1e-12,
        };
        kernel(gradients, &masses, &mut z).then_some(z)
    }

    /// Whether one is found, which is along none of the rows, and along no mass.
    fn is_found<const N: usize, const L: usize>(entries: [f64; L], rows: usize, masses: [f64; N]) -> bool {
        let Some(z) = found(entries, rows, masses) else {
            return false;
        };
        assert!(z.iter().any(|&x| x != 0.0) && z.iter().zip(masses).all(|(x, m)| x * m == 0.0));
        for row in 0..rows {
            let product: f64 = (0..N).map(|k| entries[row + rows * k] * z[k]).sum();
            assert!(product.abs() < 1e-14, "{z:?}");
        }
        true
    }

    #[test]
    fn directions_without_mass_are_found_unless_they_are_held() {
        // One constraint, y is free or held.
        assert_eq!(found([1.0, 0.0, 2.0], 1, [1.0, 0.0, 1.0]), Some([0.0, 1.0, 0.0]));
        assert!(!is_found([1.0, 0.5, 2.0], 1, [1.0, 0.0, 1.0]));
        assert!(!is_found([1.0, 0.0], 1, [1.0, 1.0]));
        // Two of three are in one constraint.
        assert!(is_found([1.0, -2.0, 5.0], 1, [0.0, 0.0, 1.0]));
        // Two constraints hold two of them, and not all three.
        let rows = [1.0, 0.0, 0.0, 2.0, 3.0, 4.0];
        assert!(!is_found(rows, 2, [0.0, 0.0, 1.0]));
        assert!(is_found(rows, 2, [0.0; 3]));
        assert!(is_found([], 0, [0.0]));
    }
}
