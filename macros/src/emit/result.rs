//! The results of a kernel: numbers, arrays, and matrices of which zeros are not written out.

use crate::derive::Shape;
use crate::emit::kernel::{Printer, array};
use extremal_symbolic::{Op, Value};

/// A matrix with up to this many zeros is written as a whole, for people to read.
const FEW_ZEROS: usize = 64;

/// A result as text.
pub(super) struct Printed {
    /// Statements before the value.
    pub(super) entries: String,
    pub(super) type_of: String,
    pub(super) value: String,
    /// Whether the value is an argument, in which the caller has the result.
    pub(super) is_written: bool,
}

/// The parameter for results that are written in place: one, so that a kernel has few.
pub(super) fn places_of(written: &[Printed]) -> Option<String> {
    let list = |text: fn(&Printed) -> String| match written {
        [single] => text(single),
        _ => format!("({})", written.iter().map(text).collect::<Vec<_>>().join(", ")),
    };
    let [names, types] = [
        list(|result| result.value.clone()),
        list(|result| format!("&mut {}", result.type_of)),
    ];
    (!written.is_empty()).then(|| format!("{names}: {types}"))
}

impl Printer<'_> {
    pub(super) fn result(&self, at: usize, shape: Shape, list: &[Value]) -> Printed {
        let values: Vec<&str> = list.iter().map(|value| &*self.values[value.index()]).collect();
        let (type_of, value) = match shape {
            Shape::Scalar => ("T".to_owned(), values.concat()),
            Shape::Array(n) => (format!("[T; {n}]"), array(&values)),
            Shape::Matrix(_, columns) if self.is_sparse(list) || self.kernel.writes(shape) => {
                return self.sparse(at, columns, list, self.kernel.writes(shape));
            }
            Shape::Matrix(rows, columns) => {
                let list: Vec<String> = values.chunks(columns.max(1)).map(array).collect();
                (format!("[[T; {columns}]; {rows}]"), array(&list))
            }
        };
        Printed {
            entries: String::new(),
            type_of,
            value,
            is_written: false,
        }
    }

    /// Whether most entries of a matrix are zero, and many.
    fn is_sparse(&self, list: &[Value]) -> bool {
        let zeros = list.iter().filter(|&&value| self.is_zero(value)).count();
        zeros > FEW_ZEROS && 2 * zeros > list.len()
    }

    fn is_zero(&self, value: Value) -> bool {
        matches!(self.kernel.program.ops()[value.index()], Op::Constant(0, 0))
    }

    /// A matrix of zeros, and an assignment for each other entry: as much for rustc to read as there are entries.
    fn sparse(&self, at: usize, columns: usize, list: &[Value], is_written: bool) -> Printed {
        let (name, rows) = (format!("m{at}"), list.len() / columns);
        let zero = self.spelling.zero();
        let mut entries = if is_written {
            format!("{name}.as_flattened_mut().fill({zero});")
        } else {
            format!("let mut {name} = [[{zero}; {columns}]; {rows}];")
        };
        for (place, &value) in list
            .iter()
            .enumerate()
            .filter(|&(_, &value)| !self.is_zero(value))
        {
            let (row, column) = (place / columns, place % columns);
            entries += &format!("{name}[{row}][{column}] = {};", self.values[value.index()]);
        }
        Printed {
            entries,
            type_of: format!("[[T; {columns}]; {rows}]"),
            value: name,
            is_written,
        }
    }
}
