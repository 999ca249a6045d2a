//! The laws of contacts, read from their inequalities and not from projections.

use super::problems::Data;
use crate::ActiveContact;

/// Which law percussions violate; none if they satisfy all to `tolerance` of the largest percussion and velocity.
pub(super) fn violated(data: &Data, percussions: &[f64], tolerance: f64) -> Option<&'static str> {
    let sum = |i: usize| {
        let row = data.delassus[i * data.rows()..(i + 1) * data.rows()].iter();
        row.zip(percussions).map(|(g, p)| (g * p).abs()).sum::<f64>() + data.free[i].abs()
    };
    let speed = (0..data.rows()).map(sum).fold(f64::MIN_POSITIVE, f64::max);
    violated_by(
        &data.contacts,
        (percussions, &data.velocities(percussions)),
        speed,
        tolerance,
    )
}

/// The violation of the laws for known velocities, of which `speed` is the size of the summands.
pub(super) fn violated_by(
    contacts: &[ActiveContact<f64>],
    (percussions, velocities): (&[f64], &[f64]),
    speed: f64,
    tolerance: f64,
) -> Option<&'static str> {
    let percussion = percussions
        .iter()
        .fold(f64::MIN_POSITIVE, |most, x| most.max(x.abs()));
    let mut first = 0;
    for contact in contacts {
        let rows = first + 1..first + 1 + contact.slips;
        let (normal, friction) = (percussions[first], contact.friction * percussions[first]);
        let length = |numbers: &[f64]| numbers.iter().map(|x| x * x).sum::<f64>().sqrt();
        let (tangential, slip) = (&percussions[rows.clone()], &velocities[rows.clone()]);
        let power: f64 = tangential.iter().zip(slip).map(|(p, v)| p * v).sum();
        let bound = tolerance * percussion * speed;
        let laws = [
            ("a normal percussion pulls", normal >= 0.0),
            ("bodies approach", velocities[first] >= -tolerance * speed),
            (
                "an opening contact presses",
                (normal * velocities[first]).abs() <= bound,
            ),
            (
                "friction leaves its cone",
                length(tangential) <= friction * (1.0 + tolerance),
            ),
            (
                "friction is not against the slip",
                (power + friction * length(slip)).abs() <= bound * (1.0 + contact.friction),
            ),
        ];
        // A NaN violates every law.
        if let Some((law, _)) = laws.into_iter().find(|(_, holds)| !holds) {
            return Some(law);
        }
        first = rows.end;
    }
    None
}

#[test]
fn each_law_is_seen() {
    let contact = crate::ActiveContact {
        slips: 1,
        friction: 0.5,
    };
    let data = Data {
        delassus: std::vec![1.0, 0.0, 0.0, 1.0],
        free: std::vec![-1.0, 0.8],
        contacts: std::vec![contact],
    };
    let law = |p: [f64; 2]| violated(&data, &p, 1e-12);
    assert_eq!(law([1.0, -0.5]), None);
    assert_eq!(law([-1.0, 0.0]), Some("a normal percussion pulls"));
    assert_eq!(law([0.9, -0.45]), Some("bodies approach"));
    assert_eq!(law([1.1, -0.55]), Some("an opening contact presses"));
    assert_eq!(law([1.0, -0.6]), Some("friction leaves its cone"));
    assert_eq!(law([1.0, -0.4]), Some("friction is not against the slip"));
    assert_eq!(law([f64::NAN, 0.0]), Some("a normal percussion pulls"));
}
