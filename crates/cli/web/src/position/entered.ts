// Reads what was typed or pasted into the field under the board: a FEN, a move, or moves such as those of a PGN.
import { inEnglish, plainMove } from "./notation";
import { variantOfTag } from "./variants";

/** A game, or moves that go on from the position. */
export interface EnteredGame {
  moves: string[];
  /** True for a game from its start. */
  whole: boolean;
  /** True if it has tags, of which `start` is the FEN. */
  tagged: boolean;
  start: string | null;
  /** Value of the tag `Variant`, and the rules that it means: undefined if they are not known here. */
  variantTag: string | null;
  variant: string | null | undefined;
  white: string | null;
  black: string | null;
  result: string | null;
}

export type Entered = { kind: "fen"; fen: string } | { kind: "moves"; games: EnteredGame[] };

const result = /^(1-0|0-1|1\/2(-1\/2)?|½-½|\*)$/;
const tagOrWord = /\[\s*(\w+)\s*"((?:\\.|[^"\\])*)"\s*\]|[^\s,[]+|\[/g;
const numbered = /^(\d+)(\.+|…)?(.*)$/;

/** What a text means. */
export function readEntered(text: string): Entered {
  const [first = ""] = text.trim().split(/\s/);
  if (first.includes("/") && !result.test(first)) return { kind: "fen", fen: text.trim() };
  const games = new GameSplitter();
  for (const [word, name, value] of withoutComments(text).matchAll(tagOrWord)) {
    if (name !== undefined) games.tag(name, value ?? "");
    else games.word(word);
  }
  return { kind: "moves", games: games.finish() };
}

/** A text of several lines on one, as a field takes it. */
export function onOneLine(text: string): string {
  return withoutComments(text).replace(/\s+/g, " ").trim();
}

/** A game that is being read. */
class Draft {
  readonly tags = new Map<string, string>();
  readonly moves: string[] = [];
  result: string | null = null;
  /** True if it begins with the number 1. */
  fromStart = false;
  hasNumber = false;
}

/** Cuts tags and words into games. */
class GameSplitter {
  private readonly games: Draft[] = [];
  private now = new Draft();
  /** True after a number 1 in a game that has moves already: another one begins, unless dots follow. */
  private beginsAnew = false;

  tag(name: string, value: string): void {
    const { now } = this;
    const key = name.toLowerCase();
    if (now.moves.length > 0 || now.result !== null || now.tags.has(key)) this.next();
    this.now.tags.set(key, value.replace(/\\(["\\])/g, "$1"));
  }

  word(text: string): void {
    const word = text.replace(/[‐-―−]/g, "-");
    if (result.test(word)) {
      const { now } = this;
      if (now.moves.length > 0 || now.tags.size > 0) now.result ??= word;
      return;
    }
    const [, number, dots, rest = ""] = numbered.exec(word) ?? [];
    if (number !== undefined && (dots !== undefined || rest === "")) {
      this.number(Number(number), dots === undefined || dots === ".");
      if (rest !== "") this.word(rest);
      return;
    }
    if (/^[.…]/.test(word)) {
      this.beginsAnew = false;
      if (this.now.moves.length === 0) this.now.fromStart = false;
      const after = word.replace(/^[.…]+/, "");
      if (after !== "") this.word(after);
      return;
    }
    const move = plainMove(word);
    if (move === "") return;
    if (this.beginsAnew || this.now.result !== null) {
      this.next();
      this.now.fromStart = true;
    }
    this.beginsAnew = false;
    this.now.moves.push(move);
  }

  finish(): EnteredGame[] {
    this.next();
    const games = this.games.filter(({ moves, tags }) => moves.length > 0 || tags.has("fen"));
    return games.map((game) => gameOf(game, games.length > 1));
  }

  private number(number: number, isWhite: boolean): void {
    const { now } = this;
    if (now.result !== null) return;
    if (now.moves.length > 0) this.beginsAnew = number === 1 && isWhite;
    else if (!now.hasNumber) now.fromStart = number === 1 && isWhite;
    now.hasNumber = true;
  }

  private next(): void {
    const { now } = this;
    if (now.moves.length > 0 || now.tags.size > 0) this.games.push(now);
    this.now = new Draft();
    this.beginsAnew = false;
  }
}

function gameOf({ tags, moves, result, fromStart }: Draft, isOneOfMany: boolean): EnteredGame {
  const tagged = tags.size > 0;
  const variantTag = tags.get("variant") ?? null;
  return {
    moves: inEnglish(moves),
    whole: tagged || (fromStart && (moves.length > 1 || isOneOfMany)),
    tagged,
    start: tags.get("fen") ?? null,
    variantTag,
    variant: variantTag === null ? null : variantOfTag(variantTag),
    white: tags.get("white") || null,
    black: tags.get("black") || null,
    result: tags.get("result") ?? result,
  };
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
