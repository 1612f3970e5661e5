// Text from files as it is shown: characters that would change the direction of text, or show nothing, stand as text.

const obeyed = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The text with `[U+202E]` and the like in the place of control characters. */
export function visible(text: string): string {
  return text.replace(obeyed, (sign) => `[U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`);
}

/** Text that is shown as it is: its isolates are our own. */
export class ShownText {
  constructor(readonly text: string) {}
}

/** Letters and numbers of the scripts that are written from right to left. */
const fromRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A text in which each of `names` keeps its direction to itself, for titles and labels; elements are `bdi` instead. */
export function isolated(parts: TemplateStringsArray, ...names: string[]): ShownText {
  const [first = "", ...rest] = parts;
  const shown = names.map(visible).map((name) => (fromRight.test(name) ? `\u2068${name}\u2069` : name));
  return new ShownText(first + rest.map((part, index) => `${shown[index] ?? ""}${part}`).join(""));
}

/** The text of a title or a label. */
export function shownText(text: string | ShownText): string {
  return text instanceof ShownText ? text.text : visible(text);
}
