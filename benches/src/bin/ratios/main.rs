//! Ratios of instructions per step, derived code over code by hand. Prints the table, and fails if a ratio is above its limit.
//! Steps made one by one are for information.
//!
//! ```text
//! cargo run --profile bench --package extremal-benches --bin ratios
//! ```
//!
//! Arguments are handed to `cargo bench`: with `--workspace` it shares the builds of a workspace that is built as a whole.
//!
//! It needs valgrind and `cargo install gungraun-runner --version 0.20.0`.

mod counts;
mod limits;

use std::error::Error;

use counts::{Counts, count};
use extremal_benches::STEPS;
use limits::{ROWS, Row};

fn main() -> Result<(), Box<dyn Error>> {
    let chosen: Vec<_> = std::env::args().skip(1).collect();
    let counts = count(&chosen)?;
    if counts.len() != 3 * ROWS.len() {
        return Err(format!("{} counts for {} workloads", counts.len(), ROWS.len()).into());
    }
    println!("instructions per step   derived   by hand   ratio   limit   one by one   ratio");
    let mut above = Vec::new();
    for row in &ROWS {
        let ratio = print(row, &counts)?;
        if row.limit.is_some_and(|limit| ratio > limit) {
            above.push(row.name);
        }
    }
    if above.is_empty() {
        Ok(())
    } else {
        Err(format!("above the limit: {}", above.join("; ")).into())
    }
}

/// Prints one line of the table, and returns the ratio.
fn print(row: &Row, counts: &Counts) -> Result<f64, String> {
    let of = |id| {
        let key = (row.function.to_owned(), String::from(id));
        let count = counts
            .get(&key)
            .ok_or(format!("no count of {}, {id}", row.function));
        count.map(|count| *count as f64 / STEPS as f64)
    };
    let (derived, by_hand, one_by_one) = (of("derived")?, of("by_hand")?, of("one_by_one")?);
    let (ratio, apart) = (derived / by_hand, one_by_one / by_hand);
    let limit = row.limit.map_or(String::from("-"), |limit| format!("{limit:.2}"));
    println!(
        "{:22} {derived:8.0}  {by_hand:8.0}  {ratio:6.3}  {limit:>6}     {one_by_one:8.0}  {apart:6.3}",
        row.name
    );
    Ok(ratio)
}
