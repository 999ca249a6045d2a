//! Animations as pictures that move by themselves, without a script: for pages that take pictures alone.
//!
//! Knows frames of joints, and SMIL, the animation of SVG. Its colours are seen on light and on dark pages.

use std::fmt::Write;

use super::{Animation, Body, Drawn, View, hex};
use crate::plot::Curve;

/// Rods and outlines, between black and white.
const INK: &str = "#808890";
/// Of the frames each second one is shown, with straight motions between.
const EACH: usize = 2;

impl Animation {
    /// A picture that shows all frames in a loop, at the speed at which they were computed, without traces.
    pub fn to_moving_svg(&self) -> String {
        let view = self.view();
        let (width, height) = view.size();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\">\n<title>{}</title>\n\
             <style>polyline {{ fill: none; stroke: {INK}; stroke-width: 14; stroke-linecap: round; \
             stroke-linejoin: round }}</style>\n",
            self.caption
        );
        for body in &self.bodies {
            body.draw_moving(&view, self.interval, &mut svg);
        }
        svg + "</svg>\n"
    }
}

impl Body {
    fn draw_moving(&self, view: &View, interval: f64, svg: &mut String) {
        let frames: Vec<&Curve> = self.frames.iter().step_by(EACH).collect();
        let duration = interval * (EACH * frames.len().saturating_sub(1)) as f64;
        let animated = |attribute: &str, values: Vec<String>| {
            let first = values.first().cloned().unwrap_or_default();
            let is_still = values.iter().all(|value| *value == first);
            let animation = match is_still {
                true => String::new(),
                false => format!(
                    "<animate attributeName=\"{attribute}\" dur=\"{duration:.2}s\" repeatCount=\"indefinite\" values=\"{}\"/>",
                    values.join(";")
                ),
            };
            (format!("{attribute}=\"{first}\""), animation)
        };
        let (radius, has_rods) = match self.drawn {
            Drawn::Masses => (36.0, true),
            Drawn::Points => (36.0, false),
            Drawn::Disc(radius) => (radius * view.scale(), true),
            Drawn::Discs(radius) => (radius * view.scale(), false),
            Drawn::Nothing => (0.0, true),
        };
        let _ = writeln!(svg, "<g fill=\"{}\">", hex(self.colour));
        let joints = frames.first().map_or(0, |frame| frame.len());
        for joint in (1..joints).filter(|_| radius > 0.0) {
            let of_axis = |axis: usize| {
                let at = |frame: &&Curve| format!("{:.0}", view.pixels(frame[joint])[axis]);
                frames.iter().map(at).collect()
            };
            let [(x, x_moves), (y, y_moves)] =
                [("cx", 0), ("cy", 1)].map(|(attribute, axis)| animated(attribute, of_axis(axis)));
            let _ = writeln!(
                svg,
                "<circle r=\"{radius:.0}\" {x} {y}>{x_moves}{y_moves}</circle>"
            );
        }
        if has_rods {
            let points = frames.iter().map(|frame| view.points(frame.iter())).collect();
            let (points, moves) = animated("points", points);
            let _ = writeln!(svg, "<polyline {points}>{moves}</polyline>");
        }
        svg.push_str("</g>\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plotters::style::RGBColor;

    #[test]
    fn what_moves_is_animated_and_what_rests_is_not() {
        let colour = RGBColor(1, 2, 3);
        let walls = vec![vec![(0.0, 0.0), (1.0, 0.0)]; 5];
        let fall = (0..5).map(|k| vec![(0.5, 1.0), (0.5, 1.0 - 0.1 * f64::from(k))]);
        let animation = Animation::new("fall", "A disc falls.", 0.1)
            .outline(colour, walls)
            .disc(colour, 0.1, fall.collect());
        let svg = animation.to_moving_svg();
        // The y of the disc and its spoke, for three of five frames.
        assert_eq!(svg.matches("<animate ").count(), 2);
        assert!(svg.contains("attributeName=\"cy\" dur=\"0.40s\""));
        let cy = svg.split("attributeName=\"cy\"").nth(1).expect("an animation");
        let values = cy.split('"').nth(5).expect("its values");
        assert_eq!(values.split(';').count(), 3, "{values}");
    }
}
