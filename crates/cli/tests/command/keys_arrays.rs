//! Arrays of keys in program text: their sizes beside a layout.

use zobrist::source::SplitMix64;

use crate::tool::Folder;

/// A text with arrays of keys of these sizes, and scalars for the sizes of 0, by a language.
fn arrays(language: &str, sizes: &[usize]) -> String {
    let mut random = SplitMix64::new(1);
    let mut keys = |count: usize| -> Vec<String> {
        (0..count).map(|_| format!("{:#018x}", random.next_u64() | 1 << 63)).collect()
    };
    let mut text = match language {
        "java" => "final class Keys {\n".to_owned(),
        "go" => "package keys\n\nconst Rows = 8\n\nvar (\n".to_owned(),
        "json" => "[".to_owned(),
        "js" => "export const KEYS = {\n".to_owned(),
        _ => "#include <stdint.h>\nenum { ROWS = 8 };\n".to_owned(),
    };
    for (number, size) in sizes.iter().enumerate() {
        let list = keys((*size).max(1)).join(",\n  ");
        text += &match (language, size) {
            ("java", 0) => format!("  static final long K{number} = {list}L;\n"),
            ("java", _) => format!("  static final long[] K{number} = {{{list}}};\n"),
            ("go", 0) => format!("\tK{number} uint64 = {list}\n"),
            ("go", _) => format!("\tK{number} = [{size}]uint64{{{list}}}\n"),
            ("json", size) => {
                let list = list.replace("0x", "\"0x").replace(",", "\",") + "\"";
                let list = if *size == 0 { list } else { format!("[{list}]") };
                format!("{}{list}", if number == 0 { "" } else { "," })
            }
            ("js", 0) => format!("  k{number}: {list}n,\n"),
            ("js", _) => format!("  k{number}: [{list}],\n"),
            (_, 0) => format!("const uint64_t K{number} = {list};\n"),
            (_, _) => format!("const uint64_t K{number}[{size}] = {{{list}}};\n"),
        };
    }
    text += match language {
        "java" => "}\n",
        "go" => ")\n",
        "json" => "]\n",
        "js" => "};\n",
        _ => "",
    };
    text
}

const LANGUAGES: [&str; 5] = ["c", "java", "go", "json", "js"];

/// A scalar beside arrays is a key in the order of the text, and an array of its own.
#[test]
fn scalars_beside_arrays_are_read_in_order() {
    let mut random = SplitMix64::new(1);
    let expected: String =
        (0..793).map(|_| format!("{:016x}\n", random.next_u64() | 1 << 63)).collect();
    for language in LANGUAGES {
        let name = format!("keys.{language}");
        for sizes in [&[768, 0, 16, 8][..], &[768, 16, 8, 0], &[0, 0, 768, 23], &[384, 384, 16, 9]]
        {
            let folder = Folder::with(&name, arrays(language, sizes));
            let run = folder.zobrist(["keys", "generate", &name]);
            assert_eq!((run.code, run.stdout), (0, expected.clone()), "{language} {sizes:?}");
        }
        // In the order of the layout, each scalar is its kind.
        for sizes in [&[768, 16, 8, 0][..], &[384, 384, 16, 8, 0], &[793], &[768, 25]] {
            let folder = Folder::with(&name, arrays(language, sizes));
            let run = folder.zobrist(["keys", "generate", &name, "--layout", "chess"]);
            assert_eq!((run.code, run.stdout), (0, expected.clone()), "{language} {sizes:?}");
        }
    }
}

#[test]
fn arrays_that_contradict_the_layout_are_refused() {
    for language in LANGUAGES {
        let name = format!("keys.{language}");
        for (sizes, got) in [
            (&[768, 0, 16, 8][..], "768, 1, 16, 8"),
            (&[0, 768, 16, 8], "1, 768, 16, 8"),
            (&[384, 384, 8, 16, 0], "2 of 384, 8, 16, 1"),
        ] {
            let folder = Folder::with(&name, arrays(language, sizes));
            for layout in ["chess", "chess:793"] {
                let run = folder.zobrist(["keys", "audit", &name, "--layout", layout]);
                assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{language} {sizes:?}");
                let reason = format!(
                    "{name}: the arrays contradict the layout chess:793: expected sizes 768, 16, 8, 1 \
                     (793 = piece 768 + castling 16 + en-passant 8 + turn 1), got {got}, in the order \
                     of the file; describe that order by --layout FILE.toml"
                );
                assert!(run.stderr.contains(&reason), "{}", run.stderr);
            }
        }
    }
    // The advice of the message.
    let folder = Folder::with("keys.c", arrays("c", &[768, 0, 16, 8]));
    let kinds = "kind = [{name = 'piece', size = 768}, {name = 'turn', size = 1}, \
                 {name = 'castling', size = 16}, {name = 'en-passant', size = 8}]";
    std::fs::write(folder.path("order.toml"), kinds).unwrap();
    let rows = ["keys", "generate", "keys.c", "--layout", "order.toml", "--format", "csv"];
    assert!(folder.zobrist(rows).stdout.contains("\n768,turn,0,"));
    let keys = folder.zobrist(["keys", "generate", "keys.c"]).stdout;
    std::fs::write(folder.path("keys.hex"), &keys).unwrap();
    let listed = ["keys", "generate", "keys.hex", "--layout", "chess:793"];
    assert_eq!(folder.zobrist(listed).done(), keys);
}

/// Arrays of halves have the sizes of their keys.
#[test]
fn arrays_of_halves_are_compared_with_the_layout() {
    let toml = "kind = [{name = 'a', size = 2}, {name = 'b', size = 1}]";
    let low_high = |text: &str, halves: &[&'static str]| {
        let folder = Folder::with("k.c", text);
        std::fs::write(folder.path("k.toml"), toml).unwrap();
        let args = ["keys", "generate", "k.c", "--layout", "k.toml"];
        folder.zobrist(args.into_iter().chain(halves.iter().copied()))
    };
    let lists = "U32 l[] = {0x00000001, 0x00000002}, m[] = {0x00000003};";
    let halves = ["--halves", "low,high"];
    assert_eq!(low_high(&lists.repeat(2), &halves).code, 0);
    let lists = "U32 l[] = {0x00000001}, m[] = {0x00000002, 0x00000003};";
    let message = low_high(&lists.repeat(2), &halves).refused();
    assert!(message.contains("expected sizes 2, 1 (3 = a 2 + b 1), got 1, 2"), "{message}");
    let pair = "0x00000001, 0x00000002";
    let pairs = |first: usize, second: usize| {
        let list = |count| vec![format!("{{{pair}}}"); count].join(", ");
        format!("U32 l[][2] = {{{}}}, m[][2] = {{{}}};", list(first), list(second))
    };
    assert_eq!(low_high(&pairs(2, 1), &["--bits", "64"]).code, 0);
    let message = low_high(&pairs(1, 2), &["--bits", "64"]).refused();
    assert!(message.contains("expected sizes 2, 1 (3 = a 2 + b 1), got 1, 2"), "{message}");
}
