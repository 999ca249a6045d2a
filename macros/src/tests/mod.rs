//! Tests of the macro that need a file of their own. Short tests of one function are at the end of its file.
//!
//! | module | what is tested | how |
//! | --- | --- | --- |
//! | `mistakes` | `parse` to `check` | each message, and the tokens that it underlines |
//! | `values` | `lower` | values of formulas against Rust's own arithmetic |
//! | `indexed` | `lower` | formulas over ranges against the same formulas typed out |
//! | `families` | `lower` | systems of any size against the same systems typed out |
//! | `keys` | `keys` | the registry, and the texts that are written from it |
//! | `scheme_parameters`, `summands` | `schemes`, `derive` | equations of a step, and contributions of summands |
//! | `relaxing` | `schemes`, `derive` | friction on coordinates without mass: who follows it, and who is refused |
//! | `chains` | `derive` | operations per step of planar chains |
//! | `describe` | `describe` | texts in files, and printed equations against differences of L |
//! | `editor` | `editor` | the form of what editors are told |
//! | `limits` | `derive`, `emit` | how much is derived, and in which pieces it is written |
//! | `from_text` | `parse` to `derive` | a pendulum from text, stepped by the interpreter of programs |
//! | `golden` | all stages | what the derive writes, in files that a reviewer reads |
//! | `fuzz` | all stages | random declarations: no panic, and an answer in time |
//!
//! `BLESS=1 cargo test -p extremal-macros` rewrites the files that the tests compare with; look at the difference.

mod chains;
mod describe;
mod editor;
mod families;
mod from_text;
mod fuzz;
mod golden;
mod indexed;
mod keys;
mod limits;
mod mistakes;
mod relaxing;
mod scheme_parameters;
mod summands;
mod values;

use proc_macro2::TokenStream;

use crate::system::{Failed, System, read};

/// What the derive writes, by no compiler.
fn expand(input: TokenStream) -> TokenStream {
    crate::derive_lagrangian(input, |text| text.parse().ok())
}

/// Reads a struct from text.
fn parse(source: &str) -> Result<System, Box<Failed>> {
    read(syn::parse_str(source).expect("the text of a struct"))
}

/// A system with the entries, and fields of every kind.
fn with_entries(entries: &str) -> String {
    format!(
        "#[lagrangian({entries})]
        struct S<T, const N: usize> {{
            m: f64, l: f64, k: f64, kk2: f64, r0: [f64; 3], axis: Vector3<f64>, inertia: SMatrix<f64, 2, 3>,
            rows: [[f64; 2]; 3], anchors: [SVector<f64, 2>; 4], row: RowVector2<f64>, column: SMatrix<f64, 2, 1>,
            r#type: f64, flag: bool, name: String, count: usize, many: Vec<f64>, single: f32, generic: T,
            open: [f64; N], deep: [[[f64; 2]; 3]; 4], tensors: [SMatrix<f64, 2, 3>; 4], columns: [[SMatrix<f64, 2, 1>; 3]; 4], none: [f64; 0], huge: [[f64; 4294967296]; 4294967296], place: &'static f64,
            lift: Spline, lifts: [Spline; 2], torque: &'static dyn Function<2>,
        }}"
    )
}
