//! Tables of measured orders.

use crate::grid::{Cell, Grid};
use crate::measure::ErrorCurve;

/// The tolerance of a slope. Step sizes are halved, and the next term of the error, smaller by h², changes the slope by less.
pub const ORDER_TOLERANCE: f64 = 0.1;

/// The orders of schemes in q and in p, one scheme per row.
pub fn order_grid<const N: usize>(curves: &[ErrorCurve; N], expected: [i32; N]) -> Grid {
    let row = |(curve, expected): (&ErrorCurve, i32)| {
        let (q, p) = curve.orders();
        let order = |slope| Cell::number(f64::from(expected), slope, ORDER_TOLERANCE);
        (
            curve.scheme.to_owned(),
            vec![Cell::noted(curve.step_sizes()), order(q), order(p)],
        )
    };
    Grid {
        caption: "Measured orders: slopes of the error at the end time over the step size. Elements of degree P \
                                    have the order 2P.",
        columns: ["scheme", "step sizes", "order in q", "order in p"]
            .map(str::to_owned)
            .to_vec(),
        rows: curves.iter().zip(expected).map(row).collect(),
    }
}
