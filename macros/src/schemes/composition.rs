//! Compositions: which parts of a step their stages take.
//! It refuses to know what a stage does.

/// Yoshida's solution A of order 6; the stage in the middle takes the rest.
const ORDER_6: [f64; 3] = [-1.177_679_984_178_87, 0.235_573_213_359_357, 0.784_513_610_477_56];

/// The parts γ, which add up to one. Where a step is a reflection of something each stage is made of two halves.
pub(crate) fn parts(order: usize, has_halves: bool) -> Vec<f64> {
    let side = match order {
        4 => vec![1.0 / (4.0 - 4.0_f64.cbrt()); 2],
        _ => ORDER_6.iter().rev().copied().collect(),
    };
    let middle = 1.0 - 2.0 * side.iter().sum::<f64>();
    let back = side.iter().rev();
    let whole: Vec<f64> = side.iter().chain([&middle]).chain(back).copied().collect();
    if !has_halves {
        return whole;
    }
    whole.into_iter().flat_map(|part| [0.5 * part; 2]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Σ γ = 1 and Σ γ^(2k+1) = 0 below the order: what even a linear problem asks for.
    #[test]
    fn stages_cancel_the_errors_of_a_symmetric_step() {
        for (order, powers) in [(4, &[3][..]), (6, &[3, 5])] {
            let parts = parts(order, false);
            let reversed: Vec<f64> = parts.iter().rev().copied().collect();
            assert_eq!(parts, reversed);
            // Sums of seven numbers below two, whose coefficients have 15 digits.
            assert!((parts.iter().sum::<f64>() - 1.0).abs() < 1e-14);
            for &power in powers {
                let sum: f64 = parts.iter().map(|part| part.powi(power)).sum();
                assert!(sum.abs() < 1e-13, "{order} {power} {sum:e}");
            }
            let halves = super::parts(order, true);
            assert_eq!(halves.len(), 2 * parts.len());
            assert_eq!(halves[0] + halves[1], parts[0]);
        }
    }
}
