//! The flight of a ball through air by quadratures, with the slope of its path as the variable. Johann Bernoulli, Acta
//! Eruditorum (1719).
//!
//! Knows neither Lagrangians nor steps. With u = ẋ and the slope s = ẏ/ẋ the equations of motion say ds/dt = −g/u, and then
//!
//! ```text
//! 1/u² = 1/u₀² + (k/g) (F(s₀) − F(s)),   F(s) = s √(1 + s²) + asinh s
//! x = ∫ u²/g ds,   y = ∫ s u²/g ds,   t = ∫ u/g ds        from s to s₀
//! ```

/// A flight from the origin to a target.
#[derive(Debug)]
pub(super) struct Flight {
    /// At the start and at the target.
    pub(super) slopes: [f64; 2],
    /// At the target.
    pub(super) speed: f64,
    pub(super) duration: f64,
}

/// The flight that hits the target, with the start's slope near `slope`, of two that do.
pub(super) fn hit((g, k): (f64, f64), speed: f64, [x, y]: [f64; 2], slope: f64) -> Flight {
    let missed = |start: f64| {
        let arc = Arc::new((g, k), speed, start);
        arc.places(arc.slope_at(x))[1] - y
    };
    let start = secant(missed, [slope, slope + 0.1]);
    let arc = Arc::new((g, k), speed, start);
    let end = arc.slope_at(x);
    Flight {
        slopes: [start, end],
        speed: arc.u(end) * (1.0 + end * end).sqrt(),
        duration: arc.places(end)[2],
    }
}

/// The path from a slope on.
struct Arc {
    g: f64,
    k: f64,
    start: f64,
    /// u₀.
    u0: f64,
}

impl Arc {
    fn new((g, k): (f64, f64), speed: f64, start: f64) -> Self {
        let u0 = speed / (1.0 + start * start).sqrt();
        Self { g, k, start, u0 }
    }

    fn u(&self, slope: f64) -> f64 {
        let f = |s: f64| s * (1.0 + s * s).sqrt() + s.asinh();
        (self.u0.powi(-2) + self.k / self.g * (f(self.start) - f(slope)))
            .sqrt()
            .recip()
    }

    /// x, y and t where the path has this slope.
    fn places(&self, slope: f64) -> [f64; 3] {
        // Gauss's rule with three points: with so many panels its error, of sixth order, is below rounding.
        let panels = 400;
        let width = (self.start - slope) / f64::from(panels);
        let offset = 0.5 * 0.6_f64.sqrt();
        let mut sums = [0.0; 3];
        for panel in 0..panels {
            for (point, weight) in [(0.5 - offset, 5.0), (0.5, 8.0), (0.5 + offset, 5.0)] {
                let s = slope + width * (f64::from(panel) + point);
                let u = self.u(s);
                let part = weight / 18.0 * width / self.g;
                for (sum, value) in sums.iter_mut().zip([u * u, s * u * u, u]) {
                    *sum += part * value;
                }
            }
        }
        sums
    }

    /// The slope where the path is above x.
    fn slope_at(&self, x: f64) -> f64 {
        secant(
            |slope| self.places(slope)[0] - x,
            [self.start - 1.0, self.start - 1.1],
        )
    }
}

/// A zero of a smooth function, by secants to rounding.
fn secant(f: impl Fn(f64) -> f64, [mut a, mut b]: [f64; 2]) -> f64 {
    let (mut at_a, mut at_b) = (f(a), f(b));
    for _ in 0..40 {
        let next = b - at_b * (b - a) / (at_b - at_a);
        if !next.is_finite() || next == b {
            break;
        }
        (a, at_a) = (b, at_b);
        (b, at_b) = (next, f(next));
    }
    b
}
