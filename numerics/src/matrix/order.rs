//! The places of entries in the order in which they are added, so that the first assembly alone searches.

use alloc::vec::Vec;

/// Entry k of an assembly is expected where entry k of the assembly before was.
#[derive(Clone, Debug, Default)]
pub(in crate::matrix) struct Order {
    /// Places in their columns: four bytes per entry.
    places: Vec<u32>,
    next: usize,
}

impl Order {
    /// An assembly begins.
    pub(in crate::matrix) fn restart(&mut self) {
        self.next = 0;
    }

    /// The expected places of the next `count` entries.
    #[inline]
    pub(in crate::matrix) fn expected(&mut self, count: usize) -> &mut [u32] {
        let from = self.next;
        self.next += count;
        if self.places.len() < self.next {
            self.grow();
        }
        self.places.get_mut(from..self.next).unwrap_or_default()
    }

    #[cold]
    fn grow(&mut self) {
        self.places.resize(self.next, u32::MAX);
    }
}

/// The place of a row among the ascending `rows` of its column: the expected one if it has that row, otherwise what a search
/// finds, which is expected from then on.
#[inline]
pub(in crate::matrix) fn place_of(row: usize, rows: &[usize], expected: &mut u32) -> Option<usize> {
    let place = *expected as usize;
    if rows.get(place) == Some(&row) {
        Some(place)
    } else {
        search(row, rows, expected)
    }
}

#[cold]
#[inline(never)]
fn search(row: usize, rows: &[usize], expected: &mut u32) -> Option<usize> {
    let place = rows.binary_search(&row).ok()?;
    *expected = u32::try_from(place).unwrap_or(u32::MAX);
    Some(place)
}

#[cfg(test)]
mod tests {
    use super::{Order, place_of};

    /// Assembles entries of one column.
    fn assemble(order: &mut Order, rows: &[usize], entries: &[usize]) {
        order.restart();
        for pair in entries.chunks(2) {
            for (&row, expected) in pair.iter().zip(order.expected(pair.len())) {
                let right = rows.iter().position(|&found| found == row);
                assert_eq!(place_of(row, rows, expected), right, "{row}");
            }
        }
    }

    #[test]
    fn any_order_is_found() {
        let (mut order, rows) = (Order::default(), [2, 3, 5, 7]);
        for entries in [
            &[5, 2, 5, 7, 3][..],
            &[5, 2, 5, 7, 3],
            &[5, 3, 5, 7, 3],
            &[2, 5],
            &[4, 5, 2, 5, 7, 3, 9],
            &[5, 2, 5, 7, 3],
        ] {
            assemble(&mut order, &rows, entries);
        }
    }

    /// Rows in descending order, where a search fails.
    #[test]
    fn the_second_assembly_does_not_search() {
        let (mut order, entries) = (Order::default(), [7, 2, 7, 3]);
        assemble(&mut order, &[2, 3, 5, 7], &entries);
        order.places = order.places.iter().map(|place| 3 - place).collect();
        assemble(&mut order, &[7, 5, 3, 2], &entries);
        assert_eq!(place_of(7, &[7, 5, 3, 2], &mut 1), None);
    }
}
