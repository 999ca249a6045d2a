//! The entries of `#[lagrangian(..)]`: each is read in the form of its key.
//!
//! It refuses to know the keys and the meaning of entries; `check` checks names and shapes.

use proc_macro2::{Ident, TokenTree};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{LitFloat, LitInt, Path, Token, parenthesized, token};

use super::list::Loss;
use super::{formula, items, label};
use crate::declaration::{Declaration, Form, Items, Key, Label, Lost, Times, Word, name_of};
use crate::diagnostics::{Diagnostics, Reported};
use crate::keys;
use crate::text;

/// Adds entries to a declaration.
pub(super) struct Reader<'a> {
    pub(super) declaration: &'a mut Declaration,
    /// Keys that occurred, even if their entries could not be read.
    seen: Vec<&'static Key>,
    /// Notes on entries that could not be read.
    losses: Vec<fn(&mut Lost, Reported)>,
    lost_entries: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(declaration: &'a mut Declaration) -> Self {
        Self {
            declaration,
            seen: Vec::new(),
            losses: Vec::new(),
            lost_entries: false,
        }
    }

    /// Notes the parts that were lost since the reader was created.
    pub(super) fn settle(&mut self, loss: Loss) {
        let Loss { reported, unread } = loss;
        self.lost_entries |= !unread.is_empty();
        for token in unread {
            if let TokenTree::Ident(word) = token
                && let Some(key) = keys::named(&word.to_string())
            {
                self.losses.push(key.loss);
            }
        }
        let lost = &mut self.declaration.lost;
        self.losses.iter().for_each(|note| note(lost, reported));
        lost.entries = lost.entries.or(self.lost_entries.then_some(reported));
    }

    /// Notes that an entry cannot be read.
    fn lose(&mut self, note: fn(&mut Lost, Reported)) {
        self.losses.push(note);
        self.lost_entries = true;
    }

    pub(super) fn entry(&mut self, input: ParseStream, diagnostics: &mut Diagnostics) -> syn::Result<()> {
        let word = input.call(Ident::parse_any).map_err(|error| {
            self.lose(Lost::quantities);
            let message = if input.peek(LitInt) || input.peek(LitFloat) {
                "expected a key, as in `potential = ..`; the decimal sign of a number is a point, as in `9.81`"
            } else {
                "expected a key, as in `coordinates(..)` or `potential = ..`"
            };
            syn::Error::new(error.span(), message)
        })?;
        let is_list = input.peek(token::Paren);
        if keys::named(&word.to_string()).is_none() {
            self.declaration.unknown_keys.push(word.clone());
        }
        if let Some(message) = self.of_a_coordinate(&word, &input.fork()) {
            self.lose(Lost::nothing);
            return Err(syn::Error::new(word.span(), message));
        }
        if keys::is_new(&word.to_string()) && input.peek(Token![=]) {
            self.lose(Lost::some_names);
            let message = format!(
                "`{word}` is not a key; the name of a formula is `let {word} = ..`, and parameters are fields"
            );
            return Err(syn::Error::new(word.span(), message));
        }
        let Some(key) = self.meant(&word, is_list, diagnostics) else {
            self.lose(if is_list { Lost::quantities } else { Lost::nothing });
            return Err(syn::Error::new(word.span(), keys::unknown(&word.to_string())));
        };
        match self.keyed(&word, key, input, diagnostics) {
            Ok(()) => {
                self.declaration.words.push(Word { key, ident: word });
                Ok(())
            }
            Err(error) => {
                self.lose(key.loss);
                Err(error)
            }
        }
    }

    /// The message for `u[0] = ..`.
    fn of_a_coordinate(&self, word: &Ident, input: ParseStream) -> Option<String> {
        let mut coordinates = self.declaration.coordinates.iter();
        coordinates.find(|quantity| name_of(&quantity.ident) == name_of(word))?;
        if keys::named(&word.to_string()).is_some() {
            return None;
        }
        let indices = match input.peek(token::Bracket) {
            true => input.parse::<TokenTree>().ok(),
            false => None,
        };
        let place = format!("{word}{}", text::of(indices));
        input.peek(Token![=]).then(|| {
            format!(
                "`{word}` is a coordinate, whose motion follows from keys; where it is prescribed write `constraint({place} == ..)`, \
                 and for a push `force({place} = ..)`"
            )
        })
    }

    /// The key, or the one that is probably meant. Its entry is read as well, so that formulas that depend on it have a meaning.
    fn meant(&self, word: &Ident, is_list: bool, diagnostics: &mut Diagnostics) -> Option<&'static Key> {
        let text = word.to_string();
        if let Some(key) = keys::named(&text) {
            return Some(key);
        }
        let meant = keys::meant_by(&text)?;
        let fits = match meant.form {
            Form::List { .. } => is_list,
            // A misread path would make all emitted code wrong.
            Form::Path => false,
            Form::Definition | Form::Formula | Form::Word { .. } => !is_list,
        };
        if !fits || self.seen.contains(&meant) {
            return None;
        }
        diagnostics.report(word, keys::unknown(&text));
        Some(meant)
    }

    fn keyed(
        &mut self,
        word: &Ident,
        key: &'static Key,
        input: ParseStream,
        diagnostics: &mut Diagnostics,
    ) -> syn::Result<()> {
        if let Times::Once(instead) = key.times
            && self.seen.contains(&key)
        {
            let name = key.name;
            let message = format!("`{name}` is given twice; {instead}");
            return Err(syn::Error::new(word.span(), message));
        }
        self.seen.push(key);
        match &key.form {
            Form::List { items, .. } => self.list(key, items, input, diagnostics),
            Form::Definition => {
                let name = label::defined(input, diagnostics)?;
                let written = format!("let {name}");
                let ident = name.ident.clone();
                match formula::read(key, name, &written, input, diagnostics) {
                    Ok(formula) => self.declaration.formulas.push(formula),
                    Err(error) => {
                        self.declaration.lost_formulas.push(Word { key, ident });
                        return Err(error);
                    }
                }
                Ok(())
            }
            Form::Formula => {
                let label = Label::of(word.clone());
                let formula = formula::read(key, label, &word.to_string(), input, diagnostics)?;
                self.declaration.formulas.push(formula);
                Ok(())
            }
            Form::Path => {
                input.parse::<Token![=]>()?;
                self.declaration.crate_path = input.call(Path::parse_mod_style)?;
                Ok(())
            }
            Form::Word { alone } => {
                if input.is_empty() || input.peek(Token![,]) {
                    return Ok(());
                }
                Err(input.error(alone))
            }
        }
    }

    fn list(
        &mut self,
        key: &'static Key,
        items: &Items,
        input: ParseStream,
        diagnostics: &mut Diagnostics,
    ) -> syn::Result<()> {
        if !input.peek(token::Paren) {
            let example = key.example_of_list(self.declaration).unwrap_or_default();
            return Err(input.error(format!("expected parentheses: write `{example}`")));
        }
        let content;
        let parentheses = parenthesized!(content in input);
        if content.is_empty() && matches!(items, Items::Formulas(_)) {
            let example = key.example_of_list(self.declaration).unwrap_or_default();
            let message = format!("this list is empty: write `{example}`, or drop it");
            return Err(syn::Error::new(parentheses.span.join(), message));
        }
        let read = items::read(self.declaration, key, items, &content, diagnostics);
        if let Err(reported) = read {
            (key.loss)(&mut self.declaration.lost, reported);
        }
        Ok(())
    }
}
