// The sources that are served: how far those that are being indexed are, files that are opened from the page, and which
// sources count.
import type { Api } from "../api";
import { el, fill } from "../el";
import { counted, number } from "../format";
import type { Holds, ListedSource, Source } from "../types";
import { isolated } from "../visible";
import { accepted, send } from "./upload";

/** Milliseconds between two looks at the progress. */
const pause = 500;

export interface SourcesActions {
  /** The answer of the server is another one. */
  changed(source: Source): void;
  /** Games that are shown: their sources can be chosen. */
  holds(): Holds;
  /** Sources that count, by their numbers; null for all. */
  chosen(): string | null;
  choose(sources: string | null): void;
  note(text: string): void;
  say(text: string): void;
}

/** A file that is on its way. */
interface Sending {
  name: string;
  share: number;
  problem: string | null;
}

export class Sources {
  /** Below the header: progress and problems. */
  readonly notices = el("section", { class: "source-notices", "aria-label": "Files that are read" });
  private readonly input = el("input", {
    type: "file",
    multiple: true,
    accept: accepted,
    hidden: true,
    onchange: () => this.take(),
  });
  private readonly dialog = el("dialog", { class: "filter-dialog card sources-dialog", "aria-labelledby": "sources-title" });
  private sending: Sending[] = [];
  private timer = 0;
  /** Problems that were closed by the person. */
  private readonly closed = new Set<string>();

  constructor(
    private readonly api: Api,
    private source: Source,
    private readonly actions: SourcesActions,
  ) {
    document.body.append(this.input, this.dialog);
    if (this.takesFiles()) this.listenToDrops();
    this.draw();
    this.poll();
  }

  /** True if files can be opened, or there are sources to choose from. */
  isOffered(): boolean {
    return this.takesFiles() || chessSources(this.source).length > 1 || readySources(this.source, "go").length > 1;
  }

  takesFiles(): boolean {
    return this.source.upload_limit !== null;
  }

  /** Lets the person choose files. */
  open(): void {
    this.input.click();
  }

  /** Shows what is served. */
  show(): void {
    this.drawDialog();
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** Takes the answer of the server. */
  update(source: Source): void {
    this.source = source;
    this.draw();
    if (this.dialog.open) this.drawDialog();
    this.poll();
  }

  private take(): void {
    const files = [...(this.input.files ?? [])];
    this.input.value = "";
    for (const file of files) void this.sendOne(file);
  }

  private async sendOne(file: File): Promise<void> {
    const sending: Sending = { name: file.name, share: 0, problem: null };
    this.sending.push(sending);
    this.draw();
    try {
      const limit = this.source.upload_limit ?? 0;
      if (file.size > limit) throw new Error(`expected a file of at most ${number(limit)} bytes, got ${number(file.size)}: --upload-limit raises that`);
      await send(this.api, file, (share) => {
        sending.share = share;
        this.draw();
      });
      this.sending = this.sending.filter((other) => other !== sending);
      await this.look();
    } catch (error) {
      sending.problem = (error as Error).message;
      this.draw();
    }
  }

  /** Looks again while something is being indexed. */
  private poll(): void {
    clearTimeout(this.timer);
    if (this.source.sources.some(isPending)) this.timer = window.setTimeout(() => void this.look(), pause);
  }

  private async look(): Promise<void> {
    try {
      this.actions.changed(await this.api.get<Source>("source", "/api/source"));
    } catch {
      // The next question of the view tells that the server is gone.
    }
  }

  private listenToDrops(): void {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const mark = (on: boolean) => document.body.classList.toggle("dropping", on);
    document.addEventListener("dragover", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      mark(true);
    });
    document.addEventListener("dragleave", (event) => {
      if (event.relatedTarget === null) mark(false);
    });
    document.addEventListener("drop", (event) => {
      mark(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      for (const file of event.dataTransfer?.files ?? []) void this.sendOne(file);
    });
  }

  private draw(): void {
    const notices = [
      ...this.sending.map((sending) => this.sendingNotice(sending)),
      ...this.source.sources.map((source, at) => this.sourceNotice(source, at)),
    ].filter((notice): notice is HTMLElement => notice !== null);
    fill(this.notices, notices);
  }

  private sendingNotice(sending: Sending): HTMLElement {
    const { name, share, problem } = sending;
    const close = () => {
      this.sending = this.sending.filter((other) => other !== sending);
      this.draw();
    };
    if (problem !== null) return notice("alert", [el("bdi", { class: "strong" }, name), ` cannot be opened: ${problem}.`], null, close);
    return notice("status", ["Reading ", el("bdi", { class: "strong" }, name)], share);
  }

  private sourceNotice(source: ListedSource, at: number): HTMLElement | null {
    const name = el("bdi", { class: "strong" }, source.name);
    const key = `${at} ${source.name}`;
    if (source.state === "failed") {
      if (this.closed.has(key)) return null;
      const close = () => {
        this.closed.add(key);
        this.draw();
      };
      return notice("alert", [name, ` cannot be opened: ${source.error}`], null, close);
    }
    if (source.state === "waiting") return notice("status", [name, " waits to be indexed"], null);
    const { progress } = source;
    if (source.state !== "indexing" || !progress) return null;
    const share = progress.of ? Math.min(1, progress.bytes / progress.of) : null;
    const words = progress.writing ? "the index is being written" : progressWords(progress.games, share, progress.seconds_left);
    return notice("status", [name, ` is being indexed: ${words}`], progress.writing ? null : share);
  }

  private drawDialog(): void {
    const { dialog, source, actions } = this;
    const holds = actions.holds();
    const ready = readySources(source, holds);
    const chosen = chosenNumbers(source, actions.chosen(), holds);
    const toggle = (which: number, on: boolean) => {
      const now = ready.map((each) => each.number ?? 0).filter((each) => (each === which ? on : chosen.includes(each)));
      actions.choose(now.length === ready.length ? null : now.join(","));
      this.drawDialog();
    };
    const rows = source.sources.map((each) => {
      const { number: which, games, state, name } = each;
      const isOn = which !== null && chosen.includes(which);
      const words = state === "ready" ? counted(games ?? 0, "game") : state === "failed" ? "cannot be opened" : "not ready yet";
      const box =
        which !== null &&
        each.holds === holds &&
        ready.length > 1 &&
        el("input", {
          type: "checkbox",
          checked: isOn,
          // One counts at least.
          disabled: isOn && chosen.length === 1,
          "data-focus": `source-${which}`,
          onchange: (event: Event) => toggle(which, (event.target as HTMLInputElement).checked),
        });
      const text = [el("bdi", { class: "source-row-name" }, name), el("span", { class: "quiet" }, each.holds === "go" ? `${words} of Go` : words)];
      return el("li", {}, box ? el("label", { class: "source-row" }, box, text) : el("span", { class: "source-row" }, text));
    });
    const focused = dialog.contains(document.activeElement) ? document.activeElement?.getAttribute("data-focus") : null;
    fill(
      dialog,
      el("h2", { id: "sources-title" }, "Sources"),
      rows.length > 0 ? el("ul", { class: "source-list" }, rows) : el("p", { class: "quiet" }, "None yet."),
      this.takesFiles() && el("p", { class: "quiet" }, "Files of games, PGN or SGF, can also be dropped on the page. They stay on this machine and are gone when the server ends; their index is kept in the cache of zobrist."),
      el(
        "div",
        { class: "dialog-buttons" },
        this.takesFiles() && el("button", { type: "button", class: "button main", "data-focus": "open", onclick: () => this.open() }, "Open files…"),
        el("button", { type: "button", class: "button", "data-focus": "close", onclick: () => dialog.close() }, "Close"),
      ),
    );
    if (focused) dialog.querySelector<HTMLElement>(`[data-focus="${focused}"]`)?.focus();
  }
}

/** Sources of chess that are ready. */
export function chessSources(source: Source): ListedSource[] {
  return readySources(source, "chess");
}

/** Sources of a kind that are ready. */
export function readySources({ sources }: Source, kind: Holds): ListedSource[] {
  return sources.filter(({ number, holds }) => number !== null && holds === kind);
}

export function isPending({ state }: ListedSource): boolean {
  return state === "waiting" || state === "indexing";
}

/** Numbers of the sources of a kind that count. */
export function chosenNumbers(source: Source, chosen: string | null, holds: Holds = "chess"): number[] {
  const all = readySources(source, holds).map(({ number }) => number ?? 0);
  if (chosen === null) return all;
  const asked = chosen.split(",").map(Number);
  return all.filter((number) => asked.includes(number));
}

function progressWords(games: number, share: number | null, left: number | null): string {
  const parts = [
    share !== null && `${Math.floor(100 * share)} %`,
    left !== null && `about ${duration(left)} left`,
    games > 0 && counted(games, "game"),
  ];
  return parts.filter(Boolean).join(", ") || "it has begun";
}

/** Seconds in words. */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}

/** A notice with a bar of the share that is done, or with one that has no length, and a button that closes it. */
function notice(role: "status" | "alert", words: (string | HTMLElement)[], share: number | null, close?: () => void): HTMLElement {
  const bar = close ? null : el("progress", { max: 1, value: share === null ? null : share.toFixed(3), "aria-label": "Progress" });
  return el(
    "div",
    // Screen readers hear problems, and not every step.
    { class: ["notice", "source-notice", role === "alert" && "problem-notice"], role: role === "alert" ? "alert" : null },
    el("p", {}, words),
    bar,
    close && el("button", { type: "button", class: "text-button", onclick: close, "aria-label": isolated`Close the notice` }, "close"),
  );
}
