//! Restitutions that give way where Newton's law has no solution: all are multiplied by the largest number up to one with which
//! there is one.
//!
//! Knows neither a step nor a solver.

use extremal_numerics::Size;

/// The largest number s for which `find(s)` finds a solution, and that solution. The interval [0, 1] is halved `halvings`
/// times. `found` is the solution for s = 0; s = 1 is not tried.
pub(super) fn largest<T: Size, R>(halvings: usize, found: R, mut find: impl FnMut(T) -> Option<R>) -> (T, R) {
    let half = T::from_f64(0.5);
    let (mut least, mut most, mut best) = (T::from_f64(0.0), T::from_f64(1.0), found);
    for _ in 0..halvings {
        let middle = half * (least + most);
        match find(middle) {
            Some(found) => (least, best) = (middle, found),
            None => most = middle,
        }
    }
    (least, best)
}

#[cfg(test)]
mod tests {
    use super::largest;

    #[test]
    fn the_largest_share_is_found_to_its_halvings() {
        let below = |limit: f64| move |s: f64| (s <= limit).then_some(s);
        for limit in [0.0, 0.3, 0.625, 0.99] {
            let (s, found) = largest(10, 0.0, below(limit));
            // Each halving leaves half of the interval.
            assert!(
                s == found && s <= limit && limit - s <= 0.5_f64.powi(10),
                "{s} {limit}"
            );
        }
        assert_eq!(largest(3, 7, |_: f64| None), (0.0, 7));
    }
}
