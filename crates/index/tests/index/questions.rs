//! Queries to an index.

use shakmaty::fen::Fen;
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{CastlingMode, Chess, Position};
use zobrist_index::{
    BuildOptions, Filter, GameCounts, GameResult, GroupedBy, Index, IndexError, PlayerName,
    PlayerOutcome, Question,
};

use crate::recount::games;
use crate::tool::{Folder, append, feed, sample, threads};

fn after(moves: &[&str]) -> Chess {
    let mut position = Chess::default();
    for san in moves {
        let m = san.parse::<shakmaty::san::San>().unwrap().to_move(&position).unwrap();
        position.play_unchecked(m);
    }
    position
}

fn position(variant: Variant, fen: &str) -> VariantPosition {
    let setup = fen.parse::<Fen>().unwrap().into_setup();
    let mode = CastlingMode::detect(&setup);
    VariantPosition::from_setup(variant, setup, mode).unwrap()
}

/// The moves of a position with White wins, draws, Black wins and unknown results.
fn moves(
    index: &Index,
    position: &impl zobrist_shakmaty::HashablePosition,
) -> Vec<(String, [u64; 4])> {
    let moves = index.moves(position).unwrap();
    let counts = moves.iter().map(|count| {
        let counts =
            [count.counts.white, count.counts.draws, count.counts.black, count.counts.unknown];
        assert_eq!(count.games(), counts.iter().sum::<u64>());
        (count.played.to_string(), counts)
    });
    counts.collect()
}

#[test]
fn transpositions_are_one_position() {
    let text = "1. d4 Nf6 2. c4 e6 3. Nc3 1-0\n\n1. c4 e6 2. d4 Nf6 3. Nc3 0-1\n\n\
                1. c4 Nf6 2. d4 e6 3. Nf3 *\n\n1. d4 d5 1/2-1/2\n";
    let (_folder, index) = Folder::index_of(text);
    let expected = vec![("b1c3".to_owned(), [1, 0, 1, 0]), ("g1f3".to_owned(), [0, 0, 0, 1])];
    for order in [["d4", "Nf6", "c4", "e6"], ["c4", "e6", "d4", "Nf6"], ["d4", "e6", "c4", "Nf6"]] {
        assert_eq!(moves(&index, &after(&order)), expected);
    }
    let first = vec![("c2c4".to_owned(), [0, 0, 1, 1]), ("d2d4".to_owned(), [1, 1, 0, 0])];
    assert_eq!(moves(&index, &Chess::default()), first);
    // A last position has no moves, and one that was never reached neither.
    assert!(moves(&index, &after(&["d4", "d5"])).is_empty());
    assert!(moves(&index, &after(&["a4"])).is_empty());
}

#[test]
fn variants_and_chess960_are_kept_apart() {
    let text = r#"
1. e4 e5 1-0

[Variant "King of the Hill"]

1. d4 d5 0-1

[Variant "Atomic"]

1. Nf3 1/2-1/2

[Variant "Crazyhouse"]

1. c4 *

[Variant "Chess960"]
[FEN "4k3/8/8/8/8/8/8/4K1RR w G - 0 1"]

1. O-O 1-0

[Variant "Chess960"]
[FEN "4k3/8/8/8/8/8/8/4K1RR w H - 0 1"]

1. Rg2 0-1
"#;
    let (_folder, index) = Folder::index_of(text);
    let one = |m: &str, counts| vec![(m.to_owned(), counts)];
    assert_eq!(moves(&index, &Chess::default()), one("e2e4", [1, 0, 0, 0]));
    for (variant, expected) in [
        (Variant::Chess, one("e2e4", [1, 0, 0, 0])),
        (Variant::KingOfTheHill, one("d2d4", [0, 0, 1, 0])),
        (Variant::Atomic, one("g1f3", [0, 1, 0, 0])),
        (Variant::Crazyhouse, one("c2c4", [0, 0, 0, 1])),
        (Variant::ThreeCheck, vec![]),
    ] {
        assert_eq!(moves(&index, &VariantPosition::new(variant)), expected, "{variant}");
        let games = index.games_with(&VariantPosition::new(variant), 10).unwrap();
        assert_eq!(games.len(), expected.len(), "{variant}");
    }
    for (castling, expected) in
        [("G", one("e1g1", [1, 0, 0, 0])), ("H", one("g1g2", [0, 0, 1, 0])), ("-", vec![])]
    {
        let fen = format!("4k3/8/8/8/8/8/8/4K1RR w {castling} - 0 1");
        assert_eq!(moves(&index, &position(Variant::Chess, &fen)), expected, "{castling}");
    }
}

#[test]
fn en_passant_squares_that_mean_nothing_split_nothing() {
    let text = "1. e4 e5 2. d4 *\n\n1. d3 e5 2. d4 d6 3. e3 a6 4. e4 *\n";
    let (_folder, index) = Folder::index_of(text);
    let with = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2";
    let without = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 3 9";
    for fen in [with, without] {
        let expected = vec![("d2d4".to_owned(), [0, 0, 0, 1])];
        assert_eq!(moves(&index, &position(Variant::Chess, fen)), expected);
    }
}

#[test]
fn averages_are_of_the_elos_that_are_known() {
    let text = "[WhiteElo \"2000\"]\n[BlackElo \"2101\"]\n\n1. e4 *\n\n\
                [WhiteElo \"1900\"]\n[BlackElo \"?\"]\n[Date \"1990.01.01\"]\n\n1. e4 *\n\n\
                1. d4 *\n\n[Date \"1980.??.??\"]\n\n1. d4 *\n";
    let (_folder, index) = Folder::index_of(text);
    let moves = index.moves(&Chess::default()).unwrap();
    let facts: Vec<_> = moves
        .iter()
        .map(|count| {
            (
                count.counts.average_elo(),
                count.counts.elo_count,
                count.counts.years,
                count.first_game_id,
            )
        })
        .collect();
    let d4 = (None, 0, Some((1980, 1980)), 2);
    assert_eq!(facts, [d4, (Some(6001.0 / 3.0), 3, Some((1990, 1990)), 0)]);
}

#[test]
fn games_are_found_by_replay_each_once_in_order() {
    // The first game comes to the position three times, the third is of another variant.
    let text = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *\n\n1. e4 *\n\n\
                [Variant \"Atomic\"]\n\n1. Nf3 Nf6 *\n\n1. e4 Nf6 2. e5 *\n\n\
                1. Nc3 Nf6 2. Nb1 Ng8 3. Nf3 Nf6 1-0\n";
    let (_folder, index) = Folder::index_of(text);
    let found = |moves: &[&str], most| {
        let games = index.games_with(&after(moves), most).unwrap();
        games.into_iter().map(|found| (found.ply, found.game.game_id)).collect::<Vec<_>>()
    };
    assert_eq!(found(&["Nf3", "Nf6"], 10), [(2, 0), (6, 4)]);
    assert_eq!(found(&["Nf3", "Nf6"], 1), [(2, 0)]);
    assert_eq!(found(&["Nf3", "Nf6"], 0), []);
    assert_eq!(found(&[], usize::MAX), [(0, 0), (0, 1), (0, 3), (0, 4)]);
    assert_eq!(found(&["h4"], 10), []);
}

#[test]
fn games_of_the_sample_are_those_that_reach_a_position() {
    let text = sample(400);
    let folder = Folder::new();
    let (first, rest) = text.split_at(text.match_indices("[Event ").nth(150).unwrap().0);
    folder.build(BuildOptions::default(), first);
    let files = [folder.games("rest.pgn", rest)];
    let mut builder = append(&folder.index(), BuildOptions::default(), &files);
    feed(&mut builder, &files, 50, usize::MAX);
    builder.finish().unwrap();
    let index = Index::open(folder.index()).unwrap();
    let all = games(&text);
    for line in [&[][..], &["e4"], &["e4", "c5"], &["d4", "d5"]] {
        let wanted = after(line);
        let fen = |position: &VariantPosition| {
            Fen::from_position(position, shakmaty::EnPassantMode::Legal).to_string()
        };
        let board = Fen::from_position(&wanted, shakmaty::EnPassantMode::Legal).to_string();
        let same = |a: &str, b: &str| a.split(' ').take(4).eq(b.split(' ').take(4));
        let expected: Vec<_> = all
            .iter()
            .enumerate()
            .filter_map(|(number, game)| {
                // Nothing of these lines comes about later.
                let positions = game.positions().into_iter().take(8);
                let mut plies = positions.enumerate();
                let ply = plies.find(|(_, (position, _))| same(&fen(position), &board))?.0;
                Some((ply as u32, number as u64))
            })
            .collect();
        assert!(expected.len() > 3, "{line:?}");
        for most in [1, 3, expected.len(), usize::MAX] {
            let games = index.games_with(&wanted, most).unwrap();
            let found: Vec<_> = games.iter().map(|found| (found.ply, found.game.game_id)).collect();
            assert_eq!(found, expected[..most.min(expected.len())], "{line:?}");
        }
    }
}

#[test]
fn a_game_is_returned_as_it_was_read() {
    let text = "[Event \"E\"]\n[Site \"S\"]\n[Date \"2020.01.02\"]\n[Round \"3\"]\n[White \"W\"]\n\
                [Black \"B\"]\n[Result \"0-1\"]\n[WhiteElo \"1500\"]\n[BlackElo \"?\"]\n\
                [Variant \"Crazyhouse\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1\"]\n\
                [SetUp \"1\"]\n\n1. Q@d7+ Kxd7 0-1\n\n";
    let (folder, index) = Folder::index_of(&format!("1. e4 *\n\n{text}"));
    let game = index.game(1).unwrap();
    assert_eq!((game.game_id, game.game), (1, 2));
    let texts =
        [&game.white_name, &game.black_name, &game.date, &game.event, &game.site, &game.round];
    assert_eq!(texts.map(|text| text.as_deref().unwrap()), ["W", "B", "2020.01.02", "E", "S", "3"]);
    assert_eq!(
        (game.white_elo, game.black_elo, game.result),
        (Some(1500), None, GameResult::Black)
    );
    assert_eq!(game.start_tags.variant.as_deref(), Some(&b"Crazyhouse"[..]));
    assert_eq!(game.start_tags.fen.as_deref(), Some(&b"4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1"[..]));
    assert_eq!(game.tags, r#"{"BlackElo":"?","SetUp":"1"}"#);
    let moves: Vec<_> = game.moves.iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["Q@d7", "e8d7"]);
    assert_eq!(game.file, folder.games("games.pgn", "").to_string_lossy());
    assert!(game.offset <= 9);
    let first = index.game(0).unwrap();
    assert_eq!(
        (first.white_name, first.white_elo, &*first.tags, first.offset),
        (None, None, "{}", 0)
    );

    let batches = index.game_batches().map(Result::unwrap);
    let numbers: Vec<_> = batches.flatten().map(|game| game.game_id).collect();
    assert_eq!(numbers, [0, 1]);
    for number in [2, u64::MAX] {
        let error = index.game(number).unwrap_err();
        assert!(matches!(error, IndexError::NoGame(n) if n == number), "{error}");
    }
}

#[test]
fn questions_of_many_threads_at_once() {
    let (_folder, index) = Folder::index_of(&sample(100));
    let expected = index.moves(&Chess::default()).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..threads(4).get() {
            scope.spawn(|| {
                for _ in 0..20 {
                    assert_eq!(index.moves(&Chess::default()).unwrap(), expected);
                    assert_eq!(index.games_with(&Chess::default(), 5).unwrap().len(), 5);
                }
            });
        }
    });
}

/// A game may come to two positions that have one key: keys count neither pockets nor the checks
/// that remain. With a filter that keeps all games, the answers are those without one.
#[test]
fn positions_of_one_game_with_the_same_key_are_told_apart_under_filters() {
    let text = "[Variant \"Three-check\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1\"]\n\n\
                1. Ra8+ Kd7 2. Ra1 Ke8 3. Rb1 *\n\n\
                [Variant \"Crazyhouse\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3[] w - - 0 1\"]\n\n1. Rc1 *\n\n\
                [Variant \"Crazyhouse\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3[N] w - - 0 1\"]\n\n\
                1. N@d2 Kd7 2. Rb1 Ke8 3. Ra1 *\n\n\
                [FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n\n1. Rb1 Kd7 2. Ra1 Ke8 3. Rc1 *\n";
    let (_folder, index) = Folder::index_of(text);
    let mut filter = Filter::default();
    filter.result = Some(GameResult::Unknown);
    for (variant, fen, expected) in [
        (Variant::ThreeCheck, "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1", &["a1a8"][..]),
        (Variant::ThreeCheck, "4k3/8/8/8/8/8/8/R3K3 w - - 2+3 0 1", &["a1b1"]),
        (Variant::ThreeCheck, "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", &[]),
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/R3K3[] w - - 0 1", &["a1c1"]),
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/R3K3[N] w - - 0 1", &["N@d2"]),
        (Variant::Chess, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", &["a1b1", "a1c1"]),
    ] {
        let position = position(variant, fen);
        let found = moves(&index, &position);
        let names: Vec<&str> = found.iter().map(|(name, _)| &**name).collect();
        assert_eq!(names, expected, "{fen}");
        let answer = index.answer(&Question::new(&position).filter(&filter).games(9)).unwrap();
        assert_eq!(answer.moves, index.moves(&position).unwrap(), "{fen}");
        let games = index.games_with(&position, 9).unwrap();
        assert_eq!(
            (answer.kept, answer.reached),
            (games.len() as u64, games.len() as u64),
            "{fen}"
        );
        assert_eq!(answer.games, games, "{fen}");
        // The first visit alone.
        filter.max_ply = Some(1);
        let answer = index.answer(&Question::new(&position).filter(&filter)).unwrap();
        filter.max_ply = None;
        let first = expected.first().filter(|_| games.iter().any(|game| game.ply == 0));
        let names: Vec<String> = answer.moves.iter().map(|m| m.played.to_string()).collect();
        assert_eq!(names, first.into_iter().copied().collect::<Vec<_>>(), "{fen}");
    }
}

/// Each group is the answer to a question about its games alone.
#[test]
fn groups_are_the_answers_of_their_filters() {
    let (_folder, index) = Folder::index_of(&sample(2000));
    for position in [Chess::default(), after(&["e4", "c5"])] {
        let plain = index.answer(&Question::new(&position)).unwrap();
        assert!(plain.groups.is_empty() && plain.player.is_none());
        for by in [GroupedBy::Year, GroupedBy::Elo] {
            let question = Question::new(&position).grouped(by);
            let answer = index.answer(&question).unwrap();
            assert_eq!((&answer.counts, &answer.moves), (&plain.counts, &plain.moves));
            assert_eq!(
                answer.groups.iter().map(|group| group.counts).sum::<GameCounts>(),
                plain.counts
            );
            assert!(answer.groups.is_sorted_by_key(|group| group.group));
            for group in &answer.groups {
                let Some(name) = group.group else { continue };
                let mut filter = Filter::default();
                match by {
                    GroupedBy::Year => {
                        let year = name.to_string().parse().unwrap();
                        (filter.since, filter.until) = (Some(year), Some(year));
                    }
                    _ => filter.mean_elos = vec![format!("{name}..{}", name + 99).parse().unwrap()],
                }
                let alone = index.answer(&Question::new(&position).filter(&filter)).unwrap();
                assert_eq!((alone.counts, alone.moves), (group.counts, group.moves.clone()));
            }
            let mut sum = index.answer(&question).unwrap();
            sum.add(answer.clone());
            assert_eq!(sum.groups.len(), answer.groups.len());
            for (sum, one) in sum.groups.iter().zip(&answer.groups) {
                assert_eq!(sum.counts.games(), 2 * one.counts.games());
                assert_eq!(sum.moves.len(), one.moves.len());
            }
        }
    }
}

/// The totals of a player count each game once, and his outcomes divide them.
#[test]
fn a_player_has_totals() {
    let (_folder, index) = Folder::index_of(&sample(2000));
    let game = index.game(0).unwrap();
    let mut filter = Filter::default();
    filter.players = vec![PlayerName::new(game.white_name.as_deref().unwrap()).unwrap()];
    let start = Chess::default();
    let answer = index.answer(&Question::new(&start).filter(&filter)).unwrap();
    let player = answer.player.unwrap();
    let all = player.wins + player.draws + player.losses;
    assert_eq!(all + answer.counts.unknown, answer.kept);
    for (outcome, games) in [
        (PlayerOutcome::Won, player.wins),
        (PlayerOutcome::Drawn, player.draws),
        (PlayerOutcome::Lost, player.losses),
    ] {
        filter.outcome = Some(outcome);
        let alone = index.answer(&Question::new(&start).filter(&filter)).unwrap();
        assert_eq!(alone.kept, games, "{filter}");
        assert_eq!(alone.player.unwrap().score().is_some(), games > 0);
        let words = filter.to_string();
        assert!(words.ends_with(&format!(", {}", outcome.as_str())), "{words}");
    }
    filter.players.clear();
    let error = index.answer(&Question::new(&start).filter(&filter)).unwrap_err();
    assert!(matches!(error, IndexError::Filter(_)), "{error}");
}
