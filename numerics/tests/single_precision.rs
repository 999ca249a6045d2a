//! The accuracy of functions in single precision, against libm in double precision: one unit in the last place.

use extremal_numerics::Scalar;

/// All positive numbers of single precision between two, in strides.
fn numbers(from: f32, to: f32, stride: usize) -> impl Iterator<Item = f32> {
    (from.to_bits()..=to.to_bits())
        .step_by(stride)
        .map(f32::from_bits)
}

/// |value − exact| in units of the last place of single precision, which is that of 2⁻¹²⁶ for smaller numbers.
fn units(value: f32, exact: f64) -> f64 {
    let power = f64::from_bits(exact.abs().max(f32::MIN_POSITIVE.into()).to_bits() & f64::INFINITY.to_bits());
    (f64::from(value) - exact).abs() / (power * f64::from(f32::EPSILON))
}

/// Beyond 6000 arguments are reduced in integers.
#[test]
fn large_arguments_are_reduced_exactly() {
    let mut most = [0.0_f64; 2];
    for x in numbers(6000.0, f32::MAX, 4999) {
        for x in [x, -x] {
            let (sin, cos) = Scalar::sin_cos(x);
            let (exact_sin, exact_cos) = libm::sincos(x.into());
            most[0] = most[0].max(units(sin, exact_sin));
            most[1] = most[1].max(units(cos, exact_cos));
        }
    }
    assert!(most.iter().all(|units| *units < 1.0), "{most:?}");
}

/// The number of single precision that is nearest to a multiple of π/2: 16367173 · 2⁷².
#[test]
fn the_nearest_multiple_keeps_its_digits() {
    let x = 16_367_173.0 * 2_f32.powi(72);
    let (exact_sin, exact_cos) = libm::sincos(x.into());
    assert!(exact_sin.abs().min(exact_cos.abs()) < 2e-9);
    for x in [x, -x] {
        let (sin, cos) = Scalar::sin_cos(x);
        assert!(units(sin, libm::sin(x.into())) < 1.0 && units(cos, exact_cos) < 1.0);
    }
}

#[test]
fn tangents_are_accurate_to_one_unit() {
    let mut most = 0.0_f64;
    for x in numbers(1e-38, f32::MAX, 9973).chain(numbers(1e-3, 10.0, 37)) {
        for x in [x, -x] {
            most = most.max(units(Scalar::tan(x), libm::tan(x.into())));
        }
    }
    // The errors of the polynomial and of the last sum.
    assert!(most < 1.1, "{most}");
}

#[test]
fn arcsines_are_accurate_to_one_unit() {
    let mut most = 0.0_f64;
    for x in numbers(0.0, 1.0, 37).chain(numbers(0.499, 1.0, 5)) {
        for x in [x, -x] {
            most = most.max(units(Scalar::asin(x), libm::asin(x.into())));
        }
    }
    assert!(most < 1.0, "{most}");
}

#[test]
fn lengths_are_accurate_to_one_unit() {
    let mut most = 0.0_f64;
    for x in numbers(0.0, 1.8e38, 65_521) {
        for ratio in [1.0, 0.99, 0.3, 1e-3, 1e-7, 3e-8, 1e-20] {
            for [x, y] in [[x, x * ratio], [-x * ratio, x]] {
                most = most.max(units(Scalar::hypot(x, y), libm::hypot(x.into(), y.into())));
            }
        }
    }
    // Half of the roundings below the root, and that of the root.
    assert!(most < 1.2, "{most}");
}

#[test]
fn special_values_are_those_of_the_standard() {
    let (infinity, nan) = (f32::INFINITY, f32::NAN);
    for x in [infinity, -infinity, nan] {
        assert!(Scalar::tan(x).is_nan() && Scalar::asin(x).is_nan());
    }
    assert!(Scalar::asin(1.0_f32.next_up()).is_nan() && Scalar::hypot(nan, 1.0).is_nan());
    for x in [0.0_f32, -0.0, 1e-45, -1e-40] {
        assert_eq!(
            [Scalar::tan(x), Scalar::asin(x)].map(f32::to_bits),
            [x.to_bits(); 2]
        );
        assert_eq!(Scalar::hypot(x, 0.0), x.abs());
    }
    assert_eq!(Scalar::asin(-1.0_f32), -core::f32::consts::FRAC_PI_2);
    assert_eq!(Scalar::hypot(nan, -infinity), infinity);
    assert_eq!(Scalar::hypot(f32::MAX, f32::MAX), infinity);
}
