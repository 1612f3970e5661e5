// The stones of each position of a line, from those that each ply puts and takes.
import type { GoGame, Player, StonesByColor } from "./answers";

/** Players of the stones, by the names of their points. */
export type Stones = ReadonlyMap<string, Player>;

export function stonesAt(game: GoGame, ply: number): Stones {
  const stones = new Map<string, Player>();
  put(stones, game.setup);
  for (const { put: added, taken } of game.plies.slice(0, ply)) {
    for (const point of points(taken)) stones.delete(point);
    put(stones, added);
  }
  return stones;
}

export function points({ black, white }: StonesByColor): string[] {
  return [...black, ...white];
}

export function hashAt(game: GoGame, ply: number): string {
  return game.plies[ply - 1]?.hash ?? game.hash;
}

/** True if two positions have the same stones on the same points. */
export function areEqual(one: Stones, other: Stones): boolean {
  return one.size === other.size && [...one].every(([point, player]) => other.get(point) === player);
}

export function count(stones: Stones, player: Player): number {
  return [...stones.values()].filter((stone) => stone === player).length;
}

function put(stones: Map<string, Player>, { black, white }: StonesByColor): void {
  for (const point of black) stones.set(point, "Black");
  for (const point of white) stones.set(point, "White");
}
