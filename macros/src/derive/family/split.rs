//! The summands of a model: what one marker multiplies, over the local coordinates that occur in it.

use std::mem;

use extremal_symbolic::{Expr, Graph};

use crate::derive::family::alike;
use crate::derive::kernel::Shape;
use crate::model::{Contact, Energy, Families, Inheritance, Model, Symmetry, without};

/// Which items a summand has, and the local numbers of each.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Items {
    /// The number of the marker; `None` for a single item.
    pub(crate) marker: Option<usize>,
    /// The numbers of the local coordinates in the model.
    pub(crate) coordinates: Vec<usize>,
    /// The numbers of the constraints in the model, of which those on velocities come last; or those of the components of outputs.
    pub(crate) constraints: Vec<usize>,
    /// The numbers of the inputs in the model, where there are some of items; otherwise none, and all items have all inputs.
    pub(crate) inputs: Vec<usize>,
    /// The numbers of the model's sensitivities by which an item is differentiated.
    pub(crate) sensitivities: Vec<usize>,
}

/// A summand, as a system of its own.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) items: Items,
    /// How many of the model's symmetries are declared: they come first.
    declared: usize,
    /// Its graph is with the whole model, except for a moment.
    model: Model,
}

impl Part {
    /// The part as a model, with the graph of the whole.
    pub(super) fn within<R>(&mut self, whole: &mut Model, work: impl FnOnce(&mut Model, &Items) -> R) -> R {
        mem::swap(&mut whole.graph, &mut self.model.graph);
        let result = work(&mut self.model, &self.items);
        mem::swap(&mut whole.graph, &mut self.model.graph);
        result
    }
}

/// The summands: for each marker one of the energies and forces, and one of all constraints that one loop counts, if there are any. How many of the
/// symmetries of each are declared ones; `None` if one of them moves a coordinate of some summand by what that has not.
pub(super) fn parts(model: &mut Model) -> (Vec<Part>, Option<usize>) {
    let families = model.families.clone().unwrap_or_default();
    let markers: Vec<Option<usize>> = [None]
        .into_iter()
        .chain((0..families.markers.len()).map(Some))
        .collect();
    let mut parts = Vec::new();
    for &marker in &markers {
        parts.extend(motion(model, &families, marker));
    }
    for &marker in &markers {
        parts.extend(constraints(model, &families, marker));
    }
    let all = affine(model).count();
    if parts.iter().all(|part| part.declared == all) {
        return (parts, Some(all));
    }
    for part in &mut parts {
        part.model.symmetries.drain(..part.declared);
    }
    (parts, None)
}

fn affine(model: &Model) -> impl Iterator<Item = &Symmetry> {
    let symmetries = model.symmetries.iter();
    symmetries.filter(|symmetry| symmetry.inheritance != Inheritance::Never)
}

/// The declared symmetries of some of the coordinates, and the motions of these that may be others.
fn symmetries(model: &mut Model, families: &Families, coordinates: &[usize]) -> (usize, Vec<Symmetry>) {
    let of_these: Vec<Expr> = coordinates.iter().map(|&k| model.coordinates[k]).collect();
    let known = [&of_these[..], &model.parameters].concat();
    let declared = affine(model).map(|symmetry| Symmetry {
        generator: coordinates.iter().map(|&k| symmetry.generator[k]).collect(),
        ..symmetry.clone()
    });
    let is_local = |symmetry: &Symmetry| {
        let symbols = model.graph.symbols_below(&symmetry.generator);
        symbols.iter().all(|symbol| known.contains(symbol))
    };
    let mut all: Vec<Symmetry> = declared.filter(is_local).collect();
    let count = all.len();
    all.extend(alike::motions(
        &mut model.graph,
        families,
        coordinates,
        &model.coordinates,
    ));
    (count, all)
}

/// What a marker multiplies; what none multiplies for `None`.
pub(super) fn share(
    graph: &mut Graph,
    families: &Families,
    marker: Option<usize>,
    sums: &[Expr],
) -> Vec<Expr> {
    let symbols: Vec<Expr> = families.markers.iter().map(|marker| marker.symbol).collect();
    match marker.and_then(|marker| symbols.get(marker)) {
        Some(&symbol) => graph.jacobian(sums, &[symbol]).concat(),
        None => without(graph, sums, &symbols),
    }
}

fn motion(model: &mut Model, families: &Families, marker: Option<usize>) -> Option<Part> {
    let (kinetic, potential) = model.energies();
    let sums = [&[kinetic, potential], &model.force[..]].concat();
    let mut sums = share(&mut model.graph, families, marker, &sums);
    let zero = model.graph.zero();
    if sums.iter().all(|&e| e == zero) {
        return None;
    }
    let force = sums.split_off(2);
    let coordinates = (0..model.coordinates.len()).filter(|&k| {
        let symbols = [model.coordinates[k], model.velocities[k]];
        force[k] != zero
            || model
                .graph
                .any_depends_on(&[&sums[..], &force].concat(), &symbols)
    });
    let coordinates: Vec<usize> = coordinates.collect();
    let (inputs, symbols) = inputs_of(model, &force);
    let (sensitivities, fields) = used(model, &model.sensitivities, &[&sums[..], &force].concat());
    let energy = match model.energy {
        Energy::Split { .. } => Energy::Split {
            kinetic: sums[0],
            potential: sums[1],
        },
        Energy::General { .. } => Energy::General { lagrangian: sums[0] },
    };
    let (declared, symmetries) = symmetries(model, families, &coordinates);
    Some(Part {
        declared,
        model: Model {
            energy,
            force: coordinates.iter().map(|&k| force[k]).collect(),
            symmetries,
            inputs: symbols,
            sensitivities: fields,
            ..local(model, &coordinates)
        },
        items: Items {
            marker,
            coordinates,
            constraints: Vec::new(),
            inputs,
            sensitivities,
        },
    })
}

/// The numbers of rows, and what the items of a marker add to them.
pub(super) type Added = (Vec<usize>, Vec<Expr>);

/// What the items of a marker add to rows. Rows over the items of a marker are without its symbol, and the sums within a row are over
/// the ranges of the row, and others. A loop counts the rows over one marker: those over another one are in another loop. Rows that
/// stand alone are in the first one.
pub(super) fn of_marker(
    graph: &mut Graph,
    families: &Families,
    marker: Option<usize>,
    rows: &[(Option<usize>, Expr)],
) -> Vec<Added> {
    let zero = graph.zero();
    let mut loops: Vec<(Option<usize>, Added)> = Vec::new();
    for (at, &(row, entry)) in rows.iter().enumerate() {
        let of = match row {
            Some(_) if row == marker => None,
            Some(_) if !families.is_within(marker, row) => continue,
            _ => marker,
        };
        let value = share(graph, families, of, &[entry]);
        let Some(&value) = value.first().filter(|&&value| value != zero) else {
            continue;
        };
        let is_same =
            |(counted, _): &(Option<usize>, Added)| row.is_none() || counted.is_none_or(|of| row == Some(of));
        let found = loops.iter().position(is_same).unwrap_or(loops.len());
        if found == loops.len() {
            loops.push((row, (Vec::new(), Vec::new())));
        }
        let (counted, (numbers, values)) = &mut loops[found];
        *counted = counted.or(row);
        numbers.push(at);
        values.push(value);
    }
    loops.into_iter().map(|(_, added)| added).collect()
}

fn constraints(model: &mut Model, families: &Families, marker: Option<usize>) -> Vec<Part> {
    let rows = families.rows.iter().copied();
    let rows = rows.zip(model.held()).collect::<Vec<_>>();
    let loops = of_marker(&mut model.graph, families, marker, &rows);
    let parts = loops.into_iter();
    parts
        .map(|added| of_constraints(model, families, marker, added))
        .collect()
}

fn of_constraints(
    model: &mut Model,
    families: &Families,
    marker: Option<usize>,
    (constraints, mut values): Added,
) -> Part {
    let zero = model.graph.zero();
    let coordinates = of(model, &values);
    let (sensitivities, fields) = used(model, &model.sensitivities, &values);
    let (declared, symmetries) = symmetries(model, families, &coordinates);
    let first_rolling = constraints.partition_point(|&row| row < model.constraints.len());
    let rolling = values.split_off(first_rolling);
    Part {
        declared,
        model: Model {
            energy: Energy::Split {
                kinetic: zero,
                potential: zero,
            },
            force: vec![zero; coordinates.len()],
            constraints: values,
            rolling,
            sensitivities: fields,
            symmetries,
            ..local(model, &coordinates)
        },
        items: Items {
            marker,
            coordinates,
            constraints,
            inputs: Vec::new(),
            sensitivities,
        },
    }
}

/// Each contact, as a part of its own.
pub(super) fn contacts(model: &mut Model) -> Vec<Part> {
    let contacts = model.contacts.clone();
    let items = model.families.clone().unwrap_or_default().contacts;
    let parts = contacts.into_iter().zip(items).map(|(contact, of)| {
        let Contact { gap, law, .. } = contact;
        let laws = [law.friction, law.restitution, law.restitution_t];
        let formulas = [&[gap], &laws[..], &contact.slip].concat();
        let (coordinates, local) = of_formulas(model, &formulas);
        let (sensitivities, fields) = used(model, &model.sensitivities, &formulas);
        Part {
            declared: 0,
            model: Model {
                contacts: vec![contact],
                sensitivities: fields,
                ..local
            },
            items: Items {
                marker: of.marker,
                coordinates,
                constraints: Vec::new(),
                inputs: Vec::new(),
                sensitivities,
            },
        }
    });
    parts.collect()
}

/// The local coordinates that formulas depend on, and a model of them without energies.
pub(super) fn of_formulas(model: &mut Model, formulas: &[Expr]) -> (Vec<usize>, Model) {
    let coordinates = of(model, formulas);
    let local = local(model, &coordinates);
    (coordinates, local)
}

/// The numbers of the local coordinates that formulas contain, or whose velocities they do.
fn of(model: &Model, formulas: &[Expr]) -> Vec<usize> {
    let coordinates = (0..model.coordinates.len()).filter(|&k| {
        let symbols = [model.coordinates[k], model.velocities[k]];
        model.graph.any_depends_on(formulas, &symbols)
    });
    coordinates.collect()
}

fn has_inputs_of_items(model: &Model) -> bool {
    let families = model.families.as_ref();
    families.is_some_and(|families| families.inputs.is_some())
}

/// The numbers of the inputs that are read for each item, and the symbols of all that formulas may contain.
pub(super) fn inputs_of(model: &Model, formulas: &[Expr]) -> (Vec<usize>, Vec<Expr>) {
    if !has_inputs_of_items(model) {
        return (Vec::new(), model.inputs.clone());
    }
    used(model, &model.inputs, formulas)
}

/// The numbers of the symbols that formulas contain, and these.
fn used(model: &Model, symbols: &[Expr], formulas: &[Expr]) -> (Vec<usize>, Vec<Expr>) {
    let symbols = symbols.iter().copied().enumerate();
    symbols
        .filter(|(_, symbol)| model.graph.any_depends_on(formulas, &[*symbol]))
        .unzip()
}

/// A model with some of the coordinates, without energies.
fn local(model: &Model, coordinates: &[usize]) -> Model {
    let of = |symbols: &[Expr]| -> Vec<Expr> { coordinates.iter().map(|&k| symbols[k]).collect() };
    Model {
        graph: Graph::new(),
        time: model.time,
        coordinates: of(&model.coordinates),
        velocities: of(&model.velocities),
        inputs: match has_inputs_of_items(model) {
            true => Vec::new(),
            false => model.inputs.clone(),
        },
        // None where there are inputs of items.
        varying: model.varying.clone(),
        parameters: model.parameters.clone(),
        sensitivities: Vec::new(),
        energy: model.energy,
        force: Vec::new(),
        constraints: Vec::new(),
        rolling: Vec::new(),
        contacts: Vec::new(),
        multipliers: Vec::new(),
        reactions: Vec::new(),
        outputs: Vec::new(),
        symmetries: Vec::new(),
        families: None,
        has_modified_energy: model.has_modified_energy,
        is_redundant: false,
        is_wide: model.is_wide,
        is_single: model.is_single,
    }
}

/// The shape of a list of numbers.
pub(super) fn list(numbers: &[Expr]) -> Shape {
    Shape::Array(numbers.len())
}
