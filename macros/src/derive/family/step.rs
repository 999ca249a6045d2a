//! The kernels of a scheme for all summands of a system of any size.

use std::rc::Rc;

use extremal_symbolic::Expr;

use crate::derive::Dependence;
use crate::derive::family::equations::PartEquations;
use crate::derive::family::facts::Facts;
use crate::derive::family::nodes;
use crate::derive::family::offsets;
use crate::derive::family::own::Own;
use crate::derive::family::pass::Pass;
use crate::derive::family::split::{Items, Part};
use crate::derive::family::template::Template;
use crate::derive::impulses::is_linear;
use crate::derive::kernel::Kernel;
use crate::derive::modified_energy;
use crate::derive::relaxing;
use crate::derive::rounding;
use crate::derive::solve::scales;
use crate::model::{Families, Model};
use crate::schemes::path::Refusal;
use crate::schemes::{Inertia, PartOf, Scheme};

/// What a tangent depends on; each variant includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tangent {
    Constant,
    Start,
    Unknowns,
}

/// One scheme for all summands.
#[derive(Clone, Debug)]
pub(crate) struct FamilyStep {
    pub(crate) scheme: Rc<dyn Scheme>,
    pub(crate) own: Own,
    /// One for each template.
    pub(crate) contributions: Vec<Contribution>,
    /// Unknown impulses of each constraint.
    pub(crate) multipliers: usize,
    pub(crate) tangent: Tangent,
    /// Whether rows without unknowns are not zero.
    pub(crate) has_offsets: bool,
    /// Whether the tangent has entries beside the diagonal.
    pub(crate) is_coupled: bool,
    /// Whether items add to p₁ beside N.
    pub(crate) has_ends: bool,
    pub(crate) is_symmetric: bool,
    pub(crate) has_alternating_modes: bool,
    /// The first part of its steps, if these fall apart.
    pub(crate) opening: Option<Box<Self>>,
    /// What is wrong with its motions.
    drawback: Option<&'static str>,
}

/// What the items of one template add. Vectors and matrices have the numbers of the coordinates, `groups` of each, and then those of
/// the constraints; momenta have one for each coordinate.
#[derive(Clone, Debug)]
pub(crate) struct Contribution {
    /// N
    pub(crate) nodes: Option<Pass>,
    /// r(0) where the equations are linear. Otherwise r and the sizes of its terms, if no item of the system adds to p₁.
    pub(crate) rows: Option<Pass>,
    /// p₁ where the equations are linear. Otherwise r, the sizes of its terms, and p₁, if some item of the system adds to p₁.
    pub(crate) ends: Option<Pass>,
    /// r and ∂r/∂x; r(0) where the equations are linear.
    pub(crate) tangent: Option<Pass>,
    /// What rounding inside of the terms of r adds to their sizes.
    pub(crate) rounding: Option<Pass>,
    /// The derivatives of r + N and then p₁ + N by (q₀, p₀, v₀, u, θ), and of p₁ + N by x.
    pub(crate) variations: Option<Pass>,
    /// E − h² L₂
    pub(crate) modified_energy: Option<Pass>,
    /// Whether N is proportional to h.
    has_linear_nodes: bool,
    facts: Facts,
}

/// Which passes a step makes beside that of its tangent. One that it does not make has no kernels.
#[derive(Clone, Copy, Debug)]
enum Passes {
    /// r(0), and p₁ of the solution.
    Linear,
    /// r
    Rows,
    /// r with p₁
    Ends,
}

impl Passes {
    fn of(has_iterations: bool, has_ends: bool) -> Self {
        match has_iterations {
            false => Self::Linear,
            true if has_ends => Self::Ends,
            true => Self::Rows,
        }
    }
}

impl FamilyStep {
    pub(super) fn of(
        model: &mut Model,
        (parts, templates): (&mut [Part], &[Template]),
        whole: PartOf,
        of_items: &[Expr],
        (scheme, name): (&Rc<dyn Scheme>, &str),
    ) -> Result<Self, Refusal> {
        let massless = massless(model, templates);
        massless.map_or(Ok(()), |of| relaxing::of_items(model, &**scheme, &of))?;
        let own = Own::of(model, (scheme, name), whole)?;
        let mut equations = Vec::new();
        for (part, template) in parts.iter_mut().zip(templates) {
            let of_part = part.within(model, |model, _| {
                let forms = [&template.typed, &template.cheapest];
                let equations = PartEquations::of(model, forms, scheme, whole, own.groups)?;
                Ok(Examined::of(model, equations, &own))
            });
            equations.push(of_part?);
        }
        let any = |is: fn(Facts) -> bool| equations.iter().any(|of| is(of.facts));
        let has_ends = any(|facts| facts.has_ends);
        let passes = Passes::of(any(|facts| facts.tangent == Tangent::Unknowns), has_ends);
        let mut contributions = Vec::new();
        for (at, (part, equations)) in parts.iter_mut().zip(equations).enumerate() {
            let name = format!("{name}_template_{at}");
            contributions.push(part.within(model, |model, items| {
                let modified = modified_energy::pass(model, (items, of_items), &**scheme, &name);
                Contribution::of(model, items, equations, of_items, (&name, passes)).and(modified)
            }));
        }
        let inertia = inertia(model, templates, whole);
        let facts = || contributions.iter().map(|contribution| contribution.facts);
        let tangents = facts().map(|facts| facts.tangent);
        Ok(Self {
            multipliers: facts().map(|facts| facts.multipliers).max().unwrap_or_default(),
            tangent: tangents.max().unwrap_or(Tangent::Constant),
            has_offsets: facts().any(|facts| facts.has_offsets),
            is_coupled: own.groups > 1 || facts().any(|facts| facts.is_coupled),
            has_ends,
            is_symmetric: scheme.is_symmetric(),
            has_alternating_modes: scheme.has_alternating_modes(&inertia),
            drawback: scheme.drawback(&inertia),
            scheme: scheme.clone(),
            own,
            contributions,
            opening: None,
        })
    }

    /// The same as a part of a step, of which no derivatives by its start are asked.
    pub(super) fn into_part(mut self) -> Self {
        for contribution in &mut self.contributions {
            contribution.variations = None;
            contribution.modified_energy = None;
        }
        self
    }

    pub(super) fn drawback(&self) -> Option<&'static str> {
        self.drawback
    }

    pub(super) fn passes(&self) -> impl Iterator<Item = &Pass> {
        let opening = self.opening.iter().flat_map(|opening| &opening.contributions);
        self.contributions
            .iter()
            .chain(opening)
            .flat_map(Contribution::passes)
    }

    /// Whether there are impulses of nodes.
    pub(crate) fn has_nodes(&self) -> bool {
        self.contributions
            .iter()
            .any(|contribution| contribution.nodes.is_some())
    }

    /// Whether these are proportional to h.
    pub(crate) fn has_linear_nodes(&self) -> bool {
        self.contributions
            .iter()
            .all(|contribution| contribution.has_linear_nodes)
    }

    /// Whether rows of motion, not those of constraints alone, are not zero without unknowns; of linear equations.
    pub(crate) fn has_offsets_of_motion(&self, templates: &[Template]) -> bool {
        let contributions = templates.iter().zip(&self.contributions);
        contributions.into_iter().any(|(template, contribution)| {
            let of_motion = self.own.groups * template.items.coordinates.len();
            let rows = contribution.rows.iter().flat_map(|pass| pass.vectors.first());
            rows.flatten().any(|&place| place < of_motion)
        })
    }

    /// What its steps do with one coordinate.
    pub(super) fn own_kernels(&self) -> Vec<&Kernel> {
        let opening = self.opening.iter().flat_map(|opening| opening.own.kernels());
        self.own.kernels().into_iter().chain(opening).collect()
    }

    /// The operations of one item of each template: residual, tangent, ends, and a whole step with one iteration. A pass that
    /// computes the residual with the ends counts for both, and once in a step.
    pub(crate) fn operations(&self) -> [usize; 4] {
        let sum = |of: fn(&Contribution) -> &Option<Pass>| {
            let passes = self.contributions.iter().flat_map(of);
            passes.map(Pass::operations).sum::<usize>()
        };
        let [nodes, rows, tangent, ends] = [
            sum(|contribution| &contribution.nodes),
            sum(|contribution| &contribution.rows),
            sum(|contribution| &contribution.tangent),
            sum(|contribution| &contribution.ends),
        ];
        match self.tangent {
            Tangent::Constant => [rows, tangent, ends, nodes + rows + ends],
            Tangent::Start => [rows, tangent, ends, nodes + tangent + ends],
            // One of both is empty.
            Tangent::Unknowns => [rows + ends, tangent, rows + ends, nodes + tangent + rows + ends],
        }
    }
}

/// The equations of a summand, and what is known of them before those of all others are.
struct Examined {
    equations: PartEquations,
    nodes: Vec<Expr>,
    facts: Facts,
}

impl Examined {
    fn of(model: &mut Model, mut equations: PartEquations, own: &Own) -> Self {
        let Model { graph, inputs, .. } = model;
        // What p gains is summed as a whole where sums are compensated.
        let nodes = match own.is_compensated {
            true => vec![graph.zero(); equations.momenta.len()],
            false => nodes::take(graph, &mut equations, inputs),
        };
        let facts = Facts::of(graph, &equations, inputs);
        Self {
            equations,
            nodes,
            facts,
        }
    }
}

/// No rows.
const NONE: &[Expr] = &[];

impl Contribution {
    /// Of linear equations r(0) and p₁ are all that a step needs beside the tangent.
    fn of(
        model: &mut Model,
        items: &Items,
        Examined {
            equations,
            nodes,
            facts,
        }: Examined,
        of_items: &[Expr],
        (name, passes): (&str, Passes),
    ) -> Self {
        let Model {
            graph,
            inputs,
            parameters,
            is_wide,
            ..
        } = model;
        let known = &equations.known;
        let x = equations.all_unknowns();
        let arguments = equations.arguments(parameters, inputs);
        let state = [&known.coordinates[..], &known.velocities, &x, of_items].concat();
        let varying = items.marker.filter(|_| *is_wide).map(|_| &state[..]);
        let [rows, sizes, bounds] = match passes {
            Passes::Linear => [offsets::of(graph, &equations, inputs, varying), vec![], vec![]],
            Passes::Rows | Passes::Ends => {
                let (rows, sizes) = (equations.rows.clone(), scales(graph, &equations.summands));
                let bounds = rounding::of(graph, &rows, equations.multipliers.len(), &x);
                [rows, sizes, bounds.unwrap_or_default()]
            }
        };
        let (of_rows, of_ends) = match passes {
            Passes::Linear => ([&rows[..], NONE], [NONE, NONE, &equations.momenta]),
            Passes::Rows => ([&rows[..], &sizes], [NONE; 3]),
            Passes::Ends => ([NONE; 2], [&rows[..], &sizes, &equations.momenta]),
        };
        let (tangent, by_unknowns) = equations.by_unknowns.split_at(equations.rows.len());
        let has_linear_nodes = nodes.iter().all(|&node| is_linear(graph, node, known.step_size));
        let mut of = |what: &str, vectors: &[&[Expr]], matrices: &[&[Vec<Expr>]]| {
            let name = format!("{name}_{what}");
            Pass::of(graph, &name, &arguments, varying, vectors, matrices)
        };
        let variations = of("variations", &[], &[&equations.by_start, by_unknowns]);
        let tangent = of("tangent", &[&rows], &[tangent]);
        let rounding = of("rounding", &[&bounds], &[]).filter(|pass| {
            let mut tangent = tangent.iter();
            tangent.all(|tangent| rounding::calls_no_more(&pass.kernel, &tangent.kernel))
        });
        Self {
            nodes: of("nodes", &[&nodes], &[]),
            rows: of("rows", &of_rows, &[]),
            ends: of("ends", &of_ends, &[]),
            tangent,
            rounding,
            variations: variations.map(Pass::optional),
            modified_energy: None,
            has_linear_nodes,
            facts,
        }
    }

    fn and(self, modified_energy: Option<Pass>) -> Self {
        Self {
            modified_energy,
            ..self
        }
    }

    /// Operations of one item in the largest pass of a step without its tangent.
    pub(crate) fn least_operations(&self) -> usize {
        let passes = [&self.nodes, &self.rows, &self.ends].into_iter().flatten();
        passes.map(Pass::operations).max().unwrap_or_default()
    }

    /// Whether each entry of the tangent takes many operations.
    pub(crate) fn has_dear_tangent(&self) -> bool {
        const MANY: usize = 16;
        let is_dear = |pass: &Pass| {
            let entries: usize = pass.matrices.iter().map(Vec::len).sum();
            pass.operations() > MANY * entries
        };
        self.tangent.as_ref().is_some_and(is_dear)
    }

    fn passes(&self) -> impl Iterator<Item = &Pass> {
        let passes = [
            &self.nodes,
            &self.rows,
            &self.ends,
            &self.tangent,
            &self.rounding,
            &self.variations,
            &self.modified_energy,
        ];
        passes.into_iter().flatten()
    }
}

fn inertia(model: &Model, templates: &[Template], whole: PartOf) -> Inertia {
    let varies = |template: &Template| template.inertia >= Dependence::Configuration;
    Inertia {
        is_singular: massless(model, templates).is_some(),
        varies: templates.iter().any(varies),
        is_driven: templates.iter().any(|template| template.is_driven),
        has_constraints: whole.has_constraints || whole.has_rolling,
        has_rolling: whole.has_rolling,
    }
}

/// The first declared coordinate that has no mass.
fn massless(model: &Model, templates: &[Template]) -> Option<String> {
    let families = model.families.as_ref()?;
    let mut quantities = families.extents.iter().enumerate();
    let (_, extent) = quantities.find(|(quantity, _)| !has_mass(families, templates, *quantity))?;
    Some(extent.name.clone())
}

/// Whether some summand of the kinetic energy contains the velocities of a quantity.
pub(crate) fn has_mass(families: &Families, templates: &[Template], quantity: usize) -> bool {
    let masses = templates
        .iter()
        .filter_map(|template| Some((template, template.masses.as_ref()?)));
    masses.into_iter().any(|(template, pass)| {
        let mut entries = pass.matrices.iter().flatten();
        entries.any(|&(row, _)| families.places[template.items.coordinates[row]].quantity == quantity)
    })
}
