//! A part of the items of each sum, which a loop visits.
//!
//! Knows no sums.

/// All items, or one of several parts of them: the outermost range of each sum is cut.
///
/// Part k of K parts of a range with N indices has the indices from ⌊N/K⌋ k + min(k, N mod K) on, up to those of the next part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    index: usize,
    /// Above `index`.
    count: usize,
}

impl Part {
    /// All items.
    pub const WHOLE: Self = Self { index: 0, count: 1 };

    /// A number of parts, which have each item once.
    pub fn all(count: usize) -> impl Iterator<Item = Self> {
        (0..count).map(move |index| Self { index, count })
    }

    /// Whether it has the items that stand alone, in no range.
    #[inline]
    #[must_use]
    pub fn is_first(self) -> bool {
        self.index == 0
    }

    /// The first index of a range that belongs to this part, and how many do.
    #[inline]
    #[must_use]
    pub fn items(self, first: usize, beyond: usize) -> (usize, usize) {
        let before = self.before(first, beyond);
        let next = Self {
            index: self.index.saturating_add(1),
            ..self
        };
        (
            first.wrapping_add(before),
            next.before(first, beyond).saturating_sub(before),
        )
    }

    /// How many indices of a range belong to earlier parts.
    #[inline]
    #[must_use]
    pub fn before(self, first: usize, beyond: usize) -> usize {
        let all = crate::items::rows::items(first, beyond);
        let (each, rest) = (
            all.checked_div(self.count).unwrap_or(all),
            all.checked_rem(self.count).unwrap_or(0),
        );
        each.wrapping_mul(self.index).wrapping_add(rest.min(self.index))
    }
}

#[cfg(test)]
mod tests {
    use super::Part;

    #[test]
    fn parts_have_each_index_once() {
        for (first, beyond) in [(0, 0), (0, 1), (3, 20), (5, 5), (7, 2), (0, 16), (1, 18)] {
            for count in 1..9 {
                let mut next = first;
                let mut sizes = (usize::MAX, 0);
                for part in Part::all(count) {
                    let (begin, items) = part.items(first, beyond);
                    assert_eq!((begin, part.before(first, beyond)), (next, next - first));
                    next = begin + items;
                    sizes = (items.min(sizes.0), items.max(sizes.1));
                }
                assert_eq!(next, beyond.max(first));
                assert!(sizes.1 <= sizes.0 + 1);
            }
        }
        assert_eq!(Part::WHOLE.items(2, 9), (2, 7));
    }
}
