//! Books made from games, against a slow definition.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
use std::io::Read;
use std::num::NonZeroUsize;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Color, Move, Position};
use zobrist::Hasher;
use zobrist_chess::{BookEntry, PackedMove, Polyglot};
use zobrist_shakmaty::pgn::{GameScanner, replay_game};
use zobrist_shakmaty::{
    BookBuilder, BookOptions, BookScale, GameOptions, GameVisitor, HashablePosition, Hashed, hash,
    pack_move,
};

/// A game, read for the definition.
#[derive(Clone, Default)]
struct Game {
    plies: Vec<Ply>,
    tag: String,
    result_after_moves: String,
}

#[derive(Clone)]
struct Ply {
    key: u64,
    played: u16,
    by: Color,
}

impl Game {
    fn result(&self) -> &str {
        match self.tag.as_str() {
            "1-0" | "0-1" | "1/2-1/2" => &self.tag,
            "1/2" => "1/2-1/2",
            _ => &self.result_after_moves,
        }
    }
}

#[derive(Default)]
struct Collect {
    game: Game,
    last: u64,
}

impl GameVisitor<Polyglot, ()> for Collect {
    fn tag(&mut self, name: &[u8], value: &[u8]) {
        if name == b"Result" {
            self.game.tag = String::from_utf8(value.to_vec()).unwrap();
        }
    }

    fn position<P: HashablePosition>(
        &mut self,
        _: usize,
        played: Option<Move>,
        position: &Hashed<Polyglot, P, ()>,
    ) {
        if let Some(m) = played {
            let by = !position.position().turn();
            self.game.plies.push(Ply { key: self.last, played: pack_move(m).bits(), by });
        }
        self.last = hash(&Polyglot, position.position());
    }

    fn result(&mut self, result: shakmaty::Outcome) {
        self.game.result_after_moves = result.to_string();
    }
}

fn read(text: &str) -> Game {
    let mut collect = Collect::default();
    replay_game(&Polyglot, text.as_bytes(), GameOptions::default(), (), &mut collect).unwrap();
    collect.game
}

/// Numbers of games won, drawn, lost and unknown, and the first game and ply of the move.
type Counts = ([u128; 4], (usize, usize));

fn book_by_definition(games: &[Game], options: &BookOptions) -> Vec<BookEntry> {
    let mut counts: BTreeMap<(u64, u16), Counts> = BTreeMap::new();
    for (number, game) in games.iter().enumerate() {
        let mut seen = HashSet::new();
        for (index, ply) in game.plies.iter().enumerate().take(options.max_ply) {
            if options.only.is_some_and(|only| only != ply.by) {
                continue;
            }
            if !seen.insert((ply.key, ply.played)) && !options.compat {
                continue;
            }
            let outcome = match (game.result(), ply.by) {
                ("1-0", Color::White) | ("0-1", Color::Black) => 0,
                ("1/2-1/2", _) => 1,
                ("1-0" | "0-1", _) => 2,
                _ if options.compat => 1,
                _ if options.unknown.is_some() => 3,
                _ => continue,
            };
            let first = (number, index);
            counts.entry((ply.key, ply.played)).or_insert(([0; 4], first)).0[outcome] += 1;
        }
    }
    let factors = [options.win, options.draw, options.loss, options.unknown.unwrap_or(0)];
    let weight = |counts: [u128; 4]| -> u128 {
        counts.iter().zip(factors).map(|(count, factor)| count * u128::from(factor)).sum()
    };
    counts.retain(|_, (counts, _)| {
        let [win, draw, loss, unknown] = *counts;
        let known = win + draw + loss;
        // In thousandths of a percent: the limits of the tests are whole numbers of them.
        let limit = (options.min_score * 1000.0).round() as u128;
        known + unknown >= u128::from(options.min_games)
            && (limit == 0 || 50_000 * (2 * win + draw) >= limit * known && known > 0)
            && (weight(*counts) > 0 || options.keep_zero)
    });
    let largest = |key: Option<u64>| -> u128 {
        let of_key = counts.iter().filter(|((k, _), _)| key.is_none_or(|key| key == *k));
        of_key.map(|(_, (counts, _))| weight(*counts)).max().unwrap_or(0)
    };
    let largest_of_book = largest(None);
    let mut entries: Vec<(BookEntry, (usize, usize))> = counts
        .iter()
        .map(|(&(key, played), &(counts, first))| {
            let weight = weight(counts);
            let largest = match options.scale {
                BookScale::Position => largest(Some(key)),
                _ => largest_of_book,
            };
            let weight = match options.scale {
                BookScale::Uniform => weight.min(1),
                _ if largest <= 65535 || weight == 0 => weight,
                _ => ((weight * 65535 * 2 + largest) / (largest * 2)).max(1),
            };
            let weight = weight.try_into().unwrap();
            let played = PackedMove::from_bits(played);
            (BookEntry { key, played, weight, learn: 0 }, first)
        })
        .collect();
    entries.sort_by_key(|(entry, first)| {
        let first = if options.compat { *first } else { (0, 0) };
        (entry.key, Reverse(entry.weight), first, entry.played)
    });
    entries.into_iter().map(|(entry, _)| entry).collect()
}

/// Makes a book with several builders that share the games, in either order.
fn book(
    games: &[String],
    options: &BookOptions,
    builders: usize,
    backwards: bool,
) -> Vec<BookEntry> {
    let mut parts: Vec<_> = (0..builders).map(|_| BookBuilder::new(*options)).collect();
    let mut numbers: Vec<usize> = (0..games.len()).collect();
    if backwards {
        numbers.reverse();
    }
    for number in numbers {
        let builder = &mut parts[number % builders];
        builder.begin_game(number as u64);
        let changes = Hasher::new(Polyglot);
        let text = games[number].as_bytes();
        replay_game(&Polyglot, text, GameOptions::default(), changes, builder).unwrap();
        builder.end_game();
    }
    let mut all = BookBuilder::new(*options);
    parts.into_iter().for_each(|part| all.join(part));
    all.finish(NonZeroUsize::new(builders).unwrap()).unwrap().entries
}

fn check(texts: &[String], options: &BookOptions) {
    let games: Vec<Game> = texts.iter().map(|text| read(text)).collect();
    let expected = book_by_definition(&games, options);
    for (builders, backwards) in [(1, false), (1, true), (3, false), (3, true)] {
        let made = book(texts, options, builders, backwards);
        assert!(made == expected, "{options:?}, {builders} builders, backwards: {backwards}");
    }
}

fn sample() -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/engine-games.pgn.gz");
    let mut text = String::new();
    let file = std::fs::File::open(path).unwrap();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).unwrap();
    let mut games = Vec::new();
    let mut scanner = GameScanner::new();
    let mut rest = text.as_str();
    while let Some(end) = scanner.end_of_game(rest.as_bytes(), true) {
        games.push(rest[..end].to_owned());
        rest = &rest[end..];
    }
    games
}

/// Options that take every move of a game of known result.
fn all() -> BookOptions {
    changed(BookOptions::default(), |options| options.min_games = 1)
}

/// Options with some of their fields changed.
fn changed(mut options: BookOptions, change: impl FnOnce(&mut BookOptions)) -> BookOptions {
    change(&mut options);
    options
}

#[test]
fn sample_games_match_the_definition() {
    let games = sample();
    assert_eq!(games.len(), 2000);
    check(&games, &BookOptions::default());
    check(&games, &changed(BookOptions::default(), |options| options.compat = true));
    check(
        &games,
        &changed(all(), |options| {
            options.unknown = Some(1);
            options.keep_zero = true;
        }),
    );
    check(
        &games,
        &changed(all(), |options| {
            options.win = 1000;
            options.min_games = 2;
            options.max_ply = 30;
        }),
    );
}

/// Start positions with few moves, so that games share and repeat positions.
const STARTS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/P6P/8/8/8/8/p6p/4K3 b - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "1rk2r2/8/8/3Pp3/8/8/8/1RK2R2 w FBfb e6 0 1",
];

/// Results in tags; the first four also after moves.
const RESULTS: [&str; 6] = ["1-0", "0-1", "1/2-1/2", "*", "?", "1/2"];

fn game() -> impl Strategy<Value = String> {
    (
        select(&STARTS),
        prop::collection::vec(any::<Index>(), 0..30),
        prop::option::of(select(&RESULTS)),
        select(&RESULTS[..4]),
    )
        .prop_map(|(start, choices, tag, result)| {
            let setup = Fen::from_ascii(start.as_bytes()).unwrap().into_setup();
            let mode = CastlingMode::detect(&setup);
            let mut position: Chess = setup.position(mode).unwrap();
            let mut text = tag.map_or(String::new(), |tag| format!("[Result \"{tag}\"]\n"));
            text += &format!("[FEN \"{start}\"]\n\n");
            for choice in choices {
                let mut legal: Vec<_> = position.legal_moves().into_iter().collect();
                legal.sort_unstable_by_key(|m| pack_move(*m));
                legal.truncate(3);
                if legal.is_empty() {
                    break;
                }
                let san = SanPlus::from_move_and_play_unchecked(&mut position, *choice.get(&legal));
                text += &format!("{san} ");
            }
            text + result + "\n\n"
        })
}

fn options() -> impl Strategy<Value = BookOptions> {
    let factor = || select(vec![0, 1, 2, 3, 70_000, u32::MAX]);
    let scale = select(vec![BookScale::Book, BookScale::Position, BookScale::Uniform]);
    (
        (factor(), factor(), factor(), prop::option::of(factor())),
        (0..5_u64, select(vec![0.0, 0.125, 33.333, 50.0, 66.6, 100.0])),
        prop::option::of(any::<bool>().prop_map(Color::from_white)),
        (select(vec![0, 1, 5, 1024]), scale, any::<bool>(), any::<bool>()),
    )
        .prop_map(
            |(factors, (min_games, min_score), only, (max_ply, scale, keep_zero, compat))| {
                let mut options = BookOptions::default();
                (options.win, options.draw, options.loss, options.unknown) = factors;
                (options.min_games, options.min_score) = (min_games, min_score);
                (options.only, options.max_ply, options.scale) = (only, max_ply, scale);
                (options.keep_zero, options.compat) = (keep_zero, compat);
                options
            },
        )
}

proptest! {
    #[test]
    fn random_games_match_the_definition(
        games in prop::collection::vec(game(), 0..40),
        options in options(),
    ) {
        check(&games, &options);
        check(&games, &all());
    }
}

/// Returns the moves of a book of these games with their weights.
fn weights(games: &[&str], options: BookOptions) -> String {
    let games: Vec<String> = games.iter().map(|game| (*game).to_owned()).collect();
    check(&games, &options);
    let entries = book(&games, &options, 1, false);
    let entries: Vec<_> = entries.iter().map(|e| format!("{} {}", e.played, e.weight)).collect();
    entries.join(", ")
}

#[test]
fn a_repeated_move_counts_once_a_game() {
    let game = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 1-0";
    assert_eq!(
        weights(&[game], changed(all(), |options| options.only = Some(Color::White))),
        "g1f3 2, f3g1 2"
    );
    let compat = changed(all(), |options| {
        options.only = Some(Color::White);
        options.compat = true;
    });
    assert_eq!(weights(&[game], compat), "g1f3 6, f3g1 4");
    assert_eq!(weights(&[game], changed(all(), |options| options.min_games = 2)), "");
}

#[test]
fn unknown_results_are_left_out_unless_asked_for() {
    let games = ["1. e4 *", "1. d4", "[Result \"*\"]\n\n1. c4 1-0", "[Result \"?\"]\n\n1. b4 1-0"];
    assert_eq!(weights(&games, all()), "b2b4 2, c2c4 2");
    let unknown = changed(all(), |options| options.unknown = Some(5));
    assert_eq!(weights(&games, unknown), "d2d4 5, e2e4 5, b2b4 2, c2c4 2");
    let best = changed(unknown, |options| options.min_score = 1.0);
    assert_eq!(weights(&games, best), "b2b4 2, c2c4 2");
}

#[test]
fn no_move_reaches_a_score_of_nan() {
    let games = ["1. e4 1-0", "1. d4 1-0"].map(str::to_owned);
    let options = changed(all(), |options| options.min_score = f64::NAN);
    for builders in [1, 2] {
        assert_eq!(book(&games, &options, builders, false), []);
    }
}

#[test]
fn the_result_tag_overrides_the_result_after_the_moves() {
    assert_eq!(weights(&["[Result \"1/2-1/2\"]\n\n1. e4 1-0"], all()), "e2e4 1");
    assert_eq!(weights(&["[Result \"0-1\"]\n\n1. e4 1-0"], all()), "");
    let kept = changed(all(), |options| options.keep_zero = true);
    assert_eq!(weights(&["[Result \"0-1\"]\n\n1. e4 1-0"], kept), "e2e4 0");
}

#[test]
fn weights_are_scaled_by_book_or_by_position() {
    let games = ["1. e4 1-0", "1. e4 1-0", "1. d4 1-0", "1. c4 1/2-1/2", "1. c4 0-1"];
    let options = changed(all(), |options| options.win = 60_000);
    assert_eq!(weights(&games, options), "e2e4 65535, d2d4 32768, c2c4 1");
    // A reply to 1.d4, scaled with the book or alone.
    let more = ["1. e4 1-0", "1. e4 1-0", "1. d4 d5 0-1"];
    assert_eq!(weights(&more, options), "e2e4 65535, d7d5 32768");
    let alone = changed(options, |options| options.scale = BookScale::Position);
    assert_eq!(weights(&more, alone), "e2e4 65535, d7d5 60000");
}

#[test]
fn a_game_that_has_not_ended_does_not_count() {
    let mut builder = BookBuilder::new(all());
    for game in ["1. e4 e5 2. Ke3 1-0", "1. d4 1-0"] {
        builder.begin_game(0);
        let changes = Hasher::new(Polyglot);
        if replay_game(&Polyglot, game.as_bytes(), GameOptions::default(), changes, &mut builder)
            .is_ok()
        {
            builder.end_game();
        }
        // A second time changes nothing.
        if game.starts_with("1. d4") {
            builder.end_game();
        }
    }
    let entries = builder.finish(NonZeroUsize::MIN).unwrap().entries;
    assert_eq!(entries.len(), 1);
    assert_eq!((entries[0].played.to_string(), entries[0].weight), ("d2d4".to_owned(), 2));
}

#[test]
fn games_without_text_make_the_same_book() {
    let games = ["1. e4 e5 2. Nf3 Nc6 1-0", "1. d4 d5 2. c4 0-1"].map(str::to_owned);
    let mut builder = BookBuilder::new(all());
    for game in &games {
        let mut position = Hashed::new(Polyglot, Chess::default());
        builder.begin_game(0);
        builder.position(0, None, &position);
        for (index, ply) in read(game).plies.iter().enumerate() {
            let packed = PackedMove::from_bits(ply.played);
            let m = zobrist_shakmaty::unpack_move(position.position(), packed).unwrap();
            position.play_unchecked(m);
            builder.position(index + 1, Some(m), &position);
        }
        builder.result(read(game).result().parse().unwrap());
        builder.end_game();
    }
    assert_eq!(builder.finish(NonZeroUsize::MIN).unwrap().entries, book(&games, &all(), 1, false));
}

#[test]
fn counts_may_exceed_the_maximum_of_a_row() {
    let games: Vec<String> = (0..15_000)
        .map(|number| ["1. e4 1-0", "1. e4 0-1", "1. e4 1/2-1/2"][number % 3].to_owned())
        .collect();
    check(&games, &all());
    let made = book(&games, &all(), 2, false);
    assert_eq!((made.len(), made[0].weight), (1, 15_000));
}
