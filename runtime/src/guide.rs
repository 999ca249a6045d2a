//! The guide: from a pendulum to a system of your own, in nine short chapters.
//!
//! Here is no code. Each chapter is a page of text with a program that runs as a test; each builds on the one
//! before, and can be read alone by who knows what is in those.
//!
//! | chapter | what you can do then |
//! | --- | --- |
//! | 1 [A pendulum](ch1_pendulum) | declare a system, step it, print the motion |
//! | 2 [What was derived](ch2_derived) | read the equations of motion, and have facts checked by the compiler |
//! | 3 [Scheme and step size](ch3_scheme) | choose both, and know how exact the result is |
//! | 4 [Several coordinates](ch4_positions) | write energies by positions: vectors, `let`, parameters, any scalar |
//! | 5 [Forces and control](ch5_forces) | friction, inputs, feedback, outputs, files |
//! | 6 [Derivatives](ch6_derivatives) | linearize steps, differentiate by parameters |
//! | 7 [Failures and limits](ch7_failures) | read an error, and go on after it |
//! | 8 [A microcontroller](ch8_microcontroller) | step without std, in single precision, with the same bits everywhere |
//! | 9 [Your own system](ch9_your_system) | go from a textbook's equation to a checked program |
//!
//! Keys, functions and limits of declarations are listed in the reference:
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
