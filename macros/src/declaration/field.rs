//! The fields of the struct, their types peeled down to the scalar.

use extremal_symbolic::Called;
use proc_macro2::{Ident, TokenStream};

/// A named field of the struct, its type peeled down to the scalar.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) ident: Ident,
    /// From the outside in: `[SVector<f64, 2>; 3]` is `[Array(3), Vector(2)]`.
    pub(crate) layers: Vec<Layer>,
    pub(crate) scalar: syn::Type,
    /// The same of a type with lists in it whose lengths only the program knows: `Vec<[f64; 3]>`.
    pub(crate) nested: Nested,
    /// Whether that is a type parameter with the bound `Scalar`.
    pub(crate) is_scalar: bool,
    /// Whether a formula calls it, and it may be a function.
    pub(crate) is_called: bool,
}

impl Field {
    /// Whether its type is none of a number: `Spline<[f64; 5]>`, `&'a dyn Function<1>`.
    pub(crate) fn is_no_number(&self) -> bool {
        has_arguments(&self.scalar)
    }
}

/// Whether a type is a reference, or has arguments.
pub(crate) fn has_arguments(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Path(path) => path
            .path
            .segments
            .iter()
            .any(|segment| !segment.arguments.is_none()),
        syn::Type::Reference(_) => true,
        _ => false,
    }
}

/// A type peeled down to the scalar, also of lists and references.
#[derive(Debug)]
pub(crate) struct Nested {
    /// From the outside in. The length of a list is [`Extent::Unknown`].
    pub(crate) layers: Vec<Layer>,
    pub(crate) scalar: syn::Type,
    /// Whether its outermost length is that of a list, which only the program knows.
    pub(crate) is_list: bool,
}

/// A function that formulas call: a field, or one of an array of them.
#[derive(Debug)]
pub(crate) struct CalledField {
    pub(crate) field: usize,
    /// Its place in the array.
    pub(crate) place: usize,
    pub(crate) called: Called,
    /// `lift`, or `lift[0]`.
    pub(crate) name: String,
    pub(crate) arguments: usize,
    /// Where it is called first.
    pub(crate) user: Ident,
    /// How to read it from the struct: `self.lift`.
    pub(crate) access: TokenStream,
}

/// One array, vector or matrix type around a scalar.
#[derive(Debug)]
pub(crate) enum Layer {
    /// `[X; N]` or `SVector<X, N>`.
    Vector(Extent),
    /// `SMatrix<X, R, C>`.
    Matrix(Extent, Extent),
}

impl Nested {
    /// All lengths, from the outside in; `None` for those that a macro cannot see.
    pub(crate) fn lengths(&self) -> Vec<Option<usize>> {
        let known = |extent: &Extent| match extent {
            Extent::Known(length) => Some(*length),
            Extent::Unknown(_) => None,
        };
        let lengths = self.layers.iter().flat_map(|layer| match layer {
            Layer::Vector(length) => vec![known(length)],
            Layer::Matrix(rows, columns) => vec![known(rows), known(columns)],
        });
        lengths.collect()
    }

    /// Whether its numbers are of type `usize`.
    pub(crate) fn is_of_indices(&self) -> bool {
        matches!(&self.scalar, syn::Type::Path(path) if path.path.is_ident("usize"))
    }
}

impl Field {
    /// Whether its type is certainly one of numbers, and no function.
    pub(crate) fn is_number(&self) -> bool {
        let numbers = [
            "f64", "f32", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128",
            "usize",
        ];
        let is_matrix = |layer: &Layer| matches!(layer, Layer::Matrix(..));
        let is_float = matches!(&self.scalar, syn::Type::Path(path) if numbers.iter().any(|name| path.path.is_ident(name)));
        is_float || self.is_scalar || self.layers.iter().any(is_matrix)
    }
}

#[derive(Debug)]
pub(crate) enum Extent {
    Known(usize),
    /// Tokens that are not an integer literal.
    Unknown(TokenStream),
}
