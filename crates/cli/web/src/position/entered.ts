// Reads what was typed or pasted into the field under the board: a FEN, a move, or moves such as those of a PGN.

export type Entered =
  | { kind: "fen"; fen: string }
  /** `whole`: a game from its start, `tagged` with tags, of which `start` is the FEN. */
  | { kind: "moves"; moves: string[]; whole: boolean; tagged: boolean; start: string | null };

const result = /^(1-0|0-1|1\/2-1\/2|½-½|\*)$/;
const tag = /\[\s*(\w+)\s*"((?:\\.|[^"\\])*)"\s*\]/g;

/** What a text means. */
export function readEntered(text: string): Entered {
  const [first = ""] = text.trim().split(/\s/);
  if (first.includes("/") && !result.test(first)) return { kind: "fen", fen: text.trim() };
  const plain = withoutComments(text);
  const tags = new Map([...plain.matchAll(tag)].map(([, name, value]) => [name?.toLowerCase(), value]));
  const body = plain.replace(tag, " ");
  const moves = body
    .replace(/(^|\s)\d+\s*(\.+|…)/g, " ")
    .split(/[\s,]+/)
    .filter((word) => word !== "" && !result.test(word) && !/^e\.?p\.?$/.test(word))
    .map((word) => word.replace(/[!?]+$/, "").replace(/^0-0(-0)?/, (castling) => castling.replaceAll("0", "O")))
    .filter((word) => word !== "");
  const tagged = tags.size > 0;
  const whole = tagged || (moves.length > 1 && /^\s*1\s*\.(?!\s*\.)/.test(body));
  return { kind: "moves", moves, whole, tagged, start: tags.get("fen") ?? null };
}

/** A text of several lines on one, as a field takes it. */
export function onOneLine(text: string): string {
  return withoutComments(text).replace(/\s+/g, " ").trim();
}

/** A PGN without comments, variations and marks such as `$1`. */
function withoutComments(text: string): string {
  let depth = 0;
  return text.replace(/"(?:\\.|[^"\\])*"|\{[^}]*\}?|;[^\n]*|^%[^\n]*|[()]|\$\d+|[^"{;%()$]+|[^]/gm, (part) => {
    if (part === "(") depth += 1;
    else if (part === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0 && !/^[{;$]|^%./.test(part)) return part;
    return " ";
  });
}
