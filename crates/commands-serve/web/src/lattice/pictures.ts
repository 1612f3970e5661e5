// The pictures that a run wrote: the solutes and vacancies of the whole box before and after. They are files from the disk,
// and are shown as images only, in which nothing can run.
import { el } from "../el";
import type { Run } from "./answers";

export function pictures(run: Run): HTMLElement {
  const name = run.file.replace(/\.csv(\.\w+)?$/i, "");
  const picture = (when: "before" | "after", heading: string, alt: string, missing: string) => {
    const source = run.pictures[when];
    const none = () => el("p", { class: "picture-none quiet" }, `No ${name}.${when}.svg beside the CSV${missing}.`);
    const frame = el("div", { class: "picture-frame" });
    if (source) {
      const image = el("img", { src: source, alt, decoding: "async" });
      image.addEventListener("error", () => frame.replaceChildren(none()));
      frame.append(image);
    } else frame.append(none());
    return el("figure", { class: "picture" }, el("figcaption", {}, heading), frame);
  };
  return el(
    "section",
    { class: "card" },
    el("h2", { class: "card-title" }, "The whole box, seen along its last axis"),
    el(
      "div",
      { class: "pictures" },
      picture("before", "Before", `Solutes and vacancies of ${name} at the start of the run`, ""),
      picture("after", "After", `Solutes and vacancies of ${name} at the end of the run`, ": the run writes it when it ends"),
    ),
  );
}
