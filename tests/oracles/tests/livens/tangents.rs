//! The derivative of a step with respect to the carried state, inputs and parameters, compared with steps in dual numbers.

use extremal::blocks::Block;
use extremal::derivatives::Linearization;
use extremal::drive::EnergyStep;
use extremal::drive::{Drive, Interval, Start};
use extremal::prelude::*;
use extremal::system::VectorSpace;
use extremal::{Constrained, Scalar};
use num_dual::Dual64;

use crate::motion::{Carried, ends};
use crate::systems::{Bead, DoublePendulum, Relativistic, Sphere};

/// Displacements above and below 1e-7, because the tangent differs below it.
const STEPS: [f64; 5] = [0.05, 1e-5, 1.1e-6, 1e-8, 1e-10];

const TIME: f64 = 0.4;

fn flat<V: Block<T>, T: Scalar>(carried: &Carried<V>) -> Vec<T> {
    carried.iter().flat_map(|x| x.as_slice()).copied().collect()
}

/// Entry by entry, with respect to q, p and v, then the inputs, then the parameters.
fn check<S, R, A, B, C, E, F, const P: usize>(
    system: &S,
    (dual, parameters): (impl Fn([Dual64; P]) -> R, [f64; P]),
    onto: impl Fn(&R, [R::Configuration; 2]) -> [R::Configuration; 2],
    start: [&[f64]; 3],
    inputs: &[f64],
) where
    S: Discretize<
            Livens,
            Scalar = f64,
            Linearization = Linearization<A, B, C>,
            Report = EnergyStep<f64, <S as Lagrangian>::Velocity, E>,
        > + VectorSpace,
    R: Discretize<Livens, Scalar = Dual64, Report = EnergyStep<Dual64, <R as Lagrangian>::Velocity, F>>
        + VectorSpace,
    A: Block<f64>,
    B: Block<f64>,
    C: Block<f64>,
    F: Block<Dual64>,
{
    let n = start[0].len();
    let carried = [0, 1, 2].map(|part| S::Configuration::from_fn(|k| start[part][k]));
    let given = S::Inputs::from_fn(|k| inputs[k]);
    for h in STEPS {
        let state = State {
            t: TIME,
            q: carried[0],
            p: carried[1],
        };
        let memory = S::Driver::start(system.system(), Start::new(&Livens, h, &state, &carried[2]), None);
        let over = Interval::new(&Livens, h, &given, &state);
        let found = S::Driver::linearize(system.system(), over, &memory.expect("a regular start"));
        let found = found.expect("a regular step");
        let columns = [
            found.by_state.as_slice(),
            found.by_inputs.as_slice(),
            found.by_parameters.as_slice(),
        ]
        .concat();
        assert_eq!(columns.len(), 3 * n * (3 * n + inputs.len() + P));
        for (seed, column) in columns.chunks(3 * n).enumerate() {
            let varied = |x: f64, at: usize| Dual64::new(x, if at == seed { 1.0 } else { 0.0 });
            let lifted = dual(std::array::from_fn(|k| {
                varied(parameters[k], 3 * n + inputs.len() + k)
            }));
            let part = |part: usize| R::Configuration::from_fn(|k| varied(start[part][k], part * n + k));
            let [q, v] = onto(&lifted, [part(0), part(2)]);
            let from = [q, part(1), v];
            let given = R::Inputs::from_fn(|k| varied(inputs[k], 3 * n + k));
            let (end, _) = ends(&lifted, (TIME.into(), h.into()), from, given, 1).remove(0);
            let [from, end] = [from, end].map(|carried| flat::<_, Dual64>(&carried));
            let size = end.iter().fold(1.0_f64, |size, x| size.max(x.eps.abs()));
            for (row, expected) in end.iter().enumerate() {
                let by_state = columns.iter().skip(row).step_by(3 * n).take(3 * n);
                let through: f64 = by_state.zip(&from).map(|(by, start)| by * start.eps).sum();
                let direct = if seed < 3 * n { 0.0 } else { column[row] };
                // Entries of the size of M and its inverse; both solve with the tangent, whose condition is below 100.
                let error = (through + direct - expected.eps).abs();
                assert!(
                    error < 1e-12 * size,
                    "{h:e}, ({row}, {seed}): {error:e} of {}",
                    expected.eps
                );
            }
        }
    }
}

/// q, p and v are varied independently: p need not be the momentum of v.
#[test]
fn a_step_varies_as_dual_numbers_say() {
    let (m, g, d) = (1.3, 9.81, 0.4);
    let start: [&[f64]; 3] = [&[0.7, -0.4], &[1.9, 2.1], &[0.5, 1.2]];
    let make = |[m, d]: [Dual64; 2]| DoublePendulum { m, g: g.into(), d };
    check(
        &DoublePendulum { m, g, d },
        (make, [m, d]),
        |_, x| x,
        start,
        &[0.7],
    );
}

#[test]
fn a_step_of_a_general_lagrangian_varies_as_dual_numbers_say() {
    let (c, k) = (2.0, 1.0);
    let start: [&[f64]; 3] = [&[1.0, 0.1], &[0.25, 1.1], &[0.2, 0.9]];
    let make = |[]: [Dual64; 0]| Relativistic {
        c: c.into(),
        k: k.into(),
    };
    check(&Relativistic { c, k }, (make, []), |_, x| x, start, &[]);
}

/// Starts are varied along the constraint.
fn projected<R: Constrained<Scalar = Dual64> + VectorSpace>(
    system: &R,
    [q, v]: [R::Configuration; 2],
) -> [R::Configuration; 2] {
    system.project(TIME.into(), q, v).expect("it is there").into()
}

#[test]
fn a_constrained_step_varies_as_dual_numbers_say() {
    let (m, g) = (1.3, 9.81);
    let start: [&[f64]; 3] = [&[0.6, 0.0, -0.8], &[0.6, 2.0, 0.5], &[0.4, 1.5, 0.3]];
    let make = |[g]: [Dual64; 1]| Sphere { m: m.into(), g };
    check(&Sphere { m, g }, (make, [g]), projected, start, &[]);

    let (k, g) = (0.5, 9.81);
    // The momentum is along the wire, too. Otherwise the impulse would not be that of a force, and ε/|w| of it would be noise.
    let start: [&[f64]; 3] = [&[0.5, -0.1875], &[1.0, -0.5], &[0.8, -0.4]];
    let make = |[]: [Dual64; 0]| Bead {
        k: k.into(),
        g: g.into(),
    };
    check(&Bead { k, g }, (make, []), projected, start, &[]);
}
