// Sentences about moves and findings.
import { counted } from "../format";
import type { Finding, GoGame, Ply } from "./answers";
import { points } from "./stones";

/** `move 9`, or the start, or stones that were set up. */
export function named(game: GoGame, ply: number): string {
  const at = game.plies[ply - 1];
  if (!at) return "the start";
  if (at.move !== null) return `move ${at.move}`;
  const before = game.plies.slice(0, ply).findLast(({ move }) => move !== null)?.move;
  return before ? `the set-up after move ${before}` : "the set-up before move 1";
}

/** `Black C4`, `White passes`, or stones that were set up. */
export function moved({ player, point }: Ply): string {
  if (player === null) return "Stones are set up";
  return point === "pass" ? `${player} passes` : `${player} ${point ?? ""}`;
}

/** `takes 2 stones`, or null. */
export function takes({ player, taken }: Ply): string | null {
  if (player === null || points(taken).length === 0) return null;
  const own = player === "Black" ? taken.black : taken.white;
  const others = player === "Black" ? taken.white : taken.black;
  const parts = [
    others.length > 0 && `takes ${counted(others.length, "stone")}`,
    own.length > 0 && `loses ${counted(own.length, "stone")} of its own`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** A finding as a sentence without its end. */
export function sentence(finding: Finding): string {
  const { move, player, point, fault, earlier, played } = finding;
  const who = `${player ?? ""}${player && point ? ` ${point}` : ""}`;
  const at = `Move ${move}${who ? `, ${who},` : ""}`;
  if (fault === "repetition" && earlier !== null) {
    return `${at} repeats the position ${earlier === 0 ? "at the start" : `after move ${earlier}`}`;
  }
  if (fault === "suicide") return `${at} is suicide, which the rules forbid`;
  if (fault === "occupied") return `${at} is on a point that has a stone`;
  if (fault === "out of turn") return `${at} is out of turn: the same player moved last`;
  if (!player) return move === 0 ? `At the start: ${fault}` : `After move ${move}: ${fault}`;
  return played ? `${at}: ${fault}` : `${at} cannot be played (${fault})`;
}

/** The rules of the check, as options name them. */
export function rulesOfCheck({ rules, suicide }: GoGame["checked_by"]): string {
  const ko = rules === "simple" ? "simple ko" : rules === "natural" ? "natural situational superko" : `${rules} superko`;
  const own = suicide === "multi" ? "suicide of two stones or more allowed" : `suicide ${suicide}`;
  return `${ko}, ${own}`;
}
