// Draws a board of Go with its stones, letters and numbers.
import { el, svg } from "../el";
import { counted } from "../format";
import type { Player } from "./answers";
import { count, type Stones } from "./stones";

export interface Marks {
  /** True for a small picture of a board, whose letters and numbers are larger in comparison. */
  isSmall?: boolean;
  /** The last move. */
  last?: string | null;
  /** True if the last move is marked as a finding. */
  isFinding?: boolean;
  /** Points whose stones the last move took. */
  taken?: string[];
  /** Moves that came next in games. */
  next?: NextMark[];
}

/** A move that came next, with the number of its games. */
export interface NextMark {
  point: string;
  player: Player;
  games: number;
}

const letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
/** Units of the drawing from line to line. */
const cell = 20;

let boards = 0;

/** A board; `words` say what it shows, to those who cannot see it. */
export function goban(width: number, height: number, stones: Stones, marks: Marks, words: string): SVGSVGElement {
  const id = `goban-${++boards}`;
  // Letters, numbers and lines have the same size on every board.
  const scale = (Math.max(width, height) + 1) / 20;
  const text = 9.5 * scale * (marks.isSmall ? 1.5 : 1);
  const margin = cell / 2 + 2 * text;
  const [across, down] = [2 * margin + cell * (width - 1), 2 * margin + cell * (height - 1)];
  const x = (column: number) => margin + cell * column;
  const y = (row: number) => margin + cell * row;
  const spot = (name: string): [number, number] => [
    x(letters.indexOf(name.charAt(0))),
    y(height - Number(name.slice(1))),
  ];
  const lines = [
    ...range(width).map((column) => `M${x(column)} ${y(0)}V${y(height - 1)}`),
    ...range(height).map((row) => `M${x(0)} ${y(row)}H${x(width - 1)}`),
  ].join("");
  const name = (at: [number, number], label: string) =>
    svg("text", { class: "goban-name", x: at[0], y: at[1] + 0.36 * text, "font-size": text }, label);
  const edge = 1.05 * text;
  const counts = (["Black", "White"] as const).map((player) => `${counted(count(stones, player), "stone")} of ${player}`);
  return svg(
    "svg",
    {
      class: "goban",
      viewBox: `0 0 ${across} ${down}`,
      role: "img",
      "aria-label": `${words}. Board of ${width} by ${height}: ${counts.join(", ")}.`,
    },
    svg("defs", {}, gradient(`${id}-black`, "#5c5a57", "#0e0d0c"), gradient(`${id}-white`, "#ffffff", "#cfcac0")),
    svg("rect", { class: "goban-wood", width: across, height: down }),
    svg("path", { class: "goban-lines", d: lines, "stroke-width": 0.75 * scale }),
    svg("rect", {
      class: "goban-lines",
      x: x(0),
      y: y(0),
      width: cell * (width - 1),
      height: cell * (height - 1),
      "stroke-width": 1.5 * scale,
    }),
    stars(width, height).map(([column, row]) =>
      svg("circle", { class: "goban-star", cx: x(column), cy: y(row), r: 1.2 + 1.2 * scale }),
    ),
    range(width).map((column) => [edge, down - edge].map((at) => name([x(column), at], letters.charAt(column)))),
    range(height).map((row) => [edge, across - edge].map((at) => name([at, y(row)], String(height - row)))),
    [...stones].map(([at, player]) => stone(spot(at), player, id)),
    (marks.taken ?? []).filter((at) => !stones.has(at)).map((at) => {
      const [left, upper] = spot(at).map((middle) => middle - 3.5) as [number, number];
      return svg("path", { class: "goban-taken", d: `M${left} ${upper}l7 7m0 -7l-7 7` });
    }),
    (marks.next ?? []).filter(({ point }) => !stones.has(point)).map((next) => nextMove(spot(next.point), next)),
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

function nextMove([x, y]: [number, number], { player, games }: NextMark): SVGElement {
  const count = games > 999 ? `${Math.round(games / 1000)}k` : String(games);
  return svg(
    "g",
    { class: `goban-next by-${player.toLowerCase()}` },
    svg("circle", { cx: x, cy: y, r: 8.4 }),
    svg("text", { x, y: y + 3, "font-size": count.length > 2 ? 7 : 9 }, count),
  );
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
