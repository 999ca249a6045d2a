//! Joins equal points or rectangles of an SVG document into one path, which is a tenth of the size.
//!
//! Relies on the backend writing one element per line, and does not know the chart.

use std::fmt::Write;

/// The least number of equal shapes that are joined.
const MANY: usize = 4;

/// The same picture with fewer elements.
pub(super) fn compact(svg: &str) -> String {
    let lines: Vec<_> = svg.lines().collect();
    let mut compacted = String::with_capacity(svg.len());
    for group in lines.chunk_by(|a, b| style(a).is_some() && style(a) == style(b)) {
        match group.first().and_then(|line| Shape::of(line)) {
            Some(shape) if group.len() >= MANY => shape.draw_all(group, &mut compacted),
            _ => group.iter().for_each(|line| {
                compacted.push_str(line);
                compacted.push('\n');
            }),
        }
    }
    compacted
}

/// The properties that equal shapes share: everything except their positions.
fn style(line: &str) -> Option<(&str, &str)> {
    let (kind, rest) = line.split_once(' ')?;
    let last = match kind {
        "<circle" => " r=\"",
        "<rect" => " opacity=\"",
        _ => return None,
    };
    Some((kind, &rest[rest.find(last)?..]))
}

enum Shape<'a> {
    /// Radius and colour.
    Circle(f64, &'a str),
    /// Colour.
    Rectangle(&'a str),
}

impl<'a> Shape<'a> {
    /// Reads a filled shape without an outline.
    fn of(line: &'a str) -> Option<Self> {
        let fill = value(line, "fill")?;
        if value(line, "stroke")? != "none" || value(line, "opacity")? != "1" {
            return None;
        }
        if line.starts_with("<circle") {
            Some(Self::Circle(value(line, "r")?.parse().ok()?, fill))
        } else {
            Some(Self::Rectangle(fill))
        }
    }

    fn draw_all(&self, lines: &[&str], svg: &mut String) {
        let of =
            |line: &str, names: [&str; 4]| names.map(|name| value(line, name).unwrap_or_default().to_owned());
        svg.push_str("<path d=\"");
        for line in lines {
            let _ = match self {
                // A line without length has round ends.
                Self::Circle(..) => {
                    let [x, y, ..] = of(line, ["cx", "cy", "", ""]);
                    write!(svg, "M{x} {y}h0")
                }
                Self::Rectangle(_) => {
                    let [x, y, width, height] = of(line, ["x", "y", "width", "height"]);
                    write!(svg, "M{x} {y}h{width}v{height}h-{width}z")
                }
            };
        }
        let _ = match self {
            Self::Circle(radius, colour) => writeln!(
                svg,
                "\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linecap=\"round\"/>",
                2.0 * radius
            ),
            Self::Rectangle(colour) => writeln!(svg, "\" fill=\"{colour}\" shape-rendering=\"crispEdges\"/>"),
        };
    }
}

/// The value of an attribute.
fn value<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(&format!(" {name}=\""))?;
    Some(rest.split_once('"')?.0)
}

#[cfg(test)]
mod tests {
    use super::compact;

    fn point(x: u32, colour: &str) -> String {
        format!(
            "<circle cx=\"{x}\" cy=\"7\" r=\"5\" opacity=\"1\" fill=\"{colour}\" stroke=\"none\" \
             stroke-width=\"1\"/>\n"
        )
    }

    #[test]
    fn many_equal_points_are_one_path() {
        let points: String = (1..=4).map(|x| point(x, "#112233")).collect();
        let path = "<path d=\"M1 7h0M2 7h0M3 7h0M4 7h0\" fill=\"none\" stroke=\"#112233\" \
                    stroke-width=\"10\" stroke-linecap=\"round\"/>\n";
        assert_eq!(compact(&points), path);
    }

    #[test]
    fn few_or_different_shapes_stay_as_they_are() {
        let few: String = (1..=3).map(|x| point(x, "#112233")).collect();
        let different: String = ["#111111", "#222222", "#333333", "#444444"]
            .map(|colour| point(1, colour))
            .concat();
        let other = "<text x=\"1\">\n1\n</text>\n";
        for svg in [few.as_str(), different.as_str(), other] {
            assert_eq!(compact(svg), svg);
        }
    }
}
