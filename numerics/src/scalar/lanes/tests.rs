//! Lanes against numbers one by one.

use super::*;

const NUMBERS: [f64; 8] = [0.0, -0.0, 1.5, -2.25, 1e9, 1e-320, f64::INFINITY, f64::NAN];

fn bits<const N: usize>(lanes: Lanes<N>) -> [u64; N] {
    lanes.0.map(f64::to_bits)
}

#[test]
fn each_lane_has_the_bits_of_f64() {
    let a = Lanes(NUMBERS);
    type One<T> = fn(T) -> T;
    macro_rules! check {
        ($($function:ident),+) => {$(
            let (lanes, alone): (One<Lanes<8>>, One<f64>) = (Scalar::$function, Scalar::$function);
            assert_eq!(bits(lanes(a)), NUMBERS.map(|x| alone(x).to_bits()), stringify!($function));
        )+};
    }
    check!(
        sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, exp, ln, ln_1p, sqrt, abs, signum, recip
    );
    for shift in 0..8 {
        let others: [f64; 8] = core::array::from_fn(|k| NUMBERS[(k + shift) % 8]);
        let b = Lanes(others);
        let check = |lanes: Lanes<8>, alone: fn(f64, f64) -> f64| {
            let alone: [u64; 8] = core::array::from_fn(|k| alone(NUMBERS[k], others[k]).to_bits());
            assert_eq!(bits(lanes), alone);
        };
        check(a + b, |a, b| a + b);
        check(a - b, |a, b| a - b);
        check(a * b, |a, b| a * b);
        check(a / b, |a, b| a / b);
        check(Scalar::min(a, b), Scalar::min);
        check(Scalar::max(a, b), Scalar::max);
        check(a.hypot(b), Scalar::hypot);
        check(a.atan2(b), Scalar::atan2);
        check(Size::quotient(a, b), Size::quotient);
        check(Lanes::select_less(a, b, a, b), |a, b| {
            f64::select_less(a, b, a, b)
        });
        check(Lanes::select_equal(a, b, b, a), |a, b| {
            f64::select_equal(a, b, b, a)
        });
    }
    let (sines, cosines) = Lanes::sin_cos_each([a, -a, a * a]);
    for (k, x) in [a, -a, a * a].into_iter().enumerate() {
        assert_eq!((bits(sines[k]), bits(cosines[k])), (bits(x.sin()), bits(x.cos())));
    }
}

#[test]
fn lanes_that_decide_otherwise_are_known() {
    let (a, b) = (Lanes([1.0, 5.0, f64::NAN, 2.0]), Lanes([3.0; 4]));
    assert_eq!(Lanes::<4>::led_by(0, || a < b), (true, 0b1001));
    assert_eq!(Lanes::<4>::led_by(1, || a < b), (false, 0b0110));
    assert_eq!(Lanes::<4>::led_by(2, || a.is_nan()), (true, 0b0100));
    assert_eq!(Lanes::<4>::led_by(0, || b.is_finite()), (true, 0b1111));
    // One that decided otherwise is out, whatever it says later.
    assert_eq!(Lanes::<4>::led_by(3, || (a < b, a > b)), ((true, false), 0b1001));
    let order = Lanes::<4>::led_by(1, || a.partial_cmp(&b));
    assert_eq!(order, (Some(Ordering::Greater), 0b0010));
}

#[test]
fn a_mask_chooses_lanes() {
    let (a, b) = (Lanes([1.0, 2.0, 3.0]), Lanes([4.0, 5.0, 6.0]));
    assert_eq!(bits(a.where_else(0b101, b)), bits(Lanes([1.0, 5.0, 3.0])));
    assert_eq!((Lanes::<3>::ALL, Lanes::<64>::ALL), (0b111, u64::MAX));
}

/// Some lanes are in reach of a prediction, others are not.
#[test]
fn lanes_turn_sines_as_each_would() {
    let x = [0.0, 1.0, 2.0, -0.5, 1e6, f64::NAN, 0.7, 3.0];
    let off = [1e-9, 1e-5, 0.1, 0.0, 1e-9, 1e-9, f64::NAN, -3e-3];
    let at: [f64; 8] = core::array::from_fn(|k| x[k] - off[k]);
    let ([sin], [cos]) = Lanes::sin_cos_ahead([Lanes(at)], [Lanes(off)]);
    let ([sines], [cosines]) = Lanes::sin_cos_turned([Lanes(x)], [[Lanes(at)], [sin], [cos]]);
    for k in 0..8 {
        let ([s], [c]) = f64::sin_cos_ahead([at[k]], [off[k]]);
        assert_eq!([s, c].map(f64::to_bits), [bits(sin)[k], bits(cos)[k]], "{k}");
        let ([s], [c]) = f64::sin_cos_turned([x[k]], [[at[k]], [s], [c]]);
        assert_eq!(
            [s, c].map(f64::to_bits),
            [bits(sines)[k], bits(cosines)[k]],
            "{k}"
        );
    }
}

/// Finite numbers only: nothing is promised of the sign of a NaN.
#[test]
fn products_in_sums_have_the_bits_of_f64() {
    let [a, b, c] = [[1.1, -0.3], [2.7, 1e-9], [-2.97, 3e-10]];
    let lanes = [a, b, c].map(Lanes);
    type Three<T> = fn(T, T, T) -> T;
    macro_rules! check {
        ($($function:ident),+) => {$(
            let (all, alone): (Three<Lanes<2>>, Three<f64>) = (Scalar::$function, Scalar::$function);
            let [x, y, z] = lanes;
            assert_eq!(bits(all(x, y, z)), [0, 1].map(|k: usize| alone(a[k], b[k], c[k]).to_bits()));
        )+};
    }
    check!(mul_add, mul_sub, sub_mul);
}
