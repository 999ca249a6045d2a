//! From equations to kernels: differentiates, finds structure, schedules.
//!
//! | file | idea |
//! | --- | --- |
//! | `angles` | sines of the end of a step from those of its middle |
//! | `action` | the discrete action of a variational scheme |
//! | `forms` | the same system in several forms, of which the cheapest is taken |
//! | `condense` | unknowns that can be recovered from the others are not iterated |
//! | `carry` | values that the end of a step computes and the start of the next one needs |
//! | `ahead` | angles whose sines are computed a step ahead |
//! | `constants` | expressions that depend on parameters and the step size alone |
//! | `impulses` | forces carried as the impulses that they add to momenta |
//! | `structure` | explicit, linear or Newton, and why |
//! | `kernel` | a straight-line function: arguments, program, shape of its results |
//! | `solve` | the kernels of any system of equations: residual, tangent, correction |
//! | `fixed_point` | corrections of stages by the mass matrix alone |
//! | `rounding` | bounds on the rounding of equations |
//! | `tangent` | residual and tangent in their cheapest form |
//! | `dependence` | what M depends on |
//! | `inertia` | facts about M that decide on alternating modes |
//! | `relaxing` | friction on coordinates without mass |
//! | `singular` | steps that determine no velocity along some direction |
//! | `direct` | solution and end of a step in one program, where nothing is iterated |
//! | `inverse` | the inverse of a matrix that does not change, as constants |
//! | `recover` | from the iterated unknowns to all unknowns and the end |
//! | `analysis` | the passes over the equations of a step, in their order |
//! | `step`, `build` | the kernels of one step of a scheme |
//! | `variations` | how a step varies with its start, inputs and parameters |
//! | `continuous` | the kernels of the continuous system |
//! | `contacts` | gaps, directions and laws of contacts |
//! | `family` | systems of any size: kernels of one item of each sum |
//! | `jacobians` | the derivatives of momenta and outputs at a state |
//! | `modified_energy` | the energy that a scheme conserves to a higher order |

mod action;
mod ahead;
mod analysis;
mod angles;
mod build;
mod carry;
mod condense;
mod constants;
mod contacts;
mod continuous;
mod dependence;
mod direct;
pub(crate) mod family;
mod fixed_point;
mod forms;
mod impulses;
mod inertia;
mod inverse;
mod jacobians;
mod kernel;
mod modified_energy;
mod recover;
mod relaxing;
mod rounding;
mod singular;
mod solve;
mod step;
mod structure;
mod tangent;
mod variations;

use std::rc::Rc;

use extremal_symbolic::Op;

use crate::dynamics::Dynamics;
use crate::model::{Model, Underivable};
use crate::schemes::path::Refusal;
use crate::schemes::{Form, Inertia, Scheme};

pub(crate) use action::ActionKernels;
pub(crate) use contacts::{ContactKernels, Sizes};
pub(crate) use continuous::{ConstraintKernels, Continuous};
pub(crate) use dependence::Dependence;
pub(crate) use jacobians::Jacobians;
pub(crate) use kernel::{Argument, Kernel, Shape};
pub(crate) use recover::Recovery;
pub(crate) use solve::Solver;
pub(crate) use step::{Guess, Report, Step};
pub(crate) use structure::Solve;

/// What a pass that may be left out may spend on each operand that it reads. Chains, lattices and bodies of any size take
/// up to 100; a few hundred are taken where products of sums are multiplied out.
const EACH: u64 = 500;

/// Everything that is derived for a system.
#[derive(Debug)]
pub(crate) struct Derived {
    /// The system as the user typed it.
    pub(crate) typed: Dynamics,
    /// The form with the fewest operations, from which most is derived.
    pub(crate) cheapest: Dynamics,
    pub(crate) continuous: Continuous,
    /// Whether M is singular at every point.
    pub(crate) is_singular: bool,
    inertia: Inertia,
    /// A direction in which M is singular, and which most schemes do not follow.
    massless: Option<relaxing::Massless>,
    pub(crate) steps: Vec<Step>,
    /// `None` if they were given up.
    pub(crate) jacobians: Option<Jacobians>,
}

/// Derives the continuous system and every scheme.
pub(crate) fn derive(
    model: &mut Model,
    schemes: impl IntoIterator<Item = Rc<dyn Scheme>>,
) -> Result<Derived, Underivable> {
    fit(model);
    model.graph.spend(model.coordinates.len().pow(2));
    affordable(model, Underivable::System)?;
    let typed = Dynamics::of(model);
    let dynamics = forms::cheapest(model, &typed);
    let continuous = Continuous::of(model, &dynamics);
    affordable(model, Underivable::System)?;
    if let Some(function) = continuous.kernels().into_iter().find_map(Kernel::too_rough) {
        return Err(Underivable::Rough(function));
    }
    let inertia = inertia::of(model, &continuous, &typed);
    let mut derived = Derived {
        massless: inertia
            .is_singular
            .then(|| relaxing::direction(model, &continuous))
            .flatten(),
        typed,
        cheapest: dynamics,
        continuous,
        is_singular: inertia.is_singular,
        inertia,
        steps: Vec::new(),
        jacobians: None,
    };
    each(schemes, |at, scheme| derived.add(model, scheme, at, &inertia))?;
    let jacobians = Jacobians::of(model, &derived.cheapest);
    derived.jacobians = jacobians.filter(|jacobians| !jacobians.kernels().into_iter().any(cannot_be_written));
    Ok(derived)
}

/// Numbers of the scalar.
fn fit(model: &mut Model) {
    if !model.is_wide {
        model.graph.narrow();
    }
    if model.is_single {
        model.graph.single();
    }
}

/// Adds each scheme; the refusals of all come at once.
fn each(
    schemes: impl IntoIterator<Item = Rc<dyn Scheme>>,
    mut add: impl FnMut(usize, Rc<dyn Scheme>) -> Result<Result<(), Refusal>, Underivable>,
) -> Result<(), Underivable> {
    let mut refused = Vec::new();
    for (at, scheme) in schemes.into_iter().enumerate() {
        if let Err(refusal) = add(at, scheme)? {
            refused.push((at, refusal.message));
        }
    }
    match &*refused {
        [] => Ok(()),
        _ => Err(Underivable::Refused(refused)),
    }
}

fn affordable(model: &Model, what: Underivable) -> Result<(), Underivable> {
    if model.graph.is_exhausted() {
        return Err(what);
    }
    Ok(())
}

impl Derived {
    /// Derives the step of a scheme, the `at`-th, unless it has no equations for this system.
    fn add(
        &mut self,
        model: &mut Model,
        scheme: Rc<dyn Scheme>,
        at: usize,
        inertia: &Inertia,
    ) -> Result<Result<(), Refusal>, Underivable> {
        let unknowns = model.coordinates.len() * scheme.stages();
        model.graph.spend(unknowns.pow(2));
        affordable(model, Underivable::Scheme(at))?;
        let form = match scheme.form() {
            Form::AsTyped => &self.typed,
            Form::Cheapest | Form::TypedInItems => &self.cheapest,
        };
        let massless = self.massless.as_ref();
        let unfit = massless.and_then(|massless| relaxing::refusal(&*scheme, massless));
        if inertia.is_singular {
            let is_slowed = massless.is_some_and(|massless| massless.is_slowed);
            if let (Some(refusal), true) = (&unfit, is_slowed) {
                return Ok(Err(refusal.clone()));
            }
            if let Some(message) = singular::refusal(model, form, &*scheme, is_slowed) {
                return Ok(Err(Refusal::of(message)));
            }
        }
        let step = Step::of(model, form, scheme, inertia, &format!("scheme_{at}"));
        affordable(model, Underivable::Scheme(at))?;
        let step = step.and_then(|step| smooth(model, step));
        // What a scheme itself says of a mass is nearer to the cause.
        let step = step.and_then(|step| unfit.map_or(Ok(step), Err));
        Ok(step.map(|step| self.steps.push(step)))
    }
}

/// What is derived for a system, of fixed or of any size.
pub(crate) trait Derivation {
    fn kernels(&self) -> Vec<&Kernel>;

    /// Schemes with what is wrong with their motions.
    fn drawbacks(&self) -> Vec<(usize, String)>;

    /// Whether some constant is beyond the range of doubles, so that no literal can be written for it.
    fn has_infinite_constant(&self) -> bool {
        self.kernels().into_iter().any(has_infinite_constant)
    }
}

impl Derivation for Derived {
    /// Those of the continuous system first.
    fn kernels(&self) -> Vec<&Kernel> {
        let mut kernels = self.continuous.kernels();
        kernels.extend(self.steps.iter().flat_map(Step::kernels));
        kernels.extend(self.steps.iter().flat_map(|step| &step.modified_energy));
        kernels.extend(self.jacobians.iter().flat_map(Jacobians::kernels));
        kernels
    }

    fn drawbacks(&self) -> Vec<(usize, String)> {
        let drawbacks = self.steps.iter().map(|step| step.scheme.drawback(&self.inertia));
        named(drawbacks)
    }
}

/// What is there, with the numbers of its schemes.
fn named(drawbacks: impl Iterator<Item = Option<&'static str>>) -> Vec<(usize, String)> {
    let drawbacks = drawbacks.enumerate();
    drawbacks
        .filter_map(|(at, text)| Some((at, text?.to_owned())))
        .collect()
}

/// Refuses a step with the third derivative of a function of the user, of which there are two.
fn smooth(model: &Model, step: Step) -> Result<Step, Refusal> {
    let mut kernels = step.kernels().into_iter().chain(&step.modified_energy);
    let Some(function) = kernels.find_map(Kernel::too_rough) else {
        return Ok(step);
    };
    let (scheme, name) = (step.scheme.path(), model.graph.name_of_called(function));
    let by = match step.kernels().into_iter().find_map(Kernel::too_rough) {
        Some(_) => format!("the equations of `{scheme}` and their derivatives need"),
        None => format!("the modified energy of `{scheme}` needs"),
    };
    Err(Refusal::of(format!(
        "{by} the third derivative of `{name}`, and a field that is called has two: write `{name}` out as a formula, or take \
         another scheme"
    )))
}

/// Whether the kernels of a left-out part have no text.
fn cannot_be_written(kernel: &Kernel) -> bool {
    has_infinite_constant(kernel) || kernel.too_rough().is_some()
}

fn has_infinite_constant(kernel: &Kernel) -> bool {
    let is_infinite = |op: &Op| matches!(op, Op::Constant(high, _) if !f64::from_bits(*high).is_finite());
    kernel.program.ops().iter().any(is_infinite)
}
