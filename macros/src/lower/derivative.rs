//! `dt(..)`: the total time derivative, by the chain rule along a motion.
//!
//! ```text
//! dt(f) = Σᵢ ∂f/∂qᵢ vᵢ + ∂f/∂t
//! ```
//!
//! It refuses accelerations: L depends on q, v and t only.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::Expr;

use super::scope::Binding;
use super::{Lowered, Lowering, Meaning, Value};
use crate::declaration::{Quantities, has_name, name_of, ungrouped};
use crate::diagnostics::Reported;

impl Lowering<'_> {
    pub(super) fn time_derivative(&mut self, call: impl ToTokens, of: &Expr) -> Lowered {
        let value = self.value(of)?;
        self.refuse_rates_of(of, &value)?;
        self.is_variable(of, &value)?;
        let time = (self.symbols.time, self.graph.one());
        let positions = self.symbols.coordinates.iter().copied();
        let mut rates: Vec<_> = positions.zip(self.symbols.velocities.iter().copied()).collect();
        rates.push(time);
        let rates = self.with_rates_of_totals(&value, rates);
        let entries = self.graph.time_derivatives(&value.entries, &rates);
        let rate = Value::of(value.shape, entries);
        match self.content.refuses_velocities {
            Some(reason) if self.contains(&rate, &self.symbols.velocities) => {
                Err(self.refuse_velocity(call, reason))
            }
            _ => Ok(rate),
        }
    }

    fn refuse_rates_of(&mut self, of: &Expr, value: &Value) -> Result<(), Reported> {
        if self.contains(value, &self.symbols.velocities) {
            return Err(self.report(of, self.content.acceleration));
        }
        if self.has_multipliers(value) {
            let message =
                "this contains a multiplier, which has no derivative: it follows from accelerations";
            return Err(self.report(of, message));
        }
        if self.contains(value, &self.symbols.inputs) {
            let message = "this contains an input, which has no derivative: inputs are held over a step";
            return Err(self.report(of, message));
        }
        Ok(())
    }

    /// The derivative of a constant is zero, so writing it is a mistake; but what moves inside an element may rest at its end, and
    /// of the components of a vector some may rest.
    fn is_variable(&mut self, of: &Expr, value: &Value) -> Result<(), Reported> {
        let symbols = &self.symbols;
        if self.contains(value, &symbols.coordinates) || self.contains(value, &[symbols.time]) {
            return Ok(());
        }
        if self.is_at_end && self.names_locals(of.to_token_stream()) {
            return Ok(());
        }
        let with = self.with(of);
        let is_one_of_several = !with.is_empty() || matches!(ungrouped(of), Expr::Index(_));
        if is_one_of_several && self.names_variables(of.to_token_stream()) {
            return Ok(());
        }
        if let Some(reported) = self.lost.names {
            return Err(reported);
        }
        let message = format!(
            "this is constant{with}: it contains no coordinate and no `t`, so that its derivative is zero; what moves is listed in \
             `coordinates(..)`, and the velocity of what is at rest is dropped"
        );
        Err(self.report(of, message))
    }

    pub(crate) fn has_inputs(&self, value: &Value) -> bool {
        self.contains(value, &self.symbols.inputs)
    }

    /// Whether tokens name a `let` of a block, or a parameter of a closure.
    fn names_locals(&self, tokens: TokenStream) -> bool {
        has_name(tokens, |ident| self.scope.is_local(&name_of(ident)))
    }

    /// Whether tokens name a value of which at least one component is variable.
    fn names_variables(&self, tokens: TokenStream) -> bool {
        has_name(tokens, |ident| match self.scope.get(&name_of(ident)) {
            Some(
                Meaning::Coordinate(value)
                | Meaning::Part(value)
                | Meaning::Let(Binding { value: Ok(value), .. }),
            ) => {
                self.contains(&value, &self.symbols.coordinates)
                    || self.contains(&value, &[self.symbols.time])
            }
            Some(Meaning::Time | Meaning::Items(Quantities::Coordinates, _)) => true,
            _ => false,
        })
    }

    /// Whether tokens that may have no value name an input.
    pub(crate) fn names_inputs(&self, tokens: TokenStream) -> bool {
        has_name(tokens, |ident| {
            matches!(self.scope.get(&name_of(ident)), Some(Meaning::Input(_)))
        })
    }
}
