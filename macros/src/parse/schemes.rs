//! `discretize(..)`: schemes as the types they are, matched by the last segment of their paths.
//!
//! It refuses to know how a scheme works; what its arguments may be is here.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Error, Expr, GenericArgument, Lit, PathArguments, PathSegment, Result, Type};

use super::types::ungrouped;
use crate::declaration::{Scheme, SchemeKind};
use crate::schemes::Variant;
use crate::schemes::quadrature::Rule;
use crate::suggest::nearest;

const SCHEMES: [&str; 9] = [
    "Verlet",
    "Midpoint",
    "Galerkin",
    "Livens",
    "NullSpace",
    "Equivariant",
    "Polarized",
    "Stabilized",
    "Composition",
];
const RULES: [&str; 5] = ["Gauss", "Lobatto", "Trapezoid", "Left", "Right"];

const EXAMPLE: &str = "Galerkin<2, Gauss<2>>";
const NULL_SPACE: &str = "NullSpace<Midpoint>";
const EQUIVARIANT: &str = "Equivariant<Livens>";
const POLARIZED: &str = "Polarized<Livens>";
const STABILIZED: &str = "Stabilized<Livens>";
const COMPOSITION: &str = "Composition<4, Livens>";

const NOT_BOTH: &str = "a kinetic energy that is polarized is no function of invariants; list `Equivariant<Livens>` or \
                        `Polarized<Livens>`";

/// One item of the list.
pub(super) fn scheme(tokens: TokenStream) -> Result<Scheme> {
    if let Some(error) = written_as_value(tokens.clone()) {
        return Err(error);
    }
    let ty: Type = syn::parse2(tokens.clone()).map_err(|_| {
        let message = format!("expected a scheme, as in `Verlet` or `{EXAMPLE}`");
        Error::new_spanned(tokens, message)
    })?;
    let kind = kind(&ty, &SCHEMES)?;
    Ok(Scheme { kind, tokens: ty })
}

/// The scheme that a type names; `known` are those that may stand there.
fn kind(ty: &Type, known: &[&str]) -> Result<SchemeKind> {
    let segment = last_segment(ty, "a scheme")?;
    match segment.ident.to_string().as_str() {
        "Verlet" => {
            arguments(segment, &[0], "Verlet")?;
            Ok(SchemeKind::Verlet)
        }
        "Midpoint" => {
            arguments(segment, &[0], "Midpoint")?;
            Ok(SchemeKind::Midpoint)
        }
        "Galerkin" => galerkin(segment),
        "Livens" => {
            arguments(segment, &[0], "Livens")?;
            Ok(SchemeKind::Livens(Variant::default()))
        }
        "NullSpace" => null_space(segment),
        "Equivariant" => equivariant(segment),
        "Polarized" => polarized(segment),
        "Stabilized" => stabilized(segment),
        "Composition" => composition(segment),
        name => Err(Error::new(segment.ident.span(), unknown("scheme", name, known))),
    }
}

/// `NullSpace<Midpoint>`, of any other scheme.
fn null_space(segment: &PathSegment) -> Result<SchemeKind> {
    let ty = inner(segment, NULL_SPACE)?;
    match kind(ty, &SCHEMES[..3])? {
        SchemeKind::NullSpace(_) => Err(Error::new_spanned(
            ty,
            "this is in its null-space form already; write `NullSpace` once",
        )),
        SchemeKind::Livens(_) => Err(Error::new_spanned(
            ty,
            "null-space forms are those of variational schemes; list `Livens` by itself, it takes constraints as it is",
        )),
        SchemeKind::Composition { .. } => Err(Error::new_spanned(
            ty,
            "null-space forms are those of variational schemes; list the composition by itself, it takes constraints as it is",
        )),
        scheme => Ok(SchemeKind::NullSpace(Box::new(scheme))),
    }
}

/// `Equivariant<Livens>`
fn equivariant(segment: &PathSegment) -> Result<SchemeKind> {
    let ty = inner(segment, EQUIVARIANT)?;
    let message = match kind(ty, &SCHEMES[3..4])? {
        SchemeKind::Livens(variant) if variant == Variant::default() => {
            return Ok(SchemeKind::Livens(Variant {
                is_equivariant: true,
                ..variant
            }));
        }
        SchemeKind::Livens(variant) if variant.is_stabilized => {
            "the other way round: write `Stabilized<Equivariant<Livens>>`"
        }
        SchemeKind::Livens(variant) if variant.is_polarized => NOT_BOTH,
        SchemeKind::Livens(_) => "this is equivariant already; write `Equivariant` once",
        SchemeKind::Composition { .. } => "the other way round: write `Composition<4, Equivariant<Livens>>`",
        _ => {
            "only `Livens` has discrete gradients; variational schemes keep momentum maps of affine symmetries as they are"
        }
    };
    Err(Error::new_spanned(ty, message))
}

/// `Polarized<Livens>`
fn polarized(segment: &PathSegment) -> Result<SchemeKind> {
    let ty = inner(segment, POLARIZED)?;
    let message = match kind(ty, &SCHEMES[3..4])? {
        SchemeKind::Livens(variant) if variant == Variant::default() => {
            return Ok(SchemeKind::Livens(Variant {
                is_polarized: true,
                ..variant
            }));
        }
        SchemeKind::Livens(variant) if variant.is_stabilized => {
            "the other way round: write `Stabilized<Polarized<Livens>>`"
        }
        SchemeKind::Livens(variant) if variant.is_equivariant => NOT_BOTH,
        SchemeKind::Livens(_) => "this is polarized already; write `Polarized` once",
        SchemeKind::Composition { .. } => "the other way round: write `Composition<4, Polarized<Livens>>`",
        _ => "p = ∂L/∂v holds at the nodes of variational schemes as they are; list this one by itself",
    };
    Err(Error::new_spanned(ty, message))
}

/// `Stabilized<Livens>`
fn stabilized(segment: &PathSegment) -> Result<SchemeKind> {
    let ty = inner(segment, STABILIZED)?;
    let message = match kind(ty, &SCHEMES[3..4])? {
        SchemeKind::Livens(variant) if !variant.is_stabilized => {
            return Ok(SchemeKind::Livens(Variant {
                is_stabilized: true,
                ..variant
            }));
        }
        SchemeKind::Livens(_) => "this is stabilized already; write `Stabilized` once",
        SchemeKind::Composition { .. } => "the other way round: write `Composition<4, Stabilized<Livens>>`",
        _ => {
            "variational schemes satisfy the constraints of velocities at the nodes as they are; list this one by itself"
        }
    };
    Err(Error::new_spanned(ty, message))
}

/// `Composition<4, Livens>`
fn composition(segment: &PathSegment) -> Result<SchemeKind> {
    let arguments = arguments(segment, &[2], COMPOSITION)?;
    let order = integer(arguments[0], 4, 6, "the order of `Composition`")?;
    if order == 5 {
        let message = "the order of `Composition` is 4 or 6: what is composed is symmetric";
        return Err(Error::new_spanned(arguments[0], message));
    }
    let GenericArgument::Type(ty) = arguments[1] else {
        let message = format!("expected a scheme, as in `{COMPOSITION}`");
        return Err(Error::new_spanned(arguments[1], message));
    };
    let scheme = kind(ty, &SCHEMES[3..4])?;
    if matches!(scheme, SchemeKind::Livens(_)) {
        let scheme = Box::new(scheme);
        return Ok(SchemeKind::Composition { order, scheme });
    }
    let message = if scheme.composed().is_some() {
        "this is composed already; write `Composition` once"
    } else {
        "steps of `Livens` and its variants are composed; for variational schemes of higher order take `Galerkin`"
    };
    Err(Error::new_spanned(ty, message))
}

/// The scheme within another.
fn inner<'a>(segment: &'a PathSegment, example: &str) -> Result<&'a Type> {
    match arguments(segment, &[1], example)?[0] {
        GenericArgument::Type(ty) => Ok(ty),
        argument => {
            let message = format!("expected a scheme, as in `{example}`");
            Err(Error::new_spanned(argument, message))
        }
    }
}

/// What does not look like a type: `"Verlet"`, `Verlet()`, `Galerkin(2, Gauss(2))`, `Galerkin::<2, Gauss<2>>::default()`.
fn written_as_value(tokens: TokenStream) -> Option<Error> {
    let mut before: Option<TokenTree> = None;
    for token in tokens.clone() {
        let message = match (&before, &token) {
            (None, TokenTree::Literal(text)) if text.to_string().starts_with('"') => {
                "a scheme is a type; write it without quotes".to_owned()
            }
            (Some(TokenTree::Ident(name)), TokenTree::Group(group))
                if group.delimiter() == Delimiter::Parenthesis =>
            {
                called(&name.to_string(), tokens, group.stream().is_empty())
            }
            (Some(_), TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                "schemes are listed as types; drop the braces".to_owned()
            }
            _ => {
                before = Some(token);
                continue;
            }
        };
        return Some(Error::new(token.span(), message));
    }
    None
}

/// What to write for `name(..)` in `tokens`.
fn called(name: &str, tokens: TokenStream, is_empty: bool) -> String {
    if name == "default" || name == "new" {
        let names = tokens.into_iter().map(|token| token.to_string());
        let scheme = names.into_iter().find(|name| SCHEMES.contains(&name.as_str()));
        let example = scheme.map_or(EXAMPLE.to_owned(), example_of);
        format!("schemes are listed as types; write `{example}` without a call")
    } else if is_empty {
        let example = example_of(name.to_owned());
        format!("schemes are listed as types; write `{example}` without parentheses")
    } else {
        let example = example_of(name.to_owned());
        let example = if example == name { EXAMPLE } else { &example };
        format!("type arguments stand in angle brackets: `{example}`")
    }
}

/// A scheme of that name, as it is listed.
fn example_of(name: String) -> String {
    match name.as_str() {
        "Galerkin" => EXAMPLE.to_owned(),
        "NullSpace" => NULL_SPACE.to_owned(),
        "Equivariant" => EQUIVARIANT.to_owned(),
        "Polarized" => POLARIZED.to_owned(),
        "Stabilized" => STABILIZED.to_owned(),
        "Composition" => COMPOSITION.to_owned(),
        _ => name,
    }
}

/// `Galerkin<P, Q>` or `Galerkin<P, Q, K>`.
fn galerkin(segment: &PathSegment) -> Result<SchemeKind> {
    let arguments = arguments(segment, &[2, 3], EXAMPLE)?;
    let degree = integer(arguments[0], 1, 6, "the degree of `Galerkin`")?;
    let quadrature = rule(arguments[1])?;
    let kinetic = arguments
        .get(2)
        .map_or(Ok(quadrature), |argument| rule(argument))?;
    let points = points(kinetic);
    if points < degree {
        let of = arguments.last().map(ToTokens::to_token_stream);
        let message = format!(
            "elements of degree {degree} need at least {degree} quadrature points for T, or their mass matrix is singular; \
             this rule has {points}"
        );
        return Err(Error::new_spanned(of, message));
    }
    Ok(SchemeKind::Galerkin {
        degree,
        quadrature,
        kinetic,
    })
}

fn rule(argument: &GenericArgument) -> Result<Rule> {
    let GenericArgument::Type(ty) = argument else {
        return Err(Error::new_spanned(
            argument,
            "expected a quadrature, as in `Gauss<2>`",
        ));
    };
    let segment = last_segment(ty, "a quadrature")?;
    let size =
        |min, max, example: &str, what: &str| integer(arguments(segment, &[1], example)?[0], min, max, what);
    match segment.ident.to_string().as_str() {
        "Gauss" => size(1, 12, "Gauss<2>", "the number of Gauss points").map(Rule::Gauss),
        "Lobatto" => size(2, 12, "Lobatto<3>", "the number of Lobatto points").map(Rule::Lobatto),
        "Trapezoid" => size(1, 64, "Trapezoid<1>", "the number of trapezoids").map(Rule::Trapezoid),
        "Left" => arguments(segment, &[0], "Left").map(|_| Rule::Left),
        "Right" => arguments(segment, &[0], "Right").map(|_| Rule::Right),
        name => Err(Error::new(
            segment.ident.span(),
            unknown("quadrature", name, &RULES),
        )),
    }
}

fn last_segment<'a>(ty: &'a Type, what: &str) -> Result<&'a PathSegment> {
    match ungrouped(ty) {
        Type::Path(path) if path.qself.is_none() => path.path.segments.last(),
        _ => None,
    }
    .ok_or_else(|| Error::new_spanned(ty, format!("expected the path of {what}")))
}

fn points(rule: Rule) -> usize {
    match rule {
        Rule::Gauss(points) | Rule::Lobatto(points) => points,
        Rule::Trapezoid(panels) => panels + 1,
        Rule::Left | Rule::Right => 1,
    }
}

/// The generic arguments, if there are as many as one of `counts`.
fn arguments<'a>(
    segment: &'a PathSegment,
    counts: &[usize],
    example: &str,
) -> Result<Vec<&'a GenericArgument>> {
    let given: Vec<&GenericArgument> = match &segment.arguments {
        PathArguments::None => Vec::new(),
        PathArguments::AngleBracketed(list) => list.args.iter().collect(),
        PathArguments::Parenthesized(list) => {
            let message = format!("type arguments stand in angle brackets: `{example}`");
            return Err(Error::new_spanned(list, message));
        }
    };
    if counts.contains(&given.len()) {
        return Ok(given);
    }
    let name = &segment.ident;
    let expected = match counts {
        [0] => format!("`{name}` takes no arguments"),
        [1] if SCHEMES.iter().any(|scheme| name == scheme) && given.len() > 1 => {
            format!("`{name}` takes one scheme; write it once for each, as in `{example}`")
        }
        [1] => format!("`{name}` takes one argument, as in `{example}`"),
        _ => format!("`{name}` takes {} arguments, as in `{example}`", joined(counts)),
    };
    Err(Error::new_spanned(segment, expected))
}

fn joined(counts: &[usize]) -> String {
    let texts: Vec<String> = counts.iter().map(usize::to_string).collect();
    texts.join(" or ")
}

fn integer(argument: &GenericArgument, min: usize, max: usize, what: &str) -> Result<usize> {
    let literal = match argument {
        GenericArgument::Const(Expr::Lit(literal)) => match &literal.lit {
            Lit::Int(number) => Some(number),
            _ => None,
        },
        _ => None,
    };
    let Some(number) = literal else {
        let message =
            format!("{what} is an integer literal: the formulas of a scheme are derived here and now");
        return Err(Error::new_spanned(argument, message));
    };
    match number.base10_parse::<usize>() {
        Ok(n) if (min..=max).contains(&n) => Ok(n),
        _ => Err(Error::new(
            number.span(),
            format!("{what} is one of {min} to {max}"),
        )),
    }
}

fn unknown(what: &str, name: &str, known: &[&str]) -> String {
    match nearest(name, known.iter().copied()) {
        Some(near) => format!("unknown {what} `{name}`; did you mean `{near}`?"),
        None => {
            let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            format!("unknown {what} `{name}`; there are {}", known.join(", "))
        }
    }
}
