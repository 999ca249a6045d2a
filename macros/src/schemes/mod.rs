//! Schemes: each is a file that states the equations of one step, and their properties.
//!
//! To add one, write a file with a `NAME` and an [`Entry`], and name it in [`SCHEMES`]. A scheme that a time element defines
//! implements `Variational`, as `midpoint` does; one with percussions implements `Percussive`, as `moreau` does. Any other
//! implements [`Scheme`], as `newmark` does. Its type in `runtime/src/schemes/` has the fields that `parameters` lists. This module
//! refuses to know syntax and code generation.
//!
//! | file | idea |
//! | --- | --- |
//! | `path` | the type of a scheme as data |
//! | `scheme` | the questions that the macro asks of a scheme |
//! | `step`, `equations` | the equations of a step, and its end |
//! | `verlet`, `midpoint`, `galerkin`, `null_space` | the variational schemes |
//! | `newmark` | accelerations at the nodes |
//! | `hermite` | cubic elements, C¹ in time |
//! | `prolongation_collocation` | cubic elements whose velocities solve the equations of motion |
//! | `multi_field` | fields of their own for velocities and momenta, solved over the whole interval |
//! | `linear` | a name of the paper for linear elements |
//! | `moreau`, `symmetric_moreau`, `variational_moreau`, `theta` | percussions of contacts at the nodes |
//! | `nonsmooth_midpoint` | closed contacts that are held at the end of a step |
//! | `contact` | the common part of schemes with contacts |
//! | `livens` | energy-momentum schemes with discrete gradients |
//! | `compensated` | sums of coordinates and momenta with compensation |
//! | `composition`, `closed_gaps` | schemes that are written where an integrator is made, and not listed |
//! | `apart` | the parts into which a step with constraints falls apart |
//! | `variational` | the common part of schemes made of an action |
//! | `element` | nodal contributions of a Lagrange element |
//! | `cubic` | the shape functions of a cubic Hermite element |
//! | `closing` | the step of an element: position–momentum form, constraints, null space |
//! | `modified_energy` | the common part of second-order terms of modified energies |
//! | `rules` | the registry of quadrature rules |
//! | `quadrature`, `shape` | points and weights, and functions over them |
//! | `extrapolation` | guesses for the stages of the next element |

mod apart;
mod closed_gaps;
mod closing;
mod compensated;
mod composition;
mod contact;
mod cubic;
mod element;
mod equations;
mod extrapolation;
mod galerkin;
mod hermite;
mod linear;
mod livens;
mod midpoint;
mod modified_energy;
mod moreau;
mod multi_field;
mod newmark;
mod nonsmooth_midpoint;
mod null_space;
pub(crate) mod path;
mod prolongation_collocation;
mod quadrature;
mod rules;
mod scheme;
mod shape;
mod step;
mod symmetric_moreau;
mod theta;
mod variational;
mod variational_moreau;
mod verlet;

use std::rc::Rc;

pub(crate) use self::apart::{opening, rates};
pub(crate) use self::closed_gaps::NAME as CLOSED_GAPS;
pub(crate) use self::composition::NAME as COMPOSED;
use self::contact::WithPercussions;
#[cfg(test)]
pub(crate) use self::element::Element;
pub(crate) use self::equations::{Equations, Role};
pub(crate) use self::extrapolation::Extrapolation;
pub(crate) use self::modified_energy::Motion;
use self::path::{Argument, Path, Refusal, Signature};
pub(crate) use self::quadrature::{Quadrature, Rule};
pub(crate) use self::rules::{INTEGRAL, RULES};
#[cfg(test)]
pub(crate) use self::scheme::SecondOrderTerm;
pub(crate) use self::scheme::{Context, Declared, Form, Inertia, PartOf, Scheme};
pub(crate) use self::step::{Action, Interpolation, Known, Report, StepEquations, Use};

/// A scheme that was read, or the refusal of its arguments.
pub(crate) type Read = Result<Box<dyn Scheme>, Refusal>;

/// A scheme of the registry.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) signature: Signature,
    /// The scheme with these arguments, whose number and kinds are those of the signature.
    pub(crate) read: fn(&[Argument]) -> Read,
}

/// All schemes: to add one, write a file and name it here.
pub(crate) const SCHEMES: &[Entry] = &[
    verlet::ENTRY,
    midpoint::ENTRY,
    galerkin::ENTRY,
    livens::ENTRY,
    null_space::ENTRY,
    compensated::ENTRY,
    livens::EQUIVARIANT,
    livens::POLARIZED,
    livens::STABILIZED,
    newmark::ENTRY,
    hermite::ENTRY,
    prolongation_collocation::ENTRY,
    multi_field::ENTRY,
    linear::ENTRY,
    composition::ENTRY,
    moreau::ENTRY,
    symmetric_moreau::ENTRY,
    variational_moreau::ENTRY,
    nonsmooth_midpoint::ENTRY,
    theta::ENTRY,
    closed_gaps::ENTRY,
];

/// The schemes of a declaration that lists none.
pub(crate) fn usual() -> Vec<Rc<dyn Scheme>> {
    vec![Rc::new(verlet::Verlet), Rc::new(midpoint::Midpoint)]
}

/// The schemes of a declaration with contacts that lists none: an explicit one, and one whose energy stays bounded between impacts.
pub(crate) fn usual_with_contacts() -> Vec<Rc<dyn Scheme>> {
    vec![
        Rc::new(WithPercussions(moreau::Moreau)),
        Rc::new(WithPercussions(variational_moreau::VariationalMoreau)),
    ]
}

/// The schemes of such a declaration in which those are refused, as they need masses.
pub(crate) fn usual_with_contacts_without_masses() -> Vec<Rc<dyn Scheme>> {
    vec![Rc::new(WithPercussions(theta::Theta))]
}

/// Schemes that follow friction on coordinates without mass: those without arguments, and one of a higher order.
pub(crate) fn following_friction(has_contacts: bool) -> Vec<String> {
    let plain = plain().into_iter();
    let following = plain
        .filter(|scheme| scheme.follows_friction_without_mass() && scheme.handles_contacts() == has_contacts);
    let paths = following.map(|scheme| scheme.path());
    let higher = (!has_contacts).then(galerkin::of_second_degree);
    paths.chain(higher).map(|path| format!("`{path}`")).collect()
}

/// The names of the schemes that know contacts.
pub(crate) fn with_contacts() -> Vec<&'static str> {
    let known = plain().into_iter().filter(|scheme| scheme.handles_contacts());
    known.map(|scheme| scheme.path().name).collect()
}

/// The names of the schemes without percussions that know dry friction.
pub(crate) fn with_dry_friction() -> Vec<&'static str> {
    let known = plain()
        .into_iter()
        .filter_map(|scheme| scheme.with_dry_friction());
    known.map(|scheme| scheme.path().name).collect()
}

/// The names of the schemes with the reactions of constraints on velocities, with contacts or without.
pub(crate) fn with_rolling(has_contacts: bool) -> Vec<&'static str> {
    let known = plain()
        .into_iter()
        .filter(|scheme| scheme.takes_rolling() && scheme.handles_contacts() == has_contacts);
    known.map(|scheme| scheme.path().name).collect()
}

/// The names of those without percussions that have both rolling and dry friction.
pub(crate) fn with_rolling_and_dry_friction() -> Vec<&'static str> {
    let known = plain()
        .into_iter()
        .filter_map(|scheme| scheme.with_dry_friction())
        .filter(|scheme| scheme.takes_rolling());
    known.map(|scheme| scheme.path().name).collect()
}

/// A scheme whose equations use all derivatives. Forms of the energies are compared by its cost.
pub(crate) fn typical() -> impl Scheme {
    midpoint::Midpoint
}

/// The scheme of a type that was read before.
pub(crate) fn scheme(path: &Path) -> Read {
    let entry = SCHEMES.iter().find(|entry| entry.signature.name == path.name);
    let entry = entry.ok_or_else(|| Refusal::of(format!("`{path}` is not a scheme")))?;
    (entry.read)(&path.arguments)
}

/// The schemes without arguments, other names of schemes with arguments left out.
pub(crate) fn plain() -> Vec<Rc<dyn Scheme>> {
    let plain = SCHEMES
        .iter()
        .filter(|entry| entry.signature.parameters.is_empty());
    plain
        .filter_map(|entry| Some((entry, Rc::from((entry.read)(&[]).ok()?))))
        .filter(|(entry, scheme): &(&Entry, Rc<dyn Scheme>)| scheme.path().name == entry.signature.name)
        .map(|(_, scheme)| scheme)
        .collect()
}

/// The schemes without arguments whose modified energy is known.
pub(crate) fn with_modified_energy() -> Vec<&'static str> {
    let known = plain()
        .into_iter()
        .filter(|scheme| scheme.modified_energy().is_some());
    known.map(|scheme| scheme.path().name).collect()
}
