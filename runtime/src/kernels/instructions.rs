//! Long kernels that rarely run, as instructions that are interpreted: a build reads them as one literal.
//!
//! Knows no kernel. Operations are those of the compiled code, one by one, and so are the bits of their results.

use extremal_numerics::Scalar;
use extremal_numerics::block::at;

/// The operations of a kernel, as generated code writes them.
///
/// An instruction is seven bytes: a code, and three numbers of 16 bits, low byte first. They are the register of the result and
/// those of two operands, unless the code says otherwise.
#[derive(Clone, Copy, Debug)]
pub struct Instructions<'a> {
    /// All instructions, in the order in which they run.
    pub code: &'a [u8],
    /// The exponents of powers.
    pub exponents: &'a [f64],
}

impl Instructions<'_> {
    /// Runs them: `inputs`, one after the other, are the first registers, and those numbers of `results` that are stored are
    /// written.
    pub fn run<T: Scalar>(&self, inputs: &[&[T]], registers: &mut [T], results: &mut [&mut [T]]) {
        let numbers = inputs.iter().flat_map(|list| list.iter());
        registers
            .iter_mut()
            .zip(numbers)
            .for_each(|(register, &number)| *register = number);
        let (instructions, _) = self.code.as_chunks::<7>();
        let mut rest = instructions.iter();
        while let Some(instruction) = rest.next() {
            let (code, [into, a, b]) = read(instruction);
            match code {
                STORE => {
                    if let Some(place) = results.get_mut(into).and_then(|result| result.get_mut(a)) {
                        *place = at(registers, b);
                    }
                }
                SIN_COS => {
                    let (sine, cosine) = at(registers, b).sin_cos();
                    set(registers, into, sine);
                    set(registers, a, cosine);
                }
                LESS | LESS_EQUAL | EQUAL => {
                    // The second half of a selection.
                    let (_, [_, then, otherwise]) = rest.next().map(read).unwrap_or_default();
                    let [a, b, then, otherwise] = [a, b, then, otherwise].map(|place| at(registers, place));
                    set(registers, into, selected(code, [a, b, then, otherwise]));
                }
                MUL_ADD..=SUB_MUL => {
                    let (_, [_, c, _]) = rest.next().map(read).unwrap_or_default();
                    set(
                        registers,
                        into,
                        fused(code, [a, b, c].map(|place| at(registers, place))),
                    );
                }
                POWER => {
                    let exponent = self.exponents.get(b).copied().unwrap_or(1.0);
                    set(registers, into, at(registers, a).powf(exponent));
                }
                _ => set(
                    registers,
                    into,
                    computed(code, at(registers, a), at(registers, b)),
                ),
            }
        }
    }
}

const POWER: u8 = 7;
const STORE: u8 = 8;
const SIN_COS: u8 = 9;
const LESS: u8 = 11;
const LESS_EQUAL: u8 = 12;
const EQUAL: u8 = 13;
const MUL_ADD: u8 = 32;
const MUL_SUB: u8 = 33;
const SUB_MUL: u8 = 34;

fn read(&[code, a, b, c, d, e, f]: &[u8; 7]) -> (u8, [usize; 3]) {
    let places = [[a, b], [c, d], [e, f]];
    (code, places.map(|place| usize::from(u16::from_le_bytes(place))))
}

#[inline(always)]
fn set<T>(registers: &mut [T], place: usize, value: T) {
    if let Some(register) = registers.get_mut(place) {
        *register = value;
    }
}

fn selected<T: Scalar>(code: u8, [a, b, then, otherwise]: [T; 4]) -> T {
    match code {
        LESS => T::select_less(a, b, then, otherwise),
        LESS_EQUAL => T::select_less_equal(a, b, then, otherwise),
        _ => T::select_equal(a, b, then, otherwise),
    }
}

/// A sum with a product, which scalars may round once, as compiled code does.
fn fused<T: Scalar>(code: u8, [a, b, c]: [T; 3]) -> T {
    match code {
        MUL_ADD => a.mul_add(b, c),
        MUL_SUB => a.mul_sub(b, c),
        _ => a.sub_mul(b, c),
    }
}

/// An operation of one or two operands.
#[inline(always)]
fn computed<T: Scalar>(code: u8, a: T, b: T) -> T {
    match code {
        0 => a + b,
        1 => a - b,
        2 => a * b,
        3 => a / b,
        4 => -a,
        5 => a.recip(),
        6 => a.sqrt(),
        14 => a.atan2(b),
        15 => a.hypot(b),
        16 => a.min(b),
        17 => a.max(b),
        _ => function(code, a),
    }
}

#[inline(never)]
fn function<T: Scalar>(code: u8, a: T) -> T {
    match code {
        18 => a.sin(),
        19 => a.cos(),
        20 => a.tan(),
        21 => a.asin(),
        22 => a.acos(),
        23 => a.atan(),
        24 => a.sinh(),
        25 => a.cosh(),
        26 => a.tanh(),
        27 => a.exp(),
        28 => a.ln(),
        29 => a.ln_1p(),
        30 => a.abs(),
        _ => a.signum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The result of one operation on 0.4 and 0.7.
    fn result(code: u8, exponents: &[f64]) -> f64 {
        // Into the third register, and from there into the second number of the result.
        let code = [code, 2, 0, 0, 0, 1, 0, STORE, 0, 0, 1, 0, 2, 0];
        let code = if code[0] == POWER {
            [POWER, 2, 0, 0, 0, 0, 0, STORE, 0, 0, 1, 0, 2, 0]
        } else {
            code
        };
        let instructions = Instructions {
            code: &code,
            exponents,
        };
        let (mut registers, mut result) = ([0.0; 3], [0.0; 2]);
        instructions.run(&[&[0.4], &[0.7]], &mut registers, &mut [&mut result]);
        assert_eq!(result[0], 0.0, "a number that is not stored");
        result[1]
    }

    /// Bit by bit what compiled code calls.
    #[test]
    fn each_code_is_its_operation() {
        let (a, b) = (0.4_f64, 0.7_f64);
        let expected = [
            (0, a + b),
            (1, a - b),
            (2, a * b),
            (3, a / b),
            (4, -a),
            (5, Scalar::recip(a)),
            (6, Scalar::sqrt(a)),
            (7, Scalar::powf(a, 1.7)),
            (14, Scalar::atan2(a, b)),
            (15, Scalar::hypot(a, b)),
            (16, Scalar::min(a, b)),
            (17, Scalar::max(a, b)),
            (18, Scalar::sin(a)),
            (19, Scalar::cos(a)),
            (20, Scalar::tan(a)),
            (21, Scalar::asin(a)),
            (22, Scalar::acos(a)),
            (23, Scalar::atan(a)),
            (24, Scalar::sinh(a)),
            (25, Scalar::cosh(a)),
            (26, Scalar::tanh(a)),
            (27, Scalar::exp(a)),
            (28, Scalar::ln(a)),
            (29, Scalar::ln_1p(a)),
            (30, Scalar::abs(a)),
            (31, Scalar::signum(a)),
        ];
        for (code, expected) in expected {
            assert_eq!(result(code, &[1.7]).to_bits(), expected.to_bits(), "{code}");
        }
    }

    #[test]
    fn pairs_and_selections_take_more_than_two_numbers() {
        let pair = Instructions {
            code: &[
                SIN_COS, 2, 0, 3, 0, 0, 0, STORE, 0, 0, 0, 0, 2, 0, STORE, 0, 0, 1, 0, 3, 0,
            ],
            exponents: &[],
        };
        let (mut registers, mut result) = ([0.0; 4], [0.0; 2]);
        pair.run(&[&[0.4, 0.7]], &mut registers, &mut [&mut result]);
        assert_eq!(result, [Scalar::sin(0.4_f64), Scalar::cos(0.4_f64)]);
        let less = |numbers: [f64; 2]| {
            [LESS, LESS_EQUAL, EQUAL].map(|code| {
                // The result overwrites the first operand.
                let code = [
                    code, 0, 0, 0, 0, 1, 0, 10, 0, 0, 2, 0, 3, 0, STORE, 0, 0, 0, 0, 0, 0,
                ];
                let instructions = Instructions {
                    code: &code,
                    exponents: &[],
                };
                let (mut registers, mut result) = ([0.0; 4], [0.0; 1]);
                instructions.run(&[&numbers, &[1.0, 2.0]], &mut registers, &mut [&mut result]);
                result[0]
            })
        };
        assert_eq!(less([0.3, 0.4]), [1.0, 1.0, 2.0]);
        assert_eq!(less([0.4, 0.4]), [2.0, 1.0, 1.0]);
        assert_eq!(less([0.5, 0.4]), [2.0, 2.0, 2.0]);
    }

    #[test]
    fn sums_with_products_take_three_numbers() {
        let (a, b, c) = (0.1_f64, 0.7, 0.3);
        let expected = [
            (MUL_ADD, Scalar::mul_add(a, b, c)),
            (MUL_SUB, Scalar::mul_sub(a, b, c)),
            (SUB_MUL, Scalar::sub_mul(a, b, c)),
        ];
        for (code, expected) in expected {
            let code = [
                code, 0, 0, 0, 0, 1, 0, 10, 0, 0, 2, 0, 0, 0, STORE, 0, 0, 0, 0, 0, 0,
            ];
            let instructions = Instructions {
                code: &code,
                exponents: &[],
            };
            let (mut registers, mut result) = ([0.0; 3], [0.0; 1]);
            instructions.run(&[&[a, b], &[c]], &mut registers, &mut [&mut result]);
            assert_eq!(result[0].to_bits(), expected.to_bits(), "{code:?}");
        }
    }

    /// No panic is kept for code that no derive writes.
    #[test]
    fn registers_and_results_that_are_not_there_are_skipped() {
        let instructions = Instructions {
            code: &[
                0, 9, 9, 9, 9, 9, 9, STORE, 9, 0, 9, 0, 0, 0, LESS, 0, 0, 0, 0, 0, 0, 1,
            ],
            exponents: &[],
        };
        let (mut registers, mut result) = ([0.0; 1], [0.0; 1]);
        instructions.run(&[&[1.0, 2.0]], &mut registers, &mut [&mut result]);
        assert_eq!(result, [0.0]);
    }
}
