//! The whole text of six systems, and how single names and formulas read.

use syn::{DeriveInput, parse_quote};

use super::{described, scripts};
use crate::describe::Description;
use crate::tests::golden::compare;

/// Compares the texts of a declaration with `golden/<name>.txt`, and its equations with `.tex` and `.mml`.
pub(super) fn check(name: &str, input: DeriveInput) {
    let description = described(input).1;
    scripts::check(&description);
    let Description {
        text, latex, mathml, ..
    } = description;
    for (extension, found) in [("txt", text), ("tex", latex), ("mml", mathml)] {
        compare(&format!("{name}.{extension}"), &(found + "\n"));
    }
}

#[test]
fn pendulum() {
    check(
        "pendulum",
        parse_quote! {
            /// A point mass on a massless rod.
            #[lagrangian(
                coordinates(theta),
                kinetic = 0.5 * m * (l * dt(theta)).powi(2),
                potential = -m * g * l * cos(theta),
            )]
            struct Pendulum {
                m: f64,
                l: f64,
                g: f64,
            }
        },
    );
}

#[test]
fn called_fields() {
    check(
        "called_fields",
        parse_quote! {
            /// A wing section on springs, in a wind.
            #[lagrangian(
                coordinates(y, alpha),
                kinetic = 0.5 * m * dt(y).powi(2) + 0.5 * j * dt(alpha).powi(2),
                potential = springs[0](y) + springs[1](alpha) + coupling(y, alpha),
                force(y = self.lift(alpha - dt(y) / wind)),
                output(slope = dt(springs[0](y))),
            )]
            struct Wing<F: Function<1>> {
                m: f64,
                j: f64,
                wind: f64,
                springs: [F; 2],
                coupling: &'static dyn Function<2>,
                lift: Measured,
            }
        },
    );
}

#[test]
fn box_on_table() {
    check(
        "box_on_table",
        parse_quote! {
            /// A box with four corners over a table, which is shaken, beside a wall.
            #[lagrangian(
                coordinates(r[2], phi),
                let corner = |i| r + [cos(phi) * a[i][0] - sin(phi) * a[i][1], sin(phi) * a[i][0] + cos(phi) * a[i][1]],
                kinetic = 0.5 * m * dt(r).norm_squared() + 0.5 * j * dt(phi).powi(2),
                potential = m * g * r[1],
                contact(
                    table,
                    gap = array(0..4, |i| corner(i)[1] - b * sin(9 * t)),
                    slip = array(0..4, |i| dt(corner(i)[0])),
                    friction = mu,
                    restitution = 0.5,
                    restitution_t = 0.1,
                ),
                contact(wall, gap = 2 - r[0], point = r, normal = [-1, 0], friction = 2 * mu),
            )]
            struct BoxOnTable {
                m: f64,
                j: f64,
                g: f64,
                a: [[f64; 2]; 4],
                b: f64,
                mu: f64,
            }
        },
    );
}

#[test]
fn chain_by_a_scan() {
    check(
        "chain_by_a_scan",
        parse_quote! {
            /// Four point masses on massless rods, one below the other.
            #[lagrangian(
                coordinates(theta[4]),
                let height = |r| r[1],
                let r = scan(0..4, [0, 0], |before, i| before + l[i] * [sin(theta[i]), -cos(theta[i])]),
                kinetic = sum(0..4, |i| 0.5 * m * dt(r[i]).norm_squared()),
                potential = sum(0..4, |i| m * g * height(r[i])),
                discretize(Midpoint),
            )]
            struct Chain {
                m: f64,
                l: [f64; 4],
                g: f64,
            }
        },
    );
}

#[test]
fn double_pendulum() {
    check(
        "double_pendulum",
        parse_quote! {
            /// Two point masses on massless rods, one below the other, by the velocities of the masses.
            #[lagrangian(
                coordinates(theta_1, theta_2),
                let x = [l_1 * sin(theta_1), -l_1 * cos(theta_1)],
                let y = x + [l_2 * sin(theta_2), -l_2 * cos(theta_2)],
                kinetic = 0.5 * m_1 * dt(x).norm_squared() + 0.5 * m_2 * dt(y).norm_squared(),
                potential = m_1 * g * x[1] + m_2 * g * y[1],
                discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>),
            )]
            struct DoublePendulum {
                m_1: f64,
                m_2: f64,
                l_1: f64,
                l_2: f64,
                g: f64,
            }
        },
    );
}

#[test]
fn driven_oscillator() {
    check(
        "driven_oscillator",
        parse_quote! {
            /// A sled that loses mass, between two springs, pushed and braked.
            #[lagrangian(
                coordinates(x, angle),
                inputs(u),
                let mass = m0 * exp(-t / tau),
                mass_matrix = [[mass + m_load, m_load * x], [m_load * x, m_load * (r * r + x.powi(2))]],
                potential = 0.5 * (k_left + k_right) * (x - x_rest).powi(2) + 0.1 * k_left * cos(2.0 * PI * t) * angle,
                force(x = 2.0 * u - mu * sin(3.0 * t) * dt(angle)),
                dissipation = 0.5 * d * dt(x).powi(2) + d * x.abs() * dt(angle).powi(2) / 3,
                discretize(Verlet, Midpoint, Galerkin<2, Trapezoid<2>, Gauss<2>>),
            )]
            struct Sled {
                m0: f64,
                tau: f64,
                m_load: f64,
                r: f64,
                k_left: f64,
                k_right: f64,
                x_rest: f64,
                mu: f64,
                d: f64,
            }
        },
    );
}

#[test]
fn central_force() {
    check(
        "central_force",
        parse_quote! {
            /// A point in the field of a centre.
            ///
            /// In polar coordinates.
            #[lagrangian(
                coordinates(r, phi),
                kinetic = 0.5 * m * (dt(r).powi(2) + (r * dt(phi)).powi(2)),
                potential = -k / r,
            )]
            struct Orbit<T: Scalar> {
                m: T,
                k: T,
            }
        },
    );
}

#[test]
fn tied_masses() {
    check(
        "tied_masses",
        parse_quote! {
            /// A mass on a rod, and a second one on a spring below it, in Cartesian coordinates.
            #[lagrangian(
                coordinates(a[2], b[2]),
                kinetic = 0.5 * m * (dt(a).norm_squared() + dt(b).norm_squared()),
                potential = m * g * (a[1] + b[1]) + 0.25 * k * (b - a).norm_squared().powi(2),
                constraint(rod = 0.5 * (a.norm_squared() - l.powi(2))),
                discretize(
                    Verlet, Midpoint, Galerkin<2, Gauss<2>>, NullSpace<Verlet>, NullSpace<Midpoint>,
                    NullSpace<Galerkin<2, Trapezoid<2>, Gauss<2>>>,
                ),
            )]
            struct TiedMasses {
                m: f64,
                g: f64,
                k: f64,
                l: f64,
            }
        },
    );
}

/// What the documentation of the impls says of them.
#[test]
fn equations_of_constrained_schemes_have_the_multipliers() {
    let (_, description) = described(parse_quote! {
        #[lagrangian(
            coordinates(r[2]),
            kinetic = 0.5 * m * dt(r).norm_squared(),
            potential = m * r[1].powi(4),
            constraint(rod = r.norm_squared() - 1),
            discretize(Midpoint, NullSpace<Galerkin<2, Gauss<2>>>),
        )]
        struct Pendulum {
            m: f64,
        }
    });
    for (scheme, parts) in description.schemes.iter().zip([
        [
            "3 unknowns (2 velocities, 1 multiplier; 3 more follow)",
            "p₀ has + G(q₀)ᵀ λ_0,   p₁ has − G(q₁)ᵀ μ\ng(q₁) = 0,   p₁ = ∂L/∂v(q₁, w)",
        ],
        [
            "4 unknowns (4 velocities; 5 more follow)",
            "∂L_d/∂z_i + F_i has − G(z_i)ᵀ λ_i,   p₁ has − G(q₁)ᵀ μ\ng(z_i) = 0,  i = 1..2, the Lobatto points,   p₁",
        ],
    ]) {
        assert!(parts.iter().all(|part| scheme.contains(part)), "{scheme}");
    }
    assert!(description.schemes[1].contains("without λ: each equation of a node times a basis"));
    assert!(!description.schemes[0].contains("without λ"));
}

#[test]
fn chain() {
    let mut lets = String::new();
    let (mut squares, mut heights) = (Vec::new(), Vec::new());
    for i in 0..16 {
        let before = if i == 0 {
            String::new()
        } else {
            format!("r{} + ", i - 1)
        };
        lets += &format!("let r{i} = {before}[l * sin(q[{i}]), -l * cos(q[{i}])],");
        squares.push(format!("dt(r{i}).norm_squared()"));
        heights.push(format!("r{i}[1]"));
    }
    let (squares, heights) = (squares.join(" + "), heights.join(" + "));
    let source = format!(
        "/// Sixteen masses.
        #[lagrangian(coordinates(q[16]), {lets} kinetic = 0.5 * m * ({squares}), potential = m * g * ({heights}), discretize(Midpoint))]
        struct Chain {{ m: f64, l: f64, g: f64 }}"
    );
    check("chain", syn::parse_str(&source).expect("a struct"));
}

/// What follows `V = ` in the text of a system with that potential.
/// ∂V/∂q does not see steps of V, over which neither energy nor momentum is constant.
#[test]
fn nothing_is_constant_where_the_energy_may_jump() {
    let text = |potential: &str| {
        let source = format!(
            "#[lagrangian(coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), potential = {potential})]
            struct S {{ k: f64, l: f64 }}"
        );
        described(syn::parse_str(&source).expect("a struct")).1.text
    };
    let says = |text: &str, line: &str| text.lines().any(|found| found.contains(line));
    for jumping in ["if x < 0.0 { 0.0 } else { k - l }", "(k - l) * signum(x)"] {
        let text = text(jumping);
        assert!(
            !says(&text, "T + V is constant") && !says(&text, "p_x is constant"),
            "{text}"
        );
        assert!(says(&text, "p_y is constant"), "{text}");
    }
    assert!(says(&text("k * abs(x)"), "T + V is constant"));
    let note = "L has choices, and is not seen to be continuous where they change";
    assert!(says(&text("if x < 0.0 { 0.0 } else { k - l }"), note));
    assert!(!says(&text("if x < 0.0 { 0.0 } else { k * x }"), note));
}

/// What is not proven to be a mistake is a note.
#[test]
fn odd_masses_are_noted() {
    let text = |entries: &str| {
        let source = format!(
            "#[lagrangian(coordinates(x, y), {entries}, discretize(Midpoint))] struct S {{ k: f64 }}"
        );
        let text = described(syn::parse_str(&source).expect("a struct")).1.text;
        text.lines().map(str::trim).collect::<Vec<_>>().join(" ")
    };
    let geodesic = text("lagrangian = 0.5 * (dt(x).powi(2) - dt(y).powi(2))");
    assert!(
        geodesic.contains("∂²L/∂v² is below zero for `y` alone"),
        "{geodesic}"
    );
    let massless = text("massless(y), kinetic = dt(x).powi(2), potential = k * (x - y).powi(2) + y.powi(2)");
    assert!(massless.contains("constant, diagonal, singular"), "{massless}");
    let thrice = "kinetic = sum(0..3, |i| dt(x).powi(2)) + dt(y).powi(2)";
    assert!(
        text(thrice).contains("the index `i` of `sum` is not used"),
        "{}",
        text(thrice)
    );
    assert!(!text(&thrice.replace("|i|", "|_|")).contains("is not used"));
    let held = text("kinetic = dt(x).powi(2) + dt(y).powi(2), constraint(x == k, y == t)");
    assert!(held.contains("nothing is free to move"), "{held}");
    let plain = text("kinetic = dt(x).powi(2) + dt(y).powi(2)");
    assert!(!plain.contains("singular") && !plain.contains("note"), "{plain}");
}

fn potential(formula: &str) -> String {
    let source = format!(
        "#[lagrangian(coordinates(theta, r[2], height), let p = [r[0], theta], let beta_2 = 2 * m,
            kinetic = dt(theta).powi(2) + dt(r).norm_squared() + dt(height).powi(2), potential = {formula})]
        struct S {{ m: f64, omega_0: f64, r_0: f64, inertia: [[f64; 2]; 2], r#type: f64, k_left: f64 }}"
    );
    let text = described(syn::parse_str(&source).expect("a struct")).1.text;
    let line = text.lines().find_map(|line| line.trim().strip_prefix("V = "));
    line.unwrap_or_default().to_owned()
}

#[test]
fn formulas_read_as_they_were_typed() {
    for (typed, expected) in [
        ("m * (theta - 1.0) / 2.0", "m (θ − 1)/2"),
        ("-(m + 1.0) * sin(theta).powi(2)", "−(m + 1) sin² θ"),
        ("theta / 2 * omega_0 * self.r#type", "θ ω₀ type/2"),
        ("cos(theta) * theta", "cos(θ) θ"),
        ("inertia[1][0] * theta + p[0]", "inertia₁₀ θ + p₀"),
        // Both r[0] and r_0 would be r₀.
        ("r[0] * r_0 + r[1] * theta", "r[0] r_0 + r₁ θ"),
        ("p.dot(r) + p.norm() * theta", "p · r + |p| θ"),
        ("theta.powf(1.5) + m.sqrt() - theta.powi(-2)", "θ^1.5 + √m − 1/θ²"),
        (
            "if theta < 0.0 { 0.0 } else { k_left * theta }",
            "(0 if θ < 0, else k_left θ)",
        ),
        ("{ let s = sin(theta); s * s }", "(s s with s = sin θ)"),
        ("beta_2 * height.max(m) * PI * theta", "β₂ max(height, m) π θ"),
        ("theta - (m - theta) - (-m)", "θ − (m − θ) + m"),
        ("abs(theta) * hypot(m, 1) * 2e-20", "|θ| hypot(m, 1) · 2·10⁻²⁰"),
        (
            "integrate(Gauss(2), |s| (s * theta).powi(2))",
            "∫(s = 0 … 1, Gauss(2)) (s θ)²",
        ),
    ] {
        assert_eq!(potential(typed), expected, "{typed}");
    }
}

#[test]
fn long_formulas_are_cut_and_lines_are_not_longer_than_a_hundred_columns() {
    let long = vec!["k_left * sin(theta + r[1]) * exp(-height * m)"; 150].join(" + ");
    let text = potential(&long);
    assert!(!text.is_empty());
    let source = format!(
        "#[lagrangian(coordinates(x), kinetic = dt(x).powi(2), potential = {})] struct S {{ k: f64 }}",
        vec!["k * x.powi(2)"; 2000].join(" - ")
    );
    let text = described(syn::parse_str(&source).expect("a struct")).1.text;
    assert!(text.contains('…') && text.lines().count() < 80, "{text}");
    let is_short = |line| extremal_symbolic::text::width(line) <= 100;
    assert!(text.lines().all(is_short), "{text}");
}
