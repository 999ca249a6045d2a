//! Crossings of levels against closed forms.

use extremal::ensemble::{Crossed, Ensemble, Moments, Of, Way};
use extremal::prelude::*;

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * omega.powi(2) * x.powi(2),
    discretize(Verlet),
)]
struct Oscillator {
    omega: f64,
}

const H: f64 = 1e-3;

fn begin(k: usize) -> Result<Integrator<Oscillator, Verlet>, extremal::Error> {
    let omega = 1.0 + 0.5 * k as f64;
    Integrator::new(Oscillator { omega }, Verlet, H, [1.0], [0.0])
}

#[test]
fn crossings_are_those_of_the_cosine() {
    let ensemble = Ensemble::new(5, begin);
    let crossed = |way| {
        ensemble
            .crossings(20_000, |motion| motion.coordinates()[0], 0.5, way)
            .collect()
    };
    let (up, down, both) = (crossed(Way::Up), crossed(Way::Down), crossed(Way::Both));
    for k in 0..5 {
        let omega = 1.0 + 0.5 * k as f64;
        // cos ωt = ½ at ωt = 2π n ± π/3: upwards with −.
        let (turn, third) = (
            core::f64::consts::TAU / omega,
            core::f64::consts::FRAC_PI_3 / omega,
        );
        let [up, down, both] = [&up, &down, &both].map(|crossed| crossed[k].expect("small steps"));
        let count = |first: f64| (0..).take_while(|&n| first + f64::from(n) * turn < 20.0).count();
        assert_eq!((up.count, down.count), (count(turn - third), count(third)));
        assert_eq!(both.count, up.count + down.count);
        // Verlet's frequency is off by (ωh)²/24, and a line between two nodes is off by h² ω/8 or so.
        let error = omega * H * H * 20.0;
        let near = |time: Option<f64>, exact: f64| time.is_some_and(|time| (time - exact).abs() < error);
        assert!(near(up.first, turn - third) && near(down.first, third) && near(both.first, third));
        assert!(near(up.period(), turn) && near(up.last, turn * up.count as f64 - third));
    }
}

#[test]
fn no_crossing_has_no_time() {
    let ensemble = Ensemble::new(1, begin);
    let far = ensemble.crossings(1000, |motion| motion.coordinates()[0], 2.0, Way::Both);
    assert_eq!(far.collect(), [Ok(Crossed::default())]);
    assert_eq!(Crossed::default().period(), None);
}

#[test]
fn a_part_of_values_is_reduced() {
    let ensemble = Ensemble::new(5, begin);
    let runs = ensemble.crossings(20_000, |motion| motion.coordinates()[0], 0.0, Way::Up);
    let count = Of(|crossed: &Crossed| crossed.count as f64, Moments::new());
    let sum: usize = runs.collect().iter().flatten().map(|crossed| crossed.count).sum();
    assert!(sum > 20);
    assert!((runs.reduce(count).value.1.mean()[0] - sum as f64 / 5.0).abs() < 1e-12);
}
