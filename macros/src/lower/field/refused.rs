//! Types of fields that are not numbers, and what to write instead.

use quote::ToTokens;
use syn::Type;

/// A description of a type that certainly is not a number.
pub(super) fn refused(ty: &Type) -> Option<String> {
    let text = || ty.to_token_stream().to_string();
    match ty {
        Type::Path(path) => {
            let last = path.path.segments.last()?.ident.to_string();
            let what = match last.as_str() {
                "bool" => "a `bool`",
                "char" | "str" | "String" => "text",
                "i8" | "i16" | "i32" | "i64" | "i128" | "isize" | "u8" | "u16" | "u32" | "u64" | "u128"
                | "usize" => {
                    return Some(format!("an integer; make it `f64` instead of `{last}`"));
                }
                "VecDeque" | "DVector" | "DMatrix" | "RowDVector" => {
                    return Some(format!(
                        "a `{last}`, whose length is not known here; make it an array, or for systems of any size a `Vec`"
                    ));
                }
                "Vec" => {
                    return Some(format!(
                        "a `{last}`, whose length is not known here; make it an array"
                    ));
                }
                "Rotation2" | "Rotation3" => {
                    return Some(format!("a `{last}`; make it its matrix, `rotation.into_inner()`"));
                }
                "Point1" | "Point2" | "Point3" | "Point4" | "Point5" | "Point6" => {
                    return Some(format!("a `{last}`; make it its vector, `point.coords`"));
                }
                "Quaternion" | "UnitQuaternion" | "UnitComplex" | "Complex" | "Unit" | "UnitVector2"
                | "UnitVector3" => {
                    return Some(format!("a `{last}`; make it an array of its numbers"));
                }
                "Isometry2" | "Isometry3" | "Similarity2" | "Similarity3" | "Translation2"
                | "Translation3" => {
                    return Some(format!(
                        "a `{last}`; make its vectors and matrices fields of their own"
                    ));
                }
                "Option" | "Result" | "Box" | "Rc" | "Arc" | "Cow" | "Cell" | "RefCell" | "PhantomData"
                | "HashMap" | "BTreeMap" | "HashSet" | "BTreeSet" => return Some(format!("a `{last}`")),
                _ => return None,
            };
            Some(what.to_owned())
        }
        Type::FnPtr(_) | Type::ImplTrait(_) | Type::TraitObject(_) => {
            Some("a function; call it with its arguments, as in `lift(alpha)`".to_owned())
        }
        Type::Reference(_) => Some("a reference; hold the number itself".to_owned()),
        Type::Tuple(_) => Some("a tuple; make it an array".to_owned()),
        Type::Slice(_) => Some("a slice, whose length is not known here; make it an array".to_owned()),
        _ => Some(format!("`{}`", text())),
    }
}
