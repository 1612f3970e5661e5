// The controls under the board: steps, the field for a move or a FEN, hash and FEN.
import { copyButton } from "../copy";
import { el, fill } from "../el";
import { keepFocus } from "../focus";
import { counted } from "../format";
import { icon, type IconName } from "../icons";
import type { BoardState } from "../types";
import type { Page } from "../view";
import { visible } from "../visible";
import { type EnteredGame, onOneLine } from "./entered";
import { variants } from "./variants";

export type Step = "first" | "back" | "forward" | "last";

export interface ControlActions {
  step(step: Step): void;
  flip(): void;
  /** Takes a typed move or FEN when the position is there; an answer is the reason why it was not taken. */
  enter(text: string): Promise<string | null>;
  variant(name: string): void;
  /** Steps through the line by itself, or ends that. */
  autoplay(): void;
  /** The line up to the board, as PGN. */
  pgn(): string;
  /** The board as SVG. */
  picture(): string;
  /** Shows a game of those that were pasted; an answer is the reason why it is not shown. */
  take(game: EnteredGame): Promise<string | null>;
}

const labels: Record<Step | "flip", string> = {
  first: "To the start (Home)",
  back: "One move back (left arrow)",
  forward: "One move forward (right arrow)",
  last: "To the end (End)",
  flip: "Turn the board (f)",
};

/** Games of a pasted text that are offered. */
const offered = 20;

export class Controls {
  readonly element: HTMLElement;
  readonly field = el("input", {
    class: "field",
    type: "text",
    placeholder: "Move or FEN…",
    "aria-label": "Move or FEN",
    title: "Key: /",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "aria-describedby": "field-problem",
  });
  private readonly problem = el("p", { class: "problem", id: "field-problem", role: "alert" });
  private readonly offers = el("div", { class: "offers", role: "status" });
  private readonly facts = el("div", { class: "position-facts" });
  private readonly player = el("button", { type: "button", class: "icon-button", onclick: () => this.actions.autoplay() });
  private readonly buttons: Record<Step, HTMLButtonElement>;
  /** Texts that were entered and are not taken yet. */
  private entered: string[] = [];

  constructor(
    private readonly page: Page,
    private readonly actions: ControlActions,
  ) {
    const button = (name: IconName & (Step | "flip"), act: () => void) =>
      el(
        "button",
        { type: "button", class: "icon-button", "aria-label": labels[name], title: labels[name], onclick: act },
        icon(name),
      );
    const step = (name: Step) => button(name, () => actions.step(name));
    this.buttons = { first: step("first"), back: step("back"), forward: step("forward"), last: step("last") };
    const form = el(
      "form",
      {
        class: "field-form",
        onsubmit: (event: SubmitEvent) => {
          event.preventDefault();
          void this.enter();
        },
      },
      this.field,
    );
    this.field.addEventListener("input", () => {
      this.complain(null);
      this.offer([]);
    });
    // A field would join the lines of a game without a space between them.
    const insert = (event: Event, data: DataTransfer | null) => {
      const text = data?.getData("text/plain") ?? "";
      if (!/[\r\n]/.test(text.trim())) return;
      event.preventDefault();
      const { selectionStart, selectionEnd } = this.field;
      this.field.setRangeText(onOneLine(text), selectionStart ?? 0, selectionEnd ?? 0, "end");
      this.complain(null);
      this.offer([]);
    };
    this.field.addEventListener("paste", (event) => insert(event, event.clipboardData));
    this.field.addEventListener("drop", (event) => insert(event, event.dataTransfer));
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.field.blur();
    });
    const { first, back, forward, last } = this.buttons;
    this.element = el(
      "div",
      { class: "controls" },
      el(
        "div",
        { class: "control-row" },
        el("div", { class: "steps", role: "group", "aria-label": "Steps" }, first, back, forward, last, button("flip", actions.flip)),
        form,
      ),
      this.problem,
      this.offers,
      el(
        "div",
        { class: "board-tools", role: "group", "aria-label": "The board" },
        this.player,
        copyButton("Copy the line as PGN", () => actions.pgn(), page.note),
        copyButton("Copy the board as a picture in SVG", () => actions.picture(), page.note, "picture"),
        el("span", { class: "quiet tools-help" }, "Right button or ", el("kbd", {}, "m"), ": arrows and marks"),
      ),
      this.facts,
    );
    this.plays(false);
  }

  /** Shows that the line is stepped through by itself. */
  plays(runs: boolean): void {
    const label = runs ? "Stop (p)" : "Step through the line by itself (p)";
    this.player.replaceChildren(icon(runs ? "pause" : "play"));
    this.player.setAttribute("aria-label", label);
    this.player.title = label;
  }

  /** Puts the beginning of a mark into the field. */
  mark(): void {
    this.field.value = "mark ";
    this.field.focus();
  }

  /** Shows which steps there are. */
  steps(ply: number, length: number): void {
    // Not the property: a button that is disabled by it loses the focus.
    const disable = (name: Step, disabled: boolean) => this.buttons[name].setAttribute("aria-disabled", String(disabled));
    disable("first", ply === 0);
    disable("back", ply === 0);
    disable("forward", ply >= length);
    disable("last", ply >= length);
  }

  show(state: BoardState): void {
    keepFocus(this.facts, () => this.showFacts(state));
  }

  private showFacts(state: BoardState): void {
    const { page } = this;
    const select = el(
      "select",
      { class: "variant", "aria-label": "Rules", onchange: () => this.actions.variant(select.value) },
      variants.map(([name, label]) => el("option", { value: name, selected: name === state.variant }, label)),
    );
    fill(
      this.facts,
      el("span", { class: "fact-name" }, "Hash"),
      el(
        "span",
        { class: "fact" },
        state.hash === null
          ? [
              el("span", { class: "quiet" }, `none: ${state.scheme} has no keys for these rules. `),
              // Without a scheme, the anatomy takes one that has them.
              el("a", { href: page.link({ view: "anatomy", scheme: null }) }, "Anatomy by another scheme"),
            ]
          : [
              // The usual scheme is that of this hash.
              el("a", { class: "hash", href: page.link({ view: "anatomy", scheme: null }), "data-focus": "hash", title: "The anatomy of this hash (a)" }, state.hash),
              el("span", { class: "quiet fact-note" }, state.scheme),
            ],
      ),
      state.hash === null ? el("span") : copyButton("Copy the hash", () => state.hash ?? "", page.note),
      el("p", { class: "fact-help quiet" }, schemeWords(state.scheme), " Its anatomy shows the keys that make the hash."),
      el("span", { class: "fact-name" }, "FEN"),
      el("span", { class: "fact fen", title: state.fen }, state.fen),
      copyButton("Copy the FEN", () => state.fen, page.note),
      el("span", { class: "fact-name" }, "Rules"),
      el("span", { class: "fact" }, select, checks(state)),
    );
  }

  /** Says why a text was not taken, or takes that away. */
  complain(text: string | null): void {
    this.problem.textContent = visible(text ?? "");
    if (text === null) this.field.removeAttribute("aria-invalid");
    else this.field.setAttribute("aria-invalid", "true");
  }

  /** Offers the games that were pasted together, of which the one of the number `shown` is shown. */
  offer(games: EnteredGame[], shown = 0): void {
    const others = games.map((game, index) => ({ game, index })).filter(({ index }) => index !== shown);
    const more = others.length - offered;
    fill(
      this.offers,
      others.length > 0 && [
        el("p", {}, `${counted(games.length, "game")} pasted; shown is `, gameName(games[shown], shown), ". Show instead:"),
        el(
          "ul",
          {},
          others.slice(0, offered).map(({ game, index }) => {
            const take = async () => {
              const problem = await this.actions.take(game);
              this.complain(problem);
              if (problem === null) this.offer(games, index);
            };
            return el("li", {}, el("button", { type: "button", class: "text-button", onclick: () => void take() }, gameName(game, index)));
          }),
        ),
        more > 0 && el("p", { class: "quiet" }, `and ${counted(more, "more game")}: `, el("code", {}, "zobrist serve GAMES.pgn"), " shows all games of a file."),
      ],
    );
  }

  /** Takes what is entered, one text after another: a move may be typed before the one before it is answered. */
  private async enter(): Promise<void> {
    const text = this.field.value.trim();
    if (text === "") return;
    this.field.value = "";
    if (this.entered.push(text) > 1) return;
    for (let next: string | undefined; (next = this.entered[0]) !== undefined; this.entered.shift()) {
      const problem = await this.actions.enter(next);
      this.complain(problem);
      if (problem === null) continue;
      // With what was typed after it, which goes on from a position that there is not.
      this.field.value = [...this.entered, this.field.value].join(" ").trim();
      this.field.select();
      this.entered = [];
    }
  }
}

/** The players of a pasted game, or its number. */
function gameName(game: EnteredGame | undefined, index: number): HTMLElement | string {
  if (!game || (game.white === null && game.black === null)) return `game ${index + 1}`;
  return el("span", {}, el("bdi", {}, game.white ?? "?"), " – ", el("bdi", {}, game.black ?? "?"), game.result && `, ${game.result}`);
}

/** A sentence on when two positions have the same hash. */
function schemeWords(scheme: string): string {
  if (scheme === "fide") return "By the scheme fide, two positions are one if FIDE's Laws of Chess say so: same pieces, player to move, castling rights and captures en passant.";
  return `By the scheme ${scheme}, two positions are one if all its facts about them are the same.`;
}

function checks(state: BoardState): HTMLElement | null {
  const { checks } = state;
  return checks && el("span", { class: "quiet fact-note" }, `checks given: White ${checks.white}, Black ${checks.black}`);
}
