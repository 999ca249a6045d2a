//! Mistakes of `modified_energy`: asked for where there is none, or in the wrong form.

use super::{check, check_entries};
use crate::tests::with_entries;

#[test]
fn what_has_no_modified_energy_is_refused() {
    let forces = |key: &str| {
        format!("only a system without forces keeps its modified energy; drop this, or the `{key}`")
    };
    check_entries(&[
        (
            "coordinates(x), «modified_energy», kinetic = dt(x).powi(2), constraint(a = x)",
            "the modified energy is known for systems without constraints; take coordinates that need none, or drop this",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), force(x = 1), «modified_energy»",
            &forces("force"),
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), dissipation = dt(x).powi(2), «modified_energy»",
            &forces("dissipation"),
        ),
        (
            "coordinates(x), inputs(u), kinetic = dt(x).powi(2), force(x = u), «modified_energy»",
            &forces("inputs"),
        ),
        (
            "coordinates(x), kinetic = (1 + t) * dt(x).powi(2), «modified_energy»",
            "L depends on `t`, so that no energy is kept; drop this, or the `t`",
        ),
        (
            "coordinates(x), lagrangian = dt(x).powi(2) - t * x, «modified_energy»",
            "L depends on `t`, so that no energy is kept; drop this, or the `t`",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), discretize(Galerkin<2, Gauss<2>>), «modified_energy»",
            "the modified energy is known for `Verlet` and `Midpoint`; list one of them in `discretize(..)`, or drop this",
        ),
    ]);
}

#[test]
fn the_key_stands_alone_and_once() {
    check_entries(&[
        (
            "coordinates(x), kinetic = dt(x).powi(2), modified_energy «=» 1",
            "the modified energy follows from L; write `modified_energy` alone",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), «modified_enrgy», potential = x",
            "unknown key `modified_enrgy`; did you mean `modified_energy`?",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), «shadow_hamiltonian»",
            "unknown key `shadow_hamiltonian`; did you mean `modified_energy`?",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), modified_energy, «modified_energy»",
            "`modified_energy` is given twice; drop one of the two",
        ),
    ]);
}

#[test]
fn what_was_lost_is_not_missed() {
    check(
        &with_entries(
            "coordinates(x), kinetic = dt(x).powi(2), modified_energy, discretize(Galerkin<«9», Gauss<9>>)",
        ),
        &["the degree of `Galerkin` must be between 1 and 6"],
    );
    check(
        &with_entries("coordinates(x), kinetic = «tt» * dt(x).powi(2), modified_energy"),
        &["unknown symbol `tt`; did you mean the symbol of time `t`?"],
    );
}
