// Keeps the focus of the keyboard where it was while a part of the page is drawn anew.

const focusable = "a[href], button, input, select, textarea, [tabindex]";

/**
 * Calls `draw`, which may replace what is in `host`, and gives the focus back: to the control with the name of the one
 * that had it, or, for who goes on by the keyboard, to the one that now stands in its place.
 */
export function keepFocus(host: HTMLElement, draw: () => void): void {
  const had = document.activeElement;
  if (!(had instanceof HTMLElement) || had === host || !host.contains(had)) return draw();
  const name = nameOf(had);
  const place = controls(host).indexOf(had);
  const byKeyboard = had.matches(":focus-visible");
  draw();
  const has = document.activeElement;
  if (has instanceof HTMLElement && host.contains(has) && canTake(has)) return;
  const now = controls(host);
  const near = (at: number) => Math.abs(at - place);
  const [same] = [...now.keys()].filter((at) => nameOf(now[at]) === name).sort((a, b) => near(a) - near(b));
  const at = same ?? (byKeyboard ? Math.max(0, Math.min(place, now.length - 1)) : -1);
  now[at]?.focus({ preventScroll: true });
}

/** Controls that can take the focus, in their order. */
function controls(host: HTMLElement): HTMLElement[] {
  return [...host.querySelectorAll<HTMLElement>(focusable)].filter((control) => control.tabIndex >= 0 && canTake(control));
}

function canTake(control: HTMLElement): boolean {
  return control.isConnected && control.checkVisibility({ visibilityProperty: true }) && !control.matches(":disabled");
}

/** Name by which a control is found again: `data-focus`, or else its label or text. */
function nameOf(control: HTMLElement | undefined): string {
  if (!control) return "";
  const words = control.dataset.focus ?? control.getAttribute("aria-label") ?? control.textContent ?? "";
  return `${control.localName} ${words}`;
}
