//! `symmetry(name = [..])`: generators ξ(q), one entry per coordinate, and the names of their momentum maps.
//!
//! It refuses to know the conditions for a symmetry, which `invariance` checks.

mod generator;
mod invariance;
mod rate;

use proc_macro2::Ident;

use super::{Entry, Motion, Reading, methods};
use crate::declaration::{Form, Formula, Items, Key, Labels, Names, Row, name_of};
use crate::diagnostics::Reported;
use crate::lower::{Content, Inputs, Lowering};
use crate::model::{Contact, Symmetry};
use generator::Generator;
use invariance::{Asked, Invariance};
pub(crate) use rate::{Points, Zero};

pub(crate) static KEY: Key = Key {
    name: "symmetry",
    other_words: &["noether", "generator", "momentum_map"],
    form: Form::List {
        example: |_| "symmetry(rotation = [..])".to_owned(),
        items: Items::Formulas(Labels::Assumable),
    },
    introduces: Some(Names {
        kind: "symmetry",
        unknown: Some(|name| {
            format!(
                "`{name}` is a symmetry, and its momentum map a function of state and momentum, which formulas do not know"
            )
        }),
        refused: |name| {
            methods::taken(name).map(|what| {
                format!(
                    "`{name}` is {what}, which a momentum map of that name would hide; choose another name"
                )
            })
        },
        taken: None,
    }),
    // As for outputs, the method is emitted in any case.
    row: Row {
        entry: "symmetry(name = [..], ..)",
        shape: "one entry per component of q, or an array of all items",
        meaning: "ξ(q): generators of symmetries; each momentum map p·ξ is a method of the struct",
        otherwise: "none",
    },
    ..Key::PLAIN
};

static CONTENT: Content = Content {
    what: "a generator",
    refuses_velocities: Some(
        "a generator is a function of coordinates and parameters: it moves configurations, and velocities follow",
    ),
    refuses_time: Some("a generator is the same at all times: time elements inherit no other symmetries"),
    refuses_inputs: Some(Inputs {
        named: |name| {
            format!("a generator is a function of coordinates and parameters, and `{name}` is an input")
        },
        contained: |name| {
            format!("a generator is a function of coordinates and parameters, and `{name}` contains an input")
        },
    }),
    ..Content::OF_THE_MOTION
};

pub(super) const ENTRY: Entry = Entry {
    read: |reading, formula| {
        let generator = Generator::of(&mut reading.lowering, reading.declaration, &formula.expr);
        reading.parts.generators.add(formula, generator);
    },
    finish,
    ..Entry::of(&KEY)
};

/// The symmetries read so far.
#[derive(Debug, Default)]
pub(super) struct Symmetries {
    declared: Vec<DeclaredGenerator>,
}

#[derive(Debug)]
struct DeclaredGenerator {
    name: Ident,
    is_assumed: bool,
    generator: Result<Generator, Reported>,
}

impl Symmetries {
    fn add(&mut self, formula: &Formula, generator: Result<Generator, Reported>) {
        self.declared.push(DeclaredGenerator {
            name: formula.label.ident.clone(),
            is_assumed: formula.label.assume.is_some(),
            generator,
        });
    }
}

/// The generators that are symmetries. All others are reported.
fn finish(reading: &mut Reading, motion: Option<&Motion>) -> Result<(), Reported> {
    let Some(motion) = motion.filter(|_| !reading.is_uncertain()) else {
        return Ok(());
    };
    let mut outcome = Ok(());
    for declared in std::mem::take(&mut reading.parts.generators.declared) {
        let contacts = &reading.parts.contacts;
        let checked = reading
            .lowering
            .without_traces(|lowering| declared.checked(lowering, motion, contacts));
        match checked {
            Ok(symmetry) => reading.parts.symmetries.push(symmetry),
            Err(reported) => outcome = Err(reported),
        }
    }
    outcome
}

impl DeclaredGenerator {
    fn checked(
        self,
        lowering: &mut Lowering,
        motion: &Motion,
        contacts: &[(String, Contact)],
    ) -> Result<Symmetry, Reported> {
        let declared = self.generator?;
        let generator = declared.at_places(lowering, motion.force.len())?;
        let name = name_of(&self.name);
        let zero = lowering.graph.zero();
        let verdict = if generator.iter().all(|&entry| entry == zero) {
            Err(format!("`{name}` moves nothing: all entries are zero"))
        } else {
            let asked = Asked {
                name: &name,
                is_assumed: self.is_assumed,
                generator: &generator,
            };
            Invariance::of(lowering, motion, contacts, &asked)
        };
        let refused = |message| lowering.diagnostics.report(&self.name, message);
        let Invariance {
            is_proven,
            inheritance,
        } = verdict.map_err(refused)?;
        Ok(Symmetry {
            generator,
            sum: declared.sum,
            is_proven,
            inheritance,
        })
    }
}
