//! Gradients by reverse accumulation, Jacobians by sparse forward accumulation, rates along a motion. The derivatives of
//! single nodes are in `partial`.

mod deep;

use std::rc::Rc;

use crate::expr::{Expr, Function2, Node};
use crate::graph::Graph;
use crate::hash::{Map, Set};
use crate::partial::Partial;

/// A row of a Jacobian: (column, entry), sorted by column, zeros left out.
type Row = Rc<Vec<(usize, Expr)>>;

impl Graph {
    /// ∂f/∂xⱼ for all j, by one sweep from f down to the symbols x.
    pub fn gradient(&mut self, f: Expr, x: &[Expr]) -> Vec<Expr> {
        let columns = x
            .iter()
            .enumerate()
            .map(|(column, &symbol)| (symbol, column))
            .collect();
        let mut sweep = Reverse {
            columns,
            wanted: self.dependents(x),
            deep: deep::choices(self, f),
            branches: Map::default(),
        };
        for branch in sweep.branches_below(self, f) {
            let row = sweep.gradient(self, branch);
            sweep.branches.insert(branch, row);
        }
        let row = sweep.gradient(self, f);
        let mut gradient = vec![Expr::ZERO; x.len()];
        row.iter().for_each(|&(column, entry)| gradient[column] = entry);
        gradient
    }

    /// ∂fᵢ/∂xⱼ, by one sweep from the symbols x up to all f, in which each node carries its non-zero derivatives only.
    pub fn jacobian(&mut self, f: &[Expr], x: &[Expr]) -> Vec<Vec<Expr>> {
        self.spend(f.len() * x.len());
        let mut rows: Map<Expr, Row> = Map::default();
        for (column, &symbol) in x.iter().enumerate() {
            rows.insert(symbol, Rc::new(vec![(column, Expr::ONE)]));
        }
        self.sweep_forward(f, &mut rows);
        let dense = |row: Option<&Row>| {
            let mut entries = vec![Expr::ZERO; x.len()];
            row.into_iter()
                .flat_map(|row| row.iter())
                .for_each(|&(column, entry)| entries[column] = entry);
            entries
        };
        f.iter().map(|f| dense(rows.get(f))).collect()
    }

    /// ∂²f/∂xᵢ∂xⱼ, the Jacobian of the gradient.
    pub fn hessian(&mut self, f: Expr, x: &[Expr]) -> Vec<Vec<Expr>> {
        let gradient = self.gradient(f, x);
        self.jacobian(&gradient, x)
    }

    /// Σⱼ ∂f/∂xⱼ ẋⱼ for pairs (xⱼ, ẋⱼ): with q and v the total time derivative.
    pub fn time_derivative(&mut self, f: Expr, rates: &[(Expr, Expr)]) -> Expr {
        self.time_derivatives(&[f], rates)[0]
    }

    /// The total time derivatives of all f, by one sweep.
    pub fn time_derivatives(&mut self, f: &[Expr], rates: &[(Expr, Expr)]) -> Vec<Expr> {
        let mut rows: Map<Expr, Row> = Map::default();
        for &(symbol, rate) in rates.iter().filter(|&&(_, rate)| rate != Expr::ZERO) {
            rows.insert(symbol, Rc::new(vec![(0, rate)]));
        }
        self.sweep_forward(f, &mut rows);
        let rate = |f| {
            rows.get(f)
                .and_then(|row| row.first())
                .map_or(Expr::ZERO, |&(_, rate)| rate)
        };
        f.iter().map(rate).collect()
    }

    fn sweep_forward(&mut self, f: &[Expr], rows: &mut Map<Expr, Row>) {
        for e in self.reachable(f) {
            if rows.contains_key(&e) || self.is_exhausted() {
                continue;
            }
            let partials = self.partials(e, |operand| rows.contains_key(&operand));
            let mut gathered: Vec<(usize, Expr)> = Vec::new();
            for partial in partials {
                match partial {
                    Partial::Factor(factor, operand) => {
                        let Some(row) = rows.get(&operand) else { continue };
                        gathered.extend(row.iter().map(|&(column, d)| (column, self.mul(factor, d))));
                    }
                    Partial::Branches {
                        relation,
                        compared: [a, b],
                        branches,
                    } => {
                        let [then, otherwise] =
                            branches.map(|branch| rows.get(&branch).cloned().unwrap_or_default());
                        self.spend(then.len() + otherwise.len());
                        for column in columns(&then, &otherwise) {
                            let (x, y) = (entry(&then, column), entry(&otherwise, column));
                            gathered.push((column, self.select(relation, a, b, x, y)));
                        }
                    }
                }
            }
            let row = self.collect_row(gathered);
            if !row.is_empty() {
                rows.insert(e, Rc::new(row));
            }
        }
    }

    /// Adds up the contributions to each column.
    fn collect_row(&mut self, mut gathered: Vec<(usize, Expr)>) -> Vec<(usize, Expr)> {
        gathered.sort_by_key(|&(column, _)| column);
        let mut row = Vec::new();
        for same in gathered.chunk_by(|a, b| a.0 == b.0) {
            let terms: Vec<Expr> = same.iter().map(|&(_, entry)| entry).collect();
            let total = self.sum(&terms);
            if total != Expr::ZERO {
                row.push((same[0].0, total));
            }
        }
        row
    }
}

/// One reverse differentiation by fixed symbols.
struct Reverse {
    /// The index of each symbol in the gradient.
    columns: Map<Expr, usize>,
    /// The nodes that depend on the symbols.
    wanted: Vec<bool>,
    /// The choices that the sweep goes through.
    deep: Set<Expr>,
    /// Gradients of branches of other choices, each computed once.
    branches: Map<Expr, Row>,
}

impl Reverse {
    /// The branches below f, inner ones first.
    fn branches_below(&self, graph: &Graph, f: Expr) -> Vec<Expr> {
        let nodes = graph.reachable(&[f]).into_iter();
        let mut branches: Vec<Expr> = nodes
            .filter(|&e| self.depends(e) && !self.deep.contains(&e))
            .filter_map(|e| branches_of(graph, e))
            .flatten()
            .collect();
        branches.sort_unstable();
        branches.dedup();
        branches
    }

    /// The gradient of f, if those of all branches below it are known.
    fn gradient(&self, graph: &mut Graph, f: Expr) -> Row {
        let mut adjoints: Map<Expr, Vec<Expr>> = Map::default();
        adjoints.insert(f, vec![Expr::ONE]);
        let mut gathered: Vec<(usize, Expr)> = Vec::new();
        if graph.is_exhausted() {
            return Row::default();
        }
        for e in self.down_to_branches(graph, f) {
            let Some(terms) = adjoints.remove(&e) else {
                continue;
            };
            let adjoint = graph.sum(&terms);
            if let Some(&column) = self.columns.get(&e) {
                gathered.push((column, adjoint));
                continue;
            }
            for partial in graph.partials(e, |operand| self.depends(operand)) {
                match partial {
                    Partial::Factor(factor, operand) if self.depends(operand) => {
                        let term = graph.mul(adjoint, factor);
                        adjoints.entry(operand).or_default().push(term);
                    }
                    Partial::Factor(..) => {}
                    Partial::Branches {
                        relation,
                        compared: [a, b],
                        branches,
                    } if self.deep.contains(&e) => {
                        let taken = [[adjoint, Expr::ZERO], [Expr::ZERO, adjoint]];
                        for (branch, [p, q]) in branches.into_iter().zip(taken) {
                            if self.depends(branch) {
                                let term = graph.select(relation, a, b, p, q);
                                adjoints.entry(branch).or_default().push(term);
                            }
                        }
                    }
                    Partial::Branches {
                        relation,
                        compared: [a, b],
                        branches,
                    } => {
                        let [then, otherwise] = branches.map(|branch| self.branch(branch));
                        for column in columns(&then, &otherwise) {
                            let (p, q) = (entry(&then, column), entry(&otherwise, column));
                            // Multiplied inside the branches, so that a singular factor does not meet the zero of the
                            // other branch.
                            let (p, q) = (graph.mul(adjoint, p), graph.mul(adjoint, q));
                            gathered.push((column, graph.select(relation, a, b, p, q)));
                        }
                    }
                }
            }
        }
        Rc::new(graph.collect_row(gathered))
    }

    /// The expressions below f that depend on the symbols, users before operands, without those inside branches of choices that
    /// are not deep.
    ///
    /// So each branch is visited once, and not again for every branch around it.
    fn down_to_branches(&self, graph: &Graph, f: Expr) -> Vec<Expr> {
        let (mut seen, mut stack) = (Set::default(), vec![f]);
        while let Some(e) = stack.pop() {
            if !self.depends(e) || !seen.insert(e) {
                continue;
            }
            match branches_of(graph, e) {
                Some(branches) if self.deep.contains(&e) => stack.extend(branches),
                Some(_) => {}
                None => graph.for_operands(e, |operand| stack.push(operand)),
            }
        }
        graph.spend(seen.len());
        let mut nodes: Vec<Expr> = seen.into_iter().collect();
        nodes.sort_unstable_by(|a, b| b.cmp(a));
        nodes
    }

    fn branch(&self, branch: Expr) -> Row {
        self.branches.get(&branch).cloned().unwrap_or_default()
    }

    fn depends(&self, e: Expr) -> bool {
        self.wanted.get(e.index()).is_some_and(|&wanted| wanted)
    }
}

/// The two branches of a node.
fn branches_of(graph: &Graph, e: Expr) -> Option<[Expr; 2]> {
    match *graph.node(e) {
        Node::Select(_, [_, _, then, otherwise]) => Some([then, otherwise]),
        Node::Binary(Function2::Min | Function2::Max, x, y) => Some([x, y]),
        _ => None,
    }
}

fn entry(row: &Row, column: usize) -> Expr {
    row.binary_search_by_key(&column, |&(column, _)| column)
        .map_or(Expr::ZERO, |at| row[at].1)
}

fn columns(a: &Row, b: &Row) -> Vec<usize> {
    let mut columns: Vec<usize> = a.iter().chain(b.iter()).map(|&(column, _)| column).collect();
    columns.sort_unstable();
    columns.dedup();
    columns
}
