//! Inputs of kind two: declarations from the grammar, nearly right, with formulas of every kind and shape.
//!
//! It refuses to know the rules: kinds and shapes are kept mostly, not always.

mod formula;

use super::Random;

const SCHEMES: &[&str] = &[
    "Verlet",
    "Midpoint",
    "Galerkin<1, Left>",
    "Galerkin<1, Right>",
    "Galerkin<1, Left, Right>",
    "Galerkin<2, Gauss<2>>",
    "Galerkin<2, Lobatto<3>>",
    "Galerkin<2, Trapezoid<3>, Gauss<2>>",
    "Galerkin<3, Gauss<3>>",
    "Galerkin<3, Lobatto<5>>",
    "extremal::Verlet",
    "::extremal::Galerkin<1, Gauss<1>>",
    "Livens",
    "extremal::Livens",
    "Polarized<Livens>",
];
const OF_CONSTRAINTS: &[&str] = &[
    "NullSpace<Verlet>",
    "NullSpace<extremal::Midpoint>",
    "NullSpace<Galerkin<2, Lobatto<3>>>",
    "Stabilized<Livens>",
    "Stabilized<Polarized<Livens>>",
    "extremal::Stabilized<Livens>",
];
const EQUIVARIANT: &[&str] = &["Equivariant<Livens>", "Stabilized<Equivariant<Livens>>"];
const OF_CONTACTS: &[&str] = &[
    "Moreau",
    "SymmetricMoreau",
    "extremal::VariationalMoreau",
    "NonsmoothMidpoint",
    "Theta",
];
const LARGE: &[&str] = &[
    "Galerkin<6, Gauss<6>>",
    "Galerkin<5, Gauss<12>>",
    "Galerkin<1, Trapezoid<64>>",
];

/// The text of a struct with its declaration.
pub(super) fn declaration(random: &mut Random) -> String {
    let mut writer = Writer {
        random,
        lets: 0,
        velocities: false,
        ties: false,
        contacts: false,
        indices: 0,
        budget: 0,
    };
    writer.declaration()
}

struct Writer<'a> {
    random: &'a mut Random,
    /// `a0`, `a1`, .. are defined.
    lets: usize,
    /// Whether velocities may stand in the formula.
    velocities: bool,
    /// Whether there are constraints.
    ties: bool,
    /// Whether there are contacts.
    contacts: bool,
    /// `i0`, `i1`, .. are indices of ranges around the formula.
    indices: usize,
    /// Operations left for the formula.
    budget: usize,
}

impl Writer<'_> {
    fn declaration(&mut self) -> String {
        let mut entries = vec!["coordinates(x, y, r[3])".to_owned()];
        if self.random.once_in(3) {
            entries.push("inputs(u, w[2])".to_owned());
            entries.push("force(y = u * x, r[2] = w.dot([x, 1]))".to_owned());
        }
        for _ in 0..self.random.length(2, 30) {
            let value = match self.random.below(5) {
                0 => self.vector(),
                _ => self.formula(),
            };
            entries.push(format!("let a{} = {value}", self.lets));
            self.lets += 1;
        }
        let energies = self.energies();
        entries.extend(energies);
        for key in [
            "force",
            "dissipation",
            "constraint",
            "output",
            "symmetry",
            "sensitivities",
            "contact",
            "friction",
            "discretize",
        ] {
            if self.random.once_in(if matches!(key, "contact" | "friction") {
                5
            } else {
                3
            }) {
                let entry = self.entry(key);
                entries.push(entry);
            }
        }
        if self.random.once_in(40) {
            let at = self.random.below(entries.len());
            entries.remove(at);
        }
        format!(
            "#[lagrangian({})] struct S {{ m: f64, k: f64, l: [f64; 3], c: Vector3<f64>, j: SMatrix<f64, 2, 2>, f: F, g: [G; 2] }}",
            entries.join(", ")
        )
    }

    fn energies(&mut self) -> Vec<String> {
        let mut inertia = String::from("m * dt(x).powi(2)");
        match self.random.below(6) {
            0 => {
                self.velocities = true;
                let lagrangian = self.formula();
                self.velocities = false;
                let rest = self.random.of(&[
                    "massless(y, r)",
                    "massless(r)",
                    "massless(y, r[1])",
                    "sensitivities(m)",
                ]);
                return vec![
                    format!("lagrangian = {inertia} + {lagrangian}"),
                    (*rest).to_owned(),
                ];
            }
            1 => {
                let masses: Vec<String> = (0..2).map(|_| self.formula()).collect();
                inertia = format!(
                    "{} * dt(x).powi(2) + dt([{}, y]).norm_squared()",
                    masses[0], masses[1]
                );
            }
            2 => {
                let coupling = self.formula();
                inertia =
                    format!("0.5 * (m * dt(x).powi(2) + {coupling} * dt(x) * dt(y)) + dt(r).norm_squared()");
            }
            3 => {
                self.velocities = true;
                inertia = self.formula();
                self.velocities = false;
            }
            _ => inertia += " + 0.5 * k * dt(y).powi(2) + dt(r).dot(dt(r))",
        }
        vec![
            format!("kinetic = {inertia}"),
            // One without a coordinate is refused.
            format!("potential = k * x + {}", self.formula()),
        ]
    }

    fn entry(&mut self, key: &str) -> String {
        self.velocities = matches!(key, "force" | "dissipation" | "output");
        let entry = match key {
            "force" => format!("force(x = {}, r[1] = {})", self.formula(), self.formula()),
            "dissipation" => format!("dissipation = {} * dt(x).powi(2)", self.formula()),
            "constraint" => self.constraint(),
            "contact" => self.contact(),
            "friction" => self.friction(),
            "output" => format!("output(o = {}, p = {})", self.formula(), self.vector()),
            "symmetry" => self.symmetry(),
            "sensitivities" => "sensitivities(m, l)".to_owned(),
            _ => self.schemes(),
        };
        self.velocities = false;
        entry
    }

    /// Of a shape that may be regular, or of any.
    fn constraint(&mut self) -> String {
        self.ties = true;
        match self.random.below(4) {
            0 => "constraint(tie = 0.5 * (r.norm_squared() - l[0].powi(2)))".to_owned(),
            1 => format!(
                "constraint(tie = x - {}, d = [y - r[0], r[1] - t])",
                self.formula()
            ),
            2 => format!("constraint(tie = {})", self.vector()),
            _ => format!("constraint(tie = {})", self.formula()),
        }
    }

    /// With parts of shapes that fit, mostly.
    fn contact(&mut self) -> String {
        self.contacts = true;
        let entry = match self.random.below(8) {
            0 => format!("gap = {}", self.formula()),
            1 => "gap = [y - r[0], x - m], slip = [[dt(x)], [dt(y) - t]], friction = [m, 0.3]".to_owned(),
            2 => "gap = array(0..3, |i| r[i] - m * x), restitution = array(0..3, |i| i / 4)".to_owned(),
            3 => "gap = 2 * x, point = [x, y, r[0]], normal = [2, 0, 0], friction = 0.3".to_owned(),
            4 => "gap = y - l[0] * sin(t), slip = dt(x), friction = k, restitution_t = 0.5".to_owned(),
            5 => "gap = r.norm() - m, point = r, normal = r, friction = 0.1".to_owned(),
            6 => {
                self.velocities = true;
                let slip = self.formula();
                self.velocities = false;
                format!("gap = y - l[1], slip = {slip}, friction = k")
            }
            _ => "gap = y - x * r[1], slip = [dt(x) * y, dt(r[1])], friction = k * exp(-x)".to_owned(),
        };
        let restitution = match self.random.below(4) {
            0 if !entry.contains("array") => format!(", restitution = {}", self.formula()),
            _ => String::new(),
        };
        format!("contact(ground, {entry}{restitution})")
    }

    fn friction(&mut self) -> String {
        self.contacts = true;
        let slip = match self.random.below(4) {
            0 => {
                self.velocities = true;
                let slip = self.formula();
                self.velocities = false;
                slip
            }
            1 => "[dt(x) * y, dt(y) - t]".to_owned(),
            2 => "array(0..3, |i| dt(r[i]) - i * dt(x))".to_owned(),
            _ => "dt(x)".to_owned(),
        };
        let force = if self.random.once_in(3) {
            self.formula()
        } else {
            "k * exp(-x)".to_owned()
        };
        format!("friction(seal, slip = {slip}, force = {force})")
    }

    fn symmetry(&mut self) -> String {
        let word = if self.random.once_in(2) { "assume " } else { "" };
        let entry = match self.random.below(3) {
            0 => self.formula(),
            _ => "0".to_owned(),
        };
        format!("symmetry({word}s = [{entry}, 1, [-r[1], r[0], 0]])")
    }

    fn schemes(&mut self) -> String {
        let usual = if self.contacts { OF_CONTACTS } else { SCHEMES };
        let mut schemes: Vec<&str> = (0..self.random.below(4))
            .map(|_| *self.random.of(usual))
            .collect();
        if self.random.once_in(if self.ties { 2 } else { 40 }) {
            schemes.push(*self.random.of(OF_CONSTRAINTS));
        }
        if self.random.once_in(16) {
            schemes.push(*self.random.of(EQUIVARIANT));
        }
        if self.random.once_in(40) {
            schemes.push(*self.random.of(LARGE));
        }
        format!("discretize({})", schemes.join(", "))
    }
}
