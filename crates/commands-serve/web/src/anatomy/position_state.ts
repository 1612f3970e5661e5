// The state of a board, made from a FEN alone: for boards that show a position and nothing more.
import type { BoardState, Color } from "../types";

/** A board that shows a FEN. `isOver` says that no move is legal. */
export function stateOf(fen: string, isOver = false, inCheck = false): BoardState {
  const turn: Color = fen.split(" ")[1] === "b" ? "black" : "white";
  return {
    variant: "chess",
    start: fen,
    fen,
    turn,
    ply: 0,
    in_check: inCheck,
    over: isOver ? "game over" : null,
    scheme: "",
    hash: "",
    pockets: null,
    checks: null,
  };
}
