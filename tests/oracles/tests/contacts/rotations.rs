//! Rotations far from all contacts: schemes of contacts neither speed them up nor slow them down.

use extremal::prelude::*;

/// A mass on a rod: M is constant.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    constraint(rod = r.norm_squared() - 1),
    contact(wall, gap = 5 - r[0]),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta)
)]
struct Whirling;

/// A body in Euler parameters: M depends on them.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(z, e[4]),
    let rate = [
        2 * (e[0] * dt(e[1]) - e[1] * dt(e[0]) + e[3] * dt(e[2]) - e[2] * dt(e[3])),
        2 * (e[0] * dt(e[2]) - e[2] * dt(e[0]) + e[1] * dt(e[3]) - e[3] * dt(e[1])),
        2 * (e[0] * dt(e[3]) - e[3] * dt(e[0]) + e[2] * dt(e[1]) - e[1] * dt(e[2])),
    ],
    kinetic = 0.5 * dt(z).powi(2) + 0.5 * sum(0..3, |i| (1 + i) * rate[i].powi(2)),
    constraint(unit = e.norm_squared() - 1),
    contact(floor, gap = z + 1),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta)
)]
struct Body;

/// The largest relative deviation of the speed from 10, over ten radians.
fn whirled<D: Copy>(scheme: D, h: f64) -> f64
where
    Whirling: Discretize<D>,
{
    let mut motion = Integrator::new(Whirling, scheme, h, [1.0, 0.0], [0.0, 10.0]).expect("a start");
    let mut off = 0.0_f64;
    for _ in 0..steps_in(1.0 / h) {
        motion.step().expect("a regular motion");
        off = off.max((motion.state().p.norm() / 10.0 - 1.0).abs());
    }
    off
}

/// A chord of an arc of α is shorter by α²/24, and the momenta at a node differ from it by α²/8 at most: α = 0.1 and 0.01 here.
#[test]
fn a_mass_on_a_rod_keeps_its_speed() {
    fn check<D: Copy>(scheme: D)
    where
        Whirling: Discretize<D>,
    {
        for h in [0.01, 0.001] {
            let arc = 10.0 * h;
            let off = whirled(scheme, h);
            assert!(off < 0.15 * arc * arc, "{off} at h = {h}");
        }
    }
    check(Moreau);
    check(SymmetricMoreau);
    check(VariationalMoreau);
    for theta in [0.5, 0.6, 0.8, 1.0] {
        check(Theta { theta });
    }
    // The impulse along the mean of both normals does no work on q₁ − q₀ = h/2 (u₀ + u₁): rounding of 100 steps.
    let off = whirled(Theta { theta: 0.5 }, 0.01);
    assert!(off < 1e-13, "{off}");
}

/// The last rate of rotation of the body after `span`, from w about its third axis.
fn spun<D: Copy>(scheme: D, (w, h, span): (f64, f64, f64)) -> f64
where
    Body: Discretize<D>,
{
    let (q, v) = ([0.0, 1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.5 * w]);
    let mut motion = Integrator::new(Body, scheme, h, q, v).expect("a start");
    for _ in 0..steps_in(span / h) {
        motion.step().expect("a regular motion");
    }
    // p = 2 Eᵀ J w and 2 E p = 4 J w for unit e: the last row of E is (−e₃, e₂, −e₁, e₀).
    let State { q, p, .. } = motion.state();
    let along = -q[4] * p[1] + q[3] * p[2] - q[2] * p[3] + q[1] * p[4];
    along / (2.0 * 3.0)
}

#[test]
fn a_body_in_euler_parameters_keeps_its_spin() {
    fn check<D: Copy>(scheme: D)
    where
        Body: Discretize<D>,
    {
        for h in [1e-3, 1e-4] {
            let w = spun(scheme, (180.0, h, 0.4));
            // Newton's method stops at rounding of p, in each of up to 4000 steps.
            assert!((w / 180.0 - 1.0).abs() < 1e-11, "{w} at h = {h}");
        }
    }
    check(SymmetricMoreau);
    check(VariationalMoreau);
    check(Theta { theta: 0.5 });
}

/// ẇ = −h w³/4, that is w = w₀ / √(1 + h w₀² t/2): what its equations say where M depends on q.
#[test]
fn moreaus_scheme_slows_rotations_with_a_mass_matrix_that_varies() {
    let (h, span, w) = (1e-4, 0.4, 180.0);
    let expected = w / (1.0_f64 + 0.5 * h * w * w * span).sqrt();
    let found = spun(Moreau, (w, h, span));
    // The next order is h w/2 of it.
    assert!((found / expected - 1.0).abs() < 0.01, "{found}, not {expected}");
    assert!(
        Body::describe().contains("`Moreau`: M depends on coordinates"),
        "{}",
        Body::describe()
    );
}

/// Without a list of schemes one that slows rotations is derived only where M is constant.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(phi, x),
    kinetic = 0.5 * (1 + x.powi(2)) * dt(phi).powi(2) + 0.5 * dt(x).powi(2),
    potential = 0.5 * x.powi(2),
    contact(stop, gap = 2 - x),
)]
struct Slider;

/// A massless joint between two springs, above a floor. Without a list of schemes it has one that takes it.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    massless(y),
    kinetic = 0.5 * dt(x).powi(2),
    potential = (x - y).powi(2) + y.powi(2),
    contact(floor, gap = x),
)]
struct Springs;

/// The same with a dashpot in place of the second spring.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    massless(y),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 5 * (x - y).powi(2) + 0.5 * x.powi(2),
    dissipation = 0.5 * dt(y).powi(2),
    contact(floor, gap = x + 9),
)]
struct Series;

#[test]
fn schemes_without_a_list_are_those_that_suit() {
    let of_slider = Slider::describe();
    assert!(
        of_slider.contains("VariationalMoreau") && !of_slider.contains("\n  Moreau"),
        "{of_slider}"
    );
    let (x, h) = (1.0, 1e-3);
    let mut springs =
        Integrator::new(Springs, Theta::default(), h, [x, x / 2.0], [0.0, 0.0]).expect("a start");
    // ω = 1 until the floor at t = π/2, where it stays, as its restitution is zero.
    for _ in 0..1500 {
        springs.step().expect("a regular motion");
        let State { t, q, .. } = springs.state();
        // The trapezoidal rule: h² ω² t/12 of the phase.
        assert!(
            (q[0] - t.cos()).abs() < h * h && (q[1] - 0.5 * t.cos()).abs() < h * h,
            "{q:?}"
        );
    }
    for _ in 0..20_000 {
        springs.step().expect("a regular motion");
    }
    // It came to the floor between two nodes, with a speed of one.
    assert!(springs.state().q.norm() < h, "{:?}", springs.state());
}

/// 50 relaxation times c/k of the dashpot.
#[test]
fn a_dashpot_in_series_relaxes_beside_contacts() {
    for theta in [0.5, 1.0] {
        let ends = [1e-2, 5e-3, 2.5e-3].map(|h| {
            let start = ([1.0, 1.0], [0.0, 0.0]);
            let mut motion = Integrator::new(Series, Theta { theta }, h, start.0, start.1).expect("a start");
            for _ in 0..steps_in(5.0 / h) {
                motion.step().expect("a regular motion");
            }
            motion.state().q
        });
        let differences = [ends[0] - ends[1], ends[1] - ends[2]].map(|difference| difference.norm());
        // Of order 2 or 1: the ratio is 4 or 2, but for the next order.
        let expected = if theta == 0.5 { 4.0 } else { 2.0 };
        let ratio = differences[0] / differences[1];
        assert!(
            (ratio / expected - 1.0).abs() < 0.15 && differences[0] < 0.1,
            "{ratio} {ends:?}"
        );
    }
}

/// A number of steps, rounded.
#[expect(clippy::cast_possible_truncation, reason = "it is small")]
fn steps_in(ratio: f64) -> usize {
    ratio.round() as usize
}
