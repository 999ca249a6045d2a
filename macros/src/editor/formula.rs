//! The words of a formula: names, functions and fields, each once with its own span.
//!
//! It refuses to know meanings: a name that the declaration does not introduce is one that is being typed. A sum of n terms is a
//! tree of depth n, and so is a chain of n methods, and an editor's stack may be small: first operands are visited in a loop, and
//! what is nested too deeply has no words.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Block, Expr, ExprClosure, ExprIf, ExprMethodCall, Member, Pat, Stmt};

use super::{key, named, quantity};
use crate::declaration::{Declaration, name_of, ungrouped};
use crate::keys::DEFINITION;
use crate::lower::{is_function, is_rule};

/// The largest depth of nested formulas with words.
const DEPTH: usize = 200;

/// Reads formulas in the scope of a declaration.
pub(super) struct Reader {
    depth: usize,
    fields: BTreeSet<String>,
    /// Names of constants.
    constants: BTreeSet<String>,
}

impl Reader {
    pub(super) fn of(declaration: &Declaration) -> Self {
        let fields = declaration.fields.iter();
        Self {
            depth: 0,
            fields: fields.map(|field| name_of(&field.ident)).collect(),
            constants: quantity::names(declaration),
        }
    }

    /// What a name stands for.
    pub(super) fn name(&self, ident: &Ident) -> TokenStream {
        match name_of(ident).as_str() {
            name if self.constants.contains(name) => named(ident),
            name if self.fields.contains(name) => named(quote!(&self.#ident)),
            name if is_rule(name) => rule(ident),
            "t" | "PI" => named(quote!(_x::editor::Formulas::#ident)),
            _ => self.typed(ident),
        }
    }

    /// A name that is being typed, where the names of the declaration are known.
    fn typed(&self, ident: &Ident) -> TokenStream {
        let fields = self
            .fields
            .iter()
            .filter_map(|name| syn::parse_str::<Ident>(name).ok());
        let fields: Vec<Ident> = fields.collect();
        let statement = named(ident);
        quote!({ #(let #fields = &self.#fields;)* #statement })
    }

    /// The statements for the words of a formula.
    pub(super) fn formula(&mut self, expr: &Expr) -> TokenStream {
        self.nested(|reader| reader.chain(expr))
    }

    /// What is within something else, unless it is too deep.
    fn nested(&mut self, read: impl FnOnce(&mut Self) -> TokenStream) -> TokenStream {
        if self.depth == DEPTH {
            return TokenStream::new();
        }
        self.depth += 1;
        let words = read(self);
        self.depth -= 1;
        words
    }

    /// `a + b * c`, `x.sin().powi(2)`, `if a { b } else if c { d } else { e }`: one by one, from the right to the left.
    fn chain(&mut self, expr: &Expr) -> TokenStream {
        let (mut words, mut left) = (Vec::new(), vec![expr]);
        while let Some(expr) = left.pop() {
            match ungrouped(expr) {
                Expr::Binary(binary) => left.extend([&*binary.left, &*binary.right]),
                Expr::Index(index) => left.extend([&*index.expr, &*index.index]),
                Expr::Unary(unary) => left.push(&unary.expr),
                Expr::MethodCall(call) if !self.is_field(call) => {
                    let (function, arguments) = (function(&call.method), self.all(&call.args));
                    words.push(quote!(#function #arguments));
                    left.push(&call.receiver);
                }
                Expr::Field(field) => match &field.member {
                    Member::Named(name) if is_self(&field.base) => {
                        let base = &field.base;
                        words.push(named(quote!(&#base.#name)));
                    }
                    Member::Named(name) => {
                        words.push(function(name));
                        left.push(&field.base);
                    }
                    Member::Unnamed(_) => left.push(&field.base),
                },
                Expr::Call(call) => {
                    words.push(self.all(&call.args));
                    match ungrouped(&call.func) {
                        Expr::Path(path) => words.extend(path.path.get_ident().map(|name| self.called(name))),
                        other => left.push(other),
                    }
                }
                other => words.push(self.alone(other)),
            }
        }
        words.into_iter().rev().collect()
    }

    /// An expression without a first operand.
    fn alone(&mut self, expr: &Expr) -> TokenStream {
        match expr {
            Expr::Path(path) => match path.path.get_ident() {
                Some(ident) => self.name(ident),
                None => named(path),
            },
            Expr::MethodCall(call) => {
                let (receiver, method, arguments) = (&call.receiver, &call.method, self.all(&call.args));
                let field = named(quote!(&#receiver.#method));
                quote!(#field #arguments)
            }
            Expr::Array(array) => self.all(&array.elems),
            Expr::Tuple(tuple) => self.all(&tuple.elems),
            Expr::Repeat(repeat) => self.all([&*repeat.expr, &*repeat.len]),
            Expr::If(branches) => self.branches(branches),
            Expr::Block(block) => self.block(&block.block),
            Expr::Range(range) => self.all(range.start.as_deref().into_iter().chain(range.end.as_deref())),
            Expr::Closure(closure) => self.closure(closure),
            _ => TokenStream::new(),
        }
    }

    /// A name in front of its arguments.
    fn called(&self, name: &Ident) -> TokenStream {
        let text = name_of(name);
        let is_own = self.constants.contains(&text) || self.fields.contains(&text) && !is_function(&text);
        if is_own {
            self.name(name)
        } else if is_rule(&text) {
            rule(name)
        } else {
            function(name)
        }
    }

    /// `self.lift(x)`: a field that is called.
    fn is_field(&self, call: &ExprMethodCall) -> bool {
        is_self(&call.receiver) && self.fields.contains(&name_of(&call.method))
    }

    fn branches(&mut self, first: &ExprIf) -> TokenStream {
        let (mut words, mut next) = (TokenStream::new(), Some(first));
        while let Some(branches) = next.take() {
            words.extend([self.formula(&branches.cond), self.block(&branches.then_branch)]);
            match branches.else_branch.as_ref().map(|(_, other)| &**other) {
                Some(Expr::If(other)) => next = Some(other),
                Some(other) => words.extend(self.formula(other)),
                None => {}
            }
        }
        words
    }

    fn all<'e>(&mut self, expressions: impl IntoIterator<Item = &'e Expr>) -> TokenStream {
        let expressions = expressions.into_iter();
        expressions.map(|expr| self.formula(expr)).collect()
    }

    /// `|before, i| before + r[i]`: its parameters are constants in its formula.
    fn closure(&mut self, closure: &ExprClosure) -> TokenStream {
        let outside = self.constants.clone();
        let parameters = closure.inputs.iter().filter_map(|pattern| match pattern {
            Pat::Ident(name) => Some(&name.ident),
            _ => None,
        });
        let mut constants = TokenStream::new();
        for name in parameters {
            constants.extend(quantity::parameter(name, &closure.body));
            self.constants.insert(name_of(name));
        }
        let words = self.formula(&closure.body);
        self.constants = outside;
        quote!({ #constants #words })
    }

    /// `{ let s = sin(x); s * s }`: the constant `s` is known in the statements after it.
    fn block(&mut self, block: &Block) -> TokenStream {
        let outside = self.constants.clone();
        let statements = self.statements(&block.stmts);
        self.constants = outside;
        quote!({ #statements })
    }

    fn statements(&mut self, statements: &[Stmt]) -> TokenStream {
        let mut words = TokenStream::new();
        for (at, statement) in statements.iter().enumerate() {
            match statement {
                Stmt::Expr(expr, _) => words.extend(self.formula(expr)),
                Stmt::Local(local) => {
                    words.extend(local.init.as_ref().map(|init| self.formula(&init.expr)));
                    if let (Pat::Ident(pattern), Some(init)) = (&local.pat, &local.init) {
                        let key = key(DEFINITION.name, local.let_token.span);
                        let constant = quantity::local(&pattern.ident, &init.expr);
                        self.constants.insert(name_of(&pattern.ident));
                        let rest = self.nested(|reader| reader.statements(&statements[at + 1..]));
                        words.extend(quote!(#key { #constant #rest }));
                        return words;
                    }
                }
                _ => {}
            }
        }
        words
    }
}

/// A function, or the name of one that is being typed.
fn function(name: &Ident) -> TokenStream {
    named(quote!(_x::editor::Formulas::#name))
}

/// A quadrature, which is a type.
fn rule(name: &Ident) -> TokenStream {
    quote!(use _x::schemes::#name as _;)
}

fn is_self(expr: &Expr) -> bool {
    matches!(ungrouped(expr), Expr::Path(path) if path.path.is_ident("self"))
}
