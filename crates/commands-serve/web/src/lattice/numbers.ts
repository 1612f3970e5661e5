// Values with their units, for people.
import { prefixOf } from "./scale";

const whole = new Intl.NumberFormat("en");
const fine = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });
const energy = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A value with as many digits as people need. */
export function valueText(value: number | null, unit: string | null, isCount: boolean): string {
  if (value === null) return "–";
  if (unit === "s") return timeText(value);
  if (isCount) return whole.format(value);
  if (unit === "eV") return energy.format(value);
  if (value !== 0 && Math.abs(value) < 1e-3) return value.toExponential(2);
  return Math.abs(value) >= 1000 ? whole.format(Math.round(value)) : fine.format(value);
}

/** `51.3 µs`. */
export function timeText(seconds: number): string {
  const [factor, prefix] = prefixOf(seconds);
  return `${fine.format(seconds / factor)} ${prefix}s`;
}
