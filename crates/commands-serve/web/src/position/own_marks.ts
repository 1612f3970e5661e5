// Arrows and marks that a person draws, kept for each position until the view is left.

/** Marks as files have them: a letter for the color, and a square or two. */
export class OwnMarks {
  private readonly byPosition = new Map<string, string[]>();

  of(fen: string): string[] {
    return this.byPosition.get(fen) ?? [];
  }

  /** Draws a mark; one that is there is taken away, and one of another color replaced. */
  toggle(fen: string, mark: string): void {
    const others = this.of(fen).filter((other) => other.slice(1) !== mark.slice(1));
    const isThere = this.of(fen).includes(mark);
    this.byPosition.set(fen, isThere ? others : [...others, mark]);
  }

  clear(fen: string): void {
    this.byPosition.delete(fen);
  }
}

/**
 * The mark of a text such as `mark e4`, `mark e2e4` or `mark r e2e4`; `""` for `mark` alone, which clears; null if it
 * is none of these, and undefined if the text is not about a mark.
 */
export function readMark(text: string): string | null | undefined {
  const rest = /^mark\b\s*(.*)$/i.exec(text.trim())?.[1];
  if (rest === undefined) return undefined;
  if (rest === "") return "";
  const found = /^([gryb])?\s*([a-h][1-8])\s*([a-h][1-8])?$/i.exec(rest);
  if (!found) return null;
  const [, color = "g", from = "", to = ""] = found;
  return color.toUpperCase() + from.toLowerCase() + (to.toLowerCase() === from.toLowerCase() ? "" : to.toLowerCase());
}

/** The color of a mark that is drawn with the pointer. */
export function colorOf(event: MouseEvent): string {
  if (event.shiftKey && event.altKey) return "Y";
  if (event.shiftKey) return "R";
  return event.altKey ? "B" : "G";
}
