// Stop 4: two orders of moves, one position, one hash.
import type { Anatomy } from "../anatomy/answers";
import { anatomyOf, hashLink } from "../anatomy/link";
import { el, fill } from "../el";
import { moveNumber } from "../format";
import { ShownBoard } from "./shown_board";
import { type Exhibit, scheme, type Stop, type Tools } from "./stop";

const lines = [
  ["d2d4", "g8f6", "c2c4", "e7e6"],
  ["c2c4", "e7e6", "d2d4", "g8f6"],
];
const plies = 4;
const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

export const transposition: Stop = {
  short: "Transposition",
  title: "Two orders of moves, one hash",
  prose: [
    el(
      "p",
      {},
      "Different orders of moves can lead to the same position: a ",
      el("b", {}, "transposition"),
      ". The facts are the same then, and the order of their keys does not matter, so the hash is the same. A program recognizes the position by comparing two numbers.",
    ),
    el(
      "p",
      {},
      "Rights are facts, too. A position in which castling is no longer allowed has another hash, though every piece stands where it stood.",
    ),
  ],
  task: "Play both orders to the end, and compare the hashes after every move.",
  make: (tools) => new TranspositionExhibit(tools),
};

class TranspositionExhibit implements Exhibit {
  readonly side: HTMLElement;
  readonly main: HTMLElement;
  private readonly boards = lines.map(() => new ShownBoard({}));
  private readonly body = el("div", {});
  /** Answers by line and number of moves. */
  private readonly answers: Anatomy[][] = lines.map(() => []);
  private ply = 0;

  constructor(private readonly tools: Tools) {
    this.side = el(
      "div",
      { class: "two-boards" },
      this.boards.map((shown, index) =>
        el("figure", {}, el("figcaption", {}, `Order ${index + 1}`), shown.board.element),
      ),
    );
    this.main = el("section", { class: "card", "aria-label": "Hashes of both orders" }, this.body);
    this.load(0);
  }

  close(): void {
    for (const { board } of this.boards) board.close();
  }

  private load(ply: number): void {
    this.tools.ask(null, lines[0]?.slice(0, ply) ?? [], (first) =>
      this.tools.ask(null, lines[1]?.slice(0, ply) ?? [], (second) => {
        this.answers.forEach((answers, index) => {
          answers[ply] = index === 0 ? first : second;
          answers.length = ply + 1;
        });
        this.ply = ply;
        this.draw();
      }),
    );
  }

  private draw(): void {
    const { ply, answers } = this;
    this.boards.forEach((shown, index) => {
      const answer = answers[index]?.[ply];
      if (answer) shown.show({ ...answer, moves: [] });
    });
    const isOver = ply === plies;
    const button = isOver
      ? el("button", { type: "button", class: "button", onclick: () => this.load(0) }, "Play them again")
      : el("button", { type: "button", class: "button main", onclick: () => this.load(ply + 1) }, "Play the next move");
    const hadFocus = this.body.contains(document.activeElement);
    fill(
      this.body,
      el(
        "table",
        { class: "orders" },
        el(
          "thead",
          {},
          el("tr", {}, el("td", {}), lines.map((_, index) => el("th", { scope: "col" }, `Order ${index + 1}`))),
        ),
        el("tbody", {}, Array.from({ length: plies + 1 }, (_, row) => this.row(row))),
      ),
      el("p", { class: "act" }, button),
    );
    if (hadFocus) button.focus({ preventScroll: true });
    const hash = answers[0]?.[ply]?.hash;
    if (isOver && hash !== undefined && hash === answers[1]?.[ply]?.hash)
      this.tools.done(`Both orders end in ${hash}. The hashes in between all differ.`);
  }

  private link(play: string[]): string {
    return anatomyOf(this.tools.page, null, play, scheme);
  }

  private row(row: number): HTMLElement {
    const found = this.answers.map((answers) => answers[row]);
    const equal = found[0] !== undefined && found[0].hash === found[1]?.hash;
    return el(
      "tr",
      { class: equal && "is-equal" },
      el("th", { scope: "row", class: "quiet" }, row === 0 ? "start" : moveNumber(start, row - 1).text),
      found.map((answer, index) =>
        el(
          "td",
          {},
          answer && [
            el("span", { class: "order-move" }, answer.last?.san ?? ""),
            el("code", {}, hashLink(this.link(lines[index]?.slice(0, row) ?? []), answer.hash)),
            equal && el("span", { class: "equal-sign" }, " ="),
          ],
        ),
      ),
    );
  }
}
