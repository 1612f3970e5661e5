// The board: shows a position, and tells which legal move was made on it.
import { Chessground } from "@lichess-org/chessground";
import type { Api as Ground } from "@lichess-org/chessground/api";
import type { Key, Role } from "@lichess-org/chessground/types";
import { el, fill } from "../el";
import type { BoardState, Color, Legal } from "../types";
import { Arrows } from "./arrows";
import { colorOf } from "./own_marks";
import { LegalMoves, pieces, readUci, type Square } from "./legal";
import { Pocket } from "./pockets";
import { askPromotion, pieceNames } from "./promotion";

export interface BoardOptions {
  /** A legal move was made: its UCI. Without it nothing can be moved. */
  play?: (uci: string) => void;
  /** A mark was drawn by the right button, such as `Ge2e4`. */
  draw?: (mark: string) => void;
  /** The pointer is over another square, or over none. */
  hover?: (square: Square | null) => void;
}

export class Board {
  readonly element: HTMLElement;
  private readonly wrap = el("div", { class: "board-wood", role: "img", "aria-label": "Board" });
  private readonly frame: HTMLElement;
  private readonly arrows = new Arrows();
  private readonly files = el("div", { class: "files", "aria-hidden": "true" });
  private readonly ranks = el("div", { class: "ranks", "aria-hidden": "true" });
  private readonly ground: Ground;
  private readonly pockets: { top: Pocket; bottom: Pocket };
  private legal = new LegalMoves([], "", "white");
  private state: BoardState | null = null;
  private last: string | null = null;
  private flipped = false;
  private inHand: string | null = null;
  private marked = new Map<Square, string>();
  private closePromotion: (() => void) | null = null;

  constructor(private readonly options: BoardOptions) {
    const pocket = () =>
      new Pocket(
        (piece) => this.take(piece),
        (piece, color, event) =>
          this.ground.dragNewPiece({ role: pieceNames[piece] as Role, color }, event, false),
      );
    this.pockets = { top: pocket(), bottom: pocket() };
    this.frame = el("div", { class: "board-frame" }, this.wrap, this.arrows.element);
    this.element = el(
      "div",
      { class: "board" },
      this.pockets.top.element,
      el("div", { class: "board-square" }, this.frame, this.ranks),
      this.files,
      this.pockets.bottom.element,
    );
    this.pockets.top.show(null, "black", () => false);
    this.pockets.bottom.show(null, "white", () => false);
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.ground = Chessground(this.wrap, {
      coordinates: false,
      // The arrows are our own: those of the library write style attributes, which the content policy forbids.
      drawable: { enabled: false, visible: false },
      viewOnly: !options.play,
      disableContextMenu: false,
      blockTouchScroll: false,
      animation: { enabled: !calm, duration: 180 },
      movable: {
        free: false,
        showDests: true,
        rookCastle: true,
        events: {
          after: (from, to) => this.moved(from, to),
          afterNewPiece: (role, to) => this.dropped(role, to),
        },
      },
      premovable: { enabled: false },
      predroppable: { enabled: false },
      draggable: { enabled: true, showGhost: true },
    });
    for (const name of ["mousedown", "touchstart"] as const) {
      // The board may have moved in the page since the library measured it.
      this.element.addEventListener(name, () => this.ground.state.dom.bounds.clear(), { capture: true, passive: true });
      this.wrap.addEventListener(name, (event) => this.dropByClick(event), { capture: true });
    }
    if (options.draw) this.drawByRightButton(options.draw);
    if (options.hover) this.watch(options.hover);
    this.coordinates();
  }

  /** Shows a position; `last` is the UCI of the move that led to it. */
  show(state: BoardState, legal: Legal[], last: string | null, flipped: boolean): void {
    this.state = state;
    this.last = last;
    this.flipped = flipped;
    this.legal = new LegalMoves(legal, state.fen, state.turn);
    this.draw();
  }

  flip(flipped: boolean): void {
    this.flipped = flipped;
    if (this.state) this.draw();
    else {
      this.ground.set({ orientation: flipped ? "black" : "white" });
      this.coordinates();
    }
  }

  /** Move that a person typed. */
  typed(text: string): Legal | undefined {
    return this.legal.typed(text);
  }

  /** Shows an arrow for a move, or none. */
  arrow(uci: string | null): void {
    this.arrows.show(uci, this.flipped);
  }

  /** Shows arrows and squares of a file, such as `Ge2e4` and `Rd4`. */
  note(marks: string[]): void {
    this.arrows.note(marks, this.flipped);
  }

  /** Marks squares by classes of the style sheet, such as `hovered`. */
  mark(squares: Map<Square, string>): void {
    this.marked = squares;
    this.ground.set({ highlight: { custom: squares as Map<Key, string> } });
  }

  close(): void {
    this.ground.destroy();
  }

  private draw(): void {
    const state = this.state;
    if (!state) return;
    this.closePromotion?.();
    this.closePromotion = null;
    this.inHand = null;
    const last = this.last === null ? null : readUci(this.last);
    const orientation: Color = this.flipped ? "black" : "white";
    this.ground.set({
      fen: state.fen,
      orientation,
      turnColor: state.turn,
      check: state.in_check ? state.turn : false,
      ...{ lastMove: last ? ([last.from, last.to].filter(Boolean) as Key[]) : undefined },
      highlight: { custom: this.marked as Map<Key, string> },
      movable: {
        color: this.options.play && this.legal.moves.length > 0 ? state.turn : undefined,
        dests: this.legal.targets as Map<Key, Key[]>,
      },
    });
    this.arrow(null);
    this.coordinates();
    const other: Color = this.flipped ? "white" : "black";
    for (const [pocket, color] of [
      [this.pockets.top, other],
      [this.pockets.bottom, orientation],
    ] as const)
      pocket.show(
        state.pockets?.[color] ?? (state.pockets ? "" : null),
        color,
        (piece) => color === state.turn && this.legal.drops.has(piece),
      );
    this.wrap.setAttribute("aria-label", inWords(state));
  }

  private coordinates(): void {
    const files = [..."abcdefgh"];
    const ranks = [..."87654321"];
    if (this.flipped) {
      files.reverse();
      ranks.reverse();
    }
    fill(this.files, files.map((file) => el("span", {}, file)));
    fill(this.ranks, ranks.map((rank) => el("span", {}, rank)));
  }

  private moved(from: Square, to: Square): void {
    const moves = this.legal.between(from, to);
    const [only] = moves;
    if (!only || !this.state) return this.draw();
    if (moves.length === 1) return this.options.play?.(only.uci);
    this.closePromotion = askPromotion(this.frame, moves, to, this.state.turn, this.flipped, (move) => {
      this.closePromotion = null;
      if (move) this.options.play?.(move.uci);
      else this.draw();
    });
  }

  private dropped(role: string, to: Square): void {
    const letter = Object.keys(pieceNames).find((key) => pieceNames[key] === role);
    const move = letter && this.legal.drop(letter, to);
    if (move) this.options.play?.(move.uci);
    else this.draw();
  }

  /** Takes a piece of the pocket in hand: its squares are marked. */
  private take(piece: string | null): void {
    this.inHand = piece;
    const squares = piece === null ? [] : (this.legal.drops.get(piece) ?? []);
    const marks = new Map(this.marked);
    for (const square of squares) marks.set(square, "drop-here");
    this.ground.set({ highlight: { custom: marks as Map<Key, string> } });
    this.ground.redrawAll();
  }

  private dropByClick(event: MouseEvent | TouchEvent): void {
    if (this.inHand === null) return;
    const square = this.squareAt(event);
    const move = square && this.legal.drop(this.inHand, square);
    event.stopPropagation();
    event.preventDefault();
    this.pockets.top.select(null);
    this.pockets.bottom.select(null);
    if (move) this.options.play?.(move.uci);
  }

  /** Square under the pointer. */
  squareAt(event: MouseEvent | TouchEvent): Square | undefined {
    const point = "touches" in event ? event.touches[0] : event;
    return point && this.ground.getKeyAtDomPos([point.clientX, point.clientY]);
  }

  private drawByRightButton(draw: (mark: string) => void): void {
    let from: Square | null = null;
    this.wrap.addEventListener("contextmenu", (event) => event.preventDefault());
    this.wrap.addEventListener("mousedown", (event) => {
      if (event.button === 2) from = this.squareAt(event) ?? null;
    });
    this.wrap.addEventListener("mouseup", (event) => {
      const to = event.button === 2 ? this.squareAt(event) : undefined;
      if (from && to) draw(`${colorOf(event)}${from}${from === to ? "" : to}`);
      from = null;
    });
  }

  private watch(hover: (square: Square | null) => void): void {
    let before: Square | null = null;
    const tell = (square: Square | null) => {
      if (square !== before) hover(square);
      before = square;
    };
    this.wrap.addEventListener("mousemove", (event) => tell(this.squareAt(event) ?? null));
    this.wrap.addEventListener("mouseleave", () => tell(null));
  }
}

/** The position in words, for screen readers. */
function inWords(state: BoardState): string {
  const sides: Record<Color, string[]> = { white: [], black: [] };
  for (const [square, letter] of pieces(state.fen)) {
    const lower = letter.toLowerCase();
    sides[letter === lower ? "black" : "white"].push(`${pieceNames[lower] ?? letter} ${square}`);
  }
  const turn = state.over ?? `${state.turn === "white" ? "White" : "Black"} to move`;
  return `Board, ${turn}${state.in_check ? ", in check" : ""}. White: ${sides.white.join(", ")}. Black: ${sides.black.join(", ")}.`;
}
