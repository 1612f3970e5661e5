// The view of a lattice run: observables and recall as curves, the pictures, and the values.
import type { Address } from "../address";
import { ApiError, isAborted } from "../api";
import { el, fill } from "../el";
import { counted, number } from "../format";
import type { Page, View, ViewMaker } from "../view";
import type { Run, RunList } from "./answers";
import { type Axis, Chart } from "./chart";
import { timeText } from "./numbers";
import { pictures } from "./pictures";
import type { ScaleKind } from "./scale";
import { column, recallOf, type Series, seriesOf } from "./series";
import { Values } from "./values";

/** What the address of this view says. */
interface Place {
  run: number;
  x: "step" | "time";
  scale: ScaleKind;
}

export const lattice: ViewMaker = (page) => new LatticeView(page);

class LatticeView implements View {
  private readonly body = el("div", { class: "lattice" });
  private readonly cursor = el("input", { type: "range", class: "row-slider", min: 0, "aria-label": "Row of the run" });
  private readonly cursorText = el("span", { class: "cursor-text" });
  private runs: RunList["runs"] = [];
  private run: Run | null = null;
  private charts: Chart[] = [];
  private values: Values | null = null;
  /** Row that the slider or a key has chosen; the pointer shows another one while it is on a curve. */
  private chosen = 0;
  private turn = 0;

  constructor(private readonly page: Page) {
    page.main.append(el("h1", { class: "only-read" }, "Lattice run"), this.body);
    this.cursor.addEventListener("input", () => this.choose(Number(this.cursor.value)));
  }

  show(address: Address): void {
    void this.load(place(address));
  }

  close(): void {
    this.turn += 1;
    this.page.api.abort("lattice");
    this.page.api.abort("lattice-list");
  }

  key(event: KeyboardEvent): boolean {
    const last = (this.run?.rows.length ?? 0) - 1;
    const rows: Record<string, number> = { ArrowLeft: this.chosen - 1, ArrowRight: this.chosen + 1, Home: 0, End: last };
    const row = rows[event.key];
    if (row === undefined || last < 0) return false;
    this.choose(Math.min(Math.max(row, 0), last));
    return true;
  }

  private async load(at: Place): Promise<void> {
    const turn = ++this.turn;
    try {
      if (this.runs.length === 0) {
        this.runs = (await this.page.api.get<RunList>("lattice-list", "/api/lattice")).runs;
      }
      if (turn !== this.turn) return;
      if (this.run?.run !== at.run) {
        const run = await this.page.api.get<Run>("lattice", `/api/lattice/${at.run}`);
        if (turn !== this.turn) return;
        this.run = run;
        this.chosen = run.rows.length - 1;
      }
      if (this.run) this.draw(this.run, at);
    } catch (error) {
      if (turn === this.turn && !isAborted(error)) this.fail(error);
    }
  }

  private draw(run: Run, at: Place): void {
    const focused = this.body.contains(document.activeElement) ? document.activeElement?.getAttribute("data-focus") : null;
    const axis = axisOf(run, at);
    this.charts = [];
    const chart = (series: Series) => {
      const made = new Chart(series, axis, (row) => this.pick(row ?? this.chosen));
      this.charts.push(made);
      return made.element;
    };
    this.values = new Values(run);
    this.cursor.max = String(run.rows.length - 1);
    fill(
      this.body,
      this.head(run, at),
      el("h2", { class: "lattice-title" }, "Observables"),
      el("div", { class: "charts" }, seriesOf(run, "observable").map(chart)),
      el("h2", { class: "lattice-title" }, "Recall"),
      el(
        "p",
        { class: "lattice-text quiet" },
        "A barrier is the energy that an atom must overcome to jump into the vacancy. The recall keeps the barriers that were computed, by the hash of what is around the jump. ",
        recallText(run),
      ),
      el("div", { class: "charts" }, recallOf(run).map(chart)),
      el("div", { class: "lattice-last" }, pictures(run), this.values.element),
    );
    this.pick(this.chosen);
    if (focused) this.body.querySelector<HTMLElement>(`[data-focus="${focused}"]`)?.focus();
    this.page.title(run.file);
  }

  private head(run: Run, at: Place): HTMLElement {
    const choice = (label: string, change: Partial<Place>, isOn: boolean) =>
      el("a", { href: this.link({ ...at, ...change }), "aria-current": isOn ? "true" : null, "data-focus": label }, label);
    const more = run.all_rows - run.rows.length;
    const rows = more > 0 ? `${number(run.rows.length)} of ${number(run.all_rows)} rows, evenly spread` : counted(run.all_rows, "row");
    return el(
      "section",
      { class: "card lattice-head", "aria-label": "Run" },
      el("div", { class: "lattice-name" }, el("b", {}, run.file), el("span", { class: "quiet small" }, ` ${rows}`), this.others(run)),
      el(
        "div",
        { class: "lattice-axes" },
        el(
          "div",
          { class: "switch", role: "group", "aria-label": "Horizontal axis" },
          choice("Steps", { x: "step" }, at.x === "step"),
          choice("Time", { x: "time" }, at.x === "time"),
        ),
        el(
          "div",
          { class: "switch", role: "group", "aria-label": "Scale of the horizontal axis" },
          choice("Linear", { scale: "linear" }, at.scale === "linear"),
          choice("Log", { scale: "log" }, at.scale === "log"),
        ),
      ),
      el("div", { class: "lattice-cursor" }, this.cursor, this.cursorText),
    );
  }

  /** Links to the other runs. */
  private others({ run: shown }: Run): HTMLElement | null {
    if (this.runs.length < 2) return null;
    return el(
      "span",
      { class: "lattice-runs" },
      this.runs.map(({ run, file }) =>
        run === shown ? null : el("a", { href: this.link({ ...place(this.page.address()), run }) }, file),
      ),
    );
  }

  private choose(row: number): void {
    this.chosen = row;
    this.pick(row);
  }

  /** Shows the values of a row. */
  private pick(row: number): void {
    const { run } = this;
    if (!run) return;
    for (const chart of this.charts) chart.show(row);
    this.values?.show(row);
    const [step, time] = [column(run, "step")[row] ?? 0, column(run, "time")[row] ?? 0];
    const text = `step ${number(step)}, ${timeText(time)}`;
    this.cursor.value = String(row);
    this.cursor.setAttribute("aria-valuetext", text);
    this.cursorText.textContent = text;
  }

  private fail(error: unknown): void {
    this.run = null;
    if (!(error instanceof ApiError)) return this.page.failed(this.body, error);
    fill(
      this.body,
      el(
        "div",
        { class: "card empty", role: "alert" },
        el("h2", { class: "empty-title" }, "This address cannot be shown"),
        el("p", {}, `${error.message}.`),
        el("p", {}, el("a", { href: this.link({ run: 0, x: "step", scale: "linear" }) }, "To the first run")),
      ),
    );
  }

  private link(to: Place): string {
    return this.page.link({ view: "lattice", own: own(to) });
  }
}

function axisOf(run: Run, { x, scale }: Place): Axis {
  const isStep = x === "step";
  return {
    text: isStep ? "Step" : "Time",
    unit: isStep ? null : "s",
    values: column(run, x),
    kind: scale,
    isCount: isStep,
  };
}

/** What the recall saved in this run. */
function recallText(run: Run): string {
  const last = (name: string) => column(run, name).at(-1) ?? 0;
  const computed = counted(last("evaluations"), "barrier was computed", "barriers were computed");
  const answered = counted(last("hits"), "look-up was answered from memory", "look-ups were answered from memory");
  return `In this run, ${computed}, and ${answered}.`;
}

function place({ own }: Address): Place {
  return {
    run: /^\d{1,9}$/.test(own.run ?? "") ? Number(own.run) : 0,
    x: own.x === "time" ? "time" : "step",
    scale: own.scale === "log" ? "log" : "linear",
  };
}

function own({ run, x, scale }: Place): Record<string, string> {
  return {
    ...(run > 0 ? { run: String(run) } : {}),
    ...(x === "time" ? { x } : {}),
    ...(scale === "log" ? { scale } : {}),
  };
}
