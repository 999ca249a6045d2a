//! The parts into which the step of a scheme with constraints falls apart: what determines the coordinates at its end, and the
//! velocity there.
//!
//! ```text
//! the first part   the equations of stages, and g = 0 at nodes:   qₖ₊₁, and p* = pₖ₊₁ + G(qₖ₊₁)ᵀ μ
//! the second one   p* − Gᵀ μ = ∂L/∂v(qₖ₊₁, w),   G w + ∂g/∂t = 0,   pₖ₊₁ = p* − Gᵀ μ
//! ```
//!
//! No equation of the first part contains an unknown of the second one, which is the same for all schemes.

use std::rc::Rc;

use super::closing::Closing;
use super::equations::{Equations, Kind, Level, Role, Row, Unknown};
use super::path::{Path, Refusal};
use super::scheme::{Context, Declared, Form, Inertia, Scheme};
use super::step::{Interpolation, Polynomial, Report, StepEquations};
use crate::dynamics::symbols;
use crate::model::Inheritance;

/// The first part of the steps of a scheme, if they fall apart so.
pub(crate) fn opening(scheme: &Rc<dyn Scheme>) -> Option<Rc<dyn Scheme>> {
    let element = scheme.element()?;
    (element.closing == Closing::Multipliers).then(|| Rc::new(Opening(Rc::clone(scheme))) as Rc<dyn Scheme>)
}

/// The second part of the steps of all schemes.
pub(crate) fn rates() -> Rc<dyn Scheme> {
    Rc::new(Rates)
}

/// A scheme without the equations of the velocity at the end.
#[derive(Debug)]
struct Opening(Rc<dyn Scheme>);

/// The velocity at a node, and its impulse.
#[derive(Debug)]
struct Rates;

impl Scheme for Opening {
    fn path(&self) -> Path {
        self.0.path()
    }

    fn check(&self, declared: &Declared) -> Result<(), Refusal> {
        self.0.check(declared)
    }

    fn follows_friction_without_mass(&self) -> bool {
        self.0.follows_friction_without_mass()
    }

    fn form(&self) -> Form {
        self.0.form()
    }

    fn step(&self, context: &mut Context<'_>) -> Result<StepEquations, Refusal> {
        let mut step = self.0.step(context)?;
        let Some(condensation) = step.condensation.take() else {
            return Ok(step);
        };
        let of_end = condensation.recovered.unknowns.iter();
        let zero = context.graph.zero();
        let pairs: Vec<_> = of_end
            .filter(|unknown| matches!(unknown.role, Role::Multiplier(_)))
            .map(|unknown| (unknown.symbol, zero))
            .collect();
        Ok(StepEquations {
            system: condensation.iterated,
            end_momenta: context.graph.substitute(&step.end_momenta, &pairs),
            report: Report::Convergence,
            action: None,
            ..step
        })
    }

    fn parameters(&self) -> &'static [&'static str] {
        self.0.parameters()
    }

    fn stages(&self) -> usize {
        self.0.stages()
    }

    fn formulas(&self, declared: &Declared) -> Vec<String> {
        self.0.formulas(declared)
    }

    fn keeps(&self, inheritance: Inheritance) -> Result<(), &'static str> {
        self.0.keeps(inheritance)
    }

    fn is_symmetric(&self) -> bool {
        self.0.is_symmetric()
    }

    fn has_alternating_modes(&self, inertia: &Inertia) -> bool {
        self.0.has_alternating_modes(inertia)
    }
}

impl Scheme for Rates {
    fn path(&self) -> Path {
        Path::plain("Rates")
    }

    fn check(&self, _: &Declared) -> Result<(), Refusal> {
        Ok(())
    }

    fn follows_friction_without_mass(&self) -> bool {
        true
    }

    fn form(&self) -> Form {
        Form::Cheapest
    }

    fn step(&self, context: &mut Context<'_>) -> Result<StepEquations, Refusal> {
        let (graph, dynamics, known) = context.parts();
        let (n, m) = (dynamics.size(), dynamics.constraint_count());
        let (w, mu) = (symbols(graph, "w", n), symbols(graph, "mu", m));
        let place = graph.symbol("s");
        let point = known.start(&w);
        let momenta = dynamics.kinetic_at(graph, &point).by_v;
        let at = dynamics.constraints_at(graph, &point);
        let (mut rows, mut ends) = (Vec::new(), Vec::new());
        for (k, (&momentum, &before)) in momenta.iter().zip(&known.momenta).enumerate() {
            let impulses = at.impulse(graph, &mu, k);
            let impulses: Vec<_> = impulses.into_iter().map(|term| graph.neg(term)).collect();
            let end = graph.sum(&[&[before], &impulses[..]].concat());
            rows.push(Row {
                kind: Kind::Kinematic,
                value: graph.sub(end, momentum),
                summands: [&[before, momentum], &impulses[..]].concat(),
                paired: Some(w[k]),
            });
            ends.push(end);
        }
        for terms in at.rates(graph, &w) {
            rows.push(Row::of_sum(graph, Kind::Constraint(Level::Velocity), terms));
        }
        let unknowns = [
            Unknown::all(Role::NodeVelocity, &w),
            Unknown::all(Role::Multiplier(Level::Velocity), &mu),
        ];
        let system = Equations {
            unknowns: unknowns.concat(),
            rows,
        };
        let interpolation = Interpolation::Polynomial(Polynomial {
            degree: 0,
            place,
            coordinates: known.coordinates.clone(),
            velocities: w,
        });
        Ok(StepEquations::of(
            system,
            known.coordinates.clone(),
            ends,
            interpolation,
        ))
    }

    fn parameters(&self) -> &'static [&'static str] {
        &[]
    }

    fn stages(&self) -> usize {
        0
    }

    fn formulas(&self, _: &Declared) -> Vec<String> {
        Vec::new()
    }

    fn keeps(&self, _: Inheritance) -> Result<(), &'static str> {
        Ok(())
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    fn has_alternating_modes(&self, _: &Inertia) -> bool {
        false
    }
}
