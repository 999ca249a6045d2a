//! Labels next to curves, each placed where it covers the least.
//!
//! Knows pixels, but not the meaning of the labels.

/// A label next to one of several points. On a logarithmic axis points are logarithms, as in a series.
#[derive(Debug)]
pub(super) struct Note {
    pub(super) text: String,
    /// The candidate points, the best one first.
    pub(super) places: Vec<(f64, f64)>,
}

/// A rectangle: its upper left corner, and its size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Box {
    pub(super) corner: (i32, i32),
    pub(super) size: (i32, i32),
}

impl Box {
    fn holds(&self, (x, y): (i32, i32)) -> bool {
        let (left, top) = self.corner;
        (left..left + self.size.0).contains(&x) && (top..top + self.size.1).contains(&y)
    }

    /// The rectangle with a margin of its height on each side.
    fn with_air(&self) -> Self {
        let air = self.size.1;
        Self {
            corner: (self.corner.0 - air, self.corner.1 - air),
            size: (self.size.0 + 2 * air, self.size.1 + 2 * air),
        }
    }

    fn meets(&self, other: &Self) -> bool {
        let apart = |a: i32, length: i32, b: i32, other: i32| a + length <= b || b + other <= a;
        !apart(self.corner.0, self.size.0, other.corner.0, other.size.0)
            && !apart(self.corner.1, self.size.1, other.corner.1, other.size.1)
    }
}

/// The curves and labels that are already drawn, and the rectangle around them.
pub(super) struct Canvas {
    pub(super) whole: Box,
    /// Closely spaced points along the curves.
    pub(super) inked: Vec<(i32, i32)>,
    pub(super) boxes: Vec<Box>,
}

impl Canvas {
    /// Takes the first of the boxes that cover the least, and marks it as taken.
    pub(super) fn place(&mut self, candidates: impl Iterator<Item = Box>) -> Option<Box> {
        let best = candidates.min_by_key(|candidate| self.covered(candidate))?;
        self.boxes.push(best);
        Some(best)
    }

    /// Covering another label costs more than covering any curve, and crossing the edge costs most.
    fn covered(&self, candidate: &Box) -> usize {
        let (words, edge) = (1_000_000, 10_000_000);
        let (left, top) = candidate.corner;
        let (right, bottom) = (left + candidate.size.0, top + candidate.size.1);
        let inside = self.whole.holds((left, top)) && self.whole.holds((right, bottom));
        // Two labels side by side would be read as one line.
        let near = self.boxes.iter().map(Box::with_air);
        let others = near.filter(|other| candidate.meets(other)).count();
        let points = self.inked.iter().filter(|point| candidate.holds(**point)).count();
        points + words * others + if inside { 0 } else { edge }
    }
}

#[cfg(test)]
mod tests {
    use super::{Box, Canvas};

    fn at(x: i32, y: i32) -> Box {
        let (corner, size) = ((x, y), (10, 5));
        Box { corner, size }
    }

    #[test]
    fn words_avoid_curves_each_other_and_the_edge() {
        let size = (100, 100);
        let mut canvas = Canvas {
            whole: Box { corner: (0, 0), size },
            inked: vec![(22, 21)],
            boxes: vec![at(50, 50)],
        };
        let candidates = [at(20, 20), at(45, 52), at(95, 0), at(70, 70), at(80, 80)];
        let placed = canvas.place(candidates.into_iter());
        assert_eq!(placed.map(|placed| placed.corner), Some((70, 70)));
        assert_eq!(canvas.boxes.len(), 2);
    }

    #[test]
    fn equal_places_leave_the_first() {
        let mut canvas = Canvas {
            whole: Box {
                corner: (0, 0),
                size: (100, 100),
            },
            inked: Vec::new(),
            boxes: Vec::new(),
        };
        let placed = canvas.place([at(1, 1), at(2, 2)].into_iter());
        assert_eq!(placed.map(|placed| placed.corner), Some((1, 1)));
    }
}
