// The moves of a line as links, the one that is shown among them.
import { el } from "../el";
import type { GoGame, Ply } from "./answers";
import { stoneIcon } from "./stone_icon";

/** Longest line that is shown as a list; the slider goes through any. */
const most = 1000;

export function moveList(game: GoGame, ply: number, link: (variation: number, ply: number) => string): HTMLElement | null {
  const { plies, variation } = game;
  if (plies.length === 0 || plies.length > most) return null;
  const found = new Set(game.found.filter((finding) => finding.variation === variation).map((finding) => finding.ply));
  const item = (played: Ply, index: number) =>
    el(
      "a",
      {
        class: ["go-step", found.has(index + 1) && "is-found"],
        href: link(variation, index + 1),
        "aria-current": index + 1 === ply ? "true" : null,
      },
      played.move !== null && el("span", { class: "go-step-number" }, String(played.move)),
      stoneIcon(played.player),
      played.player && el("span", { class: "only-read" }, played.player),
      played.point ?? "set up",
    );
  return el("div", { class: "go-steps", role: "group", "aria-label": "Moves" }, plies.map(item));
}

/** Scrolls the list, not the page, to the move that is shown. */
export function scrollToMove(host: Element): void {
  const list = host.querySelector(".go-steps");
  const shown = list?.querySelector<HTMLElement>("[aria-current]");
  if (!list || !shown) return;
  list.scrollTop = shown.offsetTop - list.clientHeight / 2 + shown.offsetHeight / 2;
}
