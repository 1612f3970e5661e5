// The game that is shown: players, result, rules, the move, and its variations.
import { type Child, el } from "../el";
import { counted } from "../format";
import type { GoGame, GoRow } from "./answers";
import { moveList } from "./move_list";
import { stoneIcon } from "./stone_icon";
import { moved, takes } from "./words";

export function gameCard(game: GoGame, ply: number, link: (variation: number, ply: number) => string): HTMLElement {
  const played = game.plies[ply - 1];
  const taking = played && takes(played);
  const about = dotted([game.event, game.date]);
  const facts = [
    `${game.width} × ${game.height}`,
    game.rules && `rules ${game.rules}`,
    game.komi && `komi ${game.komi}`,
    counted(game.moves, "move"),
  ];
  return el(
    "section",
    { class: "card", "aria-label": "Game" },
    el(
      "div",
      { class: "game-head" },
      el(
        "div",
        { class: "game-about" },
        el("span", { class: "game-players go-players" }, player(game, "Black"), player(game, "White")),
        el("span", { class: ["result", resultClass(game.result)], title: game.result }, game.result ?? "no result"),
        about.length > 0 && el("span", { class: "quiet" }, about),
      ),
    ),
    el(
      "div",
      { class: "go-move" },
      el(
        "p",
        { class: "go-move-text" },
        played
          ? [
              played.move !== null && el("b", {}, `${played.move}. `),
              el("b", {}, moved(played)),
              taking && `, ${taking}`,
            ]
          : el("b", {}, "The position at the start"),
      ),
      el("p", { class: "quiet small" }, dotted(facts)),
      game.is_cut && el("p", { class: "quiet small" }, `The page shows the first ${counted(game.plies.length, "ply", "plies")}.`),
    ),
    game.variations > 0 && variations(game, link),
    moveList(game, ply, link),
  );
}

/** Texts with dots between them; those that are missing are left out. */
function dotted(texts: (string | null | false)[]): Child[] {
  const known = texts.filter((text): text is string => Boolean(text));
  return known.map((text, index) => [index > 0 && " · ", el("bdi", {}, text)]);
}

/** Whose win a result is, by its first letter. */
export function resultClass(result: string | null): string {
  const [winner] = (result ?? "").toUpperCase();
  if (winner === "B") return "black-won";
  if (winner === "W") return "white-won";
  return winner === "0" || winner === "J" || winner === "D" ? "drawn" : "unknown";
}

function player(game: GoRow, color: "Black" | "White"): HTMLElement {
  const [name, rank] = color === "Black" ? [game.black, game.black_rank] : [game.white, game.white_rank];
  return el(
    "span",
    { class: "go-player" },
    stoneIcon(color),
    el("span", { class: "only-read" }, `${color}: `),
    el("bdi", {}, name ?? color),
    rank && el("span", { class: "elo" }, rank),
  );
}

function variations(game: GoGame, link: (variation: number, ply: number) => string): HTMLElement {
  const { variation, variations: last } = game;
  const text = variation === 0 ? `Main line; ${counted(last, "variation")}` : `Variation ${variation} of ${last}`;
  return el(
    "p",
    { class: "go-variations" },
    el("span", { class: "quiet" }, text),
    variation > 0 && el("a", { href: link(0, 0) }, "main line"),
    variation > 1 && el("a", { href: link(variation - 1, 0) }, "the one before"),
    variation < last && el("a", { href: link(variation + 1, 0) }, variation === 0 ? "the first" : "the next"),
  );
}
