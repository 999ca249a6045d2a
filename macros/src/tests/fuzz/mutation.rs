//! Inputs of kind three: declarations that work, with a few tokens dropped, doubled, swapped or replaced.
//!
//! It refuses to know what the tokens mean.

use proc_macro2::{Group, TokenStream, TokenTree};

use super::{Random, tokens};

/// One of the declarations, changed in a few places.
pub(super) fn mutant(random: &mut Random, declarations: &[TokenStream]) -> TokenStream {
    let mut tokens = random.of(declarations).clone();
    let other = random.of(declarations).clone();
    for _ in 0..=random.below(3) {
        tokens = changed(random, tokens, &other);
    }
    tokens
}

/// Goes down into groups at random, and changes one list of tokens.
fn changed(random: &mut Random, tokens: TokenStream, other: &TokenStream) -> TokenStream {
    let mut list: Vec<TokenTree> = tokens.into_iter().collect();
    let groups: Vec<usize> = (0..list.len())
        .filter(|&at| matches!(list[at], TokenTree::Group(_)))
        .collect();
    if !groups.is_empty() && !random.once_in(8) {
        let at = *random.of(&groups);
        if let TokenTree::Group(group) = &list[at] {
            let inner = changed(random, group.stream(), other);
            list[at] = TokenTree::Group(Group::new(group.delimiter(), inner));
        }
        return list.into_iter().collect();
    }
    if !list.is_empty() {
        change(random, &mut list, other);
    }
    list.into_iter().collect()
}

fn change(random: &mut Random, list: &mut Vec<TokenTree>, other: &TokenStream) {
    let (at, to) = (random.below(list.len()), random.below(list.len()));
    match random.below(7) {
        0 => drop(list.remove(at)),
        1 => list.insert(to, list[at].clone()),
        2 => list.swap(at, to),
        3 => list[at] = list[to].clone(),
        4 => {
            let new = tokens::stream(random, &mut 2, 0);
            list.splice(at..at, new);
        }
        5 => {
            let foreign: Vec<TokenTree> = part(random, other.clone()).into_iter().collect();
            if !foreign.is_empty() {
                let start = random.below(foreign.len());
                let end = (start + 1 + random.below(6)).min(foreign.len());
                list.splice(at..at, foreign[start..end].iter().cloned());
            }
        }
        _ => {
            let many = 2 + random.length(3, 120);
            list.splice(at..at, vec![list[at].clone(); many]);
        }
    }
}

/// The tokens of some group.
fn part(random: &mut Random, tokens: TokenStream) -> TokenStream {
    let groups: Vec<Group> = tokens
        .clone()
        .into_iter()
        .filter_map(|token| match token {
            TokenTree::Group(group) => Some(group),
            _ => None,
        })
        .collect();
    if groups.is_empty() || random.once_in(4) {
        return tokens;
    }
    let group = random.of(&groups).stream();
    part(random, group)
}
