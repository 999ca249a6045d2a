//! Both programs of a workload are the same algorithm: after a thousand steps the motions agree to rounding, and the numbers of
//! iterations agree.
//!
//! Costs are not measured here.

/// The tests of what is private there.
#[path = "../src/by_hand"]
pub mod by_hand {
    pub mod livens;
    #[expect(dead_code, reason = "other code by hand eliminates by it")]
    mod newton;
}

use extremal::State;
use extremal::blocks::Vector;
use extremal_benches::STEPS;
use extremal_benches::motion::{Motion, Pair};
use extremal_benches::workloads;

/// q and p at the end, and the sum of all iterations.
fn end(mut motion: impl Motion) -> ([Vec<f64>; 2], usize) {
    let iterations = (0..STEPS).map(|_| motion.step()).sum();
    let State { q, p, .. } = motion.state();
    ([q.as_slice().to_vec(), p.as_slice().to_vec()], iterations)
}

/// One step rounds by ε, and the rounding of a thousand steps grows with the motion: the largest difference seen was 3·10⁻¹³.
/// Another algorithm of the same order would differ by h², 10⁻⁶.
const ROUNDING: f64 = 1e-11;

fn assert_near(derived: &[Vec<f64>; 2], by_hand: &[Vec<f64>; 2]) {
    for (derived, by_hand) in derived.iter().zip(by_hand) {
        assert_eq!(derived.len(), by_hand.len());
        let scale = by_hand.iter().fold(0.0, |scale: f64, x| scale.max(x.abs()));
        for (d, b) in derived.iter().zip(by_hand) {
            assert!(
                (d - b).abs() <= ROUNDING * scale,
                "{derived:?}, by hand {by_hand:?}"
            );
        }
    }
}

/// If a residual is as large as its bound, rounding decides whether one more iteration follows. This is accepted in one step of
/// a hundred, or, if it happens in n steps, in three times the √(2n) by which two such counts differ.
fn assert_as_many(derived: usize, by_hand: usize) {
    let more = by_hand % STEPS;
    let decided = more.min(STEPS - more) as f64;
    let allowed = (STEPS as f64 / 100.0).max(3.0 * (2.0 * decided).sqrt());
    assert!(
        derived.abs_diff(by_hand) as f64 <= allowed,
        "{derived} iterations, by hand {by_hand}"
    );
}

fn assert_same<D: Motion, B: Motion>(pair: Pair<D, B>) {
    let (derived, iterations) = end(pair.derived);
    let (by_hand, iterations_by_hand) = end(pair.by_hand);
    assert_near(&derived, &by_hand);
    assert_as_many(iterations, iterations_by_hand);
}

/// Plain code leaves residuals up to 10⁻¹² of a momentum, which a thousand steps add up, and tells nothing of the last digits.
const SMALL: f64 = 1e-8;

/// Plain code is the same scheme.
#[test]
fn plain_code() {
    fn assert_alike(derived: impl Motion, plain: impl Motion) {
        let [derived, plain] = [end(derived).0, end(plain).0];
        for (d, b) in derived.iter().flatten().zip(plain.iter().flatten()) {
            assert!(
                (d - b).abs() <= SMALL * b.abs().max(1.0),
                "{derived:?}, plain {plain:?}"
            );
        }
    }
    assert_alike(workloads::pendulum().derived, workloads::plain_pendulum());
    assert_alike(
        workloads::double_pendulum().derived,
        workloads::plain_double_pendulum(),
    );
    assert_alike(
        workloads::spring_pendulum().derived,
        workloads::plain_spring_pendulum(),
    );
    assert_alike(workloads::chain_of_positions().derived, workloads::plain_chain());
}

/// Heights of a ball at rest are rounding, and each step may add ε h of its velocity without percussions, g h.
#[test]
fn resting_ball() {
    stays(workloads::resting_ball());
    stays(workloads::bare_resting_ball());
}

fn stays<D: Motion, B: Motion>(pair: Pair<D, B>) {
    let [[q, p], [r, s]] =
        [end(pair.derived).0, end(pair.by_hand).0].map(|end| end.map(|numbers| numbers[0]));
    let rounding = STEPS as f64 * f64::EPSILON * 9.81 * workloads::H.powi(2);
    assert!(q.abs() <= rounding && r.abs() <= rounding, "{q}, by hand {r}");
    // On the left of a node half of the weight has acted.
    let half = -0.5 * 0.1 * 9.81 * workloads::H;
    assert!(
        (p - half).abs() <= 1e-14 * half.abs() && (s - half).abs() <= 1e-14 * half.abs(),
        "{p}, by hand {s}"
    );
}

/// A step may move the box by the residual that a solver accepts: 64 R ε times a few h² g, with R = 12 rows.
#[test]
fn a_box_at_rest_stays_where_it_is() {
    let pair = workloads::box_at_rest();
    let ([q, _], _) = end(pair.derived);
    let most = 4.0 * STEPS as f64 * 768.0 * f64::EPSILON * 9.81 * workloads::H.powi(2);
    for (q, start) in q.iter().zip([0.0, 0.0, 0.2, 0.0, 0.0, 0.0]) {
        assert!((q - start).abs() <= most, "{q}");
    }
    // The other one falls.
    let ([q, _], _) = end(pair.by_hand);
    assert!(q[2] < 99.0);
}

#[test]
fn pendulum() {
    assert_same(workloads::pendulum());
}

#[test]
fn double_pendulum() {
    assert_same(workloads::double_pendulum());
}

#[test]
fn spring_pendulum() {
    assert_same(workloads::spring_pendulum());
}

#[test]
fn chain_of_positions() {
    assert_same(workloads::chain_of_positions());
}

#[test]
fn chain_of_cosines() {
    assert_same(workloads::chain_of_cosines());
}

#[test]
fn orders_four_and_six() {
    assert_same(workloads::order_four());
    assert_same(workloads::order_six());
}

#[test]
fn constrained_pendulum() {
    assert_same(workloads::constrained_pendulum());
}

#[test]
fn livens_spring_pendulum() {
    assert_same(workloads::livens_spring_pendulum());
}

#[test]
fn hermite_double_pendulum() {
    assert_same(workloads::hermite_double_pendulum());
}

#[test]
fn bodies() {
    assert_same(workloads::bodies());
}

#[test]
fn bouncing_ball() {
    assert_same(workloads::bouncing_ball());
}

#[test]
fn woodpecker_in_flight() {
    assert_same(workloads::woodpecker());
    assert_same(workloads::woodpecker_or_free());
}

/// αᵢ = Σ_{j≤i} qⱼ; pᵢ = Σ_{j≥i} ∂L/∂α̇ⱼ
#[test]
fn chain_of_relative_angles() {
    let pair = workloads::chain_of_relative_angles();
    let ([q, p], derived) = end(pair.derived);
    let (mut by_hand, iterations) = end(pair.by_hand);
    let angles = q.iter().scan(0.0, |sum, q| {
        *sum += q;
        Some(*sum)
    });
    for i in (1..p.len()).rev() {
        by_hand[1][i - 1] += by_hand[1][i];
    }
    assert_near(&[angles.collect(), p], &by_hand);
    assert_as_many(derived, iterations);
}
