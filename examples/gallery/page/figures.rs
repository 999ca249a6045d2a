//! Figures of the page: plots that take the page's colours, and motions with what plays them.
//!
//! Knows SVG as text; what is drawn is the plots' to know.

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

/// Takes its size and its ink from the page: no background, and black becomes the colour of text.
fn adapt(svg: &str, label: &str) -> String {
    let opened = svg.find("viewBox").map_or("", |begin| &svg[begin..]);
    let drawn = opened.lines().filter(|line| !line.contains("fill=\"#FFFFFF\""));
    let drawn = drawn.collect::<Vec<_>>().join("\n");
    format!(
        "<svg role=\"img\" aria-labelledby=\"{label}\" {}",
        drawn.replace("#000000", "currentColor")
    )
}

/// What plays it is hidden until the script finds it.
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
