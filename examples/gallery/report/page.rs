//! One page that opens offline: the results of each study next to the declarations that it uses.
//!
//! Knows the order of the parts of a study. The modules below and the style sheet know how each part looks.

mod figures;
mod tables;
mod text;

use crate::study::Study;
use crate::table::{FactsRow, Tally};

use text::{declarations, escape, typeset};

const STYLE: &str = include_str!("page/page.css");
const SCRIPTS: [&str; 2] = [include_str!("page/motion.js"), include_str!("page/enlarge.js")];

/// The complete page.
pub fn render(studies: &[Study], seconds: f64, quick: bool) -> String {
    let contents: String = studies.iter().map(entry).collect();
    let sections: String = studies.iter().map(section).collect();
    let facts: Vec<_> = studies.iter().flat_map(|study| &study.facts).collect();
    let facts = tables::facts(&facts);
    let scripts = SCRIPTS.concat();
    let summary = summary(studies.iter().map(Study::tally).sum());
    let length = if quick { "quick run" } else { "full run" };
    format!(
        r##"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>extremal: gallery</title>
<style>
{STYLE}</style>
</head>
<body>
<header>
<h1>extremal <span>gallery</span></h1>
<p>Each system is declared once, as a Lagrangian, and the compiler derives the integrators from it.
The declarations below are the source of the examples. All figures were computed from them.</p>
<p>{summary} <span class="quiet">{length}, {seconds:.1} s</span></p>
<nav aria-label="Contents">
<ul>
{contents}<li><a href="#facts">What the derive found</a> <span class="quiet">how each step is solved, and its
cost</span></li>
</ul>
</nav>
</header>
<main>
{sections}{facts}</main>
<script>
{scripts}</script>
</body>
</html>
"##
    )
}

fn summary(tally: Tally) -> String {
    let Tally { checked, failed, .. } = tally;
    let verdicts = match failed {
        0 => format!("<strong class=\"holds\">All {checked} verdicts hold.</strong>"),
        _ => format!("<strong class=\"fails\">{failed} of {checked} verdicts fail.</strong>"),
    };
    match tally.differing {
        0 => verdicts,
        differing => {
            format!(
                "{verdicts} <span class=\"differs\">≠ {differing} results differ from what the paper says.</span>"
            )
        }
    }
}

/// The line of a study in the contents.
fn entry(study: &Study) -> String {
    let Study { name, title, .. } = study;
    let Tally {
        checked,
        failed,
        differing,
    } = study.tally();
    let mut verdicts = match failed {
        0 => format!("<span class=\"holds\">{checked} hold</span>"),
        _ => format!("<span class=\"fails\">{failed} of {checked} fail</span>"),
    };
    if differing > 0 {
        verdicts += &format!(" <span class=\"differs\">≠ {differing} differ</span>");
    }
    let figures = study.plots.len() + study.animations.len();
    let title = escape(title);
    format!(
        "<li><a href=\"#{name}\">{title}</a> {verdicts} <span class=\"quiet\">{figures} figures</span></li>\n"
    )
}

fn section(study: &Study) -> String {
    let code: String = declarations(study.source)
        .iter()
        .map(|declaration| format!("<pre><code>{declaration}</code></pre>\n"))
        .collect();
    // A study that uses the systems of several examples has no declarations of its own.
    let declarations = match code.is_empty() {
        true => String::new(),
        false => format!(
            "<div class=\"declarations\" style=\"--rows:{}\">\n{code}</div>\n",
            rows_beside(&code)
        ),
    };
    let Study { name, title, .. } = study;
    let (title, about) = (escape(title), typeset(study.about));
    let terms = terms(study.terms);
    let equations = equations(&study.facts);
    let animations: String = study
        .animations
        .iter()
        .map(|animation| figures::animation(name, animation))
        .collect();
    let plots: String = study.plots.iter().map(|plot| figures::plot(name, plot)).collect();
    let grids: String = study.grids.iter().map(tables::grid).collect();
    let rows = tables::rows(&study.rows);
    format!(
        r#"<section id="{name}" aria-labelledby="{name}-title">
<h2 id="{name}-title">{title}</h2>
<p>{about}</p>
{terms}{equations}<div class="study">
{declarations}{animations}{plots}</div>
{rows}<div class="grids">
{grids}</div>
</section>
"#
    )
}

/// The height of the declarations in rows of figures, approximately: a figure with its caption is as high as 21 lines.
fn rows_beside(declarations: &str) -> usize {
    declarations.matches("class=\"line\"").count().div_ceil(21)
}

/// What the derive found for each system of a study, once.
fn equations(facts: &[FactsRow]) -> String {
    let mut systems: Vec<&FactsRow> = Vec::new();
    for row in facts {
        let is_known = systems.iter().any(|known| known.equations == row.equations);
        if !is_known && !row.equations.is_empty() {
            systems.push(row);
        }
    }
    let equations = systems.iter().map(|row| {
        let system = escape(row.system);
        format!(
            "<details class=\"equations\" open><summary>Derived: {system}</summary>\n{}\n</details>\n",
            row.equations
        )
    });
    equations.collect()
}

fn terms(terms: &[(&str, &str)]) -> String {
    if terms.is_empty() {
        return String::new();
    }
    let terms: String = terms
        .iter()
        .map(|(sign, meaning)| format!("<dt>{}</dt><dd>{}</dd>\n", typeset(sign), typeset(meaning)))
        .collect();
    format!("<dl class=\"terms\">\n{terms}</dl>\n")
}
