//! Ranges and ticks. On a logarithmic axis all values are decimal logarithms.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};

/// One axis of a chart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    pub(super) low: f64,
    pub(super) high: f64,
    logarithmic: bool,
}

impl Axis {
    /// The range of `values` with a small margin, unless it is fixed.
    pub(super) fn around(
        values: impl Iterator<Item = f64>,
        logarithmic: bool,
        fixed: Option<(f64, f64)>,
    ) -> Self {
        if let Some((low, high)) = fixed {
            let scale = |x: f64| if logarithmic { x.log10() } else { x };
            return Self {
                low: scale(low),
                high: scale(high),
                logarithmic,
            };
        }
        let empty = (f64::INFINITY, f64::NEG_INFINITY);
        let (low, high) = values.fold(empty, |(low, high), x| (low.min(x), high.max(x)));
        let (low, high) = if low < high {
            (low, high)
        } else {
            (low - 1.0, low + 1.0)
        };
        let air = 0.04 * (high - low);
        Self {
            low: low - air,
            high: high + air,
            logarithmic,
        }
    }

    pub(super) fn length(&self) -> f64 {
        self.high - self.low
    }

    /// About six round values.
    pub(super) fn ticks(&self) -> Vec<f64> {
        if self.is_within_decades() {
            return self.ticks_within_decades();
        }
        let step = self.step();
        let first = (self.low / step).ceil();
        let ticks = (0..).map(|k| (first + f64::from(k)) * step);
        ticks.take_while(|tick| *tick <= self.high).collect()
    }

    /// One, two or five times a power of ten; on a logarithmic axis whole decades, if there are at least two.
    fn step(&self) -> f64 {
        let rough = self.length() / 6.0;
        let power = 10_f64.powf(rough.log10().floor());
        let factors = [1.0, 2.0, 5.0, 10.0];
        let step = factors
            .map(|factor| factor * power)
            .into_iter()
            .find(|step| *step >= rough);
        let step = step.unwrap_or(10.0 * power);
        if self.logarithmic { step.max(1.0) } else { step }
    }

    /// Whether a logarithmic axis is too short for ticks at whole decades.
    fn is_within_decades(&self) -> bool {
        self.logarithmic && self.length() <= 1.5
    }

    /// One, two and five times powers of ten, or all digits if those are too few.
    fn ticks_within_decades(&self) -> Vec<f64> {
        let of = |digits: &[f64]| -> Vec<f64> {
            let decades = std::iter::successors(Some(self.low.floor()), |decade| Some(decade + 1.0));
            decades
                .take_while(|decade| *decade <= self.high)
                .flat_map(|decade| digits.iter().map(move |digit| decade + digit.log10()))
                .filter(|tick| (self.low..=self.high).contains(tick))
                .collect()
        };
        let few = of(&[1.0, 2.0, 5.0]);
        if few.len() > 2 {
            few
        } else {
            of(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0])
        }
    }

    fn label(&self, value: f64) -> String {
        if !self.logarithmic {
            let digits = [0, 1, 2, 3, 4]
                .into_iter()
                .find(|digits| self.step() * 10_f64.powi(*digits) > 0.99);
            let digits = digits.map_or(5, |digits| digits.unsigned_abs() as usize);
            // Adding 0.0 removes the sign of a negative zero.
            return format!("{:.digits$}", value + 0.0).replace('-', "−");
        }
        if !self.is_within_decades() {
            return format!("10{}", superscript(&format!("{value:.0}")));
        }
        // The whole axis uses one notation. A tick has one digit; the rounding of its logarithm is undone.
        let decade = (value + 1e-9).floor();
        let digit = 10_f64.powf(value - decade).round();
        if self.low < -4.0 || self.high > 4.0 {
            return format!("{digit}·10{}", superscript(&format!("{decade:.0}")));
        }
        format!("{}", format!("{digit}e{decade}").parse().unwrap_or(digit))
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    #[expect(clippy::cast_possible_truncation, reason = "pixels")]
    fn map(&self, value: &f64, (low, high): (i32, i32)) -> i32 {
        let share = (value - self.low) / self.length();
        (f64::from(low) + share * f64::from(high - low)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks()
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        self.label(*value)
    }
}

fn superscript(number: &str) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raised = |c: char| match c.to_digit(10) {
        Some(digit) => DIGITS.get(digit as usize).copied().unwrap_or(c),
        None => '⁻',
    };
    number.chars().map(raised).collect()
}
