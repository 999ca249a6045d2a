//! Equations in other scripts are well formed: whatever is opened is closed, and operators have the operands that they need.

use syn::parse_quote;

use super::described;
use crate::describe::Description;

/// Elements with a fixed number of children.
const OPERANDS: [(&str, usize); 4] = [("msup", 2), ("msub", 2), ("mfrac", 2), ("mover", 2)];

/// Checks both scripts of a description.
pub(super) fn check(description: &Description) {
    check_latex(&description.latex);
    check_mathml(&description.mathml);
}

fn check_latex(latex: &str) {
    assert_eq!(latex.matches('{').count(), latex.matches('}').count(), "{latex}");
    let lines = latex
        .lines()
        .filter(|line| !line.starts_with(r"\begin") && !line.starts_with(r"\end"));
    for line in lines {
        assert_eq!(line.matches('&').count(), 1, "{line}");
        let [left, right] = [r"\left", r"\right"].map(|word| line.matches(word).count());
        assert_eq!(left, right, "{line}");
        assert!(
            line.is_ascii(),
            "{line} has letters that LaTeX does not know by itself"
        );
    }
}

fn check_mathml(mathml: &str) {
    // Open elements, with the numbers of their children so far.
    let mut open: Vec<(&str, usize)> = vec![("", 0)];
    for part in mathml.split('<').skip(1) {
        let tag = part.split('>').next().unwrap_or_default();
        if let Some(name) = tag.strip_prefix('/') {
            let (begun, children) = open.pop().expect("an element that is closed was opened");
            assert_eq!(begun, name, "{mathml}");
            let needed = OPERANDS.iter().find(|(known, _)| *known == name);
            assert!(
                needed.is_none_or(|&(_, count)| count == children),
                "{name} has {children} children in {mathml}"
            );
        } else {
            let name = tag.split(' ').next().unwrap_or_default();
            open.last_mut().expect("the outermost").1 += 1;
            open.push((name, 0));
        }
    }
    assert_eq!(open, [("", 1)], "{mathml}");
}

#[test]
fn every_form_of_a_formula_is_well_formed() {
    let (_, description) = described(parse_quote! {
        #[lagrangian(
            coordinates(x, wide_angle, r[2]),
            inputs(push),
            let stop = if x < wall && !(x <= -1) { (x - wall).powf(2.5) } else { { let s = sin(x); s * s } },
            mass_matrix = [[m, 0, 0, 0], [0, m, 0, 0], [0, 0, m, 0], [0, 0, 0, 2 * m]],
            potential = stop + integrate(Gauss(2), |s| sin(s * x)) + r.dot(r) + hypot(x, 2) * 1e-9 + transpose(inertia * r) * r,
            force(wide_angle = push / (1 + exp(-t))),
            dissipation = 0.25 * dt(wide_angle).powi(4),
            constraint(rod = r.norm_squared() - PI),
            discretize(Midpoint),
        )]
        struct Everything {
            m: f64,
            wall: f64,
            inertia: [[f64; 2]; 2],
        }
    });
    check(&description);
    let Description { latex, mathml, .. } = description;
    for part in [
        r"\text{ if }",
        r"T &= \tfrac{1}{2} \, \dot{q}^{\mathsf{T}} \, M \, \dot{q}",
        r"\ddot{\mathit{wide\_angle}}",
        r"\left| r \right|^{2} - \pi &= 0\quad \left( \mathit{rod} \right)",
    ] {
        assert!(latex.contains(part), "{part} in {latex}");
    }
    assert!(mathml.contains("<mtext>\u{a0}if\u{a0}</mtext>"), "{mathml}");
}
