//! The accuracy of sin and cos, measured with 192-bit arithmetic.

use astro_float::{BigFloat, Consts, RoundingMode};
use extremal_numerics::{Scalar, Size};

const BITS: usize = 192;

/// Exact values.
struct Oracle {
    consts: Consts,
}

impl Oracle {
    fn new() -> Self {
        Self {
            consts: Consts::new().expect("the tables fit into memory"),
        }
    }

    /// |value − f(x)| in units of the last place of f(x), of a format with `digits` bits.
    fn ulps(&mut self, x: f64, value: f64, digits: i32, cosine: bool) -> f64 {
        let big = BigFloat::from_f64(x, BITS);
        let exact = if cosine {
            big.cos(BITS, RoundingMode::ToEven, &mut self.consts)
        } else {
            big.sin(BITS, RoundingMode::ToEven, &mut self.consts)
        };
        let error = exact.sub(&BigFloat::from_f64(value, BITS), BITS, RoundingMode::ToEven);
        let Some(exponent) = exact.exponent() else {
            return value.abs();
        };
        // exact = m 2^exponent with ½ ≤ m < 1, so that its last place is 2^(exponent − digits).
        let unit = BigFloat::from_f64(2_f64.powi(exponent - digits), BITS);
        to_f64(&error.div(&unit, BITS, RoundingMode::ToEven)).abs()
    }
}

/// The leading 64 bits.
fn to_f64(x: &BigFloat) -> f64 {
    match (x.mantissa_digits(), x.exponent()) {
        (Some(words), Some(exponent)) => words[words.len() - 1] as f64 * 2_f64.powi(exponent - 64),
        _ => f64::INFINITY,
    }
}

/// A sequence that visits an interval evenly.
fn spread(k: u32) -> f64 {
    2.0 * (f64::from(k) * 0.618_033_988_749_894_9).fract() - 1.0
}

/// Arguments in all magnitudes up to `bound`, and next to multiples of π/2.
fn arguments(bound: f64) -> impl Iterator<Item = f64> {
    let even = (0..6_000).map(spread);
    let spans = [0.8, 3.2, 30.0, 1e3, bound];
    let inner = even.clone().flat_map(move |s| spans.map(|span| span * s));
    let tiny = even.map(|s| s * 10_f64.powf(-20.0 * s.abs()));
    let multiples = (0..6_000).map(move |k| {
        let n = (bound * 2.0 / core::f64::consts::PI * spread(k)).round();
        n * core::f64::consts::FRAC_PI_2
    });
    inner
        .chain(tiny)
        .chain(multiples)
        .filter(move |x| x.abs() <= bound)
}

#[test]
fn double_precision_is_accurate_to_one_unit() {
    let mut oracle = Oracle::new();
    let (mut sine, mut cosine) = (0.0_f64, 0.0_f64);
    for x in arguments(1e5) {
        let (s, c) = Scalar::sin_cos(x);
        sine = sine.max(oracle.ulps(x, s, 53, false));
        cosine = cosine.max(oracle.ulps(x, c, 53, true));
    }
    println!("f64: sin {sine:.3} ulp, cos {cosine:.3} ulp");
    assert!(sine < 0.9 && cosine < 0.9, "{sine} {cosine}");
}

#[test]
fn single_precision_is_accurate_to_one_unit() {
    let mut oracle = Oracle::new();
    let (mut sine, mut cosine) = (0.0_f64, 0.0_f64);
    for x in arguments(6e3).map(f32::from_f64).filter(|x| x.abs() <= 6e3) {
        let (s, c) = Scalar::sin_cos(x);
        sine = sine.max(oracle.ulps(x.into(), s.into(), 24, false));
        cosine = cosine.max(oracle.ulps(x.into(), c.into(), 24, true));
    }
    println!("f32: sin {sine:.3} ulp, cos {cosine:.3} ulp");
    assert!(sine < 1.0 && cosine < 1.0, "{sine} {cosine}");
}

/// All numbers of single precision up to the bound, in strides, against libm in double precision.
#[test]
fn single_precision_is_accurate_everywhere() {
    let last = 6e3_f32.to_bits();
    let (mut sine, mut cosine) = (0.0_f64, 0.0_f64);
    for bits in (0x3000_0000..=last).step_by(37) {
        let x = f32::from_bits(bits);
        let (s, c) = Scalar::sin_cos(x);
        let (exact_s, exact_c) = (libm::sin(x.into()), libm::cos(x.into()));
        sine = sine.max((f64::from(s) - exact_s).abs() / last_place(exact_s));
        cosine = cosine.max((f64::from(c) - exact_c).abs() / last_place(exact_c));
    }
    println!("f32, every 37th number: sin {sine:.3} ulp, cos {cosine:.3} ulp");
    assert!(sine < 1.0 && cosine < 1.0, "{sine} {cosine}");
}

/// The last place of a single-precision number near `x`: 2⁻²³ of the power of two below it.
fn last_place(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & 0x7ff0_0000_0000_0000) * f64::from(f32::EPSILON)
}

#[test]
fn double_precision_agrees_with_libm_everywhere() {
    let mut units = 0;
    for k in 0..5_000_000 {
        let x = 1e5 * spread(k) * 10_f64.powf(-f64::from(k % 8));
        let (s, c) = Scalar::sin_cos(x);
        let (libm_s, libm_c) = libm::sincos(x);
        units = units
            .max(s.to_bits().abs_diff(libm_s.to_bits()))
            .max(c.to_bits().abs_diff(libm_c.to_bits()));
    }
    println!("f64 against libm: {units} units at most");
    assert!(units <= 1);
}

#[test]
fn special_values_are_those_of_the_standard() {
    fn check<T: Scalar>(bits: impl Fn(T) -> u64, infinity: T) {
        let zero = T::from_f64(0.0);
        assert_eq!(bits(Scalar::sin(zero)), bits(zero));
        assert_eq!(bits(Scalar::sin(-zero)), bits(-zero));
        assert_eq!(
            (
                Scalar::cos(zero).real().to_f64(),
                Scalar::cos(-zero).real().to_f64()
            ),
            (1.0, 1.0)
        );
        for x in [infinity, -infinity, infinity - infinity] {
            assert!(Scalar::sin(x).real().is_nan() && Scalar::cos(x).real().is_nan());
        }
        let tiny = T::from_f64(1e-37);
        assert_eq!(
            (bits(Scalar::sin(tiny)), Scalar::cos(tiny).real().to_f64()),
            (bits(tiny), 1.0)
        );
    }
    check(f64::to_bits, f64::INFINITY);
    check(|x: f32| x.to_bits().into(), f32::INFINITY);
    assert_eq!(Scalar::sin(f64::from_bits(1)), f64::from_bits(1));
    for huge in [1e6, 1e22, f64::MAX] {
        assert_eq!(Scalar::sin_cos(huge), libm::sincos(huge));
        assert_eq!(Scalar::sin_cos(-huge), libm::sincos(-huge));
    }
}

#[test]
fn the_kernel_and_its_fallback_meet_at_the_bound() {
    for k in 0..1000 {
        let x = 1e5 + f64::from(k - 500) * 1e-3;
        let (s, c) = Scalar::sin_cos(x);
        assert!((s - libm::sin(x)).abs() < 2e-16 && (c - libm::cos(x)).abs() < 2e-16);
    }
}

#[test]
fn several_numbers_at_once_have_the_bits_of_each() {
    let bits = |(s, c): (f64, f64)| (s.to_bits(), c.to_bits());
    for k in 0..100_000 {
        // Some arguments are beyond the kernel's bound, or not a number.
        let huge = [1e7, f64::NAN, f64::INFINITY][(k % 3) as usize];
        let last = if k % 10 == 0 { huge } else { 1e3 * spread(k + 2) };
        let x = [1e5 * spread(k), spread(k + 1), last];
        let (sines, cosines) = Scalar::sin_cos_each(x);
        for i in 0..3 {
            assert_eq!(bits((sines[i], cosines[i])), bits(Scalar::sin_cos(x[i])), "{x:?}");
        }
    }
}

/// Whatever the known number is: in the same quadrant, in another one, at its edge, too large, or none.
#[test]
fn a_sine_beside_a_known_number_has_the_bits_of_the_sine() {
    for (k, x) in (0..).zip(arguments(2e5)) {
        let edge = (x * core::f64::consts::FRAC_2_PI).round() * core::f64::consts::FRAC_PI_2;
        let others = [
            x,
            x + 1e-3 * spread(k),
            x + 2.0,
            -x,
            edge,
            1e300,
            f64::INFINITY,
            f64::NAN,
        ];
        for near in others {
            let beside = [x.sin_beside(near), x.cos_beside(near)].map(f64::to_bits);
            assert_eq!(
                beside,
                [Scalar::sin(x), Scalar::cos(x)].map(f64::to_bits),
                "{x} {near}"
            );
        }
    }
    assert_eq!(f64::sin_beside(-0.0, 0.0).to_bits(), (-0.0_f64).to_bits());
}

/// The error of a prediction in the last place, which is up to 0.9, is twice as much where turning crosses a power of two; the
/// sum adds one half, and less than a tenth stems from what is added.
#[test]
fn turned_sines_are_accurate_to_two_units() {
    let mut oracle = Oracle::new();
    let (mut sine, mut cosine, mut turned) = (0.0_f64, 0.0_f64, 0);
    for (k, x) in (0..).zip(arguments(1e5)) {
        let off = [1e-9, 1e-6, 1e-4, 3.9e-3][(k % 4) as usize] * spread(k + 1);
        let ([s], [c]) = f64::sin_cos_ahead([x - off], [off]);
        let ([sin], [cos]) = f64::sin_cos_turned([x], [[x - off], [s], [c]]);
        turned += u32::from((sin, cos) != Scalar::sin_cos(x));
        sine = sine.max(oracle.ulps(x, sin, 53, false));
        cosine = cosine.max(oracle.ulps(x, cos, 53, true));
    }
    println!("f64, turned: sin {sine:.3} ulp, cos {cosine:.3} ulp");
    assert!(sine < 1.9 && cosine < 1.9, "{sine} {cosine}");
    assert!(turned > 1000 || cfg!(feature = "deterministic"), "{turned}");
}

#[test]
fn sines_out_of_reach_are_evaluated_anew() {
    let cases = [
        (2.0, 1.99),
        (1e-9, 2e-9),
        (core::f64::consts::FRAC_PI_2, core::f64::consts::FRAC_PI_2),
        (f64::NAN, 1.0),
        (1.0, f64::NAN),
        (1e7, 1.0),
    ];
    for (x, from) in cases {
        let (s, c) = Scalar::sin_cos(from);
        let ([sin, other], [cos, _]) = f64::sin_cos_turned([x, 1.0], [[from, 1.0], [s, 0.0], [c, 0.0]]);
        let (exact_sin, exact_cos) = Scalar::sin_cos(x);
        assert_eq!(
            [sin, cos].map(f64::to_bits),
            [exact_sin, exact_cos].map(f64::to_bits),
            "{x}"
        );
        // Zeros are no prediction, not even of the same number.
        assert_eq!(other, Scalar::sin(1.0));
    }
    assert_eq!(
        f64::sin_cos_ahead([1.0, 2.0], [0.1, f64::NAN]),
        ([0.0; 2], [0.0; 2])
    );
    assert_eq!(f32::sin_cos_ahead([1.0], [0.0]), ([0.0], [0.0]));
}

#[test]
fn other_functions_keep_their_promises() {
    assert_eq!([2.0, -2.0, 0.0].map(Scalar::signum), [1.0, -1.0, 0.0]);
    assert!(Scalar::signum(f64::NAN).is_nan());
    for (a, b) in [(1.0, f64::NAN), (f64::NAN, 1.0)] {
        assert!(Scalar::min(a, b).is_nan() && Scalar::max(a, b).is_nan());
        assert_eq!(f64::select_less(a, b, 1.0, 2.0), 2.0);
        assert_eq!(f64::select_less_equal(a, b, 1.0, 2.0), 2.0);
        assert_eq!(f64::select_equal(a, b, 1.0, 2.0), 2.0);
    }
    assert_eq!((Scalar::min(1.0, 2.0), Scalar::max(1.0, 2.0)), (1.0, 2.0));
    assert!((Scalar::hypot(3e200, 4e200) / 5e200 - 1.0).abs() < 1e-15);
    assert_eq!(Scalar::atan2(1.0, -1.0), 0.75 * core::f64::consts::PI);
    assert_eq!(Scalar::powf(-2.0, 3.0), -8.0);
    assert_eq!(Scalar::recip(4.0_f32), 0.25);
}
