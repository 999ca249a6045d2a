//! Contacts over ranges that only the program knows: an item has one formula for each part.

use quote::ToTokens;

use crate::declaration::{Formula, Part};
use crate::diagnostics::Reported;
use crate::lower::{Content, EachItem, Lowering, Shape, Value};
use crate::model::Range;

/// Words for what tells how many contacts an entry has.
#[derive(Debug)]
pub(super) struct Leading {
    /// `gap`
    pub(super) part: &'static str,
    /// `contact`
    pub(super) kind: &'static str,
}

pub(super) static GAP: Leading = Leading {
    part: "gap",
    kind: "contact",
};

/// The gap of an item, or what is there in place of one, and the ranges that it is over.
#[derive(Clone, Debug)]
pub(super) struct Gap {
    pub(super) of: &'static Leading,
    pub(super) value: Value,
    /// From the outside in; none for one contact, or a known number of them.
    pub(super) ranges: Vec<Range>,
    /// The number of the marker of its items.
    pub(super) marker: Option<usize>,
}

impl Gap {
    pub(super) fn shape(&self) -> Shape {
        self.value.shape
    }

    /// `pair[i][j]`, or the name alone.
    pub(super) fn name(&self, lowering: &Lowering, formula: &Formula) -> String {
        let indices = lowering.text_of_indices(&self.ranges);
        formula.name() + &indices
    }
}

/// The running indices that an item may have.
const INDICES: usize = 2;

pub(super) fn gap(
    lowering: &mut Lowering,
    Formula { expr, .. }: &Formula,
    (content, of): (&'static Content, &'static Leading),
) -> Result<Gap, Reported> {
    let Leading { part, kind } = of;
    let item = match lowering.rows(expr) {
        Some(rows) => lowering.each_item(&rows?, content)?,
        None => EachItem {
            value: lowering.formula(expr, content)?,
            ranges: Vec::new(),
        },
    };
    if item.ranges.len() > INDICES {
        let message = format!(
            "this {part} is over {} ranges that only the program knows, and a {kind} has one or two running indices: make the \
             pairs a list of indices, as in `pairs[k][0]`",
            item.ranges.len()
        );
        return Err(lowering.diagnostics.report(expr, message));
    }
    lowering.differs(expr, &item, part)?;
    let marker = lowering.marker_of_items(expr, &item, &format!("a {part}"))?;
    let EachItem { value, ranges } = item;
    Ok(Gap {
        of,
        value,
        ranges,
        marker,
    })
}

/// A part as it is read.
#[derive(Debug)]
pub(super) struct OfPart {
    pub(super) value: Value,
    /// Whether it is an array over the ranges of the gap.
    is_each: bool,
}

/// A part: an array over the ranges of the gap, or one formula for all items.
pub(super) fn of_part(
    lowering: &mut Lowering,
    part: &Part,
    content: &'static Content,
    gap: Result<&Gap, Reported>,
) -> Result<OfPart, Reported> {
    let Some(rows) = lowering.rows(&part.expr) else {
        let value = lowering.formula(&part.expr, content)?;
        lowering.has_no_sum(&part.expr, &value, content.what)?;
        let is_each = false;
        return Ok(OfPart { value, is_each });
    };
    let item = lowering.each_item(&rows?, content)?;
    if let Ok(gap) = gap
        && item.ranges != gap.ranges
    {
        return Err(other_ranges(lowering, part, gap));
    }
    lowering.has_no_sum(&part.expr, &item.value, content.what)?;
    Ok(OfPart {
        value: item.value,
        is_each: true,
    })
}

/// A part that each item has of its own.
pub(super) fn of_each(
    lowering: &mut Lowering,
    part: &Part,
    content: &'static Content,
    gap: Result<&Gap, Reported>,
) -> Result<Value, Reported> {
    let read = of_part(lowering, part, content, gap)?;
    match gap {
        Ok(gap) if !read.is_each && !gap.ranges.is_empty() => Err(other_ranges(lowering, part, gap)),
        _ => Ok(read.value),
    }
}

fn other_ranges(lowering: &mut Lowering, part: &Part, gap: &Gap) -> Reported {
    let name = part.of.name;
    let Leading { part: leading, kind } = gap.of;
    let message = match lowering.texts_of_ranges(&gap.ranges) {
        ranges if ranges.is_empty() => {
            format!(
                "the {leading} is of one {kind}, and this {name} is an array: make the {leading} an array as well"
            )
        }
        ranges => {
            let indices = lowering.names_of_ranges(&gap.ranges);
            let arrays = ranges.iter().zip(&indices).rev();
            let example = arrays.fold("..".to_owned(), |inner, (range, index)| {
                format!("array({range}, |{index}| {inner})")
            });
            format!(
                "the {leading} is an array, and the {name} of each of its items is one over the same ranges: `{name} = {example}`"
            )
        }
    };
    lowering.diagnostics.report(part.expr.to_token_stream(), message)
}
