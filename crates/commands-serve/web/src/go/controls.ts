// Under the board: steps, the slider of plies with marks at the findings, and the hash.
import { copyButton } from "../copy";
import { el, fill, svg } from "../el";
import { icon } from "../icons";
import type { Page } from "../view";
import type { GoGame } from "./answers";
import { hashAt } from "./stones";
import { moved, named } from "./words";

export type Step = "first" | "back" | "forward" | "last";

const labels: Record<Step, string> = {
  first: "To the start (Home)",
  back: "One move back (left arrow)",
  forward: "One move forward (right arrow)",
  last: "To the end (End)",
};

export class Controls {
  readonly element: HTMLElement;
  private readonly buttons: Record<Step, HTMLButtonElement>;
  private readonly slider = el("input", { type: "range", class: "ply-slider", min: 0, value: 0, "aria-label": "Move" });
  private readonly marks = svg("svg", { class: "ply-marks", "aria-hidden": "true", focusable: "false" });
  private readonly facts = el("div", { class: "position-facts" });

  constructor(
    private readonly page: Page,
    step: (step: Step) => void,
    go: (ply: number) => void,
  ) {
    const button = (name: Step) =>
      el(
        "button",
        { type: "button", class: "icon-button", "aria-label": labels[name], title: labels[name], onclick: () => step(name) },
        icon(name),
      );
    this.buttons = { first: button("first"), back: button("back"), forward: button("forward"), last: button("last") };
    this.slider.addEventListener("input", () => go(Number(this.slider.value)));
    const { first, back, forward, last } = this.buttons;
    this.element = el(
      "div",
      { class: "controls" },
      el(
        "div",
        { class: "control-row" },
        el("div", { class: "steps", role: "group", "aria-label": "Steps" }, first, back, forward, last),
        el("div", { class: "ply-line" }, this.marks, this.slider),
      ),
      this.facts,
    );
  }

  show(game: GoGame, ply: number): void {
    const length = game.plies.length;
    this.buttons.first.disabled = this.buttons.back.disabled = ply === 0;
    this.buttons.forward.disabled = this.buttons.last.disabled = ply >= length;
    this.slider.max = String(length);
    this.slider.value = String(ply);
    this.slider.disabled = length === 0;
    const at = game.plies[ply - 1];
    this.slider.setAttribute("aria-valuetext", at ? `${named(game, ply)} of ${game.moves}, ${moved(at)}` : "the start");
    const plies = new Set(game.found.filter(({ variation }) => variation === game.variation).map((found) => found.ply));
    fill(
      this.marks,
      [...plies].map((found) => {
        const x = `${(100 * found) / Math.max(length, 1)}%`;
        return svg("line", { x1: x, x2: x, y1: 1, y2: 9, class: found === ply ? "is-now" : null });
      }),
    );
    const hash = hashAt(game, ply);
    fill(
      this.facts,
      el("span", { class: "fact-name" }, "Hash"),
      el(
        "span",
        { class: "fact" },
        el("span", { class: "hash" }, hash),
        el("span", { class: "quiet fact-note" }, "scheme go"),
      ),
      copyButton("Copy the hash", () => hash, this.page.note),
    );
  }
}
