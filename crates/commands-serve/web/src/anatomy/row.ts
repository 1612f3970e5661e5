// A row of keys: sign, label, bits and hex digits, in columns that all rows share.
import { el, type Child } from "../el";
import type { Fact } from "./answers";
import { bitRow } from "./bits";
import { factLabel } from "./facts";
import { hashLink } from "./link";
import { hex, parse } from "./word";

/**
 * The columns of a row. `signWord` says the sign in words, `href` is the anatomy of a hash: its label is a link, too,
 * since narrow rows have no digits, and the one that the tab key reaches.
 */
export function cells(sign: string, signWord: string, label: Child, word: bigint, bits: number, href?: string): Child {
  const text = hex(word, bits);
  return [
    el("span", { class: "sign" }, el("span", { "aria-hidden": "true" }, sign), el("span", { class: "only-read" }, signWord)),
    el("span", { class: "row-label" }, href ? hashLink(href, label) : label),
    bitRow(word, bits),
    el("code", { class: "row-hex" }, href ? hashLink(href, text, { tabindex: -1 }) : text),
  ];
}

/** The columns of a fact. */
export function factCells(sign: string, signWord: string, fact: Fact, bits: number): Child {
  return cells(sign, signWord, factLabel(fact), parse(fact.key), bits);
}
