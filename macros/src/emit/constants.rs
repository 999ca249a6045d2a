//! Constants of kernels: their digits, and names for those that long functions use often.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use crate::emit::kernel::{Printer, is_half};
use extremal_symbolic::{Op, Program, Value};

/// Kernels of up to this many operations are read more easily with numbers where they are used.
const SHORT: usize = 256;
/// A name is worth its line from this many uses on: each use of a number is a call for rustc to check and to compile.
const OFTEN: usize = 3;
/// Names of one kernel, so that its blocks stay short: those with the most uses.
pub(crate) const MOST: usize = 128;

/// The names of constants, by operations of a program.
#[derive(Debug, Default)]
pub(super) struct Constants(HashMap<usize, String>);

impl Constants {
    pub(super) fn of(program: &Program) -> Self {
        let ops = program.ops();
        if ops.len() <= SHORT {
            return Self::default();
        }
        let mut uses = vec![0; ops.len()];
        for op in ops.iter().filter(|op| !is_half(op)) {
            op.for_operands(|operand| uses[operand.index()] += 1);
        }
        let is_often = |at: &usize| uses[*at] >= OFTEN && matches!(ops[*at], Op::Constant(..));
        let mut often: Vec<usize> = (0..ops.len()).filter(is_often).collect();
        often.sort_by_key(|&at| std::cmp::Reverse(uses[at]));
        let named = often.into_iter().take(MOST).enumerate();
        Self(named.map(|(k, at)| (at, format!("n{k}"))).collect())
    }

    pub(super) fn name(&self, value: Value) -> Option<&str> {
        self.0.get(&value.index()).map(|name| &**name)
    }
}

impl Printer<'_> {
    /// A `let` for each named constant in these lines.
    pub(super) fn named_constants(&self, range: &Range<usize>) -> String {
        let lines = self.lines[range.clone()].iter();
        let used: BTreeSet<usize> = lines.flat_map(|line| line.constants.iter().copied()).collect();
        let named = used
            .into_iter()
            .filter_map(|at| Some((self.constants.0.get(&at)?, &self.values[at])));
        named
            .map(|(name, value)| format!("let {name} = {value};"))
            .collect()
    }
}

/// The shortest literal that reads back as the double with these bits, without the sign.
pub(super) fn number(bits: u64) -> String {
    let value = f64::from_bits(bits);
    let size = value.abs();
    let digits = format!("{size:?}");
    let sign = if value.is_sign_negative() { "-" } else { "" };
    if is_rounded_known_constant(&digits) {
        // clippy denies literals that look like π.
        format!("{sign}f64::from_bits({:#018x}_u64)", size.to_bits())
    } else {
        format!("{sign}{digits}_f64")
    }
}

/// Whether the digits are the first ones of a named constant.
fn is_rounded_known_constant(digits: &str) -> bool {
    use std::f64::consts::{
        E, FRAC_1_PI, FRAC_1_SQRT_2, FRAC_2_PI, FRAC_2_SQRT_PI, FRAC_PI_2, FRAC_PI_3, FRAC_PI_4, FRAC_PI_6,
        FRAC_PI_8, LN_2, LN_10, LOG2_10, LOG2_E, LOG10_2, LOG10_E, PI, SQRT_2, TAU,
    };
    let known = [
        E,
        FRAC_1_PI,
        FRAC_1_SQRT_2,
        FRAC_2_PI,
        FRAC_2_SQRT_PI,
        FRAC_PI_2,
        FRAC_PI_3,
        FRAC_PI_4,
        FRAC_PI_6,
        FRAC_PI_8,
        LN_2,
        LN_10,
        LOG2_10,
        LOG2_E,
        LOG10_2,
        LOG10_E,
        PI,
        SQRT_2,
        TAU,
    ];
    let decimals = digits.split('.').nth(1).map_or(0, str::len);
    let is_it =
        |known: &f64| format!("{known:.decimals$}") == digits || known.to_string().starts_with(digits);
    decimals > 1 && known.iter().any(is_it)
}
