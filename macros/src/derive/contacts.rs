//! The kernels of contacts: gaps, directions, laws, and how they vary.
//!
//! ```text
//! w_N = ∂g/∂q,  η_N = ∂g/∂t,   W_T = ∂γ_T/∂v,  η_T = γ_T at v = 0
//! ```
//!
//! It refuses to know percussions, except as arguments.

use extremal_symbolic::{Expr, Graph};

use crate::derive::continuous::state_arguments;
use crate::derive::kernel::{Argument, Kernel, Shape};
use crate::derive::solve::scales;
use crate::dynamics::symbols;
use crate::model::{Contact, Model, without};

/// Gaps with more terms than this are scaled by their coordinates alone.
const TERMS: usize = 64;

#[derive(Clone, Debug)]
pub(crate) struct ContactKernels {
    /// g
    pub(crate) gaps: Kernel,
    /// Σ |terms of g|, with ∂g/∂q q and ∂g/∂t t.
    pub(crate) scales: Kernel,
    /// W row by row, and η.
    pub(crate) directions: Kernel,
    /// μ, e and `e_T`, contact by contact.
    pub(crate) laws: Kernel,
    /// The derivatives of Wᵀ P, W v + η, the laws and the gaps by q, t and the sensitivities, row by row.
    pub(crate) variations: Kernel,
    pub(crate) sizes: Sizes,
}

/// The number of contacts, and those of the rows and columns of their matrices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    pub(crate) contacts: usize,
    /// Normal rows and slips.
    pub(crate) rows: usize,
    /// Multipliers of constraints, if a law depends on one.
    pub(crate) reactions: usize,
    /// The shape of the variations.
    pub(crate) variations: [usize; 2],
}

impl ContactKernels {
    /// `None` if there are no contacts.
    pub(super) fn of(model: &mut Model) -> Option<Self> {
        if model.contacts.is_empty() {
            return None;
        }
        let contacts = model.contacts.clone();
        let (n, m) = (model.coordinates.len(), contacts.len());
        let rows: Vec<Row> = contacts.iter().flat_map(|contact| rows(model, contact)).collect();
        let gaps: Vec<Expr> = contacts.iter().map(|contact| contact.gap).collect();
        let laws: Vec<Expr> = contacts
            .iter()
            .flat_map(|contact| contact.law.numbers())
            .collect();
        let scales = gap_scales(model, &gaps);
        let directions: Vec<Expr> = rows.iter().flat_map(|row| row.direction.clone()).collect();
        let rates: Vec<Expr> = rows.iter().map(|row| row.rate).collect();
        let percussions = symbols(&mut model.graph, "percussion", rows.len());
        let fixed = [&laws[..], &gaps].concat();
        let (variations, shape) = variations(model, &rows, &fixed, &percussions);
        let mut arguments = state_arguments(model);
        arguments.push(Argument::array("percussions", &percussions));
        arguments.push(Argument::array("reactions", &model.reactions));
        let graph = &mut model.graph;
        let mut of = |name: &str, results: &[(Shape, &[Expr])]| Kernel::of(graph, name, &arguments, results);
        Some(Self {
            gaps: of("gaps", &[(Shape::Array(m), &gaps)]),
            scales: of("gap_scales", &[(Shape::Array(m), &scales)]),
            directions: of(
                "directions",
                &[
                    (Shape::Matrix(rows.len(), n), &directions),
                    (Shape::Array(rows.len()), &rates),
                ],
            ),
            laws: of("laws", &[(Shape::Matrix(m, 3), &laws)]),
            variations: of(
                "contact_variations",
                &[(Shape::Matrix(shape[0], shape[1]), &variations)],
            ),
            sizes: Sizes {
                contacts: m,
                rows: rows.len(),
                reactions: model.reactions.len(),
                variations: shape,
            },
        })
    }

    /// In the order of the fields.
    pub(crate) fn kernels(&self) -> [&Kernel; 5] {
        [
            &self.gaps,
            &self.scales,
            &self.directions,
            &self.laws,
            &self.variations,
        ]
    }
}

/// A contact velocity: direction · v + rate.
pub(super) struct Row {
    pub(super) direction: Vec<Expr>,
    pub(super) rate: Expr,
}

/// The normal row of a contact, and its slips.
pub(super) fn rows(model: &mut Model, contact: &Contact) -> Vec<Row> {
    let (graph, coordinates, velocities) = (&mut model.graph, &model.coordinates, &model.velocities);
    let normal = Row {
        direction: graph.gradient(contact.gap, coordinates),
        rate: graph.gradient(contact.gap, &[model.time])[0],
    };
    let mut rows = vec![normal];
    for &slip in &contact.slip {
        // The slip is affine, so that its slopes at rest are those everywhere.
        let slopes = graph.gradient(slip, velocities);
        rows.push(Row {
            direction: without(graph, &slopes, velocities),
            rate: without(graph, &[slip], velocities)[0],
        });
    }
    rows
}

pub(super) fn gap_scales(model: &mut Model, gaps: &[Expr]) -> Vec<Expr> {
    let positions = [&model.coordinates[..], &[model.time]].concat();
    let graph = &mut model.graph;
    let summands: Vec<Vec<Expr>> = gaps
        .iter()
        .map(|&gap| {
            let mut summands = graph.expanded_terms(gap, TERMS).unwrap_or_default();
            let slopes = graph.gradient(gap, &positions);
            let slopes = slopes.into_iter().zip(&positions);
            summands.extend(slopes.map(|(slope, &position)| graph.mul(slope, position)));
            summands
        })
        .collect();
    scales(graph, &summands)
}

/// The derivatives of Wᵀ P, of W v + η and of what is `fixed` by q, t and parameters, with those of the last by v and by
/// reactions where some are not zero; and the number of their rows and columns.
fn variations(
    model: &mut Model,
    rows: &[Row],
    fixed: &[Expr],
    percussions: &[Expr],
) -> (Vec<Expr>, [usize; 2]) {
    let by = [&model.coordinates[..], &[model.time], &model.sensitivities].concat();
    let values = [
        &impulses(model, rows, percussions)[..],
        &rates(model, rows),
        fixed,
    ]
    .concat();
    let mut matrix = model.graph.jacobian(&values, &by);
    let velocities = model.velocities.clone();
    let speeds = if depend_on_velocities(model, fixed) {
        &velocities[..]
    } else {
        &[]
    };
    let of_laws = [speeds, &model.reactions].concat();
    let zero = model.graph.zero();
    let slopes = model.graph.jacobian(fixed, &of_laws);
    let first = values.len() - fixed.len();
    for row in &mut matrix[..first] {
        row.extend(of_laws.iter().map(|_| zero));
    }
    for (row, slopes) in matrix[first..].iter_mut().zip(slopes) {
        row.extend(slopes);
    }
    let width = matrix.first().map_or(0, Vec::len);
    (matrix.concat(), [values.len(), width])
}

/// Whether laws are those of a velocity.
pub(super) fn depend_on_velocities(model: &Model, laws: &[Expr]) -> bool {
    model.graph.any_depends_on(laws, &model.velocities)
}

/// Wᵀ P
pub(super) fn impulses(model: &mut Model, rows: &[Row], percussions: &[Expr]) -> Vec<Expr> {
    let (graph, coordinates) = (&mut model.graph, 0..model.coordinates.len());
    let impulses = coordinates.map(|j| {
        let column: Vec<Expr> = rows.iter().map(|row| row.direction[j]).collect();
        inner(graph, &column, percussions)
    });
    impulses.collect()
}

/// W v + η
pub(super) fn rates(model: &mut Model, rows: &[Row]) -> Vec<Expr> {
    let (graph, velocities) = (&mut model.graph, &model.velocities);
    let rates = rows.iter().map(|row| {
        let moved = inner(graph, &row.direction, velocities);
        graph.add(moved, row.rate)
    });
    rates.collect()
}

fn inner(graph: &mut Graph, a: &[Expr], b: &[Expr]) -> Expr {
    let terms: Vec<Expr> = a.iter().zip(b).map(|(&a, &b)| graph.mul(a, b)).collect();
    graph.sum(&terms)
}
