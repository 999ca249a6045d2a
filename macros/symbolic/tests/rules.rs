//! The local rules, one line each, and those that must not be applied because they would change a domain.

use extremal_symbolic::{Expr, Function, Graph, Rational, Relation, Scheduler};

/// Builds an expression over x, y, z and compares its text.
fn check(expected: &str, build: impl FnOnce(&mut Graph, [Expr; 3]) -> Expr) {
    let mut graph = Graph::new();
    let symbols = ["x", "y", "z"].map(|name| graph.symbol(name));
    let e = build(&mut graph, symbols);
    assert_eq!(graph.display(e).to_string(), expected);
}

#[test]
fn like_terms_are_collected() {
    check("3 x", |g, [x, ..]| {
        let twice = g.add(x, x);
        g.add(twice, x)
    });
    check("0", |g, [x, ..]| g.sub(x, x));
    check("x (y + z)", |g, [x, y, z]| {
        let terms = [g.mul(x, y), g.mul(z, x)];
        g.sum(&terms)
    });
    check("3 (x + y) − z", |g, [x, y, z]| {
        let three = g.integer(3);
        let terms = [g.mul(three, x), g.mul(y, three), g.neg(z)];
        g.sum(&terms)
    });
    check("(x + z)/y", |g, [x, y, z]| {
        let terms = [g.div(x, y), g.div(z, y)];
        g.sum(&terms)
    });
}

#[test]
fn squares_of_sine_and_cosine_join() {
    let squares = |g: &mut Graph, x: Expr, f: [Function; 2]| {
        f.map(|f| {
            let value = g.apply(f, x);
            g.powi(value, 2)
        })
    };
    check("1", |g, [x, ..]| {
        let [sine, cosine] = squares(g, x, [Function::Sin, Function::Cos]);
        g.add(sine, cosine)
    });
    check("y", |g, [x, y, _]| {
        let [sine, cosine] = squares(g, x, [Function::Sin, Function::Cos]);
        let terms = [g.mul(sine, y), g.mul(y, cosine)];
        g.sum(&terms)
    });
    check("1 + 2 sin(x)²", |g, [x, ..]| {
        let [sine, cosine] = squares(g, x, [Function::Sin, Function::Cos]);
        let three = g.integer(3);
        let terms = [g.mul(three, sine), cosine];
        g.sum(&terms)
    });
    check("1", |g, [x, ..]| {
        let [sine, cosine] = squares(g, x, [Function::Sinh, Function::Cosh]);
        g.sub(cosine, sine)
    });
}

#[test]
fn powers_merge_where_the_domain_stays() {
    check("x³", |g, [x, ..]| {
        let square = g.powi(x, 2);
        g.mul(square, x)
    });
    check("1/x", |g, [x, ..]| {
        let cube = g.powi(x, -3);
        let square = g.powi(x, 2);
        g.mul(square, cube)
    });
    check("|x|", |g, [x, ..]| {
        let square = g.powi(x, 2);
        g.sqrt(square)
    });
    check("1 + x²", |g, [x, ..]| {
        let square = g.powi(x, 2);
        let one = g.one();
        let sum = g.add(square, one);
        let root = g.sqrt(sum);
        g.powi(root, 2)
    });
    check("2 √x", |g, [x, ..]| {
        let four = g.integer(4);
        let product = g.mul(four, x);
        g.sqrt(product)
    });
    check("x^(1.5)", |g, [x, ..]| g.power(x, &Rational::new(3, 2)));
    check("exp(x)²", |g, [x, ..]| {
        let e = g.apply(Function::Exp, x);
        let (cube, inverse) = (g.powi(e, 3), g.powi(e, -1));
        g.mul(cube, inverse)
    });
}

#[test]
fn what_would_change_a_domain_stays() {
    check("x/x", |g, [x, ..]| g.div(x, x));
    check("x²/x", |g, [x, ..]| {
        let square = g.powi(x, 2);
        g.div(square, x)
    });
    check("√x²", |g, [x, ..]| {
        let root = g.sqrt(x);
        g.powi(root, 2)
    });
    check("exp(ln(x))", |g, [x, ..]| {
        let logarithm = g.apply(Function::Ln, x);
        g.apply(Function::Exp, logarithm)
    });
}

#[test]
fn parity_moves_signs_outwards() {
    check("−sin(x)", |g, [x, ..]| {
        let minus = g.neg(x);
        g.apply(Function::Sin, minus)
    });
    check("cos(2 x)", |g, [x, ..]| {
        let c = g.integer(-2);
        let angle = g.mul(c, x);
        g.apply(Function::Cos, angle)
    });
    check("−sin(x − y)", |g, [x, y, _]| {
        let difference = g.sub(y, x);
        g.apply(Function::Sin, difference)
    });
}

#[test]
fn constants_are_exact() {
    check("0.3", |g, _| {
        let [a, b] = ["0.1", "0.2"].map(|text| Rational::from_decimal(text).expect("a decimal"));
        let (a, b) = (g.constant(a), g.constant(b));
        g.add(a, b)
    });
    check("y", |g, [x, y, _]| {
        let (one, two) = (g.one(), g.integer(2));
        let _ = x;
        g.select(Relation::Less, two, one, x, y)
    });
}

#[test]
fn sums_of_angles_are_expanded_and_ordered_anew() {
    let mut graph = Graph::new();
    let angles: Vec<Expr> = (0..4).map(|i| graph.symbol(&format!("a{i}"))).collect();
    let weights: Vec<Expr> = (0..4).map(|i| graph.symbol(&format!("w{i}"))).collect();
    let terms: Vec<Expr> = (1..4)
        .map(|j| {
            let difference = graph.sub(angles[0], angles[j]);
            let cosine = graph.apply(Function::Cos, difference);
            graph.mul(weights[j], cosine)
        })
        .collect();
    let sum = graph.sum(&terms);
    let expanded = graph.expand_angles(&[sum], &angles)[0];
    assert_eq!(
        graph.display(expanded).to_string(),
        "cos(a0) (w1 cos(a1) + w2 cos(a2) + w3 cos(a3)) + sin(a0) (w1 sin(a1) + w2 sin(a2) + w3 sin(a3))"
    );
}

#[test]
fn a_square_of_a_product_is_one_square() {
    let mut graph = Graph::new();
    let (x, y, z) = (graph.symbol("x"), graph.symbol("y"), graph.symbol("z"));
    let product = graph.product(&[x, x, y, y, z]);
    let mut scheduler = Scheduler::new(&mut graph, &[product]);
    let output = scheduler.lower(product);
    assert_eq!(scheduler.finish(&[output]).operations().total(), 3);
}

/// A chain of n nested sums and products whose gradient has n entries: nodes and operations may grow with n, not n².
#[test]
fn size_is_linear_in_the_length_of_a_chain() {
    let build = |n: usize| {
        let mut graph = Graph::new();
        let symbols: Vec<Expr> = (0..n).map(|i| graph.symbol(&format!("x{i}"))).collect();
        let mut position = graph.zero();
        let mut energy = graph.zero();
        for &x in &symbols {
            let sine = graph.apply(Function::Sin, x);
            position = graph.add(position, sine);
            let square = graph.powi(position, 2);
            energy = graph.add(energy, square);
        }
        let gradient = graph.gradient(energy, &symbols);
        let mut scheduler = Scheduler::new(&mut graph, &gradient);
        let outputs = scheduler.lower_all(&gradient);
        let operations = scheduler.finish(&outputs).operations().total();
        assert_eq!(scheduler.operations(&outputs).total(), operations);
        (graph.size(), operations)
    };
    let (small, large) = (build(100), build(800));
    // Eight times the length; a tenth for what does not scale.
    assert!(large.0 as f64 <= 8.8 * small.0 as f64, "{small:?} {large:?}");
    assert!(large.1 as f64 <= 8.8 * small.1 as f64, "{small:?} {large:?}");
}

#[test]
fn powers_too_long_to_write_down_stay_powers() {
    check("3¹⁰⁰⁰⁰⁰", |g, _| {
        let three = g.integer(3);
        g.powi(three, 100_000)
    });
    check("1/0", |g, _| {
        let zero = g.zero();
        g.powi(zero, -1)
    });
    check("x/0²", |g, [x, ..]| {
        let zero = g.zero();
        let square = g.powi(zero, -2);
        g.mul(x, square)
    });
}

/// Hertz' contact: (x^(5/2))″ = 15/4 √x, with no quotient that would be 0/0 at x = 0.
#[test]
fn powers_above_one_are_differentiated_without_quotients() {
    let mut graph = Graph::new();
    let x = graph.symbol("x");
    let energy = graph.power(x, &Rational::new(5, 2));
    let square = graph.powi(x, 2);
    let norm = graph.sqrt(square);
    let cube = graph.powi(norm, 3);
    let hessian = [energy, cube].map(|e| graph.hessian(e, &[x])[0][0]);
    assert_eq!(graph.evaluate(&hessian, &[(x, 0.0)]), [0.0, 0.0]);
    let found = graph.evaluate(&hessian, &[(x, 4.0)]);
    assert_eq!(found, [7.5, 24.0]);
}

#[test]
fn exponents_have_no_edge_that_panics() {
    let mut graph = Graph::new();
    let x = graph.symbol("x");
    for n in [i32::MIN, i32::MAX] {
        let power = graph.powi(x, n);
        let gradient = graph.gradient(power, &[x]);
        let mut scheduler = Scheduler::new(&mut graph, &gradient);
        let outputs = scheduler.lower_all(&gradient);
        let _ = scheduler.finish(&outputs);
    }
}

#[test]
fn only_affine_expressions_are_affine() {
    let mut graph = Graph::new();
    let x = graph.symbol("x");
    let size = graph.apply(Function::Abs, x);
    let square = graph.powi(x, 2);
    assert_eq!(
        graph.degrees_in(&[size, x, square], &[x]),
        [None, Some(1), Some(2)]
    );
}

#[test]
fn sums_that_vanish_when_multiplied_out_take_their_factors_along() {
    let mut graph = Graph::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| graph.symbol(name));
    // c (a − (a + b) + b), which no rule of sums sees to be zero.
    let inner = graph.add(a, b);
    let difference = graph.sub(a, inner);
    let vanishing = graph.add(difference, b);
    let product = graph.mul(c, vanishing);
    assert_eq!(graph.expand(&[product], 10), Some(vec![graph.zero()]));
}

/// Nothing is computed for it, and nothing is merged with what is in it.
#[test]
fn opaque_expressions_stay_one_factor() {
    let mut graph = Graph::new();
    let (h, v) = (graph.symbol("h"), graph.symbol("v"));
    let product = graph.mul(h, v);
    let opaque = graph.apply(Function::Opaque, product);
    let (square, open) = (graph.powi(opaque, 2), graph.powi(product, 2));
    assert_ne!(square, open);
    let opposite = graph.neg(product);
    let turned = graph.apply(Function::Opaque, opposite);
    assert_eq!(graph.add(opaque, turned), graph.zero());
    assert_eq!(graph.apply(Function::Opaque, v), v);
    let [inside, outside] = [opaque, product].map(|angle| graph.apply(Function::Sin, angle));
    assert_eq!(inside, outside);
    let slope = graph.gradient(square, &[v])[0];
    let two = graph.integer(2);
    assert_eq!(slope, graph.product(&[two, opaque, h]));
    let mut scheduler = Scheduler::new(&mut graph, &[square]);
    let outputs = [scheduler.lower(square)];
    assert_eq!(scheduler.operations(&outputs).total(), 2);
    assert_eq!(
        scheduler.finish(&outputs).evaluate(&[(h, 3.0), (v, 5.0)]),
        [225.0]
    );
}
