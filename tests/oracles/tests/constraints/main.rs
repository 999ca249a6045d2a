//! Constrained systems: orders, both levels, reactions, starts, derivatives of the constraints and of steps.

#[path = "../support"]
mod support {
    pub(crate) mod cases;
    pub(crate) mod cubic;
    pub(crate) mod order;
    pub(crate) mod slope;
}

mod branches;
mod bricard;
mod changes;
mod dependent;
mod equations;
mod half_turns;
mod hermite;
mod kept;
mod levels;
mod long;
mod loop_numbers;
mod loops;
mod massless;
mod motions;
mod null_space;
mod orders;
mod relaxing;
mod sensitivities;
mod starts;
mod stiff;
mod systems;
mod tension;
