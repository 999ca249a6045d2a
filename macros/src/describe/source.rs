//! Formulas as the user wrote them, in the notation of papers.
//!
//! It refuses to compute: terms and factors keep their order.

use extremal_symbolic::Rational;
use extremal_symbolic::text::Formula;
use extremal_symbolic::text::Piece::{self, Sign};
use syn::{BinOp, Expr, ExprIf, Lit, Member, Stmt, UnOp};

use super::name::Names;
use crate::declaration::{name_of, ungrouped};

/// Replaces omitted parts.
const LEFT_OUT: &str = "…";

/// Writes formulas up to a number of nodes, and omits the rest.
pub(super) struct SourceWriter<'a> {
    pub(super) names: &'a Names,
    pub(super) left: usize,
}

impl SourceWriter<'_> {
    pub(super) fn formula(&mut self, expr: &Expr) -> Formula {
        let Some(left) = self.left.checked_sub(1) else {
            return Formula::atom(LEFT_OUT);
        };
        self.left = left;
        match ungrouped(expr) {
            Expr::Lit(literal) => number(&literal.lit),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => self.formula(&unary.expr).negative(),
            Expr::Binary(binary) if is_sum(&binary.op) => self.sum(expr),
            Expr::Binary(binary) if is_product(&binary.op) => self.product(expr),
            Expr::Call(call) => match &*call.func {
                Expr::Path(path) => match path.path.get_ident() {
                    Some(name) => self.call(&name.to_string(), &call.args.iter().collect::<Vec<_>>()),
                    None => Formula::atom(LEFT_OUT),
                },
                // A field that is called: `lift[i](x)`, `(self.lift)(x)`.
                function => match source_name(function) {
                    Some(name) => self.of_field(&name, &call.args.iter().collect::<Vec<_>>()),
                    None => Formula::atom(LEFT_OUT),
                },
            },
            Expr::MethodCall(call) if is_self(&call.receiver) => {
                self.of_field(&name_of(&call.method), &call.args.iter().collect::<Vec<_>>())
            }
            Expr::MethodCall(call) => {
                let arguments = [&*call.receiver].into_iter().chain(&call.args);
                self.call(&call.method.to_string(), &arguments.collect::<Vec<_>>())
            }
            Expr::Array(array) => Formula::list("[", self.list(array.elems.iter()), "]"),
            Expr::Repeat(repeat) => {
                let [entry, length] = [&repeat.expr, &repeat.len].map(|expr| self.formula(expr));
                let pieces = [
                    Sign("["),
                    Piece::Formula(entry),
                    Sign("; "),
                    Piece::Formula(length),
                    Sign("]"),
                ];
                Formula::Closed(pieces.into())
            }
            Expr::Index(index) => match source_name(expr) {
                Some(name) => self.names.derivative(&name, 0),
                None => {
                    let [base, index] = [&index.expr, &index.index].map(|expr| self.formula(expr));
                    let pieces = [Piece::Formula(base), Sign("["), Piece::Formula(index), Sign("]")];
                    Formula::Closed(pieces.into())
                }
            },
            Expr::If(branches) => self.branches(branches),
            Expr::Block(block) => self.block(&block.block.stmts),
            other => match source_name(other).as_deref() {
                Some("PI") => Formula::atom("π"),
                Some(name) => self.names.derivative(name, 0),
                None => Formula::atom(LEFT_OUT),
            },
        }
    }

    pub(super) fn list<'e>(&mut self, elements: impl Iterator<Item = &'e Expr>) -> Vec<Formula> {
        let mut written = Vec::new();
        for element in elements {
            let is_cut = self.left == 0;
            written.push(self.formula(element));
            if is_cut {
                break;
            }
        }
        written
    }

    /// `a + b − c`: the left operands are visited without recursion.
    fn sum(&mut self, expr: &Expr) -> Formula {
        let (mut terms, mut first) = (Vec::new(), ungrouped(expr));
        while let Expr::Binary(binary) = first
            && is_sum(&binary.op)
        {
            terms.push((matches!(binary.op, BinOp::Sub(_)), &*binary.right));
            first = ungrouped(&binary.left);
        }
        terms.push((false, first));
        let mut written = Vec::new();
        for (negative, term) in terms.into_iter().rev() {
            let is_cut = self.left == 0;
            written.push((negative && !is_cut, self.formula(term)));
            if is_cut {
                break;
            }
        }
        Formula::sum(written)
    }

    fn product(&mut self, expr: &Expr) -> Formula {
        let (mut factors, mut first) = (Vec::new(), ungrouped(expr));
        while let Expr::Binary(binary) = first
            && is_product(&binary.op)
        {
            factors.push((matches!(binary.op, BinOp::Div(_)), &*binary.right));
            first = ungrouped(&binary.left);
        }
        factors.push((false, first));
        let (mut above, mut below) = (Vec::new(), Vec::new());
        for (is_below, factor) in factors.into_iter().rev() {
            let list = if is_below { &mut below } else { &mut above };
            let is_cut = self.left == 0;
            list.push(self.formula(factor));
            if is_cut {
                break;
            }
        }
        Formula::quotient(above, below)
    }

    /// `if a < b { x } else { y }` as (x if a < b, else y).
    fn branches(&mut self, branches: &ExprIf) -> Formula {
        let then = self.block(&branches.then_branch.stmts);
        let condition = self.condition(&branches.cond);
        let otherwise = match &branches.else_branch {
            Some((_, otherwise)) => self.formula(otherwise),
            None => Formula::atom(LEFT_OUT),
        };
        let mut pieces = vec![Sign("("), Piece::Formula(then), Sign(" if ")];
        pieces.extend(condition);
        pieces.extend([Sign(", else "), Piece::Formula(otherwise), Sign(")")]);
        Formula::Closed(pieces)
    }

    fn condition(&mut self, expr: &Expr) -> Vec<Piece> {
        match ungrouped(expr) {
            Expr::Unary(unary) => {
                let condition = self.condition(&unary.expr);
                [vec![Sign("not "), Sign("(")], condition, vec![Sign(")")]].concat()
            }
            Expr::Binary(binary) => {
                let sign = match binary.op {
                    BinOp::And(_) | BinOp::Or(_) => {
                        let Some(left) = self.left.checked_sub(1) else {
                            return vec![Sign(LEFT_OUT)];
                        };
                        self.left = left;
                        let [a, b] = [&binary.left, &binary.right].map(|side| self.condition(side));
                        let is_and = matches!(binary.op, BinOp::And(_));
                        let word = Sign(if is_and { " and " } else { " or " });
                        return [vec![Sign("(")], a, vec![word], b, vec![Sign(")")]].concat();
                    }
                    BinOp::Lt(_) => " < ",
                    BinOp::Le(_) => " ≤ ",
                    BinOp::Gt(_) => " > ",
                    BinOp::Ge(_) => " ≥ ",
                    BinOp::Ne(_) => " ≠ ",
                    _ => " = ",
                };
                let [a, b] = [&binary.left, &binary.right].map(|side| self.formula(side));
                vec![Piece::Formula(a), Sign(sign), Piece::Formula(b)]
            }
            other => vec![Piece::Formula(self.formula(other))],
        }
    }

    /// `{ let s = x; y }` as (y with s = x).
    fn block(&mut self, statements: &[Stmt]) -> Formula {
        let mut lets = Vec::new();
        let mut value = Formula::atom(LEFT_OUT);
        for statement in statements {
            match statement {
                Stmt::Local(local) => {
                    if let (syn::Pat::Ident(name), Some(init)) = (&local.pat, &local.init) {
                        lets.push(Sign(if lets.is_empty() { " with " } else { ", " }));
                        lets.push(Piece::Formula(self.names.derivative(&name_of(&name.ident), 0)));
                        lets.push(Sign(" = "));
                        lets.push(Piece::Formula(self.formula(&init.expr)));
                    }
                }
                Stmt::Expr(expr, _) => value = self.formula(expr),
                _ => {}
            }
        }
        if lets.is_empty() {
            return value;
        }
        let mut pieces = vec![Sign("("), Piece::Formula(value)];
        pieces.extend(lets);
        pieces.push(Sign(")"));
        Formula::Closed(pieces)
    }
}

/// `m`, `self.m`, `r[0]`, `inertia[0][1]` and `inertia[(0, 1)]` as names.
pub(super) fn source_name(expr: &Expr) -> Option<String> {
    match ungrouped(expr) {
        Expr::Path(path) => path.path.segments.last().map(|segment| name_of(&segment.ident)),
        Expr::Field(field) => match &field.member {
            Member::Named(name) => Some(name_of(name)),
            Member::Unnamed(_) => None,
        },
        Expr::Index(index) => {
            let indices = match ungrouped(&index.index) {
                Expr::Tuple(pair) => pair.elems.iter().map(digits).collect::<Option<Vec<_>>>()?,
                single => vec![digits(single)?],
            };
            let name = source_name(&index.expr)?;
            Some(
                indices
                    .iter()
                    .fold(name, |name, index| format!("{name}[{index}]")),
            )
        }
        _ => None,
    }
}

/// An index: digits, or a formula of indices.
fn digits(expr: &Expr) -> Option<String> {
    match ungrouped(expr) {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => Some(number.base10_digits().to_owned()),
            _ => None,
        },
        Expr::Path(index) => index.path.get_ident().map(name_of),
        Expr::Binary(index) => {
            let [left, right] = [digits(&index.left)?, digits(&index.right)?];
            let sign = match index.op {
                BinOp::Add(_) => '+',
                BinOp::Sub(_) => '-',
                BinOp::Mul(_) => '*',
                BinOp::Div(_) => '/',
                BinOp::Rem(_) => '%',
                _ => return None,
            };
            Some(format!("{left} {sign} {right}"))
        }
        _ => None,
    }
}

/// The number of a literal.
pub(super) fn number(literal: &Lit) -> Formula {
    let digits = match literal {
        Lit::Int(number) => number.base10_digits(),
        Lit::Float(number) => number.base10_digits(),
        _ => LEFT_OUT,
    };
    match Rational::from_decimal(digits) {
        Some(value) => Formula::number(&value),
        None => Formula::atom(digits),
    }
}

fn is_self(expr: &Expr) -> bool {
    matches!(ungrouped(expr), Expr::Path(path) if path.path.is_ident("self"))
}

fn is_sum(op: &BinOp) -> bool {
    matches!(op, BinOp::Add(_) | BinOp::Sub(_))
}

fn is_product(op: &BinOp) -> bool {
    matches!(op, BinOp::Mul(_) | BinOp::Div(_))
}
