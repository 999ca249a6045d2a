//! The errors of one reading: collected where they are found, returned together at the end.
//!
//! It refuses to know the rules: messages are written where the rules are checked.

use std::fmt::Display;

use proc_macro2::Span;
use quote::ToTokens;

/// Collects the errors of a stage.
#[derive(Debug, Default)]
#[must_use]
pub(crate) struct Diagnostics {
    errors: Option<syn::Error>,
}

/// Proof that an error was reported, so that no further message is needed.
///
/// It is the poison value of all stages. A result that is built from it is reported too, so that one
/// mistake is one message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reported(());

impl Diagnostics {
    /// Underlines `tokens`.
    pub(crate) fn report(&mut self, tokens: impl ToTokens, message: impl Display) -> Reported {
        self.absorb(syn::Error::new_spanned(tokens, message))
    }

    /// Underlines the token at a span.
    pub(crate) fn report_at(&mut self, span: Span, message: impl Display) -> Reported {
        self.absorb(syn::Error::new(span, message))
    }

    /// Whether nothing was reported.
    pub(crate) fn is_empty(&self) -> bool {
        self.errors.is_none()
    }

    /// The message of the first error.
    pub(crate) fn first(&self) -> Option<String> {
        self.errors.as_ref().map(syn::Error::to_string)
    }

    pub(crate) fn absorb(&mut self, error: syn::Error) -> Reported {
        match &mut self.errors {
            Some(errors) => errors.combine(error),
            None => self.errors = Some(error),
        }
        Reported(())
    }

    /// The value, if nothing was reported: the only way out of a stage.
    pub(crate) fn finish_with<T>(self, value: Result<T, Reported>) -> Result<T, syn::Error> {
        match (self.errors, value) {
            (Some(errors), _) => Err(errors),
            (None, Ok(value)) => Ok(value),
            // Only `absorb` creates `Reported`, so that this one would be of another collector.
            (None, Err(Reported(()))) => Err(syn::Error::new(
                Span::call_site(),
                "this declaration was refused without a reason",
            )),
        }
    }
}
