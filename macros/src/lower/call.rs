//! Calls, as functions `sin(x)` and as methods `x.sin()`, with one table for both.
//!
//! It refuses all other calls: a macro cannot see into functions.

use extremal_symbolic::{Function, Graph, Rational, Rounded};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Expr, ExprCall, ExprMethodCall};

use super::function::{Named, Operation, advice, find};
use super::indexed;
use super::integer::is_length;
use super::integral::INTEGRATE;
use super::scope::{Binding, Meaning};
use super::{Lowered, Lowering, Shape, Value};
use crate::declaration::{name_of, ungrouped, with_article};
use crate::diagnostics::Reported;
use crate::text;

impl Lowering<'_> {
    pub(super) fn call(&mut self, call: &ExprCall) -> Lowered {
        if self.is_call_of_field(&call.func) {
            return self.call_of_field(&call.func, &call.args);
        }
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let Expr::Path(path) = ungrouped(&call.func) else {
            let message = if matches!(ungrouped(&call.func), Expr::Closure(_)) {
                "a function is called by its name: give it one, as in `let f = |x| ..`"
            } else {
                "for a product write `*` between this and the parenthesis"
            };
            return Err(self.report(&call.func, message));
        };
        let Some(name) = path.path.get_ident() else {
            let message = "formulas call functions by their plain names, as in `sin(x)`";
            return Err(self.report(&call.func, message));
        };
        let text = name_of(name);
        if let Some(reported) = self.refused_definition(&text) {
            return Err(reported);
        }
        let is_closure = |argument: &&Expr| matches!(ungrouped(argument), Expr::Closure(_));
        let closures = arguments.iter().filter(|argument| is_closure(argument)).count();
        if let Some(indexed) = indexed::named(&text, arguments.len().max(2 * closures)) {
            return self.indexed(name, indexed, &arguments);
        }
        if text == INTEGRATE {
            return self.integral(name, &arguments);
        }
        self.refuse_closures(name, &call.args)?;
        match (find(&text), self.scope.get(&text)) {
            (Some(function), _) => self.apply(call, name, function, &arguments),
            (None, Some(Meaning::Function(local))) => self.call_local(name, &local, &arguments),
            _ => Err(self.unknown_function(name, "function", &arguments)),
        }
    }

    /// The proof that the definition of this name was refused.
    fn refused_definition(&self, name: &str) -> Option<Reported> {
        match self.scope.get(name) {
            Some(Meaning::Let(Binding { value, .. })) => value.err(),
            _ if self.scope.hides_function(name) => self.lost.meanings,
            _ => None,
        }
    }

    pub(super) fn method_call(&mut self, call: &ExprMethodCall) -> Lowered {
        if self.is_call_of_own_field(call) {
            return self.call_of_own_field(call);
        }
        self.refuse_modules(call)?;
        if is_length(call) && self.is_length_of_program(call) {
            let length = self.length_of_program(call)?;
            return Ok(self.number_of(&length));
        }
        if is_length(call) {
            let length = self.whole_or(&syn::Expr::MethodCall(call.clone()), "a length is an integer")?;
            return Ok(Value::scalar(self.graph.constant(Rational::from_integer(length))));
        }
        self.refuse_method_of_function(call)?;
        self.refuse_opaque(&call.receiver, &call.method)?;
        self.refuse_closures(&call.method, &call.args)?;
        let mut arguments = vec![&*call.receiver];
        arguments.extend(&call.args);
        if let Some(turbofish) = &call.turbofish {
            return Err(self.report(
                turbofish,
                "functions of formulas have no type arguments; drop them",
            ));
        }
        match find(&call.method.to_string()) {
            Some(Named {
                operation: Operation::TimeDerivative,
                ..
            }) => {
                let x = text(&call.receiver);
                let message = format!("the time derivative is a function: write `dt({x})`");
                Err(self.report(&call.method, message))
            }
            Some(Named {
                operation: Operation::Dot,
                ..
            }) if call.args.is_empty() => {
                let x = text(&call.receiver);
                let message = format!(
                    "`dot` is the product of two vectors, as in `a.dot(b)`; for the velocity write `dt({x})`"
                );
                Err(self.report(&call.method, message))
            }
            Some(function) => self.apply(call, &call.method, function, &arguments),
            None => Err(self.unknown_function(&call.method, "method", &arguments)),
        }
    }

    /// Sums over indices are written with closures as methods elsewhere.
    fn refuse_closures<'e>(
        &mut self,
        name: &Ident,
        arguments: impl IntoIterator<Item = &'e Expr>,
    ) -> Result<(), Reported> {
        let mut arguments = arguments.into_iter();
        if !arguments.any(|argument| matches!(ungrouped(argument), Expr::Closure(_))) {
            return Ok(());
        }
        let message = "this takes no closure; `array(0..3, |i| ..)`, `sum(0..3, |i| ..)`, `product(..)` and `scan(..)` do";
        Err(self.report(name, message))
    }

    fn unknown_function(&mut self, name: &Ident, what: &str, arguments: &[&Expr]) -> Reported {
        if let [argument] = arguments
            && let Err(reported) = self.no_function_of_constraints(name, argument)
        {
            return reported;
        }
        if let Some(message) = self.of_a_quantity(name, arguments) {
            return self.report(name, message);
        }
        if let [argument] = arguments
            && let Some(message) = self.of_a_name_elsewhere(argument)
        {
            return self.report(argument, message);
        }
        // Errors inside the arguments are reported separately.
        arguments.iter().for_each(|argument| drop(self.value(argument)));
        let message = match advice(&name.to_string()) {
            Some(advice) => format!("unknown {what} `{name}`; {advice}"),
            None if matches!(self.scope.get(&name.to_string()), Some(Meaning::Function(_))) => {
                let arguments: Vec<String> = arguments.iter().map(|argument| text(argument)).collect();
                format!(
                    "functions of a declaration are no methods: write `{name}({})`",
                    arguments.join(", ")
                )
            }
            None if self.scope.get(&name.to_string()).is_some() => {
                let kind = with_article(self.scope.kind(&name.to_string()));
                format!("`{name}` is {kind}, and no function; for a product write `{name} * (..)`")
            }
            None => {
                if let Some(reported) = self.lost.names {
                    return reported;
                }
                match self.scope.suggested_function(&name.to_string()) {
                    Some(near) => format!("unknown {what} `{name}`; did you mean {near}?"),
                    None => format!(
                        "unknown {what} `{name}`; a macro cannot look into functions: write the formula out, give it with `let`, or make it a field with `Function<{}>`",
                        arguments.len()
                    ),
                }
            }
        };
        self.report(name, message)
    }

    /// The message for the only argument of an unknown function, `percussion(floor)`, if formulas do not know its name.
    fn of_a_name_elsewhere(&self, argument: &Expr) -> Option<String> {
        let Expr::Path(path) = ungrouped(argument) else {
            return None;
        };
        self.scope.known_elsewhere(&name_of(path.path.get_ident()?))
    }

    fn apply(&mut self, call: impl ToTokens, name: &Ident, function: Named, arguments: &[&Expr]) -> Lowered {
        let Named {
            arguments: expected,
            example,
            ..
        } = function;
        let optional = usize::from(matches!(function.operation, Operation::Shape(_)));
        if !(expected..=expected + optional).contains(&arguments.len()) {
            // The argument of a multiplier is a name without a value.
            if !matches!(function.operation, Operation::Multiplier) {
                arguments.iter().for_each(|argument| drop(self.value(argument)));
            }
            let found = arguments.len();
            let plural = if expected == 1 { "" } else { "s" };
            let more = match optional {
                0 => "",
                _ => ", or 2 with the values at the nodes",
            };
            let more = match (function.operation, arguments) {
                (Operation::Dot, [x]) => format!("; for the velocity write `dt({})`", text(x)),
                _ => format!("{more}, not {found}"),
            };
            let message = format!("`{name}` takes {expected} argument{plural}, as in `{example}`{more}");
            return Err(self.report(name, message));
        }
        let value = self.value_of_call(call, name, function, arguments)?;
        self.has_finite_value(name, value)
    }

    /// Refuses ln(0), which would be infinite in the generated code without an explanation.
    fn has_finite_value(&mut self, name: &Ident, value: Value) -> Lowered {
        let Some(result) = value.as_scalar() else {
            return Ok(value);
        };
        if !self.is_of_constants(result) || self.graph.evaluate(&[result], &[])[0].is_finite() {
            return Ok(value);
        }
        Err(self.report(name, format!("`{name}` has no finite value here")))
    }

    fn value_of_call(
        &mut self,
        call: impl ToTokens,
        name: &Ident,
        function: Named,
        arguments: &[&Expr],
    ) -> Lowered {
        let Named {
            operation, example, ..
        } = function;
        match (operation, arguments) {
            (Operation::TimeDerivative, [x]) => self.time_derivative(call, x),
            (Operation::Multiplier, [x]) => self.multiplier(call, x),
            (Operation::Shape(functions), [s, nodes @ ..]) => {
                self.shape_functions(name, functions, s, nodes.first().copied())
            }
            (Operation::OfOne(Function::Tan), [x]) => self.tangent(name, x),
            (Operation::OfOne(f), [x]) => self.of_scalar(name, x, |graph, x| graph.apply(f, x)),
            (Operation::Sqrt, [x]) => self.of_scalar(name, x, Graph::sqrt),
            (Operation::Recip, [x]) => self.of_scalar(name, x, |graph, x| graph.powi(x, -1)),
            (Operation::OfTwo(f), [x, y]) => {
                let (x, y) = (self.argument(name, x), self.argument(name, y));
                Ok(Value::scalar(self.graph.apply2(f, x?, y?)))
            }
            (Operation::Powi, [x, n]) => {
                let (x, n) = (self.argument(name, x), self.integer(n));
                Ok(Value::scalar(self.graph.powi(x?, n?)))
            }
            (Operation::Powf, [x, y]) => {
                let (x, y) = (self.argument(name, x), self.argument(name, y));
                Ok(Value::scalar(power(&mut self.graph, x?, y?)))
            }
            (Operation::Norm, [r]) => {
                let squared = self.norm_squared(name, r)?;
                Ok(Value::scalar(self.graph.sqrt(squared)))
            }
            (Operation::Sum, [r]) => {
                let value = self.value(r)?;
                if value.shape == Shape::Scalar {
                    return Err(self.report(r, "`sum` takes a vector or a matrix, this is a scalar"));
                }
                Ok(Value::scalar(self.graph.sum(&value.entries)))
            }
            (Operation::NormSquared, [r]) => self.norm_squared(name, r).map(Value::scalar),
            (Operation::Transpose, [m]) => self
                .value(m)?
                .transpose()
                .map_err(|misfit| self.report(m, misfit)),
            (_, [a, b]) => {
                let (a, b) = (self.value(a), self.value(b));
                let (a, b) = (a?, b?);
                let product = match operation {
                    Operation::Cross => Value::cross(&mut self.graph, &a, &b),
                    _ => Value::dot(&mut self.graph, &a, &b).map(Value::scalar),
                };
                product.map_err(|misfit| self.report(name, misfit))
            }
            _ => Err(self.report(name, format!("a call looks like this: `{example}`"))),
        }
    }

    fn of_scalar(
        &mut self,
        name: &Ident,
        x: &Expr,
        f: impl FnOnce(&mut Graph, extremal_symbolic::Expr) -> extremal_symbolic::Expr,
    ) -> Lowered {
        let x = self.argument(name, x)?;
        Ok(Value::scalar(f(&mut self.graph, x)))
    }

    /// tan x = sin x / cos x, which has no value at odd multiples of π/2.
    fn tangent(&mut self, name: &Ident, x: &Expr) -> Lowered {
        let argument = self.argument(name, x)?;
        let cosine = self.graph.apply(Function::Cos, argument);
        if self.is_rounded_zero(cosine) {
            return Err(self.report(x, "`tan` has a pole here, where the cosine is zero"));
        }
        Ok(Value::scalar(self.graph.apply(Function::Tan, argument)))
    }

    /// Whether it is a function of constants.
    fn is_of_constants(&self, e: extremal_symbolic::Expr) -> bool {
        let operands = self.graph.operands(e);
        !operands.is_empty() && operands.iter().all(|&x| self.graph.constant_of(x).is_some())
    }

    /// Whether it is zero, or a function of constants no larger than the bound of its rounding error, as cos(π/2) is.
    pub(super) fn is_rounded_zero(&self, e: extremal_symbolic::Expr) -> bool {
        if e == self.graph.zero() {
            return true;
        }
        if !self.is_of_constants(e) {
            return false;
        }
        let Rounded { value, error } = self.graph.evaluate_rounded(&[e], &[])[0];
        value.abs() <= error
    }

    pub(super) fn argument(
        &mut self,
        function: &Ident,
        expr: &Expr,
    ) -> Result<extremal_symbolic::Expr, Reported> {
        let value = self.value(expr)?;
        value.as_scalar().ok_or_else(|| {
            let instead = match (value.shape, function.to_string().as_str()) {
                (Shape::Vector(_), "powi" | "powf") => {
                    format!("; the square of its length is `{}.norm_squared()`", text(expr))
                }
                (Shape::Vector(_), "abs" | "sqrt" | "hypot") => {
                    format!("; its length is `{}.norm()`", text(expr))
                }
                _ => String::new(),
            };
            let shape = value.shape;
            self.report(
                expr,
                format!("`{function}` takes a scalar, this is {shape}{instead}"),
            )
        })
    }

    fn norm_squared(&mut self, name: &Ident, r: &Expr) -> Result<extremal_symbolic::Expr, Reported> {
        let value = self.value(r)?;
        match value.shape {
            Shape::Vector(_) | Shape::Matrix(1, _) | Shape::Matrix(_, 1) => {
                Value::dot(&mut self.graph, &value, &value).map_err(|misfit| self.report(r, misfit))
            }
            Shape::Matrix(rows, _) => {
                let shape = value.shape;
                let message = format!(
                    "`{name}` takes a vector, this is {shape}; that of all rows is \
                     `sum(0..{rows}, |i| r[i].norm_squared())`"
                );
                Err(self.report(r, message))
            }
            shape => Err(self.report(r, format!("`{name}` takes a vector, this is {shape}"))),
        }
    }

    /// The exponent of `powi`.
    fn integer(&mut self, expr: &Expr) -> Result<i32, Reported> {
        if let Some(exponent) = self.whole(expr) {
            let message = format!("an exponent lies between {} and {}", i32::MIN, i32::MAX);
            return i32::try_from(exponent?).map_err(|_| self.report(expr, message));
        }
        Err(self.report(
            expr,
            "the exponent of `powi` is an integer that is written out; for others write `.powf(..)`, with a field that is a scalar",
        ))
    }
}

/// xʳ for a number r, and eʸ ˡⁿ ˣ for other exponents.
fn power(
    graph: &mut Graph,
    x: extremal_symbolic::Expr,
    y: extremal_symbolic::Expr,
) -> extremal_symbolic::Expr {
    let exponent: Option<Rational> = graph.constant_of(y).cloned();
    match exponent {
        Some(exponent) => graph.power(x, &exponent),
        None => {
            let logarithm = graph.apply(Function::Ln, x);
            let product = graph.mul(y, logarithm);
            graph.apply(Function::Exp, product)
        }
    }
}

/// Short operands as the user wrote them, `x` for long ones.
fn text(expr: &Expr) -> String {
    let text = text::of(expr);
    if text.len() <= 20 { text } else { "x".to_owned() }
}
