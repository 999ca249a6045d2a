//! The words of a formula: names, functions and fields, each once with its own span.
//!
//! It refuses to know meanings: a name that the declaration does not introduce is one that is being typed.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Block, Expr, ExprClosure, Member, Pat, Stmt};

use super::{key, named, quantity};
use crate::declaration::{Declaration, name_of, ungrouped};
use crate::keys::DEFINITION;
use crate::lower::{is_function, is_rule};

/// Reads formulas in the scope of a declaration.
pub(super) struct Reader {
    fields: BTreeSet<String>,
    /// Names of constants.
    constants: BTreeSet<String>,
}

impl Reader {
    pub(super) fn of(declaration: &Declaration) -> Self {
        let fields = declaration.fields.iter();
        Self {
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
        match ungrouped(expr) {
            Expr::Path(path) => match path.path.get_ident() {
                Some(ident) => self.name(ident),
                None => named(path),
            },
            Expr::Field(field) => match &field.member {
                Member::Named(name) => {
                    let base = &field.base;
                    if is_self(base) {
                        named(quote!(&#base.#name))
                    } else {
                        let (base, method) = (self.formula(base), function(name));
                        quote!(#base #method)
                    }
                }
                Member::Unnamed(_) => self.formula(&field.base),
            },
            Expr::Call(call) => {
                let function = match ungrouped(&call.func) {
                    Expr::Path(path) => path.path.get_ident().map(|name| {
                        let name_of = name_of(name);
                        let is_own = self.constants.contains(&name_of)
                            || self.fields.contains(&name_of) && !is_function(&name_of);
                        if is_own {
                            self.name(name)
                        } else if is_rule(&name_of) {
                            rule(name)
                        } else {
                            function(name)
                        }
                    }),
                    other => Some(self.formula(other)),
                };
                let arguments = self.all(&call.args);
                quote!(#function #arguments)
            }
            Expr::MethodCall(call) => {
                let method = &call.method;
                let is_field = is_self(&call.receiver) && self.fields.contains(&name_of(method));
                if is_field {
                    let (receiver, arguments) = (&call.receiver, self.all(&call.args));
                    let field = named(quote!(&#receiver.#method));
                    return quote!(#field #arguments);
                }
                let receiver = self.formula(&call.receiver);
                let (function, arguments) = (function(method), self.all(&call.args));
                quote!(#receiver #function #arguments)
            }
            Expr::Binary(binary) => self.all([&*binary.left, &*binary.right]),
            Expr::Unary(unary) => self.formula(&unary.expr),
            Expr::Array(array) => self.all(&array.elems),
            Expr::Tuple(tuple) => self.all(&tuple.elems),
            Expr::Repeat(repeat) => self.all([&*repeat.expr, &*repeat.len]),
            Expr::Index(index) => self.all([&*index.expr, &*index.index]),
            Expr::If(branches) => {
                let condition = self.formula(&branches.cond);
                let then = self.block(&branches.then_branch);
                let otherwise = branches
                    .else_branch
                    .as_ref()
                    .map(|(_, other)| self.formula(other));
                quote!(#condition #then #otherwise)
            }
            Expr::Block(block) => self.block(&block.block),
            Expr::Range(range) => self.all(range.start.as_deref().into_iter().chain(range.end.as_deref())),
            Expr::Closure(closure) => self.closure(closure),
            _ => TokenStream::new(),
        }
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
        let Some((first, rest)) = statements.split_first() else {
            return TokenStream::new();
        };
        let words = match first {
            Stmt::Expr(expr, _) => self.formula(expr),
            Stmt::Local(local) => {
                let value = local.init.as_ref().map(|init| self.formula(&init.expr));
                if let (Pat::Ident(pattern), Some(init)) = (&local.pat, &local.init) {
                    let key = key(DEFINITION.name, local.let_token.span);
                    let constant = quantity::local(&pattern.ident, &init.expr);
                    self.constants.insert(name_of(&pattern.ident));
                    let rest = self.statements(rest);
                    return quote!(#key #value { #constant #rest });
                }
                value.unwrap_or_default()
            }
            _ => TokenStream::new(),
        };
        let rest = self.statements(rest);
        quote!(#words #rest)
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
