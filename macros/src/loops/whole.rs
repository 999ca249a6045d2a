//! Items of which all numbers are local: they are read, and added to, at once, with one test of their place.

use std::mem;

use crate::loops::item::{Body, ItemLoop, Owner, Statement};
use crate::loops::places::{Local, Place};

pub(crate) fn whole(body: &Body<'_>, mut of: ItemLoop) -> ItemLoop {
    let depth = of.nest.ranges.len();
    for level in 0..=depth {
        let items = whole_items(body, level);
        let statements = mem::take(&mut of.nest.levels[level].before);
        let mut statements = gathered(body, &items, statements);
        if level == depth {
            statements = added(&items, statements);
        }
        of.nest.levels[level].before = named(items, statements);
    }
    of
}

/// The items of a level: the local numbers of each, component by component.
fn whole_items(body: &Body<'_>, level: usize) -> Vec<Vec<usize>> {
    let place = |local: usize| &body.indices.families.places[body.indices.items.coordinates[local]];
    let mut items: Vec<Vec<usize>> = Vec::new();
    for local in 0..body.indices.items.coordinates.len() {
        if body.indices.level_of(Local::Coordinate(local)) != level {
            continue;
        }
        let key = |local: usize| (place(local).quantity, &place(local).item);
        match items.iter_mut().find(|item| key(item[0]) == key(local)) {
            Some(item) => item.push(local),
            None => items.push(vec![local]),
        }
    }
    for item in &mut items {
        item.sort_by_key(|&local| place(local).component);
    }
    let inner = |item: &[usize]| body.indices.families.extents[place(item[0]).quantity].inner;
    items.retain(|item| item.len() > 1 && item.len() == inner(item));
    items
}

fn gathered(body: &Body<'_>, items: &[Vec<usize>], mut statements: Vec<Statement>) -> Vec<Statement> {
    for (source, of) in body.sources.iter().enumerate() {
        let is_of_source = |statement: &Statement| matches!(statement, Statement::Gather { source: from, .. } if *from == source);
        let Some(first) = statements.iter().position(is_of_source) else {
            continue;
        };
        if of.owner != Owner::Coordinates {
            continue;
        }
        statements.retain(|statement| {
            !(is_of_source(statement) && items.iter().any(|item| is_of_item(statement, item)))
        });
        let whole = items.iter().map(|locals| Statement::GatherItem {
            source,
            locals: locals.clone(),
        });
        statements.splice(first..first, whole);
    }
    statements
}

fn is_of_item(statement: &Statement, item: &[usize]) -> bool {
    let is_local = |place: Place| matches!(place.of, Some(Local::Coordinate(at)) if item.contains(&at));
    statement.places().into_iter().any(is_local)
}

/// Results for all numbers of an item.
fn added(items: &[Vec<usize>], mut statements: Vec<Statement>) -> Vec<Statement> {
    let lists = statements.iter().filter_map(|statement| match statement {
        Statement::Add { list, .. } => Some(*list),
        _ => None,
    });
    let mut lists: Vec<usize> = lists.collect();
    lists.dedup();
    for list in lists {
        let is_of_list =
            |statement: &Statement| matches!(statement, Statement::Add { list: to, .. } if *to == list);
        let mut at = statements.iter().position(is_of_list).unwrap_or_default();
        for locals in items {
            let adds = statements
                .iter()
                .filter(|statement| is_of_list(statement) && is_of_item(statement, locals));
            let Some((stride, results)) = in_order(locals, adds) else {
                continue;
            };
            statements.retain(|statement| !(is_of_list(statement) && is_of_item(statement, locals)));
            let locals = locals.clone();
            statements.insert(
                at,
                Statement::AddItem {
                    list,
                    stride,
                    locals,
                    results,
                },
            );
            at += 1;
        }
    }
    statements
}

/// How many numbers each coordinate has, and the results in their order; `None` if some number has none.
fn in_order<'s>(locals: &[usize], adds: impl Iterator<Item = &'s Statement>) -> Option<(usize, Vec<usize>)> {
    let places = adds.filter_map(|statement| match *statement {
        Statement::Add { result, at, .. } if at.behind(0, 0) == at => Some((at, result)),
        _ => None,
    });
    let places: Vec<(Place, usize)> = places.collect();
    let stride = places.first()?.0.stride;
    let all = locals
        .iter()
        .flat_map(|&local| (0..stride).map(move |group| Place::of(Local::Coordinate(local), stride, group)));
    let results = all.map(|place| Some(places.iter().find(|(at, _)| *at == place)?.1));
    Some((stride, results.collect::<Option<Vec<usize>>>()?))
}

/// The items that statements name, each behind the numbers of its level.
fn named(items: Vec<Vec<usize>>, mut statements: Vec<Statement>) -> Vec<Statement> {
    let last = statements
        .iter()
        .rposition(|statement| matches!(statement, Statement::Number(_)));
    let at = last.map_or(0, |last| last + 1);
    let is_named = |item: &Vec<usize>| {
        statements.iter().any(|statement| match statement {
            Statement::GatherItem { locals, .. } | Statement::AddItem { locals, .. } => locals == item,
            _ => false,
        })
    };
    let names: Vec<Statement> = items
        .into_iter()
        .filter(is_named)
        .map(|item| Statement::Item(item[0]))
        .collect();
    statements.splice(at..at, names);
    statements
}
