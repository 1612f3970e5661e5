// A small stone beside the name of its player.
import { svg } from "../el";
import type { Player } from "./answers";

export function stoneIcon(player: Player | null): SVGSVGElement {
  return svg(
    "svg",
    { class: "stone-icon", viewBox: "0 0 16 16", "aria-hidden": "true", focusable: "false" },
    player && svg("circle", { class: `stone-${player.toLowerCase()} is-flat`, cx: 8, cy: 8, r: 6.5 }),
  );
}
