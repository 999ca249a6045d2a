//! Whole intervals: motions that are given by what holds at both of their ends, and motions that return.
//!
//! The declarations are here and not among the examples, since each serves one comparison.

#![cfg(not(debug_assertions))]

pub mod lambert;
pub mod pendulum_ends;
pub mod planning;
pub mod steering;
pub mod three_bodies;
pub mod thrown_ball;
