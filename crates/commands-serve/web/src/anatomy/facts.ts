// Facts as people read them: their kinds, their labels, and the squares that they belong to.
import { el, type Child } from "../el";
import { pieceIcon } from "../position/promotion";
import type { Fact } from "./answers";
import type { Scene } from "./scene";

/** Kinds in the order of the loom, and their names in the legend. */
const kinds: [string, string, string][] = [
  ["pawn", "pawn", "pawns"],
  ["knight", "knight", "knights"],
  ["bishop", "bishop", "bishops"],
  ["rook", "rook", "rooks"],
  ["queen", "queen", "queens"],
  ["king", "king", "kings"],
  ["castling", "castling right", "castling rights"],
  ["en passant", "en passant", "en passant"],
  ["turn", "side to move", "side to move"],
  ["other", "other", "others"],
];

const letters: Record<string, string> = { pawn: "p", knight: "n", bishop: "b", rook: "r", queen: "q", king: "k" };

/** Class of the style sheet for the color of a kind. */
export function kindClass(fact: Fact): string {
  return `kind-${fact.kind.replace(/ /g, "-")}`;
}

/** Facts by kind, in the order of the loom. */
export function byKind(facts: Fact[]): { kind: string; name: string; facts: Fact[] }[] {
  const groups = kinds.map(([kind, one, many]) => {
    const same = facts.filter((fact) => fact.kind === kind);
    return { kind, name: same.length === 1 ? one : many, facts: same };
  });
  return groups.filter((group) => group.facts.length > 0);
}

/** A fact as a picture and a word; the full words are there for screen readers. */
export function factLabel(fact: Fact): Child {
  const [picture, word] = short(fact);
  return [
    el("span", { class: "fact-picture", "aria-hidden": "true" }, picture),
    el("span", { class: "fact-word", "aria-hidden": "true", title: fact.text }, word),
    el("span", { class: "only-read" }, fact.text),
  ];
}

function short(fact: Fact): [Child, string] {
  const { kind, color, square, text } = fact;
  const letter = letters[kind];
  if (letter && color && square) return [pieceIcon(letter, color), square];
  if (kind === "turn") return [el("span", { class: `turn-dot turn-${color ?? "white"}` }), "to move"];
  if (kind === "castling") return castling(fact);
  if (kind === "en passant") {
    const file = /file ([a-h])$/.exec(text)?.[1];
    if (file) return [el("b", {}, file), "en pas."];
    return [el("b", {}, square ?? "–"), "en pas."];
  }
  return other(fact);
}

/** Facts that variants and some schemes have. */
function other({ color, square, text }: Fact): [Child, string] {
  const bit = Number(/bit (\d+)$/.exec(text)?.[1] ?? 0);
  const piece = /^\w+ (\w+)s in the pocket/.exec(text)?.[1];
  const letter = piece && letters[piece];
  if (letter && color) return [pieceIcon(letter, color), `hand +${1 << bit}`];
  if (text.startsWith("remaining checks")) return [el("b", {}, color === "white" ? "W" : "B"), `checks +${1 << bit}`];
  const clock = /^halfmove clock from (\d+)$/.exec(text)?.[1];
  if (clock) return ["", `clock ${clock}+`];
  if (text.startsWith("variant ")) return ["", "variant"];
  if (square) return [el("b", {}, square), text.split(" ")[0] ?? ""];
  return ["", text];
}

function castling({ text, color, square }: Fact): [Child, string] {
  const set = /rights (\S+)$/.exec(text)?.[1];
  if (set) return ["", set === "-" ? "no rights" : set];
  if (text.includes("that may castle") && color) return [pieceIcon("k", color), `→${text.slice(-2)}`];
  if (square) return [el("b", {}, color === "white" ? square[0]?.toUpperCase() : square[0]), "right"];
  const side = text.endsWith("O-O-O") ? "q" : "k";
  return [el("b", {}, color === "white" ? side.toUpperCase() : side), "right"];
}

/** The squares that a fact belongs to, in a position where it holds. */
export function squaresOf(fact: Fact, { turn, kings }: Scene): string[] {
  const { kind, color, square, text } = fact;
  if (kind === "castling") {
    const king = color && kings[color];
    return [king, square].filter((place): place is string => Boolean(place));
  }
  if (square) return [square];
  const file = kind === "en passant" && /file ([a-h])$/.exec(text)?.[1];
  // The pawn that may be captured.
  if (file) return [file + (turn === "white" ? "5" : "4")];
  return [];
}
