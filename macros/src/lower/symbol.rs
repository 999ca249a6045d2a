//! A name in a formula: its meaning, and whether it is allowed there.
//!
//! It refuses to know how names are introduced, which is the task of `scope`.

use std::ops::Range;

use extremal_symbolic::{Expr, Rational};
use proc_macro2::Ident;
use syn::{ExprField, ExprPath, Member};

use super::scope::{Binding, Meaning};
use super::{Lowered, Lowering, Shape, Value};
use crate::declaration::{name_of, ungrouped};
use crate::diagnostics::Reported;
use crate::model::{Atom, Integer, many_items};

/// π with more digits than any float, so that multiples are rounded once.
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

    /// A name with two meanings has none, which was reported.
    pub(crate) fn lose_meaning(&mut self, name: String, reported: Reported) {
        let nothing = self.binding(Err(reported));
        self.scope.lose(name, nothing);
    }

    /// The field that `self.m` names; `None` if this is not `self.something`.
    pub(super) fn field_of_self<'e>(
        &mut self,
        expr: &'e ExprField,
    ) -> Option<(Result<usize, Reported>, &'e Ident)> {
        let syn::Expr::Path(base) = ungrouped(&expr.base) else {
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
            Some(Meaning::Time) => match self.content.refuses_time {
                Some(reason) => Err(self.report(ident, reason)),
                None => Ok(Value::scalar(self.symbols.time)),
            },
            Some(Meaning::Pi) => Ok(self.pi()),
            Some(Meaning::Field(field)) => self.field(field, ident),
            Some(Meaning::Coordinate(value)) => Ok(value),
            Some(Meaning::Input(value)) => match &self.content.refuses_inputs {
                Some(inputs) => Err(self.report(ident, (inputs.named)(&name))),
                None => Ok(value),
            },
            Some(Meaning::Let(binding)) => {
                let value = self.binding_at(ident, binding)?;
                self.of_this_sum(ident, value)
            }
            Some(Meaning::Part(value)) => self.of_this_sum(ident, value),
            Some(Meaning::Running(integer)) => Ok(self.number_of(&integer)),
            Some(Meaning::Items(which, quantity)) => {
                let many = many_items(&format!("`{name}`"), self.sums.length(which, quantity));
                let message = format!(
                    "{many}, and a formula is of a few: select one, `{name}[i]`, within `sum(0..{name}.len(), |i| ..)`"
                );
                Err(self.report(ident, message))
            }
            Some(Meaning::Rows(rows)) => {
                if let Some(value) = self.value_of_rows(ident, &rows) {
                    return value;
                }
                let many = many_items(&format!("`{name}`"), rows.length().as_ref());
                let message = format!(
                    "{many}, and a formula is of a few: select one, `{name}[i]`, or write `{name}` as all of a `constraint` or `force`"
                );
                Err(self.report(ident, message))
            }
            Some(Meaning::Index(index)) => {
                Ok(Value::scalar(self.graph.constant(Rational::from_integer(index))))
            }
            Some(Meaning::Function(_)) => Err(self.report(
                ident,
                format!("`{name}` is a function; write what it is of, as in `{name}(..)`"),
            )),
            None if self.sums.has_length(&name) => Ok(self.number_of(&Integer::atom(Atom::Constant(name)))),
            None => self.unknown(ident, &name, "symbol", self.scope.suggestion(&name)),
        }
    }

    /// A named value obeys the rules of the formula that uses the name.
    fn binding_at(&mut self, ident: &Ident, binding: Binding) -> Lowered {
        let value = binding.value?;
        if let Some(inputs) = self
            .content
            .refuses_inputs
            .as_ref()
            .filter(|_| binding.has_inputs)
        {
            return Err(self.report(ident, (inputs.contained)(&ident.to_string())));
        }
        if let Some(refused) = self.refuses_multipliers().filter(|_| binding.has_multipliers) {
            let message = format!("`{ident}` contains a multiplier, but {refused}");
            return Err(self.report(ident, message));
        }
        if let Some(reason) = self.content.refuses_time.filter(|_| binding.has_time) {
            return Err(self.report(ident, format!("`{ident}` contains `t`, but {reason}")));
        }
        match self.content.refuses_velocities {
            Some(reason) if binding.has_velocities => {
                Err(self.refuse_velocity(ident, format!("`{ident}` contains a velocity, but {reason}")))
            }
            _ => Ok(value),
        }
    }

    /// The value with its properties, for use under a name.
    pub(super) fn binding(&self, value: Lowered) -> Binding {
        let has = |symbols: &[Expr]| value.as_ref().is_ok_and(|value| self.contains(value, symbols));
        let (has_velocities, has_inputs) = (has(&self.symbols.velocities), has(&self.symbols.inputs));
        let has_time = has(&[self.symbols.time]);
        let has_multipliers = value.as_ref().is_ok_and(|value| self.has_multipliers(value));
        Binding {
            value,
            has_velocities,
            has_inputs,
            has_time,
            has_multipliers,
        }
    }

    /// All numbers of a field.
    pub(super) fn field(&mut self, field: usize, user: &Ident) -> Lowered {
        if let Some(value) = self.field_of_program(field, user) {
            return value;
        }
        let lengths = self.parameters.lengths(field, user, self.diagnostics)?;
        let (shape, start) = self.part(field, user, &lengths, &[])?;
        self.field_part(field, user, shape, start..start + shape.size())
    }

    /// Some numbers of a field. The others do not become parameters.
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
