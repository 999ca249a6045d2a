//! Random formulas as trees.

use extremal_symbolic::{Expr, Function, Function2, Graph, Rational, Relation};
use proptest::prelude::*;

/// How many symbols a formula may contain.
pub(crate) const SYMBOLS: usize = 3;

/// A formula as a tree.
#[derive(Clone, Debug)]
pub(crate) enum Tree {
    Symbol(usize),
    Constant(i64, i64),
    Add(Box<Tree>, Box<Tree>),
    Sub(Box<Tree>, Box<Tree>),
    Mul(Box<Tree>, Box<Tree>),
    Div(Box<Tree>, Box<Tree>),
    Power(Box<Tree>, i32),
    Root(Box<Tree>, i64, i64),
    Unary(Function, Box<Tree>),
    Binary(Function2, Box<Tree>, Box<Tree>),
    Select(Relation, [Box<Tree>; 4]),
}

/// Formulas of moderate size in which every node kind occurs.
pub(crate) fn formulas() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        3 => (0..SYMBOLS).prop_map(Tree::Symbol),
        1 => (-5_i64..=5, 1_i64..=4).prop_map(|(p, q)| Tree::Constant(p, q)),
    ];
    leaf.prop_recursive(6, 60, 4, |inner| {
        let boxed = inner.prop_map(Box::new);
        let two = (boxed.clone(), boxed.clone());
        let function = prop_oneof![
            Just(Function::Sin),
            Just(Function::Cos),
            Just(Function::Tan),
            Just(Function::Asin),
            Just(Function::Acos),
            Just(Function::Atan),
            Just(Function::Sinh),
            Just(Function::Cosh),
            Just(Function::Tanh),
            Just(Function::Exp),
            Just(Function::Ln),
            Just(Function::Ln1p),
            Just(Function::Abs),
            Just(Function::Signum),
            Just(Function::Opaque),
        ];
        let function2 = prop_oneof![
            Just(Function2::Atan2),
            Just(Function2::Min),
            Just(Function2::Max),
            Just(Function2::Hypot)
        ];
        let relation = prop_oneof![
            Just(Relation::Less),
            Just(Relation::LessEqual),
            Just(Relation::Equal)
        ];
        let four = [boxed.clone(), boxed.clone(), boxed.clone(), boxed.clone()];
        prop_oneof![
            4 => two.clone().prop_map(|(a, b)| Tree::Add(a, b)),
            2 => two.clone().prop_map(|(a, b)| Tree::Sub(a, b)),
            4 => two.clone().prop_map(|(a, b)| Tree::Mul(a, b)),
            2 => two.clone().prop_map(|(a, b)| Tree::Div(a, b)),
            2 => (boxed.clone(), -3_i32..=5).prop_map(|(a, n)| Tree::Power(a, n)),
            1 => (boxed.clone(), -3_i64..=5, 2_i64..=3).prop_map(|(a, p, q)| Tree::Root(a, p, q)),
            5 => (function, boxed.clone()).prop_map(|(f, a)| Tree::Unary(f, a)),
            1 => (function2, two).prop_map(|(f, (a, b))| Tree::Binary(f, a, b)),
            1 => (relation, four).prop_map(|(r, list)| Tree::Select(r, list)),
        ]
    })
}

impl Tree {
    /// The same formula as an expression.
    pub(crate) fn lower(&self, graph: &mut Graph, symbols: &[Expr]) -> Expr {
        let mut of = |tree: &Tree| tree.lower(graph, symbols);
        match self {
            Self::Symbol(at) => symbols[*at],
            Self::Constant(p, q) => graph.constant(Rational::new(*p, *q)),
            Self::Add(a, b) => {
                let (a, b) = (of(a), of(b));
                graph.add(a, b)
            }
            Self::Sub(a, b) => {
                let (a, b) = (of(a), of(b));
                graph.sub(a, b)
            }
            Self::Mul(a, b) => {
                let (a, b) = (of(a), of(b));
                graph.mul(a, b)
            }
            Self::Div(a, b) => {
                let (a, b) = (of(a), of(b));
                graph.div(a, b)
            }
            Self::Power(a, n) => {
                let a = of(a);
                graph.powi(a, *n)
            }
            Self::Root(a, p, q) => {
                let a = of(a);
                graph.power(a, &Rational::new(*p, *q))
            }
            Self::Unary(f, a) => {
                let a = of(a);
                graph.apply(*f, a)
            }
            Self::Binary(f, a, b) => {
                let (a, b) = (of(a), of(b));
                graph.apply2(*f, a, b)
            }
            Self::Select(relation, list) => {
                let [a, b, c, d] = list.each_ref().map(|tree| of(tree));
                graph.select(*relation, a, b, c, d)
            }
        }
    }
}
