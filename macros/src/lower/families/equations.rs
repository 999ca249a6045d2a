//! Equations between arrays over ranges that only the program knows: `array(0..n, |i| a(i)) == array(0..n, |i| b(i))`.
//!
//! It refuses to know constraints: an equation is the array of the differences.

use std::rc::Rc;

use proc_macro2::{Ident, Span};
use syn::{BinOp, Expr};

use super::super::Lowering;
use super::super::closure::Closure;
use super::rows::Rows;
use crate::declaration::ungrouped;
use crate::diagnostics::Reported;

impl Lowering<'_> {
    /// The array that an equation `a == b` of two arrays is, or that an expression is.
    pub(crate) fn rows_of_equation(&mut self, expr: &Expr) -> Option<Result<Rc<Rows>, Reported>> {
        let Expr::Binary(difference) = ungrouped(expr) else {
            return self.rows(expr);
        };
        if !matches!(difference.op, BinOp::Sub(_)) {
            return None;
        }
        let sides = [&*difference.left, &*difference.right];
        let [left, right] = sides.map(|side| match self.rows(side) {
            Some(rows) => Some(rows),
            None => self.rows_of_coordinate(side).map(Ok),
        });
        let (left, right) = match (left, right) {
            (None, None) => return None,
            (Some(left), Some(right)) => (left, right),
            // A field has the length of the other side.
            (Some(Ok(left)), None) => {
                let right = self.rows_of_list(sides[1], left.first.clone(), left.beyond.clone())?;
                (Ok(left), Ok(right))
            }
            (None, Some(Ok(right))) => {
                let left = self.rows_of_list(sides[0], right.first.clone(), right.beyond.clone())?;
                (Ok(left), Ok(right))
            }
            (Some(Err(reported)), _) | (_, Some(Err(reported))) => return Some(Err(reported)),
        };
        Some(left.and_then(|left| {
            let right = right?;
            self.difference(expr, &left, &right)
        }))
    }

    /// `array(range, |i| a(i) - b(i))`
    fn difference(&mut self, expr: &Expr, left: &Rows, right: &Rows) -> Result<Rc<Rows>, Reported> {
        if (&left.first, &left.beyond) != (&right.first, &right.beyond) {
            let ends = [left, right].map(|rows| {
                let [first, beyond] = [&rows.first, &rows.beyond].map(|end| self.text_of(end));
                format!("{first}..{beyond}")
            });
            let message = format!(
                "both sides of an equation are arrays over one range; these are over {} and {}",
                ends[0], ends[1]
            );
            return Err(self.report(expr, message));
        }
        let index = left.closure.first_name().or(right.closure.first_name()).cloned();
        let index = index.unwrap_or_else(|| Ident::new("i", Span::call_site()));
        let of = |rows: &Rows| {
            let body = &rows.closure.body;
            let other = rows.closure.first_name().filter(|name| **name != index);
            match other {
                Some(other) => syn::parse_quote!({ let #other = #index; #body }),
                None => syn::parse_quote!((#body)),
            }
        };
        let (a, b): (Expr, Expr) = (of(left), of(right));
        let Expr::Binary(difference) = ungrouped(expr) else {
            return Err(self.report(expr, "expected an equation"));
        };
        let sign = &difference.op;
        Ok(Rc::new(Rows {
            closure: Closure::of(index, syn::parse_quote!(#a #sign #b)),
            ..left.clone()
        }))
    }
}
