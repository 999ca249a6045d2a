//! Momentum maps: their values, and which schemes keep them over long runs.

use extremal::blocks::{IntoBlock, NoInputs};
use extremal::prelude::*;
use extremal::structure::Inheritance;
use extremal::system::VectorSpace;
use extremal::{Lagrangian as System, StateOf};

const STEPS: usize = 100_000;

/// Two masses in the plane with a spring between them.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(a[2], b[2]),
    kinetic = 0.5 * m_a * dt(a).norm_squared() + 0.5 * m_b * dt(b).norm_squared(),
    potential = 0.5 * k * ((a - b).norm() - l).powi(2),
    symmetry(along_x = [[1, 0], [1, 0]], along_y = [0, 1, 0, 1]),
    symmetry(rotation = [[-a[1], a[0]], [-b[1], b[0]]]),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<2, Trapezoid<2>, Gauss<2>>),
)]
struct Pair {
    m_a: f64,
    m_b: f64,
    k: f64,
    l: f64,
}

const PAIR: Pair = Pair {
    m_a: 1.0,
    m_b: 2.5,
    k: 3.0,
    l: 0.8,
};

/// A planet in Cartesian coordinates, its L as a whole.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    lagrangian = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)) + m * mu / hypot(x, y),
    symmetry(rotation = [-y, x]),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>),
)]
struct Kepler {
    m: f64,
    mu: f64,
}

/// Two rods in a plane without weight, one hinged to the end of the other: M depends on the angles.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    let first = [cos(a), sin(a)],
    let second = first + l * [cos(b), sin(b)],
    kinetic = 0.5 * dt(first).norm_squared() + 0.5 * m * dt(second).norm_squared(),
    potential = k * (1 - cos(b - a)),
    symmetry(rotation = [1, 1]),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>),
)]
struct Rods {
    m: f64,
    l: f64,
    k: f64,
}

/// A heavy top in Euler parameters without their constraint: rotations about the vertical and about its own axis.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(q[4]),
    let g = [[-q[1], q[0], q[3], -q[2]], [-q[2], -q[3], q[0], q[1]], [-q[3], q[2], -q[1], q[0]]],
    let spin = 2 * g * dt(q),
    let inertia = [[j, 0, 0], [0, i, 0], [0, 0, j]],
    let axis = 2 * [q[1] * q[2] - q[0] * q[3], 0.5 * (q[0] * q[0] - q[1] * q[1] + q[2] * q[2] - q[3] * q[3]), q[2] * q[3] + q[0] * q[1]],
    kinetic = 0.5 * spin.dot(inertia * spin) + (2 * j + i) * q.dot(dt(q)).powi(2),
    potential = w * axis[2],
    symmetry(vertical = [0.5 * [-q[3], -q[2], q[1], q[0]]]),
    symmetry(own = 0.5 * [-q[2], -q[3], q[0], q[1]]),
)]
struct Top {
    i: f64,
    j: f64,
    w: f64,
}

/// Symmetric under rotations about any axis.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(z, r[3]),
    kinetic = 0.5 * dt(z).powi(2) + 0.5 * dt(r).norm_squared() / (1 + r.norm()),
    potential = if r.norm() < 1 { 0.5 * r.norm_squared() } else { r.norm() - 0.5 } + cos(z) / r.norm(),
    symmetry(turn = [0, cross(axis, r)]),
)]
struct Turned {
    axis: [f64; 3],
}

/// A free particle in polar coordinates, where a translation is not affine.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r, phi),
    kinetic = 0.5 * m * (dt(r).powi(2) + (r * dt(phi)).powi(2)),
    symmetry(translation = [cos(phi), -sin(phi) / r], rotation = [0, 1]),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>),
)]
struct Free {
    m: f64,
}

/// The same term is added to T and V, so only L does not depend on x.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2) + cos(x),
    potential = cos(x),
    symmetry(shift = [1]),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<2, Trapezoid<2>, Gauss<2>>),
)]
struct Shifted {
    m: f64,
}

/// Damped and driven by internal forces: the energy changes, but the total momentum does not.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    inputs(u),
    kinetic = 0.5 * m * dt(a).powi(2) + 0.5 * dt(b).powi(2),
    potential = 0.25 * (a - b).powi(4),
    dissipation = 0.5 * d * (dt(a) - dt(b)).powi(2),
    force(a = u, b = -u),
    symmetry(whole = [1, 1]),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>),
)]
struct Pushed {
    m: f64,
    d: f64,
}

/// A constant potential that is not recognized as constant.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = exp(2 * x) - exp(x).powi(2),
    symmetry(assume shift = [1]),
)]
struct Hidden<T: extremal::Scalar> {
    m: T,
}

/// The largest change of some quantities of the state over a run, each relative to its size.
fn drift<S, D, const N: usize, const K: usize>(
    system: S,
    scheme: D,
    (h, steps): (f64, usize),
    (q, v): ([f64; N], [f64; N]),
    (maps, sizes): (impl Fn(&S, &StateOf<S>) -> [f64; K], [f64; K]),
) -> f64
where
    S: Discretize<D> + VectorSpace + System<Scalar = f64> + Copy,
    S::Inputs: NoInputs,
    [f64; N]: IntoBlock<S::Configuration>,
    D: Copy,
{
    let mut motion = Integrator::new(system, scheme, h, q, v).expect("a regular start");
    let start = maps(&system, &motion.state());
    let mut largest = 0.0_f64;
    for _ in 0..steps {
        motion.step().expect("a step");
        let now = maps(&system, &motion.state());
        for ((now, start), size) in now.iter().zip(&start).zip(&sizes) {
            largest = largest.max((now - start).abs() / size);
        }
    }
    largest
}

/// Rounding of one step is some ε times the terms of the map. It adds up like a random walk, as √steps = 316, or 7e-14
/// relative to the terms. A factor of 5 is for several roundings a step, and their common part.
const ROUNDING: f64 = 4e-13;

macro_rules! assert_kept {
    ($system:expr, $h:expr, $start:expr, $maps:expr, [$($scheme:expr),+]) => {
        $(
            let found = drift($system, $scheme, ($h, STEPS), $start, $maps);
            assert!(found < ROUNDING, "{} {found:e}", stringify!($scheme));
        )+
    };
}

type Quadratic = Galerkin<2, Gauss<2>>;

#[test]
fn translations_and_rotation_of_two_masses() {
    let maps =
        |pair: &Pair, state: &StateOf<Pair>| [pair.along_x(state), pair.along_y(state), pair.rotation(state)];
    // Positions move with the centre of mass, so the terms of the rotation grow to 1e5 · 0.01 · 0.3.
    let start = ([0.0, 0.0, 1.0, 0.2], [0.3, -0.4, -0.12, 0.5]);
    let sizes = [1.0, 1.0, 300.0];
    assert_kept!(
        PAIR,
        0.01,
        start,
        (maps, sizes),
        [
            Verlet,
            Midpoint,
            Quadratic::default(),
            Galerkin::<2, Trapezoid<2>, Gauss<2>>::default()
        ]
    );
}

#[test]
fn rotation_of_a_planet() {
    let kepler = Kepler { m: 1.5, mu: 1.0 };
    let maps = |kepler: &Kepler, state: &StateOf<Kepler>| [kepler.rotation(state)];
    let start = ([1.0, 0.0], [0.0, 0.9]);
    assert_kept!(
        kepler,
        0.01,
        start,
        (maps, [1.0]),
        [Verlet, Midpoint, Quadratic::default()]
    );
}

#[test]
fn rotation_with_a_mass_matrix_of_the_angles() {
    let rods = Rods {
        m: 0.7,
        l: 1.3,
        k: 2.0,
    };
    let maps = |rods: &Rods, state: &StateOf<Rods>| [rods.rotation(state)];
    let start = ([0.0, 1.0], [0.5, -1.5]);
    assert_kept!(
        rods,
        0.01,
        start,
        (maps, [1.0]),
        [Verlet, Midpoint, Quadratic::default()]
    );
}

#[test]
fn symmetries_of_the_lagrangian_alone_need_common_points() {
    let shifted = Shifted { m: 1.0 };
    let maps = |shifted: &Shifted, state: &StateOf<Shifted>| [shifted.shift(state)];
    let start = ([0.2], [0.7]);
    assert_kept!(
        shifted,
        0.01,
        start,
        (maps, [1.0]),
        [Verlet, Midpoint, Quadratic::default()]
    );
    let apart = Galerkin::<2, Trapezoid<2>, Gauss<2>>::default();
    let found = drift(shifted, apart, (0.1, 1000), start, (maps, [1.0]));
    assert!(found > 1e-6, "{found:e}");
    assert_eq!(
        Shifted::STRUCTURE.symmetries[0].inheritance,
        Inheritance::SamePoints
    );
    let text = Shifted::describe();
    assert!(
        text.contains("not by Galerkin<2, Trapezoid<2>, Gauss<2>>: ξ leaves L alone,"),
        "{text}"
    );
}

/// The drift decreases with the step size according to the order of the scheme.
#[test]
fn maps_of_generators_that_are_not_affine_are_kept_to_the_order_of_the_scheme() {
    let free = Free { m: 2.0 };
    let maps = |free: &Free, state: &StateOf<Free>| [free.translation(state)];
    let start = ([1.0, 0.3], [-0.5, 0.8]);
    let of = |run: (f64, usize)| {
        [
            drift(free, Verlet, run, start, (maps, [1.0])),
            drift(free, Midpoint, run, start, (maps, [1.0])),
            drift(free, Quadratic::default(), run, start, (maps, [1.0])),
        ]
    };
    for ((coarse, fine), order) in of((0.04, 50))
        .into_iter()
        .zip(of((0.02, 100)))
        .zip([2.0, 2.0, 4.0])
    {
        let found = (coarse / fine).log2();
        assert!(
            (found - order).abs() < 0.2,
            "{found} instead of {order}: {coarse:e}, {fine:e}"
        );
        // Far above rounding: not kept exactly.
        assert!(fine > 1e-10, "{fine:e}");
    }
    let rotation = |free: &Free, state: &StateOf<Free>| [free.rotation(state)];
    assert!(drift(free, Midpoint, (0.04, 50), start, (rotation, [1.0])) < 1e-14);
    let [translation, rotation] = Free::STRUCTURE.symmetries else {
        panic!("two symmetries");
    };
    assert_eq!(
        (translation.name, translation.inheritance),
        ("translation", Inheritance::Never)
    );
    assert_eq!(
        (rotation.name, rotation.inheritance),
        ("rotation", Inheritance::Always)
    );
}

#[test]
fn forces_across_the_generator_do_not_change_the_map() {
    let pushed = Pushed { m: 3.0, d: 0.4 };
    let mut motion =
        Integrator::new(pushed, Midpoint, 0.01, [0.0, 1.0], [0.5, -0.2]).expect("a regular start");
    let start = pushed.whole(&motion.state());
    for step in 0..STEPS {
        motion.step_with([(step as f64 * 0.013).sin()]).expect("a step");
    }
    assert!((pushed.whole(&motion.state()) - start).abs() < ROUNDING);
}

/// Numbers without a pattern between −1 and 1.
fn random(seed: &mut u64) -> f64 {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}

/// A few ε times the sum of the absolute terms, each below 1.
const LAST_DIGITS: f64 = 4.0 * f64::EPSILON;

#[test]
fn momentum_maps_have_the_values_of_their_formulas() {
    let mut seed = 7;
    let near =
        |found: f64, expected: f64| assert!((found - expected).abs() <= LAST_DIGITS, "{found} {expected}");
    for _ in 0..100 {
        let [xa, ya, xb, yb, pxa, pya, pxb, pyb] = [(); 8].map(|()| random(&mut seed));
        let state = State {
            t: random(&mut seed),
            q: [xa, ya, xb, yb].into(),
            p: [pxa, pya, pxb, pyb].into(),
        };
        near(PAIR.along_x(&state), pxa + pxb);
        near(PAIR.along_y(&state), pya + pyb);
        near(PAIR.rotation(&state), xa * pya - ya * pxa + xb * pyb - yb * pxb);
        let polar = State {
            t: 0.0,
            q: [1.5 + xa, ya].into(),
            p: [pxa, pya].into(),
        };
        let expected = pxa * ya.cos() - pya * ya.sin() / (1.5 + xa);
        near(Free { m: 2.0 }.translation(&polar) / 4.0, expected / 4.0);
        let state = State {
            t: 0.0,
            q: [xa, ya].into(),
            p: [pxa, pya].into(),
        };
        near(Kepler { m: 1.0, mu: 1.0 }.rotation(&state), xa * pya - ya * pxa);
    }
}

#[test]
fn symmetries_with_quaternions_and_choices_are_proven() {
    const { assert!(Top::STRUCTURE.symmetries[0].is_proven && Top::STRUCTURE.symmetries[1].is_proven) };
    const { assert!(Turned::STRUCTURE.symmetries[0].is_proven) };
    let turned = Turned {
        axis: [0.2, -0.5, 0.4],
    };
    let mut seed = 3;
    for _ in 0..100 {
        let [x, y, z, px, py, pz] = [(); 6].map(|()| random(&mut seed));
        let state = State {
            t: 0.0,
            q: [9.0, x, y, z].into(),
            p: [9.0, px, py, pz].into(),
        };
        let expected = 0.2 * (y * pz - z * py) - 0.5 * (z * px - x * pz) + 0.4 * (x * py - y * px);
        assert!((turned.turn(&state) - expected).abs() <= LAST_DIGITS);
    }
    // Each as momentum about an axis: at q = (1, 0, 0, 0) the axes of the body and of space are the same, Ω = 2 (v₁, v₂, v₃).
    let top = Top {
        i: 0.5,
        j: 2.0,
        w: 1.0,
    };
    let (q, v) = ([1.0, 0.0, 0.0, 0.0].into(), [0.0, 0.3, 0.7, -0.2].into());
    let p = top.momentum(0.0, &q, &v);
    let state = State { t: 0.0, q, p };
    assert!((top.vertical(&state) - 2.0 * 2.0 * -0.2).abs() <= LAST_DIGITS);
    assert!((top.own(&state) - 0.5 * 2.0 * 0.7).abs() <= LAST_DIGITS);
}

#[test]
fn descriptions_say_what_is_proven_and_what_is_assumed() {
    const { assert!(Pair::STRUCTURE.symmetries[2].is_proven) };
    const { assert!(!Hidden::<f64>::STRUCTURE.symmetries[0].is_proven) };
    let symmetry = Pair::STRUCTURE.symmetries[2];
    assert_eq!(
        (symmetry.name, symmetry.inheritance),
        ("rotation", Inheritance::Always)
    );
    let text = Pair::describe();
    for line in [
        "along_x = p_a₀ + p_b₀ is constant, proven; kept exactly by each scheme",
        "rotation = ",
    ] {
        assert!(text.contains(line), "{text}");
    }
    let text = Hidden::<f64>::describe();
    assert!(text.contains("shift = p_x is constant, assumed"), "{text}");
    let state = State {
        t: 0.0_f32,
        q: [0.5].into(),
        p: [0.25].into(),
    };
    assert_eq!(Hidden { m: 1.0_f32 }.shift(&state), 0.25_f32);
}
