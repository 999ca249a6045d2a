//! `Family::check`: tests of all items, which find fields that do not fit each other before a step reads them.

use proc_macro2::TokenStream;
use quote::quote;

use crate::declaration::constant_tokens;
use crate::derive::family::{Family, Pass};
use crate::emit::call::Context;
use crate::emit::family::check_contacts;
use crate::emit::family::check_lengths;
use crate::emit::family::numbers::Numbers;
use crate::emit::loops;
use crate::loops::checks::{Check, Checks, Count, Made, Row};
use crate::loops::nest::Nest;
use crate::loops::walk::Walk;
use crate::model::Range;

/// The body of `check`.
pub(super) fn body(context: &Context<'_>, numbers: &Numbers<'_>, family: &Family) -> TokenStream {
    let printed = Printed { context, numbers };
    let (system, families) = (context.system, numbers.families);
    let mut made = Made::default();
    let mut lengths = Nest::over(&[]);
    for items in families.extents.iter().filter_map(|extent| extent.items.as_ref()) {
        Walk::new(system, families).entries(&[], items, lengths.innermost());
        lengths.innermost().push(Check::NotEmpty(items.clone()));
    }
    let markers = (0..families.markers.len()).map(Some);
    let markers = [None].into_iter().chain(markers);
    let nests =
        markers.map(|marker| of_marker(context, numbers, family, marker).nest(numbers.ranges(marker)));
    let checks = core::iter::once(lengths).chain(nests).map(Checks::always);
    let checks: TokenStream = checks
        .map(|checks| printed.checks(&made.others(checks)))
        .collect();
    let near = check_contacts::near(&printed, family, &mut made);
    let lists = check_lengths::all(context, numbers);
    let declaration = &system.declaration;
    let constants = families.constants().into_iter();
    let constants = constants.map(|path| constant_tokens(&path, declaration));
    quote! {
        #(_x::items::rows::is_length(#constants);)*
        #checks
        #near
        #lists
        _x::Ok(())
    }
}

/// What the items of a marker use.
fn of_marker<'a>(
    context: &'a Context<'a>,
    numbers: &'a Numbers<'a>,
    family: &Family,
    marker: Option<usize>,
) -> Walk<'a> {
    let mut walk = Walk::new(context.system, numbers.families);
    let templates = family.templates.iter();
    for template in templates.filter(|template| template.items.marker == marker) {
        let passes = template.passes().into_iter();
        walk.add(&template.items, passes.flat_map(Pass::kernels));
    }
    for (items, pass) in family.outputs.all().filter(|(items, _)| items.marker == marker) {
        walk.add(items, pass.kernels());
        walk.add_reactions(&pass.kernel);
    }
    for contact in &family.contacts {
        // Pairs that may be apart are not looked at one by one.
        match &contact.points {
            Some(points) if points.items.marker == marker => {
                walk.add(&points.items, points.passes().flat_map(Pass::kernels));
            }
            None if contact.items.marker == marker => {
                walk.add(&contact.items, contact.passes().flat_map(Pass::kernels));
            }
            _ => {}
        }
    }
    walk
}

/// Checks as Rust.
pub(super) struct Printed<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) numbers: &'a Numbers<'a>,
}

impl Printed<'_> {
    pub(super) fn checks(&self, checks: &Checks) -> TokenStream {
        let Checks { guard, nest } = checks;
        let all = loops::nest(self.numbers, nest, None, None, &|check| self.check(check));
        match guard.as_ref().filter(|_| !nest.is_empty_from(0)) {
            None => all,
            Some(range) => {
                let items = self.numbers.items(std::slice::from_ref(range));
                quote!(if #items > 0 { #all })
            }
        }
    }

    fn check(&self, check: &Check) -> TokenStream {
        let numbers = self.numbers;
        match check {
            Check::NotEmpty(items) => {
                let (text, count) = (numbers.text(items), numbers.integer(items));
                quote!(_x::items::not_empty(#text, #count)?;)
            }
            Check::Divisor(divisor) => {
                let (text, divisor) = (numbers.text(divisor), numbers.integer(divisor));
                quote!(_x::items::divisor(#text, #divisor)?;)
            }
            Check::Sign { of, found } => {
                let ((field, row), found) = (self.row(of), numbers.integer(found));
                quote!(_x::items::end(#field, #row, #found)?;)
            }
            Check::Index { of, found, count } => {
                let ((field, row), found, count) = (self.row(of), numbers.integer(found), self.count(count));
                quote!(_x::items::index(#field, #row, #found, #count)?;)
            }
            Check::Length {
                name,
                ranges,
                found,
                expected,
                count,
            } => {
                let read = self.read(name, ranges, &numbers.text(found));
                let [found, expected] = [found, expected].map(|value| numbers.integer(value));
                let count = self.count(count);
                quote!(_x::items::length((#name, #read), #found, #expected, #count)?;)
            }
            Check::Within {
                field,
                row,
                index,
                count,
            } => {
                let name = numbers.field(*field).to_string();
                let [row, index, count] = [row, index, count].map(|value| numbers.integer(value));
                quote!(_x::items::row(#name, #row, #index, #count)?;)
            }
            Check::Rising { of, ends } => {
                let ((field, row), [first, beyond]) =
                    (self.row(of), ends.each_ref().map(|end| numbers.text(end)));
                let text = format!("{first}..{beyond}");
                let [first, beyond] = ends.each_ref().map(|end| numbers.integer(end));
                quote!(_x::items::rising((#field, #text), #row, #first, #beyond)?;)
            }
            Check::Finite { parameter, of } => self.finite(*parameter, of.as_ref()),
        }
    }

    fn finite(&self, parameter: usize, of: Option<&Row>) -> TokenStream {
        let system = self.context.system;
        let tokens = &system.parameters[parameter];
        let (name, row) = match of {
            Some(of) => {
                let (name, row) = self.row(of);
                (name, quote!(_x::Some(#row)))
            }
            None => {
                let name = system.model.graph.name_of(system.model.parameters[parameter]);
                (name.unwrap_or_default().to_owned(), quote!(_x::None))
            }
        };
        quote!(_x::items::finite(#name, #row, #tokens)?;)
    }

    /// The name of a field, and the row of it.
    fn row(&self, of: &Row) -> (String, TokenStream) {
        let row = of.at.as_ref().map(|row| self.numbers.integer(row));
        (self.numbers.field(of.field).to_string(), row.unwrap_or(quote!(0)))
    }

    fn count(&self, count: &Count) -> TokenStream {
        match count {
            Count::Of(items) => self.numbers.integer(items),
            Count::Rows(field) => {
                let field = self.numbers.field(*field);
                quote!(_x::count(_x::Some(&self.#field)))
            }
            Count::Constraint(constraint) => self.numbers.items(self.numbers.ranges_of_row(*constraint)),
        }
    }

    /// What reads an item, with the ranges of its indices: "`x[i + 1]` with `i` in `0..n`".
    fn read(&self, name: &str, ranges: &[Range], index: &str) -> String {
        let numbers = self.numbers;
        let texts = ranges.iter().map(|range| {
            let index = &numbers.families.indices[range.index];
            let [first, beyond] = [&range.first, &range.beyond].map(|end| numbers.text(end));
            format!("`{index}` in `{first}..{beyond}`")
        });
        let texts: Vec<String> = texts.collect();
        let item = format!("`{name}[{index}]`");
        match texts.is_empty() {
            true => item,
            false => format!("{item} with {}", texts.join(" and ")),
        }
    }
}
