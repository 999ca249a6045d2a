//! A kernel of one item: which of its results are not zero, where they go, and what is computed once for all items.

use extremal_symbolic::{Expr, Graph};

use crate::derive::family::split::list;
use crate::derive::kernel::{Argument, Kernel, Shape};

/// A local row and a local column.
pub(crate) type Entry = (usize, usize);

/// A kernel of one item. Its results are lists of numbers without the zeros: first those that go to vectors, then those that go to
/// matrices.
#[derive(Clone, Debug)]
pub(crate) struct Pass {
    pub(crate) kernel: Kernel,
    /// The numbers that the items share: the argument `k` of the kernel.
    pub(crate) constants: Option<Kernel>,
    /// For each vector the local places of its numbers.
    pub(crate) vectors: Vec<Vec<usize>>,
    /// For each matrix the local places of its entries.
    pub(crate) matrices: Vec<Vec<Entry>>,
}

/// The arguments of constants.
const SHARED: [&str; 7] = [
    "parameters",
    "interval",
    "time",
    "step_size",
    "u",
    "scheme",
    "totals",
];

impl Pass {
    /// `None` if all numbers are zero. `varying` are the symbols that differ from item to item, if there are several items.
    pub(super) fn of(
        graph: &mut Graph,
        name: &str,
        arguments: &[Argument],
        varying: Option<&[Expr]>,
        vectors: &[&[Expr]],
        matrices: &[&[Vec<Expr>]],
    ) -> Option<Self> {
        let zero = graph.zero();
        let mut values: Vec<Vec<Expr>> = Vec::new();
        let (mut of_vectors, mut of_matrices) = (Vec::new(), Vec::new());
        for vector in vectors {
            let kept: Vec<usize> = (0..vector.len()).filter(|&k| vector[k] != zero).collect();
            values.push(kept.iter().map(|&k| vector[k]).collect());
            of_vectors.push(kept);
        }
        for matrix in matrices {
            let places = (0..matrix.len()).flat_map(|i| (0..matrix[i].len()).map(move |j| (i, j)));
            let kept: Vec<Entry> = places.filter(|&(i, j)| matrix[i][j] != zero).collect();
            values.push(kept.iter().map(|&(i, j)| matrix[i][j]).collect());
            of_matrices.push(kept);
        }
        if values.iter().all(Vec::is_empty) {
            return None;
        }
        let (shared, values) = match varying {
            Some(varying) => hoisted(graph, varying, &values),
            None => (Vec::new(), values),
        };
        let (symbols, constants): (Vec<Expr>, Vec<Expr>) = shared.into_iter().unzip();
        let results: Vec<(Shape, &[Expr])> = values
            .iter()
            .map(|list_of| (list(list_of), &list_of[..]))
            .collect();
        let with_constants = [arguments, &[Argument::array("k", &symbols)]].concat();
        let shared = arguments
            .iter()
            .filter(|argument| SHARED.contains(&argument.name));
        let shared: Vec<Argument> = shared.cloned().collect();
        Some(Self {
            kernel: Kernel::of(graph, name, &with_constants, &results),
            constants: (!constants.is_empty()).then(|| {
                Kernel::of(
                    graph,
                    &format!("{name}_shared"),
                    &shared,
                    &[(list(&constants), &constants)],
                )
            }),
            vectors: of_vectors,
            matrices: of_matrices,
        })
    }

    /// A kernel without entries of matrices.
    pub(in crate::derive) fn of_vectors(
        graph: &mut Graph,
        name: &str,
        arguments: &[Argument],
        varying: Option<&[Expr]>,
        vectors: &[&[Expr]],
    ) -> Option<Self> {
        Self::of(graph, name, arguments, varying, vectors, &[])
    }

    /// The same pass, which only linearizations make.
    pub(super) fn optional(self) -> Self {
        Self {
            kernel: self.kernel.optional(),
            ..self
        }
    }

    pub(crate) fn kernels(&self) -> impl Iterator<Item = &Kernel> {
        self.constants.iter().chain([&self.kernel])
    }

    /// Operations of one item.
    pub(crate) fn operations(&self) -> usize {
        self.kernel.operations()
    }
}

/// The constants of all items as symbols with their values, and the lists in terms of them.
fn hoisted(graph: &mut Graph, varying: &[Expr], values: &[Vec<Expr>]) -> (Vec<(Expr, Expr)>, Vec<Vec<Expr>>) {
    let hoisted = graph.hoist(&values.concat(), varying, None, &|k| format!("k[{k}]"));
    let mut roots = hoisted.roots.into_iter();
    let values = values
        .iter()
        .map(|list| roots.by_ref().take(list.len()).collect());
    (hoisted.constants, values.collect())
}
