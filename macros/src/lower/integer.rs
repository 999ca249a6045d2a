//! Integers of a formula: indices, bounds of ranges, exponents, and what only the program knows: fields, lengths, constants and
//! running indices.
//!
//! ```text
//! 2   i   r.len()   i + 1   2 * i   i / 2   i % 3   -i        division is that of integers, rounded towards zero
//! ```

use extremal_symbolic::Rational;
use syn::{BinOp, Expr, ExprBinary, ExprMethodCall, ExprPath, Lit, UnOp};

use super::scope::{Binding, Meaning};
use super::{Lowered, Lowering, index};
use crate::declaration::{is_constant, name_of, operands, operations, ungrouped};
use crate::diagnostics::Reported;
use crate::model::{Atom, Integer};

const TOO_LARGE: &str = "this integer is too large";

/// Who knows an integer. An operation on several is known to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Known {
    /// Its value is known when the formula is read.
    Here,
    ByProgram,
}

impl Lowering<'_> {
    /// The value of an expression of integers; `None` if it is another formula, or if only the program knows it.
    pub(super) fn whole(&mut self, expr: &Expr) -> Option<Result<i64, Reported>> {
        self.is_whole(expr)
            .then(|| self.evaluate_integer(expr).map(|integer| integer.constant))
    }

    /// An integer where `what` takes one.
    pub(super) fn whole_or(&mut self, expr: &Expr, message: &str) -> Result<i64, Reported> {
        match self.whole(expr) {
            Some(value) => value,
            None => Err(self.report(expr, message)),
        }
    }

    pub(super) fn is_whole(&self, expr: &Expr) -> bool {
        self.known(expr) == Some(Known::Here)
    }

    pub(super) fn is_integer(&self, expr: &Expr) -> bool {
        self.known(expr).is_some()
    }

    /// Whether only the program knows the value of an expression of integers.
    pub(super) fn is_of_program(&self, expr: &Expr) -> bool {
        self.known(expr) == Some(Known::ByProgram)
    }

    /// Who knows the value of an expression of integers; `None` if it is another formula.
    fn known(&self, expr: &Expr) -> Option<Known> {
        let by_program = |is_integer: bool| is_integer.then_some(Known::ByProgram);
        match ungrouped(expr) {
            Expr::Lit(literal) => {
                matches!(&literal.lit, Lit::Int(number) if number.suffix().is_empty()).then_some(Known::Here)
            }
            Expr::Path(_) | Expr::Index(_) if self.is_entry_of_table(expr) => Some(Known::Here),
            Expr::Path(path) => self.known_by_name(path),
            Expr::Field(_) | Expr::Index(_) => {
                let (base, count) = index::base(expr);
                let field = self.field_at(base);
                by_program(field.is_some_and(|field| self.is_of_indices_with(field, count)))
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => self.known(&unary.expr),
            Expr::Binary(_) => {
                let (first, operations) = operations(expr);
                operations
                    .into_iter()
                    .try_fold(self.known(first)?, |known, operation| {
                        let right = self.known(&operation.right)?;
                        is_arithmetic(&operation.op).then_some(known.max(right))
                    })
            }
            Expr::MethodCall(call) if is_length(call) => Some(match self.is_length_of_program(call) {
                true => Known::ByProgram,
                false => Known::Here,
            }),
            _ => None,
        }
    }

    fn known_by_name(&self, path: &ExprPath) -> Option<Known> {
        let is_of_program = match path.path.get_ident() {
            Some(ident) => match self.scope.get(&name_of(ident)) {
                Some(Meaning::Index(_)) => return Some(Known::Here),
                Some(Meaning::Running(_)) => true,
                Some(Meaning::Field(field)) => self.is_of_indices_with(field, 0),
                Some(_) => false,
                None => is_constant(&name_of(ident)),
            },
            None => path.path.segments.last().is_some_and(|last| {
                is_constant(&last.ident.to_string()) && last.ident != "PI" && last.arguments.is_none()
            }),
        };
        is_of_program.then_some(Known::ByProgram)
    }

    /// Who knows the operands of an operation or a comparison of integers.
    pub(super) fn known_of_both(&self, binary: &ExprBinary) -> Option<Known> {
        Some(self.known(&binary.left)?.max(self.known(&binary.right)?))
    }

    /// Whether an expression of integers differs from item to item, or is a length.
    pub(super) fn is_of_indices(&self, expr: &Expr) -> bool {
        match ungrouped(expr) {
            Expr::Unary(unary) => self.is_of_indices(&unary.expr),
            Expr::Binary(_) => operands(expr)
                .into_iter()
                .any(|operand| self.is_of_indices(operand)),
            Expr::MethodCall(_) => true,
            other => self.index_named(other).is_some(),
        }
    }

    fn index_named(&self, expr: &Expr) -> Option<i64> {
        match self.named(expr)? {
            (_, Meaning::Index(value)) => Some(value),
            _ => None,
        }
    }

    /// Whether an expression is a `let` of an integer, or an entry of a `let` whose numbers are all integers.
    fn is_entry_of_table(&self, expr: &Expr) -> bool {
        let (base, indices) = index::base(expr);
        let Some((_, Meaning::Let(Binding { value: Ok(table), .. }) | Meaning::Part(table))) =
            self.named(base)
        else {
            return false;
        };
        let is_integer = |&entry| self.graph.constant_of(entry).is_some_and(Rational::is_integer);
        table.shape.lengths().len() == indices && table.entries.iter().all(is_integer)
    }

    fn entry_of_table(&mut self, expr: &Expr) -> Result<Option<i64>, Reported> {
        let entry = self.value(expr)?.as_scalar();
        Ok(entry.and_then(|entry| self.graph.constant_of(entry)?.to_i64()))
    }

    pub(super) fn evaluate_integer(&mut self, expr: &Expr) -> Result<Integer, Reported> {
        let value = match ungrouped(expr) {
            Expr::Path(_) | Expr::Index(_) if self.is_entry_of_table(expr) => {
                self.entry_of_table(expr)?.map(Integer::literal)
            }
            Expr::Path(path) => return self.integer_named(expr, path),
            Expr::Field(_) | Expr::Index(_) => {
                let (base, _) = index::base(expr);
                let indices = index::all_indices(expr);
                return match self.field_at(base) {
                    Some(field) => self.entry_of_indices(base, field, &indices),
                    None => Err(self.report(expr, "an integer is a field, a length or an index")),
                };
            }
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(number) => number.base10_parse().ok().map(Integer::literal),
                _ => None,
            },
            Expr::Unary(unary) => {
                let negative = self.evaluate_integer(&unary.expr)?;
                Integer::default().plus(-1, &negative)
            }
            Expr::Binary(_) => self.evaluate_operations(expr)?,
            Expr::MethodCall(call) if self.is_length_of_program(call) => return self.length_of_program(call),
            Expr::MethodCall(call) => i64::try_from(self.length(call)?).ok().map(Integer::literal),
            other => return Err(self.report(other, "an integer is a field, a length or an index")),
        };
        value.ok_or_else(|| self.report(expr, TOO_LARGE))
    }

    fn integer_named(&mut self, expr: &Expr, path: &ExprPath) -> Result<Integer, Reported> {
        let name = path.path.get_ident().map(name_of);
        match name.and_then(|name| self.scope.get(&name)) {
            Some(Meaning::Index(value)) => Ok(Integer::literal(value)),
            Some(Meaning::Running(integer)) => Ok(integer),
            Some(Meaning::Field(field)) => self.entry_of_indices(expr, field, &[]),
            _ => {
                let path = quote::ToTokens::to_token_stream(path).to_string();
                Ok(Integer::atom(Atom::Constant(path.replace(' ', ""))))
            }
        }
    }

    /// A remainder of integers, which is none of formulas: of indices, or of what only the program knows; `None` for others.
    pub(super) fn remainder(&mut self, binary: &ExprBinary) -> Option<Lowered> {
        let is_of_integers = match self.known_of_both(binary)? {
            Known::Here => self.is_of_indices(&binary.left) || self.is_of_indices(&binary.right),
            Known::ByProgram => self.sums.is_family(),
        };
        (is_of_integers && matches!(binary.op, BinOp::Rem(_))).then(|| {
            let integer = self.evaluate_integer(&Expr::Binary(binary.clone()))?;
            Ok(self.number_of(&integer))
        })
    }

    fn evaluate_operations(&mut self, expr: &Expr) -> Result<Option<Integer>, Reported> {
        let (first, operations) = operations(expr);
        let mut value = self.evaluate_integer(first);
        for operation in operations {
            value = match self.integer_operation(value, operation) {
                Ok(Some(value)) => Ok(value),
                other => return other,
            };
        }
        value.map(Some)
    }

    fn integer_operation(
        &mut self,
        left: Result<Integer, Reported>,
        binary: &ExprBinary,
    ) -> Result<Option<Integer>, Reported> {
        let right = self.evaluate_integer(&binary.right);
        let (a, b) = (left?, right?);
        let both = a.known().zip(b.known());
        Ok(match binary.op {
            BinOp::Add(_) => a.plus(1, &b),
            BinOp::Sub(_) => a.plus(-1, &b),
            BinOp::Mul(_) => a.times(&b),
            _ if b.known() == Some(0) => {
                return Err(self.report(
                    &binary.right,
                    format!("division by zero{}", self.with(&binary.right)),
                ));
            }
            BinOp::Div(_) => match both {
                Some((a, b)) => a.checked_div(b).map(Integer::literal),
                None => Some(Integer::atom(Atom::Quotient(Box::new(a), Box::new(b)))),
            },
            _ => match both {
                Some((a, b)) => a.checked_rem(b).map(Integer::literal),
                None => Some(Integer::atom(Atom::Remainder(Box::new(a), Box::new(b)))),
            },
        })
    }

    /// `r.len()`: the number of items of an array, of components of a vector, or of rows of a matrix.
    fn length(&mut self, call: &ExprMethodCall) -> Result<usize, Reported> {
        let lengths = match self.lengths_of_field(&call.receiver) {
            Some(lengths) => lengths?,
            None => self.value(&call.receiver)?.shape.lengths(),
        };
        let first = lengths.first().copied();
        first.ok_or_else(|| self.report(&call.method, "`len` is of a vector or an array, this is a scalar"))
    }

    /// The lengths of a field, or of a part of it, without a use of its numbers.
    fn lengths_of_field(&mut self, expr: &Expr) -> Option<Result<Vec<usize>, Reported>> {
        let (base, indices) = index::base(expr);
        if let Some(lengths) = self.lengths_within_list(base, indices) {
            return Some(Ok(lengths));
        }
        let (field, user) = self.named_field(base)?;
        let lengths = field.and_then(|field| self.parameters.lengths(field, user, self.diagnostics));
        Some(lengths.map(|lengths| lengths.into_iter().skip(indices).collect()))
    }

    /// Those of an item of a list, where the list alone has a length that only the program knows: two of `edges[0]`.
    fn lengths_within_list(&self, base: &Expr, indices: usize) -> Option<Vec<usize>> {
        let lengths = self.parameters.of(self.field_at(base)?).nested.lengths();
        let is_of_list = indices > 0 && lengths.first().is_some_and(Option::is_none);
        let inside = lengths.into_iter().skip(indices);
        inside.collect::<Option<Vec<_>>>().filter(|_| is_of_list)
    }

    /// The values of the indices in an expression, for messages: ", where `i` is 7".
    pub(super) fn with(&self, expr: &Expr) -> String {
        let mut values = Vec::new();
        self.indices_of(expr, &mut values);
        match values.as_slice() {
            [] => String::new(),
            values => format!(", where {}", values.join(" and ")),
        }
    }

    fn indices_of(&self, expr: &Expr, values: &mut Vec<String>) {
        match ungrouped(expr) {
            Expr::Unary(unary) => self.indices_of(&unary.expr, values),
            Expr::Binary(_) => operands(expr)
                .into_iter()
                .for_each(|operand| self.indices_of(operand, values)),
            Expr::MethodCall(call) => self.indices_of(&call.receiver, values),
            Expr::Index(part) => {
                self.indices_of(&part.expr, values);
                self.indices_of(&part.index, values);
            }
            Expr::Call(call) => call
                .args
                .iter()
                .for_each(|argument| self.indices_of(argument, values)),
            Expr::Path(path) => {
                if let (Some(name), Some(value)) = (path.path.get_ident(), self.index_named(expr)) {
                    let value = format!("`{name}` is {value}");
                    if !values.contains(&value) {
                        values.push(value);
                    }
                }
            }
            _ => {}
        }
    }
}

fn is_arithmetic(operator: &BinOp) -> bool {
    matches!(
        operator,
        BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_)
    )
}

pub(super) fn is_length(call: &ExprMethodCall) -> bool {
    call.method == "len" && call.args.is_empty() && call.turbofish.is_none()
}
