//! Outputs: what the items of each sum add to them, and to the sums of which they are functions; momentum maps are such sums.
//! And the derivatives of outputs.

use extremal_symbolic::Expr;

use crate::derive::family::pass::Pass;
use crate::derive::family::split::{Items, inputs_of, of_marker, share};
use crate::derive::kernel::Argument;
use crate::dynamics;
use crate::model::{Families, Model, Total, totals_in};

/// The passes of all outputs.
#[derive(Debug, Default)]
pub(crate) struct Outputs {
    /// How many sums there are of which outputs are functions.
    pub(crate) totals: usize,
    /// The passes of these sums: those of a level read the sums of the levels before it. Each has a number for each sum.
    pub(crate) levels: Vec<Vec<(Items, Pass)>>,
    /// The passes of outputs: each has one number for each of its components.
    pub(crate) passes: Vec<(Items, Pass)>,
    /// The passes of momentum maps, in which p takes the place of v: each has a number for each symmetry.
    pub(crate) momentum_maps: Vec<(Items, Pass)>,
}

/// What passes have.
#[derive(Clone, Copy, PartialEq)]
enum Have {
    /// One vector.
    Values,
    /// The derivatives of each value by q, p, v and u of its items, and by the sums.
    Slopes,
}

/// What all passes share.
struct Passes<'a> {
    model: &'a mut Model,
    have: Have,
    families: &'a Families,
    /// The parameters that differ from item to item.
    of_items: &'a [Expr],
    totals: &'a [Expr],
}

impl Outputs {
    /// The values.
    pub(super) fn of(model: &mut Model, of_items: &[Expr]) -> Self {
        Self::that_have(Have::Values, model, of_items)
    }

    /// Their derivatives; none if an output contains a multiplier, whose derivative is not derived.
    pub(super) fn slopes(model: &mut Model) -> Self {
        match model.multipliers.is_empty() {
            true => Self::that_have(Have::Slopes, model, &[]),
            false => Self::default(),
        }
    }

    fn that_have(have: Have, model: &mut Model, of_items: &[Expr]) -> Self {
        let families = &model.families.clone().unwrap_or_default();
        let entries: Vec<Expr> = model
            .outputs
            .iter()
            .flat_map(|output| output.entries.clone())
            .collect();
        let totals = totals_in(&model.graph, &families.totals, &entries);
        let symbols: Vec<Expr> = totals.iter().map(|total| total.symbol).collect();
        let rows: Vec<_> = families.outputs.iter().copied().zip(entries).collect();
        let maps = model.symmetries.iter().filter(|_| have == Have::Values);
        let maps: Vec<Expr> = maps.filter_map(|symmetry| symmetry.sum).collect();
        let mut passes = Passes {
            model,
            have,
            families,
            of_items,
            totals: &symbols,
        };
        Self {
            totals: totals.len(),
            levels: passes.levels(&totals),
            passes: passes.outputs(&rows),
            momentum_maps: passes.sums("momentum_maps", &maps),
        }
    }

    /// All passes.
    pub(crate) fn all(&self) -> impl Iterator<Item = &(Items, Pass)> {
        let sums = self.levels.iter().flatten().chain(&self.momentum_maps);
        sums.chain(&self.passes)
    }
}

impl Passes<'_> {
    fn markers(&self) -> impl Iterator<Item = (usize, Option<usize>)> + use<> {
        let markers = (0..self.families.markers.len()).map(Some);
        [None].into_iter().chain(markers).enumerate()
    }

    fn outputs(&mut self, rows: &[(Option<usize>, Expr)]) -> Vec<(Items, Pass)> {
        let mut passes = Vec::new();
        for (at, marker) in self.markers() {
            let loops = of_marker(&mut self.model.graph, self.families, marker, rows);
            for (k, (components, values)) in loops.into_iter().enumerate() {
                let name = match k {
                    0 => format!("outputs_{at}"),
                    _ => format!("outputs_{at}_{k}"),
                };
                passes.extend(self.pass(&name, marker, (components, &values)));
            }
        }
        passes
    }

    /// The sums that contain no other one, then those that contain these, and so on.
    fn levels(&mut self, totals: &[Total]) -> Vec<Vec<(Items, Pass)>> {
        let mut level_of: Vec<usize> = Vec::new();
        for total in totals {
            let before = level_of
                .iter()
                .zip(totals)
                .filter(|(_, other)| self.model.graph.any_depends_on(&[total.value], &[other.symbol]));
            let level = before.map(|(level, _)| level + 1).max();
            level_of.push(level.unwrap_or_default());
        }
        let count = level_of.iter().max().map_or(0, |last| last + 1);
        let zero = self.model.graph.zero();
        let levels = (0..count).map(|level| {
            let values = totals.iter().zip(&level_of);
            let values: Vec<Expr> = values
                .map(|(total, of)| if *of == level { total.value } else { zero })
                .collect();
            self.sums(&format!("totals_{level}"), &values)
        });
        levels.collect()
    }

    /// What each item adds to sums.
    fn sums(&mut self, name: &str, sums: &[Expr]) -> Vec<(Items, Pass)> {
        let passes = self.markers().filter_map(|(at, marker)| {
            let values = share(&mut self.model.graph, self.families, marker, sums);
            self.pass(&format!("{name}_{at}"), marker, (Vec::new(), &values))
        });
        passes.collect()
    }

    /// What each item of a marker adds, to outputs if it has the numbers of their `components`; `None` if it is nothing.
    fn pass(
        &mut self,
        name: &str,
        marker: Option<usize>,
        (components, values): (Vec<usize>, &[Expr]),
    ) -> Option<(Items, Pass)> {
        let (inputs, symbols) = inputs_of(self.model, values);
        let model = &mut *self.model;
        let coordinates = (0..model.coordinates.len()).filter(|&k| {
            let symbols = [model.coordinates[k], model.velocities[k]];
            model.graph.any_depends_on(values, &symbols)
        });
        let items = Items {
            marker,
            coordinates: coordinates.collect(),
            constraints: components,
            inputs,
            sensitivities: Vec::new(),
        };
        let of = |symbols: &[Expr]| -> Vec<Expr> { items.coordinates.iter().map(|&k| symbols[k]).collect() };
        let state = [of(&model.coordinates), of(&model.velocities)];
        let reactions = model.multipliers.iter().copied();
        let reactions = reactions.filter(|&symbol| model.graph.any_depends_on(values, &[symbol]));
        let reactions: Vec<Expr> = reactions.collect();
        let arguments = [
            Argument::array("parameters", &model.parameters),
            Argument::scalar("time", model.time),
            Argument::array("q", &state[0]),
            Argument::array("v", &state[1]),
            Argument::array("u", &symbols),
            Argument::array("lambda", &reactions),
            Argument::array("totals", self.totals),
        ];
        let graph = &mut model.graph;
        let pass = match self.have {
            Have::Values => {
                let varying = marker
                    .filter(|_| model.is_wide)
                    .map(|_| [&state.concat(), self.of_items, &reactions].concat());
                Pass::of_vectors(graph, name, &arguments, varying.as_deref(), &[values])?
            }
            Have::Slopes => {
                let momenta = dynamics::symbols(graph, "p", items.coordinates.len());
                let [q, v] = &state;
                let known = [q, &momenta, v, &symbols].map(|list| &list[..]).concat();
                let by = [&known, self.totals].map(|symbols| graph.jacobian(values, symbols));
                let [known, totals] = &by;
                let name = format!("{name}_slopes");
                Pass::of(graph, &name, &arguments, None, &[], &[known, totals])?.optional()
            }
        };
        Some((items, pass))
    }
}
