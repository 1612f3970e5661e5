// Notices in place of the table of moves, or beside it: why there is nothing to show, and what to
// do.
import { isFiltered, noFilter } from "../address";
import { el, type Child } from "../el";
import { counted } from "../format";
import type { Shown } from "../position/shown";
import { variantWords } from "../position/variants";
import { isPending } from "../sources/sources";
import type { BoardState } from "../types";
import type { Page } from "../view";

const drawn = "insufficient material";

/** True if no move can follow. Games do go on with too little material to win, unlike after a mate. */
export function isFinal({ over }: BoardState): boolean {
  return over !== null && over !== drawn;
}

/**
 * The end of the game, no games, or none that the filter keeps; null if the table says it all. `isVariantServed` is false if
 * no game begins at the start of a variant.
 */
export function stateOf(shown: Shown, page: Page, isVariantServed: boolean | null = null): HTMLElement | null {
  const { answer, address, ply } = shown;
  const { position, board, moves } = answer;
  const over = board.over === null ? null : ended(board.over, board.turn);
  if (!position) return withoutGames(over, page);
  const back = ply > 0 && link("Go back", page.link({ ply: ply - 1 }));
  if (position.games === 0) {
    if (isFiltered(address.filter) && position.reached > 0)
      return block(
        over ?? "The filter keeps none of the games here",
        el(
          "p",
          {},
          `${counted(position.reached, "game")} reached this position. `,
          link("Show all games", page.link({ filter: noFilter() })),
          back && [", or ", link("go back", page.link({ ply: ply - 1 }))],
          ".",
        ),
      );
    if (page.source.games === 0) return block(over ?? "There are no games", emptySource(page));
    const { variant } = board;
    if (isVariantServed === false)
      return block(
        over ?? `No games of ${variantWords(variant)} are served`,
        el("p", {}, "None of the games begins at its start position. Moves can be played by its rules all the same."),
      );
    return block(
      over ?? (isChess(variant) ? "No game reached this position" : `No game of ${variantWords(variant)} reached this position`),
      el("p", {}, back ? [back, ", or try another move." ] : "Try a move, or another position."),
    );
  }
  if (isFinal(board)) return block(over ?? "", el("p", {}, `${counted(position.ended, "game")} ended like this.`));
  if (moves.length === 0) return block("The games below end here", el("p", {}, "No move was played in this position."));
  return null;
}

/** Remarks below the table. */
export function remarks({ answer }: Shown): Child {
  const { position, moves, board } = answer;
  if (!position || position.games === 0 || isFinal(board)) return null;
  const { unknown, ended, games } = position;
  const texts: string[] = [];
  if (board.over === drawn) texts.push("There is too little material to win: by the rules the game is drawn.");
  if (moves.length === 0) return texts.length ? el("p", { class: "remarks" }, texts) : null;
  if (unknown > 0 && unknown === games) texts.push("None of the games has a known result.");
  else if (unknown > 0)
    texts.push(
      `${counted(unknown, "game")} ${unknown === 1 ? "has" : "have"} no known result; the bars leave ${unknown === 1 ? "it" : "them"} out.`,
    );
  if (ended > 0) texts.push(`${counted(ended, "game")} ${ended === 1 ? "ends" : "end"} here.`);
  texts.push("Other orders are games that reach the position after a move by another order of moves.");
  return el("p", { class: "remarks" }, texts.join(" "));
}

function ended(over: string, turn: "white" | "black"): string {
  const winner = turn === "white" ? "Black" : "White";
  switch (over) {
    case "checkmate":
      return `Checkmate: ${winner} has won`;
    case "stalemate":
      return "Stalemate: the game is over";
    case drawn:
      return "Too little material to win: a draw";
    case "variant end":
      return "The game is over by the rules of the variant";
    default:
      return `The game is over: ${over}`;
  }
}

export function isChess(variant: string): boolean {
  return variant === "chess" || variant === "chess960";
}

/** What is served has no games at all. */
function emptySource({ source }: Page): Child {
  const rejected = source.rejected?.games ?? 0;
  return el(
    "p",
    {},
    el("bdi", {}, source.name ?? "The source"),
    rejected > 0 ? ` has no game that can be read: ${counted(rejected, "game")} rejected.` : " has no games.",
  );
}

/** No source is ready: files are to be opened, or are being indexed. */
function withoutGames(over: string | null, page: Page): HTMLElement {
  const { sources, upload_limit: limit } = page.source;
  if (sources.some((source) => source.holds === "chess" && isPending(source)))
    return block(over ?? "The games are being indexed", el("p", {}, "They are shown as soon as they are there. Moves can be played meanwhile."));
  if (limit === null) return block(over ?? "No games are served", noGames(page));
  return block(
    over ?? "Open your games",
    el("button", { type: "button", class: "button main open-files", onclick: () => page.openFiles() }, "Open files…"),
    el("p", {}, "Or drop them here: PGN of chess, SGF of Go, also compressed. They stay on this machine."),
    noGames(page),
  );
}

function noGames(page: Page): Child {
  return [
    el("p", {}, "Start ", el("code", { class: "mono" }, "zobrist serve GAMES.pgn"), " to explore your games here."),
    el(
      "p",
      {},
      "Without games there are ",
      link("the tour", page.link({ view: "tour" })),
      " and ",
      link("the anatomy of this position", page.link({ view: "anatomy" })),
      ".",
    ),
  ];
}

function block(title: string, ...text: Child[]): HTMLElement {
  return el("div", { class: "empty" }, el("h2", { class: "empty-title" }, title), text);
}

function link(text: string, href: string): HTMLElement {
  return el("a", { class: "text-button", href }, text);
}
