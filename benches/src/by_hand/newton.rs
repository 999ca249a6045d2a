//! Shared parts of the implicit programs: the guess, the stopping criterion, and elimination.

/// The guess 3x − 3x' + x'', if three steps are known.
#[derive(Clone, Copy, Debug)]
pub(super) struct History<const N: usize> {
    last: [[f64; N]; 3],
    known: usize,
}

impl<const N: usize> History<N> {
    pub(super) fn new(seed: [f64; N]) -> Self {
        Self {
            last: [seed; 3],
            known: 0,
        }
    }

    #[inline]
    pub(super) fn guess(&self) -> [f64; N] {
        let [x0, x1, x2] = self.last;
        match self.known {
            0 | 1 => x0,
            2 => std::array::from_fn(|k| 2.0 * x0[k] - x1[k]),
            _ => std::array::from_fn(|k| 3.0 * (x0[k] - x1[k]) + x2[k]),
        }
    }

    #[inline]
    pub(super) fn push(&mut self, x: [f64; N]) {
        self.last = [x, self.last[0], self.last[1]];
        if self.known < 3 {
            self.known += 1;
        }
    }
}

/// Whether the residual is rounding, or has reached its floor.
#[inline]
pub(super) fn is_solved<const N: usize>(r: &[f64; N], scale: &[f64; N], before: &mut f64) -> bool {
    let largest = |x: &[f64; N]| {
        x.iter()
            .fold(0.0, |a: f64, x| if x.abs() > a { x.abs() } else { a })
    };
    let (size, scale) = (largest(r), largest(scale));
    let is_floor = size > 0.5 * *before && size < 1e-8 * scale;
    *before = size;
    size <= N as f64 * f64::EPSILON * scale || is_floor
}

/// x ← A⁻¹ x by elimination without pivoting.
#[inline]
pub(super) fn solve<const N: usize>(a: &mut [[f64; N]; N], x: &mut [f64; N]) {
    for k in 0..N {
        let inverse = 1.0 / a[k][k];
        for i in k + 1..N {
            let factor = a[i][k] * inverse;
            // Slices of the rows would make a step of eight links cost a fifth more.
            (k + 1..N).for_each(|j| a[i][j] -= factor * a[k][j]);
            x[i] -= factor * x[k];
        }
        a[k][k] = inverse;
    }
    for k in (0..N).rev() {
        for j in k + 1..N {
            x[k] -= a[k][j] * x[j];
        }
        x[k] *= a[k][k];
    }
}
