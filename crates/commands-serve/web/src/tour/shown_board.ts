// The board of a stop, which shows the position of an anatomy.
import type { Anatomy } from "../anatomy/answers";
import { stateOf } from "../anatomy/position_state";
import { Board, type BoardOptions } from "../position/board";

export class ShownBoard {
  readonly board: Board;

  /** `choose` is called with a square that is clicked. */
  constructor(options: BoardOptions & { choose?: (square: string) => void }) {
    this.board = new Board(options);
    const { choose } = options;
    if (!choose) return;
    this.board.element.classList.add("is-clickable");
    this.board.element.addEventListener("click", (event) => {
      const square = this.board.squareAt(event);
      if (square) choose(square);
    });
  }

  show(anatomy: Anatomy): void {
    const check = /[+#]$/.test(anatomy.last?.san ?? "");
    this.board.show(stateOf(anatomy.fen, anatomy.moves.length === 0, check), anatomy.moves, anatomy.last?.uci ?? null, false);
  }
}
