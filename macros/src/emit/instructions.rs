//! Long kernels that rarely run, as instructions for the runtime: one literal in place of a `let` for each operation.
//!
//! rustc types, borrows and compiles each `let`, also of functions that nothing calls. A literal it only reads. The operations
//! are those of the kernel, in its order, so that the numbers are the same to the last bit.

mod writer;

use crate::derive::{Kernel, Shape};
use crate::emit::called::parameter;
use crate::emit::constants::number;
use crate::emit::kernel::{array, function};
use crate::emit::result::Printed;
use crate::emit::spelling::Spelling;
use writer::Writer;

/// A kernel as instructions.
pub(super) struct Instructions {
    code: Vec<u8>,
    /// Of powers.
    exponents: Vec<u64>,
    /// The first registers, in front of the arguments: high and low part.
    constants: Vec<(u64, u64)>,
    registers: usize,
}

impl Instructions {
    /// `None` if the kernel is compiled: if it runs often or is short, calls fields, or is too long for 16 bits.
    pub(super) fn of(kernel: &Kernel) -> Option<Self> {
        if !kernel.is_interpreted() {
            return None;
        }
        let mut writer = Writer::new(kernel)?;
        for index in 0..kernel.program.ops().len() {
            writer.write(index)?;
        }
        Some(Self {
            code: writer.code,
            exponents: writer.exponents,
            constants: writer.constants,
            registers: writer.count,
        })
    }

    /// The function that runs them, with the signature of the compiled one.
    pub(super) fn print(&self, kernel: &Kernel, spelling: Spelling) -> String {
        let arguments = kernel.used_arguments();
        let inputs = arguments.iter().map(|argument| match argument.is_scalar {
            true => format!("&[{}]", argument.name),
            false => argument.name.to_owned(),
        });
        let inputs: Vec<String> = std::iter::once("&constants".to_owned()).chain(inputs).collect();
        let shapes = kernel.shapes.iter().enumerate();
        let places: Vec<Place> = shapes
            .map(|(at, &shape)| Place::of(at, shape, kernel.writes(shape), spelling))
            .collect();
        let cleared: String = places.iter().map(|place| &*place.cleared).collect();
        let body = cleared + &self.call(&inputs, &places, spelling);
        let results = places.into_iter().map(|place| place.result).collect();
        let parameters = arguments.iter().map(parameter).collect();
        function(kernel, &spelling.generics(&[]), parameters, results, &body)
    }

    /// The statement that runs them from `inputs` into `places`.
    fn call(&self, inputs: &[String], places: &[Place], spelling: Spelling) -> String {
        let constants = self.constants.iter();
        let constants: Vec<String> = constants
            .map(|&(high, low)| spelling.constant(high, low))
            .collect();
        let exponents: Vec<String> = self.exponents.iter().map(|&bits| number(bits)).collect();
        let results: Vec<&str> = places.iter().map(|place| &*place.numbers).collect();
        format!(
            "let constants: [T; {}] = {};
            let mut registers = [{}; {}];
            Instructions {{ code: {}, exponents: &{} }}.run(&{}, &mut registers, &mut {});",
            constants.len(),
            array(&constants),
            spelling.zero(),
            self.registers,
            literal(&self.code),
            array(&exponents),
            array(inputs),
            array(&results),
        )
    }
}

/// Where a result is written, as text.
struct Place {
    /// The statement that fills it with zeros.
    cleared: String,
    /// Its numbers in one slice.
    numbers: String,
    result: Printed,
}

impl Place {
    fn of(at: usize, shape: Shape, is_written: bool, spelling: Spelling) -> Self {
        let (name, zero) = (format!("m{at}"), spelling.zero());
        let owned = |zeros: String| format!("let mut {name} = {zeros};");
        let (type_of, cleared, numbers, value) = match shape {
            Shape::Scalar => (
                "T".to_owned(),
                owned(format!("[{zero}; 1]")),
                format!("&mut {name}"),
                format!("{name}[0]"),
            ),
            Shape::Array(n) => (
                format!("[T; {n}]"),
                owned(format!("[{zero}; {n}]")),
                format!("&mut {name}"),
                name.clone(),
            ),
            Shape::Matrix(rows, columns) => (
                format!("[[T; {columns}]; {rows}]"),
                match is_written {
                    true => format!("{name}.as_flattened_mut().fill({zero});"),
                    false => owned(format!("[[{zero}; {columns}]; {rows}]")),
                },
                format!("{name}.as_flattened_mut()"),
                name.clone(),
            ),
        };
        let result = Printed {
            entries: String::new(),
            type_of,
            value,
            is_written,
        };
        Self {
            cleared,
            numbers,
            result,
        }
    }
}

/// A literal of bytes.
fn literal(code: &[u8]) -> String {
    format!("b\"{}\"", code.escape_ascii())
}
