use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(q[n]),
    kinetic = sum(0..n, |i| 0.5 * dt(q[i]).powi(2)),
    constraint(pairs = array(0..n - 1, |i| q[i + 1] - q[i])),
    redundant,
)]
struct Train {
    n: usize,
}

fn main() {
    let train = Train { n: 3 };
    let mut motion = Integrator::new(train, Midpoint, 1e-3, vec![0.0; 3], vec![1.0; 3]).unwrap();
    motion.step().unwrap();
}
