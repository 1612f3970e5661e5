// One position by all schemes.
import { el } from "../el";
import type { Page } from "../view";
import type { Anatomy, SchemeHash } from "./answers";
import { hashLink } from "./link";

export function schemesCard(anatomy: Anatomy, page: Page): HTMLElement {
  return el(
    "section",
    { class: "card schemes-card", "aria-labelledby": "schemes-title" },
    el("h2", { class: "card-title", id: "schemes-title" }, "The same position by every scheme"),
    el(
      "table",
      { class: "schemes" },
      el(
        "thead",
        {},
        el("tr", {}, el("th", { scope: "col" }, "Scheme"), el("th", { scope: "col" }, "Hash"), el("th", { scope: "col" }, "En passant")),
      ),
      el(
        "tbody",
        {},
        anatomy.schemes.map((scheme) => row(scheme, anatomy, page)),
      ),
    ),
  );
}

function row(scheme: SchemeHash, anatomy: Anatomy, page: Page): HTMLElement {
  const current = scheme.name === anatomy.scheme && scheme.bits === anatomy.bits;
  const href = page.link({ scheme: scheme.name });
  const name = el("th", { scope: "row" });
  if (scheme.error === null) {
    name.append(el("a", { href, "aria-current": current ? "true" : null }, scheme.name));
  } else name.append(scheme.name);
  if (scheme.bits !== 64) name.append(el("span", { class: "quiet" }, ` ${scheme.bits} bits`));
  return el(
    "tr",
    { class: current && "is-current" },
    name,
    scheme.error === null
      ? [
          el("td", {}, el("code", {}, hashLink(href, scheme.hash, { "data-focus": `hash ${scheme.name}` }))),
          el("td", {}, scheme.en_passant ? `${scheme.en_passant} file` : el("span", { class: "quiet" }, "none")),
        ]
      : el("td", { colspan: 2, class: "quiet", title: scheme.error }, "has no keys for these rules"),
  );
}
