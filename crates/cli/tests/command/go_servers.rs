//! Records in the formats of servers, by the commands of `go`.

use crate::go_gtp::told;
use crate::tool::{Folder, column, gz};

const GIB: &str = "\\HS\n\\[GAMEBLACKNAME=Ada (3D)\\]\n\\HE\n\\GS\nINI 0 1 0 &4\nSTO 0 2 1 15 3\n\
                   STO 0 3 2 3 15\nSTO 0 4 1 15 3\n\\GE\n";
const NGF: &[u8] =
    b"A game\n19\n\xb0\xad\xc0\xaf\xc5\xc3 4D\nBo 5D\nplace\n0\n0\n6\n20110812\n10\n\
                     \n2\nPMABBQEEQ\nPMACWEQQE\nPMADBCCCC\n";
const UGF: &str = "[Header]\nCoordinateType=IGS\nSize=19\n[Data]\nPP,B1,1,5\nDD,W1,2,5\n";

fn games() -> Folder {
    let folder = Folder::with("a.gib", GIB);
    folder.write("b.ngf", NGF);
    folder.write("c.ugi.gz", gz(UGF));
    folder.write("d.sgf", "(;SZ[19];B[pd];W[dp])");
    folder
}

/// All four begin with the same two moves.
#[test]
fn a_folder_has_them_and_they_are_read() {
    let folder = games();
    let rows = folder.zobrist(["go", "duplicates", "--min-moves", "2", "--exact", "."]).done();
    let pairs: Vec<_> = column(&rows, 0).into_iter().zip(column(&rows, 4)).collect();
    assert_eq!(pairs, [("./c.ugi.gz", "beginning"), ("./d.sgf", "same")], "{rows}");
    let rows = folder.zobrist(["go", "hash", "b.ngf", "--format", "csv"]).done();
    assert_eq!(rows.lines().count(), 5, "{rows}");
}

/// A fault has the line on which it stands in the record, and the moves before it are read.
#[test]
fn faults_have_their_lines() {
    let folder = games();
    let run = folder.zobrist(["go", "check", "a.gib"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, "a.gib\t1\t0\t3\tBlack\tQ16\toccupied\t\t\n"));
    folder.write("e.gib", GIB.replace("STO 0 4 1 15 3", "STO 0 4 1"));
    let run = folder.zobrist(["go", "hash", "e.gib"]);
    assert_eq!((run.code, run.stdout.lines().count()), (1, 3), "{}", run.stderr);
    let why = "cannot be read further: line 8: expected STO and five numbers, got \"STO 0 4 1\"";
    assert!(run.stderr.contains(why), "{}", run.stderr);
    folder.write("f.ngf", "A\n99\nb\nc\nd\n0\n0\n6\n\n\n\n\nPMABBQEEQ\n");
    let run = folder.zobrist(["go", "check", "f.ngf"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("line 2: expected the size of a board"), "{}", run.stderr);
}

/// Names are in the charset of the server, and a second byte of GBK may look like a bracket.
#[test]
fn names_have_a_charset() {
    let folder = games();
    let gbk = [
        &b"\\HS\n\\[GAMEBLACKNAME=\xc0\xee\x8f\x5d (9D)\\]\n\\HE\n\\GS\n"[..],
        b"INI 0 1 0 &4\nSTO 0 2 1 15 3\n\\GE\n",
    ]
    .concat();
    folder.write("g.gib", gbk);
    let rows = folder.zobrist(["go", "hash", "--charset", "gbk", "g.gib"]).done();
    assert_eq!(rows.lines().count(), 2, "{rows}");
}

#[test]
fn gtp_loads_them() {
    let folder = games();
    let commands = format!("loadsgf {}\nlist_stones black\n", folder.arg("c.ugi.gz"));
    let (answers, messages) = told(&[], &commands);
    assert_eq!((answers[1].as_str(), messages.as_str()), ("= Q16", ""));
}
