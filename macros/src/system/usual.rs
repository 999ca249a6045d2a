//! The schemes of a declaration without a list, and what is known of all of them after the derivation.

use std::rc::Rc;

use quote::format_ident;

use super::System;
use crate::declaration;
use crate::schemes::{Scheme, usual, usual_with_contacts, usual_with_contacts_without_masses};

impl System {
    /// Drops the refused schemes of a declaration without a list of schemes. If all of them were refused, those that need no masses
    /// take their place, where there are others.
    pub(crate) fn drops_usual(&mut self, refused: &[(usize, String)]) -> bool {
        if self.declaration.schemes.is_some() {
            return false;
        }
        if refused.len() == self.schemes.len() {
            let has_others = !self.contacts.is_empty();
            if has_others {
                self.schemes = unlisted(usual_with_contacts_without_masses());
            }
            return has_others;
        }
        let mut at = 0..;
        self.schemes.retain(|_| {
            at.next()
                .is_some_and(|at| refused.iter().all(|(scheme, _)| *scheme != at))
        });
        true
    }

    /// Notes what is wrong with the motions of listed schemes.
    pub(crate) fn note_drawbacks(&mut self, drawbacks: Vec<(usize, String)>) {
        for (at, drawback) in drawbacks {
            let path = self.schemes[at].scheme.path();
            self.notes.push(format!("`{path}`: {drawback}"));
        }
    }
}

/// The schemes of a declaration that lists none.
pub(super) fn schemes(has_contacts: bool) -> Vec<declaration::Scheme> {
    let usual = if has_contacts {
        usual_with_contacts()
    } else {
        usual()
    };
    unlisted(usual)
}

fn unlisted(schemes: Vec<Rc<dyn Scheme>>) -> Vec<declaration::Scheme> {
    let schemes = schemes.into_iter().map(|scheme| {
        let name = format_ident!("{}", scheme.path().name);
        declaration::Scheme {
            scheme,
            tokens: syn::parse_quote!(#name),
        }
    });
    schemes.collect()
}
