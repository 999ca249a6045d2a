//! Friction and restitution: numbers that depend on parameters, on the place and on time, and friction on velocities.
//!
//! It refuses numbers that no bodies have, where they are literals; the others are checked when an integrator is made.

use extremal_symbolic::Expr;

use super::items::{self, Gap};
use super::{for_each, slip};
use crate::declaration::{Formula, Part};
use crate::diagnostics::Reported;
use crate::lower::{Content, Inputs, Lowering};
use crate::model::Law;

pub(super) const INPUTS: Inputs = Inputs {
    named: |name| format!("`{name}` is an input, {A_FIELD}"),
    contained: |name| format!("`{name}` contains an input, {A_FIELD}"),
};

const A_FIELD: &str = "and inputs act through forces; where the program changes a law of contact, make it a field, which `set_system` changes";

/// Where friction is in proportion to the reaction of a constraint, in a system of any size.
pub(super) const AS_A_FIELD: &str = ", and where friction is in proportion to it make that a field, which `set_system` sets from the output \
                                    before each step";

/// What is in proportion to the reaction of a constraint, and not to what presses on the contact.
const OF_A_REACTION: &str =
    ", and so can the `force` of a `friction(..)`, which is in proportion to it as in a bearing";

static FRICTION: Content = Content {
    what: "a friction",
    instead_of_multipliers: OF_A_REACTION,
    refuses_inputs: Some(INPUTS),
    ..Content::OF_THE_MOTION
};

static RESTITUTION: Content = Content {
    what: "a restitution",
    refuses_velocities: Some("Newton's restitution is the same for all velocities"),
    refuses_inputs: Some(INPUTS),
    ..Content::OF_THE_MOTION
};

/// The law of each contact.
pub(super) fn of(
    lowering: &mut Lowering,
    formula: &Formula,
    gap: Result<&Gap, Reported>,
) -> Result<Vec<Law>, Reported> {
    let friction = number(lowering, formula, "friction", &FRICTION, gap);
    let restitution = number(lowering, formula, "restitution", &RESTITUTION, gap);
    let restitution_t = number(lowering, formula, "restitution_t", &RESTITUTION, gap);
    let needed = needs_slip(lowering, formula);
    let (friction, restitution, restitution_t) = (friction?, restitution?, restitution_t?);
    needed?;
    note_idle_slip(lowering, formula, &friction);
    let laws = friction.into_iter().zip(restitution).zip(restitution_t);
    let laws = laws.map(|((friction, restitution), restitution_t)| Law {
        friction,
        restitution,
        restitution_t,
    });
    Ok(laws.collect())
}

/// A number for each contact; zero if the part is left out.
fn number(
    lowering: &mut Lowering,
    formula: &Formula,
    name: &str,
    content: &'static Content,
    gap: Result<&Gap, Reported>,
) -> Result<Vec<Expr>, Reported> {
    let Some(part) = formula.part(name) else {
        return Ok(vec![lowering.graph.zero(); gap?.shape().size()]);
    };
    let value = items::of_part(lowering, part, content, gap)?.value;
    for &entry in &value.entries {
        if let Some(message) = impossible(lowering, name, entry) {
            return Err(lowering.diagnostics.report(&part.expr, message));
        }
    }
    for_each(lowering, part, value, gap?)
}

/// Whether a literal is none that bodies have.
pub(super) fn impossible(lowering: &Lowering, name: &str, entry: Expr) -> Option<String> {
    let value = lowering.graph.constant_of(entry)?.to_f64();
    if value < 0.0 {
        return Some(match name {
            "friction" | "force" => {
                "a friction is not below zero: it acts against the slip, whatever its sign".to_owned()
            }
            _ => format!(
                "a {name} is not below zero: 0 where nothing bounces back, 1 where all of the velocity does"
            ),
        });
    }
    (name.starts_with("restitution") && value > 1.0).then(|| {
        format!(
            "a {name} above 1 would gain energy at each impact; it lies between 0 and 1, and what drives a body is a force"
        )
    })
}

/// What acts along the contact needs the velocity there.
fn needs_slip(lowering: &mut Lowering, formula: &Formula) -> Result<(), Reported> {
    if slip::declared(formula).is_some() {
        return Ok(());
    }
    let idle: Vec<&Part> = ["friction", "restitution_t"]
        .into_iter()
        .filter_map(|name| formula.part(name))
        .collect();
    let mut outcome = Ok(());
    for part in idle {
        let message = format!(
            "the {} of `{}` acts along the slip, which is not there; write `slip = ..`, the velocity along the contact, or \
             `point = [..]` and `normal = [..]`",
            part.of.name,
            formula.name()
        );
        outcome = Err(lowering.diagnostics.report(&part.word, message));
    }
    outcome
}

/// A slip is there for what acts along it. Without friction its restitution does not: percussions are in the cone of friction.
pub(super) fn needs_friction(lowering: &mut Lowering, formula: &Formula) -> Result<(), Reported> {
    let Some(slip) = slip::declared(formula) else {
        return Ok(());
    };
    if formula.part("friction").is_some() {
        return Ok(());
    }
    let name = formula.name();
    let message = format!(
        "nothing acts along the slip of `{name}`, which has no friction; write `friction = ..`, or drop the slip"
    );
    Err(lowering.diagnostics.report(&slip.word, message))
}

/// A slip along which nothing acts, because its friction is zero.
fn note_idle_slip(lowering: &mut Lowering, formula: &Formula, friction: &[Expr]) {
    let zero = lowering.graph.zero();
    if slip::declared(formula).is_some() && friction.iter().all(|&friction| friction == zero) {
        lowering.notes.push(format!(
            "the contact `{}` has a slip and a friction of zero, so that nothing acts along it",
            formula.name()
        ));
    }
}
