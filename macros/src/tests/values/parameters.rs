//! Numbers of the fields in formulas.

/// The number that the tokens `access` read.
pub(super) fn parameter(access: &str) -> f64 {
    match access {
        "self.m" => 1.5,
        "self.l" => 0.8,
        "self.k" => 3.0,
        "self.r#type" => 7.0,
        "self.r0[0]" => 0.1,
        "self.r0[1]" => 0.2,
        "self.r0[2]" => 0.3,
        "self.axis[0]" => 2.0,
        "self.axis[1]" => 3.0,
        "self.axis[2]" => 5.0,
        "self.inertia[(0,0)]" => 1.0,
        "self.inertia[(0,1)]" => 2.0,
        "self.inertia[(0,2)]" => 3.0,
        "self.inertia[(1,0)]" => 4.0,
        "self.inertia[(1,1)]" => 5.0,
        "self.inertia[(1,2)]" => 6.0,
        "self.rows[2][1]" => 10.0,
        "self.anchors[3][0]" => 11.0,
        "self.row[(0,0)]" => 12.0,
        "self.row[(0,1)]" => 13.0,
        "self.column[(0,0)]" => 14.0,
        "self.column[(1,0)]" => 15.0,
        other => deep(other),
    }
}

/// `deep[i][j][k]` is 100 i + 10 j + k, and so are entries of other fields of three dimensions and more.
fn deep(access: &str) -> f64 {
    let indices: String = access
        .chars()
        .filter(|c| !(c.is_alphabetic() || ".[]()".contains(*c)))
        .collect();
    let indices: Vec<f64> = indices
        .chars()
        .filter_map(|c| c.to_digit(10))
        .map(f64::from)
        .collect();
    let is_deep = ["self.deep", "self.tensors", "self.columns"]
        .iter()
        .any(|name| access.starts_with(name));
    assert!(is_deep && indices.len() >= 3, "{access} is not used");
    100.0 * indices[0] + 10.0 * indices[1] + indices[2]
}
