// Keys of the whole page. Keys with Ctrl, Alt or Meta belong to the browser.

/** True if the key goes into a field or moves within a control of its own. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  if (target.closest("dialog")) return true;
  return target instanceof HTMLInputElement && !["button", "checkbox", "radio", "submit"].includes(target.type);
}

export function hasModifier(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.altKey || event.metaKey;
}

/** Calls `handle` for each key that is not for a field; a key that it takes does nothing else. */
export function listen(handle: (event: KeyboardEvent) => boolean): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || hasModifier(event) || isTyping(event)) return;
    if (handle(event)) event.preventDefault();
  });
}
