//! Names with a length: `theta`, `r[3]`.

use proc_macro2::{Delimiter, Group, Ident};
use syn::parse::ParseStream;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprLit, Lit, LitInt, Token, Type, bracketed, token};

use super::{label, types};
use crate::declaration::{Extent, Field, Layer, Quantity, WRITTEN_OUT, is_constant, name_of, operations};
use crate::diagnostics::Diagnostics;
use crate::shape::Shape;
use crate::text;

/// The largest number of components: a tangent has the square of the number of unknowns.
const COMPONENTS: usize = 1000;

/// Types of numbers, which other languages write before a name.
const TYPES: [&str; 7] = ["f64", "f32", "double", "float", "int", "Real", "real"];

pub(super) fn quantity(input: ParseStream, diagnostics: &mut Diagnostics) -> syn::Result<Quantity> {
    label::refuse_quotes(input)?;
    let ident: Ident = input.parse()?;
    if TYPES.iter().any(|ty| ident == ty) && input.peek(syn::Ident) {
        let name: Ident = input.fork().parse()?;
        let message = format!("a quantity has no type, as all numbers are of one: write `{name}`");
        return Err(syn::Error::new(ident.span(), message));
    }
    if input.peek(Token![..]) {
        return Err(
            input.error("a list has no ranges: write each name, or a vector with its length, as in `q[3]`")
        );
    }
    if ident == "dt" && input.peek(token::Paren) {
        let message = "a velocity follows from its coordinate, and formulas write it `dt(x)`: drop it here";
        return Err(syn::Error::new(ident.span(), message));
    }
    if input.peek(token::Paren) {
        return Err(input.error(format!("quantities are functions of time without saying so: write `{ident}`, or `{ident}[3]` for a vector")));
    }
    if input.peek(Token![:]) && !input.peek2(LitInt) {
        return typed(ident, input, diagnostics);
    }
    let mut lengths = Vec::new();
    let mut last = None;
    let mut items = items(input)?;
    if items.is_none() {
        items = long(input)?;
    }
    while input.peek(token::Bracket) {
        if let Some(length) = self::items(&input.fork())? {
            let message = "the numbers of one item are a literal, as in `r[points][3]`: only the first length may be known to the program \
                           alone; the points of a grid are items with the index `i * columns + j`";
            return Err(syn::Error::new_spanned(length, message));
        }
        let length = component(input)?;
        lengths.push(length.base10_parse::<usize>().unwrap_or(usize::MAX));
        last = Some(length.span());
    }
    let what = if lengths.len() == 1 {
        "a vector"
    } else {
        "an array of vectors"
    };
    let shape = Shape::of(&lengths).filter(|shape| (1..=COMPONENTS).contains(&shape.size()));
    match (shape, last) {
        (Some(shape), _) => Ok(Quantity {
            ident,
            shape,
            items,
            degree: 0,
        }),
        (None, span) => Err(syn::Error::new(
            span.unwrap_or_else(|| ident.span()),
            format!("{what} has 1 to {COMPONENTS} components"),
        )),
    }
}

/// `x: f64` and `r: [f64; 3]`, by mistake.
fn typed(ident: Ident, input: ParseStream, diagnostics: &mut Diagnostics) -> syn::Result<Quantity> {
    input.parse::<Token![:]>()?;
    let ty: Type = input.parse()?;
    let name = name_of(&ident);
    let shape = match types::peel(&ty).0.as_slice() {
        [] => Shape::Scalar,
        [Layer::Vector(Extent::Known(length))] => Shape::Vector(*length),
        _ => {
            let message =
                format!("a quantity is a number or a vector without its type: write `{name}` or `{name}[3]`");
            return Err(syn::Error::new_spanned(ty, message));
        }
    };
    let instead = shape
        .lengths()
        .iter()
        .fold(name, |name, length| format!("{name}[{length}]"));
    diagnostics.report(
        ty,
        format!("a quantity has no type, as all numbers are of one: write `{instead}`"),
    );
    Ok(Quantity {
        ident,
        shape,
        items: None,
        degree: 0,
    })
}

/// The length in `[points]`, if it is not a literal.
pub(super) fn items(input: ParseStream) -> syn::Result<Option<Expr>> {
    bracketed_integer(input, |length| {
        matches!(
            length,
            Expr::Path(_) | Expr::Field(_) | Expr::MethodCall(_) | Expr::Binary(_)
        )
    })
}

/// The index in front of `=` of a coordinate with such a length, as in `q[n - 1] = ..` and `q[tips[0]] = ..`.
pub(super) fn item(input: ParseStream) -> syn::Result<Option<Expr>> {
    bracketed_integer(input, |index| {
        matches!(
            index,
            Expr::Path(_) | Expr::Field(_) | Expr::MethodCall(_) | Expr::Binary(_) | Expr::Index(_)
        )
    })
}

fn bracketed_integer(
    input: ParseStream,
    is_made_of_names: impl Fn(&Expr) -> bool,
) -> syn::Result<Option<Expr>> {
    if !input.peek(token::Bracket) || component(&input.fork()).is_ok() {
        return Ok(None);
    }
    let ahead = input.fork();
    let content;
    bracketed!(content in ahead);
    let length = content.parse::<Expr>().ok();
    let length = length.filter(|length| is_made_of_names(length) && content.is_empty());
    // Other lengths have their message where numbers are read.
    if length.is_some() {
        input.parse::<Group>()?;
    }
    Ok(length)
}

/// The length in `[1000]`, if it is above the limit up to which items are written out.
fn long(input: ParseStream) -> syn::Result<Option<Expr>> {
    let is_long = |length: &LitInt| {
        length
            .base10_parse()
            .is_ok_and(|length: u64| length > WRITTEN_OUT as u64)
    };
    if !input.peek(token::Bracket) || !component(&input.fork()).is_ok_and(|length| is_long(&length)) {
        return Ok(None);
    }
    let length = component(input)?;
    Ok(Some(syn::parse_quote!(#length)))
}

/// A length that only the program knows is a field or a constant, or is made of those.
pub(super) fn known_to_program(quantity: Quantity, fields: &[Field]) -> syn::Result<Quantity> {
    if let Some(length @ Expr::Path(path)) = &quantity.items
        && let Some(name) = path.path.get_ident()
        && !is_constant(&name_of(name))
        && fields.iter().all(|field| name_of(&field.ident) != name_of(name))
    {
        let message = format!(
            "unknown length `{name}`; write the number, as in `r[3]`, or make it a field of type `usize`, or the length of a field, \
             `m.len()`"
        );
        return Err(syn::Error::new_spanned(length, message));
    }
    Ok(quantity)
}

/// The index in `[8 - 1]`, made of integer literals, as one literal in the place of the first.
pub(super) fn folded(input: ParseStream) -> Option<LitInt> {
    let group = input.parse::<Group>().ok()?;
    let is_index = group.delimiter() == Delimiter::Bracket;
    let index = syn::parse2::<Expr>(group.stream()).ok().filter(|_| is_index)?;
    let value = value_of(&index).filter(|value| *value >= 0)?;
    matches!(index, Expr::Binary(_) | Expr::Paren(_)).then(|| LitInt::new(&value.to_string(), index.span()))
}

fn value_of(expr: &Expr) -> Option<i64> {
    let (first, operations) = operations(expr);
    let Expr::Lit(ExprLit {
        lit: Lit::Int(number),
        ..
    }) = first
    else {
        return None;
    };
    let first = number
        .base10_parse()
        .ok()
        .filter(|_| number.suffix().is_empty())?;
    operations.into_iter().try_fold(first, |a: i64, operation| {
        let b = value_of(&operation.right)?;
        match operation.op {
            BinOp::Add(_) => a.checked_add(b),
            BinOp::Sub(_) => a.checked_sub(b),
            BinOp::Mul(_) => a.checked_mul(b),
            BinOp::Div(_) => a.checked_div(b),
            BinOp::Rem(_) => a.checked_rem(b),
            _ => None,
        }
    })
}

/// The number in `[3]`.
pub(super) fn component(input: ParseStream) -> syn::Result<LitInt> {
    let content;
    bracketed!(content in input);
    if let Some(message) = lengths_of_a_matrix(&content.fork()) {
        return Err(content.error(message));
    }
    let number = content
        .parse::<LitInt>()
        .map_err(|error| syn::Error::new(error.span(), unknown_length(&content)))?;
    if content.is_empty() {
        return Ok(number);
    }
    Err(content.error("expected `]` after the integer literal, as in `r[3]`"))
}

/// The message for `r[n, 3]`.
fn lengths_of_a_matrix(content: ParseStream) -> Option<String> {
    let first: Expr = content.parse().ok()?;
    content.parse::<Token![,]>().ok()?;
    let second: Expr = content.parse().ok()?;
    let [first, second] = [first, second].map(text::of);
    content
        .is_empty()
        .then(|| format!("each length has brackets of its own: write `[{first}][{second}]`"))
}

/// The message for a length that is not a literal.
fn unknown_length(content: ParseStream) -> String {
    match content.parse::<Ident>() {
        Ok(name) => format!("a macro cannot see the value of `{name}`; write the number, as in `r[3]`"),
        Err(_) => "expected an integer literal, as in `r[3]`".to_owned(),
    }
}
