//! Prints the marks, one per line, on targets with std; `cortex_m` does so on a target without std.

use extremal_no_std::marks;

fn main() {
    marks(|mark| println!("{mark}"));
}
