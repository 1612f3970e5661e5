//! Columns of every kind, read back, and compared with those of the Parquet library's writer.

mod headers;
mod library;

use std::collections::BTreeSet;
use std::thread;

use bytes::Bytes;
use parquet::basic::Encoding;
use parquet::file::metadata::PageEncodingStats;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use self::headers::{Field, pages};
use self::library::{Case, Values, metadata, read};
use crate::table::spec::Storage;

const STORAGES: [Storage; 5] =
    [Storage::Plain, Storage::Delta, Storage::Dictionary, Storage::Zstd, Storage::DictionaryZstd];

/// Numbers of every kind: few and many, small and at the bounds, in runs and in order.
fn numbers() -> impl Strategy<Value = Vec<i64>> {
    let one = prop_oneof![
        0..3i64,
        0..200i64,
        65_500..65_600i64,
        -5..5i64,
        select(vec![i64::MIN, i64::MAX, i32::MIN.into(), i32::MAX.into(), 1 << 40]),
        any::<i64>(),
    ];
    let runs = vec((one.clone(), 1..70usize), 1..20)
        .prop_map(|runs| runs.iter().flat_map(|(value, len)| vec![*value; *len]).collect());
    let few = (vec(one.clone(), 1..5), vec(any::<prop::sample::Index>(), 1..1500))
        .prop_map(|(few, which)| which.iter().map(|index| *index.get(&few)).collect());
    let sorted = vec(any::<i64>(), 1..1500).prop_map(|mut numbers| {
        numbers.sort_unstable();
        numbers
    });
    prop_oneof![vec(one, 1..400), runs, few, sorted]
}

fn values() -> impl Strategy<Value = Values> {
    let text = |number: &i64| {
        let text = number.to_string().into_bytes();
        if number % 3 == 0 { Vec::new() } else { text }
    };
    (numbers(), 0..3).prop_map(move |(numbers, kind)| match kind {
        0 => Values::I32(numbers.iter().map(|number| *number as i32).collect()),
        1 => Values::I64(numbers),
        _ => Values::Bytes(numbers.iter().map(text).collect()),
    })
}

fn cases() -> impl Strategy<Value = Case> {
    let missing = prop_oneof![
        Just(None),
        vec((0..80usize, 0..80usize), 1..20).prop_map(Some),
        vec((0..3usize, 0..3usize), 1..20).prop_map(Some),
    ];
    let page_rows = prop_oneof![1..20usize, 100..700usize, Just(5 << 10)];
    (values(), missing, select(&STORAGES), page_rows, any::<bool>()).prop_map(
        |(values, missing, storage, page_rows, has_bounds)| {
            let is_text = matches!(values, Values::Bytes(_));
            let storage =
                if is_text && storage == Storage::Delta { Storage::Plain } else { storage };
            let len = match &values {
                Values::I32(values) => values.len(),
                Values::I64(values) => values.len(),
                Values::Bytes(values) => values.len(),
            };
            let has_bounds = has_bounds && !is_text && missing.is_none();
            let levels = missing.map(|runs| levels(len, &runs));
            Case { values, levels, storage, page_rows, has_bounds }
        },
    )
}

/// Levels of some present values, with rows without any between them.
fn levels(present: usize, runs: &[(usize, usize)]) -> Vec<i16> {
    let mut levels = Vec::new();
    let mut left = present;
    for (there, missing) in runs {
        let there = left.min(*there);
        left -= there;
        levels.extend(vec![1; there]);
        levels.extend(vec![0; *missing]);
    }
    levels.extend(vec![1; left]);
    levels
}

/// The bytes of the column chunk of a file.
fn chunk(file: &Bytes) -> Bytes {
    let (start, length) = metadata(file).row_group(0).column(0).byte_range();
    file.slice(start as usize..(start + length) as usize)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_column_is_read_as_it_was_written(case in cases()) {
        let read = read(&case.by_encoder());
        prop_assert_eq!(read, (case.values, case.levels));
    }

    #[test]
    fn each_page_has_its_checksums_and_sizes(case in cases()) {
        let encoded = case.encode().unwrap();
        let pages = pages(&encoded.bytes);
        let metadata = &encoded.close.metadata;
        let mut uncompressed = 0;
        for page in &pages {
            let plain = page.plain(metadata);
            let crc = crc32fast::hash(page.body) as i32;
            let expected = [plain.len() as i64, page.body.len() as i64, crc.into()];
            prop_assert_eq!([2, 3, 4].map(|field| page.int(field)), expected.map(Some));
            uncompressed += page.bytes.len() - page.body.len() + plain.len();
        }
        let checksums: Vec<u32> = pages.iter().map(|page| crc32fast::hash(page.bytes)).collect();
        prop_assert_eq!(&encoded.checksums, &checksums);
        prop_assert_eq!(metadata.compressed_size(), encoded.bytes.len() as i64);
        prop_assert_eq!(metadata.uncompressed_size(), uncompressed as i64);
        prop_assert_eq!(encoded.close.bytes_written, encoded.bytes.len() as u64);
        // Dictionary first, data pages after it, each where the offset index says.
        let is_data = |page: &headers::StoredPage| page.int(1) == Some(0);
        prop_assert!(pages.is_sorted_by_key(is_data));
        let mut start = 0;
        let mut places = Vec::new();
        for page in &pages {
            if is_data(page) {
                places.push((start as i64, page.bytes.len() as i32));
            }
            start += page.bytes.len();
        }
        let index = encoded.close.offset_index.unwrap();
        let got = index.page_locations.iter().map(|page| (page.offset, page.compressed_page_size));
        prop_assert_eq!(got.collect::<Vec<_>>(), places);
    }

    #[test]
    fn the_footer_says_what_that_of_the_library_says(case in cases()) {
        let (ours, theirs) = (case.by_encoder(), case.by_library());
        let (our_meta, their_meta) = (metadata(&ours), metadata(&theirs));
        let (our_group, their_group) = (our_meta.row_group(0), their_meta.row_group(0));
        let (our, their) = (our_group.column(0), their_group.column(0));
        prop_assert_eq!(our_group.num_rows(), their_group.num_rows());
        prop_assert_eq!(our_group.total_byte_size(), our.uncompressed_size());
        prop_assert_eq!(our.column_path(), their.column_path());
        prop_assert_eq!(our.compression_codec(), their.compression_codec());
        prop_assert_eq!(our.num_values(), their.num_values());
        prop_assert_eq!(our.statistics(), their.statistics());
        prop_assert_eq!(our.definition_level_histogram(), their.definition_level_histogram());
        prop_assert_eq!(our.unencoded_byte_array_data_bytes(), None);
        prop_assert_eq!(our.bloom_filter_offset(), None);
        let (our_index, their_index) =
            (our_meta.page_index_for_row_group(0), their_meta.page_index_for_row_group(0));
        prop_assert_eq!(our_index.column_index(0), their_index.column_index(0));
        prop_assert_eq!(our_index.column_index(0).is_some(), case.has_bounds);
        let rows = |index: parquet::file::metadata::page_index::RowGroupPageIndex| {
            let pages = index.page_locations(0).unwrap().iter();
            pages.map(|page| page.first_row_index).collect::<Vec<_>>()
        };
        prop_assert_eq!(rows(our_index), rows(their_index));
        // A dictionary that does not pay is left out.
        let wants_dictionary = their.dictionary_page_offset().is_some();
        let has_dictionary = our.dictionary_page_offset().is_some();
        prop_assert!(wants_dictionary || !has_dictionary);
        if wants_dictionary == has_dictionary {
            let names = |mask: Vec<Encoding>| mask.into_iter().collect::<BTreeSet<_>>();
            prop_assert_eq!(
                names(our.encodings().collect()),
                names(their.encodings().collect())
            );
            prop_assert_eq!(our.page_encoding_stats(), their.page_encoding_stats());
            prop_assert_eq!(our.data_page_offset() == 4, their.data_page_offset() == 4);
        } else {
            let encodings = names_of(our.page_encoding_stats());
            prop_assert_eq!(encodings, [Encoding::PLAIN]);
        }
    }

    #[test]
    fn pages_are_those_of_the_library_but_for_their_checksums(case in cases()) {
        let (ours, theirs) = (case.by_encoder(), case.by_library());
        let (our_chunk, their_chunk) = (chunk(&ours), chunk(&theirs));
        let (our_pages, their_pages) = (pages(&our_chunk), pages(&their_chunk));
        prop_assume!(our_pages.len() == their_pages.len());
        for (our, their) in our_pages.iter().zip(&their_pages) {
            for field in [1, 5, 7] {
                prop_assert_eq!(our.header.get(&field), their.header.get(&field));
            }
            // Levels and indices may be divided into other runs.
            let is_dictionary_page = matches!(our.header.get(&7), Some(Field::Struct(_)));
            let has_indices = our_pages.iter().any(|page| page.header.contains_key(&7));
            if is_dictionary_page || (case.levels.is_none() && !has_indices) {
                prop_assert_eq!(our.body, their.body);
            }
        }
    }

    #[test]
    fn the_bytes_depend_on_the_values_alone(cases in vec(cases(), 1..4)) {
        for case in &cases {
            let encode = || case.encode().unwrap().bytes;
            let new = thread::scope(|scope| scope.spawn(encode).join().unwrap());
            prop_assert_eq!(encode(), new);
        }
    }
}

fn names_of(stats: Option<&Vec<PageEncodingStats>>) -> Vec<Encoding> {
    stats.unwrap().iter().map(|stats| stats.encoding).collect()
}

fn required(values: Values, storage: Storage) -> Case {
    Case { values, levels: None, storage, page_rows: 5 << 10, has_bounds: false }
}

#[test]
fn a_dictionary_has_no_more_values_than_indices_of_16_bits() {
    // Numbers that are found in the table, and one more that is not.
    for (most, has_dictionary) in [(65_535, true), (65_536, false)] {
        for last in [most - 1, 1 << 33] {
            let few = (0..most - 1).chain([last]);
            let numbers: Vec<i64> = few.cycle().take(200_000).collect();
            let case = required(Values::I64(numbers), Storage::Dictionary);
            let file = case.by_encoder();
            let chunk = metadata(&file).row_group(0).column(0).clone();
            assert_eq!(chunk.dictionary_page_offset().is_some(), has_dictionary, "{most} {last}");
            assert!(read(&file) == (case.values, None), "{most} {last}");
        }
    }
}

#[test]
fn pages_of_long_strings_have_fewer_rows() {
    let long = |row: usize| vec![row as u8; [300_000, 0, 1_500_000, 40][row % 4]];
    let texts: Vec<Vec<u8>> = (0..16).map(long).collect();
    for storage in [Storage::Plain, Storage::Zstd, Storage::DictionaryZstd] {
        for levels in [None, Some(levels(16, &[(2, 3), (0, 600), (7, 1)]))] {
            let case = Case { levels, ..required(Values::Bytes(texts.clone()), storage) };
            let encoded = case.encode().unwrap();
            let locations = encoded.close.offset_index.unwrap().page_locations;
            assert!(locations.len() > 8, "{locations:?}");
            for page in pages(&encoded.bytes) {
                let len = page.plain(&encoded.close.metadata).len();
                // A string that is too long has a page to itself, but for rows without bytes.
                assert!(len < 1_501_000, "{len}");
            }
            assert!(read(&case.by_encoder()) == (case.values, case.levels), "{storage:?}");
        }
    }
}

#[test]
fn what_is_no_column_of_the_plan_is_refused() {
    let numbers = || required(Values::I32(vec![1, 2]), Storage::Plain);
    let texts = || required(Values::Bytes(vec![vec![1]]), Storage::Plain);
    let cases = [
        (
            Case { levels: Some(vec![1, 0]), ..numbers() },
            "expected 1 values in column column, got 2",
        ),
        (Case { levels: Some(vec![1, 1]), has_bounds: true, ..numbers() }, "a required column"),
        (Case { has_bounds: true, ..texts() }, "column has byte strings"),
        (Case { storage: Storage::Delta, ..texts() }, "column has byte strings"),
    ];
    for (case, expected) in cases {
        let error = case.encode().unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}
