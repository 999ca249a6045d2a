//! Constraints: `name = formula`, `a == b` with or without a name, or the name of a definition.
//!
//! It refuses to know which formulas can vanish. An equation becomes the difference of its sides.

use proc_macro2::{Ident, Span};
use quote::{ToTokens, format_ident};
use syn::parse::ParseStream;
use syn::spanned::Spanned;
use syn::token::Paren;
use syn::{BinOp, Expr, ExprBinary, ExprParen, ExprPath, ExprUnary, Lit, Token, UnOp};

use super::formula;
use crate::declaration::{Declaration, Form, Formula, Key, Label, Word, ungrouped};
use crate::diagnostics::Diagnostics;
use crate::text;

/// Reads one constraint. It is noted even if its formula is lost.
pub(super) fn read(
    declaration: &mut Declaration,
    key: &'static Key,
    input: ParseStream,
    diagnostics: &mut Diagnostics,
) -> syn::Result<()> {
    let (label, expr) = written(declaration, key, input, diagnostics)
        .map_err(formula::of_equations)
        .inspect_err(|error| lose(declaration, key, error.span()))?;
    match difference(expr) {
        Ok(expr) => declaration.formulas.push(Formula::single(key, label, expr)),
        // All tokens are read, those of a name with its comma included.
        Err(error) => {
            lose(declaration, key, error.span());
            (key.loss)(&mut declaration.lost, diagnostics.absorb(error));
        }
    }
    Ok(())
}

/// The name, and the formula or equation as the user wrote it.
fn written(
    declaration: &Declaration,
    key: &'static Key,
    input: ParseStream,
    diagnostics: &mut Diagnostics,
) -> syn::Result<(Label, Expr)> {
    if is_labelled(input) {
        let label = Label::of(input.parse()?);
        let name = label.to_string();
        let formula = formula::read(key, label, &name, input, diagnostics)?;
        return Ok((formula.label, formula.expr));
    }
    if let Some(name) = definition(declaration, input)? {
        let expr = syn::parse_quote!(#name);
        return Ok((Label::of(name), expr));
    }
    let name = name_before_equation(input).unwrap_or_else(|| unnamed(declaration, key, input));
    Ok((Label::of(name), unlabelled(declaration, input)?))
}

/// Notes that there is a constraint that could not be read.
fn lose(declaration: &mut Declaration, key: &'static Key, span: Span) {
    let ident = Ident::new("lost", span);
    declaration.lost_formulas.push(Word { key, ident });
}

/// Whether a name and its formula follow: `name = ..`, or `name: ..` by mistake.
fn is_labelled(input: ParseStream) -> bool {
    let has_sign = (input.peek2(Token![=]) && !input.peek2(Token![==]))
        || (input.peek2(Token![:]) && !input.peek2(Token![::]));
    input.peek(syn::Ident) && has_sign
}

fn is_alone(input: ParseStream) -> bool {
    let ahead = input.fork();
    ahead.parse::<Ident>().is_ok() && (ahead.is_empty() || ahead.peek(Token![,]))
}

/// The name of a definition above, read or lost, if it stands alone.
fn definition(declaration: &Declaration, input: ParseStream) -> syn::Result<Option<Ident>> {
    if !is_alone(input) {
        return Ok(None);
    }
    let name: Ident = input.fork().parse()?;
    let is_definition = |key: &Key| matches!(key.form, Form::Definition);
    let read = declaration
        .formulas
        .iter()
        .any(|f| is_definition(f.key) && f.label.ident == name);
    let lost = declaration
        .lost_formulas
        .iter()
        .any(|word| is_definition(word.key) && word.ident == name);
    if read || lost {
        return input.parse().map(Some);
    }
    Ok(None)
}

/// The name in `name, a == b`, which is read with its comma.
fn name_before_equation(input: ParseStream) -> Option<Ident> {
    if !is_alone(input) {
        return None;
    }
    let ahead = input.fork();
    let (_, _): (Ident, Token![,]) = (ahead.parse().ok()?, ahead.parse().ok()?);
    let is_equation = !is_labelled(&ahead)
        && ahead
            .parse()
            .is_ok_and(|expr: Expr| is_equation(&expr) || compares(&expr));
    if !is_equation {
        return None;
    }
    let name = input.parse().ok()?;
    input.parse::<Token![,]>().ok()?;
    Some(name)
}

fn is_equation(expr: &Expr) -> bool {
    matches!(ungrouped(expr), Expr::Binary(ExprBinary { op: BinOp::Eq(_), .. }))
}

/// The name of a constraint without one: `constraint_2` after two others of its key.
fn unnamed(declaration: &Declaration, key: &Key, input: ParseStream) -> Ident {
    let place = key.names(declaration).len();
    format_ident!("{}_{place}", key.name, span = input.span())
}

/// A formula without a name has to be an equation.
fn unlabelled(declaration: &Declaration, input: ParseStream) -> syn::Result<Expr> {
    let expr = formula::expression(input)?;
    let message = match ungrouped(&expr) {
        Expr::Binary(_) if is_equation(&expr) || compares(&expr) => return Ok(expr),
        Expr::Assign(assign) => {
            let message = "an equation has two signs: write `==`; a single `=` gives a constraint its name";
            return Err(syn::Error::new_spanned(assign.eq_token, message));
        }
        Expr::Lit(literal) if matches!(literal.lit, Lit::Str(_)) => {
            "the name of a constraint is a plain word: write `constraint(roll, x == r * phi)`".to_owned()
        }
        Expr::Path(path) if path.path.get_ident().is_some() => {
            let name = path.to_token_stream();
            let sign = if is_symbol(declaration, path) {
                "== 0"
            } else {
                "= .."
            };
            format!("a constraint is an equation, or the name of a `let` above it: write `{name} {sign}`")
        }
        _ => {
            let formula = text(&expr);
            format!(
                "a constraint is an equation: write `{formula} == 0`, or give it a name with `name = {formula}`"
            )
        }
    };
    Err(syn::Error::new_spanned(expr, message))
}

/// Whether this is a field, or a coordinate above.
fn is_symbol(declaration: &Declaration, path: &ExprPath) -> bool {
    let fields = declaration.fields.iter().map(|field| &field.ident);
    let mut symbols = fields.chain(declaration.coordinates.iter().map(|coordinate| &coordinate.ident));
    symbols.any(|symbol| path.path.is_ident(symbol))
}

/// Whether this compares or combines conditions, which [`difference`] reports.
fn compares(expr: &Expr) -> bool {
    wrong_sign(expr).is_some()
}

/// The formula that vanishes: a − b for `a == b`.
fn difference(expr: Expr) -> syn::Result<Expr> {
    if let Some((sign, message)) = wrong_sign(&expr) {
        return Err(syn::Error::new_spanned(sign, message));
    }
    if let Expr::Assign(assign) = ungrouped(&expr) {
        let message =
            "an equation has two signs: write `==`; the single `=` is behind the name of the constraint";
        return Err(syn::Error::new_spanned(assign.eq_token, message));
    }
    if !is_equation(&expr) {
        return Ok(expr);
    }
    let Expr::Binary(equation) = ungrouped(&expr).clone() else {
        return Ok(expr);
    };
    let span = equation.op.span();
    if is_zero(&equation.right) {
        return Ok(*equation.left);
    }
    if is_zero(&equation.left) {
        return Ok(Expr::Unary(ExprUnary {
            attrs: Vec::new(),
            op: UnOp::Neg(Token![-](span)),
            expr: equation.right,
        }));
    }
    Ok(Expr::Binary(ExprBinary {
        op: BinOp::Sub(Token![-](span)),
        right: Box::new(closed(*equation.right)),
        ..equation
    }))
}

/// The right side in parentheses where they are needed. They have the place of its end, up to which messages underline.
fn closed(right: Expr) -> Expr {
    let last = right.to_token_stream().into_iter().last();
    match (&right, last) {
        (Expr::Binary(_), Some(last)) => Expr::Paren(ExprParen {
            attrs: Vec::new(),
            paren_token: Paren(last.span()),
            expr: Box::new(right),
        }),
        _ => right,
    }
}

/// The sign of a formula that is neither a value nor an equation, and what to write.
fn wrong_sign(expr: &Expr) -> Option<(BinOp, &'static str)> {
    let Expr::Binary(binary) = ungrouped(expr) else {
        return None;
    };
    let message = match binary.op {
        BinOp::Ge(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Lt(_) => INEQUALITY,
        BinOp::And(_) => "these are two constraints: write a comma in place of `&&`",
        BinOp::Or(_) | BinOp::Ne(_) => {
            "a constraint holds at all times: write one equation, as in `x == r * phi`"
        }
        _ => return None,
    };
    Some((binary.op, message))
}

/// What to write for an inequality.
pub(crate) const INEQUALITY: &str =
    "an inequality is a contact: for `y >= r` write the entry `contact(floor, gap = y - r)`";

fn is_zero(expr: &Expr) -> bool {
    let Expr::Lit(literal) = ungrouped(expr) else {
        return false;
    };
    match &literal.lit {
        Lit::Int(number) => number.base10_digits() == "0",
        Lit::Float(number) => number.base10_parse::<f64>().is_ok_and(|number| number == 0.0),
        _ => false,
    }
}

/// Short formulas as the user wrote them.
fn text(expr: &Expr) -> String {
    let text = text::of(expr);
    if text.len() <= 40 { text } else { "..".to_owned() }
}
