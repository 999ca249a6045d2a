//! Draws a chart as an SVG document.
//!
//! Knows sizes and strokes, but not the meaning of the curves.

use std::error::Error;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::axis::Axis;
use super::legend::Legend;
use super::notes::{self, Canvas};
use super::{Chart, GREY, Mark, Series, compact};

pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Plane<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Axis, Axis>>;

/// The backend writes whole numbers. They are quarters of a pixel, so that curves stay smooth when enlarged.
pub(super) const PIXEL: u32 = 4;
/// The width of a plot, and the height of one whose axes have scales of their own.
pub(super) const WIDTH: u32 = 510 * PIXEL;
const HEIGHT: u32 = 360 * PIXEL;
/// The largest height of a plot with equal axes.
const TALLEST: u32 = 440 * PIXEL;
/// Margins around the rectangle of a chart, for labels and space.
pub(super) const LEFT: u32 = 94 * PIXEL;
const BOTTOM: u32 = 50 * PIXEL;
pub(super) const AIR: u32 = 12 * PIXEL;

/// e with an index, at the end of a text.
const INDEXED: &str = "e<tspan dy=\"0.25em\" font-size=\"75%\">E</tspan>";

/// Black text of `size` pixels, corrected because the backend divides sizes by 1.24.
pub(super) fn font<'a>(size: f64, anchor: (HPos, VPos)) -> TextStyle<'a> {
    let size = size * 1.24 * f64::from(PIXEL);
    TextStyle::from(("sans-serif", size)).pos(Pos::new(anchor.0, anchor.1))
}

impl Chart {
    pub(super) fn to_svg(&self) -> Result<String, Box<dyn Error>> {
        let legend = Legend::of(&self.series);
        let axes = self.axes();
        let tallest = if self.equal { TALLEST } else { HEIGHT };
        let around = legend.height() + BOTTOM + AIR;
        let available = (WIDTH - LEFT - AIR, tallest - around);
        let (width, height) = if self.equal {
            shape(&axes, available)
        } else {
            available
        };
        let size = (WIDTH, height + around);
        let mut svg = String::new();
        {
            let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
            area.fill(&WHITE)?;
            let (key, chart) = area.split_vertically(legend.height());
            let (chart, _) = chart.split_horizontally(width + LEFT + AIR);
            legend.draw(&key)?;
            self.draw(&chart, axes)?;
            area.present()?;
        }
        // The size in pixels is for viewers that open the file; the page uses the view box.
        let whole = format!("width=\"{}\" height=\"{}\" viewBox", size.0, size.1);
        let pixels = format!(
            "width=\"{}\" height=\"{}\" viewBox",
            size.0 / PIXEL,
            size.1 / PIXEL
        );
        let svg = svg.replacen(&whole, &pixels, 1).replace("e_E", INDEXED);
        Ok(compact::compact(&svg))
    }

    fn axes(&self) -> [Axis; 2] {
        let all = || self.series.iter().flat_map(|series| &series.points);
        [
            Axis::around(all().map(|p| p.0), self.logarithmic[0], self.fixed[0]),
            Axis::around(all().map(|p| p.1), self.logarithmic[1], self.fixed[1]),
        ]
    }

    fn draw(&self, area: &Area, [x, y]: [Axis; 2]) -> Result<(), Box<dyn Error>> {
        let mut plane = ChartBuilder::on(area)
            .margin(AIR)
            .margin_left(0)
            .margin_bottom(0)
            .x_label_area_size(BOTTOM)
            .y_label_area_size(LEFT)
            .build_cartesian_2d(x, y)?;
        plane
            .configure_mesh()
            .disable_mesh()
            .x_desc(self.labels[0])
            .y_desc(self.labels[1])
            .axis_style(BLACK.stroke_width(PIXEL))
            .set_all_tick_mark_size(5 * PIXEL)
            .label_style(font(14.5, (HPos::Left, VPos::Top)))
            .axis_desc_style(font(15.5, (HPos::Left, VPos::Top)))
            .draw()?;
        let faint = GREY.mix(0.22).stroke_width(PIXEL);
        let across = |t: f64| PathElement::new([(t, y.low), (t, y.high)], faint);
        plane.draw_series(x.ticks().into_iter().map(across))?;
        let along = |t: f64| PathElement::new([(x.low, t), (x.high, t)], faint);
        plane.draw_series(y.ticks().into_iter().map(along))?;
        for series in &self.series {
            series.draw(&mut plane)?;
        }
        self.draw_notes(&plane)
    }

    /// Places a note to the right of a line and below it, or to the left and above it.
    fn draw_notes(&self, plane: &Plane) -> Result<(), Box<dyn Error>> {
        let area = plane.plotting_area();
        let (columns, rows) = area.get_pixel_range();
        let mut canvas = Canvas {
            whole: notes::Box {
                corner: (columns.start, rows.start),
                size: (columns.end - columns.start, rows.end - rows.start),
            },
            inked: self.inked(plane),
            boxes: Vec::new(),
        };
        let beside = font(13.5, (HPos::Left, VPos::Top));
        for note in &self.notes {
            // A letter is slightly wider than half its height.
            let letters = i32::try_from(note.text.len()).unwrap_or(i32::MAX / at(8));
            let size = (at(15 * letters / 2), at(15));
            let right = |(x, y): (i32, i32)| (x + at(7), y + at(5));
            let left = |(x, y): (i32, i32)| (x - at(7) - size.0, y - at(5) - size.1);
            let points = note.places.iter().map(|place| area.map_coordinate(place));
            let corners = points.flat_map(|point| [right(point), left(point)]);
            if let Some(place) = canvas.place(corners.map(|corner| notes::Box { corner, size })) {
                let text = Text::new(note.text.as_str(), place.corner, beside.clone());
                area.strip_coord_spec().use_screen_coord().draw(&text)?;
            }
        }
        Ok(())
    }

    /// Points along the curves, a few pixels apart.
    fn inked(&self, plane: &Plane) -> Vec<(i32, i32)> {
        let mut inked = Vec::new();
        for series in &self.series {
            let pixels = series
                .points
                .iter()
                .map(|point| plane.plotting_area().map_coordinate(point));
            let pixels: Vec<_> = pixels.collect();
            for pair in pixels.windows(2) {
                let ((x, y), (to_x, to_y)) = (pair[0], pair[1]);
                let pieces = ((to_x - x).abs().max((to_y - y).abs()) / at(3)).max(1);
                let piece = |k: i32| (x + (to_x - x) * k / pieces, y + (to_y - y) * k / pieces);
                inked.extend((0..=pieces).map(piece));
            }
        }
        inked
    }
}

impl Series {
    fn draw(&self, plane: &mut Plane) -> Result<(), Box<dyn Error>> {
        // Long curves cross themselves too often for a thick line.
        let width = if self.points.len() > 3000 {
            PIXEL
        } else {
            2 * PIXEL
        };
        let line = self.colour.stroke_width(width);
        let filled = self.colour.filled();
        let points = || self.points.iter().copied();
        let (point, dot) = (14, 5);
        match self.mark {
            Mark::Line => {
                plane.draw_series(LineSeries::new(points(), line))?;
            }
            Mark::Dashed => {
                plane.draw_series(DashedLineSeries::new(points(), 7 * PIXEL, 5 * PIXEL, line))?;
            }
            Mark::Reference => {
                let thin = line.stroke_width(PIXEL);
                plane.draw_series(DashedLineSeries::new(points(), 6 * PIXEL, 4 * PIXEL, thin))?;
            }
            Mark::Points => {
                plane.draw_series(points().map(|p| Circle::new(p, point, filled)))?;
            }
            Mark::Dots => {
                plane.draw_series(points().map(|p| Circle::new(p, dot, filled)))?;
            }
            Mark::LinePoints => {
                plane.draw_series(LineSeries::new(points(), line))?;
                plane.draw_series(points().map(|p| Circle::new(p, point, filled)))?;
            }
            Mark::Cells => {
                let corners = self.points.as_chunks::<2>().0;
                plane.draw_series(corners.iter().map(|corners| Rectangle::new(*corners, filled)))?;
            }
        }
        Ok(())
    }
}

/// Pixels in the units of the backend.
pub(super) fn at(pixels: i32) -> i32 {
    pixels * PIXEL.cast_signed()
}

/// The largest rectangle within `available` in which both axes have one scale.
fn shape([x, y]: &[Axis; 2], (width, height): (u32, u32)) -> (u32, u32) {
    let unit = (x.length() / f64::from(width)).max(y.length() / f64::from(height));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most the available pixels"
    )]
    let pixels = |length: f64| (length / unit).round() as u32;
    (pixels(x.length()), pixels(y.length()))
}
