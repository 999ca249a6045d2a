//! The rules of a declaration, and the model that is left when all of them hold.
//!
//! It refuses to know how formulas are read: rules about the inside of one formula are the lowering's.

mod constraint;
mod energy;
mod force;
mod invariance;
mod mass_matrix;
mod modified_energy;
mod names;
mod output;
mod rate;
mod scalar;
mod schemes;
mod sensitivity;
mod symmetry;
mod usage;

use constraint::Constraints;
use extremal_symbolic::Expr;
use output::Outputs;
use proc_macro2::{Ident, TokenStream};
use symmetry::Symmetries;
use syn::Generics;

use crate::declaration::{Declaration, Subject};
use crate::diagnostics::{Diagnostics, Reported};
use crate::lower::{Lowering, Role, Symbols};
use crate::model::{Energy, Model};

pub(crate) use output::Watched;
pub(crate) use scalar::{guess as guess_scalar, undecided as undecided_scalar};

/// A model, and what it has in the struct.
#[derive(Debug)]
pub(crate) struct Checked {
    pub(crate) model: Model,
    /// How to read the number of each of the model's parameters.
    pub(crate) parameters: Vec<TokenStream>,
    pub(crate) scalar: syn::Type,
    /// A name for each of the model's constraints.
    pub(crate) constraints: Vec<String>,
    /// A name for each of the model's sensitivities.
    pub(crate) sensitivities: Vec<String>,
}

/// What a declaration says, and what is left of it in any case.
#[derive(Debug)]
pub(crate) struct Reading {
    pub(crate) checked: Result<Checked, Reported>,
    pub(crate) outputs: Vec<Watched>,
    /// Symmetries that can be methods.
    pub(crate) symmetries: Vec<Ident>,
    /// Whether some of the coordinates or inputs may have to go.
    pub(crate) is_uncertain: bool,
}

/// Goes through all rules, whatever breaks on the way.
pub(crate) fn check(
    declaration: &Declaration,
    generics: &Generics,
    diagnostics: &mut Diagnostics,
) -> Reading {
    let mut outputs = Outputs::default();
    let mut is_uncertain = false;
    let checked = checked(
        declaration,
        generics,
        &mut outputs,
        &mut is_uncertain,
        diagnostics,
    );
    Reading {
        checked,
        is_uncertain,
        outputs: outputs.watched(&declaration.lost_outputs),
        symmetries: symmetry::methods(declaration),
    }
}

fn checked(
    declaration: &Declaration,
    generics: &Generics,
    outputs: &mut Outputs,
    is_uncertain: &mut bool,
    diagnostics: &mut Diagnostics,
) -> Result<Checked, Reported> {
    let coordinates = names::there_are_coordinates(declaration, diagnostics);
    let reserved = names::are_free(declaration, diagnostics);
    let names = reserved.and(names::check(declaration, diagnostics));
    let keys = energy::check_keys(declaration, diagnostics);
    let schemes = schemes::check(declaration, diagnostics);

    let mut lowering = Lowering::new(declaration, diagnostics);
    lowering.lost.names = lowering.lost.names.or(coordinates.err()).or(reserved.err());
    let mut symmetries = Symmetries::default();
    let formulas = lower_all(declaration, (outputs, &mut symmetries), &mut lowering);
    let energy = formulas.as_ref().ok().map(|(energy, ..)| energy);
    let modified_energy = modified_energy::check(declaration, &mut lowering, energy);
    let usage = match (&names, &formulas) {
        (Ok(()), Ok((energy, force, ties))) => {
            usage::check(declaration, &mut lowering, energy, (force, &ties.values))
        }
        _ => Ok(()),
    };
    *is_uncertain = names.is_err() || usage.is_err();
    let symmetries = match &formulas {
        Ok((energy, force, ties)) if !*is_uncertain => {
            symmetries.finish(&mut lowering, energy, (force, &ties.values))
        }
        _ => Ok(Vec::new()),
    };
    let sensitivities = sensitivity::numbers(declaration, &mut lowering);
    let scalar = scalar::common(&lowering.parameters, declaration, generics, lowering.diagnostics)
        .and_then(|scalar| scalar::has_bound(scalar, generics, lowering.diagnostics));

    coordinates.and(names).and(keys).and(schemes)?;
    let (energy, force, constraints) = formulas?;
    usage?;
    let has_modified_energy = modified_energy?;
    let (sensitivities, names_of_sensitivities) = sensitivities?.into_iter().unzip();
    let scalar = scalar?;
    let symmetries = symmetries?;
    let Lowering {
        graph,
        symbols,
        parameters,
        ..
    } = lowering;
    let Symbols {
        time,
        coordinates,
        velocities,
        inputs,
    } = symbols;
    let is_wide = matches!(&scalar, syn::Type::Path(path) if path.path.is_ident("f64"));
    let model = Model {
        is_wide,
        has_modified_energy,
        graph,
        time,
        coordinates,
        velocities,
        inputs,
        parameters: parameters.symbols(),
        sensitivities,
        energy,
        force,
        constraints: constraints.values,
        outputs: outputs.finish()?,
        symmetries,
    };
    Ok(Checked {
        model,
        parameters: parameters.accesses(),
        scalar,
        constraints: constraints.names,
        sensitivities: names_of_sensitivities,
    })
}

/// The formulas in the order written, because a `let` is known below itself only.
fn lower_all(
    declaration: &Declaration,
    (outputs, symmetries): (&mut Outputs, &mut Symmetries),
    lowering: &mut Lowering,
) -> Result<(Energy, Vec<Expr>, Constraints), Reported> {
    let mut constraints = constraint::Read::default();
    let mut energies = energy::Energies::default();
    let mut forces = force::Forces::new(declaration);
    for formula in &declaration.formulas {
        let expr = &formula.expr;
        match &formula.subject {
            Subject::Let(name) => {
                let value = lowering.formula(expr, Role::Let);
                lowering.define(name, value);
            }
            Subject::Kinetic => energies.kinetic = Some(energy::kinetic(lowering, declaration, expr)),
            Subject::MassMatrix => energies.kinetic = Some(mass_matrix::kinetic(lowering, expr)),
            Subject::Potential => energies.potential = Some(lowering.scalar_formula(expr, Role::Potential)),
            Subject::Lagrangian => {
                energies.lagrangian = Some(lowering.scalar_formula(expr, Role::Lagrangian));
            }
            Subject::Dissipation => forces.dissipate(lowering, expr),
            Subject::Force(target) => forces.act(lowering, target, expr),
            Subject::Constraint(name) => constraints.tie(lowering, name, expr),
            Subject::Output(name) => outputs.watch(lowering, name, expr),
            Subject::Symmetry(generated) => symmetries.generate(lowering, declaration, generated, expr),
        }
    }
    let energy = energies.finish(lowering, declaration);
    let force = forces.finish(lowering);
    let constraints = constraints.finish(lowering, declaration);
    Ok((energy?, force?, constraints?))
}
