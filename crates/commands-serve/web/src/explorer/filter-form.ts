// The form of the filter.
import { type Filter, noFilter, writeFilter } from "../address";
import { type Api, ApiError, isAborted } from "../api";
import { el } from "../el";
import { visible } from "../visible";
import { withSuggestions } from "./suggest";

/** Outcomes for the player, whatever the color. */
export const outcomes: readonly string[] = ["won", "drawn", "lost"];

/**
 * Asks which games count, and calls `done` with the answer unless it was cancelled. With `isWrong`, the filter is one that
 * the server refuses: its field says why at once.
 */
export function askFilter(filter: Filter, api: Api, done: (filter: Filter) => void, isWrong = false): void {
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
  // The list of names is no part of the label.
  const nameField = (label: string, name: string, value: string | null, more: Record<string, string> = {}) => {
    const id = `filter-${(fields += 1)}`;
    const input = text(name, value, { placeholder: "part of a name", id, ...more });
    return el("div", { class: "form-field" }, el("label", { class: "label", for: id }, label), withSuggestions(input, api));
  };
  // A field for each name, since a name may have any sign in it.
  const player = (name: string | null, first = false) =>
    nameField(first ? "Player" : "or", "player", name, first ? {} : { "aria-label": "Another player" });
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
  const result = choice("result", filter.result, [
    ["", "any"],
    ["1-0", "White won"],
    ["1/2-1/2", "draw"],
    ["0-1", "Black won"],
    ["*", "not known"],
    ["won", "won by the player"],
    ["drawn", "drawn by the player"],
    ["lost", "lost by the player"],
  ]);
  const problem = el("p", { class: "problem", role: "alert", id: "filter-problem" });
  // The color and the outcome are those of a player.
  const check = () => {
    const inputs = [...form.querySelectorAll("input")];
    for (const input of inputs) {
      input.setCustomValidity("");
      input.removeAttribute("aria-describedby");
    }
    problem.textContent = "";
    const named = inputs.some(({ name, value }) => name === "player" && value.trim() !== "");
    color.setCustomValidity(color.value !== "" && !named ? "Name the player who has this color, or choose either" : "");
    const opposed = inputs.some(({ name, value }) => name === "opponent" && value.trim() !== "");
    const lacks = outcomes.includes(result.value) && !named && !opposed;
    result.setCustomValidity(lacks ? "Name the player for whom the games ended so, or choose another result" : "");
  };
  /** Says at a field, or at the form, why the server refuses the filter. */
  const complain = (error: ApiError) => {
    const { message, parameter } = error;
    const names: Record<string, string> = { elo: "elo_from", min_elo: "elo_from" };
    const name = parameter ?? "";
    const input = form.querySelector<HTMLInputElement>(`input[name="${names[name] ?? name}"]`);
    // A color or an outcome of nobody: the form has words for it.
    const ofNobody = name === "player" && [color, result].find((select) => !select.checkValidity())?.validationMessage;
    const words = ofNobody || visible(message.replace(/^parameter `\w+`: ("(?:\\.|[^"\\])*": )?/, ""));
    problem.textContent = words;
    if (!input) return;
    // What is typed there mends that of the color, too.
    if (!ofNobody) input.setCustomValidity(words);
    input.setAttribute("aria-describedby", problem.id);
    input.after(problem);
    input.focus();
  };
  /** Gives the filter up if the server takes it. */
  const submit = async (asked: Filter, take: boolean) => {
    const query = new URLSearchParams();
    writeFilter(asked, query);
    try {
      await api.get("filter", "/api/filter", query);
    } catch (error) {
      if (isAborted(error)) return;
      if (error instanceof ApiError) return complain(error);
      // A server that is gone shows in the view.
    }
    if (!take || !dialog.open) return;
    dialog.close();
    done(asked);
  };
  const form: HTMLFormElement = el(
    "form",
    {
      oninput: () => check(),
      onsubmit: (event: SubmitEvent) => {
        event.preventDefault();
        void submit(read(new FormData(form), filter), true);
      },
    },
    el("h2", { id: "filter-title" }, "Which games count"),
    el(
      "div",
      { class: "fields" },
      players,
      field("Color", color),
      nameField("Opponent", "opponent", filter.opponent),
      field("Since", text("since", filter.since, day)),
      field("Until", text("until", filter.until, day)),
      field("Elo of both from", text("elo_from", eloFrom, rating)),
      field("to", text("elo_to", eloTo, rating)),
      field("Result", result),
      field("Time control", text("time_control", filter.time_control, { placeholder: "180+2" })),
      field("Event", text("event", filter.event, { placeholder: "part of the name" }), "wide"),
    ),
    problem,
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
  check();
  document.body.append(dialog);
  dialog.showModal();
  if (isWrong) void submit(filter, false);
}

let fields = 0;

/** A control with its label, which does not contain it: the choices are no part of the name. */
function field(label: string, control: HTMLElement, wide?: string): HTMLElement {
  control.id = `filter-${(fields += 1)}`;
  return el("div", { class: ["form-field", wide ?? false] }, el("label", { class: "label", for: control.id }, label), control);
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
