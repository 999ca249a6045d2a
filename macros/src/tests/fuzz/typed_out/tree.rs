//! Random formulas over ranges, as trees.
//!
//! It refuses to know how they are written.

use crate::tests::fuzz::random::Random;

/// The kinds of values: a number, two numbers, and two by two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Scalar,
    Vector,
    Matrix,
}

/// An integer that the indices around it decide.
#[derive(Clone, Debug)]
pub(super) enum Whole {
    Number(i64),
    /// The index of the range at this depth.
    Index(usize),
    Operation(&'static str, Box<Whole>, Box<Whole>),
}

/// A formula. Names carry the depth at which they are bound.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    Text(&'static str),
    /// A component of `r` or a row of `s` or `rows`, by an index taken modulo 3.
    Indexed(&'static str, Whole),
    Number(Whole),
    /// What is before an item of the scan at this depth.
    Before(usize),
    /// A parameter of the function around the formula.
    Argument(usize),
    Unary(&'static str, Box<Tree>, &'static str),
    Binary(Box<Tree>, &'static str, Box<Tree>),
    Pair(Box<Tree>, Box<Tree>),
    Component(Box<Tree>, usize),
    /// `sum` or `product`, of as many items as the range has.
    Fold(&'static str, usize, (Whole, i64), Box<Tree>),
    /// An item of an array.
    Item(usize, i64, Box<Tree>, i64),
    /// An item of a scan.
    Scan(usize, i64, Box<Tree>, Box<Tree>, i64),
    Choice((Whole, &'static str, Whole), Box<Tree>, Box<Tree>),
    /// A function with its formula, and arguments.
    Call(usize, Box<Tree>, Vec<Tree>),
}

/// Makes trees.
struct Maker<'a> {
    random: &'a mut Random,
    budget: usize,
    depth: usize,
    indices: Vec<usize>,
    before: Vec<(usize, Kind)>,
    arguments: Vec<Kind>,
}

/// A formula of any kind.
pub(super) fn some_tree(random: &mut Random) -> Tree {
    let kind = *random.of(&[Kind::Scalar, Kind::Vector, Kind::Matrix]);
    let mut maker = Maker {
        budget: random.length(12, 30),
        random,
        depth: 0,
        indices: Vec::new(),
        before: Vec::new(),
        arguments: Vec::new(),
    };
    maker.tree(kind)
}

impl Maker<'_> {
    fn whole(&mut self) -> Whole {
        match self.random.below(4) {
            0 => Whole::Number(i64::try_from(self.random.below(4)).expect("small")),
            1 if !self.indices.is_empty() => {
                let sign = *self.random.of(&["+", "-", "*", "/", "%"]);
                let divisor = Whole::Number(i64::try_from(self.random.below(3)).expect("small") + 1);
                Whole::Operation(sign, Box::new(self.index()), Box::new(divisor))
            }
            _ => self.index(),
        }
    }

    fn index(&mut self) -> Whole {
        match self.indices.len() {
            0 => Whole::Number(1),
            _ => Whole::Index(*self.random.of(&self.indices)),
        }
    }

    fn boxed(&mut self, kind: Kind) -> Box<Tree> {
        Box::new(self.tree(kind))
    }

    fn leaf(&mut self, kind: Kind) -> Tree {
        let before = self.before.iter().rfind(|(_, known)| *known == kind);
        if let Some(&(depth, _)) = before
            && self.random.once_in(2)
        {
            return Tree::Before(depth);
        }
        let argument = self.arguments.iter().position(|known| *known == kind);
        if let Some(argument) = argument
            && self.random.once_in(2)
        {
            return Tree::Argument(argument);
        }
        match (kind, self.random.below(5)) {
            (Kind::Scalar, 0) => Tree::Text(self.random.of::<&str>(&["x", "y", "m", "2", "0.5", "dt(x)"])),
            (Kind::Scalar, 1) if !self.indices.is_empty() => {
                let (index, other) = (self.index(), self.whole());
                Tree::Number(Whole::Operation("+", Box::new(index), Box::new(other)))
            }
            (Kind::Scalar, _) => {
                let whole = self.whole();
                Tree::Indexed(self.random.of::<&str>(&["r", "r0", "dt(r)"]), whole)
            }
            (Kind::Vector, 0) => Tree::Text("[x, m]"),
            (Kind::Vector, _) => {
                let whole = self.whole();
                Tree::Indexed(self.random.of::<&str>(&["s", "rows", "dt(s)"]), whole)
            }
            (Kind::Matrix, 0) => Tree::Text("[[1, 0], [0, 1]]"),
            (Kind::Matrix, 1) => Tree::Text("[[x, y], [0, m]]"),
            (Kind::Matrix, _) => {
                let rows = [(); 2].map(|()| self.boxed(Kind::Vector));
                let [first, second] = rows;
                Tree::Pair(first, second)
            }
        }
    }

    fn tree(&mut self, kind: Kind) -> Tree {
        if self.budget == 0 {
            return self.leaf(kind);
        }
        self.budget -= 1;
        match (self.random.below(12), kind) {
            (0, _) => self.leaf(kind),
            (1 | 2, _) => {
                let sign = *self.random.of(&["+", "-"]);
                Tree::Binary(self.boxed(kind), sign, self.boxed(kind))
            }
            (3, Kind::Scalar) => {
                let (open, close) =
                    *self
                        .random
                        .of(&[("sin(", ")"), ("(-(", "))"), ("(", ").powi(2)"), ("exp(", ")")]);
                Tree::Unary(open, self.boxed(kind), close)
            }
            (4, Kind::Scalar) => match self.random.below(2) {
                0 => Tree::Unary("(", self.boxed(Kind::Vector), ").norm_squared()"),
                _ => Tree::Component(self.boxed(Kind::Vector), self.random.below(2)),
            },
            (3, Kind::Vector) => Tree::Binary(self.boxed(Kind::Matrix), "*", self.boxed(Kind::Vector)),
            (3, Kind::Matrix) => Tree::Binary(self.boxed(Kind::Matrix), "*", self.boxed(Kind::Matrix)),
            (4, Kind::Vector) => Tree::Pair(self.boxed(Kind::Scalar), self.boxed(Kind::Scalar)),
            (4, Kind::Matrix) => Tree::Unary("(", self.boxed(kind), ").transpose()"),
            (5, _) => Tree::Binary(self.boxed(Kind::Scalar), "*", self.boxed(kind)),
            (6, _) => self.choice(kind),
            (7, _) => self.call(kind),
            _ => self.range(kind),
        }
    }

    fn choice(&mut self, kind: Kind) -> Tree {
        let sign = *self.random.of(&["==", "!=", "<", ">="]);
        let condition = (self.whole(), sign, self.whole());
        Tree::Choice(condition, self.boxed(kind), self.boxed(kind))
    }

    /// The formula of a function knows its parameters and the indices around it, and nothing else around it.
    fn call(&mut self, kind: Kind) -> Tree {
        let kinds: Vec<Kind> = (0..1 + self.random.below(2))
            .map(|_| *self.random.of(&[Kind::Scalar, Kind::Vector, Kind::Matrix]))
            .collect();
        let given = kinds.iter().map(|&kind| self.tree(kind)).collect();
        let arguments = std::mem::replace(&mut self.arguments, kinds);
        let before = std::mem::take(&mut self.before);
        self.depth += 1;
        let depth = self.depth;
        let formula = self.boxed(kind);
        self.arguments = arguments;
        self.before = before;
        Tree::Call(depth, formula, given)
    }

    fn range(&mut self, kind: Kind) -> Tree {
        self.depth += 1;
        let depth = self.depth;
        let length = 1 + i64::try_from(self.random.below(3)).expect("small");
        let at = i64::try_from(self.random.below(usize::try_from(length).expect("small"))).expect("small");
        let first = self.whole();
        let start = self.boxed(kind);
        let choice = self.random.below(4);
        self.indices.push(depth);
        if choice == 0 {
            self.before.push((depth, kind));
        }
        let item = self.boxed(kind);
        self.indices.pop();
        match choice {
            0 => {
                self.before.pop();
                Tree::Scan(depth, length, start, item, at)
            }
            1 => Tree::Item(depth, length, item, at),
            // Two vectors have no product.
            2 if kind != Kind::Vector => Tree::Fold("product", depth, (first, length), item),
            _ => Tree::Fold("sum", depth, (first, length - 1), item),
        }
    }
}
