// Stop 3: a move changes a few facts, and the same keys take it back.
import type { Anatomy, Change } from "../anatomy/answers";
import { headline } from "../anatomy/arithmetic";
import { anatomyOf, hashLink } from "../anatomy/link";
import { termRows } from "../anatomy/terms";
import { el, fill } from "../el";
import { ShownBoard } from "./shown_board";
import { type Exhibit, scheme, type Stop, type Tools } from "./stop";

const position = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
const offered = ["O-O", "d4", "Bxf7+", "Ng5"];

export const move: Stop = {
  short: "A move",
  title: "A move changes a few facts",
  prose: [
    el(
      "p",
      {},
      "A program does not sum all keys again after a move. It XORs out the keys of the facts that end, and XORs in those of the facts that begin: three or four keys for most moves, seven for this castling.",
    ),
    el("p", {}, "To take the move back, it XORs the same keys once more."),
  ],
  task: "Play a move: castling changes the most. Then take it back.",
  make: (tools) => new MoveExhibit(tools),
};

class MoveExhibit implements Exhibit {
  readonly side: HTMLElement;
  readonly main: HTMLElement;
  private readonly board: ShownBoard;
  private readonly body = el("div", { class: "roomy-body" });
  private before: Anatomy | null = null;

  constructor(private readonly tools: Tools) {
    this.board = new ShownBoard({ play: (uci) => this.play(uci) });
    this.side = this.board.board.element;
    this.main = el("section", { class: "card", "aria-label": "Arithmetic of the move" }, this.body);
    tools.ask(position, [], (anatomy) => {
      this.before = anatomy;
      this.start(null);
    });
  }

  close(): void {
    this.board.board.close();
  }

  /** The position before a move; `back` is the move that was taken back. */
  private start(back: Change | null): void {
    const { before } = this;
    if (!before) return;
    this.board.show(before);
    const moves = offered.map((san) => before.moves.find((other) => other.san === san)).filter((found) => found !== undefined);
    fill(
      this.body,
      back
        ? [
            el("h2", { class: "change-title" }, el("b", {}, back.san), " is taken back with the same keys"),
            termRows(
              {
                before: { label: "before", hash: back.after, href: this.link([back.uci]) },
                out: back.in,
                in: back.out,
                after: { label: "after", href: this.link([]) },
              },
              before,
            ),
          ]
        : el("p", { class: "quiet" }, `${before.features.length} facts make the hash `, hashLink(this.link([]), before.hash), "."),
      el(
        "div",
        { class: "next-moves" },
        el("span", { class: "quiet next-label" }, back ? "Play another:" : "Play one:"),
        moves.map(({ san, uci }) => el("button", { type: "button", class: "chip-button", onclick: () => this.play(uci) }, san)),
        el("span", { class: "quiet" }, "or any on the board"),
      ),
    );
  }

  private play(uci: string): void {
    this.tools.ask(position, [uci], (anatomy) => {
      const change = anatomy.last;
      if (!change) return;
      this.board.show({ ...anatomy, moves: [] });
      const back = el("button", { type: "button", class: "button main", onclick: () => this.takeBack(change) }, "Take it back");
      fill(
        this.body,
        headline(change, anatomy, false),
        termRows(
          {
            before: { label: "before", hash: change.before, href: this.link([]) },
            out: change.out,
            in: change.in,
            after: { label: "after", href: this.link([uci]) },
          },
          anatomy,
        ),
        el("p", { class: "act" }, back),
      );
      back.focus({ preventScroll: true });
    });
  }

  private link(play: string[]): string {
    return anatomyOf(this.tools.page, position, play, scheme);
  }

  private takeBack(change: Change): void {
    this.start(change);
    const keys = change.out.length + change.in.length;
    this.tools.done(`${keys} XORs there and ${keys} back: the hash is ${change.before} again.`);
    this.body.querySelector<HTMLElement>(".chip-button")?.focus({ preventScroll: true });
  }
}
