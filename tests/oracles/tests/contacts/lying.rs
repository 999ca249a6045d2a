//! A rod that lies down on a floor with two restitutions: it sticks at both ends, with more percussions than it needs.

use extremal::contacts::ContactState;
use extremal::drive::ContactReport;
use extremal::prelude::*;

/// A rod that falls, bounces, slides and lies down.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[2], phi),
    kinetic = 0.5 * dt(r).norm_squared() + 0.5 * 0.2 * dt(phi).powi(2),
    potential = g * r[1],
    contact(
        end,
        gap = array(0..2, |i| r[1] + (2 * i - 1) * sin(phi)),
        slip = array(0..2, |i| dt(r[0]) + dt((2 * i - 1) * cos(phi))),
        friction = 0.3,
        restitution = 0.5,
        restitution_t = e_t,
    ),
    discretize(Moreau, SymmetricMoreau)
)]
struct Lying {
    g: f64,
    e_t: f64,
}

/// Two ends that stick have four percussions for three coordinates. With `e_T` ≠ e their velocities contradict each other by
/// what is left of the impacts, which e reduces in each step down to rounding.
#[test]
fn a_rod_with_two_restitutions_comes_to_rest() {
    fn check<D: Copy>(scheme: D, e_t: f64)
    where
        Lying: Discretize<D, Report = ContactReport<Lying>>,
    {
        let (q, v) = ([0.0, 0.5, 0.2], [1.0, -0.3, 0.5]);
        let mut motion =
            Integrator::new(Lying { g: 9.81, e_t }, scheme, 3e-3, q, v).expect("a start in the air");
        for step in 0..1000 {
            let report = motion
                .step()
                .unwrap_or_else(|error| panic!("e_T = {e_t}, step {step}: {error}"));
            for contact in report.contacts() {
                let xi = [0.5, e_t]
                    .into_iter()
                    .zip(contact.before.iter().zip(contact.after));
                let [normal, slip] = *xi
                    .map(|(e, (before, after))| after + e * before)
                    .collect::<Vec<_>>()
                else {
                    panic!("two rows of {contact:?}")
                };
                let [p_n, p_t] = *contact.percussions else {
                    panic!("two rows of {contact:?}")
                };
                // Rounding of velocities and percussions of 1.
                let small = 1e-13;
                let laws = [
                    p_n >= 0.0 && p_t.abs() <= 0.3 * p_n + small,
                    normal >= -small && (p_n * normal).abs() <= small,
                    (p_t * slip.abs() + 0.3 * p_n * slip).abs() <= small,
                ];
                let is_open = contact.percussions == [0.0; 2];
                assert!(
                    is_open || laws == [true; 3],
                    "step {step}: {laws:?} of {contact:?}"
                );
            }
            if step == 999 {
                assert!(report.velocity.norm() < 1e-12, "{report:?}");
                assert_eq!(report.states, [ContactState::Stick; 2]);
            }
        }
    }
    for e_t in [0.0, 0.1, 0.9] {
        check(Moreau, e_t);
        check(SymmetricMoreau, e_t);
    }
}
