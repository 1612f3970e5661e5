// The user's engine: evaluation and best lines of the position, off until it is switched on.
import { isAborted, Stopped } from "../api";
import { el, fill } from "../el";
import { moveNumber } from "../format";
import type { Hands, Shown } from "../position/shown";
import { evaluationText } from "../position/evaluation";
import { tokenOf } from "../sources/upload";
import type { EngineAnswer, EngineLine } from "../types";

/** Milliseconds of one search after the other: a first answer soon, and then better ones. */
const times = [300, 1000, 3000, 10_000];

/** Stays when another view is shown. */
let isOn = false;

export class Engine {
  readonly element = el("section", { class: "card engine", "aria-labelledby": "engine-title" });
  private readonly switch = el("button", { type: "button", class: "button engine-switch", "aria-pressed": "false", onclick: () => this.toggle() });
  private readonly result = el("div", { class: "engine-result" });
  private shown: Shown | null = null;
  /** The position that is searched, or was. */
  private asked: string | null = null;

  constructor(private readonly hands: Hands) {
    const engine = hands.page.source.engine;
    this.element.hidden = engine === null;
    this.element.append(
      el("div", { class: "card-title" }, el("h2", { id: "engine-title" }, "Engine ", el("bdi", { class: "engine-name" }, engine?.name ?? "")), this.switch),
      this.result,
    );
    this.draw();
  }

  show(shown: Shown): void {
    this.shown = shown;
    if (isOn) void this.search(shown);
  }

  close(): void {
    this.hands.page.api.abort("engine");
    this.shown = null;
  }

  private toggle(): void {
    isOn = !isOn;
    this.asked = null;
    this.draw();
    if (isOn && this.shown) void this.search(this.shown);
    else this.hands.page.api.abort("engine");
  }

  private draw(): void {
    this.switch.textContent = isOn ? "Switch off" : "Switch on";
    this.switch.setAttribute("aria-pressed", String(isOn));
    if (!isOn) fill(this.result);
  }

  private async search(shown: Shown): Promise<void> {
    const { page } = this.hands;
    const engine = page.source.engine;
    const asked = shown.position.toString();
    if (engine === null || asked === this.asked) return;
    this.asked = asked;
    if (shown.answer.legal.length === 0) {
      page.api.abort("engine");
      return fill(this.result, el("p", { class: "card-text quiet" }, "The game is over."));
    }
    if (!this.result.hasChildNodes()) fill(this.result, el("p", { class: "card-text quiet" }, "Searching…"));
    try {
      const headers = { "x-zobrist-token": await tokenOf(page.api) };
      for (const time of times.filter((time, at) => at === 0 || time <= engine.time)) {
        const query = new URLSearchParams(shown.position);
        query.set("time", String(time));
        if (this.asked !== asked) return;
        const answer = await page.api.get<EngineAnswer>("engine", "/api/engine", query, headers);
        // Another page may have asked the engine meanwhile.
        if (this.asked !== asked || !isOn) return;
        if (answer.lines.length > 0) this.drawLines(answer.lines, shown);
      }
    } catch (error) {
      if (isAborted(error)) return;
      this.asked = null;
      if (error instanceof Stopped) return page.failed(this.result, error);
      fill(this.result, el("p", { class: "card-text problem", role: "alert" }, (error as Error).message));
    }
  }

  private drawLines(lines: EngineLine[], shown: Shown): void {
    const { start, ply } = { start: shown.answer.board.fen, ply: 0 };
    const rows = lines.map(({ evaluation, depth, moves }) => {
      const [first, ...rest] = moves;
      if (!first) return null;
      const begin = moveNumber(start, ply);
      const words = rest.map(({ san }, at) => {
        const { text, white } = moveNumber(start, ply + at + 1);
        return white ? ` ${text} ${san}` : ` ${san}`;
      });
      return el(
        "li",
        { class: "engine-line" },
        el("span", { class: "engine-evaluation" }, evaluationText(evaluation)),
        el(
          "span",
          { class: "engine-moves" },
          el("span", { class: "move-number" }, begin.text),
          " ",
          el("a", { href: this.hands.linkOf(shown, first.uci) }, first.san),
          words.join(""),
        ),
        el("span", { class: "quiet engine-depth", title: "Depth of the search in plies" }, `depth ${depth}`),
      );
    });
    fill(this.result, el("ol", { class: "engine-lines" }, rows));
  }
}
