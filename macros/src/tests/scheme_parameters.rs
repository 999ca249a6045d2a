//! Schemes with fields: their numbers reach every kernel of a step.

use std::rc::Rc;

use crate::derive::{Argument, Kernel, Step, derive};
use crate::model::Inheritance;
use crate::schemes::path::{Path, Refusal};
use crate::schemes::{
    Context, Declared, Element, Form, Inertia, Scheme, SecondOrderTerm, StepEquations, typical,
};
use crate::system::read;

/// A scheme whose momentum at the end has a factor.
#[derive(Debug)]
struct Damped;

impl Scheme for Damped {
    fn path(&self) -> Path {
        Path::plain("Damped")
    }

    fn check(&self, _: &Declared) -> Result<(), Refusal> {
        Ok(())
    }

    fn follows_friction_without_mass(&self) -> bool {
        typical().follows_friction_without_mass()
    }

    fn form(&self) -> Form {
        Form::Cheapest
    }

    fn step(&self, context: &mut Context<'_>) -> Result<StepEquations, Refusal> {
        let mut step = typical().step(context)?;
        let factor = context.known.scheme[0];
        for momentum in &mut step.end_momenta {
            *momentum = context.graph.mul(factor, *momentum);
        }
        Ok(step)
    }

    fn parameters(&self) -> &'static [&'static str] {
        &["factor"]
    }

    fn stages(&self) -> usize {
        typical().stages()
    }

    fn formulas(&self, _: &Declared) -> Vec<String> {
        Vec::new()
    }

    fn keeps(&self, _: Inheritance) -> Result<(), &'static str> {
        Err("it is damped")
    }

    fn modified_energy(&self) -> Option<SecondOrderTerm> {
        None
    }

    fn is_symmetric(&self) -> bool {
        false
    }

    fn has_alternating_modes(&self, _: &Inertia) -> bool {
        false
    }

    fn element(&self) -> Option<Element> {
        None
    }
}

fn step(scheme: Rc<dyn Scheme>) -> Step {
    let mut system = read(syn::parse_quote! {
        #[lagrangian(coordinates(x), kinetic = 0.5 * m * dt(x).powi(2), potential = k * cos(x))]
        struct S { m: f64, k: f64 }
    })
    .map_err(|failed| failed.errors)
    .expect("no mistakes");
    let mut derived = derive(&mut system.model, [scheme]).expect("it is small");
    derived.steps.remove(0)
}

/// Whether the scheme of a declaration may multiply some defect by −1.
fn alternates(attribute: &str) -> bool {
    let text = format!("#[lagrangian({attribute}, discretize(Livens))] struct S {{ m: f64, l: f64 }}");
    let system = read(syn::parse_str(&text).expect("a struct"));
    let mut system = system.map_err(|failed| failed.errors).expect("no mistakes");
    let schemes = system.schemes();
    let derived = derive(&mut system.model, schemes).expect("it is small");
    derived.steps[0].has_alternating_modes
}

/// A composition takes twice as many stages where momenta vary at a given velocity.
#[test]
fn a_constant_inertia_is_seen_in_whatever_form_it_is_typed() {
    let potential = "potential = m * l * cos(a)";
    let on = |position: &str| {
        alternates(&format!(
            "coordinates(a), let r = {position}, kinetic = 0.5 * m * dt(r).norm_squared(), {potential}"
        ))
    };
    assert!(!alternates(&format!(
        "coordinates(a), kinetic = 0.5 * m * (l * dt(a)).powi(2), {potential}"
    )));
    for constant in [
        "[l * cos(a), l * sin(a)]",
        "[l * cos(a) + l, m * l - l * sin(a)]",
        "[l * cos(2 * a + 1), l * sin(2 * a + 1)]",
        "[l * cos(a) * cos(t), l * cos(a) * sin(t), l * sin(a)]",
        "[2 * l * cos(a).powi(2) - l, 2 * l * sin(a) * cos(a)]",
    ] {
        assert!(!on(constant), "{constant}");
    }
    for varying in [
        "[l * cos(a), 2 * l * sin(a)]",
        "[a, a * a]",
        "[a * cos(a), a * sin(a)]",
        "[l * cos(a) + t * t * l, l * sin(a)]",
    ] {
        assert!(on(varying), "{varying}");
    }
}

/// The derivative of a jump is zero, although the mass varies.
#[test]
fn an_inertia_with_a_jump_varies() {
    assert!(alternates(
        "coordinates(a), kinetic = 0.5 * if a < 0 { m } else { l } * dt(a).powi(2), potential = l * a * a"
    ));
}

fn argument<'a>(kernel: &'a Kernel, name: &str) -> &'a Argument {
    let mut arguments = kernel.arguments.iter();
    arguments
        .find(|argument| argument.name == name)
        .expect("the kernel may be given it")
}

#[test]
fn fields_of_a_scheme_are_constants_of_its_steps() {
    let (plain, damped) = (step(Rc::new(typical())), step(Rc::new(Damped)));
    let factor = argument(&damped.constants, "scheme").symbols.clone();
    assert_eq!(factor.len(), 1);
    assert!(argument(&plain.constants, "scheme").symbols.is_empty());
    // They come first, whatever else is constant.
    assert!(damped.constants.symbols().contains(&factor[0]));
    assert_eq!(argument(&damped.update, "interval").symbols[2..3], factor[..]);
    for kernel in [&damped.update, &damped.variations] {
        assert!(kernel.symbols().contains(&factor[0]), "{}", kernel.name);
    }
    assert_eq!(argument(&damped.variations, "scheme").symbols, factor);
    assert!(!plain.update.symbols().contains(&factor[0]));
}
