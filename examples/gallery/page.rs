//! One page that opens offline: tables, declarations, plots.

use std::fmt::Write;

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
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>extremal: gallery</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header>\n<h1>extremal <span>gallery</span></h1>\n\
         <p>Each system is declared once, as a Lagrangian; the integrators are what the compiler derives from it. \
         The declarations below are the examples' source, and all figures were computed from them.</p>\n\
         <p>{summary} <span class=\"quiet\">{length}, {seconds:.1} s</span></p>\n\
         <nav>{links}<a href=\"#facts\">What the derive found out</a></nav>\n</header>\n\
         {sections}{}</body>\n</html>\n",
        facts_section(&facts)
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
                adapt(&plot.svg)
            )
        })
        .collect();
    format!(
        "<section id=\"{}\">\n<h2>{}</h2>\n<p>{}</p>\n{code}<div class=\"plots\">\n{plots}</div>\n{}</section>\n",
        study.name,
        escape(study.title),
        escape(study.about),
        rows_table(&study.rows)
    )
}

fn rows_table(rows: &[Row]) -> String {
    let mut html = String::from(
        "<div class=\"wide\"><table>\n<thead><tr><th>quantity</th><th>expected</th><th>computed</th><th>verdict</th>\
         <th>why this expectation</th></tr></thead>\n<tbody>\n",
    );
    for row in rows {
        let class = match row.verdict {
            Verdict::Holds => "holds",
            Verdict::Fails => "fails",
            Verdict::Noted => "noted",
        };
        let _ = writeln!(
            html,
            "<tr><td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"{class}\">{}</td>\
             <td class=\"quiet\">{}</td></tr>",
            escape(&row.quantity),
            escape(&row.expected),
            escape(&row.computed),
            row.verdict.word(),
            escape(row.reason)
        );
    }
    html + "</tbody>\n</table></div>\n"
}

fn facts_section(facts: &[&FactsRow]) -> String {
    let mut html = String::from(
        "<section id=\"facts\">\n<h2>What the derive found out</h2>\n\
         <p>How the equations of a step are solved was not told to the derive: it looked at them. Operations are \
         those of the generated code, where a sine or a root counts as one.</p>\n\
         <div class=\"wide\"><table>\n<thead><tr><th>system</th><th>scheme</th><th>solved</th><th>because</th>\
         <th>unknowns</th><th>residual</th><th>with tangent</th><th>end of step</th><th>whole step</th></tr></thead>\n\
         <tbody>\n",
    );
    for row in facts {
        let facts = &row.facts;
        let _ = write!(
            html,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"quiet\">{}</td>",
            row.system,
            escape(row.scheme),
            format!("{:?}", facts.solve).to_lowercase(),
            escape(facts.reason)
        );
        for count in [
            facts.unknowns,
            facts.residual_operations,
            facts.tangent_operations,
            facts.update_operations,
            facts.step_operations,
        ] {
            let _ = write!(html, "<td class=\"count\">{count}</td>");
        }
        html += "</tr>\n";
    }
    html + "</tbody>\n</table></div>\n</section>\n"
}

/// The declarations in an example's source: from the comment above each derive to the brace that closes its struct.
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
fn adapt(svg: &str) -> String {
    let background =
        "<rect x=\"0\" y=\"0\" width=\"640\" height=\"400\" opacity=\"1\" fill=\"#FFFFFF\" stroke=\"none\"/>";
    svg.replacen(background, "", 1)
        .replace("#000000", "currentColor")
        .replacen("width=\"640\" height=\"400\"", "role=\"img\"", 1)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
