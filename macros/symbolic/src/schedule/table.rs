//! Maps whose keys are indices from zero.

/// A map from indices; without optimisation a hash look-up costs ten times as much.
#[derive(Debug)]
pub(crate) struct Table<T> {
    /// One more than the position of the value; zero, the content of new memory, if there is none.
    places: Vec<usize>,
    values: Vec<T>,
}

impl<T: Copy> Table<T> {
    /// An empty map for keys below `keys`.
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
