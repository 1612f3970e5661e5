// The title of the window: the last moves, and the game or the opening.
import { moveNumber } from "../format";
import { openingOf } from "../position/line";
import type { Shown } from "../position/shown";
import { isolated, ShownText } from "../visible";

/** Moves that the title tells. */
const lastMoves = 2;

export function titleOf(shown: Shown): ShownText {
  const { answer, game } = shown;
  const { line, board } = answer;
  const first = Math.max(0, line.length - lastMoves);
  const moves = line.slice(first).map(({ san }, index) => {
    const { text, white } = moveNumber(board.start, first + index);
    return white ? `${text} ${san}` : index === 0 ? `${text}${san}` : san;
  });
  const about = game ? isolated`${game.white_name ?? "?"} – ${game.black_name ?? "?"}`.text : openingOf(shown)?.name;
  return new ShownText([moves.join(" "), about].filter(Boolean).join(" · ") || "Explorer");
}
