//! What was found out about the step of a scheme, in words.
//!
//! It refuses to know the system: only counts and reasons are here.

use crate::derive::{Solve, Step};
use crate::schemes::quadrature::Rule;
use crate::schemes::{SchemeKind, Variant};

/// The table of the schemes of one system.
pub(super) fn table(steps: &[(SchemeKind, Step)]) -> Vec<String> {
    let names: Vec<String> = steps.iter().map(|(kind, _)| name(kind)).collect();
    let longest = names.iter().map(String::len).max().unwrap_or(0).max(39);
    let has_following = steps.iter().any(|(_, step)| step.expansion.is_some());
    let (unknowns, follow) = if has_following {
        ("iterated", format!("{:>9}", "follow"))
    } else {
        ("unknowns", String::new())
    };
    let head = format!(
        "  {:<longest$} {:<9}{unknowns:>8}{follow}{:>12}",
        "scheme", "solved", "operations"
    );
    let row = |(name, (_, step)): (&String, &(SchemeKind, Step))| {
        let (solve, operations) = (solve(step.solver.structure.solve), step.operations());
        let (unknowns, follow) = (step.solver.unknowns, following(step));
        let follow = follow.map_or_else(
            || " ".repeat(if has_following { 9 } else { 0 }),
            |count| format!("{count:>9}"),
        );
        format!("  {name:<longest$} {solve:<9}{unknowns:>8}{follow}{operations:>12}")
    };
    let rows = names.iter().zip(steps).map(row);
    [head].into_iter().chain(rows).collect()
}

/// How many unknowns are not iterated, where that is asked.
fn following(step: &Step) -> Option<usize> {
    let all = step.expansion.as_ref()?.whole.unknowns;
    Some(all - step.solver.unknowns)
}

/// The steps that a composition makes, and what they cost together.
pub(super) fn composed((kind, parts): &(SchemeKind, Vec<f64>), steps: &[(SchemeKind, Step)]) -> String {
    let made_of = kind.composed().unwrap_or(kind);
    let step = steps.iter().find(|(other, _)| other == made_of);
    let operations = step.map_or(0, |(_, step)| parts.len() * step.operations());
    let count = parts.len();
    format!("{count} steps of {}, {operations} operations", name(made_of))
}

/// Why it is solved so, and for what.
pub(super) fn reason(step: &Step) -> String {
    let reason = readable(&step.solver.structure.reason);
    match parts(step) {
        Some(parts) => format!("{reason}; x: {parts}"),
        None => reason,
    }
}

/// The unknowns that are iterated, in their order: `2 velocities, 1 multiplier`.
fn parts(step: &Step) -> Option<String> {
    let expansion = step.expansion.as_ref()?;
    let multipliers = expansion.whole.unknowns - expansion.whole.ties;
    let is_velocity = |place: &usize| *place < multipliers;
    let parts: Vec<String> = expansion
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

/// All about one scheme, for the documentation of its impl.
pub(super) fn text(kind: &SchemeKind, step: &Step) -> String {
    let structure = &step.solver.structure;
    let unknowns = step.solver.unknowns;
    let word = if unknowns == 1 { "unknown" } else { "unknowns" };
    let once = match structure.solve {
        Solve::Newton => " with one iteration",
        Solve::Explicit | Solve::Linear => "",
    };
    let of_them = match (parts(step), following(step)) {
        (Some(parts), Some(count)) => format!(" ({parts}; {count} more follow)"),
        _ => String::new(),
    };
    let mut lines = equations(kind);
    if step.expansion.is_some() {
        lines.extend(constraints(kind));
    }
    format!(
        "{}, {unknowns} {word}{of_them}, {} operations a step{once}: {}.\n\n```text\n{}\n```",
        match structure.solve {
            Solve::Explicit => "Explicit",
            Solve::Linear => "Linear equations",
            Solve::Newton => "Newton's method",
        },
        step.operations(),
        readable(&structure.reason),
        lines.join("\n"),
    )
}

/// The equations of the step, as its file of the literature has them.
fn equations(kind: &SchemeKind) -> Vec<String> {
    match kind {
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
        SchemeKind::NullSpace(scheme) => equations(scheme),
        SchemeKind::Livens(variant) => livens(*variant),
        SchemeKind::Composition { scheme, .. } => equations(scheme),
    }
}

/// Discrete gradients in the place of derivatives.
fn livens(variant: Variant) -> Vec<String> {
    let text = |text: &str| text.to_owned();
    let (way, work) = if variant.is_stabilized {
        ("q₁ − q₀ = h (v½ + a)", " + D̄_q[a·∂L/∂v(·, v½) − b·G(·) v½]")
    } else {
        ("q₁ − q₀ = h v½", "")
    };
    let mut lines = vec![
        format!("{way},   p₁ − p₀ = h (D̄₁L + f{work}) − D̄gᵀ λ,   ½ (p₀ + p₁) = D̄₂L,   v½ = ½ (v₀ + v₁)"),
        text(if variant.is_polarized {
            "D̄₁L = D̄_q[½ v₀·M(·) v₁ + b(·)·v½ − V],   D̄₂L = ½ [∂L/∂v(q₀, v₀) + ∂L/∂v(q₁, v₁)],   g(q₁) = 0"
        } else {
            "D̄₁L = ½ [D̄_q L(·, v₀) + D̄_q L(·, v₁)],   D̄₂L = ½ [D̄_v L(q₀, ·) + D̄_v L(q₁, ·)],   g(q₁) = 0"
        }),
    ];
    if variant.is_stabilized {
        lines.push(text(
            "M a = Gᵀ b with means of M and G over both nodes,   G(q₁) v₁ + ∂g/∂t = 0",
        ));
    }
    if variant.is_equivariant {
        lines.push(text(
            "D̄ through invariants of the symmetries of degree one and two",
        ));
    }
    let but = if variant.is_stabilized && !variant.is_polarized {
        ", and O(h⁴) where M depends on q"
    } else {
        ""
    };
    lines.push(format!(
        "E₁ − E₀ = f·(q₁ − q₀) with E = p·v − L, but for ∂L/∂t{but}"
    ));
    lines
}

/// What constraints add to them.
fn constraints(kind: &SchemeKind) -> Vec<String> {
    let (inside, positions) = match kind.plain() {
        SchemeKind::Galerkin { degree, .. } if *degree > 1 => (
            ",   ∂L_d/∂z_i + F_i has − G(z_i)ᵀ λ_i",
            format!("g(z_i) = 0,  i = 1..{degree}, the Lobatto points"),
        ),
        _ => ("", "g(q₁) = 0".to_owned()),
    };
    let mut lines = vec![
        format!("with G = ∂g/∂q:   p₀ has + G(q₀)ᵀ λ_0{inside},   p₁ has − G(q₁)ᵀ μ"),
        format!("{positions},   p₁ = ∂L/∂v(q₁, w),   G(q₁) w + ∂g/∂t = 0"),
    ];
    if matches!(kind, SchemeKind::NullSpace(_)) {
        let line = "without λ: each equation of a node times a basis of the null space of G there";
        lines.push(line.to_owned());
    }
    lines
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
        SchemeKind::Composition { order, scheme } => format!("Composition<{order}, {}>", name(scheme)),
        SchemeKind::Livens(variant) => {
            let mut name = "Livens".to_owned();
            for (is, wrapper) in [
                (variant.is_equivariant, "Equivariant"),
                (variant.is_polarized, "Polarized"),
                (variant.is_stabilized, "Stabilized"),
            ] {
                if is {
                    name = format!("{wrapper}<{name}>");
                }
            }
            name
        }
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
