// The arithmetic of the last move, or of the one that the pointer or the focus is on.
import { el, fill } from "../el";
import { counted } from "../format";
import type { Anatomy, Change, Fact } from "./answers";
import { type Side, termRows } from "./terms";

export interface ArithmeticActions {
  play(uci: string): void;
  /** A move is shown before it is played; null: no longer. */
  preview(change: Change | null): void;
  /** The pointer is on a fact of a move, or on none. */
  point(fact: Fact | null, change: Change, side: Side): void;
}

/** Addresses of anatomies: of the position that is shown, of the one before its last move, and after a next move. */
export interface ChangeLinks {
  here: string;
  before: string;
  after(uci: string): string;
}

/** Number of moves that are offered at first. */
const few = 12;

export class Arithmetic {
  private readonly change = el("div", { class: "change" });
  private readonly next = el("div", { class: "next-moves", role: "group", "aria-label": "Next moves", tabindex: -1 });
  private previewed: Change | null = null;
  /** Where the pointer was when a move was played: while it rests there, the button under it previews nothing. */
  private rest: [number, number] | null = null;
  private anatomy: Anatomy | null = null;
  private played: string[] = [];
  private links: ChangeLinks | null = null;

  constructor(
    host: HTMLElement,
    private readonly actions: ArithmeticActions,
  ) {
    fill(host, this.change, this.next);
  }

  /** Shows a hash; `played` are the UCIs of the moves that games played, the most frequent first. */
  show(anatomy: Anatomy, played: string[], links: ChangeLinks): void {
    this.anatomy = anatomy;
    this.links = links;
    this.played = played;
    this.previewed = null;
    this.showChange(null);
    const hadFocus = this.next.contains(document.activeElement);
    this.offer(false);
    if (hadFocus) this.next.focus({ preventScroll: true });
  }

  private preview(change: Change | null): void {
    if (change === this.previewed) return;
    this.previewed = change;
    this.showChange(change);
    this.actions.preview(change);
  }

  /** Shows what a move would change, or the last move again. */
  private showChange(preview: Change | null): void {
    const { anatomy, links } = this;
    if (!anatomy || !links) return;
    const change = preview ?? anatomy.last;
    if (!change) {
      return fill(
        this.change,
        el("h2", { class: "change-title" }, counted(anatomy.features.length, "fact"), " make this hash"),
        el("p", { class: "quiet" }, "Play a move, or point at one below, to see which keys it takes out and brings in."),
      );
    }
    fill(
      this.change,
      headline(change, anatomy, preview !== null),
      termRows(
        {
          before: { label: "before", hash: change.before, href: preview ? links.here : links.before },
          out: change.out,
          in: change.in,
          after: { label: "after", href: preview ? links.after(preview.uci) : links.here },
        },
        anatomy,
        (fact, side) => this.actions.point(fact, change, side),
      ),
      el(
        "p",
        { class: "quiet" },
        anatomy.combine === "xor"
          ? "The same keys, XORed once more, take the move back."
          : "The same keys with the other sign take the move back.",
      ),
    );
  }

  private offer(all: boolean): void {
    const moves = byInterest(this.anatomy?.moves ?? [], this.played);
    const offered = all ? moves : moves.slice(0, few);
    const rest = moves.length - offered.length;
    const leave = () => this.preview(null);
    fill(
      this.next,
      moves.length > 0 && el("span", { class: "quiet next-label" }, "Next:"),
      offered.map((change) =>
        el(
          "button",
          {
            type: "button",
            class: "chip-button",
            onmousemove: ({ clientX, clientY }: MouseEvent) => {
              if (this.rest?.[0] !== clientX || this.rest[1] !== clientY) this.preview(change);
            },
            onfocus: () => this.preview(change),
            onmouseleave: leave,
            onblur: leave,
            onclick: ({ clientX, clientY }: MouseEvent) => {
              this.rest = [clientX, clientY];
              this.actions.play(change.uci);
            },
          },
          change.san,
        ),
      ),
      rest > 0 &&
        el(
          "button",
          {
            type: "button",
            class: "text-button",
            onclick: () => {
              this.offer(true);
              this.next.querySelectorAll<HTMLElement>(".chip-button")[few]?.focus();
            },
          },
          `${rest} more`,
        ),
    );
  }
}

/** `O-O changes 7 of 37 facts: 5 out, 2 in`. */
export function headline(change: Change, anatomy: Anatomy, isPreview: boolean): HTMLElement {
  const { length } = anatomy.features;
  const before = isPreview ? length : length + change.out.length - change.in.length;
  const changed = change.out.length + change.in.length;
  return el(
    "h2",
    { class: "change-title" },
    el("b", {}, change.san),
    ` ${isPreview ? "would change" : "changes"} ${changed} of ${counted(before, "fact")}: `,
    el("span", { class: "is-out" }, `${change.out.length} out`),
    ", ",
    el("span", { class: "is-in" }, `${change.in.length} in`),
  );
}

/** Castling, promotions and captures en passant first, then the moves of games, then those that change most. */
function byInterest(moves: Change[], played: string[]): Change[] {
  const rank = (change: Change): number => {
    if (isSpecial(change)) return -1;
    const at = played.indexOf(change.uci);
    return at < 0 ? played.length : at;
  };
  const size = (change: Change) => change.out.length + change.in.length;
  return [...moves].sort((a, b) => rank(a) - rank(b) || size(b) - size(a));
}

function isSpecial({ san, uci, out }: Change): boolean {
  if (san.startsWith("O-O") || san.includes("=")) return true;
  // A pawn takes on a square from which no piece goes.
  const to = uci.slice(2, 4);
  return /^[a-h]x/.test(san) && !out.some(({ square, kind }) => square === to && kind !== "en passant");
}
