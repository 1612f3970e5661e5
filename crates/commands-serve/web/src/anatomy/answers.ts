// Answers of /api/anatomy and /api/twin: docs/serve-api.md says what the fields mean.
import type { Color } from "../types";
import type { Combine } from "./word";

export interface Fact {
  key: string;
  kind: string;
  color: Color | null;
  square: string | null;
  text: string;
}

/** A move and what it changes. */
export interface Change {
  uci: string;
  san: string;
  before: string;
  after: string;
  out: Fact[];
  in: Fact[];
}

export interface SchemeHash {
  name: string;
  bits: number;
  hash: string | null;
  en_passant: string | null;
  error: string | null;
}

export interface Anatomy {
  scheme: string;
  bits: number;
  combine: Combine;
  hash: string;
  fen: string;
  features: Fact[];
  last: Change | null;
  moves: Change[];
  schemes: SchemeHash[];
}

export interface Twin {
  scheme: string;
  hash: string;
  fen: string;
  twin: string;
  out: Fact[];
  in: Fact[];
}
