//! Properties of records: how values read, how records are made and changed, and charsets from
//! outside.
#![cfg(feature = "sgf")]

use zobrist_go::sgf::{
    Charset, Fault, Node, PropertyError, Record, games, games_in, read, read_in, write,
};
use zobrist_go::{Color, Move};

fn written(record: &Record) -> String {
    String::from_utf8(write(record)).unwrap()
}

/// The basic types of FF[4]: escapes, soft line breaks, line breaks of all systems, other space.
#[test]
fn texts_are_read_as_their_types_say() {
    for (raw, text, simple) in [
        ("plain", "plain", "plain"),
        ("", "", ""),
        (r"a\]b\\c\:d\e", r"a]b\c:de", r"a]b\c:de"),
        (
            "soft\\\nbreak \\\r\nof \\\n\rall \\\rkinds",
            "softbreak of all kinds",
            "softbreak of all kinds",
        ),
        ("a\nb\r\nc\n\rd\re", "a\nb\nc\nd\ne", "a b c d e"),
        ("two\n\nlines\r\r", "two\n\nlines\n\n", "two  lines  "),
        ("tab\tand\\\ttab\x0b", "tab and tab ", "tab and tab "),
        ("\\\\\n", "\\\n", "\\ "),
        ("é\\é", "éé", "éé"),
    ] {
        let record = read(format!("(;C[{raw}])").as_bytes()).unwrap();
        let value = record.node(0).property("C").unwrap();
        assert_eq!(value.raw, raw.as_bytes());
        assert_eq!(String::from_utf8(value.text()).unwrap(), text, "{raw:?}");
        assert_eq!(String::from_utf8(value.simple_text()).unwrap(), simple, "{raw:?}");
    }
    let record = read_in(b"(;C[\x95\x5c\\]\\\x83\x5d:\x83:])", Charset::ShiftJis).unwrap();
    let value = record.node(0).property("C").unwrap();
    assert_eq!(value.text(), b"\x95\x5c]\x83\x5d:\x83:");
    assert_eq!(value.split().0.text(), b"\x95\x5c]\x83\x5d");
}

#[test]
fn composed_values_are_split_at_the_first_colon_that_is_none_of_the_text() {
    for (raw, first, second) in [
        ("aa:bb", "aa", Some("bb")),
        ("a:b:c", "a", Some("b:c")),
        (r"a\:b:c\:d", "a:b", Some("c:d")),
        (r"a\:b", "a:b", None),
        (":", "", Some("")),
    ] {
        let record = read(format!("(;XX[{raw}])").as_bytes()).unwrap();
        let (one, two) = record.node(0).property("XX").unwrap().split();
        assert_eq!(one.text(), first.as_bytes(), "{raw}");
        assert_eq!(two.map(|two| two.text()), second.map(|text| text.as_bytes().to_vec()), "{raw}");
    }
}

/// Values of a name that occurs again are all there, and small letters mean nothing.
#[test]
fn properties_are_found_by_their_capital_letters() {
    let record = read(b"(;LB[aa:1]LaBel[bb:2][cc:3]LBX[no]lb[no]KO[];B[aa])").unwrap();
    let node = record.node(0);
    let labels: Vec<_> = node.properties.values("LB").map(|value| value.raw).collect();
    assert_eq!(labels, [b"aa:1", b"bb:2", b"cc:3"]);
    assert_eq!(node.property("LB").unwrap().raw, b"cc:3");
    assert_eq!((node.is_forced(), record.node(1).is_forced()), (true, false));
    assert!(node.property("L").is_none() && node.property("KOO").is_none());
    assert!(read(b"(;)").unwrap().node(0).properties.is_empty());
    let shown = format!("{:?}", node.properties);
    assert_eq!(shown, r#"[LB["aa:1"], LaBel["bb:2", "cc:3"], LBX["no"], lb["no"], KO[""]]"#);
}

#[test]
fn properties_are_set_in_their_place() {
    let mut record = read(b"(;SZ[9]C[a]PB[x]C[b](;B[aa]XX[1])(;B[bb]))").unwrap();
    record.set_text(0, "C", "new ] \\ text").unwrap();
    assert_eq!(written(&record), r"(;SZ[9]C[new \] \\ text]PB[x](;B[aa]XX[1])(;B[bb]))");
    record.set_property(1, "XX", &["2", r"\]", ""]).unwrap();
    record.remove_property(0, "PB").unwrap();
    record.set_text(2, "N", "name").unwrap();
    record.set_text(2, "Name", "last").unwrap();
    let text = r"(;SZ[9]C[new \] \\ text](;B[aa]XX[2][\]][])(;B[bb]Name[last]))";
    assert_eq!(written(&record), text);
    assert_eq!(read(text.as_bytes()).unwrap(), record);
    let moves = &[(Color::White, Move::Pass)];
    let last = record.push(Node::new(Some(2)).with_moves(moves));
    record.set_text(last, "C", "é").unwrap();
    let text = r"(;SZ[9]C[new \] \\ text](;B[aa]XX[2][\]][])(;B[bb]Name[last];W[]C[é]))";
    assert_eq!(written(&record), text);
}

#[test]
fn properties_that_cannot_be_set_are_errors() {
    let mut record = read(b"(;SZ[9];B[aa])").unwrap();
    let before = record.clone();
    for name in ["", "c", "X1", "B ", "é", "C["] {
        let error = record.set_text(0, name, "x").unwrap_err();
        assert_eq!(error, PropertyError::Name(name.to_owned()));
        let what = format!("expected the name of a property, such as C or PB, got {name:?}");
        assert_eq!(error.to_string(), what);
    }
    for name in ["B", "W", "AddBlack", "SZ", "KoMi", "PL", "GM"] {
        let error = record.set_text(1, name, "x").unwrap_err();
        assert!(matches!(error, PropertyError::Field(_)), "{name}: {error}");
        assert!(
            error.to_string().starts_with("expected a property that no field stands for, got ")
        );
    }
    for value in ["a]b", "a\\", "]", r"\\\"] {
        let error = record.set_property(1, "C", &["good", value]).unwrap_err();
        assert_eq!(error, PropertyError::Value(value.to_owned()));
        assert!(error.to_string().ends_with(&format!("got {value:?}")), "{error}");
    }
    assert_eq!(write(&record), write(&before));
}

/// The fields of a record are written where they stand, or at the end.
#[test]
fn fields_of_the_record_are_written_in_the_first_node() {
    let mut record = read(b"(;PB[x]KM[6.5]RE[0]KM[7])").unwrap();
    assert_eq!(written(&record), "(;PB[x]KM[6.5]RE[0]KM[7])");
    record.komi = Some("0]".to_owned());
    assert_eq!(written(&record), r"(;PB[x]KM[0\]]RE[0])");
    record.komi = None;
    assert_eq!(written(&record), "(;PB[x]RE[0])");
    let mut record = read(&write(&record)).unwrap();
    record.komi = Some("1".to_owned());
    assert_eq!(written(&record), "(;PB[x]RE[0]KM[1])");

    let mut smaller = Record::new(9, 13);
    smaller.push(record.node(0));
    assert_eq!(written(&smaller), "(;PB[x]RE[0]SZ[9:13])");
}

#[test]
#[should_panic(
    expected = "expected the size that the record had at its first node, (9, 9), found (9, 13)"
)]
fn a_size_that_changes_later_is_refused() {
    let mut record = read(b"(;SZ[9];B[aa])").unwrap();
    record.height = 13;
    let _ = write(&record);
}

/// Nodes of one record are nodes of another, with everything in them.
#[test]
fn nodes_are_copied_with_their_properties() {
    let text = r"(;GM[1]FF[3]SZ[9]PB[x]AB[aa:cc];C[\]]B[dd]LB[dd:1];B[zz]N[at fault];W[tt]KO[])";
    let from = read(text.as_bytes()).unwrap();
    let mut copy = Record::new(9, 9);
    for node in from.nodes() {
        copy.push(node);
    }
    assert_eq!((written(&copy), &copy), (text.to_owned(), &from));
    assert!(copy.node(2).fault.is_some());

    // On a larger board the points have other names, and fields that differ count.
    let mut larger = Record::new(13, 13);
    for node in from.nodes() {
        let to_move = node.parent.is_none().then_some(Color::White);
        larger.push(node.with_to_move(to_move));
    }
    let root = "(;GM[1]FF[3]SZ[13]PB[x]AB[ag][bg][cg][af][bf][cf][ae][be][ce]PL[W]";
    // The move in the last is a pass on both.
    let rest = r";C[\]]B[dh]LB[dd:1];B[zz]N[at fault];W[tt]KO[])";
    assert_eq!(written(&larger), format!("{root}{rest}"));
}

/// Where the second byte of a character may be a bracket, it is not escaped; elsewhere it is.
#[test]
fn the_charset_decides_what_is_escaped() {
    let big5 =
        read(b"(;CA[Big5]SZ[9]PB[\xb3\x5c]PW[\xa4\x5d\\]];B[aa]LB[aa:\xa4\x5d\\:b])").unwrap();
    assert_eq!(big5.charset(), Charset::Double);
    assert_eq!(big5.node(0).properties.charset(), Charset::Double);
    let mut plain = Record::new(9, 9);
    plain.push(Node::default());
    let mut node = big5.node(1);
    node.parent = Some(0);
    plain.push(node);
    assert_eq!(write(&plain), b"(;GM[1]FF[4]SZ[9];B[aa]LB[aa:\xa4\\]\\:b])");
    // Named later, it changes what is there.
    plain.set_text(0, "CA", "Big5").unwrap();
    assert_eq!(plain.charset(), Charset::Double);
    assert_eq!(write(&plain), b"(;GM[1]FF[4]SZ[9]CA[Big5];B[aa]LB[aa:\xa4\x5d\\:b])");
    plain.set_text(0, "PB", b"\xb3\x5c]").unwrap();
    assert_eq!(plain.node(0).property("PB").unwrap().raw, b"\xb3\x5c\\]");
    assert_eq!(read(&write(&plain)).unwrap(), plain);
    plain.remove_property(0, "CA").unwrap();
    assert_eq!(plain.node(0).property("PB").unwrap().raw, b"\xb3\\\x5c\\]");

    // Half a character does not hide the bracket.
    let mut record = big5.clone();
    record.set_text(0, "PB", b"\xa4").unwrap();
    assert_eq!(record.node(0).property("PB").unwrap().raw, b"\xa4 ");
    assert!(record.set_property(0, "PB", &[b"\xa4"]).is_err());
    assert_eq!(read(&write(&record)).unwrap(), record);
}

/// Text that is added to a game in ASCII is in the charset that the game names, or by which it is
/// read.
#[test]
fn ascii_has_the_charset_that_it_names() {
    let name = b"\x83\x5d\x95\x5c]";
    let mut named = read(b"(;SZ[9]CA[Shift_JIS];B[aa])").unwrap();
    let mut given = read_in(b"(;SZ[9];B[aa])", Charset::ShiftJis).unwrap();
    for record in [&mut named, &mut given] {
        assert_eq!(record.charset(), Charset::ShiftJis);
        record.set_text(0, "PB", name).unwrap();
        let again = read_in(&write(record), Charset::ShiftJis).unwrap();
        assert_eq!(again.node(0).property("PB").unwrap().text(), name);
        assert_eq!(&again, record);
    }
    assert_eq!(read(&write(&named)).unwrap(), named);
    assert_eq!(read_in(b"(;CA[Big5])", Charset::Plain).unwrap().charset(), Charset::Plain);
}

/// The charset tells how bytes read, not what they are.
#[test]
fn values_are_equal_if_their_bytes_are() {
    let [plain, double] =
        [Charset::Plain, Charset::Double].map(|by| read_in(b"(;C[\xe9\xa1])", by).unwrap());
    assert_eq!(plain, double);
    assert_eq!(plain.node(0), double.node(0));
    assert_eq!(plain.node(0).property("C"), double.node(0).property("C"));
    assert_ne!(plain, read(b"(;C[\xe8\xa1])").unwrap());
}

/// Each game is asked about once, and only if it is not ASCII.
#[test]
fn the_charset_of_each_game_is_asked_for() {
    let text = [
        &b"(;SZ[9];B[aa])(;C[\x95\x5c];B[aa])\n"[..],
        b"(;CA[GBK]PB[\x81\x5d];B[bb])(;PB[\xe9];B[cc])(;PB[\xc3\xa9])",
    ];
    let text = text.concat();
    let mut asked = Vec::new();
    let found: Vec<_> = games_in(&text, |game| {
        let counts = [Charset::Plain, Charset::Double, Charset::ShiftJis];
        let counts = counts.map(|by| {
            let nodes = game.read_in(by)?.record;
            Some(nodes.nodes().map(|node| node.properties.iter().count()).sum())
        });
        asked.push((game.place.offset, game.named(), game.charset, counts));
        if counts[2] > counts[0] { Charset::ShiftJis } else { game.charset }
    })
    .map(|game| game.unwrap().record.nodes().map(|node| node.moves.len()).sum::<usize>())
    .collect();
    // The byte of a game, `CA`, the charset, and the number of properties by each charset.
    type Expected<'a> = (usize, Option<&'a [u8]>, Charset, [Option<usize>; 3]);
    let expected: [Expected<'_>; 4] = [
        (14, None, Charset::Plain, [Some(1), Some(2), Some(2)]),
        (29, Some(b"GBK"), Charset::Double, [None, Some(3), Some(3)]),
        (51, None, Charset::Plain, [Some(2), Some(1), Some(1)]),
        (65, None, Charset::Plain, [Some(1), Some(1), Some(1)]),
    ];
    assert_eq!(asked, expected);
    assert_eq!(found, [1, 1, 1, 1, 0]);
}

/// By a charset that does not fit, a game may have no end. To ask costs no more than to read.
#[test]
fn an_answer_counts_even_if_it_is_wrong() {
    let text = b"(;GM[1]SZ[9];B[bb])\n(;SZ[9];B[aa]PB[\xe9])";
    let found: Vec<_> = games_in(text, |_| Charset::Double).collect();
    assert_eq!(found[0].as_ref().map(|game| game.record.charset()), Ok(Charset::Plain));
    assert_eq!(found[1].as_ref().unwrap_err().fault, Fault::OpenValue);
    assert!(games(text).all(|game| game.is_ok()));

    let many = b"(;\xe9".repeat(1 << 20);
    let mut asked = 0_usize;
    let found = games_in(&many, |game| {
        asked += game.text.len();
        game.charset
    });
    assert!(found.count() > 0);
    assert!(asked < 8 << 20, "{asked}");
}
