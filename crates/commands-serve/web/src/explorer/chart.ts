// Charts of a move by year and by rating: how often it was played, and its score.
import { isAborted } from "../api";
import { el, fill, svg } from "../el";
import { keepFocus } from "../focus";
import { counted, percent } from "../format";
import { withFilter } from "../position/position";
import type { Hands, Shown } from "../position/shown";
import type { GroupRow, PositionAnswer } from "../types";

type By = "year" | "elo";

const width = 640;
const height = 180;
const bottom = 22;

/** A card that asks when it is opened. */
export class Chart {
  readonly element = el("details", { class: "card chart" });
  private readonly body = el("div", { class: "chart-body" });
  private shown: Shown | null = null;
  private by: By = "year";
  private move: string | null = null;
  private asked = "";
  private rows: GroupRow[] = [];

  constructor(private readonly hands: Hands) {
    this.element.append(el("summary", { class: "card-title" }, el("h2", {}, "By year and rating")), this.body);
    this.element.addEventListener("toggle", () => this.update());
  }

  show(shown: Shown): void {
    this.shown = shown;
    this.element.hidden = shown.answer.moves.length === 0;
    this.update();
  }

  private update(): void {
    const { shown } = this;
    if (!shown || !this.element.open || this.element.hidden) return;
    const query = withFilter(shown.position, shown.address);
    query.set("by", this.by);
    const asked = query.toString();
    if (asked === this.asked) return this.draw();
    void this.load(asked);
  }

  private async load(asked: string): Promise<void> {
    this.asked = asked;
    try {
      const answer = await this.hands.page.api.get<PositionAnswer>("chart", "/api/position", new URLSearchParams(asked));
      if (asked !== this.asked) return;
      this.rows = answer.groups ?? [];
      this.draw();
    } catch (error) {
      if (isAborted(error)) return;
      this.asked = "";
      fill(this.body, el("p", { class: "card-text problem", role: "alert" }, (error as Error).message));
    }
  }

  private draw(): void {
    const { shown } = this;
    if (!shown) return;
    const { moves } = shown.answer;
    // The move that was chosen, the next one of the line, or the first.
    const next = shown.line[shown.ply];
    const [move] = [this.move, next].flatMap((uci) => moves.find((move) => move.uci === uci) ?? []).concat(moves[0] ?? []);
    if (!move) return;
    const ofPlayer = shown.address.filter.player.length > 0;
    const rows = this.rows.filter(({ uci }) => uci === move.uci);
    const unknown = rows.find((row) => this.group(row) === null);
    const known = rows.filter((row) => this.group(row) !== null);
    const choose = el(
      "select",
      {
        "aria-label": "Move of the chart",
        onchange: () => {
          this.move = choose.value;
          this.draw();
        },
      },
      moves.map(({ uci, san }) => el("option", { value: uci, selected: uci === move.uci }, san)),
    );
    const by = (name: By, label: string) =>
      el(
        "button",
        {
          type: "button",
          class: "chip",
          "aria-pressed": String(this.by === name),
          onclick: () => {
            this.by = name;
            this.update();
          },
        },
        label,
      );
    const whose = ofPlayer ? "score of the player" : "score of White";
    keepFocus(this.body, () =>
      fill(
        this.body,
        el("div", { class: "chart-controls" }, choose, by("year", "by year"), by("elo", "by Elo")),
        known.length === 0
          ? el("p", { class: "card-text quiet" }, `No ${this.by === "year" ? "year" : "Elo"} of these games is known.`)
          : [
              this.picture(known, ofPlayer),
              el(
                "p",
                { class: "chart-legend quiet" },
                el("span", { class: "of-share" }, "share of the games"),
                el("span", { class: "of-score" }, whose),
                unknown && ` ${counted(unknown.games, "game")} of unknown ${this.by === "year" ? "year" : "Elo"}`,
              ),
              this.table(known, ofPlayer, whose),
            ],
      ),
    );
  }

  private group(row: GroupRow): number | null {
    return (this.by === "year" ? row.year : row.elo) ?? null;
  }

  private picture(rows: GroupRow[], ofPlayer: boolean): SVGElement {
    const step = this.by === "year" ? 1 : 100;
    const groups = rows.map((row) => this.group(row) ?? 0);
    const [first, last] = [Math.min(...groups), Math.max(...groups)];
    const slots = (last - first) / step + 1;
    const slot = width / slots;
    const high = height - bottom;
    const x = (row: GroupRow) => (((this.group(row) ?? first) - first) / step) * slot;
    const bars = rows.map((row) =>
      svg(
        "rect",
        { x: x(row) + slot * 0.12, width: slot * 0.76, y: high * (1 - row.share), height: Math.max(1, high * row.share) },
        svg("title", {}, `${this.group(row)}: ${counted(row.games, "game")}, ${percent(row.games, row.of)}`),
      ),
    );
    const scored = rows.flatMap((row) => {
      const score = scoreOf(row, ofPlayer);
      return score === null ? [] : [[x(row) + slot / 2, high * (1 - score)] as const];
    });
    const points = scored.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
    // As many names of groups as have room.
    const every = Math.ceil(slots / 10);
    const names = rows
      .filter((row) => (((this.group(row) ?? 0) - first) / step) % every === 0)
      .map((row) => svg("text", { x: x(row) + slot / 2, y: height - 4, "text-anchor": "middle" }, String(this.group(row))));
    return svg(
      "svg",
      { class: "chart-picture", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
      svg("line", { x1: 0, x2: width, y1: high / 2, y2: high / 2, class: "half" }),
      svg("g", { class: "bars" }, bars),
      svg("polyline", { points, class: "score-line" }),
      scored.map(([x, y]) => svg("circle", { cx: x.toFixed(1), cy: y.toFixed(1), r: 3, class: "score-point" })),
      names,
    );
  }

  /** The same numbers, for who cannot see the picture. */
  private table(rows: GroupRow[], ofPlayer: boolean, whose: string): HTMLElement {
    return el(
      "table",
      { class: "only-read chart-table" },
      el("thead", {}, el("tr", {}, [this.by, "games", "share", whose].map((name) => el("th", {}, name)))),
      el(
        "tbody",
        {},
        rows.map((row) => {
          const score = scoreOf(row, ofPlayer);
          const cells = [String(this.group(row)), String(row.games), percent(row.games, row.of), score === null ? "–" : `${Math.round(100 * score)}%`];
          return el("tr", {}, cells.map((cell) => el("td", {}, cell)));
        }),
      ),
    );
  }
}

function scoreOf(row: GroupRow, ofPlayer: boolean): number | null {
  return (ofPlayer ? row.player_score : row.score) ?? null;
}
