// The pictures that a run wrote: a slice of the alloy before and after. They are files from the disk,
// and are shown as images only, in which nothing can run.
import { el } from "../el";
import type { Run } from "./answers";

export function slices(run: Run): HTMLElement {
  const name = run.file.replace(/\.csv(\.\w+)?$/i, "");
  const picture = (when: "before" | "after", heading: string, alt: string, missing: string) => {
    const source = run.slices[when];
    const none = () => el("p", { class: "slice-none quiet" }, `No ${name}.${when}.svg beside the CSV${missing}.`);
    const frame = el("div", { class: "slice-frame" });
    if (source) {
      const image = el("img", { src: source, alt, decoding: "async" });
      image.addEventListener("error", () => frame.replaceChildren(none()));
      frame.append(image);
    } else frame.append(none());
    return el("figure", { class: "slice" }, el("figcaption", {}, heading), frame);
  };
  return el(
    "section",
    { class: "card" },
    el("h2", { class: "card-title" }, "Slice of the alloy, one cell thick"),
    el(
      "div",
      { class: "slices" },
      picture("before", "Before", `Atoms of a slice of ${name} at the start of the run`, ""),
      picture("after", "After", `Atoms of the same slice of ${name} at the end of the run`, ": the run writes it when it ends"),
    ),
  );
}
