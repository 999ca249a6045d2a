//! Compositions: the runtime makes them of the steps of any scheme, so that nothing is derived for them.

use super::path::{Argument, Parameter, Refusal, Signature};
use super::{Entry, Read};

/// The type of the runtime, with an order and a listed scheme.
pub(crate) const NAME: &str = "Composition";

pub(super) const ENTRY: Entry = Entry {
    signature: Signature {
        name: NAME,
        example: "Composition<4, Midpoint>",
        parameters: &[
            Parameter::Integer {
                what: "the order of `Composition`",
                min: 4,
                max: 10,
            },
            Parameter::Scheme,
        ],
        required: 2,
    },
    read,
};

/// Refuses a listed composition: it names the scheme to list instead, and where to write the composition.
fn read(arguments: &[Argument]) -> Read {
    let [Argument::Integer(order), Argument::Path(scheme)] = arguments else {
        return Err(Refusal::of("expected an order and a scheme"));
    };
    if !super::scheme(scheme)?.is_symmetric() {
        return Err(Refusal::at(
            1,
            format!("`{NAME}` takes symmetric schemes: a step of −h of `{scheme}` does not undo one of h"),
        ));
    }
    let value = if scheme.arguments.is_empty() {
        format!("write `{NAME}::<{order}, _>({scheme})`")
    } else {
        format!("write `{NAME}::<{order}, _>(..)` around its value")
    };
    Err(Refusal::of(format!(
        "`{NAME}` is not listed, as it composes the steps of any listed scheme; list `{scheme}`, and {value} where the \
         integrator is made"
    )))
}
