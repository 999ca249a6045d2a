//! Summands of hand-made models: which contributions schemes make of them.

use crate::derive::family::{Family, Tangent, derive};
use crate::model::{Atom, Energy, Extent, Families, Integer, Marker, Model, Place, Range, Underivable, Why};
use crate::schemes::path::{Argument, Path};
use crate::schemes::{Scheme, scheme};
use crate::system::{System, read};

/// Masses with springs between neighbours: `a` and `b` stand for `q[i]` and `q[i + 1]`.
pub(crate) fn chain(cubic: i64) -> System {
    let mut system = read(syn::parse_quote! {
        #[lagrangian(
            coordinates(a, b), kinetic = 0.5 * m * dt(a).powi(2) + 0.0 * dt(b),
            potential = 0.5 * k * (b - a).powi(2) + 0.25 * c * (b - a).powi(4), massless(b)
        )]
        struct Chain { n: usize, m: f64, k: f64, c: f64 }
    })
    .map_err(|failed| failed.errors)
    .expect("no mistakes");
    let Model {
        graph,
        energy,
        parameters,
        ..
    } = &mut system.model;
    let (Energy::Split { kinetic, potential }, [of_masses, of_springs]) =
        (*energy, ["masses", "springs"].map(|name| graph.symbol(name)))
    else {
        panic!("T and V")
    };
    let c = graph.integer(cubic);
    let potential = graph.substitute(&[potential], &[(parameters[2], c)])[0];
    *energy = Energy::Split {
        kinetic: graph.mul(of_masses, kinetic),
        potential: graph.mul(of_springs, potential),
    };
    let n = Integer::atom(Atom::Field(0));
    let item = |offset: i64| {
        Integer::atom(Atom::Running(0))
            .plus(offset, &Integer::literal(1))
            .expect("small")
    };
    let place = |offset| Place {
        quantity: 0,
        item: item(offset),
        component: 0,
    };
    let marker = |symbol, less: i64| Marker {
        symbol,
        ranges: vec![Range {
            index: 0,
            first: Integer::literal(0),
            beyond: n.plus(-less, &Integer::literal(1)).expect("small"),
        }],
    };
    system.model.families = Some(Families {
        why: Why::Program,
        extents: vec![Extent {
            name: "q".to_owned(),
            items: Some(n.clone()),
            inner: 1,
        }],
        places: vec![place(0), place(1)],
        inputs: None,
        sensitivities: None,
        totals: Vec::new(),
        markers: vec![marker(of_masses, 0), marker(of_springs, 1)],
        rows: Vec::new(),
        outputs: Vec::new(),
        contacts: Vec::new(),
        reads: Vec::new(),
        reactions: Vec::new(),
        integers: Vec::new(),
        indices: vec!["i".to_owned(), "i".to_owned()],
    });
    system
}

fn derived(system: &mut System, names: &[&'static str]) -> Family {
    let schemes = names.iter().map(|name| {
        let scheme: std::rc::Rc<dyn Scheme> = scheme(&Path::plain(name)).expect("a scheme").into();
        scheme
    });
    let schemes: Vec<_> = schemes.collect();
    derive(&mut system.model, &[], &[], schemes).expect("it is small")
}

#[test]
fn verlet_has_impulses_of_nodes_and_a_constant_diagonal_tangent() {
    let family = derived(&mut chain(1), &["Verlet"]);
    let step = &family.steps[0];
    assert_eq!(
        (step.own.groups, step.multipliers, step.tangent),
        (1, 0, Tangent::Constant)
    );
    assert!(step.has_nodes() && !step.has_ends && !step.has_offsets && !step.is_coupled);
    let [masses, springs] = &step.contributions[..] else {
        panic!("two templates")
    };
    assert!(masses.nodes.is_none() && springs.rows.is_none() && springs.tangent.is_none());
    assert_eq!(springs.nodes.as_ref().expect("forces").vectors, [[0, 1]]);
    assert_eq!(masses.tangent.as_ref().expect("masses").matrices, [[(0, 0)]]);
}

/// Forces −q − q³ of walls, whose terms are not those of a product.
#[test]
fn springs_to_walls_are_impulses_of_nodes() {
    let mut system = chain(1);
    let model = &mut system.model;
    let Energy::Split { kinetic, potential } = model.energy else {
        panic!("T and V")
    };
    let markers = model.families.as_ref().expect("a family").markers.clone();
    let (graph, q) = (&mut model.graph, model.coordinates[0]);
    let [two, four] = [2, 4].map(|number| graph.integer(number));
    let square = graph.mul(q, q);
    let fourth = graph.mul(square, square);
    let walls = [graph.div(square, two), graph.div(fourth, four)];
    let walls = graph.sum(&walls);
    let walls = graph.mul(markers[0].symbol, walls);
    let potential = graph.add(potential, walls);
    model.energy = Energy::Split { kinetic, potential };
    let family = derived(&mut system, &["Verlet"]);
    let step = &family.steps[0];
    assert!(step.has_nodes() && !step.has_ends && !step.has_offsets);
}

/// Weights are the same at both nodes.
#[test]
fn weights_are_impulses_of_nodes() {
    let mut system = chain(1);
    let Energy::Split { kinetic, potential } = system.model.energy else {
        panic!("T and V")
    };
    let model = &mut system.model;
    let markers = model.families.as_ref().expect("a family").markers.clone();
    let (m, q) = (model.parameters[0], model.coordinates[0]);
    let weight = model.graph.product(&[markers[0].symbol, m, q]);
    let potential = model.graph.add(potential, weight);
    model.energy = Energy::Split { kinetic, potential };
    let family = derived(&mut system, &["Verlet"]);
    let step = &family.steps[0];
    assert!(step.has_nodes() && !step.has_ends && !step.has_offsets);
}

#[test]
fn midpoint_couples_neighbours() {
    let family = derived(&mut chain(1), &["Midpoint"]);
    let step = &family.steps[0];
    assert_eq!(step.tangent, Tangent::Unknowns);
    assert!(!step.has_nodes() && step.has_ends && step.is_coupled);
    // Iterated equations have one kernel for r, here with p₁; the check and the end of a step are one pass.
    assert!(
        step.contributions
            .iter()
            .all(|of| of.rows.is_none() && of.ends.is_some())
    );
    let [residual, tangent, ends, whole] = step.operations();
    assert_eq!([residual, whole], [ends, tangent + ends]);
    let tangent = step.contributions[1].tangent.as_ref().expect("springs");
    assert_eq!(tangent.matrices, [[(0, 0), (0, 1), (1, 0), (1, 1)]]);
    // Linear springs have a constant tangent.
    let family = derived(&mut chain(0), &["Midpoint"]);
    let step = &family.steps[0];
    assert_eq!(step.tangent, Tangent::Constant);
    assert!(step.has_offsets);
    let springs = &step.contributions[1];
    assert!(springs.rows.is_some() && springs.ends.is_some());
    let [residual, _, ends, whole] = step.operations();
    assert_eq!(whole, residual + ends);
}

#[test]
fn lobatto_points_at_both_ends_are_nodes() {
    let mut system = chain(1);
    let rule = Path {
        name: "Lobatto",
        arguments: vec![Argument::Integer(3)],
    };
    let path = Path {
        name: "Galerkin",
        arguments: vec![Argument::Integer(2), Argument::Path(rule)],
    };
    let scheme: std::rc::Rc<dyn Scheme> = scheme(&path).expect("a scheme").into();
    let family = derive(&mut system.model, &[], &[], [scheme]).expect("it is small");
    let step = &family.steps[0];
    assert_eq!((step.own.groups, step.tangent), (2, Tangent::Unknowns));
    assert!(step.has_nodes() && step.has_ends);
}

/// A basis of the null space, and velocities that the whole system determines, have no sums.
#[test]
fn what_is_not_a_sum_is_refused_with_the_way_out() {
    let inside = |name, argument| Path {
        name,
        arguments: vec![Argument::Path(argument)],
    };
    let path = inside("NullSpace", Path::plain("Midpoint"));
    let scheme: std::rc::Rc<dyn Scheme> = scheme(&path).expect("a scheme").into();
    match derive(&mut chain(1).model, &[], &[], [scheme]) {
        Err(Underivable::Refused(refused)) => {
            assert!(refused[0].1.contains("list the scheme inside"), "{refused:?}");
        }
        other => panic!("{path}: {other:?}"),
    }
}

/// A generator that moves the coordinates of a spring by one that the spring has not.
#[test]
fn equivariant_needs_generators_of_each_summand() {
    let mut system = read(syn::parse_quote! {
        #[lagrangian(
            coordinates(q[n], x), massless(q), kinetic = dt(x).powi(2),
            potential = sum(0..n, |i| (q[i] - q[(i + 1) % n]).powi(2)),
            dissipation = sum(0..n, |i| (dt(q[i]) - dt(q[(i + 1) % n])).powi(2)),
            symmetry(shear = [array(0..n, |_| x), 0]),
            discretize(Equivariant<Livens>),
        )]
        struct Ring {
            n: usize,
        }
    })
    .expect("it is right");
    let schemes = system.schemes();
    match derive(&mut system.model, &[], &[], schemes) {
        Err(Underivable::Refused(refused)) => {
            assert!(refused[0].1.starts_with("could not rewrite L"), "{refused:?}");
        }
        other => panic!("{other:?}"),
    }
}

/// After a percussion nothing would determine the velocity of a coordinate without mass.
#[test]
fn contacts_need_masses() {
    let mut system = read(syn::parse_quote! {
        #[lagrangian(
            coordinates(q[n], s[n]), massless(s),
            kinetic = sum(0..n, |i| 0.5 * dt(q[i]).powi(2)), potential = sum(0..n, |i| 0.5 * (s[i] - q[i]).powi(2)),
            contact(floor, gap = array(0..n, |i| s[i]))
        )]
        struct Feet { n: usize }
    })
    .map_err(|failed| failed.errors)
    .expect("no mistakes");
    for (name, needs) in [
        ("Moreau", true),
        ("SymmetricMoreau", true),
        ("NonsmoothMidpoint", true),
        ("Theta", false),
        ("VariationalMoreau", false),
    ] {
        let scheme: std::rc::Rc<dyn Scheme> = scheme(&Path::plain(name)).expect("a scheme").into();
        match derive(&mut system.model, &[], &[], [scheme]) {
            Err(Underivable::Refused(refused)) => {
                let message = format!(
                    "`{name}` needs a mass for each coordinate: no kinetic energy depends on the velocity of `s`; list \
                     `Theta`"
                );
                assert!(needs);
                assert_eq!(refused[0].1, message);
            }
            other => assert!(!needs && other.is_ok(), "{name}: {other:?}"),
        }
    }
}
