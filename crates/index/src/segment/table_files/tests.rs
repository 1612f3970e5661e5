//! Rows are cut into row groups and files wherever slices end, whatever the number of threads.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use proptest::prelude::*;
use zobrist_chess::SchemeId;
use zobrist_shakmaty::parallel;

use super::*;
use crate::format::table::{
    Columns, Occurrence, OccurrenceColumns, RowReader, TableFile, format_of,
};

const GROUP: usize = OccurrenceColumns::SPEC.group_rows;

fn row(number: usize) -> Occurrence {
    let key = number as i64 / 3;
    Occurrence { key, game_id: number as u64, ply: number as u32 % 80, played: 7 }
}

/// Writes numbered rows: for each file the numbers of rows of its slices, at least one. `rows`
/// gives those of a slice, which are written in portions.
fn write(
    folder: &Folder,
    files: &[Vec<usize>],
    threads: usize,
    at_once: usize,
    rows: impl Fn(usize, Range<usize>) -> Vec<Result<Occurrence, IndexError>> + Sync,
) -> Result<Vec<KeyedFile>, IndexError> {
    let mut slices = Vec::new();
    let mut end = 0;
    for (file, lengths) in files.iter().enumerate() {
        for (number, length) in lengths.iter().enumerate() {
            let of = SliceOf { file, is_last: number + 1 == lengths.len() };
            slices.push((of, end..end + length));
            end += length;
        }
    }
    let scheme = SchemeId::Fide.into();
    Disk::with(|disk| {
        let target = Target { folder, segment: 1, scheme: &scheme, disk };
        let output = TableFiles::<OccurrenceColumns>::new(target, Parts::MIN, files.len());
        parallel::try_map_with(
            slices.into_iter().enumerate(),
            NonZeroUsize::new(threads).unwrap(),
            OccurrenceColumns::default,
            |columns, (number, (of, range))| {
                assert_eq!(columns.len(), 0);
                let mut slice = output.slice(number, of, columns);
                let mut rows = rows(number, range).into_iter().fuse();
                while rows.len() > 0 {
                    slice.write(rows.by_ref().take(at_once))?;
                }
                slice.finish()
            },
        )?;
        output.finish()
    })
}

fn all(_: usize, rows: Range<usize>) -> Vec<Result<Occurrence, IndexError>> {
    rows.map(|number| Ok(row(number))).collect()
}

/// The files with their bytes, after a check of their row groups and rows.
fn written(files: &[Vec<usize>], threads: usize, at_once: usize) -> Vec<(KeyedFile, Vec<u8>)> {
    let temp = tempfile::tempdir().unwrap();
    let folder = Folder::lock(temp.path()).unwrap();
    let made = write(&folder, files, threads, at_once, all).unwrap();
    assert_eq!(made.len(), files.len());
    let mut next = 0;
    let mut next_part = 0;
    let check = |(keyed, lengths): (KeyedFile, &Vec<usize>)| {
        let len = lengths.iter().sum::<usize>();
        assert_eq!(keyed.summary.rows, len as u64);
        assert_eq!(keyed.parts.0, next_part);
        next_part = keyed.parts.1;
        let opened = || folder.open_file(&keyed.file).unwrap();
        let bytes = std::fs::read(opened().path).unwrap();
        let scheme = SchemeId::Fide.into();
        let file = TableFile::open(
            opened(),
            &OccurrenceColumns::SPEC,
            &keyed.summary,
            &format_of(&scheme),
        )
        .unwrap();
        file.check_all_pages(&keyed.summary).unwrap();
        let groups: Vec<usize> = file.all().map(|rows| rows.len).collect();
        let full = (0..len / GROUP).map(|_| GROUP);
        let expected: Vec<usize> = full.chain((len % GROUP > 0).then_some(len % GROUP)).collect();
        assert_eq!(groups, expected);
        let mut reader = RowReader::new(&file, file.all().collect());
        let mut read = OccurrenceColumns::default();
        while reader.read(&mut read, usize::MAX).unwrap() {}
        assert!(read.rows() == (next..next + len).map(row).collect::<Vec<_>>());
        next += len;
        (keyed, bytes)
    };
    let made = made.into_iter().zip(files).map(check).collect();
    assert_eq!(next_part, Parts::MIN.len());
    made
}

/// Numbers of rows about what matters: none, those that go into the columns at once, row groups,
/// and more groups than a slice holds before it waits.
fn length() -> impl Strategy<Value = usize> {
    prop_oneof![
        3 => Just(0),
        3 => 1..ROWS_AT_ONCE + 2,
        3 => ROWS_AT_ONCE..3000_usize,
        2 => GROUP - 2..GROUP + 3,
        1 => MAX_GROUPS * GROUP - 1..MAX_GROUPS * GROUP + 300,
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The bytes are those of one slice a file by one thread, wherever slices end and however many
    /// threads there are.
    #[test]
    fn slices_and_threads_change_no_byte(
        files in prop::collection::vec(prop::collection::vec(length(), 1..5), 1..4),
        at_once in prop_oneof![1..3000_usize, Just(usize::MAX)],
    ) {
        let whole: Vec<Vec<usize>> =
            files.iter().map(|lengths| vec![lengths.iter().sum()]).collect();
        let expected = written(&whole, 1, usize::MAX);
        for threads in [1, 2, 3, 5] {
            prop_assert!(written(&files, threads, at_once) == expected);
        }
    }
}

#[test]
fn files_without_rows_stand_between_others() {
    for files in [
        vec![vec![10], vec![0], vec![0, 0], vec![5]],
        vec![vec![0], vec![GROUP], vec![0], vec![0]],
        vec![vec![0], vec![0]],
    ] {
        for threads in [1, 2, 3, 5] {
            let made = written(&files, threads, usize::MAX);
            let names: Vec<_> = made.iter().map(|(keyed, _)| &*keyed.file).collect();
            let expected: Vec<_> = (0..files.len())
                .map(|file| {
                    let first = Parts::MIN.of_file(file, files.len()).start;
                    format!("occurrences/000001-{:04x}.parquet", first << 8)
                })
                .collect();
            assert_eq!(names, expected);
        }
    }
}

/// Runs on another thread, so that a wait without an end is a failure.
#[track_caller]
fn in_time<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = channel();
    thread::spawn(move || sender.send(work()).ok());
    receiver.recv_timeout(Duration::from_secs(60)).expect("something waits")
}

const FILES: [&[usize]; 3] = [&[300, GROUP + 1, 0], &[5 * GROUP, 7], &[1, 1, GROUP, 9]];

/// Has a slice fail, in its first, a middle or its last row, and returns what the whole returns.
fn fail(
    slice: usize,
    threads: usize,
    at: impl Fn(usize) -> usize + Send + Sync + 'static,
    error: fn() -> IndexError,
) -> Result<Vec<KeyedFile>, IndexError> {
    in_time(move || {
        let temp = tempfile::tempdir().unwrap();
        let folder = Folder::lock(temp.path()).unwrap();
        let rows = |number: usize, range: Range<usize>| {
            let mut rows = all(number, range);
            if number == slice {
                let at = at(rows.len());
                rows.insert(at, Err(error()));
            }
            rows
        };
        write(&folder, &FILES.map(<[usize]>::to_vec), threads, 1000, rows)
    })
}

#[test]
fn a_slice_that_fails_fails_all_and_nobody_waits_for_it() {
    for slice in 0..FILES.concat().len() {
        for threads in [1, 2, 3, 5] {
            let places: [fn(usize) -> usize; 3] = [|_| 0, |len| len / 2, |len| len];
            for at in places {
                let error = fail(slice, threads, at, || IndexError::NoGame(1970)).unwrap_err();
                assert!(matches!(error, IndexError::NoGame(1970)), "{slice}: {error}");
            }
        }
    }
}

#[test]
fn nobody_waits_for_a_slice_that_panics() {
    for slice in [0, 3, 8] {
        for threads in [1, 2, 5] {
            let failed = in_time(move || {
                let temp = tempfile::tempdir().unwrap();
                let folder = Folder::lock(temp.path()).unwrap();
                let rows = |number: usize, range: Range<usize>| {
                    assert_ne!(number, slice, "this slice panics");
                    all(number, range)
                };
                let files = FILES.map(<[usize]>::to_vec);
                let run = || write(&folder, &files, threads, 1000, rows).is_err();
                catch_unwind(AssertUnwindSafe(run)).unwrap_or(true)
            });
            assert!(failed, "{slice}");
        }
    }
}
