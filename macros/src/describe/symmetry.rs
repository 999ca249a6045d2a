//! Symmetries in words: the momentum map, its evidence, and the schemes that conserve it.
//!
//! It refuses to prove anything: proofs belong to the check of the declaration.

use std::rc::Rc;

use extremal_symbolic::text::{Formula, Notation, Writer};
use extremal_symbolic::{Expr, Graph};

use super::motion::notation;
use super::name::Names;
use super::scheme;
use crate::declaration::name_of;
use crate::model::Symmetry;
use crate::schemes::Scheme;
use crate::system::System;

/// Momentum maps of up to this many nodes are written out.
const NODES: usize = 200;
/// Those of items of up to this many terms are multiplied out.
const TERMS: usize = 24;
/// The rank of momenta in products: after the coordinates.
const MOMENTUM: u8 = 6;

/// The texts about one symmetry.
#[derive(Debug)]
pub(super) struct SymmetryText {
    /// For a line of the text.
    pub(super) line: String,
    /// For the documentation of the method.
    pub(super) documentation: String,
}

/// Each symmetry of a system.
pub(super) fn of(system: &System, names: &Names) -> Vec<SymmetryText> {
    let schemes = system.schemes();
    // The clone holds products with momenta, which are only written.
    let mut graph = system.model.graph.clone();
    let mut notation = notation(&system.model, names);
    let momenta: Vec<Expr> = system
        .coordinates
        .iter()
        .map(|typed| momentum(&mut graph, &mut notation, &names.text(typed)))
        .collect();
    let symmetries = system.symmetries.iter().zip(&system.model.symmetries);
    let texts = symmetries.map(|(named, symmetry)| {
        let map = match symmetry.sum {
            None => map(&mut graph, &notation, &momenta, &symmetry.generator),
            Some(sum) => {
                let to_momenta = system
                    .model
                    .velocities
                    .iter()
                    .copied()
                    .zip(momenta.iter().copied());
                let sum = graph.substitute(&[sum], &to_momenta.collect::<Vec<_>>())[0];
                map_of_items(system, &mut graph, &notation, sum)
            }
        };
        let name = name_of(&named.ident);
        SymmetryText {
            line: format!(
                "{name} = {map} is constant, {}; {}",
                ground(symmetry),
                kept(symmetry, &schemes)
            ),
            documentation: documentation(&name, &map, symmetry, &schemes),
        }
    });
    texts.collect()
}

fn momentum(graph: &mut Graph, notation: &mut Notation, of: &str) -> Expr {
    let symbol = graph.symbol(&format!("p_{of}"));
    notation.write(symbol, Formula::atom(format!("p_{of}")), MOMENTUM);
    symbol
}

/// p·ξ(q)
fn map(graph: &mut Graph, notation: &Notation, momenta: &[Expr], generator: &[Expr]) -> String {
    let terms = momenta.iter().zip(generator);
    let terms: Vec<Expr> = terms.map(|(&p, &xi)| graph.mul(p, xi)).collect();
    let zero = graph.zero();
    let terms: Vec<Expr> = terms.into_iter().filter(|&term| term != zero).collect();
    written(graph, notation, &terms)
}

fn written(graph: &Graph, notation: &Notation, terms: &[Expr]) -> String {
    let formula = Writer::new(graph, notation, NODES).terms(terms);
    formula.map_or_else(|| "p·ξ(q)".to_owned(), |formula| formula.to_string())
}

/// `Σ_i (p_y[i] x[i] − p_x[i] y[i])`
fn map_of_items(system: &System, graph: &mut Graph, notation: &Notation, sum: Expr) -> String {
    let families = system.model.families.iter();
    let markers: Vec<Expr> = families
        .flat_map(|families| &families.markers)
        .map(|marker| marker.symbol)
        .collect();
    let zero = graph.zero();
    let without: Vec<(Expr, Expr)> = markers.iter().map(|&symbol| (symbol, zero)).collect();
    let single = graph.substitute(&[sum], &without);
    let shares = [graph.gradient(sum, &markers), single].concat();
    let names = markers.iter().map(|&symbol| {
        let name = graph.name_of(symbol).unwrap_or_default();
        format!("Σ_{} ", name.strip_prefix("sum over ").unwrap_or(name))
    });
    let names: Vec<String> = names.chain([String::new()]).collect();
    let sums = names.into_iter().zip(shares).filter(|(_, share)| *share != zero);
    let sums = sums.map(|(name, share)| {
        let terms = graph
            .terms_for_reading(share, TERMS)
            .unwrap_or_else(|| vec![share]);
        let text = written(graph, notation, &terms);
        match terms.len() {
            1 => name + &text,
            _ if name.is_empty() => text,
            _ => format!("{name}({text})"),
        }
    });
    sums.collect::<Vec<_>>().join(" + ").replace('-', "−")
}

fn ground(symmetry: &Symmetry) -> &'static str {
    if symmetry.is_proven { "proven" } else { "assumed" }
}

fn kept(symmetry: &Symmetry, schemes: &[Rc<dyn Scheme>]) -> String {
    let list = |schemes: &[&dyn Scheme]| -> String {
        let names: Vec<String> = schemes.iter().map(|scheme| scheme::name(*scheme)).collect();
        names.join(", ")
    };
    let mut keep: Vec<&dyn Scheme> = Vec::new();
    // Schemes that do not conserve it for the same reason are listed together.
    let mut reasons: Vec<(&str, Vec<&dyn Scheme>)> = Vec::new();
    for scheme in schemes.iter().map(|scheme| &**scheme) {
        let Err(why) = scheme.keeps(symmetry.inheritance) else {
            keep.push(scheme);
            continue;
        };
        match reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, schemes)) => schemes.push(scheme),
            None => reasons.push((why, vec![scheme])),
        }
    }
    match (keep.is_empty(), &reasons[..]) {
        (_, []) => "kept exactly by each scheme".to_owned(),
        (true, [(why, _)]) => format!("not kept exactly by any scheme: {why}"),
        _ => {
            let not = reasons
                .iter()
                .map(|(why, schemes)| format!("not by {}: {why}", list(schemes)));
            let by = (!keep.is_empty()).then(|| format!("by {}", list(&keep)));
            let parts: Vec<String> = by.into_iter().chain(not).collect();
            format!("kept exactly {}", parts.join(", "))
        }
    }
}

fn documentation(name: &str, map: &str, symmetry: &Symmetry, schemes: &[Rc<dyn Scheme>]) -> String {
    let ground = if symmetry.is_proven {
        "It is constant along motions: that L does not change along ξ is proven."
    } else {
        "It is constant along motions if L does not change along ξ, which holds at random points and is assumed."
    };
    let rows = schemes.iter().map(|scheme| {
        let kept = match scheme.keeps(symmetry.inheritance) {
            Ok(()) => "exactly, but for rounding".to_owned(),
            Err(why) => format!("up to the order of the scheme: {why}"),
        };
        format!("| `{}` | {kept} |", scheme::name(&**scheme))
    });
    let rows: Vec<String> = rows.collect();
    format!(
        "The momentum map of the symmetry `{name}`.\n\n```text\nI = p·ξ(q) = {map}\n```\n\n{ground}\n\n\
         | scheme | keeps it |\n| --- | --- |\n{}",
        rows.join("\n")
    )
}
