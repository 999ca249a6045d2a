//! The one type of all numbers of a system.
//!
//! It refuses to know which types are scalars: the compiler checks the runtime's trait.

use syn::{GenericParam, Generics, Type, TypeParam, TypeParamBound, WherePredicate};

use crate::declaration::{Declaration, name_of};
use crate::diagnostics::{Diagnostics, Reported};
use crate::lower::Parameters;

/// The scalar that the fields in the formulas have in common.
///
/// If they differ, one that is certainly a scalar is right, then the most frequent one, then the first.
pub(super) fn common(
    parameters: &Parameters,
    declaration: &Declaration,
    generics: &Generics,
    diagnostics: &mut Diagnostics,
) -> Result<Type, Reported> {
    let used = parameters.used();
    let votes = |scalar: &Type| used.iter().filter(|(_, of)| *of == scalar).count();
    let is_sure = |scalar: &Type| is_float(scalar) || is_parameter(scalar, generics);
    let elected = used.iter().rev();
    let elected = elected.max_by_key(|(_, scalar)| (is_sure(scalar), votes(scalar)));
    let Some((elected, scalar)) = elected else {
        return Ok(guess(declaration, generics));
    };
    let mut outcome = Ok((*scalar).clone());
    for (odd, of_odd) in used.iter().filter(|(_, of)| of != scalar) {
        let (name, of) = (name_of(odd), name_of(elected));
        let call = if has_arguments(of_odd) {
            format!("; a function is called, as in `{name}(x)`")
        } else {
            String::new()
        };
        let message =
            format!("all numbers of a system are of one type, but `{name}` differs from `{of}`{call}");
        outcome = Err(diagnostics.report(of_odd, message));
    }
    outcome
}

/// The scalar of a system whose formulas do not determine it: that of the first field that is certainly a number.
pub(crate) fn guess(declaration: &Declaration, generics: &Generics) -> Type {
    let numbers = declaration.fields.iter().filter(|field| !field.is_called);
    let scalars = numbers.map(|field| &field.scalar);
    let mut sure = scalars.filter(|scalar| is_float(scalar) || is_parameter(scalar, generics));
    sure.next().cloned().unwrap_or_else(|| syn::parse_quote!(f64))
}

fn is_float(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident("f64") || path.path.is_ident("f32"))
}

/// Whether a type is none of a number: `Spline<[f64; 5]>`, `&'a dyn Function<1>`.
fn has_arguments(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => path
            .path
            .segments
            .iter()
            .any(|segment| !segment.arguments.is_none()),
        Type::Reference(_) => true,
        _ => false,
    }
}

fn is_parameter(ty: &Type, generics: &Generics) -> bool {
    parameter(ty, generics).is_some()
}

fn parameter<'a>(ty: &Type, generics: &'a Generics) -> Option<&'a TypeParam> {
    let Type::Path(path) = ty else { return None };
    generics.params.iter().find_map(|parameter| match parameter {
        GenericParam::Type(parameter) if path.path.is_ident(&parameter.ident) => Some(parameter),
        _ => None,
    })
}

/// Common traits of numbers that do not make a type a scalar.
const NOT_ENOUGH: [&str; 19] = [
    "Add",
    "Clone",
    "ComplexField",
    "Copy",
    "Debug",
    "Default",
    "Display",
    "Div",
    "Float",
    "Mul",
    "Neg",
    "PartialEq",
    "PartialOrd",
    "RealField",
    "Send",
    "Sized",
    "Sub",
    "Sync",
    "Unpin",
];

/// A scalar that is a type parameter has the bound `Scalar`. Without it, each operation would be a separate error.
///
/// A trait that is unknown here may have the supertrait `Scalar`: then the assertion of [`undecided`] lets the compiler decide.
pub(super) fn has_bound(
    scalar: Type,
    generics: &Generics,
    diagnostics: &mut Diagnostics,
) -> Result<Type, Reported> {
    match parameter(&scalar, generics) {
        Some(parameter) if bounds(parameter, generics).all(is_not_enough) => {
            let name = &parameter.ident;
            let message = format!("the numbers of a system are scalars: write `{name}: extremal::Scalar`");
            Err(diagnostics.report(name, message))
        }
        _ => Ok(scalar),
    }
}

/// The scalar, if the macro cannot see that it is one: a type parameter without the bound `Scalar`, or an unknown type name.
pub(crate) fn undecided(scalar: &Type, generics: &Generics) -> Option<Type> {
    let Some(parameter) = parameter(scalar, generics) else {
        return (!is_float(scalar)).then(|| scalar.clone());
    };
    let is_seen = bounds(parameter, generics).any(is_the_runtimes);
    let name = &parameter.ident;
    (!is_seen).then(|| syn::parse_quote!(#name))
}

/// `extremal::Scalar`; a `Scalar` alone may be nalgebra's.
fn is_the_runtimes(bound: &TypeParamBound) -> bool {
    let TypeParamBound::Trait(bound) = bound else {
        return false;
    };
    let mut segments = bound.path.segments.iter().rev();
    segments.next().is_some_and(|last| last.ident == "Scalar")
        && segments.next().is_some_and(|krate| krate.ident == "extremal")
}

/// The bounds at the parameter, and those in the `where` clause.
fn bounds<'a>(parameter: &'a TypeParam, generics: &'a Generics) -> impl Iterator<Item = &'a TypeParamBound> {
    let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let further = predicates.filter_map(|predicate| match predicate {
        WherePredicate::Type(predicate) => match &predicate.bounded_ty {
            Type::Path(path) if path.path.is_ident(&parameter.ident) => Some(&predicate.bounds),
            _ => None,
        },
        _ => None,
    });
    parameter.bounds.iter().chain(further.flatten())
}

fn is_not_enough(bound: &TypeParamBound) -> bool {
    let TypeParamBound::Trait(bound) = bound else {
        return true;
    };
    let last = bound.path.segments.last();
    last.is_none_or(|segment| NOT_ENOUGH.iter().any(|name| segment.ident == name))
}
