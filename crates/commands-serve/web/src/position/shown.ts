// A position that is shown, and what the views of positions and their frame know of each other.
import type { Address } from "../address";
import type { Game, PositionAnswer } from "../types";
import type { Page } from "../view";
import type { Board } from "./board";
import type { Square } from "./legal";

export interface Shown {
  address: Address;
  answer: PositionAnswer;
  /** All moves of the line as UCI, those after `ply` included. */
  line: string[];
  ply: number;
  game: Game | null;
  /** `fen`, `variant` and `play` of the position, to ask the server for more about it. */
  position: URLSearchParams;
}

/** A panel beside the board, such as that of the explorer. */
export interface Panel {
  /** Adds parameters to the question for the position. */
  ask?(address: Address, query: URLSearchParams): void;
  /** Shows a position whose answer has come. */
  show(shown: Shown): void;
  /** Handles a key; true if it did. */
  key?(event: KeyboardEvent): boolean;
  /** The pointer is over another square of the board. */
  hover?(square: Square | null): void;
  close?(): void;
}

/** What the frame of positions offers to a panel. */
export interface Hands {
  page: Page;
  board: Board;
  /** Place in the first card, below the line of moves. */
  head: HTMLElement;
  /** Place of further cards. */
  body: HTMLElement;
  /** Plays a legal move, given as UCI. */
  play(uci: string): void;
  /** Address of the position after a legal move. */
  linkOf(shown: Shown, uci: string): string;
}

export type PanelMaker = (hands: Hands) => Panel;
