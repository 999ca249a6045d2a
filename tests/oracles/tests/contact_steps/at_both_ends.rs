//! Steps of `NonsmoothMidpoint` against their equations: percussions at both ends follow from q₀, p₀, q₁, p₁ by formulas that share no
//! code with the crate, and satisfy the laws.

use extremal::prelude::*;
use num_dual::Dual64;

use crate::support::by_hand::{ByHand, Continuous, dot, gradient};
use crate::support::contacts::{BODY, Body, motion};
use crate::support::percussions::Touching;

/// The floor of the body at (t, q): the gap, the rows of W, and η.
struct Floor {
    gap: f64,
    normal: [f64; 2],
    slip: [f64; 2],
    rates: [f64; 2],
}

impl Floor {
    fn at(body: &Body, t: f64, q: &[f64]) -> Self {
        let gap = |y: &[Dual64]| Touching::gaps(body, y[0], &y[1..])[0];
        let of_gap = gradient(gap, &[&[t], q].concat());
        let [time, x, y] = [t, q[0], q[1]].map(Dual64::from);
        let slip = |v: &[Dual64]| body.slips(time, &[x, y], v)[0].expect("a slip");
        let of_slip = gradient(slip, &[0.0; 2]);
        Self {
            gap: Touching::gaps(body, t, q)[0],
            normal: [of_gap[1], of_gap[2]],
            slip: [of_slip[0], of_slip[1]],
            rates: [of_gap[0], slip(&[Dual64::from(0.0); 2]).re],
        }
    }

    /// γ, the normal one first.
    fn velocities(&self, v: &[f64]) -> [f64; 2] {
        [
            dot(&self.normal, v) + self.rates[0],
            dot(&self.slip, v) + self.rates[1],
        ]
    }

    /// P with Wᵀ P = impulse.
    fn percussions(&self, impulse: [f64; 2]) -> [f64; 2] {
        let [[a, c], [b, d]] = [self.normal, self.slip];
        let determinant = a * d - b * c;
        [
            (d * impulse[0] - b * impulse[1]) / determinant,
            (a * impulse[1] - c * impulse[0]) / determinant,
        ]
    }
}

/// Half of h (∂L/∂q + f) in the middle of the step, and ∂L/∂v there.
fn middle(body: &Body, (t, h): (f64, f64), q: &[f64], u: &[f64], push: f64) -> [[f64; 2]; 2] {
    let place: Vec<f64> = q.iter().zip(u).map(|(q, u)| q + 0.5 * h * u).collect();
    let time = t + 0.5 * h;
    let lagrangian = |q: &[Dual64]| {
        let v: Vec<Dual64> = u.iter().map(|&u| Dual64::from(u)).collect();
        body.kinetic(Dual64::from(time), q, &v) - body.potential(Dual64::from(time), q)
    };
    let slopes = gradient(lagrangian, &place);
    let force = ByHand::force(body, time, &place, u, &[push]);
    let momentum = Continuous::of(body, time, &place, u, &[push]).momentum;
    [
        [0, 1].map(|k| 0.5 * h * (slopes[k] + force[k])),
        [momentum[0], momentum[1]],
    ]
}

/// v with ∂L/∂v(t, q, v) = p: M v is p without what it is at rest.
fn velocity(body: &Body, t: f64, q: &[f64], p: [f64; 2]) -> [f64; 2] {
    let rest = Continuous::of(body, t, q, &[0.0; 2], &[0.0]);
    let [[a, b], [c, d]] = [0, 1].map(|i| [0, 1].map(|j| rest.mass_matrix[i][j]));
    let [x, y] = [0, 1].map(|k| p[k] - rest.momentum[k]);
    let determinant = a * d - b * c;
    [(d * x - b * y) / determinant, (a * y - c * x) / determinant]
}

/// Coulomb's law for these percussions with the slip ξ, which has the scale `size`.
fn is_coulomb([normal, tangential]: [f64; 2], friction: f64, xi: f64, size: f64, small: f64) -> bool {
    let (bound, scale) = (friction * normal, normal.abs() + tangential.abs() + 1e-300);
    tangential.abs() <= bound + small * scale
        && (tangential * xi.abs() + bound * xi).abs() <= small * scale * size
}

#[test]
fn steps_satisfy_their_equations_and_laws() {
    let mut kinds = [0; 6];
    for k in 0..400 {
        let of = |a: f64| (a * f64::from(k + 1)).sin();
        let body = Body {
            mu: 0.5 * (1.0 + of(0.9)),
            e: 0.5 * (1.0 + of(2.9)),
            e_t: 0.0,
            ..BODY
        };
        let (t, h, push) = (1.0 + of(1.1), 0.01, 2.0 * of(1.9));
        let x = of(3.7);
        let floor = x.mul_add(2.0, 0.0).sin() * 0.1 + (t * 3.0).sin() * 0.02;
        // On the floor; above it, falling; or well above it.
        let above = [0.0, 0.005, 0.5][k as usize % 3];
        let q = [x, floor + above];
        // On the floor it stays or leaves.
        let surface = Floor::at(&body, t, &q);
        let leaves = if k % 2 == 0 { 0.0 } else { 0.2 * (1.0 + of(5.3)) };
        let rate = if above > 0.0 { -2.0 } else { leaves };
        let along = |slides: f64| (rate - surface.rates[0] - surface.normal[0] * slides) / surface.normal[1];
        // Half of those on the floor do not slip. The slip is affine in the velocity along the floor.
        let slip = |slides: f64| surface.velocities(&[slides, along(slides)])[1];
        let rests = -slip(0.0) / (slip(1.0) - slip(0.0));
        let slides = if k % 6 == 0 { rests } else { of(7.1) };
        let v = [slides, along(slides)];
        let mut motion = motion(body, NonsmoothMidpoint, h, t, q, v);
        let before = motion.state();
        let report = motion.step_with([push]).expect("a step");
        let after = motion.state();
        let (q0, q1) = (before.q.as_slice(), after.q.as_slice());
        let u: Vec<f64> = q1.iter().zip(q0).map(|(to, from)| (to - from) / h).collect();
        let [half, momentum] = middle(&body, (t, h), q0, &u, push);
        let (start, end) = (Floor::at(&body, t, q0), Floor::at(&body, t + h, q1));
        let impulse = [0, 1].map(|k| momentum[k] - half[k] - before.p[k]);
        let reached = [0, 1].map(|k| momentum[k] + half[k]);
        let first = start.percussions(impulse);
        let last = end.percussions([0, 1].map(|k| after.p[k] - reached[k]));
        // Rounding of momenta of 3, 3 ε, divided by a determinant above 0.5; of gaps it is that of coordinates over h.
        let small = 1e-12;
        let is_closed = above == 0.0;
        let friction = |q: &[f64]| body.mu * (1.0 + 0.1 * q[0]);
        let presses = first[0] > small;
        if is_closed {
            assert!(
                first[0] > -small && end.gap > -small,
                "{k}: {first:?} {}",
                end.gap
            );
            assert!(first[0] < small || end.gap < small, "{k}: {first:?} {}", end.gap);
            let slip = start.velocities(&u)[1];
            assert!(
                !presses || is_coulomb(first, friction(q0), slip, 3.0, 1e-10),
                "{k}: {first:?} {slip}"
            );
        } else {
            assert!(first.iter().all(|p| p.abs() < small), "{k}: {first:?}");
        }
        let is_struck = presses || end.gap <= small;
        let [arrives, slip_before] = end.velocities(&velocity(&body, t + h, q1, reached));
        let [normal, slip] = end.velocities(&velocity(&body, t + h, q1, [after.p[0], after.p[1]]));
        let e = if is_closed { 0.0 } else { body.e };
        if is_struck {
            let work = last[0] * (arrives + normal) + last[1] * (slip_before + slip);
            let xi = normal + e * arrives;
            // Where Newton's law gains energy, restitution is as large as it can be without: to a part of 2⁻²⁰ of it.
            let is_less = xi < -1e-10;
            assert!(last[0] > -small && work < small, "{k}: {last:?} {work:e}");
            assert!(!is_less || work > -1e-5 * last[0], "{k}: {xi:e} {work:e}");
            assert!(last[0] < small || xi < 1e-10, "{k}: {last:?} {xi:e}");
            kinds[5] += usize::from(is_less);
            // Sliding friction has the sign of the slip in the step, which is that of both ends, as the slip does not turn here.
            assert!(
                last[0] < small || is_coulomb(last, friction(q1), slip, 3.0, 1e-9),
                "{k}: {last:?} {slip}"
            );
        } else {
            assert!(last.iter().all(|p| p.abs() < small), "{k}: {last:?}");
        }
        let floor = report.contact("floor").expect("its name");
        for row in 0..2 {
            assert!(
                (floor.percussions[row] - first[row] - last[row]).abs() < small,
                "{k}: {floor:?}"
            );
        }
        kinds[0] += usize::from(is_closed && presses);
        kinds[1] += usize::from(is_closed && !presses);
        kinds[2] += usize::from(!is_closed && is_struck);
        kinds[3] += usize::from(!is_closed && !is_struck);
        kinds[4] += usize::from(presses && first[1].abs() < 0.999 * friction(q0) * first[0]);
    }
    // Held, leaving, struck, in the air, sticking, and with less restitution.
    assert!(kinds.iter().all(|&count| count > 3), "{kinds:?}");
}
