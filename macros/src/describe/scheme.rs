//! What was found out about the step of a scheme, in words.
//!
//! It refuses to know the system: only counts and reasons are here.

use crate::derive::{Solve, Step};
use crate::schemes::SchemeKind;
use crate::schemes::quadrature::Rule;

/// A row of the table of schemes.
pub(super) fn row(kind: &SchemeKind, step: &Step) -> String {
    let name = name(kind);
    let (unknowns, operations) = (step.solver.unknowns, step.operations());
    let solve = solve(step.solver.structure.solve);
    format!("  {name:<39} {solve:<9}{unknowns:>8}{operations:>12}")
}

/// The heads of the columns of [`row`].
pub(super) fn head() -> String {
    format!(
        "  {:<39} {:<9}{:>8}{:>12}",
        "scheme", "solved", "unknowns", "operations"
    )
}

/// Why it is solved so.
pub(super) fn reason(step: &Step) -> String {
    readable(&step.solver.structure.reason)
}

/// All about one scheme, for the documentation of its impl.
pub(super) fn text(kind: &SchemeKind, step: &Step) -> String {
    let structure = &step.solver.structure;
    let unknowns = step.solver.unknowns;
    let word = if unknowns == 1 { "unknown" } else { "unknowns" };
    let once = match structure.solve {
        Solve::Newton => " with one iteration",
        Solve::Explicit | Solve::Linear => "",
    };
    format!(
        "{}, {unknowns} {word}, {} operations a step{once}: {}.\n\n```text\n{}\n```",
        match structure.solve {
            Solve::Explicit => "Explicit",
            Solve::Linear => "Linear equations",
            Solve::Newton => "Newton's method",
        },
        step.operations(),
        readable(&structure.reason),
        equations(kind),
    )
}

/// The equations of the step, as its file of the literature has them.
fn equations(kind: &SchemeKind) -> String {
    let lines = match kind {
        SchemeKind::Verlet => vec![
            "v = (q₁ − q₀)/h,   L_d = h/2 [L(q₀, v, t) + L(q₁, v, t + h)]".to_owned(),
            "p₀ = −∂L_d/∂q₀ − h/2 f(q₀, v, t),   p₁ = ∂L_d/∂q₁ + h/2 f(q₁, v, t + h)".to_owned(),
        ],
        SchemeKind::Midpoint => vec![
            "v = (q₁ − q₀)/h,   L_d = h L(q₀ + h v/2, v, t + h/2)".to_owned(),
            "p₀ = −∂L_d/∂q₀ − h/2 f,   p₁ = ∂L_d/∂q₁ + h/2 f".to_owned(),
        ],
        SchemeKind::Galerkin {
            degree,
            quadrature,
            kinetic,
        } => vec![
            format!("q(s) = Σ N_i(s) z_i,  i = 0..{degree},  z_0 = q₀,  z_{degree} = q₁"),
            if quadrature == kinetic {
                format!(
                    "L_d = h Σ w_m L(q(s_m), q̇(s_m), t + s_m h), points of {}",
                    rule(*quadrature)
                )
            } else {
                let (potential, kinetic) = (rule(*quadrature), rule(*kinetic));
                format!(
                    "L_d = h Σ w_m (T − V)(q(s_m), q̇(s_m), t + s_m h), {kinetic} for T and {potential} for V"
                )
            },
            "p₀ = −∂L_d/∂q₀ − F₀,   ∂L_d/∂z_i + F_i = 0,   p₁ = ∂L_d/∂q₁ + F₁".to_owned(),
        ],
        SchemeKind::NullSpace(scheme) => vec![
            equations(scheme),
            "each equation times a basis of the null space of ∂g/∂q at its node".to_owned(),
        ],
    };
    lines.join("\n")
}

fn solve(solve: Solve) -> &'static str {
    match solve {
        Solve::Explicit => "explicit",
        Solve::Linear => "linear",
        Solve::Newton => "Newton",
    }
}

/// The scheme as its type reads.
pub(super) fn name(kind: &SchemeKind) -> String {
    match kind {
        SchemeKind::Verlet => "Verlet".to_owned(),
        SchemeKind::Midpoint => "Midpoint".to_owned(),
        SchemeKind::Galerkin {
            degree,
            quadrature,
            kinetic,
        } if quadrature == kinetic => format!("Galerkin<{degree}, {}>", rule(*quadrature)),
        SchemeKind::Galerkin {
            degree,
            quadrature,
            kinetic,
        } => format!("Galerkin<{degree}, {}, {}>", rule(*quadrature), rule(*kinetic)),
        SchemeKind::NullSpace(scheme) => format!("NullSpace<{}>", name(scheme)),
    }
}

fn rule(rule: Rule) -> String {
    match rule {
        Rule::Gauss(n) => format!("Gauss<{n}>"),
        Rule::Lobatto(n) => format!("Lobatto<{n}>"),
        Rule::Trapezoid(n) => format!("Trapezoid<{n}>"),
        Rule::Left => "Left".to_owned(),
        Rule::Right => "Right".to_owned(),
    }
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
