//! `mass_matrix = [[..], ..]`: square, symmetric, and then T = ½ vᵀ M v.
//!
//! It refuses to know whether M is regular: that depends on the parameters, and singular ones have their use.

use extremal_symbolic::{Expr, Rational};
use quote::ToTokens;

use super::{Entry, force, kinetic};
use crate::declaration::{Declaration, Key, Line, Row, Section, Statement, Times};
use crate::diagnostics::{Diagnostics, Reported};
use crate::lower::{Content, Lowering, Shape, Value};

pub(crate) static KEY: Key = Key {
    name: "mass_matrix",
    other_words: &["M", "mass", "inertia"],
    times: Times::Once("drop one of the two"),
    statement: Some(Statement {
        section: Section::Lagrangian,
        lines: |_| {
            vec![
                Line::Equation("T", &["½", "q̇ᵀ", "M", "q̇"]),
                Line::Equals("M".to_owned()),
            ]
        },
    }),
    row: Row {
        entry: "mass_matrix = ..",
        shape: "n × n, symmetric; for n = 1 also a scalar",
        meaning: "M(q, t), in place of `kinetic`: T = ½ dt(q)ᵀ M dt(q)",
        otherwise: "as for `kinetic`",
    },
    ..Key::PLAIN
};

static CONTENT: Content = Content {
    what: "the mass matrix",
    refuses_velocities: Some(
        "a mass matrix depends on positions and time only; \
         with velocities in it, give all of L as `lagrangian = ..`",
    ),
    refuses_inputs: Some(force::ONLY_HERE),
    ..Content::OF_THE_MOTION
};

pub(super) const ENTRY: Entry = Entry {
    declared: is_alone,
    read: |reading, formula| {
        reading.parts.energies.kinetic = Some(half_square_of(&mut reading.lowering, &formula.expr));
    },
    ..Entry::of(&KEY)
};

/// Points at which entries are compared that do not look alike.
const SAMPLES: usize = 4;
/// Rounding of some hundred operations on numbers near 1.
const TOLERANCE: f64 = 1e-10;

/// T is declared once.
fn is_alone(declaration: &Declaration, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    match KEY.word(declaration) {
        Some(word) if kinetic::KEY.has_formulas(declaration) => {
            let message = "the kinetic energy is given as `kinetic` already; drop one of the two";
            Err(diagnostics.report(word, message))
        }
        _ => Ok(()),
    }
}

/// T, if the matrix can be one of masses.
fn half_square_of(lowering: &mut Lowering, expr: &syn::Expr) -> Result<Expr, Reported> {
    let value = lowering.formula(expr, &CONTENT)?;
    let size = lowering.symbols.velocities.len();
    let fits = value.shape == Shape::Matrix(size, size) || (size == 1 && value.shape == Shape::Scalar);
    if !fits && let Some((name, ty)) = lowering.opaque_field(expr) {
        let message = format!(
            "a macro cannot look into `{ty}`, the type of `{name}`: give the field a type of numbers, as `[[f64; {size}]; {size}]`"
        );
        return Err(lowering.diagnostics.report(expr, message));
    }
    if !fits {
        let coordinates = if size == 1 { "coordinate" } else { "coordinates" };
        let message = format!(
            "with {size} {coordinates} the mass matrix is {}, this is {}; {}",
            Shape::Matrix(size, size),
            value.shape,
            instead(expr, value.shape, size)
        );
        return Err(lowering.diagnostics.report(expr, message));
    }
    if let Some((row, column)) = asymmetry(lowering, &value, size) {
        let message = format!(
            "a mass matrix is symmetric, but entry ({row}, {column}) is not seen to be equal to ({column}, {row})"
        );
        return Err(match entry(expr, row, column) {
            Some(entry) => lowering.diagnostics.report(entry, message),
            None => lowering.diagnostics.report(expr, message),
        });
    }
    Ok(half_square(lowering, &value, size))
}

/// What to write where a value is not a mass matrix of this size.
fn instead(expr: &syn::Expr, shape: Shape, size: usize) -> String {
    /// Larger matrices, and longer formulas, are not written out in messages.
    const SHOWN: usize = 3;
    let text = expr.to_token_stream().to_string();
    let is_name = text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let diagonal: Option<Vec<String>> = match shape {
        Shape::Scalar if is_name => Some(vec![text; size]),
        Shape::Vector(length) if is_name && length == size => {
            Some((0..size).map(|i| format!("{text}[{i}]")).collect())
        }
        _ => None,
    };
    match diagonal.filter(|_| size <= SHOWN) {
        Some(masses) => {
            let row = |i: usize| {
                let entries: Vec<&str> = (0..size)
                    .map(|j| if i == j { &*masses[i] } else { "0" })
                    .collect();
                format!("[{}]", entries.join(", "))
            };
            let rows: Vec<String> = (0..size).map(row).collect();
            format!("with masses on the diagonal write `[{}]`", rows.join(", "))
        }
        None if size == 1 => "write one number".to_owned(),
        None => {
            "it has a row and a column for each number in `coordinates(..)`, as in `[[a, 0], [0, b]]` for two"
                .to_owned()
        }
    }
}

/// ½ Σᵢ Mᵢᵢ vᵢ² + Σᵢ Σⱼ﹥ᵢ Mᵢⱼ vᵢ vⱼ.
fn half_square(lowering: &mut Lowering, matrix: &Value, size: usize) -> Expr {
    let (graph, velocities) = (&mut lowering.graph, &lowering.symbols.velocities);
    let half = graph.constant(Rational::new(1, 2));
    let mut terms = Vec::new();
    for (i, &vi) in velocities.iter().enumerate() {
        let diagonal = matrix.entries[i * size + i];
        terms.push(graph.product(&[half, diagonal, vi, vi]));
        for (j, &vj) in velocities.iter().enumerate().skip(i + 1) {
            terms.push(graph.product(&[matrix.entries[i * size + j], vi, vj]));
        }
    }
    graph.sum(&terms)
}

/// A lower entry that is not equal to its mirror image.
fn asymmetry(lowering: &mut Lowering, matrix: &Value, size: usize) -> Option<(usize, usize)> {
    let mirrored = |&(row, column): &(usize, usize)| {
        (
            matrix.entries[row * size + column],
            matrix.entries[column * size + row],
        )
    };
    let lower = (0..size).flat_map(|row| (0..row).map(move |column| (row, column)));
    let mut unlike: Vec<(usize, usize)> = Vec::new();
    for place in lower {
        let (below, above) = mirrored(&place);
        if below != above && !lowering.graph.is_same(below, above) {
            unlike.push(place);
        }
    }
    let pairs: Vec<Expr> = unlike
        .iter()
        .map(mirrored)
        .flat_map(|(below, above)| [below, above])
        .collect();
    let mut compared = vec![0; unlike.len()];
    for sample in 0..SAMPLES {
        let values = lowering.graph.evaluate(&pairs, &point(lowering, sample));
        for ((pair, place), compared) in values.chunks(2).zip(&unlike).zip(&mut compared) {
            let (below, above) = (pair[0], pair[1]);
            if (below - above).abs() > TOLERANCE * below.abs().max(above.abs()).max(1.0) {
                return Some(*place);
            }
            *compared += usize::from((below - above).is_finite());
        }
    }
    // Where no sample has a value, nothing speaks for the two being equal.
    unlike
        .into_iter()
        .zip(compared)
        .find(|(_, compared)| *compared == 0)
        .map(|(place, _)| place)
}

/// Values without a pattern between 1/2 and 3/2: multiples of the golden ratio modulo one.
fn point(lowering: &Lowering, sample: usize) -> Vec<(Expr, f64)> {
    let symbols = lowering
        .symbols
        .coordinates
        .iter()
        .copied()
        .chain([lowering.symbols.time]);
    let all = symbols.chain(lowering.parameters.symbols());
    let mut state = 0.123 + 0.217 * [0.0, 1.0, 2.0, 3.0][sample % SAMPLES];
    let values = all.map(|symbol| {
        state = (state + 0.618_033_988_749_895_f64).fract();
        (symbol, 0.5 + state)
    });
    values.collect()
}

/// The user's tokens of one entry, where the matrix is written as one.
pub(super) fn entry(expr: &syn::Expr, row: usize, column: usize) -> Option<&syn::Expr> {
    element(element(expr, row)?, column)
}

fn element(expr: &syn::Expr, at: usize) -> Option<&syn::Expr> {
    match expr {
        syn::Expr::Array(array) => array.elems.iter().nth(at),
        syn::Expr::Group(group) => element(&group.expr, at),
        syn::Expr::Paren(paren) => element(&paren.expr, at),
        _ => None,
    }
}
