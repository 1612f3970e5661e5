// Asks for the piece that a pawn becomes.
import { el } from "../el";
import type { Color, Legal } from "../types";
import { readUci, type Square } from "./legal";

export const pieceNames: Record<string, string> = {
  p: "pawn",
  n: "knight",
  b: "bishop",
  r: "rook",
  q: "queen",
  k: "king",
};

/** Picture of a piece, in the style of the board. */
export function pieceIcon(letter: string, color: Color): HTMLElement {
  const name = pieceNames[letter.toLowerCase()] ?? "pawn";
  const piece = document.createElement("piece");
  piece.className = `${name} ${color}`;
  return el("span", { class: "cg-wrap piece-icon", "aria-hidden": "true" }, piece);
}

/** Shows the choice over `to` in `host`; calls `done` with the move, or with null if there was no choice. */
export function askPromotion(
  host: HTMLElement,
  moves: Legal[],
  to: Square,
  color: Color,
  flipped: boolean,
  done: (move: Legal | null) => void,
): () => void {
  const order = ["q", "n", "r", "b", "k"];
  const choices = moves
    .map((move) => ({ move, piece: readUci(move.uci).piece ?? "" }))
    .sort((a, b) => order.indexOf(a.piece) - order.indexOf(b.piece));
  let open = true;
  const remove = () => {
    if (!open) return false;
    open = false;
    layer.close();
    layer.remove();
    return true;
  };
  const close = (move: Legal | null) => {
    if (remove()) done(move);
  };
  const column = el(
    "div",
    { class: "promotion-choices" },
    choices.map(({ move, piece }) =>
      el(
        "button",
        { type: "button", "aria-label": pieceNames[piece] ?? move.san, title: move.san, onclick: () => close(move) },
        pieceIcon(piece, color),
      ),
    ),
  );
  const layer = el(
    "dialog",
    {
      class: "promotion",
      "aria-label": "Promote to",
      // A press keeps the focus in the dialog, so that a focus that leaves it means that it is left.
      onmousedown: (event: MouseEvent) => event.preventDefault(),
      onfocusout: (event: FocusEvent) => {
        if (document.hasFocus() && !layer.contains(event.relatedTarget as Node | null)) close(null);
      },
      onclick: (event: MouseEvent) => event.target === layer && close(null),
      onkeydown: (event: KeyboardEvent) => {
        const buttons = [...column.querySelectorAll("button")];
        const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
        if (event.key === "Escape") close(null);
        else if (event.key === "ArrowDown") buttons[(at + 1) % buttons.length]?.focus();
        else if (event.key === "ArrowUp") buttons[(at - 1 + buttons.length) % buttons.length]?.focus();
        else return;
        event.preventDefault();
        event.stopPropagation();
      },
    },
    column,
  );
  const file = to.charCodeAt(0) - 97;
  column.style.left = `${(flipped ? 7 - file : file) * 12.5}%`;
  const top = (to[1] === "8") !== flipped;
  column.classList.add(top ? "from-top" : "from-bottom");
  host.append(layer);
  layer.show();
  column.querySelector("button")?.focus();
  return remove;
}
