// Two positions with one hash, side by side, and the keys in which they differ, which sum to zero.
import { el } from "../el";
import { counted } from "../format";
import { Board } from "../position/board";
import type { Fact, Twin } from "./answers";
import { squaresOf } from "./facts";
import { hashLink } from "./link";
import { stateOf } from "./position_state";
import { sceneOf } from "./scene";
import { termRows } from "./terms";
import type { Sums } from "./word";

/** Addresses of the anatomies of both positions. */
export interface PairLinks {
  here: string;
  twin: string;
}

export class Pair {
  readonly element: HTMLElement;
  private readonly boards: [Board, Board];

  constructor(
    private readonly twin: Twin,
    sums: Sums,
    links: PairLinks,
  ) {
    this.boards = [new Board({}), new Board({})];
    const [first, second] = this.boards;
    first.show(stateOf(twin.fen), [], null, false);
    second.show(stateOf(twin.twin), [], null, false);
    this.mark(null);
    const apart = twin.out.length + twin.in.length;
    this.element = el(
      "div",
      { class: "pair" },
      el(
        "div",
        { class: "pair-boards" },
        figure(first, "This position", twin.fen, hashLink(links.here, twin.hash)),
        figure(second, "Its twin", twin.twin, hashLink(links.twin, twin.hash)),
      ),
      el(
        "p",
        {},
        `Both have the same hash. They differ in ${counted(apart, "fact")}: `,
        el("span", { class: "is-out" }, `${twin.out.length} only here`),
        ", ",
        el("span", { class: "is-in" }, `${twin.in.length} only in the twin`),
        `. The keys of the ${apart} XOR to zero:`,
      ),
      termRows({ before: null, out: twin.out, in: twin.in, after: { label: "sum" } }, sums, (fact) => this.mark(fact)),
    );
  }

  close(): void {
    for (const board of this.boards) board.close();
  }

  /** Marks the squares of all facts in which the two differ, and one of them more. */
  private mark(pointed: Fact | null): void {
    const { twin } = this;
    const sides: [Board, Fact[], string, string][] = [
      [this.boards[0], twin.out, "mark-out", twin.fen],
      [this.boards[1], twin.in, "mark-in", twin.twin],
    ];
    for (const [board, facts, kind, fen] of sides) {
      const marks = new Map<string, string>();
      for (const fact of facts)
        if (fact.kind !== "castling")
          for (const square of squaresOf(fact, sceneOf(fen))) marks.set(square, fact === pointed ? `${kind} mark-pointed` : kind);
      board.mark(marks);
    }
  }
}

function figure(board: Board, name: string, fen: string, hash: HTMLElement): HTMLElement {
  return el(
    "figure",
    {},
    el("figcaption", {}, el("b", {}, name)),
    board.element,
    el("p", { class: "pair-hash" }, el("code", {}, hash)),
    el("p", { class: "pair-fen" }, el("code", {}, fen)),
  );
}
