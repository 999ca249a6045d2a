//! The struct and its fields.

use syn::{Data, DeriveInput, Fields, FieldsNamed, Generics, Type, TypeParamBound, WherePredicate};

use super::{called, types};
use crate::declaration::{Field, name_of};
use crate::diagnostics::{Diagnostics, Reported};

/// The named fields; none of a unit struct.
pub(super) fn of(input: &DeriveInput, diagnostics: &mut Diagnostics) -> Result<Vec<Field>, Reported> {
    let fields = match &input.data {
        Data::Struct(data) => &data.fields,
        Data::Enum(data) => return Err(diagnostics.report(data.enum_token, NO_STRUCT)),
        Data::Union(data) => return Err(diagnostics.report(data.union_token, NO_STRUCT)),
    };
    match fields {
        Fields::Unit => Ok(Vec::new()),
        Fields::Unnamed(fields) => {
            let message = "formulas call the fields by their names; use a struct with named fields";
            Err(diagnostics.report(fields, message))
        }
        Fields::Named(fields) => {
            refuse_attributes(fields, diagnostics);
            Ok(named(fields, input))
        }
    }
}

/// Refuses the attribute on fields, where rustc accepts it, but it has no effect.
fn refuse_attributes(fields: &FieldsNamed, diagnostics: &mut Diagnostics) {
    let attributes = fields.named.iter().flat_map(|field| &field.attrs);
    for attribute in attributes.filter(|attribute| attribute.path().is_ident("lagrangian")) {
        let message = "the declaration is of the whole system: write `#[lagrangian(..)]` above the struct";
        diagnostics.report(attribute.path(), message);
    }
}

const NO_STRUCT: &str = "a system is a struct: its fields are the parameters of the formulas";

/// Whether a type is a parameter with the bound `Scalar`.
fn is_scalar(ty: &Type, generics: &Generics) -> bool {
    let Type::Path(path) = ty else { return false };
    let is_bound = |bound: &TypeParamBound| match bound {
        TypeParamBound::Trait(bound) => bound
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == "Scalar"),
        _ => false,
    };
    let mut parameters = generics
        .type_params()
        .filter(|parameter| path.path.is_ident(&parameter.ident));
    let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let mut further = predicates.filter_map(|predicate| match predicate {
        WherePredicate::Type(predicate) if predicate.bounded_ty == *ty => Some(&predicate.bounds),
        _ => None,
    });
    parameters.any(|parameter| parameter.bounds.iter().any(is_bound))
        || further.any(|bounds| bounds.iter().any(is_bound))
}

fn named(fields: &FieldsNamed, input: &DeriveInput) -> Vec<Field> {
    let called = called::names(input);
    let fields = fields.named.iter().filter_map(|field| {
        let ident = field.ident.clone()?;
        let (layers, scalar) = types::peel(&field.ty);
        let mut field = Field {
            is_called: false,
            is_scalar: is_scalar(&scalar, &input.generics),
            nested: types::peel_lists(&field.ty),
            ident,
            layers,
            scalar,
        };
        field.is_called = !field.is_number() && called.contains(&name_of(&field.ident));
        Some(field)
    });
    fields.collect()
}
