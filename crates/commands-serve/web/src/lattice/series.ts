// The columns of a run as curves, and what follows from them.
import type { Column, Run } from "./answers";

/** A curve: a value for each row of the run, null where there is none. */
export interface Series {
  name: string;
  text: string;
  unit: string | null;
  values: (number | null)[];
  /** True for whole numbers. */
  isCount: boolean;
  /** What it means, in a sentence. */
  note: string | null;
}

const counts = ["step", "solute_pairs", "lone_solutes", "evaluations", "hits"];

const notes: Record<string, string> = {
  squared_displacement: "Of the vacancies, from where each began, in squares of the lattice constant a.",
  solute_pairs: "Pairs of nearest neighbors that are both solutes.",
  lone_solutes: "Solute atoms with no other beside them.",
  evaluations: "Since the start. The curve flattens when what comes has been met before.",
  hits: "Since the start.",
};

export function column(run: Run, name: string): (number | null)[] {
  const index = run.columns.findIndex((column) => column.name === name);
  return run.rows.map((row) => {
    const value = row[index];
    return typeof value === "number" ? value : null;
  });
}

/** The hash of the state in a row. */
export function hashOf(run: Run, row: number): string {
  const index = run.columns.findIndex(({ kind }) => kind === "hash");
  return String(run.rows[row]?.[index] ?? "");
}

/** The curves of the columns of a kind; those without any value are left out. */
export function seriesOf(run: Run, kind: Column["kind"]): Series[] {
  return run.columns
    .filter((column) => column.kind === kind)
    .map(({ name, text, unit }) => ({
      name,
      text,
      unit,
      values: column(run, name),
      isCount: counts.includes(name),
      note: notes[name] ?? null,
    }))
    .filter(({ values }) => values.some((value) => value !== null));
}

/** Work of the recall: the columns, and both for each step since the row before. */
export function recallOf(run: Run): Series[] {
  const steps = column(run, "step");
  const each = (name: string, text: string): Series => ({
    name: `${name}_each`,
    text,
    unit: null,
    values: column(run, name).map((value, row, all) => {
      const [before, from, to] = [all[row - 1], steps[row - 1], steps[row]];
      if (value === null || before == null || from == null || to == null || to <= from) return null;
      // A resumed run counts from 0 again.
      return value < before ? null : (value - before) / (to - from);
    }),
    isCount: false,
    note: "On average since the row before.",
  });
  return [
    // Their headings say what is counted.
    ...seriesOf(run, "recall").map((series) => ({ ...series, unit: null })),
    each("evaluations", "Barriers computed, per step"),
    each("hits", "Look-ups answered from memory, per step"),
  ].filter(({ values }) => values.some((value) => value !== null));
}
