//! Prints the marks, a line each, on targets that have std; `cortex_m` does so on one that has not.

use extremal_no_std::marks;

fn main() {
    marks(|mark| println!("{mark}"));
}
