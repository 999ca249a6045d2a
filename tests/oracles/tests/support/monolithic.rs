//! Compares stepping, element after element, with one Newton iteration over all nodes of all elements at once.
//!
//! ```text
//! p₀ + D₀L_d + F₀ = 0 at the first node,   D_iL_d + F_i = 0 inside,   D_PL_d + F_P + D₀L_d + F₀ = 0 where elements meet
//! ```
//!
//! (Capobianco 2015, ch. 4.1: the monolithic form, with the initial momentum as impulse, 4.19.) The nodal equations are
//! those of `support/element`, by dual numbers from T, V and f written by hand; the runtime has stage velocities.

use extremal::blocks::{Block, IntoBlock, NoInputs, Vector};
use extremal::nalgebra::{DMatrix, DVector};
use extremal::prelude::*;
use extremal::system::FixedSize;

use super::by_hand::Oracle;
use super::element::{Discretization, Element, Span};
use super::generated::Sample;

const ELEMENTS: usize = 6;

/// The nodes of all elements, n numbers each, and the momentum at the end.
fn monolithic(
    by_hand: &dyn Oracle,
    element: &Element,
    (t0, h): (f64, f64),
    inputs: &[f64],
    (q0, v0, p0): (&[f64], &[f64], &[f64]),
) -> (Vec<f64>, Vec<f64>) {
    let (n, width) = (q0.len(), element.degree * q0.len());
    let size = ELEMENTS * width;
    // The first guess is a straight line at equal distances, which is not even accurate to one digit.
    let mut z: Vec<f64> = (0..=ELEMENTS * element.degree)
        .flat_map(|node| (0..n).map(move |k| (node, k)))
        .map(|(node, k)| q0[k] + v0[k] * h * node as f64 / element.degree as f64)
        .collect();
    let mut end = Vec::new();
    // Convergence is quadratic: four to six iterations, and a few more to reach rounding.
    for _ in 0..12 {
        let (mut r, mut a) = (DVector::zeros(size + n), DMatrix::zeros(size + n, size + n));
        for (k, p) in p0.iter().enumerate() {
            r[k] += p;
        }
        for e in 0..ELEMENTS {
            let span = Span {
                t: t0 + e as f64 * h,
                h,
                inputs,
            };
            let nodes = &z[e * width..(e + 1) * width + n];
            for (row, value) in element.nodal(by_hand, span, nodes).iter().enumerate() {
                r[e * width + row] += value;
            }
            for (row, values) in element.nodal_tangent(by_hand, span, nodes).iter().enumerate() {
                for (column, value) in values.iter().enumerate() {
                    a[(e * width + row, e * width + column)] += value;
                }
            }
        }
        end = r.as_slice()[size..].to_vec();
        // The first node is given, and the last equation has the momentum at the end on its other side.
        let later = a.view((0, n), (size, size)).into_owned();
        let correction = later
            .full_piv_lu()
            .solve(&r.rows(0, size).into_owned())
            .expect("one motion");
        z[n..]
            .iter_mut()
            .zip(correction.iter())
            .for_each(|(z, dz)| *z -= dz);
    }
    (z, end)
}

/// Six steps from a state in motion.
pub(crate) fn agree<S, D>(scheme: D, inputs: &[f64])
where
    S: Sample + Oracle + FixedSize + Discretize<D, Scalar = f64>,
    S::Inputs: IntoBlock<S::Inputs>,
    D: Discretization,
{
    let (system, element) = (S::sample(), D::element());
    let (t0, h, n) = (0.3, 0.05, S::Configuration::LEN);
    let q0: S::Configuration = Block::from_fn(|k| 0.5 + 0.3 * k as f64);
    let v0: S::Velocity = Block::from_fn(|k| 0.7 - 0.4 * k as f64);
    let p0 = system.momentum(t0, &q0, &v0);
    let (z, p) = monolithic(
        &system,
        &element,
        (t0, h),
        inputs,
        (q0.as_slice(), v0.as_slice(), p0.as_slice()),
    );
    let held: S::Inputs = Block::from_fn(|k| inputs[k]);
    let start = State { t: t0, q: q0, p: p0 };
    let mut motion =
        Integrator::from_state(system, scheme, h, start).expect("a small step from a good start");
    for e in 1..=ELEMENTS {
        motion.step_with(held).expect("a small step from a good start");
        let at = e * element.degree * n;
        close(motion.state().q.as_slice(), &z[at..at + n]);
    }
    close(motion.state().p.as_slice(), &p);
}

/// Coordinates and momenta of size one to ten; the monolithic matrix is of condition 1e4, its residual at 1e-15.
fn close(found: &[f64], expected: &[f64]) {
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-12, "{found}, expected {expected}");
    }
}

/// The same without inputs.
pub(crate) fn agree_without<S, D>(scheme: D)
where
    S: Sample + Oracle + FixedSize + Discretize<D, Scalar = f64>,
    S::Inputs: NoInputs + IntoBlock<S::Inputs>,
    D: Discretization,
{
    agree::<S, D>(scheme, &[]);
}
