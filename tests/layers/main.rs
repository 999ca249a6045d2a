//! Tests of the structure of the workspace: imports between layers, lengths of files, tables in documentation, manifests.
//!
//! They read sources and manifests, and do not run the code.

mod chapters;
mod coverage;
mod declarations;
mod examples;
mod files;
mod front;
mod functions;
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
