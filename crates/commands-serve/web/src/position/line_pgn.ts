// A line as PGN.
import { moveNumber } from "../format";
import type { LineMove } from "../types";

const usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** Values of the tag `Variant`, by the names of the server. */
const tags: Record<string, string> = {
  chess960: "Chess960",
  atomic: "Atomic",
  antichess: "Antichess",
  kingofthehill: "King of the Hill",
  "3check": "Three-check",
  crazyhouse: "Crazyhouse",
  racingkings: "Racing Kings",
  horde: "Horde",
};

/** The longest line of text, as the standard of PGN has it. */
const width = 80;

/** Moves from a start position as the text of a game without a result. */
export function linePgn(variant: string, start: string, moves: LineMove[]): string {
  const head: [string, string][] = [
    ["Event", "?"],
    ["Site", "?"],
    ["Date", "????.??.??"],
    ["Round", "?"],
    ["White", "?"],
    ["Black", "?"],
    ["Result", "*"],
  ];
  if (variant !== "chess") head.push(["Variant", tags[variant] ?? variant]);
  if (variant !== "chess" || start !== usual) head.push(["SetUp", "1"], ["FEN", start]);
  const words = moves.flatMap(({ san }, at) => {
    const { text, white } = moveNumber(start, at);
    if (white) return [text, san];
    return at === 0 ? [text.replace("…", "..."), san] : [san];
  });
  const lines = [""];
  for (const word of [...words, "*"]) {
    const last = lines[lines.length - 1] ?? "";
    if (last === "") lines[lines.length - 1] = word;
    else if (last.length + 1 + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return `${head.map(([name, value]) => `[${name} "${value}"]`).join("\n")}\n\n${lines.join("\n")}\n`;
}
