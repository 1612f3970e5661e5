// The table of moves.
import { el, fill } from "../el";
import { keepFocus } from "../focus";
import { counted, number, percent } from "../format";
import { openingOf } from "../position/line";
import type { Hands, Shown } from "../position/shown";
import type { MoveCounts, Opening, PositionAnswer, PositionCounts } from "../types";
import { bar } from "./bar";

/** Rows at first; a table that has only a few more shows them, too. */
const firstRows = 10;
const spareRows = 2;

interface Column {
  name: string;
  label: string;
  /** Label in a narrow panel. */
  short?: string;
  /** Value of the parameter `sort`, if the table can be in this order. */
  sort?: string;
  title?: string;
  cell(move: MoveCounts): Node | string | null | (Node | string | null | false)[];
  total(all: PositionCounts): Node | string | null | (Node | string)[];
}

export class MovesTable {
  readonly element = el("div", { class: "moves" });
  private all = false;
  private answer: PositionAnswer | null = null;
  private otherOrders = new Map<string, HTMLElement>();

  constructor(private readonly hands: Hands) {}

  show(shown: Shown): void {
    const moved = shown.answer !== this.answer;
    // A user of the keyboard stays in the table; a click leaves no arrow behind.
    const inRows = this.element.querySelector("tbody :focus-visible") !== null;
    keepFocus(this.element, () => {
      this.draw(shown, moved);
      if (inRows && moved) this.links()[0]?.focus();
    });
  }

  private draw(shown: Shown, moved: boolean): void {
    const { answer } = shown;
    if (moved) this.all = false;
    this.answer = answer;
    const all = answer.position;
    if (!all || answer.moves.length === 0) return fill(this.element);
    const shownRows = this.all || answer.moves.length <= firstRows + spareRows ? answer.moves.length : firstRows;
    const rows = answer.moves.slice(0, shownRows);
    const rest = answer.moves.slice(shownRows);
    const columns = this.columns(shown, all);
    const next = shown.line[shown.ply];
    this.otherOrders.clear();
    const sort = shown.address.sort ?? "games";
    fill(
      this.element,
      el(
        "table",
        { class: ["moves-table", shown.address.filter.player.length > 0 && "with-score"] },
        el("caption", { class: "only-read" }, "Moves played in this position"),
        el("thead", {}, el("tr", {}, columns.map((column) => this.heading(column, sort)))),
        el(
          "tbody",
          {},
          rows.map((move) => this.row(move, columns, shown, move.uci === next)),
        ),
        el(
          "tfoot",
          {},
          el(
            "tr",
            {},
            columns.map(({ name, total }, index) =>
              el(index === 0 ? "th" : "td", { class: `col-${name}`, scope: index === 0 ? "row" : null }, total(all)),
            ),
          ),
        ),
      ),
      this.more(rest, answer, shown),
    );
  }

  /** Fills the column of other orders, when the second answer has come. */
  showOtherOrders(answer: PositionAnswer): void {
    for (const { uci, other_orders } of answer.moves) {
      const cell = this.otherOrders.get(uci);
      if (cell && other_orders) fill(cell, `+${number(other_orders)}`);
    }
  }

  /** Goes up or down by a row. */
  key(event: KeyboardEvent): boolean {
    const down = event.key === "ArrowDown";
    if (!down && event.key !== "ArrowUp") return false;
    const links = this.links();
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    const to = at < 0 ? (down ? 0 : -1) : at + (down ? 1 : -1);
    const link = links[to];
    if (link) {
      link.focus();
      link.scrollIntoView({ block: "nearest" });
    }
    return links.length > 0 && at + (down ? 1 : 0) >= 0;
  }

  private links(): HTMLAnchorElement[] {
    return [...this.element.querySelectorAll<HTMLAnchorElement>("tbody a")];
  }

  private columns(shown: Shown, all: PositionCounts): Column[] {
    const here = openingOf(shown);
    const columns: Column[] = [
      {
        name: "move",
        label: "Move",
        cell: (move) =>
          el(
            "span",
            { class: "move-cell" },
            el("a", { href: this.hands.linkOf(shown, move.uci), class: "san" }, move.san),
            entered(move.opening, here),
          ),
        total: () => "All",
      },
      {
        name: "games",
        label: "Games",
        sort: "games",
        cell: (move) => [number(move.games), " ", el("span", { class: "share" }, percent(move.games, all.games))],
        total: ({ games }) => [number(games), " ", el("span", { class: "share" }, "100%")],
      },
      {
        name: "orders",
        label: "Other orders",
        title: "Games that reach the position after the move by other moves",
        cell: (move) => {
          const cell = el("span", { class: "other-orders" }, move.other_orders ? `+${number(move.other_orders)}` : null);
          this.otherOrders.set(move.uci, cell);
          return cell;
        },
        total: () => null,
      },
      {
        name: "bar",
        label: "White · draw · Black",
        short: "Results",
        sort: "score",
        title: "By the score of the side to move",
        cell: (move) => bar(move),
        total: (position) => bar(position),
      },
    ];
    if (shown.address.filter.player.length > 0)
      columns.push({
        name: "score",
        label: "Score",
        title: "Score of the player: wins and half the draws, of the games whose result is known",
        cell: ({ player_score }) => score(player_score),
        total: ({ player_score }) => score(player_score),
      });
    columns.push(
      {
        name: "elo",
        label: "Elo",
        sort: "elo",
        title: "Average Elo",
        cell: ({ average_elo }) => elo(average_elo),
        total: ({ average_elo }) => elo(average_elo),
      },
      {
        name: "year",
        label: "Last",
        sort: "year",
        title: "Year of the last game",
        cell: ({ last_year }) => (last_year === null ? null : String(last_year)),
        total: ({ last_year }) => (last_year === null ? null : String(last_year)),
      },
    );
    return columns;
  }

  private heading({ name, label, short, sort, title }: Column, current: string): HTMLElement {
    const sorted = sort !== undefined && sort === current;
    const { page } = this.hands;
    const words = short ? [el("span", { class: "long" }, label), el("span", { class: "short" }, short)] : label;
    return el(
      "th",
      { class: `col-${name}`, scope: "col", title: title ?? null, "aria-sort": sorted ? "descending" : null },
      sort === undefined
        ? words
        : el(
            "button",
            { type: "button", class: "sort", onclick: () => page.go({ sort: sort === "games" ? null : sort }, "replace") },
            words,
          ),
    );
  }

  private row(move: MoveCounts, columns: Column[], shown: Shown, next: boolean): HTMLElement {
    const { board, play } = this.hands;
    const on = () => board.arrow(move.uci);
    const off = () => board.arrow(null);
    return el(
      "tr",
      {
        class: next ? "next" : null,
        title: next ? `The next move of the ${shown.game ? "game" : "line"}` : null,
        onmouseenter: on,
        onmouseleave: off,
        onfocusin: on,
        onfocusout: off,
        onclick: (event: MouseEvent) => {
          if (!(event.target as Element).closest("a")) play(move.uci);
        },
      },
      columns.map(({ name, cell }, index) =>
        el(index === 0 ? "th" : "td", { class: `col-${name}`, scope: index === 0 ? "row" : null }, cell(move)),
      ),
    );
  }

  private more(rest: MoveCounts[], answer: PositionAnswer, shown: Shown): HTMLElement | null {
    const moves = rest.length + answer.hidden.moves;
    if (moves === 0) return null;
    const games = rest.reduce((sum, move) => sum + move.games, answer.hidden.games);
    const words = `${counted(moves, "more move")}, ${counted(games, "game")}`;
    if (rest.length === 0) return el("p", { class: "more quiet" }, words);
    const open = () => {
      this.all = true;
      this.show(shown);
      this.links()[firstRows]?.focus();
    };
    return el("button", { type: "button", class: "more", onclick: open }, words);
  }
}

/** Name of the opening that a move enters, without what the name of this position has already. */
function entered(opening: Opening | null, here: Opening | null): HTMLElement | null {
  if (!opening || opening.name === here?.name) return null;
  const prefix = here ? here.name : null;
  const name =
    prefix && opening.name.startsWith(prefix) ? opening.name.slice(prefix.length).replace(/^[:,]?\s+/, "") : opening.name;
  return el("span", { class: "entered", title: `${opening.eco} ${opening.name}` }, name);
}

function elo(average: number | null): string | null {
  return average === null ? null : String(Math.round(average));
}

function score(value: number | null | undefined): string | null {
  return value === null || value === undefined ? null : `${Math.round(100 * value)}%`;
}
