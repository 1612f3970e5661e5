// Light, dark, or as the system has it; remembered in the browser.
import { el } from "./el";
import { icon, type IconName } from "./icons";

const themes = ["system", "light", "dark"] as const;
type Theme = (typeof themes)[number];
const icons: Record<Theme, IconName> = { system: "contrast", light: "sun", dark: "moon" };

function remembered(): Theme {
  try {
    const value = localStorage.getItem("theme");
    return themes.find((theme) => theme === value) ?? "system";
  } catch {
    return "system";
  }
}

function set(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const meta = document.querySelector('meta[name="color-scheme"]');
  meta?.setAttribute("content", theme === "system" ? "light dark" : theme);
}

export function applyTheme(): void {
  set(remembered());
}

/** Button that goes through the three. */
export function themeSwitch(): HTMLElement {
  let theme = remembered();
  const button = el("button", {
    type: "button",
    class: "icon-button theme",
    onclick: () => {
      theme = themes[(themes.indexOf(theme) + 1) % themes.length] as Theme;
      try {
        localStorage.setItem("theme", theme);
      } catch {
        // Without storage the choice lasts as long as the page.
      }
      set(theme);
      label();
    },
  });
  const label = () => {
    button.replaceChildren(icon(icons[theme]));
    button.setAttribute("aria-label", `Colors: ${theme}`);
    button.title = `Colors: ${theme}`;
  };
  label();
  return button;
}
