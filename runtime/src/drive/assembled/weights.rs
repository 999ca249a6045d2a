//! Weights that give all numbers of a disturbance one unit, so that they can be compared.
//!
//! ```text
//! √M q,   h p/√M,   h √M v       M: the masses on the diagonal, relative to the largest one for q and v
//! ```

use super::consistent::add_masses;
use super::memory::zeros;
use super::space::StepSpace;
use super::sums::Sums;
use crate::drive::assembly::Assembly;
use crate::family::AnySize;
use crate::newton::most;
use extremal_numerics::{Scalar, Size, Vector};

/// One weight for each row of the derivative of a step.
pub(super) fn weights<S: Assembly<D> + AnySize, D>(
    sums: &Sums<'_, S, D>,
) -> <S::StepSpace as StepSpace<S::Scalar>>::Ends {
    let known = &sums.known;
    let n = known.q.len();
    let [mut masses, mut reached, still]: [S::Velocity; 3] = [(); 3].map(|()| zeros(n));
    let v = if known.v.is_empty() {
        still.as_slice()
    } else {
        known.v
    };
    let both = (masses.as_mut_slice(), reached.as_mut_slice());
    add_masses(sums.system, (known.t, known.q, v), both);
    let [zero, one] = [0.0, 1.0].map(<S::Scalar as Scalar>::Size::from_f64);
    let is_mass =
        |mass: &S::Scalar| mass.real() > zero && mass.real() < <S::Scalar as Scalar>::Size::INFINITY;
    let all = masses.as_slice().iter().filter(|mass| is_mass(mass));
    let most = most(all.map(|mass| mass.real()));
    // What has no mass is weighed as the heaviest.
    let h = known.h.magnitude();
    let mut weights: <S::StepSpace as StepSpace<S::Scalar>>::Ends =
        zeros(if S::CARRIES_VELOCITY { 3 * n } else { 2 * n });
    for (k, weight) in weights.as_mut_slice().iter_mut().enumerate() {
        let mass = masses
            .as_slice()
            .get(k.checked_rem(n).unwrap_or(0))
            .filter(|mass| is_mass(mass));
        let root = mass.map_or(one, |mass| Scalar::sqrt(mass.real() / most));
        *weight = S::Scalar::from_size(match k.checked_div(n) {
            Some(1) => h / root / if most > zero { most } else { one },
            Some(2) => h * root,
            _ => root,
        });
    }
    weights
}
