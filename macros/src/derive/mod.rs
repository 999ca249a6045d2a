//! From equations to kernels: differentiates, finds structure, schedules.
//!
//! | file | idea |
//! | --- | --- |
//! | `angles` | sines of the end of a step from those of its middle |
//! | `action` | the discrete action of a variational scheme |
//! | `forms` | the same system in several forms, of which the cheapest is taken |
//! | `condense` | unknowns that follow from the others are not iterated |
//! | `carry` | what the end of a step computes and the start of the next needs |
//! | `constants` | what depends on parameters and the step size alone |
//! | `impulses` | forces carried as what they add to momenta |
//! | `structure` | explicit, linear or Newton, and why |
//! | `kernel` | a straight-line function: arguments, program, shape of its results |
//! | `solve` | the kernels of any system of equations: residual, tangent, correction |
//! | `direct` | solution and end of a step in one program, where nothing is iterated |
//! | `expand` | from what is iterated to all unknowns and the end |
//! | `step` | the kernels of one step of a scheme |
//! | `tangent` | the residual and its tangent in the form with the fewest operations |
//! | `reflections` | modes that a step multiplies by −1 |
//! | `variations` | how a step varies with its start, inputs and parameters |
//! | `continuous` | the kernels of the continuous system |
//! | `modified_energy` | the energy that a scheme keeps to a higher order |

mod action;
mod angles;
mod carry;
#[cfg(test)]
mod chains;
mod condense;
mod constants;
mod continuous;
mod direct;
mod expand;
mod forms;
mod impulses;
mod kernel;
mod modified_energy;
mod reflections;
mod solve;
mod step;
mod structure;
mod tangent;
mod variations;

use extremal_symbolic::Op;

use self::reflections::has_reflections;
use crate::dynamics::Dynamics;
use crate::model::{Model, Underivable};
use crate::schemes::{SchemeKind, composition};

pub(crate) use action::ActionKernels;
pub(crate) use continuous::{Continuous, Ties};
pub(crate) use expand::Expansion;
pub(crate) use kernel::{Argument, Kernel, Shape};
pub(crate) use solve::Solver;
pub(crate) use step::Step;
pub(crate) use structure::Solve;

/// Everything that is derived for a system.
#[derive(Debug)]
pub(crate) struct Derived {
    /// The system as it was typed.
    pub(crate) typed: Dynamics,
    /// The form of it that everything was derived from.
    pub(crate) cheapest: Dynamics,
    pub(crate) continuous: Continuous,
    pub(crate) steps: Vec<(SchemeKind, Step)>,
    /// With the parts of a step that their stages take.
    pub(crate) compositions: Vec<(SchemeKind, Vec<f64>)>,
    /// For the schemes of which it is known, if it is wanted.
    pub(crate) modified_energies: Vec<(SchemeKind, Kernel)>,
}

/// Derives the continuous system and every scheme.
pub(crate) fn derive(
    model: &mut Model,
    schemes: impl IntoIterator<Item = SchemeKind>,
) -> Result<Derived, Underivable> {
    if !model.is_wide {
        model.graph.narrow();
    }
    model.graph.spend(model.coordinates.len().pow(2));
    affordable(model, Underivable::System)?;
    let typed = Dynamics::of(model);
    let dynamics = forms::cheapest(model, &typed);
    let continuous = Continuous::of(model, &dynamics);
    affordable(model, Underivable::System)?;
    let (mut steps, mut modified_energies) = (Vec::new(), Vec::new());
    let mut compositions = Vec::new();
    for (at, kind) in schemes.into_iter().enumerate() {
        if let SchemeKind::Composition { order, .. } = kind {
            compositions.push((kind, composition::parts(order, false)));
            continue;
        }
        model
            .graph
            .spend((model.coordinates.len() * kind.stages()).pow(2));
        affordable(model, Underivable::Scheme(at))?;
        // Invariants are found in what was typed: with angles expanded, nobody sees that only their difference is there.
        let form = if kind.is_equivariant() { &typed } else { &dynamics };
        if kind.is_polarized() && !form.is_quadratic(&model.graph) {
            return Err(Underivable::NotQuadratic(at));
        }
        let step = Step::of(model, form, &kind, &format!("scheme_{at}"));
        let mut step = step.ok_or(Underivable::NoInvariants(at))?;
        if let SchemeKind::Livens(_) = kind {
            step.has_alternating_modes = has_reflections(model, &continuous, &kind);
        }
        let name = format!("scheme_{at}_modified_energy");
        let modified = modified_energy::kernel(model, &kind, &name);
        modified_energies.extend(modified.map(|kernel| (kind.clone(), kernel)));
        steps.push((kind, step));
        affordable(model, Underivable::Scheme(at))?;
    }
    Ok(Derived {
        typed,
        cheapest: dynamics,
        continuous,
        steps,
        compositions,
        modified_energies,
    })
}

fn affordable(model: &Model, what: Underivable) -> Result<(), Underivable> {
    if model.graph.is_exhausted() {
        return Err(what);
    }
    Ok(())
}

impl Derived {
    /// All kernels, those of the continuous system first.
    pub(crate) fn kernels(&self) -> Vec<&Kernel> {
        let Continuous {
            lagrangian,
            momentum,
            mass_matrix,
            generalized_energy,
            total_energy,
            force,
            outputs,
            watched,
            momentum_maps,
            ..
        } = &self.continuous;
        let mut kernels = vec![
            lagrangian,
            momentum,
            mass_matrix,
            generalized_energy,
            total_energy,
            force,
            outputs,
        ];
        kernels.extend(watched);
        kernels.extend(self.continuous.ties.iter().flat_map(Ties::kernels));
        kernels.extend(momentum_maps);
        kernels.extend(self.continuous.velocity.kernels());
        kernels.extend(self.continuous.acceleration.kernels());
        for (_, step) in &self.steps {
            kernels.extend(step.solver.kernels());
            kernels.extend([&step.start, &step.constants, &step.update]);
            kernels.extend([&step.inside, &step.variations]);
            kernels.extend(&step.direct);
            kernels.extend(step.expansion.iter().flat_map(Expansion::kernels));
            kernels.extend(step.action.iter().flat_map(ActionKernels::kernels));
        }
        kernels.extend(self.modified_energies.iter().map(|(_, kernel)| kernel));
        kernels
    }

    /// Whether some constant is beyond the range of doubles, so that no literal can be written for it.
    pub(crate) fn has_infinite_constant(&self) -> bool {
        let is_infinite = |op: &Op| matches!(op, Op::Constant(bits) if !f64::from_bits(*bits).is_finite());
        self.kernels()
            .iter()
            .any(|kernel| kernel.program.ops().iter().any(is_infinite))
    }
}
