// Badge of a game's result.
import { el } from "./el";

const classes: Record<string, string> = { "1-0": "white-won", "0-1": "black-won", "1/2-1/2": "drawn" };

export function resultBadge(result: string | null): HTMLElement {
  const text = result ?? "*";
  return el("span", { class: ["result", classes[text] ?? "unknown"] }, text === "1/2-1/2" ? "½-½" : text);
}
