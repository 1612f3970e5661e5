// The squares of a position's facts: the side to move, and where the kings stand.
import { pieces, readUci } from "../position/legal";
import type { Color } from "../types";

export interface Scene {
  turn: Color;
  kings: Record<Color, string | null>;
}

export function sceneOf(fen: string): Scene {
  const found = [...pieces(fen)];
  const king = (letter: string) => found.find(([, piece]) => piece === letter)?.[0] ?? null;
  return { turn: fen.split(" ")[1] === "b" ? "black" : "white", kings: { white: king("K"), black: king("k") } };
}

/** The scene after a legal move, given as UCI, in the position `fen`. */
export function sceneAfter(fen: string, uci: string): Scene {
  const { turn, kings } = sceneOf(fen);
  const { from, to } = readUci(uci);
  const next: Scene = { turn: turn === "white" ? "black" : "white", kings };
  if (from === null || from !== kings[turn]) return next;
  // Castling is written as two squares of the king, or as king takes rook.
  const isCastling =
    Math.abs(from.charCodeAt(0) - to.charCodeAt(0)) > 1 || pieces(fen).get(to) === (turn === "white" ? "R" : "r");
  const square = isCastling ? (to > from ? "g" : "c") + from.slice(1) : to;
  return { ...next, kings: { ...kings, [turn]: square } };
}
