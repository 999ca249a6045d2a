//! The type of a scheme as data, and the arguments that it may have.
//! It refuses to know tokens: a refusal names the argument that is wrong, and the caller finds its place.

use std::fmt;

/// A type of a registry with its arguments: `Galerkin<2, Gauss<2>>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    pub(crate) name: &'static str,
    pub(crate) arguments: Vec<Argument>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Argument {
    Integer(usize),
    Path(Path),
}

/// How a type is written.
#[derive(Debug)]
pub(crate) struct Signature {
    pub(crate) name: &'static str,
    /// As users write it.
    pub(crate) example: &'static str,
    pub(crate) parameters: &'static [Parameter],
    /// The number of first parameters that are required.
    pub(crate) required: usize,
}

/// The kind of one argument of a type.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Parameter {
    Integer {
        /// `the degree of ..`
        what: &'static str,
        min: usize,
        max: usize,
    },
    Rule,
    Scheme,
    /// One of some types without arguments.
    Choice {
        /// `pair of equations`
        what: &'static str,
        of: &'static [Signature],
    },
}

/// What is wrong with a type, or with its use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// The argument that is wrong; `None` for the whole type.
    pub(crate) argument: Option<usize>,
    pub(crate) message: String,
}

impl Path {
    /// A type without arguments.
    pub(crate) fn plain(name: &'static str) -> Self {
        Self {
            name,
            arguments: Vec::new(),
        }
    }

    /// A type around another.
    pub(crate) fn around(name: &'static str, inner: Self) -> Self {
        Self {
            name,
            arguments: vec![Argument::Path(inner)],
        }
    }
}

impl Signature {
    /// A type without parameters.
    pub(crate) const fn plain(name: &'static str) -> Self {
        Self {
            name,
            example: name,
            parameters: &[],
            required: 0,
        }
    }

    /// A type around a scheme.
    pub(crate) const fn around(name: &'static str, example: &'static str) -> Self {
        Self {
            name,
            example,
            parameters: &[Parameter::Scheme],
            required: 1,
        }
    }
}

impl Refusal {
    /// A refusal of a whole type.
    pub(crate) fn of(message: impl Into<String>) -> Self {
        Self {
            argument: None,
            message: message.into(),
        }
    }

    /// A refusal of one argument.
    pub(crate) fn at(argument: usize, message: impl Into<String>) -> Self {
        Self {
            argument: Some(argument),
            message: message.into(),
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        for (at, argument) in self.arguments.iter().enumerate() {
            f.write_str(if at == 0 { "<" } else { ", " })?;
            match argument {
                Argument::Integer(n) => write!(f, "{n}")?,
                Argument::Path(path) => write!(f, "{path}")?,
            }
        }
        if !self.arguments.is_empty() {
            f.write_str(">")?;
        }
        Ok(())
    }
}
