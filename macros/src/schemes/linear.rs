//! The linear variational integrator of the literature on Hermite elements: a name for linear elements with two Gauss points.

use super::path::{Argument, Path, Signature};
use super::{Entry, galerkin};

const NAME: &str = "L1";

pub(super) const ENTRY: Entry = Entry {
    signature: Signature::plain(NAME),
    read: |_| {
        let rule = Path {
            name: "Gauss",
            arguments: vec![Argument::Integer(2)],
        };
        (galerkin::ENTRY.read)(&[Argument::Integer(1), Argument::Path(rule)])
    },
};
