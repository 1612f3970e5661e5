// Games of more moves than the server takes in one line: their later positions are asked from one further on.
import type { Game, GamePosition, LineMove, PositionAnswer } from "../types";

/** Moves that the server takes in one line. */
export const lineLimit = 1024;

/** Moves at the start of a game that have names of openings. */
export const namedMoves = 64;

/** The last position of the game on a line that is told before `ply`; null if that is the start. */
export function positionBefore(game: Game | null, line: string[], ply: number): GamePosition | null {
  if (!game?.positions?.length) return null;
  // A line may be a variation of the game.
  const apart = line.findIndex((uci, at) => game.moves[at]?.uci !== uci);
  const shared = apart < 0 ? line.length : apart;
  return game.positions.findLast((position) => position.ply > 0 && position.ply < ply && position.ply <= shared) ?? null;
}

/** The answer for a position asked from `from`, as if it had been asked from the start of the game. */
export function fromStart(answer: PositionAnswer, game: Game, from: GamePosition, named: LineMove[]): PositionAnswer {
  const between: LineMove[] = game.moves.slice(named.length, from.ply).map((move) => ({ ...move, fen: null, opening: null }));
  const last = between.at(-1);
  if (last) last.fen = from.fen;
  return {
    ...answer,
    board: { ...answer.board, start: game.start },
    line: [...named, ...between, ...answer.line],
  };
}
