// The loom: a row for every fact, whose keys make the hash. A row can be taken out and put back.
import { el, fill } from "../el";
import { counted } from "../format";
import type { Anatomy, Fact } from "./answers";
import { digitRow } from "./bits";
import { byKind, kindClass, squaresOf } from "./facts";
import { cells, factCells } from "./row";
import { sceneOf } from "./scene";
import { hex, total } from "./word";

export interface LoomActions {
  /** The pointer or the focus is on a fact, or on none. */
  point(fact: Fact | null): void;
  /** Facts were taken out or put back. */
  changed?(out: Fact[]): void;
  /** A row was clicked. With this a row is chosen, not taken out, and there is no sum. */
  choose?(fact: Fact): void;
  /** Address of the anatomy of the hash that is shown. */
  link?(): string;
}

export class Loom {
  readonly element = el("div", { class: "loom" });
  private readonly sumPlace = el("div", { class: "loom-sum" });
  private anatomy: Anatomy | null = null;
  private facts: Fact[] = [];
  private rows: HTMLButtonElement[] = [];
  private readonly out = new Set<Fact>();

  constructor(private readonly actions: LoomActions) {}

  /** Shows a hash with all its facts. */
  show(anatomy: Anatomy): void {
    const focused = this.rows.indexOf(document.activeElement as HTMLButtonElement);
    this.anatomy = anatomy;
    this.out.clear();
    const groups = byKind(anatomy.features);
    this.facts = groups.flatMap((group) => group.facts);
    this.rows = this.facts.map((fact, index) => this.row(fact, index));
    let first = 0;
    fill(
      this.element,
      groups.map(({ kind, name, facts }) => {
        const rows = this.rows.slice(first, (first += facts.length));
        return el(
          "ul",
          { class: ["key-rows", anatomy.bits > 64 && "wide"], "data-kind": kind, "aria-label": name },
          rows.map((row) => el("li", {}, row)),
        );
      }),
      this.sumPlace,
    );
    this.rove(Math.max(0, focused));
    if (focused >= 0) this.rows[Math.min(focused, this.rows.length - 1)]?.focus();
    this.drawSum();
  }

  /** Marks the rows of a square, or none. */
  highlight(square: string | null): void {
    const scene = sceneOf(this.anatomy?.fen ?? "");
    this.rows.forEach((row, index) => {
      const fact = this.facts[index];
      row.classList.toggle("pointed", square !== null && fact !== undefined && squaresOf(fact, scene).includes(square));
    });
  }

  /** Takes the facts of a square out, or puts them back. */
  toggleSquare(square: string): void {
    const scene = sceneOf(this.anatomy?.fen ?? "");
    const fact = this.facts.find((other) => other.square === square && squaresOf(other, scene).includes(square));
    if (fact) this.toggle(fact);
  }

  /** Marks the row of a fact as the chosen one. */
  choose(fact: Fact): void {
    this.rows.forEach((row, index) => {
      const isChosen = this.facts[index] === fact;
      row.setAttribute("aria-pressed", String(isChosen));
      row.classList.toggle("is-chosen", isChosen);
    });
  }

  /** Puts all facts back. */
  restore(): void {
    this.out.clear();
    this.rows.forEach((row) => this.press(row, false));
    this.drawSum();
    this.actions.changed?.([]);
  }

  private row(fact: Fact, index: number): HTMLButtonElement {
    const bits = this.anatomy?.bits ?? 64;
    return el(
      "button",
      {
        type: "button",
        class: ["key-row", kindClass(fact)],
        "aria-pressed": String(!this.actions.choose),
        tabindex: -1,
        onclick: () => (this.actions.choose ? this.actions.choose(fact) : this.toggle(fact)),
        onmouseenter: () => this.actions.point(fact),
        onmouseleave: () => this.actions.point(null),
        onfocus: () => {
          this.rove(index);
          this.actions.point(fact);
        },
        onblur: () => this.actions.point(null),
        onkeydown: (event: KeyboardEvent) => this.key(event, index),
      },
      factCells("", "", fact, bits),
    );
  }

  private toggle(fact: Fact): void {
    const isOut = !this.out.has(fact);
    if (isOut) this.out.add(fact);
    else this.out.delete(fact);
    const row = this.rows[this.facts.indexOf(fact)];
    if (row) this.press(row, isOut);
    this.drawSum();
    this.actions.changed?.([...this.out]);
  }

  private press(row: HTMLButtonElement, isOut: boolean): void {
    row.setAttribute("aria-pressed", String(!isOut));
    row.classList.toggle("is-taken", isOut);
    const sign = row.querySelector(".sign > span");
    if (sign) sign.textContent = isOut ? "−" : "";
  }

  private drawSum(): void {
    const { anatomy, out } = this;
    if (!anatomy || this.actions.choose) return;
    const sum = total(
      this.facts.filter((fact) => !out.has(fact)),
      anatomy,
    );
    const isHash = out.size === 0;
    const href = isHash ? this.actions.link?.() : undefined;
    fill(
      this.sumPlace,
      el(
        "div",
        { class: ["key-rows", anatomy.bits > 64 && "wide"] },
        el("div", { class: "key-row sum-row" }, cells("=", "makes", isHash ? "hash" : "sum", sum, anatomy.bits, href), digitRow(sum, anatomy.bits)),
      ),
      out.size > 0 &&
        el(
          "p",
          { class: "taken-note", role: "status" },
          `${counted(out.size, "fact")} taken out: the sum is ${hex(sum, anatomy.bits)}. `,
          el("button", { type: "button", class: "text-button", onclick: () => this.restoreAndFocus() }, "Put all back"),
        ),
    );
  }

  private restoreAndFocus(): void {
    this.restore();
    this.rows.find((row) => row.tabIndex === 0)?.focus();
  }

  /** Leaves one row that the tab key reaches. */
  private rove(index: number): void {
    this.rows.forEach((row, other) => {
      row.tabIndex = other === Math.min(index, this.rows.length - 1) ? 0 : -1;
    });
  }

  private key(event: KeyboardEvent, index: number): void {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: this.rows.length - 1 }[event.key];
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.rows[Math.max(0, Math.min(to, this.rows.length - 1))]?.focus();
  }
}

/** The kinds of facts with their colors and numbers. */
export function legend(facts: Fact[]): HTMLElement {
  return el(
    "ul",
    { class: "legend", "aria-label": "Facts by kind" },
    byKind(facts).map(({ kind, name, facts: same }) =>
      el(
        "li",
        { class: `kind-${kind.replace(/ /g, "-")}` },
        el("span", { class: "swatch", "aria-hidden": "true" }),
        `${name} ${same.length}`,
      ),
    ),
  );
}
