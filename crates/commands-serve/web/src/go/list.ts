// The list of games, if there are several.
import { el, fill } from "../el";
import { counted, number } from "../format";
import { chosenNumbers, readySources } from "../sources/sources";
import type { Page } from "../view";
import type { GoList, GoRow } from "./answers";
import { resultClass } from "./game_card";
import { stoneIcon } from "./stone_icon";

/** Number of games that are asked for at once. */
const PART = 100;

export class GameList {
  readonly element = el("section", { class: "card", hidden: true });
  private rows: GoRow[] = [];
  /** Numbers of the sources that count; null for all. */
  private sources: string | null = null;
  private kept = 0;
  private shown = -1;

  constructor(
    private readonly page: Page,
    private readonly link: (game: number) => string,
  ) {}

  /** Asks for the first games of these sources; the error is the caller's. */
  async start(sources: string | null): Promise<void> {
    if (sources !== this.sources) this.rows = [];
    this.sources = sources;
    if (this.rows.length === 0) await this.more();
  }

  /** Number of the first game; null if there is none. */
  first(): number | null {
    return this.rows[0]?.game_id ?? null;
  }

  show(game: number): void {
    this.shown = game;
    this.draw();
  }

  private async more(): Promise<void> {
    const query = new URLSearchParams({ from: String(this.rows.length), count: String(PART) });
    if (this.sources !== null) query.set("sources", this.sources);
    const list = await this.page.api.get<GoList>("go-list", "/api/go", query);
    this.rows.push(...list.games);
    this.kept = list.kept;
    this.draw();
  }

  private draw(): void {
    this.element.hidden = this.kept < 2 && this.sources === null;
    const rest = this.kept - this.rows.length;
    fill(
      this.element,
      el("h2", { class: "card-title" }, "Games", el("span", {}, number(this.kept), this.ofSources())),
      el(
        "ul",
        { class: "go-games" },
        this.rows.map((row) => this.row(row)),
      ),
      rest > 0 &&
        el(
          "p",
          { class: "card-text" },
          el(
            "button",
            {
              type: "button",
              class: "text-button",
              onclick: () => void this.more().catch((error: unknown) => this.page.note(String(error))),
            },
            counted(rest, "more game"),
          ),
        ),
    );
  }

  /** How many sources count, if not all. */
  private ofSources(): string | null {
    if (this.sources === null) return null;
    const { source } = this.page;
    return ` in ${chosenNumbers(source, this.sources, "go").length} of ${counted(readySources(source, "go").length, "source")}`;
  }

  private row(row: GoRow): HTMLElement {
    const name = (player: "Black" | "White") =>
      el("span", { class: "go-player" }, stoneIcon(player), el("bdi", {}, (player === "Black" ? row.black : row.white) ?? player));
    return el(
      "li",
      {},
      el(
        "a",
        { class: "go-game", href: this.link(row.game_id), "aria-current": row.game_id === this.shown ? "true" : null },
        el("span", { class: "go-game-names" }, name("Black"), name("White")),
        row.findings > 0 && el("span", { class: "go-game-findings" }, counted(row.findings, "finding")),
        el("span", { class: ["result", resultClass(row.result)], title: row.result }, row.result ?? "?"),
        el("span", { class: "quiet small go-game-about" }, `${row.width} × ${row.height}, ${counted(row.moves, "move")}`),
      ),
    );
  }
}
