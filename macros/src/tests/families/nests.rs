//! Loops over items compute the same numbers before and after each function that makes them faster.
//!
//! Numbers are integers that wrap, and every operation of a kernel but −a is a random function. So sums in another order are the
//! same, and all else is another one.

use super::instance::{Fields, Instance};
use super::machine::{Found, Machine};
use crate::derive::family::{Family, Items, Pass, derive};
use crate::loops::carry::carry;
use crate::loops::hoist::{hoist, needed};
use crate::loops::item::{Body, Indices, ItemLoop, Owner, Source};
use crate::loops::places::Space;
use crate::loops::whole::whole;
use crate::loops::windows::windows;
use crate::loops::{optimized, visited};
use crate::system::System;

/// Vectors and matrices of a pass.
type Spaces = (Vec<Space>, Vec<[Space; 2]>);

/// All loops of a system, for these numbers in its fields.
pub(super) fn are_the_same(system: &mut System, fields: &Fields) {
    let of_items = system.symbols_of_items();
    let schemes = system.schemes();
    let Ok(family) = derive(&mut system.model, &of_items, &[], schemes) else {
        panic!("a system of any size");
    };
    let instance = Instance {
        system,
        fields,
        q: &[],
        v: &[],
    };
    let families = instance.families();
    let mut count = 0;
    for (items, pass, (vectors, matrices), sources) in passes(&family) {
        let is_of_outputs = family
            .outputs
            .passes
            .iter()
            .any(|(_, other)| std::ptr::eq(other, pass));
        let body = Body {
            indices: Indices {
                families: &families,
                rows: if is_of_outputs {
                    &families.outputs
                } else {
                    &families.rows
                },
                items,
            },
            parameters: &instance.system.model.parameters,
            pass,
            sources,
            vectors,
            matrices,
        };
        each_is_the_same(&instance, &body);
        count += 1;
    }
    assert!(count > 5, "{count} passes");
}

fn each_is_the_same(instance: &Instance<'_>, body: &Body<'_>) {
    let run = |of: &ItemLoop| Machine::run(instance, body, of, 1);
    let naive = body.naive();
    let expected = run(&naive);
    let hoisted = hoist(body, naive);
    let mut faster = vec![hoisted.clone(), visited(body), optimized(body)];
    if let Some(windows) = windows(body, &hoisted) {
        faster.extend(carry(body, windows.clone()));
        faster.push(windows);
    }
    let more: Vec<ItemLoop> = faster.iter().map(|of| needed(whole(body, of.clone()))).collect();
    for of in faster.iter().chain(&more) {
        let name = &body.pass.kernel.name;
        assert_eq!(run(of), expected, "{name}: {of:?}");
        assert_eq!(
            Machine::run(instance, body, of, 3),
            expected,
            "{name} in parts: {of:?}"
        );
        if of.can_set() && body.vectors.len() == 1 {
            let set = ItemLoop {
                sets: true,
                ..of.clone()
            };
            assert_eq!(run(&set), expected, "{name} set: {of:?}");
        }
    }
    assert!(Found::default() != expected || body.pass.vectors.iter().all(Vec::is_empty));
}

/// Each pass with the places of its results and the arguments of its kernel.
fn passes(family: &Family) -> Vec<(&Items, &Pass, Spaces, Vec<Source>)> {
    let (q, c) = (Space::Coordinates, Space::Constraints);
    let known = Space::Known {
        of_each: 3,
        inputs: 0,
    };
    let mut all = Vec::new();
    for template in &family.templates {
        let passes = [
            (&template.energies, vec![Space::Fixed], vec![]),
            (&template.momentum, vec![q.clone()], vec![]),
            (&template.force, vec![q.clone()], vec![]),
            (&template.balance, vec![q.clone()], vec![]),
            (&template.masses, vec![], vec![[q.clone(), q.clone()]]),
            (&template.constraints.values, vec![c.clone(), c.clone()], vec![]),
            (&template.constraints.rates, vec![c.clone()], vec![]),
            (
                &template.constraints.jacobian,
                vec![],
                vec![[c.clone(), q.clone()]],
            ),
        ];
        for (pass, vectors, matrices) in passes {
            all.extend(pass.iter().map(|pass| {
                (
                    &template.items,
                    pass,
                    (vectors.clone(), matrices.clone()),
                    of_state(),
                )
            }));
        }
    }
    for (items, pass) in &family.outputs.passes {
        all.push((items, pass, (vec![c.clone()], vec![]), of_state()));
    }
    for step in &family.steps {
        let (groups, multipliers) = (step.own.groups, step.multipliers);
        let rows = Space::Rows(groups, multipliers);
        let both = Space::RowsAndCoordinates(groups, multipliers);
        for (template, of) in family.templates.iter().zip(&step.contributions) {
            let passes = [
                (&of.nodes, vec![q.clone()], vec![]),
                (&of.rows, vec![rows.clone(); 2], vec![]),
                (&of.ends, vec![rows.clone(), rows.clone(), q.clone()], vec![]),
                (
                    &of.tangent,
                    vec![rows.clone()],
                    vec![[rows.clone(), rows.clone()]],
                ),
                (&of.rounding, vec![rows.clone()], vec![]),
                (
                    &of.variations,
                    vec![],
                    vec![[both.clone(), known.clone()], [q.clone(), rows.clone()]],
                ),
            ];
            for (pass, vectors, matrices) in passes {
                let sources = of_step(groups, multipliers);
                all.extend(pass.iter().map(|pass| {
                    (
                        &template.items,
                        pass,
                        (vectors.clone(), matrices.clone()),
                        sources.clone(),
                    )
                }));
            }
        }
    }
    all
}

fn source(name: &'static str, owner: Owner, stride: usize) -> Source {
    Source { name, owner, stride }
}

fn of_state() -> Vec<Source> {
    ["q", "v"]
        .map(|name| source(name, Owner::Coordinates, 1))
        .to_vec()
}

fn of_step(groups: usize, multipliers: usize) -> Vec<Source> {
    let mut sources = of_state();
    sources.push(source("x", Owner::Coordinates, groups));
    sources.push(source("lambda", Owner::Constraints(groups), multipliers));
    sources
}
