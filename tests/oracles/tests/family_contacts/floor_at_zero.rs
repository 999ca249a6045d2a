//! Gaps that are closed on a floor at zero, where coordinates are rounding: systems of fixed and of any size.

use extremal::prelude::*;

/// Rods that fall on a floor at y = 0 with both ends.
macro_rules! rods {
    ($name:ident, $count:tt, $list:ty, $($field:tt)*) => {
        #[derive(Clone, Debug, Lagrangian)]
        #[lagrangian(
            coordinates(y[$count], turn[$count]),
            kinetic = sum(0..$count, |i| 0.5 * m[i] * dt(y[i]).powi(2) + 0.06 * m[i] * dt(turn[i]).powi(2)),
            potential = sum(0..$count, |i| 9.81 * m[i] * y[i]),
            contact(left, gap = array(0..$count, |i| y[i] - 0.5 * sin(turn[i])), restitution = e),
            contact(right, gap = array(0..$count, |i| y[i] + 0.5 * sin(turn[i])), restitution = e),
            discretize(Moreau, VariationalMoreau),
        )]
        struct $name {
            $($field)*
            m: $list,
            e: f64,
        }
    };
}

rods!(OneRod, 1, [f64; 1],);
rods!(Rods, rods, Vec<f64>, rods: usize,);

/// Numbers between 0 and 1.
fn random(state: &mut u64) -> f64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 11) as f64 / (1_u64 << 53) as f64
}

/// The step that fails, or the deepest gap at a node.
macro_rules! deepest {
    ($rod:expr, $scheme:expr, $q:expr, $v:expr) => {{
        let mut motion = Integrator::new($rod, ClosedGaps($scheme), 1e-2, $q, $v).expect("a good start");
        let steps = (0..300).map(|_| motion.step().map(|report| report.penetration()));
        steps
            .collect::<Result<Vec<f64>, _>>()
            .map(|gaps| gaps.into_iter().fold(0.0, f64::max))
    }};
}

/// A rod that lies has both gaps, and all sizes of their terms, at zero: contact problems have the sizes of what moves there.
#[test]
fn rods_come_to_lie() {
    let mut state = 88_172_645_463_325_252;
    for run in 0..60 {
        let (m, e) = (0.5 + random(&mut state), random(&mut state));
        let q = [0.6 + random(&mut state), random(&mut state) - 0.5];
        let v = [random(&mut state) - 0.5, 4.0 * random(&mut state) - 2.0];
        let one = || OneRod { m: [m], e };
        let any = || Rods {
            rods: 1,
            m: vec![m],
            e,
        };
        let deepest = [
            deepest!(one(), Moreau, q, v),
            deepest!(one(), VariationalMoreau, q, v),
            deepest!(any(), Moreau, q.to_vec(), v.to_vec()),
            deepest!(any(), VariationalMoreau, q.to_vec(), v.to_vec()),
        ];
        for deepest in deepest {
            // Rounding of sums of terms up to 2.
            assert!(
                deepest.as_ref().is_ok_and(|gap| *gap < 1e-14),
                "{run}: {deepest:?}"
            );
        }
    }
}

/// Balls that fall on a floor at y = 0.
macro_rules! balls {
    ($name:ident, $count:tt, $list:ty, $($field:tt)*) => {
        #[derive(Clone, Debug, Lagrangian)]
        #[lagrangian(
            coordinates(y[$count]),
            kinetic = sum(0..$count, |i| 0.5 * m[i] * dt(y[i]).powi(2)),
            potential = sum(0..$count, |i| 9.81 * m[i] * y[i]),
            contact(floor, gap = array(0..$count, |i| y[i]), restitution = 0.9),
            discretize(Moreau),
        )]
        struct $name {
            $($field)*
            m: $list,
        }
    };
}

balls!(OneBall, 1, [f64; 1],);
balls!(Balls, balls, Vec<f64>, balls: usize,);

/// Steps that end on the floor while the ball falls, and those of them after which no percussion stops it.
macro_rules! impacts {
    ($ball:expr, $y:expr, $v:expr) => {{
        let mut motion = Integrator::new($ball, ClosedGaps(Moreau), 1e-2, $y, $v).expect("a good start");
        let (mut impacts, mut late, mut falls) = (0, 0, false);
        for _ in 0..150 {
            let report = motion.step().expect("a good step");
            let stops = report.work() != 0.0;
            impacts += usize::from(falls);
            late += usize::from(falls && !stops);
            let velocity = motion.velocity().expect("it is carried")[0];
            falls = motion.state().q[0].abs() < 1e-12 && velocity < 0.0;
        }
        (impacts, late)
    }};
}

/// A correction leaves the gap at a rounding of where it moved it from, that may be above zero: it is closed all the same.
#[test]
fn impacts_follow_their_corrections() {
    let mut state = 77;
    for m in [1.0, 1.3, 3.0] {
        let mut all = [(0, 0); 2];
        for _ in 0..40 {
            let y = [0.2 + random(&mut state)];
            let found = [
                impacts!(OneBall { m: [m] }, y, [0.0]),
                impacts!(Balls { balls: 1, m: vec![m] }, y.to_vec(), vec![0.0]),
            ];
            for (sum, (impacts, late)) in all.iter_mut().zip(found) {
                *sum = (sum.0 + impacts, sum.1 + late);
            }
        }
        for (impacts, late) in all {
            assert!(
                impacts > 80 && late == 0,
                "m = {m}: {late} of {impacts} impacts are late"
            );
        }
    }
}
