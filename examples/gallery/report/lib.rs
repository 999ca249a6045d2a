//! What a study measures and reports: orders, energies, rows, grids, plots and animations, and the page that shows them.
//!
//! Knows neither the systems nor the studies.

pub mod animation;
pub mod claim;
pub mod contest;
pub mod grid;
pub mod levels;
pub mod measure;
pub mod order;
mod page;
pub mod plot;
pub mod progress;
pub mod study;
pub mod table;

pub use page::render;
