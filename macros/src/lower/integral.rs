//! Integrals over [0, 1] by a quadrature: `integrate(Gauss(2), |s| f(s))`.
//!
//! ```text
//! ∫₀¹ f(s) ds ≈ Σ_k w_k f(s_k)
//! ```
//!
//! The integral means that sum typed out, with points and weights to 160 bits. It refuses to know the rules: they are
//! those of schemes, with parentheses.

use extremal_symbolic::Rational;
use proc_macro2::Ident;
use syn::{Expr, ExprPath};

use super::closure::Closure;
use super::scope::Meaning;
use super::{Lowered, Lowering, Value};
use crate::declaration::{name_of, ungrouped};
use crate::diagnostics::Reported;
use crate::schemes::path::{Argument, Parameter, Path, Signature};
use crate::schemes::{INTEGRAL, Quadrature, RULES, Rule};
use crate::suggest::nearest;

/// The name of the function.
pub(super) const INTEGRATE: &str = "integrate";

/// Whether a rule has this name.
pub(crate) fn is_rule(name: &str) -> bool {
    RULES.iter().any(|entry| entry.signature.name == name)
}

/// "the rule `Gauss`", if the name of one is similar.
pub(super) fn similar_rule(name: &str) -> Option<String> {
    let rules = RULES.iter().map(|entry| entry.signature.name);
    Some(format!("the rule `{}`", nearest(name, rules)?))
}

/// `Gauss(2)` for the type `Gauss<2>`.
fn example(signature: &Signature) -> String {
    signature.example.replace('<', "(").replace('>', ")")
}

impl Lowering<'_> {
    pub(super) fn integral(&mut self, name: &Ident, arguments: &[&Expr]) -> Lowered {
        let [rule, closure] = arguments else {
            let message = format!("`{name}` takes a rule and a closure, as in `{INTEGRAL}`");
            return Err(self.report(name, message));
        };
        if let Expr::Closure(_) = ungrouped(rule) {
            let message = format!("the rule comes first, and the closure last, as in `{INTEGRAL}`");
            return Err(self.report(name, message));
        }
        let (rule, closure) = (self.rule(rule), self.integrand(name, closure));
        let (Quadrature { points, weights }, closure) = (rule?.points(), closure?);
        self.count(name, points.len())?;
        let mut terms: Vec<Value> = Vec::new();
        for (point, weight) in points.into_iter().zip(weights) {
            let is_end = point.is_zero() || point.is_one();
            let [point, weight] = [point, weight].map(|number: Rational| self.graph.constant(number));
            let outside = self.is_at_end;
            self.is_at_end |= is_end;
            let value = self.item(&closure, [Meaning::Part(Value::scalar(point))]);
            self.is_at_end = outside;
            let value = value?;
            terms.push(value.map(|entry| self.graph.mul(weight, entry)));
        }
        Ok(Value::sum(&mut self.graph, &terms))
    }

    fn integrand(&mut self, name: &Ident, expr: &Expr) -> Result<Closure, Reported> {
        let Expr::Closure(closure) = ungrouped(expr) else {
            let message = format!("`{name}` takes a closure here, as in `{INTEGRAL}`");
            return Err(self.report(expr, message));
        };
        let read = self.closure(closure)?;
        match read.arity() {
            1 => Ok(read),
            found => {
                let message = format!(
                    "the closure of `{name}` has one parameter, the place between 0 and 1, not {found}: `{INTEGRAL}`"
                );
                Err(self.report(&closure.inputs, message))
            }
        }
    }

    /// `Gauss(2)` or `Left`.
    fn rule(&mut self, expr: &Expr) -> Result<Rule, Reported> {
        let (named, arguments): (_, Vec<&Expr>) = match ungrouped(expr) {
            Expr::Call(call) => (&*call.func, call.args.iter().collect()),
            other => (other, Vec::new()),
        };
        let Expr::Path(path) = ungrouped(named) else {
            let message = format!("this takes a rule of quadrature, as in `{INTEGRAL}`");
            return Err(self.report(expr, message));
        };
        let signature = self.signature(path)?;
        let (parameter, argument) = match (signature.parameters, &arguments[..]) {
            ([], []) => return self.found(expr, signature.name, None),
            ([parameter], [argument]) => (parameter, argument),
            ([], _) => {
                let message = format!(
                    "`{}` has one point, and takes no number: drop the parentheses",
                    signature.name
                );
                return Err(self.report(expr, message));
            }
            _ => {
                let (name, example) = (signature.name, example(signature));
                return Err(self.report(expr, format!("`{name}` takes one number, as in `{example}`")));
            }
        };
        let Parameter::Integer { what, min, max } = *parameter else {
            return Err(self.report(
                expr,
                format!("this takes a rule of quadrature, as in `{INTEGRAL}`"),
            ));
        };
        let range = format!("{what} is an integer between {min} and {max}");
        let number = self.whole_or(argument, &range)?;
        let size = usize::try_from(number)
            .ok()
            .filter(|size| (min..=max).contains(size));
        match size {
            Some(size) => self.found(expr, signature.name, Some(size)),
            None => Err(self.report(argument, range)),
        }
    }

    /// A rule with a size that was looked at.
    fn found(&mut self, expr: &Expr, name: &'static str, size: Option<usize>) -> Result<Rule, Reported> {
        let path = Path {
            name,
            arguments: size.into_iter().map(Argument::Integer).collect(),
        };
        Rule::of(&path).map_err(|refusal| self.report(expr, refusal.message))
    }

    /// The rule of this name.
    fn signature(&mut self, path: &ExprPath) -> Result<&'static Signature, Reported> {
        let last = path.path.segments.last();
        let name = last.map(|segment| name_of(&segment.ident)).unwrap_or_default();
        let signatures = || RULES.iter().map(|entry| &entry.signature);
        let known = signatures().find(|signature| signature.name == name);
        let message = match (known, path.path.get_ident()) {
            (Some(signature), Some(_)) => return Ok(signature),
            (Some(signature), None) => format!("in a formula this rule is written `{}`", example(signature)),
            (None, _) => match nearest(&name, signatures().map(|signature| signature.name)) {
                Some(near) => format!("unknown rule `{name}`; did you mean `{near}`?"),
                None => {
                    let all: Vec<String> = signatures()
                        .map(|known| format!("`{}`", example(known)))
                        .collect();
                    format!(
                        "`{name}` is no rule of quadrature; take one of {}",
                        all.join(", ")
                    )
                }
            },
        };
        Err(self.report(path, message))
    }
}
