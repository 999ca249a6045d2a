//! Derivatives of systems of any size, of steps by fields and their eigenvalues, against dual numbers, quotients and the same systems written out.

#[path = "../support"]
mod support {
    #[expect(dead_code, reason = "motions are compared by other tests")]
    pub(crate) mod compared;
    pub(crate) mod dense;
}

mod arrays;
mod blocks;
mod chains;
mod ropes;
