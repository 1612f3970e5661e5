// The filter of games: chips, each with a cross that takes it away.
import { type Address, type Filter, filterNames, isFiltered, noFilter } from "../address";
import { el, fill } from "../el";
import { keepFocus } from "../focus";
import { counted, number } from "../format";
import { icon } from "../icons";
import type { Shown } from "../position/shown";
import { chessSources, chosenNumbers } from "../sources/sources";
import type { PositionCounts } from "../types";
import type { Page } from "../view";
import { isolated } from "../visible";
import { askFilter, outcomes } from "./filter-form";

/** Score of all games, of the player with one, and his performance rating. */
function totals({ filter }: Address, { score, player_score, performance }: PositionCounts): HTMLElement | null {
  const ofPlayer = filter.player.length > 0;
  const value = (ofPlayer ? player_score : score) ?? null;
  if (value === null) return null;
  const words = `${ofPlayer ? "score" : "White scores"} ${(100 * value).toFixed(1)}%`;
  const rating =
    performance !== null &&
    performance !== undefined &&
    el("span", { title: "By FIDE's table (Handbook B.02, 8.1.1), of the games in which the opponent's Elo is known" }, ` · performance ${performance}`);
  return el("span", { class: "filter-score quiet" }, words, rating);
}

/** How many sources count, if not all. */
function ofSources(page: Page, { sources }: Address): string | null {
  if (sources === null) return null;
  return ` in ${chosenNumbers(page.source, sources).length} of ${counted(chessSources(page.source).length, "source")}`;
}

interface Chip {
  /** What is asked, such as `against`, and the value. */
  words: string;
  value: string;
  without: Filter;
}

export class FilterRow {
  readonly element = el("div", { class: "filter-row" });

  constructor(private readonly page: Page) {}

  show({ address, answer }: Shown): void {
    const { page } = this;
    const position = answer.position;
    const filtered = isFiltered(address.filter);
    this.element.hidden = !position || (position.games === 0 && !filtered);
    if (!position) return;
    const count = filtered
      ? `${number(position.games)} of ${counted(position.reached, "game")}`
      : counted(position.games, "game");
    const add = el(
      "button",
      { type: "button", class: "chip add", onclick: () => askFilter(page.address().filter, page.api, (filter) => page.go({ filter })) },
      icon("plus"),
      "Filter",
    );
    keepFocus(this.element, () =>
      fill(
        this.element,
        el("span", { class: "filter-count" }, count, ofSources(page, address)),
        totals(address, position),
        filtered &&
          el(
            "ul",
            { class: "chips", "aria-label": "Filter" },
            chips(address).map((chip) => el("li", {}, this.chip(chip))),
          ),
        filtered && el("a", { class: "chip clear", href: page.link({ filter: noFilter() }) }, "all games"),
        add,
      ),
    );
  }

  private chip({ words, value, without }: Chip): HTMLElement {
    return el(
      "span",
      { class: "chip" },
      words && `${words} `,
      el("bdi", {}, value),
      el("a", { href: this.page.link({ filter: without }), "aria-label": isolated`Remove “${[words, value].filter(Boolean).join(" ")}”`, title: "Remove" }, icon("close")),
    );
  }
}

/** Words before the value, and the value as it is shown. */
const words: Record<(typeof filterNames)[number], (value: string) => [string, string]> = {
  as: (value) => ["as", value === "black" ? "Black" : "White"],
  opponent: (value) => ["against", value],
  since: (value) => ["since", value],
  until: (value) => ["until", value],
  elo: (value) => ["Elo", value.replace(/^(\d+)\.\.$/, "from $1").replace(/^\.\.(\d+)$/, "to $1").replace("..", "–")],
  min_elo: (value) => ["Elo from", value],
  result: (value) => ["", value === "*" ? "no result" : value === "1/2-1/2" ? "½-½" : value],
  event: (value) => ["event", value],
  time_control: (value) => ["time control", value],
  max_ply: (value) => ["before ply", value],
};

function chips({ filter }: Address): Chip[] {
  const found: Chip[] = filter.player.map((name, index) => {
    const player = filter.player.filter((_, other) => other !== index);
    // A color or an outcome without a player has no meaning.
    const isLast = player.length === 0;
    const result = isLast && filter.opponent === null && outcomes.includes(filter.result ?? "") ? null : filter.result;
    return { words: "", value: name, without: { ...filter, player, as: isLast ? null : filter.as, result } };
  });
  for (const name of filterNames) {
    const value = filter[name];
    if (value === null) continue;
    const [before, shown] = words[name](value);
    found.push({ words: before, value: shown, without: { ...filter, [name]: null } });
  }
  return found;
}
