// The line of moves, the name of its opening, and the game that is open.
import { copyButton } from "../copy";
import { el, fill } from "../el";
import { keepFocus } from "../focus";
import { date, moveNumber } from "../format";
import { icon } from "../icons";
import { resultBadge } from "../result";
import type { Game, LineMove, Opening } from "../types";
import type { Page } from "../view";
import { evaluationCurve } from "./evaluation";
import { gameMoves } from "./game_moves";
import type { Shown } from "./shown";

/** Name of the line: that of its last position that has one. */
export function openingOf(shown: Shown): Opening | null {
  const named = shown.answer.line.findLast((move: LineMove) => move.opening !== null);
  return named?.opening ?? shown.answer.position?.opening ?? null;
}

export class Line {
  readonly element = el("div", { class: "line" });

  constructor(
    private readonly page: Page,
    private readonly leave: () => void,
  ) {}

  show(shown: Shown): void {
    const { page } = this;
    const { answer, line, ply, game } = shown;
    const start = answer.board.start;
    const rest = line.length - ply;
    const at = (to: number) => page.link({ ply: to === line.length ? null : to });
    const current = (to: number) => (to === ply ? "step" : null);
    const moves = answer.line.map(({ san }, index) => {
      const { text, white } = moveNumber(start, index);
      return el(
        "span",
        { class: "numbered" },
        (white || index === 0) && el("span", { class: "move-number" }, text),
        el("a", { class: "line-move", href: at(index + 1), "aria-current": current(index + 1) }, san),
      );
    });
    const opening = openingOf(shown);
    const ofLine = () => [
      el("a", { class: "line-move", href: at(0), "aria-current": current(0) }, "start"),
      moves,
      rest > 0 && el("a", { class: "line-rest", href: at(ply + 1), "data-focus": "rest" }, `${rest} more →`),
    ];
    const list = el(
      "div",
      { class: ["line-moves", game && "of-game"], role: "group", "aria-label": game ? "Moves of the game" : "Moves played", tabindex: -1 },
      game ? gameMoves(page, shown, game) : ofLine(),
    );
    const missing = game?.missing && el("p", { class: "missing quiet", role: "status" }, "This is the main line alone: ", el("bdi", {}, game.missing), ".");
    const name = el(
      "p",
      { class: "opening" },
      opening
        ? [el("span", { class: "eco" }, opening.eco), " ", el("b", {}, opening.name)]
        : el("span", { class: "quiet" }, ply === 0 && shown.position.get("fen") === null ? "Start position" : "Unnamed position"),
    );
    keepFocus(this.element, () => fill(this.element, game && this.gameHead(game), list, game && evaluationCurve(page, shown, game), missing, name));
    const now = list.querySelector<HTMLElement>("[aria-current]");
    if (now) list.scrollTop = now.offsetTop - list.clientHeight / 2;
  }

  private gameHead(game: Game): HTMLElement {
    const { page } = this;
    const pgn = `/api/game/${game.game_id}/annotated.pgn${game.source ? `?source=${game.source}` : ""}`;
    const when = date(game.date);
    const about = [game.event, when].filter((text): text is string => Boolean(text) && text !== "?");
    const name = (text: string | null, elo: number | null) => [el("bdi", {}, text ?? "?"), elo !== null && el("span", { class: "elo" }, ` ${elo}`)];
    return el(
      "div",
      { class: "game-head" },
      el(
        "div",
        { class: "game-about" },
        el("h2", { class: "game-players" }, name(game.white_name, game.white_elo), " – ", name(game.black_name, game.black_elo)),
        resultBadge(game.result),
        el(
          "span",
          { class: "quiet" },
          about.map((text, index) => [index > 0 && " · ", el("bdi", {}, text)]),
          el("span", { class: "from-file" }, about.length > 0 && " · ", "from ", el("bdi", {}, game.file)),
        ),
      ),
      el(
        "div",
        { class: "game-tools" },
        safeLink(game.link),
        copyButton("Copy the game as PGN", () => text(pgn), page.note),
        el(
          "a",
          { class: "icon-button", href: pgn, download: `game-${game.game_id}.pgn`, "aria-label": "Save the game as PGN", title: "Save the game as PGN" },
          icon("save"),
        ),
        el(
          "button",
          { type: "button", class: "icon-button", "aria-label": "Leave the game", title: "Leave the game", onclick: this.leave },
          icon("close"),
        ),
      ),
    );
  }
}

/** A link to the game's page, if it is one of http or https. */
function safeLink(address: string | null): HTMLElement | null {
  if (!address) return null;
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return null;
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  return el(
    "a",
    {
      class: "icon-button",
      href: url.href,
      target: "_blank",
      rel: "noopener noreferrer",
      "aria-label": `The game's page at ${url.hostname}`,
      title: url.href,
    },
    icon("link"),
  );
}

async function text(path: string): Promise<string> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`The game could not be read: status ${response.status}`);
  return response.text();
}
