// A curve over the steps or the time of a run, drawn as SVG.
import { el, fill, svg } from "../el";
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

const height = 210;
const top = 10;
const bottom = 40;
const right = 30;
/** Level of the horizontal axis. */
const base = height - bottom;
/** Width until the page has laid out the chart. */
const usual = 420;
/** Width of a digit of the labels, in units of the drawing. */
const digit = 6.9;

export class Chart {
  readonly element: HTMLElement;
  private readonly reading = el("span", { class: "chart-reading" });
  private readonly rule = svg("line", { class: "chart-rule", y1: top, y2: base });
  private readonly dot = svg("circle", { class: "chart-dot", r: 4.5 });
  private readonly drawing: SVGSVGElement;
  /** Width of the drawing in pixels, which are its units. */
  private width = 0;
  /** Places of the rows; null where there is no value, or none that this scale can show. */
  private places: (readonly [number, number] | null)[] = [];
  private row: number;

  constructor(
    private readonly series: Series,
    private readonly axis: Axis,
    pick: (row: number | null) => void,
  ) {
    this.row = series.values.length - 1;
    const drawing = svg("svg", { class: "chart", role: "img", "aria-label": describe(series, axis) });
    this.drawing = drawing;
    drawing.addEventListener("pointermove", (event) => pick(this.nearest(event)));
    drawing.addEventListener("pointerdown", (event) => pick(this.nearest(event)));
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
    this.draw(usual);
    new ResizeObserver(() => this.draw(Math.round(drawing.clientWidth) || usual)).observe(drawing);
  }

  private draw(width: number): void {
    if (width === this.width) return;
    this.width = width;
    const { series, axis } = this;
    const y = scaleOfValues(series);
    const x = scaleOf(axis);
    const left = 14 + Math.max(...y.ticks.map(({ label }) => label.length), 2) * digit;
    const across = width - right - left;
    this.places = series.values.map((value, row) => {
      const at = axis.values[row];
      if (value === null || at == null || (axis.kind === "log" && at <= 0)) return null;
      return [left + x.place(at) * across, base - y.place(value) * (base - top)] as const;
    });
    this.drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    fill(
      this.drawing,
      y.ticks.map(({ at, label }) => {
        const level = base - at * (base - top);
        return [
          svg("line", { class: "chart-grid", x1: left, x2: width - right, y1: level, y2: level }),
          svg("text", { class: "chart-label is-y", x: left - 8, y: level + 4 }, label),
        ];
      }),
      x.ticks.map(({ at, label }) => {
        const place = left + at * across;
        return [
          svg("line", { class: "chart-tick", x1: place, x2: place, y1: base, y2: base + (label ? 5 : 3) }),
          label && svg("text", { class: "chart-label is-x", x: place, y: base + 17 }, label),
        ];
      }),
      svg("line", { class: "chart-base", x1: left, x2: width - right, y1: base, y2: base }),
      svg(
        "text",
        { class: "chart-label is-unit", x: width - right, y: height - 5 },
        x.unit ? `${axis.text}, ${x.unit}` : axis.text,
      ),
      svg("path", { class: "chart-curve", d: path(this.places) }),
      this.places.length < 60 &&
        this.places.map((at) => at && svg("circle", { class: "chart-point", cx: at[0], cy: at[1], r: 2 })),
      this.rule,
      this.dot,
    );
    this.show(this.row);
  }

  /** Shows the value of a row. */
  show(row: number): void {
    this.row = row;
    const at = this.places[row];
    const { values, unit, isCount } = this.series;
    this.reading.textContent = valueText(values[row] ?? null, unit, isCount);
    this.rule.classList.toggle("is-away", !at);
    this.dot.classList.toggle("is-away", !at);
    if (!at) return;
    this.rule.setAttribute("x1", String(at[0]));
    this.rule.setAttribute("x2", String(at[0]));
    this.dot.setAttribute("cx", String(at[0]));
    this.dot.setAttribute("cy", String(at[1]));
  }

  private nearest(event: PointerEvent): number {
    const box = this.drawing.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * this.width;
    let [best, distance] = [0, Infinity];
    this.places.forEach((at, row) => {
      const away = at ? Math.abs(at[0] - x) : Infinity;
      if (away < distance) [best, distance] = [row, away];
    });
    return best;
  }
}

/** The vertical scale: it ends with ticks, and a curve from 0, or close to it, begins there. */
function scaleOfValues({ values, isCount }: Series): Scale {
  const known = values.filter((value): value is number => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  return linear(low > 0 && low < 0.4 * high ? 0 : low, high, 4, null, isCount, true);
}

function scaleOf({ values, kind, unit, isCount }: Axis): Scale {
  const known = values.filter((value): value is number => value !== null && (kind === "linear" || value > 0));
  const [low, high] = known.length > 0 ? [Math.min(...known), Math.max(...known)] : [1, 10];
  return kind === "log" ? logarithmic(low, high, 5, unit) : linear(low, high, 5, unit, isCount);
}

function path(places: (readonly [number, number] | null)[]): string {
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
  const say = (value: number | undefined) => valueText(value ?? null, unit, isCount) + (unit ? ` ${unit}` : "");
  const [low, high] = [Math.min(...known), Math.max(...known)];
  return `${text} over the ${axis.text.toLowerCase()}: from ${say(known[0])} to ${say(known.at(-1))}, lowest ${say(low)}, highest ${say(high)}`;
}
