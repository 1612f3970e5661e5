// The tour: six stops that teach Zobrist hashing with the parts of the anatomy.
import type { Anatomy } from "../anatomy/answers";
import type { Address } from "../address";
import { isAborted } from "../api";
import { el, fill } from "../el";
import type { Page, View } from "../view";
import { collision } from "./stop_collision";
import { facts } from "./stop_facts";
import { move } from "./stop_move";
import { type Exhibit, scheme, type Stop } from "./stop";
import { sum } from "./stop_sum";
import { table } from "./stop_table";
import { transposition } from "./stop_transposition";

const stops: Stop[] = [facts, sum, move, transposition, collision, table];

export const tour = (page: Page): View => new TourView(page);

class TourView implements View {
  private readonly head = el("nav", { class: "tour-head", "aria-label": "Stops of the tour" });
  private readonly body = el("div", { class: "tour-body" });
  private readonly foot = el("nav", { class: "tour-foot", "aria-label": "Previous and next stop" });
  private readonly done = new Set<number>();
  private exhibit: Exhibit | null = null;
  private at = -1;
  /** Grows with every stop and every question: what an old one answers is dropped. */
  private turn = 0;

  constructor(private readonly page: Page) {
    page.main.append(el("div", { class: "tour" }, this.head, this.body, this.foot));
  }

  show(address: Address): void {
    const asked = Number(address.own.stop ?? 1);
    const at = Number.isInteger(asked) && asked >= 1 && asked <= stops.length ? asked - 1 : 0;
    if (at === this.at) return;
    const isFirst = this.at < 0;
    this.at = at;
    this.open();
    if (!isFirst) {
      window.scrollTo(0, 0);
      this.body.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
    }
  }

  close(): void {
    this.turn += 1;
    this.exhibit?.close();
    for (const slot of ["anatomy", "twin"]) this.page.api.abort(slot);
  }

  key(event: KeyboardEvent): boolean {
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1 }[event.key];
    if (to === undefined || stops[to] === undefined) return false;
    this.page.go({ own: { stop: String(to + 1) } });
    return true;
  }

  private open(): void {
    const stop = stops[this.at];
    if (!stop) return;
    this.exhibit?.close();
    this.turn += 1;
    const seen = el("p", { class: "seen", role: "status" });
    const task = el("div", { class: ["task", this.done.has(this.at) && "is-done"] }, el("p", {}, el("b", {}, "Try it. "), stop.task), seen);
    const words = el(
      "div",
      { class: "tour-words" },
      el("p", { class: "quiet stop-number" }, `Stop ${this.at + 1} of ${stops.length}`),
      el("h1", { tabindex: -1 }, stop.title),
      stop.prose.map((part) => (part instanceof Node ? part.cloneNode(true) : part)),
      task,
    );
    const failure = el("div", {});
    const exhibit = stop.make({
      page: this.page,
      ask: (fen, play, then) => void this.ask(fen, play, then, failure),
      done: (text) => {
        this.done.add(this.at);
        task.classList.add("is-done");
        seen.textContent = `✓ ${text}`;
        this.drawHead();
      },
    });
    this.exhibit = exhibit;
    fill(
      this.body,
      words,
      failure,
      exhibit.side
        ? el("div", { class: "tour-layout" }, el("div", { class: "tour-side" }, exhibit.side), exhibit.main)
        : exhibit.main,
    );
    this.drawHead();
    this.drawFoot();
    this.page.title(`${stop.title} · tour`);
  }

  private async ask(fen: string | null, play: string[], then: (anatomy: Anatomy) => void, failure: HTMLElement): Promise<void> {
    const turn = ++this.turn;
    const query = new URLSearchParams({ scheme });
    if (fen) query.set("fen", fen);
    if (play.length > 0) query.set("play", play.join(","));
    try {
      const anatomy = await this.page.api.get<Anatomy>("anatomy", "/api/anatomy", query);
      if (turn === this.turn) then(anatomy);
    } catch (error) {
      if (turn === this.turn && !isAborted(error)) this.page.failed(failure, error);
    }
  }

  private drawHead(): void {
    fill(
      this.head,
      el(
        "ol",
        { class: "stops" },
        stops.map(({ short }, index) => {
          const isDone = this.done.has(index);
          return el(
            "li",
            {},
            el(
              "a",
              {
                href: this.link(index),
                class: ["stop-link", isDone && "is-done"],
                "aria-current": index === this.at ? "step" : null,
              },
              el("span", { class: "stop-dot" }, isDone ? [el("span", { "aria-hidden": "true" }, "✓"), el("span", { class: "only-read" }, "done")] : index + 1),
              el("span", { class: "stop-short" }, short),
            ),
          );
        }),
      ),
    );
  }

  private drawFoot(): void {
    const before = stops[this.at - 1];
    const after = stops[this.at + 1];
    fill(
      this.foot,
      before ? el("a", { class: "button", href: this.link(this.at - 1), title: "Key: left arrow" }, `← ${before.short}`) : el("span", {}),
      after
        ? el("a", { class: "button main", href: this.link(this.at + 1), title: "Key: right arrow" }, `Next: ${after.short} →`)
        : el("a", { class: "button main", href: this.page.link({ view: "anatomy", own: {} }) }, "Any position: the anatomy →"),
    );
  }

  private link(index: number): string {
    return this.page.link({ own: { stop: String(index + 1) } });
  }
}
