//! The results of 1000 steps to the last bit: marks that must be the same on every target.
//!
//! Does not know the target.

use core::fmt;

use extremal::blocks::{IntoBlock, Size, Vector};
use extremal::prelude::*;
use extremal::system::VectorSpace;
use extremal::{Error, Scalar};

use crate::{Ball, DoublePendulum, FallingBob, Lattice, Pendulum, Puck, Sling, Spring, Thread, Woodpecker};

/// Steps of each motion.
const STEPS: usize = 1000;

/// The result of a motion.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// The name of the system.
    pub system: &'static str,
    /// The scalar type.
    pub scalar: &'static str,
    /// The scheme.
    pub scheme: &'static str,
    /// The bits of the first coordinate at the end, and a hash of all states; or the error.
    pub bits: Result<[u64; 2], Error>,
}

/// One line: the motion, and the bits in hexadecimal digits.
impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}: ", self.system, self.scalar, self.scheme)?;
        match &self.bits {
            Ok([last, all]) => write!(f, "{last:016x} {all:016x}"),
            Err(error) => write!(f, "{error}"),
        }
    }
}

/// A number with access to its bits.
trait Bits: Size {
    const NAME: &'static str;

    fn bits(self) -> u64;
}

impl Bits for f32 {
    const NAME: &'static str = "f32";

    fn bits(self) -> u64 {
        self.to_bits().into()
    }
}

impl Bits for f64 {
    const NAME: &'static str = "f64";

    fn bits(self) -> u64 {
        self.to_bits()
    }
}

/// Calls `take` with the mark of each motion.
pub fn marks(mut take: impl FnMut(Mark)) {
    marks_in::<f32>(&mut take);
    marks_in::<f64>(&mut take);
}

fn marks_in<T: Bits>(take: &mut impl FnMut(Mark)) {
    let number = T::from_f64;
    each_scheme(take, "Pendulum", Pendulum::<T>::unit(), [2.0], [0.0]);
    let double = DoublePendulum {
        friction: number(0.1),
    };
    each_scheme(take, "DoublePendulum", double, [2.0, 1.5], [0.0, 0.0]);
    let spring = Spring {
        stiffness: number(3.0),
    };
    each_scheme(take, "Spring", spring, [0.7, -0.4], [0.5, 1.0]);
    let (lattice, q) = (
        Lattice::<T, 8>::unit(),
        [0.0, 0.7, 1.0, 0.7, 0.0, -0.7, -1.0, -0.7],
    );
    each_of_items(take, "Lattice", lattice, q, [0.0; 8]);
    let thread = Thread::<T, 4> { m: number(0.5) };
    each_of_items(
        take,
        "Thread",
        thread,
        [0.0, 0.0, 1.0, 0.1, 2.0, 0.0, 3.0, 0.1],
        [0.0; 8],
    );
    let m = number(0.5);
    each_contact_scheme(take, ("Ball", 1e-2), Ball { m }, [1.0], [0.0]);
    let (toy, q, v) = (Woodpecker::<T>::toy(), [0.0, -0.1, -0.3], [0.0, 0.0, -7.5]);
    each_contact_scheme(take, ("Woodpecker", 1e-4), toy, q, v);
    each_contact_scheme(take, ("FallingBob", 1e-2), FallingBob { m }, [1.0, 0.0], [0.0; 2]);
    each_contact_scheme(take, ("Puck", 1e-2), Puck { m }, [0.5, 0.3, 0.4], [0.0, 1.0, 0.0]);
    each_contact_scheme(take, ("Sling", 1e-2), Sling { m }, [1.1, 0.9], [0.0; 2]);
}

/// The schemes of Moreau's kind are one where masses are constant: their marks are then the same. Where M depends on q they
/// differ.
fn each_contact_scheme<S, const N: usize>(
    take: &mut impl FnMut(Mark),
    (system, h): (&'static str, f64),
    of: S,
    q: [f64; N],
    v: [f64; N],
) where
    S: Copy
        + VectorSpace
        + Discretize<Moreau>
        + Discretize<SymmetricMoreau>
        + Discretize<VariationalMoreau>
        + Discretize<NonsmoothMidpoint>,
    S::Scalar: Bits,
    S::Configuration: IntoBlock<S::Configuration>,
    S::Inputs: Copy + IntoBlock<S::Inputs>,
{
    let mut add = |scheme, bits| {
        let scalar = S::Scalar::NAME;
        take(Mark {
            system,
            scalar,
            scheme,
            bits,
        });
    };
    add("Moreau", run(of, Moreau, h, q, v));
    add("SymmetricMoreau", run(of, SymmetricMoreau, h, q, v));
    add("VariationalMoreau", run(of, VariationalMoreau, h, q, v));
    add("NonsmoothMidpoint", run(of, NonsmoothMidpoint, h, q, v));
}

fn each_scheme<S, const N: usize>(
    take: &mut impl FnMut(Mark),
    system: &'static str,
    of: S,
    q: [f64; N],
    v: [f64; N],
) where
    S: Copy
        + Discretize<Verlet>
        + VectorSpace
        + Discretize<Midpoint>
        + VectorSpace
        + Discretize<Galerkin<2, Gauss<2>>>
        + VectorSpace,
    S::Scalar: Bits,
    S::Configuration: IntoBlock<S::Configuration>,
    S::Inputs: Copy + IntoBlock<S::Inputs>,
{
    let mut add = |scheme, bits| {
        let scalar = S::Scalar::NAME;
        take(Mark {
            system,
            scalar,
            scheme,
            bits,
        });
    };
    add("Verlet", run(of, Verlet, 1e-2, q, v));
    add("Midpoint", run(of, Midpoint, 1e-2, q, v));
    let order_four = Galerkin::<2, Gauss<2>>::default();
    add("Galerkin<2, Gauss<2>>", run(of, order_four, 1e-2, q, v));
}

/// Systems whose numbers of items are in arrays.
fn each_of_items<S, const N: usize>(
    take: &mut impl FnMut(Mark),
    system: &'static str,
    of: S,
    q: [f64; N],
    v: [f64; N],
) where
    S: Copy + Discretize<Verlet> + Discretize<Midpoint>,
    S::Scalar: Bits,
    S::Inputs: Copy + IntoBlock<S::Inputs>,
{
    let mut add = |scheme, bits| {
        let scalar = S::Scalar::NAME;
        take(Mark {
            system,
            scalar,
            scheme,
            bits,
        });
    };
    add("Verlet", run(of, Verlet, 1e-2, q, v));
    add("Midpoint", run(of, Midpoint, 1e-2, q, v));
}

fn run<S, D, const N: usize>(
    system: S,
    scheme: D,
    h: f64,
    q: [f64; N],
    v: [f64; N],
) -> Result<[u64; 2], Error>
where
    S: Discretize<D>,
    S::Scalar: Bits,
    S::Inputs: IntoBlock<S::Inputs> + Copy,
{
    let number = <S::Scalar as Scalar>::from_f64;
    let q = S::Configuration::with_len(N, |k| number(q[k]));
    let v = S::Velocity::with_len(N, |k| number(v[k]));
    let inputs = S::Inputs::with_len(system.input_count(), |_| number(0.5));
    let mut motion = Integrator::new(system, scheme, number(h), q, v)?;
    let mut all = FNV_START;
    for _ in 0..STEPS {
        motion.step_with(inputs)?;
        let State { q, p, .. } = motion.state();
        all = q
            .as_slice()
            .iter()
            .chain(p.as_slice())
            .fold(all, |all, x| fold(all, x.bits()));
    }
    Ok([motion.state().q.as_slice()[0].bits(), all])
}

/// Fowler, Noll and Vo's hash, FNV-1a, of 64 bits.
const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;

fn fold(hash: u64, bits: u64) -> u64 {
    let bytes = bits.to_le_bytes();
    bytes.iter().fold(hash, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
