//! Charts as SVG: lines, points, bands of colour; linear or logarithmic axes.
//!
//! Draws black on white. The page replaces these colours with its own.

mod axis;
mod compact;
mod draw;
mod legend;
mod notes;

use std::error::Error;

pub use plotters::style::RGBColor;

use notes::Note;

/// A finished plot.
#[derive(Debug)]
pub struct Plot {
    /// Distinguishes the plots of a study; part of the file name.
    pub name: &'static str,
    /// The figure of a paper that this plot reproduces, such as "Thesis, figure 5.3".
    pub figure: Option<&'static str>,
    /// The caption.
    pub caption: &'static str,
    /// The picture.
    pub svg: String,
}

impl Plot {
    /// Names the figure of a paper that this plot reproduces, such as "Thesis, figure 5.3".
    pub fn figure(mut self, figure: &'static str) -> Self {
        self.figure = Some(figure);
        self
    }
}

/// Mid tones, readable on white and on black: those of Okabe and Ito without the yellow, and a red and a brown.
pub const COLOURS: [RGBColor; 8] = [
    RGBColor(0x1f, 0x83, 0xc4),
    RGBColor(0xd5, 0x6a, 0x14),
    RGBColor(0x16, 0x9b, 0x78),
    RGBColor(0xc4, 0x5a, 0x9e),
    RGBColor(0x8b, 0x86, 0x1e),
    RGBColor(0x7d, 0x6f, 0xd0),
    RGBColor(0xd0, 0x4a, 0x4a),
    RGBColor(0x9a, 0x6a, 0x48),
];
/// For slopes, exact curves and other references.
pub const GREY: RGBColor = RGBColor(0x88, 0x88, 0x88);

/// Points of a chart.
pub type Curve = Vec<(f64, f64)>;

#[derive(Debug)]
enum Mark {
    Line,
    Dashed,
    /// Thin, dashed.
    Reference,
    Points,
    Dots,
    LinePoints,
    /// Rectangles from each point to the next, in pairs.
    Cells,
}

#[derive(Debug)]
struct Series {
    label: String,
    colour: RGBColor,
    mark: Mark,
    points: Curve,
}

/// The contents of a plot.
#[derive(Debug)]
pub struct Chart {
    labels: [&'static str; 2],
    logarithmic: [bool; 2],
    equal: bool,
    fixed: [Option<(f64, f64)>; 2],
    series: Vec<Series>,
    notes: Vec<Note>,
}

impl Chart {
    /// An empty chart, with the labels of its axes.
    pub fn new(x: &'static str, y: &'static str) -> Self {
        Self {
            labels: [x, y],
            logarithmic: [false, false],
            equal: false,
            fixed: [None, None],
            series: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Makes both axes logarithmic.
    pub fn log_log(mut self) -> Self {
        self.logarithmic = [true, true];
        self
    }

    /// Makes the axis of y logarithmic.
    pub fn log_y(mut self) -> Self {
        self.logarithmic[1] = true;
        self
    }

    /// Gives both axes the same scale.
    pub fn equal(mut self) -> Self {
        self.equal = true;
        self
    }

    /// Sets the range in y; values beyond it are cut off.
    pub fn range_y(mut self, low: f64, high: f64) -> Self {
        self.fixed[1] = Some((low, high));
        self
    }

    /// A line through points.
    pub fn line(&mut self, label: impl Into<String>, colour: RGBColor, points: Curve) {
        self.add(label.into(), colour, Mark::Line, points);
    }

    /// A dashed line through points.
    pub fn dashed(&mut self, label: impl Into<String>, colour: RGBColor, points: Curve) {
        self.add(label.into(), colour, Mark::Dashed, points);
    }

    /// Points.
    pub fn points(&mut self, label: impl Into<String>, colour: RGBColor, points: Curve) {
        self.add(label.into(), colour, Mark::Points, points);
    }

    /// Small points.
    pub fn dots(&mut self, label: impl Into<String>, colour: RGBColor, points: Curve) {
        self.add(label.into(), colour, Mark::Dots, points);
    }

    /// A line with its points.
    pub fn line_points(&mut self, label: impl Into<String>, colour: RGBColor, points: Curve) {
        self.add(label.into(), colour, Mark::LinePoints, points);
    }

    /// Rectangles, each given by two corners.
    pub fn cells(&mut self, label: impl Into<String>, colour: RGBColor, corners: Curve) {
        self.add(label.into(), colour, Mark::Cells, corners);
    }

    /// A dashed line of slope `order` in a log–log chart, near the first point of `errors`.
    pub fn reference_slope(&mut self, order: i32, errors: &[(f64, f64)]) {
        let (Some(&(h, error)), Some(&(smallest, _))) = (errors.first(), errors.last()) else {
            return;
        };
        // At half the measured errors, so that both lines can be seen.
        let at = |x: f64| (x, 0.5 * error * (x / h).powi(order));
        let along = |share: f64| at(h * (smallest / h).powf(share));
        let places = [0.5, 0.35, 0.65, 0.2, 0.8, 0.05, 0.95].map(along);
        self.notes.push(Note {
            text: format!("slope {order}"),
            places: places.map(|(x, y)| (self.scale(0, x), self.scale(1, y))).to_vec(),
        });
        self.add(String::new(), GREY, Mark::Reference, vec![at(h), at(smallest)]);
    }

    fn add(&mut self, label: String, colour: RGBColor, mark: Mark, points: Curve) {
        let points = points
            .into_iter()
            .map(|(x, y)| (self.scale(0, x), self.scale(1, y)))
            .filter(|(x, y)| x.is_finite() && y.is_finite())
            .collect();
        self.series.push(Series {
            label,
            colour,
            mark,
            points,
        });
    }

    /// The value at which an axis places `x`.
    fn scale(&self, axis: usize, x: f64) -> f64 {
        if self.logarithmic[axis] { x.log10() } else { x }
    }

    /// The chart as an SVG document.
    pub fn render(self, name: &'static str, caption: &'static str) -> Result<Plot, Box<dyn Error>> {
        Ok(Plot {
            name,
            figure: None,
            caption,
            svg: self.to_svg()?,
        })
    }
}
