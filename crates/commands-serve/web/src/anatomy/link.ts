// Hashes as links to their anatomy.
import { type Attributes, type Child, el } from "../el";
import type { Page } from "../view";

/** Address of the anatomy of a position of chess by a scheme. */
export function anatomyOf(page: Page, fen: string | null, play: string[], scheme: string): string {
  return page.link({ view: "anatomy", fen, play, ply: null, game: null, variant: null, scheme });
}

/** A hash that leads to its anatomy. */
export function hashLink(href: string, hash: Child, attributes: Attributes = {}): HTMLElement {
  return el("a", { class: "hash-link", href, title: "The anatomy of this hash", ...attributes }, hash);
}
