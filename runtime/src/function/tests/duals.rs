//! Splines of dual numbers, and functions made of formulas over them.

use num_dual::{Dual2_64, Dual64, DualNum, HyperDual64};

use super::{Axis, Ends, KNOTS, Spline, bell, close, even, parts};
use crate::function::{
    Differentiated, Formula, Function, Gradient, Outside, Spline2, Value, from_duals, from_gradient,
    from_parts, from_value,
};
use extremal_numerics::Scalar;

#[test]
fn splines_take_dual_numbers_and_real_parts_have_the_same_bits() {
    for (ends, outside) in [
        (Ends::NotAKnot, Outside::Linear),
        (Ends::NotAKnot, Outside::Held),
        (Ends::Periodic, Outside::Error),
    ] {
        let values = core::array::from_fn(|i| bell(KNOTS[i % 8])[0]);
        let spline = Spline::new(Axis::new(KNOTS).ends(ends).outside(outside), values).expect("a table");
        for x in even::<61>([-3.0, 7.0]) {
            let [f, slope, curvature] = parts(&spline, x);
            let second = spline.value([Dual2_64::new(x, 1.0, 0.5)]);
            assert_eq!(second.re.to_bits(), f.to_bits());
            close([second.v1, second.v2], [slope, curvature + 0.5 * slope], 1e-13);
            let (first, [by_x]) = spline.gradient([Dual64::new(x, 2.0)]);
            close(
                [first.re, first.eps, by_x.re, by_x.eps],
                [f, 2.0 * slope, slope, 2.0 * curvature],
                1e-13,
            );
        }
    }
}

#[test]
fn grids_take_dual_numbers() {
    let values = KNOTS.map(|x| KNOTS.map(|y| libm::sin(x * y / 5.0)));
    let axis = Axis::new(KNOTS).outside(Outside::Linear);
    let spline = Spline2::new(axis, axis, values).expect("a grid");
    for x in even::<11>([-2.0, 6.0]) {
        let y = 4.0 - x;
        let (f, [fx, fy], [[_, fxy], _]) = spline.hessian([x, y]);
        let both = spline.value([
            HyperDual64::new(x, 1.0, 0.0, 0.0),
            HyperDual64::new(y, 0.0, 1.0, 0.0),
        ]);
        assert_eq!(both.re.to_bits(), f.to_bits());
        close([both.eps1, both.eps2, both.eps1eps2], [fx, fy, fxy], 1e-12);
    }
}

/// a x² y + z sin(x)
struct Mixed {
    a: f64,
}

impl Formula<3> for Mixed {
    fn of<S: Scalar>(&self, [x, y, z]: [S; 3]) -> S {
        S::from_f64(self.a) * x * x * y + z * Scalar::sin(x)
    }
}

#[test]
fn formulas_are_differentiated() {
    let (x, y, z) = (0.7, -1.2, 2.0);
    let formula = Differentiated(Mixed { a: 3.0 });
    let closure = from_duals(|[x, y, z]: [HyperDual64; 3]| x * x * y * 3.0 + z * DualNum::sin(&x));
    let (s, c) = (libm::sin(x), libm::cos(x));
    let gradient = [6.0 * x * y + z * c, 3.0 * x * x, s];
    let hessian = [[6.0 * y - z * s, 6.0 * x, c], [6.0 * x, 0.0, 0.0], [c, 0.0, 0.0]];
    let check = |function: &dyn Function<3>| {
        let (value, by_x, second) = function.hessian([x, y, z]);
        close([value], [3.0 * x * x * y + z * s], 1e-15);
        close(by_x, gradient, 1e-15);
        (0..3).for_each(|i| close(second[i], hessian[i], 1e-14));
        let (same, by_x) = function.gradient([x, y, z]);
        close([same, function.value([x, y, z])], [value; 2], 1e-15);
        close(by_x, gradient, 1e-15);
    };
    check(&formula);
    check(&closure);
    // Of dual numbers: the derivative of the gradient along x is a column of the Hessian.
    let at = [Dual64::new(x, 1.0), Dual64::new(y, 0.0), Dual64::new(z, 0.0)];
    let (_, by_x) = formula.gradient(at);
    close(by_x.map(|part| part.eps), hessian[0], 1e-14);
}

#[test]
fn closures_are_functions_of_their_parts() {
    let value = from_value(|[x]: [f64; 1]| x * x);
    let gradient = from_gradient(|[x]: [f64; 1]| x * x, |[x]| [2.0 * x]);
    let all = from_parts(|[x]: [f32; 1]| x * x, |[x]| [2.0 * x], |_| [[2.0]]);
    assert_eq!(
        (value.value([3.0]), gradient.gradient([3.0])),
        (9.0, (9.0, [6.0]))
    );
    assert_eq!(all.hessian([3.0]), (9.0, [6.0], [[2.0]]));
}
