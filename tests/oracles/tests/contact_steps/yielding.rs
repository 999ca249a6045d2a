//! Restitutions that contradict each other give way, all by one factor and no more than they must.

use extremal::drive::ContactReport;
use extremal::prelude::*;

/// A bead between two stops that touch it, of which the right one moves away.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    contact(left, gap = x, restitution = e[0]),
    contact(right, gap = away * t - x, restitution = e[1]),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau)
)]
struct Bead {
    m: f64,
    away: f64,
    e: [f64; 2],
}

/// The report of an impact with the velocity −1.
fn impact<D: Copy>(scheme: D, bead: Bead) -> ContactReport<Bead>
where
    Bead: Discretize<D, Report = ContactReport<Bead>>,
{
    let mut motion = Integrator::new(bead, scheme, 1e-3, [0.0], [-1.0]).expect("a bead that touches");
    motion.step().expect("an impact")
}

/// The left stop asks for u ≥ s e, the right one for u ≤ a + s e' (1 + a): there is no u if s (e − e' (1 + a)) > a.
#[test]
fn restitutions_give_way_as_little_as_they_can() {
    fn check<D: Copy>(scheme: D)
    where
        Bead: Discretize<D, Report = ContactReport<Bead>>,
    {
        for m in [0.01, 1.0, 100.0] {
            for (away, e) in [
                (0.2, [0.8, 0.1]),
                (0.1, [0.9, 0.0]),
                (0.0, [0.5, 0.2]),
                (0.3, [0.2, 0.8]),
            ] {
                let most = away / (e[0] - e[1] * (1.0 + away));
                let most = if (0.0..1.0).contains(&most) { most } else { 1.0 };
                let report = impact(scheme, Bead { m, away, e });
                let s = report.restitution;
                // Six halvings of the interval, of which no end is beyond the limit.
                assert!(
                    s <= most + 1e-12 && most - s < 1.0 / 64.0,
                    "{s} {most} {report:?}"
                );
                let u = report.velocity[0];
                // Rounding of velocities of one.
                assert!((u - s * e[0]).abs() < 1e-14, "{u} {s} {e:?}");
                // The stops share the change of momentum. Loads that both carry against each other are as large.
                let [left, right] = report.percussions;
                assert!((left - right - m * (u + 1.0)).abs() < 1e-13 * m, "{report:?}");
                assert!(left >= 0.0 && right >= 0.0, "{report:?}");
            }
        }
    }
    check(Moreau);
    check(SymmetricMoreau);
    check(VariationalMoreau);
    check(ClosedGaps(Moreau));
}
