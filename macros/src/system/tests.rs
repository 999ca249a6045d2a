//! Reads whole declarations: what is refused, with which words at which place, and what values come out.

mod families;
mod indexed;
mod mistakes;
mod values;

use super::{Failed, System, read};

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
