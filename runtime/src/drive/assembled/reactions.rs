//! The impulses of constraints in the last step.
//!
//! Knows where they stand in the memory.
