//! The legend of a chart: a mark and a label for each series, in lines above the chart.
//!
//! Does not know the axes.

use std::error::Error;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::draw::{AIR, Area, LEFT, PIXEL, WIDTH, at, font};
use super::{Mark, Series};

/// In pixels: the height of a line, the width of a mark with its space, and slightly more than the average width of a letter.
const LINE: i32 = 21;
const MARK: i32 = 28;
const LETTER: i32 = 8;
const GAP: i32 = 16;

/// The labelled series, each with its position.
pub(super) struct Legend<'a> {
    /// Left end and middle height, in pixels.
    entries: Vec<(&'a Series, (i32, i32))>,
    lines: u32,
}

impl<'a> Legend<'a> {
    pub(super) fn of(series: &'a [Series]) -> Self {
        let left = LEFT.cast_signed() / at(1);
        let right = (WIDTH - AIR).cast_signed() / at(1);
        let (mut x, mut line) = (left, 0);
        let mut entries = Vec::new();
        for series in series.iter().filter(|series| !series.label.is_empty()) {
            let letters = i32::try_from(series.label.chars().count()).unwrap_or(i32::MAX / 2 / LETTER);
            let width = MARK + LETTER * letters;
            if x > left && x + width > right {
                (x, line) = (left, line + 1);
            }
            entries.push((series, (x, LINE * line + 14)));
            x += width + GAP;
        }
        let lines = if entries.is_empty() { 0 } else { line + 1 };
        Self {
            entries,
            lines: lines.cast_unsigned(),
        }
    }

    /// In the backend's units.
    pub(super) fn height(&self) -> u32 {
        self.lines * LINE.cast_unsigned() * PIXEL
    }

    pub(super) fn draw(&self, area: &Area) -> Result<(), Box<dyn Error>> {
        let text = font(14.0, (HPos::Left, VPos::Center));
        for (series, (x, y)) in &self.entries {
            series.draw_mark(area, (*x, *y))?;
            area.draw(&Text::new(
                series.label.as_str(),
                (at(x + MARK), at(*y)),
                text.clone(),
            ))?;
        }
        Ok(())
    }
}

impl Series {
    fn draw_mark(&self, area: &Area, (x, y): (i32, i32)) -> Result<(), Box<dyn Error>> {
        let broad = self.colour.stroke_width(2 * PIXEL);
        let piece = |from: i32, to: i32| [(at(x + from), at(y)), (at(x + to), at(y))];
        let point = Circle::new((at(x + 10), at(y)), at(4), self.colour.filled());
        match self.mark {
            Mark::Line => area.draw(&PathElement::new(piece(0, 22), broad))?,
            Mark::Dashed | Mark::Reference => {
                for (from, to) in [(0, 6), (8, 14), (16, 22)] {
                    area.draw(&PathElement::new(piece(from, to), broad))?;
                }
            }
            Mark::Points | Mark::Dots => area.draw(&point)?,
            Mark::LinePoints => {
                area.draw(&PathElement::new(piece(0, 22), broad))?;
                area.draw(&point)?;
            }
            Mark::Cells => {
                let corners = [(at(x + 6), at(y - 6)), (at(x + 18), at(y + 6))];
                area.draw(&Rectangle::new(corners, self.colour.filled()))?;
            }
        }
        Ok(())
    }
}
