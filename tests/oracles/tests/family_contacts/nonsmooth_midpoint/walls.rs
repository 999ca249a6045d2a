//! Discs side by side between walls, of no play or next to none, and discs that roll into a corner.

use extremal::prelude::*;

use crate::random::Random;
use crate::support::compared::apart;

/// Discs of one radius in a channel, in this order, with masses over orders.
macro_rules! discs {
    ($name:ident, $count:tt, $last:tt, $numbers:ty, $($field:tt)*) => {
        #[derive(Clone, Debug, Lagrangian)]
        #[lagrangian(
            coordinates(r[$count][2], turn[$count]),
            kinetic = sum(0..$count, |i| 0.5 * m[i] * dt(r[i]).norm_squared() + 0.25 * m[i] * dt(turn[i]).powi(2)),
            potential = sum(0..$count, |i| 9.81 * m[i] * r[i][1]),
            contact(left, gap = r[0][0] - 1, slip = dt(r[0][1]) - dt(turn[0]), friction = mu, restitution = e[0], restitution_t = e[1]),
            contact(right, gap = width - 1 - r[$last][0], slip = dt(r[$last][1]) + dt(turn[$last]), friction = mu,
                restitution = e[1], restitution_t = e[0]),
            contact(pair, gap = array(1..$count, |i| (r[i] - r[i - 1]).norm() - 2),
                slip = array(1..$count, |i| {
                    let away = r[i] - r[i - 1];
                    (away[0] * dt(r[i][1] - r[i - 1][1]) - away[1] * dt(r[i][0] - r[i - 1][0])) / away.norm() - dt(turn[i]) - dt(turn[i - 1])
                }),
                friction = mu, restitution = e[0], restitution_t = e[1]),
            discretize(NonsmoothMidpoint),
        )]
        struct $name {
            $($field)*
            m: $numbers,
            width: f64,
            mu: f64,
            e: [f64; 2],
        }
    };
}

discs!(Channel, n, (n - 1), Vec<f64>, n: usize,);
discs!(TwoDiscs, 2, 1, [f64; 2],);

/// Whether one of six steps fails. Coordinates are finite after them.
macro_rules! steps {
    ($system:expr, $h:expr, $q:expr, $v:expr) => {{
        let mut motion =
            Integrator::new($system, NonsmoothMidpoint, $h, $q, $v).expect("a start that touches");
        let failed = (0..6).find_map(|_| motion.step().err());
        let q = motion.state().q;
        assert!(q.iter().all(|q| q.is_finite()));
        if let Some(failure) = &failed {
            eprintln!("{q:?}: {failure}");
        }
        failed.is_some()
    }};
}

/// Friction and restitutions at random. At the guess of a step one disc is higher than the other, and the linearized gaps cannot
/// all be held: no more than the two can be at one height within an iteration.
#[test]
fn discs_between_walls_move_on() {
    let (mut random, mut failed) = (Random::new(17), [0; 2]);
    for start in 0..20 {
        let m = [(); 2].map(|()| 10.0_f64.powf(random.within(-3.0, 3.0)));
        let play = [0.0, 0.0, 1e-9, 1e-6][start % 4];
        let [mu, h] = [random.within(0.0, 1.0), 10.0_f64.powf(random.within(-5.0, -2.0))];
        let e = [(); 2].map(|()| random.within(0.0, 1.0));
        let width = 4.0 + play;
        let (q, v) = (
            [1.0, 1.0, 3.0, 1.0, 0.0, 0.0],
            [(); 6].map(|()| random.within(-3.0, 3.0)),
        );
        let any = Channel {
            n: 2,
            m: m.to_vec(),
            width,
            mu,
            e,
        };
        failed[0] += usize::from(steps!(any, h, q.to_vec(), v.to_vec()));
        failed[1] += usize::from(steps!(TwoDiscs { m, width, mu, e }, h, q, v));
    }
    assert_eq!(failed, [0; 2], "of any and of fixed size");
}

/// Discs that roll on a floor towards a wall.
macro_rules! cornered {
    ($name:ident, $count:tt, $($field:tt)*) => {
        #[derive(Clone, Debug, Lagrangian)]
        #[lagrangian(
            coordinates(r[$count][2], turn[$count]),
            kinetic = sum(0..$count, |i| 0.5 * dt(r[i]).norm_squared() + 0.25 * dt(turn[i]).powi(2)),
            potential = sum(0..$count, |i| 9.81 * r[i][1]),
            contact(floor, gap = array(0..$count, |i| r[i][1] - 1), slip = array(0..$count, |i| dt(r[i][0]) + dt(turn[i])),
                friction = mu),
            contact(wall, gap = array(0..$count, |i| r[i][0] - 1), slip = array(0..$count, |i| dt(r[i][1]) - dt(turn[i])),
                friction = mu),
            discretize(NonsmoothMidpoint),
        )]
        struct $name {
            $($field)*
            mu: f64,
        }
    };
}

cornered!(Cornered, n, n: usize,);
cornered!(OneCornered, 1,);

/// How deep the disc is after 1700 steps, and its coordinates after 1500 and after 1700.
macro_rules! rolled {
    ($system:expr, $h:expr, $q:expr, $v:expr) => {{
        let mut motion =
            Integrator::new($system, NonsmoothMidpoint, $h, $q, $v).expect("a disc on its floor");
        motion.step_many(1500).expect("a step");
        let before = motion.state().q;
        motion.step_many(199).expect("a step");
        let depth = motion.step().expect("a step").penetration();
        let after = motion.state().q;
        [vec![depth], before.as_slice().to_vec(), after.as_slice().to_vec()]
    }};
}

/// With μ ≥ 1 a disc between a floor and a wall cannot be pushed off the wall by any percussions with friction, however it
/// turns: it is raised all the same, and rests.
#[test]
fn discs_that_jam_in_a_corner_are_raised() {
    for (mu, h, speed) in [
        (0.5, 0.01, 1.0),
        (1.0, 0.01, 1.0),
        (1.0, 0.004, 0.7),
        (1.5, 0.01, 2.0),
    ] {
        let (q, v) = ([2.0, 1.0, 0.0], [-speed, 0.0, speed]);
        let ends = [
            rolled!(Cornered { n: 1, mu }, h, q.to_vec(), v.to_vec()),
            rolled!(OneCornered { mu }, h, q, v),
        ];
        for [depth, before, after] in ends {
            // Roundings of sums of terms up to 2, some of which h divides.
            assert!(depth[0] < 1e-12, "{mu} {h} {speed}: {depth:?}");
            assert!(apart(&before, &after) < 1e-12, "{before:?} {after:?}");
        }
    }
}
