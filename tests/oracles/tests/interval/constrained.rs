//! Constrained motions between two places: both ends say what constraints say of them, too, and velocities are sought.

use extremal::monolithic::{Node, Solution, Start, Together, Why};
use extremal::prelude::*;

/// The length of the elements, and how many they are.
const H: f64 = 0.03;
const COUNT: usize = 40;
const DURATION: f64 = 1.2;
const FROM: f64 = 0.5;

/// A load on a rope that a winch pays out.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = 9.81 * m * r[1],
    constraint(c = r.norm_squared() - (1.0 + w * t).powi(2)),
    discretize(Verlet, Midpoint, Galerkin<3, Gauss<3>>, NullSpace<Midpoint>, Livens, Stabilized<Livens>),
)]
struct Winch {
    m: f64,
    w: f64,
}

impl Winch {
    fn at(self, angle: f64, t: f64) -> [f64; 2] {
        let length = 1.0 + self.w * t;
        [length * f64::sin(angle), -length * f64::cos(angle)]
    }
}

/// Whether a solution is on the rope at all nodes, and ends where it should.
fn passes<D>(winch: Winch, solution: &Solution<Winch, D>, last: [f64; 2])
where
    Winch: Discretize<D>,
{
    for state in solution.states() {
        let length = 1.0 + winch.w * state.t;
        // Roundings of numbers of size one.
        assert!((state.q.norm() - length).abs() < 1e-12, "{state:?}");
    }
    let end = solution.states()[COUNT].q;
    assert!((end[0] - last[0]).hypot(end[1] - last[1]) < 1e-12, "{end:?}");
}

/// From angle 0.4 to −0.2, past the conjugate point of π/ω = 1.003 s: the motion begins with −0.68 1/s, passes −0.4 and returns.
/// Guesses: the line between the ends; curves on the rope, from the way there to the motion of small angles.
fn finds<D>(scheme: D)
where
    Winch: Discretize<D>,
    D: Copy + Together<Winch, Solution = Solution<Winch, D>>,
{
    for w in [0.0, 0.05, -0.2, 1.0] {
        let winch = Winch { m: 1.3, w };
        let ends = [winch.at(0.4, FROM), winch.at(-0.2, FROM + DURATION)];
        let whole = || {
            let ends = Start::Ends {
                q0: ends[0],
                q1: ends[1],
            };
            Monolithic::new(winch, scheme, H, COUNT, ends).starting_at(FROM)
        };
        let line = whole().solve().expect("a motion from a line");
        passes(winch, &line, ends[1]);
        for bend in [0.0, 1e-3, 0.1, 0.3, 0.6] {
            let guess = |t: f64| {
                let s = t - FROM;
                winch.at(0.4 - 0.5 * s + bend * s * (s - DURATION), t)
            };
            let curve = whole().guess(guess).solve();
            let curve = curve.unwrap_or_else(|error| panic!("{w} {bend}: {error}"));
            passes(winch, &curve, ends[1]);
            let pairs = curve.states().iter().zip(line.states());
            // One motion; what is left of both is rounding, which the ends multiply by some tens.
            for (a, b) in pairs {
                assert!((a.q - b.q).norm() < 1e-11, "{w} {bend}: {a:?} {b:?}");
            }
        }
        // Its own states: a correction by rounding, and one that is not half as large.
        let again = whole()
            .guess_states(line.states())
            .solve()
            .expect("its own guess");
        assert!(again.iterations() <= 3, "{w}: {again:?}");
    }
}

#[test]
fn ends_on_a_moving_constraint_are_found_from_any_guess() {
    finds(Verlet);
    finds(Midpoint);
    finds(Galerkin::<3, Gauss<3>>::default());
    finds(NullSpace(Midpoint));
    finds(Livens);
    finds(Stabilized(Livens));
}

/// The ends themselves are still asked for, each at its time.
#[test]
fn ends_off_a_constraint_are_told() {
    let winch = Winch { m: 1.3, w: 0.05 };
    let (first, last) = (winch.at(0.4, FROM), winch.at(-0.2, FROM + DURATION));
    let cases = [
        (winch.at(0.4, 0.0), last, 0),
        (first, winch.at(-0.2, FROM), COUNT - 1),
        ([0.0, 0.0], last, 0),
    ];
    for (q0, q1, expected) in cases {
        let ends = Start::Ends { q0, q1 };
        let unsolved = Monolithic::new(winch, Midpoint, H, COUNT, ends)
            .starting_at(FROM)
            .solve();
        let unsolved = unsolved.expect_err("an end off the rope");
        let Why::Element { element, failure } = unsolved.why else {
            panic!("{unsolved}");
        };
        assert_eq!(element, expected);
        assert!(
            matches!(
                failure,
                extremal::Failure::ConstraintViolated { is_rate: false, .. }
            ),
            "{failure}"
        );
    }
}

/// What is given is checked whole: a velocity that leaves the rope is no start.
#[test]
fn a_given_velocity_has_to_follow_a_moving_constraint() {
    let winch = Winch { m: 1.3, w: 0.05 };
    let q0 = winch.at(0.4, FROM);
    let of = |v0: [f64; 2]| {
        Monolithic::new(winch, Midpoint, H, COUNT, Start::Impulse { q0, v0 })
            .starting_at(FROM)
            .solve()
    };
    let along = winch.w / (1.0 + winch.w * FROM);
    of(q0.map(|x| along * x)).expect("a start");
    let unsolved = of([0.0, 0.0]).expect_err("no start");
    assert!(
        matches!(
            unsolved.why,
            Why::Element {
                element: 0,
                failure: extremal::Failure::ConstraintViolated { is_rate: true, .. }
            }
        ),
        "{unsolved}"
    );
}

/// A load on a rope in space: the conditions of its first node leave a velocity open, so that the elimination begins there, and
/// one of them follows from the others.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[3]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = 9.81 * r[2],
    constraint(c = r.norm_squared() - 1.0),
    discretize(Verlet, Midpoint, Livens),
)]
struct Spherical;

/// A step solves the same equations: from the start that was found it comes to the same end.
macro_rules! arrives {
    ($system:ident, $scheme:ident, $curve:expr) => {
        let (count, curve) = (20, $curve);
        let (q0, q1) = (curve(0.0), curve(0.6));
        let whole = || Monolithic::new($system, $scheme, H, count, Start::Ends { q0, q1 });
        let both = |start: &Node<$system>, end: &Node<$system>| {
            let pairs = start.q.iter().zip(&q0).chain(end.q.iter().zip(&q1));
            pairs.map(|(a, b)| a - b).collect()
        };
        let between = || Monolithic::between($system, $scheme, H, count, both, curve);
        for (from, whole) in [
            ("line", whole()),
            ("curve", whole().guess(curve)),
            ("between", between()),
        ] {
            let found = whole.solve();
            let found = found.unwrap_or_else(|error| panic!("{} {from}: {error}", stringify!($scheme)));
            let start = found.states()[0];
            let mut motion = Integrator::from_state($system, $scheme, H, start).expect("a start");
            motion.step_many(count).expect("steps that were solved together");
            let end = motion.state().q;
            // Each step ends with rounding, and a motion of 0.6 s multiplies it by less than a hundred.
            assert!(
                end.iter().zip(&q1).all(|(a, b)| (a - b).abs() < 1e-10),
                "{from}: {end:?}"
            );
        }
    };
}

#[test]
fn conditions_that_follow_from_others_do_no_harm() {
    let sphere = |a: f64, b: f64| [a.sin() * b.cos(), a.sin() * b.sin(), -a.cos()];
    let on_sphere = move |t: f64| sphere(0.4 + t / 6.0, 0.3 + 2.0 * t);
    arrives!(Spherical, Verlet, on_sphere);
    arrives!(Spherical, Midpoint, on_sphere);
    arrives!(Spherical, Livens, on_sphere);
}
