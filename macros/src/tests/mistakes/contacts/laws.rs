//! Mistakes of slips, points, normals, friction and restitution.

use super::check_contacts;

#[test]
fn slips_are_affine_in_the_velocities() {
    let not_affine = "this slip is not affine in the velocities, so that no percussion is along it; write the components of the \
                      velocity along the contact, as in `dt(x) + r * dt(phi)`";
    let three = "a slip has one component in the plane and two in space, those along the contact; this has 3: project the velocity, \
                 or give `point = [..]` and `normal = [..]`";
    let normal = "a component of this slip is the velocity of the gap, and friction acts along the contact; write the velocity along \
                  it, one number in the plane and two in space, without that along the normal";
    check_contacts(&[
        (
            "floor, gap = y, slip = «dt(x).powi(2)», friction = 0.3",
            not_affine,
        ),
        (
            "floor, gap = y, slip = «[dt(x), sqrt(dt(x))]», friction = 0.3",
            not_affine,
        ),
        (
            "floor, gap = y, slip = «x», friction = 0.3",
            "this slip does not depend on a velocity; write the velocity along the contact, as in `dt(x) + r * dt(phi)`",
        ),
        (
            "floor, gap = y, slip = «[dt(x), dt(phi), dt(y)]», friction = 0.3",
            three,
        ),
        (
            "floor, gap = [y, x], slip = «dt(x)», friction = 0.3",
            "a slip has one or two components for each number of the gap; the gap is a vector of length 2, and this is a scalar",
        ),
        (
            "floor, gap = y, slip = «[dt(x), dt(x)]», friction = 0.3",
            "the two components of this slip are the same; write those along two directions that are orthogonal to each other and \
             to the normal",
        ),
        ("floor, gap = y, slip = «dt(y)», friction = 0.3", normal),
        (
            "floor, gap = 1 - y + t, slip = «[dt(x), dt(y) + m]», friction = 0.3",
            normal,
        ),
        (
            "floor, gap = y, slip = dt(«dt(x)»), friction = 0.3",
            "this contains a velocity, whose derivative is an acceleration; a slip is a velocity, as in `dt(x)`",
        ),
        (
            "floor, gap = y, slip = dt(x) - «u», friction = 0.3",
            "`u` is an input, and inputs act through forces; where the program moves a contact, make it a field, which `set_system` \
             changes",
        ),
    ]);
}

#[test]
fn points_have_normals() {
    check_contacts(&[
        (
            "floor, gap = y, «point» = [x, y], friction = 0.3",
            "a slip follows from a point and a normal; write `normal = [..]` as well, the direction in which the gap grows, or \
             write `slip = ..`",
        ),
        (
            "floor, gap = y, «normal» = [0, 1], friction = 0.3",
            "a slip follows from a point and a normal; write `point = [..]` as well, the place of the touching point of the body, \
             or write `slip = ..`",
        ),
        (
            "floor, gap = y, slip = dt(x), «point» = [x, y], normal = [0, 1], friction = 0.3",
            "the slip of `floor` is given already; drop it, or the `point`",
        ),
        (
            "floor, gap = y, point = «x», normal = [0, 1], friction = 0.3",
            "a point has two coordinates, or three in space; this is a scalar",
        ),
        (
            "floor, gap = y, point = [x, y], normal = «[0, 0, 1]», friction = 0.3",
            "a normal has as many components as the point, which is a vector of length 2; this is a vector of length 3",
        ),
        (
            "floor, gap = y, point = [x, y], normal = «[0, 0]», friction = 0.3",
            "this normal is zero; write the direction in which the gap grows, as in `[0, 1]`",
        ),
        (
            "floor, gap = y, point = [x, y], normal = «[0, -1]», friction = 0.3",
            "the gap shrinks along this normal; a normal is the direction in which it grows: write the opposite one",
        ),
        (
            "floor, gap = y, point = [x, y], normal = «[1, 1]», friction = 0.3",
            "the gap does not change with the velocity of the point along this normal; they are those of one contact if d(gap)/dt = \
             normal · d(point)/dt, and where the other body moves as well write `slip = ..`, the difference of the velocities along \
             the contact",
        ),
        (
            "floor, gap = y, point = [x, «dt(y)»], normal = [0, 1], friction = 0.3",
            "a point is a place, a function of coordinates and time; its velocity is derived",
        ),
        (
            "floor, gap = y, point = «[1, y]», normal = [0, 1], friction = 0.3",
            "this point does not move along the contact, so that there is no slip; write the place of the touching point of the \
             body, as a function of the coordinates",
        ),
    ]);
}

#[test]
fn laws_are_numbers_of_bodies() {
    check_contacts(&[
        (
            "floor, gap = y, «friction» = 0.3",
            "the friction of `floor` acts along the slip, which is not there; write `slip = ..`, the velocity along the contact, or \
             `point = [..]` and `normal = [..]`",
        ),
        (
            "floor, gap = y, «restitution_t» = 0.3",
            "the restitution_t of `floor` acts along the slip, which is not there; write `slip = ..`, the velocity along the \
             contact, or `point = [..]` and `normal = [..]`",
        ),
        (
            "floor, gap = y, «slip» = dt(x)",
            "nothing acts along the slip of `floor`, which has no friction; write `friction = ..`, or drop the slip",
        ),
        (
            "floor, gap = y, «slip» = dt(x), restitution_t = 0.5",
            "nothing acts along the slip of `floor`, which has no friction; write `friction = ..`, or drop the slip",
        ),
        (
            "floor, gap = y, slip = dt(x), friction = «-0.3»",
            "a friction is not below zero: it acts against the slip, whatever its sign",
        ),
        (
            "floor, gap = y, restitution = «-1»",
            "a restitution is not below zero: 0 where nothing bounces back, 1 where all of the velocity does",
        ),
        (
            "floor, gap = y, restitution = «1.5»",
            "a restitution above 1 would gain energy at each impact; it lies between 0 and 1, and what drives a body is a force",
        ),
        (
            "floor, gap = [y, x], restitution = «[0.5, 0.5, 0.5]»",
            "the restitution is a scalar, or a vector of length 2 as the gap; this is a vector of length 3",
        ),
        (
            "floor, gap = y, restitution = «[0.5]»",
            "the restitution is a scalar; this is a vector of length 1",
        ),
        (
            "floor, gap = y, slip = dt(x), friction = «m * dt(x)»",
            "this friction has the opposite sign for opposite velocities, and a friction is not below zero: write a function of the \
             speed, as in `exp(-(dt(x) / v).powi(2))`, or what is in proportion to a velocity as a force or a dissipation",
        ),
        (
            "floor, gap = y, restitution = m * «dt(x)»",
            "Newton's restitution is the same for all velocities",
        ),
        (
            "floor, gap = y, slip = dt(x), friction = 0.1 * «multiplier(rod)».abs()",
            "a friction cannot contain the multiplier of a constraint, which follows from the motion; an `output` can, and so can the \
             `force` of a `friction(..)`, which is in proportion to it as in a bearing",
        ),
        (
            "floor, gap = y, restitution = «u»",
            "`u` is an input, and inputs act through forces; where the program changes a law of contact, make it a field, which \
             `set_system` changes",
        ),
    ]);
}
