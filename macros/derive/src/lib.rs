//! The door of the derive of `extremal` to the compiler, which alone may call a crate of this kind. The derive is a library,
//! [`extremal_macros`], that any program may call.

use proc_macro::TokenStream;

/// Implements `Lagrangian` for a mechanical system, and `Discretize` for each of its schemes.
// A copy of the reference in `runtime/src/declaration.md`, without its examples: editors show it at the name in `derive(..)`. It is
// no `include_str!`, because the hover of rust-analyzer does not follow that, and because the file is not in the package of this
// crate. Only rust-analyzer has it: documentation has the reference in the crate `extremal`, whose page would show both.
// `BLESS=1 cargo test -p extremal-macros keys` copies it.
#[cfg_attr(
    rust_analyzer,
    doc = r####"
Declares a mechanical system on a struct, and derives its integrators.

```
use extremal::prelude::*;

/// A mass on a spring.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 1 / 2 * m * dt(x).powi(2),
    potential = 1 / 2 * k * x.powi(2),
)]
struct Spring {
    m: f64,
    k: f64,
}

let mut motion = Integrator::new(Spring { m: 1.0, k: 4.0 }, Midpoint, 0.01, [1.0], [0.0])?;
motion.step()?;
```

The fields of the struct are the parameters; a unit struct has none. The attribute may be repeated.

# Keys

The order is free, but a `let` is known only below itself, and the multiplier of a constraint below the constraint.


`let`, `force`, `constraint`, `rolling`, `contact`, `friction`, `output` and `symmetry` may come more than once,
all other keys once.

| key | shape | meaning | if left out |
| --- | --- | --- | --- |
| `coordinates(x, r[3])` | scalars, vectors, arrays of vectors `r[20][3]`; 1 to 1000 numbers each, or any number of items, `r[points][3]` and `r[5000][3]` | q: generalized coordinates, in the order of the arrays that `Integrator` takes | required; each must occur in a formula of the motion |
| `inputs(u, w[2], a: 2)` | scalars, vectors of 1 to 1000, or any number of items, `w[motors]`; degrees 1 to 6 | u: given to `step_with`, constant over a step; `a: 2` is a polynomial of degree 2 there, given by its values at 0, 1/2 and 1 of the step | none |
| `let name = ..` | any | a name for a formula | – |
| `kinetic = ..` | scalar | T(q, dt(q), t): a polynomial of degree at most 2 in the velocities | one of `kinetic`, `mass_matrix` and `lagrangian` is required, unless all coordinates are `massless` |
| `mass_matrix = ..` | n × n, symmetric; for n = 1 also a scalar | M(q, t), in place of `kinetic`: T = ½ dt(q)ᵀ M dt(q) | as for `kinetic` |
| `massless(y, r[2])` | coordinates, or components of them | coordinates that have no kinetic energy on purpose: forces, V or constraints determine them | none: each coordinate has a kinetic energy |
| `potential = ..` | scalar | V(q, t), where L = T − V | 0 |
| `lagrangian = ..` | scalar | L(q, dt(q), t), in place of T and V | as for `kinetic` |
| `force(x = .., r[0] = ..)` | that of its coordinate | f(q, dt(q), t, u): generalized forces without potential, at most one per component; that on one item adds to an `array(..)` of all | 0 |
| `dissipation = ..` | scalar | R(q, dt(q), t), which must depend on a velocity; its force −∂R/∂v is added to f | 0 |
| `constraint(name = .., a == b, ..)` | any | g(q, t) = 0, or a(q, t) = b(q, t), holonomic; no more numbers than coordinates, unless `redundant` | none |
| `rolling(name = .., a == b, ..)` | any | a(q, t)·dt(q) + b(q, t) = 0, nonholonomic: affine in the velocities; fewer numbers than coordinates | none |
| `contact(name, gap = .., slip = .., friction = .., restitution = ..)` | scalars, or arrays with one item for each contact, of any number; a slip has one or two components | g(q, t) ≥ 0: a unilateral contact with friction and impacts: `Contacts` | none |
| `friction(name, slip = .., force = ..)` | scalars, or arrays with one item for each, of any number; a slip has one or two components | dry friction: a force of at most `force` against the slip, which sticks: `Contacts` | none |
| `output(name = .., ..)` | any | y(q, dt(q), t, u), also of multipliers: quantities to record, each a method of the struct | none |
| `symmetry(name = [..], ..)` | one entry per component of q, or an array of all items | ξ(q): generators of symmetries; each momentum map p·ξ is a method of the struct | none |
| `sensitivities(m, r)` | fields | the parameters by which steps are differentiated | none |
| `modified_energy` | no value | derives the energy that `Verlet` and `Midpoint` conserve to a higher order: `ModifiedEnergy` | not derived |
| `redundant` | no value | constraints may follow from others, as in closed loops; their reactions are those of least norm | constraints are independent |
| `parallel` | no value | loops over items run on several threads, with the same bits for any number of them; needs the feature `parallel` | one thread |
| `discretize(Verlet, Midpoint)` | schemes | the schemes to derive, each once | `Verlet, Midpoint`; with contacts `Moreau, VariationalMoreau` |
| `crate = path` | path | the path of the crate `extremal` | `::extremal` |


**Coordinates** have the order of the arrays that `Integrator` takes. Each coordinate has to occur in some formula of
the motion.

Each coordinate has a kinetic energy, or is listed in `massless`. A massless coordinate is determined by forces, by V or by
constraints: a joint between two springs, the length of a dashpot. A multiplier is no such coordinate, as λ in
`potential = lambda * (x.powi(2) - 1)`: nothing in its own equation determines it. That is an error where it is proven. Write
`constraint(..)`.

**Inputs** are the arguments of `step_with`. They act through forces only: an input may occur in
`force` and `output`, and in a `let` that these use.

**Forces.** Each component of the coordinates may have one `force`. A `dissipation` has to depend on a velocity; its force
is added to f.

**Outputs** are functions of the state and of inputs. Formulas cannot use an output by its name: write a `let` for an
expression that formulas share, and record it by `output(tip)`. The name of an output becomes a method with the visibility
of the struct:

```text
fn name(&self, t: T, q: &SVector<T, n>, v: &SVector<T, n>) -> T, SVector<T, k> or SMatrix<T, r, c>
fn name(&self, t: T, q: .., v: .., inputs: &[T; k]) -> ..       if the formula contains an input
```

So the name must differ from those of the system's other methods (`momentum`, `velocity`, ..) and from `energy`, which is
a column of every file. `outputs` returns the numbers of all outputs one after the
other, matrices row by row. `OUTPUTS` lists their names: `tip[0]`,
`height`, `inertia[0][1]`.

An output may contain the multiplier of a constraint that is declared above it: with `constraint(rod = r.norm() - l)` the
tension of the rod is `output(tension = multiplier(rod))`. The multiplier has the shape of its constraint, as in
`multiplier(joint)[0]`, and the sign of [constraints](#constraints): the force is −Gᵀ λ. It is the λ of the continuous motion
through (t, q, v, u), `Constrained::multipliers`, and the number in the column
`lambda_rod` of files: it has the order of the state for every scheme, and is defined before the first step. The impulse
of the constraint over a step, divided by h, is in the report of the step. Such an output depends on all inputs, and returns a
`Result`: M and G may leave λ open.

```text
fn name(&self, t: T, q: .., v: .., inputs: &[T; k]) -> Result<.., Failure>       without inputs, if there are none
```

The derivatives of multipliers are not derived: a system with such an output has no `linearize_outputs`
(`OutputsOfState`).

**Constraints** are functions of coordinates and time that vanish at all times. `constraint(roll = x - r * phi)`,
`constraint(roll, x == r * phi)` and `constraint(x == r * phi)` are one constraint; an equation a = b is the function a − b.
Without a name it is called `constraint_0`, or `constraint_2` after two others. A `let` that vanishes is listed by its name:
`constraint(rod)`. A constraint on velocities is nonholonomic, and has the key `rolling`, in the same forms:
`rolling(no_slip = dt(x) - r * dt(phi))`. There may be at most as many constraint components as coordinates, and fewer with
`rolling`.
With constraints, coordinates need not be independent: they may be points of a mechanism, or Euler parameters.
[Constraints](#constraints) have a section of their own, and so have [symmetries](#symmetries).

**Contacts** are gaps that are not below zero at any time: `contact(floor, gap = y - r)`. They have a section of their
own, [contacts](#contacts).

**Sensitivities** are taken with respect to whole fields, number by number in the order listed, whether formulas use them
or not. `SENSITIVITIES` lists the names. Do not list the state or
inputs: derivatives with respect to them need no declaration.

# Formulas

Formulas have the syntax of Rust expressions. The macro only reads them: it cannot see functions, macros or constants of your
program. A function of your program is a [field that is called](#called-fields).

| item | syntax |
| --- | --- |
| numbers | `2`, `0.5`, `1e-3`: exact rationals, **so that `1 / 2` is one half**; suffixes `f64`, `f32` only |
| constants | `t`, the time; `PI` |
| parameters | fields, `m` or `self.m` |
| velocities | `dt(x)`, `dt([l * sin(x), -l * cos(x)])`: total time derivatives by the chain rule; not a method |
| operators | `+ - * /` and unary `-`; divisors are scalars, summands have one shape |
| functions of one scalar | `sin cos tan asin acos atan sinh cosh tanh exp ln ln_1p sqrt abs signum recip` |
| functions of two scalars | `atan2 min max hypot powf`, and `powi` with an integer |
| products of vectors | `dot(a, b)`, and `cross(a, b)` of length 3 |
| lengths | `norm(r)`, `norm_squared(r)` |
| multipliers of constraints | `multiplier(rod)`: in outputs, and in the `force` of a `friction(..)` |
| sums of entries | `sum(r)` |
| over a range | `sum(0..3, \|i\| m[i] * r[i])`, `product(..)`, `array(..)`, and `scan(..)` for partial results: [Ranges](#ranges) |
| integrals from 0 to 1 | `integrate(Gauss(2), \|s\| ..)`, by the rules of schemes: [Elements in space](#elements-in-space) |
| shape functions of elements | `linear(s)`, `linear_slope(s)`, `hermite(s)`, `hermite_slope(s)`, `hermite_curvature(s)` |
| transposes | `transpose(m)`; the transpose of a vector is a row, and that of a row a vector |
| methods | each function of one or more values in this table except `dt`: `x.sin()`, `y.atan2(x)`, `x.powi(2)`, `a.dot(b)`, `m.transpose()` |
| vectors, matrices | `[a, b]`, `[[a, b], [c, d]]` row by row, `[x; 3]` |
| components | `r[0]`, `m[1][0]`, `m[(1, 0)]`, the row `m[1]`, `r[i + 1]`; indices are integers from 0 |
| integers | literals, indices of ranges, `r.len()`, `let`s of literals, and `+ - * / %` of them, where `/` is that of integers |
| products | scalar · any, matrix · vector, matrix · matrix, `a.transpose() * b`; `dot` and `cross` of two vectors, rows or columns |
| choices | `if a < b { x } else { y }`, `<= > >= == !=`, `&&`, `\|\|`, `!`, `else if`; the derivative is that of the branch |
| names | `let name = ..` as a key, or `{ let s = sin(x); s * s }` |
| functions of one's own | `let energy = \|r, v\| 0.5 * m * v.norm_squared() + m * g * r[1]`, used as `energy(r[0], dt(r[0]))` |
| fields that are called | `lift(alpha)`, `torque(theta, dt(theta))`, `springs[i](x)`: [Called fields](#called-fields) |

A name has one meaning: it cannot be both a field and a coordinate. `t`, `dt` and `PI` are reserved.

Fields that formulas use are numbers, arrays `[f64; 3]` and `[[f64; 3]; 2]`, or nalgebra's `SVector`, `Vector3`,
`RowVector3`, `SMatrix`, `Matrix2x3` and the like. They may be nested, as in `[[[f64; 3]; 3]; 6]` and `[Matrix3<f64>; 6]`:
indices then select a scalar, a vector or a matrix, `a[2][0][1]` or `a[2] * dt(w)`. Types are recognised by these
names, and lengths are integer literals. A matrix type with one column is a vector. All these fields have one scalar
type, which implements `Scalar`: `f64`, `f32`, a dual number, or a type parameter with the bound `T: Scalar` on the
struct. If formulas use no field, the scalar is that of the first field that is `f64`, `f32` or a type parameter;
otherwise it is `f64`. Fields that no formula uses may have any type.

A struct with a type parameter is made with its scalar, `Pendulum::<f64> { m: 1.0, l: 1.0 }`. With bare literals Rust does
not know the type of `m` before the end of the function, and refuses methods such as `motion.state().q[0].sin()`.

# Ranges

```
use extremal::prelude::*;

/// Eight point masses on massless rods, one below the other.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(theta[8]),
    let r = scan(0..8, [0, 0], |before, i| before + l[i] * [sin(theta[i]), -cos(theta[i])]),
    kinetic = sum(0..8, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = sum(0..8, |i| m[i] * g * r[i][1]),
)]
struct Chain {
    m: [f64; 8],
    l: [f64; 8],
    g: f64,
}
```

| formula | meaning |
| --- | --- |
| `array(a..b, \|i\| x)` | the items x for i = a, .., b − 1: a vector of scalars, a matrix with vectors as its rows, an array of matrices |
| `sum(a..b, \|i\| x)` | their sum; 0 if there are none |
| `product(a..b, \|i\| x)` | their product from left to right; 1 if there are none |
| `scan(a..b, start, \|before, i\| x)` | the items x, each from the one before it, the first from `start`, which is not an item |

A range is `a..b`, without b, or `a..=b`. Its ends are integers. What is written over a range means what it means typed
out, item by item, and costs no more. Ranges may be nested, and inner ones may end at outer indices: `sum(0..8, |i|
sum(0..i, |j| ..))` is over pairs. In a formula an index is a number, so that `i / 2` is a fraction; in brackets and as
the end of a range it is an integer. A condition on indices, `if i == 0 { .. } else { .. }`, is decided for each item,
and the other branch is not read.

A table of integers is a `let`. Its entries may be indices: `let ends = [[0, 1], [1, 2]]`,
`sum(0..ends.len(), |e| (r[ends[e][0]] - r[ends[e][1]]).norm())`. So may a number, `let links = 8`, but not in
`coordinates(r[8])`.

Coordinates and inputs may be arrays of vectors, `coordinates(r[20][3])`. Their numbers have the order `r[0][0]`, `r[0][1]`, ..

A function is a formula with parameters. It may have arguments of any shape, and means the formula with the arguments in it: an
index that it is given may be an index there, `sum(0..8, |i| energy(i))`. It cannot call itself.

# Systems of any size

```
use extremal::prelude::*;

/// Points with springs between them, some of which are held.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[points][3]),
    let stretch = array(0..edges.len(), |e| (r[edges[e][0]] - r[edges[e][1]]).norm() - rest[e]),
    kinetic = sum(0..points, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = sum(0..edges.len(), |e| 0.5 * k * stretch[e].powi(2)),
    constraint(held = array(0..pins.len(), |i| r[pins[i]] - at[i])),
    force(r = array(0..points, |i| -c * dt(r[i]))),
)]
struct Net {
    points: usize,
    m: Vec<f64>,
    edges: Vec<[usize; 2]>,
    rest: Vec<f64>,
    pins: Vec<usize>,
    at: Vec<[f64; 3]>,
    k: f64,
    c: f64,
}

let net = Net {
    points: 3,
    m: vec![1.0; 3],
    edges: vec![[0, 1], [1, 2]],
    rest: vec![1.0; 2],
    pins: vec![0],
    at: vec![[0.0; 3]],
    k: 10.0,
    c: 0.1,
};
let start = vec![0.0, 0.0, 0.0, 1.2, 0.0, 0.0, 2.0, 0.3, 0.0];
let mut motion = Integrator::new(net, Midpoint, 0.01, start, vec![0.0; 9])?;
motion.step()?;
```

Where a coordinate has a length that only the program knows, or a sum a range that ends there, the system has any size: each
sum becomes a loop, whose formula is derived once for all of its items. Starts are then any lists of numbers, and states are
vectors on the heap. The same system with its numbers written out agrees to rounding, but for Livens schemes, whose discrete
gradients are those of each item: there it agrees to order 2.

**Literals.** A literal length is written out up to 256 items, and above makes a loop: `coordinates(q[300])`, `sum(0..300, ..)`.
In a system with such a coordinate, or with one of any length, sums over more than 16 items are loops, and shorter ones are
written out; so are those over as many items as a written-out coordinate or input has, as in `sum(0..20, |k| r[i][k])` with
`r[5000][20]`. Two sums of 16 items within each other have 256. `describe()` has a line `size` for such a system.

**Without an allocator.** If the only length is a constant of the type, as in `struct Chain<const N: usize>` with
`coordinates(q[N])` or `coordinates(r[N][3])`, all numbers are in arrays: states are `SVector<T, N>` or `[[T; 3]; N]`, and
nothing takes memory from the heap. They have the bits of the same system on the heap, if that keeps the order of its
coordinates. For this each sum has to reach over neighbours, `q[i]`, `q[i + 1]`, `q[i - 2]`, so that tangents are narrow
bands, of a half bandwidth of at most 24; one coordinate is declared, without constraints, contacts and outputs of items.
Inputs are of a fixed number, or one `u[N]` or `u[N][3]`. `describe()` says whether it is so. Other systems have vectors on
the heap. Arrays are on the stack, about twenty numbers for each coordinate
and a multiple of that for a derivative: for many thousands of items take a field as the length.

A length is a field of type `usize`, the `.len()` of a field or of a coordinate, a parameter of the type, `const N: usize`,
or a constant, and `+ - * / %` of these. The ends of ranges and indices may also contain integers of fields, `edges[e][0]`.
Fields are `Vec`s, slices and arrays of numbers, of arrays and of vectors, and of `usize` for indices. What does not fit,
such as an index that is too large, is an error of `Integrator::new` that names the field and the row.

Only the program knows all items, so that a formula names some of them: `q[i]`, `q[i + 1]`, `q[0]`, `r[edges[e][1]][2]`.

- Sums of these kinds may be nested, multiplied by what is known, and added. A product of two of them and a function of one
  are refused: equations of a step are of a few items.
- `array` over such a range is a `let`, whose items are used, or all of a constraint, a force, an output or a part of a
  contact. The force on one item is `force(q[0] = ..)`, `force(q[n - 1] = ..)` or `force(q[tips[0]] = ..)`, and adds to those on
  all. `product` and `scan` are refused.
- A constraint may be an equation of two arrays over one range, or of an array and a coordinate or a field: `c ==
  array(0..n, |i| ..)`, and so may one on velocities: `rolling(blade = array(0..n, |i| sin(phi[i]) * dt(x[i]) - ..))`. Its rows
  may contain sums: `array(0..groups, |g| c[g] - sum(0..n, |i| w[i] * x[i]))`. Arrays within each
  other are rows over several indices: `array(0..rows, |i| array(0..columns, |j| ..))`.
- All items have one formula. What the ends have in addition is a term of its own: `sum(1..n, |i| ..) + k * q[0].powi(2)`.
- Outputs may contain sums, be functions of sums that are one number each, `sqrt(sum(0..n, |i| x[i].powi(2)))`, and be arrays of
  items: `output(strain = array(0..elements, |e| ..))` is a method that returns the numbers item by item, and has a column for
  each, `strain[3]`, or `strain[3][1]` over two ranges. Such a system has vectors on the heap. The multiplier of an item is
  `multiplier(rods)[i]`, or `multiplier(mesh)[i][j]`, with 0 for the first item: `sum(0..n, |i| multiplier(rods)[i].powi(2))`.
- Inputs may have such lengths too: `inputs(u[masses], w[edges.len()][3], s)`, with items `u[i]`, `u[edges[e][0]]`, `w[e][2]`.
  They are one list of numbers in the order declared: `step_with`, `run_with` and their relatives take a `Vec`, a slice, an
  array or a `DVector`. A list of another length is an error that tells both lengths. Methods of outputs take a `&DVector`, or
  arrays where all numbers are in arrays.
- `parallel` runs the loops of steps on several threads, with the same bits for any number of them. It needs the feature of
  this name, and fields that threads may share (`Sync`).
- Contacts are arrays over one or two such ranges, and one contact: [Contacts](#contacts).
- `sensitivities(k, m)` takes fields of numbers, and lists with a number or an array of known length for each item. Names are
  those of `sensitivity_name`: `m[17]`.
- `symmetry` has an array for each coordinate with items, as in [Symmetries](#symmetries).
- `mass_matrix` and `redundant` need all coordinates at once and are refused.
  So is the scheme `NullSpace`. Up to 256 items nothing of this is refused.
- `Livens` keeps momentum and angular momentum where items depend on differences of coordinates and on
  distances of points; `Equivariant<Livens>` keeps the momentum maps of declared symmetries.

[Chapter 10](crate::guide::ch10_any_size) of the guide begins with a chain, and says what to write in place of what is refused.

# Elements in space

```
use extremal::prelude::*;

/// An elastic bar of linear elements, both ends held.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(u[elements - 1]),
    let inertia = |a, b| integrate(Gauss(2), |s| 0.5 * rho * l * dt(linear(s, [a, b])).powi(2)),
    let energy = |a, b| integrate(Gauss(1), |s| 0.5 * ea * l * (linear_slope(s, [a, b]) / l).powi(2)),
    kinetic = inertia(0, u[0]) + sum(1..elements - 1, |e| inertia(u[e - 1], u[e])) + inertia(u[elements - 2], 0),
    potential = energy(0, u[0]) + sum(1..elements - 1, |e| energy(u[e - 1], u[e])) + energy(u[elements - 2], 0),
)]
struct Bar {
    /// Two or more.
    elements: usize,
    /// Mass per length.
    rho: f64,
    /// Stiffness E A.
    ea: f64,
    /// The length of an element.
    l: f64,
}
```

| formula | meaning |
| --- | --- |
| `integrate(Gauss(n), \|s\| f)` | ∫₀¹ f(s) ds as the sum Σ wₖ f(sₖ) of a quadrature |
| `linear(s)` | the shape functions [1 − s, s] |
| `hermite(s)` | the shape functions [1 − 3s² + 2s³, s − 2s² + s³, 3s² − 2s³, s³ − s²] |
| `linear_slope(s)`, `hermite_slope(s)`, `hermite_curvature(s)` | their first and second derivatives by s |
| `linear(s, [a, b])`, `hermite(s, [a, da, b, db])`, .. | the sum of the shape functions times values at the nodes, which are scalars or vectors |

The place s runs from 0 to 1 over an element. On one of length l that begins at x₀ it is x = x₀ + l s, so that ∫ f dx is
`l * integrate(..)`, and ∂u/∂x is `linear_slope(s, ..) / l`. The second and the last value of `hermite` are derivatives by s:
with the strains u′ = ∂u/∂x as coordinates they are `l * du[e]`.

The rules are those of schemes with parentheses, `Gauss(1)` to `Gauss(12)`, `Lobatto(2)` to `Lobatto(12)`, `Trapezoid(1)`
to `Trapezoid(64)`, `Left` and `Right`. Their points and weights have 160 bits. An integral means its sum typed out, and
costs as much: T of a linear element with `Gauss(2)` has the consistent mass matrix, and with `Lobatto(2)` the lumped one,
which is diagonal, so that `Verlet` has nothing to solve.

# Called fields

```
use extremal::function::{Function, Gradient, Hessian, Value};
use extremal::prelude::*;

/// A spring that stiffens: c x⁴.
struct Stiff {
    c: f64,
}

impl Value<1> for Stiff {
    fn value(&self, [x]: [f64; 1]) -> f64 {
        self.c * x.powi(4)
    }
}

impl Gradient<1> for Stiff {
    fn gradient(&self, [x]: [f64; 1]) -> (f64, [f64; 1]) {
        (self.value([x]), [4.0 * self.c * x.powi(3)])
    }
}

impl Function<1> for Stiff {
    fn hessian(&self, [x]: [f64; 1]) -> Hessian<1> {
        let (value, slope) = self.gradient([x]);
        (value, slope, [[12.0 * self.c * x.powi(2)]])
    }
}

/// A mass on a spring with a motor, whose torque is chosen when the program runs.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = spring(x),
    force(x = motor(x, dt(x))),
)]
struct Driven<'a, F: Function<1>> {
    m: f64,
    spring: F,
    motor: &'a dyn Function<2>,
}
let driven = Driven { m: 1.0, spring: Stiff { c: 0.5 }, motor: &Off };
let mut motion = Integrator::new(&driven, Midpoint, 0.01, [1.0], [0.0])?;
motion.step_many(100)?;
```

A field that a formula calls is a function f of N numbers, whose type implements `Function<N>`:
value, gradient ∂f/∂xᵢ and Hessian ∂²f/∂xᵢ∂xⱼ. The derive does not see into it. It differentiates a call by the chain
rule, as in `dt(cam(phi))` = cam′(φ) φ̇, and takes all parts that a step needs at a place from one evaluation.

- **Where.** In every formula. Arguments are scalars and vectors, of which each number counts: `map(r)` with `r[2]` is
  a function of two numbers. A field is a number or a function, and a function of one number of arguments. `[F; 4]`
  holds functions that are called one by one, `springs[i](x)`.
- **Types.** A type of your own, a type parameter with the bound `F: Function<1>`, or a reference `&'a dyn
  Function<1>`. For a scalar `T` other than `f64` the trait is `Function<1, T>`. Called fields do not decide about the
  scalar of a system. rustc repeats the message of a bound wherever the struct is used; with a reference it comes once.
- **Provided.** Tables of one and two variables, `Spline` and
  `Spline2`, and functions from closures, `from_parts`.
- **Parts.** A scheme asks for what its equations need: an explicit step for values of a force and gradients of a
  potential, Newton's method for one derivative more. A part that is missing is an error at the field. A linearization
  needs one more than an explicit step; where it is missing, `linearize` does not compile.
- **Third derivatives** are not asked for. Newton's method needs them if T contains a derivative of f, as
  `dt(cam(phi)).powi(2)` does, and so does `ProlongationCollocation` if V contains f. These schemes are refused; a
  `constraint(y == cam(phi))` has a step.
- **Symmetries** are proven as for other formulas: a function of invariants is invariant.
- **Signs** and kinks are not seen: a mass that is called is taken to be above zero, as a parameter is, and f to be
  smooth. Where its derivatives jump, as at the knots of a table, a step has a lower order.
- **Discrete gradients** (`Livens` and its kin) conserve the energy with f as with formulas. The change of f over a
  step is the difference of its values, with an error of ε \|f\|; where the trapezoidal rule with its gradients gives
  the same up to rounding, that rule. For formulas the error is ε times the change itself. So the force over a step of
  length w has an error of up to ε^⅔ \|f\|/L, where L is the length on which f varies: about 11 digits, where formulas
  have 15. The energy loses none of them.

# Schemes

| scheme | conditions |
| --- | --- |
| `Verlet` | – |
| `Midpoint` | – |
| `Galerkin<P, Q>`, `Galerkin<P, Q, K>` | degree `P` from 1 to 6; rule `Q` for V and f, rule `K` for T |
| `NullSpace<Scheme>` | with constraints; `Scheme` is one of the above |
| `Compensated<Scheme>` | without constraints, contacts and dry friction |
| `Hermite<E>`, `Hermite<E, Q>` | E one of `P2`, `V2`, `P1V0`, `P1V1`, `P0V0`, `P0V1`; Q exact to degree 5, `Gauss<4>` by default |
| `ProlongationCollocation<Q>` | without constraints; a mass for each coordinate; Q one of `Gauss<1..=12>`, `EulerMaclaurin` |
| `MultiField<Q, U, P>` | without constraints; a mass for each coordinate; degrees of q, u and p from 1 to 4, 1 by default |
| `L1` | another name of `Galerkin<1, Gauss<2>>` |
| `Newmark` | without constraints; a mass for each coordinate |
| `Livens` | – |
| `Equivariant<Livens>` | with a declared symmetry |
| `Polarized<Livens>` | L is of degree at most two in the velocities |
| `Stabilized<Scheme>` | with constraints; `Scheme` is `Livens`, or one of the two above |
| `Moreau`, `SymmetricMoreau`, `VariationalMoreau`, `NonsmoothMidpoint`, `Theta` | with contacts, and no others |

Without a list, usual schemes that do not suit are left out: those that need masses which there are not, and
`Moreau` where the mass matrix depends on coordinates, since it slows rotations there. Where
a coordinate is `massless`, schemes with a second solution, which grows at every step size, are refused:
[coordinates without mass](crate::guide::ch07_failures#coordinates-without-mass).

The rules are `Gauss<1..=12>`, `Lobatto<2..=12>`,
`Trapezoid<1..=64>` (one point more than panels), `Left` and `Right` (one point). `K` is `Q` by
default, and has at least `P` points. With `lagrangian`, `K` is `Q`.

`Composition<P, Scheme>` of order 4, 6, 8 or 10 is not listed: list the symmetric scheme, and
write `Composition::<4, _>(Livens)` where the integrator is made. Nor is `ClosedGaps(Moreau)`
listed, which corrects the steps of schemes for contacts.

Schemes and rules are recognised by the last segment of their paths: `extremal::schemes::Midpoint` is accepted, an alias is not.
Arguments are integer literals. [Chapter 3](crate::guide::ch03_scheme) of the guide says what each scheme keeps and when to
take it.

# Constraints

A system with constraints implements `Constrained`, which has g, its rates, its Jacobian, the
multipliers, and `project`. Initial values must satisfy g = 0 and dg/dt = 0; otherwise the error names the constraint, and
`project` computes a start that satisfies both.

| scheme | g = 0 | dg/dt = 0 | report |
| --- | --- | --- | --- |
| variational schemes | at the nodes | at the nodes | `ConstrainedStep` |
| `Livens` | at the nodes | over each step | `EnergyStep` |
| `Stabilized<Livens>` | at the nodes | at the nodes | `EnergyStep` |

The equations of the table hold to rounding; inside an element they hold to its order. The constraint force is −Gᵀλ, with
G = ∂g/∂q. In a `ConstrainedStep`, `reactions[0]` is the λ of the first constraint at the start of the step. In an
`EnergyStep`, `multipliers[0]` is the λ over the whole step, with the same sign. For g = |r|² − l² the tension of a rod is
2 l λ; for g = |r| − l it is λ.

Each variational scheme has two forms. They compute the same motion, to rounding, and the same report:

| form | unknowns | use |
| --- | --- | --- |
| `Midpoint` | velocities and multipliers, or multipliers alone | by default |
| `NullSpace<Midpoint>` | n P velocities, whatever the number of constraints | to cross-check; for very unequal masses |

The first form solves for the multipliers alone if all velocities follow from them by divisions: with `Verlet` and a
constant diagonal mass matrix, and with `Midpoint` if V is linear as well. It then has the fewest operations. In the systems
of the gallery it has fewer operations than the null-space form, or about as many. The null-space form eliminates the
multipliers with a basis of the directions that the constraints leave free. Its tangent is dense, which is expensive for
many coordinates. Prefer it if some masses are very small compared with others. To cross-check a result, compute it with
both forms. `describe()` prints the operations of both.

**Constraints on velocities.** Wheels, blades and balls do not slip: a linear function of the velocities vanishes, and no
function of the coordinates does. `rolling(..)` declares A(q, t) v + b(q, t) = 0:

```text
d/dt ∂L/∂v − ∂L/∂q = f − Aᵀ λ,   A v + b = 0                                  (Lagrange and d'Alembert)
```

| symbol | meaning |
| --- | --- |
| A | ∂/∂v of the formula, which depends on q, t and fields; it is the Jacobian of `Constrained` there |
| b | the formula at rest: the velocity of the ground, as of a turntable |
| λ | the multiplier, in a unit of energy by that of the formula times time; the force on the system is −Aᵀ λ |

Such a constraint is linear in its reaction, and is no constraint of the action: schemes are not symplectic, and a momentum
map is kept only if the reaction does no work along it, A ξ = 0, which is proven. Its reaction does no work if b = 0, in the
motion as in the steps of these schemes:

| scheme | A v + b = 0 | impulse of the step | energy |
| --- | --- | --- | --- |
| `Midpoint` | (q₁ − q₀)/h, with A and b in the middle of the step | ½ Aᵀ μ at either end, the A of the middle | an error of h²; no work of μ on q₁ − q₀ but b·μ |
| `Verlet`, `Galerkin<1, Q>` | (q₁ − q₀)/h, with the means of A and b over the points | ½ Aᵀ μ at either end, with the same mean | as above |
| `Livens`, `Polarized`, `Equivariant` | ½ (v₀ + v₁), with A and b in the middle | Aᵀ μ | exact; E₁ − E₀ = f·Δq + b·μ |

Beside contacts and dry friction, where a percussion has its reaction at the same node, impulses are along A at the nodes:

| scheme | A v + b = 0 | impulse of the step | energy |
| --- | --- | --- | --- |
| `NonsmoothMidpoint` | (q₁ − q₀)/h, with A and b in the middle, and p₁ | Aᵀ μ at either end, with the A of the end | an error of h², which may drift |
| `Moreau`, `SymmetricMoreau`, `VariationalMoreau` | (q₁ − q₀)/h, with A and b in the middle | A(q₀)ᵀ μ | as above; p is that before μ |

There the work of a reaction on q₁ − q₀ is of order h². Of two oscillators with a transmission it was taken back over 5·10⁴
steps; with a magnetic field, which no reversal of time undoes, the energy drifted with a rate of order h². Percussions act
within the constraint, W v⁺ + η = −e (W v⁻ + η) and A v⁺ + b = 0. `NonsmoothMidpoint` has order 2 in q and p, also while a
contact slides and stays closed; the others have the orders in q that they have without `rolling`. No friction is needed along
what `rolling` holds: it would share the reaction, as if it slid.

Schemes without contacts are symmetric and of order 2 in q and p, and compositions of them of order 4 and 6. At the nodes A v +
b is O(h²) and alternates, as it does with `Livens` and holonomic constraints: where the lengths of steps alternate it adds up,
and p is of order 1. A projection of the momentum would make it zero, and take energy in every step. `Verlet` is implicit where
A depends on q. In a `ConstrainedStep` one half of μ is among the `impulses`, and the other among the `end_impulses`;
`reactions` at a node has the halves of both its steps, and is of order 2. Other schemes and `redundant` are refused beside
`rolling`, and so are conditions at the end of a `Monolithic` interval. A start with a velocity that slips is refused with its
number, and `project` changes velocities alone. (J. Cortés & S. Martínez, Non-holonomic integrators, Nonlinearity 14 (2001)
1365, have impulses along A at the nodes, where the energy of a system with a potential drifted; R. McLachlan & M. Perlmutter,
Integrators for nonholonomic mechanical systems, J. Nonlinear Sci. 16 (2006) 283, impose the constraint on the mean of two
steps, whose alternating mode grew.)

**Constraints that follow from others.** A parallelogram with a third crank, or Bricard's mechanism, has more equations than
it needs: the force Gᵀ λ on the mechanism is unique, and how the constraints share it is not. Such constraints are refused
by name, unless the declaration says `redundant`. Then the motion is that of the mechanism without the constraints that
follow, all equations hold, and of all multipliers those of least norm are taken:

```text
Σ Dᵢ λᵢ²  least,   Dᵢ = Gᵢ M⁻¹ Gᵢᵀ   (rows of G M⁻¹ Gᵀ of unit length);   the force Gᵀ λ is the same for all such λ
```

A single λᵢ is a convention: bodies that are not rigid share a force by their stiffness. In a step D is that at its start.
`constraint_rank` tells how many constraints are independent, by which tolerance, and
how near a place is where there are fewer. There a step is an error, `UncertainRank` or `NotConverged`, and so it is where the
constraints contradict each other. A step solves for all unknowns at once, with pivots, and takes much longer than others:
that of `Verlet` for the parallelogram 60 µs in place of 0.3 µs. Compositions of `Livens` and its variants have no more than
order 2 then: how dependent rows share a step is not symmetric. Derivatives of steps are those along the constraints.
`NullSpace`, contacts and systems of any size are refused beside `redundant`.

# Contacts

A contact is a gap g(q, t) ≥ 0 between two bodies, with the laws of its impacts and of its friction. A ball above a
floor, with spin:

```
use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y, phi),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2) + 0.4 * (r * dt(phi)).powi(2)),
    potential = m * 9.81 * y,
    contact(floor, gap = y - r, slip = dt(x) + r * dt(phi), friction = mu, restitution = e),
    discretize(Moreau),
)]
struct Ball {
    m: f64,
    r: f64,
    mu: f64,
    e: f64,
}

let ball = Ball { m: 0.2, r: 0.1, mu: 0.3, e: 0.5 };
let mut motion = Integrator::new(&ball, Moreau, 1e-3, [0.0, 1.1, 0.0], [2.0, 0.0, 0.0])?;
let (mut has_bounced, mut highest) = (false, 0.0_f64);
for _ in 0..4000 {
    has_bounced |= motion.step()?.percussions[0] > 0.0;
    if has_bounced {
        highest = highest.max(motion.state().q[1] - ball.r);
    }
}
assert!((highest - 0.25).abs() < 0.01); // e² of the height from which it fell
let v = motion.velocity()?;
assert!((v[0] - 2.0 * 5.0 / 7.0).abs() < 1e-9); // it rolls, with the spin that friction gave it
assert!((v[0] + ball.r * v[2]).abs() < 1e-9);
```

An entry begins with the name of the contact. Its parts are formulas, in any order:

| part | shape | meaning | if left out |
| --- | --- | --- | --- |
| `gap` | scalar | g(q, t): the distance, positive where the contact is open | required |
| `slip` | scalar in the plane, `[.., ..]` in space | `γ_T`: the velocity along the contact, affine in the velocities | no friction |
| `point`, `normal` | `[x, y]`, or `[x, y, z]` | in place of `slip`: a point of the body, and the direction in which the gap grows | – |
| `friction` | scalar | Coulomb's μ ≥ 0 | no friction, where there is no slip |
| `restitution` | scalar | Newton's e, from 0 to 1 | 0 |
| `restitution_t` | scalar | `e_T`, that of the slip, from 0 to 1 | 0 |
| `near(r, radius)` | points and numbers | of pairs in systems of any size: which of them can touch, as below | all pairs are looked at |

```text
γ_N = dg/dt = w_N·v + η_N,   w_N = ∂g/∂q,   η_N = ∂g/∂t,   γ_T = W_T v + η_T
p⁺ − p⁻ = w_N P_N + W_Tᵀ P_T
ξ_N = γ_N⁺ + e γ_N⁻,   0 ≤ P_N ⊥ ξ_N ≥ 0
ξ_T = γ_T⁺ + e_T γ_T⁻,   |P_T| ≤ μ P_N,   P_T = −μ P_N ξ_T/|ξ_T| where ξ_T ≠ 0
```

`γ⁻` and `γ⁺` are the contact velocities before and after. The percussions P are impulses of the contact force, in N s
if γ is in m/s: in a step of length h a lasting contact force F is P = h F. `P_N` pushes the bodies apart; `P_T` acts
against the slip. The derive finds `w_N`, `W_T` and η, and the variations that the linearization of a step needs. A
system with contacts implements `Contacts`.

**Arrays.** A gap may be a vector: `contact(corner, gap = array(0..4, |i| ..), ..)` declares `corner[0]` to
`corner[3]`. The slip then has a scalar or a pair for each of them. Numbers of the laws are one for all, or one for
each.

**Slips.** In the plane the slip is one number; its sign does not matter. In space the two components are along
directions that are orthogonal to each other and to the normal. A moving surface is in the formulas: `gap = y - b * sin(t)`
for a shaken table, `slip = dt(x) - belt` for a belt. Where both bodies move the slip is the difference of their
velocities.

With `point` and `normal` the slip is the velocity of the point along the contact, for a wall that does not move along
itself. The point is a fixed one of the body, as a corner: the place where a wheel touches is another of its points at
each time, so that its slip is written out, as above. The normal may have any length. For n = (0, 1) the slip is along
x, and for (0, 0, 1) along x and y. The derive refuses a gap that does not change with the velocity of the point along
the normal.

**Laws** may depend on parameters, coordinates and time: ice between two places, a worn wall. Restitutions do not depend
on velocities; friction [may](#friction-that-depends-on-the-speed). Physically impossible values, such as a μ below zero or
an e or `e_T` outside of 0 to 1, are refused where they are literals, and otherwise by `Integrator::new` and by steps in
which the contact is closed: `Failure::ContactLaw`. So is a start that penetrates:
`Failure::Penetration`.

**Of any size.** Where only the program knows how many contacts there are, a gap is an array over one range, or over two
within each other:

```
use extremal::prelude::*;

/// Balls above a floor.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[balls][3]),
    kinetic = sum(0..balls, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = sum(0..balls, |i| m[i] * 9.81 * r[i][2]),
    contact(floor, gap = array(0..balls, |i| r[i][2] - radius[i]), restitution = e),
    contact(pair, gap = array(0..balls, |i| array(0..i, |j| (r[i] - r[j]).norm() - radius[i] - radius[j])),
        restitution = e, near(r, radius)),
    discretize(Moreau),
)]
struct Balls {
    balls: usize,
    m: Vec<f64>,
    radius: Vec<f64>,
    e: f64,
}

let balls = Balls { balls: 2, m: vec![1.0, 1.0], radius: vec![0.1, 0.1], e: 1.0 };
let (start, v) = ([0.0, 0.0, 0.5, 0.0, 0.0, 1.0], [0.0; 6]);
let mut motion = Integrator::new(balls, Moreau, 1e-3, start, v)?;
let mut hits = 0;
for _ in 0..1000 {
    let report = motion.step()?;
    hits += report.contacts().filter(|at| at.percussions[0] > 0.0 && at.name == "pair[1][0]").count();
}
assert!(hits > 0);
```

- A contact has one or two running indices, and its name has their values: `pair[7][3]`. A gap without a range, as
  `l - x[n - 1]`, is one contact.
- `slip`, or `point`, is an array over the same ranges. Numbers of the laws, and `normal`, are such an array or one for all.
- `near(r, radius)` says which pairs can touch: points i and j with |rᵢ − rⱼ| > radiusᵢ + radiusⱼ do not. Then a step looks at
  pairs of points that are near each other, and its time grows with their number. The points are a coordinate of two or three
  components an item, or `array(0..n, |i| ..)`; a reach is a number, a field with one for each point, or such an array.
- A reach has to cover the gap: `gap <= 0` only where |rᵢ − rⱼ| is at most radiusᵢ + radiusⱼ. If a gap depends on the
  coordinates of its two points alone, `Integrator::new` puts a few pairs at that distance, and fails with
  `ShortReach` if a gap is below zero there. A step that finds another pair
  fails with `OutOfReach`. Only pairs that are up to about a third further apart are
  looked at for this, and not in each step: pairs that pass each other faster may stay unseen.
- With `near`, `Integrator::new` looks at the laws of pairs that are near each other, and at those of a few pairs for each
  point if the laws contain neither coordinates nor `t`; at any law when its contact closes.
- Without `near` a step looks at all items. A thousand bodies have half a million pairs.
- `near` is refused where the number of contacts is known, as all of them are looked at anyway.
- The system implements `FamilyContacts` in place of `Contacts`.

**Results.** Formulas do not know percussions, which follow from the motion. The report of a step has them, with
the gaps, the contact velocities and what each contact does: `ContactReport`. The schemes
for contacts are those of the table above; other schemes have no percussions and are refused. Without a list, `Moreau`
and `VariationalMoreau` are derived.

# Dry friction

Friction in a seal, a joint or a brake has no gap, and a bound that is a formula instead of μ times what presses. It is a
contact without a gap, which is closed at all times. A mass on a spring, in a seal:

```
use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = 0.5 * k * x.powi(2),
    friction(seal, slip = dt(x), force = f),
    discretize(VariationalMoreau),
)]
struct Sprung {
    m: f64,
    k: f64,
    f: f64,
}

// Each half of an oscillation loses 2 f/k = 0.06: 0.2, -0.14, 0.08, -0.02. There the spring is weaker than the seal.
let sprung = Sprung { m: 1.0, k: 100.0, f: 3.0 };
let mut motion = Integrator::new(&sprung, VariationalMoreau, 1e-3, [0.2], [0.0])?;
motion.step_many(1000)?;
let x = motion.state().q[0];
assert!((x + 0.02).abs() < 1e-5);
let report = motion.step()?;
assert_eq!(motion.state().q[0], x); // it sticks, to the bit
let seal = report.contact("seal").expect("its name");
assert_eq!(seal.state, ContactState::Stick);
assert!((seal.percussions[1] / 1e-3 - sprung.k * x).abs() < 1e-9); // and balances the spring
```

| part | shape | meaning |
| --- | --- | --- |
| `slip` | scalar, or `[.., ..]` | `γ_T`: the velocity that it resists, affine in the velocities; two components share one bound |
| `force` | scalar | f ≥ 0: the largest force, or torque where the slip is an angular velocity |

```text
ξ_T = γ_T⁺,   |P_T| ≤ τ f,   P_T = −τ f ξ_T/|ξ_T| where ξ_T ≠ 0,   p⁺ − p⁻ = W_Tᵀ P_T
τ = (h₋ + h)/2 at a node between steps of the lengths h₋ and h, and h/2 at a start;   Theta: τ = h
NonsmoothMidpoint, Midpoint, Livens: τ = h/2 at both ends of a step
```

- f may depend on parameters, coordinates and time, with its value at the node, on velocities, and on reactions: see
  [below](#friction-that-depends-on-the-speed). A bound that is negative or not finite is
  refused as a law of a contact is. Forces are known to the rounding of their bound: with one of 10⁹ times the load two
  components that stick, or frictions that share a load, creep by 1e-9. What never slides is a constraint.
- **Several.** `slip = array(0..4, |i| ..)` declares `seal[0]` to `seal[3]`, of any number if only the program knows it.
  `force` is one for all, or an array as well. A list `[dt(x), dt(y)]` is the two components of one friction.
- **Schemes.** All schemes for contacts, and, in systems without gaps, `Midpoint` and, without constraints, `Livens`. There, as
  in `NonsmoothMidpoint`, half of the friction acts at the start of a step, so that what sticks does not move, and half at its
  end, so that it has p = 0. `Livens` changes E by the work of friction exactly; where the slip does not depend on t, `work`
  tells it.
- **Order.** While nothing reverses, q has order 2. In `NonsmoothMidpoint`, `Midpoint` and `Livens` so has p, also where the
  direction of two components turns. In the others that direction makes it order 1, as does an M that depends on q in `Moreau`,
  and a ∂slip/∂v or a bound that changes in `Theta`. Where a slip reverses within a step, it does so at a node: turning points
  and the work have errors of O(h²), the time of the reversal one of O(h). In the others p is that on the left of a node, which
  lacks half of the friction there, h f/2.
- **Starts.** p at a start is that at the node, without friction in it. From the state of another motion that slides a start
  errs by h f/2 once; a snapshot does not.
- **Results.** The report has its percussion `P_T` in the rows of the slip; its gap and its `P_N` are zero. It sticks or slips,
  and is never open. Events are those of sticking and slipping. Files have `state_seal` and `P_T_seal`.
- **Beside others.** Friction along the slip of a contact adds to that of the contact. Where several stick along one slip, their
  sum is determined, and their shares are not.
- Friction in proportion to a velocity is a `force` or a `dissipation`. `force(x = -f * signum(dt(x)))` does not stick.

# Friction that depends on the speed

The `friction` of a contact and the `force` of a dry friction may contain velocities. Stribeck's curve falls from that at
rest to that of sliding; a mass on a belt then sticks and slides in turn, for ever:

```
use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = 0.5 * k * x.powi(2),
    let slip = (dt(x) - belt) / speed,
    friction(drive, slip = dt(x) - belt, force = sliding + (rest - sliding) * exp(-slip.powi(2))),
    discretize(VariationalMoreau),
)]
struct OnABelt {
    m: f64,
    k: f64,
    belt: f64,
    speed: f64,
    rest: f64,
    sliding: f64,
}

let system = OnABelt { m: 1.0, k: 4.0, belt: 1.0, speed: 0.5, rest: 3.0, sliding: 1.5 };
let mut motion = Integrator::new(&system, VariationalMoreau, 1e-3, [0.0], [1.0])?;
let mut slid = 0;
for _ in 0..20_000 {
    slid += u32::from(motion.step()?.contact("drive").is_some_and(|drive| drive.state == ContactState::Slip));
}
assert!(5_000 < slid && slid < 15_000);
```

- **Explicit.** The bound is that of the velocity before the percussion: γ⁻ at the start of a step, and at the end of one in
  `NonsmoothMidpoint`, `Midpoint` and `Livens`. What sticks has the bound of rest, exactly, if the formula is one of the slip.
  The slip speed has no name of its own: write it as in `slip`.
- **Order 1** in q and p while it slides, in every scheme, because the bound is one velocity late; also through changes
  between sticking and sliding.
- **At impacts** friction is that of the velocity before the impact.
- Derivatives of a step contain those of the bound by the velocity. Where the bound itself has a kink, as `|v|` at rest, they
  are those of the formula there: sticking does not know them, and a slide may.
- A bound below zero at some speed is `ContactLaw`, at the start and in a step; one that is odd in
  the velocities, as `c * dt(x)`, is refused by the derive: that is a force.

# Friction in proportion to a reaction

The `force` of a dry friction may contain [multipliers](#formulas) of constraints: a bearing, a guide, a rope around a post. A
bead inside of a ring is pressed on it by its own speed, and loses the factor exp(−μ) of it in each radian:

```
use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    constraint(ring = (x.powi(2) + y.powi(2)).sqrt() - r),
    friction(rub, slip = (x * dt(y) - y * dt(x)) / r, force = mu * multiplier(ring).abs()),
    discretize(Midpoint),
)]
struct InARing {
    m: f64,
    r: f64,
    mu: f64,
}

let ring = InARing { m: 0.7, r: 0.5, mu: 0.3 };
let mut motion = Integrator::new(&ring, Midpoint, 1e-3, [0.5, 0.0], [0.0, 4.0])?;
motion.step_many(400)?;
let State { q, .. } = motion.state();
let angle = q[1].atan2(q[0]);
let speed = motion.velocity()?.norm();
assert!((angle - (1.0 + 0.3 * 8.0 * 0.4_f64).ln() / 0.3).abs() < 1e-4);
assert!((speed - 4.0 * (-0.3 * angle).exp()).abs() < 1e-4);
```

```text
|P_T| ≤ τ f(q, t, v⁻, λ),   λ = κ/τ,   κ = κ₀ + L P
```

κ is the impulse of the constraints in the balance of momentum to which P belongs, for the same time τ, and λ its mean over that
time, with the sign of [constraints](#constraints). Both are solved together: P changes κ, and κ the bound. An output does not
know percussions: its multipliers are those without friction.

- **One solution** there is if a change of f comes back smaller. With f = μ |λ| that is μ |c| < 1, where a friction of 1
  changes the reaction by c. Bearings whose radius is small beside their bodies are far below. A joint that locks itself has μ
  |c| ≥ 1: then a slide may have no solution, or more than one. A step in which that is found fails with
  `UndeterminedFriction` and the number, also where f falls with the friction; what
  sticks may stay so. It is looked for where there is one friction. Of several a step finds a solution, which may not be the
  only one, or fails.
- **Schemes.** Those of dry friction that take constraints: not `Livens`. While it slides, `NonsmoothMidpoint` and `Midpoint`
  have order 2 in q and p; `Moreau`, `SymmetricMoreau` and `VariationalMoreau` order 2 in q, and 1 in p as any friction; `Theta`
  order 1.
- **Energy** changes by the work of friction but for the error of the scheme, as the reaction does none. What sticks stays to
  the bit.
- **At impacts** the reaction is that of the impact, and friction with it. An impact at the start of a step of
  `NonsmoothMidpoint`, as after a kick against a closed contact, has no dry friction.
- Derivatives of steps know how reactions change. With percussions at both ends there are none, as beside any constraint.
- The formula has a value without a reaction, from which the first step begins. Below zero it is
  `ContactLaw`; a formula with the sign of the reaction is refused by the derive: write
  `multiplier(rail).abs()`, `multiplier(pin).norm()`, or `max(multiplier(rail), 0)`.
- A step solves some contact problems more, and takes two to five times as long.
- The `friction` of a contact is in proportion to what presses on it, and has no multipliers. In systems of any size they are
  refused: make the bound a field, and set it by `set_system` from the output of the multiplier before each step, with order 1.

# Symmetries

A generator ξ(q) moves configurations to q + ε ξ(q), and velocities with them. If L does not change along ξ and no force
acts along ξ, the momentum map I = p·ξ(q) is constant along motions (Noether):

```text
∂L/∂q·ξ + ∂L/∂v·(∂ξ/∂q) v = 0   and   f·ξ = 0   and   ∂g/∂q·ξ = 0,   for all q, v, t and inputs
```

ξ has one entry per component of the coordinates, in their order. The entry of a vector `r[3]` is a vector, or three
numbers one by one. ξ is a function of coordinates and parameters; it must not depend on t, because time-dependent
symmetries do not carry over to the discrete Lagrangian. A coordinate whose length only the program knows has an array of all
its items as its entry: `symmetry(rotation = array(0..r.len(), |i| [-r[i][1], r[i][0]]))`. Then each item of each sum has to
have the symmetry: L is a sum of items, and p·ξ is one.

```
use extremal::{structure::Inheritance, prelude::*};

/// Two masses in a plane with a spring between them.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(a[2], b[2]),
    kinetic = 0.5 * m * dt(a).norm_squared() + dt(b).norm_squared(),
    potential = 0.5 * k * ((a - b).norm() - 1).powi(2),
    symmetry(along_x = [[1, 0], [1, 0]], rotation = [-a[1], a[0], -b[1], b[0]]),
)]
struct Pair {
    m: f64,
    k: f64,
}

let pair = Pair { m: 1.0, k: 10.0 };
let mut motion = Integrator::new(&pair, Midpoint, 0.01, [0.0, 0.0, 1.5, 0.0], [0.0, 1.0, 0.2, 0.0])?;
let before = pair.rotation(&motion.state());
for _ in 0..1000 {
    motion.step()?;
}
assert!((pair.rotation(&motion.state()) - before).abs() < 1e-12);
assert_eq!(Pair::STRUCTURE.symmetries[1].inheritance, Inheritance::Always);
```

The momentum map is a method with the visibility of the struct. Its argument is the whole state, because a momentum and a
velocity have the same type:

```text
fn name(&self, state: &State<T, SVector<T, n>>) -> T
```

**Proven, refused, assumed.** The derive simplifies the rate of L along ξ, and f·ξ. If the results are zero, the symmetry
is proven. If they are not zero at random points, the symmetry is refused and the message shows the remaining expression.
If they are zero at all random points but were not simplified to zero, the symmetry is refused unless it is written
`symmetry(assume name = [..])`, which is accepted without a proof. The same holds for an L with choices (`if`, `signum`)
that may jump along ξ.

**Schemes that keep it.** The momentum map is constant along exact motions. It is constant along computed motions if the
time elements have the symmetry as well. For variational schemes:

| ξ | schemes that keep p·ξ to rounding |
| --- | --- |
| affine in q with constant coefficients; neither T nor V changes along it | all |
| affine; T and V change, but L does not | all except `Galerkin<P, Q, K>` with K different from Q |
| not affine | none; the error of p·ξ has the order of the scheme |

`Equivariant<Livens>` keeps p·ξ to rounding if ξ is affine. `Livens`,
`Polarized<Livens>` and `Stabilized` around any of these keep it up
to their order.

The documentation of the method, `describe()` and `STRUCTURE` name the
case (`Inheritance`). A coordinate needs no `symmetry` if L does not depend on it, no force acts along it and no constraint
contains it: the derive finds it, and variational schemes keep its momentum. For `Equivariant<Livens>` declare it, as in
`symmetry(turn = [0, 0, 1])`.

# Limits

The derive refuses the following, with a message on the token in question:

- `x ^ 2` (exclusive or in Rust; write `.powi(2)`), `%`, casts, references, closures, loops, `match`, macros, and an `if`
  without `else`;
- velocities in `potential` and `mass_matrix`, `dt` of a velocity or an input, and velocities, inputs or `t` in
  `symmetry`;
- a mass matrix that cannot be shown to be symmetric;
- a slip that is not affine in the velocities, and friction without a slip, or a slip without friction;
- enums and tuple structs.

Also refused are declarations that parse, but provably describe no meaningful motion. In kinetic energies parameters are
taken to be above zero. The rest is refused if it is wrong for parameters of any sign; a dissipation or a constraint that is
wrong for parameters above zero has a note in `describe`, and so has a dissipation whose sign is not known:

- a coordinate that is in no square of a velocity and not in `massless`, one in `massless` that has a kinetic energy, and one
  that is pushed and has no inertia: its equation would be `1 = 0`;
- a multiplier in `massless`: its own equation contains no massless coordinate, so that it is a constraint on the others; and up
  to four massless coordinates that their equations do not determine together;
- a kinetic energy that is below zero if one coordinate moves alone, or has products of a velocity without its square; where
  that is meant, give `lagrangian`;
- a potential that is constant and not a plain number, or one that jumps where a coordinate crosses a threshold; one with
  kinks is right;
- a dissipation that is odd in a velocity, below its value at rest, or has terms without velocities; right are `½ c v²`, `|v|`,
  `|v|³` and `√(v² + ε²)`;
- a slip along the normal, whose component is the velocity of the gap, unless there is one coordinate alone;
- a gap that jumps, that has one sign everywhere, or that a constraint holds at zero, and one that does not agree with its
  `normal`;
- a constraint that is zero nowhere, or that has one sign everywhere, as `x² + y²` or `|x − y|`: where it holds, its gradient
  vanishes;
- `dt` of a constant, and `tan` at π/2;
- a scheme whose steps do not determine a velocity, because M is singular in its direction and nothing else takes the place of
  a mass.

If no proof is found, the declaration is accepted. What looks odd is a note in
`describe`. A mass below zero among the values of the fields is an error of
`Integrator::new`, and so is one that is zero where the scheme divides by it and nothing else determines the velocity. Up
to 32 coordinates, and in systems of any size, all of the mass matrix is judged, so that products of velocities count; of
more coordinates that are written out, each is moved alone. In a system of any size a coordinate that no summand of `kinetic`
reaches, as where a range is too short, is an error as well, unless it is in `massless`.

| limit | up to |
| --- | --- |
| operations of a declaration | 200 000 |
| numbers of a vector or matrix | 10 000 |
| multiplications of a matrix product | 100 000 |
| tokens of a formula | 20 000 |
| operators in a row | 100 |
| nested brackets | 100 |
| nested operations | 200 |
"####
)]
#[proc_macro_derive(Lagrangian, attributes(lagrangian))]
pub fn derive_lagrangian(input: TokenStream) -> TokenStream {
    extremal_macros::derive_lagrangian(input.into(), |text| text.parse().ok().map(TokenStream::into)).into()
}
