//! `zobrist go gtp`: handicaps, rules and times.

use crate::go_gtp::{answers, each, last_answer, told};

/// The table of section 4.1.1 of the specification. GNU Go is asked for all sizes in `go_peer`.
#[test]
fn fixed_handicaps() {
    each(
        "",
        &[
            ("fixed_handicap 2", "= D4 Q16"),
            ("fixed_handicap 5", "= D4 Q16 D16 Q4 K10"),
            ("fixed_handicap 6", "= D4 Q16 D16 Q4 D10 Q10"),
            ("fixed_handicap 9", "= D4 Q16 D16 Q4 K10 D10 Q10 K4 K16"),
            ("fixed_handicap 1", "? invalid number of stones"),
            ("fixed_handicap 10", "? invalid number of stones"),
            ("fixed_handicap 2.5", "? syntax error"),
            ("fixed_handicap -2", "? syntax error"),
            ("fixed_handicap", "? syntax error"),
            ("boardsize 9\nfixed_handicap 4", "= C3 G7 C7 G3"),
            ("boardsize 8\nfixed_handicap 5", "? invalid number of stones"),
            ("boardsize 7\nfixed_handicap 4", "= C3 E5 C5 E3"),
            ("boardsize 6\nfixed_handicap 2", "? invalid number of stones"),
            ("rectangular_boardsize 9 13\nfixed_handicap 2", "? invalid number of stones"),
            ("play b a1\nfixed_handicap 2", "? board not empty"),
            ("fixed_handicap 2\nfixed_handicap 2", "? board not empty"),
            // The stones are no moves, and White begins.
            ("fixed_handicap 2\nundo", "? cannot undo"),
            ("fixed_handicap 2\nprintsgf", "= (;GM[1]FF[4]SZ[19]KM[7.5]AB[dp][pd]PL[W])"),
            ("fixed_handicap 2\nclear_board\nlist_stones b", "="),
        ],
    );
}

#[test]
fn free_handicaps() {
    each(
        "",
        &[
            ("set_free_handicap D4 q16 K10\nlist_stones b", "= D4 K10 Q16"),
            ("set_free_handicap", "? syntax error"),
            ("set_free_handicap D4", "? bad vertex list: expected 2 to 360 vertices, got 1"),
            ("set_free_handicap D4 d4", "? bad vertex list: D4 is there twice"),
            (
                "set_free_handicap D4 pass",
                "? bad vertex list: invalid vertex: \"pass\" is not the name of a point: expected a letter from A \
          to Z except I, then a row from 1 to 25, as in D4",
            ),
            (
                "boardsize 9\nset_free_handicap D4 K1",
                "? bad vertex list: invalid vertex: K1 is off the board of 9 x 9",
            ),
            ("set_free_handicap D4 K1\nset_free_handicap D4 K1", "? board not empty"),
            (
                "boardsize 2\nset_free_handicap a1 b1 a2 b2",
                "? bad vertex list: expected 2 to 3 vertices, got 4",
            ),
            (
                "boardsize 1\nset_free_handicap a1",
                "? bad vertex list: expected 2 to 0 vertices, got 1",
            ),
            ("place_free_handicap 3", "= D4 Q16 D16"),
            ("place_free_handicap 1", "? invalid number of stones"),
            ("place_free_handicap 361", "? invalid number of stones"),
            ("place_free_handicap x", "? syntax error"),
            ("play w a1\nplace_free_handicap 2", "? board not empty"),
            ("boardsize 5\nplace_free_handicap 2", "= C3 A1"),
            ("boardsize 2\nplace_free_handicap 3", "= A1 B2 B1"),
        ],
    );
    // As many as there can be, on any board, each once; and the ten stones on the large board stand
    // on no edge.
    for (size, most) in [("19 19", 360), ("25 25", 624), ("1 5", 4), ("7 3", 20), ("19 19", 10)] {
        let commands =
            format!("rectangular_boardsize {size}\nplace_free_handicap {most}\nlist_stones b\n");
        let answers = answers(&[], &commands);
        let sorted = |answer: &str| {
            let mut names: Vec<String> = answer[2..].split(' ').map(str::to_owned).collect();
            names.sort_unstable();
            names
        };
        assert_eq!(sorted(&answers[1]), sorted(&answers[2]), "{size}");
        assert_eq!(sorted(&answers[1]).len(), most, "{size}");
        if most == 10 {
            let edges = ["A", "T"];
            let is_on_edge = |name: &String| edges.contains(&&name[..1]) || name[1..] == *"1";
            assert!(!sorted(&answers[1]).iter().any(is_on_edge), "{}", answers[1]);
        }
    }
}

/// Names of rule sets, and KataGo's fields.
#[test]
fn rules_are_set_and_told() {
    let taxed = |ko: &str, scoring: &str, suicide: bool, bonus: &str, tax: &str| {
        format!(
            "= {{\"hasButton\":false,\"ko\":\"{ko}\",\"scoring\":\"{scoring}\",\"suicide\":{suicide},\
             \"tax\":\"{tax}\",\"whiteHandicapBonus\":\"{bonus}\"}}"
        )
    };
    let json = |ko: &str, scoring: &str, suicide: bool, bonus: &str| {
        taxed(ko, scoring, suicide, bonus, "NONE")
    };
    for (set, expected) in [
        ("kata-set-rules tromp-taylor", json("POSITIONAL", "AREA", true, "0")),
        ("kata-set-rules Chinese", json("POSITIONAL", "AREA", false, "N")),
        ("kata-set-rules chinese-kgs", json("POSITIONAL", "AREA", false, "N")),
        ("kgs-rules chinese", json("POSITIONAL", "AREA", false, "N")),
        ("kgs-rules aga", json("SITUATIONAL", "AREA", false, "N-1")),
        ("kgs-rules new_zealand", json("SITUATIONAL", "AREA", true, "0")),
        ("kgs-rules japanese", taxed("SIMPLE", "TERRITORY", false, "0", "SEKI")),
        ("kata-set-rules korean", taxed("SIMPLE", "TERRITORY", false, "0", "SEKI")),
        ("kgs-rules ing", json("POSITIONAL", "AREA", true, "0")),
        ("kata-set-rules bga", json("SITUATIONAL", "AREA", false, "N-1")),
        ("kata-set-rules stone-scoring", taxed("SIMPLE", "AREA", false, "0", "ALL")),
        (
            "kata-set-rules aga-button",
            json("SITUATIONAL", "AREA", false, "N-1").replace("Button\":false", "Button\":true"),
        ),
        ("kata-set-rules koSIMPLEscoreAREAtaxNONEsui0whbN", json("SIMPLE", "AREA", false, "N")),
        ("kata-set-rule tax ALL", taxed("POSITIONAL", "AREA", true, "0", "ALL")),
        (
            "kata-set-rules {\"hasButton\":false,\"ko\":\"SIMPLE\",\"scoring\":\"TERRITORY\",\
          \"suicide\":false,\"tax\":\"SEKI\",\"whiteHandicapBonus\":\"0\"}",
            taxed("SIMPLE", "TERRITORY", false, "0", "SEKI"),
        ),
        // A scoring brings its tax, as in KataGo.
        (
            "kata-set-rules {\"scoring\":\"TERRITORY\"}",
            taxed("POSITIONAL", "TERRITORY", true, "0", "SEKI"),
        ),
        (
            "kata-set-rules {\"ko\": \"SIMPLE\", \"suicide\": true, \"friendlyPassOk\":true}",
            json("SIMPLE", "AREA", true, "0"),
        ),
        (
            "kata-set-rules {\"hasButton\":false,\"ko\":\"SITUATIONAL\",\"scoring\":\"TERRITORY\",\
          \"suicide\":false,\"tax\":\"NONE\",\"whiteHandicapBonus\":\"N-1\"}",
            json("SITUATIONAL", "TERRITORY", false, "N-1"),
        ),
        ("kata-set-rule suicide true", json("POSITIONAL", "AREA", true, "0")),
        ("kata-set-rule whiteHandicapBonus N", json("POSITIONAL", "AREA", true, "N")),
        ("kata-set-rules {}", json("POSITIONAL", "AREA", true, "0")),
    ] {
        let answers = answers(&["--suicide", "allowed"], &format!("{set}\nkata-get-rules\n"));
        assert_eq!(answers, ["=", &expected], "{set}");
    }
    // A refusal changes nothing, also of the fields before the one that is refused.
    let named = "expected one of tromp-taylor, chinese, aga, new-zealand, japanese, korean, ing, \
                 stone-scoring, aga-button";
    for (set, why) in [
        (
            "kata-set-rules {\"ko\":\"SIMPLE\",\"tax\":\"some\"}",
            "cannot play by tax \"some\": expected NONE, SEKI or ALL",
        ),
        (
            "kata-set-rules {\"ko\":\"simple\"}",
            "cannot play by ko \"simple\": expected SIMPLE, POSITIONAL or SITUATIONAL",
        ),
        ("kata-set-rules {\"hasButton\":1}", "cannot play by hasButton 1: expected true or false"),
        ("kata-set-rules {\"suicide\":1}", "cannot play by suicide 1: expected true or false"),
        (
            "kata-set-rules {\"scoring\":null}",
            "cannot play by scoring null: expected AREA or TERRITORY",
        ),
        (
            "kata-set-rules {\"whiteHandicapBonus\":0}",
            "cannot play by whiteHandicapBonus 0: expected 0, N-1 or N",
        ),
        (
            "kata-set-rule friendlyPassOk maybe",
            "cannot play by friendlyPassOk \"maybe\": expected true or false",
        ),
        (
            "kata-set-rule komi 7",
            "unknown field \"komi\" of rules: expected ko, scoring, suicide, tax, \
          hasButton, whiteHandicapBonus or friendlyPassOk",
        ),
        ("kata-set-rules house", &format!("unknown rules \"house\": {named}")),
        ("kgs-rules klingon", &format!("unknown rules \"klingon\": {named}")),
        ("kgs-rules", "syntax error"),
        ("kgs-rules new zealand", "syntax error"),
        ("kata-set-rules", "syntax error"),
        ("kata-set-rule ko", "syntax error"),
    ] {
        let answers = answers(&["--suicide", "allowed"], &format!("{set}\nkata-get-rules\n"));
        assert_eq!(answers, [format!("? {why}"), json("POSITIONAL", "AREA", true, "0")], "{set}");
    }
    let broken = last_answer("kata-set-rules {\"ko\":\n");
    assert!(broken.starts_with("? cannot read the rules as a JSON object: "), "{broken}");
    let natural = answers(&["--rules", "natural"], "kata-get-rules\n");
    assert!(natural[0].contains("\"ko\":\"NATURAL\""), "{natural:?}");
    each("", &[("kata-get-rules all", "? syntax error")]);
}

/// A controller says what it means, also in hundredths, and the rules have no komi.
#[test]
fn komi_that_may_be_meant_otherwise_is_told() {
    let beyond = "points: expected at most 361, those of the board";
    for komi in ["375", "-750"] {
        let (answers, messages) = told(&[], &format!("komi {komi}\nget_komi\n"));
        assert_eq!(answers, ["=", &format!("= {komi}")]);
        assert_eq!(messages, format!("zobrist: komi: {komi} {beyond}\n"));
    }
    each("komi 361\n", &[("get_komi", "= 361")]);
    let set = "kata-set-rules {\"ko\":\"SIMPLE\",\"komi\":6.5}\nget_komi\n";
    let (answers, messages) = told(&[], set);
    assert_eq!(answers, ["=", "= 7.5"]);
    let note = "the komi of the rules is not taken, and stays 7.5; the command komi sets it";
    assert_eq!(messages, format!("zobrist: kata-set-rules: {note}\n"));
}

/// Rules that are changed in the middle of a game judge it with all of its past.
#[test]
fn rules_change_what_is_legal() {
    let game = "boardsize 3\nkata-set-rules tromp-taylor\nplay w a2\nplay w b1\nplay w pass\n";
    each(
        game,
        &[
            ("is_legal b a1", "= 0"),
            ("kata-set-rule ko SIMPLE\nis_legal b a1", "= 1"),
            ("kata-set-rules new-zealand\nis_legal b a1", "= 1"),
            ("kata-set-rules new-zealand\nplay b a1\nkata-set-rules chinese\nis_legal b a1", "= 0"),
            ("kata-set-rules chinese\nundo\nundo\nundo\nundo", "? cannot undo"),
            (
                "kata-set-rules chinese\nprintsgf",
                "= (;GM[1]FF[4]SZ[3]KM[7.5]PL[B];W[ab];W[bc];W[])",
            ),
        ],
    );
}

#[test]
fn times_are_read_and_forgotten() {
    each(
        "",
        &[
            ("time_settings 0 0 0", "="),
            ("time_settings 1800.5 30 1", "="),
            ("time_settings 1800 30", "? syntax error"),
            ("time_settings -1 30 1", "? invalid time \"-1\": expected seconds from 0"),
            ("time_settings 1 inf 1", "? invalid time \"inf\": expected seconds from 0"),
            ("time_settings 1 1 x", "? syntax error"),
            ("time_left w 12 0", "="),
            ("time_left w 12", "? syntax error"),
            ("time_left x 12 0", "? invalid color \"x\": expected black or white"),
            ("time_left b soon 0", "? invalid time \"soon\": expected seconds from 0"),
            ("kgs-time_settings none", "="),
            ("kgs-time_settings absolute 600", "="),
            ("kgs-time_settings canadian 600 300 25", "="),
            ("kgs-time_settings byoyomi 600 30", "? syntax error"),
            ("kgs-time_settings none 1", "? syntax error"),
            ("kgs-time_settings", "? syntax error"),
            (
                "kgs-time_settings hourglass 600",
                "? unknown time system \"hourglass\": expected none, absolute, byoyomi or canadian",
            ),
        ],
    );
}
