//! Combinations of the modes of contacts, by the number of changes.

use crate::laws::Problem;
use crate::local::Local;
use extremal_numerics::Size;
use extremal_numerics::block::at;

/// The number of combinations, if it is at most `most`.
pub(super) fn combinations<T: Size, P: Problem<T>>(
    problem: &P,
    choices: impl Fn(&P, &Local<T>) -> usize,
    most: usize,
) -> Option<usize> {
    problem.each().try_fold(1_usize, |product, local| {
        let product = product.checked_mul(choices(problem, &local));
        product.filter(|&product| product <= most)
    })
}

/// Writes the modes of a combination to `changed`, numbers from 0 on. The first combination is `own`. Returns the number of
/// contacts that differ from it.
pub(super) fn change<T: Size, P: Problem<T>>(
    problem: &P,
    choices: impl Fn(&P, &Local<T>) -> usize,
    mut combination: usize,
    (own, changed): (&[T], &mut [T]),
) -> usize {
    let (zero, mut changes) = (T::from_f64(0.0), 0);
    for local in problem.each() {
        // At least one: a division by it does not panic.
        let count = choices(problem, &local).max(1);
        let own = at(own, local.first);
        let other = T::from_count(combination % count);
        combination /= count;
        // The own mode and mode 0 have exchanged their numbers.
        let mode = if other == own {
            zero
        } else if other == zero {
            own
        } else {
            other
        };
        changes += usize::from(mode != own);
        local.write(changed, [mode; 3]);
    }
    changes
}
