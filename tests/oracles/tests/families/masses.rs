//! Masses of systems of any size: what no motion can have is an error of the start.

use extremal::prelude::*;

/// Masses with products of neighbours, beside numbers without a mass.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[n], y[n]),
    massless(y),
    kinetic = sum(0..heavy, |i| 1 / 2 * m[i] * dt(x[i]).powi(2)) + sum(1..heavy, |i| c * dt(x[i]) * dt(x[i - 1])),
    potential = sum(0..n, |i| 1 / 2 * x[i].powi(2) + 1 / 2 * (y[i] - x[i]).powi(2)),
    discretize(Midpoint),
)]
struct Joined {
    n: usize,
    heavy: usize,
    m: Vec<f64>,
    c: f64,
}

/// The error of a start from rest, and that of a motion that gets these masses.
fn error(masses: &[f64], heavy: usize, c: f64) -> Option<String> {
    let n = masses.len();
    let system = Joined {
        n,
        heavy,
        m: masses.to_vec(),
        c,
    };
    let rest = vec![0.0; 2 * n];
    let good = Joined {
        heavy: n,
        m: vec![1.0; n],
        c: 0.0,
        ..system.clone()
    };
    let mut motion = Integrator::new(good, Midpoint, 0.1, rest.clone(), rest.clone()).expect("ones");
    let changed = motion
        .set_system(system.clone())
        .err()
        .map(|error| error.to_string());
    let made = Integrator::new(system, Midpoint, 0.1, rest.clone(), rest).map(drop);
    let made = made.err().map(|error| error.to_string());
    assert_eq!(made.is_some(), changed.is_some(), "{made:?} {changed:?}");
    made
}

#[test]
fn masses_are_judged_together() {
    // [[1, 2], [2, 1]] has the value −1 along (1, −1); some direction near it is named.
    let found = error(&[1.0, 1.0], 2, 2.0).expect("a negative mass");
    assert!(
        found.contains("below zero along `") && found.contains(" x[0] − "),
        "{found}"
    );
    // The smallest of n equal ones is 1 + 2 c cos(n π/(n + 1)).
    let limit = 0.5 / f64::cos(std::f64::consts::PI / 41.0);
    for scale in [1e-26, 1.0, 1e24] {
        let masses = [scale; 40];
        assert!(error(&masses, 40, 1.01 * scale * limit).is_some());
        assert_eq!(error(&masses, 40, 0.999 * scale * limit), None);
    }
    assert!(
        error(&[1.0, -1.0], 2, 0.0)
            .expect("a negative mass")
            .contains("x[1]")
    );
    // Masses that vanish are the business of schemes.
    assert_eq!(error(&[1.0, 0.0], 2, 0.0), None);
}

#[test]
fn ranges_of_a_kinetic_energy_reach_all_items() {
    let found = error(&[1.0; 3], 2, 0.1).expect("a coordinate without a mass");
    assert!(
        found.contains("`x[2]` has no kinetic energy") && found.contains("`massless(..)`"),
        "{found}"
    );
    assert!(error(&[1.0], 0, 0.0).expect("none").contains("`x[0]`"));
    assert_eq!(error(&[1.0; 3], 3, 0.1), None);
}
