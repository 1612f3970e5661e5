// Moves that nobody played here, but that lead to positions which games reached by other orders.
import { el, fill } from "../el";
import { counted } from "../format";
import type { Hands, Shown } from "../position/shown";
import type { MoveCounts } from "../types";

export class Unplayed {
  readonly element = el("section", { class: "card unplayed", "aria-labelledby": "unplayed-title" });

  constructor(private readonly hands: Hands) {
    this.element.hidden = true;
  }

  show(moves: MoveCounts[] | null, shown: Shown): void {
    this.element.hidden = !moves?.length;
    if (!moves?.length) return fill(this.element);
    const { board, linkOf } = this.hands;
    fill(
      this.element,
      el("h2", { class: "card-title", id: "unplayed-title" }, "Not played here, but reached by other move orders"),
      el(
        "ul",
        { class: "unplayed-list" },
        moves.map((move) =>
          el(
            "li",
            {},
            el(
              "a",
              {
                href: linkOf(shown, move.uci),
                onmouseenter: () => board.arrow(move.uci),
                onmouseleave: () => board.arrow(null),
                onfocus: () => board.arrow(move.uci),
                onblur: () => board.arrow(null),
              },
              el("b", {}, move.san),
              el("span", { class: "unplayed-name" }, move.opening ? `${move.opening.eco} ${move.opening.name}` : null),
              el("span", { class: "other-orders" }, counted(move.other_orders ?? 0, "game")),
            ),
          ),
        ),
      ),
    );
  }
}
