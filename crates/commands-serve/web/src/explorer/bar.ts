// A bar of results: White's wins, draws, Black's wins.
import { el } from "../el";
import { percent } from "../format";

export interface Results {
  white: number;
  draws: number;
  black: number;
}

export function bar({ white, draws, black }: Results): HTMLElement {
  const known = white + draws + black;
  if (known === 0) return el("span", { class: "quiet no-results" }, "no known results");
  const part = (count: number, name: string) => {
    if (count === 0) return null;
    const segment = el("span", { class: name }, el("span", { class: "bar-label" }, percent(count, known)));
    segment.style.flexGrow = String(count / known);
    return segment;
  };
  const words = `White ${percent(white, known)}, draws ${percent(draws, known)}, Black ${percent(black, known)}`;
  return el(
    "span",
    { class: "bar", role: "img", "aria-label": words, title: words },
    part(white, "bar-white"),
    part(draws, "bar-draw"),
    part(black, "bar-black"),
  );
}
