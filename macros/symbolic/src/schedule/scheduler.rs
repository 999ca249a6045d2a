//! Turns expressions into operations, each computed once. `bind` distinguishes arguments from solved values.

use crate::expr::{Call, Expr, Function, Node, Number, Relation};
use crate::graph::Graph;
use crate::hash::Map;
use crate::schedule::op::{Op, Operations, PartOfCall, Value};
use crate::schedule::pairs::Member;
use crate::schedule::plan::{Item, Plan, SetId, Sharing};
use crate::schedule::program::{Program, with_quotients};
use crate::schedule::signed::Signed;
use crate::schedule::table::Table;

/// Builds one [`Program`] for many expressions.
///
/// The expressions are planned together, so that shared subexpressions are computed once. Then they are lowered one by
/// one. Between them, values may be computed from values ([`eliminate`](Self::eliminate)) and bound to symbols
/// ([`bind`](Self::bind)) that the later ones contain.
///
/// ```
/// use extremal_symbolic::{Graph, Scheduler};
///
/// let mut graph = Graph::new();
/// let (x, y) = (graph.symbol("x"), graph.symbol("y"));
/// let product = graph.mul(x, y);
/// let sum = graph.add(product, x);
/// let mut scheduler = Scheduler::new(&mut graph, &[product, sum]);
/// let outputs = [scheduler.lower(product), scheduler.lower(sum)];
/// let program = scheduler.finish(&outputs);
/// assert_eq!(program.evaluate(&[(x, 2.0), (y, 3.0)]), [6.0, 8.0]);
/// ```
#[derive(Debug)]
pub struct Scheduler<'a> {
    pub(super) graph: &'a Graph,
    absolute: Vec<Number>,
    plan: Plan,
    pub(super) ops: Vec<Op>,
    pub(super) values: Map<Op, Value>,
    lowered: Table<Signed>,
    /// Products whose factors are already lowered.
    ready: Vec<bool>,
    sets: Table<Signed>,
}

impl<'a> Scheduler<'a> {
    /// Plans the joint computation of `roots`. Only these may be lowered later.
    pub fn new(graph: &'a mut Graph, roots: &[Expr]) -> Self {
        Self::sharing(graph, roots, Sharing::Always)
    }

    /// As [`new`](Self::new), where a long program may share less.
    pub fn sharing(graph: &'a mut Graph, roots: &[Expr], sharing: Sharing) -> Self {
        let absolute = graph.absolutes();
        let graph: &Graph = graph;
        let plan = Plan::new(graph, &absolute, roots, sharing);
        Self {
            graph,
            absolute,
            ops: Vec::new(),
            values: Map::default(),
            lowered: Table::new(graph.size()),
            ready: vec![false; graph.size()],
            sets: Table::new(plan.size()),
            plan,
        }
    }

    /// Binds a symbol to a value. The symbol must not have been used before.
    pub fn bind(&mut self, symbol: Expr, value: Value) {
        self.lowered.insert(
            symbol.index(),
            Signed {
                value,
                negative: false,
            },
        );
    }

    /// The value of one of the planned expressions.
    pub fn lower(&mut self, e: Expr) -> Value {
        let signed = self.signed(e);
        self.settle(signed)
    }

    /// The values of several of the planned expressions.
    pub fn lower_all(&mut self, list: &[Expr]) -> Vec<Value> {
        list.iter().map(|&e| self.lower(e)).collect()
    }

    /// The program that computes `outputs`; operations that they do not need are dropped.
    #[must_use]
    pub fn finish(&self, outputs: &[Value]) -> Program {
        Program::new(&self.ops, outputs)
    }

    /// The number of operations of [`finish`](Self::finish).
    #[must_use]
    pub fn operations(&self, outputs: &[Value]) -> Operations {
        let ops = with_quotients(&self.ops, outputs);
        let mut needed = vec![false; ops.len()];
        outputs.iter().for_each(|output| needed[output.index()] = true);
        let mut operations = Operations::default();
        for (place, op) in ops.iter().enumerate().rev() {
            if needed[place] {
                operations.count(op);
                op.for_operands(|operand| needed[operand.index()] = true);
            }
        }
        operations
    }

    pub(crate) fn signed(&mut self, e: Expr) -> Signed {
        if let Some(known) = self.lowered.get(e.index()) {
            return known;
        }
        let mut stack = vec![(e, false)];
        while let Some((x, operands_done)) = stack.pop() {
            if self.ready[x.index()] || self.lowered.get(x.index()).is_some() {
                continue;
            }
            if operands_done {
                self.lower_node(x);
            } else {
                stack.push((x, true));
                self.graph.for_operands(x, |operand| stack.push((operand, false)));
            }
        }
        self.operand(e)
    }

    /// Lowers one node whose operands are lowered; a product is lowered when it is used.
    fn lower_node(&mut self, e: Expr) {
        let signed = match self.graph.node(e) {
            Node::Product(_) => {
                self.ready[e.index()] = true;
                return;
            }
            Node::Constant(c) => self.number(*c),
            Node::Symbol(_) => self.push(Op::Symbol(e)),
            Node::Scale(c, x) => self.multiple(*c, *x),
            Node::Sum(_) => self.sum(e),
            Node::Root(x, r) => self.root(*x, *r),
            Node::Unary(Function::Opaque, x) => self.operand(*x),
            Node::Unary(f, x) => self.function(*f, *x),
            Node::Binary(f, x, y) => {
                let (x, y) = (self.settled(*x), self.settled(*y));
                self.push(Op::Binary(*f, x, y))
            }
            Node::Select(relation, operands) => self.select(*relation, *operands),
            Node::Call(call) => self.call(call),
        };
        self.lowered.insert(e.index(), signed);
    }

    /// x^r, by a square root if 2r is an integer.
    fn root(&mut self, x: Expr, r: Number) -> Signed {
        let x = self.settled(x);
        let exponent = self.graph.value(r);
        let whole = exponent.floor().and_then(|whole| u32::try_from(whole).ok());
        match (whole, exponent + exponent) {
            (Some(whole), twice) if twice.is_integer() => {
                let root = self.push(Op::Sqrt(x)).value;
                let product = if whole == 0 {
                    root
                } else {
                    let power = self.power(x, whole);
                    self.mul(power, root)
                };
                Signed {
                    value: product,
                    negative: false,
                }
            }
            _ => {
                let bits = exponent.to_f64().to_bits();
                self.push(Op::Powf(x, bits))
            }
        }
    }

    fn select(&mut self, relation: Relation, operands: [Expr; 4]) -> Signed {
        let operands = operands.map(|x| self.settled(x));
        self.push(Op::Select(relation, operands))
    }

    /// All derivatives of a function at one place are parts of one call.
    fn call(&mut self, call: &Call) -> Signed {
        let mut list = None;
        for &argument in &call.arguments {
            let argument = self.settled(argument);
            list = Some(self.emit(Op::List(list, argument)));
        }
        let list = list.expect("functions have arguments");
        let called = self.emit(Op::Call(call.function, list));
        self.push(Op::PartOf(called, PartOfCall::of(&call.by)))
    }

    fn function(&mut self, f: Function, x: Expr) -> Signed {
        let both = self.plan.both.contains(&x);
        let predicted = self.graph.predicted(x);
        let x = self.settled(x);
        match (f, predicted) {
            (Function::Sin | Function::Cos, Some(predicted)) => {
                let [at, sine, cosine] = predicted.map(|symbol| self.push(Op::Symbol(symbol)).value);
                let pair = self.push(Op::SinCosTurned([x, at, sine, cosine])).value;
                self.push(if f == Function::Sin {
                    Op::SinOf(pair)
                } else {
                    Op::CosOf(pair)
                })
            }
            (Function::Sin | Function::Cos, None) if both => {
                let pair = self.push(Op::SinCos(x)).value;
                self.push(if f == Function::Sin {
                    Op::SinOf(pair)
                } else {
                    Op::CosOf(pair)
                })
            }
            _ => self.push(Op::Unary(f, x)),
        }
    }

    /// The value of an operand that is lowered already, or of a product.
    fn settled(&mut self, x: Expr) -> Value {
        let signed = self.operand(x);
        self.settle(signed)
    }

    fn operand(&mut self, x: Expr) -> Signed {
        match self.lowered.get(x.index()) {
            Some(known) => known,
            None => {
                let signed = self.multiple(Number::ONE, x);
                self.lowered.insert(x.index(), signed);
                signed
            }
        }
    }

    /// c x, for an x without a rational factor.
    fn multiple(&mut self, c: Number, x: Expr) -> Signed {
        let negative = self.graph.value(c).is_negative();
        let size = self.absolute[c.index()];
        let signed = match self.plan.product(size, x) {
            Some((above, below)) => self.quotient(above, below),
            None if x == Expr::ONE => self.number(size),
            None => self
                .lowered
                .get(x.index())
                .expect("operands are lowered before their users"),
        };
        Signed {
            value: signed.value,
            negative: signed.negative != negative,
        }
    }

    fn quotient(&mut self, above: SetId, below: Option<SetId>) -> Signed {
        let Some(below) = below else {
            return self.multiply_out(above);
        };
        let below = self.multiply_out(below);
        if self.plan.set(above).is_empty() {
            let inverse = self.push(Op::Recip(below.value));
            return Signed {
                value: inverse.value,
                negative: below.negative,
            };
        }
        let above = self.multiply_out(above);
        let quotient = self.push(Op::Div(above.value, below.value));
        Signed {
            value: quotient.value,
            negative: above.negative != below.negative,
        }
    }

    fn multiply_out(&mut self, id: SetId) -> Signed {
        if let Some(known) = self.sets.get(id.index()) {
            return known;
        }
        let mut factors = Vec::new();
        for member in self.plan.set(id).to_vec() {
            let factor = self.item(member.item);
            factors.extend(std::iter::repeat_n(factor, member.times as usize));
        }
        factors.sort_by_key(|factor| factor.value);
        let product = self.combine(&factors, |this, a, b| {
            let product = this.mul(a.value, b.value);
            Signed {
                value: product,
                negative: a.negative != b.negative,
            }
        });
        let product = product.unwrap_or_else(|| self.number(Number::ONE));
        self.sets.insert(id.index(), product);
        product
    }

    fn sum(&mut self, e: Expr) -> Signed {
        let id = self.plan.sum(e).expect("every sum below the roots is planned");
        let members = self.plan.set(id).to_vec();
        self.add_up(&members)
    }

    fn add_up(&mut self, members: &[Member]) -> Signed {
        let mut terms = Vec::new();
        for member in members {
            let term = self.item(member.item);
            terms.push(Signed {
                value: term.value,
                negative: term.negative != member.negative,
            });
        }
        let total = self.combine(&terms, Self::add_signed);
        total.unwrap_or_else(|| self.number(Number::ZERO))
    }

    fn item(&mut self, number: u32) -> Signed {
        match self.plan.item(number) {
            Item::Base(x) => self.operand(x),
            Item::Number(c) => self.number(c),
            Item::Power(x, n) => {
                let base = self.operand(x);
                self.signed_power(base, n)
            }
            Item::Reciprocal(x) => self.reciprocal(x),
            Item::ReciprocalPower(x, n) => {
                let inverse = self.reciprocal(x);
                self.signed_power(inverse, n)
            }
            Item::Inverse(id) => {
                let below = self.multiply_out(id);
                Signed {
                    value: self.push(Op::Recip(below.value)).value,
                    negative: below.negative,
                }
            }
            Item::Term(c, x) => self.multiple(c, x),
            Item::Pair(a, b, differs) => self.pair(a, b, differs),
        }
    }

    /// 1/x
    fn reciprocal(&mut self, x: Expr) -> Signed {
        let base = self.operand(x);
        Signed {
            value: self.push(Op::Recip(base.value)).value,
            negative: base.negative,
        }
    }

    fn pair(&mut self, a: u32, b: u32, differs: bool) -> Signed {
        let is_term = self.is_term(a);
        let (x, y) = (self.item(a), self.item(b));
        if is_term {
            let y = Signed {
                value: y.value,
                negative: y.negative != differs,
            };
            return self.add_signed(x, y);
        }
        Signed {
            value: self.mul(x.value, y.value),
            negative: x.negative != y.negative,
        }
    }

    /// Whether an item belongs to sums; items of sums and of products are never mixed.
    fn is_term(&self, number: u32) -> bool {
        match self.plan.item(number) {
            Item::Term(..) => true,
            Item::Pair(a, ..) => self.is_term(a),
            _ => false,
        }
    }

    fn number(&mut self, c: Number) -> Signed {
        let value = self.graph.value(c);
        let (high, low) = value.abs().to_parts();
        let negative = value.is_negative();
        Signed {
            value: self.parts(high, low),
            negative,
        }
    }
}
