//! Tables of the page: rows with their verdicts, grids, and what the derive found out.
//!
//! Judges nothing: verdicts come with the rows.

use std::fmt::Write;

use extremal::{Facts, Solve};

use super::text::{escape, typeset};
use crate::grid::{Cell, Grid};
use crate::table::{FactsRow, Row, Verdict};

/// Those that fail come first.
pub(super) fn rows(rows: &[Row]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut sorted: Vec<_> = rows.iter().collect();
    sorted.sort_by_key(|row| row.verdict != Verdict::Fails);
    let rows: String = sorted.into_iter().map(row).collect();
    format!(
        r#"<table class="rows" role="table">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">verdict</th>
<th role="columnheader" scope="col">quantity</th><th role="columnheader" scope="col">expected</th>
<th role="columnheader" scope="col">computed</th><th role="columnheader" scope="col">why this expectation</th>
</tr></thead>
<tbody role="rowgroup">
{rows}</tbody></table>
"#
    )
}

fn row(row: &Row) -> String {
    let (class, verdict) = (row.verdict.class(), badge(row.verdict));
    let [quantity, expected, computed] =
        [&row.quantity, &row.expected, &row.computed].map(|text| typeset(text));
    let reason = typeset(row.reason);
    // On a narrow page a row is a block, whose figures need their heads.
    format!(
        r#"<tr role="row" class="{class}"><td role="cell" class="verdict">{verdict}</td>
<th role="rowheader" scope="row">{quantity}</th>
<td role="cell" class="number" data-head="expected">{expected}</td>
<td role="cell" class="number" data-head="computed">{computed}</td>
<td role="cell" class="quiet">{reason}</td></tr>
"#
    )
}

fn badge(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "<span class=\"badge holds\">✓ holds</span>",
        Verdict::Fails => "<span class=\"badge fails\">✗ fails</span>",
        Verdict::Noted => "<span class=\"quiet\">noted</span>",
    }
}

pub(super) fn grid(grid: &Grid) -> String {
    let heads: String = grid
        .columns
        .iter()
        .map(|head| format!("<th scope=\"col\">{}</th>", escape(head)))
        .collect();
    let rows: String = grid
        .rows
        .iter()
        .map(|(head, cells)| {
            let cells: String = cells.iter().map(cell).collect();
            format!("<tr><th scope=\"row\">{}</th>{cells}</tr>\n", typeset(head))
        })
        .collect();
    let caption = typeset(grid.caption);
    format!(
        r#"<div class="wide" tabindex="0" role="region" aria-label="Table">
<table class="grid"><caption>{caption}</caption>
<thead><tr>{heads}</tr></thead>
<tbody>
{rows}</tbody></table></div>
"#
    )
}

fn cell(cell: &Cell) -> String {
    let class = cell.verdict.class();
    let computed = typeset(&cell.computed);
    let mark = match cell.verdict {
        Verdict::Holds => "✓ ",
        Verdict::Fails => "✗ ",
        Verdict::Noted => "",
    };
    let expected = if cell.expected.is_empty() {
        String::new()
    } else {
        format!(" <small>{}</small>", typeset(&cell.expected))
    };
    format!("<td class=\"{class}\"><span class=\"mark\">{mark}</span>{computed}{expected}</td>")
}

/// The section on what the derive found out.
pub(super) fn facts(facts: &[&FactsRow]) -> String {
    let rows: String = facts.iter().map(|row| facts_row(row)).collect();
    format!(
        r#"<section id="facts" aria-labelledby="facts-title">
<h2 id="facts-title">What the derive found out</h2>
<p>How the equations of a step are solved was not told to the derive: it looked at them. Operations are those
of the generated code, where a sine or a root counts as one.</p>
<div class="wide" tabindex="0" role="region" aria-label="Table">
<table>
<thead><tr><th scope="col">system</th><th scope="col">scheme</th><th scope="col">solved</th>
<th scope="col">because</th><th scope="col" class="count">unknowns</th>
<th scope="col" class="count">residual</th>
<th scope="col" class="count">with tangent</th><th scope="col" class="count">end of step</th>
<th scope="col" class="count">whole step</th></tr></thead>
<tbody>
{rows}</tbody></table></div>
</section>
"#
    )
}

fn facts_row(row: &FactsRow) -> String {
    let Facts {
        solve,
        reason,
        unknowns,
        residual_operations,
        tangent_operations,
        update_operations,
        step_operations,
        ..
    } = row.facts;
    let solved = match solve {
        Solve::Explicit => "explicit",
        Solve::Linear => "linear",
        Solve::Newton => "Newton",
    };
    let mut html = format!(
        r#"<tr><th scope="row">{}</th><td>{}</td><td>{solved}</td><td class="quiet">{}</td>"#,
        escape(row.system),
        escape(row.scheme),
        escape(reason)
    );
    for count in [
        unknowns,
        residual_operations,
        tangent_operations,
        update_operations,
        step_operations,
    ] {
        let _ = write!(html, r#"<td class="count">{count}</td>"#);
    }
    html + "</tr>\n"
}
