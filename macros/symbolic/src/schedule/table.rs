//! What belongs to keys that are counted from zero.
//! It refuses to know what the keys name.

/// A map from indices: without optimisation a look-up by hash costs ten times as much.
#[derive(Debug)]
pub(crate) struct Table<T> {
    /// One more than the place of the value; zero where there is none, as new memory is.
    places: Vec<usize>,
    values: Vec<T>,
}

impl<T: Copy> Table<T> {
    /// Nothing yet for the keys below `keys`.
    pub(crate) fn new(keys: usize) -> Self {
        Self {
            places: vec![0; keys],
            values: Vec::new(),
        }
    }

    pub(crate) fn get(&self, key: usize) -> Option<T> {
        match self.places[key] {
            0 => None,
            place => Some(self.values[place - 1]),
        }
    }

    pub(crate) fn insert(&mut self, key: usize, value: T) {
        self.values.push(value);
        self.places[key] = self.values.len();
    }
}
