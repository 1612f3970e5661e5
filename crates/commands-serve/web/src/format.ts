// Numbers and words for people.

const whole = new Intl.NumberFormat("en");

export function number(value: number): string {
  return whole.format(value);
}

/** `1 game`, `2 games`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${number(value)} ${value === 1 ? one : many}`;
}

/** A share in whole percent; a share above 0 is never shown as 0. */
export function percent(part: number, all: number): string {
  if (all === 0) return "0%";
  const share = (100 * part) / all;
  return part > 0 && share < 1 ? "<1%" : `${Math.round(share)}%`;
}

/** `2024.05.??` of PGN as `2024-05`; null if not even the year is known. */
export function date(text: string | null): string | null {
  const parts = (text ?? "").split(".");
  const known = parts.findIndex((part) => !/^\d+$/.test(part));
  const kept = known < 0 ? parts : parts.slice(0, known);
  return kept.length ? kept.join("-") : null;
}

/** `12.` or `12…` before the move number `ply` (from 0), counted from the start position. */
export function moveNumber(start: string, ply: number): { text: string; white: boolean } {
  const fields = start.split(" ");
  const black = fields[1] === "b" ? 1 : 0;
  // The last number, since the FEN of three-check has one more field.
  const last = Number(fields.findLast((field) => /^\d+$/.test(field)));
  const first = Number.isInteger(last) && last > 0 ? last : 1;
  const half = ply + black;
  const white = half % 2 === 0;
  return { text: `${first + Math.floor(half / 2)}${white ? "." : "…"}`, white };
}
