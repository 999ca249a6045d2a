//! Which of kinetic energy, potential and Lagrangian there are, and what becomes of them.
//!
//! It refuses to know motion: the degree of T in the velocities is all that it asks.

use extremal_symbolic::Expr;

use crate::declaration::{Declaration, Formula, Subject, name_of};
use crate::diagnostics::{Diagnostics, Reported};
use crate::lower::{Lowering, Role};
use crate::model::Energy;

/// L is given once: as T and V, or as a whole.
pub(super) fn check_keys(declaration: &Declaration, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    let find = |is: fn(&Subject) -> bool| declaration.formulas.iter().find(|formula| is(&formula.subject));
    let kinetic = find(|subject| matches!(subject, Subject::Kinetic));
    let mass_matrix = find(|subject| matches!(subject, Subject::MassMatrix));
    let potential = find(|subject| matches!(subject, Subject::Potential));
    let lagrangian = find(|subject| matches!(subject, Subject::Lagrangian));

    let mut outcome = Ok(());
    let mut refuse = |formula: &Formula, message: &str| {
        outcome = Err(diagnostics.report(&formula.key, message));
    };
    if let (Some(_), Some(second)) = (kinetic, mass_matrix) {
        refuse(
            second,
            "the kinetic energy is given as `kinetic` already; drop one of the two",
        );
    }
    if lagrangian.is_some() {
        let whole = "`lagrangian` is all of L already; drop this, or write `kinetic` and `potential` instead";
        [kinetic, mass_matrix, potential]
            .into_iter()
            .flatten()
            .for_each(|part| refuse(part, whole));
    }
    outcome
}

/// T(q, v, t), of second degree in v at most: all that is done with T apart from V rests on that.
pub(super) fn kinetic(
    lowering: &mut Lowering,
    declaration: &Declaration,
    expr: &syn::Expr,
) -> Result<Expr, Reported> {
    let kinetic = lowering.scalar_formula(expr, Role::Kinetic)?;
    contains_velocity(lowering, declaration, kinetic, expr)?;
    match lowering.graph.degree_in(kinetic, &lowering.symbols.velocities) {
        Some(0..=2) => Ok(kinetic),
        Some(degree) => {
            let message = format!(
                "a kinetic energy is of second degree in the velocities at most, this is of degree {degree}; \
                 give all of L as `lagrangian = ..`"
            );
            Err(lowering.diagnostics.report(expr, message))
        }
        None => {
            let message = "a kinetic energy is a polynomial of second degree in the velocities at most; \
                           give all of L as `lagrangian = ..`";
            Err(lowering.diagnostics.report(expr, message))
        }
    }
}

/// Without one there are no momenta; a system without masses has a `lagrangian`.
fn contains_velocity(
    lowering: &mut Lowering,
    declaration: &Declaration,
    kinetic: Expr,
    expr: &syn::Expr,
) -> Result<(), Reported> {
    if lowering.graph.depends_on(kinetic, &lowering.symbols.velocities) {
        return Ok(());
    }
    if let Some(reported) = lowering.lost.names {
        return Err(reported);
    }
    let first = declaration.coordinates.first();
    let name = first.map_or_else(|| "x".to_owned(), |coordinate| name_of(&coordinate.ident));
    let message =
        format!("the kinetic energy contains no velocity; write the velocity of `{name}` as `dt({name})`");
    Err(lowering.diagnostics.report(expr, message))
}

/// The energies as they come.
#[derive(Debug, Default)]
pub(super) struct Energies {
    pub(super) kinetic: Option<Result<Expr, Reported>>,
    pub(super) potential: Option<Result<Expr, Reported>>,
    pub(super) lagrangian: Option<Result<Expr, Reported>>,
}

impl Energies {
    pub(super) fn finish(
        self,
        lowering: &mut Lowering,
        declaration: &Declaration,
    ) -> Result<Energy, Reported> {
        if let Some(lagrangian) = self.lagrangian {
            return Ok(Energy::General {
                lagrangian: lagrangian?,
            });
        }
        let zero = lowering.graph.zero();
        let potential = self.potential.unwrap_or(Ok(zero));
        match self.kinetic {
            Some(kinetic) => Ok(Energy::Split {
                kinetic: kinetic?,
                potential: potential?,
            }),
            None => Err(declaration.lost.entries.unwrap_or_else(|| {
                let message = "the kinetic energy is missing; write `kinetic = ..`, `mass_matrix = [[..]]`, \
                               or all of L as `lagrangian = ..`";
                lowering.diagnostics.report(&declaration.anchor, message)
            })),
        }
    }
}
