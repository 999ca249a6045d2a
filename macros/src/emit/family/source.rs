//! Where the numbers of an argument of a kernel are, and how those of an item are read.
//! It refuses to know what is computed with them.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use crate::derive::family::Items;
use crate::emit::call::Context;

/// What the numbers of an argument belong to.
#[derive(Clone)]
pub(super) enum Owner {
    Coordinates,
    /// Impulses of constraints, which stand behind those of all coordinates: where they begin.
    Constraints(TokenStream),
    Inputs,
}

/// Where the numbers of an argument of the kernel are: those of a local coordinate, constraint or input k are
/// `slice[stride * k ..][.. stride]`.
pub(super) struct Source {
    pub(super) name: &'static str,
    pub(super) slice: TokenStream,
    pub(super) stride: usize,
    pub(super) owner: Owner,
}

impl Source {
    /// The numbers of all inputs, where some are of items.
    pub(super) fn of_inputs(context: &Context<'_>, inputs: &TokenStream) -> Option<Self> {
        let families = context.system.model.families.as_ref()?;
        families.inputs.as_ref().map(|_| {
            let scalar = &context.scalar;
            Self {
                name: "u",
                slice: quote!(_x::Vector::<#scalar>::as_slice(#inputs)),
                stride: 1,
                owner: Owner::Inputs,
            }
        })
    }

    pub(super) fn is_of_coordinates(&self) -> bool {
        matches!(self.owner, Owner::Coordinates)
    }

    /// How many numbers of items there are of this kind.
    pub(super) fn locals(&self, items: &Items) -> usize {
        match self.owner {
            Owner::Coordinates => items.coordinates.len(),
            Owner::Constraints(_) => items.constraints.len(),
            Owner::Inputs => items.inputs.len(),
        }
    }

    /// All numbers of an item at once, from its place.
    pub(super) fn gather_item(&self, locals: &[usize], place: &TokenStream) -> TokenStream {
        let names = locals
            .iter()
            .flat_map(|local| (0..self.stride).map(move |group| local * self.stride + group));
        let names: Vec<Ident> = names.map(|place| self.of(place)).collect();
        let (slice, width) = (&self.slice, Literal::usize_unsuffixed(names.len()));
        quote!(let [#(#names),*] = _x::items::item::<_, #width>(#slice, #place);)
    }

    pub(super) fn of(&self, place: usize) -> Ident {
        format_ident!("__{}{place}", self.name)
    }
}
