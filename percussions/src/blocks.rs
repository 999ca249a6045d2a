//! G in blocks of one contact by another, for many sweeps over one problem.

use alloc::vec::Vec;

use super::gauss_seidel::correct_each;
use super::laws::Problem;
use super::local::{Local, larger, onto_disc};
use super::sparse::SparseContactProblem;
use extremal_numerics::Size;

/// The blocks of a problem whose contacts have equally many rows; otherwise its own rows. The memory is kept.
#[derive(Clone, Debug)]
pub(super) struct Blocks<T> {
    slips: Option<usize>,
    frictionless: BlocksOf<T, 1>,
    planar: BlocksOf<T, 2>,
    spatial: BlocksOf<T, 3>,
}

impl<T: Size> Blocks<T> {
    pub(super) const fn new() -> Self {
        Self {
            slips: None,
            frictionless: BlocksOf::new(),
            planar: BlocksOf::new(),
            spatial: BlocksOf::new(),
        }
    }

    /// Takes over G.
    pub(super) fn set(&mut self, problem: &SparseContactProblem<T>) {
        let mut slips = problem.contacts().iter().map(|contact| contact.slips);
        let first = slips.next();
        self.slips = first.filter(|first| slips.all(|slips| slips == *first));
        match self.slips {
            Some(0) => self.frictionless.set(problem),
            Some(1) => self.planar.set(problem),
            Some(2) => self.spatial.set(problem),
            _ => {}
        }
    }

    /// One sweep, as [`correct_each`].
    pub(super) fn sweep(&self, problem: &SparseContactProblem<T>, percussions: &mut [T], relaxation: T) {
        match self.slips {
            Some(0) => self.frictionless.sweep(problem.free(), percussions, relaxation),
            Some(1) => self.planar.sweep(problem.free(), percussions, relaxation),
            Some(2) => self.spatial.sweep(problem.free(), percussions, relaxation),
            _ => correct_each(problem, percussions, relaxation),
        }
    }
}

/// Blocks of K rows and K columns.
#[derive(Clone, Debug)]
struct BlocksOf<T, const K: usize> {
    lengths: Vec<Lengths<T>>,
    /// The end of the blocks of each contact.
    ends: Vec<usize>,
    /// The other contact of a block, and its numbers.
    blocks: Vec<(usize, [[T; K]; K])>,
    /// The change of the velocities of each contact by its own normal percussion.
    own: Vec<[T; K]>,
}

impl<T: Size, const K: usize> BlocksOf<T, K> {
    const fn new() -> Self {
        Self {
            lengths: Vec::new(),
            ends: Vec::new(),
            blocks: Vec::new(),
            own: Vec::new(),
        }
    }

    fn set(&mut self, problem: &SparseContactProblem<T>) {
        let zero = T::from_f64(0.0);
        self.lengths.clear();
        self.ends.clear();
        self.blocks.clear();
        self.own.clear();
        for (contact, local) in problem.each().enumerate() {
            let start = self.blocks.len();
            for (row, of) in local.rows().enumerate() {
                let (columns, numbers) = problem.row(of);
                let mut place = start;
                for (&column, &number) in columns.iter().zip(numbers) {
                    let (other, column) = (column / K, column % K);
                    while self.blocks.get(place).is_some_and(|block| block.0 < other) {
                        place += 1;
                    }
                    if self.blocks.get(place).is_none_or(|block| block.0 != other) {
                        self.blocks.insert(place, (other, [[zero; K]; K]));
                    }
                    let block = self.blocks.get_mut(place);
                    let numbers = block.and_then(|block| block.1.get_mut(row));
                    if let Some(entry) = numbers.and_then(|numbers| numbers.get_mut(column)) {
                        *entry = number;
                    }
                }
            }
            let mut blocks = self.blocks.iter().skip(start);
            let own = blocks.find(|block| block.0 == contact);
            let normal = |row: &[T; K]| row.first().copied().unwrap_or(zero);
            self.own
                .push(own.map_or([zero; K], |block| block.1.each_ref().map(normal)));
            self.ends.push(self.blocks.len());
            self.lengths.push(Lengths::of(&local));
        }
    }

    fn sweep(&self, free: &[T], percussions: &mut [T], relaxation: T) {
        let (percussions, _) = percussions.as_chunks_mut::<K>();
        let (free, _) = free.as_chunks::<K>();
        let mut rest = self.blocks.as_slice();
        let mut start = 0;
        let contacts = self.lengths.iter().zip(&self.own).zip(&self.ends).zip(free);
        for (contact, (((lengths, own), &end), &free)) in contacts.enumerate() {
            let Some((blocks, others)) = rest.split_at_checked(end - start) else {
                return;
            };
            (rest, start) = (others, end);
            let mut velocities = free;
            for (other, block) in blocks {
                if let Some(p) = percussions.get(*other) {
                    add_product(&mut velocities, block, p);
                }
            }
            let Some(p) = percussions.get_mut(contact) else {
                return;
            };
            lengths.correct((velocities, own), p, relaxation);
        }
    }
}

#[inline]
fn add_product<T: Size, const K: usize>(to: &mut [T; K], block: &[[T; K]; K], p: &[T; K]) {
    for (sum, row) in to.iter_mut().zip(block) {
        *sum = row.iter().zip(p).fold(*sum, |sum, (&g, &p)| sum + g * p);
    }
}

/// The step lengths of a contact, and its friction.
#[derive(Clone, Copy, Debug)]
struct Lengths<T> {
    normal: T,
    tangential: T,
    friction: T,
}

impl<T: Size> Lengths<T> {
    fn of(local: &Local<T>) -> Self {
        let one = T::from_f64(1.0);
        Self {
            normal: one / local.normal,
            tangential: one / local.tangential,
            friction: local.friction,
        }
    }

    /// Corrects the percussions of a contact with these velocities; its own normal percussion changes them by `own`.
    #[inline]
    fn correct<const K: usize>(self, (velocities, own): ([T; K], &[T; K]), p: &mut [T; K], relaxation: T) {
        let parts = p.split_first_mut().zip(velocities.split_first());
        let Some(((normal, slips), (&velocity, rates))) = parts else {
            return;
        };
        let zero = T::from_f64(0.0);
        let before = *normal;
        *normal = larger(before - relaxation * velocity * self.normal, zero);
        let (change, radius) = (*normal - before, self.friction * *normal);
        let mut towards = [zero; 2];
        let parts = slips.iter().zip(rates).zip(own.iter().skip(1));
        for (to, ((&slip, &rate), &own)) in towards.iter_mut().zip(parts) {
            *to = slip - relaxation * (rate + own * change) * self.tangential;
        }
        let [along, _] = towards;
        let inside = match K {
            // In the plane without divisions.
            ..=2 if along > radius => [radius, zero],
            ..=2 if along < -radius => [-radius, zero],
            ..=2 => towards,
            _ => onto_disc(towards, radius),
        };
        slips.iter_mut().zip(inside).for_each(|(slip, to)| *slip = to);
    }
}
