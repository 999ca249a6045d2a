//! The slip of each contact: as declared, or the velocity of a point along the contact.
//!
//! It refuses slips that are not affine in the velocities: percussions act along ∂slip/∂v, which has to be the same for all.

use extremal_symbolic::Expr;

use super::items::{self, Gap};
use super::{MOVED, tangent};
use crate::declaration::{Formula, Part};
use crate::diagnostics::Reported;
use crate::lower::{Content, Lowering, Shape, Value};

/// The slip of one contact.
#[derive(Clone, Debug, Default)]
pub(super) struct Slip {
    /// None, one or two.
    pub(super) components: Vec<Expr>,
    /// The velocity of the point along the normal, if there is one.
    pub(super) approach: Option<Expr>,
}

pub(super) static SLIP: Content = Content {
    what: "a slip",
    refuses_inputs: Some(MOVED),
    acceleration: "this contains a velocity, whose derivative is an acceleration; a slip is a velocity, as in `dt(x)`",
    ..Content::OF_THE_MOTION
};

static POINT: Content = Content {
    what: "a point",
    refuses_velocities: Some(
        "a point is a place, a function of coordinates and time; its velocity is derived",
    ),
    refuses_inputs: Some(MOVED),
    ..Content::OF_THE_MOTION
};

static NORMAL: Content = Content {
    what: "a normal",
    refuses_velocities: Some("a normal is a direction, a function of coordinates and time"),
    refuses_inputs: Some(MOVED),
    ..Content::OF_THE_MOTION
};

/// The slip, or the first part that gives one.
pub(super) fn declared(formula: &Formula) -> Option<&Part> {
    ["slip", "point", "normal"]
        .into_iter()
        .find_map(|name| formula.part(name))
}

/// The slips of the contacts, one list for each.
pub(super) fn of(
    lowering: &mut Lowering,
    formula: &Formula,
    gap: Result<&Gap, Reported>,
) -> Result<Vec<Slip>, Reported> {
    let [slip, point, normal] = ["slip", "point", "normal"].map(|name| formula.part(name));
    match (slip, point, normal) {
        (None, None, None) => Ok(vec![Slip::default(); gap?.shape().size()]),
        (Some(slip), None, None) => typed(lowering, slip, gap),
        (None, Some(point), Some(normal)) => of_point(lowering, [point, normal], gap),
        (Some(_), Some(part), _) | (Some(_), None, Some(part)) => {
            let message = format!(
                "the slip of `{}` is given already; drop it, or the `{}`",
                formula.name(),
                part.of.name
            );
            Err(lowering.diagnostics.report(&part.word, message))
        }
        (None, Some(part), None) | (None, None, Some(part)) => {
            let (other, meaning) = match part.of.name {
                "point" => ("normal", "the direction in which the gap grows"),
                _ => ("point", "the place of the touching point of the body"),
            };
            let message = format!(
                "a slip follows from a point and a normal; write `{other} = [..]` as well, {meaning}, or write `slip = ..`"
            );
            Err(lowering.diagnostics.report(&part.word, message))
        }
    }
}

fn typed(lowering: &mut Lowering, part: &Part, gap: Result<&Gap, Reported>) -> Result<Vec<Slip>, Reported> {
    let value = items::of_each(lowering, part, &SLIP, gap)?;
    for &entry in &value.entries {
        is_affine(lowering, part, entry)?;
    }
    let gap = gap?;
    let components = components(lowering, part, value.shape, gap.shape())?;
    let slips = value.entries.chunks(components);
    let slips = slips.map(|slip| Slip {
        components: slip.to_vec(),
        approach: None,
    });
    Ok(slips.collect())
}

/// The number of components of each slip: one or two.
fn components(lowering: &mut Lowering, part: &Part, slip: Shape, gap: Shape) -> Result<usize, Reported> {
    let (outer, slip_lengths) = (gap.lengths(), slip.lengths());
    let message = match slip_lengths.strip_prefix(&outer[..]) {
        Some([]) => return Ok(1),
        Some(&[components @ (1 | 2)]) => return Ok(components),
        Some([components]) => format!(
            "a slip has one component in the plane and two in space, those along the contact; this has {components}: \
             project the velocity, or give `point = [..]` and `normal = [..]`"
        ),
        _ => {
            let each = if outer.is_empty() {
                ""
            } else {
                " for each number of the gap"
            };
            format!("a slip has one or two components{each}; the gap is {gap}, and this is {slip}")
        }
    };
    Err(lowering.diagnostics.report(&part.expr, message))
}

/// A slip `W_T` v + `η_T` whose `W_T` and `η_T` depend on coordinates and time only.
pub(super) fn is_affine(lowering: &mut Lowering, part: &Part, slip: Expr) -> Result<(), Reported> {
    let velocities = lowering.symbols.velocities.clone();
    let graph = &mut lowering.graph;
    let slopes = graph.gradient(slip, &velocities);
    let zero = graph.zero();
    let is_affine = !graph.any_depends_on(&slopes, &velocities)
        || graph
            .degree_in(slip, &velocities)
            .is_some_and(|degree| degree <= 1);
    let message = if !is_affine {
        "this slip is not affine in the velocities, so that no percussion is along it; write the components of the velocity \
         along the contact, as in `dt(x) + r * dt(phi)`"
    } else if slopes.iter().all(|&slope| slope == zero) {
        "this slip does not depend on a velocity; write the velocity along the contact, as in `dt(x) + r * dt(phi)`"
    } else {
        return Ok(());
    };
    if let Some(reported) = lowering.lost.names {
        return Err(reported);
    }
    Err(lowering.diagnostics.report(&part.expr, message))
}

/// The velocity of a point along directions that are orthogonal to the normal.
fn of_point(
    lowering: &mut Lowering,
    [point, normal]: [&Part; 2],
    gap: Result<&Gap, Reported>,
) -> Result<Vec<Slip>, Reported> {
    let place = items::of_each(lowering, point, &POINT, gap);
    let direction = items::of_part(lowering, normal, &NORMAL, gap);
    let gap = gap?.shape();
    let (place, direction) = (place?, direction?.value);
    let outer = gap.lengths();
    let dimensions = match place.shape.lengths().strip_prefix(&outer[..]) {
        Some(&[dimensions @ (2 | 3)]) => dimensions,
        _ => {
            let each = if outer.is_empty() {
                ""
            } else {
                " for each number of the gap"
            };
            let shape = place.shape;
            let message = format!("a point has two coordinates, or three in space{each}; this is {shape}");
            return Err(lowering.diagnostics.report(&point.expr, message));
        }
    };
    let normals = normals(lowering, normal, direction, place.shape, dimensions)?;
    let rates = {
        let symbols = &lowering.symbols;
        let positions = symbols.coordinates.iter().copied();
        let rates = positions.zip(symbols.velocities.iter().copied());
        rates
            .chain([(symbols.time, lowering.graph.one())])
            .collect::<Vec<_>>()
    };
    let velocities = lowering.graph.time_derivatives(&place.entries, &rates);
    let mut slips = Vec::new();
    for (velocity, direction) in velocities.chunks(dimensions).zip(normals.chunks(dimensions)) {
        let Some(frame) = tangent::of(&mut lowering.graph, direction) else {
            let message = "this normal is zero; write the direction in which the gap grows, as in `[0, 1]`";
            return Err(lowering.diagnostics.report(&normal.expr, message));
        };
        let mut along = |direction: &Vec<Expr>| inner(lowering, direction, velocity);
        slips.push(Slip {
            components: frame.tangents.iter().map(&mut along).collect(),
            approach: Some(along(&frame.normal)),
        });
    }
    moves(lowering, point, &slips)?;
    Ok(slips)
}

/// A normal for each contact: one for all, or one for each.
fn normals(
    lowering: &mut Lowering,
    part: &Part,
    normal: Value,
    point: Shape,
    dimensions: usize,
) -> Result<Vec<Expr>, Reported> {
    if normal.shape == point {
        return Ok(normal.entries);
    }
    if normal.shape == Shape::Vector(dimensions) {
        return Ok(normal.entries.repeat(point.size() / dimensions));
    }
    let message = format!(
        "a normal has as many components as the point, which is {point}; this is {}",
        normal.shape
    );
    Err(lowering.diagnostics.report(&part.expr, message))
}

fn inner(lowering: &mut Lowering, a: &[Expr], b: &[Expr]) -> Expr {
    let graph = &mut lowering.graph;
    let terms: Vec<Expr> = a.iter().zip(b).map(|(&a, &b)| graph.mul(a, b)).collect();
    graph.sum(&terms)
}

/// A point that moves along the contact.
fn moves(lowering: &mut Lowering, point: &Part, slips: &[Slip]) -> Result<(), Reported> {
    let entries: Vec<Expr> = slips.iter().flat_map(|slip| slip.components.clone()).collect();
    let velocities = &lowering.symbols.velocities;
    if !lowering
        .graph
        .each_depends_on(&entries, velocities)
        .contains(&false)
    {
        return Ok(());
    }
    if let Some(reported) = lowering.lost.names {
        return Err(reported);
    }
    let message = "this point does not move along the contact, so that there is no slip; write the place of the touching point of \
                   the body, as a function of the coordinates";
    Err(lowering.diagnostics.report(&point.expr, message))
}
