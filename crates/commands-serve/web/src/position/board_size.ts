// The size of the board: a handle beside it, which the pointer drags and the arrow keys move; remembered in the browser.
import { el } from "../el";

const smallest = 280;
const largest = 1000;
const step = 16;

function remembered(): number | null {
  try {
    const value = Number(localStorage.getItem("board-size"));
    return value >= smallest && value <= largest ? value : null;
  } catch {
    return null;
  }
}

function remember(size: number | null): void {
  try {
    if (size === null) localStorage.removeItem("board-size");
    else localStorage.setItem("board-size", String(size));
  } catch {
    // Without storage the size lasts as long as the view.
  }
}

/** A handle for the board in the first column of `layout`. */
export function sizeHandle(layout: HTMLElement, side: HTMLElement): HTMLElement {
  const handle = el("div", {
    class: "size-handle",
    role: "slider",
    tabindex: 0,
    "aria-label": "Size of the board",
    "aria-orientation": "horizontal",
    "aria-valuemin": smallest,
    "aria-valuemax": largest,
    title: "Size of the board: drag, or arrow keys; a double click resets it",
  });
  const set = (asked: number | null) => {
    const size = asked === null ? null : Math.round(Math.max(smallest, Math.min(largest, asked)));
    layout.classList.toggle("sized", size !== null);
    if (size === null) layout.style.removeProperty("--board-size");
    else layout.style.setProperty("--board-size", `${size}px`);
    handle.setAttribute("aria-valuenow", String(size ?? (Math.round(side.clientWidth) || smallest)));
    remember(size);
  };
  set(remembered());
  let from: number | null = null;
  handle.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    handle.focus();
    handle.setPointerCapture(event.pointerId);
    from = event.clientX - side.clientWidth;
  });
  handle.addEventListener("pointermove", (event) => {
    if (from !== null) set(event.clientX - from);
  });
  for (const name of ["pointerup", "pointercancel"] as const)
    handle.addEventListener(name, () => {
      from = null;
    });
  handle.addEventListener("dblclick", () => set(null));
  handle.addEventListener("keydown", (event) => {
    const by: Record<string, number> = { ArrowLeft: -step, ArrowDown: -step, ArrowRight: step, ArrowUp: step };
    const change = by[event.key];
    if (change === undefined) return;
    // The arrow keys step through the moves elsewhere.
    event.preventDefault();
    set(side.clientWidth + change);
  });
  return handle;
}
