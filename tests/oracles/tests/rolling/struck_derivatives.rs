//! Derivatives of steps with impacts beside constraints on velocities, compared with differences.

use extremal::Scalar;
use extremal::blocks::Block;
use extremal::derivatives::Linearization;
use extremal::prelude::*;

/// A blade that skids along a bent wall.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, phi),
    kinetic = 0.7 * (dt(x).powi(2) + dt(y).powi(2)) + 0.2 * dt(phi).powi(2),
    potential = x.powi(2) + 0.5 * x * y,
    rolling(blade = sin(phi) * dt(x) - cos(phi) * dt(y) - a * dt(phi)),
    contact(wall, gap = 1 - x - 0.1 * y.powi(2), slip = dt(y) - 0.2 * y * dt(x), friction = 0.2, restitution = 0.4),
    sensitivities(a),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau)
)]
struct Skid<T: Scalar> {
    a: T,
}

/// A place within the wall, a momentum towards it, and a.
const SKID: [f64; 7] = [1.02, 0.3, 0.4, 1.2, 0.6, 0.1, 0.15];

/// A motion from a place where one of the numbers is moved, and q, p and v of a state.
fn skidding<D>(scheme: D, (seed, by): (usize, f64)) -> Integrator<Skid<f64>, D>
where
    Skid<f64>: Discretize<D, Inputs = [f64; 0]>,
{
    let at = |k: usize| SKID[k] + if k == seed { by } else { 0.0 };
    let state = State {
        t: 0.0,
        q: core::array::from_fn::<_, 3, _>(at).into(),
        p: core::array::from_fn::<_, 3, _>(|k| at(3 + k)).into(),
    };
    Integrator::from_state(Skid { a: at(6) }, scheme, 0.05, state).expect("a state")
}

fn numbers<D>(motion: &Integrator<Skid<f64>, D>) -> Vec<f64>
where
    Skid<f64>: Discretize<D>,
{
    let State { q, p, .. } = motion.state();
    let v = motion.velocity().expect("masses");
    q.iter().chain(p.iter()).chain(v.iter()).copied().collect()
}

/// The derivative of a step with an impact, compared with differences: of numbers of size one their errors are δ² of third
/// derivatives, and ε/δ of rounding and of what Newton's method leaves, some 1e-10 each.
fn check_derivative<D, A, B, C>(scheme: D)
where
    Skid<f64>: Discretize<D, Linearization = Linearization<A, B, C>, Inputs = [f64; 0]>,
    D: Copy,
    A: Block<f64>,
    B: Block<f64>,
    C: Block<f64>,
{
    const DELTA: f64 = 1e-5;
    let found = skidding(scheme, (0, 0.0)).linearize().expect("a regular step");
    for seed in 0..SKID.len() {
        let [ahead, back] = [DELTA, -DELTA].map(|by| {
            let mut motion = skidding(scheme, (seed, by));
            let start = numbers(&motion);
            motion.step().expect("a regular step");
            [start, numbers(&motion)]
        });
        let slope = |of: usize, k: usize| (ahead[of][k] - back[of][k]) / (2.0 * DELTA);
        let rows = ahead[0].len();
        for row in 0..rows {
            let by_state = found.by_state.as_slice().iter().skip(row).step_by(rows);
            let through: f64 = by_state.enumerate().map(|(k, by)| by * slope(0, k)).sum();
            let direct = if seed == 6 {
                found.by_parameters.as_slice()[row]
            } else {
                0.0
            };
            let error = (through + direct - slope(1, row)).abs();
            assert!(error < 1e-8, "({row}, {seed}): {error:e} of {}", slope(1, row));
        }
    }
}

#[test]
fn an_impact_of_a_blade_varies_as_differences_say() {
    check_derivative(Moreau);
    check_derivative(SymmetricMoreau);
    check_derivative(VariationalMoreau);
    check_derivative(ClosedGaps(Moreau));
    check_derivative(ClosedGaps(VariationalMoreau));
}
