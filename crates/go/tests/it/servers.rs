//! Records of servers, made for the test by the layout that `docs/server-records.md` describes.
#![cfg(feature = "sgf")]

use zobrist_go::sgf::{ServerFormat, read};
use zobrist_go::{Color, Rules};

const GIB: &str = "\\HS\r\n\\[GAMEBLACKNAME=Ada (3D)\\]\r\n\\[GAMEWHITENAME=B[o]b\\]\r\n\
    \\[GAMEINFOMAIN=GRLT:1,ZIPSU:25,GONGJE:65\\]\r\n\\[GAMETAG=S1,R3,C2016:03:26:17:29\\]\r\n\\HE\r\n\
    \\GS\r\n2 1 0\r\n119 0 &4\r\nINI 0 1 2 &4\r\nSTO 0 2 2 15 15\r\nSKI 0 3 1\r\nSTO 0 4 2 9 9\r\n\
    \\GE\r\n";

const NGF: &str = "A game\n19\nWanda      4D*\nBo Black   5D\nwww.cyberoro.com\n0\n0\n6\n\
    20110812 [09:31]\n10\nBlack wins by resign!\n3\nPMABBQEEQ\nPMACWEEEE\nPMADBAAAA\n";

const UGF: &str = "[Header]\nTitle=Final\nCoordinateType=IGS\nSize=9\nHdcp=2,0.5\nPlayerB=Ada,3d,x\n\
    PlayerW=Bob,4d,x\nWinner=W,C\nDate=1998/05/12,05:25\nRule=JPN0\n[Data]\nCC,B1,0,0\nGG,B1,0,0\n\
    EA,W1,1,5\nEB,B1,2,7\nYA,W1,3,1\n[Figure]\n.Text\n";

fn sgf(format: ServerFormat, text: &str) -> String {
    assert_eq!(ServerFormat::of(text.as_bytes()), Some(format));
    let record = format.to_sgf(text);
    assert_eq!(record.fault, None);
    record.sgf
}

#[test]
fn records_of_each_server_are_read() {
    assert_eq!(
        sgf(ServerFormat::Gib, GIB),
        "(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[Ada]BR[3D]PW[B[o\\]b]KM[6.5]RE[W+2.5]DT[2016-03-26]\
         HA[2]AB[pd][dp]\n\n\n\n\n\n\n\n\n\n;W[pp]\n;B[]\n;W[jj])"
    );
    assert_eq!(
        sgf(ServerFormat::Ngf, NGF),
        "(;GM[1]FF[4]CA[UTF-8]SZ[19]GN[A game]PW[Wanda]WR[4D]PB[Bo Black]BR[5D]\
         PC[www.cyberoro.com]KM[6.5]DT[2011-08-12]RE[B+R]\n\n\n\n\n\n\n\n\n\n\n\n;B[pd]\n;W[dd]\n;B[])"
    );
    let sgf = sgf(ServerFormat::Ugf, UGF);
    assert_eq!(
        sgf,
        "(;GM[1]FF[4]CA[UTF-8]SZ[9]GN[Final]PB[Ada]BR[3d]PW[Bob]WR[4d]DT[1998-05-12]KM[0.5]\
         RU[Japanese]RE[W+R]HA[2]AB[cg][gc]\n\n\n\n\n\n\n\n\n\n\n\n\n;W[ei]\n;B[eh]\n;W[])"
    );
    let game = read(sgf.as_bytes()).unwrap().game(Rules::default()).unwrap();
    // Rows count from the bottom.
    assert_eq!(game.board().stone("C3".parse().unwrap()), Some(Color::Black));
    assert_eq!(game.board().stone("E1".parse().unwrap()), Some(Color::White));
    assert_eq!((game.ply(), game.passes()), (3, 1));
}

/// Rows count from the top, and a handicap without its stones has the usual places.
#[test]
fn other_coordinates_and_handicaps() {
    let text = "[Header]\nSize=19\nHdcp=3,0\n[Data]\nAB,W1,1,0\n";
    let sgf = sgf(ServerFormat::Ugf, text);
    assert!(sgf.ends_with("SZ[19]KM[0]HA[3]AB[pd][dp][pp]\n\n\n\n;W[ab])"), "{sgf}");
    for (stones, points) in [
        (3, "[pd][dp][dd]"),
        (5, "[pd][dp][dd][pp][jj]"),
        (6, "[pd][dp][dd][pp][dj][pj]"),
        (9, "[pd][dp][dd][pp][dj][pj][jd][jp][jj]"),
    ] {
        let text = GIB.replace("INI 0 1 2", &format!("INI 0 1 {stones}"));
        let sgf = ServerFormat::Gib.to_sgf(&text).sgf;
        assert!(sgf.contains(&format!("HA[{stones}]AB{points}\n")), "{sgf}");
    }
    // A public game of CyberOro with three stones has a move at Q4.
    let text = NGF
        .replace("\n0\n0\n6", "\n3\n0\n0")
        .replace("PMABBQEEQ\nPMACWEEEE", "PMABBQQQQ\nPMACWKKKK");
    let record = read(ServerFormat::Ngf.to_sgf(&text).sgf.as_bytes()).unwrap();
    let game = record.game(Rules::default()).unwrap();
    assert_eq!(game.board().stone("Q4".parse().unwrap()), Some(Color::Black));
    assert_eq!(game.board().stone("D16".parse().unwrap()), Some(Color::Black));
}

/// A pass of GIB may name no color.
#[test]
fn a_pass_without_a_color_is_of_the_player_in_turn() {
    let skip = GIB.replace("SKI 0 3 1", "SKI 0 3 ");
    assert_eq!(sgf(ServerFormat::Gib, &skip), sgf(ServerFormat::Gib, GIB));
    let first = |stones: &str| {
        let text = GIB.replace("INI 0 1 2", stones).replace("STO 0 2 2 15 15", "SKI 0 2");
        sgf(ServerFormat::Gib, &text)
    };
    assert!(first("INI 0 1 2").contains(";W[]\n;B[]\n;W[jj]"), "{}", first("INI 0 1 2"));
    assert!(first("INI 0 1 0").contains(";B[]\n;B[]\n;W[jj]"), "{}", first("INI 0 1 0"));
}

/// A fault has its line, and what comes before it is read.
#[test]
fn a_fault_ends_the_record_at_its_line() {
    for (format, text, line, moves) in [
        (ServerFormat::Gib, GIB.replace("STO 0 4 2 9 9", "STO 0 4 2 9"), 13, 2),
        (ServerFormat::Gib, GIB.replace("STO 0 2 2", "STO 0 2 3"), 11, 0),
        (ServerFormat::Gib, GIB.replace("SKI 0 3 1", "SKI"), 12, 1),
        (ServerFormat::Gib, GIB.replace("INI 0 1 2", "INI 0 1 99"), 10, 0),
        (ServerFormat::Ngf, NGF.replace("PMACW", "PMACX"), 14, 1),
        (ServerFormat::Ngf, NGF.replace("PMACWEEEE", "PMAC"), 14, 1),
        (ServerFormat::Ngf, NGF.replace("PMACWEEEE", "PMACWé€"), 14, 1),
        (ServerFormat::Ngf, NGF.replace("\n0\n0\n6", "\n11\n0\n6"), 6, 0),
        (ServerFormat::Ugf, UGF.replace("EB,B1", "EB,X1"), 15, 1),
        (ServerFormat::Ugf, UGF.replace("EB,B1", "é,B1"), 15, 1),
        (ServerFormat::Ugf, UGF.replace("EB,B1", "5,B1"), 15, 1),
        (ServerFormat::Ugf, UGF.replace("Hdcp=2", "Hdcp=x"), 5, 0),
    ] {
        let record = format.to_sgf(&text);
        let fault = record.fault.unwrap_or_else(|| panic!("{text}"));
        assert_eq!(fault.line, line, "{fault}");
        assert_eq!(record.sgf.matches('\n').count() > 0, moves > 0, "{}", record.sgf);
        let record = read(record.sgf.as_bytes()).unwrap();
        assert_eq!(record.nodes().count(), moves + 1, "{fault}");
    }
    // Without the size of a board there is no game.
    let record = ServerFormat::Ugf.to_sgf(&UGF.replace("Size=9", "Size=99"));
    assert_eq!((record.sgf.as_str(), record.fault.unwrap().line), ("", 4));
    let short = ServerFormat::Ngf.to_sgf("A\n19\n");
    assert_eq!(short.fault.unwrap().to_string(), "line 2: expected 12 lines of header, got \"\"");
}

/// Whatever is cut or changed, what is written is SGF.
#[test]
fn damaged_records_become_sgf_all_the_same() {
    let mut random = zobrist::source::SplitMix64::new(61);
    let formats = [ServerFormat::Gib, ServerFormat::Ngf, ServerFormat::Ugf];
    let mut read_games = 0;
    for (format, text) in formats.into_iter().zip([GIB, NGF, UGF]) {
        for _ in 0..3000 {
            let mut bytes = text.as_bytes().to_vec();
            bytes.truncate(1 + random.next_u64() as usize % bytes.len());
            for _ in 0..random.next_u64() % 4 {
                let at = random.next_u64() as usize % bytes.len();
                bytes[at] = b"\n,];[A9B=\\ \xc3"[random.next_u64() as usize % 12];
            }
            let record = format.to_sgf(&String::from_utf8_lossy(&bytes));
            if record.sgf.is_empty() {
                assert!(record.fault.is_some());
                continue;
            }
            read(record.sgf.as_bytes()).unwrap_or_else(|error| panic!("{error}: {}", record.sgf));
            read_games += 1;
        }
    }
    assert!(read_games > 4000, "{read_games}");
}

#[test]
fn texts_of_other_kinds_are_not_taken_for_records() {
    for text in ["", "\n\n", "(;GM[1]\n19\n)", "A\n19\nb\n", "[Other]\n", "HS\n", "19\n19\n"] {
        assert_eq!(ServerFormat::of(text.as_bytes()), None, "{text}");
    }
    let bom = format!("\u{FEFF}{UGF}");
    assert_eq!(ServerFormat::of(bom.as_bytes()), Some(ServerFormat::Ugf));
    assert_eq!(ServerFormat::Ugf.to_sgf(&bom), ServerFormat::Ugf.to_sgf(UGF));
}
