//! The functions of both precisions.

/// Methods of [`Scalar`](super::Scalar) for a real type, with the paths of its functions.
macro_rules! functions {
    (
        $real:ident, sqrt: $sqrt:path, atan2: $atan2:path, hypot: $hypot:path, $($function:ident: $path:path),+ $(,)?
    ) => {
        // Always inlined, so that an unused cosine is not computed.
        #[inline(always)]
        fn sin(self) -> $real {
            Scalar::sin_cos(self).0
        }

        #[inline(always)]
        fn cos(self) -> $real {
            Scalar::sin_cos(self).1
        }

        $(
            #[inline]
            fn $function(self) -> $real {
                $path(self)
            }
        )+

        #[cfg(all(feature = "std", target_feature = "fma", not(feature = "deterministic")))]
        #[inline(always)]
        fn mul_add(self, b: $real, c: $real) -> $real {
            $real::mul_add(self, b, c)
        }

        #[cfg(all(feature = "std", target_feature = "fma", not(feature = "deterministic")))]
        #[inline(always)]
        fn mul_sub(self, b: $real, c: $real) -> $real {
            $real::mul_add(self, b, -c)
        }

        #[cfg(all(feature = "std", target_feature = "fma", not(feature = "deterministic")))]
        #[inline(always)]
        fn sub_mul(self, b: $real, c: $real) -> $real {
            $real::mul_add(-b, c, self)
        }

        #[inline]
        fn atan2(self, x: $real) -> $real {
            $atan2(self, x)
        }

        #[inline]
        fn hypot(self, other: $real) -> $real {
            $hypot(self, other)
        }

        #[inline]
        fn sqrt(self) -> $real {
            #[cfg(feature = "std")]
            return $real::sqrt(self);
            #[cfg(not(feature = "std"))]
            return $sqrt(self);
        }

        #[inline]
        fn abs(self) -> $real {
            $real::abs(self)
        }

        #[inline]
        fn signum(self) -> $real {
            if self > 0.0 {
                1.0
            } else if self < 0.0 {
                -1.0
            } else {
                self
            }
        }

        #[inline]
        fn min(self, other: $real) -> $real {
            if self < other || self.is_nan() {
                self
            } else {
                other
            }
        }

        #[inline]
        fn max(self, other: $real) -> $real {
            if self > other || self.is_nan() {
                self
            } else {
                other
            }
        }

        #[inline]
        fn recip(self) -> $real {
            1.0 / self
        }

        #[inline]
        fn select_less(a: $real, b: $real, then: $real, otherwise: $real) -> $real {
            if a < b { then } else { otherwise }
        }

        #[inline]
        fn select_less_equal(a: $real, b: $real, then: $real, otherwise: $real) -> $real {
            if a <= b { then } else { otherwise }
        }

        #[inline]
        fn select_equal(a: $real, b: $real, then: $real, otherwise: $real) -> $real {
            if a == b { then } else { otherwise }
        }
    };
}

pub(super) use functions;
