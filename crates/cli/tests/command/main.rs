//! The command `zobrist`, run as its users run it: rows, messages and exit codes.

// No item of a test can be reached from outside: `pub` means visible in other files.
#![allow(unreachable_pub)]

mod bad_files;
mod bad_games;
mod bad_lines;
mod book_check;
mod book_dump;
mod book_failing;
mod book_filter;
mod book_foreign;
mod book_make;
mod book_merge;
mod book_peer;
mod book_probe;
mod book_unknown;
mod books;
#[cfg(unix)]
mod cache;
#[cfg(unix)]
mod cache_limit;
mod check;
mod check_causes;
mod check_conventions;
mod check_logs;
mod check_moves;
mod check_planted;
mod ci_action;
mod closing;
#[cfg(target_os = "linux")]
mod colors;
mod commands;
mod completions;
mod compressed;
#[cfg(target_os = "linux")]
mod ctrl_c;
mod diff;
#[cfg(unix)]
mod docs;
mod encodings;
#[cfg(unix)]
mod engine;
#[cfg(unix)]
mod examples;
mod explain;
mod explore;
mod explore_filters;
mod explore_table;
mod files;
mod floods;
mod folders;
mod gallery;
mod gallery_keys;
mod game_check;
mod game_check_ends;
mod game_fix;
mod game_kinds;
mod games;
mod go_cache;
mod go_charset;
mod go_check;
mod go_count;
mod go_damage;
mod go_duplicates;
mod go_explore;
mod go_find;
mod go_findings;
mod go_gtp;
mod go_gtp_files;
mod go_gtp_score;
mod go_gtp_setup;
mod go_index;
mod go_peer;
mod go_referee;
mod go_results;
mod go_servers;
mod go_sources;
mod hash_arguments;
mod hash_column;
mod hash_column_bad;
mod hash_columns;
mod hash_kinds;
mod hash_rows;
mod hash_slots;
mod help;
mod incremental;
mod index;
mod index_again;
mod index_duplicates;
#[cfg(target_os = "linux")]
mod index_failing;
#[cfg(target_os = "linux")]
mod index_faults;
mod index_games;
mod index_info;
mod index_paths;
#[cfg(target_os = "linux")]
mod index_remove;
#[cfg(target_os = "linux")]
mod index_runs;
#[cfg(target_os = "linux")]
mod index_sources;
#[cfg(target_os = "linux")]
mod index_untrusted;
#[cfg(unix)]
mod index_wait;
#[cfg(unix)]
mod installed;
mod keep_valid;
mod keys_again;
mod keys_arrays;
mod keys_audit;
mod keys_birthday;
mod keys_collisions;
mod keys_collisions_own;
mod keys_compiled;
mod keys_engines;
mod keys_equal;
mod keys_errors;
mod keys_example;
mod keys_export;
mod keys_forge;
mod keys_generate;
mod keys_legal;
mod keys_lists;
mod keys_names;
mod keys_reversible;
mod keys_text;
mod kinds;
mod languages;
mod lattice;
mod lattice_displacement;
mod lattice_dump;
mod lattice_dump_files;
mod lattice_files;
mod lattice_lock;
mod lattice_means;
mod lattice_merge;
mod lattice_observables;
mod lattice_pictures;
mod lattice_potential;
mod lattice_program;
mod lattice_recall;
mod lattice_resume;
mod lattice_rounding;
mod lattice_seeds;
#[cfg(unix)]
mod lattice_study;
#[cfg(target_os = "linux")]
mod leftovers;
mod letters;
#[cfg(target_os = "linux")]
mod limits;
mod lines;
mod man;
#[cfg(target_os = "linux")]
mod memory;
mod misspelt;
mod names;
#[cfg(unix)]
mod othello;
mod other_kinds;
mod outputs;
#[cfg(target_os = "linux")]
mod own_files;
mod own_scheme;
#[cfg(unix)]
mod page;
#[cfg(unix)]
mod parquet;
mod perft;
#[cfg(target_os = "linux")]
mod pipes;
mod plain;
#[cfg(target_os = "linux")]
mod position_games;
mod progress;
mod readers;
mod readers_check;
mod readers_filters;
#[cfg(target_os = "linux")]
mod refused;
mod rookie;
mod rows_failing;
mod scheme_sources;
mod schemes;
mod schemes_guess;
#[cfg(unix)]
mod serve;
#[cfg(target_os = "linux")]
mod session;
mod solve;
#[cfg(target_os = "linux")]
mod terminals;
mod tool;
mod unique;
mod urls;
mod variants;
mod zip;
