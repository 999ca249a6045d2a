//! Closed gaps: the runtime corrects the steps of any scheme with percussions, so that nothing is derived for them.

use super::path::{Argument, Parameter, Refusal, Signature};
use super::{Entry, Read};

pub(crate) const NAME: &str = "ClosedGaps";

pub(super) const ENTRY: Entry = Entry {
    signature: Signature {
        name: NAME,
        example: "ClosedGaps<Moreau>",
        parameters: &[Parameter::Scheme],
        required: 1,
    },
    read,
};

/// Refuses a listed correction: it names the scheme to list instead, and where to write the correction.
fn read(arguments: &[Argument]) -> Read {
    let [Argument::Path(scheme)] = arguments else {
        return Err(Refusal::of("expected a scheme"));
    };
    if !super::scheme(scheme)?.handles_contacts() {
        return Err(Refusal::at(
            0,
            format!("`{NAME}` corrects the steps of schemes for contacts, and `{scheme}` is none"),
        ));
    }
    Err(Refusal::of(format!(
        "`{NAME}` is not listed, as it corrects the steps of any listed scheme for contacts; list `{scheme}`, and write \
         `{NAME}({scheme})` where the integrator is made"
    )))
}
