// The anatomy of a hash: what the last move changed, every fact with its key, other schemes, and the twin.
import { ApiError, isAborted } from "../api";
import { el, fill } from "../el";
import { keepFocus } from "../focus";
import { counted } from "../format";
import { positionView } from "../position/position";
import type { Hands, Panel, Shown } from "../position/shown";
import type { Anatomy, Change, Fact } from "./answers";
import { Arithmetic } from "./arithmetic";
import { squaresOf } from "./facts";
import { legend, Loom } from "./loom";
import { type Scene, sceneAfter, sceneOf } from "./scene";
import { schemesCard } from "./schemes";
import type { Side } from "./terms";
import { TwinCard } from "./twin";

export const anatomy = positionView("Anatomy of a hash", (hands) => new AnatomyPanel(hands));

class AnatomyPanel implements Panel {
  private readonly arithmetic: Arithmetic;
  private readonly loom: Loom;
  private readonly twin: TwinCard;
  private readonly loomHead = el("div", { class: "loom-head" });
  private readonly loomFoot = el("div", { class: "loom-foot" });
  private readonly others = el("div", {});
  private readonly failure = el("div", {});
  private readonly cards: HTMLElement;
  private anatomy: Anatomy | null = null;
  private pointed: { fact: Fact; scene: Scene } | null = null;
  /** FEN of the position before the last move. */
  private before = "";
  private taken: Fact[] = [];
  /** Query of the anatomy that is shown. */
  private asked: string | null = null;
  private turn = 0;

  constructor(private readonly hands: Hands) {
    const { page } = hands;
    this.arithmetic = new Arithmetic(hands.head, {
      play: (uci) => hands.play(uci),
      preview: (change) => this.preview(change),
      point: (fact, change, side) => this.point(fact, () => this.sceneOf(change, side)),
    });
    this.loom = new Loom({
      point: (fact) => this.point(fact),
      changed: (out) => {
        this.taken = out;
        this.mark();
      },
      link: () => page.link({ scheme: this.anatomy?.scheme ?? null }),
    });
    this.twin = new TwinCard(page);
    this.cards = el(
      "div",
      { class: "anatomy" },
      el("section", { class: "card loom-card", "aria-label": "Facts and keys" }, this.loomHead, this.loom.element, this.loomFoot),
      this.others,
      this.twin.element,
    );
    hands.body.append(this.failure, this.cards);
  }

  show(shown: Shown): void {
    void this.load(shown);
  }

  hover(square: string | null): void {
    this.loom.highlight(square);
  }

  close(): void {
    this.turn += 1;
    this.twin.close();
    this.hands.page.api.abort("anatomy");
  }

  private async load(shown: Shown): Promise<void> {
    const { address, position } = shown;
    const query = new URLSearchParams(position);
    if (address.scheme) query.set("scheme", address.scheme);
    if (query.toString() === this.asked) return;
    const turn = ++this.turn;
    try {
      const anatomy = await this.hands.page.api.get<Anatomy>("anatomy", "/api/anatomy", query);
      if (turn !== this.turn) return;
      this.asked = query.toString();
      this.redraw(anatomy, shown);
    } catch (error) {
      if (turn === this.turn && !isAborted(error)) this.fail(error);
    }
  }

  /** Draws the cards anew; who has the focus on a control keeps it. */
  private redraw(anatomy: Anatomy, shown: Shown): void {
    keepFocus(this.hands.head, () => keepFocus(this.cards, () => this.draw(anatomy, shown)));
  }

  private draw(anatomy: Anatomy, shown: Shown): void {
    const { page, linkOf } = this.hands;
    const { answer, position, ply } = shown;
    const { scheme } = anatomy;
    this.anatomy = anatomy;
    this.before = answer.line.at(-2)?.fen ?? answer.board.start;
    this.pointed = null;
    this.taken = [];
    fill(this.failure);
    this.hands.head.hidden = this.cards.hidden = false;
    this.arithmetic.show(
      anatomy,
      answer.moves.map(({ uci }) => uci),
      { here: page.link({ scheme }), before: page.link({ scheme, ply: ply - 1 }), after: (uci) => linkOf(shown, uci) },
    );
    this.loom.show(anatomy);
    const combined = anatomy.combine === "xor" ? "XORed" : `added modulo 2^${anatomy.bits}`;
    fill(this.loomHead, el("h2", { class: "card-title" }, `${counted(anatomy.features.length, "fact")}, ${combined}`), this.selector(anatomy));
    fill(this.loomFoot, legend(anatomy.features));
    fill(this.others, schemesCard(anatomy, page));
    this.twin.show(anatomy, position, answer.board.variant);
    this.mark();
    page.title(`${anatomy.hash} by ${anatomy.scheme}`);
  }

  private selector(anatomy: Anatomy): HTMLElement {
    const { page } = this.hands;
    const select = el(
      "select",
      { "aria-label": "Scheme", onchange: () => page.go({ scheme: select.value }) },
      anatomy.schemes
        .filter(({ error }) => error === null)
        .map(({ name }) => el("option", { value: name, selected: name === anatomy.scheme }, name)),
    );
    return select;
  }

  /** Marks the squares of a fact as they are in a scene: usually that of the position which is shown. */
  private point(fact: Fact | null, scene = () => sceneOf(this.anatomy?.fen ?? "")): void {
    this.pointed = fact && { fact, scene: scene() };
    this.mark();
  }

  /** The scene before a move or after it: of the last move, or of one that could be played. */
  private sceneOf(change: Change, side: Side): Scene {
    const { anatomy, before } = this;
    const fen = anatomy?.fen ?? "";
    if (change === anatomy?.last) return sceneOf(side === "out" ? before : fen);
    return side === "out" ? sceneOf(fen) : sceneAfter(fen, change.uci);
  }

  private preview(change: Change | null): void {
    this.hands.board.arrow(change?.uci ?? null);
    // The rows of the move before are gone.
    this.point(null);
  }

  /** Marks squares: of the fact that is pointed at, and of facts that are taken out. */
  private mark(): void {
    const shown = sceneOf(this.anatomy?.fen ?? "");
    const { pointed } = this;
    const marks = new Map<string, string>();
    for (const fact of this.taken) if (fact.kind !== "castling") for (const square of squaresOf(fact, shown)) marks.set(square, "mark-taken");
    if (pointed) for (const square of squaresOf(pointed.fact, pointed.scene)) marks.set(square, `${marks.get(square) ?? ""} mark-pointed`.trim());
    this.hands.board.mark(marks);
  }

  private fail(error: unknown): void {
    const { page, head } = this.hands;
    this.asked = null;
    this.anatomy = null;
    head.hidden = this.cards.hidden = true;
    if (!(error instanceof ApiError)) return page.failed(this.failure, error);
    fill(
      this.failure,
      el(
        "div",
        { class: "card empty", role: "alert" },
        el("h2", { class: "empty-title" }, "There is no anatomy by this scheme"),
        el("p", {}, error.message),
        el("p", {}, el("a", { class: "text-button", href: page.link({ scheme: null }) }, "Take the usual scheme")),
      ),
    );
  }
}
