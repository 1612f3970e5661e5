// Arrows over the board.
import { fill, svg } from "../el";
import { readUci, type Square } from "./legal";

/** Colors of marks in files, by their letters. */
const colors: Record<string, string> = { G: "green", R: "red", Y: "yellow", B: "blue" };

export class Arrows {
  private readonly moves = svg("g");
  private readonly notes = svg("g", { class: "notes" });
  readonly element = svg("svg", { class: "arrows", viewBox: "0 0 8 8", "aria-hidden": "true" }, this.notes, this.moves);

  /** Shows a move, or nothing. */
  show(uci: string | null, flipped: boolean): void {
    if (uci === null) return fill(this.moves);
    const { from, to } = readUci(uci);
    const [x, y] = center(to, flipped);
    if (from === null) fill(this.moves, svg("circle", { cx: x, cy: y, r: 0.4, class: "ring" }));
    else fill(this.moves, svg("path", { d: arrowPath(...center(from, flipped), x, y) }));
  }

  /** Shows marks: a letter for the color, and one square or two. */
  note(marks: string[], flipped: boolean): void {
    const shapes = marks.map((mark) => {
      const color = markColor(mark);
      const [x, y] = center(mark.slice(1, 3), flipped);
      if (mark.length < 5) return svg("circle", { cx: x, cy: y, r: 0.44, class: ["ring", color] });
      return svg("path", { d: arrowPath(x, y, ...center(mark.slice(3, 5), flipped)), class: color });
    });
    fill(this.notes, shapes);
  }
}

export function markColor(mark: string): string {
  return colors[mark[0] ?? ""] ?? "green";
}

export function center(square: Square, flipped: boolean): [number, number] {
  const file = square.charCodeAt(0) - 97 + 0.5;
  const rank = Number(square[1]) - 0.5;
  return flipped ? [8 - file, rank] : [file, 8 - rank];
}

/** Outline of an arrow; the head is in proportion to the length, so that one of a single square has a shaft. */
export function arrowPath(fromX: number, fromY: number, toX: number, toY: number): string {
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
