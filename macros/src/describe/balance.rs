//! The formulas of a balance of forces, by their keys.

use crate::declaration::Declaration;
use crate::derive::family::InBalance;
use crate::keys::{DISSIPATION, FORCE, Formulas};

/// "`potential` or `dissipation`"
pub(crate) fn formulas_in(balance: InBalance, declaration: &Declaration) -> String {
    let formulas = Formulas::of(declaration);
    let energies = [
        (balance.kinetic, formulas.kinetic),
        (balance.potential, formulas.potential),
    ];
    let energies = energies
        .into_iter()
        .filter_map(|(is_there, formula)| Some(formula.filter(|_| is_there)?.key.name));
    let forces = [&FORCE, &DISSIPATION].into_iter();
    let forces = forces.filter(|key| balance.force && key.has_formulas(declaration));
    let names = energies.chain(forces.map(|key| key.name));
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    names.join(" or ")
}
