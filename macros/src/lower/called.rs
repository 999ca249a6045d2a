//! Calls of fields: `lift(alpha)`, `lift[i](alpha)`, `self.torque(theta, dt(theta))`.
//!
//! It refuses to know what they compute: types implement the runtime's traits, which the compiler checks.

use extremal_symbolic::{Called, Expr as Number};
use proc_macro2::Ident;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprMethodCall, Token};

use super::function::is_function;
use super::scope::Meaning;
use super::{Lowered, Lowering, Parameters, Shape, Value};
use crate::declaration::{CalledField, name_in_struct, name_of, ungrouped};
use crate::diagnostics::Reported;

/// The largest number of arguments: a Hessian has the square of it.
const ARGUMENTS: usize = 32;

/// The fields that formulas call.
#[derive(Debug, Default)]
pub(crate) struct Functions(Vec<CalledField>);

impl Functions {
    /// In the order of the graph.
    pub(crate) fn into_list(self) -> Vec<CalledField> {
        self.0
    }
}

impl Lowering<'_> {
    /// Whether a call is that of a field. A number in front of parentheses is a product, and has its own message.
    pub(super) fn is_call_of_field(&self, function: &Expr) -> bool {
        let ident = name_in_struct(super::index::base(function).0);
        let Some(name) = ident.map(name_of).filter(|name| !is_function(name)) else {
            return false;
        };
        let is_name = matches!(ungrouped(function), Expr::Path(_));
        match self.scope.get(&name) {
            Some(Meaning::Field(field)) => !(is_name && self.parameters.is_number(field)),
            _ => false,
        }
    }

    /// The value of such a call.
    pub(super) fn call_of_field(
        &mut self,
        function: &Expr,
        arguments: &Punctuated<Expr, Token![,]>,
    ) -> Lowered {
        match self.named_field(super::index::base(function).0) {
            Some((field, user)) => self.called(field?, user, function, arguments),
            None => Err(self.report(function, "a function is called by its name")),
        }
    }

    /// The same for `self.lift(alpha)`, which Rust reads as a method.
    pub(super) fn is_call_of_own_field(&self, call: &ExprMethodCall) -> bool {
        let is_own = is_self(&call.receiver) && call.turbofish.is_none();
        is_own && self.scope.field(&name_of(&call.method)).is_some()
    }

    /// The value of such a call.
    pub(super) fn call_of_own_field(&mut self, call: &ExprMethodCall) -> Lowered {
        match self.scope.field(&name_of(&call.method)) {
            Some(field) => self.called(field, &call.method, &call.receiver, &call.args),
            None => Err(self.report(&call.method, "a function is called by its name")),
        }
    }

    fn called(
        &mut self,
        field: usize,
        user: &Ident,
        function: &Expr,
        arguments: &Punctuated<Expr, Token![,]>,
    ) -> Lowered {
        if self.parameters.is_number(field) {
            return Err(self.report(user, no_function(&name_of(user))));
        }
        // Without closures, so that calls in calls take little of the stack.
        let mut values = Ok(Vec::new());
        for argument in arguments {
            match self.value(argument) {
                Ok(value) => values = self.with_argument(values, value, argument),
                Err(reported) => values = Err(reported),
            }
        }
        self.call_at(field, user, function, values)
    }

    /// Takes one number, or the numbers of a vector, to those before.
    fn with_argument(
        &mut self,
        before: Result<Vec<Number>, Reported>,
        value: Value,
        argument: &Expr,
    ) -> Result<Vec<Number>, Reported> {
        match value.shape {
            Shape::Scalar | Shape::Vector(_) => before.map(|mut numbers| {
                numbers.extend(value.entries);
                numbers
            }),
            shape => {
                let message = format!(
                    "the arguments of a field that is called are scalars and vectors, this is {shape}"
                );
                Err(self.report(argument, message))
            }
        }
    }

    fn call_at(
        &mut self,
        field: usize,
        user: &Ident,
        function: &Expr,
        numbers: Result<Vec<Number>, Reported>,
    ) -> Lowered {
        let place = self.place_of_function(field, user, function);
        let (place, numbers) = (place?, numbers?);
        let called = self.function_at(field, place, user, numbers.len())?;
        Ok(Value::scalar(self.graph.call(called, &numbers)))
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
        let name = self.parameters.name(field, place);
        let called = self.graph.called(&name);
        self.functions.0.push(CalledField {
            field,
            place,
            called,
            name,
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

fn no_function(name: &str) -> String {
    format!("`{name}` is a number, and no function; for a product write `{name} * (..)`")
}

fn is_self(expr: &Expr) -> bool {
    matches!(ungrouped(expr), Expr::Path(path) if path.path.is_ident("self"))
}

impl Parameters<'_> {
    /// Whether the type of a field is certainly one of numbers.
    fn is_number(&self, field: usize) -> bool {
        self.of(field).is_number()
    }
}
