//! Natural numbers in decimal digits, nine to a limb.

use super::Natural;

const CHUNK_DIGITS: usize = 9;
const CHUNK: u32 = 1_000_000_000;

impl Natural {
    /// The number with these digits; `None` if there is no digit, or another character.
    pub(crate) fn from_digits(digits: &str) -> Option<Self> {
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let (head, tail) = digits.split_at(digits.len() % CHUNK_DIGITS);
        let mut value = Self::from_u64(if head.is_empty() { 0 } else { head.parse().ok()? });
        for start in (0..tail.len()).step_by(CHUNK_DIGITS) {
            value.multiply_add(CHUNK, tail[start..start + CHUNK_DIGITS].parse().ok()?);
        }
        Some(value)
    }

    /// 10 to the power `exponent`.
    pub(crate) fn power_of_ten(exponent: u32) -> Self {
        &Self::from_u64(5).pow(exponent) << exponent as usize
    }

    /// The decimal digits.
    pub(crate) fn to_digits(&self) -> String {
        let mut rest = self.clone();
        let mut chunks = Vec::new();
        while !rest.is_zero() {
            chunks.push(rest.divide_by_limb(CHUNK));
        }
        let mut digits = chunks.pop().unwrap_or(0).to_string();
        for chunk in chunks.iter().rev() {
            digits.push_str(&format!("{chunk:0CHUNK_DIGITS$}"));
        }
        digits
    }
}

#[cfg(test)]
mod tests {
    use super::super::Lcg;
    use super::*;

    #[test]
    fn digits_agree_with_u128() {
        let mut random = Lcg(7);
        for _ in 0..2000 {
            let value = random.next_u128();
            assert_eq!(Natural::from_u128(value).to_digits(), value.to_string());
            assert_eq!(
                Natural::from_digits(&value.to_string()),
                Some(Natural::from_u128(value))
            );
        }
        assert_eq!(Natural::zero().to_digits(), "0");
    }

    #[test]
    fn long_numbers_come_back() {
        let mut random = Lcg(8);
        for _ in 0..200 {
            let value = random.next_natural(60);
            assert_eq!(Natural::from_digits(&value.to_digits()), Some(value));
        }
        assert_eq!(
            Natural::power_of_ten(40).to_digits(),
            format!("1{}", "0".repeat(40))
        );
    }

    #[test]
    fn what_is_no_digit_is_refused() {
        for text in ["", "1a", "-1", "+1", "1_0", "٣"] {
            assert_eq!(Natural::from_digits(text), None, "{text:?}");
        }
    }
}
