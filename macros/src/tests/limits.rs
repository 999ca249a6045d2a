//! How much is derived, and in which pieces it is written: the budget and its messages, blocks and functions of a size
//! that rustc can take.
//!
//! It refuses to know what is in them.

mod families;

use proc_macro2::TokenStream;
use syn::{Block, Expr, Item, Stmt};

use crate::derive::derive;
use crate::emit::constants::MOST;
use crate::model::Underivable;
use crate::system::{System, read};

/// A planar chain of n links, typed with positions.
fn chain(n: usize, schemes: &str) -> String {
    let mut lets = String::from("let r0 = [l * sin(a[0]), -l * cos(a[0])]");
    for i in 1..n {
        let before = i - 1;
        lets += &format!(", let r{i} = r{before} + [l * sin(a[{i}]), -l * cos(a[{i}])]");
    }
    let sum = |term: fn(usize) -> String| (0..n).map(term).collect::<Vec<_>>().join(" + ");
    let (squares, heights) = (
        sum(|i| format!("dt(r{i}).norm_squared()")),
        sum(|i| format!("r{i}[1]")),
    );
    format!(
        "#[lagrangian(coordinates(a[{n}]), {lets}, kinetic = 0.5 * m * ({squares}), potential = m * g * ({heights}), \
         discretize({schemes}))] struct Chain {{ m: f64, l: f64, g: f64 }}"
    )
}

/// The same chain, typed with the cosines of all differences of angles.
fn chain_of_cosines(n: usize, schemes: &str) -> String {
    let pairs = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    let terms = pairs.map(|(i, j)| {
        let masses = n - i.max(j);
        format!("{masses} * cos(a[{i}] - a[{j}]) * dt(a[{i}]) * dt(a[{j}])")
    });
    let heights = (0..n).map(|i| format!("{} * cos(a[{i}])", n - i));
    let [terms, heights] = [terms.collect::<Vec<_>>(), heights.collect()].map(|list| list.join(" + "));
    format!(
        "#[lagrangian(coordinates(a[{n}]), kinetic = 0.5 * m * l * l * ({terms}), potential = -m * g * l * ({heights}), \
         discretize({schemes}))] struct Chain {{ m: f64, l: f64, g: f64 }}"
    )
}

fn system(text: &str) -> System {
    let read = read(syn::parse_str(text).expect("a struct"));
    read.map_err(|failed| failed.errors).expect("no mistakes")
}

fn derived(text: &str) -> Option<Underivable> {
    let mut system = system(text);
    let schemes = system.schemes();
    derive(&mut system.model, schemes).err()
}

/// The message of an expansion, and what it underlines.
fn refusal(text: &str) -> (String, String) {
    let mut system = system(text);
    let schemes = system.schemes();
    let too_large = derive(&mut system.model, schemes).expect_err("too large");
    let error = system.underivable(too_large).errors;
    (error.span().source_text().unwrap_or_default(), error.to_string())
}

#[test]
fn a_chain_of_32_links_is_within_the_budget() {
    assert_eq!(derived(&chain(32, "Midpoint, Verlet")), None);
    assert_eq!(derived(&chain_of_cosines(32, "Midpoint, Verlet")), None);
}

#[test]
fn what_grows_beyond_the_budget_is_refused_at_the_scheme() {
    let text = chain(24, "Midpoint, Galerkin<6, Trapezoid<64>, Gauss<6>>, Verlet");
    let (place, message) = refusal(&text);
    assert_eq!(place, "Galerkin<6, Trapezoid<64>, Gauss<6>>");
    assert_eq!(
        message,
        "the equations of this scheme, with those before it, grow beyond what can be derived, 20 million operations on \
         formulas; take a lower degree, fewer points or fewer schemes, or shorter formulas"
    );
}

#[test]
fn what_grows_beyond_the_budget_by_itself_is_refused_at_the_struct() {
    let powers: Vec<String> = (1..3000).map(|n| format!("{n}.5 * x.powi({n})")).collect();
    let powers = powers.join(" + ");
    let wide =
        "#[lagrangian(coordinates(a[250][4], b[250][4], c[250][4], d[250][4]), massless(c, d), \
         kinetic = 0.5 * sum(0..250, |i| dt(a[i]).dot(dt(b[i]))), potential = sum(0..250, |i| c[i].dot(d[i])))]
        struct Large { k: f64 }";
    let (place, message) = refusal(wide);
    assert_eq!(place, "Large");
    assert_eq!(
        message,
        "the equations of this system grow beyond what can be derived, 20 million operations on formulas; take fewer \
         coordinates or shorter formulas"
    );
    // In the formula itself the operations are counted where they stand.
    let text = format!(
        "#[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = {powers})] struct Large {{ k: f64 }}"
    );
    assert!(read(syn::parse_str(&text).expect("a struct")).is_err());
}

/// The functions in `mod kernels` of an expansion.
fn kernels(expansion: TokenStream) -> Vec<Block> {
    let file: syn::File = syn::parse2(expansion).expect("items");
    let mut open = file.items;
    let mut functions = Vec::new();
    while let Some(item) = open.pop() {
        match item {
            Item::Fn(function) => functions.push(*function.block),
            Item::Mod(module) => open.extend(module.content.into_iter().flat_map(|(_, items)| items)),
            Item::Const(constant) => {
                if let Expr::Block(block) = *constant.expr {
                    let items = block.block.stmts.into_iter();
                    open.extend(items.filter_map(|statement| match statement {
                        Stmt::Item(item) => Some(item),
                        _ => None,
                    }));
                }
            }
            _ => {}
        }
    }
    functions
}

/// The bindings of a block itself, and those of each block that a binding of it takes its value from.
fn bindings(block: &Block) -> (usize, Vec<usize>) {
    let locals = block.stmts.iter().filter_map(|statement| match statement {
        Stmt::Local(local) => local.init.as_ref(),
        _ => None,
    });
    let inner = locals.clone().filter_map(|init| match &*init.expr {
        Expr::Block(block) => Some(bindings(&block.block).0),
        _ => None,
    });
    (locals.clone().count(), inner.collect())
}

/// How often the number that stands most often in a function is written there; zeros fill matrices.
fn most_written(function: &Block) -> usize {
    let text = quote::quote!(#function).to_string();
    let mut written = std::collections::BTreeMap::<&str, usize>::new();
    for number in text.split("T :: from_f64 (").skip(1) {
        let number = number.split(')').next().unwrap_or_default().trim();
        *written.entry(number).or_default() += 1;
    }
    written.remove("0.0_f64");
    written.into_values().max().unwrap_or_default()
}

/// Each use of a number of any scalar is a call, so that numbers of long functions have names.
#[test]
fn numbers_of_long_functions_are_written_once_or_twice() {
    let of_any_scalar = chain(32, "Midpoint")
        .replace("struct Chain", "struct Chain<T: Scalar>")
        .replace(": f64", ": T");
    assert!(of_any_scalar.contains("<T: Scalar>") && of_any_scalar.contains(": T"));
    let input = syn::parse_str(&of_any_scalar).expect("a struct");
    let mut functions = kernels(crate::tests::expand(input));
    functions.retain(|function| bindings(function).1.len() > 1);
    assert!(!functions.is_empty());
    let most = functions.iter().map(most_written).max();
    assert!(most.is_some_and(|most| (1..=2).contains(&most)), "{most:?} times");
}

/// rustc overflows its stack on one scope of about 3000 bindings with debug information (rust-lang/rust#93908).
#[test]
fn blocks_and_functions_of_a_long_chain_are_short() {
    let input = syn::parse_str(&chain(32, "Midpoint")).expect("a struct");
    let functions = kernels(crate::tests::expand(input));
    let (mut longest_block, mut longest_function) = (0, 0);
    for function in &functions {
        let (own, inner) = bindings(function);
        longest_block = inner.iter().copied().fold(longest_block.max(own), usize::max);
        longest_function = longest_function.max(own + inner.iter().sum::<usize>());
    }
    assert!(functions.len() > 30, "{} functions", functions.len());
    // Named constants stand before the blocks.
    let (block, function) = (256 + MOST, 2010 + MOST);
    assert!(longest_block <= block, "a block of {longest_block} bindings");
    assert!(
        (1000..=function).contains(&longest_function),
        "a function of {longest_function} bindings"
    );
}
