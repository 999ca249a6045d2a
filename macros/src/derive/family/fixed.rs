//! Lengths that are a constant of the type: how narrow the bands of matrices are, so that arrays hold all numbers.
//!
//! The entries of an item stand at coordinates `q[i + a]` and `q[i + b]`: their distance a − b is the same for all items.

use crate::derive::family::pass::Pass;
use crate::derive::family::split::Items;
use crate::derive::family::{Family, FamilyStep, Tangent};
use crate::model::{Atom, Families, Integer, Model};

/// The widest half bandwidth: more is left to storages that look for a better order, or for none.
const WIDEST: usize = 24;

/// A system whose only length is a constant of its type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fixed {
    /// The name of the constant.
    pub(crate) length: String,
    /// How many numbers each item has.
    pub(crate) inner: usize,
    /// How many inputs each item has, where they are items.
    pub(crate) inputs: usize,
    /// The half bandwidth of M.
    pub(crate) masses: usize,
    /// One for each scheme.
    pub(crate) steps: Vec<FixedStep>,
}

/// The step of a scheme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FixedStep {
    /// The half bandwidth of the tangent.
    pub(crate) tangent: usize,
    /// How many entries the derivatives of a step have at most, for each item of the coordinates.
    pub(crate) entries: usize,
    /// Whether a step is one pass without linear equations.
    pub(crate) is_explicit: bool,
}

impl Fixed {
    /// `None` if some numbers need the heap. `constants` are those of the type.
    pub(super) fn of(model: &Model, family: &Family, constants: &[String]) -> Option<Self> {
        let families = model.families.as_ref()?;
        let [extent] = &families.extents[..] else {
            return None;
        };
        let length = extent.items.as_ref()?;
        let name = constants
            .iter()
            .find(|name| *length == Integer::atom(Atom::Constant((*name).clone())))?;
        // All inputs are items of the same constant, or their number is known.
        let inputs = match families.inputs.as_ref().map(|inputs| &inputs.extents[..]) {
            None => 0,
            Some([inputs]) if inputs.items.as_ref() == Some(length) => inputs.inner,
            Some(_) => return None,
        };
        let has_lists = families.outputs.iter().any(Option::is_some);
        if has_lists || model.is_held() || !model.contacts.is_empty() {
            return None;
        }
        let bands = Bands {
            families,
            inner: extent.inner,
        };
        let masses = family.templates.iter().map(|template| match &template.masses {
            Some(pass) => bands.of_pass(&template.items, pass, 1),
            None => Some(0),
        });
        let masses = masses.collect::<Option<Vec<usize>>>()?;
        let steps = family.steps.iter().map(|step| bands.of_step(family, step));
        Some(Self {
            length: name.clone(),
            inner: extent.inner,
            inputs,
            masses: narrow(masses)?,
            steps: steps.collect::<Option<_>>()?,
        })
    }
}

fn narrow(bands: Vec<usize>) -> Option<usize> {
    let widest = bands.into_iter().max().unwrap_or_default();
    (widest <= WIDEST).then_some(widest)
}

struct Bands<'a> {
    families: &'a Families,
    inner: usize,
}

impl Bands<'_> {
    fn of_step(&self, family: &Family, step: &FamilyStep) -> Option<FixedStep> {
        let groups = step.own.groups;
        let own = step
            .own
            .tangent
            .iter()
            .flat_map(|pass| pass.matrices.iter().flatten());
        let mut bands: Vec<usize> = own.map(|&(row, column)| row.abs_diff(column)).collect();
        let mut entries = [0; 2];
        for (template, contribution) in family.templates.iter().zip(&step.contributions) {
            if let Some(pass) = &contribution.tangent {
                bands.push(self.of_pass(&template.items, pass, groups)?);
            }
            if let Some(pass) = &contribution.variations {
                let items = self.items(&template.items)?;
                for (entries, matrix) in entries.iter_mut().zip(&pass.matrices) {
                    *entries += items * matrix.len();
                }
            }
        }
        let tangent = narrow(bands)?;
        let is_in_coordinates = !(step.has_offsets || step.has_ends || step.own.carries_velocity);
        Some(FixedStep {
            tangent,
            entries: entries.into_iter().max().unwrap_or_default(),
            is_explicit: step.tangent == Tangent::Constant
                && tangent == 0
                && groups == 1
                && is_in_coordinates,
        })
    }

    /// Half the bandwidth of the entries of all items, if each coordinate has `groups` rows; `None` if it depends on the item.
    fn of_pass(&self, items: &Items, pass: &Pass, groups: usize) -> Option<usize> {
        let entries = pass.matrices.iter().flatten();
        let distances = entries.map(|&(row, column)| {
            let [a, b] = [row, column].map(|k| &self.families.places[items.coordinates[k / groups]]);
            let between = isize::try_from(a.item.plus(-1, &b.item)?.known()?).ok()?;
            let within = |component: usize, k: usize| isize::try_from(groups * component + k % groups).ok();
            let size = isize::try_from(self.inner * groups).ok()?;
            let distance = between
                .checked_mul(size)?
                .checked_add(within(a.component, row)?)?;
            Some(distance.checked_sub(within(b.component, column)?)?.unsigned_abs())
        });
        Some(
            distances
                .collect::<Option<Vec<usize>>>()?
                .into_iter()
                .max()
                .unwrap_or_default(),
        )
    }

    /// How many items there are at most, for each item of the coordinates.
    fn items(&self, items: &Items) -> Option<usize> {
        let Some(marker) = items.marker else {
            return Some(1);
        };
        let [range] = &self.families.markers[marker].ranges[..] else {
            return None;
        };
        // No two items have the same coordinate q[i + a].
        let index = Integer::atom(Atom::Running(range.index));
        let is_next = |&at: &usize| {
            let rest = self.families.places[at].item.plus(-1, &index);
            rest.is_some_and(|rest| !rest.runs())
        };
        if items.coordinates.iter().any(is_next) {
            return Some(1);
        }
        let count = range.beyond.plus(-1, &range.first)?.known()?;
        usize::try_from(count.max(0)).ok()
    }
}
