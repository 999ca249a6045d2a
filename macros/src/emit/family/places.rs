//! Where results of an item go: the places of rows, coordinates and constraints in vectors and matrices of the whole system.
//! It refuses to know what is added.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use crate::emit::family::loops::Loop;
use crate::emit::family::numbers::Numbers;
use crate::model::Range;

/// How local places count.
#[derive(Clone)]
pub(super) enum Space {
    /// As they are.
    Fixed,
    Coordinates,
    Constraints,
    /// Those of all coordinates, then those of all constraints: how many each of them has.
    Rows(usize, usize),
    /// Rows, and then coordinates.
    RowsAndCoordinates(usize, usize),
    /// q, p, v and inputs.
    Start,
}

impl Space {
    /// How many numbers a coordinate has, and the places of all of an item that has these local coordinates.
    pub(super) fn of_item(&self, locals: &[usize]) -> Option<(usize, Vec<usize>)> {
        let stride = match self {
            Space::Coordinates => 1,
            Space::Rows(groups, _) => *groups,
            _ => return None,
        };
        let places = locals
            .iter()
            .flat_map(|local| (0..stride).map(move |group| local * stride + group));
        Some((stride, places.collect()))
    }
}

/// A number of a vector or a matrix in the whole, and the level of loops within which it changes.
pub(super) struct Target {
    pub(super) at: TokenStream,
    pub(super) level: usize,
}

impl Loop<'_> {
    /// Where an item is that has these local coordinates, with `stride` numbers each: where the items of its quantity begin, and
    /// which one it is.
    pub(super) fn place_of_item(&self, locals: &[usize], stride: usize) -> TokenStream {
        let (before, _) = self.numbers.item_of_coordinate(self.items.coordinates[locals[0]]);
        let (first, name) = (strided(&before, stride, 0), Numbers::name_of_item(locals[0]));
        quote!(#first, #name)
    }

    pub(super) fn target(&self, ranges: &[Range], space: &Space, place: usize) -> Target {
        let n = self.items.coordinates.len();
        let of_coordinate = |local: usize, stride: usize, group: usize| {
            let name = Numbers::name(local);
            Target {
                at: strided(&quote!(#name), stride, group),
                level: self
                    .numbers
                    .level_of_coordinate(ranges, self.items.coordinates[local]),
            }
        };
        let of_constraint = |local: usize, stride: usize, group: usize| {
            let name = format_ident!("__m{local}");
            Target {
                at: strided(&quote!(#name), stride, group),
                level: self.level_of_constraint(self.items.constraints[local]),
            }
        };
        let moved = |target: Target, by: TokenStream| Target {
            at: {
                let at = target.at;
                quote!((#by).wrapping_add(#at))
            },
            level: target.level,
        };
        match *space {
            Space::Fixed => {
                let place = Literal::usize_unsuffixed(place);
                Target {
                    at: quote!(#place),
                    level: 0,
                }
            }
            Space::Coordinates => of_coordinate(place, 1, 0),
            Space::Constraints => of_constraint(place, 1, 0),
            Space::Rows(groups, _) if place < n * groups => {
                of_coordinate(place / groups, groups, place % groups)
            }
            Space::Rows(groups, multipliers) => {
                let place = place - n * groups;
                moved(
                    of_constraint(place / multipliers, multipliers, place % multipliers),
                    strided(&quote!(__n), groups, 0),
                )
            }
            Space::RowsAndCoordinates(groups, multipliers) => {
                let rows = n * groups + self.items.constraints.len() * multipliers;
                if place < rows {
                    return self.target(ranges, &Space::Rows(groups, multipliers), place);
                }
                let coordinates = strided(&quote!(__n), groups, 0);
                let before = match multipliers {
                    0 => coordinates,
                    _ => {
                        let constraints = strided(&quote!(__m), multipliers, 0);
                        quote!(#coordinates.wrapping_add(#constraints))
                    }
                };
                moved(of_coordinate(place - rows, 1, 0), before)
            }
            Space::Start => match place / n.max(1) {
                0 => of_coordinate(place, 1, 0),
                1 => moved(of_coordinate(place - n, 1, 0), quote!(__n)),
                2 => moved(of_coordinate(place - 2 * n, 1, 0), strided(&quote!(__n), 2, 0)),
                _ => self.input(ranges, place - 3 * n),
            },
        }
    }
}

impl Loop<'_> {
    /// The column of an input, behind those of q, p and v.
    fn input(&self, ranges: &[Range], place: usize) -> Target {
        let before = strided(&quote!(__n), 3, 0);
        let (input, level) = match self.items.inputs.get(place) {
            Some(&input) => {
                let name = Numbers::name_of_input(place);
                (quote!(#name), self.numbers.level_of_input(ranges, input))
            }
            None => {
                let place = Literal::usize_unsuffixed(place);
                (quote!(#place), 0)
            }
        };
        Target {
            at: quote!((#before).wrapping_add(#input)),
            level,
        }
    }
}

/// stride · number + group
pub(super) fn strided(number: &TokenStream, stride: usize, group: usize) -> TokenStream {
    let [factor, rest] = [stride, group].map(Literal::usize_unsuffixed);
    match (stride, group) {
        (1, _) => quote!(#number),
        (0, _) => quote!(0_usize),
        (_, 0) => quote!(#number.wrapping_mul(#factor)),
        _ => quote!(#number.wrapping_mul(#factor).wrapping_add(#rest)),
    }
}
