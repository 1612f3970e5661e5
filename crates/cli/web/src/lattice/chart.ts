// A curve over the steps or the time of a run, drawn as SVG.
import { el, svg } from "../el";
import { valueText } from "./numbers";
import { linear, logarithmic, type Scale, type ScaleKind } from "./scale";
import type { Series } from "./series";

export interface Axis {
  /** The heading of the axis: Step or Time. */
  text: string;
  unit: string | null;
  values: (number | null)[];
  kind: ScaleKind;
  isCount: boolean;
}

const width = 420;
const height = 216;
const top = 10;
const bottom = 40;
const right = 14;
/** Width of a digit of the labels, in units of the drawing. */
const digit = 6.9;

export class Chart {
  readonly element: HTMLElement;
  private readonly reading = el("span", { class: "chart-reading" });
  private readonly rule = svg("line", { class: "chart-rule", y1: top, y2: height - bottom });
  private readonly dot = svg("circle", { class: "chart-dot", r: 4.5 });
  /** Places of the rows; null where there is no value, or none that this scale can show. */
  private readonly places: ([number, number] | null)[];

  constructor(
    private readonly series: Series,
    axis: Axis,
    pick: (row: number | null) => void,
  ) {
    const { y, left, places } = layout(series, axis);
    this.places = places;
    const x = scaleOf(axis);
    const drawing = svg(
      "svg",
      { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": describe(series, axis) },
      y.ticks.map(({ at, label }) => {
        const level = y0 - at * (y0 - top);
        return [
          svg("line", { class: "chart-grid", x1: left, x2: width - right, y1: level, y2: level }),
          svg("text", { class: "chart-label is-y", x: left - 8, y: level + 4 }, label),
        ];
      }),
      x.ticks.map(({ at, label }) => {
        const place = left + at * (width - right - left);
        return [
          svg("line", { class: "chart-tick", x1: place, x2: place, y1: y0, y2: y0 + 4 }),
          svg("text", { class: "chart-label is-x", x: place, y: y0 + 17 }, label),
        ];
      }),
      svg("line", { class: "chart-base", x1: left, x2: width - right, y1: y0, y2: y0 }),
      svg("text", { class: "chart-label is-unit", x: width - right, y: height - 5 }, x.unit ? `${axis.text}, ${x.unit}` : axis.text),
      svg("path", { class: "chart-curve", d: path(places) }),
      places.length < 80 && places.map((at) => at && svg("circle", { class: "chart-point", cx: at[0], cy: at[1], r: 1.9 })),
      this.rule,
      this.dot,
    );
    drawing.addEventListener("pointermove", (event) => pick(this.nearest(event, drawing)));
    drawing.addEventListener("pointerdown", (event) => pick(this.nearest(event, drawing)));
    drawing.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && pick(null));
    this.element = el(
      "figure",
      { class: "card chart-card", "data-series": series.name },
      el(
        "figcaption",
        { class: "chart-head" },
        el("span", { class: "chart-title" }, series.text, series.unit && el("span", { class: "quiet" }, `, ${series.unit}`)),
        this.reading,
      ),
      drawing,
      series.note && el("p", { class: "chart-note" }, series.note),
    );
    this.show(series.values.length - 1);
  }

  /** Shows the value of a row. */
  show(row: number): void {
    const at = this.places[row];
    this.reading.textContent = valueText(this.series.values[row] ?? null, null, this.series.isCount);
    for (const mark of [this.rule, this.dot]) mark.toggleAttribute("hidden", !at);
    this.rule.classList.toggle("is-away", !at);
    this.dot.classList.toggle("is-away", !at);
    if (!at) return;
    this.rule.setAttribute("x1", String(at[0]));
    this.rule.setAttribute("x2", String(at[0]));
    this.dot.setAttribute("cx", String(at[0]));
    this.dot.setAttribute("cy", String(at[1]));
  }

  private nearest(event: PointerEvent, drawing: SVGSVGElement): number {
    const box = drawing.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * width;
    let [best, distance] = [0, Infinity];
    this.places.forEach((at, row) => {
      const away = at ? Math.abs(at[0] - x) : Infinity;
      if (away < distance) [best, distance] = [row, away];
    });
    return best;
  }
}

const y0 = height - bottom;

function layout(series: Series, axis: Axis): { y: Scale; left: number; places: ([number, number] | null)[] } {
  const known = series.values.filter((value): value is number => value !== null);
  let [low, high] = [Math.min(...known), Math.max(...known)];
  // A curve from 0, or close to it, begins there.
  if (low > 0 && low < 0.4 * high) low = 0;
  const y = linear(low, high, 4, null, series.isCount);
  const widest = Math.max(...y.ticks.map(({ label }) => label.length), 2);
  const left = 14 + widest * digit;
  const x = scaleOf(axis);
  const places = series.values.map((value, row): [number, number] | null => {
    const at = axis.values[row];
    if (value === null || at == null || (axis.kind === "log" && at <= 0)) return null;
    return [left + x.place(at) * (width - right - left), y0 - y.place(value) * (y0 - top)];
  });
  return { y, left, places };
}

function scaleOf({ values, kind, unit, isCount }: Axis): Scale {
  const known = values.filter((value): value is number => value !== null && (kind === "linear" || value > 0));
  const [low, high] = known.length > 0 ? [Math.min(...known), Math.max(...known)] : [1, 10];
  return kind === "log" ? logarithmic(low, high, 5, unit) : linear(low, high, 5, unit, isCount);
}

function path(places: ([number, number] | null)[]): string {
  let isDown = false;
  return places
    .map((at) => {
      const text = at ? `${isDown ? "L" : "M"}${at[0].toFixed(1)} ${at[1].toFixed(1)}` : "";
      isDown = at !== null;
      return text;
    })
    .join("");
}

/** The curve in words: where it begins and ends, and its lowest and highest value. */
function describe({ text, unit, values, isCount }: Series, axis: Axis): string {
  const known = values.filter((value): value is number => value !== null);
  const say = (value: number | undefined) => valueText(value ?? null, null, isCount) + (unit ? ` ${unit}` : "");
  const [low, high] = [Math.min(...known), Math.max(...known)];
  return `${text} over the ${axis.text.toLowerCase()}: from ${say(known[0])} to ${say(known.at(-1))}, lowest ${say(low)}, highest ${say(high)}`;
}
