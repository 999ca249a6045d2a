//! Percussions that rods take: a frame of masses over six orders keeps its velocity to the rounding of the percussions.

use extremal::Failure;
use extremal::prelude::*;

use crate::random::Random;

/// Points that rods hold at distance 1, each to the next.
macro_rules! frame {
    ($name:ident, $count:tt, $list:ty, $($field:tt)*) => {
        #[derive(Clone, Debug, Lagrangian)]
        #[lagrangian(
            coordinates(r[$count][2]),
            kinetic = sum(0..$count, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
            constraint(
                rods = array(1..$count, |i| (r[i] - r[i - 1]).norm_squared() - 1),
                last = (r[$count - 1] - r[0]).norm_squared() - 1,
            ),
            discretize(Midpoint),
        )]
        struct $name {
            $($field)*
            m: $list,
        }
    };
}

frame!(Triangle, 3, [f64; 3],);
frame!(Frame, n, Vec<f64>, n: usize,);

type Numbers = [f64; 6];

/// Velocity after an impact, and the consistent momentum of an impulse.
type Found = Result<[Numbers; 2], Failure>;

fn fixed(m: [f64; 3], q: Numbers, v: Numbers, [percussion, p]: [Numbers; 2]) -> Found {
    let (system, q) = (Triangle { m }, q.into());
    let (after, _) = system.impact(0.0, &q, &v.into(), &percussion.into())?;
    Ok([
        after.into(),
        system.consistent_momentum(0.0, &q, &p.into())?.into(),
    ])
}

fn any_size(m: [f64; 3], q: Numbers, v: Numbers, [percussion, p]: [Numbers; 2]) -> Found {
    let (system, q) = (Frame { n: 3, m: m.to_vec() }, q.to_vec().into());
    let (after, _) = system.impact(0.0, &q, &v.to_vec().into(), &percussion.to_vec().into())?;
    let p = system.consistent_momentum(0.0, &q, &p.to_vec().into())?;
    Ok([core::array::from_fn(|k| after[k]), core::array::from_fn(|k| p[k])])
}

/// The rounding of a sum of six summands, and of the factors that lead to it.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

fn keeps_its_velocity(impact: fn([f64; 3], Numbers, Numbers, [Numbers; 2]) -> Found) {
    let mut random = Random::new(21);
    for _ in 0..2000 {
        let m: [f64; 3] = core::array::from_fn(|_| 10.0_f64.powf(random.within(-3.0, 3.0)));
        let [vx, vy, w, angle] = [3.0; 4].map(|most| random.within(-most, most));
        let other = angle + core::f64::consts::FRAC_PI_3;
        let q = [0.0, 0.0, angle.cos(), angle.sin(), other.cos(), other.sin()];
        let v: Numbers = core::array::from_fn(|k| {
            if k % 2 == 0 {
                vx - w * q[k + 1]
            } else {
                vy + w * q[k - 1]
            }
        });
        let mut percussion = [0.0; 6];
        for (i, j) in [(0, 1), (1, 2), (2, 0)] {
            let force = 10.0_f64.powf(random.within(-3.0, 3.0));
            for k in 0..2 {
                let part = force * (q[2 * j + k] - q[2 * i + k]);
                percussion[2 * i + k] += part;
                percussion[2 * j + k] -= part;
            }
        }
        let momentum: Numbers = core::array::from_fn(|k| m[k / 2] * v[k]);
        let p: Numbers = core::array::from_fn(|k| momentum[k] + percussion[k]);
        let size = p
            .iter()
            .chain(&percussion)
            .fold(0.0_f64, |most, p| most.max(p.abs()));
        let [after, left] = impact(m, q, v, [percussion, p]).expect("a rigid frame");
        for k in 0..6 {
            let [of_velocity, of_momentum] = [m[k / 2] * after[k], left[k]].map(|p| (p - momentum[k]).abs());
            let error = of_velocity.max(of_momentum);
            assert!(error <= ROUNDING * size, "{m:?}: {error:e} of {size:e} at {k}");
        }
    }
}

#[test]
fn rods_take_percussions() {
    keeps_its_velocity(fixed);
}

#[test]
fn rods_of_any_number_take_percussions() {
    keeps_its_velocity(any_size);
}
