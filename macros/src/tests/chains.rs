//! Operation counts of planar chains of n links, typed in three ways; `--nocapture` prints them with derivation times.

use std::time::Instant;

use proc_macro2::Literal;
use quote::{format_ident, quote};
use syn::DeriveInput;

use crate::derive::{Kernel, derive};
use crate::system::read;

/// θᵢ are absolute angles, the mass sits at the ends of the links.
fn cosines(n: usize) -> DeriveInput {
    let angles: Vec<_> = (0..n).map(|i| format_ident!("a{i}")).collect();
    let mut kinetic = quote!(0);
    let mut potential = quote!(0);
    for i in 0..n {
        for j in 0..n {
            let count = Literal::usize_unsuffixed(n - i.max(j));
            let (a, b) = (&angles[i], &angles[j]);
            kinetic = if i == j {
                quote!(#kinetic + 0.5 * m * l * l * #count * dt(#a) * dt(#a))
            } else {
                quote!(#kinetic + 0.5 * m * l * l * #count * cos(#a - #b) * dt(#a) * dt(#b))
            };
        }
        let (count, a) = (Literal::usize_unsuffixed(n - i), &angles[i]);
        potential = quote!(#potential - #count * m * g * l * cos(#a));
    }
    chain(&angles, &quote!(), &kinetic, &potential)
}

/// Positions of the masses, with `dt`; angles are absolute, or relative to the link before.
fn positions(n: usize, relative: bool) -> DeriveInput {
    let angles: Vec<_> = (0..n).map(|i| format_ident!("a{i}")).collect();
    let (mut lets, mut kinetic, mut potential) = (quote!(), quote!(0), quote!(0));
    for (i, a) in angles.iter().enumerate() {
        let (position, angle) = (format_ident!("r{i}"), format_ident!("b{i}"));
        let (before, turned) = match i.checked_sub(1) {
            None => (quote!([0, 0]), quote!(#a)),
            Some(k) => {
                let (position, angle) = (format_ident!("r{k}"), format_ident!("b{k}"));
                (
                    quote!(#position),
                    if relative { quote!(#angle + #a) } else { quote!(#a) },
                )
            }
        };
        lets = quote! {
            #lets
            let #angle = #turned,
            let #position = #before + [l * sin(#angle), -l * cos(#angle)],
        };
        kinetic = quote!(#kinetic + 0.5 * m * dt(#position).norm_squared());
        potential = quote!(#potential + m * g * #position[1]);
    }
    chain(&angles, &lets, &kinetic, &potential)
}

/// The same positions as partial sums of an array.
fn scanned(n: usize, relative: bool) -> DeriveInput {
    let n = Literal::usize_unsuffixed(n);
    let angles = if relative {
        quote!(scan(0..#n, 0, |before, i| before + a[i]))
    } else {
        quote!(a)
    };
    syn::parse_quote! {
        #[lagrangian(
            coordinates(a[#n]),
            let b = #angles,
            let r = scan(0..#n, [0, 0], |before, i| before + [l * sin(b[i]), -l * cos(b[i])]),
            kinetic = sum(0..#n, |i| 0.5 * m * dt(r[i]).norm_squared()),
            potential = sum(0..#n, |i| m * g * r[i][1]),
            discretize(Midpoint),
        )]
        struct Chain {
            m: f64,
            l: f64,
            g: f64,
        }
    }
}

/// The angles between all links, as two nested sums.
fn summed(n: usize) -> DeriveInput {
    let n = Literal::usize_unsuffixed(n);
    syn::parse_quote! {
        #[lagrangian(
            coordinates(a[#n]),
            kinetic = sum(0..#n, |i| sum(0..#n, |j| 0.5 * m * l * l * (#n - if i > j { i } else { j })
                * cos(a[i] - a[j]) * dt(a[i]) * dt(a[j]))),
            potential = -sum(0..#n, |i| (#n - i) * m * g * l * cos(a[i])),
            discretize(Midpoint),
        )]
        struct Chain {
            m: f64,
            l: f64,
            g: f64,
        }
    }
}

fn chain(
    angles: &[syn::Ident],
    lets: &proc_macro2::TokenStream,
    kinetic: &proc_macro2::TokenStream,
    potential: &proc_macro2::TokenStream,
) -> DeriveInput {
    syn::parse_quote! {
        #[lagrangian(
            coordinates(#(#angles),*),
            #lets
            kinetic = #kinetic,
            potential = #potential,
            discretize(Midpoint),
        )]
        struct Chain {
            m: f64,
            l: f64,
            g: f64,
        }
    }
}

/// What is compared.
struct Count {
    /// Operations of residual and tangent, and of the whole step with one iteration.
    tangent: usize,
    step: usize,
    /// Operands that the algebra built or visited.
    work: u64,
}

fn count(input: DeriveInput) -> Count {
    let mut system = read(input)
        .map_err(|failed| failed.errors)
        .expect("a chain is well formed");
    let schemes = system.schemes();
    let derived = derive(&mut system.model, schemes).expect("a chain is small");
    let step = &derived.steps[0];
    let correction = step.solver.correction.as_ref().map_or(0, Kernel::operations);
    Count {
        tangent: step.solver.tangent.operations(),
        step: correction + step.update.operations(),
        work: system.model.graph.work(),
    }
}

/// The fewest operations known for the midpoint residual, tangent and momentum, typed with cosines and with positions; here
/// for residual and tangent, rows and columns separated.
const KNOWN: [(usize, usize, usize); 4] = [
    (2, 87, 141),
    (4, 344, 382),
    (8, 1358, 1150),
    (16, usize::MAX, 3838),
];

/// Relative angles are other unknowns, whose sines are those of sums: nothing is known to compare with, and these are what
/// is needed now.
const RELATIVE: [usize; 4] = [77, 469, 1571, 5647];

#[test]
fn chains_need_no_more_operations_than_known() {
    println!("  n  typing      residual+tangent    step   milliseconds");
    for ((n, by_cosines, by_positions), by_relative) in KNOWN.into_iter().zip(RELATIVE) {
        let typings = [
            ("cosines", cosines(n), by_cosines),
            ("positions", positions(n, false), by_positions),
            ("relative", positions(n, true), by_relative),
        ];
        for (name, input, known) in typings {
            let start = Instant::now();
            let Count { tangent, step, .. } = count(input);
            let time = start.elapsed().as_millis();
            println!("{n:3}  {name:10} {tangent:18} {step:7} {time:8}");
            assert!(
                tangent <= known,
                "{name} {n}: {tangent} operations, {known} known"
            );
        }
    }
}

/// How a chain is typed matters little: cosines of all differences cost about as much as positions.
#[test]
fn typing_matters_little() {
    for n in [4, 8] {
        let [by_cosines, by_positions] = [cosines(n), positions(n, false)].map(|input| count(input).tangent);
        assert!(
            by_cosines <= by_positions * 11 / 10,
            "{n}: {by_cosines}, {by_positions}"
        );
    }
}

/// Operations of a step, by cosines and by positions, that chains took when there were no ranges.
const TYPED_OUT: [(usize, usize, usize); 3] = [
    (4, 620, 547),
    (8, 2006, 1743),
    // Elimination is not part of the code from twelve unknowns on.
    (16, usize::MAX, usize::MAX),
];

/// A chain by `scan` or by nested sums costs what it costs typed out, in steps and in the work to derive them.
#[test]
fn ranges_cost_no_more_than_what_is_typed_out() {
    for (n, of_cosines, of_positions) in TYPED_OUT {
        let typings = [
            ("scan", scanned(n, false), positions(n, false), of_positions, 100),
            ("relative", scanned(n, true), positions(n, true), usize::MAX, 100),
            // All pairs are in sums of sums, which are flattened.
            ("sums", summed(n), cosines(n), of_cosines, 120),
        ];
        for (name, input, typed, known, per_cent) in typings {
            let (ranges, typed) = (count(input), count(typed));
            let (work, typed_work) = (ranges.work, typed.work);
            let (step, typed_step) = (ranges.step, typed.step);
            println!("{n:3}  {name:10} {step:6} {work:8}, typed out {typed_step:6} {typed_work:8}");
            assert!(step <= known, "{name} {n}: {step} operations");
            let is_no_more = ranges.tangent <= typed.tangent && step <= typed_step;
            assert!(is_no_more, "{name} {n}: {step}, typed out {typed_step}");
            assert!(
                100 * work <= per_cent * typed_work,
                "{name} {n}: {work}, typed out {typed_work}"
            );
        }
    }
}
