//! The kernels of one item of a contact: gap, directions, laws, and the points that tell which items can touch.

use extremal_symbolic::Expr;

use crate::derive::contacts::{Row, depend_on_velocities, gap_scales, impulses, rates, rows};
use crate::derive::continuous::state_arguments;
use crate::derive::family::pass::Pass;
use crate::derive::family::split::{self, Items};
use crate::derive::kernel::Argument;
use crate::dynamics::symbols;
use crate::model::{Model, Near};

/// The rows of an item in the runtime: the normal one, and two of slips.
const ROWS: usize = 3;

/// A contact: its items, and what each of them has. What is zero has no pass.
#[derive(Clone, Debug)]
pub(crate) struct ContactTemplate {
    pub(crate) items: Items,
    /// g, its scale, and dg/dt.
    pub(crate) gap: Option<Pass>,
    /// η, one number for each row, and W.
    pub(crate) directions: Option<Pass>,
    /// μ, e and `e_T`.
    pub(crate) law: Option<Pass>,
    /// By q and sensitivities, and of the laws by v: the derivatives of Wᵀ P; and of W v + η, in three rows, and then of μ, e and `e_T`.
    pub(crate) variations: Option<Pass>,
    /// The columns of the variations for each coordinate: q, or q, p and v where a law depends on v.
    pub(crate) varied_of_each: usize,
    /// Components of the slip.
    pub(crate) slips: usize,
    pub(crate) has_gap: bool,
    pub(crate) points: Option<Points>,
}

/// Points, each with its reach.
#[derive(Clone, Debug)]
pub(crate) struct Points {
    pub(crate) items: Items,
    /// Its coordinates.
    pub(crate) place: Option<Pass>,
    pub(crate) reach: Option<Pass>,
    /// The coordinate that is each of its components, up to what does not change; none unless a gap depends on the coordinates
    /// of its two points alone.
    pub(crate) moved_by: Option<Vec<usize>>,
}

impl Points {
    pub(crate) fn passes(&self) -> impl Iterator<Item = &Pass> {
        [&self.place, &self.reach].into_iter().flatten()
    }
}

impl ContactTemplate {
    /// One for each contact of a model.
    pub(super) fn all(model: &mut Model) -> Vec<Self> {
        let near = model.families.clone().unwrap_or_default().contacts;
        let parts = split::contacts(model).into_iter().zip(near).enumerate();
        let all = parts.map(|(at, (mut part, of))| {
            let points = of.near.map(|near| Points::of(model, &near, at));
            part.within(model, |model, items| Self::of(model, items, points, at))
        });
        all.collect()
    }

    fn of(model: &mut Model, items: &Items, points: Option<Points>, at: usize) -> Self {
        let contacts = model.contacts.clone();
        let slips = contacts.first().map_or(0, |contact| contact.slip.len());
        let rows: Vec<_> = contacts.iter().flat_map(|contact| rows(model, contact)).collect();
        let gaps: Vec<Expr> = contacts.iter().map(|contact| contact.gap).collect();
        let points = points.map(|points| points.of_gap(model, &gaps));
        let laws: Vec<Expr> = contacts
            .iter()
            .flat_map(|contact| contact.law.numbers())
            .collect();
        let scales = gap_scales(model, &gaps);
        let arguments = state_arguments(model);
        let has_speeds = depend_on_velocities(model, &laws);
        let variations = variations(model, &rows, (&laws, has_speeds), at);
        let mut gap = [gaps, scales].concat();
        gap.extend(rates(model, &rows).first());
        let graph = &mut model.graph;
        let directions: Vec<Vec<Expr>> = rows.iter().map(|row| row.direction.clone()).collect();
        let fixed: Vec<Expr> = rows.iter().map(|row| row.rate).collect();
        let mut of = |what: &str, vector: &[Expr], matrices: &[&[Vec<Expr>]]| {
            let name = format!("contact_{at}_{what}");
            Pass::of(graph, &name, &arguments, None, &[vector], matrices)
        };
        Self {
            gap: of("gap", &gap, &[]),
            directions: of("directions", &fixed, &[&directions]),
            law: of("law", &laws, &[]),
            variations,
            varied_of_each: if has_speeds { 3 } else { 1 },
            items: items.clone(),
            slips,
            has_gap: contacts.iter().all(|contact| contact.has_gap),
            points,
        }
    }

    pub(crate) fn passes(&self) -> impl Iterator<Item = &Pass> {
        let points = self.points.iter().flat_map(Points::passes);
        [&self.gap, &self.directions, &self.law, &self.variations]
            .into_iter()
            .flatten()
            .chain(points)
    }
}

fn variations(
    model: &mut Model,
    of_rows: &[Row],
    (laws, has_speeds): (&[Expr], bool),
    at: usize,
) -> Option<Pass> {
    let percussions = symbols(&mut model.graph, "percussion", ROWS);
    let mut fixed = rates(model, of_rows);
    fixed.resize(ROWS, model.graph.zero());
    fixed.extend(laws);
    let impulses = impulses(model, of_rows, &percussions);
    let by = [&model.coordinates[..], &model.sensitivities].concat();
    let mut matrices = [impulses, fixed].map(|values| model.graph.jacobian(&values, &by));
    if has_speeds {
        let n = model.coordinates.len();
        let speeds = model.graph.jacobian(laws, &model.velocities);
        let none = vec![model.graph.zero(); 2 * n];
        for row in matrices.iter_mut().flatten() {
            row.splice(n..n, none.iter().copied());
        }
        for (row, speeds) in matrices[1].iter_mut().skip(ROWS).zip(speeds) {
            row.splice(2 * n..3 * n, speeds);
        }
    }
    let mut arguments = state_arguments(model);
    arguments.push(Argument::array("percussions", &percussions));
    let name = format!("contact_{at}_variations");
    let [impulses, fixed] = &matrices;
    let pass = Pass::of(&mut model.graph, &name, &arguments, None, &[], &[impulses, fixed]);
    pass.map(Pass::optional)
}

impl Points {
    fn of(model: &mut Model, near: &Near, at: usize) -> Self {
        let (coordinates, local) = split::of_formulas(model, &near.point);
        let arguments = state_arguments(&local);
        let mut of = |what: &str, numbers: &[Expr]| {
            let name = format!("contact_{at}_{what}");
            Pass::of_vectors(&mut model.graph, &name, &arguments, None, &[numbers])
        };
        Self {
            place: of("place", &near.point),
            reach: of("reach", &[near.reach]),
            moved_by: moved_by(model, &near.point, &coordinates),
            items: Items {
                marker: Some(near.marker),
                coordinates,
                constraints: Vec::new(),
                inputs: Vec::new(),
                sensitivities: Vec::new(),
            },
        }
    }
    /// Those of a gap. Other coordinates than those of two points may decide where bodies touch.
    fn of_gap(mut self, model: &Model, gaps: &[Expr]) -> Self {
        let depends = |&&q: &&Expr| model.graph.any_depends_on(gaps, &[q]);
        let count = model.coordinates.iter().filter(depends).count();
        self.moved_by = self.moved_by.filter(|axes| count == 2 * axes.len());
        self
    }
}

/// The coordinate of each component of a point, if its derivative by it is 1 and by all others 0.
fn moved_by(model: &mut Model, point: &[Expr], coordinates: &[usize]) -> Option<Vec<usize>> {
    let by: Vec<Expr> = coordinates.iter().map(|&k| model.coordinates[k]).collect();
    let graph = &mut model.graph;
    let (rows, zero, one) = (graph.jacobian(point, &by), graph.zero(), graph.one());
    let axes = rows.iter().map(|row| {
        let mut others = row.iter().enumerate().filter(|(_, slope)| **slope != zero);
        let axis = others.next().filter(|(_, slope)| **slope == one);
        axis.filter(|_| others.next().is_none())
            .map(|(at, _)| coordinates[at])
    });
    let axes: Option<Vec<usize>> = axes.collect();
    axes.filter(|axes| axes.len() == coordinates.len())
}
