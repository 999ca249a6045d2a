//! Summands of hand-made models.
