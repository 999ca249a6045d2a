//! What ranks tell each other.

use std::thread::sleep;
use std::time::Duration;

use extremal::ensemble::Done;
use mpi::point_to_point::MatchedReceiveVec as _;
use mpi::traits::{Communicator, Destination, Source};
use serde::{Deserialize, Serialize};

/// How long a rank sleeps between two looks for messages. A blocking call of MPI would keep a processor busy meanwhile.
pub(crate) const NAP: Duration = Duration::from_millis(5);

/// A message. All of them have one tag: those of one rank come in their order.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Word {
    /// To all: the number of this run, and the members that are done before it. `None` if files cannot be read.
    Begin(Option<(usize, Done)>),
    /// To rank 0: the number of members that have run.
    Ran(usize),
    /// To rank 0: the part is written; the number of its members that were cancelled. `None` if it could not be written.
    Ended(Option<usize>),
    /// To all: stop.
    Stop,
    /// To all: what becomes of it.
    Over(Over),
}

/// The end of a run.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) enum Over {
    Merged,
    Stopped { left: usize },
    Failed { rank: i32 },
}

pub(crate) fn tell(world: &impl Communicator, rank: i32, word: &Word) {
    let bytes = postcard::to_stdvec(word).expect("a word is numbers");
    world.process_at_rank(rank).send_with_tag(&bytes[..], TAG);
}

pub(crate) fn tell_others(world: &impl Communicator, word: &Word) {
    for rank in 1..world.size() {
        tell(world, rank, word);
    }
}

/// A word that is there already, and the rank that says it.
pub(crate) fn heard(world: &impl Communicator) -> Option<(i32, Word)> {
    let message = world.any_process().immediate_matched_probe_with_tag(TAG)?;
    let (bytes, status) = message.matched_receive_vec::<u8>();
    let word = postcard::from_bytes(&bytes).expect("all ranks run one program");
    Some((status.source_rank(), word))
}

/// The next word.
pub(crate) fn next(world: &impl Communicator) -> (i32, Word) {
    loop {
        match heard(world) {
            Some(said) => return said,
            None => sleep(NAP),
        }
    }
}

/// Of this crate: other messages of the program have other tags, or another communicator.
const TAG: i32 = 0x4558;
