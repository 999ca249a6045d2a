//! The derivative of a step as sparse equations: the entries of items, of coordinates alone, and of closed contacts.

use super::{ListOf, Stage};
use crate::drive::assembled::compressed::{CompressedColumns, LinearStep};
use crate::drive::assembled::own::OWN;
use crate::family::Heap;
use extremal_numerics::Scalar;
use extremal_numerics::matrix::Matrix;

impl<T: Scalar> Stage<T, Heap> {
    /// The equations of one step.
    pub(super) fn equations(&self) -> LinearStep<T> {
        let (n, size, rows) = (self.coordinates, self.tangent.size(), self.rows());
        let [mut of_rows, mut of_ends, mut of_unknowns] = [(); 3].map(|()| ListOf::new());
        // Columns of items are counted in (q, p, v, u, θ), whether v is carried or not.
        let column = |k: usize| {
            if k < rows {
                Some(k)
            } else {
                Some(rows + k.checked_sub(3 * n)?)
            }
        };
        for &(row, of, value) in &self.by_start {
            match (column(of), row.checked_sub(size)) {
                (Some(column), None) => of_rows.push((row, column, value)),
                (Some(column), Some(end)) => of_ends.push((n + end, column, value)),
                (None, _) => {}
            }
        }
        of_unknowns.extend(
            self.by_unknowns
                .iter()
                .map(|&(row, of, value)| (n + row, of, value)),
        );
        let own_rows = entries(self.own_rows.as_slice(), self.parts);
        let own_ends = entries(self.own_ends.as_slice(), self.parts);
        for k in 0..n {
            of_rows.extend(
                own_rows
                    .iter()
                    .map(|&(group, part, x)| (self.groups * k + group, part * n + k, x)),
            );
            for &(at, part, x) in &own_ends {
                match at.checked_sub(3) {
                    Some(group) => of_unknowns.push((part * n + k, self.groups * k + group, x)),
                    None => of_ends.push((part * n + k, at * n + k, x)),
                }
            }
        }
        let columns = self.columns();
        let mut of_tangent = self.of_tangent.clone();
        let size = self.branch.as_ref().map_or(size, |branch| {
            let lists = [&mut of_tangent, &mut of_rows, &mut of_ends, &mut of_unknowns];
            branch.extend((n, columns), size, lists)
        });
        LinearStep {
            by_unknowns: CompressedColumns::of((size, size), of_tangent),
            by_start: CompressedColumns::of((size, columns), of_rows),
            end_by_start: CompressedColumns::of((rows, columns), of_ends),
            end_by_unknowns: CompressedColumns::of((rows, size), of_unknowns),
        }
    }
}

/// The entries of a list that are not zero, with their numbers in it and in their triple.
fn entries<T: Scalar>(list: &[T], parts: usize) -> ListOf<T> {
    let all = list.as_chunks::<OWN>().0.iter().enumerate().flat_map(|(at, of)| {
        let parts = of.iter().enumerate().take(parts);
        parts.map(move |(part, &value)| (at, part, value))
    });
    // Those by a velocity that is not carried are zero as well.
    all.filter(|(_, _, value)| value.magnitude() != T::Size::from_f64(0.0))
        .collect()
}
