//! Integers that only the program knows: entries and lengths of fields, and what is none of them.

use syn::{BinOp, Expr, ExprBinary, ExprField, ExprMethodCall, Member};

use super::super::scope::Meaning;
use super::super::{Lowering, index};
use crate::declaration::{name_alone, name_in_struct, name_of, operands, operations, ungrouped};
use crate::diagnostics::Reported;
use crate::model::{Atom, Integer, out_of_range};
use crate::text;

const LENGTH: &str =
    "a length is a field of type `usize`, the `.len()` of a field, or a constant, as in `q[masses]`";

/// Types of integers that are not `usize`.
const OTHERS: [&str; 11] = [
    "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128",
];

impl Lowering<'_> {
    /// The value of an expression of integers; `None` if it is another formula.
    pub(crate) fn integer_of(&mut self, expr: &Expr) -> Option<Result<Integer, Reported>> {
        self.is_integer(expr).then(|| self.evaluate_integer(expr))
    }

    /// The same, if only the program knows it. What has a quotient is a fraction in a formula, and is left to it.
    pub(in crate::lower) fn integer_of_program(&mut self, expr: &Expr) -> Option<Result<Integer, Reported>> {
        let is_of_program = self.is_of_program(expr) && !has_quotient(expr);
        is_of_program.then(|| self.evaluate_integer(expr))
    }

    /// The field that an expression is, `m` or `self.m`.
    pub(in crate::lower) fn field_at(&self, expr: &Expr) -> Option<usize> {
        let name = name_of(name_in_struct(expr)?);
        match ungrouped(expr) {
            Expr::Field(_) => self.scope.field(&name),
            _ => match self.scope.get(&name) {
                Some(Meaning::Field(field)) => Some(field),
                _ => None,
            },
        }
    }

    /// Whether this number of indices selects one integer of a field. Other types than `usize` are reported later.
    pub(in crate::lower) fn is_of_indices_with(&self, field: usize, indices: usize) -> bool {
        let nested = &self.parameters.of(field).nested;
        let is_other =
            |name: &&str| matches!(&nested.scalar, syn::Type::Path(path) if path.path.is_ident(name));
        let is_integer = nested.is_of_indices() || OTHERS.iter().any(is_other);
        is_integer && nested.lengths().len() == indices
    }

    /// Whether a length is that of a list, or of a coordinate or an input that has one that only the program knows.
    pub(in crate::lower) fn is_length_of_program(&self, call: &ExprMethodCall) -> bool {
        let (base, indices) = index::base(&call.receiver);
        if let Some(field) = self.field_at(base) {
            let lengths = self.parameters.of(field).nested.lengths();
            return lengths.get(indices).is_some_and(Option::is_none);
        }
        let has_length = |(_, meaning)| matches!(meaning, Meaning::Items(..) | Meaning::Rows(_));
        self.named(base).is_some_and(has_length) && indices == 0
    }

    /// A field of type `usize`, or an entry of one.
    pub(in crate::lower) fn entry_of_indices(
        &mut self,
        base: &Expr,
        field: usize,
        indices: &[&Expr],
    ) -> Result<Integer, Reported> {
        let declared = self.parameters.of(field);
        if !declared.nested.is_of_indices() {
            let name = name_of(&declared.ident);
            let ty = quote::ToTokens::to_token_stream(&declared.nested.scalar);
            let message = format!(
                "indices and lengths are of type `usize`, and `{name}` is of `{ty}`: make it `usize`"
            );
            return self.parameters.refuse(field, base, &message, self.diagnostics);
        }
        let indices = self.indices_of_field(field, indices)?;
        Ok(Integer::atom(match indices.is_empty() {
            true => Atom::Field(field),
            false => Atom::Entry(field, indices),
        }))
    }

    /// The indices of an item of a field, as far as they can be checked here.
    pub(super) fn indices_of_field(
        &mut self,
        field: usize,
        indices: &[&Expr],
    ) -> Result<Vec<Integer>, Reported> {
        let lengths = self.parameters.of(field).nested.lengths();
        let read: Vec<_> = indices
            .iter()
            .zip(lengths)
            .map(|(index, length)| self.index_of_program(index, length))
            .collect();
        read.into_iter().collect()
    }

    /// An index, below a length if both are known here.
    pub(in crate::lower) fn index_of_program(
        &mut self,
        expr: &Expr,
        length: Option<usize>,
    ) -> Result<Integer, Reported> {
        let Some(integer) = self.integer_of(expr) else {
            return Err(self.no_index(expr));
        };
        let integer = integer?;
        let Some(number) = integer.known() else {
            return Ok(integer);
        };
        let message = match (usize::try_from(number), length) {
            (Err(_), _) => {
                format!(
                    "index {number} is out of range: indices begin at 0{}",
                    self.with(expr)
                )
            }
            (Ok(index), Some(length)) if index >= length => out_of_range(index, length) + &self.with(expr),
            _ => return Ok(integer),
        };
        Err(self.report(expr, message))
    }

    fn no_index(&mut self, expr: &Expr) -> Reported {
        if let Expr::Field(ExprField {
            base,
            member: Member::Unnamed(place),
            ..
        }) = ungrouped(expr)
        {
            let field = self.field_at(index::base(base).0);
            let base = text::of(base);
            let message = format!(
                "the integers of a list are in arrays: make each `[usize; 2]`, and write `{base}[{}]`",
                place.index
            );
            return self.refuse_indices_of(field, expr, &message);
        }
        if let Some(name) = self.name_without_meaning(expr) {
            if let Some(reported) = self.lost.names {
                return reported;
            }
            let message = format!(
                "unknown index `{name}`; that of a range is known within its closure, as in `sum(0..3, |{name}| ..)`"
            );
            return self.report(&name, message);
        }
        let (base, _) = index::base(expr);
        if let Some(field) = self.field_at(base) {
            let declared = self.parameters.of(field);
            let name = name_of(&declared.ident);
            let rank = declared.nested.lengths().len();
            let message = match (declared.nested.is_of_indices(), rank) {
                (true, _) => format!("`{name}` has {rank} indices, which select one `usize` of it"),
                (false, _) => {
                    format!("an index is an integer, and `{name}` has other numbers: make it `usize`")
                }
            };
            return self.refuse_indices_of(Some(field), expr, &message);
        }
        self.report(
            expr,
            "an index is an integer: a literal, the index of a range, or a `usize` of a field, as in `r[edges[e][0]]`",
        )
    }

    /// A field is refused once.
    fn refuse_indices_of(&mut self, field: Option<usize>, expr: &Expr, message: &str) -> Reported {
        let refused = field.map(|field| {
            self.parameters
                .refuse::<()>(field, expr, message, self.diagnostics)
        });
        match refused {
            Some(Err(reported)) => reported,
            _ => self.report(expr, message),
        }
    }

    pub(in crate::lower) fn length_of_program(&mut self, call: &ExprMethodCall) -> Result<Integer, Reported> {
        let (base, _) = index::base(&call.receiver);
        if let Some(field) = self.field_at(base) {
            let indices = index::all_indices(&call.receiver);
            let indices = self.indices_of_field(field, &indices)?;
            return Ok(Integer::atom(Atom::Length(field, indices)));
        }
        let length = match self.named(base).map(|(_, meaning)| meaning) {
            Some(Meaning::Items(which, quantity)) => self.sums.length(which, quantity).cloned(),
            Some(Meaning::Rows(rows)) => rows.length(),
            _ => None,
        };
        length.ok_or_else(|| self.report(&call.method, "`len` is of a list, or of a coordinate or an input"))
    }

    /// The length of a coordinate or an input.
    pub(super) fn length_of_quantity(&mut self, expr: &Expr) -> Result<Integer, Reported> {
        match self.integer_of(expr) {
            Some(length) => length,
            None => {
                let message = self.length_meant(expr).unwrap_or_else(|| LENGTH.to_owned());
                let reported = self.report(expr, message);
                // Ranges that end there have no message of their own.
                if let Some(name) = name_alone(expr) {
                    self.constants.push((name_of(name), reported));
                }
                Err(reported)
            }
        }
    }

    /// The message for a field that is not a length.
    pub(in crate::lower) fn length_meant(&self, expr: &Expr) -> Option<String> {
        let declared = self.parameters.of(self.field_at(expr)?);
        let name = name_of(&declared.ident);
        Some(if declared.nested.layers.is_empty() {
            let ty = quote::ToTokens::to_token_stream(&declared.nested.scalar);
            let ty = ty.to_string().replace(' ', "");
            format!("lengths are of type `usize`, and `{name}` is of `{ty}`: make it `usize`")
        } else {
            format!("`{name}` is a list, whose length is `{name}.len()`")
        })
    }

    /// The first name of an expression that has no meaning here.
    fn name_without_meaning(&self, expr: &Expr) -> Option<syn::Ident> {
        match ungrouped(expr) {
            Expr::Path(path) => {
                let name = path.path.get_ident()?;
                self.scope.get(&name_of(name)).is_none().then(|| name.clone())
            }
            Expr::Unary(unary) => self.name_without_meaning(&unary.expr),
            Expr::Binary(_) => {
                let mut operands = operands(expr).into_iter();
                operands.find_map(|operand| self.name_without_meaning(operand))
            }
            Expr::Index(part) => {
                let base = self.name_without_meaning(&part.expr);
                base.or_else(|| self.name_without_meaning(&part.index))
            }
            _ => None,
        }
    }
}

fn has_quotient(expr: &Expr) -> bool {
    match ungrouped(expr) {
        Expr::Unary(unary) => has_quotient(&unary.expr),
        Expr::Binary(_) => {
            let (first, operations) = operations(expr);
            let is_quotient = |operation: &&ExprBinary| {
                matches!(operation.op, BinOp::Div(_)) || has_quotient(&operation.right)
            };
            has_quotient(first) || operations.iter().any(is_quotient)
        }
        _ => false,
    }
}
