// The words of a line, which may be SAN in an address that somebody wrote, as UCI.
import type { PositionAnswer } from "../types";
import { LegalMoves } from "./legal";

/** The line with the `ply` moves that were played, and the next one, as UCI; the line itself if it is so already. */
export function inUci(line: string[], ply: number, { line: played, board, legal }: PositionAnswer): string[] {
  const known = [...played.map(({ uci }) => uci), ...line.slice(ply)];
  const next = known[ply];
  if (next !== undefined) known[ply] = new LegalMoves(legal, board.fen, board.turn).typed(next)?.uci ?? next;
  return known.every((word, index) => word === line[index]) ? line : known;
}
