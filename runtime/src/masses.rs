//! Whether a mass matrix has a direction with a negative mass.
//!
//! ```text
//! d·M d < 0
//! ```
//!
//! It refuses to judge singular ones: steps say themselves whether they need a mass.

mod gradients;

use crate::constraints::rounding;
use crate::error::Direction;
use crate::newton::most;
use crate::system::Masses;
use crate::{Failure, Lagrangian};
use extremal_numerics::block::{at, difference, zeros_like};
use extremal_numerics::{Scalar, Vector};

/// Up to this many coordinates M is taken as a whole, which is 8 kB of stack. Of more, each is moved alone. Where M has few
/// entries besides its diagonal, it is taken as a whole whatever its size.
const WHOLE: usize = 32;

/// A kinetic energy is not below zero: checked where T is declared as such.
///
/// # Errors
///
/// [`Failure::NegativeMass`].
pub(crate) fn check<S: Lagrangian + ?Sized>(
    system: &S,
    t: S::Scalar,
    q: &S::Configuration,
    v: &S::Velocity,
) -> Result<(), Failure> {
    if !S::STRUCTURE.has_kinetic_energy {
        return Ok(());
    }
    let mut direction: S::Velocity = zeros_like(v);
    let is_negative = match S::Velocity::LENGTH {
        _ if !S::Matrix::IS_WHOLE => {
            let m = system.mass_matrix(t, q, v);
            is_negative_on_the_diagonal(&m, &mut direction, rounding::<S>())
                || is_negative_by_gradients(&m, &mut direction, rounding::<S>())
        }
        Some(n) if n <= WHOLE => {
            let mut m = system.mass_matrix(t, q, v);
            let mut whole = m.clone();
            let direction = direction.as_mut_slice();
            match (m.entries(), whole.entries()) {
                (Some(m), Some(whole)) => {
                    is_negative_along(m, direction, rounding::<S>())
                        && is_below_zero(whole, direction, rounding::<S>())
                }
                _ => false,
            }
        }
        _ => is_negative_alone(system, t, q, &mut direction),
    };
    if is_negative {
        let direction = Direction::of(&|k| system.coordinate_name(k), direction.as_slice());
        return Err(Failure::NegativeMass { direction });
    }
    Ok(())
}

/// Each coordinate has a mass, where T is declared as a kinetic energy, so that a zero on the diagonal of M is one along a
/// coordinate. One in whose velocity T is linear needs none.
///
/// # Errors
///
/// [`Failure::Undetermined`].
#[cold]
pub(crate) fn check_each<S: Lagrangian + ?Sized>(
    system: &S,
    t: S::Scalar,
    q: &S::Configuration,
    v: &S::Velocity,
) -> Result<(), Failure> {
    if !S::STRUCTURE.has_kinetic_energy {
        return Ok(());
    }
    let zero = S::Scalar::from_f64(0.0).magnitude();
    let masses = diagonal(system, (t, q, v));
    let masses = masses.as_slice().iter();
    let mut light = masses
        .enumerate()
        .filter(|(_, mass)| mass.magnitude() == zero)
        .peekable();
    if light.peek().is_none() {
        return Ok(());
    }
    let p = system.momentum(t, q, v);
    match light.find(|&(k, _)| at(p.as_slice(), k).magnitude() == zero) {
        Some((k, _)) => {
            let direction: S::Velocity = along(v, k);
            let direction = Direction::of(&|k| system.coordinate_name(k), direction.as_slice());
            Err(Failure::Undetermined { direction })
        }
        None => Ok(()),
    }
}

/// The diagonal of M; where M is stored as a whole, of more than 32 coordinates the momenta of each one that moves alone.
#[cold]
pub(crate) fn diagonal<S: Lagrangian + ?Sized>(
    system: &S,
    (t, q, v): (S::Scalar, &S::Configuration, &S::Velocity),
) -> S::Velocity {
    if !S::Matrix::IS_WHOLE || S::Velocity::LENGTH.is_some_and(|n| n <= WHOLE) {
        let m = system.mass_matrix(t, q, v);
        return v.like(|k| m.diagonal(k));
    }
    let still: S::Velocity = zeros_like(q);
    let at_rest = system.momentum(t, q, &still);
    v.like(|k| mass_alone(system, (t, q), k, &at_rest))
}

/// The mass of a coordinate that moves alone, of M e = p(e) − p(0).
fn mass_alone<S: Lagrangian + ?Sized>(
    system: &S,
    (t, q): (S::Scalar, &S::Configuration),
    k: usize,
    at_rest: &S::Momentum,
) -> S::Scalar {
    let still: S::Velocity = zeros_like(q);
    let column = difference(&system.momentum(t, q, &along(&still, k)), at_rest);
    at(column.as_slice(), k)
}

/// Whether some coordinate has a negative mass if it moves alone, where M has few entries besides its diagonal.
#[cold]
fn is_negative_on_the_diagonal<T: Scalar, V: Vector<T>>(
    m: &impl Masses<T>,
    direction: &mut V,
    rounding: T::Size,
) -> bool {
    let masses = || (0..direction.as_slice().len()).map(|k| m.diagonal(k));
    let most = most(masses().map(|mass| mass.magnitude()));
    let negative = masses().position(|mass| mass.real() < -(rounding * most));
    if let Some(k) = negative {
        *direction = along(direction, k);
    }
    negative.is_some()
}

fn is_negative_by_gradients<T: Scalar, V: Vector<T>>(
    m: &impl Masses<T>,
    direction: &mut V,
    rounding: T::Size,
) -> bool {
    let found = gradients::negative(m, direction, rounding);
    let is_negative = found.is_some();
    if let Some(found) = found {
        *direction = found;
    }
    is_negative
}

/// One in the direction of a coordinate.
fn along<T: Scalar, V: Vector<T>>(like: &V, k: usize) -> V {
    like.like(|i| T::from_f64(if i == k { 1.0 } else { 0.0 }))
}

/// Whether some coordinate has a negative mass if it moves alone.
#[cold]
fn is_negative_alone<S: Lagrangian + ?Sized>(
    system: &S,
    t: S::Scalar,
    q: &S::Configuration,
    direction: &mut S::Velocity,
) -> bool {
    let still: S::Velocity = zeros_like(q);
    let at_rest = system.momentum(t, q, &still);
    let mass = |k: usize| mass_alone(system, (t, q), k, &at_rest).real();
    let coordinates = 0..still.as_slice().len();
    let size = at_rest.as_slice().iter().map(|p| p.magnitude());
    let most = most(size.chain(coordinates.clone().map(|k| mass(k).magnitude())));
    let negative = coordinates
        .into_iter()
        .find(|&k| mass(k) < -(rounding::<S>() * most));
    if let Some(k) = negative {
        *direction = along(direction, k);
    }
    negative.is_some()
}

/// Whether d·M d is below zero by more than rounding. A small pivot of the elimination, of masses that are nearly singular, may
/// have no more digits that are right, and leads to a direction without energy.
#[cold]
fn is_below_zero<T: Scalar>(m: &[T], direction: &[T], rounding: T::Size) -> bool {
    let n = direction.len();
    let zero = T::Size::from_f64(0.0);
    let (mut energy, mut size) = (zero, zero);
    for i in 0..n {
        for j in 0..n {
            let term = (at(m, n * i + j) * at(direction, i) * at(direction, j)).real();
            energy = energy + term;
            size = size + term.magnitude();
        }
    }
    energy < zero - rounding * size
}

/// Whether M, which is overwritten, has a negative mass along some direction, which is then found. By elimination in the given
/// order, which is stable where M has no such direction. What is below `rounding` times a mass counts as zero.
#[cold]
fn is_negative_along<T: Scalar>(m: &mut [T], direction: &mut [T], rounding: T::Size) -> bool {
    let n = direction.len();
    let diagonal = |m: &[T], k: usize| at(m, n * k + k);
    let zero = T::Size::from_f64(0.0);
    let most = most((0..n).map(|k| diagonal(m, k).magnitude()));
    // The mass of a coordinate alone, or the largest one if it has none.
    let of = |mass: T| if mass.real() > zero { mass.real() } else { most };
    for (k, size) in direction.iter_mut().enumerate() {
        *size = T::from_size(of(diagonal(m, k)));
    }
    for k in 0..n {
        let pivot = diagonal(m, k);
        let limit = rounding * at(direction, k).real();
        if pivot.real() < -limit {
            complete(m, direction, (k, T::from_f64(1.0)), None);
            return true;
        }
        if pivot.real() <= limit {
            if let Some(j) = coupled(m, direction, k, limit) {
                let (mass, product) = (diagonal(m, j), at(m, n * k + j));
                let other = if mass.real() > zero {
                    mass / product
                } else {
                    Scalar::signum(product)
                };
                complete(m, direction, (k, T::from_f64(0.0) - other), Some(j));
                return true;
            }
            // Nothing remains of this coordinate.
            for j in 0..n {
                set(m, n * k + j, T::from_f64(0.0));
                set(m, n * j + k, T::from_f64(0.0));
            }
            continue;
        }
        for i in k + 1..n {
            let factor = at(m, n * i + k) / pivot;
            for j in k + 1..n {
                let left = at(m, n * i + j) - factor * at(m, n * k + j);
                set(m, n * i + j, left);
            }
        }
    }
    false
}

/// A later coordinate with which one without a mass has a product: d·M d is then below zero for some d. Where M is that of
/// masses, the square of the product is at most that of both.
fn coupled<T: Scalar>(m: &[T], masses: &[T], k: usize, limit: T::Size) -> Option<usize> {
    let (n, sixteen) = (masses.len(), T::Size::from_f64(16.0));
    (k + 1..n).find(|&j| {
        let product = at(m, n * k + j).magnitude();
        product * product > sixteen * limit * at(masses, j).real()
    })
}

/// The direction with the component `x` at k, one at `j`, and zero after k else. Eliminated coordinates follow.
fn complete<T: Scalar>(m: &[T], direction: &mut [T], (k, x): (usize, T), j: Option<usize>) {
    let n = direction.len();
    direction.iter_mut().for_each(|d| *d = T::from_f64(0.0));
    set(direction, k, x);
    if let Some(j) = j {
        set(direction, j, T::from_f64(1.0));
    }
    for i in (0..k).rev() {
        let pivot = at(m, n * i + i);
        if pivot.real() > T::Size::from_f64(0.0) {
            let sum = (i + 1..n).fold(T::from_f64(0.0), |sum, l| {
                sum - at(m, n * i + l) * at(direction, l)
            });
            set(direction, i, sum / pivot);
        }
    }
}

fn set<T: Scalar>(numbers: &mut [T], i: usize, x: T) {
    if let Some(number) = numbers.get_mut(i) {
        *number = x;
    }
}

#[cfg(test)]
mod tests {
    use super::{is_below_zero, is_negative_along};

    const ROUNDING: f64 = 1.5e-11;

    fn product<const N: usize>(m: [[f64; N]; N], d: [f64; N]) -> f64 {
        let row = |i: usize| (0..N).map(|j| m[i][j] * d[j]).sum::<f64>() * d[i];
        (0..N).map(row).sum()
    }

    fn is_negative<const N: usize>(m: [[f64; N]; N]) -> bool {
        let (mut work, mut d) = (m, [0.0; N]);
        let found = is_negative_along(work.as_flattened_mut(), &mut d, ROUNDING)
            && is_below_zero(m.as_flattened(), &d, ROUNDING);
        assert!(!found || product(m, d) < 0.0, "{m:?} {d:?}");
        found
    }

    #[test]
    fn negative_masses_are_found() {
        assert!(is_negative([[-1.0]]));
        assert!(is_negative([[1.0, 0.0], [0.0, -1e-6]]));
        assert!(is_negative([[1.0, 2.0], [2.0, 1.0]]));
        assert!(is_negative([[0.0, 1.0], [1.0, 0.0]]));
        assert!(is_negative([[0.0, 1.0], [1.0, 3.0]]));
        assert!(is_negative([[1.0, 1.0, 0.0], [1.0, 1.0, 1.0], [0.0, 1.0, 5.0]]));
        assert!(is_negative([[2.0, 1.0, 1.0], [1.0, 2.0, -1.5], [1.0, -1.5, 1.0]]));
    }

    #[test]
    fn singular_and_unlike_masses_are_not_negative() {
        assert!(!is_negative::<0>([]));
        assert!(!is_negative([[0.0]]));
        assert!(!is_negative([[0.0, 0.0], [0.0, 2.0]]));
        assert!(!is_negative([[1.0, 1.0], [1.0, 1.0]]));
        assert!(!is_negative([[1.0, 0.0], [0.0, -1e-17]]));
        for s in [1e-30, 1e-8, 1e20] {
            assert!(!is_negative([[1.0, s], [s, 2.0 * s * s]]));
            assert!(!is_negative([[2.0 * s * s, s], [s, 1.0]]));
            assert!(!is_negative([[s * s, s], [s, 1.0]]));
        }
        assert!(!is_negative([[f64::NAN, 1.0], [1.0, 1.0]]));
        // Columns a and b of three, with rounding.
        let (a, b) = ([0.1, 0.7, 0.3], [0.2, 1.4, 0.6]);
        let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        assert!(!is_negative([[dot(a, a), dot(a, b)], [dot(a, b), dot(b, b)]]));
        // B Bᵀ with two columns, whose second pivot is 1e-7 of its mass.
        let [a, b, c] = [
            0.069_261_128_887_756_23,
            0.555_415_613_517_058_8,
            0.004_155_512_537_607_607,
        ];
        let [ab, bc, ac] = [
            0.196_134_176_194_449_7,
            0.001_636_533_290_514_643_5,
            0.000_550_941_194_407_848_2,
        ];
        assert!(!is_negative([[a, ab, ac], [ab, b, bc], [ac, bc, c]]));
    }
}
