//! One page that opens offline: tables, declarations, plots.

use std::fmt::Write;

use extremal::Solve;

use crate::plot::Plot;
use crate::studies::Study;
use crate::table::{FactsRow, Row, Verdict};

const STYLE: &str = include_str!("page.css");

/// The page, complete.
pub(crate) fn render(studies: &[Study], seconds: f64, quick: bool) -> String {
    let rows = || studies.iter().flat_map(|study| &study.rows);
    let checked = rows().filter(|row| row.is_checked()).count();
    let failed = rows().filter(|row| row.fails()).count();
    let summary = match failed {
        0 => format!("<strong class=\"holds\">All {checked} verdicts hold.</strong>"),
        _ => format!("<strong class=\"fails\">{failed} of {checked} verdicts fail.</strong>"),
    };
    let length = if quick { "quick run" } else { "full run" };
    let links: String = studies
        .iter()
        .map(|study| format!("<a href=\"#{}\">{}</a>", study.name, escape(study.title)))
        .collect();
    let sections: String = studies.iter().map(section).collect();
    let facts: Vec<_> = studies.iter().flat_map(|study| &study.facts).collect();
    let facts = facts_section(&facts);
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
<p>Each system is declared once, as a Lagrangian; the integrators are what the compiler derives from it.
The declarations below are the examples' source, and all figures were computed from them.</p>
<p>{summary} <span class="quiet">{length}, {seconds:.1} s</span></p>
<nav>{links}<a href="#facts">What the derive found out</a></nav>
</header>
{sections}{facts}</body>
</html>
"##
    )
}

fn section(study: &Study) -> String {
    let code: String = declarations(study.source)
        .iter()
        .map(|declaration| format!("<pre><code>{}</code></pre>\n", escape(declaration)))
        .collect();
    let plots: String = study
        .plots
        .iter()
        .map(|plot| {
            let caption = escape(plot.caption);
            format!(
                "<figure>\n{}\n<figcaption>{caption}</figcaption>\n</figure>\n",
                adapt(plot)
            )
        })
        .collect();
    let Study {
        name, title, about, ..
    } = study;
    let rows = rows_table(&study.rows);
    format!(
        r#"<section id="{name}">
<h2>{title}</h2>
<p>{about}</p>
<div class="plots">
{code}{plots}</div>
{rows}</section>
"#
    )
}

fn rows_table(rows: &[Row]) -> String {
    let mut html = String::from(
        r#"<div class="wide"><table>
<thead><tr><th>quantity</th><th>expected</th><th>computed</th><th>verdict</th>
<th>why this expectation</th></tr></thead>
<tbody>
"#,
    );
    for row in rows {
        let class = match row.verdict {
            Verdict::Holds => "holds",
            Verdict::Fails => "fails",
            Verdict::Noted => "noted",
        };
        let [quantity, expected, computed] =
            [&row.quantity, &row.expected, &row.computed].map(|text| escape(text));
        let (verdict, reason) = (row.verdict.word(), escape(row.reason));
        let _ = write!(
            html,
            r#"<tr><td>{quantity}</td><td class="number">{expected}</td><td class="number">{computed}</td>
<td class="{class}">{verdict}</td><td class="quiet">{reason}</td></tr>
"#
        );
    }
    html + "</tbody>\n</table></div>\n"
}

fn facts_section(facts: &[&FactsRow]) -> String {
    let mut html = String::from(
        r#"<section id="facts">
<h2>What the derive found out</h2>
<p>How the equations of a step are solved was not told to the derive: it looked at them. Operations are those
of the generated code, where a sine or a root counts as one.</p>
<div class="wide"><table>
<thead><tr><th>system</th><th>scheme</th><th>solved</th><th>because</th>
<th class="count">unknowns</th><th class="count">residual</th><th class="count">with tangent</th>
<th class="count">end of step</th><th class="count">whole step</th></tr></thead>
<tbody>
"#,
    );
    for FactsRow {
        system,
        scheme,
        facts,
    } in facts
    {
        let (scheme, solved, reason) = (escape(scheme), solved(facts.solve), escape(facts.reason));
        let _ = write!(
            html,
            r#"<tr><td>{system}</td><td>{scheme}</td><td>{solved}</td><td class="quiet">{reason}</td>"#
        );
        for count in [
            facts.unknowns,
            facts.residual_operations,
            facts.tangent_operations,
            facts.update_operations,
            facts.step_operations,
        ] {
            let _ = write!(html, r#"<td class="count">{count}</td>"#);
        }
        html += "</tr>\n";
    }
    html + "</tbody>\n</table></div>\n</section>\n"
}

fn solved(solve: Solve) -> &'static str {
    match solve {
        Solve::Explicit => "explicit",
        Solve::Linear => "linear",
        Solve::Newton => "Newton",
    }
}

/// The declarations in an example's source: from the comment above each derive to the brace that closes its
/// struct.
fn declarations(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut block: Vec<&str> = Vec::new();
    for line in source.lines() {
        if block.is_empty() && !line.starts_with("/// ") && !line.starts_with("#[derive(") {
            continue;
        }
        block.push(line);
        if line == "}" {
            found.push(block.join("\n"));
            block.clear();
        }
    }
    found
}

/// A plot that takes its ink from the page: no background, and black becomes the colour of text.
fn adapt(plot: &Plot) -> String {
    let (width, height) = plot.size;
    let size = format!("width=\"{width}\" height=\"{height}\"");
    let background = format!("<rect x=\"0\" y=\"0\" {size} opacity=\"1\" fill=\"#FFFFFF\" stroke=\"none\"/>");
    let svg = plot
        .svg
        .replacen(&background, "", 1)
        .replacen(&size, "role=\"img\"", 1);
    svg.replace("#000000", "currentColor")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
