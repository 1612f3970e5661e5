//! Rule sets by name, as data, each with its source.

use core::fmt::{self, Display};
use core::str::FromStr;

use zobrist::Rule;

use crate::rules::{Rules, Suicide};

/// A published set of rules, as far as a program needs it to judge moves and to count.
///
/// | name | ko | suicide | scoring | a repetition |
/// |---|---|---|---|---|
/// | `tromp-taylor` | positional superko | allowed | area | is illegal |
/// | `chinese` | positional superko | forbidden | area | is illegal |
/// | `aga` | situational superko | forbidden | area | is illegal |
/// | `new-zealand` | situational superko | allowed | area | is illegal |
/// | `japanese` | simple ko | forbidden | territory | may end the game without result |
///
/// [`source`](Ruleset::source) has the articles that the columns are read from.
///
/// ```
/// use zobrist_go::{Game, OnRepetition, Rule, Ruleset, Suicide};
///
/// let japanese: Ruleset = "japanese".parse()?;
/// assert_eq!((japanese.rules.ko, japanese.rules.suicide), (Rule::SimpleKo, Suicide::Forbidden));
/// assert_eq!(japanese.repetition, OnRepetition::NoResult);
/// assert!(japanese.source.ko.starts_with("Article 6"));
/// let game = Game::new(19, 19, japanese.rules)?;
///
/// // `RU` in SGF, as programs write it.
/// assert_eq!(Ruleset::of_sgf("NZ"), Some(Ruleset::NEW_ZEALAND));
/// assert_eq!(Ruleset::of_sgf("GOE"), None);
/// # let _ = game;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Text and practice
/// - **Chinese.** The text (2002) forbids every repetition of the whole board, and that is what
///   `chinese` does. In practice only the simple ko is forbidden, and games with longer cycles are
///   left to the referee, for whom Article 20 permits no result, a draw or another game
///   ([Sensei's Library](https://senseis.xmp.net/?ChineseRules)). Programs differ too: KataGo's
///   `chinese` is simple ko, OGS plays positional superko under that name
///   ([KataGo's rules](https://lightvector.github.io/KataGo/rules.html)). For practice, use
///   `Rules { ko: Rule::SimpleKo, ..Ruleset::CHINESE.rules }`.
/// - **New Zealand.** The text compares with the positions after the player's previous moves. The
///   position at the start is after nobody's move; [`Rule::Situational`] counts it as left by the
///   player who is not to move. They differ only where White empties a board that was empty at
///   the start.
/// - **AGA.** The British Go Association, which plays by the text of the AGA, reads its superko as
///   [`Rule::Natural`]: only positions made by a play of the same player count
///   ([interpretation 6.2](https://www.britgo.org/rules/bgainterpretation.html)).
/// - **Japanese.** A game ends without result only if both players agree, and a repetition does not
///   make a move illegal: [`Game`](crate::Game) detects the simple ko alone. To find a longer
///   cycle, look for the hash of the board among those of
///   [`history().iter()`](zobrist::History::iter).
///
/// Ing's rules (`GOE` in SGF) are left out, since [`Rule`] has no equivalent of their distinction
/// of fighting and disturbing ko; so are the Korean, under which a repetition can be a draw.
/// [`GameRules`](crate::GameRules) knows their names, and judges them as far as these terms go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ruleset {
    /// The name: lower case, words joined by `-`.
    pub name: &'static str,
    /// The rules on ko and suicide.
    pub rules: Rules,
    /// The way to count at the end.
    pub scoring: Scoring,
    /// The consequence of a repetition of the whole board.
    pub repetition: OnRepetition,
    /// The text that the above is read from.
    pub source: RulesetSource,
}

/// The points that count at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Scoring {
    /// A player's stones and the empty points that only they surround, as
    /// [`Board::area`](crate::Board::area) counts them once dead stones are off the board.
    Area,
    /// The empty points that a player surrounds, and the stones captured. This crate does not count
    /// it.
    Territory,
}

/// The consequence of a repetition of the whole board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OnRepetition {
    /// The move that would make it is illegal, as [`Rules::ko`] says.
    Forbidden,
    /// The move is legal unless it takes back a simple ko, and the game may end without result.
    NoResult,
}

/// The text of a rule set, and what its articles say on each topic, in our words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RulesetSource {
    /// The title, with its year where it has one.
    pub title: &'static str,
    /// The address where it was read.
    pub url: &'static str,
    /// Ko and repetition.
    pub ko: &'static str,
    /// Suicide.
    pub suicide: &'static str,
    /// The score.
    pub scoring: &'static str,
}

impl Ruleset {
    /// The rules of J. Tromp and B. Taylor.
    pub const TROMP_TAYLOR: Ruleset = Ruleset {
        name: "tromp-taylor",
        rules: Rules::TROMP_TAYLOR,
        scoring: Scoring::Area,
        repetition: OnRepetition::Forbidden,
        source: RulesetSource {
            title: "J. Tromp and B. Taylor, The Logical Rules of Go",
            url: "https://tromp.github.io/go.html",
            ko: "Rule 6: a move makes no board that was there before; a pass always may be. \
                 Comment 6 calls this positional superko.",
            suicide: "Rule 7: a move takes off the opponent's stones without liberties, then the \
                      player's own.",
            scoring: "Rule 9: a player's stones, and the empty points that reach only them.",
        },
    };

    /// The rules of the Chinese Weiqi Association, by their text.
    pub const CHINESE: Ruleset = Ruleset {
        name: "chinese",
        rules: Rules { ko: Rule::Positional, suicide: Suicide::Forbidden },
        scoring: Scoring::Area,
        repetition: OnRepetition::Forbidden,
        source: RulesetSource {
            title: "Chinese Weiqi Association, Rules of Weiqi (2002)",
            url: "https://senseis.xmp.net/?ChineseRules",
            ko: "Article 6: no play may face the opponent with a whole board that was there before. \
                 Article 20: for rare cycles such as triple ko, a tournament may provide no result, \
                 a draw or another game.",
            suicide: "Article 5: a point is forbidden to a player whose stone would have no liberty there \
                      and take nothing.",
            scoring: "Area, points in seki included, by the summary at this address.",
        },
    };

    /// The rules of the American Go Association.
    pub const AGA: Ruleset = Ruleset {
        name: "aga",
        rules: Rules { ko: Rule::Situational, suicide: Suicide::Forbidden },
        scoring: Scoring::Area,
        repetition: OnRepetition::Forbidden,
        source: RulesetSource {
            title: "Official AGA Rules of Go (1991)",
            url: "https://www.cs.cmu.edu/~wjh/go/rules/AGA.html",
            ko: "Rule 6: no play may make a board that was there before with the same player to \
                 move.",
            suicide: "Rule 5: a player's own stones must have a liberty once the opponent's are \
                      taken off.",
            scoring: "Rule 12: by area or by territory; a stone handed over for each pass makes \
                      both agree.",
        },
    };

    /// The rules of the New Zealand Go Society.
    pub const NEW_ZEALAND: Ruleset = Ruleset {
        name: "new-zealand",
        rules: Rules { ko: Rule::Situational, suicide: Suicide::Allowed },
        scoring: Scoring::Area,
        repetition: OnRepetition::Forbidden,
        source: RulesetSource {
            title: "New Zealand Go Society, New Zealand Rules of Go (unnumbered)",
            url: "https://go.org.nz/index.php/about-go/new-zealand-rules-of-go",
            ko: "Definition of a move: a play makes no board that any previous move of the same \
                 player, a pass included, has left.",
            suicide: "Definition of a play: it takes off the opponent's stones without liberties, \
                      then the player's own.",
            scoring: "Definition of territory: a player's stones, and the empty points connected \
                      to them.",
        },
    };

    /// The rules of the Nihon Kiin.
    pub const JAPANESE: Ruleset = Ruleset {
        name: "japanese",
        rules: Rules { ko: Rule::SimpleKo, suicide: Suicide::Forbidden },
        scoring: Scoring::Territory,
        repetition: OnRepetition::NoResult,
        source: RulesetSource {
            title: "Nihon Kiin and Kansai Kiin, The Japanese Rules of Go (1989), translated by \
                    J. Davies",
            url: "https://www.cs.cmu.edu/~wjh/go/rules/Japanese.html",
            ko: "Article 6: who lost a stone in a ko may not take back in that ko with the next \
                 move. Article 12: when a whole board recurs, the game ends without result if the \
                 players agree.",
            suicide: "Articles 3 and 4: a stone is played only where its group has a liberty after \
                      the move.",
            scoring: "Article 10: territory, less the prisoners filled in.",
        },
    };

    /// All rule sets.
    pub const ALL: [Ruleset; 5] = [
        Ruleset::TROMP_TAYLOR,
        Ruleset::CHINESE,
        Ruleset::AGA,
        Ruleset::NEW_ZEALAND,
        Ruleset::JAPANESE,
    ];

    /// Returns the rule set that a value of the SGF property `RU` names, or `None` if it is not
    /// known or is none of [`ALL`](Ruleset::ALL).
    ///
    /// FF\[4\] requires four names, `AGA`, `GOE`, `Japanese` and `NZ`
    /// ([properties](https://www.red-bean.com/sgf/properties.html#RU)); programs write more. Case,
    /// spaces and punctuation do not matter, nor does a word for "rules" at the end. Also read: the
    /// names of `ALL`, the country (`Japan`, `日本`, `China`, `中国`, `New Zealand`), its code (`JP`,
    /// `CN`), and KataGo's `chinese-ogs` and `chinese-kgs`, which are positional superko as well.
    ///
    /// ```
    /// use zobrist_go::Ruleset;
    ///
    /// assert_eq!(Ruleset::of_sgf(" Japanese Rules "), Some(Ruleset::JAPANESE));
    /// assert_eq!(Ruleset::of_sgf("Tromp-Taylor"), Some(Ruleset::TROMP_TAYLOR));
    /// assert_eq!(Ruleset::of_sgf("1/2"), None);
    /// ```
    pub fn of_sgf(value: &str) -> Option<Ruleset> {
        let letters = value.chars().filter(|letter| letter.is_alphanumeric());
        let text: String = letters.flat_map(char::to_lowercase).collect();
        let suffixes = ["rules", "rule", "规则", "規則", "ルール"];
        let name = suffixes.iter().find_map(|suffix| text.strip_suffix(suffix)).unwrap_or(&text);
        Some(match name {
            "tromptaylor" => Ruleset::TROMP_TAYLOR,
            "chinese" | "china" | "cn" | "chineseogs" | "chinesekgs" | "中国" | "中國" => {
                Ruleset::CHINESE
            }
            "aga" => Ruleset::AGA,
            "nz" | "newzealand" => Ruleset::NEW_ZEALAND,
            "japanese" | "japan" | "jp" | "日本" => Ruleset::JAPANESE,
            _ => return None,
        })
    }
}

impl Display for Ruleset {
    /// Writes the name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// The error of a text that is not the name of a rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseRulesetError {
    /// The text.
    pub got: String,
}

impl Display for ParseRulesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Ruleset::ALL.map(|ruleset| ruleset.name);
        let (last, others) = names.split_last().expect("there are rule sets");
        write!(f, "{:?}: expected {} or {last}", self.got, others.join(", "))
    }
}

impl core::error::Error for ParseRulesetError {}

impl FromStr for Ruleset {
    type Err = ParseRulesetError;

    /// Reads a name of [`ALL`](Ruleset::ALL) exactly. [`of_sgf`](Ruleset::of_sgf) is lenient.
    fn from_str(name: &str) -> Result<Ruleset, ParseRulesetError> {
        let found = Ruleset::ALL.into_iter().find(|ruleset| ruleset.name == name);
        found.ok_or_else(|| ParseRulesetError { got: name.to_owned() })
    }
}
