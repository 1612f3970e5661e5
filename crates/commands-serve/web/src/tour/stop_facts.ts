// Stop 1: a position is a set of facts, and each fact has a key.
import type { Anatomy, Fact } from "../anatomy/answers";
import { digitRow } from "../anatomy/bits";
import { factLabel, kindClass, squaresOf } from "../anatomy/facts";
import { legend, Loom } from "../anatomy/loom";
import { cells } from "../anatomy/row";
import { sceneOf } from "../anatomy/scene";
import { parse } from "../anatomy/word";
import { el, fill } from "../el";
import { ShownBoard } from "./shown_board";
import type { Exhibit, Stop, Tools } from "./stop";

export const facts: Stop = {
  short: "Facts",
  title: "A position is a set of facts",
  prose: [
    el(
      "p",
      {},
      "A white pawn stands on a2. Black may castle on the king's side. White is to move. The start position has 37 such facts.",
    ),
    el(
      "p",
      {},
      "Zobrist hashing gives a random number to every fact that can occur: its ",
      el("b", {}, "key"),
      ". The keys are drawn once and never change. These are the keys of Polyglot, 781 numbers of 64 bits, which opening books use.",
    ),
  ],
  task: "Click a piece on the board, or a row, to see its key.",
  make: (tools) => new FactsExhibit(tools),
};

class FactsExhibit implements Exhibit {
  readonly side: HTMLElement;
  readonly main: HTMLElement;
  private readonly board: ShownBoard;
  private readonly loom: Loom;
  private readonly key = el("div", { class: "chosen-key" });
  private readonly foot = el("div", {});
  private anatomy: Anatomy | null = null;
  private chosen: Fact | null = null;

  constructor(private readonly tools: Tools) {
    this.board = new ShownBoard({
      hover: (square) => this.loom.highlight(square),
      choose: (square) => {
        const fact = this.anatomy?.features.find((other) => other.square === square);
        if (fact) this.choose(fact);
      },
    });
    this.loom = new Loom({ point: (fact) => this.mark(fact), choose: (fact) => this.choose(fact) });
    this.side = this.board.board.element;
    this.main = el("section", { class: "card facts-card", "aria-label": "Facts and keys" }, this.key, this.loom.element, this.foot);
    tools.ask(null, [], (anatomy) => this.show(anatomy));
  }

  close(): void {
    this.board.board.close();
  }

  private show(anatomy: Anatomy): void {
    this.anatomy = anatomy;
    this.board.show(anatomy);
    this.loom.show(anatomy);
    fill(this.key, el("p", { class: "quiet" }, `${anatomy.features.length} facts. Choose one.`));
    fill(this.foot, legend(anatomy.features));
  }

  private choose(fact: Fact): void {
    const bits = this.anatomy?.bits ?? 64;
    this.chosen = fact;
    this.loom.choose(fact);
    this.mark(null);
    const word = parse(fact.key);
    fill(
      this.key,
      el("p", {}, "The key of ", el("b", {}, fact.text), ":"),
      el(
        "div",
        { class: "key-rows" },
        el("div", { class: `key-row ${kindClass(fact)}` }, cells("", "", factLabel(fact), word, bits), digitRow(word, bits)),
      ),
    );
    const name = fact.text.slice(0, 1).toUpperCase() + fact.text.slice(1);
    this.tools.done(`${name}: the key is ${fact.key}. Its 64 bits are written as 16 hex digits, one for four bits.`);
  }

  private mark(pointed: Fact | null): void {
    const fact = pointed ?? this.chosen;
    const squares = fact ? squaresOf(fact, sceneOf(this.anatomy?.fen ?? "")) : [];
    this.board.board.mark(new Map(squares.map((square) => [square, "mark-pointed"])));
  }
}
