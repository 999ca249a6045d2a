//! What the loops of one function share: the tokens of the state, and the part of the items that they visit.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::derive::family::{Items, Pass};
use crate::emit::call::{Bindings, Context};
use crate::emit::family::numbers::Numbers;
use crate::emit::loops::Loop;
use crate::loops::item::{Body, Owner, Source};
use crate::loops::optimized;
use crate::loops::parts::cut;
use crate::loops::places::Space;

pub(in crate::emit) struct Frame<'a> {
    pub(in crate::emit) context: &'a Context<'a>,
    pub(in crate::emit) numbers: &'a Numbers<'a>,
    pub(in crate::emit) bindings: Bindings,
    /// The arguments of kernels that are numbers of the whole system, and where these are.
    pub(in crate::emit) sources: Vec<(Source, TokenStream)>,
    /// `None` for all items.
    pub(in crate::emit) part: Option<TokenStream>,
}

impl<'a> Frame<'a> {
    /// t, q, v and u; the numbers of an item are gathered, and with them inputs if some are of items.
    pub(in crate::emit) fn of_state(context: &'a Context<'a>, numbers: &'a Numbers<'a>) -> Self {
        let of = |name| Source {
            name,
            owner: Owner::Coordinates,
            stride: 1,
        };
        let state = [(of("q"), quote!(q)), (of("v"), quote!(v))];
        let inputs = inputs(context, &quote!(inputs));
        Self {
            context,
            numbers,
            bindings: Bindings::new(vec![("time", quote!(t)), ("u", quote!(inputs))]),
            sources: state.into_iter().chain(inputs).collect(),
            part: None,
        }
    }

    /// The loop of a pass, with the tokens of vectors and matrices that its results are added to.
    pub(in crate::emit) fn loop_of<'l>(
        &'l self,
        (items, pass): (&'l Items, &'l Pass),
        vectors: &[(TokenStream, Space)],
        matrices: &[(TokenStream, Space, Space)],
    ) -> Loop<'l> {
        let body = Body {
            indices: self.numbers.indices(items),
            parameters: &self.context.system.model.parameters,
            pass,
            sources: self.sources.iter().map(|(source, _)| *source).collect(),
            vectors: vectors.iter().map(|(_, space)| space.clone()).collect(),
            matrices: matrices
                .iter()
                .map(|(_, rows, columns)| [rows.clone(), columns.clone()])
                .collect(),
        };
        let all = optimized(&body);
        Loop {
            frame: self,
            of: if self.part.is_some() { cut(all) } else { all },
            body,
            vectors: vectors.iter().map(|(to, _)| to.clone()).collect(),
            matrices: matrices.iter().map(|(to, ..)| to.clone()).collect(),
            also: None,
            visit: TokenStream::new(),
        }
    }

    /// The same of several passes.
    pub(in crate::emit) fn loops<'l>(
        &'l self,
        passes: impl Iterator<Item = (&'l Items, &'l Pass)>,
        vectors: &[(TokenStream, Space)],
        matrices: &[(TokenStream, Space, Space)],
    ) -> Vec<Loop<'l>> {
        passes.map(|pass| self.loop_of(pass, vectors, matrices)).collect()
    }

    /// The arguments of the kernel of an item.
    pub(super) fn bindings_of_item(&self, body: &Body<'_>) -> Bindings {
        let used = body.pass.kernel.used("parameters");
        let reads = body
            .indices
            .families
            .reads
            .iter()
            .map(|read| (body.parameters[read.parameter], read));
        let parameters = reads
            .filter(|(symbol, _)| used.contains(symbol))
            .map(|(symbol, read)| (symbol, self.numbers.read(read).0));
        let mut bindings = self.bindings.clone().and("k", quote!(&__k));
        bindings = bindings.with_parameters(parameters.collect());
        for (source, _) in &self.sources {
            let arguments = 0..source.locals(body.indices.items) * source.stride;
            let names = arguments.map(|at| format_ident!("__{}{at}", source.name));
            bindings = bindings.and(source.name, quote!(&[#(#names),*]));
        }
        bindings
    }
}

/// The numbers of all inputs, where some are of items.
pub(in crate::emit) fn inputs(context: &Context<'_>, inputs: &TokenStream) -> Option<(Source, TokenStream)> {
    let families = context.system.model.families.as_ref()?;
    families.inputs.as_ref().map(|_| {
        let scalar = &context.scalar;
        let source = Source {
            name: "u",
            owner: Owner::Inputs,
            stride: 1,
        };
        (source, quote!(_x::Vector::<#scalar>::as_slice(#inputs)))
    })
}
