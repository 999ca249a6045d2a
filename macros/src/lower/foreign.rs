//! Calls of other languages: `np.sin(x)`, `q(1)`, `x(t)`.
//!
//! It refuses to know the functions: it sees names and arguments.

use proc_macro2::Ident;
use syn::{Expr, ExprMethodCall, Lit};

use super::function::find;
use super::{Lowering, Meaning, Shape};
use crate::declaration::{name_of, ungrouped};
use crate::diagnostics::Reported;

/// Names under which other languages have their functions.
const MODULES: [&str; 10] = [
    "np", "numpy", "math", "Math", "cmath", "sp", "sympy", "scipy", "std", "jnp",
];

impl Lowering<'_> {
    /// `np.sin(x)`: functions have no modules.
    pub(super) fn refuse_modules(&mut self, call: &ExprMethodCall) -> Result<(), Reported> {
        let Expr::Path(path) = ungrouped(&call.receiver) else {
            return Ok(());
        };
        let module = path.path.get_ident().filter(|ident| {
            let is_module = MODULES.iter().any(|module| *ident == module);
            is_module && self.scope.get(&name_of(ident)).is_none()
        });
        let Some(module) = module else {
            return Ok(());
        };
        let function = call.method.to_string();
        let message = match find(&function) {
            Some(function) => format!("functions belong to no module: write `{}`", function.example),
            None => format!("functions belong to no module: drop `{module}.`"),
        };
        Err(self.report(module, message))
    }

    /// What to write for `q(1)` and `x(t)`, in which a quantity is called.
    pub(super) fn of_a_quantity(&self, name: &Ident, arguments: &[&Expr]) -> Option<String> {
        let meaning = self.scope.get(&name_of(name))?;
        let [argument] = arguments else {
            return None;
        };
        match (ungrouped(argument), meaning) {
            (Expr::Path(path), Meaning::Coordinate(_) | Meaning::Input(_)) if path.path.is_ident("t") => {
                Some(format!(
                    "`{name}` is a function of time without saying so: write `{name}`"
                ))
            }
            (Expr::Lit(literal), Meaning::Coordinate(value) | Meaning::Input(value))
                if matches!(literal.lit, Lit::Int(_)) && matches!(value.shape, Shape::Vector(_)) =>
            {
                Some(format!(
                    "an index stands in brackets and counts from 0: the first component is `{name}[0]`"
                ))
            }
            _ => None,
        }
    }
}
