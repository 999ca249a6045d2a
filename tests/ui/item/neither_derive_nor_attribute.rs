use extremal::prelude::*;

struct Pendulum {
    m: f64,
}

fn energy<S: extremal::Lagrangian>(_: &S) {}

fn main() {
    energy(&Pendulum { m: 1.0 });
}
