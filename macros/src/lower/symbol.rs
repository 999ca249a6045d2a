//! A name in a formula: what it stands for here, and whether it may stand here.
//!
//! It refuses to know how names were introduced; that is the scope's.

use std::ops::Range;

use extremal_symbolic::{Expr, Rational};
use proc_macro2::Ident;
use syn::{ExprField, ExprPath, Member};

use super::scope::{Binding, Meaning};
use super::{Lowered, Lowering, Role, Shape, Value};
use crate::declaration::name_of;
use crate::diagnostics::Reported;

/// More digits than any float has, so that multiples are rounded once.
const PI: &str = "3.14159265358979323846264338327950288";

impl Lowering<'_> {
    /// `m`, `theta`, `PI`, `core::f64::consts::PI`.
    pub(super) fn path(&mut self, expr: &ExprPath) -> Lowered {
        if let Some(ident) = expr.path.get_ident() {
            return self.symbol(ident);
        }
        let segments: Vec<String> = expr
            .path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        match segments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
            [.., "consts", "PI"] => Ok(self.pi()),
            [.., "consts", _] => Err(self.report(expr, "of the constants, formulas know `PI` only")),
            _ => {
                let message = "a macro cannot see constants and statics: make this a field, or give the number a name \
                               with `let`";
                Err(self.report(expr, message))
            }
        }
    }

    /// The field that `self.m` names; `None` if this is not `self.something`.
    pub(super) fn field_of_self<'e>(
        &mut self,
        expr: &'e ExprField,
    ) -> Option<(Result<usize, Reported>, &'e Ident)> {
        let syn::Expr::Path(base) = super::formula::ungrouped(&expr.base) else {
            return None;
        };
        let Member::Named(ident) = &expr.member else {
            return None;
        };
        base.path
            .is_ident("self")
            .then(|| (self.field_named(ident), ident))
    }

    fn field_named(&mut self, ident: &Ident) -> Result<usize, Reported> {
        let name = name_of(ident);
        if let Some(field) = self.scope.field(&name) {
            return Ok(field);
        }
        if self.scope.get(&name).is_some() {
            return Err(self.report(ident, format!("`{name}` is no field; write it without `self.`")));
        }
        self.unknown(ident, &name, "field", self.scope.field_suggestion(&name))
    }

    fn symbol(&mut self, ident: &Ident) -> Lowered {
        let name = name_of(ident);
        match self.scope.get(&name) {
            Some(Meaning::Time) => match self.role.refuses_time() {
                Some(reason) => Err(self.report(ident, reason)),
                None => Ok(Value::scalar(self.symbols.time)),
            },
            Some(Meaning::Pi) => Ok(self.pi()),
            Some(Meaning::Field(field)) => self.field(field, ident),
            Some(Meaning::Coordinate(value)) => Ok(value),
            Some(Meaning::Input(value)) if self.role.admits_inputs() => Ok(value),
            Some(Meaning::Input(_)) => {
                let message = match self.role {
                    Role::Output => format!(
                        "an output is a function of the state, and `{name}` is an input; \
                         watch it where it is given"
                    ),
                    Role::Symmetry => {
                        format!(
                            "a generator is a function of coordinates and parameters, and `{name}` is an input"
                        )
                    }
                    _ => format!(
                        "inputs act through forces: write `force(x = {name})`, with your coordinate for `x`"
                    ),
                };
                Err(self.report(ident, message))
            }
            Some(Meaning::Let(binding)) => self.binding_at(ident, binding),
            None => self.unknown(ident, &name, "symbol", self.scope.suggestion(&name)),
        }
    }

    /// A named value keeps to the rules of the place where the name stands.
    fn binding_at(&mut self, ident: &Ident, binding: Binding) -> Lowered {
        let value = binding.value?;
        if binding.has_inputs && !self.role.admits_inputs() {
            let message = match self.role {
                Role::Output => format!(
                    "an output is a function of the state, and `{ident}` contains an input; leave the input out"
                ),
                Role::Symmetry => format!(
                    "a generator is a function of coordinates and parameters, and `{ident}` contains an input"
                ),
                _ => format!(
                    "`{ident}` contains an input, and inputs act through forces: use it in `force(..)`"
                ),
            };
            return Err(self.report(ident, message));
        }
        if let Some(reason) = self.role.refuses_time().filter(|_| binding.has_time) {
            return Err(self.report(ident, format!("`{ident}` contains `t`, but {reason}")));
        }
        match self.role.refuses_velocities() {
            Some(reason) if binding.has_velocities => {
                Err(self.report(ident, format!("`{ident}` contains a velocity, but {reason}")))
            }
            _ => Ok(value),
        }
    }

    /// What a value will need to know under a name.
    pub(super) fn binding(&self, value: Lowered) -> Binding {
        let has = |symbols: &[Expr]| value.as_ref().is_ok_and(|value| self.contains(value, symbols));
        let (has_velocities, has_inputs) = (has(&self.symbols.velocities), has(&self.symbols.inputs));
        let has_time = has(&[self.symbols.time]);
        Binding {
            value,
            has_velocities,
            has_inputs,
            has_time,
        }
    }

    /// All numbers of a field.
    pub(super) fn field(&mut self, field: usize, user: &Ident) -> Lowered {
        let shape = self.parameters.shape(field, user, self.diagnostics)?;
        self.field_part(field, user, shape, 0..shape.size())
    }

    /// Some numbers of a field: no parameter is made of the others.
    pub(super) fn field_part(
        &mut self,
        field: usize,
        user: &Ident,
        shape: Shape,
        places: Range<usize>,
    ) -> Lowered {
        self.afford(user, places.len())?;
        let entries = places
            .map(|place| self.parameters.symbol(&mut self.graph, field, place))
            .collect();
        Ok(Value { shape, entries })
    }

    fn pi(&mut self) -> Value {
        let pi = Rational::from_decimal(PI).unwrap_or_else(Rational::zero);
        Value::scalar(self.graph.constant(pi))
    }
}
