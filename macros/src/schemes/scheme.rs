//! The questions that the macro asks of a scheme. Where silence would claim something, a scheme that lacks an answer does not
//! compile; contacts are refused unless a scheme says that it knows them.

use std::fmt::Debug;
use std::rc::Rc;

use extremal_symbolic::{Expr, Graph};

use super::element::Element;
use super::modified_energy::Motion;
use super::path::{Path, Refusal};
use super::step::{Known, StepEquations};
use crate::dynamics::Dynamics;
use crate::model::Inheritance;

/// A scheme: its name, the equations of its step, and what is known of it.
pub(crate) trait Scheme: Debug {
    /// Its type in the shortest form: equal schemes have equal paths.
    fn path(&self) -> Path;

    /// Whether the declaration has everything that the scheme needs.
    fn check(&self, declared: &Declared) -> Result<(), Refusal>;

    /// Whether it has the percussions of contacts. A scheme that has them is for systems with contacts only, and the others for
    /// those without.
    fn handles_contacts(&self) -> bool {
        false
    }

    /// The scheme of the same name for systems with dry friction and without gaps, of a scheme without percussions that has one.
    fn with_dry_friction(&self) -> Option<Rc<dyn Scheme>> {
        None
    }

    /// Whether it has the reactions of constraints on velocities, `rolling`.
    fn takes_rolling(&self) -> bool {
        false
    }

    /// Whether each of its steps has a derivative, but for those on a kink of a law of contact.
    fn is_differentiable(&self) -> bool {
        true
    }

    /// Whether its type in the runtime has the contact solver as a parameter, `MoreauWith<C>`.
    fn takes_solver(&self) -> bool {
        false
    }

    /// Whether it steps a system of any size in which a coordinate of this name has no mass.
    fn of_massless(&self, _name: &str) -> Result<(), Refusal> {
        Ok(())
    }

    /// Whether a coordinate without mass that friction slows decays as it should, k y + c ẏ = 0. Otherwise the scheme has a second
    /// solution, which grows as exp(t k/c) at every step size.
    fn follows_friction_without_mass(&self) -> bool;

    /// Whether a coordinate whose mass is zero is a mistake of the parameters, as it would be one of the declaration. Those of
    /// contacts look at masses themselves.
    fn needs_masses(&self) -> bool {
        !self.follows_friction_without_mass() && !self.handles_contacts()
    }

    /// The form of the energies from which its equations are derived.
    fn form(&self) -> Form;

    /// The equations of a step, or why this system has none.
    fn step(&self, context: &mut Context<'_>) -> Result<StepEquations, Refusal>;

    /// The numbers that are fields of the runtime's type, in the order in which kernels receive them.
    fn parameters(&self) -> &'static [&'static str];

    /// The number of stages, at most that of unknown velocities per coordinate. Several stages are the values of one polynomial at
    /// Gauss points, which is extrapolated from step to step.
    fn stages(&self) -> usize;

    /// The equations for readers, with those of the constraints if there are any.
    fn formulas(&self, declared: &Declared) -> Vec<String>;

    /// Whether it conserves the momentum map of a symmetry to rounding; if not, why.
    fn keeps(&self, inheritance: Inheritance) -> Result<(), &'static str>;

    /// L₂ of its modified energy E − h² L₂, if there is one.
    fn modified_energy(&self) -> Option<SecondOrderTerm> {
        None
    }

    /// Whether a step of −h undoes one of h.
    fn is_symmetric(&self) -> bool;

    /// Whether a step may multiply some defect of the state by −1.
    fn has_alternating_modes(&self, inertia: &Inertia) -> bool;

    /// What is wrong with its motions if M is such, though each step is right to its order: it is not derived unless it is listed, and
    /// `describe` says it.
    fn drawback(&self, _inertia: &Inertia) -> Option<&'static str> {
        None
    }

    /// The time element of a variational scheme.
    fn element(&self) -> Option<Element> {
        None
    }
}

/// L₂ as a function of the state.
pub(crate) type SecondOrderTerm = fn(&Motion<'_>, &mut Graph) -> Expr;

/// The properties of a declaration that schemes depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declared {
    /// Whether some constraint is on coordinates.
    pub(crate) has_constraints: bool,
    pub(crate) has_gaps: bool,
    /// Whether there is friction without a gap.
    pub(crate) has_dry_friction: bool,
    /// Whether some constraint is on velocities.
    pub(crate) has_rolling: bool,
    pub(crate) has_symmetries: bool,
    /// Whether the declaration gives T and V, and not L alone.
    pub(crate) has_energies_apart: bool,
    /// Whether only the program knows how many coordinates there are.
    pub(crate) is_of_any_size: bool,
    /// Whether constraints may follow from others.
    pub(crate) is_redundant: bool,
}

/// Which form of the energies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// The energies as typed, in which invariants are found: with angles expanded, a difference of angles is hidden.
    AsTyped,
    /// The form with the fewest operations.
    Cheapest,
    /// That form, but for items of a system of any size the energies as typed.
    TypedInItems,
}

/// The inputs for the equations of a step.
#[derive(Debug)]
pub(crate) struct Context<'a> {
    pub(crate) graph: &'a mut Graph,
    pub(crate) dynamics: &'a Dynamics,
    pub(crate) known: &'a Known,
    /// If the dynamics are one summand of a system of any size.
    pub(crate) part: Option<PartOf>,
}

impl<'a> Context<'a> {
    pub(super) fn parts(&mut self) -> (&mut Graph, &'a Dynamics, &'a Known) {
        (self.graph, self.dynamics, self.known)
    }
}

/// What the equations of a summand have of the whole: a summand alone may lack masses, and unknowns that the others determine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PartOf {
    /// Whether some constraint is on coordinates.
    pub(crate) has_constraints: bool,
    /// Whether some constraint is on velocities.
    pub(crate) has_rolling: bool,
    /// How many flows are those of declared symmetries, and others are candidates; `None` if some summand lacks a part of one.
    pub(crate) symmetries: Option<usize>,
}

/// Facts about M and p = ∂L/∂v that decide on alternating modes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inertia {
    /// Whether M is singular at every point.
    pub(crate) is_singular: bool,
    /// Whether M depends on q or v.
    pub(crate) varies: bool,
    /// Whether ∂L/∂v depends on t.
    pub(crate) is_driven: bool,
    /// Whether there are constraints, on coordinates or on velocities.
    pub(crate) has_constraints: bool,
    /// Whether some constraint is on velocities.
    pub(crate) has_rolling: bool,
}
