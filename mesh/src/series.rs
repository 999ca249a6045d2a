//! The files of a motion: one grid for each instant, and their list with times.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::vtu::{self, Field, escaped};
use super::{Mesh, MeshError};

const BEGIN: &str = "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n";
const END: &str = "</Collection>\n</VTKFile>\n";

/// Writes a motion as `name_0000.vtu`, `name_0001.vtu`, .. and `name.pvd`, the list that ParaView opens as a film.
///
/// The list is complete after each instant, so that a program that ends early leaves files that can be opened.
///
/// ```
/// use extremal_mesh::{Field, Mesh, Series};
///
/// # fn main() -> Result<(), extremal_mesh::MeshError> {
/// let mesh = Mesh { points: vec![[0.0; 3], [1.0, 0.0, 0.0]], lines: vec![[0, 1]], ..Mesh::default() };
/// let mut film = Series::create(std::env::temp_dir().join("extremal_film"))?;
/// for step in 0..3 {
///     let t = 0.1 * f64::from(step);
///     let places = [[0.0; 3], [1.0 + t, 0.0, 0.0]];
///     film.write(t, &mesh, &places, &[Field::scalars("strain", &[t, t])])?;
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Series {
    list: File,
    /// Where the next line of the list begins.
    at: u64,
    folder: PathBuf,
    name: String,
    written: usize,
    /// The time of the instant before.
    last: Option<f64>,
}

impl Series {
    /// The files `path.pvd`, `path_0000.vtu`, .. They replace files of these names.
    ///
    /// # Errors
    ///
    /// [`MeshError::File`] if the list cannot be written, or the path ends without a name, as `/` and `films/` do.
    pub fn create(path: impl AsRef<Path>) -> Result<Self, MeshError> {
        let path = path.as_ref();
        let Some(name) = name_of(path) else {
            let message = format!("`{}` is not the name of a file", path.display());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message).into());
        };
        let name = name.to_string_lossy().into_owned();
        let folder = path.parent().map(Path::to_owned).unwrap_or_default();
        let mut list = File::create(folder.join(format!("{name}.pvd")))?;
        list.write_all(BEGIN.as_bytes())?;
        list.write_all(END.as_bytes())?;
        Ok(Self {
            list,
            at: BEGIN.len() as u64,
            folder,
            name,
            written: 0,
            last: None,
        })
    }

    /// Writes the mesh at a time, with its points at these places, and fields of numbers there.
    ///
    /// # Errors
    ///
    /// [`MeshError::Time`] if the time is not finite or before that of the last instant. [`MeshError::Length`] if there are not
    /// as many places and values as points, and [`MeshError::NotFinite`] if one of them is not finite. [`MeshError::Name`] if a
    /// field has no name or that of another one, [`MeshError::Point`] if an element has a point that does not exist, and
    /// [`MeshError::File`]. Then the instant is not in the list.
    pub fn write(
        &mut self,
        t: f64,
        mesh: &Mesh,
        places: &[[f64; 3]],
        fields: &[Field<'_>],
    ) -> Result<(), MeshError> {
        if !t.is_finite() || self.last.is_some_and(|last| t < last) {
            return Err(MeshError::Time { t, last: self.last });
        }
        vtu::check(mesh, places, fields)?;
        let name = format!("{}_{:04}.vtu", self.name, self.written);
        let mut file = BufWriter::new(File::create(self.folder.join(&name))?);
        vtu::write(&mut file, mesh, places, fields)?;
        file.flush()?;
        let line = format!("<DataSet timestep=\"{t}\" file=\"{}\"/>\n", escaped(&name));
        self.list.seek(SeekFrom::Start(self.at))?;
        self.list.write_all(line.as_bytes())?;
        self.list.write_all(END.as_bytes())?;
        self.at += line.len() as u64;
        self.written += 1;
        self.last = Some(t);
        Ok(())
    }
}

/// The name that a path ends with. `films/` and `films/.` end with none, though `films` is their last part.
fn name_of(path: &Path) -> Option<&OsStr> {
    let name = path.file_name()?;
    let all = path.as_os_str().as_encoded_bytes();
    all.ends_with(name.as_encoded_bytes()).then_some(name)
}
