//! The shape of the workspace under test: imports between layers, lengths of files, tables in documentation, manifests.
//!
//! Reads sources and manifests; no test here knows what the code computes.

mod examples;
mod files;
mod imports;
mod licences;
mod links;
mod manifests;
mod numbers;
mod registry;
mod rooms;
mod sources;
mod tables;
mod width;
