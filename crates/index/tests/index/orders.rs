//! Counts of games, each once, and of those that reach the next position by other moves, against
//! their definition: every position of every game, as replayed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position};
use zobrist_index::{BuildOptions, Duplicates, Filter, Index, Question, SchemeId, SeenGames};
use zobrist_shakmaty::pack_move;

use crate::recount::{Game, games, name};
use crate::tool::{Folder, append, build, feed, threads};

/// Games of few different moves, so that they come back to positions and meet in others. The
/// players of a game and its Elos depend on its number.
fn text(seed: u64, count: usize) -> String {
    let mut state = seed;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) as usize % below
    };
    let mut text = String::new();
    for number in 0..count {
        let elo = 1000 + 100 * (number % 13);
        let result = ["1-0", "0-1", "1/2-1/2", "*"][next(4)];
        write!(text, "[WhiteElo \"{elo}\"]\n[BlackElo \"{elo}\"]\n[Result \"{result}\"]\n\n")
            .unwrap();
        let mut position = VariantPosition::default();
        for ply in 0..next(12) {
            let moves: Vec<Move> = position
                .legal_moves()
                .into_iter()
                .filter(|m| ["N", "c4", "c5"].iter().any(|part| m.to_string().contains(part)))
                .collect();
            let Some(m) = moves.get(next(moves.len().max(1))) else { break };
            let san = shakmaty::san::SanPlus::from_move(position.clone(), *m);
            if ply % 2 == 0 {
                write!(text, "{}. ", ply / 2 + 1).unwrap();
            }
            write!(text, "{san} ").unwrap();
            position.play_unchecked(*m);
        }
        write!(text, "{result}\n\n").unwrap();
    }
    text
}

type Name = (i64, i32);

/// The visits of a game: position, what was played there, and the ply.
fn visits(game: &Game, max_ply: Option<usize>) -> Vec<(Name, u16, usize)> {
    let scheme = SchemeId::Fide.into();
    let positions = game.positions().into_iter().enumerate();
    let visits = positions.map(|(ply, (position, played))| (name(&position, &scheme), played, ply));
    visits.take(max_ply.unwrap_or(usize::MAX)).collect()
}

/// Compares every answer about the first positions of some games with the definition.
fn check(index: &Index, all: &[Game], indexed: Option<usize>, filter: &Filter) {
    let kept: Vec<&Game> = all
        .iter()
        .filter(|game| {
            let elo = game.elos()[0].unwrap();
            filter.elo.is_none_or(|range| range.min().is_none_or(|min| elo >= i64::from(min)))
        })
        .collect();
    let counts_ply = |ply: usize| filter.max_ply.is_none_or(|max| ply < max as usize);
    let visits_of: Vec<Vec<_>> = kept.iter().map(|game| visits(game, indexed)).collect();
    let scheme = SchemeId::Fide.into();
    let mut positions: BTreeMap<Name, VariantPosition> = BTreeMap::new();
    for game in all.iter().take(12) {
        for (position, _) in game.positions() {
            positions.insert(name(&position, &scheme), position);
        }
    }
    let mut by_other_orders = 0;
    for (at, position) in &positions {
        let question = Question::new(position).filter(filter).threads(threads(2));
        let answer = index.answer(&question).unwrap();
        let here = |visits: &&Vec<(Name, u16, usize)>| {
            visits.iter().any(|(name, _, ply)| name == at && counts_ply(*ply))
        };
        let games: Vec<_> = visits_of.iter().filter(here).collect();
        assert_eq!(answer.kept, games.len() as u64, "{filter} {indexed:?} {position:?}");
        assert_eq!(answer.counts.games(), answer.kept);
        let results = |result: &str| {
            let games = kept.iter().zip(&visits_of);
            games.filter(|(game, visits)| game.result() == result && here(visits)).count() as u64
        };
        let counts = answer.counts;
        assert_eq!(
            [counts.white, counts.draws, counts.black, counts.unknown],
            ["1-0", "1/2-1/2", "0-1", "*"].map(results)
        );
        let ends = |visits: &&&Vec<(Name, u16, usize)>| {
            let (name, played, ply) = *visits.last().unwrap();
            name == *at && played == 0 && counts_ply(ply)
        };
        assert_eq!(answer.ended, games.iter().filter(ends).count() as u64);
        let moves: Vec<Move> = position.legal_moves().into_iter().collect();
        let others = index.other_orders(&question, &moves, &mut []).unwrap();
        for (m, others) in moves.iter().zip(others) {
            let mut next = position.clone();
            next.play_unchecked(*m);
            let next = name(&next, &scheme);
            let packed = pack_move(*m).bits();
            let is_other = |visits: &&Vec<(Name, u16, usize)>| {
                let reaches = visits.iter().any(|(name, _, ply)| *name == next && counts_ply(*ply));
                let plays = visits
                    .iter()
                    .any(|(name, played, ply)| name == at && *played == packed && counts_ply(*ply));
                reaches && !plays
            };
            let expected = visits_of.iter().filter(is_other).count() as u64;
            assert_eq!(others, Some(expected), "{m} in {at:?} with {filter}");
            by_other_orders += expected;
        }
    }
    assert!(by_other_orders > 0, "nothing was tested");
}

fn filters() -> Vec<Filter> {
    let mut by_elo = Filter::default();
    by_elo.elo = Some("1500..".parse().unwrap());
    let mut by_ply = Filter::default();
    by_ply.max_ply = Some(5);
    let mut by_both = by_elo.clone();
    by_both.max_ply = Some(4);
    vec![Filter::default(), by_elo, by_ply, by_both]
}

#[test]
fn games_count_once_and_by_other_orders_as_defined() {
    for seed in 1..=4 {
        let (first, second) = (text(seed, 60), text(seed + 100, 40));
        let all: Vec<Game> = games(&first).into_iter().chain(games(&second)).collect();
        for max_ply in [None, Some(6)] {
            let folder = Folder::new();
            let mut options = BuildOptions::default();
            options.select.max_ply = max_ply.map(|plies| plies as u32);
            let files = [folder.games("a.pgn", &first), folder.games("b.pgn", &second)];
            let mut builder = build(&folder.index(), options.clone(), &files[..1]);
            feed(&mut builder, &files[..1], usize::MAX, usize::MAX);
            builder.finish().unwrap();
            let mut builder = append(&folder.index(), options, &files[1..]);
            feed(&mut builder, &files[1..], usize::MAX, usize::MAX);
            builder.finish().unwrap();
            let index = Index::open(folder.index()).unwrap();
            assert_eq!(index.info().segments, 2);
            for filter in filters() {
                check(&index, &all, max_ply, &filter);
            }
        }
    }
}

/// A game that stands in two indexes counts once, wherever it came from.
#[test]
fn games_seen_before_are_not_among_other_orders() {
    let text = "[White \"A\"]\n\n1. d4 Nf6 2. c4 *\n\n[White \"B\"]\n\n1. c4 Nf6 2. d4 *\n\n\
                [White \"C\"]\n\n1. c4 Nf6 2. d4 g6 *\n";
    let (_one, first) = Folder::index_of(text);
    let (_other, second) = Folder::index_of(text);
    let mut position = VariantPosition::default();
    for san in ["d4", "Nf6"] {
        let san: shakmaty::san::San = san.parse().unwrap();
        position.play_unchecked(san.to_move(&position).unwrap());
    }
    let moves: Vec<Move> = position.legal_moves().into_iter().collect();
    let question = Question::new(&position);
    let mut seen: Vec<SeenGames> =
        moves.iter().map(|_| SeenGames::new(Duplicates::Exact)).collect();
    let c4 = moves.iter().position(|m| m.to_string() == "c2-c4").unwrap();
    for (index, expected) in [(&first, 2), (&second, 0)] {
        assert_eq!(index.other_orders(&question, &moves, &mut []).unwrap()[c4], Some(2));
        assert_eq!(index.other_orders(&question, &moves, &mut seen).unwrap()[c4], Some(expected));
    }
}

#[test]
fn games_are_listed_in_the_order_that_was_asked_for() {
    let game =
        |date: &str, elo: &str| format!("[Date \"{date}\"]\n[WhiteElo \"{elo}\"]\n\n1. e4 *\n\n");
    let dates = ["2023.01.05", "????.??.??", "2024.??.??", "2024.02.01", "2023.01.05"];
    let elos = ["2000", "2500", "?", "1000", "2500"];
    let text: String = dates.iter().zip(elos).map(|(date, elo)| game(date, elo)).collect();
    let (_folder, index) = Folder::index_of(&text);
    let start = VariantPosition::default();
    for (order, expected) in [
        (zobrist_index::GameOrder::First, [0, 1, 2, 3, 4]),
        (zobrist_index::GameOrder::Newest, [3, 2, 4, 0, 1]),
        (zobrist_index::GameOrder::Strongest, [1, 4, 0, 3, 2]),
    ] {
        for limit in 0..=5 {
            let answer = index.answer(&Question::new(&start).games(limit).order(order)).unwrap();
            let mut listed = answer.games;
            let ids: BTreeSet<u64> = listed.iter().map(|found| found.game.game_id).collect();
            assert_eq!(ids.len(), limit, "{order:?}");
            let numbers: Vec<u64> = listed.iter().map(|found| found.game.game_id).collect();
            assert_eq!(numbers, expected[..limit], "{order:?}");
            order.sort(&mut listed);
            let sorted: Vec<u64> = listed.iter().map(|found| found.game.game_id).collect();
            assert_eq!(sorted, numbers);
            assert_eq!((answer.kept, answer.moves.len()), (5, 1));
        }
    }
}

/// The numbers of other orders after a line, of the move that is named.
fn others_after(index: &Index, line: &[&str], m: &str, max_ply: Option<u32>) -> Option<u64> {
    let mut position = VariantPosition::default();
    for san in line {
        let san: shakmaty::san::San = san.parse().unwrap();
        position.play_unchecked(san.to_move(&position).unwrap());
    }
    let san: shakmaty::san::San = m.parse().unwrap();
    let m = san.to_move(&position).unwrap();
    let mut filter = Filter::default();
    filter.max_ply = max_ply;
    let question = Question::new(&position).filter(&filter);
    index.other_orders(&question, &[m], &mut []).unwrap()[0]
}

/// The game is cut off at the position after a move that it played, which it had reached before.
#[test]
fn a_game_that_played_the_move_is_no_other_even_if_it_is_cut_off_there() {
    let folder = Folder::new();
    let mut options = BuildOptions::default();
    options.select.max_ply = Some(6);
    folder.build(options, "1. Nc3 e6 2. Nb1 Nc6 3. Nc3 Nb8 *\n");
    let index = Index::open(folder.index()).unwrap();
    assert_eq!(others_after(&index, &["Nc3", "e6", "Nb1", "Nc6", "Nc3"], "Nb8", None), Some(0));
}

/// As many games played a move as are in the position after it, but not before the ply of the
/// filter.
#[test]
fn games_that_count_by_their_ply_are_other_than_those_that_do_not() {
    let text = "1. Nc3 Nf6 2. Nf3 Ng8 3. Nb1 Nf6 4. Nc3 Ng8 *\n\n1. Nf3 Nf6 2. Nc3 e5 *\n";
    let (_folder, index) = Folder::index_of(text);
    for (max_ply, expected) in [(None, 0), (Some(6), 1)] {
        assert_eq!(others_after(&index, &["Nf3", "Nf6"], "Nc3", max_ply), Some(expected));
    }
}

/// Games of a list are read some at a time, whatever numbers and row groups they have.
#[test]
fn long_lists_are_those_of_single_games() {
    let text: String = (0..1500)
        .map(|number| {
            let date = 1 + number * 7 % 28;
            let first = if number % 3 == 0 { "1. d4" } else { "1. e4" };
            format!("[Round \"{number}\"]\n[Date \"2024.01.{date:02}\"]\n\n{first} *\n\n")
        })
        .collect();
    let (_folder, index) = Folder::index_of(&text);
    let mut position = VariantPosition::default();
    let e4: shakmaty::san::San = "e4".parse().unwrap();
    position.play_unchecked(e4.to_move(&position).unwrap());
    for order in [zobrist_index::GameOrder::First, zobrist_index::GameOrder::Newest] {
        for limit in [1, 600, usize::MAX] {
            let answer = index.answer(&Question::new(&position).games(limit).order(order)).unwrap();
            assert_eq!(answer.games.len(), limit.min(1000));
            for found in &answer.games {
                assert_eq!(found.game, index.game(found.game.game_id).unwrap());
                assert_eq!(found.ply, 1);
            }
            let numbers: BTreeSet<u64> = answer.games.iter().map(|g| g.game.game_id).collect();
            assert_eq!(numbers.len(), answer.games.len());
        }
    }
}

/// Lists in any order are read in that of the table, across its row groups of 8192 games, and are
/// those of single games all the same.
#[test]
fn lists_across_row_groups_are_in_the_order_that_was_asked_for() {
    const GAMES: u64 = 9000;
    let date = |number: u64| format!("{}.01.01", 1900 + number * 37 % 120);
    let text: String = (0..GAMES)
        .map(|number| {
            let (date, elo) = (date(number), 1000 + number * 7919 % 1500);
            format!("[Date \"{date}\"]\n[WhiteElo \"{elo}\"]\n\n1. e4 *\n\n")
        })
        .collect();
    let (_folder, index) = Folder::index_of(&text);
    let start = VariantPosition::default();
    let by_date = |number: u64| (u64::MAX - (1900 + number * 37 % 120), u64::MAX - number);
    let by_elo = |number: u64| (u64::MAX - (1000 + number * 7919 % 1500), number);
    type Key = (u64, u64);
    let orders: [(zobrist_index::GameOrder, &dyn Fn(u64) -> Key); 2] = [
        (zobrist_index::GameOrder::Newest, &by_date),
        (zobrist_index::GameOrder::Strongest, &by_elo),
    ];
    for (order, key) in orders {
        let mut expected: Vec<u64> = (0..GAMES).collect();
        expected.sort_by_key(|number| key(*number));
        let answer = index.answer(&Question::new(&start).games(300).order(order)).unwrap();
        let numbers: Vec<u64> = answer.games.iter().map(|found| found.game.game_id).collect();
        assert_eq!(numbers, expected[..300], "{order:?}");
        assert!(numbers.iter().any(|number| *number > 8192) && numbers[0] < GAMES);
        for found in answer.games.iter().step_by(30) {
            assert_eq!(found.game, index.game(found.game.game_id).unwrap());
            assert_eq!(found.game.date.as_deref(), Some(&*date(found.game.game_id)));
        }
    }
}
