//! Loops on several threads: the same bits for any number of them, and the motion of one thread.

use allocation_counter::measure;
use extremal::blocks::{IntoBlock, Vector};
use extremal::prelude::*;
use rayon::ThreadPoolBuilder;

use crate::support::compared::{apart, numbers};

/// The same systems with loops on one thread and on several.
macro_rules! systems {
    ($module:ident $(, $parallel:ident)?) => {
        mod $module {
            use extremal::prelude::*;

            /// Pairs of bodies, a nested sum; one coordinate stands alone, and touches all of them.
            #[derive(Clone, Debug, Lagrangian)]
            #[lagrangian(
                coordinates(r[bodies][3], s),
                inputs(u),
                kinetic = sum(0..bodies, |i| 0.5 * m[i] * dt(r[i]).norm_squared()) + 0.5 * dt(s).powi(2),
                potential = -sum(0..bodies, |i| sum(0..i, |j| m[i] * m[j] / sqrt((r[i] - r[j]).norm_squared() + 0.01)))
                    + sum(0..bodies, |i| 0.01 * (r[i][0] - s).powi(2)) + 0.5 * s.powi(4),
                force(s = u),
                discretize(Verlet),
                $($parallel)?
            )]
            pub(super) struct Bodies {
                pub(super) bodies: usize,
                pub(super) m: Vec<f64>,
            }

            /// Points of a rope with very many springs between them, whose ends are in a field.
            #[derive(Clone, Debug, Lagrangian)]
            #[lagrangian(
                coordinates(r[points][2]),
                kinetic = sum(0..points, |i| 0.5 * dt(r[i]).norm_squared()),
                potential = sum(0..edges.len(), |e| 0.5 * k * ((r[edges[e][0]] - r[edges[e][1]]).norm() - rest[e]).powi(2))
                    + sum(0..points, |i| 0.1 * r[i][1]),
                constraint(
                    pin = r[0],
                    rods = array(0..points - 1, |i| (r[i + 1] - r[i]).norm_squared() - l[i].powi(2)),
                ),
                discretize(Verlet, Midpoint, Livens),
                $($parallel)?
            )]
            pub(super) struct Net {
                pub(super) points: usize,
                pub(super) edges: Vec<[usize; 2]>,
                pub(super) k: f64,
                pub(super) rest: Vec<f64>,
                pub(super) l: Vec<f64>,
            }

            /// Masses in a row on a bumpy floor, which takes long.
            #[derive(Clone, Debug, Lagrangian)]
            #[lagrangian(
                coordinates(q[masses]),
                kinetic = sum(0..masses, |i| 0.5 * dt(q[i]).powi(2)),
                potential = sum(0..masses - 2, |i| 0.25 * (q[i + 1] - q[i]).powi(4) + 0.1 * (q[i + 2] - q[i]).powi(2))
                    + sum(0..masses, |i| exp(sin(q[i]) * cos(3 * q[i]) / sqrt(2 + sin(2 * q[i])))
                        * ln(2 + cos(q[i])) / sqrt(1 + q[i].powi(4))),
                discretize(Verlet, Midpoint),
                $($parallel)?
            )]
            pub(super) struct Row {
                pub(super) masses: usize,
            }
        }
    };
}
systems!(one);
systems!(several, parallel);

/// The numbers after each of `steps` steps on this number of threads.
fn moved<S, D: Copy + Send + Sync>(
    threads: usize,
    system: &S,
    (scheme, h, steps): (D, f64, usize),
    (q, v): (&[f64], &[f64]),
) -> Vec<f64>
where
    S: Discretize<D, Scalar = f64> + Sync,
    S::Inputs: IntoBlock<S::Inputs>,
{
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("threads").install(|| {
        let start = S::Configuration::with_len(q.len(), |k| q[k]);
        let velocity = S::Velocity::with_len(v.len(), |k| v[k]);
        let mut motion = Integrator::new(system, scheme, h, start, velocity).expect("a good start");
        let mut numbers = Vec::new();
        for _ in 0..steps {
            motion
                .step_with(S::Inputs::with_len(1, |_| 0.5))
                .expect("a small step");
            let State { q, p, .. } = motion.state();
            numbers.extend([q.as_slice(), p.as_slice()].concat());
        }
        numbers
    })
}

fn bits(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|x| x.to_bits()).collect()
}

/// Both systems move alike, and the second one has the same bits on any number of threads.
fn check<A, B, D: Copy + Send + Sync>(
    (one, several): (&A, &B),
    steps: (D, f64, usize),
    start: (&[f64], &[f64]),
    tolerance: f64,
) where
    A: Discretize<D, Scalar = f64> + Sync,
    B: Discretize<D, Scalar = f64> + Sync,
    A::Inputs: IntoBlock<A::Inputs>,
    B::Inputs: IntoBlock<B::Inputs>,
{
    let alone = moved(1, one, steps, start);
    let together = moved(1, several, steps, start);
    let difference = apart(&together, &alone);
    // Sums in another order have other bits: the items were cut.
    assert!(difference > 0.0 && difference < tolerance, "{difference:e}");
    for threads in 2..=4 {
        assert!(
            bits(&moved(threads, several, steps, start)) == bits(&together),
            "{} on {threads} threads",
            core::any::type_name::<D>()
        );
    }
}

fn masses(count: usize) -> Vec<f64> {
    numbers(count, 0.4)
        .iter()
        .map(|m| (1.5 + m) / count as f64)
        .collect()
}

/// Points in a box.
fn places(count: usize, seed: f64) -> Vec<f64> {
    numbers(count, seed).iter().map(|x| 2.0 * x).collect()
}

fn bodies(count: usize) -> (one::Bodies, several::Bodies) {
    let (bodies, m) = (count, masses(count));
    (
        one::Bodies { bodies, m: m.clone() },
        several::Bodies { bodies, m },
    )
}

/// Explicit steps; the parts of a triangle of pairs differ in their sizes.
#[test]
fn pairs_have_the_same_bits_on_any_number_of_threads() {
    let (one, several) = bodies(260);
    let (q, v) = (places(781, 0.3), numbers(781, 2.0));
    // Four steps of a cluster that is not chaotic within so short a time: rounding of sums of 260 numbers.
    check((&one, &several), (Verlet, 0.01, 4), (&q, &v), 1e-12);
}

/// Rods, and 120000 springs.
fn net() -> (one::Net, several::Net) {
    let points = 20;
    let edges = (0..120_000).map(|e| [e % (points - 2), e % (points - 2) + 1 + e / points % 2]);
    let edges: Vec<[usize; 2]> = edges.collect();
    let (k, l) = (1e-3, vec![1.0; points - 1]);
    let rest: Vec<f64> = numbers(edges.len(), 1.0).iter().map(|x| 2.0 + x).collect();
    let several = several::Net {
        points,
        edges: edges.clone(),
        k,
        rest: rest.clone(),
        l: l.clone(),
    };
    let one = one::Net {
        points,
        edges,
        k,
        rest,
        l,
    };
    (one, several)
}

/// Newton's method with constraints and with energy, where items are anywhere. The constraints of items are counted from the first
/// one on, whichever part they belong to.
#[test]
fn nets_have_the_same_bits_on_any_number_of_threads() {
    let (one, several) = net();
    // A zigzag of rods of length one.
    let q: Vec<f64> = (0..20)
        .flat_map(|i| [0.6 * f64::from(i), 0.8 * f64::from(i % 2)])
        .collect();
    let start = (q.as_slice(), &[0.0; 40][..]);
    // Sums of 120000 forces round by 4e-13, of which constraints make momenta.
    check((&one, &several), (Verlet, 0.01, 2), start, 1e-11);
    check((&one, &several), (Midpoint, 0.01, 1), start, 1e-11);
    check((&one, &several), (Livens, 0.01, 1), start, 1e-11);
}

/// Parts that share two coordinates with the next.
#[test]
fn rows_have_the_same_bits_on_any_number_of_threads() {
    let masses = 12_000;
    let (one, several) = (one::Row { masses }, several::Row { masses });
    let (q, v) = (numbers(masses, 0.2), numbers(masses, 1.5));
    check((&one, &several), (Verlet, 0.01, 4), (&q, &v), 1e-13);
    // The floor of the residual takes many operations for one entry of the tangent, so that entries are listed.
    check((&one, &several), (Midpoint, 0.01, 1), (&q, &v), 1e-12);
}

/// Small systems are one part: they have the bits of loops that nothing cuts.
#[test]
fn small_systems_have_the_bits_of_one_thread() {
    let (one, several) = bodies(40);
    let (q, v) = (places(121, 0.3), numbers(121, 2.0));
    let (one, several) = (
        moved(1, &one, (Verlet, 0.01, 20), (&q, &v)),
        moved(3, &several, (Verlet, 0.01, 20), (&q, &v)),
    );
    assert!(bits(&one) == bits(&several));
}

/// A step that fails leaves the forces at its start as they were, to the last bit.
#[test]
fn failed_steps_change_nothing() {
    let (_, bodies) = bodies(260);
    let (q, v) = (places(781, 0.3), numbers(781, 2.0));
    let start = || Integrator::new(&bodies, Verlet, 0.01, q.as_slice(), v.as_slice()).expect("a good start");
    let (mut failing, mut other) = (start(), start());
    for step in 0..3 {
        assert!(failing.step_with([f64::MAX]).is_err(), "step {step}");
        failing.step_with([0.5]).expect("a small step");
        other.step_with([0.5]).expect("a small step");
        let (a, b) = (failing.state(), other.state());
        assert!(bits(a.q.as_slice()) == bits(b.q.as_slice()) && bits(a.p.as_slice()) == bits(b.p.as_slice()));
    }
}

/// Parts have their vectors and lists from the start on.
#[test]
fn steps_in_parts_do_not_allocate() {
    let (_, bodies) = bodies(260);
    let (q, v) = (places(781, 0.3), numbers(781, 2.0));
    let row = several::Row { masses: 12_000 };
    let (places, still) = (numbers(12_000, 0.2), vec![0.0; 12_000]);
    let pool = ThreadPoolBuilder::new().num_threads(1).build();
    let allocations = pool.expect("a thread").install(|| {
        let mut bodies =
            Integrator::new(&bodies, Verlet, 0.01, q.as_slice(), v.as_slice()).expect("a good start");
        let mut row =
            Integrator::new(&row, Midpoint, 0.01, places.as_slice(), still.as_slice()).expect("a good start");
        measure(|| {
            for _ in 0..2 {
                bodies.step_with([0.5]).expect("a small step");
                row.step().expect("a small step");
            }
        })
    });
    assert_eq!(allocations.count_total, 0, "{allocations:?}");
}
