//! Rules of a whole game, by the names that servers and programs give them.

use zobrist::Rule;

use crate::handicap::HandicapBonus;
use crate::rules::{Rules, Suicide};
use crate::ruleset::{OnRepetition, Ruleset, Scoring};

/// Rules of a whole game: those of its moves, and those of the count at its end.
///
/// [`Ruleset`] has the published texts; these are rules as servers and programs name them, in the
/// terms of KataGo, which has the closest of its own for each name ([its
/// rules](https://lightvector.github.io/KataGo/rules.html),
/// [names](https://github.com/lightvector/KataGo/blob/master/docs/GTP_Extensions.md)). Meanings of
/// a name beyond these terms are not judged: Ing's fighting and disturbing ko, or a draw by
/// repetition in Korea.
///
/// | name | ko | suicide | scoring | tax | White's points for N handicap stones |
/// |---|---|---|---|---|---|
/// | `tromp-taylor` | positional superko | allowed | area | none | 0 |
/// | `chinese`, `chinese-ogs`, `chinese-kgs` | positional superko | forbidden | area | none | N |
/// | `aga`, `bga`, `french` | situational superko | forbidden | area | none | N − 1 |
/// | `aga-button` | situational superko | forbidden | area, with a button | none | N − 1 |
/// | `new-zealand` | situational superko | allowed | area | none | 0 |
/// | `ing`, `goe` | positional superko | of two stones or more | area | none | 0 |
/// | `stone-scoring`, `ancient-area` | simple ko | forbidden | area | all groups | 0 |
/// | `japanese`, `korean` | simple ko | forbidden | territory | seki | 0 |
/// | `ancient-territory` | simple ko | forbidden | territory | all groups | 0 |
///
/// `chinese` is positional superko here, as by its text, and simple ko in KataGo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameRules {
    /// The rules on ko and suicide.
    pub rules: Rules,
    /// The way to count at the end.
    pub scoring: Scoring,
    /// The consequence of a repetition of the whole board.
    pub repetition: OnRepetition,
    /// The points that do not count.
    pub tax: Tax,
    /// True if the first player to pass gets half a point (button Go).
    pub has_button: bool,
    /// White's points for handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// True if all stones on the board count as alive at the end: whoever wants a dead stone off
    /// takes it by moves. Otherwise the players may agree to take it off.
    pub counts_all_as_alive: bool,
}

/// Points that do not count at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Tax {
    /// All count.
    None,
    /// Empty points within a seki do not count.
    Seki,
    /// Each group loses the two points that it needs to live, and those within a seki do not count.
    All,
}

impl GameRules {
    /// Rules of which no more is known than those of the moves: the score is by area, dead stones
    /// may be taken off, and no handicap is compensated.
    #[must_use]
    pub const fn of(rules: Rules) -> GameRules {
        GameRules {
            rules,
            scoring: Scoring::Area,
            repetition: OnRepetition::Forbidden,
            tax: Tax::None,
            has_button: false,
            handicap_bonus: HandicapBonus::None,
            counts_all_as_alive: false,
        }
    }

    /// The rules of J. Tromp and B. Taylor.
    pub const TROMP_TAYLOR: GameRules =
        GameRules { counts_all_as_alive: true, ..GameRules::of(Rules::TROMP_TAYLOR) };

    /// Chinese rules.
    pub const CHINESE: GameRules =
        GameRules { handicap_bonus: HandicapBonus::All, ..GameRules::of(Ruleset::CHINESE.rules) };

    /// The rules of the American Go Association, and of others that play by them.
    pub const AGA: GameRules =
        GameRules { handicap_bonus: HandicapBonus::AllButOne, ..GameRules::of(Ruleset::AGA.rules) };

    /// The rules of the New Zealand Go Society.
    pub const NEW_ZEALAND: GameRules = GameRules::of(Ruleset::NEW_ZEALAND.rules);

    /// The rules of Ing Chang-ki, as far as they can be judged.
    pub const ING: GameRules =
        GameRules::of(Rules { ko: Rule::Positional, suicide: Suicide::MultiStone });

    /// Japanese rules, and Korean ones as far as they can be judged.
    pub const JAPANESE: GameRules = GameRules {
        scoring: Scoring::Territory,
        repetition: OnRepetition::NoResult,
        tax: Tax::Seki,
        ..GameRules::of(Ruleset::JAPANESE.rules)
    };

    /// Stone scoring, as of old in China.
    pub const STONE_SCORING: GameRules = GameRules {
        repetition: OnRepetition::NoResult,
        tax: Tax::All,
        ..GameRules::of(Ruleset::JAPANESE.rules)
    };

    const ANCIENT_TERRITORY: GameRules = GameRules { tax: Tax::All, ..GameRules::JAPANESE };

    const AGA_BUTTON: GameRules = GameRules { has_button: true, ..GameRules::AGA };

    /// Returns the rules that a value of the SGF property `RU` names, as servers and programs write
    /// it, or `None` if they are not known.
    ///
    /// Case, spaces and punctuation do not matter, nor does a word for "rules" at the end, nor what
    /// follows the name after a comma or in parentheses. Countries and their codes are read, too
    /// (`Korea`, `KR`, `韩国`), and KataGo's short form, of which `SPIGHT` is not known.
    ///
    /// ```
    /// use zobrist_go::{GameRules, HandicapBonus, Rule, Scoring};
    ///
    /// assert_eq!(GameRules::of_sgf("Chinese, Pair Go"), Some(GameRules::CHINESE));
    /// assert_eq!(GameRules::of_sgf("GOE"), Some(GameRules::ING));
    /// let short = GameRules::of_sgf("koSIMPLEscoreAREAtaxNONEsui0whbN").unwrap();
    /// assert_eq!((short.rules.ko, short.scoring), (Rule::SimpleKo, Scoring::Area));
    /// assert_eq!(short.handicap_bonus, HandicapBonus::All);
    /// assert_eq!(GameRules::of_sgf("house rules"), None);
    /// ```
    #[must_use]
    pub fn of_sgf(value: &str) -> Option<GameRules> {
        let name = value.split([',', ';', '(', '（', '，']).next().unwrap_or_default();
        GameRules::named(value).or_else(|| GameRules::of_short_form(value)).or_else(|| {
            // It may be a name without all that follows.
            GameRules::named(name)
        })
    }

    fn named(name: &str) -> Option<GameRules> {
        let letters = name.chars().filter(|letter| letter.is_alphanumeric());
        let text: String = letters.flat_map(char::to_lowercase).collect();
        let suffixes = ["rules", "rule", "规则", "規則", "ルール", "룰", "규칙"];
        let name = suffixes.iter().find_map(|suffix| text.strip_suffix(suffix)).unwrap_or(&text);
        Some(match name {
            "tromptaylor" => GameRules::TROMP_TAYLOR,
            "bga" | "french" => GameRules::AGA,
            "agabutton" => GameRules::AGA_BUTTON,
            "goe" | "ing" | "inggoe" | "应氏" | "應氏" => GameRules::ING,
            "stonescoring" | "ancientarea" => GameRules::STONE_SCORING,
            "ancientterritory" => GameRules::ANCIENT_TERRITORY,
            "korean" | "korea" | "kr" | "한국" | "韩国" | "韓国" | "韓國" => {
                GameRules::JAPANESE
            }
            _ => match Ruleset::of_sgf(name)? {
                Ruleset::CHINESE => GameRules::CHINESE,
                Ruleset::AGA => GameRules::AGA,
                Ruleset::NEW_ZEALAND => GameRules::NEW_ZEALAND,
                Ruleset::JAPANESE => GameRules::JAPANESE,
                _ => GameRules::TROMP_TAYLOR,
            },
        })
    }

    /// Reads KataGo's short form, such as `koPOSITIONALscoreAREAtaxNONEsui1komi7.5`. Parts that it
    /// leaves out are as under the rules of Tromp and Taylor, and the tax is that of the scoring.
    fn of_short_form(value: &str) -> Option<GameRules> {
        let text = value.to_ascii_lowercase();
        let mut rest = text.trim();
        if !rest.starts_with("ko") {
            return None;
        }
        let mut rules = GameRules::of(GameRules::ING.rules);
        let (mut tax, mut all_alive) = (None, true);
        while !rest.is_empty() {
            let mut field = |name: &str| match rest.strip_prefix(name) {
                Some(after) => {
                    rest = after.trim_start();
                    true
                }
                None => false,
            };
            if field("komi") {
                // It has a property of its own.
                rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || "+-.".contains(c));
                rest = rest.trim_start();
            } else if field("ko") {
                let ko = one_of(&mut rest, &KO_RULES)?;
                rules.set_ko(ko);
            } else if field("scoring") || field("score") {
                rules.scoring = one_of(&mut rest, &SCORINGS)?;
            } else if field("tax") {
                tax = Some(one_of(&mut rest, &TAXES)?);
            } else if field("sui") {
                let suicides = [("1", Suicide::MultiStone), ("0", Suicide::Forbidden)];
                rules.rules.suicide = one_of(&mut rest, &suicides)?;
            } else if field("button") {
                rules.has_button = one_of(&mut rest, &BITS)?;
            } else if field("whb") {
                rules.handicap_bonus = one_of(&mut rest, &BONUSES)?;
            } else if field("fpok") {
                all_alive = !one_of(&mut rest, &BITS)?;
            } else {
                return None;
            }
        }
        rules.tax = tax.unwrap_or(rules.usual_tax());
        Some(if all_alive { rules.or_tromp_taylor() } else { rules })
    }

    /// Sets the rule on ko. Under the simple ko, longer cycles may end a game without result.
    pub fn set_ko(&mut self, ko: Rule) {
        self.rules.ko = ko;
        self.repetition = match ko {
            Rule::SimpleKo => OnRepetition::NoResult,
            _ => OnRepetition::Forbidden,
        };
    }

    /// The tax that goes with the scoring if none is named: on seki where territory counts.
    #[must_use]
    pub fn usual_tax(self) -> Tax {
        match self.scoring {
            Scoring::Area => Tax::None,
            Scoring::Territory => Tax::Seki,
        }
    }

    /// Returns the rules of Tromp and Taylor if these are the same but for the suicide of one stone
    /// and dead stones; otherwise these.
    #[must_use]
    pub fn or_tromp_taylor(self) -> GameRules {
        let own = GameRules { counts_all_as_alive: true, ..self };
        if own.is_like(GameRules::TROMP_TAYLOR) { GameRules::TROMP_TAYLOR } else { self }
    }

    /// True if moves and scores are judged alike. The suicide of one stone, which KataGo's terms do
    /// not know, makes no difference.
    #[must_use]
    pub fn is_like(self, other: GameRules) -> bool {
        let terms = |rules: GameRules| {
            let is_allowed = rules.rules.suicide != Suicide::Forbidden;
            (rules.rules.ko, is_allowed, rules.scoring, rules.tax, rules.has_button)
        };
        terms(self) == terms(other) && self.handicap_bonus == other.handicap_bonus
    }
}

const KO_RULES: [(&str, Rule); 3] = [
    ("simple", Rule::SimpleKo),
    ("positional", Rule::Positional),
    ("situational", Rule::Situational),
];
const SCORINGS: [(&str, Scoring); 2] = [("area", Scoring::Area), ("territory", Scoring::Territory)];
const TAXES: [(&str, Tax); 3] = [("none", Tax::None), ("seki", Tax::Seki), ("all", Tax::All)];
const BITS: [(&str, bool); 2] = [("0", false), ("1", true)];
const BONUSES: [(&str, HandicapBonus); 3] =
    [("0", HandicapBonus::None), ("n-1", HandicapBonus::AllButOne), ("n", HandicapBonus::All)];

/// Reads one of these values from the beginning of a text.
fn one_of<T: Copy>(text: &mut &str, values: &[(&str, T)]) -> Option<T> {
    let read = |(name, value): &(&str, T)| Some((text.strip_prefix(*name)?, *value));
    let (rest, value) = values.iter().find_map(read)?;
    *text = rest.trim_start();
    Some(value)
}
