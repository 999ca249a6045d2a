//! Discs side by side between walls: no play, or next to none.

use extremal::prelude::*;

use crate::random::Random;

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
