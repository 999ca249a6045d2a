//! Parameters that are bounds may be infinite, and others are named if they are.

use extremal::blocks::NoInputs;
use extremal::prelude::*;

/// A spring beyond a stop, which may be nowhere, and one that is stiff.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * x.powi(2) / compliance + 0.5 * k * max(x - stop, 0).powi(2) + if x > edge { k * (x - edge) } else { 0 },
    force(x = -min(most, dt(x))),
    output(cap = most, seen = shown),
    discretize(Verlet, Midpoint)
)]
struct Stopped {
    k: f64,
    compliance: f64,
    stop: f64,
    edge: f64,
    most: f64,
    shown: f64,
}

/// Gives a field a value.
type Set = fn(&mut Stopped, f64);

/// Where nothing reaches a bound, it may be infinite, and is still not NaN.
#[test]
fn bounds_may_be_infinite() {
    let (near, far) = (f64::INFINITY, 1e3);
    let of = |compliance: f64, bound: f64| Stopped {
        k: 7.0,
        compliance,
        stop: bound,
        edge: bound,
        most: bound,
        shown: bound,
    };
    fn ends<D: Copy>(scheme: D, system: Stopped) -> f64
    where
        Stopped: Discretize<D, Scalar = f64, Inputs: NoInputs>,
    {
        let mut motion = Integrator::new(system, scheme, 0.01, [0.5], [1.0]).expect("a good start");
        motion.step_many(100).expect("a regular motion");
        motion.state().q.as_slice()[0]
    }
    let all = |system| [ends(Verlet, system), ends(Midpoint, system)];
    assert_eq!(all(of(0.5, near)), all(of(0.5, far)));
    assert!(all(of(near, near)).iter().all(|end| end.is_finite()));
    let fields: [(&str, Set); 6] = [
        ("k", |system, bad| system.k = bad),
        ("compliance", |system, bad| system.compliance = bad),
        ("stop", |system, bad| system.stop = bad),
        ("edge", |system, bad| system.edge = bad),
        ("most", |system, bad| system.most = bad),
        ("shown", |system, bad| system.shown = bad),
    ];
    for (name, set) in fields {
        for bad in [f64::NAN, near] {
            let mut system = of(0.5, 1.0);
            set(&mut system, bad);
            let found = Integrator::new(system, Midpoint, 0.1, [0.5], [0.0]).err();
            let expected = (bad.is_nan() || name == "k")
                .then(|| format!("at t = 0 (step 0): the field `{name}` is not a finite number"));
            assert_eq!(found.map(|error| error.to_string()), expected, "{name} = {bad}");
        }
    }
}
