//! The members of an ensemble and what they do, for shards.

use core::ops::Range;

use std::vec::Vec;

use crate::Error;
use crate::ensemble::failed::Failed;
use crate::ensemble::reduction::Gather;
use crate::ensemble::runs::Job;
use crate::ensemble::tasks::{self, Status};
use crate::ensemble::{Progress, Runs};
use crate::fingerprint::Fingerprint;

/// The members of an ensemble, and what they do: [`Runs`] is it.
pub trait Members: Sync {
    /// The value of a member.
    type Value;

    /// How many there are.
    fn count(&self) -> usize;

    /// The name of the ensemble.
    fn name(&self) -> &str;

    /// A number that tells the ensemble from others.
    fn mark(&self) -> u64;

    /// Runs the members of these groups, and gives each group with whether all of its members ran.
    fn run<G: Gather<Self::Value>>(
        &self,
        todo: &[Range<usize>],
        progress: Option<&Progress<'_>>,
        new: impl Fn() -> G + Sync,
        take: impl Fn(usize, G, bool) + Sync,
    );

    /// The results of some members.
    fn again(&self, members: Vec<usize>) -> Vec<(usize, Result<Self::Value, Failed>)>;
}

impl<I, B, J: Job<I>, A> Members for Runs<'_, '_, I, B, J, A>
where
    B: Fn(usize) -> Result<I, Error> + Sync,
    A: Sync,
{
    type Value = J::Value;

    fn count(&self) -> usize {
        self.ensemble.members
    }

    fn name(&self) -> &str {
        &self.ensemble.name
    }

    fn mark(&self) -> u64 {
        let mut mark = Fingerprint::default();
        let members = self.ensemble.members;
        let ends = (members > 0).then_some([0, members.saturating_sub(1)]);
        for member in ends.into_iter().flatten() {
            if let Ok(start) = (self.ensemble.begin)(member) {
                mark.add_bits(self.job.mark(&start));
            }
        }
        mark.number()
    }

    fn run<G: Gather<J::Value>>(
        &self,
        todo: &[Range<usize>],
        progress: Option<&Progress<'_>>,
        new: impl Fn() -> G + Sync,
        take: impl Fn(usize, G, bool) + Sync,
    ) {
        let status = Status::new([self.ensemble.progress.as_ref(), progress]);
        tasks::run(self.ensemble, &self.job, (todo, &status), &new, &take);
    }

    fn again(&self, members: Vec<usize>) -> Vec<(usize, Result<J::Value, Failed>)> {
        let mut results = Vec::with_capacity(members.len());
        let batches = members.into_iter().map(|member| member..member + 1);
        let mut take = |member, result| results.push((member, result));
        self.job.run(batches, &self.ensemble.begin, &mut take);
        results
    }
}
