//! `discretize(..)`: types as data, matched by the last segment of their paths against the registries of schemes and rules.
//!
//! It refuses to know any scheme: its entry states its arguments, and which of them fit together.

use std::rc::Rc;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::{Error, Expr, GenericArgument, Lit, PathArguments, PathSegment, Result, Type};

use super::types::ungrouped;
use crate::declaration::Scheme;
use crate::schemes::path::{Argument, Parameter, Path, Refusal, Signature};
use crate::schemes::{RULES, SCHEMES, scheme};
use crate::suggest::nearest;

/// One item of the list.
pub(super) fn item(tokens: TokenStream) -> Result<Scheme> {
    if let Some(error) = written_as_value(tokens.clone()) {
        return Err(error);
    }
    let ty: Type = syn::parse2(tokens.clone()).map_err(|_| {
        let message = format!("expected a scheme, as in {}", examples());
        Error::new_spanned(tokens, message)
    })?;
    let path = Kind::Scheme.path(&ty, &|_| true)?;
    let scheme = scheme(&path).map_err(|refusal| Error::new_spanned(&ty, refusal.message))?;
    Ok(Scheme {
        scheme: Rc::from(scheme),
        tokens: ty,
    })
}

/// The kind of type that is required at a place.
#[derive(Clone, Copy)]
enum Kind {
    Scheme,
    Rule,
    Choice(&'static str, &'static [Signature]),
}

impl Kind {
    /// The type as data, with the shorter of two names for one scheme. `fits` filters the schemes that may be suggested here.
    fn path(self, ty: &Type, fits: &dyn Fn(&Path) -> bool) -> Result<Path> {
        let segment = match ungrouped(ty) {
            Type::Path(path) if path.qself.is_none() => path.path.segments.last(),
            _ => None,
        };
        let segment = segment
            .ok_or_else(|| Error::new_spanned(ty, format!("expected the path of a {}", self.word())))?;
        let signature = self.named(&segment.ident.to_string());
        let signature = signature.ok_or_else(|| {
            Error::new(
                segment.ident.span(),
                self.unknown(&segment.ident.to_string(), fits),
            )
        })?;
        let given = arguments(segment, signature)?;
        let mut path = Path::plain(signature.name);
        for (at, (argument, parameter)) in given.iter().zip(signature.parameters).enumerate() {
            let read = read(argument, *parameter, signature.example, &|inner| {
                self.accepts(&path, at, inner)
            })?;
            path.arguments.push(read);
        }
        self.shortest(&path).map_err(|refusal| {
            let place = refusal.argument.and_then(|at| given.get(at));
            match place {
                Some(argument) => Error::new_spanned(argument, refusal.message),
                None => Error::new_spanned(ty, refusal.message),
            }
        })
    }

    /// The registered type that a path means, if any.
    fn shortest(self, path: &Path) -> std::result::Result<Path, Refusal> {
        match self {
            Self::Scheme => Ok(scheme(path)?.path()),
            Self::Rule | Self::Choice(..) => Ok(path.clone()),
        }
    }

    /// Whether `inner` may be the argument at a place of `outer`, given the arguments before it.
    fn accepts(self, outer: &Path, at: usize, inner: &Path) -> bool {
        let mut path = outer.clone();
        path.arguments.push(Argument::Path(inner.clone()));
        match self.shortest(&path) {
            Ok(_) => true,
            Err(refusal) => refusal.argument.is_some_and(|refused| refused != at),
        }
    }

    fn signatures(self) -> Vec<&'static Signature> {
        match self {
            Self::Scheme => SCHEMES.iter().map(|entry| &entry.signature).collect(),
            Self::Rule => RULES.iter().map(|entry| &entry.signature).collect(),
            Self::Choice(_, of) => of.iter().collect(),
        }
    }

    fn named(self, name: &str) -> Option<&'static Signature> {
        self.signatures()
            .into_iter()
            .find(|signature| signature.name == name)
    }

    fn word(self) -> &'static str {
        match self {
            Self::Scheme => "scheme",
            Self::Rule => "quadrature",
            Self::Choice(what, _) => what,
        }
    }

    /// The message for a name that is not in the registry.
    fn unknown(self, name: &str, fits: &dyn Fn(&Path) -> bool) -> String {
        let what = self.word();
        if let Self::Scheme = self
            && Self::Rule.named(name).is_some()
        {
            let example = with_arguments();
            return format!(
                "`{name}` is a quadrature and not a scheme; write it as an argument, as in `{example}`"
            );
        }
        let known: Vec<&str> = self
            .signatures()
            .into_iter()
            .filter(|signature| self.example(signature).is_some_and(|path| fits(&path)))
            .map(|signature| signature.name)
            .collect();
        if let Some(near) = nearest(name, known.iter().copied()) {
            return format!("unknown {what} `{name}`; did you mean `{near}`?");
        }
        let names: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
        match &names[..] {
            [only] => format!("unknown {what} `{name}`; expected {only}"),
            _ => format!("unknown {what} `{name}`; expected one of {}", names.join(", ")),
        }
    }

    /// The example of a signature as data, if it may be used here.
    fn example(self, signature: &Signature) -> Option<Path> {
        let ty = syn::parse_str(signature.example).ok()?;
        self.path(&ty, &|_| true).ok()
    }
}

/// Reports items that are not types: `"Name"`, `Name()`, `Name(2, Rule(2))`, `Name::<2, Rule<2>>::default()`.
fn written_as_value(tokens: TokenStream) -> Option<Error> {
    let mut before: Option<TokenTree> = None;
    for token in tokens.clone() {
        let message = match (&before, &token) {
            (None, TokenTree::Literal(text)) if text.to_string().starts_with('"') => {
                "a scheme is a type; write it without quotes".to_owned()
            }
            (Some(TokenTree::Ident(name)), TokenTree::Group(group))
                if group.delimiter() == Delimiter::Parenthesis =>
            {
                called(&name.to_string(), tokens, group.stream().is_empty())
            }
            (Some(_), TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                "schemes are listed as types; drop the braces".to_owned()
            }
            _ => {
                before = Some(token);
                continue;
            }
        };
        return Some(Error::new(token.span(), message));
    }
    None
}

/// What to write for `name(..)` in `tokens`.
fn called(name: &str, tokens: TokenStream, is_empty: bool) -> String {
    let example_of = |name: &str| {
        let signature = Kind::Scheme.named(name).or_else(|| Kind::Rule.named(name));
        signature.map(|signature| signature.example)
    };
    if name == "default" || name == "new" {
        let names = tokens.into_iter().map(|token| token.to_string());
        let scheme = names.into_iter().find_map(|name| example_of(&name));
        let example = scheme.unwrap_or_else(with_arguments);
        return format!("schemes are listed as types; write `{example}` without a call");
    }
    let has_arguments = Kind::Scheme
        .named(name)
        .is_none_or(|signature| !signature.parameters.is_empty());
    let example = example_of(name).unwrap_or(name);
    if !is_empty && !has_arguments {
        return format!(
            "schemes are listed as types, without numbers; write `{example}`, and numbers that it has where the integrator is made"
        );
    }
    if is_empty {
        return format!("schemes are listed as types; write `{example}` without parentheses");
    }
    let example = if example == name {
        with_arguments()
    } else {
        example
    };
    format!("type arguments stand in angle brackets: `{example}`")
}

/// The example of a scheme with arguments.
fn with_arguments() -> &'static str {
    let mut signatures = Kind::Scheme.signatures().into_iter();
    let found = signatures.find(|signature| signature.required > 0);
    found.map_or("..", |signature| signature.example)
}

/// Two examples of schemes.
fn examples() -> String {
    let first = Kind::Scheme.signatures()[0].example;
    format!("`{first}` or `{}`", with_arguments())
}

/// The generic arguments, if their number is that of the signature.
fn arguments<'a>(segment: &'a PathSegment, signature: &Signature) -> Result<Vec<&'a GenericArgument>> {
    let Signature {
        name,
        example,
        parameters,
        required,
    } = *signature;
    let given: Vec<&GenericArgument> = match &segment.arguments {
        PathArguments::None => Vec::new(),
        PathArguments::AngleBracketed(list) => list.args.iter().collect(),
        PathArguments::Parenthesized(list) => {
            let message = format!("type arguments stand in angle brackets: `{example}`");
            return Err(Error::new_spanned(list, message));
        }
    };
    if (required..=parameters.len()).contains(&given.len()) {
        return Ok(given);
    }
    let expected = match parameters {
        [] => format!("`{name}` takes no arguments"),
        [Parameter::Scheme] if given.len() > 1 => {
            format!("`{name}` takes one scheme; write it once for each, as in `{example}`")
        }
        [_] => format!("`{name}` takes one argument, as in `{example}`"),
        _ if required < parameters.len() => {
            let most = parameters.len();
            format!("`{name}` takes {required} or {most} arguments, as in `{example}`")
        }
        _ => format!("`{name}` takes {required} arguments, as in `{example}`"),
    };
    Err(Error::new_spanned(segment, expected))
}

/// One argument, of the kind that the parameter requires.
fn read(
    argument: &GenericArgument,
    parameter: Parameter,
    example: &str,
    fits: &dyn Fn(&Path) -> bool,
) -> Result<Argument> {
    let any: &dyn Fn(&Path) -> bool = &|_| true;
    let (kind, example, fits) = match parameter {
        Parameter::Integer { what, min, max } => {
            return integer(argument, what, min, max).map(Argument::Integer);
        }
        Parameter::Scheme => (Kind::Scheme, example, fits),
        Parameter::Rule => (Kind::Rule, RULES[0].signature.example, any),
        Parameter::Choice { what, of } => (Kind::Choice(what, of), of[0].example, any),
    };
    let GenericArgument::Type(ty) = argument else {
        let message = format!("expected a {}, as in `{example}`", kind.word());
        return Err(Error::new_spanned(argument, message));
    };
    kind.path(ty, fits).map(Argument::Path)
}

fn integer(argument: &GenericArgument, what: &str, min: usize, max: usize) -> Result<usize> {
    let literal = match argument {
        GenericArgument::Const(Expr::Lit(literal)) => match &literal.lit {
            Lit::Int(number) => Some(number),
            _ => None,
        },
        _ => None,
    };
    let Some(number) = literal else {
        let message =
            format!("{what} must be an integer literal, because the scheme is derived at compile time");
        return Err(Error::new_spanned(argument, message));
    };
    match number.base10_parse::<usize>() {
        Ok(n) if (min..=max).contains(&n) => Ok(n),
        _ => Err(Error::new(
            number.span(),
            format!("{what} must be between {min} and {max}"),
        )),
    }
}
