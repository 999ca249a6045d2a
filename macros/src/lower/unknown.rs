//! Unknown names, and suggestions for them.

use proc_macro2::Ident;

use super::Lowering;
use super::function::{find, in_front_of};
use crate::declaration::{Form, Items, Key, Quantities, is_constant};
use crate::diagnostics::Reported;

impl Lowering<'_> {
    /// Reports a name that is not a known `what`; `near` is a similar name that is known.
    pub(super) fn unknown<T>(
        &mut self,
        ident: &Ident,
        name: &str,
        what: &str,
        near: Option<String>,
    ) -> Result<T, Reported> {
        if let Some(reported) = self.lost.names {
            return Err(reported);
        }
        let message = self
            .known_elsewhere(name)
            .unwrap_or_else(|| format!("unknown {what} `{name}`; {}", self.probably(name, near)));
        Err(self.report(ident, message))
    }

    /// The message for names that have a meaning, but not here.
    fn known_elsewhere(&self, name: &str) -> Option<String> {
        if let Some(message) = self.scope.known_elsewhere(name) {
            return Some(message);
        }
        find(name).map(|function| {
            let example = function.example;
            format!("`{name}` is a function; write what it is of, as in `{example}`")
        })
    }

    /// The message for names that other places have: keys, and columns of files.
    fn of_a_key_or_column(&self, name: &str, has_near: bool) -> Option<String> {
        if matches!(name, "lambda" | "multipliers") || name.starts_with("lambda_") {
            return Some(
                "the multiplier of a constraint `rod` is `multiplier(rod)`, in an `output`".to_owned(),
            );
        }
        if name == "energy" {
            return Some(
                "the energy is `motion.energy()`, and a column of every file; formulas do not know it"
                    .to_owned(),
            );
        }
        // A name of a field that is nearly the same is meant rather than another word for a key.
        let key = self.scope.key(name);
        if let Some(key) = key.filter(|key| !has_near || key.name == name || name.len() == 1) {
            return value_of(key);
        }
        match name {
            "inf" | "Inf" | "infinity" | "INFINITY" | "nan" | "NaN" | "NAN" => {
                Some("the numbers of a formula are finite".to_owned())
            }
            "e" | "E" if !has_near => Some("the exponential function is `exp(x)`".to_owned()),
            _ => None,
        }
    }

    fn probably(&self, name: &str, near: Option<String>) -> String {
        if let Some(coordinate) = self.scope.coordinate_with_velocity(name) {
            return format!("the velocity of `{coordinate}` is `dt({coordinate})`");
        }
        if let Some(coordinate) = self.scope.coordinate_with_momentum(name) {
            return format!(
                "formulas have velocities in place of momenta: the velocity of `{coordinate}` is `dt({coordinate})`"
            );
        }
        if let Some(coordinate) = self.scope.coordinate_with_acceleration(name) {
            return format!(
                "formulas have no accelerations, which follow from them; the velocity of `{coordinate}` is `dt({coordinate})`"
            );
        }
        if let Some(message) = self.of_a_key_or_column(name, near.is_some()) {
            return message;
        }
        if name == "time" {
            return "the time is `t`".to_owned();
        }
        // Before the near names: `pi` is nearer to a field `p`.
        if matches!(name, "pi" | "Pi" | "π") {
            return "the number π is `PI`".to_owned();
        }
        if name == "d" {
            return "for the time derivative d/dt write `dt(x)`".to_owned();
        }
        if let Some((function, argument)) =
            in_front_of(name).filter(|(_, rest)| self.scope.get(rest).is_some())
        {
            return format!("write `{function}({argument})`");
        }
        match near {
            Some(near) => format!("did you mean {near}?"),
            None if name.len() > 1 && is_constant(name) => {
                "a macro cannot see constants: make it a field, or give the number a name with `let`"
                    .to_owned()
            }
            None if is_constant(name) => {
                "formulas know the struct's fields, and the declaration's names; make a constant a field, or a `let`"
                    .to_owned()
            }
            None => {
                "formulas know the struct's fields, and the coordinates, inputs and `let`s of the declaration"
                    .to_owned()
            }
        }
    }
}

/// What to write for the values of an entry, which formulas do not know.
fn value_of(key: &Key) -> Option<String> {
    let message = match key.form {
        Form::Formula
        | Form::List {
            items: Items::Formulas(_),
            ..
        } => {
            "formulas do not know the values of keys: give the formula a name with `let`, and use it in both places"
        }
        Form::List {
            items: Items::Quantities(Quantities::Coordinates),
            ..
        } => {
            "the coordinates have the names of `coordinates(..)`; for a vector of all declare `coordinates(q[3])`"
        }
        _ => return None,
    };
    Some(message.to_owned())
}
