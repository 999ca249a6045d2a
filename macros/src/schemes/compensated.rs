//! Compensated sums: the equations of another scheme, whose coordinates and momenta at the end are stated as what they gain.
//!
//! ```text
//! q₁ = q₀ + w,   p₁ = p₀ + j:   the runtime adds w and j with what earlier sums lost
//! ```
//!
//! It refuses to know how the equations come about: what is gained is found from the ends.

use extremal_symbolic::{Expr, Graph};

use super::element::Element;
use super::path::{Argument, Path, Refusal, Signature};
use super::scheme::{Context, Declared, Form, Inertia, Scheme, SecondOrderTerm};
use super::step::StepEquations;
use super::{Entry, Read};
use crate::model::Inheritance;

const NAME: &str = "Compensated";

pub(super) const ENTRY: Entry = Entry {
    signature: Signature::around(NAME, "Compensated<Verlet>"),
    read,
};

#[derive(Debug)]
struct Compensated {
    scheme: Box<dyn Scheme>,
}

fn read(arguments: &[Argument]) -> Read {
    let [Argument::Path(inner)] = arguments else {
        return Err(Refusal::of("expected one scheme"));
    };
    if inner.name == NAME {
        let message = "these sums are compensated already; write `Compensated` once";
        return Err(Refusal::at(0, message));
    }
    let scheme = super::scheme(inner)?;
    if scheme.handles_contacts() {
        let message = format!(
            "percussions of contacts are not summed with compensation; list `{inner}` by itself, whose errors are far larger than \
             rounding"
        );
        return Err(Refusal::at(0, message));
    }
    Ok(Box::new(Compensated { scheme }))
}

impl Scheme for Compensated {
    fn path(&self) -> Path {
        Path::around(NAME, self.scheme.path())
    }

    /// Schemes with reactions of other kinds are refused as those without them.
    fn check(&self, declared: &Declared) -> Result<(), Refusal> {
        self.scheme.check(declared)?;
        if !declared.has_constraints {
            return Ok(());
        }
        Err(Refusal::of(format!(
            "`{NAME}` is for systems without constraints, whose reactions are found to rounding in each step; list `{}` by itself, or \
             `Livens`, which sums with compensation where there are constraints",
            self.scheme.path()
        )))
    }

    fn of_massless(&self, name: &str) -> Result<(), Refusal> {
        self.scheme.of_massless(name)
    }

    fn follows_friction_without_mass(&self) -> bool {
        self.scheme.follows_friction_without_mass()
    }

    fn needs_masses(&self) -> bool {
        self.scheme.needs_masses()
    }

    fn form(&self) -> Form {
        self.scheme.form()
    }

    fn step(&self, context: &mut Context<'_>) -> Result<StepEquations, Refusal> {
        let step = self.scheme.step(context)?;
        if !step.increments.is_empty() {
            return Ok(step);
        }
        let known = context.known;
        let of_q = gained(context.graph, &step.end_coordinates, &known.coordinates);
        let of_p = gained(context.graph, &step.end_momenta, &known.momenta);
        // Fields of nodes are unknowns of a whole interval, of which no step begins with a sum.
        let (Some(of_q), Some(of_p), true) = (of_q, of_p, step.fields.is_empty()) else {
            return Err(Refusal::of(format!(
                "the momenta that `{0}` ends with are not those of the start and what they gain, so that there is no sum to \
                 compensate; list `{0}` by itself",
                self.scheme.path()
            )));
        };
        Ok(StepEquations {
            increments: [of_q, of_p].concat(),
            leaves_residual: true,
            ..step
        })
    }

    fn parameters(&self) -> &'static [&'static str] {
        self.scheme.parameters()
    }

    fn stages(&self) -> usize {
        self.scheme.stages()
    }

    fn formulas(&self, declared: &Declared) -> Vec<String> {
        let mut lines = self.scheme.formulas(declared);
        lines.push("q₁ = q₀ + w, p₁ = p₀ + j: sums with what earlier ones lost".to_owned());
        lines
    }

    fn keeps(&self, inheritance: Inheritance) -> Result<(), &'static str> {
        self.scheme.keeps(inheritance)
    }

    fn modified_energy(&self) -> Option<SecondOrderTerm> {
        self.scheme.modified_energy()
    }

    fn is_symmetric(&self) -> bool {
        self.scheme.is_symmetric()
    }

    fn has_alternating_modes(&self, inertia: &Inertia) -> bool {
        self.scheme.has_alternating_modes(inertia)
    }

    fn drawback(&self, inertia: &Inertia) -> Option<&'static str> {
        self.scheme.drawback(inertia)
    }

    fn element(&self) -> Option<Element> {
        None
    }
}

/// The ends without the starts. `None` if some are no sums of a start and something without it.
fn gained(graph: &mut Graph, ends: &[Expr], starts: &[Expr]) -> Option<Vec<Expr>> {
    let ways = ends.iter().zip(starts);
    let gained = ways.map(|(&end, &start)| graph.without_summand(end, start));
    let gained = gained.collect::<Option<Vec<Expr>>>()?;
    (!graph.any_depends_on(&gained, starts)).then_some(gained)
}
