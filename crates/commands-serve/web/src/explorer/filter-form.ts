// The form of the filter.
import { type Filter, noFilter } from "../address";
import { el } from "../el";

/** Asks which games count, and calls `done` with the answer unless it was cancelled. */
export function askFilter(filter: Filter, done: (filter: Filter) => void): void {
  const [eloFrom, eloTo] = eloEnds(filter);
  const text = (name: string, value: string | null, more: Record<string, string> = {}) =>
    el("input", { name, type: "text", dir: "auto", value: value ?? "", autocomplete: "off", spellcheck: "false", ...more });
  const day = {
    pattern: "\\d{4}([.\\-]\\d{1,2}([.\\-]\\d{1,2})?)?",
    placeholder: "2024 or 2024.05.31",
    title: "A year, a month or a day: 2024, 2024.05 or 2024.05.31",
  };
  const rating = { pattern: "\\d{1,4}", inputmode: "numeric", title: "An Elo, as 2000" };
  const choice = (name: string, value: string | null, options: [string, string][]) =>
    el(
      "select",
      { name },
      options.map(([key, label]) => el("option", { value: key, selected: key === (value ?? "") }, label)),
    );
  // A field for each name, since a name may have any sign in it.
  const player = (name: string | null, first = false) =>
    field(first ? "Player" : "or", text("player", name, { placeholder: "part of a name", ...(first ? {} : { "aria-label": "Another player" }) }));
  const another = el(
    "button",
    {
      type: "button",
      class: "text-button",
      onclick: () => {
        const more = player(null);
        another.before(more);
        more.querySelector("input")?.focus();
      },
    },
    "or another name",
  );
  const [name = null, ...others] = filter.player;
  const players = el("div", { class: "form-names" }, player(name, true), others.map((other) => player(other)), another);
  const dialog = el("dialog", { class: "filter-dialog card", "aria-labelledby": "filter-title" });
  const color = choice("as", filter.as, [["", "either"], ["white", "White"], ["black", "Black"]]);
  // The color is that of a player.
  const checkColor = () => {
    const named = [...players.querySelectorAll("input")].some((input) => input.value.trim() !== "");
    color.setCustomValidity(color.value !== "" && !named ? "Name the player who has this color, or choose either" : "");
  };
  const form: HTMLFormElement = el(
    "form",
    {
      oninput: checkColor,
      onsubmit: (event: SubmitEvent) => {
        event.preventDefault();
        dialog.close();
        done(read(new FormData(form), filter));
      },
    },
    el("h2", { id: "filter-title" }, "Which games count"),
    el(
      "div",
      { class: "fields" },
      players,
      field("Color", color),
      field("Opponent", text("opponent", filter.opponent, { placeholder: "part of a name" })),
      field("Since", text("since", filter.since, day)),
      field("Until", text("until", filter.until, day)),
      field("Elo of both from", text("elo_from", eloFrom, rating)),
      field("to", text("elo_to", eloTo, rating)),
      field(
        "Result",
        choice("result", filter.result, [
          ["", "any"],
          ["1-0", "White won"],
          ["1/2-1/2", "draw"],
          ["0-1", "Black won"],
          ["*", "not known"],
        ]),
      ),
      field("Time control", text("time_control", filter.time_control, { placeholder: "180+2" })),
      field("Event", text("event", filter.event, { placeholder: "part of the name" }), "wide"),
    ),
    el(
      "div",
      { class: "dialog-buttons" },
      el("button", { type: "button", class: "button", onclick: () => dialog.close() }, "Cancel"),
      el("button", { type: "submit", class: "button main" }, "Show these games"),
    ),
  );
  dialog.append(form);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  checkColor();
  document.body.append(dialog);
  dialog.showModal();
}

function field(label: string, input: HTMLElement, wide?: string): HTMLElement {
  return el(
    "label",
    { class: ["form-field", wide ?? false] },
    el("span", { class: "label" }, label),
    input,
  );
}

function eloEnds({ elo, min_elo }: Filter): [string | null, string | null] {
  if (elo === null) return [min_elo, null];
  const [from, to] = elo.split("..");
  return [from || null, to || null];
}

function read(data: FormData, before: Filter): Filter {
  const value = (name: string) => String(data.get(name) ?? "").trim() || null;
  const day = (name: string) => value(name)?.replace(/-/g, ".") ?? null;
  const player = data
    .getAll("player")
    .map((name) => String(name).trim())
    .filter((name) => name !== "");
  const [from, to] = [value("elo_from"), value("elo_to")];
  return {
    ...noFilter(),
    player,
    as: value("as"),
    opponent: value("opponent"),
    since: day("since"),
    until: day("until"),
    elo: from || to ? `${from ?? ""}..${to ?? ""}` : null,
    result: value("result"),
    event: value("event"),
    time_control: value("time_control"),
    max_ply: before.max_ply,
  };
}
