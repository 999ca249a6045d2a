//! `Polarized<Livens>`: v·M v⁺ replaces the mean of v·M v and v⁺·M v⁺, so that p = ∂L/∂v holds at the nodes.
//! The formula is in `gradients`.

use super::scheme::{Gradient, Livens, Wrapper};
use crate::schemes::Entry;
use crate::schemes::path::{Refusal, Signature};

pub(super) const NAME: &str = "Polarized";

pub(in crate::schemes) const ENTRY: Entry = Entry {
    signature: Signature::around(NAME, "Polarized<Livens>"),
    read: |arguments| Livens::with_gradient(arguments, POLARIZED),
};

const POLARIZED: Wrapper = Wrapper {
    name: NAME,
    gradient: Gradient::Polarized,
    otherwise: "`Polarized` takes `Livens`; p = ∂L/∂v holds at the nodes of variational schemes without it, so list this one by \
                itself",
};

pub(super) fn not_quadratic() -> Refusal {
    Refusal::of(
        "`Polarized` needs an L of degree two in the velocities, and this one is not seen to be; list the scheme without \
         `Polarized`",
    )
}
