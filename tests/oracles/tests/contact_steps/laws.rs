//! Steps with contacts: against steps by hand, the laws in every step, orders, energies, reversals, restarts, failures.

use crate::support::contacts::{BODY, Ball, Body, Vector, motion, state, violation};
use crate::support::order::extrapolated;
use crate::support::slope::slope;
use extremal::contact_solver::GaussSeidel;
use extremal::contacts::ContactState;
use extremal::drive::ContactReport;
use extremal::prelude::*;
use extremal::{Contacts, Lagrangian};

/// Why a motion of these tests exists.
const GOOD: &str = "a small step from a good start";

/// Percussions of the floor by enumeration: open, stick, slip both ways.
fn by_enumeration(g: [[f64; 2]; 2], c: [f64; 2], mu: f64) -> [f64; 2] {
    let xi = |p: [f64; 2]| [0, 1].map(|i| g[i][0] * p[0] + g[i][1] * p[1] + c[i]);
    let det = g[0][0] * g[1][1] - g[0][1] * g[1][0];
    let stick = [
        (-c[0] * g[1][1] + c[1] * g[0][1]) / det,
        (-c[1] * g[0][0] + c[0] * g[1][0]) / det,
    ];
    let slips = [-1.0, 1.0].map(|sign| {
        let normal = -c[0] / (g[0][0] - mu * sign * g[0][1]);
        ([normal, -mu * sign * normal], sign)
    });
    let tiny = 1e-13;
    if c[0] >= 0.0 {
        return [0.0; 2];
    }
    if stick[0] >= 0.0 && stick[1].abs() <= mu * stick[0] {
        return stick;
    }
    let slip = slips
        .into_iter()
        .find(|&(p, sign)| p[0] >= 0.0 && sign * xi(p)[1] >= -tiny);
    slip.expect("one of the cases").0
}

/// u and P of a step of the symmetric scheme, or of Moreau's (`lags`), from accelerations, masses and momenta of the continuous system; by fixed-point iteration, which contracts by about h.
fn by_hand(
    body: &Body,
    h: f64,
    start: &State<f64, Vector>,
    before: Vector,
    lags: bool,
) -> (Vector, [f64; 2]) {
    let State { t, q, p } = *start;
    let push = [0.3];
    let masses = body.mass_matrix(t, &q, &before);
    let inverse = masses.try_inverse().expect("the masses are regular");
    let rest = body.momentum(t, &q, &Vector::zeros());
    let forces = |v: &Vector| {
        masses
            * body
                .acceleration(t, &q, v, &push)
                .expect("the masses are regular")
    };
    let (w, eta) = body.directions(t, &q);
    let (w, eta) = ([w[0], w[1]].map(Vector::from), [eta[0], eta[1]]);
    let law = body.laws(t, &q, &before, &[])[0];
    let (mut u, mut percussions) = (before, [0.0; 2]);
    for _ in 0..200 {
        let impulse = forces(if lags { &before } else { &u }) * (0.5 * h);
        let free = inverse * (p - rest + impulse);
        let gamma = [0, 1].map(|i| w[i].dot(&before) + eta[i]);
        let e = [law.restitution, law.restitution_t];
        let c = [0, 1].map(|i| w[i].dot(&free) + eta[i] + e[i] * gamma[i]);
        let g = [0, 1].map(|i| [0, 1].map(|j| w[i].dot(&(inverse * w[j]))));
        percussions = by_enumeration(g, c, law.friction);
        u = free + inverse * (w[0] * percussions[0] + w[1] * percussions[1]);
    }
    (u, percussions)
}

/// Starts in which the floor is closed: it sticks, slides either way, opens.
const STARTS: [([f64; 2], [f64; 2], ContactState); 5] = [
    ([0.3, 0.05], [0.65, -1.0], ContactState::Stick),
    ([0.3, 0.05], [3.0, -1.0], ContactState::Slip),
    ([-0.4, -0.08], [-2.0, -0.5], ContactState::Slip),
    ([0.2, 0.03], [0.5, 0.9], ContactState::Open),
    ([0.2, 0.03], [0.4, -4.0], ContactState::Stick),
];

#[test]
fn steps_are_those_by_hand() {
    for (q, v, expected) in STARTS {
        let (h, t) = (0.01, 0.4);
        let start = state(&BODY, t, q.into(), v.into());
        let check = |found: ContactReport<Body>, lags: bool| {
            let (u, percussions) = by_hand(&BODY, h, &start, v.into(), lags);
            assert_eq!(found.states, [expected, ContactState::Open], "{found:?}");
            // Both solve to the rounding of momenta of about 5.
            assert!((found.velocity - u).norm() < 2e-14, "{found:?} {u}");
            let off = [0, 1].map(|i| (found.percussions[i] - percussions[i]).abs());
            assert!(off[0] + off[1] < 4e-14, "{found:?} {percussions:?}");
        };
        check(
            motion(BODY, Moreau, h, t, q, v).step_with([0.3]).expect(GOOD),
            true,
        );
        check(
            motion(BODY, SymmetricMoreau, h, t, q, v)
                .step_with([0.3])
                .expect(GOOD),
            false,
        );
    }
}

/// The same body without contacts.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    inputs(push),
    kinetic = 0.5 * m * (1.0 + 0.3 * sin(y)) * dt(x).powi(2) + 0.5 * m * dt(y).powi(2)
        + 0.2 * cos(x) * dt(x) * dt(y) + 0.1 * sin(t) * x * dt(y),
    potential = 9.81 * m * y + 0.5 * k * x.powi(2) + 0.2 * x.powi(4),
    dissipation = 0.05 * (1.0 + y * y) * dt(x).powi(2),
    force(x = push),
    discretize(Verlet)
)]
struct Free {
    m: f64,
    k: f64,
}

const FREE: Free = Free { m: BODY.m, k: BODY.k };

/// From the right limit a step is Verlet's, with contacts and without.
#[test]
fn variational_steps_are_those_of_verlet_from_the_right_limit() {
    let mut motion =
        Integrator::new_at(BODY, VariationalMoreau, 0.01, 0.1, [0.4, 0.5], [1.0, -0.5]).expect(GOOD);
    let mut closed = 0;
    for _ in 0..200 {
        let report = motion.step_with([0.3]).expect(GOOD);
        closed += usize::from(report.percussions[0] > 0.0);
        let mut verlet = Integrator::from_state(FREE, Verlet, 0.01, report.right).expect(GOOD);
        verlet.step_with([0.3]).expect(GOOD);
        let (found, expected) = (motion.state(), verlet.state());
        // Newton's method ends within a few roundings of momenta of about 3.
        assert!((found.q - expected.q).norm() < 1e-15 && (found.p - expected.p).norm() < 1e-13);
    }
    assert!(closed > 5, "{closed}");
}

/// Laws hold in every step. With one e, work is `½ P·(ξ + (1 − e) γ⁻)`, and `P·ξ = −Σ μ P_N |ξ_T|`: percussions do at most the work
/// ½ (1 − e) P·γ⁻. It is not positive with e = 1, and without friction on contacts that approach, whatever forces do.
fn check_laws_of<D: Copy>(scheme: D)
where
    Body: Discretize<D, Report = ContactReport<Body>>,
{
    for (e, mu) in [(0.0, 0.4), (0.5, 0.4), (1.0, 0.4), (0.0, 0.0), (0.5, 0.0)] {
        let body = Body {
            e,
            e_t: e,
            mu,
            ..BODY
        };
        let mut motion = motion(body, scheme, 0.004, 0.0, [0.4, 0.8], [1.5, 0.0]);
        let mut seen = [0; 3];
        for _ in 0..2000 {
            let State { t, q, .. } = motion.state();
            let report = motion.step_with([0.3]).expect(GOOD);
            let off = violation(&body, t, &report, &q);
            assert!(off < 1e-12, "{off} {report:?}");
            seen[report.states[0] as usize] += 1;
            let terms = report.contacts().flat_map(|contact| {
                let rates = contact.before.iter().zip(contact.after);
                contact
                    .percussions
                    .iter()
                    .zip(rates)
                    .map(|(p, (before, after))| [p * before, p * after])
            });
            let (size, most) = terms.fold((0.0, 0.0), |(size, most), [before, after]| {
                (size + before.abs() + after.abs(), most + 0.5 * (1.0 - e) * before)
            });
            // ξ is zero to the rounding of its summands: velocities, and that of the belt.
            let rounding = 1e-15 * (1.0 + report.velocity.amax());
            let pressed: f64 = report.percussions.iter().map(|p| p.abs()).sum();
            assert!(
                report.work() <= most + 1e-14 * size + rounding * pressed,
                "{report:?}"
            );
            let approach = report.contacts().all(|contact| contact.before[0] <= 0.0);
            assert!(
                (e < 1.0 && (mu > 0.0 || !approach)) || report.work() <= 1e-14 * size,
                "{report:?}"
            );
        }
        assert!(seen[0] > 50 && (e == 1.0 || seen[1] + seen[2] > 100), "{seen:?}");
    }
}

#[test]
fn laws_hold_in_every_step() {
    check_laws_of(Moreau);
    check_laws_of(SymmetricMoreau);
    check_laws_of(VariationalMoreau);
    check_laws_of(Theta { theta: 0.6 });
    check_laws_of(extremal::schemes::MoreauWith(GaussSeidel::default()));
}

/// A rod that no force moves, with friction at both ends.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[2], phi),
    kinetic = 0.5 * dt(r).norm_squared() + 0.5 * 0.2 * dt(phi).powi(2),
    contact(
        end,
        gap = array(0..2, |i| r[1] + (2 * i - 1) * sin(phi)),
        slip = array(0..2, |i| dt(r[0]) + dt((2 * i - 1) * cos(phi))),
        friction = mu,
        restitution = e,
        restitution_t = e,
    ),
    discretize(Moreau, VariationalMoreau)
)]
struct Rod {
    mu: f64,
    e: f64,
}

/// With one restitution for all, impacts with friction lose energy; forces of the step are none here.
#[test]
fn impacts_with_one_restitution_lose_energy() {
    let mut seed = 1_u64;
    let mut random = || {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as f64 / f64::from(u32::MAX) * 4.0 - 1.0
    };
    let mut states = [0; 3];
    for _ in 0..2000 {
        let rod = Rod {
            mu: random().abs(),
            e: random().abs().min(1.0),
        };
        let (q, v) = (
            [0.0, -1e-3, 3e-4 * random()],
            [random(), -random().abs(), random()],
        );
        let p = rod.momentum(0.0, &q.into(), &v.into());
        let start = State {
            t: 0.0,
            q: q.into(),
            p,
        };
        let mut motion = Integrator::from_state(rod, Moreau, 1e-3, start).expect(GOOD);
        let report = motion.step().expect(GOOD);
        report
            .states
            .into_iter()
            .for_each(|state| states[state as usize] += 1);
        let terms = report.contacts().flat_map(|contact| {
            contact
                .percussions
                .iter()
                .zip(contact.before.iter().zip(contact.after))
        });
        let size: f64 = terms
            .map(|(p, (before, after))| (p * before).abs() + (p * after).abs())
            .sum();
        let approach = report.contacts().all(|contact| contact.before[0] <= 0.0);
        assert!(!approach || report.work() <= 1e-14 * size, "{report:?}");
    }
    assert!(states.into_iter().all(|count| count > 100), "{states:?}");
}

/// (q, v) at the end by extrapolation, far above the floor.
fn reference(to: f64) -> [f64; 4] {
    let rate = |t: f64, [x, y, vx, vy]: [f64; 4]| {
        let (q, v) = (Vector::new(x, y), Vector::new(vx, vy));
        let a = BODY
            .acceleration(t, &q, &v, &[0.3])
            .expect("the masses are regular");
        [vx, vy, a[0], a[1]]
    };
    extrapolated(rate, [0.4, 2.0, 0.3, 0.5], to, 40)
}

fn check_order<D: Copy>(scheme: D, expected: f64)
where
    Body: Discretize<D, Report = ContactReport<Body>>,
{
    let end = reference(0.4);
    let errors = [40, 80, 160, 320].into_iter().map(|steps| {
        let mut motion = motion(BODY, scheme, 0.4 / steps as f64, 0.0, [0.4, 2.0], [0.3, 0.5]);
        for _ in 0..steps {
            let report = motion.step_with([0.3]).expect(GOOD);
            assert_eq!(report.states, [ContactState::Open; 2]);
        }
        (steps, (motion.state().q - Vector::new(end[0], end[1])).norm())
    });
    let found = slope(errors, 1e-14);
    assert!((found - expected).abs() < 0.1, "{found} instead of {expected}");
}

#[test]
fn orders_without_impacts() {
    check_order(Moreau, 1.0);
    check_order(SymmetricMoreau, 2.0);
    check_order(VariationalMoreau, 2.0);
    check_order(Theta { theta: 0.5 }, 2.0);
}

#[test]
fn symmetric_schemes_go_back() {
    fn check<D: Copy>(scheme: D)
    where
        Ball: Discretize<D, Report = ContactReport<Ball>>,
    {
        let ball = Ball { g: 0.0, e: 0.5 };
        let mut motion = Integrator::new(ball, scheme, 0.05, [0.7, 1.0], [0.5, 0.1]).expect(GOOD);
        let start = motion.state();
        for _ in 0..100 {
            motion.step().expect(GOOD);
        }
        let State { t, q, p } = motion.state();
        let mut back = Integrator::from_state(ball, scheme, 0.05, State { t, q, p: -p }).expect(GOOD);
        for _ in 0..100 {
            back.step().expect(GOOD);
        }
        let end = back.state();
        // A hundred roundings of numbers of about 1, there and back.
        assert!(
            (end.q - start.q).norm() + (end.p + start.p).norm() < 2e-13,
            "{end:?}"
        );
    }
    check(SymmetricMoreau);
    check(VariationalMoreau);
}

#[test]
fn energy_of_the_right_limit_is_bounded_and_impacts_keep_it_if_elastic() {
    fn largest<D: Copy>(scheme: D, steps: usize) -> f64
    where
        Ball: Discretize<D, Report = ContactReport<Ball>>,
    {
        let (ball, h) = (Ball { g: 1.0, e: 1.0 }, 50.0 / steps as f64);
        let mut motion = Integrator::new(ball, scheme, h, [0.7, 1.0], [0.5, 0.1]).expect(GOOD);
        let start = motion.energy();
        (0..steps).fold(0.0, |most: f64, _| {
            let report = motion.step().expect(GOOD);
            most.max((report.energy(&ball) - start).abs() / start)
        })
    }
    for steps in [2500, 5000] {
        // The constant is that of the oscillator: two are measured at 0.1 and 0.2.
        let bound = (50.0 / steps as f64).powi(2);
        assert!(
            largest(VariationalMoreau, steps) < bound,
            "{} of {bound}",
            largest(VariationalMoreau, steps)
        );
        assert!(
            largest(SymmetricMoreau, steps) < bound,
            "{} of {bound}",
            largest(SymmetricMoreau, steps)
        );
    }
}

/// A nonlinear oscillator with a constant mass above a floor.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * dt(x).powi(2) + dt(y).powi(2) + 0.3 * dt(x) * dt(y),
    potential = 0.5 * x.powi(2) + 0.2 * x.powi(4) + y + 0.1 * x * y.powi(2),
    contact(floor, gap = y, restitution = 1),
    discretize(Moreau, SymmetricMoreau)
)]
struct Bouncer;

/// p is that on the left of a node for both schemes, so that its energy has no sawtooth of O(h), and with a constant mass they are
/// one scheme, also where the size of steps changes and with impulses from outside.
#[test]
fn with_constant_masses_moreau_keeps_the_momentum_of_the_symmetric_scheme() {
    fn energies<D: Copy>(scheme: D, steps: usize) -> f64
    where
        Bouncer: Discretize<D, Report = ContactReport<Bouncer>>,
    {
        let h = 50.0 / steps as f64;
        let mut motion = Integrator::new(Bouncer, scheme, h, [0.7, 1.0], [0.5, 0.1]).expect(GOOD);
        let start = motion.energy();
        (0..steps).fold(0.0, |most: f64, _| {
            motion.step().expect(GOOD);
            most.max((motion.energy() - start).abs() / start)
        })
    }
    for steps in [2500, 5000, 10_000] {
        let bound = (50.0 / steps as f64).powi(2);
        let found = energies(Moreau, steps);
        assert!(found < bound, "{found} of {bound}");
    }
    let (q, v) = ([0.7, 1.0], [0.5, 0.1]);
    let mut moreau = Integrator::new(Bouncer, Moreau, 0.01, q, v).expect(GOOD);
    let mut symmetric = Integrator::new(Bouncer, SymmetricMoreau, 0.01, q, v).expect(GOOD);
    for k in 0..1000_u32 {
        if k % 100 == 50 {
            let h = 0.005 * f64::from(1 + k % 3);
            moreau.set_step_size(h).expect(GOOD);
            symmetric.set_step_size(h).expect(GOOD);
            moreau.kick([0.1, 0.0]).expect(GOOD);
            symmetric.kick([0.1, 0.0]).expect(GOOD);
        }
        let [a, b] = [moreau.step().expect(GOOD), symmetric.step().expect(GOOD)];
        let (left, right) = (moreau.state().p - symmetric.state().p, a.right.p - b.right.p);
        let off = (moreau.state().q - symmetric.state().q).norm() + left.norm() + right.norm();
        // Roundings of numbers of about 1 that grow with the motion.
        assert!(off < 1e-11, "{off} after step {k}");
    }
}

#[test]
fn theta_is_above_zero_and_at_most_one() {
    let ball = Ball { g: 9.81, e: 0.5 };
    let start = state(&ball, 0.0, [0.1, 1.0].into(), [0.0, 0.0].into());
    for theta in [
        0.0,
        -0.0,
        -0.5,
        1.0 + f64::EPSILON,
        2.0,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
    ] {
        let starts = [
            Integrator::new(ball, Theta { theta }, 0.01, [0.1, 1.0], [0.0, 0.0]).err(),
            Integrator::from_state(ball, Theta { theta }, 0.01, start).err(),
        ];
        for error in starts {
            let failure = error.expect("a number without a meaning").failure;
            let extremal::Failure::SchemeNumber { name, value, .. } = failure else {
                panic!("{failure}");
            };
            assert_eq!((name, value.to_bits()), ("theta", theta.to_bits()));
        }
    }
    for theta in [f64::MIN_POSITIVE, 0.5, 1.0] {
        let motion = Integrator::new(ball, Theta { theta }, 0.01, [0.1, 1.0], [0.0, 0.0]);
        let mut motion = motion.expect("a good start");
        motion.step().expect(GOOD);
        // A free fall: v₁ = −g h for every θ, and y₁ = 1 − θ g h².
        let State { q, p, .. } = motion.state();
        assert!(
            (p[1] + 0.0981).abs() < 1e-15 && (q[1] - 1.0 + theta * 9.81e-4).abs() < 1e-15,
            "{q} {p}"
        );
    }
}
