//! Doubts about charsets, gathered to one warning a file.

use encoding_rs::Encoding;

/// A doubt about the charset of a game.
#[derive(Debug)]
pub(crate) enum Doubt {
    /// It decides where values end, and is guessed: the game names none, or one that is wrong.
    Ends { named: Option<String>, found: &'static Encoding },
    /// The game names a charset, by which fewer properties are read than by another.
    Better { named: String, better: &'static Encoding },
    /// It decides how names read, and is guessed from few bytes.
    Names { named: Option<String>, found: &'static Encoding },
}

impl Doubt {
    fn is_of_names(&self) -> bool {
        matches!(self, Doubt::Names { .. })
    }

    fn text(&self) -> String {
        let named = |name: &Option<String>| match name {
            Some(name) => format!("names {name:?}, which it is not in"),
            None => "names no charset".to_owned(),
        };
        match self {
            Doubt::Ends { named: name, found } => format!(
                "this game {}, and where its values end depends on that; it is read as {} by its bytes",
                named(name),
                found.name()
            ),
            Doubt::Better { named: name, better } => format!(
                "this game names {name:?} and is read so, but more of it could be read as {}",
                better.name()
            ),
            Doubt::Names { named: name, found } => format!(
                "this game {}, and has too few bytes to tell; its names are read as {}",
                named(name),
                found.name()
            ),
        }
    }
}

/// The doubts of a file.
#[derive(Debug, Default)]
pub(crate) struct Doubts {
    ends: Kind,
    names: Kind,
}

/// The first doubt of a kind with its line, and the number of them.
#[derive(Debug, Default)]
struct Kind {
    first: Option<(usize, Doubt)>,
    count: u64,
}

impl Doubts {
    pub(crate) fn add(&mut self, line: usize, doubt: Doubt) {
        let kind = if doubt.is_of_names() { &mut self.names } else { &mut self.ends };
        kind.count += 1;
        kind.first.get_or_insert((line, doubt));
    }

    /// One line for the file, without its end: of values first, of names if they are shown.
    pub(crate) fn warning(&self, file: &str, shows_names: bool) -> Option<String> {
        let names = Some(&self.names).filter(|_| shows_names);
        let kinds = [Some(&self.ends), names].into_iter().flatten();
        let mut doubtful = kinds.filter_map(|kind| Some((kind.first.as_ref()?, kind.count)));
        let ((line, doubt), count) = doubtful.next()?;
        let others = match count {
            1 => String::new(),
            2 => " (as is 1 more game)".to_owned(),
            count => format!(" (as are {} more games)", count - 1),
        };
        let text = doubt.text();
        Some(format!("{file}: line {line}: {text}{others}; --charset NAME says which it is"))
    }
}
