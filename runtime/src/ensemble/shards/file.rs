//! Files of shards: bytes that are whole or refused.

use std::format;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::vec::Vec;

use super::failure::ShardFailure;
use crate::fingerprint::Fingerprint;

/// What a file begins with: its kind, and the version of what follows.
const KIND: &[u8; 16] = b"extremal shard 1";

/// Writes a file that is whole or not there: beside its place at first. What was there before stays until then.
pub(super) fn write(path: &Path, content: &[u8]) -> Result<(), ShardFailure> {
    let mut beside = path.as_os_str().to_os_string();
    // Of this process alone: two that write one file each have a whole one.
    beside.push(format!(".{}.new", std::process::id()));
    let beside = PathBuf::from(beside);
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(KIND)?;
        file.write_all(&fingerprint(content).to_le_bytes())?;
        file.write_all(content)?;
        file.sync_all()
    });
    written
        .and_then(|()| fs::rename(&beside, path))
        .map_err(|error| failed(path, error))
}

/// The content of a file; `None` if there is no such file.
pub(super) fn read(path: &Path) -> Result<Option<Vec<u8>>, ShardFailure> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(path, error)),
    };
    let rest = bytes.strip_prefix(KIND);
    match rest.and_then(|rest| rest.split_first_chunk()) {
        Some((sum, content)) if u64::from_le_bytes(*sum) == fingerprint(content) => {
            Ok(Some(content.to_vec()))
        }
        _ => Err(ShardFailure::Torn { path: path.into() }),
    }
}

pub(super) fn failed(path: &Path, error: io::Error) -> ShardFailure {
    let path = path.into();
    ShardFailure::File { path, error }
}

fn fingerprint(content: &[u8]) -> u64 {
    let mut fingerprint = Fingerprint::default();
    fingerprint.add_bits(content.len() as u64);
    let (words, rest) = content.as_chunks();
    words
        .iter()
        .for_each(|word| fingerprint.add_bits(u64::from_le_bytes(*word)));
    rest.iter()
        .for_each(|byte| fingerprint.add_bits(u64::from(*byte)));
    fingerprint.number()
}
