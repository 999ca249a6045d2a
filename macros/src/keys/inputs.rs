//! `inputs(u, w[2])`: u, numbers from outside. Each of them must act on the system.
//!
//! It refuses to know where they act. Other keys state whether their formulas may contain inputs.

use super::{Entry, Motion, Reading, usage};
use crate::declaration::{Form, Items, Key, Lost, Names, Quantities, Row, Times};
use crate::diagnostics::Reported;

pub(super) static KEY: Key = Key {
    name: "inputs",
    other_words: &["u", "control", "controls"],
    times: Times::Once {
        instead: "list all of them in one `inputs(..)`",
    },
    form: Form::List {
        example: |_| "inputs(u)".to_owned(),
        items: Items::Quantities(Quantities::Inputs),
    },
    introduces: Some(Names {
        kind: "input",
        unknown: None,
        refused: |_| None,
        taken: None,
    }),
    loss: Lost::quantities,
    statement: None,
    row: Row {
        entry: "inputs(u, w[2])",
        shape: "scalars, vectors of 1 to 1000",
        meaning: "u: given to [`step_with`](Integrator::step_with), constant over a step",
        otherwise: "none",
    },
};

pub(super) const ENTRY: Entry = Entry {
    finish: each_acts,
    ..Entry::of(&KEY)
};

fn each_acts(reading: &mut Reading, motion: Option<&Motion>) -> Result<(), Reported> {
    let symbols = &reading.lowering.symbols;
    let inputs: Vec<_> = symbols.inputs.iter().map(|&input| vec![input]).collect();
    let target = reading.declaration.first_coordinate();
    let quantities = &reading.declaration.inputs;
    usage::check(reading, motion, quantities, &inputs, |name| {
        format!("the input `{name}` acts nowhere; write `force({target} = {name})`, or drop it")
    })
}
