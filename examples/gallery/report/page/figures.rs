//! Figures of the page: plots in the colours of the page, and animations with their controls.
//!
//! Treats SVG as text, and does not know what is drawn.

use super::text::{escape, typeset};
use crate::animation::Animation;
use crate::plot::Plot;

pub(super) fn plot(study: &str, plot: &Plot) -> String {
    let id = format!("{study}-{}", plot.name);
    let head = plot
        .figure
        .map_or(String::new(), |figure| format!("<h3>{}</h3>\n", escape(figure)));
    let (svg, caption) = (adapt(&plot.svg, &id), typeset(plot.caption));
    format!(
        "<figure class=\"plot\">\n{head}{svg}\n<figcaption id=\"{id}\">{caption}</figcaption>\n</figure>\n"
    )
}

/// The plot with its size and colours taken from the page: without a background, and with black replaced by the text colour.
fn adapt(svg: &str, label: &str) -> String {
    let opened = svg.find("viewBox").map_or("", |begin| &svg[begin..]);
    let drawn = opened.lines().filter(|line| !line.contains("fill=\"#FFFFFF\""));
    let drawn = drawn.collect::<Vec<_>>().join("\n");
    format!(
        "<svg role=\"img\" aria-labelledby=\"{label}\" {}",
        drawn.replace("#000000", "currentColor")
    )
}

/// An animation. Its controls are hidden until the script finds them.
pub(super) fn animation(study: &str, animation: &Animation) -> String {
    let id = format!("{study}-{}", animation.name);
    let legend: String = animation
        .legend()
        .map(|(label, colour)| {
            format!(
                "<span><i style=\"background:{colour}\"></i>{}</span> ",
                typeset(label)
            )
        })
        .collect();
    format!(
        r#"<figure class="motion">
{svg}
<div class="player" hidden><button type="button">Play</button>
<input type="range" min="0" max="1" step="any" value="0.5" aria-label="time">
<span class="time"></span></div>
<p class="legend">{legend}</p>
<figcaption id="{id}">{caption}</figcaption>
<script type="application/json">{data}</script>
</figure>
"#,
        svg = animation.to_svg(&id),
        caption = typeset(animation.caption),
        data = animation.data()
    )
}
