//! Quotients, greatest common divisors and square roots of natural numbers.
//! Knuth, The Art of Computer Programming 2, §4.3.1 algorithm D and §4.5.2 algorithm L.

use super::{LIMB_BITS, Natural, join, low};

impl Natural {
    /// The quotient and the remainder; `divisor` is not zero.
    pub(crate) fn divrem(&self, divisor: &Self) -> (Self, Self) {
        if self < divisor {
            return (Self::zero(), self.clone());
        }
        if let (Some(a), Some(b)) = (self.to_u64(), divisor.to_u64()) {
            return (Self::from_u64(a / b), Self::from_u64(a % b));
        }
        if divisor.is_power_of_two() {
            let bits = divisor.trailing_zeros();
            return (self >> bits, self.low_bits(bits));
        }
        match *divisor.0.as_slice() {
            [limb] => {
                let mut quotient = self.clone();
                let remainder = quotient.divide_by_limb(limb);
                (quotient, Self::from_u64(u64::from(remainder)))
            }
            _ => self.long_division(divisor),
        }
    }

    /// The quotient by a divisor known to leave no remainder.
    pub(crate) fn divided_by(&self, divisor: &Self) -> Self {
        if divisor.is_one() {
            self.clone()
        } else {
            self.divrem(divisor).0
        }
    }

    /// The greatest common divisor; that with zero is the number itself.
    pub(crate) fn gcd(&self, other: &Self) -> Self {
        if self.is_zero() {
            return other.clone();
        }
        if other.is_zero() {
            return self.clone();
        }
        if self.is_one() || other.is_one() {
            return Self::one();
        }
        let (twos, other_twos) = (self.trailing_zeros(), other.trailing_zeros());
        let common = twos.min(other_twos);
        if self.is_power_of_two() || other.is_power_of_two() {
            return Self::power_of_two(common);
        }
        &odd_gcd(self >> twos, other >> other_twos) << common
    }

    /// The largest natural number whose square is at most this one.
    pub(crate) fn square_root(&self) -> Self {
        if let Some(small) = self.to_u64() {
            return Self::from_u64(small.isqrt());
        }
        let mut root = Self::power_of_two(self.bit_length().div_ceil(2));
        loop {
            let next = &(&root + &self.divrem(&root).0) >> 1;
            if next >= root {
                return root; // Newton's method descends to the root from above
            }
            root = next;
        }
    }

    /// self ← self / divisor; returns the remainder.
    pub(super) fn divide_by_limb(&mut self, divisor: u32) -> u32 {
        let mut remainder = 0;
        for limb in self.0.iter_mut().rev() {
            let wide = join(remainder, *limb);
            *limb = low(wide / u64::from(divisor));
            remainder = low(wide % u64::from(divisor));
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        remainder
    }

    fn low_bits(&self, bits: usize) -> Self {
        let mut limbs = self.0.clone();
        limbs.truncate(bits.div_ceil(LIMB_BITS));
        if let (Some(top), part @ 1..) = (limbs.get_mut(bits / LIMB_BITS), bits % LIMB_BITS) {
            *top &= (1 << part) - 1;
        }
        Self::trimmed(limbs)
    }

    /// Algorithm D, for a divisor of two limbs or more which is at most `self`.
    fn long_division(&self, divisor: &Self) -> (Self, Self) {
        let top = divisor.0.last().expect("the divisor has two limbs or more");
        let shift = top.leading_zeros() as usize;
        let divisor = (divisor << shift).0;
        let mut rest = (self << shift).0;
        rest.push(0);
        let mut quotient = vec![0; rest.len() - divisor.len()];
        for (j, digit) in quotient.iter_mut().enumerate().rev() {
            let window = &mut rest[j..=j + divisor.len()];
            let guess = guess_digit(window, &divisor);
            *digit = if subtract_multiple(window, &divisor, guess) {
                add_back(window, &divisor);
                low(guess - 1)
            } else {
                low(guess)
            };
        }
        (Self::trimmed(quotient), &Self::trimmed(rest) >> shift)
    }
}

/// Step D3: the next digit from the leading limbs, at most one too large.
fn guess_digit(window: &[u32], divisor: &[u32]) -> u64 {
    let n = divisor.len();
    let (first, second) = (u64::from(divisor[n - 1]), u64::from(divisor[n - 2]));
    let leading = join(window[n], window[n - 1]);
    let mut digit = leading / first;
    let mut remainder = leading % first;
    while digit >> LIMB_BITS != 0 || digit * second > (remainder << LIMB_BITS | u64::from(window[n - 2])) {
        digit -= 1;
        remainder += first;
        if remainder >> LIMB_BITS != 0 {
            break;
        }
    }
    digit
}

/// Step D4: window ← window − digit · divisor, modulo its length; returns whether the result was negative.
fn subtract_multiple(window: &mut [u32], divisor: &[u32], digit: u64) -> bool {
    let mut carry = 0; // of the product, and of the borrow along with it
    let mut i = 0;
    while i < divisor.len() {
        carry += digit * divisor[i] as u64;
        let (limb, under) = window[i].overflowing_sub(low(carry));
        window[i] = limb;
        carry = (carry >> LIMB_BITS) + under as u64;
        i += 1;
    }
    let under = u64::from(window[i]) < carry;
    window[i] = window[i].wrapping_sub(low(carry));
    under
}

/// Step D6: window ← window + divisor, modulo its length.
fn add_back(window: &mut [u32], divisor: &[u32]) {
    let mut carry = 0;
    for (limb, &addend) in window.iter_mut().zip(divisor) {
        carry += u64::from(*limb) + u64::from(addend);
        *limb = low(carry);
        carry >>= LIMB_BITS;
    }
    let top = window
        .last_mut()
        .expect("the window is one limb longer than the divisor");
    *top = top.wrapping_add(low(carry));
}

fn odd_gcd(a: Natural, b: Natural) -> Natural {
    let (mut a, mut b) = if a < b { (b, a) } else { (a, b) };
    loop {
        if b.is_zero() {
            return a;
        }
        if let (Some(x), Some(y)) = (a.to_u64(), b.to_u64()) {
            return Natural::from_u64(gcd_u64(x, y));
        }
        (a, b) = match Cofactors::of_leading_bits(&a, &b) {
            Some(cofactors) => cofactors.apply(&a, &b),
            None => {
                let remainder = a.divrem(&b).1;
                (b, remainder)
            }
        };
    }
}

pub(crate) fn gcd_u64(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Several steps of Euclid's algorithm at once, (a, b) ← (|p a + q b|, |r a + s b|) with p s − q r = ±1.
struct Cofactors {
    p: i64,
    q: i64,
    r: i64,
    s: i64,
}

impl Cofactors {
    /// The steps that the leading bits of a ≥ b decide; `None` if they do not decide the first one.
    fn of_leading_bits(a: &Natural, b: &Natural) -> Option<Self> {
        let shift = a.bit_length() - 62; // a has more than 64 bits
        let leading = |n: &Natural| {
            let bits = (n >> shift).to_u64().expect("62 bits fit");
            i64::try_from(bits).expect("62 bits fit")
        };
        let (mut x, mut y) = (leading(a), leading(b));
        let (mut p, mut q, mut r, mut s) = (1_i64, 0_i64, 0_i64, 1_i64);
        while y + r > 0 && y + s > 0 {
            let quotient = (x + p) / (y + r);
            // Cofactors of 31 bits: their products with a quotient fit, and so do those with a limb.
            if quotient != (x + q) / (y + s) || quotient >= 1 << 31 {
                break;
            }
            let next = (p - quotient * r, q - quotient * s);
            if next.0.unsigned_abs() >= 1 << 31 || next.1.unsigned_abs() >= 1 << 31 {
                break;
            }
            (p, q, r, s) = (r, s, next.0, next.1);
            (x, y) = (y, x - quotient * y);
        }
        (q != 0).then_some(Self { p, q, r, s })
    }

    fn apply(&self, a: &Natural, b: &Natural) -> (Natural, Natural) {
        let (x, y) = (combine(self.p, a, self.q, b), combine(self.r, a, self.s, b));
        if x < y { (y, x) } else { (x, y) }
    }
}

/// |p a + q b| for p and q of opposite signs, or one of them zero.
fn combine(p: i64, a: &Natural, q: i64, b: &Natural) -> Natural {
    let multiple = |factor: i64, n: &Natural| {
        let mut n = n.clone();
        n.multiply_add(
            u32::try_from(factor.unsigned_abs()).expect("cofactors have 31 bits"),
            0,
        );
        n
    };
    multiple(p, a).difference(&multiple(q, b)).1
}

#[cfg(test)]
mod tests {
    use super::super::Lcg;
    use super::*;

    #[test]
    fn division_agrees_with_u128() {
        let mut random = Lcg(3);
        for _ in 0..4000 {
            let (a, b) = (random.next_u128(), random.next_u128().max(1));
            let (quotient, remainder) = Natural::from_u128(a).divrem(&Natural::from_u128(b));
            assert_eq!(
                (quotient, remainder),
                (Natural::from_u128(a / b), Natural::from_u128(a % b))
            );
        }
    }

    #[test]
    fn quotient_times_divisor_plus_remainder_is_the_dividend() {
        let mut random = Lcg(4);
        for _ in 0..3000 {
            let (a, b) = (
                random.next_natural(30),
                &random.next_natural(12) + &Natural::one(),
            );
            let (quotient, remainder) = a.divrem(&b);
            assert!(remainder < b);
            assert_eq!(&(&quotient * &b) + &remainder, a);
            assert_eq!((&a * &b).divided_by(&b), a);
        }
    }

    /// For these numbers a digit is guessed one too large, so that step D6 runs.
    #[test]
    fn the_rare_step_of_algorithm_d_is_right() {
        let a = Natural(vec![0, 0, 0x8000_0000, 0x7fff_ffff]);
        let b = Natural(vec![1, 0, 0x8000_0000]);
        let (quotient, remainder) = a.divrem(&b);
        assert_eq!(quotient, Natural::from_u64(0xffff_fffe));
        assert_eq!(&(&quotient * &b) + &remainder, a);
    }

    #[test]
    fn gcd_agrees_with_euclid() {
        let mut random = Lcg(5);
        for _ in 0..400 {
            let [a, b, c] = [20, 14, 9].map(|limbs| random.next_natural(limbs));
            let (mut x, mut y) = (&a * &c, &b * &c);
            let gcd = x.gcd(&y);
            assert_eq!(gcd, y.gcd(&x));
            while !y.is_zero() {
                let remainder = x.divrem(&y).1;
                (x, y) = (y, remainder);
            }
            assert_eq!(gcd, x);
        }
    }

    #[test]
    fn square_root_is_the_floor() {
        let mut random = Lcg(6);
        for _ in 0..300 {
            let n = random.next_natural(20);
            let root = n.square_root();
            let above = &root + &Natural::one();
            assert!(&root * &root <= n && n < &above * &above);
            assert_eq!((&n * &n).square_root(), n);
        }
    }
}
