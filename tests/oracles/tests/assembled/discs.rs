//! Discs of any number in a box, written by hand as sums over discs, with the contacts of pairs and walls as items.

use extremal::blocks::IntoBlock;
use extremal::contacts::Law;
use extremal::drive::{
    AssembledContactMemory, AssembledContactReport, AssembledContacts, Assembly, Dependence, Known, OwnEnd,
    OwnStart, SparseLinearization, Steady,
};
use extremal::family::{
    self, AssembledMasses, ContactForm, ContactItem, Entries, Family, FamilyContacts, GapAt, Heap,
    SumOfEnergies,
};
use extremal::nalgebra::DVector;
use extremal::prelude::*;
use extremal::structure::{MassMatrix, Structure};
use extremal::system::CoordinateName;
use extremal::{Facts, Failure};

use crate::declared::{FACTS, delegated, one_group};

type V = DVector<f64>;

/// Discs of radius `radius[i]` and mass `m[i]` between the walls x = 0 and x = `width`, above the floor y = 0. Coordinates: x and y of
/// each disc, then the angles of all.
#[derive(Clone, Debug)]
pub(crate) struct Discs {
    pub(crate) m: Vec<f64>,
    pub(crate) radius: Vec<f64>,
    pub(crate) width: f64,
    pub(crate) g: f64,
    pub(crate) mu: f64,
    pub(crate) e: f64,
    /// Whether pairs are declared with `near(..)`.
    pub(crate) near: bool,
}

impl Discs {
    pub(crate) fn count(&self) -> usize {
        self.m.len()
    }

    fn mass(&self, k: usize) -> f64 {
        let n = self.count();
        match k.checked_sub(2 * n) {
            None => self.m[k / 2],
            Some(i) => 0.5 * self.m[i] * self.radius[i].powi(2),
        }
    }

    fn angle(&self, i: usize) -> usize {
        2 * self.count() + i
    }

    /// Gap, its scale, W as (row, coordinate, number), with zeros behind.
    fn item(
        &self,
        ContactItem {
            form,
            indices: [i, j],
        }: ContactItem,
        q: &[f64],
    ) -> (f64, f64, [(usize, usize, f64); 10]) {
        let [x, y] = [q[2 * i], q[2 * i + 1]];
        let (radius, turn) = (self.radius[i], self.angle(i));
        let of_wall = |gap: f64, size: f64, entries: [(usize, usize, f64); 3]| {
            let mut w = [(0, 0, 0.0); 10];
            w[..3].copy_from_slice(&entries);
            (gap, size, w)
        };
        match form {
            PAIR | NEAR => {
                let [dx, dy] = [x - q[2 * j], y - q[2 * j + 1]];
                let distance = dx.hypot(dy);
                let [nx, ny] = [dx / distance, dy / distance];
                let other = self.radius[j];
                let w = [
                    (0, 2 * i, nx),
                    (0, 2 * i + 1, ny),
                    (0, 2 * j, -nx),
                    (0, 2 * j + 1, -ny),
                    (1, 2 * i, -ny),
                    (1, 2 * i + 1, nx),
                    (1, 2 * j, ny),
                    (1, 2 * j + 1, -nx),
                    (1, turn, -radius),
                    (1, self.angle(j), -other),
                ];
                let of_places = w[..4].iter().map(|&(_, k, n)| (n * q[k]).abs()).sum::<f64>();
                (
                    distance - radius - other,
                    distance + radius + other + of_places,
                    w,
                )
            }
            FLOOR => of_wall(
                y - radius,
                y.abs() + radius,
                [(0, 2 * i + 1, 1.0), (1, 2 * i, 1.0), (1, turn, radius)],
            ),
            LEFT => of_wall(
                x - radius,
                x.abs() + radius,
                [(0, 2 * i, 1.0), (1, 2 * i + 1, 1.0), (1, turn, -radius)],
            ),
            _ => of_wall(
                self.width - x - radius,
                self.width + x.abs() + radius,
                [(0, 2 * i, -1.0), (1, 2 * i + 1, 1.0), (1, turn, radius)],
            ),
        }
    }
}

const PAIR: usize = 0;
const NEAR: usize = 1;
pub(crate) const FLOOR: usize = 2;
const LEFT: usize = 3;

impl Lagrangian for Discs {
    fn coordinate_count(&self) -> usize {
        3 * self.count()
    }
    fn coordinate_name(&self, k: usize) -> CoordinateName {
        match k.checked_sub(2 * self.count()) {
            None => CoordinateName::new("r", &[k / 2, k % 2]),
            Some(i) => CoordinateName::new("turn", &[i]),
        }
    }
    delegated!([f64; 0];);
}

impl Family for Discs {
    type Space = Heap;

    fn check(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn sum_of_energies(&self, _: f64, q: &[f64], v: &[f64]) -> SumOfEnergies<f64> {
        let kinetic: f64 = v
            .iter()
            .enumerate()
            .map(|(k, v)| 0.5 * self.mass(k) * v.powi(2))
            .sum();
        let potential: f64 = (0..self.count()).map(|i| self.m[i] * self.g * q[2 * i + 1]).sum();
        SumOfEnergies {
            kinetic,
            potential,
            generalized: kinetic + potential,
        }
    }
    fn add_momentum(&self, _: f64, _: &[f64], v: &[f64], p: &mut [f64]) {
        (0..v.len()).for_each(|k| p[k] += self.mass(k) * v[k]);
    }
    fn add_masses(&self, _: f64, q: &[f64], _: &[f64], m: &mut impl Entries<f64>) {
        (0..q.len()).for_each(|k| m.add(k, k, self.mass(k)));
    }
    fn add_force(&self, _: f64, _: &[f64], _: &[f64], _: &[f64; 0], _: &mut [f64]) {}
    fn add_balance(&self, _: f64, _: &[f64], _: &[f64], _: &[f64; 0], b: &mut [f64]) {
        (0..self.count()).for_each(|i| b[2 * i + 1] -= self.m[i] * self.g);
    }
}

/// r = p₀ − M u − ½ h m g,   p₁ = p₀ − h m g
impl Assembly<Moreau> for Discs {
    one_group!(Moreau, Dependence::Constant, nodes false, items true, carried true);

    fn own_end(known: &Known<'_, Self, Moreau>, start: OwnStart<f64>, x: &[f64]) -> OwnEnd<f64> {
        OwnEnd {
            q: start.q + known.h * x[0],
            p: start.p,
            v: x[0],
        }
    }
    fn own_inside(h: f64, start: OwnStart<f64>, x: &[f64], s: f64) -> (f64, f64) {
        (start.q + s * h * x[0], x[0])
    }
    fn set_nodes(&self, _: &Known<'_, Self, Moreau>, _: &mut [f64], _: &mut [f64]) {}
    fn add_rows(&self, known: &Known<'_, Self, Moreau>, x: &[f64], rows: &mut [f64], scales: &mut [f64]) {
        for k in 0..x.len() {
            rows[k] -= self.mass(k) * x[k];
            scales[k] += (self.mass(k) * x[k]).abs();
        }
        for i in 0..self.count() {
            rows[2 * i + 1] -= 0.5 * known.h * self.m[i] * self.g;
        }
    }
    fn add_rows_and_ends(
        &self,
        known: &Known<'_, Self, Moreau>,
        x: &[f64],
        rows: &mut [f64],
        scales: &mut [f64],
        momenta: &mut [f64],
    ) {
        self.add_rows(known, x, rows, scales);
        for i in 0..self.count() {
            momenta[2 * i + 1] -= known.h * self.m[i] * self.g;
        }
    }
    fn add_rows_and_tangent(
        &self,
        known: &Known<'_, Self, Moreau>,
        x: &[f64],
        rows: &mut [f64],
        entries: &mut impl Entries<f64>,
    ) {
        self.add_rows(known, x, rows, &mut vec![0.0; x.len()]);
        (0..x.len()).for_each(|k| entries.add(k, k, -self.mass(k)));
    }
    fn add_variations(
        &self,
        _: &Known<'_, Self, Moreau>,
        _: &[f64],
        _: &mut impl Entries<f64>,
        _: &mut impl Entries<f64>,
    ) {
    }
}

const fn form(name: &'static str, indices: usize, has_points: bool) -> ContactForm {
    ContactForm {
        name,
        indices,
        slips: 1,
        has_gap: true,
        has_points,
        has_constant_law: true,
    }
}

impl FamilyContacts for Discs {
    const FORMS: &'static [ContactForm] = &[
        form("pair", 2, false),
        form("pair", 2, true),
        form("floor", 1, false),
        form("left", 1, false),
        form("right", 1, false),
    ];

    fn each_gap(
        &self,
        form: usize,
        t: f64,
        q: &[f64],
        v: &[f64],
        visit: &mut impl FnMut(ContactItem, GapAt<f64>),
    ) {
        for i in 0..self.count() {
            let ends = if form == PAIR { 0..i } else { 0..1 };
            for j in ends.filter(|_| form != PAIR || !self.near) {
                let item = ContactItem {
                    form,
                    indices: [i, j],
                };
                visit(item, self.gap(item, t, q, v));
            }
        }
    }
    fn each_point(&self, form: usize, _: f64, q: &[f64], visit: &mut impl FnMut(usize, [f64; 3], f64)) {
        for i in (0..self.count()).filter(|_| form == NEAR && self.near) {
            visit(i, [q[2 * i], q[2 * i + 1], 0.0], self.radius[i]);
        }
    }
    fn has_contact(&self, item: ContactItem) -> bool {
        let [i, j] = item.indices;
        j < i && i < self.count()
    }
    fn gap(&self, item: ContactItem, _: f64, q: &[f64], v: &[f64]) -> GapAt<f64> {
        let (gap, scale, w) = self.item(item, q);
        let normal = w.iter().filter(|(row, ..)| *row == 0);
        GapAt {
            gap,
            scale,
            rate: normal.map(|(_, k, w)| w * v[*k]).sum(),
        }
    }
    fn directions(
        &self,
        item: ContactItem,
        _: f64,
        q: &[f64],
        entries: &mut impl Entries<f64>,
        rates: &mut [f64; 3],
    ) {
        *rates = [0.0; 3];
        for (row, k, w) in self.item(item, q).2.into_iter().filter(|(.., w)| *w != 0.0) {
            // In two parts, which add up.
            entries.add(row, k, 0.25 * w);
            entries.add(row, k, 0.75 * w);
        }
    }
    /// The normal of a pair turns by (row 1 dq)/distance: row 0 changes by row 1 of the points, and row 1 by minus row 0.
    fn contact_variations(
        &self,
        item: ContactItem,
        (_, q, v): (f64, &[f64], &[f64]),
        percussions: &[f64; 3],
        impulses: &mut impl Entries<f64>,
        rows: &mut impl Entries<f64>,
    ) {
        if !matches!(item.form, PAIR | NEAR) {
            return;
        }
        let ([i, j], (.., w)) = (item.indices, self.item(item, q));
        let distance = (q[2 * i] - q[2 * j]).hypot(q[2 * i + 1] - q[2 * j + 1]);
        let (normal, slip) = (&w[..4], &w[4..8]);
        for &(_, column, turn) in slip {
            for (of, k, change) in
                [(0, slip, 1.0), (1, normal, -1.0)]
                    .into_iter()
                    .flat_map(|(of, from, sign)| {
                        from.iter()
                            .map(move |&(_, k, w)| (of, k, sign * w * turn / distance))
                    })
            {
                impulses.add(k, column, percussions[of] * change);
                rows.add(of, column, v[k] * change);
            }
        }
    }
    fn law(&self, _: ContactItem, _: f64, _: &[f64], _: &[f64]) -> Law<f64> {
        Law {
            friction: self.mu,
            restitution: self.e,
            restitution_t: self.e,
        }
    }
}

impl<C: extremal::contact_solver::SparseContactSolver> Discretize<extremal::schemes::MoreauWith<C>>
    for Discs
{
    type System = Self;
    type Memory = AssembledContactMemory<f64>;
    type Report = AssembledContactReport<Self>;
    type Stages = V;
    type Linearization = SparseLinearization<f64>;
    type Modes = Steady;
    type Driver = AssembledContacts;

    fn system(&self) -> &Self {
        self
    }
}
