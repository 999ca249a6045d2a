//! The step of a scheme in words: how it is solved, why, and what it costs.
//!
//! It refuses to know the system: only counts and reasons are here.

use crate::derive::{Solve, Step};
use crate::schemes::{Declared, Scheme};

/// The table of the schemes of one system.
pub(super) fn table(steps: &[Step]) -> Vec<String> {
    let names: Vec<String> = steps.iter().map(|step| name(&*step.scheme)).collect();
    let longest = names.iter().map(String::len).max().unwrap_or(0).max(39);
    let has_recovered = steps.iter().any(|step| step.recovery.is_some());
    let (unknowns, follow) = if has_recovered {
        ("iterated", format!("{:>9}", "follow"))
    } else {
        ("unknowns", String::new())
    };
    let head = format!(
        "  {:<longest$} {:<9}{unknowns:>8}{follow}{:>12}",
        "scheme", "solved", "operations"
    );
    let row = |(name, step): (&String, &Step)| {
        let (solve, operations) = (solve(step.solver.structure.solve), step.operations());
        let (unknowns, follow) = (step.solver.unknowns, recovered(step));
        let follow = follow.map_or_else(
            || " ".repeat(if has_recovered { 9 } else { 0 }),
            |count| format!("{count:>9}"),
        );
        format!("  {name:<longest$} {solve:<9}{unknowns:>8}{follow}{operations:>12}")
    };
    let rows = names.iter().zip(steps).map(row);
    [head].into_iter().chain(rows).collect()
}

/// How many unknowns are recovered after the iteration; `None` if the step is not condensed.
fn recovered(step: &Step) -> Option<usize> {
    let all = step.recovery.as_ref()?.uncondensed.unknowns;
    Some(all - step.solver.unknowns)
}

/// Why it is solved in this way, and for which unknowns.
pub(super) fn reason(step: &Step) -> String {
    let reason = readable(&step.solver.structure.reason);
    match parts(step) {
        Some(parts) => format!("{reason}; x: {parts}"),
        None => reason,
    }
}

/// The unknowns that are iterated, in their order: `2 velocities, 1 multiplier`.
fn parts(step: &Step) -> Option<String> {
    let recovery = step.recovery.as_ref()?;
    let multipliers = recovery.uncondensed.unknowns - recovery.uncondensed.constraints;
    let is_velocity = |place: &usize| *place < multipliers;
    let parts: Vec<String> = recovery
        .places
        .chunk_by(|a, b| is_velocity(a) == is_velocity(b))
        .map(|part| match (is_velocity(&part[0]), part.len()) {
            (true, 1) => "1 velocity".to_owned(),
            (true, count) => format!("{count} velocities"),
            (false, 1) => "1 multiplier".to_owned(),
            (false, count) => format!("{count} multipliers"),
        })
        .collect();
    Some(parts.join(", "))
}

/// The text on one scheme for the documentation of its impl.
pub(super) fn text(step: &Step, declared: &Declared) -> String {
    let structure = &step.solver.structure;
    let unknowns = step.solver.unknowns;
    let word = if unknowns == 1 { "unknown" } else { "unknowns" };
    let once = match structure.solve {
        Solve::Newton => " with one iteration",
        Solve::Explicit | Solve::Linear => "",
    };
    let of_them = match (parts(step), recovered(step)) {
        (Some(parts), Some(count)) => format!(" ({parts}; {count} more follow)"),
        _ => String::new(),
    };
    format!(
        "{}, {unknowns} {word}{of_them}, {} operations a step{once}: {}.\n\n```text\n{}\n```",
        match structure.solve {
            Solve::Explicit => "Explicit",
            Solve::Linear => "Linear equations",
            Solve::Newton => "Newton's method",
        },
        step.operations(),
        readable(&structure.reason),
        step.scheme.formulas(declared).join("\n"),
    )
}

/// How it is solved, in a word.
pub(super) fn solve(solve: Solve) -> &'static str {
    match solve {
        Solve::Explicit => "explicit",
        Solve::Linear => "linear",
        Solve::Newton => "Newton",
    }
}

/// The type of the scheme as text.
pub(super) fn name(scheme: &dyn Scheme) -> String {
    scheme.path().to_string()
}

/// `r[0]` and `x[12]` with their indices below the line.
fn readable(reason: &str) -> String {
    let mut text = String::new();
    for (at, part) in reason.split('[').enumerate() {
        match part.split_once(']') {
            Some((index, rest)) if at > 0 => {
                text.push_str(&super::name::lowered(index));
                text.push_str(rest);
            }
            _ => text.push_str(part),
        }
    }
    text
}
