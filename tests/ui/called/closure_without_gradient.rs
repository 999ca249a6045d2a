//! A closure for the value alone, where Newton's method needs derivatives.
use extremal::function::from_value;
use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * m * dt(x).powi(2), force(x = push(x)), discretize(Midpoint))]
struct Pushed<'a> {
    m: f64,
    push: &'a dyn Function<1>,
}

fn main() {
    let push = from_value(|[x]: [f64; 1]| -x);
    let _ = Pushed { m: 1.0, push: &push };
}
