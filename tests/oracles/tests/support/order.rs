//! An independent integration method: Gragg's extrapolated midpoint rule for y' = f(t, y).

/// The largest error of q and of p over some steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Errors {
    pub(crate) steps: usize,
    pub(crate) q: f64,
    pub(crate) p: f64,
}

/// y(to) from y(0), in steps that are each extrapolated to order 16.
pub(crate) fn extrapolated<const N: usize>(
    f: impl Fn(f64, [f64; N]) -> [f64; N],
    start: [f64; N],
    to: f64,
    steps: usize,
) -> [f64; N] {
    let h = to / steps as f64;
    (0..steps).fold(start, |y, k| {
        let moved = increment(&f, h * k as f64, h, y);
        core::array::from_fn(|i| y[i] + moved[i])
    })
}

/// One step: the explicit midpoint rule in 2, 4, .. 16 substeps, and Aitken and Neville's scheme in h².
///
/// The scheme multiplies rounding by about a hundred, so it is applied to increments, which are small.
fn increment<const N: usize>(
    f: &impl Fn(f64, [f64; N]) -> [f64; N],
    t: f64,
    h: f64,
    y: [f64; N],
) -> [f64; N] {
    let mut row: Vec<[f64; N]> = Vec::new();
    for j in 1..=8_usize {
        let mut value = midpoints(f, t, h, y, 2 * j);
        for (m, below) in row.iter_mut().enumerate() {
            let ratio = (j as f64 / (j - 1 - m) as f64).powi(2);
            let better = core::array::from_fn(|k| value[k] + (value[k] - below[k]) / (ratio - 1.0));
            *below = value;
            value = better;
        }
        row.push(value);
    }
    row[7]
}

fn midpoints<const N: usize>(
    f: &impl Fn(f64, [f64; N]) -> [f64; N],
    t: f64,
    h: f64,
    y: [f64; N],
    substeps: usize,
) -> [f64; N] {
    let h = h / substeps as f64;
    let (mut before, mut now) = ([0.0; N], f(t, y).map(|rate| h * rate));
    for k in 1..substeps {
        let rate = f(t + k as f64 * h, core::array::from_fn(|i| y[i] + now[i]));
        (before, now) = (now, core::array::from_fn(|i| before[i] + 2.0 * h * rate[i]));
    }
    now
}
