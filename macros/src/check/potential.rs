//! V depends on coordinates, and neither V nor T jumps where they cross a threshold.
//!
//! It refuses to judge jumps in time, and choices whose branches are not seen to differ at the threshold.

use extremal_symbolic::{Choice, Expr, Signs};

use super::mechanics::{Judged, choice_in};
use super::proof::Proof;
use crate::declaration::{Formula, operands, ungrouped};
use crate::diagnostics::Reported;
use crate::model::{Energy, Model};

/// More choices than this are not compared.
const CHOICES: usize = 32;
/// Terms of V that are looked at.
const LOOKED_AT: usize = 64;

pub(super) fn check(judged: &mut Judged) -> Result<(), Reported> {
    let mut proof = Proof::of(judged.model);
    let has_force = has_force(judged);
    has_force.and(jumps(judged, &mut proof))
}

/// A potential without a force: the height in it is a field, or the coordinate is missing. A number is meant.
fn has_force(judged: &mut Judged) -> Result<(), Reported> {
    let model = judged.model;
    let (Energy::Split { potential, .. }, Some(formula)) = (model.energy, judged.formulas.potential) else {
        return Ok(());
    };
    let mut proof = Proof::of(model);
    let expanded = proof.expanded(potential);
    if !proof.is_constant_in(expanded, &model.coordinates) {
        note_constant_terms(model, &mut proof, potential, &mut judged.notes);
        return Ok(());
    }
    let x = judged.declaration.first_coordinate();
    if !proof.is_constant_in(expanded, &[model.time]) {
        let message = format!(
            "this potential depends on `t` alone, so that it has no force; write a position in it, as in \
             `0.5 * k * {x}.powi(2)`, write `force({x} = ..)` for a push that changes with time, or drop it"
        );
        return judged.refuse(&formula.expr, message);
    }
    if !is_number(&formula.expr) {
        let message = format!(
            "this potential is constant, so that it has no force; write a position in it, as in \
             `0.5 * k * {x}.powi(2)`, or drop it"
        );
        return judged.refuse(&formula.expr, message);
    }
    if expanded != proof.graph.zero() {
        judged.note("V is constant, so that it has no force");
    }
    Ok(())
}

/// A term that contains coordinates, and is constant: a spring between two points of one body. A formula for all bodies may have such
/// terms.
fn note_constant_terms(model: &Model, proof: &mut Proof, potential: Expr, notes: &mut Vec<String>) {
    let mut templates = vec![potential];
    if let Some(families) = &model.families {
        let markers: Vec<Expr> = families.markers.iter().map(|marker| marker.symbol).collect();
        templates = proof.graph.gradient(potential, &markers);
    }
    let terms = templates.into_iter().flat_map(|all| proof.graph.summands(all));
    let terms: Vec<Expr> = terms.take(LOOKED_AT).collect();
    for term in terms {
        let has_coordinates = !proof.is_free_of(term, &model.coordinates);
        if has_coordinates && proof.is_constant_in(term, &model.coordinates) {
            notes.push(format!(
                "the term `{}` of V does not change with coordinates, so that it has no force",
                proof.graph.display(term)
            ));
        }
    }
}

/// Numbers as typed: of literals alone, in arrays and sums as well.
pub(super) fn is_number(formula: &syn::Expr) -> bool {
    match ungrouped(formula) {
        syn::Expr::Lit(_) => true,
        syn::Expr::Unary(of) => is_number(&of.expr),
        syn::Expr::Binary(_) => operands(formula).into_iter().all(is_number),
        syn::Expr::Array(array) => array.elems.iter().all(is_number),
        syn::Expr::Call(call) => match call.args.last() {
            Some(syn::Expr::Closure(each)) => is_number(&each.body),
            _ => false,
        },
        _ => false,
    }
}

/// An energy that may jump, and what to write instead.
struct Jumping<'a> {
    energy: Expr,
    formula: Option<&'a Formula>,
    what: &'static str,
    remedy: String,
}

fn jumps(judged: &mut Judged, proof: &mut Proof) -> Result<(), Reported> {
    let (formulas, model, x) = (
        judged.formulas,
        judged.model,
        judged.declaration.first_coordinate(),
    );
    let wall = format!(
        "for a wall write a steep, continuous potential, as in `if {x} > 0 {{ 0.5 * k * {x}.powi(2) }} else {{ 0 }}`"
    );
    let of = |what, energy, formula, remedy| Jumping {
        energy,
        formula,
        what,
        remedy,
    };
    let energies = match model.energy {
        Energy::Split { kinetic, potential } => {
            // It is seen to jump where it is not zero.
            let one = proof.graph.one();
            let moving: Vec<(Expr, Expr)> = model.velocities.iter().map(|&v| (v, one)).collect();
            let kinetic = proof.graph.substitute(&[kinetic], &moving)[0];
            let steep = "write a mass that is continuous, if steep".to_owned();
            vec![
                of("this potential jumps", potential, formulas.potential, wall),
                of("this kinetic energy jumps", kinetic, formulas.kinetic, steep),
            ]
        }
        Energy::General { lagrangian } => {
            vec![of("this Lagrangian jumps", lagrangian, formulas.potential, wall)]
        }
    };
    let outcomes = energies
        .into_iter()
        .map(|energy| does_not_jump(&energy, judged, proof));
    let outcomes: Vec<Result<(), Reported>> = outcomes.collect();
    outcomes.into_iter().collect()
}

fn does_not_jump(jumping: &Jumping, judged: &mut Judged, proof: &mut Proof) -> Result<(), Reported> {
    let (&Jumping { energy, what, .. }, model) = (jumping, judged.model);
    let Some(formula) = jumping.formula else {
        return Ok(());
    };
    if !proof.graph.may_jump(&[energy], &model.coordinates) {
        return Ok(());
    }
    let choices = proof.graph.choices(&[energy]).into_iter().take(CHOICES);
    let steps: Vec<Step> = choices
        .map(|choice| step(model, proof, energy, &choice))
        .collect();
    let jump = steps.iter().find_map(|step| match step {
        Step::Jump(at) => Some(*at),
        Step::None | Step::Unknown => None,
    });
    let Some(at) = jump else {
        if steps.iter().any(|step| matches!(step, Step::Unknown)) {
            judged.note("L has choices, and is not seen to be continuous where they change");
        }
        return Ok(());
    };
    let place = match at.and_then(|coordinate| proof.graph.name_of(coordinate)) {
        Some(name) => format!(" at a value of `{name}`"),
        None => String::new(),
    };
    let message = format!(
        "{what}{place}, and there is no force that does so: the energy changes by the jump, and the motion does not; {}",
        jumping.remedy
    );
    judged.refuse(choice_in(&formula.expr), message)
}

/// What the energy does where a choice changes.
enum Step {
    /// It is continuous, or the choice does not depend on coordinates.
    None,
    /// It jumps: the coordinate that crosses the threshold, if it is one alone.
    Jump(Option<Expr>),
    Unknown,
}

fn step(model: &Model, proof: &mut Proof, energy: Expr, choice: &Choice) -> Step {
    let threshold = choice.threshold;
    if proof.is_free_of(threshold, &model.coordinates) {
        return Step::None;
    }
    let [then, otherwise] = choice
        .values
        .map(|value| proof.replaced(energy, choice.node, value));
    let difference = proof.graph.sub(then, otherwise);
    let crossing = model
        .coordinates
        .iter()
        .find_map(|&x| Some((x, crossing(proof, threshold, x)?)));
    let there = crossing.map_or(difference, |(x, crossing)| {
        proof.replaced(difference, x, crossing)
    });
    if proof.is_zero(there) {
        return Step::None;
    }
    let is_jump = is_of_one_sign(proof, there)
        && match crossing {
            Some((x, crossing)) => proof.is_continuous(difference, x, crossing),
            None => proof.changes_sign(threshold),
        }
        // Other choices may change at the same place.
        && proof.jumps(energy, threshold);
    if is_jump {
        Step::Jump(crossing.map(|(x, _)| x))
    } else {
        Step::Unknown
    }
}

fn is_of_one_sign(proof: &mut Proof, e: Expr) -> bool {
    proof.has_signs(e, |signs: Signs| signs.is_positive() || signs.is_negative())
}

/// The value of x at which the threshold is crossed, if the threshold is of first degree in x.
fn crossing(proof: &mut Proof, threshold: Expr, x: Expr) -> Option<Expr> {
    let slope = proof.derivative(threshold, x);
    let is_linear = proof.graph.degree_in(threshold, &[x]) == Some(1);
    if !is_linear || !is_of_one_sign(proof, slope) {
        return None;
    }
    let zero = proof.graph.zero();
    let rest = proof.replaced(threshold, x, zero);
    let at = proof.graph.div(rest, slope);
    Some(proof.graph.neg(at))
}
