//! Inputs of kind one: tokens of any kind in any order, inside a struct that the compiler would hand over.
//!
//! It refuses to know the grammar, but for words that open its doors.

use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::quote;

use super::Random;

const WORDS: &[&str] = &[
    "coordinates",
    "inputs",
    "let",
    "kinetic",
    "massless",
    "mass_matrix",
    "potential",
    "lagrangian",
    "force",
    "dissipation",
    "constraint",
    "rolling",
    "contact",
    "friction",
    "gap",
    "slip",
    "output",
    "symmetry",
    "assume",
    "sensitivities",
    "modified_energy",
    "redundant",
    "parallel",
    "discretize",
    "crate",
    "x",
    "y",
    "m",
    "k",
    "r",
    "dt",
    "t",
    "PI",
    "sin",
    "cos",
    "powi",
    "powf",
    "sqrt",
    "dot",
    "cross",
    "norm",
    "min",
    "max",
    "atan2",
    "if",
    "else",
    "as",
    "move",
    "mut",
    "ref",
    "match",
    "loop",
    "while",
    "for",
    "return",
    "unsafe",
    "async",
    "await",
    "fn",
    "struct",
    "dyn",
    "impl",
    "self",
    "Self",
    "super",
    "true",
    "_",
    "f64",
    "Verlet",
    "Midpoint",
    "Galerkin",
    "Livens",
    "NullSpace",
    "Compensated",
    "Equivariant",
    "Polarized",
    "Stabilized",
    "Composition",
    "Gauss",
    "Lobatto",
    "Trapezoid",
    "Left",
    "Right",
    "größe",
    "const",
    "where",
    "break",
    "yield",
    "static",
    "box",
    "macro_rules",
];
const RAW: &[&str] = &["type", "match", "x", "m", "let", "fn", "try"];
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "0.5",
    "1.",
    "1e3",
    "1e308",
    "1e309",
    "4.9e-324",
    "1e-400",
    "1e999999999999",
    "0xff",
    "0b101",
    "0o17",
    "1_000",
    "340282366920938463463374607431768211456",
    "18446744073709551616",
    "9223372036854775808",
    "1f64",
    "1.0f32",
    "1u8",
    "2i128",
    "1usize",
    "'c'",
    "b'c'",
    "\"text\"",
    "b\"text\"",
    "c\"text\"",
    "r#\"raw\"#",
    "0.1e-5",
    "1e0000000000000000000001",
    "0.00000000000000000000000000000000000000000000001",
    "7",
    "100000",
    "-1",
    "-2.5",
    "-0.0",
    "2147483647",
    "2147483648",
    "-2147483648",
    "1048576",
    "1048577",
    "65536",
];
const PUNCTUATION: &[char] = &[
    '=', '<', '>', '!', '~', '+', '-', '*', '/', '%', '^', '&', '|', '@', '.', ',', ';', ':', '#', '$', '?',
    ',', '=', '*', '+', '-', '\'',
];

/// A struct with some of its parts made of any tokens.
pub(super) fn item(random: &mut Random) -> TokenStream {
    let mut budget = random.length(12, 200);
    let tokens = stream(random, &mut budget, 0);
    match random.below(8) {
        0 => quote!(#[lagrangian #tokens] struct S { m: f64, k: f64 }),
        1 => quote!(
            #[lagrangian(coordinates(x), kinetic = #tokens)]
            struct S {
                m: f64,
                k: f64,
            }
        ),
        2 => quote! {
            #[lagrangian(coordinates(x, r[3]), inputs(u), kinetic = m * dt(x).powi(2), #tokens)]
            struct S { m: f64, k: [f64; 3] }
        },
        3 => quote!(
            #[lagrangian(coordinates(x), kinetic = m * dt(x).powi(2), potential = k * #tokens)]
            struct S {
                m: f64,
                k: f64,
            }
        ),
        4 => quote!(
            #[lagrangian(coordinates(x), kinetic = m * dt(x).powi(2), discretize(#tokens))]
            struct S {
                m: f64,
                k: f64,
            }
        ),
        5 => {
            quote!(#[lagrangian(coordinates(x), kinetic = m * dt(x).powi(2))] struct S { m: f64, k: #tokens })
        }
        6 => quote!(
            #[lagrangian(coordinates(x), kinetic = m * dt(x).powi(2), output(#tokens))]
            struct S<T: Scalar> {
                m: T,
                k: T,
            }
        ),
        _ => quote!(
            #[lagrangian(#tokens)]
            struct S {
                m: f64,
                k: f64,
            }
        ),
    }
}

/// Any tokens.
pub(super) fn stream(random: &mut Random, budget: &mut usize, depth: usize) -> TokenStream {
    let count = random.length(8, 40);
    let mut tokens = TokenStream::new();
    for _ in 0..count {
        if *budget == 0 {
            break;
        }
        *budget -= 1;
        token(random, budget, depth, &mut tokens);
    }
    tokens
}

fn token(random: &mut Random, budget: &mut usize, depth: usize, tokens: &mut TokenStream) {
    match random.below(20) {
        0..=6 => tokens.extend([TokenTree::Ident(Ident::new(
            random.of::<&str>(WORDS),
            Span::call_site(),
        ))]),
        7 => tokens.extend([TokenTree::Ident(Ident::new_raw(
            random.of::<&str>(RAW),
            Span::call_site(),
        ))]),
        8..=10 => number(random, tokens),
        11 | 12 if depth < 30 => {
            let delimiters = [
                Delimiter::Parenthesis,
                Delimiter::Parenthesis,
                Delimiter::Bracket,
                Delimiter::Brace,
                Delimiter::None,
            ];
            let delimiter = *random.of(&delimiters);
            let inner = stream(random, budget, depth + 1);
            tokens.extend([TokenTree::Group(Group::new(delimiter, inner))]);
        }
        13 => tokens.extend(quote!('a)),
        _ => punctuation(random, tokens),
    }
}

/// Suffixes and signs included: a macro may hand over a negative literal.
fn number(random: &mut Random, tokens: &mut TokenStream) {
    let literal: Literal = random.of(NUMBERS).parse().expect("a literal");
    tokens.extend([TokenTree::Literal(literal)]);
}

fn punctuation(random: &mut Random, tokens: &mut TokenStream) {
    let sign = *random.of(PUNCTUATION);
    let spacing = if random.once_in(3) || sign == '\'' {
        Spacing::Joint
    } else {
        Spacing::Alone
    };
    tokens.extend([TokenTree::Punct(Punct::new(sign, spacing))]);
    if sign == '\'' {
        // The compiler always has a name behind it.
        tokens.extend(quote!(a));
    }
}

#[test]
fn every_key_opens_a_door() {
    for entry in crate::keys::KEYS {
        assert!(
            WORDS.contains(&entry.key.name),
            "`{}` is not written",
            entry.key.name
        );
    }
}
