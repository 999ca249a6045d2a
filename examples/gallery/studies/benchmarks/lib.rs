//! Public benchmarks of integrators and of multibody dynamics, compared with published digits.
//!
//! From two collections: the Test Set for Initial Value Problem Solvers of the University of Bari (F. Mazzia and
//! C. Magherini, release 2.4, 2008), and the Library of Computational Benchmark Problems of IFToMM's Technical Committee for
//! Multibody Dynamics. The declarations are here and not among the examples, since each serves one comparison.

#![cfg(not(debug_assertions))]

pub mod beam;
pub mod car_axis;
pub mod fekete;
pub mod four_bar;
pub mod governor;
pub mod pleiades;
pub mod squeezer;

/// max |aᵢ − bᵢ|
fn apart(computed: &[f64], expected: &[f64]) -> f64 {
    let pairs = computed.iter().zip(expected);
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}
