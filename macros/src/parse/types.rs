//! The structure of a field's type: arrays, vectors and matrices around a scalar.
//!
//! It refuses to know the scalars: the innermost type is taken as one.

use quote::ToTokens;
use syn::{Expr, GenericArgument, Lit, PathArguments, PathSegment, Type};

use crate::declaration::{Extent, Layer, Nested};

/// The layers from the outside in, and the scalar.
pub(super) fn peel(ty: &Type) -> (Vec<Layer>, Type) {
    let mut layers = Vec::new();
    let mut inner = ungrouped(ty);
    while let Some((layer, next)) = outermost(inner) {
        layers.push(layer);
        inner = ungrouped(next);
    }
    (layers, inner.clone())
}

/// The same through references, and through lists whose lengths only the program knows.
pub(super) fn peel_lists(ty: &Type) -> Nested {
    let (mut layers, mut is_list) = (Vec::new(), false);
    let mut inner = ungrouped(ty);
    loop {
        let list = of_list(inner);
        is_list |= layers.is_empty() && list.is_some();
        if let Some((layer, next)) = outermost(inner).or(list) {
            layers.push(layer);
            inner = ungrouped(next);
        } else if let Type::Reference(reference) = inner {
            inner = ungrouped(&reference.elem);
        } else {
            return Nested {
                layers,
                scalar: inner.clone(),
                is_list,
            };
        }
    }
}

/// `Vec<X>`, `DVector<X>`, `[X]`.
fn of_list(ty: &Type) -> Option<(Layer, &Type)> {
    let layer = Layer::Vector(Extent::Unknown(ty.to_token_stream()));
    match ty {
        Type::Slice(slice) => Some((layer, &slice.elem)),
        Type::Path(path) if path.qself.is_none() => {
            let last = path.path.segments.last()?;
            let PathArguments::AngleBracketed(arguments) = &last.arguments else {
                return None;
            };
            let is_list = last.ident == "Vec" || last.ident == "DVector";
            match arguments.args.first() {
                Some(GenericArgument::Type(inner)) if is_list => Some((layer, inner)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The type without parentheses and without the invisible brackets of `macro_rules`.
pub(super) fn ungrouped(mut ty: &Type) -> &Type {
    loop {
        ty = match ty {
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            _ => return ty,
        };
    }
}

fn outermost(ty: &Type) -> Option<(Layer, &Type)> {
    match ty {
        Type::Array(array) => Some((Layer::Vector(extent(&array.len)), &array.elem)),
        Type::Path(path) if path.qself.is_none() => of_nalgebra(path.path.segments.last()?),
        _ => None,
    }
}

/// `SVector<X, 3>`, `Vector3<X>`, `RowVector3<X>`, `SMatrix<X, 2, 3>`, `Matrix2<X>`, `Matrix2x3<X>`.
fn of_nalgebra(segment: &PathSegment) -> Option<(Layer, &Type)> {
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return None;
    };
    let mut arguments = arguments.args.iter();
    let Some(GenericArgument::Type(scalar)) = arguments.next() else {
        return None;
    };
    let lengths: Vec<&GenericArgument> = arguments.collect();
    let name = segment.ident.to_string();
    let layer = match (name.as_str(), lengths.as_slice()) {
        ("SVector", [n]) => Layer::Vector(argument(n)),
        ("RowSVector", [n]) => Layer::Matrix(Extent::Known(1), argument(n)),
        ("SMatrix", [r, c]) => Layer::Matrix(argument(r), argument(c)),
        (name, []) => alias(name)?,
        _ => return None,
    };
    Some((layer, scalar))
}

/// nalgebra's aliases with their sizes in their names, 1 to 6.
fn alias(name: &str) -> Option<Layer> {
    if let Some(n) = name.strip_prefix("RowVector") {
        return Some(Layer::Matrix(Extent::Known(1), digit(n)?));
    }
    if let Some(n) = name.strip_prefix("Vector") {
        return Some(Layer::Vector(digit(n)?));
    }
    let size = name.strip_prefix("Matrix")?;
    let (rows, columns) = size.split_once('x').unwrap_or((size, size));
    Some(Layer::Matrix(digit(rows)?, digit(columns)?))
}

fn digit(text: &str) -> Option<Extent> {
    text.parse()
        .ok()
        .filter(|n| (1..=6).contains(n))
        .map(Extent::Known)
}

fn argument(argument: &GenericArgument) -> Extent {
    match argument {
        GenericArgument::Const(length) => extent(length),
        other => Extent::Unknown(other.to_token_stream()),
    }
}

fn extent(length: &Expr) -> Extent {
    let known = match length {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse().ok(),
            _ => None,
        },
        Expr::Group(group) => return extent(&group.expr),
        Expr::Paren(paren) => return extent(&paren.expr),
        Expr::Block(block) => match block.block.stmts.as_slice() {
            [syn::Stmt::Expr(inner, None)] => return extent(inner),
            _ => None,
        },
        _ => None,
    };
    known.map_or_else(|| Extent::Unknown(length.to_token_stream()), Extent::Known)
}
