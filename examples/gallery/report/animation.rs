//! Animations on the page: an SVG picture that a script animates, from frames that the library computed.
//!
//! Knows rods and masses as polylines, but not the systems. Without the script the picture is static.

mod moving;

use std::fmt::Write;

use plotters::style::RGBColor;

use crate::plot::Curve;

/// Bodies that move, at the speed at which they were computed.
#[derive(Debug)]
pub struct Animation {
    /// Distinguishes the animations of a study.
    pub name: &'static str,
    /// The caption.
    pub caption: &'static str,
    /// Seconds from one frame to the next.
    interval: f64,
    bodies: Vec<Body>,
}

/// Rods from joint to joint; the last one leaves a trace.
#[derive(Debug)]
struct Body {
    label: String,
    colour: RGBColor,
    drawn: Drawn,
    /// How many frames long its trace is.
    trace: usize,
    frames: Vec<Curve>,
}

/// What is drawn at all joints but the first.
#[derive(Clone, Copy, Debug)]
enum Drawn {
    Masses,
    /// The same without rods.
    Points,
    /// A circle of this radius, and the rods on it.
    Disc(f64),
    /// The same without rods.
    Discs(f64),
    Nothing,
}

/// The longer side of the picture in its own units, to which all coordinates are rounded: a third of a pixel
/// on a wide screen.
const SIDE: f64 = 2400.0;
/// Around the motion: the radius of a mass, and air.
const AIR: f64 = 90.0;
/// The number of pieces in which a trace fades.
const PIECES: usize = 14;

impl Animation {
    /// An animation without bodies, `interval` seconds from frame to frame.
    pub fn new(name: &'static str, caption: &'static str, interval: f64) -> Self {
        Self {
            name,
            caption,
            interval,
            bodies: Vec::new(),
        }
    }

    /// A body by its joints at each frame, the trace of its last one as long as `seconds`.
    pub fn body(
        mut self,
        label: impl Into<String>,
        colour: RGBColor,
        seconds: f64,
        frames: Vec<Curve>,
    ) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a few hundred frames"
        )]
        let trace = (seconds / self.interval) as usize;
        self.bodies.push(Body {
            label: label.into(),
            colour,
            drawn: Drawn::Masses,
            trace,
            frames,
        });
        self
    }

    /// A mass without rods, by its place at each frame, its trace as long as `seconds`.
    pub fn point(
        self,
        label: impl Into<String>,
        colour: RGBColor,
        seconds: f64,
        places: impl IntoIterator<Item = (f64, f64)>,
    ) -> Self {
        // Nothing is drawn at the first joint.
        let frames = places.into_iter().map(|place| vec![place, place]);
        let mut all = self.body(label, colour, seconds, frames.collect());
        if let Some(body) = all.bodies.last_mut() {
            body.drawn = Drawn::Points;
        }
        all
    }

    /// A line at each frame, without masses: an outline, or the scenery.
    pub fn outline(self, colour: RGBColor, frames: Vec<Curve>) -> Self {
        self.untraced(colour, Drawn::Nothing, frames)
    }

    /// A disc, given at each frame by a point of its rim and its centre.
    pub fn disc(self, colour: RGBColor, radius: f64, frames: Vec<Curve>) -> Self {
        self.untraced(colour, Drawn::Disc(radius), frames)
    }

    /// Discs of one radius, given at each frame by their centres.
    pub fn discs(self, colour: RGBColor, radius: f64, centres: Vec<Curve>) -> Self {
        // Nothing is drawn at the first joint.
        let behind_first = |centres: Curve| {
            centres
                .first()
                .copied()
                .into_iter()
                .chain(centres.clone())
                .collect()
        };
        self.untraced(
            colour,
            Drawn::Discs(radius),
            centres.into_iter().map(behind_first).collect(),
        )
    }

    fn untraced(mut self, colour: RGBColor, drawn: Drawn, frames: Vec<Curve>) -> Self {
        self.bodies.push(Body {
            label: String::new(),
            colour,
            drawn,
            trace: 0,
            frames,
        });
        self
    }

    /// Names and colours, where there is more than one body.
    pub fn legend(&self) -> impl Iterator<Item = (&str, String)> {
        let named = |body: &&Body| self.bodies.len() > 1 && !body.label.is_empty();
        let bodies = self.bodies.iter().filter(named);
        bodies.map(|body| (body.label.as_str(), hex(body.colour)))
    }

    /// What the script needs, as JSON: for each body the coordinates of its joints, frame after frame.
    pub fn data(&self) -> String {
        let view = self.view();
        let body = |body: &Body| {
            let joints = body.frames.first().map_or(0, Vec::len);
            let numbers: Vec<_> = body
                .frames
                .iter()
                .flatten()
                .map(|joint| view.place(*joint))
                .collect();
            let trace = body.trace;
            format!(
                r#"{{"joints":{joints},"trace":{trace},"path":[{}]}}"#,
                numbers.join(",")
            )
        };
        let bodies: Vec<_> = self.bodies.iter().map(body).collect();
        format!(
            r#"{{"interval":{},"bodies":[{}]}}"#,
            self.interval,
            bodies.join(",")
        )
    }

    /// The picture, halfway through the motion; the element with the id `label` says what it shows.
    pub fn to_svg(&self, label: &str) -> String {
        let view = self.view();
        let (width, height) = view.size();
        let mut svg = format!(
            "<svg viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" aria-labelledby=\"{label}\">\n"
        );
        for body in &self.bodies {
            body.draw(&view, &mut svg);
        }
        svg + "</svg>"
    }

    fn view(&self) -> View {
        let mut view = View::EMPTY;
        let frames = self.bodies.iter().flat_map(|body| &body.frames);
        for &(x, y) in frames.flatten() {
            view = View {
                left: view.left.min(x),
                right: view.right.max(x),
                low: view.low.min(y),
                high: view.high.max(y),
            };
        }
        view
    }
}

impl Body {
    /// The script relies on the order: pieces of the trace, rods, masses.
    fn draw(&self, view: &View, svg: &mut String) {
        let half = self.frames.len() / 2;
        let joints = self.frames.get(half).map_or(&[][..], Vec::as_slice);
        let _ = writeln!(svg, "<g color=\"{}\">", hex(self.colour));
        for piece in 0..PIECES {
            // In whole frames, each piece from where the last one ended.
            let at = |k: usize| half.saturating_sub(self.trace * (PIECES - k) / PIECES);
            let frames = self.frames.get(at(piece)..=at(piece + 1)).unwrap_or_default();
            let points = view.points(frames.iter().filter_map(|frame| frame.last()));
            let opacity = (piece + 1) as f64 / PIECES as f64;
            let _ = writeln!(
                svg,
                "<polyline class=\"trace\" opacity=\"{opacity:.2}\" points=\"{points}\"/>"
            );
        }
        let rods = view.points(joints.iter());
        let rods_class = match self.drawn {
            Drawn::Discs(_) | Drawn::Points => "rods hidden",
            _ => "rods",
        };
        let _ = writeln!(svg, "<polyline class=\"{rods_class}\" points=\"{rods}\"/>");
        let (class, radius) = match self.drawn {
            Drawn::Masses | Drawn::Points => ("mass", 36.0),
            Drawn::Disc(radius) | Drawn::Discs(radius) => ("mass disc", radius * view.scale()),
            Drawn::Nothing => ("", 0.0),
        };
        for joint in joints.iter().skip(1).filter(|_| radius > 0.0) {
            let [x, y] = view.pixels(*joint);
            let _ = writeln!(
                svg,
                "<circle class=\"{class}\" r=\"{radius:.0}\" cx=\"{x:.0}\" cy=\"{y:.0}\"/>"
            );
        }
        svg.push_str("</g>\n");
    }
}

/// The rectangle in which the motion stays.
struct View {
    left: f64,
    right: f64,
    low: f64,
    high: f64,
}

impl View {
    const EMPTY: Self = Self {
        left: f64::INFINITY,
        right: f64::NEG_INFINITY,
        low: f64::INFINITY,
        high: f64::NEG_INFINITY,
    };

    fn scale(&self) -> f64 {
        SIDE / (self.right - self.left).max(self.high - self.low)
    }

    fn size(&self) -> (f64, f64) {
        let side = |length: f64| length * self.scale() + 2.0 * AIR;
        (side(self.right - self.left), side(self.high - self.low))
    }

    /// From the upper left corner.
    fn pixels(&self, (x, y): (f64, f64)) -> [f64; 2] {
        [x - self.left, self.high - y].map(|length| length * self.scale() + AIR)
    }

    fn place(&self, joint: (f64, f64)) -> String {
        let [x, y] = self.pixels(joint);
        format!("{x:.0},{y:.0}")
    }

    fn points<'a>(&self, joints: impl Iterator<Item = &'a (f64, f64)>) -> String {
        joints
            .map(|joint| self.place(*joint))
            .collect::<Vec<_>>()
            .join(" ")
    }
}

fn hex(RGBColor(red, green, blue): RGBColor) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
