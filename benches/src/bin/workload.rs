//! Runs one workload for a number of steps, for profilers.

use extremal_benches::workloads::*;
fn main() {
    let mut a = std::env::args().skip(1);
    let (name, steps): (String, usize) = (a.next().unwrap(), a.next().unwrap().parse().unwrap());
    let s = std::hint::black_box(steps);
    let r = match &name[..] {
        "w1d" => w1_derived(s).unwrap(),
        "w1h" => w1_by_hand(s),
        "w2d" => w2_derived(s).unwrap(),
        "w2h" => w2_by_hand(s),
        "w3d" => w3_derived(s).unwrap(),
        "w3h" => w3_by_hand(s),
        "w4p" => w4_positions(s).unwrap(),
        "w4c" => w4_cosines(s).unwrap(),
        "w4r" => w4_relative(s).unwrap(),
        "w4h" => w4_by_hand(s),
        "w54d" => w5_order_4_derived(s).unwrap(),
        "w54h" => w5_order_4_by_hand(s),
        "w56d" => w5_order_6_derived(s).unwrap(),
        "w56h" => w5_order_6_by_hand(s),
        _ => panic!(),
    };
    println!("{r:?}");
}
