//! What time alone makes move from rest is no explosion, however many times T grows in a step: constraints that move, and
//! forces of potentials that come with time. Springs beyond their steps beside them still are one.

use extremal::Failure;
use extremal::blocks::{NoInputs, Vector};
use extremal::prelude::*;

/// A slider of the mass m that is moved by a t⁶, with a mass on a spring from it.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * dt(x).powi(2) + 0.5 * dt(y).powi(2),
    potential = 0.5 * k * (y - x).powi(2),
    constraint(lift = x - a * t.powi(6)),
    discretize(Verlet, Midpoint, NullSpace<Midpoint>, Galerkin<3, Gauss<3>>, Stabilized<Livens>),
)]
struct Lift {
    m: f64,
    k: f64,
    a: f64,
}

/// The same on a logistic cam: its lift before the rise is 1e-44.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * dt(x).powi(2) + 0.5 * dt(y).powi(2),
    potential = 0.5 * k * (y - x).powi(2),
    constraint(lift = x - 1 / (1 + exp((1 - t) / w))),
    discretize(Verlet, Midpoint, NullSpace<Midpoint>, Galerkin<3, Gauss<3>>, Stabilized<Livens>),
)]
struct Cam {
    k: f64,
    w: f64,
}

/// A field that is on for a moment.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = k * cos(x) * exp(-((t - 1) / w).powi(2)),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>),
)]
struct Pulse {
    k: f64,
    w: f64,
}

/// A spring whose stiffness comes with time.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * k * t.powi(6) * x.powi(2),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>),
)]
struct Stiffening {
    k: f64,
}

/// q and q̇ at the time `end` by the classical Runge-Kutta method in 20 000 steps, from rest at time zero.
fn reference<const N: usize>(end: f64, q: [f64; N], a: impl Fn(f64, &[f64; N]) -> [f64; N]) -> [[f64; N]; 2] {
    let steps = 20_000;
    let h = end / f64::from(steps);
    let (mut q, mut v) = (q, [0.0; N]);
    let ahead = |x: &[f64; N], by: f64, rate: &[f64; N]| core::array::from_fn(|k| x[k] + by * rate[k]);
    for step in 0..steps {
        let t = f64::from(step) * h;
        let (v1, a1) = (v, a(t, &q));
        let (q2, v2) = (ahead(&q, 0.5 * h, &v1), ahead(&v, 0.5 * h, &a1));
        let a2 = a(t + 0.5 * h, &q2);
        let (q3, v3) = (ahead(&q, 0.5 * h, &v2), ahead(&v, 0.5 * h, &a2));
        let a3 = a(t + 0.5 * h, &q3);
        let (q4, v4) = (ahead(&q, h, &v3), ahead(&v, h, &a3));
        let a4 = a(t + h, &q4);
        let mean = |of: [[f64; N]; 4], k: usize| (of[0][k] + 2.0 * (of[1][k] + of[2][k]) + of[3][k]) / 6.0;
        (q, v) = (
            core::array::from_fn(|k| q[k] + h * mean([v1, v2, v3, v4], k)),
            core::array::from_fn(|k| v[k] + h * mean([a1, a2, a3, a4], k)),
        );
    }
    [q, v]
}

/// The last coordinate and its velocity at the time `end`, by steps none of which is refused, for masses of one.
fn last<S, D, const N: usize>(system: S, scheme: D, h: f64, (end, [q, v]): (f64, [[f64; N]; 2])) -> [f64; 2]
where
    S: Discretize<D> + Lagrangian<Scalar = f64, Inputs: NoInputs>,
    S: Lagrangian<Configuration: From<[f64; N]>, Momentum: From<[f64; N]>>,
{
    let start = State {
        t: 0.0,
        q: q.into(),
        p: v.into(),
    };
    let mut motion = Integrator::from_state(system, scheme, h, start).expect("a start");
    while motion.time() < end - 0.5 * h {
        motion.step().expect("time explains the motion");
    }
    let State { q, p, .. } = motion.state();
    [q.as_slice(), p.as_slice()].map(|numbers| numbers.last().copied().unwrap_or(f64::NAN))
}

/// The errors are below a bound, and below a fourth and a sixteenth of it with half and a quarter of the steps.
fn check(motion: impl Fn(f64) -> [f64; 2], h: f64, [q, v]: [f64; 2], most: f64) {
    for part in [1.0, 0.5, 0.25] {
        let found = motion(part * h);
        let error = (found[0] - q).abs().max((found[1] - v).abs());
        assert!(error < most * part * part, "h = {}: {error:e}", part * h);
    }
}

fn check_slider<S>((system, start): (S, [[f64; 2]; 2]), h: f64, end: f64, at_end: [f64; 2], most: f64)
where
    S: Copy
        + Lagrangian<Scalar = f64, Inputs: NoInputs, Configuration: From<[f64; 2]>, Momentum: From<[f64; 2]>>,
    S: Discretize<Verlet> + Discretize<Midpoint> + Discretize<NullSpace<Midpoint>>,
    S: Discretize<Galerkin<3, Gauss<3>>> + Discretize<Stabilized<Livens>>,
{
    let rest = (end, start);
    check(|h| last(system, Verlet, h, rest), h, at_end, most);
    check(|h| last(system, Midpoint, h, rest), h, at_end, most);
    check(|h| last(system, NullSpace(Midpoint), h, rest), h, at_end, most);
    check(
        |h| last(system, Galerkin::<3, Gauss<3>>::default(), h, rest),
        h,
        at_end,
        most,
    );
    check(|h| last(system, Stabilized(Livens), h, rest), h, at_end, most);
}

/// T grows by 2¹⁰ in the second step, whatever h is.
#[test]
fn sliders_move_from_rest() {
    for (h, end) in [(0.05, 1.0), (0.01, 0.5), (0.002, 0.1)] {
        let [q, v] = reference(end, [0.0], |t, y| [4.0 * (t.powi(6) - y[0])]);
        // The fourth derivative of the spring's force is 1440 t²; a twelfth of it, times the time and h², twice.
        // The lighter the slider is, the more of the kinetic energy is that of the mass.
        for m in [1.0, 1e-3, 1e-6] {
            let lift = Lift { m, k: 4.0, a: 1.0 };
            check_slider(
                (lift, [[0.0; 2]; 2]),
                h,
                end,
                [q[0], v[0]],
                240.0 * h * h * end.powi(3),
            );
        }
    }
}

/// Place and velocity of the cam at time zero.
fn before_the_rise(w: f64) -> [[f64; 2]; 2] {
    let lift = 1.0 / (1.0 + (1.0 / w).exp());
    [[lift, 0.0], [lift * (1.0 - lift) / w, 0.0]]
}

/// The lift of a cam before it rises is an exponential: T grows by exp(2 h/w) = 55 in each step, for a hundred steps.
#[test]
fn cams_rise_from_nearly_nothing() {
    let w = 0.01;
    let lift = |t: f64| 1.0 / (1.0 + ((1.0 - t) / w).exp());
    let [q, v] = reference(1.5, [0.0], |t, y| [100.0 * (lift(t) - y[0])]);
    // The sum of forces over the rise, of width w, is off by as little as an integral of a smooth function: what is left is the
    // period of the spring, off by (ω h)²/24, over half a second and an amplitude of one: 0.01 in q and ω times that in v.
    check_slider(
        (Cam { k: 100.0, w }, before_the_rise(w)),
        0.02,
        1.5,
        [q[0], v[0]],
        0.2,
    );
}

/// Forces that come with time from nothing, with places in them.
#[test]
fn fields_that_come_with_time_are_no_explosion() {
    fn check_all<S>(system: S, (h, end): (f64, f64), reference: [[f64; 1]; 2], most: f64)
    where
        S: Copy
            + Lagrangian<
                Scalar = f64,
                Inputs: NoInputs,
                Configuration: From<[f64; 1]>,
                Momentum: From<[f64; 1]>,
            >,
        S: Discretize<Verlet> + Discretize<Midpoint> + Discretize<Galerkin<2, Gauss<2>>>,
    {
        let (at_end, rest) = ([reference[0][0], reference[1][0]], (end, [[1.0], [0.0]]));
        check(|h| last(system, Verlet, h, rest), h, at_end, most);
        check(|h| last(system, Midpoint, h, rest), h, at_end, most);
        check(
            |h| last(system, Galerkin::<2, Gauss<2>>::default(), h, rest),
            h,
            at_end,
            most,
        );
    }
    let (k, w) = (50.0, 0.01);
    let pulse = |t: f64, x: &[f64; 1]| [k * x[0].sin() * (-((t - 1.0) / w).powi(2)).exp()];
    // What the pulse gives, k sin(1) w √π = 0.75, is a sum of a smooth function as well, with points closer than its width;
    // between both its ends x moves by h v/2 more or less.
    check_all(Pulse { k, w }, (0.005, 1.2), reference(1.2, [1.0], pulse), 0.01);
    let spring = |t: f64, x: &[f64; 1]| [-4.0 * t.powi(6) * x[0]];
    // As a slider's.
    check_all(
        Stiffening { k: 4.0 },
        (0.1, 1.0),
        reference(1.0, [1.0], spring),
        2.4,
    );
    check_all(
        Stiffening { k: 4.0 },
        (0.01, 1.0),
        reference(1.0, [1.0], spring),
        0.024,
    );
}

/// On sliders that move, springs beyond their step explode as others do: ω h = 2.5 and 20.
#[test]
fn springs_on_sliders_explode_as_others() {
    fn grown<S>((system, [q, v]): (S, [[f64; 2]; 2]), h: f64) -> Failure
    where
        S: Lagrangian<
                Scalar = f64,
                Inputs: NoInputs,
                Configuration: From<[f64; 2]>,
                Momentum: From<[f64; 2]>,
            >,
        S: Discretize<Verlet>,
    {
        let start = State {
            t: 0.0,
            q: q.into(),
            p: v.into(),
        };
        let mut motion = Integrator::from_state(system, Verlet, h, start).expect("a start");
        let error = (0..200)
            .find_map(|_| motion.step().err())
            .expect("the steps are too long");
        // The rise is of size one, and a step of it as fast as 1/h.
        let most = motion
            .state()
            .q
            .as_slice()
            .iter()
            .fold(0.0, |most: f64, q| most.max(q.abs()));
        let lift = motion.time().powi(6).max(1.0);
        assert!(most < 1e4 * lift, "{most:e} at t = {}", motion.time());
        error.failure
    }
    for h in [0.025, 0.2] {
        let k = 1e4;
        for failure in [
            grown((Lift { m: 1.0, k, a: 1.0 }, [[0.0; 2]; 2]), h),
            grown((Cam { k, w: 0.01 }, before_the_rise(0.01)), h),
        ] {
            assert!(
                matches!(failure, Failure::Unresolved { .. }),
                "h = {h}: {failure:?}"
            );
        }
    }
}
