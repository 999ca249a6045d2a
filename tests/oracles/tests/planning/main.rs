//! Gradients through many steps against dual numbers.

mod costs;
mod gradients;
