// The interface between the frame and the views.
import type { Address } from "./address";
import type { Api } from "./api";
import type { Source } from "./types";
import type { ShownText } from "./visible";

/** A view, such as the explorer, while it is shown. */
export interface View {
  /** Shows an address of this view: at the start and after every change. */
  show(address: Address): void;
  /** Ends what it started; the frame removes its elements. */
  close?(): void;
  /** Handles a key without Ctrl, Alt or Meta that no field took; true if it did. */
  key?(event: KeyboardEvent): boolean;
}

/** Makes a view in `page.main`, which is empty. */
export type ViewMaker = (page: Page) => View;

/**
 * How a change of the address stands in the history: an entry of its own, in place of the entry, or as a step,
 * which shares one entry with the steps before it.
 */
export type How = "push" | "replace" | "step";

/** What the frame offers to a view. */
export interface Page {
  readonly main: HTMLElement;
  readonly api: Api;
  readonly source: Source;
  address(): Address;
  /** Lets the person choose files to open. */
  openFiles(): void;
  /** Changes the address and shows it. */
  go(change: Partial<Address>, how?: How): void;
  /** Address of a link; the frame follows links within the page itself. */
  link(change: Partial<Address>): string;
  /** Tells screen readers. */
  say(text: string): void;
  /** Shows a short note at the bottom of the window, and tells screen readers. */
  note(text: string): void;
  /** Sets the title of the window. */
  title(text: string | ShownText): void;
  /** Shows that the server is gone in `host`, or an unexpected error, with a button that tries again. */
  failed(host: Element, error: unknown): void;
}
