//! `near(r, radius)`: points that do not touch where they are further apart than both reach, so that other pairs are not looked at.

use super::items::Gap;
use crate::declaration::{Formula, Part};
use crate::diagnostics::Reported;
use crate::lower::{Content, EachItem, Lowering};
use crate::model::{Atom, Integer, Near, Range};

static POINT: Content = Content {
    what: "a point",
    refuses_velocities: Some("a point is a place, a function of coordinates and time"),
    refuses_inputs: Some(super::MOVED),
    ..Content::OF_THE_MOTION
};

static REACH: Content = Content {
    what: "a reach",
    refuses_velocities: Some(OF_PARAMETERS),
    refuses_time: Some(OF_PARAMETERS),
    refuses_inputs: Some(super::MOVED),
    ..Content::OF_THE_MOTION
};

const OF_PARAMETERS: &str = "how far a point reaches depends on parameters only: write the largest distance at which it touches another one";

/// The points of a contact, if they are declared.
pub(super) fn of(
    lowering: &mut Lowering,
    formula: &Formula,
    gap: Result<&Gap, Reported>,
) -> Result<Option<Near>, Reported> {
    let Some(part) = formula.part("near") else {
        return Ok(None);
    };
    if let Ok(gap) = gap {
        is_of_pairs(lowering, part, gap)?;
    }
    let [points, reach] = arguments(lowering, part)?;
    let item = point(lowering, points)?;
    let reach = reach_of(lowering, reach, &item.ranges[0])?;
    let gap = gap?;
    are_those_of_the_gap(lowering, points, gap, &item)?;
    let marker = lowering.marker_of_items(points, &item, "a point")?;
    Ok(marker.map(|marker| Near {
        marker,
        point: item.value.entries,
        reach,
    }))
}

/// Two running indices, and one number for each pair.
fn is_of_pairs(lowering: &mut Lowering, part: &Part, gap: &Gap) -> Result<(), Reported> {
    let message = match (gap.ranges.len(), gap.shape().lengths().len()) {
        (2, 0) => return Ok(()),
        (2, _) => {
            "`near` is of pairs that touch at one place, and this gap has several numbers for each pair: drop it"
        }
        (1, _) => {
            "`near` finds pairs, and this gap is over one range: each of its items is looked at anyway; drop it"
        }
        _ => {
            "`near` finds pairs where only the program knows how many there are; these contacts are of a known number, all of \
             which are looked at: drop it"
        }
    };
    Err(lowering.diagnostics.report(&part.word, message))
}

fn arguments<'p>(lowering: &mut Lowering, part: &'p Part) -> Result<[&'p syn::Expr; 2], Reported> {
    if let syn::Expr::Array(array) = &part.expr {
        let arguments: Vec<&syn::Expr> = array.elems.iter().collect();
        if let [points, reach] = arguments[..] {
            return Ok([points, reach]);
        }
    }
    let message = "`near` takes points and how far each of them reaches: write `near(r, radius)`";
    Err(lowering.diagnostics.report(&part.word, message))
}

/// The point of each index.
fn point(lowering: &mut Lowering, expr: &syn::Expr) -> Result<EachItem, Reported> {
    let rows = match lowering.rows(expr) {
        Some(rows) => Some(rows?),
        None => lowering.rows_of_coordinate(expr),
    };
    let found = match rows {
        Some(rows) => {
            let item = lowering.each_item(&rows, &POINT)?;
            if let ([_], [2 | 3]) = (&item.ranges[..], &item.value.shape.lengths()[..]) {
                return Ok(item);
            }
            match item.ranges.len() {
                1 => format!("an item of this is {}", item.value.shape),
                _ => "this has two indices".to_owned(),
            }
        }
        None => {
            let value = lowering.formula(expr, &POINT)?;
            format!("this is {}", value.shape)
        }
    };
    let message = format!(
        "`near` takes a point of two or three coordinates for each index: a coordinate, as in `r[discs][2]`, or \
         `array(0..discs, |i| ..)`; {found}"
    );
    Err(lowering.diagnostics.report(expr, message))
}

/// How far a point of this range reaches.
fn reach_of(
    lowering: &mut Lowering,
    expr: &syn::Expr,
    points: &Range,
) -> Result<extremal_symbolic::Expr, Reported> {
    let rows = match lowering.rows(expr) {
        Some(rows) => Some(rows?),
        None => lowering.rows_of_field(expr, points),
    };
    let value = match rows {
        None => lowering.formula(expr, &REACH)?,
        Some(rows) => {
            let item = lowering.each_item(&rows, &REACH)?;
            if item.ranges != [points.clone()] {
                let range = lowering.texts_of_ranges(std::slice::from_ref(points)).concat();
                let message = format!("each point has a reach: write `array({range}, |i| ..)`");
                return Err(lowering.diagnostics.report(expr, message));
            }
            item.value
        }
    };
    let Some(reach) = value.as_scalar() else {
        let message = format!(
            "the reach of a point is a number, or a field with one for each point; this is {}",
            value.shape
        );
        return Err(lowering.diagnostics.report(expr, message));
    };
    if lowering.graph.depends_on(reach, &lowering.symbols.coordinates) {
        return Err(lowering.diagnostics.report(expr, OF_PARAMETERS));
    }
    let value = lowering
        .graph
        .constant_of(reach)
        .map(|constant| constant.to_f64());
    if value.is_some_and(|value| value < 0.0) {
        let message = "a point does not reach less far than itself: write the largest distance at which it touches another one";
        return Err(lowering.diagnostics.report(expr, message));
    }
    Ok(reach)
}

/// A pair (i, j) is that of the points i and j.
fn are_those_of_the_gap(
    lowering: &mut Lowering,
    expr: &syn::Expr,
    gap: &Gap,
    item: &EachItem,
) -> Result<(), Reported> {
    let points = &item.ranges[0];
    let named = coordinates(lowering, &item.value.entries);
    let of_gap = coordinates(lowering, &gap.value.entries);
    for range in &gap.ranges {
        let index = Integer::atom(Atom::Running(range.index));
        for &at in &named {
            let place = &lowering.sums.places()[at];
            let is_it = |other: usize| {
                let other = &lowering.sums.places()[other];
                other.quantity == place.quantity
                    && Some(&other.item) == place.item.with_running(points.index, &index).as_ref()
            };
            if !of_gap.iter().copied().any(is_it) {
                let name = lowering.names_of_ranges(std::slice::from_ref(range)).concat();
                let message = format!(
                    "`near` takes the points of both items of a pair, and the gap does not depend on the point `{name}`"
                );
                return Err(lowering.diagnostics.report(expr, message));
            }
        }
    }
    if lowering.is_name_of_coordinate(expr) || covers(points, &gap.ranges) {
        return Ok(());
    }
    let message = "an index of the gap may have no point here: write an array over all of them, as in `array(0..discs, |i| ..)`";
    Err(lowering.diagnostics.report(expr, message))
}

/// The numbers of the local coordinates that expressions depend on.
fn coordinates(lowering: &mut Lowering, entries: &[extremal_symbolic::Expr]) -> Vec<usize> {
    let Lowering { graph, symbols, .. } = lowering;
    let all = symbols.coordinates.iter().enumerate();
    let named = all.filter(|&(_, &q)| graph.any_depends_on(entries, &[q]));
    named.map(|(at, _)| at).collect()
}

/// Whether a range has all values of the indices of ranges within each other, as far as their form shows.
fn covers(points: &Range, ranges: &[Range]) -> bool {
    let [outer, inner] = ranges else {
        return false;
    };
    let last = outer.beyond.plus(-1, &Integer::literal(1));
    let is_within = |range: &Range, at: Option<&Integer>| {
        let end = |end: &Integer| match at {
            Some(at) => end.with_running(outer.index, at),
            None => Some(end.clone()),
        };
        let (first, beyond) = (end(&range.first), end(&range.beyond));
        first.is_some_and(|first| first.is_never_below(&points.first))
            && beyond.is_some_and(|beyond| points.beyond.is_never_below(&beyond))
    };
    is_within(outer, None) && is_within(inner, Some(&outer.first)) && is_within(inner, last.as_ref())
}
