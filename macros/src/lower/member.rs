//! Members after a dot that are not methods: `self.m`, and fields that people expect of vectors and structs.
//!
//! It refuses to know types beyond their names.

use quote::ToTokens;
use syn::{Expr, ExprField, ExprMethodCall, Member};

use super::scope::Meaning;
use super::{Lowered, Lowering, Shape};
use crate::declaration::{component_of, has_index, name_in_struct, name_of};
use crate::diagnostics::Reported;
use crate::text;

impl Lowering<'_> {
    /// `self.m` is the field `m`; nothing else has fields.
    pub(super) fn member(&mut self, expr: &ExprField) -> Lowered {
        if let Some((field, ident)) = self.field_of_self(expr) {
            return self.field(field?, ident);
        }
        self.refuse_opaque(&expr.base, &expr.member)?;
        // Errors before the dot are reported first.
        let shape = self.value(&expr.base)?.shape;
        let base = text::of(&expr.base);
        let is_transpose =
            matches!(&expr.member, Member::Named(name) if name == "T") && shape != Shape::Scalar;
        let message = match (component_of(&expr.member), shape) {
            _ if is_transpose => {
                format!(
                    "the transpose is a method: write `{base}.transpose()`; the product of two vectors is `a.dot(b)`"
                )
            }
            (Some(index), Shape::Vector(length)) if index < length => has_index(&base, index),
            (_, Shape::Vector(length)) => {
                format!(
                    "a vector has no fields; its components are `{base}[0]` to `{base}[{}]`",
                    length - 1
                )
            }
            (_, Shape::Matrix(..)) => format!("a matrix has no fields; an entry is `{base}[(0, 0)]`"),
            (_, Shape::Array(_)) => format!("an array has no fields; an item is `{base}[0]`"),
            (_, Shape::Scalar) => "a number has no fields; drop the dot and what is behind it".to_owned(),
        };
        Err(self.report(&expr.member, message))
    }

    /// Reports the use of a member of a field that is a struct itself.
    pub(super) fn refuse_opaque(&mut self, base: &Expr, wanted: impl ToTokens) -> Result<(), Reported> {
        let Some((name, ty)) = self.opaque_field(base) else {
            return Ok(());
        };
        let message = format!(
            "a macro cannot look into `{ty}`, the type of `{name}`: \
             make the number that you need a field of the system itself"
        );
        Err(self.report(wanted, message))
    }

    /// Reports `lift.value([x])`: formulas call the field itself.
    pub(super) fn refuse_method_of_function(&mut self, call: &ExprMethodCall) -> Result<(), Reported> {
        const METHODS: [&str; 7] = ["value", "gradient", "hessian", "eval", "evaluate", "at", "call"];
        let is_evaluation = METHODS.iter().any(|method| call.method == method);
        let Some((name, _)) = self.opaque_field(&call.receiver).filter(|_| is_evaluation) else {
            return Ok(());
        };
        let message = format!("a field that is a function is called itself, as in `{name}(x)`");
        Err(self.report(&call.method, message))
    }

    /// A field of a type that does not look like numbers: its name and its type.
    pub(crate) fn opaque_field(&self, base: &Expr) -> Option<(String, String)> {
        let name = name_of(name_in_struct(base)?);
        let Some(Meaning::Field(field)) = self.scope.get(&name) else {
            return None;
        };
        let ty = self.parameters.opaque_type(field)?;
        Some((name, ty))
    }
}
