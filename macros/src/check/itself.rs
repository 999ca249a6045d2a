//! Pairs of items over two ranges, of which one is an item with itself: its distance is zero for ever.
//!
//! ```text
//! array(0..n, |i| array(0..n, |j| g(r[i], r[j])))   has   g(r[i], r[i])
//! ```
//!
//! It refuses to judge pairs of a list: which they are, only the program knows.

use std::fmt;

use extremal_symbolic::Expr;

use super::proof::Proof;
use crate::model::{Atom, Families, Integer, Model, Range};

/// That the inner index takes the value of the outer one, and no coordinate is left there.
pub(super) struct Itself {
    outer: String,
    inner: String,
    /// What is left of the formula.
    pub(super) left: Expr,
}

impl fmt::Display for Itself {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is also `{}` here", self.inner, self.outer)
    }
}

impl Itself {
    pub(super) fn way_out(&self) -> String {
        let Self { outer, inner, .. } = self;
        format!("let the inner range end before it, as in `array(0..{outer}, |{inner}| ..)`")
    }
}

/// Whether items of a marker are pairs, one of an item with itself, whose formula has none of the coordinates, or of the velocities,
/// that `moving` are.
pub(super) fn pair(
    proof: &mut Proof,
    model: &Model,
    marker: Option<usize>,
    (formula, moving): (Expr, &[Expr]),
) -> Option<Itself> {
    let families = model.families.as_ref()?;
    let [outer, inner] = &families.markers.get(marker?)?.ranges[..] else {
        return None;
    };
    if !has_itself(outer, inner) {
        return None;
    }
    let left = of_itself(proof, families, [outer, inner], (formula, moving))?;
    let name = |range: &Range| families.indices.get(range.index).cloned();
    Some(Itself {
        outer: name(outer)?,
        inner: name(inner)?,
        left,
    })
}

/// Whether the inner index is the outer one for some item, if there are any.
fn has_itself(outer: &Range, inner: &Range) -> bool {
    let item = Integer::atom(Atom::Running(outer.index));
    let next = item.plus(1, &Integer::literal(1));
    let holds_each =
        item.is_never_below(&inner.first) && next.is_some_and(|next| inner.beyond.is_never_below(&next));
    let is_as_wide = !inner.first.runs()
        && !inner.beyond.runs()
        && outer.first.is_never_below(&inner.first)
        && inner.beyond.is_never_below(&outer.beyond);
    holds_each || is_as_wide || inner.first == item
}

/// The formula where the inner index is the outer one, if what moves cancels. The coordinates of velocities are not equated, which only
/// leaves more.
fn of_itself(
    proof: &mut Proof,
    families: &Families,
    [outer, inner]: [&Range; 2],
    (formula, moving): (Expr, &[Expr]),
) -> Option<Expr> {
    let item = Integer::atom(Atom::Running(outer.index));
    let places = families.places.iter().map(|place| {
        let item = place.item.with_running(inner.index, &item)?;
        Some((place.quantity, place.component, item))
    });
    let places: Vec<_> = places.collect::<Option<_>>()?;
    let firsts = places
        .iter()
        .map(|place| places.iter().position(|other| other == place));
    let pairs = moving.iter().zip(firsts);
    let pairs: Vec<(Expr, Expr)> = pairs
        .filter_map(|(&q, first)| Some((q, *moving.get(first?)?)))
        .filter(|(q, first)| q != first)
        .collect();
    let left = proof.graph.substitute(&[formula], &pairs)[0];
    proof.is_free_of(left, moving).then_some(left)
}
