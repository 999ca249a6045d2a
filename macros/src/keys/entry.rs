//! A key with its rules, and the state that the rules read and change.
//!
//! It refuses to know any key: a rule that is not stated holds.

use super::motion::Motion;
use super::parts::Parts;
use super::{KEYS, constraint, families, mass_matrix, rolling};
use crate::declaration::{Declaration, Formula, Key, name_of};
use crate::diagnostics::{Diagnostics, Reported};
use crate::lower::{Lowering, Multipliers};

/// A key of the registry.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) key: &'static Key,
    /// The rule that holds before formulas are read.
    pub(super) declared: fn(&Declaration, &mut Diagnostics) -> Result<(), Reported>,
    /// Reads one of its formulas. They are read in the order written.
    pub(super) read: fn(&mut Reading, &Formula),
    /// The rule that holds when all formulas are read, and the last additions to the model. There is a motion if all its
    /// formulas could be read.
    pub(super) finish: fn(&mut Reading, Option<&Motion>) -> Result<(), Reported>,
}

/// A declaration as it is read.
#[derive(Debug)]
pub(crate) struct Reading<'a> {
    pub(crate) declaration: &'a Declaration,
    pub(crate) lowering: Lowering<'a>,
    pub(crate) parts: Parts,
    /// Whether a name has two meanings, or a forbidden one.
    pub(crate) has_wrong_names: bool,
    /// Whether some coordinate does not move, or some input does not act, in the formulas that could be read.
    pub(super) has_unused_quantities: bool,
    /// Keys that such a system cannot have.
    refused: Vec<(&'static Key, Reported)>,
}

impl Entry {
    /// A key without rules.
    pub(super) const fn of(key: &'static Key) -> Self {
        Self {
            key,
            declared: |_, _| Ok(()),
            read: |_, _| {},
            finish: |_, _| Ok(()),
        }
    }
}

/// The rules that need no formula to be read; the outcome of each key.
pub(crate) fn declared(
    declaration: &Declaration,
    diagnostics: &mut Diagnostics,
) -> Vec<(&'static Key, Result<(), Reported>)> {
    let entries = KEYS.iter();
    let outcomes = entries.map(|entry| (entry.key, (entry.declared)(declaration, diagnostics)));
    outcomes.collect()
}

impl<'a> Reading<'a> {
    pub(crate) fn new(declaration: &'a Declaration, diagnostics: &'a mut Diagnostics) -> Self {
        let mut lowering = Lowering::new(declaration, diagnostics);
        let names = [&constraint::KEY, &rolling::KEY].map(|key| key.names(declaration));
        lowering.multipliers = Multipliers::of(names.concat().into_iter().map(name_of));
        Self {
            declaration,
            lowering,
            parts: Parts::default(),
            has_wrong_names: false,
            has_unused_quantities: false,
            refused: Vec::new(),
        }
    }

    /// Reads all formulas in the order written, because a definition is known only after itself, and puts them together.
    pub(crate) fn read(&mut self) -> Result<Motion, Reported> {
        let declaration = self.declaration;
        for formula in &declaration.formulas {
            let Some(entry) = KEYS.iter().find(|entry| entry.key == formula.key) else {
                continue;
            };
            match self.refused(entry.key) {
                Some(reported) if entry.key == &mass_matrix::KEY => {
                    self.parts.energies.kinetic = Some(Err(reported));
                }
                Some(_) => {}
                None => (entry.read)(self, formula),
            }
        }
        Motion::of(&mut self.parts, declaration, &mut self.lowering)
    }

    /// Reports a key, once, that the system cannot have.
    fn refused(&mut self, key: &'static Key) -> Option<Reported> {
        let sums = &self.lowering.sums;
        let reason = sums.is_family().then(|| families::refused(key, sums.why()))??;
        if let Some((_, reported)) = self.refused.iter().find(|(known, _)| *known == key) {
            return Some(*reported);
        }
        let reported = self
            .lowering
            .diagnostics
            .report(key.word(self.declaration)?, reason);
        self.refused.push((key, reported));
        Some(reported)
    }

    /// Whether some coordinates or inputs may have to be removed.
    pub(crate) fn is_uncertain(&self) -> bool {
        self.has_wrong_names || self.has_unused_quantities
    }

    /// The rules that need all formulas.
    pub(crate) fn finish(&mut self, motion: Option<&Motion>) -> Result<(), Reported> {
        let outcomes = KEYS.iter().map(|entry| match self.refused(entry.key) {
            Some(reported) => Err(reported),
            None => (entry.finish)(self, motion),
        });
        // Each rule is checked, even if others failed before.
        let outcomes: Vec<Result<(), Reported>> = outcomes.collect();
        outcomes.into_iter().collect()
    }
}
