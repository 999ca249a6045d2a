//! Programs that change nothing at a node which a correction has moved: the same system, set again, and kicks that cancel.

use extremal::prelude::*;

/// Masses on stiff springs that press them on a floor, from which they bounce.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(y[n]),
    kinetic = sum(0..n, |i| 0.5 * m * dt(y[i]).powi(2)),
    potential = sum(0..n, |i| 0.5 * k * (y[i] + 0.1).powi(2)),
    contact(floor, gap = array(0..n, |i| y[i]), restitution = 1),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau)
)]
struct Pressed {
    n: usize,
    m: f64,
    k: f64,
}

/// One of them.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(y),
    kinetic = 0.5 * m * dt(y).powi(2),
    potential = 0.5 * k * (y + 0.1).powi(2),
    contact(floor, gap = y, restitution = 1),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau)
)]
struct One {
    m: f64,
    k: f64,
}

/// A motion beside one that the program sets again at each node: q and p to the rounding of numbers of size one to ten, while the
/// force of the springs at a depth of 0.01 is a hundred.
macro_rules! same {
    ($system:expr, $q:expr, $scheme:expr) => {{
        let system = $system;
        let mut plain =
            Integrator::new(system.clone(), ClosedGaps($scheme), 2e-3, $q, $q.map(|_| 0.0)).expect("a start");
        let mut set = plain.clone();
        let mut impacts = 0;
        for step in 0..400 {
            set.set_system(system.clone()).expect("the same system");
            let report = plain.step().expect("a step");
            set.step().expect("a step");
            impacts += usize::from(report.contacts().any(|contact| contact.percussions[0] > 0.0));
            let (a, b) = (plain.state(), set.state());
            let most = (a.q - b.q).amax().max((a.p - b.p).amax());
            assert!(most < 1e-11, "{step}: {most:e}");
        }
        assert!(impacts > 5, "{impacts}");
    }};
}

#[test]
fn the_same_system_again_changes_nothing_behind_a_correction() {
    let (m, k) = (1.0, 1e4);
    same!(One { m, k }, [0.05], Moreau);
    same!(One { m, k }, [0.05], SymmetricMoreau);
    same!(One { m, k }, [0.05], VariationalMoreau);
    let n = 2;
    same!(Pressed { n, m, k }, [0.05, 0.03], Moreau);
    same!(Pressed { n, m, k }, [0.05, 0.03], SymmetricMoreau);
    same!(Pressed { n, m, k }, [0.05, 0.03], VariationalMoreau);
}
