//! Derivatives against differences of the functions themselves.

use super::*;
use num_dual::{Derivative, Dual, Dual2_64, Dual64, DualSVec64, HyperDual64};

/// The derivatives of `f` at `x` against central differences, second ones of the exact first ones.
fn check(
    name: &str,
    x: f64,
    f: impl Fn(f64) -> f64,
    dual: impl Fn(Dual64) -> Dual64,
    dual2: impl Fn(Dual2_64) -> Dual2_64,
    hyper: impl Fn(HyperDual64) -> HyperDual64,
    gradient: impl Fn(DualSVec64<2>) -> DualSVec64<2>,
) {
    let h = 1e-5;
    let first = dual(Dual64::new(x, 1.0));
    assert_eq!(first.re.to_bits(), f(x).to_bits(), "{name}");
    let slope = (f(x + h) - f(x - h)) / (2.0 * h);
    assert!(
        (first.eps - slope).abs() < 1e-8 * (1.0 + slope.abs()),
        "{name}: {} {slope}",
        first.eps
    );
    let eps = |x| dual(Dual64::new(x, 1.0)).eps;
    let curvature = (eps(x + h) - eps(x - h)) / (2.0 * h);
    let second = dual2(Dual2_64::new(x, 1.0, 0.5));
    let close = |a: f64, b: f64| (a - b).abs() < 1e-8 * (1.0 + b.abs());
    assert!(
        close(second.v1, first.eps) && close(second.v2, curvature + 0.5 * first.eps),
        "{name}"
    );
    let along = gradient(DualSVec64::new(x, Derivative::some([1.0, -2.0].into())));
    let [one, other] = along.eps.0.map_or([0.0; 2], |eps| eps.into());
    assert!(
        along.re == first.re && close(one, first.eps) && close(other, -2.0 * first.eps),
        "{name}"
    );
    let hyper = hyper(HyperDual64::new(x, 1.0, 2.0, 0.5));
    assert!(close(hyper.eps2, 2.0 * first.eps), "{name}");
    assert!(close(hyper.eps1eps2, 2.0 * curvature + 0.5 * first.eps), "{name}");
}

macro_rules! check_all {
    ($($name:literal at $($at:literal),+: |$x:ident| $f:expr;)*) => {
        $($(check($name, $at, |$x: f64| $f, |$x: Dual64| $f, |$x: Dual2_64| $f, |$x: HyperDual64| $f, |$x: DualSVec64<2>| $f);)+)*
    };
}

#[test]
fn derivatives_are_those_of_the_functions() {
    check_all! {
        "sin" at 0.3, 4.0, -20.0: |x| Scalar::sin(x);
        "cos" at 0.3, 4.0, -20.0: |x| Scalar::cos(x);
        "tan" at 0.3, 4.0: |x| Scalar::tan(x);
        "asin" at 0.3, -0.8: |x| Scalar::asin(x);
        "acos" at 0.3, -0.8: |x| Scalar::acos(x);
        "atan" at 0.3, -8.0: |x| Scalar::atan(x);
        "atan2" at 0.3, -8.0: |x| Scalar::atan2(x, x * x - 2.0);
        "sinh" at 0.3, -2.0: |x| Scalar::sinh(x);
        "cosh" at 0.3, -2.0: |x| Scalar::cosh(x);
        "tanh" at 0.3, -2.0: |x| Scalar::tanh(x);
        "exp" at 0.3, -2.0: |x| Scalar::exp(x);
        "ln" at 0.3, 20.0: |x| Scalar::ln(x);
        "ln_1p" at 0.3, -0.8: |x| Scalar::ln_1p(x);
        "sqrt" at 0.3, 20.0: |x| Scalar::sqrt(x);
        "abs" at 0.3, -20.0: |x| Scalar::abs(x);
        "signum" at 0.3, -20.0: |x| Scalar::signum(x);
        "min" at 0.3, 3.0: |x| Scalar::min(x * x, x);
        "max" at 0.3, 3.0: |x| Scalar::max(x * x, x);
        "hypot" at 0.3, -3.0: |x| Scalar::hypot(x * x, x);
        "powf" at 0.3, 3.0: |x| Scalar::powf(x, -1.5);
        "square" at 0.0, -3.0: |x| Scalar::powf(x, 2.0);
        "power zero" at 0.0, -3.0: |x| Scalar::powf(x, 0.0);
        "recip" at 0.3, -3.0: |x| Scalar::recip(x);
    }
}

#[test]
fn derivative_parts_count_in_magnitude_and_not_as_divisors() {
    let x = Dual64::new(-2.0, 5.0);
    assert_eq!((x.magnitude(), x.divisor_size(), x.real()), (5.0, 2.0, -2.0));
    assert!(Dual64::new(1.0, f64::NAN).magnitude().is_nan());
    assert!(Dual64::new(f64::NAN, 1.0).magnitude().is_nan());
}

/// An omitted gradient is zero; an operation on two numbers has a gradient if one of them has.
#[test]
fn gradients_may_be_left_out() {
    let (x, two) = (
        DualSVec64::new(-3.0, Derivative::some([5.0, -7.0].into())),
        DualSVec64::<2>::from_f64(2.0),
    );
    assert_eq!(
        (two.eps, two.magnitude(), x.magnitude(), x.divisor_size()),
        (Derivative::none(), 2.0, 7.0, 3.0)
    );
    let chosen = Scalar::max(x, two);
    assert_eq!((chosen.re, chosen.eps.0), (2.0, Some([0.0, 0.0].into())));
    assert_eq!(Scalar::min(x, two).eps, x.eps);
    assert_eq!(Scalar::max(two, two).eps, Derivative::none());
}

#[test]
fn numbers_can_be_nested() {
    let x = Dual::new(Dual64::new(0.7, 1.0), Dual64::new(1.0, 0.0));
    assert!((Scalar::sin(x).eps.eps + libm::sin(0.7)).abs() < 1e-15);
}
