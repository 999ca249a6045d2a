//! The guide: from a pendulum to a system of your own, in fifteen short chapters.
//!
//! Each chapter is a page of text with a program that runs as a test. A chapter builds on those before it; readers who
//! know their content can read it alone.
//!
//! | chapter | what it teaches |
//! | --- | --- |
//! | 1 [A pendulum](ch01_pendulum) | to declare a system, step it, print the motion |
//! | 2 [What was derived](ch02_derived) | to read what was derived, and to let the compiler check facts |
//! | 3 [Scheme and step size](ch03_scheme) | to choose both, and to know how accurate the result is |
//! | 4 [Several coordinates](ch04_positions) | to write energies from positions; constraints, parameters, scalars |
//! | 5 [Forces and control](ch05_forces) | to use friction, inputs, feedback, outputs and files |
//! | 6 [Derivatives](ch06_derivatives) | to linearize steps and to differentiate with respect to parameters |
//! | 7 [Failures and limits](ch07_failures) | to read an error, and to continue after it |
//! | 8 [A microcontroller](ch08_microcontroller) | to step without std, in single precision, with the same bits everywhere |
//! | 9 [Your own system](ch09_your_system) | to go from a textbook's equation to a checked program |
//! | 10 [Systems of any size](ch10_any_size) | to choose lengths when the program runs |
//! | 11 [A driver of your own](ch11_driver) | to change how steps are made, around any scheme |
//! | 12 [Close encounters](ch12_close_encounters) | to take short steps where a motion is fast |
//! | 13 [The whole interval](ch13_whole_interval) | to give conditions at both ends, and to find periods |
//! | 14 [Ensembles](ch14_ensembles) | many starts or parameters: threads, lanes, jobs, machines; statistics, basins |
//! | 15 [Planning and estimation](ch15_planning) | regulators, optimal motions, gradients of costs, estimates |
//!
//! The reference lists the keys, functions and limits of declarations:
//! [`#[derive(Lagrangian)]`](derive@crate::Lagrangian).

#[doc = include_str!("guide/ch01_pendulum.md")]
pub mod ch01_pendulum {}

#[doc = include_str!("guide/ch02_derived.md")]
pub mod ch02_derived {}

#[doc = include_str!("guide/ch03_scheme.md")]
pub mod ch03_scheme {}

#[doc = include_str!("guide/ch04_positions.md")]
pub mod ch04_positions {}

#[doc = include_str!("guide/ch05_forces.md")]
pub mod ch05_forces {}

#[doc = include_str!("guide/ch06_derivatives.md")]
pub mod ch06_derivatives {}

#[doc = include_str!("guide/ch07_failures.md")]
pub mod ch07_failures {}

#[doc = include_str!("guide/ch08_microcontroller.md")]
pub mod ch08_microcontroller {}

#[doc = include_str!("guide/ch09_your_system.md")]
pub mod ch09_your_system {}

#[doc = include_str!("guide/ch10_any_size.md")]
pub mod ch10_any_size {}

#[doc = include_str!("guide/ch11_driver.md")]
pub mod ch11_driver {}

#[doc = include_str!("guide/ch12_close_encounters.md")]
pub mod ch12_close_encounters {}

#[doc = include_str!("guide/ch13_whole_interval.md")]
pub mod ch13_whole_interval {}

#[doc = include_str!("guide/ch14_ensembles.md")]
#[cfg_attr(
    not(feature = "ensemble"),
    allow(rustdoc::broken_intra_doc_links, reason = "what it names needs the feature")
)]
pub mod ch14_ensembles {}

#[doc = include_str!("guide/ch15_planning.md")]
#[cfg_attr(
    not(feature = "std"),
    allow(rustdoc::broken_intra_doc_links, reason = "what it names needs the feature")
)]
pub mod ch15_planning {}
