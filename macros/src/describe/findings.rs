//! The sections of the text about findings: structure, operations, schemes.
//!
//! It refuses to know formulas: it puts facts and counts into words.

use super::page::Page;
use super::scheme;
use super::structure::Structure;
use super::text::Text;
use crate::derive::{Dependence, Kernel};

impl Text<'_> {
    pub(super) fn structure(&self, page: &mut Page) {
        page.section("Structure");
        page.labelled("mass matrix", &self.masses());
        page.labelled("Lagrangian", self.coupling());
        page.labelled("energy", &self.energy());
        if let Some(cyclic) = self.cyclic() {
            page.labelled("cyclic", &cyclic);
        }
        let (m, n) = (self.structure.constraints, self.system.coordinates.len());
        if m > 0 {
            // Which of them count, only the places say where some follow from others.
            let freedom = match n.checked_sub(m) {
                _ if self.system.model.is_redundant => "they may follow from each other".to_owned(),
                Some(1) => "1 degree of freedom".to_owned(),
                degrees => format!("{} degrees of freedom", degrees.unwrap_or_default()),
            };
            page.labelled(
                "constraints",
                &format!("{}; {freedom}", self.constraints_in_words()),
            );
        }
        if let Some(contacts) = self.contacts_in_words() {
            page.labelled("contacts", &contacts);
        }
        for note in &self.system.notes {
            page.labelled("note", note);
        }
        for symmetry in self.symmetries {
            page.labelled("conserved", &symmetry.line);
        }
    }

    fn constraints_in_words(&self) -> String {
        let Structure {
            constraints,
            rolling,
            is_scleronomic,
            ..
        } = *self.structure;
        let of = match (rolling == constraints, is_scleronomic) {
            (false, true) => "of the coordinates",
            (false, false) => "of the coordinates and t",
            (true, _) => return format!("{rolling} on velocities"),
        };
        match rolling {
            0 => format!("{constraints}, functions {of}"),
            _ => format!(
                "{}, functions {of}, and {rolling} on velocities",
                constraints - rolling
            ),
        }
    }

    fn contacts_in_words(&self) -> Option<String> {
        let contacts = self.structure.contacts;
        let on = if contacts.are_scleronomic {
            "of the coordinates"
        } else {
            "of the coordinates and t"
        };
        let with_gaps = contacts.count - contacts.without_gap;
        let friction = match contacts.with_friction {
            0 => "without friction".to_owned(),
            all if all == with_gaps => "with friction".to_owned(),
            some => format!("{some} with friction"),
        };
        let with_gaps = (with_gaps > 0).then(|| format!("{with_gaps}, gaps {on}; {friction}"));
        let without = (contacts.without_gap > 0)
            .then(|| format!("{} of dry friction, without a gap", contacts.without_gap));
        let parts: Vec<String> = with_gaps.into_iter().chain(without).collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    fn masses(&self) -> String {
        let on = match self.structure.mass_matrix {
            Dependence::Constant => "constant",
            Dependence::Time => "depends on t",
            Dependence::Configuration => "depends on the configuration",
            Dependence::Velocity => "depends on the velocities",
        };
        let is_diagonal = self.structure.is_diagonal && self.system.coordinates.len() > 1;
        let is_singular = self.derived.is_singular;
        let properties = [(is_diagonal, ", diagonal"), (is_singular, ", singular")];
        let properties = properties.into_iter().filter(|(has, _)| *has);
        properties.fold(on.to_owned(), |text, (_, property)| text + property)
    }

    fn coupling(&self) -> &'static str {
        match (self.structure.is_separable, self.structure.is_autonomous) {
            (true, true) => "separable, T(q̇) − V(q); does not depend on t",
            (true, false) => "separable, T(q̇, t) − V(q, t); depends on t",
            (false, true) => "not seen to be separable; does not depend on t",
            (false, false) => "not seen to be separable; depends on t",
        }
    }

    fn energy(&self) -> String {
        let energy = if self.structure.is_natural {
            "T + V"
        } else {
            "q̇·∂L/∂q̇ − L"
        };
        format!("E = {energy} {}", self.balance())
    }

    fn cyclic(&self) -> Option<String> {
        let cyclic = self.structure.cyclic.iter();
        let names: Vec<String> = cyclic
            .map(|&i| self.names.text(&self.system.coordinates[i]))
            .collect();
        let momenta: Vec<String> = names.iter().map(|name| format!("p_{name}")).collect();
        let verb = if names.len() == 1 { "is" } else { "are" };
        let (names, momenta) = (names.join(", "), momenta.join(", "));
        (!names.is_empty()).then(|| format!("{names}: {momenta} {verb} constant"))
    }

    fn balance(&self) -> String {
        let rest = self.balance_without_contacts();
        match rest {
            _ if !self.structure.contacts.work => rest.to_owned(),
            "is constant" => "changes with the work of the contacts alone".to_owned(),
            rest => format!("{rest}, and with that of the contacts"),
        }
    }

    fn balance_without_contacts(&self) -> &'static str {
        let Structure {
            is_constant_without_contacts,
            is_autonomous,
            has_forces,
            ..
        } = *self.structure;
        match (is_autonomous, has_forces) {
            _ if is_constant_without_contacts => "is constant",
            _ if !self.structure.is_scleronomic => "changes with the work of the constraints and forces",
            (true, _) => "changes with the work of the forces",
            (false, true) => "changes with t and with the work of the forces",
            (false, false) => "changes with t",
        }
    }

    pub(super) fn operations(&self, page: &mut Page) {
        let continuous = &self.derived.continuous;
        page.section("Operations");
        let counts = [
            ("L", continuous.lagrangian.operations()),
            ("p", continuous.momentum.operations()),
            ("M", continuous.mass_matrix.operations()),
            ("E", continuous.generalized_energy.operations()),
        ];
        let contacts = continuous.contacts.iter().flat_map(|kernels| {
            [
                ("gaps", kernels.gaps.operations()),
                ("W and η", kernels.directions.operations()),
            ]
        });
        let counts = counts.into_iter().chain(contacts);
        let counts: Vec<String> = counts.map(|(name, count)| format!("{name} {count}")).collect();
        let solver = &continuous.acceleration;
        let solve = solver.correction.as_ref().map(Kernel::operations);
        let acceleration = match solve {
            Some(count) => format!("accelerations {count}"),
            None => format!(
                "M and right side for the accelerations {}",
                solver.tangent.operations()
            ),
        };
        page.entry(&format!(
            "{}, {acceleration}; a sine or a root counts as one",
            counts.join(", ")
        ));
    }

    pub(super) fn schemes(&self, page: &mut Page) {
        page.section("Schemes");
        for line in scheme::table(&self.derived.steps) {
            page.line(&line);
        }
        page.line("");
        for step in &self.derived.steps {
            page.entry(&format!(
                "{}: {}",
                scheme::name(&*step.scheme),
                scheme::reason(step)
            ));
        }
        if self.structure.constraints > 0 {
            page.entry(
                "x: the unknowns of a step that are iterated, velocities and multipliers; r: their equations; \
                 the others follow from them at the end",
            );
        } else {
            page.entry("x: the unknowns of a step, velocities; r: its equations");
        }
        if self.structure.contacts.count > 0 {
            page.entry("percussions of closed contacts are solved for in addition, which is not counted");
        }
        page.entry("operations: of a whole step, with Newton's method of one with one iteration");
    }
}
