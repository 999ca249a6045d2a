//! How a kernel calls fields of the user: as arguments of types with the parts that it needs, together with the parameters.
//!
//! It refuses to know the fields, which the caller of the kernel names.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use extremal_symbolic::{Called, PartOfCall, Value};
use proc_macro2::{Literal, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};

use crate::derive::{Argument, Kernel};
use crate::emit::call::Context;
use crate::emit::kernel::{Printer, array};

/// A reference to a field, with the derivatives up to an order if its type has them.
pub(super) fn with_part(
    access: &TokenStream,
    order: usize,
    arguments: usize,
    scalar: &TokenStream,
) -> TokenStream {
    let method = format_ident!("with_{}", TRAITS[order.min(TRAITS.len() - 1)].1);
    let arguments = Literal::usize_unsuffixed(arguments);
    quote!((&_x::optional::Optional::<_, #arguments, #scalar>::of(&#access)).#method())
}

/// The one place at which the compiler misses parts of fields, each at the field. All other code assumes that they are there.
pub(super) fn needs(context: &Context<'_>, kernels: &[&Kernel]) -> Option<TokenStream> {
    let strict = kernels.iter().filter(|kernel| !kernel.is_optional);
    let mut orders: BTreeMap<usize, (Called, usize, usize)> = BTreeMap::new();
    for (function, order, arguments) in strict.flat_map(|kernel| kernel.called()) {
        let field = context.system.functions[function.index()].field;
        let known = orders.entry(field).or_insert((function, order, arguments));
        known.1 = order.max(known.1);
    }
    let scalar = &context.scalar;
    let needs = orders.into_values().map(|(function, order, arguments)| {
        let access = &context.system.functions[function.index()].access;
        let count = Literal::usize_unsuffixed(arguments);
        let part = format_ident!("{}", TRAITS[order.min(TRAITS.len() - 1)].1);
        let span = place_of(access);
        // A function without a value, of another number of arguments, has no derivatives either, of which nothing is said.
        let known = with_part(access, 0, arguments, scalar);
        let asked = quote_spanned!(span=> &(#access));
        let further =
            (order > 0).then(|| quote_spanned!(span=> _x::optional::#part::<_, _, #count, #scalar, _>(_x::optional::Formula, #known);));
        quote_spanned! {span=>
            _x::optional::value::<_, _, #count, #scalar, _>(_x::optional::Formula, #asked);
            #further
        }
    });
    let needs: Vec<TokenStream> = needs.collect();
    let header = context.header(&quote!(_x::optional::Needs));
    (!needs.is_empty()).then(|| {
        quote! {
            #header {
                fn needs(&self) {
                    #(#needs)*
                }
            }
        }
    })
}

/// The name of the field as the user wrote it. Without the mark of an expansion, of which rustc would tell in four lines.
fn place_of(access: &TokenStream) -> Span {
    let mut names = access.clone().into_iter().filter_map(|token| match token {
        TokenTree::Ident(name) if name != "self" => Some(name.span()),
        _ => None,
    });
    names.next().unwrap_or_else(Span::call_site)
}

/// Functions: how often each is differentiated, and its number of arguments.
pub(super) type Functions = Vec<(Called, usize, usize)>;

/// The trait with the derivatives up to an order, and its method.
const TRAITS: [(&str, &str); 3] = [
    ("Value", "value"),
    ("Gradient", "gradient"),
    ("Function", "hessian"),
];

fn type_of(argument: &Argument) -> String {
    match argument.is_scalar {
        true => "T".to_owned(),
        false => format!("&[T; {}]", argument.symbols.len()),
    }
}

/// An argument as a parameter.
pub(super) fn parameter(argument: &Argument) -> String {
    format!("{}: {}", argument.name, type_of(argument))
}

impl Printer<'_> {
    /// `let (t4, [t4_0, _]) = function::Gradient::gradient(f0, [x, y]);` with a name for each part that is used.
    pub(super) fn define_call(&mut self, index: usize, function: Called) -> (usize, usize) {
        let value = self.kernel.program.value(index);
        let at = self.calls.binary_search_by_key(&value, |call| call.call);
        let call = self.calls[at.expect("every call of a program is listed")].clone();
        let line = self.lines.len();
        let name = |by: &[usize]| {
            let part = PartOfCall::of(by);
            call.parts.contains(&part).then(|| name_of_part(line, part))
        };
        let or_nothing = |name: Option<String>| name.unwrap_or_else(|| "_".to_owned());
        let (count, order) = (call.arguments.len(), call.order());
        let slopes: Vec<String> = (0..count).map(|i| or_nothing(name(&[i]))).collect();
        let curvatures = (0..count).map(|i| {
            let row: Vec<String> = (0..count)
                .map(|j| or_nothing(if i <= j { name(&[i, j]) } else { None }))
                .collect();
            array(&row)
        });
        let curvatures: Vec<String> = curvatures.collect();
        let value = or_nothing(name(&[]));
        let pattern = match order {
            0 => value,
            1 => format!("({value}, {})", array(&slopes)),
            _ => format!("({value}, {}, {})", array(&slopes), array(&curvatures)),
        };
        let (of, method) = TRAITS[order.min(TRAITS.len() - 1)];
        let arguments = array(&self.operands(&call.arguments));
        let text = format!(
            "let {pattern} = function::{of}::{method}(f{}, {arguments});",
            function.index()
        );
        let names = call.parts.iter().map(|&part| name_of_part(line, part));
        self.push(names.collect(), text, &call.arguments);
        (line, 0)
    }

    pub(super) fn part_of_call(&self, call: Value, part: PartOfCall) -> (String, Option<(usize, usize)>) {
        let (line, _) = self.places[call.index()].expect("a call stands before its parts");
        let name = name_of_part(line, part);
        let place = self.lines[line].names.iter().position(|known| *known == name);
        (name, place.map(|place| (line, place)))
    }

    /// `<T: Scalar, F0: function::Value<1, T>>`
    pub(super) fn generics(&self, functions: &Functions) -> String {
        let bounds = functions.iter().map(|&(function, order, count)| {
            let (of, _) = TRAITS[order.min(TRAITS.len() - 1)];
            format!("F{}: function::{of}<{count}, T>", function.index())
        });
        self.spelling.generics(&bounds.collect::<Vec<_>>())
    }

    /// Functions come with the parameters, so that a kernel has as many arguments as without them.
    pub(super) fn parameters(&self, arguments: &[usize], functions: &Functions) -> Vec<String> {
        let named = arguments.iter().map(|&at| {
            let argument = &self.arguments[at];
            (argument.name.to_owned(), type_of(argument))
        });
        let parameters = self.with_functions(named.collect(), functions).into_iter();
        parameters
            .map(|(name, type_of)| format!("{name}: {type_of}"))
            .collect()
    }

    /// The names of arguments that a part of a kernel takes.
    pub(super) fn passed(&self, arguments: &[usize], functions: &Functions) -> Vec<String> {
        let names = arguments
            .iter()
            .map(|&at| (self.arguments[at].name.to_owned(), String::new()));
        let passed = self.with_functions(names.collect(), functions).into_iter();
        passed.map(|(name, _)| name).collect()
    }

    fn with_functions(
        &self,
        mut list: Vec<(String, String)>,
        functions: &Functions,
    ) -> Vec<(String, String)> {
        if functions.is_empty() {
            return list;
        }
        let indices = functions.iter().map(|(function, ..)| function.index());
        let both = indices.map(|index| (format!("f{index}"), format!("&F{index}")));
        let (mut names, mut types): (Vec<String>, Vec<String>) = both.unzip();
        let parameters = list.iter().position(|(name, _)| name == "parameters");
        if let Some((name, type_of)) = parameters.map(|at| list.remove(at)) {
            names.insert(0, name);
            types.insert(0, type_of);
        }
        let joined = |list: Vec<String>| match &*list {
            [single] => single.clone(),
            _ => format!("({})", list.join(", ")),
        };
        list.insert(parameters.unwrap_or_default(), (joined(names), joined(types)));
        list
    }

    /// The functions that lines of a range call.
    pub(super) fn called_in(&self, range: &Range<usize>) -> Functions {
        let calls = self.calls.iter().filter(|call| {
            let line = self.places[call.call.index()].map(|(line, _)| line);
            line.is_some_and(|line| range.contains(&line))
        });
        let called: BTreeSet<Called> = calls.map(|call| call.function).collect();
        let functions = self.functions.iter().copied();
        functions
            .filter(|(function, ..)| called.contains(function))
            .collect()
    }
}

/// `t4`, `t4_0`, `t4_0_1`
fn name_of_part(line: usize, part: PartOfCall) -> String {
    let by = part.by[..part.order.min(2)].iter().map(|i| format!("_{i}"));
    format!("t{line}{}", by.collect::<String>())
}
