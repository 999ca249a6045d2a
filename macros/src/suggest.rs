//! "Did you mean": the nearest of the valid names.

/// The candidate nearest to `name`, if it is near enough to be suggested; the first of equals.
pub(crate) fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .filter_map(|candidate| Some((distance_if_near(name, candidate)?, candidate)))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// A third of the letters may be wrong, one always, but never all of them.
fn distance_if_near(name: &str, candidate: &str) -> Option<usize> {
    if name.eq_ignore_ascii_case(candidate) {
        return Some(0);
    }
    let (name, candidate): (Vec<char>, Vec<char>) = (name.chars().collect(), candidate.chars().collect());
    let longest = name.len().max(candidate.len());
    let allowed = (longest / 3).max(1);
    if name.len().abs_diff(candidate.len()) > allowed {
        return None;
    }
    let distance = distance_up_to(allowed, &name, &candidate)?;
    (distance < longest).then_some(distance)
}

/// Letters inserted, removed, replaced, or swapped with their neighbour (optimal string alignment); `None` beyond
/// `allowed`, which is detected early, because a declaration may have many names and many unknown ones.
fn distance_up_to(allowed: usize, a: &[char], b: &[char]) -> Option<usize> {
    let mut before_last = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    let mut row = before_last.clone();
    let mut nearest_of_last = 0;
    for i in 1..=a.len() {
        row[0] = i;
        let mut nearest = i;
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before_last[j - 2] + 1);
            }
            row[j] = best;
            nearest = nearest.min(best);
        }
        // A row depends on the two above it.
        if nearest.min(nearest_of_last) > allowed {
            return None;
        }
        nearest_of_last = nearest;
        std::mem::swap(&mut before_last, &mut last);
        std::mem::swap(&mut last, &mut row);
    }
    Some(last[b.len()]).filter(|&distance| distance <= allowed)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        for (name, candidates, expected) in [
            ("k", &["kk", "theta"][..], Some("kk")),
            ("k", &["g", "m"], None),
            ("thtea", &["phi", "theta"], Some("theta")),
            ("pi", &["PI", "phi"], Some("PI")),
            ("coordinate", &["inputs", "coordinates"], Some("coordinates")),
            ("potental", &["kinetic", "potential"], Some("potential")),
            ("x1", &["x2", "x3"], Some("x2")),
            ("mass", &["length"], None),
            ("Verlett", &["Midpoint", "Verlet"], Some("Verlet")),
            ("", &["a"], None),
        ] {
            assert_eq!(nearest(name, candidates.iter().copied()), expected, "{name}");
        }
    }
}
