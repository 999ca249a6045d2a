//! Functions of a declaration: `let energy = |r, v| 0.5 * m * v.norm_squared() + m * g * r[1]`, called as `energy(r[0], dt(r[0]))`.
//!
//! A call means the formula with the arguments in it, so that shapes and rules are those of the place where it is called, and
//! messages are on the name there. It refuses recursion: a formula ends.

use std::rc::Rc;

use extremal_symbolic::Rational;
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, ExprClosure};

use super::closure::Closure;
use super::function::is_function;
use super::scope::Meaning;
use super::{Lowered, Lowering, Value};
use crate::declaration::name_of;
use crate::diagnostics::Reported;

/// The largest number of calls in a declaration: functions that call others twice are called often.
const CALLS: usize = 50_000;

/// A function of the declaration.
#[derive(Debug)]
pub(crate) struct Local {
    closure: Closure,
    /// The `let`s of the blocks around its definition.
    captured: Vec<(String, Meaning)>,
}

impl Lowering<'_> {
    /// Makes a function known by a name to all later formulas.
    pub(crate) fn define_function(&mut self, name: &Ident, closure: &ExprClosure) {
        let meaning = self.function_of(name, closure);
        self.scope.define_meaning(name_of(name), meaning);
    }

    /// The meaning of a name that stands for a function.
    pub(super) fn function_of(&mut self, name: &Ident, closure: &ExprClosure) -> Meaning {
        match self.local_function(name, closure) {
            Ok(local) => Meaning::Function(Rc::new(local)),
            Err(reported) => Meaning::Let(self.binding(Err(reported))),
        }
    }

    fn local_function(&mut self, name: &Ident, closure: &ExprClosure) -> Result<Local, Reported> {
        if is_function(&name_of(name)) {
            // `dt` is a name that everything else is refused, too.
            if let (Some(reported), "dt") = (self.lost.meanings, name_of(name).as_str()) {
                return Err(reported);
            }
            let message = format!("`{name}` is a function of formulas already; choose another name");
            return Err(self.report(name, message));
        }
        let closure = self.closure(closure)?;
        if closure.arity() == 0 {
            let message = "a function without parameters is a value: write `let name = ..` without the bars";
            return Err(self.report(name, message));
        }
        self.knows_names(name, &closure)?;
        Ok(Local {
            closure,
            captured: self.scope.locals(),
        })
    }

    /// Reports names that no call could know, once and where they stand.
    fn knows_names(&mut self, function: &Ident, closure: &Closure) -> Result<(), Reported> {
        let (mut bound, mut used) = (Vec::new(), Vec::new());
        names(closure.body.to_token_stream(), &mut bound, &mut used);
        let mut outcome = Ok(());
        for name in used {
            let text = name_of(&name);
            if text == name_of(function) && !bound.contains(&text) {
                outcome = Err(self.report(&name, RECURSION));
            } else if !closure.has_parameter(&text)
                && !bound.contains(&text)
                && self.scope.get(&text).is_none()
            {
                outcome = self.unknown(&name, &text, "symbol", self.scope.suggestion(&text));
            }
        }
        outcome
    }

    pub(super) fn call_local(&mut self, name: &Ident, local: &Rc<Local>, arguments: &[&Expr]) -> Lowered {
        let values: Vec<_> = arguments
            .iter()
            .map(|argument| self.argument_of_local(argument))
            .collect();
        let Local { closure, captured } = &**local;
        if values.len() != closure.arity() {
            let plural = if closure.arity() == 1 { "" } else { "s" };
            let message = format!(
                "`{name}` takes {} argument{plural}, {}, not {}",
                closure.arity(),
                closure.names(),
                values.len()
            );
            return Err(self.report(name, message));
        }
        if self.calls.iter().any(|other| Rc::ptr_eq(other, local)) {
            return Err(self.report(name, RECURSION));
        }
        self.called = self.called.saturating_add(1);
        if self.called > CALLS {
            let message =
                format!("the functions of this declaration are called more than {CALLS} times by here");
            return Err(self.report(name, message));
        }
        let values = values.into_iter().collect::<Result<Vec<_>, Reported>>()?;
        let (given, shapes): (Vec<Meaning>, Vec<String>) = values.into_iter().unzip();
        let meanings = closure.bound(given);
        let inside = [&captured[..], &meanings].concat();

        let outside = self.scope.exchange(inside);
        let reported = std::mem::take(self.diagnostics);
        self.calls.push(Rc::clone(local));
        self.is_in_call = false;
        let value = self.value(&closure.body);
        self.calls.pop();
        let found = std::mem::replace(self.diagnostics, reported);
        self.scope.exchange(outside);

        value.map_err(|reported| match found.first() {
            // Of functions that call each other, the first and the last are told.
            Some(message) if self.is_in_call && !self.calls.is_empty() => self.report(name, message),
            Some(message) => {
                self.is_in_call = true;
                let shapes = shapes.join(" and ");
                self.report(name, format!("`{name}` of {shapes}: {message}"))
            }
            None => reported,
        })
    }
}

impl Lowering<'_> {
    /// What an argument means inside, and its shape.
    fn argument_of_local(&mut self, argument: &Expr) -> Result<(Meaning, String), Reported> {
        if let Some(integer) = self
            .sums
            .is_family()
            .then(|| self.integer_of_program(argument))
            .flatten()
        {
            return Ok((Meaning::Running(integer?), "a scalar".to_owned()));
        }
        let value = self.value(argument)?;
        let shape = value.shape.to_string();
        Ok((self.given(argument, value), shape))
    }

    /// What an argument means inside: an integer remains one, so that it may be an index there. A quotient of integers is a
    /// fraction in a formula, and an integer where it has no remainder.
    fn given(&mut self, argument: &Expr, value: Value) -> Meaning {
        let whole = value.as_scalar().and_then(|_| self.whole(argument));
        match (whole, value.as_scalar()) {
            (Some(Ok(whole)), Some(x))
                if self.graph.constant_of(x) == Some(&Rational::from_integer(whole)) =>
            {
                Meaning::Index(whole)
            }
            _ => Meaning::Part(value),
        }
    }
}

const RECURSION: &str =
    "a function of a formula cannot call itself: write `scan(..)` for what is found step by step";

/// The names that tokens define, and those that they use as values or functions of the declaration.
fn names(tokens: TokenStream, bound: &mut Vec<String>, used: &mut Vec<Ident>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_sign = |at: usize, signs: &str| match tokens.get(at) {
        Some(TokenTree::Punct(punct)) => signs.contains(punct.as_char()),
        _ => false,
    };
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match token {
            TokenTree::Group(group) => names(group.stream(), bound, used),
            TokenTree::Punct(_) if is_sign(at, "|") => {
                if let Some(parameters) = parameters(&tokens[at + 1..]) {
                    at += 2 * parameters.len();
                    bound.extend(parameters);
                }
            }
            TokenTree::Ident(ident) => {
                let before = at.wrapping_sub(1);
                let is_let = matches!(tokens.get(before), Some(TokenTree::Ident(word)) if word == "let");
                let is_called = matches!(tokens.get(at + 1), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
                let is_known = is_called && is_function(&ident.to_string());
                let is_part = is_sign(before, ".:") || is_sign(at + 1, ":");
                if is_let {
                    bound.push(name_of(ident));
                } else if !(is_part || is_word(ident) || is_known) {
                    used.push(ident.clone());
                }
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        at += 1;
    }
}

/// The names in `a, b|`: the parameters of a closure after its first bar.
fn parameters(tokens: &[TokenTree]) -> Option<Vec<String>> {
    let mut names = Vec::new();
    for pair in tokens.chunks(2) {
        let [TokenTree::Ident(name), TokenTree::Punct(sign)] = pair else {
            return None;
        };
        names.push(name_of(name));
        match sign.as_char() {
            '|' => return Some(names),
            ',' => {}
            _ => return None,
        }
    }
    None
}

fn is_word(ident: &Ident) -> bool {
    ["if", "else", "let", "self", "mut", "move", "true", "false"]
        .iter()
        .any(|word| ident == word)
}
