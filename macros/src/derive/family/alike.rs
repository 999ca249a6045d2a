//! Motions of all coordinates alike, which may be symmetries of a summand: all items move along an axis, or turn.

use extremal_symbolic::{Expr, Graph};

use crate::model::{Families, Inheritance, Symmetry};

/// The generators of these motions for the local `coordinates` of a summand: those of each declared coordinate alone, and those of all
/// whose items have as many numbers.
pub(super) fn motions(
    graph: &mut Graph,
    families: &Families,
    coordinates: &[usize],
    symbols: &[Expr],
) -> Vec<Symmetry> {
    let of_quantities = |quantities: &[usize]| -> Vec<usize> {
        let places = coordinates.iter().map(|&k| &families.places[k]);
        let matching = places
            .enumerate()
            .filter(|(_, place)| quantities.contains(&place.quantity));
        matching.map(|(local, _)| local).collect()
    };
    let quantities: Vec<usize> = (0..families.extents.len())
        .filter(|&of| !of_quantities(&[of]).is_empty())
        .collect();
    let inner = |quantity: usize| families.extents[quantity].inner;
    let mut bodies: Vec<Vec<usize>> = quantities.iter().map(|&of| vec![of]).collect();
    for &first in &quantities {
        let alike: Vec<usize> = quantities
            .iter()
            .copied()
            .filter(|&of| inner(of) == inner(first))
            .collect();
        if alike.len() > 1 && alike[0] == first {
            bodies.push(alike);
        }
    }
    let mut motions = Vec::new();
    for body in bodies {
        let (local, size) = (of_quantities(&body), inner(body[0]));
        let moved = Moved {
            families,
            coordinates,
            symbols,
            local: &local,
        };
        motions.extend((0..size).map(|axis| moved.along(graph, axis)));
        if (2..=3).contains(&size) {
            let planes = (0..size).flat_map(|y| (0..y).map(move |x| (x, y)));
            motions.extend(planes.filter_map(|plane| moved.about(graph, plane)));
        }
    }
    motions
}

/// Local coordinates that move together.
struct Moved<'a> {
    families: &'a Families,
    coordinates: &'a [usize],
    symbols: &'a [Expr],
    local: &'a [usize],
}

impl Moved<'_> {
    fn component(&self, local: usize) -> usize {
        self.families.places[self.coordinates[local]].component
    }

    fn along(&self, graph: &Graph, axis: usize) -> Symmetry {
        let rate = |local: usize| {
            if self.local.contains(&local) && self.component(local) == axis {
                graph.one()
            } else {
                graph.zero()
            }
        };
        symmetry((0..self.coordinates.len()).map(rate).collect())
    }

    /// ẋ = −y, ẏ = x; `None` if a summand has only one of the two numbers of an item.
    fn about(&self, graph: &mut Graph, (x, y): (usize, usize)) -> Option<Symmetry> {
        let mut generator = vec![graph.zero(); self.coordinates.len()];
        for &local in self.local {
            let component = self.component(local);
            if component != x && component != y {
                continue;
            }
            let place = &self.families.places[self.coordinates[local]];
            let partner = self.local.iter().find(|&&other| {
                let of = &self.families.places[self.coordinates[other]];
                (of.quantity, &of.item) == (place.quantity, &place.item) && of.component == x + y - component
            });
            let partner = self.symbols[self.coordinates[*partner?]];
            generator[local] = if component == x {
                graph.neg(partner)
            } else {
                partner
            };
        }
        Some(symmetry(generator))
    }
}

fn symmetry(generator: Vec<Expr>) -> Symmetry {
    Symmetry {
        generator,
        sum: None,
        is_proven: false,
        inheritance: Inheritance::Always,
    }
}
