//! Momenta and accelerations of random nets against dual numbers.

use extremal::Scalar;
use extremal::nalgebra::DVector;
use extremal::prelude::*;
use num_dual::Dual64;
use proptest::prelude::*;

use crate::support::compared::{apart, numbers};

#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(origin, r[points]),
    kinetic = 0.5 * dt(origin).powi(2)
        + sum(0..points, |i| 0.5 * m[i] * (1 + r[i].powi(2)) * (dt(origin) + dt(r[i])).powi(2)),
    potential = sum(0..edges.len(), |e| k[e] * cos(r[edges[e][0]] - 2 * r[edges[e][1]] + origin)),
    discretize(Midpoint),
)]
struct Net<T: Scalar> {
    points: usize,
    m: Vec<T>,
    edges: Vec<[usize; 2]>,
    k: Vec<T>,
}

impl Net<f64> {
    fn dual(&self) -> Net<Dual64> {
        let of = |numbers: &[f64]| numbers.iter().map(|&x| Dual64::from(x)).collect();
        Net {
            points: self.points,
            m: of(&self.m),
            edges: self.edges.clone(),
            k: of(&self.k),
        }
    }
}

type Duals = DVector<Dual64>;

/// Numbers as duals, whose derivatives are `along`.
fn duals(numbers: &[f64], along: &[f64]) -> Duals {
    DVector::from_iterator(
        numbers.len(),
        numbers.iter().zip(along).map(|(&x, &d)| Dual64::new(x, d)),
    )
}

fn unit(n: usize, k: usize) -> Vec<f64> {
    (0..n).map(|i| if i == k { 1.0 } else { 0.0 }).collect()
}

proptest! {
    /// d/dt ∂L/∂v = ∂L/∂q along v and a: all derivatives of L by dual numbers, which share nothing with the algebra.
    #[test]
    fn random_nets_have_the_derivatives_of_dual_numbers(
        edges in proptest::collection::vec([0_usize..4, 0_usize..4], 0..6),
        seed in 0.0..10.0,
    ) {
        let m = numbers(4, seed).iter().map(|m| 1.5 + m).collect();
        let net = Net { points: 4, m, k: numbers(edges.len(), seed + 1.0), edges };
        let (n, dual) = (5, net.dual());
        let (q, v) = (numbers(n, seed + 2.0), numbers(n, seed + 3.0));
        let zero = vec![0.0; n];
        let (state, velocity) = (DVector::from_vec(q.clone()), DVector::from_vec(v.clone()));
        let momentum = net.momentum(0.0, &state, &velocity);
        let by_v: Vec<f64> = (0..n)
            .map(|k| dual.lagrangian(Dual64::from(0.0), &duals(&q, &zero), &duals(&v, &unit(n, k))).eps)
            .collect();
        prop_assert!(apart(momentum.as_slice(), &by_v) < 1e-14);
        let a = net.acceleration(0.0, &state, &velocity, &[]).expect("masses");
        let rates = dual.momentum(Dual64::from(0.0), &duals(&q, &v), &duals(&v, a.as_slice()));
        let rates: Vec<f64> = rates.iter().map(|p| p.eps).collect();
        let by_q: Vec<f64> = (0..n)
            .map(|k| dual.lagrangian(Dual64::from(0.0), &duals(&q, &unit(n, k)), &duals(&v, &zero)).eps)
            .collect();
        // The solve for a has the condition of M, up to some hundreds.
        prop_assert!(apart(&rates, &by_q) < 1e-12, "{rates:?} {by_q:?}");
    }
}
