// A stop of the tour: its words, and what can be done there.
import type { Anatomy } from "../anatomy/answers";
import type { Child } from "../el";
import type { Page } from "../view";

export interface Stop {
  /** Name in the list of stops. */
  short: string;
  title: string;
  prose: Child[];
  /** What to do. */
  task: string;
  make(tools: Tools): Exhibit;
}

/** What stands below the words of a stop. */
export interface Exhibit {
  /** Left side, such as a board; null gives the whole width to the other. */
  side: HTMLElement | null;
  main: HTMLElement;
  close(): void;
}

export interface Tools {
  page: Page;
  /** Asks for the anatomy of a position after moves; the answer of an older question never comes. */
  ask(fen: string | null, play: string[], then: (anatomy: Anatomy) => void): void;
  /** The task is done; `text` says what has been seen. */
  done(text: string): void;
}

/** Scheme of the tour: the published keys, which books use. */
export const scheme = "polyglot";
