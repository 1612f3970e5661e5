// Stop 6: how a program uses hashes: a table whose slots they choose.
import type { Anatomy } from "../anatomy/answers";
import { anatomyOf, hashLink } from "../anatomy/link";
import { el, fill } from "../el";
import { moveNumber } from "../format";
import { ShownBoard } from "./shown_board";
import { type Found, Slots } from "./slots";
import { type Exhibit, scheme, type Stop, type Tools } from "./stop";

const line = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 a4b3 f6g8 b3a4 g8f6 e1g1 f8e7".split(" ");
const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

export const table: Stop = {
  short: "A table",
  title: "How a program uses the hash",
  prose: [
    el(
      "p",
      {},
      "An engine keeps what it found out about a position in a table. The low bits of the hash choose the slot. The other bits are stored in it, and compared at the next look-up: equal, and the position is known; different, and the slot belongs to another one.",
    ),
    el(
      "p",
      {},
      "This table has 16 slots: the last hex digit is the index, the 15 before it are stored. Real tables have millions of slots.",
    ),
  ],
  task: "Play moves until a position comes back.",
  make: (tools) => new TableExhibit(tools),
};

class TableExhibit implements Exhibit {
  readonly side: HTMLElement;
  readonly main: HTMLElement;
  private readonly board: ShownBoard;
  private readonly body = el("div", {});
  private slots = new Slots();
  private played: string[] = [];

  constructor(private readonly tools: Tools) {
    this.board = new ShownBoard({ play: (uci) => this.go([...this.played, uci]) });
    this.side = this.board.board.element;
    this.main = el("section", { class: "card", "aria-label": "Table of positions" }, this.body);
    this.begin();
  }

  close(): void {
    this.board.board.close();
  }

  /** Shows the start with an empty table. */
  private begin(): void {
    this.go([], new Slots());
  }

  /** Plays to a position, and looks it up. */
  private go(play: string[], slots = this.slots): void {
    this.tools.ask(null, play, (anatomy) => {
      this.slots = slots;
      this.played = play;
      const name = nameOf(anatomy, play.length);
      const line = play.join(" ");
      const found = this.slots.visit(anatomy.hash, name, line);
      this.board.show(anatomy);
      this.draw(anatomy, name, found);
      // A move that is taken back and played again finds itself: nothing has come back.
      if (found.what === "hit" && found.line !== line)
        this.tools.done(`After ${name} slot ${anatomy.hash.slice(-1)} has the same 15 digits: the position is the one after ${found.name}.`);
    });
  }

  /** Takes the last move back, without a look-up: the table stays as it is. */
  private takeBack(): void {
    const play = this.played.slice(0, -1);
    this.tools.ask(null, play, (anatomy) => {
      this.played = play;
      this.board.show(anatomy);
      this.draw(anatomy, nameOf(anatomy, play.length), null);
    });
  }

  /** `found` is null if nothing was looked up. */
  private draw(anatomy: Anatomy, name: string, found: Found | null): void {
    const { hash } = anatomy;
    const digits = [el("span", { class: "check-digits" }, hash.slice(0, -1)), el("b", { class: "index-digit" }, hash.slice(-1))];
    const hadFocus = this.body.contains(document.activeElement);
    const next = this.nextMove(anatomy);
    const button = el(
      "button",
      { type: "button", class: "button main", disabled: next === null, onclick: () => next && this.go([...this.played, next]) },
      "Play the next move",
    );
    fill(
      this.body,
      el(
        "p",
        { class: "slot-hash", role: "status" },
        `${name}: `,
        el("code", {}, hashLink(anatomyOf(this.tools.page, null, this.played, scheme), digits)),
        el("br", {}),
        found ? told(found, hash.slice(-1)) : "The move is taken back. Nothing is looked up, and the table stays as it is.",
      ),
      el(
        "table",
        { class: "slots" },
        el(
          "thead",
          {},
          el("tr", {}, el("th", { scope: "col" }, "Slot"), el("th", { scope: "col" }, "Stored digits"), el("th", { scope: "col" }, "Position after")),
        ),
        el(
          "tbody",
          {},
          this.slots.entries.map((entry, index) =>
            el(
              "tr",
              { class: found && index === Slots.index(hash) && `is-visited found-${found.what}` },
              el("th", { scope: "row" }, index.toString(16)),
              el("td", {}, entry ? el("code", {}, entry.check) : el("span", { class: "quiet" }, "empty")),
              el("td", {}, entry?.name ?? ""),
            ),
          ),
        ),
      ),
      el(
        "p",
        { class: "act" },
        button,
        this.played.length > 0 &&
          el("button", { type: "button", class: "button", onclick: () => this.takeBack() }, "Take it back"),
        this.slots.entries.some((entry) => entry && entry.line !== "") &&
          el("button", { type: "button", class: "text-button", onclick: () => this.begin() }, "Empty the table"),
      ),
    );
    if (hadFocus) button.focus({ preventScroll: true });
  }

  /** The next move of the line; null at its end, or if another was played. */
  private nextMove(anatomy: Anatomy): string | null {
    const { length } = this.played;
    if (!this.played.every((uci, index) => uci === line[index])) return null;
    const next = line[length];
    return next !== undefined && anatomy.moves.some(({ uci }) => uci === next) ? next : null;
  }
}

function nameOf({ last }: Anatomy, plies: number): string {
  if (!last) return "start";
  return `${moveNumber(start, plies - 1).text} ${last.san}`;
}

function told(found: Found, slot: string): HTMLElement | string {
  if (found.what === "empty") return `Slot ${slot} was empty: the position is stored.`;
  if (found.what === "hit") return el("b", { class: "is-in" }, `Slot ${slot} has it: the position after ${found.name} is back.`);
  return el("span", {}, `Slot ${slot} had another position, that after ${found.name}: it is replaced.`);
}
