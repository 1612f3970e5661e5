// Answers of /api/lattice: docs/serve-api.md says what the fields mean.

export type Cell = number | string | null;

export interface RunRow {
  run: number;
  file: string;
  step: number;
  time: number;
  hash: string;
}

export interface RunList {
  runs: RunRow[];
}

export interface Column {
  name: string;
  unit: string | null;
  kind: "clock" | "observable" | "recall" | "hash" | "weight";
  text: string;
}

export interface Run {
  run: number;
  file: string;
  columns: Column[];
  rows: Cell[][];
  all_rows: number;
  pictures: { before: string | null; after: string | null };
}
