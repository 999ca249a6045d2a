//! The derive is a library: a declaration that is text becomes kernels, which the interpreter of programs steps. No compiler
//! and no runtime has a part in it.

use extremal_symbolic::Expr;

use crate::derive::{Kernel, Step, derive};
use crate::tests::parse;

const PENDULUM: &str = "
    #[lagrangian(coordinates(a), kinetic = 0.5 * m * (l * dt(a)).powi(2), potential = -m * g * l * cos(a), discretize(SCHEME))]
    struct Pendulum { m: f64, l: f64, g: f64 }";
const MASS: f64 = 1.5;
const LENGTH: f64 = 0.8;
const GRAVITY: f64 = 9.81;

/// The step of a declaration with one scheme.
fn derived(source: &str) -> Step {
    let mut system = parse(source)
        .map_err(|failed| failed.errors)
        .expect("no mistakes");
    let schemes = system.schemes();
    let mut derived = derive(&mut system.model, schemes).expect("it is small");
    derived.steps.remove(0)
}

/// The results of a kernel, each a list of numbers. Numbers are given by the name of the argument, in its order; those of later
/// arguments that the kernel does not have are not read.
fn results(kernel: &Kernel, given: &[(&str, &[f64])]) -> Vec<Vec<f64>> {
    let of = |name: &str| given.iter().find(|(known, _)| *known == name);
    let symbols: Vec<(Expr, f64)> = kernel
        .arguments
        .iter()
        .flat_map(|argument| {
            let (_, numbers) = of(argument.name).unwrap_or_else(|| panic!("`{}` is given", argument.name));
            assert_eq!(argument.symbols.len(), numbers.len(), "{}", argument.name);
            argument.symbols.iter().copied().zip(numbers.iter().copied())
        })
        .collect();
    let mut numbers = kernel.program.evaluate(&symbols).into_iter();
    let shapes = kernel.shapes.iter();
    shapes
        .map(|shape| numbers.by_ref().take(shape.len()).collect())
        .collect()
}

/// What a driver keeps of a motion: q, p, and what steps carry.
struct Motion {
    step: Step,
    parameters: Vec<f64>,
    /// t, h, and the constants of the step.
    interval: Vec<f64>,
    q: Vec<f64>,
    p: Vec<f64>,
    carried: Vec<f64>,
}

impl Motion {
    fn start(step: Step, parameters: &[f64], h: f64, [q, p, v]: [f64; 3]) -> Self {
        let given = [("parameters", parameters), ("step_size", &[h]), ("scheme", &[])];
        let constants = results(&step.constants, &given).concat();
        let interval = [&[0.0, h], &constants[..]].concat();
        let at = [
            ("parameters", parameters),
            ("interval", &interval),
            ("q", &[q]),
            ("p", &[p]),
            ("v", &[v]),
        ];
        let mut carried = results(&step.start, &at).concat();
        carried.resize(step.carried, 0.0);
        Self {
            step,
            parameters: parameters.to_vec(),
            interval,
            q: vec![q],
            p: vec![p],
            carried,
        }
    }

    /// Newton's method with the derived corrections.
    fn advance(&mut self) {
        let correction = self
            .step
            .solver
            .correction
            .as_ref()
            .expect("it is eliminated in a straight line");
        let mut x = vec![0.0; self.step.solver.unknowns];
        let given = |x: &[f64], kernel: &Kernel| {
            results(
                kernel,
                &[
                    ("parameters", &self.parameters),
                    ("interval", &self.interval),
                    ("q", &self.q),
                    ("p", &self.p),
                    ("c", &self.carried),
                    ("x", x),
                ],
            )
        };
        // Quadratic convergence: what eight steps do not reach, none does.
        for _ in 0..8 {
            let changes = &given(&x, correction)[0];
            x.iter_mut().zip(changes).for_each(|(x, change)| *x += change);
        }
        let mut end = given(&x, &self.step.update).into_iter();
        let mut next = || end.next().expect("the end of a step");
        (self.q, self.p, self.carried) = (next(), next(), next());
        // Zeros where drivers have predicted sines, which the interpreter does not turn.
        self.carried.resize(self.step.carried, 0.0);
        self.interval[0] += self.interval[1];
    }
}

/// v from m l² v = p₀ − h/2 m g l sin(q₀ + h/2 v), then q₁ = q₀ + h v and p₁ = 2 m l² v − p₀.
fn midpoint_by_hand([q, p]: [f64; 2], h: f64) -> [f64; 2] {
    let (inertia, torque) = (MASS * LENGTH * LENGTH, MASS * GRAVITY * LENGTH);
    let mut v = p / inertia;
    for _ in 0..8 {
        let middle = q + 0.5 * h * v;
        let residual = inertia * v - p + 0.5 * h * torque * middle.sin();
        v -= residual / (inertia + 0.25 * h * h * torque * middle.cos());
    }
    [q + h * v, 2.0 * inertia * v - p]
}

#[test]
fn a_pendulum_from_text_steps() {
    let (h, steps) = (0.05, 400);
    let (mut q, mut p) = (2.0, 0.3);
    let step = derived(&PENDULUM.replace("SCHEME", "Midpoint"));
    let velocity = p / (MASS * LENGTH * LENGTH);
    let mut motion = Motion::start(step, &[MASS, LENGTH, GRAVITY], h, [q, p, velocity]);
    for _ in 0..steps {
        motion.advance();
        [q, p] = midpoint_by_hand([q, p], h);
    }
    // It swung: an interpreter that returns its arguments would not pass.
    assert!((q - 2.0).abs() > 0.1, "{q}");
    // Two sums of a step round by 1e-16 each; neighbours part in proportion to the time, twenty seconds with ω = 3.5.
    let most = 1e-16 * 2.0 * f64::from(steps) * 70.0;
    assert!(
        (motion.q[0] - q).abs() < most && (motion.p[0] - p).abs() < 10.0 * most,
        "{q} {p} {:?} {:?}",
        motion.q,
        motion.p
    );
}
