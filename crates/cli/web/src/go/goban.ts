// Draws a board of Go with its stones, letters and numbers.
import { el, svg } from "../el";
import { counted } from "../format";
import type { Player } from "./answers";
import { count, type Stones } from "./stones";

export interface Marks {
  /** The last move. */
  last?: string | null;
  /** True if the last move is marked as a finding. */
  isFinding?: boolean;
  /** Points whose stones the last move took. */
  taken?: string[];
}

const letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
/** Units of the drawing from line to line. */
const cell = 20;

let boards = 0;

/** A board; `words` say what it shows, to those who cannot see it. */
export function goban(width: number, height: number, stones: Stones, marks: Marks, words: string): SVGSVGElement {
  const id = `goban-${++boards}`;
  const spot = (name: string): [number, number] => {
    const column = letters.indexOf(name.charAt(0));
    return [cell * (column + 1.5), cell * (height - Number(name.slice(1)) + 1.5)];
  };
  const far = (side: number) => cell * (side + 0.5);
  const near = cell * 1.5;
  const lines = [
    ...range(width).map((column) => `M${cell * (column + 1.5)} ${near}V${far(height)}`),
    ...range(height).map((row) => `M${near} ${cell * (row + 1.5)}H${far(width)}`),
  ].join("");
  const counts = (["Black", "White"] as const).map((player) => `${counted(count(stones, player), "stone")} of ${player}`);
  return svg(
    "svg",
    {
      class: "goban",
      viewBox: `0 0 ${cell * (width + 2)} ${cell * (height + 2)}`,
      role: "img",
      "aria-label": `${words}. Board of ${width} by ${height}: ${counts.join(", ")}.`,
    },
    svg("defs", {}, gradient(`${id}-black`, "#5c5a57", "#0e0d0c"), gradient(`${id}-white`, "#ffffff", "#cfcac0")),
    svg("rect", { class: "goban-wood", width: cell * (width + 2), height: cell * (height + 2), rx: 6 }),
    svg("path", { class: "goban-lines", d: lines }),
    svg("rect", {
      class: "goban-edge",
      x: near,
      y: near,
      width: far(width) - near,
      height: far(height) - near,
    }),
    stars(width, height).map(([column, row]) =>
      svg("circle", { class: "goban-star", cx: cell * (column + 1.5), cy: cell * (row + 1.5), r: 2.4 }),
    ),
    range(width).map((column) => {
      const letter = letters.charAt(column);
      return [13, cell * (height + 2) - 5].map((y) =>
        svg("text", { class: "goban-name", x: cell * (column + 1.5), y }, letter),
      );
    }),
    range(height).map((row) =>
      [9, cell * (width + 2) - 9].map((x) =>
        svg("text", { class: "goban-name", x, y: cell * (row + 1.5) + 3.5 }, String(height - row)),
      ),
    ),
    [...stones].map(([name, player]) => stone(spot(name), player, id)),
    (marks.taken ?? []).filter((name) => !stones.has(name)).map((name) => {
      const [x, y] = spot(name);
      return svg("path", { class: "goban-taken", d: `M${x - 4} ${y - 4}l8 8M${x + 4} ${y - 4}l-8 8` });
    }),
    marks.last && marks.last !== "pass" && lastMove(spot(marks.last), stones.get(marks.last), marks.isFinding ?? false),
  );
}

/** The stones in words, for those who cannot see the board. */
export function stonesInWords(stones: Stones): HTMLElement {
  const of = (player: Player) => [...stones].filter(([, stone]) => stone === player).map(([point]) => point);
  const list = (player: Player) => `${player}: ${of(player).join(" ") || "no stones"}.`;
  return el("p", { class: "only-read" }, `${list("Black")} ${list("White")}`);
}

function stone([x, y]: [number, number], player: Player, id: string): SVGElement[] {
  const name = player.toLowerCase();
  return [
    svg("circle", { class: "goban-shadow", cx: x + 0.8, cy: y + 1.2, r: 9.3 }),
    svg("circle", { class: `stone-${name}`, cx: x, cy: y, r: 9.3, fill: `url(#${id}-${name})` }),
  ];
}

function lastMove([x, y]: [number, number], player: Player | undefined, isFinding: boolean): SVGElement {
  const on = player ? `on-${player.toLowerCase()}` : "on-wood";
  return svg("circle", { class: ["goban-last", on, isFinding && "is-finding"], cx: x, cy: y, r: isFinding ? 5.4 : 4.6 });
}

function gradient(id: string, from: string, to: string): SVGElement {
  return svg(
    "radialGradient",
    { id, cx: "36%", cy: "32%", r: "75%" },
    svg("stop", { offset: "0%", "stop-color": from }),
    svg("stop", { offset: "100%", "stop-color": to }),
  );
}

/** Columns and rows of the star points, from the upper left. */
function stars(width: number, height: number): [number, number][] {
  const along = (side: number): number[] => {
    if (side < 7) return [];
    const edge = side < 13 ? 2 : 3;
    const middle = side % 2 === 1 ? [(side - 1) / 2] : [];
    return [edge, ...middle, side - 1 - edge];
  };
  const [columns, rows] = [along(width), along(height)];
  // Boards of less than 15 lines have five: the sides have none.
  const few = Math.max(width, height) < 15;
  const isMiddle = (value: number, side: number) => value === (side - 1) / 2;
  return columns
    .flatMap((column) => rows.map((row): [number, number] => [column, row]))
    .filter(([column, row]) => !few || isMiddle(column, width) === isMiddle(row, height));
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}
