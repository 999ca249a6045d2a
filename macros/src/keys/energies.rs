//! Kinetic energy, potential and Lagrangian: which of them are declared, and the energies that they make.

use extremal_symbolic::Expr;

use super::massless;
use crate::declaration::Declaration;
use crate::diagnostics::Reported;
use crate::lower::Lowering;
use crate::model::Energy;

/// The energies read so far.
#[derive(Debug, Default)]
pub(super) struct Energies {
    pub(super) kinetic: Option<Result<Expr, Reported>>,
    pub(super) potential: Option<Result<Expr, Reported>>,
    pub(super) lagrangian: Option<Result<Expr, Reported>>,
}

impl Energies {
    pub(super) fn finish(
        &self,
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
            None if massless::are_all(declaration) => Ok(Energy::Split {
                kinetic: zero,
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
