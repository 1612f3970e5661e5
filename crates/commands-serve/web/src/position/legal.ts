// Legal moves as a board needs them: the server lists them, the browser knows no rules.
import type { Color, Legal } from "../types";

export type Square = string;

export interface Uci {
  /** Null for a drop. */
  from: Square | null;
  to: Square;
  /** Letter of the piece that is dropped or promoted to: `n`, `q`, … */
  piece: string | null;
}

export function readUci(uci: string): Uci {
  if (uci[1] === "@") return { from: null, to: uci.slice(2, 4), piece: uci.slice(0, 1).toLowerCase() };
  return { from: uci.slice(0, 2), to: uci.slice(2, 4), piece: uci.slice(4, 5).toLowerCase() || null };
}

/** Pieces of a FEN by their square. */
export function pieces(fen: string): Map<Square, string> {
  const found = new Map<Square, string>();
  let file = 0;
  let rank = 8;
  for (const letter of (fen.split(/[ []/)[0] ?? "").replace(/~/g, "")) {
    if (letter === "/") {
      rank -= 1;
      file = 0;
    } else if (letter >= "1" && letter <= "9") file += Number(letter);
    else {
      if (rank >= 1 && file < 8) found.set("abcdefgh"[file] + String(rank), letter);
      file += 1;
    }
  }
  return found;
}

export class LegalMoves {
  /** Squares to go to, by the square to go from. */
  readonly targets = new Map<Square, Square[]>();
  /** Squares to drop on, by the letter of the piece. */
  readonly drops = new Map<string, Square[]>();
  private readonly byWay = new Map<string, Legal[]>();

  constructor(
    readonly moves: Legal[],
    fen: string,
    turn: Color,
  ) {
    const castling: [Square, Square, Legal][] = [];
    for (const move of moves) {
      const { from, to, piece } = readUci(move.uci);
      if (from === null) {
        const squares = this.drops.get(piece ?? "p") ?? [];
        squares.push(to);
        this.drops.set(piece ?? "p", squares);
      } else if (/^O-O/.test(move.san)) {
        for (const square of castlingTargets(from, to, move.san, fen, turn)) castling.push([from, square, move]);
      } else this.add(from, to, move);
    }
    // A step of the king to the same square goes first: castling still has the square of the rook.
    for (const [from, to, move] of castling) if (from !== to && this.between(from, to).length === 0) this.add(from, to, move);
  }

  /** Moves from one square to another: several for a promotion. */
  between(from: Square, to: Square): Legal[] {
    return this.byWay.get(from + to) ?? [];
  }

  drop(piece: string, to: Square): Legal | undefined {
    return this.moves.find(({ uci }) => uci.toLowerCase() === `${piece}@${to}`);
  }

  /** Move that a person typed, as SAN or UCI; undefined if none or several fit. */
  typed(text: string): Legal | undefined {
    const exact = this.moves.find(({ san, uci }) => san === text || uci === text);
    if (exact) return exact;
    const way = text.toLowerCase().replace(/[-=\s]/g, "");
    const [king] = /^[a-h][1-8][a-h][1-8]$/.test(way) ? this.between(way.slice(0, 2), way.slice(2, 4)) : [];
    if (king && this.between(way.slice(0, 2), way.slice(2, 4)).length === 1) return king;
    const uci = this.moves.find((move) => move.uci.toLowerCase() === way);
    if (uci) return uci;
    // With the square that the piece comes from.
    const long = /^([KQRBN])([a-h][1-8])x?([a-h][1-8])[+#]*$/.exec(text.replace(/-/g, ""));
    if (long) {
      const [, name = "", from = "", to = ""] = long;
      return this.between(from, to).find(({ san }) => san.startsWith(name));
    }
    for (const lower of [false, true]) {
      const wanted = plain(text, lower);
      const fits = this.moves.filter(({ san }) => plain(san, lower) === wanted);
      if (fits.length === 1) return fits[0];
    }
    // A pawn that takes, without ranks.
    const files = /^([a-h])x?([a-h])[+#]*$/.exec(text);
    if (files) {
      const takes = new RegExp(`^${files[1]}x${files[2]}[1-8](?!=)`);
      const fits = this.moves.filter(({ san }) => takes.test(san));
      if (fits.length === 1) return fits[0];
    }
    return undefined;
  }

  private add(from: Square, to: Square, move: Legal): void {
    const way = this.byWay.get(from + to);
    if (way) {
      way.push(move);
      return;
    }
    this.byWay.set(from + to, [move]);
    const squares = this.targets.get(from) ?? [];
    squares.push(to);
    this.targets.set(from, squares);
  }
}

/** Squares that castling is played to: that of the king after it, and that of the rook. */
function castlingTargets(from: Square, to: Square, san: string, fen: string, turn: Color): Square[] {
  const rank = from[1] ?? "1";
  const long = san.startsWith("O-O-O");
  const king = (long ? "c" : "g") + rank;
  if (to !== king) return [to, king];
  const rook = turn === "white" ? "R" : "r";
  const board = pieces(fen);
  const files = long ? "abcdefgh" : "hgfedcba";
  const outer = [...files].find((file) => board.get(file + rank) === rook);
  return outer && board.get(to) !== rook ? [to, outer + rank] : [to];
}

function plain(san: string, lower: boolean): string {
  const text = san.replace(/[+#!?=x\s]|e\.?p\.?$/g, "").replace(/^0-0-0/, "O-O-O").replace(/^0-0/, "O-O");
  return lower ? text.toLowerCase() : text;
}
