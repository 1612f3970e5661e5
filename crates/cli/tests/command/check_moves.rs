//! `zobrist hash --check` on an engine that updates its hash move by move, with planted bugs: lines
//! of moves of which the last hash is known, and logs of every move.

use std::collections::HashMap;

use zobrist::source::SplitMix64;

use crate::incremental::{BUGS, Bug, Play};
use crate::rookie::{Engine, folder, positions};
use crate::tool::{Folder, Run};

const ROOKIE: [&str; 2] = ["--scheme", "rookie.toml"];

fn check(folder: &Folder, text: &str, more: &[&str]) -> Run {
    folder.write("log.txt", text);
    let args = ["hash", "--check", "log.txt"];
    folder.zobrist(args.into_iter().chain(ROOKIE).chain(more.iter().copied()))
}

/// Positions of the sample games, far from each other, and after each one with open files for the
/// rooks and one with pawns about to promote.
fn starts(count: usize) -> Vec<String> {
    let more =
        ["r3k2r/2pppp2/8/8/8/8/2PPPP2/R3K2R w KQkq - 0 1", "8/PPP5/4k3/8/8/4K3/5ppp/8 b - - 0 1"];
    let fens = positions(40 * count).into_iter().step_by(40);
    fens.flat_map(|fen| [fen.as_str(), more[0], more[1]].map(String::from)).collect()
}

/// The number of times that the moves that could have made one mistake are named.
#[derive(Default, Debug)]
struct Named {
    wrong_lines: usize,
    one_guilty: usize,
    /// Of these, those with one move named, and with up to three.
    one: usize,
    few: usize,
}

/// The features of each row, by its line.
fn features(rows: &str) -> HashMap<usize, String> {
    let columns = rows.lines().map(|row| row.split('\t').collect::<Vec<_>>());
    columns.map(|row| (row[0].parse().unwrap(), row[3].to_owned())).collect()
}

/// True if a name is that of the move at a ply, counted from 1.
fn is_ply(name: &str, ply: usize, moves: &[(String, bool)]) -> bool {
    match name.split_once(" (ply ") {
        Some((_, rest)) => rest == format!("{ply})"),
        None => {
            let same: Vec<_> = (0..moves.len()).filter(|at| moves[*at].0 == name).collect();
            same == [ply - 1]
        }
    }
}

fn named(engine: &Engine, folder: &Folder, bug: Bug, starts: &[String]) -> Named {
    let bugs = [bug];
    let mut random = SplitMix64::new(7);
    let mut text = String::new();
    let mut games = Vec::new();
    for fen in starts {
        let mut play = Play::new(engine, &bugs, fen);
        let plies = 1 + random.next_u64() % 40;
        while play.moves.len() < plies as usize && play.step(&mut random) {}
        let moves: Vec<&str> = play.moves.iter().map(|(name, _)| name.as_str()).collect();
        text += &format!("{:016x}\t{fen} moves {}\n", play.hashes()[0], moves.join(" "));
        games.push(play);
    }
    let (rows, _) = check(folder, &text, &[]).rejected();
    let rows = features(&rows);
    let mut counts = Named::default();
    for (line, play) in (1..).zip(&games) {
        let Some(row) = rows.get(&line) else {
            assert_eq!(play.error(), 0);
            continue;
        };
        counts.wrong_lines += 1;
        let guilty: Vec<usize> = (1..=play.moves.len()).filter(|at| play.moves[at - 1].1).collect();
        let [guilty] = guilty[..] else { continue };
        counts.one_guilty += 1;
        let Some((_, names)) = row.split_once(", by the move ") else { continue };
        let names: Vec<&str> = names.split(" or ").flat_map(|names| names.split(", ")).collect();
        // The move at which the hash went wrong is the one that is named, or one of them.
        assert!(
            names.iter().any(|name| is_ply(name, guilty, &play.moves)),
            "{bug:?}, line {line}, ply {guilty}: {row}\n{:?}",
            play.moves
        );
        assert!(names.len() <= 3);
        counts.one += usize::from(names.len() == 1);
        counts.few += 1;
    }
    counts
}

#[test]
fn the_guilty_move_is_named_or_among_those_named() {
    let engine = &Engine::new();
    let folder = folder(engine);
    let starts = starts(400);
    for bug in BUGS {
        let counts = named(engine, &folder, bug, &starts);
        println!("{bug:?}: {counts:?}");
        assert!(counts.one_guilty >= 10, "{bug:?}: {counts:?}");
        // In percent. Every move changes the side; a pawn that stays may not have been set by its
        // double step, and a file may have been set wrongly or not removed.
        let (one, few) = match bug {
            Bug::CastlingSide => (0, 0),
            Bug::Captured => (40, 95),
            Bug::Victim | Bug::FileStays => (0, 95),
            _ => (75, 95),
        };
        assert!(100 * counts.one >= one * counts.one_guilty, "{bug:?}: {counts:?}");
        assert!(100 * counts.few >= few * counts.one_guilty, "{bug:?}: {counts:?}");
    }
}

/// A log of every move of some games, and for each wrong line the mistake of its move, 0 if there
/// is none, and the move.
fn log(engine: &Engine, bugs: &[Bug], games: usize) -> (String, Vec<(usize, u64, String)>) {
    let mut random = SplitMix64::new(9);
    let (mut text, mut wrong, mut lines) = (String::new(), Vec::new(), 0);
    for fen in starts(games / 3) {
        let mut play = Play::new(engine, bugs, &fen);
        let mut before = 0;
        loop {
            lines += 1;
            text += &format!("{:016x}\t{}\n", play.hashes()[0], play.fen());
            let error = play.error();
            if error != 0 {
                wrong.push((lines, error ^ before, play.moves.last().unwrap().0.clone()));
            }
            before = error;
            if play.moves.len() == 60 || !play.step(&mut random) {
                break;
            }
        }
    }
    (text, wrong)
}

/// Each mistake of several bugs has its own row, whatever went wrong before, and the lines that
/// follow are counted apart.
#[test]
fn in_a_log_of_every_move_each_mistake_is_named_once() {
    let engine = &Engine::new();
    let folder = folder(engine);
    let bugs = [Bug::CastlingRook, Bug::CastlingSide, Bug::Captured, Bug::Victim, Bug::Promotion];
    let (text, wrong) = log(engine, &bugs, 120);
    assert!(text.len() > 3 << 17, "{} bytes are fewer than four chunks", text.len());
    let (rows, messages) = check(&folder, &text, &[]).rejected();
    let found = features(&rows);
    assert_eq!(found.len(), wrong.len());
    let mut carried = 0;
    for (line, mistake, m) in &wrong {
        let row = &found[line];
        if *mistake == 0 {
            assert_eq!(row, "as in the line before", "{line}");
            carried += 1;
        } else {
            assert!(row.ends_with(&format!(", by the move {m}")), "{line}: {row}");
        }
    }
    assert!(carried > wrong.len() / 2);
    let lines = format!("\n  {carried} lines carry an error on from the line before\n");
    assert!(messages.contains(&lines), "{messages}");
    assert!(!messages.contains("no sum of"), "{messages}");
    assert!(!messages.contains("describe the keys"), "{messages}");
    // Chunks depend on neither the threads nor the pipe.
    for jobs in ["1", "2", "5"] {
        let run = check(&folder, &text, &["--jobs", jobs]).rejected();
        assert_eq!(run, (rows.clone(), messages.clone()), "{jobs}");
    }
    let args = ["hash", "--check"].into_iter().chain(ROOKIE);
    assert_eq!(folder.zobrist_on(&text, args).rejected(), (rows.clone(), messages.clone()));
    assert!(messages.contains(
        " are right, which no hash is by chance: the keys of these lines and their order are"
    ));
}

/// Each line is judged after the one before it, where a chunk ends too.
#[test]
fn a_log_is_judged_alike_wherever_it_is_cut() {
    let engine = &Engine::new();
    let folder = folder(engine);
    let (text, wrong) = log(engine, &[Bug::Captured], 60);
    let rows = |text: &str| features(&check(&folder, text, &[]).rejected().0);
    let plain = rows(&text);
    assert_eq!(plain.len(), wrong.len());
    let lines = text.lines().count();
    // Blank lines between the lines move the ends of chunks.
    for blank in [1, 40, 75] {
        let gap = "\n".repeat(blank);
        let spaced = rows(&text.replace('\n', &format!("\r\n{gap}")));
        for line in 1..=lines {
            let at = (line - 1) * (blank + 1) + 1;
            assert_eq!(plain.get(&line), spaced.get(&at), "{blank}, {line}");
        }
    }
}

/// After a line that is no position, and at the beginning of a file, a line is judged by itself.
#[test]
fn a_line_that_follows_nothing_is_judged_by_itself() {
    let engine = &Engine::new();
    let folder = folder(engine);
    let start = crate::tool::START;
    let e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let error = engine.piece('R', "d4");
    let line = |fen: &str| format!("{:016x}\t{fen}\n", engine.hash(fen) ^ error);
    let own = "surplus white rook d4";
    for (between, expected) in [("", "as in the line before"), ("nothing\n", own)] {
        let text = line(start) + between + &line(e4);
        let (rows, _) = check(&folder, &text, &[]).rejected();
        let found: Vec<&str> = rows.lines().map(|row| row.split('\t').nth(3).unwrap()).collect();
        assert_eq!(found, [own, expected], "{between}");
    }
    folder.write("a.txt", line(start));
    folder.write("b.txt", line(e4));
    let args = ["hash", "--check", "a.txt", "b.txt"].into_iter().chain(ROOKIE);
    let (rows, messages) = folder.zobrist(args).rejected();
    assert_eq!(rows.matches(own).count(), 2, "{rows}");
    assert!(!messages.contains("carr"), "{messages}");
    // Lines by ply.
    let by_ply = [
        format!("{:016x}\tstartpos\n", engine.hash(start) ^ error),
        format!("{:016x}\tstartpos moves e2e4\n", engine.hash(e4) ^ error),
    ];
    let (_, messages) = check(&folder, &by_ply.concat(), &[]).rejected();
    let summary = "zobrist: 2 lines, 2 wrong\n  surplus white rook d4: 1 line, at 1\n  \
                   1 line carries an error on from the line before\n";
    assert_eq!(messages, summary);
}
