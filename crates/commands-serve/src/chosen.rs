//! The sources that a question is about.

use zobrist_explorer::OpenSource;

use super::reply::{Answered, Refusal};

/// The sources whose games count, by their numbers.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct ChosenSources {
    /// Numbers of sources with commas between them; all without this parameter.
    #[arg(long, value_delimiter = ',')]
    sources: Vec<usize>,
}

impl ChosenSources {
    /// True if all sources count.
    pub(crate) fn is_all(&self) -> bool {
        self.sources.is_empty()
    }

    /// True if a source counts.
    pub(crate) fn has(&self, number: usize) -> bool {
        self.is_all() || self.sources.contains(&number)
    }

    /// # Errors
    /// When a number is not below that of the sources, or stands twice.
    pub(crate) fn check(&self, count: usize) -> Answered<()> {
        for (at, number) in self.sources.iter().enumerate() {
            if *number >= count || self.sources[..at].contains(number) {
                return Err(Refusal::bad(format_args!(
                    "parameter `sources`: expected numbers of sources, each once and below {count}, got \
                     {number}"
                ))
                .with("parameter", "sources"));
            }
        }
        Ok(())
    }

    /// Those of the sources that count. A number beyond them has none.
    pub(crate) fn of(&self, sources: &[OpenSource]) -> Vec<OpenSource> {
        self.sources.iter().filter_map(|number| sources.get(*number).cloned()).collect()
    }

    /// The number of a source, by its place among those that count.
    pub(crate) fn number(&self, place: usize) -> usize {
        self.sources.get(place).copied().unwrap_or(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_sources_are_below_their_count_and_stand_once() {
        let chosen = |sources: &[usize]| ChosenSources { sources: sources.to_vec() };
        assert!(chosen(&[]).is_all() && chosen(&[]).check(0).is_ok());
        assert!(chosen(&[1, 0]).check(2).is_ok() && !chosen(&[0]).is_all());
        assert!(chosen(&[]).has(7) && chosen(&[2, 0]).has(0) && !chosen(&[2, 0]).has(1));
        assert!(chosen(&[2]).check(2).is_err() && chosen(&[1, 1]).check(2).is_err());
        assert_eq!((chosen(&[2, 0]).number(0), chosen(&[]).number(1)), (2, 1));
    }
}
