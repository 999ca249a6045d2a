//! Formulas as characters: what takes parentheses, and what does not.

use extremal_symbolic::text::{Formula, Latex, Mathml, Notation, Piece, Writer, width, written};
use extremal_symbolic::{Function, Graph, Rational};

fn name(text: &str) -> Formula {
    Formula::atom(text)
}

fn call(function: &'static str, x: Formula) -> Formula {
    Formula::Call(function, vec![x])
}

fn sum(a: &str, b: &str) -> Formula {
    Formula::sum([(false, name(a)), (true, name(b))])
}

fn decimal(text: &str) -> Formula {
    Formula::number(&Rational::from_decimal(text).expect("digits"))
}

fn reads(formula: &Formula, expected: &str) {
    assert_eq!(formula.to_string(), expected);
}

#[test]
fn numbers_are_those_that_people_write() {
    for (typed, expected) in [
        ("2", "2"),
        ("9.81", "9.81"),
        ("0.5", "½"),
        ("1e-3", "0.001"),
        ("1.602e-19", "1.602·10⁻¹⁹"),
        ("6.25e30", "6.25·10³⁰"),
        ("3.14159265358979323846264338327950288", "π"),
        ("6.28318530717958647692528676655900576", "2 π"),
    ] {
        reads(&decimal(typed), expected);
    }
    reads(&Formula::number(&Rational::new(1, 3)), "1/3");
    reads(&Formula::number(&Rational::new(-2, 7)), "−2/7");
}

#[test]
fn functions_take_parentheses_where_something_follows() {
    let sine = || call("sin", name("θ"));
    reads(&sine(), "sin θ");
    reads(&sine().power(2), "sin² θ");
    reads(
        &Formula::quotient([name("m"), sine(), call("cos", name("φ"))], []),
        "m sin θ cos φ",
    );
    reads(&Formula::quotient([sine(), name("m")], []), "sin(θ) m");
    reads(&Formula::quotient([name("m"), sine()], [name("r")]), "m sin(θ)/r");
    reads(&Formula::quotient([name("m")], [sine().power(2)]), "m/sin² θ");
    reads(&call("sin", sum("a", "b")), "sin(a − b)");
    reads(&call("sin", sum("a", "b")).power(3), "sin³(a − b)");
    reads(&call("exp", name("x")), "exp(x)");
    reads(&call("√", name("x")), "√x");
    reads(&call("√", sum("a", "b")).power(3), "(√(a − b))³");
    reads(&call("|", sum("a", "b")).power(2), "|a − b|²");
}

#[test]
fn sums_and_quotients_take_the_parentheses_they_need() {
    let [m, r] = ["m", "r"].map(name);
    reads(&Formula::quotient([m.clone(), sum("a", "b")], []), "m (a − b)");
    reads(&sum("a", "b").power(2), "(a − b)²");
    reads(&Formula::quotient([m.clone()], [r.clone(), name("s")]), "m/(r s)");
    reads(&Formula::quotient([], [sum("a", "b")]), "1/(a − b)");
    reads(&Formula::quotient([m.clone()], [r.clone()]).power(2), "(m/r)²");
    let nested = Formula::quotient(
        [Formula::quotient([m.clone()], [r.clone()]), name("q")],
        [name("s")],
    );
    reads(&nested, "m q/(r s)");
    reads(&Formula::sum([(true, sum("a", "b"))]), "−(a − b)");
    reads(&Formula::sum([(true, m.clone()), (false, r.clone())]), "r − m");
    reads(
        &Formula::quotient([m.clone().negative(), r.clone().negative()], []),
        "m r",
    );
    reads(
        &Formula::quotient([decimal("2"), decimal("9.81"), m.clone()], []),
        "2 · 9.81 m",
    );
    let phrase = || Formula::Rate("x".to_owned(), 1);
    reads(&Formula::quotient([m.clone(), phrase()], []), "m d(x)/dt");
    reads(&Formula::quotient([phrase(), m], []), "(d(x)/dt) m");
    reads(&phrase().power(2), "(d(x)/dt)²");
}

#[test]
fn products_stand_in_the_order_of_their_ranks() {
    let mut graph = Graph::new();
    let [v, q, m] = ["v", "q", "m"].map(|name| graph.symbol(name));
    let mut notation = Notation::default();
    notation.write(v, name("q\u{307}"), 6);
    notation.write(q, name("q"), 4);
    let sine = graph.apply(Function::Sin, q);
    let (third, square) = (graph.ratio(2, 3), graph.powi(v, 2));
    let product = graph.product(&[sine, square, q, m, third]);
    let formula = Writer::new(&graph, &notation, 100).formula(product);
    assert_eq!(
        formula.map(|f| f.to_string()).as_deref(),
        Some("2 m q q\u{307}² sin(q)/3")
    );
    assert_eq!(width("q\u{307}²"), 2);
    assert_eq!(Writer::new(&graph, &notation, 3).formula(product), None);
}

#[test]
fn a_logarithm_near_one_reads_as_what_it_is() {
    let mut graph = Graph::new();
    let x = graph.symbol("x");
    let mut notation = Notation::default();
    notation.write(x, name("x"), 1);
    for (argument, expected) in [(x, "ln(1 + x)"), (graph.neg(x), "ln(1 − x)")] {
        let logarithm = graph.apply(Function::Ln1p, argument);
        let formula = Writer::new(&graph, &notation, 9).formula(logarithm);
        reads(&formula.expect("a short one"), expected);
    }
}

#[test]
fn latex_has_commands_for_letters_functions_and_fractions() {
    let [m, rate] = [name("m₁"), name("θ\u{307}₁")];
    for (formula, expected) in [
        (name("p_θ₁"), r"p_{\theta_{1}}"),
        (name("r₀₁"), "r_{01}"),
        (name("far_away[2]"), r"\mathit{far\_away}_{2}"),
        (name("q\u{307}ᵀ"), r"\dot{q}^{\mathsf{T}}"),
        (Formula::Rate("bob_x".to_owned(), 2), r"\ddot{\mathit{bob\_x}}"),
        (call("sin", rate.clone()).power(2), r"\sin^{2} \dot{\theta}_{1}"),
        (call("asin", sum("a", "b")), r"\arcsin\left( a - b \right)"),
        (
            Formula::quotient([m, rate], [decimal("2"), sum("a", "b")]),
            r"\frac{m_{1} \, \dot{\theta}_{1}}{2 \, \left( a - b \right)}",
        ),
        (
            Formula::quotient([name("m")], [name("r")]).power(2),
            r"\left( \frac{m}{r} \right)^{2}",
        ),
        (
            call("√", sum("a", "b")).power(3),
            r"\left( \sqrt{a - b} \right)^{3}",
        ),
        (call("|", name("v")).power(2), r"\left| v \right|^{2}"),
        (decimal("0.5"), r"\tfrac{1}{2}"),
        (decimal("1.602e-19"), r"1.602 \cdot 10^{-19}"),
        (
            Formula::Raised(Box::new(sum("a", "b")), Box::new(decimal("1.5"))),
            r"\left( a - b \right)^{1.5}",
        ),
        (
            Formula::Phrase(vec![
                Piece::Operand(name("a")),
                Piece::Sign(" × "),
                Piece::Operand(sum("b", "c")),
            ]),
            r"a \times \left( b - c \right)",
        ),
        (
            Formula::list("[", [name("a"), decimal("2")], "]"),
            r"\left[ a, 2 \right]",
        ),
    ] {
        assert_eq!(written(&formula, &Latex), expected);
    }
}

#[test]
fn mathml_has_dots_over_letters_and_one_element_for_each_operand() {
    for (formula, expected) in [
        (name("m₁"), "<msub><mi>m</mi><mrow><mn>1</mn></mrow></msub>"),
        (
            name("θ\u{308}"),
            "<mover><mrow><mi>θ</mi></mrow><mi mathvariant=\"normal\">¨</mi></mover>",
        ),
        (
            Formula::quotient([name("a")], [name("b")]),
            "<mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>",
        ),
        (
            sum("a", "b").power(2),
            "<msup><mrow><mrow><mo>(</mo><mrow><mi>a</mi><mo>−</mo><mi>b</mi></mrow><mo>)</mo></mrow></mrow><mn>2</mn></msup>",
        ),
        (call("√", name("x")), "<msqrt><mi>x</mi></msqrt>"),
        (
            call("cos", name("x")),
            "<mrow><mi>cos</mi><mspace width=\"0.17em\"></mspace><mi>x</mi></mrow>",
        ),
    ] {
        assert_eq!(written(&formula, &Mathml), expected);
    }
}
