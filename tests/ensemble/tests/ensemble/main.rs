//! Ensembles against their members one by one, and reductions against closed forms.

mod folder;
mod lanes;
mod members;
mod memory;
mod reductions;
mod refused;
mod shards;
mod systems;
mod threads;
mod watches;
