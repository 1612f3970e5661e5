// Small pictures, drawn on a grid of 16 units in the color of the text.
import { svg } from "./el";

const paths = {
  mark: "M8 1.4a6.6 6.6 0 1 0 0 13.2 6.6 6.6 0 0 0 0-13.2zM8 1.4v13.2M1.4 8h13.2",
  first: "M3.5 3v10M13 3.2v9.6L5.8 8z",
  back: "M12 3v10L4.2 8z",
  forward: "M4 3v10l7.8-5z",
  last: "M12.5 3v10M3 3.2v9.6L10.2 8z",
  play: "M4.5 3v10l8-5z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  picture: "M2 3h12v10H2zM2 11.5l3.5-4 3 3 2-2 3.5 3",
  flip: "M5 13V3M2.5 5.5 5 3l2.5 2.5M11 3v10M8.5 10.5 11 13l2.5-2.5",
  copy: "M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z",
  done: "M3 8.5 6.5 12 13 4.5",
  close: "M4 4l8 8M12 4l-8 8",
  plus: "M8 3v10M3 8h10",
  save: "M8 2.5v8M4.8 7.5 8 10.7l3.2-3.2M3 13.5h10",
  link: "M6 3.5H3v9.5h9.5v-3M9 2.5h4.5V7M13 3 7.5 8.5",
  folder: "M1.8 4h4.4l1.5 1.8h6.5v7.4H1.8z",
  sun: "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1.2v1.6M8 13.2v1.6M1.2 8h1.6M13.2 8h1.6M3.2 3.2l1.1 1.1M11.7 11.7l1.1 1.1M12.8 3.2l-1.1 1.1M4.3 11.7l-1.1 1.1",
  moon: "M13.5 9.8A6 6 0 0 1 6.2 2.5a6 6 0 1 0 7.3 7.3z",
  contrast: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z",
} as const;

export type IconName = keyof typeof paths;

const filled: readonly IconName[] = ["first", "back", "forward", "last", "play", "pause"];

export function icon(name: IconName): SVGSVGElement {
  return svg(
    "svg",
    { class: ["icon", filled.includes(name) && "filled"], viewBox: "0 0 16 16", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: paths[name] }),
    name === "contrast" && svg("path", { d: "M8 2a6 6 0 0 1 0 12z", class: "filled" }),
  );
}
