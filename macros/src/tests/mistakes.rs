//! Every message, and the tokens that it underlines: one file a topic.

mod called;
mod cancelled;
mod constraints;
mod contacts;
mod degrees;
mod domains;
mod families;
mod fields;
mod functions;
mod indexed;
mod integrals;
mod item;
mod keys;
mod limits;
mod mechanics;
mod modified_energy;
mod multipliers;
mod names;
mod notations;
mod odd;
mod outputs;
mod proven;
mod rolling;
mod schemes;
mod schemes_of_livens;
mod several;
mod shapes;
mod singular;
mod symmetries;
mod syntax;
mod together;

use super::{parse, with_entries};

/// The errors of a source, in which «» marks what each underlines, in the order of the text.
#[track_caller]
fn check(source: &str, messages: &[&str]) {
    let (plain, marked) = unmarked(source);
    let errors = parse(&plain).expect_err(&plain).errors;
    let mut found: Vec<_> = errors
        .into_iter()
        .map(|error| {
            (
                error.span().start(),
                error.span().source_text().unwrap_or_default(),
                error.to_string(),
            )
        })
        .collect();
    found.sort_by_key(|(start, ..)| (start.line, start.column));
    let found: Vec<(String, String)> = found
        .into_iter()
        .map(|(_, text, message)| (text, message))
        .collect();
    let expected: Vec<(String, String)> = marked
        .into_iter()
        .zip(messages)
        .map(|(text, message)| (text, (*message).to_owned()))
        .collect();
    assert_eq!(found, expected, "{source}");
}

fn unmarked(source: &str) -> (String, Vec<String>) {
    let marked = source
        .split('«')
        .skip(1)
        .map(|part| part.split('»').next().unwrap_or_default().to_owned());
    (source.replace(['«', '»'], ""), marked.collect())
}

#[track_caller]
fn check_entries(cases: &[(&str, &str)]) {
    for (entries, message) in cases {
        check(&with_entries(entries), &[message]);
    }
}

/// Cases of a potential, with a coordinate `x`, a vector `r` of two, an input `u`, and a name `w = 2`.
fn check_potentials(cases: &[(&str, &str)]) {
    for (potential, message) in cases {
        let entries =
            format!("coordinates(x, r[2]), inputs(u), let w = 2, kinetic = dt(x), potential = {potential}");
        check_entries(&[(&entries, message)]);
    }
}
