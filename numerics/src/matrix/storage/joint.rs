//! Storages of matrices none of whose rows is eliminated first.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{Kind, Storage, WIDEST, narrowest};
use crate::matrix::Pattern;
use crate::matrix::banded::NARROW;
use crate::matrix::triangular::Triangular;
use crate::{LinearFailure, Scalar};

impl<T: Scalar> Storage<T> {
    /// For entries beside the diagonal, none of which is eliminated first.
    pub(in crate::matrix) fn joint(
        size: usize,
        mut beside: Vec<(usize, usize)>,
    ) -> Result<Self, LinearFailure> {
        let is_near = |&(row, column): &(usize, usize)| row.abs_diff(column) <= NARROW;
        if beside.iter().all(is_near) {
            return Self::of(&Pattern::of_entries(size, beside)?);
        }
        beside.sort_unstable();
        beside.dedup();
        let pattern = Pattern::of_entries(size, beside.clone())?;
        // Solves with narrow bands take less time than those with two parts.
        let (_, half) = narrowest(&pattern);
        let parts = match half <= NARROW {
            true => None,
            false => Triangular::of(size, &beside)?,
        };
        match parts {
            None => Self::of(&pattern),
            Some(parts) => Ok(Self::unmoved(Kind::Triangular(Box::new(parts)))),
        }
    }

    /// As [`joint`](Self::joint), and a wide band where sparse factors are missing.
    pub(in crate::matrix) fn joint_of_any(
        size: usize,
        beside: Vec<(usize, usize)>,
    ) -> Result<Self, LinearFailure> {
        Self::joint(size, beside.clone()).or_else(|_| Self::of_any(&Pattern::of_entries(size, beside)?))
    }

    /// As [`of`](Self::of), and bands of twice the width where sparse factors are missing: those of a part of the rows.
    pub(in crate::matrix) fn of_part(pattern: &Pattern) -> Result<Self, LinearFailure> {
        Self::of(pattern).or_else(|failure| match failure {
            LinearFailure::NeedsSparse { half_bandwidth } if half_bandwidth <= 2 * WIDEST => {
                Ok(Self::wide(pattern, half_bandwidth))
            }
            other => Err(other),
        })
    }
}
