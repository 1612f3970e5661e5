// The games at the position.
import { isAborted, Stopped } from "../api";
import { el, fill } from "../el";
import { keepFocus } from "../focus";
import { counted, date, number } from "../format";
import { withFilter } from "../position/position";
import type { Hands, Shown } from "../position/shown";
import { resultBadge } from "../result";
import { chessSources } from "../sources/sources";
import type { GameRow, GamesAnswer } from "../types";

const firstCount = 10;
const moreCount = 40;
/** The server lists no games beyond this one. */
const limit = 10_000;

/** A date whose day is left out where there is little room. */
function when(text: string | null): HTMLElement {
  const [year, month, day] = date(text)?.split("-") ?? [];
  const known = [year, month].filter(Boolean).join("-");
  return el("span", { class: "when" }, known, day && el("span", { class: "day" }, `-${day}`));
}

const orders: [string, string][] = [
  ["first", "as in the file"],
  ["newest", "newest first"],
  ["strongest", "strongest first"],
];

export class Games {
  readonly element = el("section", { class: "card games", "aria-labelledby": "games-title" });
  private readonly list = el("ul", { class: "game-list" });
  private readonly more = el("button", { type: "button", class: "more" });
  private readonly count = el("span", { class: "games-count" });
  private readonly order: HTMLSelectElement;
  private shown: Shown | null = null;
  private asked = "";
  private games: GameRow[] = [];
  private kept = 0;

  constructor(private readonly hands: Hands) {
    const { page } = hands;
    this.order = el(
      "select",
      {
        class: "order",
        "aria-label": "Order of the games",
        onchange: () => page.go({ order: this.order.value === "first" ? null : this.order.value }, "replace"),
      },
      orders.map(([value, label]) => el("option", { value }, label)),
    );
    this.more.addEventListener("click", () => void this.load(moreCount));
    this.element.append(
      el("div", { class: "card-title" }, el("h2", { id: "games-title" }, "Games ", this.count), this.order),
      this.list,
      this.more,
    );
    this.element.hidden = true;
  }

  show(shown: Shown): void {
    this.shown = shown;
    const order = shown.address.order ?? "first";
    this.order.value = order;
    const query = withFilter(shown.position, shown.address);
    query.set("order", order);
    const asked = query.toString();
    if (!shown.answer.position?.games) {
      this.asked = "";
      this.element.hidden = true;
      this.hands.page.api.abort("games");
    } else if (asked === this.asked) this.draw();
    else {
      this.asked = asked;
      this.games = [];
      void this.load(firstCount);
    }
  }

  private async load(count: number): Promise<void> {
    const query = new URLSearchParams(this.asked);
    const { asked } = this;
    query.set("from", String(this.games.length));
    query.set("count", String(count));
    this.more.disabled = true;
    const slow = window.setTimeout(() => this.element.classList.toggle("old", this.games.length === 0), 250);
    try {
      const answer = await this.hands.page.api.get<GamesAnswer>("games", "/api/games", query);
      if (asked !== this.asked) return;
      const first = this.games.length;
      this.games.push(...answer.games);
      this.kept = answer.kept;
      this.draw();
      if (first > 0) this.list.querySelectorAll<HTMLElement>("a")[first]?.focus({ preventScroll: true });
    } catch (error) {
      if (isAborted(error)) return;
      if (error instanceof Stopped) this.hands.page.failed(this.list, error);
      else fill(this.list, el("li", { class: "card-text problem", role: "alert" }, (error as Error).message));
      this.asked = "";
      this.element.hidden = false;
    } finally {
      clearTimeout(slow);
    }
  }

  private draw(): void {
    const { shown, games, kept } = this;
    if (!shown) return;
    this.element.hidden = games.length === 0;
    this.element.classList.remove("old");
    this.count.textContent = number(kept);
    keepFocus(this.list, () => fill(this.list, games.map((game) => this.row(game, shown))));
    const rest = Math.min(kept, limit) - games.length;
    this.more.hidden = rest <= 0;
    this.more.disabled = false;
    this.more.textContent = counted(rest, "more game");
  }

  private row(game: GameRow, { address }: Shown): HTMLElement {
    const { page } = this.hands;
    const open = address.game === game.game_id && address.source === game.source;
    const href = page.link({
      game: game.game_id,
      source: game.source,
      ply: game.ply,
      play: [],
      fen: null,
      variant: null,
    });
    const side = (color: "white" | "black", name: string | null, elo: number | null, won: boolean) =>
      el(
        "span",
        { class: ["player", color, won && "won"] },
        el("span", { class: "only-read" }, color === "white" ? "White: " : "Black: "),
        el("bdi", { class: "player-name" }, name ?? "?"),
        elo !== null && el("span", { class: "elo" }, ` ${elo}`),
      );
    return el(
      "li",
      {},
      el(
        "a",
        { class: "game-row", href, "aria-current": open ? "true" : null },
        el(
          "span",
          { class: "players" },
          side("white", game.white_name, game.white_elo, game.result === "1-0"),
          side("black", game.black_name, game.black_elo, game.result === "0-1"),
          chessSources(page.source).length > 1 && el("span", { class: "from-source" }, "from ", el("bdi", {}, game.file)),
        ),
        resultBadge(game.result),
        when(game.date),
      ),
    );
  }
}
