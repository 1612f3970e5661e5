// The frame of the page: header, navigation, place of the views, notes, and the history.
import { type Address, chosenOfGo, isApart, readAddress, type ViewName, writeAddress } from "./address";
import { Api, ApiError, Stopped } from "./api";
import { el, fill } from "./el";
import { counted, number } from "./format";
import { icon } from "./icons";
import { listen } from "./keys";
import { isPending, Sources } from "./sources/sources";
import { themeSwitch } from "./theme";
import type { Rejected, Source } from "./types";
import type { How, Page, View } from "./view";
import { type ShownText, shownText, visible } from "./visible";
import { type Entry, views } from "./views";

export async function start(): Promise<void> {
  const api = new Api();
  const main = el("main", { id: "main", tabindex: -1 });
  const live = el("div", { class: "only-read", role: "status", "aria-live": "polite" });
  const note = el("div", { class: "note", "aria-hidden": "true" });
  const header = el("header", { class: "header" });
  // A landmark, as all that is read belongs to one.
  const notice = el("section", { class: "notice-place", "aria-label": "Messages" });
  document.body.replaceChildren(
    el("a", { class: "skip", href: "#main" }, "Skip to the content"),
    header,
    notice,
    main,
    live,
    note,
  );
  let timer = 0;
  const say = (text: string) => {
    live.textContent = visible(text);
  };
  const show = (text: string) => {
    say(text);
    note.textContent = visible(text);
    note.classList.add("shown");
    clearTimeout(timer);
    timer = window.setTimeout(() => note.classList.remove("shown"), 3000);
  };
  drawHeader(header, null, "explorer", []);
  const slow = window.setTimeout(() => {
    fill(main, el("p", { class: "card empty" }, "Loading…"));
    say("Loading");
  }, 250);
  let source: Source;
  try {
    source = await api.get<Source>("source", "/api/source");
  } catch (error) {
    showFailure(main, error, () => void start());
    return;
  } finally {
    clearTimeout(slow);
  }
  const frame: Frame = new Frame(api, source, main, header, say, show);
  const tell = watchSource(api, source, notice, (now) => frame.update(now));
  frame.onSource = tell;
  notice.before(frame.sources.notices);
  frame.start();
}

/**
 * Tells that a file has changed since it was read, and which games could not be read: at the start, and when the page is
 * looked at again.
 */
function watchSource(api: Api, source: Source, place: HTMLElement, update: (source: Source) => void): (source: Source) => void {
  let told = "";
  const tell = ({ changed, rejected }: Source) => {
    const now = JSON.stringify([changed, rejected]);
    // Groups that were opened to be read stay open.
    if (now === told) return;
    told = now;
    fill(
      place,
      changed !== null &&
        el("p", { class: "notice", role: "status" }, el("bdi", { class: "strong" }, changed), " has changed since it was read. Start zobrist serve again to see it as it is now."),
      rejected && rejectedNotice(rejected),
    );
  };
  tell(source);
  const again = async () => {
    try {
      update(await api.get<Source>("source", "/api/source"));
    } catch {
      // The next question of the view tells that the server is gone.
    }
  };
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void again();
  });
  // The reasons are still being looked for.
  const { rejected } = source;
  if (rejected && rejected.games + rejected.shortened > 0 && rejected.first.length === 0) setTimeout(() => void again(), 3000);
  return tell;
}

/** Which games are not there, or not to their end. */
function rejectedNotice({ games, shortened, first }: Rejected): HTMLElement | false {
  if (games + shortened === 0) return false;
  const parts = [
    games > 0 && `${counted(games, "game")} rejected`,
    shortened > 0 && `${counted(shortened, "game")} shown up to a move that cannot be read`,
  ];
  const words = `${parts.filter(Boolean).join(", ")}.`;
  if (first.length === 0) return el("p", { class: "notice rejected", role: "status" }, words, " ", el("code", {}, "zobrist check"), " reports which.");
  const more = games + shortened - first.length;
  return el(
    "details",
    { class: "notice rejected", open: games + shortened <= openRejections },
    el("summary", {}, words, games + shortened > openRejections && " Places and reasons"),
    el(
      "ul",
      {},
      first.map((place) => el("li", {}, el("bdi", {}, place))),
    ),
    more > 0 && el("p", {}, `and ${number(more)} more; `, el("code", {}, "zobrist check"), " reports all."),
  );
}

/** Rejections that are shown without a click. */
const openRejections = 3;

class Frame implements Page {
  private current: Address = readAddress(new URL(location.href));
  private view: { name: ViewName; view: View } | null = null;
  private stepping = false;
  private offered: Entry[];
  readonly sources: Sources;
  /** Is told of every answer about the sources. */
  onSource: (source: Source) => void = () => {};

  constructor(
    readonly api: Api,
    public source: Source,
    readonly main: HTMLElement,
    private readonly header: HTMLElement,
    readonly say: (text: string) => void,
    readonly note: (text: string) => void,
  ) {
    this.offered = views.filter((entry) => entry.offered(source));
    this.sources = new Sources(api, source, {
      changed: (now) => this.update(now),
      holds: () => (this.current.view === "go" ? "go" : "chess"),
      chosen: () => (this.current.view === "go" ? chosenOfGo(this.current.own) : this.current.sources),
      choose: (sources) => {
        const { view, own: { sources: _, ...rest } } = this.current;
        this.go(view === "go" ? { own: sources === null ? rest : { ...rest, sources } } : { sources }, "replace");
      },
      note,
      say,
    });
  }

  /** Takes a later answer about the sources. Other games are shown by the view anew. */
  update(source: Source): void {
    const ready = ({ games, go, lattice, sources }: Source) => JSON.stringify([games, go, lattice, sources.filter(({ state }) => state === "ready")]);
    const before = this.source;
    this.source = source;
    this.onSource(source);
    this.sources.update(source);
    const isPendingHere = this.view?.name === "explorer" && source.games === null;
    const pending = ({ sources }: Source) => sources.some(isPending);
    if (ready(before) === ready(source) && !(isPendingHere && pending(before) !== pending(source))) return;
    this.offered = views.filter((entry) => entry.offered(source));
    const added = source.sources.filter(({ state }) => state === "ready").length - before.sources.filter(({ state }) => state === "ready").length;
    if (added > 0) this.note(`${counted(added, "source")} added`);
    // Without games of chess, games of Go are what the person wants to see.
    if (source.games === null && source.go > before.go) this.go({ view: "go" });
    else {
      this.view?.view.close?.();
      this.view = null;
      this.draw();
    }
  }

  openFiles(): void {
    this.sources.open();
  }

  start(): void {
    window.addEventListener("popstate", () => {
      this.stepping = false;
      this.current = this.read(new URL(location.href));
      this.draw();
    });
    document.addEventListener("click", (event) => this.followLink(event));
    listen((event) => this.key(event));
    // Without games of chess, the page begins with what is served.
    const { games, go, lattice, sources } = this.source;
    if (games === null && !sources.some(isPending) && go + lattice > 0 && location.pathname + location.search === "/")
      this.go({ view: go > 0 ? "go" : "lattice" }, "replace");
    else this.draw();
  }

  address(): Address {
    return this.current;
  }

  go(change: Partial<Address>, how: How = "push"): void {
    this.current = this.changed(change);
    const url = writeAddress(this.current);
    const same = url === location.pathname + location.search;
    if (how === "replace" || same || (how === "step" && this.stepping)) history.replaceState(null, "", url);
    else history.pushState(null, "", url);
    this.stepping = how === "step" || (this.stepping && how === "replace");
    this.draw();
  }

  link(change: Partial<Address>): string {
    return writeAddress(this.changed(change));
  }

  title(text: string | ShownText): void {
    const shown = shownText(text);
    document.title = shown ? `${shown} · zobrist` : "zobrist";
  }

  failed(host: Element, error: unknown): void {
    showFailure(host, error, () => {
      this.api.get<Source>("source", "/api/source").then(
        () => location.reload(),
        () => this.note("zobrist serve does not answer yet"),
      );
    });
  }

  /** The address with a change; another view drops what only the former one knew. */
  private changed(change: Partial<Address>): Address {
    const view = change.view ?? this.current.view;
    const own = view === this.current.view ? this.current.own : {};
    return { ...this.current, own, ...change };
  }

  /** Reads an address; one of a view apart says nothing of the last position, which stays as it was. */
  private read(url: URL): Address {
    const address = readAddress(url);
    return isApart(address.view) ? { ...this.current, view: address.view, own: address.own } : address;
  }

  private draw(): void {
    const entry = this.offered.find(({ name }) => name === this.current.view);
    if (!entry) {
      const [first] = this.offered;
      if (first) this.go({ view: first.name }, "replace");
      return;
    }
    if (this.view?.name !== entry.name) {
      this.view?.view.close?.();
      // The focus of a link in the former view goes on at the new one.
      if (this.main.contains(document.activeElement)) this.main.focus({ preventScroll: true });
      this.main.replaceChildren();
      this.main.className = `view-${entry.name}`;
      this.title(entry.label);
      this.view = { name: entry.name, view: entry.make(this) };
    }
    drawHeader(
      this.header,
      this.source,
      entry.name,
      this.offered.map(({ name, label, key }) => ({
        label,
        href: this.link({ view: name, ...(name === this.current.view ? {} : { own: {} }) }),
        current: name === entry.name,
        key,
      })),
      this.sources.isOffered() ? this.sources : null,
    );
    this.view.view.show(this.current);
  }

  private key(event: KeyboardEvent): boolean {
    if (this.view?.view.key?.(event)) return true;
    const entry = this.offered.find(({ key }) => key === event.key);
    if (!entry || entry.name === this.current.view) return false;
    this.go({ view: entry.name });
    return true;
  }

  /** Follows links within the page without loading it again. */
  private followLink(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest?.("a");
    if (!link || link.hasAttribute("download") || link.target) return;
    const url = new URL(link.href, location.href);
    if (url.origin !== location.origin || url.pathname.startsWith("/api/") || url.pathname.includes(".")) return;
    if (url.hash && url.pathname === location.pathname && url.search === location.search) return;
    event.preventDefault();
    this.go(this.read(url));
  }
}

interface NavLink {
  label: string;
  href: string;
  current: boolean;
  key: string | null;
}

function drawHeader(header: HTMLElement, source: Source | null, view: ViewName, links: NavLink[], sources: Sources | null = null): void {
  const focused = header.contains(document.activeElement) ? document.activeElement?.getAttribute("data-focus") : null;
  const theme = header.querySelector(".theme") ?? themeSwitch();
  fill(
    header,
    el("a", { class: "mark", href: "/", "data-focus": "mark" }, icon("mark"), el("b", {}, "zobrist")),
    el(
      "p",
      { class: "source" },
      source?.name && el("bdi", { class: "source-name", title: source.name }, source.name),
      source?.name && source.games !== null && el("span", { class: "quiet" }, ` · ${number(source.games)} games`),
    ),
    sources &&
      el(
        "button",
        {
          type: "button",
          class: "icon-button source-button",
          "data-focus": "sources",
          "aria-label": "Sources, and open files",
          title: "Sources, and open files",
          onclick: () => sources.show(),
        },
        icon("folder"),
      ),
    links.length > 0 &&
      el(
        "nav",
        { class: "switch", "aria-label": "Views", "data-view": view },
        links.map(({ label, href, current, key }) =>
          el(
            "a",
            { href, "aria-current": current ? "page" : null, "data-focus": label, title: key ? `Key: ${key}` : null },
            label,
          ),
        ),
      ),
    theme,
  );
  if (focused) header.querySelector<HTMLElement>(`[data-focus="${focused}"]`)?.focus();
}

function showFailure(host: Element, error: unknown, again: () => void): void {
  const stopped = error instanceof Stopped;
  const text = stopped
    ? "Start it again in the terminal, then "
    : `${error instanceof ApiError || error instanceof Error ? error.message : String(error)} `;
  const heading = document.querySelector("h1") ? "h2" : "h1";
  fill(
    host,
    el(
      "div",
      { class: "card empty", role: "alert" },
      el(heading, { class: "empty-title" }, stopped ? "zobrist serve is not running" : "This could not be shown"),
      el("p", {}, text, el("button", { type: "button", class: "text-button", onclick: again }, "try again"), "."),
    ),
  );
}
