// Answers of /api/go: docs/serve-api.md says what the fields mean.

export type Player = "Black" | "White";

export interface GoRow {
  game_id: number;
  source: number;
  file: string;
  game: number;
  width: number;
  height: number;
  black: string | null;
  black_rank: string | null;
  white: string | null;
  white_rank: string | null;
  result: string | null;
  date: string | null;
  event: string | null;
  rules: string | null;
  komi: string | null;
  moves: number;
  variations: number;
  findings: number;
}

export interface GoList {
  games: GoRow[];
  kept: number;
  from: number;
}

export interface StonesByColor {
  black: string[];
  white: string[];
}

export interface Ply {
  move: number | null;
  player: Player | null;
  point: string | null;
  put: StonesByColor;
  taken: StonesByColor;
  hash: string;
}

export interface Finding {
  variation: number;
  move: number;
  player: Player | null;
  point: string | null;
  fault: string;
  earlier: number | null;
  cycle: number | null;
  ply: number;
  earlier_ply: number | null;
  played: boolean;
}

export interface GoGame extends GoRow {
  checked_by: { rules: string; suicide: string };
  variation: number;
  setup: StonesByColor;
  hash: string;
  plies: Ply[];
  is_cut: boolean;
  found: Finding[];
}

/** The parts of a board that can be looked for. */
export const regions = {
  board: "Whole board",
  "upper-left": "Upper left corner",
  "upper-right": "Upper right corner",
  "lower-left": "Lower left corner",
  "lower-right": "Lower right corner",
  left: "Left side",
  right: "Right side",
  top: "Upper side",
  bottom: "Lower side",
} as const;

export type Region = keyof typeof regions;

export interface NextMove {
  move: string | null;
  player: Player | null;
  games: number;
  black_wins: number;
  white_wins: number;
  tenuki: number;
  first_year: number | null;
  last_year: number | null;
}

export interface FoundGame {
  game_id: number | null;
  ply: number;
  file: string;
  game: number;
  at: number;
  symmetry: string;
  colors_swapped: boolean;
  move: string | null;
  player: Player | null;
  tenuki: number;
  black: string | null;
  white: string | null;
  result: string | null;
  date: string | null;
}

export interface Explored {
  found: number;
  of: number;
  moves: NextMove[];
  games: FoundGame[];
}
