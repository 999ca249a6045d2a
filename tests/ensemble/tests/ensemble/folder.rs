//! Files of shards in tests.

use std::fs;
use std::path::PathBuf;

use extremal::ensemble::Shard;

/// A folder that is there while a test runs.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("extremal-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder for files of this test");
        Self(path)
    }

    pub(crate) fn file(&self, name: impl ToString) -> PathBuf {
        self.0.join(name.to_string())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).expect("it is there");
    }
}

pub(crate) fn shard(index: usize, count: usize) -> Shard {
    Shard::new(index, count).expect("from 1 to the number of them")
}
