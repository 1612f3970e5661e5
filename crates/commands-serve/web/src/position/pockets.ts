// Pieces in hand of crazyhouse: to drag, or to click and then a square.
import { el, fill } from "../el";
import type { Color } from "../types";
import { pieceIcon, pieceNames } from "./promotion";

export class Pocket {
  readonly element = el("div", { class: "pocket", role: "group" });
  private selected: string | null = null;

  constructor(
    private readonly choose: (piece: string | null) => void,
    private readonly drag: (piece: string, color: Color, event: MouseEvent) => void,
  ) {}

  /** Shows the pocket of a side; `pieces` as in `NPP`, null hides it. */
  show(pieces: string | null, color: Color, mayDrop: (piece: string) => boolean): void {
    this.selected = null;
    this.element.hidden = pieces === null;
    this.element.setAttribute("aria-label", `${color === "white" ? "White" : "Black"}'s pieces in hand`);
    if (pieces === null) return fill(this.element);
    const counts = new Map<string, number>();
    for (const letter of pieces.toLowerCase()) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    const letters = [..."pnbrq"].filter((letter) => counts.has(letter));
    fill(
      this.element,
      letters.length === 0 && el("span", { class: "quiet" }, "nothing in hand"),
      letters.map((letter) => {
        const free = mayDrop(letter);
        return el(
          "button",
          {
            type: "button",
            disabled: !free,
            "aria-pressed": "false",
            "data-piece": letter,
            "aria-label": `Drop a ${pieceNames[letter]}: ${counts.get(letter)} in hand`,
            onclick: () => this.select(this.selected === letter ? null : letter),
            onmousedown: (event: MouseEvent) => free && event.button === 0 && this.drag(letter, color, event),
          },
          pieceIcon(letter, color),
          el("span", { class: "pocket-count" }, counts.get(letter)),
        );
      }),
    );
  }

  select(letter: string | null): void {
    this.selected = letter;
    for (const button of this.element.querySelectorAll<HTMLElement>("button"))
      button.setAttribute("aria-pressed", String(button.dataset.piece === letter));
    this.choose(letter);
  }
}
