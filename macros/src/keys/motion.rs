//! The terms that determine the motion: L, forces and constraints, put together from the formulas.

use extremal_symbolic::Expr;

use super::parts::Parts;
use super::rolling;
use crate::declaration::Declaration;
use crate::diagnostics::Reported;
use crate::lower::Lowering;
use crate::model::Energy;

#[derive(Debug)]
pub(crate) struct Motion {
    pub(crate) energy: Energy,
    /// One expression per coordinate.
    pub(crate) force: Vec<Expr>,
    /// One expression per component.
    pub(crate) constraints: Vec<Expr>,
    /// Those on velocities, one expression per component.
    pub(crate) rolling: Vec<Expr>,
    /// `length`, or `joint[0]`, `joint[1]`; those of `rolling` come last.
    pub(crate) names_of_constraints: Vec<String>,
    /// For each constraint, and then for each of those on velocities, the marker over whose items it is a row.
    pub(crate) rows: Vec<Option<usize>>,
}

impl Motion {
    pub(super) fn of(
        parts: &mut Parts,
        declaration: &Declaration,
        lowering: &mut Lowering,
    ) -> Result<Self, Reported> {
        let energy = parts.energies.finish(lowering, declaration);
        let force = parts.forces.finish(lowering);
        let constraints = parts.constraints.finish(lowering, declaration);
        let (energy, force) = (energy?, force?);
        let (constraints, of_velocities) = (constraints?, parts.rolling.take()?);
        let sizes = [
            constraints.len(),
            of_velocities.len(),
            lowering.symbols.coordinates.len(),
        ];
        rolling::leave_a_motion(lowering, declaration, sizes)?;
        let rows = constraints.iter().chain(&of_velocities);
        let rows = rows.map(|component| component.marker).collect();
        let constraints = constraints
            .into_iter()
            .map(|component| (component.name, component.entry));
        let (mut names_of_constraints, constraints): (Vec<String>, Vec<Expr>) = constraints.unzip();
        let rolling = rolling::entries(&of_velocities);
        names_of_constraints.extend(of_velocities.into_iter().map(|component| component.name));
        Ok(Self {
            rolling,
            rows,
            energy,
            force,
            constraints,
            names_of_constraints,
        })
    }

    /// The energies: T and V, or L alone.
    pub(super) fn energies(&self) -> Vec<Expr> {
        match self.energy {
            Energy::Split { kinetic, potential } => vec![kinetic, potential],
            Energy::General { lagrangian } => vec![lagrangian],
        }
    }
}
