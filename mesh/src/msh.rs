//! Gmsh's format 4.1, as text: sections between `$Name` and `$EndName`.
//!
//! ```text
//! $PhysicalNames   count, then   dimension  tag  "name"
//! $Entities        counts of points, curves, surfaces, volumes, then each with its box and its physical tags
//! $Nodes           blocks: dimension  entity  parametric  count, then the tags, then the places
//! $Elements        blocks: dimension  entity  type  count, then   tag  points ..
//! ```
//!
//! Sections that a mesh of points and elements does not need are passed over.

use std::collections::{BTreeMap, BTreeSet};

use super::kind::KINDS;
use super::tokens::Tokens;
use super::{Mesh, MeshError, flat};

/// Gmsh's type of an element that is a point.
const POINT: usize = 15;

/// Dimension and tag.
type Entity = (usize, i64);

/// The first word of every file.
const BEGIN: &str = "$MeshFormat";

/// The mesh and the tables that were read so far.
#[derive(Debug, Default)]
struct Reader {
    mesh: Mesh,
    /// The index of each node's tag.
    indices: BTreeMap<usize, usize>,
    /// Physical groups by dimension and tag.
    names: BTreeMap<Entity, String>,
    /// The physical tags of each entity.
    groups: BTreeMap<Entity, Vec<i64>>,
    /// The points of each entity's elements.
    members: BTreeMap<Entity, BTreeSet<usize>>,
    has_elements: bool,
}

pub(super) fn read(bytes: &[u8]) -> Result<Mesh, MeshError> {
    let text = core::str::from_utf8(bytes).map_err(|error| {
        let is_text = bytes.get(..error.valid_up_to()).unwrap_or_default();
        not_text(&String::from_utf8_lossy(is_text))
    })?;
    // Some editors put a mark of their encoding before the text.
    let mut tokens = Tokens::new(text.strip_prefix('\u{feff}').unwrap_or(text));
    let mut reader = Reader::default();
    let mut has_format = false;
    while let Some(word) = tokens.word() {
        if !has_format && word != BEGIN {
            return Err(MeshError::Format { line: tokens.line() });
        }
        let section = word
            .strip_prefix('$')
            .ok_or_else(|| tokens.expected("a section, as `$Nodes`"))?;
        match section {
            "MeshFormat" => has_format = format(&mut tokens)?,
            "PhysicalNames" => reader.names(&mut tokens)?,
            "Entities" => reader.entities(&mut tokens)?,
            "Nodes" => reader.nodes(&mut tokens)?,
            "Elements" => reader.elements(&mut tokens)?,
            _ => {}
        }
        while tokens
            .word()
            .ok_or_else(|| tokens.expected("the end of a section"))?
            .strip_prefix("$End")
            != Some(section)
        {}
    }
    if !has_format {
        return Err(MeshError::Format { line: 1 });
    }
    if reader.mesh.points.is_empty() {
        return Err(tokens.expected("a section `$Nodes` with points"));
    }
    if !reader.has_elements {
        return Err(tokens.expected("a section `$Elements`, before the file ends"));
    }
    Ok(reader.finish())
}

/// Why a file is refused whose bytes are text only as far as this: it has another format, or a name in another encoding.
fn not_text(before: &str) -> MeshError {
    let mut tokens = Tokens::new(before);
    let is_format = tokens.word() == Some(BEGIN) && format(&mut tokens).is_ok();
    if !is_format {
        return MeshError::Format {
            line: tokens.line().max(1),
        };
    }
    MeshError::Syntax {
        line: before.matches('\n').count() + 1,
        expected: "text in UTF-8",
    }
}

/// `4.1 0 8`: the version, text, and the size of numbers.
fn format(tokens: &mut Tokens<'_>) -> Result<bool, MeshError> {
    let is_known = tokens.word() == Some("4.1") && tokens.word() == Some("0");
    if is_known {
        return Ok(true);
    }
    Err(MeshError::Format { line: tokens.line() })
}

impl Reader {
    fn names(&mut self, tokens: &mut Tokens<'_>) -> Result<(), MeshError> {
        for _ in 0..tokens.count()? {
            let line = tokens.next_line().unwrap_or_default();
            let named = || {
                let (entity, rest) = line.split_once('"')?;
                let (name, _) = rest.rsplit_once('"')?;
                let mut entity = entity.split_whitespace();
                let dimension = entity.next()?.parse().ok()?;
                Some(((dimension, entity.next()?.parse().ok()?), name.to_owned()))
            };
            let (entity, name) = named().ok_or_else(|| tokens.expected("a dimension, a tag and a name"))?;
            self.names.insert(entity, name);
        }
        Ok(())
    }

    fn entities(&mut self, tokens: &mut Tokens<'_>) -> Result<(), MeshError> {
        let counts = [tokens.count()?, tokens.count()?, tokens.count()?, tokens.count()?];
        for (dimension, count) in counts.into_iter().enumerate() {
            for _ in 0..count {
                let tag = tokens.integer()?;
                // A point has a place, and everything else a box.
                for _ in 0..if dimension == 0 { 3 } else { 6 } {
                    tokens.number()?;
                }
                let mut physical = Vec::new();
                for _ in 0..tokens.count()? {
                    physical.push(tokens.integer()?);
                }
                self.groups.insert((dimension, tag), physical);
                if dimension > 0 {
                    for _ in 0..tokens.count()? {
                        tokens.integer()?;
                    }
                }
            }
        }
        Ok(())
    }

    fn nodes(&mut self, tokens: &mut Tokens<'_>) -> Result<(), MeshError> {
        let (blocks, _, _, _) = (tokens.count()?, tokens.count()?, tokens.count()?, tokens.count()?);
        for _ in 0..blocks {
            let dimension = tokens.count()?;
            let (_, parametric, count) = (tokens.integer()?, tokens.count()?, tokens.count()?);
            for _ in 0..count {
                let (tag, index) = (tokens.count()?, self.indices.len());
                if self.indices.insert(tag, index).is_some() {
                    let line = tokens.line();
                    return Err(MeshError::Point { line, point: tag });
                }
            }
            let parameters = if parametric == 0 { 0 } else { dimension.min(3) };
            for _ in 0..count {
                let point = [tokens.number()?, tokens.number()?, tokens.number()?];
                self.mesh.points.push(point);
                for _ in 0..parameters {
                    tokens.number()?;
                }
            }
        }
        Ok(())
    }

    fn elements(&mut self, tokens: &mut Tokens<'_>) -> Result<(), MeshError> {
        let (blocks, _, _, _) = (tokens.count()?, tokens.count()?, tokens.count()?, tokens.count()?);
        self.has_elements = true;
        for _ in 0..blocks {
            let entity = (tokens.count()?, tokens.integer()?);
            let (kind, count) = (tokens.count()?, tokens.count()?);
            let at = KINDS.iter().position(|known| known.gmsh == kind);
            for _ in 0..count {
                let element = tokens.count()?;
                let line = tokens.line();
                match at {
                    Some(at) => self.element(tokens, entity, (at, element))?,
                    None if kind == POINT => _ = self.points(tokens, entity, 1)?,
                    None => return Err(MeshError::Element { line, kind }),
                }
            }
        }
        Ok(())
    }

    /// An element of the kind `at` this place of the table.
    fn element(
        &mut self,
        tokens: &mut Tokens<'_>,
        entity: Entity,
        (at, element): (usize, usize),
    ) -> Result<(), MeshError> {
        let kind = &KINDS[at];
        let line = tokens.line();
        let points = self.points(tokens, entity, kind.points)?;
        let points = kind.ordered(&points);
        if let Some(lacking) = flat::lacking(kind, &points, &self.mesh.points) {
            return Err(MeshError::Degenerate {
                line,
                kind: kind.name,
                element,
                lacking,
            });
        }
        self.mesh.lists_mut()[at].add(&points);
        Ok(())
    }

    /// The indices of an element's points.
    fn points(
        &mut self,
        tokens: &mut Tokens<'_>,
        entity: Entity,
        count: usize,
    ) -> Result<Vec<usize>, MeshError> {
        let members = self.members.entry(entity).or_default();
        let mut points = Vec::with_capacity(count);
        for _ in 0..count {
            let tag = tokens.count()?;
            let line = tokens.line();
            let index = self.indices.get(&tag).copied();
            points.push(index.ok_or(MeshError::Point { line, point: tag })?);
        }
        members.extend(&points);
        Ok(points)
    }

    /// The points of each physical group under its name.
    fn finish(mut self) -> Mesh {
        let mut groups: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
        for (&(dimension, tag), points) in &self.members {
            for physical in self.groups.get(&(dimension, tag)).into_iter().flatten() {
                if let Some(name) = self.names.get(&(dimension, *physical)) {
                    groups.entry(name.clone()).or_default().extend(points);
                }
            }
        }
        let sorted = groups
            .into_iter()
            .map(|(name, points)| (name, points.into_iter().collect()));
        self.mesh.groups = sorted.collect();
        self.mesh
    }
}
