//! Every scheme, wrapped and not wrapped: the same bits.

use super::*;

/// A system of any size has its own schemes, and those that its crate names.
macro_rules! forwards {
    ($system:ident: $($scheme:ty),+) => {$(
        impl Discretize<Forwarded<$scheme>> for $system {
            type System = Self;
            type Memory = <Forwarding as Drive<Self, Forwarded<$scheme>>>::Memory;
            type Report = <Forwarding as Drive<Self, Forwarded<$scheme>>>::Report;
            type Stages = <Forwarding as Drive<Self, Forwarded<$scheme>>>::Stages;
            type Linearization = <Forwarding as Drive<Self, Forwarded<$scheme>>>::Linearization;
            type Modes = <Forwarding as Drive<Self, Forwarded<$scheme>>>::Modes;
            type Driver = Forwarding;

            fn system(&self) -> &Self {
                self
            }
        }
    )+};
}

/// What two motions leave, in words: states, tables, derivatives, snapshots; through kicks, other step sizes, many steps at
/// once, failures and returns.
macro_rules! story {
    ($system:expr, $scheme:expr, $h:expr, $start:expr) => {{
        let (system, (q, v)) = ($system.clone(), $start.clone());
        let impulse: Vec<f64> = q
            .iter()
            .enumerate()
            .map(|(k, _)| 0.05 + 0.01 * k as f64)
            .collect();
        let mut motion = Integrator::new(system.clone(), $scheme, $h, q, v).expect("a good start");
        let mut told = Vec::new();
        let mut trajectory = Trajectory::new();
        for round in 0..4 {
            motion.record(&mut trajectory, 15).expect("small steps");
            if round == 0 {
                let integral = trajectory.integral(|point| point.q[0].powi(4));
                told.push(format!("{}", integral.expect("no state jumped")));
            }
            told.push(format!("{:?}", motion.linearize()));
            told.push(format!("{:?} {:?}", motion.velocity(), motion.energy()));
            let mut kick = motion.state().p;
            kick.iter_mut().zip(&impulse).for_each(|(kick, &by)| *kick = by);
            motion.kick(kick).expect("a small impulse");
            motion.step_many(40).expect("small steps");
            let saved = motion.snapshot();
            told.push(format!("{saved:?}"));
            // A contact may be between two branches.
            told.push(format!("{:?}", motion.step_linearized()));
            motion.restore(&saved).expect("its own snapshot");
            motion
                .set_step_size($h * (1.0 + 0.125 * f64::from(round)))
                .expect("a good size");
            motion.set_system(system.clone()).expect("the same system");
            told.push(format!("{:?}", motion.step().expect("a small step")));
        }
        let [first, last] = [0, 14].map(|k| trajectory.states()[k].t);
        told.push(format!("{:?}", trajectory.at(0.5 * (first + last) + 0.3 * $h)));
        let mut table = Vec::new();
        trajectory
            .write_csv(&system, &mut table)
            .expect("memory is writable");
        told.push(String::from_utf8(table).expect("numbers are text"));
        told
    }};
}

macro_rules! same {
    ($system:expr, $h:expr, $start:expr; $($scheme:expr),+ $(,)?) => {$({
        let (plain, forwarded) = (
            story!($system, $scheme, $h, $start),
            story!($system, Forwarded($scheme), $h, $start),
        );
        assert!(plain.iter().all(|told| !told.contains("NaN")));
        assert_eq!(plain, forwarded, "{}", stringify!($scheme));
    })+};
}

#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[3]),
    kinetic = 0.5 * dt(r).norm_squared() * (1 + 0.1 * r[2].powi(2)),
    potential = 0.5 * r.norm_squared() + 0.25 * r.norm_squared().powi(2),
    symmetry(turn = r.cross([0, 0, 1])),
    output(distance = r.norm()),
    discretize(
        Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<1, Left>, L1, Hermite<P2>, Livens, Polarized<Livens>,
        Equivariant<Livens>, Newmark, ProlongationCollocation<EulerMaclaurin>
    )
)]
struct Free;

#[test]
fn schemes_of_motions_without_constraints() {
    same!(Free, 0.01, ([0.5, 0.1, 0.3], [0.1, 0.6, -0.2]);
        Verlet,
        Midpoint,
        Galerkin::<2, Gauss<2>>::default(),
        Galerkin::<1, Left>::default(),
        L1::default(),
        Hermite::<P2>::default(),
        Livens,
        Polarized(Livens),
        Equivariant(Livens),
        Newmark::default(),
        ProlongationCollocation::<EulerMaclaurin>::default(),
        Composition::<4, _>(Midpoint),
        Composition::<6, _>(Livens),
    );
}

/// A pendulum in the plane.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = 9.81 * r[1],
    constraint(rod = 0.5 * (r.norm_squared() - 1)),
    discretize(
        Verlet, Midpoint, NullSpace<Midpoint>, Galerkin<2, Gauss<2>>, Hermite<P2>, Livens, Stabilized<Livens>
    )
)]
struct Rod;

#[test]
fn schemes_of_motions_with_constraints() {
    same!(Rod, 0.01, ([1.0, 0.0], [0.0, 1.0]);
        Verlet,
        Midpoint,
        NullSpace(Midpoint),
        Galerkin::<2, Gauss<2>>::default(),
        Hermite::<P2>::default(),
        Livens,
        Stabilized(Livens),
        Composition::<4, _>(Livens),
    );
}

/// A ball that is thrown on a rough floor.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y, turn),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2) + 0.4 * dt(turn).powi(2)),
    potential = 9.81 * y,
    contact(floor, gap = y, slip = dt(x) + dt(turn), friction = 0.3, restitution = 0.5),
    contact(wall, gap = 2 - x, restitution = 0.2),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta)
)]
struct Ball;

#[test]
fn schemes_with_contacts() {
    same!(Ball, 0.011, ([0.0, 0.3, 0.0], [1.5, 0.1, 0.0]);
        Moreau,
        SymmetricMoreau,
        VariationalMoreau,
        Theta { theta: 0.6 },
        ClosedGaps(Moreau),
        ClosedGaps(VariationalMoreau),
    );
    let told = story!(Ball, Forwarded(Moreau), 0.011, ([0.0, 0.3, 0.0], [1.5, 0.1, 0.0]));
    assert!(
        told.last()
            .is_some_and(|table| table.contains(",stick,") && table.contains(",slip,"))
    );
}

/// Masses in a row.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(q[masses]),
    kinetic = sum(0..masses, |i| 0.5 * m[i] * dt(q[i]).powi(2)),
    potential = sum(0..masses - 1, |i| 0.5 * (q[i + 1] - q[i]).powi(2) + 0.25 * (q[i + 1] - q[i]).powi(4)) + 0.5 * q[0].powi(2),
    discretize(
        Verlet, Midpoint, L1, Galerkin<2, Gauss<2>>, Hermite<P2>, Newmark, Livens,
        ProlongationCollocation<EulerMaclaurin>
    )
)]
struct Chain {
    masses: usize,
    m: Vec<f64>,
}

forwards!(Chain:
    Verlet, Midpoint, L1, Galerkin<2, Gauss<2>>, Hermite<P2>, Newmark, Livens, ProlongationCollocation<EulerMaclaurin>,
    Composition<4, Midpoint>, Composition<4, Livens>
);

#[test]
fn schemes_of_systems_of_any_size() {
    let masses = 5;
    let chain = Chain {
        masses,
        m: vec![1.0, 2.0, 0.5, 1.5, 3.0],
    };
    let start = (vec![0.1, -0.2, 0.3, 0.0, 0.2], vec![0.5, 0.0, -0.5, 0.2, 0.1]);
    same!(chain, 0.01, start;
        Verlet,
        Midpoint,
        L1::default(),
        Galerkin::<2, Gauss<2>>::default(),
        Hermite::<P2>::default(),
        Newmark::default(),
        Livens,
        ProlongationCollocation::<EulerMaclaurin>::default(),
        Composition::<4, _>(Midpoint),
        Composition::<4, _>(Livens),
    );
}

/// The same in arrays.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(q[N]),
    kinetic = sum(0..N, |i| 0.5 * m[i] * dt(q[i]).powi(2)),
    potential = sum(0..N - 1, |i| 0.5 * (q[i + 1] - q[i]).powi(2) + 0.25 * (q[i + 1] - q[i]).powi(4)) + 0.5 * q[0].powi(2),
    discretize(Verlet, Midpoint, Livens)
)]
struct Fixed<const N: usize> {
    m: [f64; N],
}

type Four = Fixed<4>;

forwards!(Four: Verlet, Midpoint, Livens);

#[test]
fn schemes_of_systems_in_arrays() {
    let four = Fixed {
        m: [1.0, 2.0, 0.5, 1.5],
    };
    same!(four, 0.01, ([0.1, -0.2, 0.3, 0.0], [0.5, 0.0, -0.5, 0.2]); Verlet, Midpoint, Livens);
}

/// Discs over a floor.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(r[discs][2]),
    kinetic = sum(0..discs, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = sum(0..discs, |i| 9.81 * m[i] * r[i][1]),
    contact(floor,
        gap = array(0..discs, |i| r[i][1] - radius[i]), slip = array(0..discs, |i| dt(r[i][0])),
        friction = 0.3, restitution = 0.4),
    contact(pair,
        gap = array(0..discs, |i| array(0..i, |j| (r[i] - r[j]).norm() - radius[i] - radius[j])),
        restitution = 0.4, near(r, radius)),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta)
)]
struct Discs {
    discs: usize,
    m: Vec<f64>,
    radius: Vec<f64>,
}

forwards!(Discs: Moreau, SymmetricMoreau, VariationalMoreau, Theta);

#[test]
fn schemes_of_systems_of_any_size_with_contacts() {
    let discs = Discs {
        discs: 3,
        m: vec![1.0, 2.0, 1.5],
        radius: vec![0.1, 0.2, 0.15],
    };
    let start = (
        vec![0.0, 0.12, 0.02, 0.52, 0.4, 0.3],
        vec![0.3, 0.0, 0.0, -0.2, -0.4, 0.0],
    );
    same!(discs, 0.011, start; Moreau, SymmetricMoreau, VariationalMoreau, Theta { theta: 0.6 });
    let told = story!(discs, Forwarded(Moreau), 0.011, start);
    assert!(
        told.last()
            .is_some_and(|table| table.contains(",stick,") && table.contains("state_pair"))
    );
}
