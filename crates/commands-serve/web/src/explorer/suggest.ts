// Names that are suggested under a field while one types.
import { type Api, isAborted } from "../api";
import { el, fill } from "../el";
import { counted } from "../format";

interface NamesAnswer {
  names: { name: string; games: number }[];
}

/** Milliseconds without a key after which the server is asked. */
const pause = 60;
let last = 0;

/** A field with a list of the players whose names are like what is typed: a combobox. */
export function withSuggestions(input: HTMLInputElement, api: Api): HTMLElement {
  last += 1;
  const id = `names-${last}`;
  const list = el("ul", { class: "names", role: "listbox", id, "aria-label": "Suggested names", hidden: true });
  let timer = 0;
  let active = -1;
  const options = () => [...list.children] as HTMLElement[];
  const close = () => {
    clearTimeout(timer);
    api.abort("names");
    list.hidden = true;
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const choose = (name: string) => {
    input.value = name;
    close();
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const activate = (to: number) => {
    const all = options();
    active = all.length === 0 ? -1 : (to + all.length) % all.length;
    all.forEach((option, at) => option.setAttribute("aria-selected", String(at === active)));
    const now = all[active];
    if (!now) return;
    input.setAttribute("aria-activedescendant", now.id);
    now.scrollIntoView({ block: "nearest" });
  };
  const show = ({ names }: NamesAnswer) => {
    fill(
      list,
      names.map(({ name, games }, at) =>
        el(
          "li",
          {
            role: "option",
            id: `${id}-${at}`,
            "aria-selected": "false",
            // Before the field loses the focus.
            onmousedown: (event: MouseEvent) => {
              event.preventDefault();
              choose(name);
            },
          },
          el("bdi", {}, name),
          el("span", { class: "quiet" }, counted(games, "game")),
        ),
      ),
    );
    active = -1;
    list.hidden = names.length === 0;
    input.setAttribute("aria-expanded", String(!list.hidden));
  };
  const ask = async () => {
    const text = input.value.trim();
    if (text === "") return close();
    try {
      show(await api.get<NamesAnswer>("names", "/api/names", new URLSearchParams({ text })));
    } catch (error) {
      // Names can be typed without help.
      if (!isAborted(error)) close();
    }
  };
  for (const [name, value] of [
    ["role", "combobox"],
    ["aria-autocomplete", "list"],
    ["aria-controls", id],
    ["aria-expanded", "false"],
  ] as const)
    input.setAttribute(name, value);
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void ask(), pause);
  });
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") activate(active + (event.key === "ArrowDown" ? 1 : active < 0 ? 0 : -1));
    else if (event.key === "Enter" && active >= 0) choose(options()[active]?.querySelector("bdi")?.textContent ?? input.value);
    else if (event.key === "Escape") close();
    else return;
    // Neither the form nor the dialog takes these keys.
    event.preventDefault();
    event.stopPropagation();
  });
  return el("span", { class: "with-names" }, input, list);
}
