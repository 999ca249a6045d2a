//! RATTLE for a rope of rods, whose multipliers have tridiagonal equations, in plain loops.

use std::array::from_fn;

/// Masses in a row at fixed distances, the first of which is held.
///
/// ```text
/// u = v + h g,   r' = r + h u − (h/m) Gᵀ(r) λ,   |r'ᵢ₊₁ − r'ᵢ|² = ℓ²   v' = (r' − r)/h + h g − (1/m) Gᵀ(r') μ,   G(r') v' = 0
/// ```
///
/// with half of h g at each end of a step. λ is found by Newton's method from the parabola through its last three values: its first tangent
/// serves for all further corrections of a step.
#[derive(Clone, Debug)]
pub struct RopeByHand {
    /// The inverse of a mass, the square of the length of a rod, half of the change of velocities in a step, and h.
    per_mass: f64,
    square: f64,
    fall: f64,
    h: f64,
    r: Vec<[f64; 2]>,
    v: Vec<[f64; 2]>,
    /// The rods before the step, and after it.
    old: Vec<[f64; 2]>,
    new: Vec<[f64; 2]>,
    lambda: [Vec<f64>; 4],
    g: Vec<f64>,
    lower: Vec<f64>,
    upper: Vec<f64>,
    pivots: Vec<f64>,
}

impl RopeByHand {
    /// At rest.
    #[must_use]
    pub fn new(m: f64, l: f64, gravity: f64, h: f64, q: &[f64]) -> Self {
        let r = q.as_chunks::<2>().0.to_vec();
        let rods = r.len() - 1;
        let numbers = || vec![0.0; rods];
        Self {
            per_mass: 1.0 / m,
            square: l * l,
            fall: -0.5 * h * gravity,
            h,
            v: vec![[0.0; 2]; r.len()],
            old: vec![[0.0; 2]; rods],
            new: vec![[0.0; 2]; rods],
            lambda: from_fn(|_| numbers()),
            g: numbers(),
            lower: numbers(),
            upper: numbers(),
            pivots: numbers(),
            r,
        }
    }

    /// The coordinates.
    #[must_use]
    pub fn coordinates(&self) -> &[f64] {
        self.r.as_flattened()
    }

    /// Makes steps.
    pub fn run(&mut self, steps: usize) {
        for _ in 0..steps {
            self.step();
        }
    }

    fn step(&mut self) {
        set_rods(&self.r, &mut self.old);
        for v in &mut self.v[1..] {
            v[1] += self.fall;
        }
        let [now, last, before, first] = &mut self.lambda;
        for (((now, &a), &b), &c) in now.iter_mut().zip(&*last).zip(&*before).zip(&*first) {
            *now = 3.0 * (a - b) + c;
        }
        push(&mut self.v, &self.old, now, self.per_mass);
        let mut is_factored = false;
        loop {
            let mut largest = 0.0_f64;
            for (i, (new, g)) in self.new.iter_mut().zip(&mut self.g).enumerate() {
                let [a, b] = [self.v[i], self.v[i + 1]];
                *new = from_fn(|k| self.old[i][k] + self.h * (b[k] - a[k]));
                *g = 0.5 * (new[0] * new[0] + new[1] * new[1] - self.square);
                largest = largest.max(g.abs());
            }
            if largest <= 4.0 * f64::EPSILON * self.square {
                break;
            }
            if !is_factored {
                self.factor(self.h * self.per_mass);
                is_factored = true;
            }
            self.solve();
            push(&mut self.v, &self.old, &self.g, self.per_mass);
            let [now, ..] = &mut self.lambda;
            now.iter_mut()
                .zip(&self.g)
                .for_each(|(now, change)| *now += change);
        }
        self.lambda.rotate_right(1);
        for (r, v) in self.r.iter_mut().zip(&self.v) {
            *r = from_fn(|k| r[k] + self.h * v[k]);
        }
        for v in &mut self.v[1..] {
            v[1] += self.fall;
        }
        self.old.copy_from_slice(&self.new);
        self.factor(self.per_mass);
        for (i, (rod, g)) in self.new.iter().zip(&mut self.g).enumerate() {
            let [a, b] = [self.v[i], self.v[i + 1]];
            *g = rod[0] * (b[0] - a[0]) + rod[1] * (b[1] - a[1]);
        }
        self.solve();
        push(&mut self.v, &self.new, &self.g, self.per_mass);
    }

    /// The factors of `scale` G(r') Gᵀ(r), from the first row on. The mass between two rods is moved by both.
    fn factor(&mut self, scale: f64) {
        let (new, old) = (&self.new, &self.old);
        let product = |i: usize, j: usize| scale * (new[i][0] * old[j][0] + new[i][1] * old[j][1]);
        let mut pivot = product(0, 0);
        self.pivots[0] = 1.0 / pivot;
        for i in 1..new.len() {
            self.upper[i - 1] = -product(i - 1, i);
            self.lower[i] = -product(i, i - 1) * self.pivots[i - 1];
            pivot = 2.0 * product(i, i) - self.lower[i] * self.upper[i - 1];
            self.pivots[i] = 1.0 / pivot;
        }
    }

    fn solve(&mut self) {
        let mut last = 0.0;
        for (g, lower) in self.g.iter_mut().zip(&self.lower) {
            last = *g - lower * last;
            *g = last;
        }
        let mut next = 0.0;
        for ((g, upper), pivot) in self.g.iter_mut().zip(&self.upper).zip(&self.pivots).rev() {
            next = (*g - upper * next) * pivot;
            *g = next;
        }
    }
}

/// The difference of neighbours.
fn set_rods(r: &[[f64; 2]], rods: &mut [[f64; 2]]) {
    for (rod, pair) in rods.iter_mut().zip(r.windows(2)) {
        *rod = from_fn(|k| pair[1][k] - pair[0][k]);
    }
}

/// Velocities after impulses along rods.
fn push(v: &mut [[f64; 2]], rods: &[[f64; 2]], impulses: &[f64], per_mass: f64) {
    let mut before = [0.0; 2];
    for (i, (rod, impulse)) in rods.iter().zip(impulses).enumerate() {
        let change = [0, 1].map(|k| per_mass * impulse * rod[k]);
        if i > 0 {
            v[i] = from_fn(|k| v[i][k] + (change[k] - before[k]));
        }
        before = change;
    }
    if let Some(end) = v.last_mut() {
        *end = from_fn(|k| end[k] - before[k]);
    }
}
