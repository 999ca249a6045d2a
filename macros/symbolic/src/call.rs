//! Functions that the algebra does not know: their derivatives are formal, and commute.
//!
//! Where a number is needed, as in proofs by samples, each stands for a fixed smooth function of its own.

use std::rc::Rc;

use crate::expr::{Call, Called, Expr, Function, Node};
use crate::graph::Graph;

impl Graph {
    /// A new function, different from all others, even if the names are equal.
    ///
    /// ```
    /// use extremal_symbolic::Graph;
    ///
    /// let mut graph = Graph::new();
    /// let (x, y) = (graph.symbol("x"), graph.symbol("y"));
    /// let f = graph.called("f");
    /// let product = graph.mul(x, y);
    /// let value = graph.call(f, &[product, y]);
    /// let slopes = graph.gradient(value, &[x, y]);
    /// assert_eq!(graph.display(slopes[0]).to_string(), "y ∂₁f(x y, y)");
    /// let [by_x_y, by_y_x] = [(0, y), (1, x)].map(|(k, by)| graph.gradient(slopes[k], &[by])[0]);
    /// assert!(graph.is_same(by_x_y, by_y_x));
    /// ```
    pub fn called(&mut self, name: &str) -> Called {
        let index = u32::try_from(self.called.len()).expect("fewer than 2³² functions");
        self.called.push(name.to_owned());
        Called(index)
    }

    /// The name of an unknown function.
    #[must_use]
    pub fn name_of_called(&self, f: Called) -> &str {
        &self.called[f.index()]
    }

    /// f(x), of one argument at least, and of the same number in each call.
    pub fn call(&mut self, f: Called, x: &[Expr]) -> Expr {
        self.derivative_of_call(f, &[], x)
    }

    /// The derivative of a call by one of its arguments.
    pub(crate) fn call_partial(&mut self, call: &Call, at: usize) -> Expr {
        let mut by = call.by.clone();
        by.push(at);
        by.sort_unstable();
        self.derivative_of_call(call.function, &by, &call.arguments)
    }

    /// ∂ᵢ∂ⱼ.. f(x) for i, j, .. in ascending order.
    pub(crate) fn derivative_of_call(&mut self, function: Called, by: &[usize], x: &[Expr]) -> Expr {
        // Functions do not look into it either.
        let arguments = x.iter().map(|&x| self.unary(Function::Opaque, x).unwrap_or(x));
        let call = Call {
            function,
            by: by.to_vec(),
            arguments: arguments.collect(),
        };
        self.intern(Node::Call(Rc::new(call)))
    }

    /// The operator in front of the name, the name, and the primes behind it: `lift″`, or `∂₁∂₂torque`.
    pub(crate) fn name_of_call(&self, call: &Call) -> (String, &str, &'static str) {
        let name = &self.called[call.function.index()];
        let primes = match (call.arguments.len(), call.by.len()) {
            (1, 1) => "′",
            (1, 2) => "″",
            (1, 3) => "‴",
            _ => "",
        };
        let mut operator = String::new();
        if primes.is_empty() {
            operator.extend(call.by.iter().map(|by| format!("∂{}", subscript(by + 1))));
        }
        (operator, name, primes)
    }
}

/// Digits below the line.
pub(crate) fn subscript(number: usize) -> String {
    let lowered = |digit: char| {
        digit
            .to_digit(10)
            .and_then(|digit| char::from_u32(u32::from('₀') + digit))
    };
    number.to_string().chars().filter_map(lowered).collect()
}

/// Waves of which a function is made.
const WAVES: u32 = 3;

impl Called {
    /// The value at x of the derivative by the arguments `by`, of the smooth function that stands for this one:
    ///
    /// ```text
    /// f(x) = 2 + Σₖ aₖ sin(ωₖ·x + φₖ),   Σₖ aₖ < 1
    /// ```
    ///
    /// It is above zero, as parameters are taken to be, and its derivatives have both signs. Numbers ω and φ differ from
    /// function to function.
    #[must_use]
    pub fn evaluate(self, by: &[usize], x: &[f64]) -> f64 {
        let wave = |k: u32| {
            let rate = |i: usize| 0.4 + 1.3 * self.number(k, i + 1);
            let inner: f64 = x.iter().enumerate().map(|(i, &x)| rate(i) * x).sum();
            let factor: f64 = by.iter().map(|&i| rate(i)).product();
            let angle = inner + std::f64::consts::TAU * self.number(k, 0);
            // The derivative of a sine is a sine a quarter of a turn ahead.
            let wave = match by.len() % 4 {
                0 => angle.sin(),
                1 => angle.cos(),
                2 => -angle.sin(),
                _ => -angle.cos(),
            };
            factor * wave / f64::from(k + 4)
        };
        let waves: f64 = (0..WAVES).map(wave).sum();
        if by.is_empty() { 2.0 + waves } else { waves }
    }

    /// A number between 0 and 1 that belongs to the function, a wave and an argument: the fractional part of a multiple of
    /// an irrational number.
    fn number(self, wave: u32, argument: usize) -> f64 {
        let place = f64::from(1 + self.0) * 0.618_033_988_749_894_9
            + f64::from(1 + wave) * 0.414_213_562_373_095_1
            + f64::from(u32::try_from(argument).unwrap_or(u32::MAX)) * 0.732_050_807_568_877_2;
        place.fract()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::{ProgramCall, Scheduler};

    #[test]
    fn derivatives_of_the_function_in_its_place_are_its_own() {
        let mut graph = Graph::new();
        let (f, g) = (graph.called("f"), graph.called("g"));
        let x = [0.3, -1.7];
        let step = 1e-5;
        let moved = |i: usize, by: f64| {
            let mut x = x;
            x[i] += by;
            x
        };
        for by in [&[][..], &[0], &[1], &[0, 1], &[1, 1]] {
            for i in 0..2 {
                let difference =
                    (f.evaluate(by, &moved(i, step)) - f.evaluate(by, &moved(i, -step))) / (2.0 * step);
                let mut further = by.to_vec();
                further.push(i);
                // Central differences of waves with derivatives below 5: step²/6 · 5, and rounding ε/step.
                assert!(
                    (f.evaluate(&further, &x) - difference).abs() < 2e-10,
                    "{by:?} {i}"
                );
            }
        }
        assert!(f.evaluate(&[], &x) > 1.0 && (f.evaluate(&[], &x) - g.evaluate(&[], &x)).abs() > 1e-3);
    }

    /// Value, gradient and Hessian at one place are parts of one operation, and another place is another one.
    #[test]
    fn all_parts_at_a_place_are_one_operation() {
        let mut graph = Graph::new();
        let [x, y] = ["x", "y"].map(|name| graph.symbol(name));
        let f = graph.called("f");
        let product = graph.mul(x, y);
        let value = graph.call(f, &[product, y]);
        let mut roots = vec![value];
        roots.extend(graph.gradient(value, &[x, y]));
        roots.extend(graph.hessian(value, &[x, y]).concat());
        let mut scheduler = Scheduler::new(&mut graph, &roots);
        let outputs = scheduler.lower_all(&roots);
        let program = scheduler.finish(&outputs);
        let calls = program.calls();
        assert_eq!(
            (calls.len(), calls[0].order(), calls[0].arguments.len()),
            (1, 2, 2)
        );
        assert_eq!(program.operations().functions, 1);

        let at = [(x, 0.7), (y, -1.2)];
        for (a, b) in program.evaluate(&at).iter().zip(graph.evaluate(&roots, &at)) {
            assert!((a - b).abs() < 1e-14, "{a} {b}");
        }

        let elsewhere = graph.call(f, &[x, y]);
        let mut scheduler = Scheduler::new(&mut graph, &[value, elsewhere]);
        let outputs = scheduler.lower_all(&[value, elsewhere]);
        let orders: Vec<usize> = scheduler
            .finish(&outputs)
            .calls()
            .iter()
            .map(ProgramCall::order)
            .collect();
        assert_eq!(orders, [0, 0]);
    }

    #[test]
    fn functions_of_invariants_do_not_change() {
        let mut graph = Graph::new();
        let [x, y] = ["x", "y"].map(|name| graph.symbol(name));
        let (f, g) = (graph.called("f"), graph.called("g"));
        let distance = graph.sub(x, y);
        let [of_distance, of_place] = [(f, distance), (g, x)].map(|(f, x)| graph.call(f, &[x]));
        let both = [(x, graph.one()), (y, graph.one())];
        let rates = graph.time_derivatives(&[of_distance, of_place], &both);
        let vanish: Vec<bool> = rates.iter().map(|&rate| graph.vanishes(rate, 100)).collect();
        assert_eq!(vanish, [true, false]);
        assert_eq!(graph.degree_in(of_place, &[x]), None);
        assert_eq!(graph.degree_in(of_place, &[y]), Some(0));
    }
}
