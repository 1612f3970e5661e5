//! The calls with which a program changes files, as `lost_writes.c` records them.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

/// A call that was made and did not fail.
#[derive(Debug)]
pub enum Call {
    /// Of `open`, with leave to create or truncate.
    Create {
        path: PathBuf,
        inode: u64,
        truncates: bool,
    },
    Write {
        inode: u64,
        offset: usize,
        bytes: Vec<u8>,
    },
    Length {
        inode: u64,
        length: usize,
    },
    Sync {
        inode: u64,
    },
    Rename {
        from: PathBuf,
        to: PathBuf,
    },
    Link {
        from: PathBuf,
        to: PathBuf,
    },
    Remove {
        path: PathBuf,
    },
    MakeFolder {
        path: PathBuf,
        inode: u64,
    },
    Unknown {
        number: u64,
    },
}

impl Call {
    /// Parses all records.
    ///
    /// # Panics
    /// When one is incomplete or of an unknown kind: the library writes each as a whole.
    pub fn parse(mut bytes: &[u8]) -> Vec<Call> {
        let mut calls = Vec::new();
        while !bytes.is_empty() {
            let [kind, inode, number, first, second] = std::array::from_fn(|_| {
                let word = bytes.split_off(..8).expect("a record has a head of five words");
                u64::from_ne_bytes(word.try_into().unwrap())
            });
            let mut take = |length: u64| bytes.split_off(..length as usize).unwrap().to_vec();
            let (first, second) = (take(first), take(second));
            let path = |bytes: &[u8]| PathBuf::from(OsString::from_vec(bytes.to_vec()));
            let (from, to) = (path(&first), path(&second));
            calls.push(match kind {
                1 => Call::Create { path: from, inode, truncates: number == 1 },
                2 => Call::Write { inode, offset: number as usize, bytes: first },
                3 => Call::Length { inode, length: number as usize },
                4 => Call::Sync { inode },
                5 => Call::Rename { from, to },
                6 => Call::Link { from, to },
                7 | 9 => Call::Remove { path: from },
                8 => Call::MakeFolder { path: from, inode },
                10 => Call::Unknown { number },
                kind => panic!("a record of the kind {kind}"),
            });
        }
        calls
    }

    /// The call for a reader: its kind, and the names of its files.
    pub fn name(&self) -> String {
        let last =
            |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match self {
            Call::Create { path, .. } => format!("create {}", last(path)),
            Call::Write { bytes, .. } => format!("write {} bytes", bytes.len()),
            Call::Length { length, .. } => format!("truncate to {length} bytes"),
            Call::Sync { .. } => "sync".to_owned(),
            Call::Rename { from, to } => format!("rename {} to {}", last(from), last(to)),
            Call::Link { from, to } => format!("link {} as {}", last(from), last(to)),
            Call::Remove { path } => format!("remove {}", last(path)),
            Call::MakeFolder { path, .. } => format!("mkdir {}", last(path)),
            Call::Unknown { number } => format!("system call {number}"),
        }
    }
}
