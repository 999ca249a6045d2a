//! Charts as SVG: lines, points, bands of colour; axes linear or logarithmic.
//!
//! Draws black on white. The page makes that follow its own colours.

mod axis;

use std::error::Error;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use axis::Axis;

/// A finished plot.
#[derive(Debug)]
pub(crate) struct Plot {
    /// Distinguishes the plots of a study; part of the file's name.
    pub(crate) name: &'static str,
    /// What is to be seen.
    pub(crate) caption: &'static str,
    pub(crate) svg: String,
    /// Width and height in pixels.
    pub(crate) size: (u32, u32),
}

/// Mid tones, to be read on white and on black; Okabe and Ito's without the yellow.
pub(crate) const COLOURS: [RGBColor; 6] = [
    RGBColor(0x1f, 0x83, 0xc4),
    RGBColor(0xd5, 0x6a, 0x14),
    RGBColor(0x16, 0x9b, 0x78),
    RGBColor(0xc4, 0x5a, 0x9e),
    RGBColor(0x8b, 0x86, 0x1e),
    RGBColor(0x7d, 0x6f, 0xd0),
];
/// Slopes, exact curves, and what else is to stand back.
pub(crate) const GREY: RGBColor = RGBColor(0x88, 0x88, 0x88);

/// Points of a chart.
pub(crate) type Curve = Vec<(f64, f64)>;

/// The largest size of a plot; those with equal axes may be smaller.
const SIZE: (u32, u32) = (680, 400);
const LEGEND: u32 = 172;
/// Around the rectangle of a chart: for labels, and for air.
const LEFT: u32 = 64;
const BOTTOM: u32 = 46;
const AIR: u32 = 12;

enum Mark {
    Line,
    Dashed,
    Points,
    Dots,
    LinePoints,
    /// Rectangles from each point to the next, in pairs.
    Cells,
}

struct Series {
    label: String,
    colour: RGBColor,
    mark: Mark,
    points: Curve,
}

/// What is to be drawn.
pub(crate) struct Chart {
    labels: [&'static str; 2],
    logarithmic: [bool; 2],
    equal: bool,
    fixed: [Option<(f64, f64)>; 2],
    series: Vec<Series>,
}

impl Chart {
    pub(crate) fn new(x: &'static str, y: &'static str) -> Self {
        Self {
            labels: [x, y],
            logarithmic: [false, false],
            equal: false,
            fixed: [None, None],
            series: Vec::new(),
        }
    }

    pub(crate) fn log_log(mut self) -> Self {
        self.logarithmic = [true, true];
        self
    }

    pub(crate) fn log_y(mut self) -> Self {
        self.logarithmic[1] = true;
        self
    }

    /// One unit is as long in y as in x.
    pub(crate) fn equal(mut self) -> Self {
        self.equal = true;
        self
    }

    /// The range in y; values beyond are cut off.
    pub(crate) fn range_y(mut self, low: f64, high: f64) -> Self {
        self.fixed[1] = Some((low, high));
        self
    }

    pub(crate) fn line(&mut self, label: impl Into<String>, colour: RGBColor, points: Curve) {
        self.add(label.into(), colour, Mark::Line, points);
    }

    pub(crate) fn dashed(&mut self, label: impl Into<String>, colour: RGBColor, points: Curve) {
        self.add(label.into(), colour, Mark::Dashed, points);
    }

    pub(crate) fn points(&mut self, label: impl Into<String>, colour: RGBColor, points: Curve) {
        self.add(label.into(), colour, Mark::Points, points);
    }

    /// Small points.
    pub(crate) fn dots(&mut self, label: impl Into<String>, colour: RGBColor, points: Curve) {
        self.add(label.into(), colour, Mark::Dots, points);
    }

    pub(crate) fn line_points(&mut self, label: impl Into<String>, colour: RGBColor, points: Curve) {
        self.add(label.into(), colour, Mark::LinePoints, points);
    }

    /// Rectangles, each given by two corners.
    pub(crate) fn cells(&mut self, label: impl Into<String>, colour: RGBColor, corners: Curve) {
        self.add(label.into(), colour, Mark::Cells, corners);
    }

    /// A dashed line of slope `order` in a log–log chart, through the point that `errors` begin with.
    pub(crate) fn reference_slope(&mut self, order: i32, errors: &[(f64, f64)]) {
        let (Some(&(h, error)), Some(&(smallest, _))) = (errors.first(), errors.last()) else {
            return;
        };
        // Half below the measured line, so that both are seen.
        let at = |x: f64| (x, 0.5 * error * (x / h).powi(order));
        self.dashed(format!("slope {order}"), GREY, vec![at(h), at(smallest)]);
    }

    fn add(&mut self, label: String, colour: RGBColor, mark: Mark, points: Curve) {
        let scale = |logarithmic: bool, x: f64| if logarithmic { x.log10() } else { x };
        let [log_x, log_y] = self.logarithmic;
        let points = points
            .into_iter()
            .map(|(x, y)| (scale(log_x, x), scale(log_y, y)));
        self.series.push(Series {
            label,
            colour,
            mark,
            points: points.filter(|(x, y)| x.is_finite() && y.is_finite()).collect(),
        });
    }

    /// The chart as an SVG document.
    pub(crate) fn render(self, name: &'static str, caption: &'static str) -> Result<Plot, Box<dyn Error>> {
        let legend = if self.legend().next().is_some() { LEGEND } else { 0 };
        let available = (SIZE.0 - legend - LEFT - AIR, SIZE.1 - BOTTOM - AIR);
        let axes = self.axes();
        let (width, height) = if self.equal {
            shape(&axes, available)
        } else {
            available
        };
        let size = (SIZE.0, height + BOTTOM + AIR);
        let mut svg = String::new();
        {
            let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
            area.fill(&WHITE)?;
            let (chart, key) = area.split_horizontally(width + LEFT + AIR);
            self.draw(&chart, axes)?;
            self.draw_legend(&key)?;
            area.present()?;
        }
        if self
            .series
            .iter()
            .any(|series| matches!(series.mark, Mark::Cells))
        {
            // Or else seams are seen where cells meet.
            svg = svg.replacen("<svg ", "<svg shape-rendering=\"crispEdges\" ", 1);
        }
        Ok(Plot {
            name,
            caption,
            svg,
            size,
        })
    }

    fn axes(&self) -> [Axis; 2] {
        let all = || self.series.iter().flat_map(|series| &series.points);
        [
            Axis::around(all().map(|p| p.0), self.logarithmic[0], self.fixed[0]),
            Axis::around(all().map(|p| p.1), self.logarithmic[1], self.fixed[1]),
        ]
    }

    fn draw(&self, area: &DrawingArea<SVGBackend, Shift>, [x, y]: [Axis; 2]) -> Result<(), Box<dyn Error>> {
        let mut chart = ChartBuilder::on(area)
            .margin(AIR)
            .margin_left(0)
            .margin_bottom(0)
            .x_label_area_size(BOTTOM)
            .y_label_area_size(LEFT)
            .build_cartesian_2d(x, y)?;
        chart
            .configure_mesh()
            .disable_mesh()
            .x_desc(self.labels[0])
            .y_desc(self.labels[1])
            .label_style(("sans-serif", 13))
            .axis_desc_style(("sans-serif", 14))
            .draw()?;
        let faint = GREY.mix(0.22).stroke_width(1);
        chart.draw_series(
            x.ticks()
                .into_iter()
                .map(|t| PathElement::new([(t, y.low), (t, y.high)], faint)),
        )?;
        chart.draw_series(
            y.ticks()
                .into_iter()
                .map(|t| PathElement::new([(x.low, t), (x.high, t)], faint)),
        )?;
        for series in &self.series {
            let line = series
                .colour
                .stroke_width(if series.points.len() > 3000 { 1 } else { 2 });
            let points = || series.points.iter().copied();
            match series.mark {
                Mark::Line => {
                    chart.draw_series(LineSeries::new(points(), line))?;
                }
                Mark::Dashed => {
                    chart.draw_series(DashedLineSeries::new(points(), 6, 4, line.stroke_width(1)))?;
                }
                Mark::Points => {
                    chart.draw_series(points().map(|p| Circle::new(p, 3, series.colour.filled())))?;
                }
                Mark::Dots => {
                    chart.draw_series(points().map(|p| Circle::new(p, 1, series.colour.filled())))?;
                }
                Mark::LinePoints => {
                    chart.draw_series(LineSeries::new(points(), line))?;
                    chart.draw_series(points().map(|p| Circle::new(p, 3, series.colour.filled())))?;
                }
                Mark::Cells => {
                    let corners = series.points.as_chunks::<2>().0;
                    chart.draw_series(
                        corners
                            .iter()
                            .map(|corners| Rectangle::new(*corners, series.colour.filled())),
                    )?;
                }
            }
        }
        Ok(())
    }

    fn legend(&self) -> impl Iterator<Item = &Series> {
        self.series.iter().filter(|series| !series.label.is_empty())
    }

    fn draw_legend(&self, area: &DrawingArea<SVGBackend, Shift>) -> Result<(), Box<dyn Error>> {
        let text = TextStyle::from(("sans-serif", 13)).pos(Pos::new(HPos::Left, VPos::Center));
        for (series, y) in self.legend().zip((22..).step_by(20)) {
            let line = [(4, y), (24, y)];
            match series.mark {
                Mark::Line => area.draw(&PathElement::new(line, series.colour.stroke_width(2)))?,
                Mark::Dashed => {
                    area.draw(&PathElement::new(
                        [(4, y), (11, y)],
                        series.colour.stroke_width(1),
                    ))?;
                    area.draw(&PathElement::new(
                        [(16, y), (24, y)],
                        series.colour.stroke_width(1),
                    ))?;
                }
                Mark::Points | Mark::Dots => area.draw(&Circle::new((14, y), 3, series.colour.filled()))?,
                Mark::LinePoints => {
                    area.draw(&PathElement::new(line, series.colour.stroke_width(2)))?;
                    area.draw(&Circle::new((14, y), 3, series.colour.filled()))?;
                }
                Mark::Cells => {
                    area.draw(&Rectangle::new([(8, y - 6), (20, y + 6)], series.colour.filled()))?;
                }
            }
            area.draw(&Text::new(series.label.as_str(), (30, y), text.clone()))?;
        }
        Ok(())
    }
}

/// The largest rectangle within `available` in which both axes have one scale.
fn shape([x, y]: &[Axis; 2], (width, height): (u32, u32)) -> (u32, u32) {
    let unit = (x.length() / f64::from(width)).max(y.length() / f64::from(height));
    #[expect(clippy::cast_possible_truncation, reason = "at most the available pixels")]
    let pixels = |length: f64| (length / unit).round() as u32;
    (pixels(x.length()), pixels(y.length()))
}
