//! The modified energy compared with published formulas and with another derivation, and its two properties: schemes keep it to
//! fourth order, and follow its motion to fourth order.
//!
//! Slopes are fitted over steps from a hundredth to a twenty-fifth of a unit of time. The next term of the error is smaller by h²,
//! and the fastest of these systems has rates of about five. So it changes slopes by less than (5/25)² = 0.04, and by less than 0.1
//! including the maxima of the energy between nodes.

use crate::support::order::{Errors, extrapolated};
use crate::support::slope::slope;
use extremal::blocks::NoInputs;
use extremal::nalgebra::SVector;
use extremal::prelude::*;
use extremal::system::VectorSpace;
use extremal::{Failure, ModifiedEnergy, Scalar};
use num_dual::{Dual2_64, Dual64, DualNum};

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * dt(theta).powi(2),
    potential = -g * cos(theta),
    modified_energy
)]
struct Pendulum<T: Scalar> {
    g: T,
}

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = 0.5 * x.powi(2) + 0.25 * x.powi(4) - exp(-x),
    modified_energy
)]
struct Mass<T: Scalar> {
    m: T,
}

/// ẋ is a momentum over 2 + cos x.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * (2.0 + cos(x)) * dt(x).powi(2),
    potential = 0.5 * k * x.powi(2),
    modified_energy
)]
struct Heavy<T: Scalar> {
    k: T,
}

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    let first = [sin(a), -cos(a)],
    let second = first + [sin(b), -cos(b)],
    kinetic = 0.5 * (dt(first).norm_squared() + dt(second).norm_squared()),
    potential = g * (first[1] + second[1]),
    modified_energy
)]
struct DoublePendulum<T: Scalar> {
    g: T,
}

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = -mu / r.norm(),
    modified_energy
)]
struct Orbit<T: Scalar> {
    mu: T,
}

/// L has a term of first degree in the velocities, which depends on the position.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    lagrangian = 0.5 * (dt(x).powi(2) + dt(y).powi(2)) + b * (1 + x * x) * (x * dt(y) - y * dt(x))
        - 0.5 * (x * x + 2 * y * y) - 0.25 * x.powi(4),
    modified_energy
)]
struct Charge<T: Scalar> {
    b: T,
}

/// L is not a polynomial in the velocity.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    lagrangian = -sqrt(1 - dt(x).powi(2)) - 0.5 * k * x.powi(2),
    modified_energy
)]
struct Relativistic<T: Scalar> {
    k: T,
}

/// y has no mass.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    massless(y),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = 0.5 * (x - y).powi(2) + y.powi(2),
    discretize(Midpoint),
    modified_energy
)]
struct Singular {
    m: f64,
}

fn state<const N: usize>(q: [f64; N], p: [f64; N]) -> State<f64, SVector<f64, N>> {
    State {
        t: 0.0,
        q: q.into(),
        p: p.into(),
    }
}

/// With Verlet, and with Midpoint, at a step size.
fn both<S, V>(system: &S, h: f64, state: &State<f64, V>) -> [f64; 2]
where
    S: ModifiedEnergy<Verlet>
        + VectorSpace
        + ModifiedEnergy<Midpoint>
        + VectorSpace<Scalar = f64, Configuration = V>,
    V: Copy,
{
    [
        ModifiedEnergy::<Verlet>::modified_energy(system, h, state),
        ModifiedEnergy::<Midpoint>::modified_energy(system, h, state),
    ]
    .map(|energy| energy.expect("a regular mass matrix"))
}

/// D. Kern's formulas from V, V′ and V″; a mass m is included through the coordinate √m x.
fn printed([value, slope, curvature]: [f64; 3], h: f64, p: f64, m: f64) -> [f64; 2] {
    let energy = 0.5 * p * p / m + value;
    let (moving, pulled) = (p * p * curvature / (m * m), slope * slope / m);
    [
        energy + h * h * (moving / 12.0 - pulled / 24.0),
        energy - h * h / 24.0 * (moving + pulled),
    ]
}

#[test]
fn one_coordinate_is_as_printed() {
    let compare = |found: [f64; 2], printed: [f64; 2]| {
        for (found, printed) in found.into_iter().zip(printed) {
            // About twenty operations, half an ulp each, on terms of up to about fifty.
            assert!((found - printed).abs() < 1e-13, "{found} {printed}");
        }
    };
    for (q, p, h) in [
        (0.3, 1.2, 0.1),
        (-2.5, 0.4, 0.5),
        (1.7, -3.0, 1.0),
        (0.0, 2.0, 2.0),
    ] {
        let z = state([q], [p]);
        let g = 9.81;
        let v = [-g * f64::cos(q), g * f64::sin(q), g * f64::cos(q)];
        compare(both(&Pendulum { g }, h, &z), printed(v, h, p, 1.0));
        let (e, m) = (f64::exp(-q), 2.5);
        let v = [
            0.5 * q * q + 0.25 * q.powi(4) - e,
            q + q.powi(3) + e,
            1.0 + 3.0 * q * q - e,
        ];
        compare(both(&Mass { m }, h, &z), printed(v, h, p, m));
    }
}

/// H − (1/24) `H_zz`(ż, ż), ż = J∇H, of a Hamiltonian written by hand: the modified energy of Midpoint with h = 1.
fn by_hamiltonian<const N: usize>(
    hamiltonian: impl Fn([Dual64; N]) -> Dual64,
    twice: impl Fn([Dual2_64; N]) -> Dual2_64,
    z: [f64; N],
) -> f64 {
    let slope: [f64; N] = core::array::from_fn(|j| {
        let at = |i: usize| Dual64::new(z[i], f64::from(u8::from(i == j)));
        hamiltonian(core::array::from_fn(at)).eps
    });
    let n = N / 2;
    let rate = |i: usize| if i < n { slope[i + n] } else { -slope[i - n] };
    let along = twice(core::array::from_fn(|i| Dual2_64::new(z[i], rate(i), 0.0)));
    along.re - along.v2 / 24.0
}

fn heavy<T: DualNum<Primitive = f64> + Copy>([q, p]: [T; 2]) -> T {
    p * p / ((q.cos() + 2.0) * 2.0) + q * q * 0.35
}

/// A system with a mass matrix that is inverted by hand.
fn double_pendulum<T: DualNum<Primitive = f64> + Copy>([a, b, p, r]: [T; 4]) -> T {
    let c = (a - b).cos();
    let kinetic = (p * p - p * r * c * 2.0 + r * r * 2.0) / ((-c * c + 2.0) * 2.0);
    kinetic - a.cos() * 2.0 - b.cos()
}

#[test]
fn midpoint_is_as_by_the_hamiltonian() {
    // A few hundred operations, half an ulp each, on terms of up to about twenty.
    let check = |[_, found]: [f64; 2], expected: f64| {
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    };
    for [a, b, p, r] in [
        [0.3, -0.2, 1.2, 0.5],
        [-2.5, 0.7, 0.4, -1.5],
        [1.7, 3.0, -2.0, 0.3],
    ] {
        let found = both(&Heavy { k: 0.7 }, 1.0, &state([a], [p]));
        check(found, by_hamiltonian(heavy, heavy, [a, p]));
        let found = both(&DoublePendulum { g: 1.0 }, 1.0, &state([a, b], [p, r]));
        check(
            found,
            by_hamiltonian(double_pendulum, double_pendulum, [a, b, p, r]),
        );
    }
}

/// J∇H̃ at (q, p), by dual numbers.
fn modified_rate<S, D, const N: usize>(system: &S, h: f64, z: (&[f64], &[f64])) -> Vec<f64>
where
    S: ModifiedEnergy<D, Scalar = Dual64, Configuration = SVector<Dual64, N>> + VectorSpace,
{
    let slope = |j: usize| {
        let seeded = |x: &[f64], from: usize| {
            let number = |i: usize| Dual64::new(x[i], f64::from(u8::from(i + from == j)));
            SVector::from(core::array::from_fn::<Dual64, N, _>(number))
        };
        let state = State {
            t: Dual64::from(0.0),
            q: seeded(z.0, 0),
            p: seeded(z.1, N),
        };
        let energy = system.modified_energy(Dual64::from(h), &state);
        energy.expect("a regular mass matrix").eps
    };
    let by_p = (0..N).map(|i| slope(i + N));
    by_p.chain((0..N).map(|i| -slope(i))).collect()
}

/// The measurements with one number of steps.
struct Measured {
    /// The distance of the end from that of the motion of H̃.
    errors: Errors,
    /// The range of H, and of H̃.
    ranges: [f64; 2],
}

const TIME: f64 = 4.0;

fn numbers<const N: usize, const M: usize>(state: &State<f64, SVector<f64, N>>) -> [f64; M] {
    core::array::from_fn(|i| if i < N { state.q[i] } else { state.p[i - N] })
}

fn measured<A, B, D, const N: usize, const M: usize>(
    (system, dual): (&A, &B),
    start: ([f64; N], [f64; N]),
    steps: usize,
) -> Measured
where
    A: ModifiedEnergy<D, Scalar = f64, Configuration = SVector<f64, N>, Inputs: NoInputs> + VectorSpace,
    B: ModifiedEnergy<D, Scalar = Dual64, Configuration = SVector<Dual64, N>> + VectorSpace,
    D: Default,
{
    let h = TIME / steps as f64;
    let mut motion = Integrator::new(system, D::default(), h, start.0, start.1).expect("a good start");
    let reference = extrapolated(
        |_, z: [f64; M]| {
            let rate = modified_rate::<B, D, N>(dual, h, z.split_at(N));
            core::array::from_fn(|i| rate[i])
        },
        numbers(&motion.state()),
        TIME,
        40,
    );
    let mut bounds = [[f64::INFINITY, f64::NEG_INFINITY]; 2];
    for _ in 0..=steps {
        let modified = motion.modified_energy().expect("a regular mass matrix");
        for ([least, largest], energy) in bounds.iter_mut().zip([motion.energy(), modified]) {
            (*least, *largest) = (least.min(energy), largest.max(energy));
        }
        if motion.steps() < steps {
            motion.step().expect("a small step");
        }
    }
    let end: [f64; M] = numbers(&motion.state());
    let error = |range: core::ops::Range<usize>| {
        let errors = range.map(|i| (end[i] - reference[i]).abs());
        errors.fold(0.0, f64::max)
    };
    Measured {
        errors: Errors {
            steps,
            q: error(0..N),
            p: error(N..M),
        },
        ranges: bounds.map(|[least, largest]| largest - least),
    }
}

fn check<A, B, D, const N: usize, const M: usize>(systems: (&A, &B), start: ([f64; N], [f64; N]))
where
    A: ModifiedEnergy<D, Scalar = f64, Configuration = SVector<f64, N>, Inputs: NoInputs> + VectorSpace,
    B: ModifiedEnergy<D, Scalar = Dual64, Configuration = SVector<Dual64, N>> + VectorSpace,
    D: Default,
{
    let all = [100, 200, 400].map(|steps| measured::<A, B, D, N, M>(systems, start, steps));
    let name = (core::any::type_name::<A>(), core::any::type_name::<D>());
    // Rounding of a few hundred steps, with numbers of size one.
    let order =
        |value: fn(&Measured) -> f64| slope(all.iter().map(|one| (one.errors.steps, value(one))), 1e-13);
    let energy = order(|one| one.ranges[0]);
    assert!((energy - 2.0).abs() < 0.1, "{name:?}: {energy}");
    let modified = [
        order(|one| one.ranges[1]),
        order(|one| one.errors.q),
        order(|one| one.errors.p),
    ];
    for order in modified {
        assert!((order - 4.0).abs() < 0.1, "{name:?}: {modified:?}");
    }
}

macro_rules! orders {
    ($($test:ident: $system:ident { $parameter:ident: $value:expr }, $q:expr, $v:expr, $n:literal, $m:literal;)*) => {
        $(
            #[test]
            fn $test() {
                let system = $system { $parameter: $value };
                let dual = $system { $parameter: Dual64::from($value) };
                check::<_, _, Verlet, $n, $m>((&system, &dual), ($q, $v));
                check::<_, _, Midpoint, $n, $m>((&system, &dual), ($q, $v));
            }
        )*
    };
}

orders! {
    pendulum: Pendulum { g: 1.0 }, [2.0], [0.3], 1, 2;
    mass: Mass { m: 2.5 }, [1.0], [0.5], 1, 2;
    heavy_mass: Heavy { k: 0.7 }, [1.5], [-0.6], 1, 2;
    two_pendulums: DoublePendulum { g: 1.0 }, [1.5, -0.6], [0.2, 0.4], 2, 4;
    orbit: Orbit { mu: 1.0 }, [1.0, 0.0], [0.2, 1.1], 2, 4;
    charge: Charge { b: 0.6 }, [0.8, -0.3], [0.2, 0.7], 2, 4;
    relativistic: Relativistic { k: 1.3 }, [0.7], [0.2], 1, 2;
}

#[test]
fn without_a_step_it_is_the_energy() {
    let system = DoublePendulum { g: 9.81_f64 };
    let motion = Integrator::new(&system, Verlet, 0.1, [2.0, -1.0], [0.5, 3.0]).expect("a good start");
    let unchanged = ModifiedEnergy::<Verlet>::modified_energy(&&system, 0.0, &motion.state());
    assert_eq!(
        unchanged.expect("a regular mass matrix").to_bits(),
        motion.energy().to_bits()
    );
}

#[test]
fn nothing_is_allocated() {
    let motion = Integrator::new(DoublePendulum { g: 9.81 }, Midpoint, 0.1, [2.0, -1.0], [0.5, 3.0]);
    let motion = motion.expect("a good start");
    let allocations = allocation_counter::measure(|| assert!(motion.modified_energy().is_ok()));
    assert_eq!(allocations.count_total, 0);
}

#[test]
fn without_mass_there_is_no_acceleration() {
    let motion = Integrator::new(Singular { m: 1.0 }, Midpoint, 0.1, [1.0, 0.0], [0.0, 0.0]);
    let error = motion
        .expect("a good start")
        .modified_energy()
        .expect_err("no mass");
    assert!(
        matches!(error.failure, Failure::SingularMassMatrix { .. }),
        "{error}"
    );
}
