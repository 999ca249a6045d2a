//! Binomial checkpoints: which states of a long motion are stored, so that it can be read backwards.
//!
//! Knows numbers of segments, and no motion. (A. Griewank, A. Walther, Algorithm 799: revolve, ACM Trans. Math. Softw. 26
//! (2000).)

/// How many segments s places for states reach if no segment is made more than r times before it is read: C(s + r, s).
fn reach(places: usize, repetitions: usize) -> usize {
    // C(s + r, r) = Π (s + i)/i; each partial product is an integer.
    (1..=repetitions).fold(1, |reach: usize, i| {
        reach
            .saturating_mul(places + i)
            .checked_div(i)
            .unwrap_or(usize::MAX)
    })
}

/// How many of `segments` segments, of two at least, to go ahead before the next state is stored. `places` is the number of
/// places, that of the present state included; there are two at least.
///
/// No choice makes fewer steps in all.
pub(super) fn ahead(segments: usize, places: usize) -> usize {
    let repetitions = (1..).find(|&r| reach(places, r) >= segments).unwrap_or(1);
    let right = reach(places - 1, repetitions);
    let left = if repetitions >= 2 {
        reach(places, repetitions - 2)
    } else {
        0
    };
    left.max(segments.saturating_sub(right)).clamp(1, segments - 1)
}

#[cfg(test)]
mod tests {
    use std::vec;
    use std::vec::Vec;

    use super::{ahead, reach};

    /// The segments that are made before they are read, by the schedule.
    fn made(segments: usize, places: usize) -> usize {
        match (segments, places) {
            (0 | 1, _) => 0,
            (_, 1) => segments * (segments - 1) / 2,
            _ => {
                let ahead = ahead(segments, places);
                ahead + made(segments - ahead, places - 1) + made(ahead, places)
            }
        }
    }

    /// The fewest of all schedules, by dynamic programming.
    fn fewest(most: usize, places: usize) -> Vec<usize> {
        let mut before: Vec<usize> = (0..=most).map(|n| n * n.saturating_sub(1) / 2).collect();
        for _ in 1..places {
            let mut best = vec![0; most + 1];
            for n in 2..=most {
                best[n] = (1..n).map(|m| m + before[n - m] + best[m]).min().unwrap_or(0);
            }
            before = best;
        }
        before
    }

    #[test]
    fn places_reach_binomially_far() {
        assert_eq!(
            (reach(3, 1), reach(3, 2), reach(3, 3), reach(10, 5)),
            (4, 10, 20, 3003)
        );
        assert!(reach(1000, 1000) > 1 << 40, "not overflowed");
    }

    #[test]
    fn no_schedule_makes_fewer_steps() {
        for places in 1..8 {
            let best = fewest(90, places);
            for (segments, &best) in best.iter().enumerate() {
                assert_eq!(
                    made(segments, places),
                    best,
                    "{segments} segments, {places} places"
                );
            }
        }
    }
}
