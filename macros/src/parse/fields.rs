//! The struct and its fields.
//!
//! It refuses to know which fields formulas use.

use syn::{Data, DeriveInput, Fields, FieldsNamed};

use super::types;
use crate::declaration::Field;
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
            Ok(fields.named.iter().filter_map(named).collect())
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

fn named(field: &syn::Field) -> Option<Field> {
    let ident = field.ident.clone()?;
    let (layers, scalar) = types::peel(&field.ty);
    Some(Field {
        ident,
        layers,
        scalar,
    })
}
