//! `output(name = expr)`: quantities to record, and the names that their methods must not have.
//!
//! It refuses to know the quantities: a function of the state and of inputs may have any shape.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::Expr;

use super::{Entry, OutputMethod, methods};
use crate::declaration::{Form, Formula, Items, Key, Labels, Lost, Names, Row, name_of};
use crate::diagnostics::Reported;
use crate::lower::{Content, Lowered, Lowering};
use crate::model::{Output, Shape, WRITTEN_OUT};

pub(crate) static KEY: Key = Key {
    name: "output",
    other_words: &["observe", "watch"],
    form: Form::List {
        example: |_| "output(height = ..)".to_owned(),
        items: Items::Formulas(Labels::Definable),
    },
    introduces: Some(Names {
        kind: "output",
        unknown: Some(|name| {
            format!(
                "`{name}` is an output, and formulas do not know outputs; \
                 give its formula a name with `let`, and use that in both places"
            )
        }),
        refused: |name| {
            taken(name).map(|what| {
                format!("`{name}` is {what}, which an output of that name would hide; choose another name")
            })
        },
        taken: None,
    }),
    // Its method is emitted in any case, and no formula refers to it.
    loss: Lost::nothing,
    row: Row {
        entry: "output(name = .., ..)",
        shape: "any",
        meaning: "y(q, dt(q), t, u), also of multipliers: quantities to record, each a method of the struct",
        otherwise: "none",
    },
    ..Key::PLAIN
};

static CONTENT: Content = Content {
    what: "an output",
    acceleration: "this contains a velocity, whose derivative is an acceleration; an output has positions, \
                   velocities and time: for accelerations call `acceleration(..)`",
    ..Content::ANYTHING
};

pub(super) const ENTRY: Entry = Entry {
    read: |reading, formula| reading.parts.read_outputs.add(&mut reading.lowering, formula),
    finish: |reading, _| {
        reading.parts.outputs = reading.parts.read_outputs.values()?;
        reading.parts.items_of_outputs = reading.parts.read_outputs.items();
        Ok(())
    },
    ..Entry::of(&KEY)
};

/// Columns that every file has. The name `t` is reserved.
const COLUMNS: [&str; 1] = ["energy"];

/// The reason why an output cannot have a name, in addition to the rules for all names.
fn taken(name: &str) -> Option<&'static str> {
    if let Some(what) = methods::taken(name) {
        return Some(what);
    }
    COLUMNS.contains(&name).then_some("a column of every file")
}

/// The outputs read so far.
#[derive(Debug, Default)]
pub(super) struct Outputs {
    values: Vec<Value>,
}

#[derive(Debug)]
struct Value {
    ident: Ident,
    value: Lowered,
    /// The marker of an array whose item the value is, and its running indices as in `[i]`.
    items: Option<(usize, String)>,
    /// Whether the value depends on an input; where it was lost, whether its formula names one.
    has_inputs: bool,
    /// Whether the value contains a multiplier; where it was lost, whether its formula looks so.
    has_multipliers: bool,
    looks: Shape,
}

impl Outputs {
    fn add(&mut self, lowering: &mut Lowering, formula: &Formula) {
        let ident = &formula.label.ident;
        let value = match lowering.meaning(&formula.name()) {
            None if formula.is_its_name() => Err(without_formula(lowering, ident)),
            _ => lowering.with_functions_of_sums(|lowering| value_or_item(lowering, &formula.expr)),
        };
        let (value, items) = match value {
            Ok((value, items)) => (Ok(value), items),
            Err(reported) => (Err(reported), None),
        };
        let tokens = || formula.expr.to_token_stream();
        let has_multipliers = match &value {
            Ok(value) => lowering.has_multipliers(value),
            Err(_) => lowering.names_multipliers(tokens()),
        };
        // Forces, and multipliers with them, depend on inputs.
        let has_inputs = match &value {
            _ if has_multipliers => !lowering.symbols.inputs.is_empty(),
            Ok(value) => lowering.has_inputs(value),
            Err(_) => lowering.names_inputs(tokens()),
        };
        self.values.push(Value {
            ident: ident.clone(),
            value,
            items,
            has_inputs,
            has_multipliers,
            looks: looks(&formula.expr),
        });
    }

    fn values(&self) -> Result<Vec<Output>, Reported> {
        let outputs = self.values.iter().map(|output| {
            let value = output.value.clone()?;
            Ok(Output {
                shape: value.shape,
                has_inputs: output.has_inputs,
                has_multipliers: output.has_multipliers,
                entries: value.entries,
                indices: output.items.as_ref().map(|(_, indices)| indices.clone()),
            })
        });
        outputs.collect()
    }

    /// The marker of each component.
    fn items(&self) -> Vec<Option<usize>> {
        let outputs = self.values.iter().filter_map(|output| {
            let components = output.value.as_ref().ok()?.entries.len();
            let marker = output.items.as_ref().map(|(marker, _)| *marker);
            Some(core::iter::repeat_n(marker, components))
        });
        outputs.flatten().collect()
    }

    /// The names that can be methods, each once, including those whose formulas were `lost`.
    pub(super) fn named(&self, lost: &[&Ident]) -> Vec<OutputMethod> {
        let read = self.values.iter().map(|output| OutputMethod {
            ident: output.ident.clone(),
            shape: output.value.as_ref().map_or(output.looks, |value| value.shape),
            has_items: output.items.is_some(),
            has_inputs: output.has_inputs,
            has_multipliers: output.has_multipliers,
        });
        let unread = lost.iter().map(|&ident| OutputMethod {
            ident: ident.clone(),
            shape: Shape::Scalar,
            has_items: false,
            has_inputs: false,
            has_multipliers: false,
        });
        let mut methods: Vec<OutputMethod> = Vec::new();
        for output in read.chain(unread) {
            let name = name_of(&output.ident);
            if taken(&name).is_none() && methods.iter().all(|other| name_of(&other.ident) != name) {
                methods.push(output);
            }
        }
        methods
    }
}

/// A value, or that of an item of an array whose items are those of a loop.
fn value_or_item(
    lowering: &mut Lowering,
    expr: &Expr,
) -> Result<(crate::lower::Value, Option<(usize, String)>), Reported> {
    let Some(rows) = lowering.rows(expr) else {
        return Ok((function_of_sums(lowering, expr)?, None));
    };
    let rows = rows?;
    let length = rows.length().and_then(|length| length.known());
    if length.is_some_and(|length| length <= WRITTEN_OUT as i64) {
        return Ok((function_of_sums(lowering, expr)?, None));
    }
    let row = lowering.each_item(&rows, &CONTENT)?;
    let indices = lowering.text_of_indices(&row.ranges);
    let (marker, value) = lowering.marked_row(row);
    Ok((value, Some((marker, indices))))
}

fn function_of_sums(lowering: &mut Lowering, expr: &Expr) -> Lowered {
    let value = lowering.formula(expr, &CONTENT)?;
    Ok(lowering.with_sums(value))
}

fn without_formula(lowering: &mut Lowering, name: &Ident) -> Reported {
    if let Some(reported) = lowering.lost.names {
        return reported;
    }
    let message =
        format!("an output is a formula or a `let` above it, and `{name}` is none; write `{name} = ..`");
    lowering.diagnostics.report(name, message)
}

/// The shape that the syntax of a formula shows.
fn looks(expr: &Expr) -> Shape {
    match expr {
        Expr::Group(group) => looks(&group.expr),
        Expr::Paren(paren) => looks(&paren.expr),
        Expr::Array(array) => match array.elems.first().map(looks) {
            Some(Shape::Vector(columns)) => Shape::Matrix(array.elems.len(), columns),
            _ => Shape::Vector(array.elems.len()),
        },
        _ => Shape::Scalar,
    }
}
