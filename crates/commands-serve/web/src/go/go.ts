// The view of games of Go: the board at a ply, and what `zobrist go check` found.
import { type Address, chosenOfGo } from "../address";
import { ApiError, isAborted } from "../api";
import { el, fill } from "../el";
import type { Page, View, ViewMaker } from "../view";
import { isolated } from "../visible";
import { type GoGame, type Region, regions } from "./answers";
import { Controls, type Step } from "./controls";
import { ExploredCard } from "./explored";
import { findingList, findingsHere } from "./findings";
import { gameCard } from "./game_card";
import { goban, type NextMark, stonesInWords } from "./goban";
import { GameList } from "./list";
import { scrollToMove } from "./move_list";
import { points, stonesAt } from "./stones";
import { moved, named, sentence, takes } from "./words";

/** What the address of this view says. */
interface Place {
  game: number;
  variation: number;
  ply: number;
  /** Sources that count; null for all. */
  sources: string | null;
  region: Region;
}

export const go: ViewMaker = (page) => new GoView(page);

class GoView implements View {
  private readonly board = el("div", { class: "goban-place" });
  private readonly controls: Controls;
  private readonly panel = el("div", { class: "panel go-panel" });
  private readonly list: GameList;
  private readonly explored: ExploredCard;
  private next: NextMark[] = [];
  /** Draws the board again, with the moves that came next. */
  private drawBoard = (): void => undefined;
  private readonly failure = el("div", { class: "failure" });
  private game: GoGame | null = null;
  private turn = 0;

  constructor(private readonly page: Page) {
    this.controls = new Controls(
      page,
      (step) => this.step(step),
      (ply) => this.to({ ply }, "step"),
    );
    this.list = new GameList(page, (game) => this.link({ game }));
    this.explored = new ExploredCard(
      page,
      (region) => this.to({ region }, "push"),
      (game, ply) => this.link({ game, ply }),
      (next) => {
        this.next = next;
        this.drawBoard();
      },
    );
    page.main.append(
      el("h1", { class: "only-read" }, "Game of Go"),
      el(
        "div",
        { class: "position-layout" },
        el("div", { class: "board-side" }, this.board, this.controls.element),
        el("div", { class: "panel-side" }, this.failure, this.panel, this.explored.element, this.list.element),
      ),
    );
  }

  show(address: Address): void {
    void this.load(place(address));
  }

  close(): void {
    this.turn += 1;
    this.page.api.abort("go");
    this.page.api.abort("go-list");
    this.page.api.abort("go-explore");
  }

  key(event: KeyboardEvent): boolean {
    const steps: Record<string, Step> = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
    const step = steps[event.key];
    if (!step) return false;
    this.step(step);
    return true;
  }

  private async load(at: Place): Promise<void> {
    const turn = ++this.turn;
    try {
      const { game } = this;
      await this.list.start(at.sources);
      if (turn !== this.turn) return;
      if (game?.game_id !== at.game || game.variation !== at.variation) {
        const query = new URLSearchParams(at.variation ? { variation: String(at.variation) } : {});
        const answer = await this.page.api.get<GoGame>("go", `/api/go/${at.game}`, query);
        if (turn !== this.turn) return;
        this.game = answer;
      }
      // A game of a source that is switched off makes place for the first of the others.
      const first = this.list.first();
      const isOn = at.sources === null || at.sources.split(",").map(Number).includes(this.game?.source ?? 0);
      if (!isOn && first !== null) return this.to({ game: first, variation: 0, ply: 0 }, "replace");
      if (this.game) this.draw(this.game, at);
    } catch (error) {
      if (turn === this.turn && !isAborted(error)) this.fail(error);
    }
  }

  private draw(game: GoGame, { ply: asked, region, sources }: Place): void {
    const ply = Math.min(asked, game.plies.length);
    const played = game.plies[ply - 1];
    const stones = stonesAt(game, ply);
    const here = game.found.filter((found) => found.variation === game.variation && found.ply === ply);
    const words = played ? `After ${named(game, ply)}, ${moved(played)}` : "The position at the start";
    const marks = {
      last: played?.point ?? null,
      isFinding: here.some((finding) => finding.played),
      taken: played ? points(played.taken) : [],
    };
    const link = (variation: number, to: number) => this.link({ game: game.game_id, variation, ply: to });
    fill(this.failure);
    this.panel.hidden = false;
    this.explored.element.hidden = false;
    this.drawBoard = () =>
      fill(this.board, goban(game.width, game.height, stones, { ...marks, next: this.next }, words), stonesInWords(stones));
    this.drawBoard();
    void this.explored.show({ game, variation: game.variation, ply, region, sources });
    this.controls.show(game, ply);
    const focused = focusedLink(this.panel);
    fill(this.panel, gameCard(game, ply, link), findingsHere(game, ply, link), findingList(game, ply, link));
    scrollToMove(this.panel);
    if (focused) focusLink(this.panel, focused);
    this.list.show(game.game_id);
    this.page.title(isolated`${game.black ?? "Black"} – ${game.white ?? "White"}`);
    const taking = played && takes(played);
    const spoken = [words, taking, ...here.map((finding) => sentence(finding))];
    this.page.say(spoken.filter(Boolean).join(". "));
  }

  private fail(error: unknown): void {
    this.game = null;
    this.panel.hidden = true;
    this.explored.element.hidden = true;
    if (!(error instanceof ApiError)) return this.page.failed(this.failure, error);
    fill(
      this.failure,
      el(
        "div",
        { class: "card empty", role: "alert" },
        el("h2", { class: "empty-title" }, "This address cannot be shown"),
        el("p", {}, `${error.message}.`),
        el("p", {}, el("a", { href: this.page.link({ view: "go", own: {} }) }, "To the first game")),
      ),
    );
  }

  private step(step: Step): void {
    const { game } = this;
    if (!game) return;
    const last = game.plies.length;
    const ply = Math.min(place(this.page.address()).ply, last);
    const to = { first: 0, back: ply - 1, forward: ply + 1, last }[step];
    if (to >= 0 && to <= last && to !== ply) this.to({ ply: to }, "step");
  }

  private to(change: Partial<Place>, how: "push" | "step" | "replace"): void {
    this.page.go({ view: "go", own: own({ ...place(this.page.address()), ...change }) }, how);
  }

  private link(to: Partial<Place>): string {
    const { sources, region } = place(this.page.address());
    return this.page.link({ view: "go", own: own({ game: 0, variation: 0, ply: 0, sources, region, ...to }) });
  }
}

function place({ own }: Address): Place {
  const number = (text: string | undefined) => (/^\d{1,9}$/.test(text ?? "") ? Number(text) : 0);
  const region = own.region !== undefined && own.region in regions ? (own.region as Region) : "board";
  return { game: number(own.game), variation: number(own.variation), ply: number(own.ply), sources: chosenOfGo(own), region };
}

function own({ game, variation, ply, sources, region }: Place): Record<string, string> {
  const all = Object.entries({ game, variation, ply }).filter(([, value]) => value > 0);
  const places: Record<string, string> = Object.fromEntries(all.map(([name, value]) => [name, String(value)]));
  if (sources !== null) places.sources = sources;
  if (region !== "board") places.region = region;
  return places;
}

/** The address of the link in `host` that has the focus. */
function focusedLink(host: HTMLElement): string | null {
  const focused = document.activeElement;
  return focused && host.contains(focused) ? focused.getAttribute("href") : null;
}

function focusLink(host: HTMLElement, href: string): void {
  const links = host.querySelectorAll<HTMLAnchorElement>("a[href]");
  [...links].find((link) => link.getAttribute("href") === href)?.focus({ preventScroll: true });
}
