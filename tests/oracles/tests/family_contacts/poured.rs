//! Piles that are poured at sixty steps a second, where bodies overlap by up to a radius in one step, and whose gaps are closed.

use extremal::prelude::*;

use crate::dozen::pile;
use crate::random::Random;

/// Iterates that were not extrapolated took up to some hundred, and the limit is forty. The number of columns decides how many
/// rows hit the floor at once.
#[test]
fn gaps_are_closed_where_bodies_overlap_far() {
    for columns in [9, 10, 12, 14] {
        let (pile, q) = pile::start(100, columns);
        let (smallest, still) = (0.045, vec![0.0; q.len()]);
        let scheme = ClosedGaps(Moreau);
        let mut motion = Integrator::new(pile, scheme, 1.0 / 60.0, q, still).expect("a good start");
        let start = motion.energy();
        let mut closed = 0;
        for step in 0..16 {
            let report = motion
                .step()
                .unwrap_or_else(|failure| panic!("{columns} {step}: {failure}"));
            closed += report.closed_count();
            // Residuals of at most 1e-4 of terms of up to 4 would allow more; those of islands of so many contacts are 1e-8.
            assert!(report.penetration() < 1e-3 * smallest, "{step}: {report:?}");
        }
        assert!(closed > 500 && motion.energy() < start, "{closed} {start:e}");
    }
}

/// Discs in a square, none on another, and velocities that take them to a fifth of their distances in 1 s.
fn thrown_together(radius: &[f64], random: &mut Random) -> [Vec<f64>; 2] {
    let (mut q, mut v) = (vec![0.0; 3 * radius.len()], vec![0.0; 3 * radius.len()]);
    let mut placed = 0;
    while placed < radius.len() {
        let [x, y] = [0.0; 2].map(|_| random.within(-0.3, 0.3));
        let is_free = (0..placed).all(|j| {
            let distance = (q[2 * j] - 2.0 - x).hypot(q[2 * j + 1] - 2.0 - y);
            distance > radius[j] + radius[placed]
        });
        if is_free {
            let at = 2 * placed;
            [q[at], q[at + 1], v[at], v[at + 1]] = [2.0 + x, 2.0 + y, -0.8 * x, -0.8 * y];
            placed += 1;
        }
    }
    [q, v]
}

/// Discs that one step throws onto each other, up to where iterates do not come to an end: another place than q* leads out of
/// penetration there. A step with such an end has no derivative.
#[test]
fn gaps_are_closed_where_no_place_is_the_nearest() {
    let (mut pile, _) = pile::start(6, 6);
    (pile.width, pile.g) = (4.0, 0.0);
    let (mut random, mut unsettled, mut settled) = (Random::new(1), 0, 0);
    for trial in 0..300 {
        let [q, v] = thrown_together(&pile.radius, &mut random);
        pile.m
            .iter_mut()
            .for_each(|m| *m = 10.0_f64.powf(random.within(-1.0, 1.0)));
        let mut motion = Integrator::new(pile.clone(), ClosedGaps(Moreau), 1.0, q, v).expect("a good start");
        match motion.linearize().map(drop) {
            Ok(()) => settled += 1,
            Err(error) => unsettled += usize::from(error.to_string().contains("did not converge")),
        }
        motion
            .step()
            .unwrap_or_else(|failure| panic!("{trial}: {failure}"));
        let end = motion.state().q;
        for i in 0..6 {
            for j in 0..i {
                let distance = (end[2 * i] - end[2 * j]).hypot(end[2 * i + 1] - end[2 * j + 1]);
                let gap = distance - pile.radius[i] - pile.radius[j];
                // Changes end at 1e-8 of coordinates of up to 4, and gaps are of second order in them.
                assert!(gap > -1e-12, "{trial} {i} {j}: {gap:e}");
            }
        }
    }
    assert!(unsettled > 5 && settled > 100, "{unsettled} {settled}");
}

/// One disc is a million metres away and touches no other. An iteration that ends when it moves coordinates by little beside the
/// largest of all would leave gaps of the other discs below zero, by up to 7 mm.
#[test]
fn a_body_far_away_does_not_end_the_correction_of_others() {
    let (mut pile, _) = pile::start(7, 7);
    (pile.width, pile.g) = (4e6, 0.0);
    let mut random = Random::new(2);
    for trial in 0..60 {
        let [mut q, mut v] = thrown_together(&pile.radius[..6], &mut random);
        // Coordinates of places come first, then turns.
        for numbers in [&mut q, &mut v] {
            numbers.truncate(12);
            numbers.resize(21, 0.0);
        }
        [q[12], q[13]] = [1e6, 1.0];
        let mut motion = Integrator::new(pile.clone(), ClosedGaps(Moreau), 1.0, q, v).expect("a good start");
        motion
            .step()
            .unwrap_or_else(|failure| panic!("{trial}: {failure}"));
        let end = motion.state().q;
        for i in 0..6 {
            for j in 0..i {
                let distance = (end[2 * i] - end[2 * j]).hypot(end[2 * i + 1] - end[2 * j + 1]);
                let gap = distance - pile.radius[i] - pile.radius[j];
                // As without that disc.
                assert!(gap > -1e-12, "{trial} {i} {j}: {gap:e}");
            }
        }
    }
}
