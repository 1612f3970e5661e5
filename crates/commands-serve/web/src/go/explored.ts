// What came next in the position on the board, or in a corner or side of it, in all games that are served.
import { isAborted } from "../api";
import { el, fill } from "../el";
import { counted, number } from "../format";
import type { Page } from "../view";
import { type Explored, type FoundGame, type GoGame, type NextMove, type Region, regions } from "./answers";
import { resultClass } from "./game_card";
import type { NextMark } from "./goban";
import { stoneIcon } from "./stone_icon";

/** The position that is asked about. */
export interface Asked {
  game: GoGame;
  variation: number;
  ply: number;
  region: Region;
  /** Sources that count; null for all. */
  sources: string | null;
}

/** Largest number of moves that are marked on the board. */
const MARKED = 12;

export class ExploredCard {
  readonly element = el("section", { class: "card go-explored" });
  private readonly answer = el("div", {});
  private readonly select: HTMLSelectElement;
  private asked = "";

  constructor(
    private readonly page: Page,
    private readonly choose: (region: Region) => void,
    private readonly link: (game: number, ply: number) => string,
    private readonly mark: (marks: NextMark[]) => void,
  ) {
    this.select = el("select", {
      "aria-label": "Part of the board",
      onchange: () => this.choose(this.select.value as Region),
    });
    this.element.append(el("h2", { class: "card-title" }, "What followed", this.select), this.answer);
  }

  /** Shows the answer for a position; the marks come with it. */
  async show({ game, variation, ply, region, sources }: Asked): Promise<void> {
    const least = Math.min(game.width, game.height);
    fill(
      this.select,
      Object.entries(regions)
        .filter(([name]) => name === "board" || least >= (name.includes("-") ? 9 : 11))
        .map(([name, title]) => el("option", { value: name, selected: name === region }, title)),
    );
    const query = new URLSearchParams({ game: String(game.game_id), variation: String(variation), ply: String(ply), region });
    if (sources !== null) query.set("sources", sources);
    if (this.asked === String(query)) return;
    this.asked = String(query);
    this.mark([]);
    try {
      const answer = await this.page.api.get<Explored>("go-explore", "/api/go/explore", query);
      this.draw(answer);
    } catch (error) {
      this.asked = "";
      if (!isAborted(error)) fill(this.answer, el("p", { class: "card-text" }, String(error instanceof Error ? error.message : error)));
    }
  }

  private draw({ found, of, moves, games }: Explored): void {
    const rest = found - games.length;
    fill(
      this.answer,
      el("p", { class: "card-text quiet small go-explored-count" }, `Found in ${number(found)} of ${counted(of, "game")}.`),
      moves.length > 0 && this.table(moves),
      games.length > 0 &&
        el(
          "ul",
          { class: "go-games", "aria-label": "Games with this position" },
          games.map((game) => this.game(game)),
        ),
      rest > 0 && el("p", { class: "card-text quiet small" }, `${counted(rest, "more game")}; zobrist go explore --games lists all.`),
    );
    const played = moves.filter(({ move, player }) => move !== null && move !== "pass" && player !== null);
    const best = new Map<string, NextMark>();
    for (const { move, player, games: count } of played) {
      // A point that both have played has one mark, of the player with more games.
      const before = best.get(move as string);
      if (before) before.games += count;
      else best.set(move as string, { point: move as string, player: player as "Black" | "White", games: count });
    }
    this.mark([...best.values()].slice(0, MARKED));
  }

  private table(moves: NextMove[]): HTMLElement {
    const head = ["Move", "Games", "Black won", "White won", "Elsewhere first", "Years"];
    return el(
      "div",
      { class: "go-explored-table", tabindex: 0, role: "region", "aria-label": "Moves that followed" },
      el(
        "table",
        {},
        el("thead", {}, el("tr", {}, head.map((title) => el("th", { scope: "col" }, title)))),
        el("tbody", {}, moves.map((move) => row(move))),
      ),
    );
  }

  private game(game: FoundGame): HTMLElement {
    const name = (player: "Black" | "White") =>
      el("span", { class: "go-player" }, stoneIcon(player), el("bdi", {}, (player === "Black" ? game.black : game.white) ?? player));
    const next = game.move === null ? "nothing more there" : `then ${game.player ?? ""} ${game.move}`;
    const about = [game.date, `move ${game.at}`, next].filter(Boolean).join(", ");
    const children = [
      el("span", { class: "go-game-names" }, name("Black"), name("White")),
      el("span", { class: ["result", resultClass(game.result)], title: game.result }, game.result ?? "?"),
      el("span", { class: "quiet small go-game-about" }, about),
    ];
    return el(
      "li",
      {},
      game.game_id === null
        ? el("span", { class: "go-found" }, children)
        : el("a", { class: "go-found", href: this.link(game.game_id, game.ply) }, children),
    );
  }
}

function row(next: NextMove): HTMLElement {
  const { first_year: first, last_year: last } = next;
  const years = first === null ? "" : first === last ? String(first) : `${first}–${last}`;
  const numbers = [next.games, next.black_wins, next.white_wins, next.tenuki];
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, next.player && stoneIcon(next.player), ` ${next.move ?? "none"}`),
    numbers.map((value) => el("td", {}, number(value))),
    el("td", {}, years),
  );
}
