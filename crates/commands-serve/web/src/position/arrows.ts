// Arrows over the board.
import { fill, svg } from "../el";
import { readUci, type Square } from "./legal";

export class Arrows {
  readonly element = svg("svg", { class: "arrows", viewBox: "0 0 8 8", "aria-hidden": "true" });

  /** Shows a move, or nothing. */
  show(uci: string | null, flipped: boolean): void {
    if (uci === null) return fill(this.element);
    const { from, to } = readUci(uci);
    const [x, y] = center(to, flipped);
    if (from === null) fill(this.element, svg("circle", { cx: x, cy: y, r: 0.4, class: "ring" }));
    else fill(this.element, svg("path", { d: arrow(...center(from, flipped), x, y) }));
  }
}

function center(square: Square, flipped: boolean): [number, number] {
  const file = square.charCodeAt(0) - 97 + 0.5;
  const rank = Number(square[1]) - 0.5;
  return flipped ? [8 - file, rank] : [file, 8 - rank];
}

/** Outline of an arrow; the head is in proportion to the length, so that one of a single square has a shaft. */
function arrow(fromX: number, fromY: number, toX: number, toY: number): string {
  const length = Math.hypot(toX - fromX, toY - fromY);
  const [ux, uy] = [(toX - fromX) / length, (toY - fromY) / length];
  const tip = length + 0.08;
  const head = Math.min(0.46, length * 0.4);
  const points: [number, number][] = [
    [0.12, -0.075],
    [tip - head, -0.075],
    [tip - head - 0.04, -head * 0.55],
    [tip, 0],
    [tip - head - 0.04, head * 0.55],
    [tip - head, 0.075],
    [0.12, 0.075],
  ];
  const place = ([along, across]: [number, number]) =>
    `${(fromX + ux * along - uy * across).toFixed(3)} ${(fromY + uy * along + ux * across).toFixed(3)}`;
  return `M${points.map(place).join("L")}Z`;
}
