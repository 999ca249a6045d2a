//! Inputs of kind two: declarations from the grammar, nearly right, with formulas of every kind and shape.
//!
//! It refuses to know the rules: kinds and shapes are kept mostly, not always.

use std::fmt::Write;

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
const LARGE: &[&str] = &[
    "Galerkin<6, Gauss<6>>",
    "Galerkin<5, Gauss<12>>",
    "Galerkin<1, Trapezoid<64>>",
];
const FUNCTIONS: &[&str] = &[
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "ln", "ln_1p", "abs",
    "signum", "sqrt", "recip",
];
const NUMBERS: &[&str] = &[
    "0", "1", "2", "0.5", "3", "1.5", "0.1", "1e3", "1e-3", "1e300", "1e-300", "7.25", "100000", "PI", "0.0",
    "4f64",
];
const EXPONENTS: &[&str] = &[
    "0",
    "1",
    "2",
    "2",
    "3",
    "4",
    "-1",
    "-2",
    "7",
    "-5",
    "12",
    "100",
    "1000000",
    "2147483647",
    "-2147483648",
    "1048577",
];
const ROOTS: &[&str] = &[
    "0.5",
    "1.5",
    "-0.5",
    "0.25",
    "2.0",
    "1e-3",
    "0.3333333333",
    "1e9",
    "-7.5",
    "100.5",
];

/// The text of a struct with its declaration.
pub(super) fn declaration(random: &mut Random) -> String {
    let mut writer = Writer {
        random,
        lets: 0,
        velocities: false,
        ties: false,
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
            "discretize",
        ] {
            if self.random.once_in(3) {
                let entry = self.entry(key);
                entries.push(entry);
            }
        }
        if self.random.once_in(40) {
            let at = self.random.below(entries.len());
            entries.remove(at);
        }
        format!(
            "#[lagrangian({})] struct S {{ m: f64, k: f64, l: [f64; 3], c: Vector3<f64>, j: SMatrix<f64, 2, 2> }}",
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
            format!("potential = {}", self.formula()),
        ]
    }

    fn entry(&mut self, key: &str) -> String {
        self.velocities = matches!(key, "force" | "dissipation" | "output");
        let entry = match key {
            "force" => format!("force(x = {}, r[1] = {})", self.formula(), self.formula()),
            "dissipation" => format!("dissipation = {} * dt(x).powi(2)", self.formula()),
            "constraint" => self.constraint(),
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

    fn symmetry(&mut self) -> String {
        let word = if self.random.once_in(2) { "assume " } else { "" };
        let entry = match self.random.below(3) {
            0 => self.formula(),
            _ => "0".to_owned(),
        };
        format!("symmetry({word}s = [{entry}, 1, [-r[1], r[0], 0]])")
    }

    fn schemes(&mut self) -> String {
        let mut schemes: Vec<&str> = (0..self.random.below(4))
            .map(|_| *self.random.of(SCHEMES))
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

    fn formula(&mut self) -> String {
        self.budget = self.random.length(10, 80);
        self.scalar()
    }

    fn vector(&mut self) -> String {
        self.budget = self.random.length(6, 30);
        self.vector_of()
    }

    fn leaf(&mut self) -> String {
        let leaf: &str = match self.random.below(12) {
            0 => "m",
            1 => "k",
            2 => "l[2]",
            3 => "c[0]",
            4 => "j[1][0]",
            5 | 6 => "x",
            7 => "y",
            8 => "r[1]",
            9 if self.velocities => self.random.of::<&str>(&["dt(x)", "dt(y)", "dt(r)[0]"]),
            10 if self.lets > 0 => return format!("a{}", self.random.below(self.lets)),
            _ => self.random.of::<&str>(NUMBERS),
        };
        if self.indices > 0 && self.random.once_in(3) {
            let index = self.random.below(self.indices);
            let of_index: &[fn(usize) -> String] = &[
                |i| format!("i{i}"),
                |i| format!("r[i{i}]"),
                |i| format!("l[(i{i} + 1) % 3]"),
                |i| format!("c[i{i} / 2]"),
                |i| format!("j[i{i} / 2][0]"),
                |i| format!("r.len() * x.powi(i{i})"),
            ];
            return self.random.of(of_index)(index);
        }
        if self.random.once_in(400) {
            return self
                .random
                .of(&[
                    "q",
                    "t",
                    "r",
                    "dt(dt(x))",
                    "|z| z",
                    "m as f64",
                    "&x",
                    "u",
                    "()",
                    "j",
                ])
                .to_string();
        }
        leaf.to_owned()
    }

    fn scalar(&mut self) -> String {
        if self.budget == 0 {
            return self.leaf();
        }
        self.budget -= 1;
        match self.random.below(25) {
            0..=2 => format!("({} + {})", self.scalar(), self.scalar()),
            3 | 4 => format!("({} - {})", self.scalar(), self.scalar()),
            5..=8 => format!("{} * {}", self.factor(), self.factor()),
            9 => format!("{} / {}", self.factor(), self.factor()),
            10 => format!("-{}", self.factor()),
            11 | 12 => format!("{}({})", self.random.of(FUNCTIONS), self.scalar()),
            13 => format!("({}).powi({})", self.scalar(), self.random.of(EXPONENTS)),
            14 => format!("({}).powf({})", self.scalar(), self.random.of(ROOTS)),
            15 => format!(
                "{}({}, {})",
                self.random.of(&["min", "max", "atan2", "hypot"]),
                self.scalar(),
                self.scalar()
            ),
            16 => self.select(),
            17 => format!("{{ let b = {}; b * b + {} }}", self.scalar(), self.scalar()),
            18 => format!("({}).norm_squared()", self.vector_of()),
            19 => format!("({}).dot({})", self.vector_of(), self.vector_of()),
            20 => self.sum(),
            21..=23 => self.over_a_range(),
            _ => self.leaf(),
        }
    }

    fn factor(&mut self) -> String {
        format!("({})", self.scalar())
    }

    fn select(&mut self) -> String {
        let relations: &[&str] = &["<", "<=", ">", ">=", "==", "!="];
        let relation = if self.random.once_in(20) {
            "&&"
        } else {
            self.random.of(relations)
        };
        format!(
            "if {} {relation} {} {{ {} }} else {{ {} }}",
            self.leaf(),
            self.leaf(),
            self.scalar(),
            self.scalar()
        )
    }

    /// Many terms of one form, as a user may have written them by a program.
    fn sum(&mut self) -> String {
        let terms = 2 + self.random.length(6, 60);
        let forms: &[fn(usize) -> String] = &[
            |i| format!("x.powi({i}) * k"),
            |i| format!("{i} * sin({i} * x)"),
            |i| format!("max(x, y - {i})"),
            |i| format!("cos(x - {i} * y) * r[{}]", i % 3),
            |i| format!("(x + {i}).powi({})", i % 7),
            |i| format!("k / (x * x + {i})"),
        ];
        let form = *self.random.of(forms);
        let mut sum = String::from("(0");
        for i in 1..=terms {
            write!(sum, " + {}", form(i)).expect("strings take all");
        }
        sum + ")"
    }

    /// Formulas over a range, and functions with parameters.
    fn over_a_range(&mut self) -> String {
        let index = self.indices;
        self.indices += 1;
        let range = match self.random.below(4) {
            0 if index > 0 => format!("0..i{}", index - 1),
            1 => "1..=2".to_owned(),
            2 => "0..r.len()".to_owned(),
            _ => "0..3".to_owned(),
        };
        let text = match self.random.below(6) {
            0 => format!("product(1..3, |i{index}| {})", self.scalar()),
            1 => format!("array(0..3, |i{index}| {}).dot(r)", self.scalar()),
            2 => format!(
                "scan(0..3, 0, |before, i{index}| before * x + {})[2]",
                self.scalar()
            ),
            3 => format!(
                "sum({range}, |i{index}| if i{index} == 1 {{ {} }} else {{ x }})",
                self.scalar()
            ),
            _ => format!("sum({range}, |i{index}| {})", self.scalar()),
        };
        self.indices -= 1;
        if self.random.once_in(4) {
            return format!("{{ let f = |b| b * {}; f({text}) }}", self.leaf());
        }
        text
    }

    fn vector_of(&mut self) -> String {
        if self.budget == 0 {
            return (*self.random.of(&["r", "l", "c"])).to_owned();
        }
        self.budget -= 1;
        match self.random.below(9) {
            0 => format!("({} + {})", self.vector_of(), self.vector_of()),
            1 => format!("{} * {}", self.factor(), self.vector_of()),
            2 => format!("({}).cross({})", self.vector_of(), self.vector_of()),
            3 if self.velocities => format!("dt({})", self.vector_of()),
            4 => format!("[{}, 0, 1]", self.scalar()),
            5 => format!("[[{}, 0, 1], l, c] * {}", self.scalar(), self.vector_of()),
            6 => format!("[{}; 3]", self.scalar()),
            _ => (*self.random.of(&["r", "l", "c"])).to_owned(),
        }
    }
}
