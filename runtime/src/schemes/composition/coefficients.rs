//! Which part of a step each stage of a composition takes.
//!
//! Compositions are symmetric: the parts of one side are stored, and the one in the middle follows from Σ γᵢ = 1.

use extremal_numerics::Scalar;

/// 1/(4 − ∛4) twice, in two parts as [`Scalar::from_parts`] takes them. M. Suzuki (1990).
pub(super) const ORDER_4: [[f64; 2]; 2] = [[0.414_490_771_794_375_7, 2.519_737_415_085_597_7e-17]; 2];

/// Solution A of H. Yoshida (1990), to 106 bits.
pub(super) const ORDER_6: [[f64; 2]; 3] = [
    [0.784_513_610_477_557_3, -3.556_352_474_837_788_6e-17],
    [0.235_573_213_359_358_13, 3.570_263_965_698_029e-18],
    [-1.177_679_984_178_871, -2.033_558_367_528_331_2e-17],
];

/// The solution of M. Suzuki and K. Umeno (1993), to 106 bits.
pub(super) const ORDER_8: [[f64; 2]; 7] = [
    [0.741_670_364_350_613, -5.148_655_304_931_061e-19],
    [-0.409_100_825_800_031_6, 3.803_609_725_778_103_5e-18],
    [0.190_754_710_296_238_4, -8.968_542_237_625_456e-18],
    [-0.573_862_471_116_082_2, -2.662_617_822_186_914_7e-17],
    [0.299_064_181_303_655_9, 5.612_964_695_927_085_5e-18],
    [0.334_624_918_245_298_16, 1.969_711_598_322_102_8e-17],
    [0.315_293_092_396_766_6, -1.994_874_881_186_706e-17],
];

/// The solution of M. Sofroniou and G. Spaletta (2005) with 35 stages, to 106 bits: 24 digits of each part are theirs, and the
/// others follow from the conditions of the order, with as small a change as they allow.
pub(super) const ORDER_10: [[f64; 2]; 17] = [
    [0.078_795_722_521_686_41, 4.378_563_061_196_318e-18],
    [0.313_096_103_415_108_5, 1.015_565_690_240_367e-17],
    [0.027_918_383_235_078_066, -1.958_870_243_550_662_8e-20],
    [-0.229_592_841_593_907_08, -1.201_954_863_154_455e-17],
    [0.130_962_061_077_164_88, -1.314_687_560_138_685_1e-17],
    [-0.269_733_405_654_510_7, -9.292_846_834_506_854e-18],
    [0.074_973_343_155_891_44, -8.294_709_988_120_351e-19],
    [0.111_993_423_999_810_2, 3.315_063_244_239_720_4e-18],
    [0.366_133_449_546_226_73, 2.097_299_279_147_429e-17],
    [-0.399_105_630_136_035_9, -4.105_091_391_756_786e-18],
    [0.103_087_398_527_471_08, -1.426_477_957_058_280_5e-19],
    [0.411_430_873_955_890_23, 7.234_085_746_578_234e-18],
    [-0.004_866_360_583_135_261_6, -1.997_582_135_040_896_8e-19],
    [-0.392_033_353_708_639_9, -8.609_231_761_836_009e-18],
    [0.051_942_502_962_449_65, -2.224_772_737_200_858_3e-18],
    [0.050_665_090_759_924_494, 2.045_607_137_421_965e-18],
    [0.049_674_370_639_729_876, 3.400_712_716_894_112_3e-18],
];

/// The part of the step that stage `k` takes of 2 N + 1 stages, symmetric to the one in the middle. It is 1, the whole
/// step, for a `k` beyond the last stage.
#[inline]
pub(super) fn part_of<T: Scalar, const N: usize>(side: &[[f64; 2]; N], k: usize) -> T {
    let number = |&[high, low]: &[f64; 2]| T::from_parts(high, low);
    let mirrored = (2 * N).checked_sub(k);
    match mirrored.and_then(|mirrored| side.get(k.min(mirrored))) {
        Some(part) => number(part),
        None if k == N => rest(side.iter().map(number)),
        None => T::from_f64(1.0),
    }
}

/// The part of the stage in the middle, so that all parts add up to one.
fn rest<T: Scalar>(side: impl Iterator<Item = T>) -> T {
    let sum = side.fold(T::from_f64(0.0), |sum, part| sum + part);
    T::from_f64(1.0) - (sum + sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    extern crate std;

    use std::vec::Vec;

    use astro_float::{BigFloat, RoundingMode};

    /// Digits of the solve of the order conditions, far more than those of two doubles.
    const BITS: usize = 256;

    fn big(x: f64) -> BigFloat {
        BigFloat::from_f64(x, BITS)
    }

    fn add(a: &BigFloat, b: &BigFloat) -> BigFloat {
        a.add(b, BITS, RoundingMode::ToEven)
    }

    fn product(a: &BigFloat, b: &BigFloat) -> BigFloat {
        a.mul(b, BITS, RoundingMode::ToEven)
    }

    /// The leading 64 bits.
    fn to_f64(x: &BigFloat) -> f64 {
        match (x.mantissa_digits(), x.exponent()) {
            (Some([.., word]), Some(exponent)) => {
                let size = *word as f64 * 2_f64.powi(exponent - 64);
                if x.is_negative() { -size } else { size }
            }
            _ => f64::NAN,
        }
    }

    /// The words whose coefficients are the conditions of order 10, those of lower orders first: the Lyndon words of odd weight
    /// with the letters 1, 3, 5, 7 and 9. There are 1, 3, 7 and 15 for the orders 4, 6, 8 and 10.
    const WORDS: [&[usize]; 15] = [
        &[3],
        &[5],
        &[1, 1, 3],
        &[7],
        &[1, 1, 5],
        &[1, 3, 3],
        &[1, 1, 1, 1, 3],
        &[9],
        &[1, 1, 7],
        &[1, 3, 5],
        &[1, 5, 3],
        &[1, 1, 1, 1, 5],
        &[1, 1, 1, 3, 3],
        &[1, 1, 3, 1, 3],
        &[1, 1, 1, 1, 1, 1, 3],
    ];

    /// The coefficient of a word in the product of all stages:
    ///
    /// ```text
    /// Φ_{γh} = exp(γ h Y₁ + γ³ h³ Y₃ + γ⁵ h⁵ Y₅ + ..):   the coefficient of a word of n letters and weight w is γʷ/n!
    /// ```
    ///
    /// Order P: that of each word below the weight P + 1 is as in exp(h Y₁). Products of exponentials are determined by
    /// those of Lyndon words. A. Murua, J. M. Sanz-Serna, Phil. Trans. R. Soc. A 357 (1999) 1079.
    fn coefficient(word: &[usize], parts: &[BigFloat]) -> BigFloat {
        let mut prefixes = Vec::from([big(1.0)]);
        prefixes.resize(word.len() + 1, big(0.0));
        for part in parts {
            let powers: Vec<BigFloat> =
                core::iter::successors(Some(big(1.0)), |power| Some(product(power, part)))
                    .take(10)
                    .collect();
            // From the longest one, so that the shorter ones are those before this stage.
            for end in (1..=word.len()).rev() {
                let (mut weight, mut letters) = (0, 1.0);
                for from in (0..end).rev() {
                    weight += word[from];
                    letters *= (end - from) as f64;
                    let own = powers[weight].div(&big(letters), BITS, RoundingMode::ToEven);
                    prefixes[end] = add(&prefixes[end], &product(&prefixes[from], &own));
                }
            }
        }
        prefixes.swap_remove(word.len())
    }

    /// The first `count` conditions, which vanish; the stage in the middle has what the others leave.
    fn conditions(side: &[BigFloat], count: usize) -> Vec<BigFloat> {
        let sum = side.iter().fold(big(0.0), |sum, part| add(&sum, part));
        let middle = add(&big(1.0), &product(&big(-2.0), &sum));
        let parts = side.iter().chain([&middle]).chain(side.iter().rev());
        let parts: Vec<BigFloat> = parts.cloned().collect();
        let words = WORDS.iter().take(count);
        words.map(|word| coefficient(word, &parts)).collect()
    }

    /// Newton's method for N stages, each taken `times` times at either end, on the first N conditions. Slopes are those of
    /// double precision, so that each iteration gives 15 digits more.
    fn solved<const N: usize>(start: [f64; N], times: usize) -> [BigFloat; N] {
        let conditions = |side: &[BigFloat]| {
            let side = side
                .iter()
                .flat_map(|part| core::iter::repeat_n(part.clone(), times));
            conditions(&side.collect::<Vec<_>>(), N)
        };
        let step = 2_f64.powi(-60);
        let mut side = start.map(big);
        for _ in 0..8 {
            let now = conditions(&side);
            let mut slopes = [[0.0; N]; N];
            for column in 0..N {
                let mut near = side.clone();
                near[column] = add(&near[column], &big(step));
                let there = conditions(&near);
                for row in 0..N {
                    slopes[row][column] = to_f64(&add(&there[row], &now[row].neg())) / step;
                }
            }
            let mut change: [f64; N] = core::array::from_fn(|row| to_f64(&now[row]));
            extremal_numerics::lu::solve(slopes.as_flattened_mut(), &mut change)
                .expect("conditions are independent");
            side = core::array::from_fn(|k| add(&side[k], &big(-change[k])));
        }
        side
    }

    /// Half a unit in the last of 106 bits.
    fn check<const N: usize>(stored: [[f64; 2]; N], solution: &[BigFloat; N]) {
        for (exact, [high, low]) in solution.iter().zip(stored) {
            assert_eq!(high, high + low);
            let error = to_f64(&add(&add(exact, &big(-high)), &big(-low)));
            assert!(error.abs() <= 2_f64.powi(-107) * high.abs(), "{high} {error:e}");
        }
    }

    /// The solution near the published digits, found without those that are stored.
    #[test]
    fn stored_parts_solve_the_order_conditions_to_their_last_bit() {
        let [suzuki] = solved([0.41], 2);
        check(ORDER_4, &[suzuki.clone(), suzuki.clone()]);
        check(ORDER_6, &solved([0.7845, 0.2356, -1.1777], 1));
        let umeno = [0.7417, -0.4091, 0.1908, -0.5739, 0.2991, 0.3346, 0.3153];
        check(ORDER_8, &solved(umeno, 1));
        let inverse = add(
            &big(4.0),
            &big(1.0).div(&suzuki, BITS, RoundingMode::ToEven).neg(),
        );
        let cube = product(&inverse, &product(&inverse, &inverse));
        assert!(to_f64(&add(&cube, &big(-4.0))).abs() < 1e-60);
    }

    /// Two more stages than conditions: another solution is near, so that the conditions are evaluated. Each of 17 parts is
    /// off by up to 2⁻¹⁰⁷ · 0.42, and the slopes of the conditions are below 10. Parts of 53 bits leave 1e-17.
    #[test]
    fn stored_parts_satisfy_the_conditions_of_order_10() {
        let number = |[high, low]: [f64; 2]| add(&big(high), &big(low));
        for condition in conditions(&ORDER_10.map(number), 15) {
            assert!(to_f64(&condition).abs() < 17.0 * 10.0 * 0.42 * 2_f64.powi(-107));
        }
        let rounded = conditions(&ORDER_10.map(|[high, _]| big(high)), 15);
        assert!(rounded.iter().any(|condition| to_f64(condition).abs() > 1e-19));
    }
}
