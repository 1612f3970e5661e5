// Evaluations: in words, and as a curve under a game.
import { el, svg } from "../el";
import type { AnnotatedMove, Evaluation, Game } from "../types";
import type { Page } from "../view";
import type { Shown } from "./shown";

export function evaluationText(evaluation: Evaluation): string {
  if (evaluation.mate !== undefined) return `#${evaluation.mate}`;
  const pawns = (evaluation.centipawns ?? 0) / 100;
  return `${pawns > 0 ? "+" : pawns < 0 ? "−" : ""}${Math.abs(pawns).toFixed(2)}`;
}

/** Pawns that reach the edge of the curve. */
const most = 5;

/** Pawns for White, as the curve shows them. */
function pawns(evaluation: Evaluation): number {
  if (evaluation.mate !== undefined) return evaluation.mate < 0 || Object.is(evaluation.mate, -0) ? -most : most;
  return Math.max(-most, Math.min(most, (evaluation.centipawns ?? 0) / 100));
}

/** The evaluations of a game as a curve, a click on which goes to the move; null if the file has fewer than two. */
export function evaluationCurve(page: Page, shown: Shown, game: Game): HTMLElement | null {
  const moves: AnnotatedMove[] = game.annotated?.moves ?? [];
  const known = moves.filter(({ evaluation }) => evaluation !== null).length;
  if (known < 2) return null;
  const [width, height] = [Math.max(2, moves.length), 100];
  const y = (value: number) => (height / 2) * (1 - value / most);
  let path = "";
  let isDrawn = false;
  for (const [at, { evaluation }] of moves.entries()) {
    if (evaluation) path += `${isDrawn ? "L" : "M"}${at + 1} ${y(pawns(evaluation)).toFixed(1)}`;
    // A move without an evaluation leaves a gap.
    isDrawn = evaluation !== null;
  }
  const isMain = shown.line.slice(0, shown.ply).every((uci, at) => moves[at]?.uci === uci);
  const here = isMain && shown.ply > 0 ? svg("path", { class: "curve-here", d: `M${shown.ply} 0V${height}` }) : null;
  const go = (event: MouseEvent) => {
    const box = picture.getBoundingClientRect();
    const ply = Math.round(((event.clientX - box.left) / box.width) * width);
    const to = Math.max(0, Math.min(moves.length, ply));
    page.go({ play: [], ply: to === moves.length ? null : to });
  };
  const picture = svg(
    "svg",
    {
      class: "evaluation-curve",
      viewBox: `0 0 ${width} ${height}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": `Evaluations of ${known} of ${moves.length} moves; the edges are ${most} pawns and more`,
      onclick: go,
    },
    svg("path", { class: "curve-zero", d: `M0 ${height / 2}H${width}` }),
    here,
    svg("path", { class: "curve", d: path }),
  );
  return el("div", { class: "evaluation-place", title: "Evaluations of the file: above the line White is better" }, picture);
}
