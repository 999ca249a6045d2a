//! The products and sums of all outputs as sets of items, from which common subexpressions are found. It states which
//! items are multiplied and added; `scheduler` makes the operations.

use crate::expr::{Expr, Function, Node, Number};
use crate::graph::Graph;
use crate::hash::{Map, Set};
use crate::schedule::pairs::{LONGEST, Member, share_pairs};

/// A factor or summand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Item {
    /// An expression that is not a product.
    Base(Expr),
    /// A rational coefficient.
    Number(Number),
    /// xⁿ, n > 3; lower powers are repeated items.
    Power(Expr, u32),
    /// 1/x for a base by which several products divide.
    Reciprocal(Expr),
    /// 1/xⁿ of such a base, n > 3.
    ReciprocalPower(Expr, u32),
    /// The reciprocal of a denominator that several products share.
    Inverse(SetId),
    /// |c| x as a summand.
    Term(Number, Expr),
    /// Two items that several sets share; subtracted if the flag is set.
    Pair(u32, u32, bool),
}

/// Names a set of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SetId(usize);

impl SetId {
    pub(crate) fn index(self) -> usize {
        self.0
    }
}

/// Whether pairs of factors and of summands that several products and sums have are computed once. Equal expressions are in any
/// case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// They are.
    Always,
    /// They are if the program is short. In a long one that rarely runs it does not pay: the search for them takes most of the
    /// time of a plan, and saves up to a half of the operations.
    IfShort,
}

/// The expressions of a short program.
const SHORT: usize = 3000;

/// The parts of |c|·x or of a sum.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    items: Vec<Item>,
    numbers: Map<Item, u32>,
    sets: Vec<Vec<Member>>,
    /// For a product |c|·x: the sets of its numerator and of its denominator.
    products: Map<(Number, Expr), (SetId, Option<SetId>)>,
    sums: Map<Expr, SetId>,
    denominators: Map<Vec<(Expr, i32)>, SetId>,
    /// Angles whose sine and cosine are both needed.
    pub(crate) both: Set<Expr>,
}

/// Exponents up to this are repeated items, so that (a b)² is found in a² b².
const REPEATED: u32 = 3;

impl Plan {
    /// Visits all subexpressions of `roots`. `absolute` has |c| for every number c.
    pub(crate) fn new(graph: &Graph, absolute: &[Number], roots: &[Expr], sharing: Sharing) -> Self {
        let mut plan = Self::default();
        let nodes = graph.reachable(roots);
        let has_pairs = sharing == Sharing::Always || nodes.len() <= SHORT;
        let products = products_among(graph, absolute, &nodes, roots);
        let denominators = Denominators::of(graph, &products);
        for &(c, x) in &products {
            plan.plan_product(graph, &denominators, c, x);
        }
        if has_pairs {
            graph.spend(plan.pairs_from(0));
            plan.share(0);
        }
        let first_sum = plan.sets.len();
        for &e in &nodes {
            if let Node::Sum(terms) = graph.node(e) {
                let members: Vec<Member> = terms
                    .iter()
                    .map(|&(c, x)| {
                        let item = plan.number(Item::Term(absolute[c.index()], x));
                        Member {
                            item,
                            negative: graph.value(c).is_negative(),
                            times: 1,
                        }
                    })
                    .collect();
                let id = plan.add_set(members);
                plan.sums.insert(e, id);
            }
        }
        if has_pairs {
            graph.spend(plan.pairs_from(first_sum));
            plan.share(first_sum);
        }
        plan.both = angles_of_both(graph, &nodes);
        plan
    }

    pub(crate) fn item(&self, number: u32) -> Item {
        self.items[number as usize]
    }

    pub(crate) fn set(&self, id: SetId) -> &[Member] {
        &self.sets[id.0]
    }

    /// The number of sets.
    pub(crate) fn size(&self) -> usize {
        self.sets.len()
    }

    pub(crate) fn product(&self, c: Number, x: Expr) -> Option<(SetId, Option<SetId>)> {
        self.products.get(&(c, x)).copied()
    }

    pub(crate) fn sum(&self, e: Expr) -> Option<SetId> {
        self.sums.get(&e).copied()
    }

    fn number(&mut self, item: Item) -> u32 {
        let items = &mut self.items;
        *self.numbers.entry(item).or_insert_with(|| {
            items.push(item);
            u32::try_from(items.len() - 1).expect("fewer than 2³² items")
        })
    }

    fn add_set(&mut self, members: Vec<Member>) -> SetId {
        self.sets.push(members);
        SetId(self.sets.len() - 1)
    }

    /// The maximal number of pairs in the sets, and the number of items.
    fn pairs_from(&self, first: usize) -> usize {
        let sizes = self.sets[first..].iter().map(Vec::len);
        sizes.map(|size| size * size.min(LONGEST)).sum()
    }

    fn share(&mut self, from: usize) {
        let mut sets = std::mem::take(&mut self.sets);
        share_pairs(&mut sets[from..], |pair| {
            self.number(Item::Pair(pair.first, pair.second, pair.differs))
        });
        self.sets = sets;
    }

    fn plan_product(&mut self, graph: &Graph, denominators: &Denominators, c: Number, x: Expr) {
        let factors = graph.factors(x);
        let mut above = Vec::new();
        if c != Number::ONE {
            above.push(self.member(Item::Number(c), 1));
        }
        for &(base, n) in factors.iter().filter(|&&(_, n)| n > 0) {
            above.push(self.power(base, n.unsigned_abs()));
        }
        let below: Vec<(Expr, i32)> = factors.iter().copied().filter(|&(_, n)| n < 0).collect();
        let mut rest = below.clone();
        if below.len() > 1 && denominators.is_shared(&below) {
            let id = self.denominator(&below);
            above.push(self.member(Item::Inverse(id), 1));
            rest.clear();
        } else {
            rest.retain(|&(base, n)| {
                let shared = denominators.is_base_shared(base);
                if shared {
                    above.push(self.reciprocal(base, n.unsigned_abs()));
                }
                !shared
            });
        }
        let below = (!rest.is_empty()).then(|| self.denominator(&rest));
        let above = self.add_set(above);
        self.products.insert((c, x), (above, below));
    }

    /// The set of a denominator, the same one for the same factors.
    fn denominator(&mut self, factors: &[(Expr, i32)]) -> SetId {
        if let Some(&known) = self.denominators.get(factors) {
            return known;
        }
        let members = factors
            .iter()
            .map(|&(base, n)| self.power(base, n.unsigned_abs()))
            .collect();
        let id = self.add_set(members);
        self.denominators.insert(factors.to_vec(), id);
        id
    }

    fn power(&mut self, base: Expr, n: u32) -> Member {
        if n <= REPEATED {
            self.member(Item::Base(base), n)
        } else {
            self.member(Item::Power(base, n), 1)
        }
    }

    fn reciprocal(&mut self, base: Expr, n: u32) -> Member {
        if n <= REPEATED {
            self.member(Item::Reciprocal(base), n)
        } else {
            self.member(Item::ReciprocalPower(base, n), 1)
        }
    }

    fn member(&mut self, item: Item, times: u32) -> Member {
        Member {
            item: self.number(item),
            negative: false,
            times,
        }
    }
}

/// All |c|·x that have to be computed: products, multiples, summands with a coefficient.
fn products_among(graph: &Graph, absolute: &[Number], nodes: &[Expr], roots: &[Expr]) -> Vec<(Number, Expr)> {
    let mut seen = Set::default();
    let mut products = Vec::new();
    let mut add = |c: Number, x: Expr| {
        let c = absolute[c.index()];
        let is_product = matches!(graph.node(x), Node::Product(_)) || (c != Number::ONE && x != Expr::ONE);
        if is_product && seen.insert((c, x)) {
            products.push((c, x));
        }
    };
    // A multiple or summand does not need its product as a separate value.
    let mut alone: Set<Expr> = roots.iter().copied().collect();
    for &e in nodes {
        match graph.node(e) {
            Node::Sum(terms) => terms.iter().for_each(|&(c, x)| add(c, x)),
            Node::Scale(c, x) => add(*c, *x),
            _ => graph.for_operands(e, |x| {
                alone.insert(x);
            }),
        }
    }
    for &e in nodes {
        if matches!(graph.node(e), Node::Product(_)) && alone.contains(&e) {
            add(Number::ONE, e);
        }
    }
    products
}

fn angles_of_both(graph: &Graph, nodes: &[Expr]) -> Set<Expr> {
    let with = |f| nodes.iter().filter_map(move |&e| graph.unary(f, e));
    let sines: Set<Expr> = with(Function::Sin).collect();
    with(Function::Cos).filter(|x| sines.contains(x)).collect()
}

/// The denominators, and how many products divide by each.
struct Denominators {
    whole: Map<Vec<(Expr, i32)>, usize>,
    bases: Map<Expr, usize>,
}

impl Denominators {
    fn of(graph: &Graph, products: &[(Number, Expr)]) -> Self {
        let mut counts = Self {
            whole: Map::default(),
            bases: Map::default(),
        };
        for &(_, x) in products {
            let below: Vec<_> = graph.factors(x).iter().copied().filter(|&(_, n)| n < 0).collect();
            below
                .iter()
                .for_each(|&(base, _)| *counts.bases.entry(base).or_default() += 1);
            if !below.is_empty() {
                *counts.whole.entry(below).or_default() += 1;
            }
        }
        counts
    }

    fn is_shared(&self, below: &[(Expr, i32)]) -> bool {
        self.whole.get(below).is_some_and(|&count| count > 1)
    }

    fn is_base_shared(&self, base: Expr) -> bool {
        self.bases.get(&base).is_some_and(|&count| count > 1)
    }
}
