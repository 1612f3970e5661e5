// Makes elements. Text is always a text node, so that nothing from a file can become markup, and its control characters
// are shown, in labels too.

import { ShownText, shownText, visible } from "./visible";

export type Child = Node | string | number | null | undefined | false | Child[];

type Handler = (event: never) => void;

/** Attributes by name; `on…` are listeners, `class` may be a list; null and false leave one out. */
export type Attributes = Record<string, string | number | boolean | null | undefined | Handler | ShownText | (string | false | null)[]>;

/** An HTML element. */
export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  setAttributes(element, attributes);
  append(element, children);
  return element;
}

/** An SVG element. */
export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  setAttributes(element, attributes);
  append(element, children);
  return element;
}

/** Replaces the children of an element. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  append(element, children);
}

/** Attributes that a person sees or hears. */
const shownNames: readonly string[] = ["title", "aria-label", "alt"];

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "style") throw new Error("the content policy forbids style attributes: use a class or element.style");
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else if (Array.isArray(value)) element.setAttribute(name, value.filter(Boolean).join(" "));
    else if (value instanceof ShownText || shownNames.includes(name)) element.setAttribute(name, shownText(value instanceof ShownText ? value : String(value)));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

function append(element: Element, children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(element, child);
    else element.append(child instanceof Node ? child : document.createTextNode(visible(String(child))));
  }
}
