//! Values of formulas: scalars, vectors and matrices of expressions, and which operations fit which shapes.
//!
//! It refuses to know syntax: a misfit is described in words, and the caller underlines it.

use extremal_symbolic::{Expr, Graph};

pub(crate) use crate::model::{Misfit, Shape};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Value {
    pub(crate) shape: Shape,
    /// Matrices row by row.
    pub(crate) entries: Vec<Expr>,
}

impl Value {
    pub(crate) fn of(shape: Shape, entries: Vec<Expr>) -> Self {
        Self { shape, entries }
    }

    pub(crate) fn scalar(expr: Expr) -> Self {
        Self::of(Shape::Scalar, vec![expr])
    }

    pub(crate) fn vector(entries: Vec<Expr>) -> Self {
        Self::of(Shape::Vector(entries.len()), entries)
    }

    pub(crate) fn as_scalar(&self) -> Option<Expr> {
        match (self.shape, self.entries.as_slice()) {
            (Shape::Scalar, &[expr]) => Some(expr),
            _ => None,
        }
    }

    /// The same shape over other numbers.
    pub(crate) fn map(&self, f: impl FnMut(Expr) -> Expr) -> Self {
        Self::of(self.shape, self.entries.iter().copied().map(f).collect())
    }

    /// `[a, b]`: a vector of scalars, a matrix with the vectors as its rows, or an array of matrices.
    pub(crate) fn stacked(parts: &[Self]) -> Result<Self, (usize, Misfit)> {
        let Some(first) = parts.first() else {
            return Err((0, "an empty array has no shape".to_owned()));
        };
        let shape = first.shape.repeated(parts.len()).map_err(|misfit| (0, misfit))?;
        match parts.iter().position(|part| part.shape != first.shape) {
            Some(at) => Err((
                at,
                format!("this is {}, the first element {}", parts[at].shape, first.shape),
            )),
            None => Ok(Self::of(
                shape,
                parts.iter().flat_map(|part| part.entries.clone()).collect(),
            )),
        }
    }

    /// Equal shapes, number by number.
    pub(crate) fn sum(graph: &mut Graph, terms: &[Self]) -> Self {
        let Some(first) = terms.first() else {
            return Self::scalar(graph.zero());
        };
        let entry = |i: usize| -> Vec<Expr> { terms.iter().map(|term| term.entries[i]).collect() };
        let entries = (0..first.entries.len()).map(|i| graph.sum(&entry(i))).collect();
        Self::of(first.shape, entries)
    }

    pub(crate) fn neg(&self, graph: &mut Graph) -> Self {
        self.map(|x| graph.neg(x))
    }

    /// The product of linear algebra; a row times a vector is a scalar.
    pub(crate) fn product(graph: &mut Graph, a: &Self, b: &Self) -> Result<Self, Misfit> {
        match (a.shape, b.shape) {
            (Shape::Scalar, _) => Ok(b.map(|x| graph.mul(a.entries[0], x))),
            (_, Shape::Scalar) => Ok(a.map(|x| graph.mul(x, b.entries[0]))),
            (Shape::Matrix(1, k), Shape::Vector(n)) if k == n => {
                Ok(Self::scalar(inner(graph, &a.entries, &b.entries)))
            }
            (Shape::Matrix(_, k), Shape::Vector(n)) if k == n => Ok(Self::vector(
                a.entries
                    .chunks(k)
                    .map(|row| inner(graph, row, &b.entries))
                    .collect(),
            )),
            (Shape::Matrix(r, k), Shape::Matrix(n, c)) if k == n => {
                let columns: Vec<Vec<Expr>> = (0..c)
                    .map(|j| b.entries.iter().skip(j).step_by(c).copied().collect())
                    .collect();
                let rows = a.entries.chunks(k);
                let entries = rows.flat_map(|row| {
                    columns
                        .iter()
                        .map(|column| inner(graph, row, column))
                        .collect::<Vec<_>>()
                });
                Ok(Self::of(Shape::Matrix(r, c), entries.collect()))
            }
            (Shape::Vector(rows), Shape::Matrix(1, columns)) => {
                let outer = |&x: &Expr| -> Vec<Expr> { b.entries.iter().map(|&y| graph.mul(x, y)).collect() };
                let entries = a.entries.iter().flat_map(outer).collect();
                Ok(Self::of(Shape::Matrix(rows, columns), entries))
            }
            (Shape::Vector(_), Shape::Vector(_)) => {
                Err("two vectors have no product `*`; write `a.dot(b)` or `cross(a, b)`".to_owned())
            }
            (Shape::Vector(_), Shape::Matrix(..)) => Err(format!(
                "{} times {} is not defined; write `a.transpose() * m`",
                a.shape, b.shape
            )),
            _ => Err(format!("{} times {} is not defined", a.shape, b.shape)),
        }
    }

    /// The number of multiplications in `product`.
    pub(crate) fn cost_of_product(a: Shape, b: Shape) -> usize {
        match (a, b) {
            (Shape::Matrix(r, k), Shape::Matrix(_, c)) => r.saturating_mul(k).saturating_mul(c),
            (Shape::Vector(n), Shape::Matrix(1, c)) => n.saturating_mul(c),
            _ => a.size().max(b.size()),
        }
    }

    pub(crate) fn transpose(&self) -> Result<Self, Misfit> {
        match self.shape {
            Shape::Scalar => Err("a scalar has nothing to transpose".to_owned()),
            Shape::Vector(n) => Ok(Self::of(Shape::Matrix(1, n), self.entries.clone())),
            Shape::Array(_) => Err(format!(
                "a vector or a matrix has a transpose, this is {}",
                self.shape
            )),
            Shape::Matrix(r, c) => {
                let entries = (0..c)
                    .flat_map(|j| self.entries.iter().skip(j).step_by(c).copied())
                    .collect();
                Ok(Self {
                    shape: if r == 1 {
                        Shape::Vector(c)
                    } else {
                        Shape::Matrix(c, r)
                    },
                    entries,
                })
            }
        }
    }

    pub(crate) fn dot(graph: &mut Graph, a: &Self, b: &Self) -> Result<Expr, Misfit> {
        match (a.shape.vector_length(), b.shape.vector_length()) {
            (Some(n), Some(m)) if n == m => Ok(inner(graph, &a.entries, &b.entries)),
            _ => Err(format!(
                "`dot` takes two vectors of equal length, not {} and {}",
                a.shape, b.shape
            )),
        }
    }

    pub(crate) fn cross(graph: &mut Graph, a: &Self, b: &Self) -> Result<Self, Misfit> {
        let (&[ax, ay, az], &[bx, by, bz]) = (a.entries.as_slice(), b.entries.as_slice()) else {
            return Err(cross_misfit(a.shape, b.shape));
        };
        if (a.shape.vector_length(), b.shape.vector_length()) != (Some(3), Some(3)) {
            return Err(cross_misfit(a.shape, b.shape));
        }
        let mut minor = |p, q, r, s| {
            let (forth, back) = (graph.mul(p, q), graph.mul(r, s));
            graph.sub(forth, back)
        };
        Ok(Self::vector(vec![
            minor(ay, bz, az, by),
            minor(az, bx, ax, bz),
            minor(ax, by, ay, bx),
        ]))
    }
}

fn cross_misfit(a: Shape, b: Shape) -> Misfit {
    format!("`cross` takes two vectors of length 3, not {a} and {b}")
}

/// Σ aᵢ bᵢ.
fn inner(graph: &mut Graph, a: &[Expr], b: &[Expr]) -> Expr {
    let terms: Vec<Expr> = a.iter().zip(b).map(|(&a, &b)| graph.mul(a, b)).collect();
    graph.sum(&terms)
}
