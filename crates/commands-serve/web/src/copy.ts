// Buttons that copy a text.
import { el } from "./el";
import { icon, type IconName } from "./icons";

/** Copies a text; false if the browser refuses. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without the clipboard's permission, by way of a selection.
    const area = el("textarea", { class: "only-read", "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/** A button that copies what `text` gives, and tells so by `note`. */
export function copyButton(label: string, text: () => string | Promise<string>, note: (text: string) => void, sign: IconName = "copy"): HTMLElement {
  const button = el("button", { type: "button", class: "icon-button", "aria-label": label, title: label }, icon(sign));
  button.addEventListener("click", async () => {
    try {
      if (!(await copy(await text()))) return note("The browser did not allow to copy");
    } catch (error) {
      return note(error instanceof Error ? error.message : String(error));
    }
    button.replaceChildren(icon("done"));
    note("Copied");
    setTimeout(() => button.replaceChildren(icon(sign)), 1500);
  });
  return button;
}
