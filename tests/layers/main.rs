//! The shape of the house under test: who may know whom, how long files are, what every crate and its dependencies keep to.
//!
//! Read from the sources and manifests; nothing here knows what the code computes.

mod examples;
mod files;
mod imports;
mod licences;
mod manifests;
mod numbers;
mod registry;
mod sources;
