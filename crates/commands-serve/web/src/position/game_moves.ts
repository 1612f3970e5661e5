// The moves of the game that is open: its main line with comments, signs, clocks, evaluations and variations.
import { type Child, el } from "../el";
import { moveNumber } from "../format";
import type { AnnotatedLine, AnnotatedMove, Game, Legal } from "../types";
import type { Page } from "../view";
import { evaluationText } from "./evaluation";
import type { Shown } from "./shown";

/** Signs of numeric annotation glyphs, and their meaning. */
const signs: Record<number, [sign: string, meaning: string]> = {
  1: ["!", "good move"],
  2: ["?", "mistake"],
  3: ["!!", "brilliant move"],
  4: ["??", "blunder"],
  5: ["!?", "interesting move"],
  6: ["?!", "dubious move"],
  7: ["□", "only move"],
  10: ["=", "equal"],
  13: ["∞", "unclear"],
  14: ["⩲", "White is slightly better"],
  15: ["⩱", "Black is slightly better"],
  16: ["±", "White is better"],
  17: ["∓", "Black is better"],
  18: ["+−", "White is winning"],
  19: ["−+", "Black is winning"],
  22: ["⨀", "White is in zugzwang"],
  23: ["⨀", "Black is in zugzwang"],
  36: ["↑", "White has the initiative"],
  37: ["↑", "Black has the initiative"],
  40: ["→", "White has the attack"],
  41: ["→", "Black has the attack"],
  132: ["⇆", "White has counterplay"],
  133: ["⇆", "Black has counterplay"],
  138: ["⊕", "White is short of time"],
  139: ["⊕", "Black is short of time"],
  140: ["∆", "with the idea"],
  146: ["N", "novelty"],
};

/** The moves of a game, each a link, `shown.line` up to `shown.ply` being what stands on the board. */
export function gameMoves(page: Page, shown: Shown, game: Game): Child[] {
  return new GameMoves(page, shown, game).all();
}

class GameMoves {
  constructor(
    private readonly page: Page,
    private readonly shown: Shown,
    private readonly game: Game,
  ) {}

  all(): Child[] {
    const { game } = this;
    const line = game.annotated;
    const begin = el("a", { class: "line-move", href: this.link([], 0), "aria-current": this.current([]) }, "start");
    return [begin, line && comments(line.comments), this.moves(line?.moves ?? game.moves, [], true)];
  }

  /** Moves after those of `before`, with what stands beside them. */
  private moves(moves: (AnnotatedMove | Legal)[], before: string[], isMain: boolean): Child[] {
    const { game } = this;
    const way = [...before];
    const whole = isMain ? [] : [...before, ...moves.map(({ uci }) => uci)];
    let numbered = true;
    return moves.map((move) => {
      const { text, white } = moveNumber(game.start, way.length);
      const here = [...way];
      way.push(move.uci);
      const beside = "nags" in move ? sideNotes(move) : [];
      const variations = "nags" in move ? move.variations.map((line) => this.variation(line, here)) : [];
      const played = this.isPlayed(way);
      const link = el(
        "a",
        { class: played ? "line-move" : "line-later", href: this.link(whole, way.length), "aria-current": this.current(way) },
        move.san,
      );
      const number = (white || numbered) && el("span", { class: "move-number" }, text);
      numbered = beside.length + variations.length > 0;
      return [el("span", { class: "numbered" }, number, link, "nags" in move && move.nags.map(sign)), beside, variations];
    });
  }

  private variation(line: AnnotatedLine, before: string[]): HTMLElement {
    return el(
      "span",
      { class: "variation" },
      "(",
      comments(line.comments),
      this.moves(line.moves, before, false),
      line.rest && el("bdi", { class: "comment" }, line.rest),
      ")",
    );
  }

  private link(play: string[], ply: number): string {
    const length = play.length || this.game.moves.length;
    return this.page.link({ play, ply: ply === length ? null : ply });
  }

  private isPlayed(way: string[]): boolean {
    const { line, ply } = this.shown;
    return way.length <= ply && way.every((uci, at) => line[at] === uci);
  }

  private current(way: string[]): string | null {
    return way.length === this.shown.ply && this.isPlayed(way) ? "step" : null;
  }
}

function sign(nag: number): HTMLElement {
  const [text, meaning] = signs[nag] ?? [`$${nag}`, `sign ${nag} of PGN`];
  return el("span", { class: "nag", title: meaning }, text);
}

/** Evaluation, clock and comments of a move. */
function sideNotes(move: AnnotatedMove): Child[] {
  const { evaluation, clock, elapsed } = move;
  return [
    evaluation && el("span", { class: "aside", title: "Evaluation" }, evaluationText(evaluation)),
    clock !== null && el("span", { class: "aside", title: "Time left" }, time(clock)),
    elapsed !== null && el("span", { class: "aside", title: "Time taken" }, `+${time(elapsed)}`),
    ...comments(move.comments),
  ].filter(Boolean);
}

function comments(texts: string[]): Child[] {
  return texts.map((text) => el("bdi", { class: "comment" }, text));
}

/** Seconds as `1:05:09`, or `5:09` below an hour. */
function time(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (part: number) => String(part).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Marks on the board that the file has behind the move that is shown. */
export function marksAt({ game, line, ply }: Shown): string[] {
  let moves = game?.annotated?.moves ?? [];
  let first = 0;
  let found: AnnotatedMove | undefined;
  for (let at = 0; at < ply; at += 1) {
    const main = moves[at - first];
    found = main;
    if (main?.uci === line[at]) continue;
    const variation = main?.variations.find((other) => other.moves[0]?.uci === line[at] && leads(other, line, at, ply));
    if (!variation) return [];
    moves = variation.moves;
    first = at;
    found = moves[0];
  }
  return found?.marks ?? [];
}

/** True if a variation that begins at a ply goes on as the line does, as far as it goes, or has a variation there. */
function leads(variation: AnnotatedLine, line: string[], first: number, ply: number): boolean {
  const apart = variation.moves.findIndex(({ uci }, at) => first + at < ply && uci !== line[first + at]);
  const last = apart < 0 ? variation.moves.length : apart;
  return first + last >= ply || (variation.moves[last]?.variations.some((other) => leads(other, line, first + last, ply)) ?? false);
}
