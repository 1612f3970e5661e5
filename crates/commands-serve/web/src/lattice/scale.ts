// Scales of axes, and their ticks.

export type ScaleKind = "linear" | "log";

export interface Tick {
  at: number;
  /** Empty for a tick between two others. */
  label: string;
}

/** Maps values to places from 0 to 1. */
export interface Scale {
  place(value: number): number;
  ticks: Tick[];
  /** The unit of the labels, with its prefix. */
  unit: string | null;
}

const prefixes: [number, string][] = [
  [1, ""],
  [1e-3, "m"],
  [1e-6, "µ"],
  [1e-9, "n"],
  [1e-12, "p"],
  [1e-15, "f"],
];

/** The prefix of seconds in which a value is at least 1. */
export function prefixOf(value: number): [number, string] {
  return prefixes.find(([factor]) => Math.abs(value) >= factor) ?? [1, ""];
}

/** A scale from `low` to `high` with some `count` ticks; `rounded`, it begins and ends with one. */
export function linear(
  low: number,
  high: number,
  count: number,
  unit: string | null,
  isCount: boolean,
  rounded = false,
): Scale {
  const [factor, prefix] = unit === "s" ? prefixOf(Math.max(Math.abs(low), Math.abs(high))) : [1, ""];
  let [from, to] = [low / factor, high / factor];
  if (from === to) {
    const room = isCount ? 1 : Math.abs(from) * 0.05 || 1;
    [from, to] = [from - room, to + room];
  }
  const step = niceStep((to - from) / count, isCount);
  if (rounded) [from, to] = [Math.floor(from / step + 1e-9) * step, Math.ceil(to / step - 1e-9) * step];
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const format = new Intl.NumberFormat("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  const ticks: Tick[] = [];
  for (let index = first; index <= last; index += 1) {
    const value = index * step;
    ticks.push({ at: (value - from) / (to - from), label: format.format(value === 0 ? 0 : value) });
  }
  return {
    place: (value) => (value / factor - from) / (to - from),
    ticks,
    unit: unit && prefix + unit,
  };
}

/** A logarithmic scale of positive values. Powers of ten have labels, or every second, third, … of them. */
export function logarithmic(low: number, high: number, count: number, unit: string | null): Scale {
  let [from, to] = [Math.log10(low), Math.log10(high)];
  if (from === to) [from, to] = [from - 0.5, to + 0.5];
  const every = Math.max(1, Math.ceil((to - from) / count));
  const ticks: Tick[] = [];
  for (let power = Math.floor(from); power <= to + 1e-9; power += 1) {
    for (const factor of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
      const place = power + Math.log10(factor);
      if (place < from - 1e-9 || place > to + 1e-9) continue;
      const isNamed = factor === 1 && power % every === 0;
      const label = isNamed ? (unit === "s" ? secondsOf(power) : powerOfTen(power)) : "";
      if (isNamed || every === 1) ticks.push({ at: (place - from) / (to - from), label });
    }
  }
  // Seconds have their unit in each label.
  return { place: (value) => (Math.log10(value) - from) / (to - from), ticks, unit: unit === "s" ? null : unit };
}

/** `10 µs`. */
function secondsOf(power: number): string {
  const [factor, prefix] = prefixOf(10 ** power * (1 + 1e-9));
  const value = Number((10 ** power / factor).toPrecision(3));
  return value < 1 ? `${powerOfTen(power)} s` : `${new Intl.NumberFormat("en").format(value)} ${prefix}s`;
}

/** `1`, `10`, `100`, `1,000`, then `10⁴`. */
function powerOfTen(power: number): string {
  if (power >= 0 && power <= 3) return new Intl.NumberFormat("en").format(10 ** power);
  const raised = [...String(power)].map((sign) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹".charAt("-0123456789".indexOf(sign)));
  return `10${raised.join("")}`;
}

function niceStep(step: number, isCount: boolean): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const nice = [1, 2, 5, 10].find((factor) => factor * power >= step * 0.999) ?? 10;
  return isCount ? Math.max(1, nice * power) : nice * power;
}
