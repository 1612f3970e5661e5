//! A flipped bit in an index: the right answer or an error, never another answer, never a panic.

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use parquet::basic::CompressionCodec;
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{Chess, Position};
use zobrist_index::{
    BuildOptions, Filter, FoundGame, Index, IndexError, IndexInfo, MoveCount, PlayerName, Question,
    StoredGame,
};

use crate::rewritten::{self, PAGE_SUMS};
use crate::tables;
use crate::tool::{Folder, faults, faults_by, sample};

/// Few games with every kind of column: missing values and others, dictionaries, compressed pages.
const GAMES: &str = r#"[Event "Small"]
[Site "Here"]
[Date "2020.01.02"]
[Round "1"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]
[WhiteElo "2000"]
[BlackElo "2100"]
[TimeControl "180+2"]
[ECO "C20"]

1. e4 e5 2. Nf3 1-0

[Event "Small"]
[UTCDate "2021.03.04"]
[White "Bob"]
[Result "0-1"]

1. Nf3 e5 2. e4 0-1

1. e4 c5 *

[Variant "Atomic"]
[Result "1/2-1/2"]

1. e4 e5 1/2-1/2

[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
[Result "1-0"]

1. e4 Kd7 1-0
"#;

const TABLES: [&str; 3] = ["positions", "occurrences", "games"];

fn small() -> Folder {
    let folder = Folder::new();
    folder.build(BuildOptions::default(), GAMES);
    folder
}

/// The only file of a table.
fn file(folder: &Folder, table: &str) -> PathBuf {
    folder.index().join(&tables::files(&folder.index(), table)[0][0])
}

/// An answer of an index.
#[derive(Debug, PartialEq)]
enum Answer {
    About(u64, String, IndexInfo),
    Moves(Vec<MoveCount>),
    Found(Vec<FoundGame>),
    Game(Box<StoredGame>),
    Games(Vec<StoredGame>),
    Filtered(zobrist_index::Answer),
}

/// The answers to ten questions, two of them with filters, or the error of opening the index.
fn ask(folder: &Folder) -> Result<[Result<Answer, IndexError>; 10], IndexError> {
    let index = Index::open(folder.index())?;
    let start = Chess::default();
    let mut open_game = start.clone();
    for san in ["e4", "e5"] {
        let m = san.parse::<shakmaty::san::San>().unwrap().to_move(&open_game).unwrap();
        open_game.play_unchecked(m);
    }
    let atomic = VariantPosition::new(Variant::Atomic);
    let mut filter = Filter::default();
    filter.players = vec![PlayerName::new("bob").unwrap()];
    filter.since = Some("2020".parse().unwrap());
    let filtered = index.filtered_games(&filter);
    let all: Result<Vec<_>, _> = index.game_batches().collect();
    Ok([
        Ok(Answer::About(index.games(), format!("{:?}", index.sources()), index.info())),
        index.moves(&start).map(Answer::Moves),
        index.moves(&open_game).map(Answer::Moves),
        index.moves(&atomic).map(Answer::Moves),
        index.games_with(&open_game, 2).map(Answer::Found),
        index.games_with(&atomic, 9).map(Answer::Found),
        index.game(1).map(|game| Answer::Game(game.into())),
        all.map(|games| Answer::Games(games.concat())),
        index.answer(&Question::new(&start).filter(&filter).games(3)).map(Answer::Filtered),
        filtered
            .and_then(Iterator::collect::<Result<Vec<_>, _>>)
            .map(|games| Answer::Games(games.concat())),
    ])
}

/// One bit of each byte.
fn bit(at: usize) -> u32 {
    ((at + at / 8) % 8) as u32
}

/// Flips bits of every byte of a file, one at a time, and asks everything each time.
fn flip(name: &str, bits: impl Fn(usize) -> Vec<u32>, with_verify: bool) {
    let folder = small();
    let is_manifest = name == "manifest";
    let path = match is_manifest {
        true => folder.index().join("manifest.json"),
        false => file(&folder, name),
    };
    let right = ask(&folder).unwrap().map(Result::unwrap);
    let whole = fs::read(&path).unwrap();
    let mut open = File::options().write(true).open(&path).unwrap();
    // In place: some file systems wait for the disk when a file is written anew.
    let mut put = |at: usize, byte: u8| {
        open.seek(SeekFrom::Start(at as u64)).unwrap();
        open.write_all(&[byte]).unwrap();
    };
    let mut unread = Vec::new();
    for (at, bit) in (0..whole.len()).flat_map(|at| bits(at).into_iter().map(move |bit| (at, bit)))
    {
        put(at, whole[at] ^ 1 << bit);
        let what = format!("bit {bit} of byte {at} of {name}");
        let asked = catch_unwind(AssertUnwindSafe(|| ask(&folder)));
        let answers = match asked.unwrap_or_else(|_| panic!("a panic at {what}")) {
            Ok(answers) => answers,
            Err(_) if is_manifest => {
                put(at, whole[at]);
                continue;
            }
            Err(error) => panic!("{what}: {error}"),
        };
        let mut is_refused = false;
        for (answer, right) in answers.iter().zip(&right) {
            match answer {
                Ok(answer) => assert_eq!(answer, right, "{what}"),
                Err(error) => {
                    is_refused = true;
                    let (IndexError::Damaged { path: named, .. }
                    | IndexError::Parquet { path: named, .. }) = error
                    else {
                        panic!("{what}: {error:?}");
                    };
                    assert_eq!(*named, path, "{what}");
                }
            }
        }
        if !is_refused {
            unread.push(at);
        }
        if with_verify && !is_manifest {
            // More threads would take most of the time.
            let faults = faults_by(&folder.index(), 1);
            assert!(faults.len() == 1 && faults[0].contains(" is damaged"), "{what}: {faults:?}");
        }
        put(at, whole[at]);
    }
    assert!(fs::read(&path).unwrap() == whole);
    assert_eq!(ask(&folder).unwrap().map(Result::unwrap), right);
    unread.dedup();
    // Nobody but who verifies reads the first four bytes, which are the same in all files.
    let expected = if is_manifest { vec![] } else { vec![0, 1, 2, 3] };
    assert_eq!(unread, expected, "{name}");
}

#[test]
fn every_byte_of_the_manifest() {
    flip("manifest", |at| vec![bit(at)], true);
}

#[test]
fn every_byte_of_positions() {
    flip("positions", |at| vec![bit(at)], true);
}

#[test]
fn every_byte_of_occurrences() {
    flip("occurrences", |at| vec![bit(at)], true);
}

#[test]
fn every_byte_of_games() {
    flip("games", |at| vec![bit(at)], true);
}

#[test]
#[ignore = "takes a minute"]
fn every_bit_of_every_file() {
    for name in TABLES.into_iter().chain(["manifest"]) {
        flip(name, |_| (0..8).collect(), false);
    }
}

#[test]
fn the_small_index_has_every_kind_of_page() {
    let folder = small();
    for table in TABLES {
        let metadata = tables::metadata(&file(&folder, table));
        let chunks = || metadata.row_groups().iter().flat_map(|group| group.columns());
        let is_compressed = |codec| chunks().any(|chunk| chunk.compression_codec() == codec);
        assert!(chunks().any(|chunk| chunk.dictionary_page_offset().is_some()), "{table}");
        assert!(is_compressed(CompressionCodec::UNCOMPRESSED), "{table}");
        assert!(table == "occurrences" || is_compressed(CompressionCodec::ZSTD), "{table}");
    }
    let games = tables::read(&folder.index()).games;
    assert!(games[0].texts.iter().filter(|text| text.is_some()).count() >= 7);
    assert!(games[2].texts.iter().all(Option::is_none));
}

/// The control: if the checksums are made to fit, the same bits give other answers.
#[test]
fn without_checksums_there_would_be_other_answers() {
    for table in TABLES {
        let folder = small();
        let path = file(&folder, table);
        let right = ask(&folder).unwrap().map(Result::unwrap);
        let whole = fs::read(&path).unwrap();
        let (last, length) = *rewritten::places(&path).last().unwrap();
        let mut others = 0;
        for at in (4..last + length).step_by(7) {
            let mut flipped = whole.clone();
            flipped[at] ^= 1 << bit(at);
            fs::write(&path, &flipped).unwrap();
            rewritten::accept(&folder.index(), &path);
            let answers = ask(&folder).unwrap();
            let is_other = |(answer, right): (&Result<Answer, _>, &Answer)| {
                answer.as_ref().is_ok_and(|answer| answer != right)
            };
            others += usize::from(answers.iter().zip(&right).any(is_other));
        }
        assert!(others > 10, "{table}: {others}");
    }
}

/// Written by the index, read by the test, in files of several pages and row groups.
#[test]
fn the_checksums_in_the_footers_are_those_of_the_pages() {
    let folder = Folder::new();
    folder.build(BuildOptions::default(), &sample(600));
    for table in TABLES {
        let path = file(&folder, table);
        let sums = rewritten::page_sums(&path);
        assert!(sums.len() > 8 * 20, "{table}");
        assert_eq!(rewritten::listed_sums(&path), sums, "{table}");
        // Nor does the manifest know another file.
        let before: serde_json::Value =
            serde_json::from_slice(&rewritten::know(&folder.index(), &path)).unwrap();
        let known = tables::manifest(&folder.index());
        for list in ["segments", "game_files"] {
            assert_eq!(known[list], before[list], "{table}");
        }
    }
}

#[test]
fn a_footer_without_the_checksums_of_all_pages_is_damage() {
    for table in TABLES {
        let folder = small();
        let path = file(&folder, table);
        let rows = rewritten::rows(&path);
        rewritten::rewrite(&path, &rows);
        rewritten::know(&folder.index(), &path);
        let right = ask(&folder).unwrap().map(Result::unwrap);
        let sums = rewritten::listed_sums(&path);
        let pages = sums.len() / 8;
        let number = |pages: usize| format!("expected checksums of {pages} pages, got ");
        let wrong = [
            (None, format!("expected {PAGE_SUMS} in the footer, got none")),
            (Some(String::new()), number(pages) + "0"),
            (Some(sums[8..].to_owned()), format!("{}{}", number(pages), pages - 1)),
            (Some(sums[..sums.len() - 8].to_owned()), format!("{}{}", number(pages), pages - 1)),
            (Some(sums[1..].to_owned()), number(pages)),
            (Some(format!("{sums}{}", &sums[..8])), format!("{}{}", number(pages), pages + 1)),
            (Some("x".repeat(sums.len())), "expected the checksum that cannot be read".to_owned()),
            (Some("0".repeat(sums.len())), "expected the checksum 00000000, got ".to_owned()),
        ];
        for (sums, expected) in wrong {
            rewritten::write(&path, &rows, sums);
            rewritten::know(&folder.index(), &path);
            let answers = ask(&folder).unwrap();
            let mut errors = 0;
            for (answer, right) in answers.iter().zip(&right).skip(1) {
                match answer {
                    Ok(answer) => assert_eq!(answer, right),
                    Err(error) => {
                        assert!(matches!(error, IndexError::Damaged { .. }), "{error:?}");
                        assert!(error.to_string().contains(&expected), "{error}");
                        errors += 1;
                    }
                }
            }
            assert!(errors >= 2, "{table}: {expected}");
            let faults = faults(&folder.index());
            assert!(faults.len() == 1 && faults[0].contains(&expected), "{faults:?}");
        }
    }
}

/// The manifest says where the pages end, and has the checksum of the rest.
#[test]
fn a_false_end_of_the_pages_is_damage() {
    for table in TABLES {
        let folder = small();
        let path = file(&folder, table);
        let manifest = tables::manifest(&folder.index());
        let name = path.strip_prefix(folder.index()).unwrap().to_str().unwrap();
        let bytes = fs::read(&path).unwrap();
        let end = rewritten::entry(&mut manifest.clone(), name).unwrap()["pages_end"].as_u64();
        let end = end.unwrap() as usize;
        for (end, is_summed) in [
            (0, false),
            (end - 1, false),
            (end + 1, false),
            (end - 1, true),
            (end + 1, true),
            (bytes.len(), true),
            (bytes.len() + 1, true),
            (usize::MAX, true),
        ] {
            let mut manifest = manifest.clone();
            let entry = rewritten::entry(&mut manifest, name).unwrap();
            entry["pages_end"] = end.into();
            if is_summed {
                entry["crc32"] = crc32fast::hash(bytes.get(end..).unwrap_or_default()).into();
            }
            tables::write_manifest(&folder.index(), &manifest);
            let faults = faults(&folder.index());
            assert!(faults.len() == 1 && faults[0].contains(" is damaged"), "{end}: {faults:?}");
            for error in ask(&folder).unwrap().into_iter().filter_map(Result::err) {
                let is_damage =
                    matches!(error, IndexError::Damaged { .. } | IndexError::Parquet { .. });
                assert!(is_damage, "{error:?}");
            }
        }
    }
}

#[test]
fn a_manifest_that_says_nothing_about_the_end_of_the_pages_is_refused() {
    for table in TABLES {
        let folder = small();
        let path = file(&folder, table);
        let mut manifest = tables::manifest(&folder.index());
        let name = path.strip_prefix(folder.index()).unwrap().to_str().unwrap();
        let entry = rewritten::entry(&mut manifest, name).unwrap();
        entry.as_object_mut().unwrap().remove("pages_end");
        entry["crc32"] = crc32fast::hash(&fs::read(&path).unwrap()).into();
        tables::write_manifest(&folder.index(), &manifest);
        let error = Index::open(folder.index()).unwrap_err().to_string();
        assert!(error.contains("missing field `pages_end`"), "{error}");
    }
}
