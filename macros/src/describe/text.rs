//! The whole text, section by section.
//!
//! It refuses to be long: parts that would fill pages are omitted, and reported as omitted.

use std::collections::{BTreeMap, BTreeSet};

use extremal_symbolic::text::Formula;

use super::equation::Equation;
use super::motion::{Motion, Row};
use super::name::Names;
use super::page::{self, Page};
use super::structure::Structure;
use super::symmetry::SymmetryText;
use crate::declaration::Section;
use crate::derive::Derived;
use crate::keys;
use crate::model::Energy;
use crate::system::System;

/// Up to this many nodes of a source formula are written.
pub(super) const NODES: usize = 400;
/// Lines of the equations of motion, of the momenta, and of the named subexpressions.
pub(super) const LINES: usize = 20;

pub(super) fn of(
    system: &System,
    derived: &Derived,
    structure: &Structure,
    names: &Names,
    symmetries: &[SymmetryText],
    motion: Option<&Motion>,
) -> String {
    let writer = Text {
        system,
        derived,
        structure,
        symmetries,
        names,
    };
    let mut page = Page::default();
    writer.head(&mut page);
    writer.lagrangian(&mut page);
    writer.motion(&mut page, motion);
    writer.forces(&mut page);
    writer.constraints(&mut page);
    writer.contacts(&mut page);
    writer.structure(&mut page);
    writer.operations(&mut page);
    writer.schemes(&mut page);
    page.finish()
}

/// The subject of the text.
pub(super) struct Text<'a> {
    pub(super) system: &'a System,
    pub(super) derived: &'a Derived,
    pub(super) structure: &'a Structure,
    pub(super) symmetries: &'a [SymmetryText],
    pub(super) names: &'a Names,
}

impl Text<'_> {
    fn head(&self, page: &mut Page) {
        title(self.system, page);
        let of = |list: &[String]| -> Vec<String> { grouped(list).map(|group| self.named(group)).collect() };
        page.labelled("coordinates", &of(&self.system.coordinates).join(", "));
        if !self.system.inputs.is_empty() {
            page.labelled("inputs", &of(&self.system.inputs).join(", "));
        }
        let graph = &self.system.model.graph;
        let parameters = self.system.model.parameters.iter();
        let parameters: Vec<String> = parameters
            .filter_map(|&e| graph.name_of(e))
            .map(str::to_owned)
            .collect();
        if !parameters.is_empty() {
            page.labelled("parameters", &of(&parameters).join(", "));
        }
        let functions = self.system.functions.iter().map(|function| {
            let places = vec!["·"; function.arguments].join(", ");
            format!("{}({places})", function.name)
        });
        let functions: Vec<String> = functions.collect();
        if !functions.is_empty() {
            page.labelled("functions", &functions.join(", "));
        }
    }

    /// `θ (theta)`, `x`, or `q₀ … q₇ (q[0] … q[7])`.
    fn named(&self, group: &[String]) -> String {
        let ends = match group {
            [first, .., last] => vec![first, last],
            single => single.iter().collect(),
        };
        let typed: Vec<&str> = ends.iter().map(|name| name.as_str()).collect();
        let written: Vec<String> = typed.iter().map(|name| self.names.text(name)).collect();
        let [written, typed] = [written.join(" … "), typed.join(" … ")];
        if written == typed {
            written
        } else {
            format!("{written} ({typed})")
        }
    }

    /// The lines of the formulas of a section, in source order.
    fn stated(&self, section: Section) -> Vec<String> {
        let stated = stated(self.system, self.names, section);
        stated.iter().map(Equation::text).collect()
    }

    fn lagrangian(&self, page: &mut Page) {
        page.section("Lagrangian");
        let mut formulas = self.system.declaration.formulas.iter();
        if matches!(self.system.model.energy, Energy::Split { .. }) {
            let has_potential = formulas.any(|formula| *formula.key == keys::POTENTIAL);
            page.entry(if has_potential { "L = T − V" } else { "L = T" });
        }
        let energies = self.stated(Section::Lagrangian);
        energies.iter().for_each(|line| page.entry(line));
        self.definitions(page);
    }

    fn definitions(&self, page: &mut Page) {
        let definitions = self.stated(Section::Definitions);
        let mut lines = 0;
        for (at, text) in definitions.iter().enumerate() {
            lines += page::lines(text);
            if lines > LINES {
                page.entry(&format!("     (abbreviated: {} more)", definitions.len() - at));
                return;
            }
            page.definition(if at == 0 { "with" } else { "    " }, text);
        }
    }

    fn motion(&self, page: &mut Page, motion: Option<&Motion>) {
        let n = self.system.coordinates.len();
        page.section(if n == 1 { "Momentum" } else { "Momenta" });
        self.rows(
            page,
            motion,
            |motion| &motion.momenta,
            |name, [left, _]| format!("p_{name} = {left}"),
        );
        page.section(if n == 1 {
            "Equation of motion"
        } else {
            "Equations of motion"
        });
        self.rows(
            page,
            motion,
            |motion| &motion.equations,
            |_, [left, right]| format!("{left} = {right}"),
        );
    }

    /// One entry per coordinate, up to `LINES`.
    fn rows(
        &self,
        page: &mut Page,
        motion: Option<&Motion>,
        rows: impl Fn(&Motion) -> &Vec<Row>,
        write: impl Fn(&str, [Formula; 2]) -> String,
    ) {
        let n = self.system.coordinates.len();
        let Some(motion) = motion else {
            let count = if n == 1 { "it is" } else { "they are" };
            page.entry(&format!("(abbreviated: {count} too long to be written out)"));
            return;
        };
        let mut lines = 0;
        for (at, (row, name)) in rows(motion).iter().zip(&self.system.coordinates).enumerate() {
            let formulas = row.formulas(&self.system.model.graph, &motion.notation);
            let text = match formulas {
                Some(formulas) => write(&self.names.text(name), formulas),
                None => format!(
                    "(abbreviated: that of {} is too long to be written out)",
                    self.names.text(name)
                ),
            };
            lines += page::lines(&text);
            if lines > LINES && at > 0 {
                page.entry(&format!("(abbreviated: {} more)", n - at));
                return;
            }
            page.entry(&text);
        }
    }

    fn forces(&self, page: &mut Page) {
        let entries = self.stated(Section::Forces);
        if !entries.is_empty() {
            page.section("Forces");
            entries.iter().for_each(|entry| page.entry(entry));
        }
    }

    fn constraints(&self, page: &mut Page) {
        let entries = self.stated(Section::Constraints);
        if !entries.is_empty() {
            page.section("Constraints");
            entries.iter().for_each(|entry| page.entry(entry));
            let model = &self.system.model;
            page.entry(match model.rolling.is_empty() || model.constraints.is_empty() {
                true => "λ: their multipliers, in the order of the constraints",
                false => "λ: their multipliers, in the order of the constraints, those on velocities last",
            });
            if self.system.model.is_redundant {
                page.entry("some may follow from others: Σ Dᵢ λᵢ² is least, Dᵢ = Gᵢ M⁻¹ Gᵢᵀ; Gᵀ λ is the same for all such λ");
            }
        }
    }

    fn contacts(&self, page: &mut Page) {
        contacts(&self.stated(Section::Contacts), page);
    }
}

/// The section of these formulas of contacts.
pub(super) fn contacts(entries: &[String], page: &mut Page) {
    if !entries.is_empty() {
        page.section("Contacts");
        entries.iter().for_each(|entry| page.entry(entry));
        let has = |what: &str| entries.iter().any(|entry| entry.starts_with(what));
        if has("g_") {
            page.entry(
                "g ≥ 0: gaps, γ: slips, μ: friction, e: restitution, r and n: contact points and normals",
            );
        }
        if has("f_") {
            page.entry("f: the largest force of dry friction, against its slip γ");
        }
        if has("near_") {
            page.entry("near: points, and how far each reaches; others do not touch");
        }
        if may_gain_energy(entries) {
            page.entry(
                "friction beside different restitutions e, e_T: an impact by Newton's law may gain energy, which work() of the \
                 report tells by its sign; it gains none where all of them are equal",
            );
        }
        if has("g_") {
            page.entry("the forces of closed contacts are added to the equations of motion");
        }
        if has("f_") {
            page.entry("the forces of dry friction are added to the equations of motion");
        }
    }
}

/// Whether there is friction, and restitutions differ from each other: those along normals, and those of slips.
fn may_gain_energy(entries: &[String]) -> bool {
    let stated = |law: &str| {
        let of = |entry: &String| {
            let (name, value) = entry.strip_prefix(law)?.split_once(" = ")?;
            Some((name.to_owned(), value.to_owned()))
        };
        entries.iter().filter_map(of).collect::<BTreeMap<_, _>>()
    };
    let [frictions, normals, slips] = ["μ_", "e_", "e_T_"].map(stated);
    let of = |law: &BTreeMap<String, String>, name| law.get(name).cloned().unwrap_or_else(|| "0".to_owned());
    let with_gaps = stated("g_");
    let along_normals = with_gaps.keys().map(|name| of(&normals, name));
    let along_slips = frictions.keys().map(|name| of(&slips, name));
    !frictions.is_empty() && along_normals.chain(along_slips).collect::<BTreeSet<_>>().len() > 1
}

/// The name of the system, and what it is.
pub(super) fn title(system: &System, page: &mut Page) {
    let name = &system.ident;
    let title = match &system.documentation {
        Some(line) => format!("{name}: {line}"),
        None => name.to_string(),
    };
    page::broken(&title, "", "")
        .iter()
        .for_each(|line| page.line(line));
    page.line("");
}

/// The formulas of a section, in source order.
pub(super) fn stated(system: &System, names: &Names, section: Section) -> Vec<Equation> {
    let formulas = system.declaration.formulas.iter();
    let stated = formulas.filter(|formula| {
        let statement = formula.key.statement.as_ref();
        statement.is_some_and(|statement| statement.section == section)
    });
    stated
        .flat_map(|formula| Equation::stated(formula, names))
        .collect()
}

/// Groups the components of each quantity.
fn grouped(names: &[String]) -> impl Iterator<Item = &[String]> {
    let base = |name: &String| name.split('[').next().map(str::to_owned);
    names.chunk_by(move |a, b| a.contains('[') && base(a) == base(b))
}
