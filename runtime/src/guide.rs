//! The guide: from a pendulum to a system of your own, in twelve short chapters.
//!
//! Each chapter is a page of text with a program that runs as a test. A chapter builds on those before it; readers who
//! know their content can read it alone.
//!
//! | chapter | what it teaches |
//! | --- | --- |
//! | 1 [A pendulum](ch1_pendulum) | to declare a system, step it, print the motion |
//! | 2 [What was derived](ch2_derived) | to read what was derived, and to let the compiler check facts |
//! | 3 [Scheme and step size](ch3_scheme) | to choose both, and to know how accurate the result is |
//! | 4 [Several coordinates](ch4_positions) | to write energies from positions; constraints, parameters, scalars |
//! | 5 [Forces and control](ch5_forces) | to use friction, inputs, feedback, outputs and files |
//! | 6 [Derivatives](ch6_derivatives) | to linearize steps and to differentiate with respect to parameters |
//! | 7 [Failures and limits](ch7_failures) | to read an error, and to continue after it |
//! | 8 [A microcontroller](ch8_microcontroller) | to step without std, in single precision, with the same bits everywhere |
//! | 9 [Your own system](ch9_your_system) | to go from a textbook's equation to a checked program |
//! | 10 [Systems of any size](ch10_any_size) | to choose lengths when the program runs |
//! | 11 [A driver of your own](ch11_driver) | to change how steps are made, around any scheme |
//! | 12 [Close encounters](ch12_close_encounters) | to take short steps where a motion is fast |
//!
//! The reference lists the keys, functions and limits of declarations:
//! [`#[derive(Lagrangian)]`](derive@crate::Lagrangian).

#[doc = include_str!("guide/ch1_pendulum.md")]
pub mod ch1_pendulum {}

#[doc = include_str!("guide/ch2_derived.md")]
pub mod ch2_derived {}

#[doc = include_str!("guide/ch3_scheme.md")]
pub mod ch3_scheme {}

#[doc = include_str!("guide/ch4_positions.md")]
pub mod ch4_positions {}

#[doc = include_str!("guide/ch5_forces.md")]
pub mod ch5_forces {}

#[doc = include_str!("guide/ch6_derivatives.md")]
pub mod ch6_derivatives {}

#[doc = include_str!("guide/ch7_failures.md")]
pub mod ch7_failures {}

#[doc = include_str!("guide/ch8_microcontroller.md")]
pub mod ch8_microcontroller {}

#[doc = include_str!("guide/ch9_your_system.md")]
pub mod ch9_your_system {}

#[doc = include_str!("guide/ch10_any_size.md")]
pub mod ch10_any_size {}

#[doc = include_str!("guide/ch11_driver.md")]
pub mod ch11_driver {}

#[doc = include_str!("guide/ch12_close_encounters.md")]
pub mod ch12_close_encounters {}
