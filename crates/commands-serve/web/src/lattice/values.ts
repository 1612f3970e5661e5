// The values of the first row, of a row that is picked, and of the last, as a table.
import { type Child, el, fill } from "../el";
import type { Run } from "./answers";
import { valueText } from "./numbers";
import { hashOf, type Series, seriesOf } from "./series";

export class Values {
  readonly element: HTMLElement;
  private readonly picked: HTMLElement[] = [];
  private readonly all: (Series & { heading: Child })[];

  constructor(private readonly run: Run) {
    // Times have their unit in each cell, and the names of counts say what is counted.
    const plain = (kind: "clock" | "recall") => seriesOf(run, kind).map((series) => ({ ...series, heading: series.text }));
    const observables = seriesOf(run, "observable").map((series) => ({ ...series, heading: withUnit(series) }));
    this.all = [...plain("clock"), ...observables, ...plain("recall")];
    const last = run.rows.length - 1;
    const row = (heading: Child, start: string, end: string) => {
      const picked = el("td", { class: "number at-cursor" });
      this.picked.push(picked);
      return el(
        "tr",
        {},
        el("th", { scope: "row" }, heading),
        el("td", { class: "number" }, start),
        picked,
        el("td", { class: "number" }, end),
      );
    };
    const rows = this.all.map(({ heading, unit, values, isCount }) =>
      row(heading, valueText(values[0] ?? null, unit, isCount), valueText(values[last] ?? null, unit, isCount)),
    );
    this.element = el(
      "section",
      { class: "card" },
      el("h2", { class: "card-title" }, "Values"),
      el(
        "div",
        { class: "values-scroll", tabindex: 0, role: "region", "aria-label": "Values" },
        el(
          "table",
          { class: "values" },
          el(
            "thead",
            {},
            el(
              "tr",
              {},
              el("th", { scope: "col" }, "Column"),
              el("th", { scope: "col", class: "number" }, "At the start"),
              el("th", { scope: "col", class: "number at-cursor" }, "At the cursor"),
              el("th", { scope: "col", class: "number" }, "At the end"),
            ),
          ),
          el("tbody", {}, rows, row("Hash of the state", hashOf(run, 0), hashOf(run, last))),
        ),
      ),
    );
    for (const cell of this.element.querySelectorAll("tbody tr:last-child td")) cell.classList.add("mono");
  }

  show(index: number): void {
    this.all.forEach(({ values, unit, isCount }, row) => {
      const cell = this.picked[row];
      if (cell) fill(cell, valueText(values[index] ?? null, unit, isCount));
    });
    const hash = this.picked.at(-1);
    if (hash) fill(hash, hashOf(this.run, index));
  }
}

function withUnit({ text, unit }: Series): Child {
  return unit ? [text, el("span", { class: "quiet" }, `, ${unit}`)] : text;
}
