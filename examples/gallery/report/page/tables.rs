//! Tables of the page: rows with their verdicts, grids, and the facts that the derive found.
//!
//! Verdicts come with the rows; this module only prints them.

use std::fmt::Write;

use extremal::{Facts, Solve};

use super::text::{escape, typeset};
use crate::claim::Claim;
use crate::grid::{Cell, Grid};
use crate::table::{FactsRow, Row, Verdict};

/// The rows, failed verdicts first. If the study follows a paper, the paper's statements have a column.
pub(super) fn rows(rows: &[Row]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut sorted: Vec<_> = rows.iter().collect();
    sorted.sort_by_key(|row| row.verdict != Verdict::Fails);
    let has_claims = rows.iter().any(|row| !row.claim.is_silent());
    // A reason that is shared by several rows is printed once.
    let groups = sorted.chunk_by(|a, b| a.reason == b.reason);
    let rows: String = groups
        .flat_map(|group| {
            let first = |k| (k == 0).then_some(group.len());
            group
                .iter()
                .enumerate()
                .map(move |(k, each)| row(each, first(k), has_claims))
        })
        .collect();
    let paper = if has_claims {
        "<th role=\"columnheader\" scope=\"col\">the paper says</th>\n"
    } else {
        ""
    };
    format!(
        r#"<table class="rows" role="table">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">verdict</th>
<th role="columnheader" scope="col">quantity</th><th role="columnheader" scope="col">expected</th>
<th role="columnheader" scope="col">computed</th>
{paper}<th role="columnheader" scope="col">why we expect this</th>
</tr></thead>
<tbody role="rowgroup">
{rows}</tbody></table>
"#
    )
}

/// One row. Its reason spans `reason_of` rows; it is omitted if a row above has printed it.
fn row(row: &Row, reason_of: Option<usize>, has_claims: bool) -> String {
    let (class, verdict) = (row.verdict.class(), badge(row.verdict));
    let [quantity, expected, computed] =
        [&row.quantity, &row.expected, &row.computed].map(|text| typeset(text));
    let (differs, paper) = match (row.claim.differs(), has_claims) {
        (true, _) => (DIFFERS, claim_cell(row.claim)),
        (false, true) => ("", claim_cell(row.claim)),
        (false, false) => ("", String::new()),
    };
    let reason = reason_of.map_or(String::new(), |rows| {
        let reason = typeset(row.reason);
        format!("<td role=\"cell\" class=\"quiet\" rowspan=\"{rows}\">{reason}</td>")
    });
    // On a narrow page a row is a block, so its numbers need headings.
    format!(
        r#"<tr role="row" class="{class}"><td role="cell" class="verdict">{verdict}{differs}</td>
<th role="rowheader" scope="row">{quantity}</th>
<td role="cell" class="number" data-head="expected">{expected}</td>
<td role="cell" class="number" data-head="computed">{computed}</td>
{paper}{reason}</tr>
"#
    )
}

/// A mark next to a verdict. The verdict is about the expectation, not about the paper.
const DIFFERS: &str = " <span class=\"differs\">≠ differs from the paper</span>";

fn claim_cell(claim: Claim) -> String {
    let words = typeset(claim.words());
    format!("<td role=\"cell\" class=\"claim\" data-head=\"the paper says\">{words}</td>\n")
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
    if let Some(claim) = cell.claim {
        let mark = if claim.differs() { DIFFERS } else { "" };
        return format!("<td class=\"claim\">{}{mark}</td>", typeset(claim.words()));
    }
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

/// The section on the facts that the derive found.
pub(super) fn facts(facts: &[&FactsRow]) -> String {
    let rows: String = facts.iter().map(|row| facts_row(row)).collect();
    format!(
        r#"<section id="facts" aria-labelledby="facts-title">
<h2 id="facts-title">What the derive found</h2>
<p>The derive determines from the equations of a step how to solve them; the declaration does not say it. Operations
are those of the generated code, where a sine or a root counts as one.</p>
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
