// The arithmetic of a change: a hash, the keys that go out and come in, and the sum.
import { el } from "../el";
import type { Fact } from "./answers";
import { digitRow } from "./bits";
import { cells, factCells } from "./row";
import { minus, parse, plus, type Sums } from "./word";

/** Facts that go out hold before a change, those that come in after it. */
export type Side = "out" | "in";

export interface Terms {
  /** Hash before; null for a sum of the keys alone. */
  before: { label: string; hash: string; href: string } | null;
  out: Fact[];
  in: Fact[];
  /** Name of the sum; `href` is its anatomy. */
  after: { label: string; href?: string };
}

/** Sum of the terms, computed here from the keys. */
export function sumOf(terms: Terms, sums: Sums): bigint {
  let sum = terms.before ? parse(terms.before.hash) : 0n;
  for (const { key } of terms.out) sum = minus(sum, parse(key), sums);
  for (const { key } of terms.in) sum = plus(sum, parse(key), sums);
  return sum;
}

/** The terms as rows. `point` is called with the fact under the pointer and its side, or null. */
export function termRows(terms: Terms, sums: Sums, point: (fact: Fact | null, side: Side) => void = () => {}): HTMLElement {
  const sum = sumOf(terms, sums);
  const { bits } = sums;
  const term = (fact: Fact, side: Side) =>
    el(
      "li",
      { class: `key-row term-${side}`, onmouseenter: () => point(fact, side), onmouseleave: () => point(null, side) },
      factCells(side === "out" ? "−" : "+", side === "out" ? "out:" : "in:", fact, bits),
    );
  return el(
    "ul",
    { class: ["key-rows terms", bits > 64 && "wide"] },
    terms.before && el("li", { class: "key-row term-before" }, cells("", "", terms.before.label, parse(terms.before.hash), bits, terms.before.href)),
    terms.out.map((fact) => term(fact, "out")),
    terms.in.map((fact) => term(fact, "in")),
    el("li", { class: "key-row sum-row" }, cells("=", "makes", terms.after.label, sum, bits, terms.after.href), digitRow(sum, bits)),
  );
}
