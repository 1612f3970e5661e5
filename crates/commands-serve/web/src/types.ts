// Answers of the API: docs/serve-api.md says what the fields mean.

export type Color = "white" | "black";

export interface Opening {
  eco: string;
  name: string;
}

export interface Source {
  version: string;
  name: string | null;
  games: number | null;
  scheme: string | null;
  changed: string | null;
  rejected: Rejected | null;
  schemes: SchemeName[];
  go: number;
  lattice: number;
  sources: ListedSource[];
  /** Bytes of a file that can be sent; null if none can. */
  upload_limit: number | null;
  /** The engine of the user, and the most milliseconds that it has for a position. */
  engine: { name: string; time: number } | null;
}

/** An evaluation for White. */
export interface Evaluation {
  centipawns?: number;
  mate?: number;
}

/** Answer of the engine. */
export interface EngineAnswer {
  engine: string;
  lines: EngineLine[];
  stopped: boolean;
}

export interface EngineLine {
  depth: number;
  evaluation: Evaluation;
  moves: Legal[];
}

/** Kind of the games of a source. */
export type Holds = "chess" | "go";

/** A source of games, ready or not. */
export interface ListedSource {
  name: string;
  holds: Holds;
  uploaded: boolean;
  state: "waiting" | "indexing" | "ready" | "failed";
  number: number | null;
  games: number | null;
  progress: { bytes: number; of: number | null; games: number; writing: boolean; seconds_left: number | null } | null;
  error: string | null;
}

/** Games that were not taken, or only up to a bad move, with the places and reasons of the first. */
export interface Rejected {
  games: number;
  shortened: number;
  first: string[];
}

export interface SchemeName {
  name: string;
  bits: number;
  has_twins: boolean;
}

/** Games and results: of a position or of a move. */
export interface Counts {
  games: number;
  white: number;
  draws: number;
  black: number;
  unknown: number;
  average_elo: number | null;
  last_year: number | null;
  opening: Opening | null;
  /** Score of the player asked for, from 0 to 1. */
  player_score?: number | null;
}

export interface PositionCounts extends Counts {
  fen: string;
  filter: unknown;
  reached: number;
  duplicates: number;
  ended: number;
  /** Score of White, from 0 to 1. */
  score: number | null;
  /** Performance rating of the player asked for, by FIDE's table. */
  performance?: number | null;
}

/** A move in the games of a year, or of a hundred of Elos. */
export interface GroupRow {
  year?: number | null;
  elo?: number | null;
  uci: string;
  san: string;
  games: number;
  /** Games of the group in this position, and the share of the move. */
  of: number;
  share: number;
  /** Score of White, from 0 to 1. */
  score: number | null;
  player_score?: number | null;
}

export interface MoveCounts extends Counts {
  uci: string;
  san: string;
  other_orders: number | null;
}

export interface Legal {
  uci: string;
  san: string;
}

export interface LineMove extends Legal {
  /** Position after the move; null where a long game is put together from parts. */
  fen: string | null;
  opening: Opening | null;
}

export interface BoardState {
  variant: string;
  start: string;
  fen: string;
  turn: Color;
  ply: number;
  in_check: boolean;
  over: string | null;
  scheme: string;
  /** Null if the scheme cannot hash the variant. */
  hash: string | null;
  pockets: Record<Color, string> | null;
  checks: Record<Color, number> | null;
}

export interface PositionAnswer {
  position: PositionCounts | null;
  moves: MoveCounts[];
  hidden: { moves: number; games: number };
  unplayed: MoveCounts[] | null;
  groups: GroupRow[] | null;
  board: BoardState;
  line: LineMove[];
  legal: Legal[];
}

/** A game of the list. */
export interface GameRow {
  game_id: number;
  source: number;
  /** Name of the file that it came from. */
  file: string;
  ply: number;
  white_name: string | null;
  black_name: string | null;
  white_elo: number | null;
  black_elo: number | null;
  result: string | null;
  date: string | null;
  event: string | null;
  site: string | null;
  round: string | null;
}

export interface GamesAnswer {
  games: GameRow[];
  kept: number;
  reached: number;
}

/** A position of a game, to ask from for later ones. */
export interface GamePosition {
  ply: number;
  fen: string;
}

/** A game with its moves. */
export interface Game extends Omit<GameRow, "ply"> {
  link: string | null;
  tags: [string, string][];
  variant: string;
  start: string;
  moves: Legal[];
  positions?: GamePosition[];
  /** The moves as its file has them; null until they have come, and if the file is not there as it was. */
  annotated: AnnotatedLine | null;
  /** The reason why they are not there. */
  missing: string | null;
}

/** Answer to the question for the moves of a game as its file has them. */
export interface AnnotatedAnswer {
  line: AnnotatedLine | null;
  missing: string | null;
}

/** Main line of a game or a variation, with what stands beside its moves. */
export interface AnnotatedLine {
  comments: string[];
  moves: AnnotatedMove[];
  /** Text that is not shown as moves. */
  rest: string | null;
}

export interface AnnotatedMove extends Legal {
  nags: number[];
  comments: string[];
  /** Seconds. */
  clock: number | null;
  elapsed: number | null;
  /** For White. */
  evaluation: Evaluation | null;
  /** Marks on the board, as `Ge2e4`. */
  marks: string[];
  /** Lines in place of the move. */
  variations: AnnotatedLine[];
}
