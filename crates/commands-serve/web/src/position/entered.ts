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

const result = /^(1-0|0-1|1\/2(-1\/2)?|½(-½)?|\*)$/;
const tagOrWord = /\[\s*(\w+)\s*["“”„]((?:\\.|[^"“”„\\])*)["“”„]\s*\]|[^\s,[]+|\[/g;
/** A move number, with dots or a colon, and a move after it. */
const numbered = /^(\d+)(\.+|…|:(?!\d))?(.*)$/;
const nullMove = /^(--[+#]?|Z0|null|0000)$/;
/** Words that are no moves: a diagram, the en passant capture before it, or mate. */
const annotation = /^(D|e\.?p\.?|mate)$/;
/** The letter of a piece or a file that may stand apart from its square, and words that it may belong to. */
const alone = /^(Кр|\p{Lu}|[a-h])$/u;
const restOfFile = /^([1-8][=+#]?|x?[a-h][1-8])/;
const restOfPiece = /^([a-h]?[1-8]?[x:]?-?[a-h][1-8])/;
/** A promotion in parentheses, which are not those of a variation. */
const inParentheses = /([a-h][18])\s*\(=?(\p{Lu}[\p{Ll}]?|[qrbn])\)/gu;

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
  /** Letter that stood alone. */
  private letter = "";

  tag(name: string, value: string): void {
    const { now } = this;
    const key = name.toLowerCase();
    if (now.moves.length > 0 || now.result !== null || now.tags.has(key)) this.next();
    this.now.tags.set(key, value.replace(/\\(["\\])/g, "$1"));
  }

  word(text: string): void {
    const word = this.joined(text.replace(/[‐-―−]/g, "-"));
    if (word === "" || annotation.test(word)) return;
    if (result.test(word)) {
      const { now } = this;
      if (now.moves.length > 0 || now.tags.size > 0) now.result ??= word;
      return;
    }
    const [, number, dots, rest = ""] = numbered.exec(word) ?? [];
    if (number !== undefined && (dots !== undefined || rest === "")) {
      this.number(Number(number), dots === undefined || dots === "." || dots === ":");
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
    const move = nullMove.test(word) ? word : plainMove(word);
    // Words after a result, such as "resigns", begin no game.
    if (move === "" || (this.now.result !== null && !/[a-h][1-8]|^[0Oo]-?[0Oo]/.test(move))) return;
    if (this.beginsAnew || this.now.result !== null) {
      this.next();
      this.now.fromStart = true;
    }
    this.beginsAnew = false;
    this.now.moves.push(move);
  }

  /**
   * A word with the letter before it that stood alone, or empty if the word is such a letter itself. The server decides
   * between a knight and a novelty: the two stay apart in the word.
   */
  private joined(word: string): string {
    const { letter, now } = this;
    this.letter = "";
    if (letter !== "") {
      const isFile = /^[a-h]$/.test(letter);
      if (isFile && restOfFile.test(word) && !/^\d+\./.test(word)) return letter + word;
      if (!isFile && restOfPiece.test(word)) return `${letter} ${word}`;
      // A novelty or a diagram; another letter is a fault.
      if (!/^[ND]$/.test(letter)) now.moves.push(letter);
    }
    if (!alone.test(word)) return word;
    this.letter = word;
    return "";
  }

  finish(): EnteredGame[] {
    this.joined("");
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
  const plain = text.replace(inParentheses, "$1=$2").replace(/^[ \t]*>[> \t]*/gm, "");
  return plain.replace(/"(?:\\.|[^"\\])*"|\{[^}]*\}?|;[^\n]*|^%[^\n]*|[()]|\$\d+|[^"{;%()$]+|[^]/gm, (part) => {
    if (part === "(") depth += 1;
    else if (part === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0 && !/^[{;$]|^%./.test(part)) return part;
    return " ";
  });
}
