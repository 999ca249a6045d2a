//! Calls of fields: `lift(alpha)`, `lift[i](alpha)`, `self.torque(theta, dt(theta))`.
//!
//! It refuses to know what they compute: types implement the runtime's traits, which the compiler checks.

use extremal_symbolic::Called;
use proc_macro2::{Ident, TokenStream};
use syn::{Expr, ExprCall, ExprMethodCall};

use super::function::is_function;
use super::scope::Meaning;
use super::{Lowered, Lowering, Parameters, Shape, Value};
use crate::declaration::{name_of, ungrouped};
use crate::diagnostics::Reported;

/// The largest number of arguments: a Hessian has the square of it.
const ARGUMENTS: usize = 32;

/// The fields that formulas call.
#[derive(Debug, Default)]
pub(crate) struct Functions(Vec<Function>);

/// A function among the fields, or in an array of them.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) field: usize,
    place: usize,
    called: Called,
    pub(crate) arguments: usize,
    /// Where it is called first.
    pub(crate) user: Ident,
    /// How to read it from the struct.
    pub(crate) access: TokenStream,
}

impl Functions {
    /// In the order of the graph.
    pub(crate) fn into_list(self) -> Vec<Function> {
        self.0
    }
}

impl Lowering<'_> {
    /// The value of a call of a field; `None` if it is none.
    pub(super) fn call_of_field(&mut self, call: &ExprCall) -> Option<Lowered> {
        let (base, _) = super::index::base(&call.func);
        if matches!(base, Expr::Path(path) if path.path.get_ident().is_some_and(|ident| is_function(&name_of(ident))))
        {
            return None;
        }
        let (field, user) = self.named_field(base)?;
        let field = match field {
            Ok(field) => field,
            Err(reported) => return Some(Err(reported)),
        };
        if self.parameters.is_number(field) {
            let is_name = matches!(ungrouped(&call.func), Expr::Path(_));
            return (!is_name).then(|| Err(self.report(user, no_function(user))));
        }
        let arguments: Vec<&Expr> = call.args.iter().collect();
        Some(self.called(field, user, &call.func, &arguments))
    }

    /// The same for `self.lift(alpha)`, which Rust reads as a method.
    pub(super) fn call_of_own_field(&mut self, call: &ExprMethodCall) -> Option<Lowered> {
        let Expr::Path(this) = ungrouped(&call.receiver) else {
            return None;
        };
        let is_own = this.path.is_ident("self") && call.turbofish.is_none();
        let Some(Meaning::Field(field)) = self.scope.get(&name_of(&call.method)).filter(|_| is_own) else {
            return None;
        };
        if self.parameters.is_number(field) {
            return Some(Err(self.report(&call.method, no_function(&call.method))));
        }
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let function: Expr = syn::parse_quote!(self);
        Some(self.called(field, &call.method, &function, &arguments))
    }

    fn called(&mut self, field: usize, user: &Ident, function: &Expr, arguments: &[&Expr]) -> Lowered {
        let place = self.place_of_function(field, user, function);
        let values: Vec<Lowered> = arguments
            .iter()
            .map(|argument| self.numbers_of_argument(user, argument))
            .collect();
        let (place, values) = (
            place?,
            values.into_iter().collect::<Result<Vec<Value>, Reported>>()?,
        );
        let numbers: Vec<_> = values.into_iter().flat_map(|value| value.entries).collect();
        let called = self.function_at(field, place, user, numbers.len())?;
        Ok(Value::scalar(self.graph.call(called, &numbers)))
    }

    /// An argument: one number, or the numbers of a vector.
    fn numbers_of_argument(&mut self, user: &Ident, argument: &Expr) -> Lowered {
        if matches!(ungrouped(argument), Expr::Closure(_)) {
            return Err(self.report(
                argument,
                format!("`{user}` is a field, and its arguments are numbers"),
            ));
        }
        let value = self.value(argument)?;
        match value.shape {
            Shape::Scalar | Shape::Vector(_) => Ok(value),
            shape => {
                let message = format!(
                    "the arguments of a field that is called are scalars and vectors, this is {shape}"
                );
                Err(self.report(argument, message))
            }
        }
    }

    /// Which function of an array is called; 0 if the field is one function.
    fn place_of_function(&mut self, field: usize, user: &Ident, function: &Expr) -> Result<usize, Reported> {
        let indices = match ungrouped(function) {
            Expr::Index(indexed) => self.indices_in(indexed)?,
            _ => Vec::new(),
        };
        let lengths = self
            .parameters
            .lengths_of_functions(field, user, self.diagnostics)?;
        if indices.len() != lengths.len() {
            let name = name_of(user);
            let example = format!("{name}{}(..)", "[0]".repeat(lengths.len()));
            let message = match lengths.len() {
                0 => format!("`{name}` is one function, and no array of them: write `{example}`"),
                _ => format!("`{name}` is an array of functions: call one of them, as in `{example}`"),
            };
            return Err(self.report(user, message));
        }
        self.part(field, user, &lengths, &indices).map(|(_, place)| place)
    }

    /// The function of a field, which takes the same number of arguments wherever it is called.
    fn function_at(
        &mut self,
        field: usize,
        place: usize,
        user: &Ident,
        arguments: usize,
    ) -> Result<Called, Reported> {
        let name = name_of(user);
        if arguments == 0 {
            let message = format!(
                "`{name}` is called without arguments: a number of the system is a field `{name}: f64`"
            );
            return Err(self.report(user, message));
        }
        if arguments > ARGUMENTS {
            let message =
                format!("a field that is called has at most {ARGUMENTS} arguments, this has {arguments}");
            return Err(self.report(user, message));
        }
        let functions = &self.functions.0;
        if let Some(other) = functions
            .iter()
            .find(|known| known.field == field && known.arguments != arguments)
        {
            let [there, here] = [other.arguments, arguments].map(counted);
            let message = format!(
                "`{name}` has {here} here and {there} where it is called before; a field is a function of one number of arguments"
            );
            return Err(self.report(user, message));
        }
        if let Some(known) = functions
            .iter()
            .find(|known| (known.field, known.place) == (field, place))
        {
            return Ok(known.called);
        }
        let called = self.graph.called(&self.parameters.name(field, place));
        self.functions.0.push(Function {
            field,
            place,
            called,
            arguments,
            user: user.clone(),
            access: self.parameters.access(field, place),
        });
        Ok(called)
    }
}

fn counted(arguments: usize) -> String {
    match arguments {
        1 => "1 argument".to_owned(),
        n => format!("{n} arguments"),
    }
}

fn no_function(user: &Ident) -> String {
    let name = name_of(user);
    format!("`{name}` is a number, and no function; for a product write `{name} * (..)`")
}

impl Parameters<'_> {
    /// Whether the type of a field is certainly one of numbers.
    fn is_number(&self, field: usize) -> bool {
        self.of(field).is_number()
    }
}
