//! Steps of systems whose rarely used kernels are so long that the runtime interprets them: derivatives against differences of
//! steps. Stages as a fixed point: against Newton's method and against the motion itself.

use core::f64::consts::TAU;
use extremal::nalgebra::SVector;
use extremal::newton::Convergence;
use extremal::prelude::*;

/// Ten masses, each of which acts on all others by functions that a formula may have. Derivatives have some thousand
/// operations.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[10]),
    let pull = |x, y| {
        let d = 1.0 + (x - y).powi(2);
        d.sqrt() + d.powf(0.3) + ln(d) + exp(-d) + atan2(x, 2.0 + d) + hypot(x, d) + tanh(x - y) + sin(x) * cos(y) + atan(x * y)
    },
    kinetic = sum(0..10, |i| 0.5 * m * dt(q[i]).powi(2)),
    potential = sum(0..10, |i| sum(i + 1..10, |j| k * pull(q[i], q[j]))),
    discretize(Galerkin<3, Gauss<3>>),
)]
struct Cloud {
    m: f64,
    k: f64,
}

type Cubic = Galerkin<3, Gauss<3>>;
type State = SVector<f64, 20>;

const CLOUD: Cloud = Cloud { m: 2.0, k: 0.4 };
const H: f64 = 0.1;

fn motion(state: &State) -> Integrator<Cloud, Cubic> {
    let q: [f64; 10] = core::array::from_fn(|k| state[k]);
    let v: [f64; 10] = core::array::from_fn(|k| state[10 + k] / CLOUD.m);
    Integrator::new(CLOUD, Cubic::default(), H, q, v).expect("a start")
}

/// (q, p) at the end of a step.
fn stepped(state: &State) -> State {
    let mut motion = motion(state);
    motion.step().expect("a smooth motion");
    State::from_fn(|k, _| {
        if k < 10 {
            motion.state().q[k]
        } else {
            motion.state().p[k - 10]
        }
    })
}

#[test]
fn long_derivatives_are_those_of_steps() {
    let start = State::from_fn(|k, _| (1.7 * (k as f64 + 1.0)).sin());
    let found = motion(&start).linearize().expect("a regular step").by_state;
    // Central differences err by δ² and by ε/δ.
    let delta = 1e-5;
    for column in 0..20 {
        let moved = |way: f64| {
            let mut moved = start;
            moved[column] += way;
            stepped(&moved)
        };
        let expected = (moved(delta) - moved(-delta)) / (2.0 * delta);
        let error = (found.column(column) - expected).norm();
        assert!(error < 1e-9, "{column}: {error:e}");
    }
}

/// Planets of the Sun in the plane: M is constant, and nothing is stiff where a step is a part of a turn.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[7][2]),
    kinetic = sum(0..7, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = -sum(0..7, |i| sum(i + 1..7, |j| m[i] * m[j] / (r[j] - r[i]).norm())),
    discretize(Galerkin<4, Gauss<4>>),
)]
struct Planets {
    m: [f64; 7],
}

/// The same, with masses that the derive takes to vary. Its steps are those of Newton's method.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[7][2]),
    kinetic = sum(0..7, |i| 0.5 * m[i] * (1.0 + none * cos(r[i][0])) * dt(r[i]).norm_squared()),
    potential = -sum(0..7, |i| sum(i + 1..7, |j| m[i] * m[j] / (r[j] - r[i]).norm())),
    discretize(Galerkin<4, Gauss<4>>),
)]
struct Varying {
    m: [f64; 7],
    none: f64,
}

const MASSES: [f64; 7] = [1.0, 1e-3, 3e-4, 4e-5, 5e-5, 1e-5, 2e-5];
type Quartic = Galerkin<4, Gauss<4>>;

/// Circles about the Sun, of the radii 1 to 3.5.
fn circles() -> ([f64; 14], [f64; 14]) {
    let (mut q, mut v) = ([0.0; 14], [0.0; 14]);
    for i in 1..7 {
        let (radius, angle) = (0.5 + 0.5 * i as f64, 2.0 * i as f64);
        let speed = (1.0 / radius).sqrt();
        let (sine, cosine) = angle.sin_cos();
        [q[2 * i], q[2 * i + 1]] = [radius * cosine, radius * sine];
        [v[2 * i], v[2 * i + 1]] = [-speed * sine, speed * cosine];
    }
    (q, v)
}

/// The places after some steps, the iterations of all steps, and the largest residual.
fn after<S>(system: S, h: f64, steps: usize) -> (SVector<f64, 14>, usize, f64)
where
    S: Discretize<Quartic, Scalar = f64, Inputs = [f64; 0], Report = Convergence>,
    S: Lagrangian<Configuration = SVector<f64, 14>, Velocity = SVector<f64, 14>>,
{
    let (q, v) = circles();
    let mut motion = Integrator::new(system, Quartic::default(), h, q, v).expect("a start");
    let (mut iterations, mut residual) = (0, 0.0_f64);
    for _ in 0..steps {
        let report = motion.step().expect("a smooth motion");
        iterations += report.iterations;
        residual = residual.max(report.residual_norm);
    }
    (motion.state().q, iterations, residual)
}

/// A step of a twentieth of the shortest turn contracts, one of half a turn does not.
#[test]
fn a_fixed_point_has_the_result_of_newtons_method() {
    let masses = Varying { m: MASSES, none: 0.0 };
    for (h, steps) in [(TAU / 20.0, 100), (TAU / 2.0, 10)] {
        let (by_fixed_point, iterations, residual) = after(Planets { m: MASSES }, h, steps);
        let (by_newton, of_newton, _) = after(masses, h, steps);
        // Rounding of each step, which later ones magnify with the square of the time.
        let difference = (by_fixed_point - by_newton).amax();
        assert!(difference < 1e-11, "{h}: {difference:e}");
        // As Newton's method: N ε.
        assert!(residual <= 56.0 * f64::EPSILON, "{residual:e}");
        assert!(
            iterations < 10 * steps,
            "{iterations} and {of_newton} of Newton's method"
        );
    }
}

/// One planet goes round as it does in closed form, apart from the error of order eight.
#[test]
fn a_fixed_point_follows_circles() {
    let mut alone = [0.0; 7];
    alone[0] = 1.0;
    alone[1..].fill(1e-14);
    let (places, ..) = after(Planets { m: alone }, TAU / 20.0, 20);
    let (start, _) = circles();
    let error = (places[2] - start[2]).hypot(places[3] - start[3]);
    // An oscillator has the phase error 4!⁴/(8!² 9) (h ω)⁸ = 2e-9 of 2π; a circle some times that.
    assert!(error < 2e-7, "{error:e}");
}
