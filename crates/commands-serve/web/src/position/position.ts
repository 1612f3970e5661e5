// The frame of a view with a board: board and controls left, the line and a panel right.
import { type Address, filterNames, isFiltered, noFilter, writeFilter } from "../address";
import { ApiError, isAborted, Stopped } from "../api";
import { el, fill } from "../el";
import { askFilter } from "../explorer/filter-form";
import { keepFocus } from "../focus";
import { number } from "../format";
import type { AnnotatedAnswer, Game, LineMove, PositionAnswer } from "../types";
import type { Page, View, ViewMaker } from "../view";
import { Autoplay } from "./autoplay";
import { Board } from "./board";
import { sizeHandle } from "./board_size";
import { Controls, type Step } from "./controls";
import { type EnteredGame, readEntered } from "./entered";
import { marksAt } from "./game_moves";
import { Line } from "./line";
import { inUci } from "./line_words";
import { linePgn } from "./line_pgn";
import { fromStart, lineLimit, namedMoves, positionBefore } from "./long_game";
import { OwnMarks, readMark } from "./own_marks";
import { boardPicture } from "./picture";
import type { Panel, PanelMaker, Shown } from "./shown";

/** A view of a position, whose panel `make` makes. `heading` is its h1, for screen readers. */
export function positionView(heading: string, make: PanelMaker): ViewMaker {
  return (page) => new PositionView(page, heading, make);
}

class PositionView implements View {
  private readonly board: Board;
  private readonly controls: Controls;
  private readonly line: Line;
  private readonly panel: Panel;
  private readonly alert = el("div", { class: "alert-place" });
  private readonly head = el("div", { class: "panel-head" });
  private readonly body = el("div", { class: "panel-body" });
  private readonly aside: HTMLElement;
  private readonly failure = el("div", { class: "failure" });
  private readonly side = el("div", { class: "panel-side" });
  private readonly autoplay: Autoplay;
  private readonly ownMarks = new OwnMarks();
  private shown: Shown | null = null;
  private asked = "";
  private game: Game | null = null;
  /** First moves of a long game, with the names of their openings. */
  private named: { game: Game | null; line: LineMove[] } = { game: null, line: [] };
  private turn = 0;
  /** Ends when the address that was shown last is there, or cannot be shown. */
  private loading = Promise.resolve();
  /** Steps that were asked for while a game was on its way. */
  private waiting: { step: Step; game: number | null; source: number }[] = [];

  constructor(
    private readonly page: Page,
    heading: string,
    make: PanelMaker,
  ) {
    this.board = new Board({
      play: (uci) => this.play(uci),
      draw: (mark) => this.mark(mark),
      hover: (square) => this.panel?.hover?.(square),
    });
    this.controls = new Controls(page, {
      step: (step) => this.step(step),
      flip: () => this.flip(),
      enter: (text) => this.enter(text),
      variant: (name) =>
        page.go({ variant: name === "chess" ? null : name, fen: null, play: [], ply: null, game: null }),
      autoplay: () => this.autoplay.toggle(),
      pgn: () => this.pgn(),
      picture: () => this.picture(),
      take: (game) => this.take(game),
    });
    this.autoplay = new Autoplay(
      () => this.step("forward"),
      (runs) => this.controls.plays(runs),
    );
    this.line = new Line(page, () => this.leaveGame());
    const card = el("section", { class: "card line-card", "aria-label": "Line" }, this.line.element, this.head);
    this.aside = el("div", { class: "panel" }, this.alert, card, this.body);
    this.aside.hidden = true;
    this.side.append(this.failure, this.aside);
    const boardSide = el("div", { class: "board-side" }, this.board.element, this.controls.element);
    const layout = el("div", { class: "position-layout" }, boardSide, this.side);
    page.main.append(el("h1", { class: "only-read" }, heading), layout);
    boardSide.append(sizeHandle(layout, boardSide));
    this.panel = make({
      page,
      board: this.board,
      head: this.head,
      body: this.body,
      play: (uci) => this.play(uci),
      linkOf: (shown, uci) => page.link(this.afterMove(shown, uci)),
    });
  }

  show(address: Address): void {
    this.loading = this.load(address);
  }

  close(): void {
    this.turn += 1;
    this.autoplay.stop();
    this.page.api.abort("game");
    this.page.api.abort("position");
    this.page.api.abort("annotated");
    this.panel.close?.();
    this.board.close();
  }

  key(event: KeyboardEvent): boolean {
    if (this.panel.key?.(event)) return true;
    const steps: Record<string, Step> = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
    const step = steps[event.key];
    // A person who steps does it alone.
    if (step || event.key === "f") this.autoplay.stop();
    if (step) this.step(step);
    else if (event.key === "p") this.autoplay.toggle();
    else if (event.key === "m") this.controls.mark();
    else if (event.key === "f") this.flip();
    else if (event.key === "/") this.controls.field.focus();
    else return false;
    return true;
  }

  private async load(address: Address): Promise<void> {
    const turn = ++this.turn;
    const slow = window.setTimeout(() => this.wait(true), 250);
    try {
      if (address.game !== null) await this.loadGame(address.game, address.source);
      else this.game = null;
      if (turn !== this.turn) return;
      const { game, source } = address;
      for (const waited of this.waiting.splice(0))
        if (waited.game === game && waited.source === source) this.step(waited.step);
      if (turn === this.turn) await this.loadPosition(address, turn);
    } catch (error) {
      if (turn === this.turn && !isAborted(error)) this.fail(error);
    } finally {
      clearTimeout(slow);
      if (turn === this.turn) this.wait(false);
    }
  }

  private async loadGame(id: number, source: number): Promise<void> {
    if (this.game?.game_id === id && this.game.source === source) return;
    const query = new URLSearchParams(source ? { source: String(source) } : {});
    const game = await this.page.api.get<Game>("game", `/api/game/${id}`, query);
    this.game = { ...game, source, annotated: null, missing: null };
    void this.annotate(this.game, query);
  }

  /** Asks for what stands beside the moves of a game, and shows it when it has come. */
  private async annotate(game: Game, query: URLSearchParams): Promise<void> {
    try {
      const answer = await this.page.api.get<AnnotatedAnswer>("annotated", `/api/game/${game.game_id}/annotated`, query);
      game.annotated = answer.line;
      game.missing = answer.missing;
    } catch (error) {
      if (isAborted(error)) return;
      game.missing = (error as Error).message;
    }
    const { shown } = this;
    if (shown?.game === game) this.drawLine(shown);
  }

  private drawLine(shown: Shown): void {
    this.line.show(shown);
    this.board.note(this.marks(shown));
  }

  /** Marks of the file, and those that the person has drawn. */
  private marks(shown: Shown): string[] {
    return [...marksAt(shown), ...this.ownMarks.of(shown.answer.board.fen)];
  }

  private mark(mark: string): void {
    const { shown } = this;
    if (!shown) return;
    const { fen } = shown.answer.board;
    if (mark === "") this.ownMarks.clear(fen);
    else this.ownMarks.toggle(fen, mark);
    this.board.note(this.marks(shown));
  }

  private pgn(): string {
    if (!this.shown) throw new Error("The position is not there yet.");
    const { board, line } = this.shown.answer;
    return linePgn(board.variant, board.start, line);
  }

  private picture(): string {
    if (!this.shown) throw new Error("The position is not there yet.");
    return boardPicture(this.shown.answer.board.fen, this.shown.address.flipped, this.marks(this.shown));
  }

  private async loadPosition(address: Address, turn: number): Promise<void> {
    const { game } = this;
    const line = game && address.play.length === 0 ? game.moves.map(({ uci }) => uci) : address.play;
    const ply = Math.min(address.ply ?? line.length, line.length);
    const ask = async (ply: number, line: string[]) => {
      const text = this.question(address, this.position(address, line, ply));
      const answer =
        text === this.asked && this.shown?.game === game
          ? this.shown.answer
          : await this.answer(text, game, line, ply);
      const known = game ? line : inUci(line, ply, answer);
      if (turn !== this.turn) return line;
      const position = this.position(address, known, ply);
      this.draw({ address, answer, line: known, ply, game, position }, this.question(address, position));
      return known;
    };
    try {
      const known = await ask(ply, line);
      if (turn !== this.turn) return;
      fill(this.alert);
      if (known !== line) this.page.go({ play: known }, "replace");
    } catch (error) {
      if (!(error instanceof ApiError) || error.played === null || turn !== this.turn) throw error;
      const { played } = error;
      const play = await ask(played, line.slice(0, played));
      if (turn !== this.turn) return;
      fill(
        this.alert,
        el(
          "div",
          { class: "card alert", role: "alert" },
          el("p", {}, el("b", {}, `${error.message}. `), "The board shows the line up to there."),
          el("a", { class: "text-button", href: this.page.link({ play, ply: null, game: null }) }, "Go on from this position"),
        ),
      );
    }
  }

  private async answer(question: string, game: Game | null, line: string[], ply: number): Promise<PositionAnswer> {
    const { api } = this.page;
    const answer = await api.get<PositionAnswer>("position", "/api/position", new URLSearchParams(question));
    const from = positionBefore(game, line, ply);
    if (!game || !from) return answer;
    if (this.named.game !== game) {
      const start = new URLSearchParams({ variant: game.variant, fen: game.start });
      start.set("play", game.moves.slice(0, namedMoves).map(({ uci }) => uci).join(","));
      const first = await api.get<PositionAnswer>("position", "/api/position", start);
      this.named = { game, line: first.line };
    }
    return fromStart(answer, game, from, this.named.line);
  }

  /** `variant`, `fen` and `play` of the position after `ply` moves of the line. */
  private position(address: Address, line: string[], ply: number): URLSearchParams {
    const position = new URLSearchParams();
    const { variant, fen } = this.root({ game: this.game, address });
    const from = positionBefore(this.game, line, ply);
    if (variant) position.set("variant", variant);
    if (from || fen) position.set("fen", from?.fen ?? fen ?? "");
    if (ply > 0) position.set("play", line.slice(from?.ply ?? 0, ply).join(","));
    return position;
  }

  /** What the server is asked for a position. */
  private question(address: Address, position: URLSearchParams): string {
    const query = new URLSearchParams(position);
    this.panel.ask?.(address, query);
    return query.toString();
  }

  private draw(shown: Shown, asked: string): void {
    const { answer, line, ply, address, game } = shown;
    const moved = this.shown?.answer !== answer;
    // The head of a game that was opened in the list below stands above it.
    if (game && this.shown && this.shown.game !== game) window.scrollTo({ top: 0 });
    this.shown = shown;
    this.asked = asked;
    this.board.show(answer.board, answer.legal, answer.line.at(-1)?.uci ?? null, address.flipped);
    this.controls.steps(ply, line.length);
    this.controls.show(answer.board);
    // Each list keeps the focus if it can; the panel does if a list is gone.
    keepFocus(this.side, () => {
      fill(this.failure);
      this.aside.hidden = false;
      this.drawLine(shown);
      this.panel.show(shown);
    });
    if (moved) this.announce(shown);
  }

  private announce({ answer }: Shown): void {
    const last = answer.line.at(-1);
    const turn = answer.board.over ?? `${answer.board.turn === "white" ? "White" : "Black"} to move`;
    const games = answer.position ? `, ${number(answer.position.games)} games` : "";
    this.page.say(`${last ? `${last.san}, ` : ""}${turn}${games}`);
  }

  private fail(error: unknown): void {
    this.asked = "";
    this.waiting = [];
    keepFocus(this.side, () => this.showFailure(error));
  }

  private showFailure(error: unknown): void {
    this.aside.hidden = true;
    if (error instanceof Stopped || !(error instanceof ApiError)) return this.page.failed(this.failure, error);
    const start = { fen: null, play: [], ply: null, game: null, variant: null };
    // A filter that cannot be is corrected in its field.
    const { parameter } = error;
    const isOfFilter = parameter === "player" || (filterNames as readonly (string | null)[]).includes(parameter);
    if (isOfFilter) this.correctFilter();
    const filtered = isFiltered(this.page.address().filter);
    fill(
      this.failure,
      el(
        "div",
        { class: "card empty", role: "alert" },
        el("h2", { class: "empty-title" }, "This address cannot be shown"),
        el("p", {}, error.message),
        el(
          "p",
          {},
          el("button", { type: "button", class: "text-button", onclick: () => history.back() }, "Go back"),
          " or ",
          el("a", { class: "text-button", href: this.page.link(start) }, "to the start position"),
          filtered && [
            " or ",
            el("a", { class: "text-button", href: this.page.link({ filter: noFilter() }) }, "without the filter"),
            " or ",
            el("button", { type: "button", class: "text-button", onclick: () => this.correctFilter() }, "correct the filter"),
          ],
        ),
      ),
    );
  }

  private correctFilter(): void {
    askFilter(this.page.address().filter, this.page.api, (filter) => this.page.go({ filter }), true);
  }

  private wait(waiting: boolean): void {
    if (waiting && !this.shown) fill(this.failure, el("p", { class: "card empty" }, "Looking up the position…"));
    this.aside.classList.toggle("waiting", waiting);
    this.aside.setAttribute("aria-busy", String(waiting));
  }

  /** Steps; false if there is no such step. */
  private step(step: Step): boolean {
    const { page } = this;
    const address = page.address();
    const line = this.lineOf(address);
    if (!line) {
      this.waiting.push({ step, game: address.game, source: address.source });
      return true;
    }
    const ply = Math.min(address.ply ?? line.length, line.length);
    const to = { first: 0, back: ply - 1, forward: ply + 1, last: line.length }[step];
    if (to < 0 || to > line.length || to === ply) return false;
    page.go({ ply: to === line.length ? null : to }, "step");
    return true;
  }

  /** The line of the address, which is ahead of what is shown while answers are on their way; null if its game is not there. */
  private lineOf({ play, game, source }: Address): string[] | null {
    const before = this.shown?.address;
    if (this.shown && before?.play === play && before.game === game && before.source === source) return this.shown.line;
    if (game === null || play.length > 0) return play;
    return this.game?.game_id === game && this.game.source === source ? this.game.moves.map(({ uci }) => uci) : null;
  }

  private flip(): void {
    this.page.go({ flipped: !this.page.address().flipped }, "replace");
    this.board.flip(this.page.address().flipped);
  }

  private play(uci: string): void {
    const { shown, page } = this;
    if (!shown) return;
    page.go(this.afterMove(shown, uci));
  }

  /** Change of the address that plays a move: it goes on in the line if that is its next move. */
  private afterMove(shown: Shown, uci: string): Partial<Address> {
    const { line, ply } = shown;
    if (line[ply] === uci) return { ply: ply + 1 === line.length ? null : ply + 1 };
    return this.lineHere(shown, uci);
  }

  private leaveGame(): void {
    if (this.shown) this.page.go(this.lineHere(this.shown));
  }

  /** The line to the position that is shown and on by `moves`, without the game that is open. */
  private lineHere(shown: Shown, ...moves: string[]): Partial<Address> {
    const { game, line, ply } = shown;
    const root = this.root(shown);
    const from = ply + moves.length > lineLimit ? positionBefore(game, line, ply) : null;
    return { ...root, fen: from?.fen ?? root.fen, play: [...line.slice(from?.ply ?? 0, ply), ...moves], ply: null, game: null };
  }

  /** Where the line begins, without the game that is open. */
  private root({ game, address }: Pick<Shown, "game" | "address">): Pick<Address, "fen" | "variant"> {
    if (!game) return { fen: address.fen, variant: address.variant };
    const usual = game.start === "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    return { fen: usual ? null : game.start, variant: game.variant === "chess" ? null : game.variant };
  }

  private async enter(text: string): Promise<string | null> {
    for (let loading; loading !== this.loading; await loading) loading = this.loading;
    // Another view is shown by now.
    if (!this.controls.element.isConnected) return null;
    const { shown, page } = this;
    const mark = readMark(text);
    if (mark === null) return `Expected a square or two after “mark”, as e4, e2e4 or r e2e4; got “${text.slice(4).trim()}”.`;
    if (mark !== undefined) {
      this.mark(mark);
      return null;
    }
    const entered = readEntered(text);
    if (entered.kind === "fen") {
      const problem = await this.problemOf(entered.fen, page.address().variant);
      if (problem === null) page.go({ fen: entered.fen, play: [], ply: null, game: null });
      return problem;
    }
    if (!shown) return "The position is not there yet.";
    const { games } = entered;
    const [first] = games;
    if (!first) return "Expected a move, as Nf3 or g1f3, a FEN or a game; got no move.";
    const [only, second] = first.moves;
    if (only && !second && !first.whole) {
      const move = this.board.typed(only);
      if (!move) return `Expected a legal move, as Nf3 or g1f3, or a FEN; got “${only}”.`;
      this.play(move.uci);
      return null;
    }
    const problem = await this.take(first);
    if (problem === null) this.controls.offer(games);
    return problem;
  }

  /** The reason why a FEN cannot be shown; null if it can. */
  private async problemOf(fen: string, variant: string | null): Promise<string | null> {
    const query = new URLSearchParams({ fen, top: "0" });
    if (variant) query.set("variant", variant);
    try {
      await this.page.api.get<PositionAnswer>("field", "/api/position", query);
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  }

  /** Shows moves that were entered, and answers why they cannot be; the server reads them one after the other. */
  private async take(game: EnteredGame): Promise<string | null> {
    const { shown, page } = this;
    const { moves, whole, tagged, start, variant } = game;
    if (variant === undefined)
      return `The rules of the variant “${game.variantTag}” are not known here, so the game is not shown.`;
    if (!shown) return null;
    const problem = whole && tagged && start !== null ? await this.problemOf(start, variant) : null;
    if (problem !== null) return problem;
    if (!whole) page.go(this.lineHere(shown, ...moves));
    // Without tags, the moves are by the rules that are chosen.
    else page.go({ ...this.root(shown), ...(tagged && { fen: start, variant }), play: moves, ply: null, game: null });
    return null;
  }
}

/** Parameters of the position and of the games that count. */
export function withFilter(position: URLSearchParams, address: Address): URLSearchParams {
  const query = new URLSearchParams(position);
  writeFilter(address.filter, query);
  if (address.sources !== null) query.set("sources", address.sources);
  return query;
}
