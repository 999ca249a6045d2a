//! The one type of all numbers of a system.
//!
//! It refuses to know what makes a type a scalar; the compiler asks the runtime's trait.

use syn::{GenericParam, Generics, Type};

use crate::declaration::{Declaration, Field, name_of};
use crate::diagnostics::{Diagnostics, Reported};
use crate::lower::Parameters;

/// The scalar that the fields in the formulas have in common.
///
/// Where they differ, most of them are right and the others wrong; the first are, where they are as many.
pub(super) fn common(
    parameters: &Parameters,
    declaration: &Declaration,
    generics: &Generics,
    diagnostics: &mut Diagnostics,
) -> Result<Type, Reported> {
    let used: Vec<&Field> = parameters.used().collect();
    let votes = |scalar: &Type| used.iter().filter(|field| field.scalar == *scalar).count();
    let Some(elected) = used.iter().rev().max_by_key(|field| votes(&field.scalar)) else {
        return Ok(guess(declaration, generics));
    };
    let mut outcome = Ok(elected.scalar.clone());
    for odd in used.iter().filter(|field| field.scalar != elected.scalar) {
        let message = format!(
            "all numbers of a system are of one type, but `{}` differs from `{}`",
            name_of(&odd.ident),
            name_of(&elected.ident)
        );
        outcome = Err(diagnostics.report(&odd.scalar, message));
    }
    outcome
}

/// The scalar of a system whose formulas do not say: of the first field that is surely a number.
pub(crate) fn guess(declaration: &Declaration, generics: &Generics) -> Type {
    let scalars = declaration.fields.iter().map(|field| &field.scalar);
    let mut sure = scalars.filter(|scalar| is_float(scalar) || is_parameter(scalar, generics));
    sure.next().cloned().unwrap_or_else(|| syn::parse_quote!(f64))
}

fn is_float(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident("f64") || path.path.is_ident("f32"))
}

fn is_parameter(ty: &Type, generics: &Generics) -> bool {
    let Type::Path(path) = ty else { return false };
    let is =
        |parameter: &GenericParam| matches!(parameter, GenericParam::Type(t) if path.path.is_ident(&t.ident));
    generics.params.iter().any(is)
}
