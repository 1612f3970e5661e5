// The explorer: what was played in a position, and with what result.
import { writeFilter } from "../address";
import { el, fill } from "../el";
import { positionView } from "../position/position";

export const explorer = positionView("Explorer", ({ head }) => ({
  ask: (address, query) => writeFilter(address.filter, query),
  show: (shown) => fill(head, shown.answer.moves.map((move) => el("p", {}, `${move.san} ${move.games}`))),
}));
