//! Blocks: `{ let s = sin(theta); m * s * s }`.
//!
//! It refuses to know scopes beyond opening and closing one.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{BinOp, Block, Expr, Local, Pat, PatIdent, Stmt};

use super::closure::plain_name;
use super::scope::Meaning;
use super::{Lowered, Lowering};
use crate::declaration::{name_of, ungrouped};
use crate::diagnostics::Reported;

impl Lowering<'_> {
    pub(super) fn block(&mut self, block: &Block) -> Lowered {
        self.block_with(block, Self::value)
    }

    /// A block whose last expression is read in this way.
    pub(super) fn block_with<R>(
        &mut self,
        block: &Block,
        read: impl FnOnce(&mut Self, &Expr) -> Result<R, Reported>,
    ) -> Result<R, Reported> {
        let outside = self.scope.depth();
        let value = self.statements(block, read);
        self.scope.leave(outside);
        value
    }

    fn statements<R>(
        &mut self,
        block: &Block,
        read: impl FnOnce(&mut Self, &Expr) -> Result<R, Reported>,
    ) -> Result<R, Reported> {
        let Some((last, lets)) = block.stmts.split_last() else {
            return Err(self.report(block, "a block of a formula ends with its value"));
        };
        let lets: Vec<Result<(), Reported>> =
            lets.iter().map(|statement| self.statement(statement)).collect();
        let value = match last {
            Stmt::Expr(expr, None) => read(self, expr),
            Stmt::Expr(_, Some(semi)) => {
                Err(self.report(semi, "a block of a formula ends with its value; drop this `;`"))
            }
            other => {
                // Errors inside the statement come first.
                self.statement(other)?;
                Err(self.report(other, "a block of a formula ends with its value"))
            }
        };
        lets.into_iter().collect::<Result<(), Reported>>()?;
        value
    }

    fn statement(&mut self, statement: &Stmt) -> Result<(), Reported> {
        match statement {
            Stmt::Local(local) => self.local(local),
            Stmt::Expr(expr, _) if is_refused_by_name(expr) => self.value(expr).map(drop),
            other => Err(self.report(
                other,
                "of statements, a block of a formula has `let name = ..;` only",
            )),
        }
    }

    fn local(&mut self, local: &Local) -> Result<(), Reported> {
        if let (Some(ident), Some(init)) = (plain_name(&local.pat), &local.init)
            && let Expr::Closure(closure) = ungrouped(&init.expr)
        {
            self.refuse_fixed_name(ident)?;
            let meaning = self.function_of(ident, closure);
            self.scope.define_local(name_of(ident), meaning);
            return Ok(());
        }
        if let (Pat::Ident(PatIdent { ident, .. }), Some(init)) = (&local.pat, &local.init)
            && let Some(meaning) = self.meaning_of_program(&init.expr)
        {
            self.refuse_fixed_name(ident)?;
            self.scope.define_local(name_of(ident), meaning);
            return Ok(());
        }
        let value = match &local.init {
            Some(init) if init.diverge.is_none() => self.value(&init.expr),
            _ => Err(self.report(local, "a `let` of a formula is `let name = ..;`")),
        };
        let ident = self.plain_name(&local.pat)?;
        self.refuse_fixed_name(ident)?;
        let value = match plain_name(&local.pat) {
            Some(_) => value,
            None => value.and(Err(self.refuse_ornaments(&local.pat))),
        };
        let binding = self.binding(value);
        self.scope.define_local(name_of(ident), Meaning::Let(binding));
        Ok(())
    }

    fn plain_name<'e>(&mut self, pattern: &'e Pat) -> Result<&'e Ident, Reported> {
        match pattern {
            Pat::Ident(name) => Ok(&name.ident),
            Pat::Type(typed) => self.plain_name(&typed.pat),
            other => {
                let reported = self.report(other, "a `let` of a formula has a plain name");
                // The names in the pattern stay unknown.
                self.lost.names = Some(reported);
                Err(reported)
            }
        }
    }

    /// Reports the parts around a plain name.
    fn refuse_ornaments(&mut self, pattern: &Pat) -> Reported {
        match pattern {
            Pat::Type(typed) => self.report(
                &typed.ty,
                "a formula needs no types: all its numbers are of one; drop this",
            ),
            Pat::Ident(PatIdent {
                mutability: Some(mutability),
                ..
            }) => self.report(mutability, "a formula changes nothing; drop the `mut`"),
            other => self.report(other, "a `let` of a formula has a plain name"),
        }
    }

    /// Refuses the name of a field, a coordinate or an input: a name has one meaning.
    pub(super) fn refuse_fixed_name(&mut self, ident: &Ident) -> Result<(), Reported> {
        let name = name_of(ident);
        match self.scope.kind_of_fixed(&name) {
            Some(kind) => Err(self.report(ident, format!("`{name}` is {kind} already; choose another name"))),
            None => Ok(()),
        }
    }
}

/// Statements whose kind has a message of its own.
fn is_refused_by_name(expr: &Expr) -> bool {
    let is_change = |operator: &BinOp| operator.to_token_stream().to_string().ends_with('=');
    match expr {
        Expr::Assign(_) | Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) | Expr::Return(_) => true,
        Expr::Binary(binary) => is_change(&binary.op) && !is_comparison(&binary.op),
        _ => false,
    }
}

fn is_comparison(operator: &BinOp) -> bool {
    matches!(
        operator,
        BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Le(_) | BinOp::Ge(_)
    )
}
