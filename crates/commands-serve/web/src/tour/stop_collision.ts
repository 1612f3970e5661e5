// Stop 5: two positions that share a hash.
import type { Twin } from "../anatomy/answers";
import { anatomyOf, hashLink } from "../anatomy/link";
import { Pair } from "../anatomy/pair";
import { ApiError, isAborted } from "../api";
import { el, fill } from "../el";
import { ShownBoard } from "./shown_board";
import { type Exhibit, scheme, type Stop, type Tools } from "./stop";

const position = "8/7P/p7/8/P7/8/8/K2k4 w - - 0 1";

export const collision: Stop = {
  short: "Collision",
  title: "Two positions can share a hash",
  prose: [
    el(
      "p",
      {},
      "There are more positions than numbers of 64 bits, so some share one: a ",
      el("b", {}, "collision"),
      ". By chance it is rare. Only among five billion positions is a pair with one hash as likely as not.",
    ),
    el(
      "p",
      {},
      "But whoever knows the keys can compute one. It takes a set of keys that XOR to zero, divided between two positions. Polyglot's keys have such a set of nine.",
    ),
  ],
  task: "Find the twin of this position.",
  make: (tools) => new CollisionExhibit(tools),
};

class CollisionExhibit implements Exhibit {
  readonly side = null;
  readonly main = el("div", { class: "collision" });
  private readonly board = new ShownBoard({});
  private pair: Pair | null = null;
  private closed = false;

  constructor(private readonly tools: Tools) {
    const body = el("div", { class: "roomy-body" });
    fill(
      this.main,
      el(
        "div",
        { class: "card collision-start" },
        el("div", { class: "collision-board" }, this.board.board.element),
        body,
      ),
    );
    tools.ask(position, [], (anatomy) => {
      this.board.show({ ...anatomy, moves: [] });
      const button = el("button", { type: "button", class: "button main", onclick: () => void this.find() }, "Find the twin");
      fill(
        body,
        el("p", {}, "This position has the hash ", el("code", { class: "mono-text" }, hashLink(anatomyOf(tools.page, position, [], scheme), anatomy.hash)), "."),
        el("p", { class: "act" }, button),
      );
    });
  }

  close(): void {
    this.closed = true;
    this.pair?.close();
    this.board.board.close();
  }

  private async find(): Promise<void> {
    const { page } = this.tools;
    const query = new URLSearchParams({ fen: position, scheme });
    try {
      const twin = await page.api.get<Twin>("twin", "/api/twin", query);
      if (this.closed) return;
      this.pair = new Pair(
        twin,
        { bits: 64, combine: "xor" },
        { here: anatomyOf(page, position, [], scheme), twin: anatomyOf(page, twin.twin, [], scheme) },
      );
      fill(this.main, el("section", { class: "card roomy-body", "aria-label": "Two positions, one hash" }, this.pair.element));
      this.tools.done(
        `${twin.out.length} facts here and ${twin.in.length} there: their keys XOR to zero, so the two hashes are equal. A program that trusts a hash alone takes one position for the other.`,
      );
    } catch (error) {
      if (this.closed || isAborted(error)) return;
      if (error instanceof ApiError) fill(this.main, el("p", { class: "problem", role: "alert" }, error.message));
      else page.failed(this.main, error);
    }
  }
}
