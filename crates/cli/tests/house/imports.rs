//! The imports between the files of a crate, and their circles.

use std::collections::BTreeMap;

use crate::sources::Source;

/// A path in code, by its segments; an absolute one begins with `crate`.
type Segments = Vec<String>;

/// Sets of files in which each imports each other, directly or through others.
pub(crate) fn circles(sources: &[Source]) -> Vec<String> {
    let files = Files::new(sources);
    let imports: Vec<Vec<usize>> =
        sources.iter().enumerate().map(|(file, source)| files.imports(file, source)).collect();
    let reached: Vec<Vec<bool>> = (0..sources.len()).map(|file| reached(file, &imports)).collect();
    let mut circles = Vec::new();
    for (file, from_file) in reached.iter().enumerate() {
        let circle: Vec<usize> =
            (0..sources.len()).filter(|other| from_file[*other] && reached[*other][file]).collect();
        if circle.first() == Some(&file) && circle.len() > 1 {
            let names: Vec<&str> = circle.iter().map(|file| &sources[*file].file[..]).collect();
            circles.push(names.join(", "));
        }
    }
    circles
}

/// Returns true for each file that `start` imports, directly or through others.
fn reached(start: usize, imports: &[Vec<usize>]) -> Vec<bool> {
    let (mut reached, mut open) = (vec![false; imports.len()], vec![start]);
    while let Some(file) = open.pop() {
        for next in &imports[file] {
            if !std::mem::replace(&mut reached[*next], true) {
                open.push(*next);
            }
        }
    }
    reached
}

struct Files {
    /// The number of the file of each module.
    by_module: BTreeMap<Segments, usize>,
    /// For each file, the full path of each name that it exports again.
    exported: Vec<BTreeMap<String, Segments>>,
}

impl Files {
    fn new(sources: &[Source]) -> Files {
        let by_module: BTreeMap<Segments, usize> = sources
            .iter()
            .enumerate()
            .map(|(file, source)| (source.module.clone(), file))
            .collect();
        let mut files = Files { by_module, exported: vec![BTreeMap::new(); sources.len()] };
        for (file, source) in sources.iter().enumerate() {
            for import in uses(&source.code).0.iter().filter(|import| import.is_public) {
                if let Some(path) = files.absolute(&import.path, source) {
                    files.exported[file].insert(import.name.clone(), path);
                }
            }
        }
        files
    }

    /// The numbers of the files that a file imports from. Items that it exports again for others
    /// are not among its imports.
    fn imports(&self, file: usize, source: &Source) -> Vec<usize> {
        let (uses, rest) = uses(&source.code);
        let private = uses.into_iter().filter(|import| !import.is_public).map(|import| import.path);
        let mut imports: Vec<usize> = private
            .chain(paths(&rest))
            .filter_map(|path| self.file_of(self.absolute(&path, source)?))
            .filter(|import| *import != file)
            .collect();
        imports.sort_unstable();
        imports.dedup();
        imports
    }

    /// A path from the root of the crate; `None` for one of another crate.
    fn absolute(&self, path: &[String], source: &Source) -> Option<Segments> {
        let mut module = source.module.clone();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => module.clear(),
            "self" => {}
            "super" => {
                while rest.first().is_some_and(|name| name == "super") {
                    module.pop()?;
                    rest = &rest[1..];
                }
                module.extend_from_slice(rest);
                return Some(module);
            }
            child => {
                module.push(child.to_owned());
                self.by_module.get(&module)?;
            }
        }
        module.extend_from_slice(&rest[1..]);
        Some(module)
    }

    /// The file that has the item of a path, also if other files export it again.
    fn file_of(&self, mut path: Segments) -> Option<usize> {
        for _ in 0..path.len() + self.exported.len() {
            let (file, module) = (0..=path.len())
                .rev()
                .find_map(|length| Some((*self.by_module.get(&path[..length])?, length)))?;
            match path.get(module).and_then(|name| self.exported[file].get(name)) {
                Some(exported) => path = [&exported[..], &path[module + 1..]].concat(),
                None => return Some(file),
            }
        }
        panic!("{path:?} is exported in a circle");
    }
}

/// One name of a `use`.
struct Import {
    name: String,
    path: Segments,
    is_public: bool,
}

/// The names that `use` brings into a file, and the code without them.
fn uses(code: &str) -> (Vec<Import>, String) {
    let (mut imports, mut rest) = (Vec::new(), String::new());
    let mut statement: Option<(bool, String)> = None;
    for line in code.lines() {
        let line = line.trim();
        if statement.is_none() {
            let Some(begun) = begin_use(line) else {
                rest.extend([line, "\n"]);
                continue;
            };
            statement = Some(begun);
        } else if let Some((_, used)) = &mut statement {
            used.push_str(line);
        }
        if line.ends_with(';') {
            let (is_public, used) = statement.take().expect("a statement that ends");
            expand(&[], used.trim_end_matches(';'), is_public, &mut imports);
        }
    }
    (imports, rest)
}

/// Returns true for a public `use`, and the text after that word, if the line begins one.
fn begin_use(line: &str) -> Option<(bool, String)> {
    let (visibility, used) = match line.strip_prefix("use ") {
        Some(used) => ("", used),
        None => line.split_once(" use ")?,
    };
    let is_visibility = matches!(visibility, "" | "pub" | "pub(crate)" | "pub(super)");
    // Text in a string may look like a `use`, but has no path.
    let first =
        used.split(|character: char| !character.is_alphanumeric() && character != '_').next()?;
    let is_path = ["::", ";", " as "].iter().any(|end| used[first.len()..].starts_with(end));
    (is_visibility && (is_path || used.starts_with('{')))
        .then(|| (!visibility.is_empty(), used.to_owned()))
}

/// Splits a tree of imports into its names.
fn expand(prefix: &[String], tree: &str, is_public: bool, imports: &mut Vec<Import>) {
    let tree = tree.trim();
    if let Some(list) = tree.strip_prefix('{').and_then(|tree| tree.strip_suffix('}')) {
        let mut depth = 0;
        let branches = list.split(|character| {
            depth += i32::from(character == '{') - i32::from(character == '}');
            character == ',' && depth == 0
        });
        for branch in branches.filter(|branch| !branch.trim().is_empty()) {
            expand(prefix, branch, is_public, imports);
        }
    } else if let Some((first, rest)) = tree.split_once("::") {
        expand(&[prefix, &[first.to_owned()]].concat(), rest, is_public, imports);
    } else {
        let (path, name) = tree.split_once(" as ").unwrap_or((tree, tree));
        let path =
            if path == "self" { prefix.to_vec() } else { [prefix, &[path.to_owned()]].concat() };
        imports.push(Import { name: name.to_owned(), path, is_public });
    }
}

/// The paths in code that begin with `crate` or `super`.
fn paths(code: &str) -> Vec<Segments> {
    let is_path =
        |character: char| character.is_alphanumeric() || matches!(character, '_' | ':' | '$');
    code.lines()
        .map(|line| {
            line.split_once("pub(in ")
                .map_or(line, |(_, rest)| rest.split_once(')').map_or("", |(_, rest)| rest))
        })
        .flat_map(|line| line.split(|character| !is_path(character)))
        .filter(|path| path.starts_with("crate::") || path.starts_with("super::"))
        .map(|path| path.trim_end_matches(':').split("::").map(str::to_owned).collect())
        .collect()
}
