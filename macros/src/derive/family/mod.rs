//! Systems of any size: kernels of one item of each sum, for the loops over the items.
//! It refuses to know where fields, integers and loops are written.
//!
//! | file | idea |
//! | --- | --- |
//! | `alike` | motions of all coordinates alike, which may be symmetries of a summand |
//! | `split` | the summands of a model, each a small model of its own |
//! | `differences` | forces as functions of differences of coordinates |
//! | `pass` | a kernel of one item: where its results go, and what is computed once for all items |
//! | `template` | energies, momenta, forces and constraints of an item |
//! | `contacts` | gaps, directions and laws of an item |
//! | `jacobians` | derivatives of momenta and outputs |
//! | `equations` | a scheme's equations for a summand: they are affine in L, so that those of a sum are r[0] + Σ (r[L_e] − r[0]) |
//! | `nodes` | impulses that the end of a step shares with the start of the next one |
//! | `offsets` | the rows of linear equations without unknowns |
//! | `outputs` | what items add to outputs, and to the sums of which these are functions |
//! | `own` | what a scheme does with a coordinate without items |
//! | `facts` | what is known of the equations of one summand before those of all others are |
//! | `step` | the kernels of a scheme for all summands |
//! | `fixed` | lengths that are a constant of the type |

mod alike;
mod contacts;
mod differences;
mod equations;
mod facts;
mod fixed;
mod jacobians;
mod nodes;
mod offsets;
mod outputs;
mod own;
mod pass;
mod split;
mod step;
mod template;

use std::rc::Rc;

use crate::derive::kernel::Kernel;
use crate::derive::{Derivation, affordable, each, fit, named};
use crate::model::{Model, Underivable};
use crate::schemes::path::Refusal;
use crate::schemes::{self, PartOf, Scheme};

pub(crate) use contacts::ContactTemplate;
pub(crate) use fixed::Fixed;
pub(crate) use jacobians::Jacobians;
pub(crate) use outputs::Outputs;
pub(crate) use pass::Pass;
pub(crate) use split::Items;
pub(crate) use step::{Contribution, FamilyStep, Tangent, has_mass};
pub(crate) use template::{InBalance, Template};

/// Everything that is derived for a system of any size.
#[derive(Debug)]
pub(crate) struct Family {
    pub(crate) templates: Vec<Template>,
    pub(crate) outputs: Outputs,
    /// One for each contact of the model.
    pub(crate) contacts: Vec<ContactTemplate>,
    pub(crate) steps: Vec<FamilyStep>,
    /// The second part of steps that fall apart.
    pub(crate) rates: Option<FamilyStep>,
    /// Whether T is declared apart from V, and is not zero.
    pub(crate) has_kinetic_energy: bool,
    /// `None` if they were given up.
    pub(crate) jacobians: Option<Jacobians>,
    /// If arrays hold all numbers.
    pub(crate) fixed: Option<Fixed>,
}

/// Derives the summands of a model, and every scheme for each of them. `of_items` are the parameters that differ from item to
/// item, `constants` those of the type.
pub(crate) fn derive(
    model: &mut Model,
    of_items: &[extremal_symbolic::Expr],
    constants: &[String],
    schemes: impl IntoIterator<Item = Rc<dyn Scheme>>,
) -> Result<Family, Underivable> {
    fit(model);
    let (mut parts, symmetries) = split::parts(model);
    let mut templates = Vec::new();
    for (at, part) in parts.iter_mut().enumerate() {
        templates.push(part.within(model, |model, items| Template::of(model, items, of_items, at)));
    }
    affordable(model, Underivable::System)?;
    let contacts = ContactTemplate::all(model);
    affordable(model, Underivable::System)?;
    let mut family = Family {
        contacts,
        has_kinetic_energy: templates.iter().any(|template| template.has_kinetic_energy),
        outputs: Outputs::of(model, of_items),
        templates,
        steps: Vec::new(),
        rates: None,
        jacobians: None,
        fixed: None,
    };
    let whole = PartOf {
        has_constraints: !model.constraints.is_empty(),
        has_rolling: !model.rolling.is_empty(),
        symmetries,
    };
    let refused = each(schemes, |at, scheme| {
        let of = (&mut *parts, &*family.templates);
        let step = in_parts(model, of, whole, of_items, (&scheme, at));
        affordable(model, Underivable::Scheme(at))?;
        Ok(step.map(|step| family.steps.push(step)))
    });
    if family.steps.iter().any(|step| step.opening.is_some()) {
        let of = (&mut *parts, &*family.templates);
        let rates = FamilyStep::of(model, of, whole, of_items, (&schemes::rates(), "rates"));
        family.rates = rates.ok().map(FamilyStep::into_part);
    }
    if let Err(unaffordable @ Underivable::Scheme(_)) = refused {
        return Err(unaffordable);
    }
    if let Some(function) = family.kernels().into_iter().find_map(Kernel::too_rough) {
        return Err(Underivable::Rough(function));
    }
    family.fixed = Fixed::of(model, &family, constants);
    refused?;
    family.jacobians = Jacobians::of(model, &mut parts, &family.templates);
    Ok(family)
}

/// A step of a scheme and, if it falls apart, its first part.
fn in_parts(
    model: &mut Model,
    (parts, templates): (&mut [split::Part], &[Template]),
    whole: PartOf,
    of_items: &[extremal_symbolic::Expr],
    (scheme, at): (&Rc<dyn Scheme>, usize),
) -> Result<FamilyStep, Refusal> {
    let name = format!("scheme_{at}");
    let of = (&mut *parts, templates);
    let mut step = FamilyStep::of(model, of, whole, of_items, (scheme, &name))?;
    let falls_apart = whole.has_constraints && !whole.has_rolling;
    if let Some(opening) = schemes::opening(scheme).filter(|_| falls_apart) {
        let name = format!("{name}_opening");
        let opening = FamilyStep::of(model, (parts, templates), whole, of_items, (&opening, &name))?;
        step.opening = Some(Box::new(opening.into_part()));
    }
    Ok(step)
}

impl Derivation for Family {
    fn drawbacks(&self) -> Vec<(usize, String)> {
        named(self.steps.iter().map(FamilyStep::drawback))
    }

    fn kernels(&self) -> Vec<&Kernel> {
        let templates = self.templates.iter().flat_map(Template::passes);
        let outputs = self.outputs.all().map(|(_, pass)| pass);
        let steps = self.steps.iter().chain(&self.rates).flat_map(FamilyStep::passes);
        let contacts = self.contacts.iter().flat_map(ContactTemplate::passes);
        let jacobians = self.jacobians.iter().flat_map(Jacobians::all);
        let jacobians = jacobians.map(|(_, pass)| pass);
        let passes = templates.chain(outputs).chain(contacts).chain(steps);
        let passes = passes.chain(jacobians);
        let passes = passes.flat_map(Pass::kernels);
        passes
            .chain(
                self.steps
                    .iter()
                    .chain(&self.rates)
                    .flat_map(FamilyStep::own_kernels),
            )
            .collect()
    }
}
