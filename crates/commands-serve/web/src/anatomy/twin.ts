// Finds another position with the same hash, and shows the two.
import { ApiError, isAborted } from "../api";
import { el, fill } from "../el";
import type { Page } from "../view";
import type { Anatomy, Twin } from "./answers";
import { anatomyOf } from "./link";
import { Pair } from "./pair";

export class TwinCard {
  readonly element: HTMLElement;
  private readonly body = el("div", { class: "twin-body" });
  private pair: Pair | null = null;
  private seed = 1;
  private turn = 0;
  private anatomy: Anatomy | null = null;
  private position = new URLSearchParams();

  constructor(private readonly page: Page) {
    this.element = el(
      "section",
      { class: "card twin-card", "aria-labelledby": "twin-title" },
      el("h2", { class: "card-title", id: "twin-title" }, "Another position with this hash"),
      this.body,
    );
  }

  /** Offers a twin of a position; the one that was shown goes. */
  show(anatomy: Anatomy, position: URLSearchParams, variant: string): void {
    const same = this.anatomy?.fen === anatomy.fen && this.anatomy.scheme === anatomy.scheme;
    this.anatomy = anatomy;
    this.position = position;
    if (same) return;
    this.forget();
    this.seed = 1;
    if (!["chess", "chess960"].includes(variant)) {
      return fill(this.body, el("p", { class: "quiet" }, "Twins are found for positions of standard chess."));
    }
    const scheme = this.page.source.schemes.find(({ name }) => name === anatomy.scheme);
    if (scheme && !scheme.has_twins) {
      return fill(
        this.body,
        el("p", { class: "quiet" }, "Twins are found by linear algebra: the scheme must combine keys by XOR, in at most 64 bits."),
      );
    }
    fill(
      this.body,
      el(
        "p",
        {},
        "Whoever knows the keys can compute a second position with the same hash. The search takes about a second.",
      ),
      el("button", { type: "button", class: "button", onclick: () => void this.find() }, "Find the twin"),
    );
  }

  close(): void {
    this.forget();
    this.page.api.abort("twin");
  }

  private forget(): void {
    this.turn += 1;
    this.pair?.close();
    this.pair = null;
  }

  private async find(): Promise<void> {
    const { anatomy, page } = this;
    if (!anatomy) return;
    this.forget();
    const { turn } = this;
    const hadFocus = this.body.contains(document.activeElement);
    const query = new URLSearchParams(this.position);
    query.set("scheme", anatomy.scheme);
    query.set("seed", String(this.seed));
    fill(this.body, el("p", { class: "quiet", role: "status" }, "Searching …"));
    try {
      const twin = await page.api.get<Twin>("twin", "/api/twin", query);
      if (turn !== this.turn) return;
      this.pair = new Pair(twin, anatomy, {
        here: page.link({ scheme: anatomy.scheme }),
        twin: anatomyOf(page, twin.twin, [], anatomy.scheme),
      });
      fill(this.body, this.pair.element, this.links(twin));
      if (hadFocus) this.body.querySelector<HTMLElement>(".twin-links button")?.focus({ preventScroll: true });
      page.say("Found another position with the same hash.");
    } catch (error) {
      if (turn !== this.turn || isAborted(error)) return;
      if (error instanceof ApiError) fill(this.body, el("p", { class: "problem", role: "alert" }, error.message));
      else page.failed(this.body, error);
    }
  }

  private links(twin: Twin): HTMLElement {
    return el(
      "p",
      { class: "twin-links" },
      el(
        "button",
        {
          type: "button",
          class: "button",
          onclick: () => {
            this.seed += 1;
            void this.find();
          },
        },
        "Find another twin",
      ),
      el("a", { class: "text-button", href: anatomyOf(this.page, twin.twin, [], twin.scheme) }, "Go to the twin"),
    );
  }
}
