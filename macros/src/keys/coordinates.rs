//! `coordinates(x, r[3])`: q. There is at least one coordinate, and each of them moves.

use extremal_symbolic::Expr;

use super::{Entry, Motion, Reading, massless, usage};
use crate::declaration::{Declaration, Form, Items, Key, Lost, Names, Quantities, Row, Times};
use crate::diagnostics::{Diagnostics, Reported};
use crate::model::Place;

static KEY: Key = Key {
    name: "coordinates",
    other_words: &["q", "variables", "states"],
    times: Times::Once("list all of them in one `coordinates(..)`"),
    form: Form::List {
        example: |_| "coordinates(x, r[3])".to_owned(),
        items: Items::Quantities(Quantities::Coordinates),
    },
    introduces: Some(Names::of("coordinate")),
    loss: Lost::quantities,
    row: Row {
        entry: "coordinates(x, r[3])",
        shape: "scalars, vectors, arrays of vectors `r[20][3]`; 1 to 1000 numbers each, or any number of items, `r[points][3]` and `r[5000][3]`",
        meaning: "q: generalized coordinates, in the order of the arrays that [`Integrator`] takes",
        otherwise: "required; each must occur in a formula of the motion",
    },
    ..Key::PLAIN
};

pub(super) const ENTRY: Entry = Entry {
    declared: there_are_some,
    finish: each_moves,
    ..Entry::of(&KEY)
};

fn there_are_some(declaration: &Declaration, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    if !declaration.coordinates.is_empty() {
        return Ok(());
    }
    if let Some(reported) = declaration.lost.names {
        return Err(reported);
    }
    Err(match KEY.word(declaration) {
        Some(word) => diagnostics.report(
            word,
            "a system has at least one coordinate; name it, as in `coordinates(x)`",
        ),
        None => diagnostics.report(
            &declaration.anchor,
            "the coordinates are missing; name them, as in `coordinates(x, r[3])`",
        ),
    })
}

fn each_moves(reading: &mut Reading, motion: Option<&Motion>) -> Result<(), Reported> {
    let symbols = &reading.lowering.symbols;
    let pairs = symbols.coordinates.iter().zip(&symbols.velocities);
    let pairs = match reading.lowering.sums.is_family() {
        false => pairs.map(|(&q, &v)| vec![q, v]).collect(),
        true => of_any_item(reading),
    };
    let declaration = reading.declaration;
    let pushed: Vec<Vec<Expr>> = motion.map_or_else(Vec::new, |motion| forces(reading, motion));
    let zero = reading.lowering.graph.zero();
    let is_pushed = |component: usize| {
        let forces = pushed.get(component);
        forces.is_some_and(|forces| forces.iter().any(|&force| force != zero))
    };
    usage::check(
        reading,
        motion,
        &declaration.coordinates,
        &pairs,
        |name, component| {
            let is_massless = massless::lists(declaration, name.trim_end_matches("[i]"));
            if is_massless && is_pushed(component) {
                return format!(
                    "nothing holds the massless coordinate `{name}` against its force: its equation contains neither `{name}` nor \
                 `dt({name})`, so that nothing determines its motion; write a potential, a friction or a kinetic energy of it, or drop it"
                );
            }
            if is_massless {
                return format!(
                    "the massless coordinate `{name}` is in no formula, so nothing determines its motion: a force, V or a constraint has \
                 to depend on it; write one that does, or drop it"
                );
            }
            if is_pushed(component) {
                return format!(
                    "a force acts on the coordinate `{name}`, and no formula contains it, so nothing determines its motion; \
                 write `dt({name})` in the kinetic energy, or drop it"
                );
            }
            format!(
                "the coordinate `{name}` is in no formula, so nothing determines its motion; \
             write `dt({name})` in the kinetic energy, or drop it"
            )
        },
    )
}

/// The symbols of each component: any item stands for all of them, as only the program knows which ones a range reaches.
fn of_any_item(reading: &Reading) -> Vec<Vec<Expr>> {
    let symbols = &reading.lowering.symbols;
    let pairs = symbols.coordinates.iter().zip(&symbols.velocities);
    by_component(reading, pairs.map(|(&q, &v)| vec![q, v]))
}

/// The forces on each component, or on any of its items.
fn forces(reading: &Reading, motion: &Motion) -> Vec<Vec<Expr>> {
    let forces = motion.force.iter().map(|&force| vec![force]);
    match reading.lowering.sums.is_family() {
        false => forces.collect(),
        true => by_component(reading, forces),
    }
}

/// What belongs to the places of items, by component.
fn by_component(reading: &Reading, of_places: impl Iterator<Item = Vec<Expr>> + Clone) -> Vec<Vec<Expr>> {
    let places = reading.lowering.sums.places();
    let quantities = reading.declaration.coordinates.iter().enumerate();
    let components =
        quantities.flat_map(|(at, quantity)| (0..quantity.size()).map(move |component| (at, component)));
    let of = |(quantity, component): (usize, usize)| {
        let is_of = |place: &Place| place.quantity == quantity && place.component == component;
        let of_it = of_places.clone().zip(places).filter(|(_, place)| is_of(place));
        of_it.flat_map(|(exprs, _)| exprs).collect()
    };
    components.map(of).collect()
}
