//! Scalars of more digits than a double: constants of schemes and of declarations have all of them.

use core::ops::{Add, Div, Mul, Neg, Sub};

use extremal::Scalar;
use extremal::drive::{Alternating, Steady};
use extremal::prelude::*;
use extremal::schemes::composition::{Order, Parts};

/// A number of 106 bits: the unevaluated sum of a double and the rounding that it lacks (T. Dekker, 1971). Arithmetic and constants
/// have all digits; functions have those of doubles, and no test here reads more of them.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Long(f64, f64);

/// a + b and its rounding, exactly.
fn two_sum(a: f64, b: f64) -> Long {
    let sum = a + b;
    let of_b = sum - a;
    Long(sum, (a - (sum - of_b)) + (b - of_b))
}

impl Add for Long {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (high, low) = (two_sum(self.0, other.0), two_sum(self.1, other.1));
        let sum = two_sum(high.0, high.1 + low.0);
        two_sum(sum.0, sum.1 + low.1)
    }
}

impl Neg for Long {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0, -self.1)
    }
}

impl Sub for Long {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Long {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let product = self.0 * other.0;
        let rest = self.0.mul_add(other.0, -product) + (self.0 * other.1 + self.1 * other.0);
        two_sum(product, rest)
    }
}

impl Div for Long {
    type Output = Self;

    /// Three digits of a long division.
    fn div(self, other: Self) -> Self {
        let first = self.0 / other.0;
        let rest = self - other * Self(first, 0.0);
        let second = rest.0 / other.0;
        let rest = rest - other * Self(second, 0.0);
        two_sum(first, second) + Self(rest.0 / other.0, 0.0)
    }
}

/// Methods that have the digits of doubles.
macro_rules! as_doubles {
    ($($name:ident),*) => {
        $(fn $name(self) -> Self {
            Self(Scalar::$name(self.0), 0.0)
        })*
    };
}

/// Methods that choose one of two numbers.
macro_rules! choices {
    ($($name:ident: $is:expr;)*) => {
        $(fn $name(a: Self, b: Self, then: Self, otherwise: Self) -> Self {
            let is: fn((f64, f64), (f64, f64)) -> bool = $is;
            if is((a.0, a.1), (b.0, b.1)) { then } else { otherwise }
        })*
    };
}

impl Scalar for Long {
    type Size = f64;

    const EPSILON: f64 = f64::EPSILON * f64::EPSILON;

    fn from_f64(x: f64) -> Self {
        Self(x, 0.0)
    }

    fn from_parts(high: f64, low: f64) -> Self {
        Self(high, low)
    }

    fn real(self) -> f64 {
        self.0
    }

    fn for_each_part(self, visit: &mut impl FnMut(u64)) {
        visit(self.0.to_bits());
        visit(self.1.to_bits());
    }

    fn magnitude(self) -> f64 {
        self.0.abs()
    }

    fn divisor_size(self) -> f64 {
        self.0.abs()
    }

    fn sin_cos(self) -> (Self, Self) {
        let (sin, cos) = Scalar::sin_cos(self.0);
        (Self(sin, 0.0), Self(cos, 0.0))
    }

    as_doubles!(tan, asin, acos, atan, sinh, cosh, tanh, exp, ln, ln_1p, signum);

    fn sqrt(self) -> Self {
        let root = Self(self.0.sqrt(), 0.0);
        if root.0 > 0.0 {
            (root + self / root) * Self(0.5, 0.0)
        } else {
            root
        }
    }

    fn abs(self) -> Self {
        if self.0 < 0.0 { -self } else { self }
    }

    fn atan2(self, x: Self) -> Self {
        Self(self.0.atan2(x.0), 0.0)
    }

    fn hypot(self, other: Self) -> Self {
        Scalar::sqrt(self * self + other * other)
    }

    fn powf(self, exponent: f64) -> Self {
        Self(self.0.powf(exponent), 0.0)
    }

    fn min(self, other: Self) -> Self {
        Self::select_less(self, other, self, other)
    }

    fn max(self, other: Self) -> Self {
        Self::select_less(self, other, other, self)
    }

    fn recip(self) -> Self {
        Self(1.0, 0.0) / self
    }

    choices! {
        select_less: |a, b| a < b;
        select_less_equal: |a, b| a <= b;
        select_equal: |a, b| a == b;
    }
}

/// Two masses that a force tᵏ drives, k = 7 and 9.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = -(a * t.powi(3) + b * t.powi(5)) * x - (a * t.powi(7) + b * t.powi(9)) * y,
    output(tenth = 0.1 * x, circle = PI * x),
    discretize(Midpoint, Galerkin<2, Gauss<2>>, Galerkin<3, Gauss<3>>, Galerkin<4, Gauss<4>>, Galerkin<5, Gauss<5>>,
        Galerkin<4, Lobatto<6>>)
)]
struct Driven<T: Scalar> {
    a: T,
    b: T,
}

/// The error of p after one step from t = 1 to t = 3/2 with the force tᵏ: (1.5ᵏ⁺¹ − 1)/(k + 1) is exact but for the quotient.
fn error<D: Copy>(scheme: D, k: i32) -> f64
where
    Driven<Long>: Discretize<D, Inputs = [Long; 0]>,
{
    let number = Long::from_f64;
    let (a, b) = if k % 4 == 3 { (1.0, 0.0) } else { (0.0, 1.0) };
    let system = Driven {
        a: number(a),
        b: number(b),
    };
    let start = [number(0.0); 2];
    let mut motion =
        Integrator::new_at(system, scheme, number(0.5), number(1.0), start, start).expect("a regular start");
    motion.step().expect("a linear step");
    let expected = (number(1.5_f64.powi(k + 1)) - number(1.0)) / number(f64::from(k + 1));
    (motion.state().p[usize::from(k > 5)] - expected).magnitude()
}

/// A rule with G points integrates tᵏ up to k = 2G − 1. The bound is a few roundings of 106 bits of numbers below 6; with points and
/// weights of 53 bits the errors are 1e-17.
#[test]
fn gauss_points_have_all_digits() {
    assert!(error(Galerkin::<2, Gauss<2>>::default(), 3) < 1e-30);
    assert!(error(Galerkin::<3, Gauss<3>>::default(), 5) < 1e-30);
    assert!(error(Galerkin::<4, Gauss<4>>::default(), 7) < 1e-30);
    assert!(error(Galerkin::<5, Gauss<5>>::default(), 9) < 1e-30);
    assert!(error(Galerkin::<4, Lobatto<6>>::default(), 9) < 1e-30);
    // And no further.
    assert!(error(Galerkin::<4, Gauss<4>>::default(), 9) > 1e-12);
    assert!(error(Midpoint, 3) > 1e-3);
}

/// The composed midpoint rule integrates tᵏ up to k = P − 1. With coefficients of 53 bits the errors are 1e-16.
#[test]
fn compositions_have_all_digits() {
    assert!(error(Composition::<4, _>(Midpoint), 3) < 1e-30);
    assert!(error(Composition::<6, _>(Midpoint), 3) < 1e-30);
    assert!(error(Composition::<6, _>(Midpoint), 5) < 1e-30);
    assert!(error(Composition::<8, _>(Midpoint), 7) < 1e-30);
    assert!(error(Composition::<10, _>(Midpoint), 9) < 1e-30);
    assert!(error(Composition::<4, _>(Midpoint), 5) > 1e-6);
    assert!(error(Composition::<8, _>(Midpoint), 9) > 1e-9);
}

/// The system of M. Hénon and C. Heiles, a = 1.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = a * (0.5 * (x * x + y * y) + x * x * y - y * y * y / 3),
    discretize(Verlet, Midpoint)
)]
struct HenonHeiles<T: Scalar> {
    a: T,
}

/// x, y and their momenta after the time 4.
fn henon_heiles<D: Copy>(scheme: D, steps: usize) -> [Long; 4]
where
    HenonHeiles<Long>: Discretize<D, Scalar = Long, Inputs = [Long; 0]>,
{
    let number = Long::from_f64;
    let (q, v) = ([number(0.125), number(0.25)], [number(0.375), number(0.25)]);
    let h = number(4.0) / number(steps as f64);
    let system = HenonHeiles { a: number(1.0) };
    let mut motion = Integrator::new(system, scheme, h, q, v).expect("a regular start");
    for _ in 0..steps {
        motion.step().expect("a small step");
    }
    let State { q, p, .. } = motion.state();
    [q[0], q[1], p[0], p[1]]
}

/// The orders of q and p between steps of 4/40 and 4/80, against `exact`.
fn orders<D: Copy>(scheme: D, exact: &[Long; 4]) -> [f64; 2]
where
    HenonHeiles<Long>: Discretize<D, Scalar = Long, Inputs = [Long; 0]>,
{
    let errors = [40, 80].map(|steps| {
        let found = henon_heiles(scheme, steps);
        let error = |k: usize| (found[k] - exact[k]).magnitude();
        [error(0).max(error(1)), error(2).max(error(3))]
    });
    [0, 1].map(|k| (errors[0][k] / errors[1][k]).log2())
}

/// In doubles the errors of order 10 are rounding before they have their order: here they are 1e-15 and 1e-18 of it, and the
/// reference has errors below 1e-24. The next term of a symmetric step is a factor h² smaller.
#[test]
fn compositions_have_their_orders_where_doubles_have_no_digits_left() {
    let exact = henon_heiles(Composition::<10, _>(Verlet), 400);
    let near = |found: [f64; 2], order: f64| {
        for slope in found {
            assert!((slope - order).abs() < 0.2, "{slope}, not {order}");
        }
    };
    near(orders(Verlet, &exact), 2.0);
    near(orders(Composition::<4, _>(Verlet), &exact), 4.0);
    near(orders(Composition::<6, _>(Verlet), &exact), 6.0);
    near(orders(Composition::<8, _>(Verlet), &exact), 8.0);
    near(orders(Composition::<10, _>(Verlet), &exact), 10.0);
    near(orders(Composition::<8, _>(Midpoint), &exact), 8.0);
    near(orders(Composition::<10, _>(Midpoint), &exact), 10.0);
}

/// The conditions of order 6 in arithmetic of 106 bits, E. Hairer, C. Lubich, G. Wanner (2006), section V.3.2. Each sum has seven
/// terms below 4, so its rounding is a few 1e-32.
#[test]
fn stages_of_compositions_satisfy_the_order_conditions() {
    let (zero, one, half) = (Long(0.0, 0.0), Long(1.0, 0.0), Long(0.5, 0.0));
    let four: Vec<Long> = (0..5).map(<Order<4> as Parts<Steady>>::part).collect();
    let six: Vec<Long> = (0..7).map(<Order<6> as Parts<Steady>>::part).collect();
    let halves: Vec<Long> = (0..14).map(<Order<6> as Parts<Alternating>>::part).collect();
    for parts in [&four, &six, &halves] {
        let sum = parts.iter().fold(zero, |sum, part| sum + *part);
        assert!((sum - one).magnitude() < 1e-31, "{sum:?}");
        assert!(parts.iter().eq(parts.iter().rev()));
    }
    for (parts, count) in [(&four, 1), (&six, 3)] {
        let (mut before, mut sums) = (zero, [zero; 3]);
        for &part in parts {
            let (cube, half_way) = (part * part * part, before + half * part);
            let terms = [cube, cube * part * part, cube * half_way * half_way];
            sums = core::array::from_fn(|k| sums[k] + terms[k]);
            before = before + part;
        }
        assert!(
            sums.iter().take(count).all(|sum| sum.magnitude() < 2e-31),
            "{sums:?}"
        );
    }
}

/// 0.1 and π are not those of doubles.
#[test]
fn declared_constants_have_all_digits() {
    let system = Driven {
        a: Long(0.0, 0.0),
        b: Long(0.0, 0.0),
    };
    let at = [Long::from_f64(1.0), Long::from_f64(0.0)].into();
    let outputs = system.outputs_given(Long::from_f64(0.0), &at, &at, &[], &[]);
    let tenth = Long::from_f64(10.0) * outputs.as_slice()[0] - Long::from_f64(1.0);
    assert!(tenth.magnitude() < 1e-31, "{tenth:?}");
    // The second part is π − fl(π), as in the tables of fdlibm.
    assert_eq!(
        outputs.as_slice()[1],
        Long(core::f64::consts::PI, 1.2246467991473532e-16)
    );
}
