// A small table of positions, as engines have a large one: low bits choose the slot, the rest verifies.

/** Number of slots: one for each last hex digit. */
export const slotCount = 16;

export interface Entry {
  /** The hex digits of the hash but the last. */
  check: string;
  /** Name of the position, such as its move. */
  name: string;
  /** The moves that led to it when it was stored. */
  line: string;
}

/** What a look-up found: an empty slot, the same position, or another one, which is replaced. */
export type Found = { what: "empty" } | { what: "hit"; name: string; line: string } | { what: "replaced"; name: string };

export class Slots {
  readonly entries: (Entry | null)[] = Array.from({ length: slotCount }, () => null);

  /** Index of a hash: its last hex digit. */
  static index(hash: string): number {
    return parseInt(hash.slice(-1), 16);
  }

  /** Looks a position up, and stores it. The name of a position that is there stays. */
  visit(hash: string, name: string, line: string): Found {
    const index = Slots.index(hash);
    const check = hash.slice(0, -1);
    const entry = this.entries[index] ?? null;
    if (entry?.check === check) return { what: "hit", name: entry.name, line: entry.line };
    this.entries[index] = { check, name, line };
    return entry ? { what: "replaced", name: entry.name } : { what: "empty" };
  }
}
