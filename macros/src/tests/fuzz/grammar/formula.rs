//! Formulas of every kind and shape.
//!
//! It refuses to know the entries that contain them.

use std::fmt::Write;

use super::Writer;

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

impl Writer<'_> {
    pub(super) fn formula(&mut self) -> String {
        self.budget = self.random.length(10, 80);
        self.scalar()
    }

    pub(super) fn vector(&mut self) -> String {
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
        match self.random.below(26) {
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
            24 => self.called(),
            _ => self.leaf(),
        }
    }

    /// Fields that are called, nearly always with as many arguments as before.
    fn called(&mut self) -> String {
        if self.random.once_in(60) {
            return self
                .random
                .of(&["f()", "f(x, y)", "f", "g(x, y)", "g[2](x, y)", "m(x)"])
                .to_string();
        }
        match self.random.below(4) {
            0 => format!("self.f({})", self.scalar()),
            1 => format!("g[1]({}, {})", self.scalar(), self.scalar()),
            2 if self.velocities => "g[0](x, dt(x))".to_owned(),
            _ => format!("f({})", self.scalar()),
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
