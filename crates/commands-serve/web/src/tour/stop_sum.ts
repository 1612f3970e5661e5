// Stop 2: the hash is the XOR of the keys.
import type { Anatomy, Fact } from "../anatomy/answers";
import { squaresOf } from "../anatomy/facts";
import { anatomyOf } from "../anatomy/link";
import { Loom } from "../anatomy/loom";
import { sceneOf } from "../anatomy/scene";
import { el } from "../el";
import { ShownBoard } from "./shown_board";
import { type Exhibit, scheme, type Stop, type Tools } from "./stop";

const position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

export const sum: Stop = {
  short: "XOR",
  title: "The hash is the sum of the keys",
  prose: [
    el(
      "p",
      {},
      "The sum is by XOR, which goes bit by bit: a bit of the hash is set if an odd number of keys have it set. This position has four facts, so four keys make its hash, the number by which a program knows it.",
    ),
    el("p", {}, "The order of the keys does not matter. And a key that is XORed twice is gone."),
  ],
  task: "Take a fact out by a click on its row or its square. Then put it back.",
  make: (tools) => new SumExhibit(tools),
};

class SumExhibit implements Exhibit {
  readonly side: HTMLElement;
  readonly main: HTMLElement;
  private readonly board: ShownBoard;
  private readonly loom: Loom;
  private anatomy: Anatomy | null = null;
  private taken: Fact[] = [];
  private wasTaken = false;

  constructor(private readonly tools: Tools) {
    this.board = new ShownBoard({
      hover: (square) => this.loom.highlight(square),
      choose: (square) => this.loom.toggleSquare(square),
    });
    this.loom = new Loom({
      point: (fact) => this.mark(fact),
      changed: (taken) => this.changed(taken),
      link: () => anatomyOf(tools.page, position, [], scheme),
    });
    this.side = this.board.board.element;
    this.main = el("section", { class: "card roomy", "aria-label": "Facts and keys" }, this.loom.element);
    tools.ask(position, [], (anatomy) => {
      this.anatomy = anatomy;
      this.board.show(anatomy);
      this.loom.show(anatomy);
    });
  }

  close(): void {
    this.board.board.close();
  }

  private changed(taken: Fact[]): void {
    this.taken = taken;
    this.mark(null);
    if (taken.length > 0) this.wasTaken = true;
    else if (this.wasTaken) this.tools.done(`The sum is ${this.anatomy?.hash ?? ""} again: the same key, XORed twice, changes nothing.`);
  }

  private mark(pointed: Fact | null): void {
    const scene = sceneOf(this.anatomy?.fen ?? "");
    const marks = new Map<string, string>();
    for (const fact of this.taken) for (const square of squaresOf(fact, scene)) marks.set(square, "mark-taken");
    if (pointed) for (const square of squaresOf(pointed, scene)) marks.set(square, `${marks.get(square) ?? ""} mark-pointed`.trim());
    this.board.board.mark(marks);
  }
}
