//! `inputs(u, w[2], a: 2)`: u, numbers from outside. Each of them must act on the system.
//!
//! It refuses to know where they act. Other keys state whether their formulas may contain inputs.

use extremal_symbolic::Expr;

use super::{Entry, Motion, Reading, usage};
use crate::declaration::{Form, Items, Key, Lost, Names, Quantities, Row, Times};
use crate::diagnostics::Reported;

pub(super) static KEY: Key = Key {
    name: "inputs",
    other_words: &["u", "control", "controls"],
    times: Times::Once("list all of them in one `inputs(..)`"),
    form: Form::List {
        example: |_| "inputs(u)".to_owned(),
        items: Items::Quantities(Quantities::Inputs),
    },
    introduces: Some(Names::of("input")),
    loss: Lost::quantities,
    row: Row {
        entry: "inputs(u, w[2], a: 2)",
        shape: "scalars, vectors of 1 to 1000, or any number of items, `w[motors]`; degrees 1 to 6",
        meaning: "u: given to [`step_with`](Integrator::step_with), constant over a step; `a: 2` is a polynomial of degree 2 there, given \
                  by its values at 0, 1/2 and 1 of the step",
        otherwise: "none",
    },
    ..Key::PLAIN
};

pub(super) const ENTRY: Entry = Entry {
    finish: each_acts,
    ..Entry::of(&KEY)
};

fn each_acts(reading: &mut Reading, motion: Option<&Motion>) -> Result<(), Reported> {
    let symbols = &reading.lowering.symbols;
    let quantities = &reading.declaration.inputs;
    // Any item stands for all of them.
    let places = reading.lowering.sums.places_of_inputs();
    let components = quantities.iter().enumerate();
    let components =
        components.flat_map(|(at, quantity)| (0..quantity.size()).map(move |component| (at, component)));
    let inputs = components.map(|component| {
        let of_it = symbols.inputs.iter().zip(places);
        let of_it = of_it.filter(|(_, place)| (place.quantity, place.component) == component);
        of_it.map(|(&input, _)| input).collect()
    });
    let inputs: Vec<Vec<Expr>> = inputs.collect();
    let target = reading.declaration.first_coordinate();
    usage::check(reading, motion, quantities, &inputs, |name, _| {
        match name.ends_with(']') && quantities.iter().any(|quantity| quantity.items.is_some()) {
            true => format!("the input `{name}` acts nowhere; use it in `force(..)`, or drop it"),
            false => format!("the input `{name}` acts nowhere; write `force({target} = {name})`, or drop it"),
        }
    })
}
