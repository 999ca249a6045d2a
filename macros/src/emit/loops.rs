//! Loop nests as Rust: the only place that writes a loop over items.
//! It refuses to decide what is done in a loop, and in which order.

mod frame;
mod places;
mod windows;

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use crate::declaration::running;
use crate::derive::family::Pass;
use crate::emit::family::numbers::Numbers;
use crate::emit::loops::places::{name_of_item, strided};
use crate::loops::item::{Body, ItemLoop, Statement, Sum};
use crate::loops::nest::Nest;
use crate::loops::places::{Local, Place};
use crate::model::Range;

pub(super) use frame::{Frame, inputs};

/// A loop over items, with the tokens of its vectors and matrices.
pub(super) struct Loop<'a> {
    frame: &'a Frame<'a>,
    pub(super) body: Body<'a>,
    pub(super) of: ItemLoop,
    vectors: Vec<TokenStream>,
    matrices: Vec<TokenStream>,
    /// A vector that all is added to that the only vector gets.
    pub(super) also: Option<TokenStream>,
    /// What is done with each item besides.
    visit: TokenStream,
}

/// The loops of a nest with their statements. A loop without statements is left out; `innermost` replaces the innermost one.
pub(super) fn nest<S>(
    numbers: &Numbers<'_>,
    nest: &Nest<S>,
    part: Option<&TokenStream>,
    innermost: Option<&TokenStream>,
    statement: &dyn Fn(&S) -> TokenStream,
) -> TokenStream {
    let mut inner = TokenStream::new();
    for (at, level) in nest.levels.iter().enumerate().rev() {
        if let Some(range) = nest.ranges.get(at).filter(|_| !nest.is_empty_from(at + 1)) {
            let is_replaced = innermost.filter(|_| at + 1 == nest.ranges.len());
            let part = part.filter(|_| at == 0);
            inner = is_replaced.map_or_else(|| for_each(numbers, range, part, &inner), TokenStream::clone);
        }
        let [before, after] = [&level.before, &level.after].map(|list| list.iter().map(statement));
        inner = quote!(#(#before)* #inner #(#after)*);
    }
    inner
}

/// `for __i0 in first..beyond { body }`
pub(super) fn for_each(
    numbers: &Numbers<'_>,
    range: &Range,
    part: Option<&TokenStream>,
    body: &TokenStream,
) -> TokenStream {
    let index = running(range.index);
    let [first, beyond] = [&range.first, &range.beyond].map(|end| numbers.integer(end));
    let (counted, count) = match part {
        None => (quote!(let __first = #first;), quote!(_x::items(__first, #beyond))),
        Some(_) => (counted(numbers, range, part), quote!(__count)),
    };
    quote! {
        #counted
        for __at in 0..#count {
            let #index = __first.wrapping_add(__at);
            #body
        }
    }
}

/// The first index of a range, or of a part of it, and how many there are.
fn counted(numbers: &Numbers<'_>, range: &Range, part: Option<&TokenStream>) -> TokenStream {
    let [first, beyond] = [&range.first, &range.beyond].map(|end| numbers.integer(end));
    match part {
        None => quote! {
            let __first = #first;
            let __count = _x::items(__first, #beyond);
        },
        Some(part) => quote! {
            let (__first, __count) = #part.items(#first, #beyond);
        },
    }
}

/// A single item, which belongs to the first part.
pub(super) fn single(part: &TokenStream, body: &TokenStream) -> TokenStream {
    quote! {
        if #part.is_first() #body
    }
}

/// How many items these ranges have.
pub(super) fn items(numbers: &Numbers<'_>, ranges: &[Range]) -> TokenStream {
    match ranges {
        [] => quote!(1_usize),
        [range] => {
            let [first, beyond] = [&range.first, &range.beyond].map(|end| numbers.integer(end));
            quote!(_x::items(#first, #beyond))
        }
        [range, rest @ ..] => {
            let inner = items(numbers, rest);
            let added = quote!(__items = __items.wrapping_add(#inner););
            let counted = for_each(numbers, range, None, &added);
            quote!({
                let mut __items = 0_usize;
                #counted
                __items
            })
        }
    }
}

/// How many items of the outermost range are in earlier parts.
fn items_before(numbers: &Numbers<'_>, ranges: &[Range], part: &TokenStream) -> TokenStream {
    let Some((range, rest)) = ranges.split_first() else {
        return quote!(0_usize);
    };
    let [first, beyond] = [&range.first, &range.beyond].map(|end| numbers.integer(end));
    if rest.is_empty() {
        return quote!(#part.before(#first, #beyond));
    }
    let (index, inner) = (running(range.index), items(numbers, rest));
    quote!({
        let __first = #first;
        let mut __items = 0_usize;
        for __at in 0..#part.before(__first, #beyond) {
            let #index = __first.wrapping_add(__at);
            __items = __items.wrapping_add(#inner);
        }
        __items
    })
}

/// The rows of constraints before those that a loop visits.
pub(super) fn first_row(numbers: &Numbers<'_>, row: usize, part: Option<&TokenStream>) -> TokenStream {
    let before = match part {
        None => quote!(0_usize),
        Some(part) => items_before(numbers, numbers.ranges_of_row(row), part),
    };
    quote!(let mut __item = #before;)
}

pub(super) fn next_row() -> TokenStream {
    quote!(__item = __item.wrapping_add(1);)
}

/// A number of the results of a pass.
pub(super) fn result(pass: &Pass, list: usize, at: usize) -> TokenStream {
    let [list, at] = [list, at].map(Literal::usize_unsuffixed);
    match pass.vectors.len() + pass.matrices.len() {
        1 => quote!(__results[#at]),
        _ => quote!(__results.#list[#at]),
    }
}

impl<'a> Loop<'a> {
    /// The same with something done with each item besides.
    pub(super) fn visiting(mut self, visit: TokenStream) -> Self {
        self.of = crate::loops::visited(&self.body);
        self.visit = visit;
        self
    }

    pub(super) fn tokens(&self) -> TokenStream {
        let (part, counts, looped) = (self.part(), self.counts(), self.looped());
        let body = quote!({
            #counts
            #looped
        });
        match part {
            Some(part) if self.of.nest.ranges.is_empty() => single(part, &body),
            _ => body,
        }
    }

    /// The loop without the numbers that it counts with.
    pub(super) fn looped(&self) -> TokenStream {
        let windows = self.windows();
        let statement = |statement: &Statement| self.statement(statement);
        nest(
            self.frame.numbers,
            &self.of.nest,
            self.part(),
            windows.as_ref(),
            &statement,
        )
    }

    /// All statements, without loops, for an item whose indices are known.
    pub(super) fn of_one(&self) -> TokenStream {
        let statements = self
            .of
            .nest
            .statements()
            .map(|statement| self.statement(statement));
        let counts = self.counts();
        quote!(#counts #(#statements)*)
    }

    fn part(&self) -> Option<&TokenStream> {
        self.frame.part.as_ref().filter(|_| self.of.is_cut)
    }

    /// The numbers of coordinates and constraints, where places need them.
    fn counts(&self) -> TokenStream {
        let places: Vec<Place> = self.of.nest.statements().flat_map(Statement::places).collect();
        let numbers = self.frame.numbers;
        let n = places.iter().any(|place| place.coordinates > 0).then(|| {
            let n = numbers.count();
            quote!(let __n = #n;)
        });
        let m = places.iter().any(|place| place.constraints > 0).then(|| {
            let m = numbers.constraint_count();
            quote!(let __m = #m;)
        });
        quote!(#n #m)
    }

    fn statement(&self, statement: &Statement) -> TokenStream {
        match statement {
            Statement::FirstRow(row) => first_row(self.frame.numbers, *row, self.part()),
            Statement::NextRow => next_row(),
            Statement::Shared | Statement::Call | Statement::Visit => self.called(statement),
            Statement::Number(local) => self.number(*local),
            Statement::Item(local) => {
                let (_, item) = self
                    .frame
                    .numbers
                    .item_of_coordinate(self.body.indices.items.coordinates[*local]);
                let name = name_of_item(*local);
                quote!(let #name = #item;)
            }
            Statement::Parameter(_)
            | Statement::InRow { .. }
            | Statement::Gather { .. }
            | Statement::GatherItem { .. } => self.gathered(statement),
            Statement::Write(written) => self.written(*written),
            Statement::Enter { matrix, entries } => self.entered(*matrix, entries),
            Statement::Zero(_)
            | Statement::Sum { .. }
            | Statement::AddSum { .. }
            | Statement::Add { .. }
            | Statement::AddItem { .. } => self.added(statement),
        }
    }

    /// Where a local number is in the whole system. That of a row counts from the row `__item`.
    fn number(&self, local: Local) -> TokenStream {
        let (items, numbers) = (self.body.indices.items, self.frame.numbers);
        let name = places::name(local);
        let number = match local {
            Local::Coordinate(at) => numbers.coordinate(items.coordinates[at]),
            Local::Constraint(at) => numbers.constraint_of_item(items.constraints[at]),
            Local::Input(at) => numbers.input(items.inputs[at]),
            Local::Sensitivity(at) => numbers.sensitivity(items.sensitivities[at]),
        };
        quote!(let #name = #number;)
    }

    /// Calls of kernels, and what is done after that.
    fn called(&self, statement: &Statement) -> TokenStream {
        let (context, pass) = (self.frame.context, self.body.pass);
        match statement {
            Statement::Shared => pass.constants.iter().fold(quote!(), |_, kernel| {
                let call = context.call(kernel, &self.frame.bindings);
                quote!(let __k = #call;)
            }),
            Statement::Call => {
                let call = context.call(&pass.kernel, &self.frame.bindings_of_item(&self.body));
                quote!(let __results = #call;)
            }
            _ => self.visit.clone(),
        }
    }

    fn gathered(&self, statement: &Statement) -> TokenStream {
        let (frame, reads) = (self.frame, &self.body.indices.families.reads);
        match statement {
            Statement::Parameter(read) => {
                let (name, tokens) = frame.numbers.read(&reads[*read]);
                quote!(let #name = #tokens;)
            }
            Statement::InRow { read, row } => {
                let (row, (name, _)) = (format_ident!("__row{row}"), frame.numbers.read(&reads[*read]));
                let tokens = frame.numbers.of_row(&reads[*read], &row);
                quote!(let #name = #tokens;)
            }
            Statement::Gather { source, argument, at } => {
                let (of, slice) = &frame.sources[*source];
                let (name, at) = (format_ident!("__{}{argument}", of.name), places::of(at));
                quote!(let #name = _x::items::number(#slice, #at);)
            }
            Statement::GatherItem { source, locals } => {
                let (of, slice) = &frame.sources[*source];
                let stride = of.stride;
                let names = locals
                    .iter()
                    .flat_map(|local| (0..stride).map(move |group| local * stride + group))
                    .map(|argument| format_ident!("__{}{argument}", of.name));
                let width = Literal::usize_unsuffixed(locals.len() * stride);
                let place = self.place_of_item(locals, stride);
                quote!(let [#(#names),*] = _x::items::item::<_, #width>(#slice, #place);)
            }
            _ => TokenStream::new(),
        }
    }

    /// Where an item is: where the items of its quantity begin, and which one it is.
    fn place_of_item(&self, locals: &[usize], stride: usize) -> TokenStream {
        let numbers = self.frame.numbers;
        let (before, _) = numbers.item_of_coordinate(self.body.indices.items.coordinates[locals[0]]);
        let (first, name) = (strided(&before, stride, 0), name_of_item(locals[0]));
        quote!(#first, #name)
    }

    fn zero(&self) -> TokenStream {
        self.frame.context.zero()
    }

    /// A vector, and the one that gets the same.
    fn with_other(&self, list: usize) -> impl Iterator<Item = &TokenStream> {
        core::iter::once(&self.vectors[list]).chain(&self.also)
    }

    fn added(&self, statement: &Statement) -> TokenStream {
        let pass = self.body.pass;
        match statement {
            Statement::Zero(sum) => {
                let (name, zero) = (name_of_sum(*sum), self.zero());
                quote!(let mut #name = #zero;)
            }
            Statement::Sum { sum, result: at } => {
                let (name, value) = (name_of_sum(*sum), result(pass, sum.list, *at));
                quote!(#name = _x::items::plus(#name, #value);)
            }
            Statement::AddSum { sum, at } => {
                let (name, at, vectors) = (name_of_sum(*sum), places::of(at), self.with_other(sum.list));
                quote!(#(_x::items::add(#vectors, #at, #name);)*)
            }
            Statement::Add {
                list,
                result: value,
                at,
            } => {
                let (value, at) = (result(pass, *list, *value), places::of(at));
                let vectors = self.with_other(*list);
                quote!(#(_x::items::add(#vectors, #at, #value);)*)
            }
            Statement::AddItem {
                list,
                stride,
                locals,
                results,
            } => {
                let (place, vectors) = (self.place_of_item(locals, *stride), self.with_other(*list));
                let values = results.iter().map(|at| result(pass, *list, *at));
                let values = quote!([#(#values),*]);
                quote!(#(_x::items::add_item(#vectors, #place, #values);)*)
            }
            _ => TokenStream::new(),
        }
    }

    /// Results, added to a matrix. Places that are not numbers of coordinates are computed once.
    fn entered(&self, matrix: usize, entries: &[[Place; 2]]) -> TokenStream {
        let (to, list) = (&self.matrices[matrix], self.body.pass.vectors.len() + matrix);
        let [rows, columns] = [("row", 0), ("column", 1)].map(|(side, at)| {
            let places = entries.iter().map(|entry| entry[at]);
            places::named(&format!("{side}{matrix}"), places)
        });
        let added = entries.iter().enumerate().map(|(at, [row, column])| {
            let value = result(self.body.pass, list, at);
            let [row, column] = [&rows.0[row], &columns.0[column]];
            quote!(_x::family::Entries::add(#to, #row, #column, #value);)
        });
        let set = [&rows.1, &columns.1];
        quote!(#(#set)* #(#added)*)
    }
}

fn name_of_sum(sum: Sum) -> proc_macro2::Ident {
    format_ident!("__sum{}_{}", sum.list, sum.place)
}
