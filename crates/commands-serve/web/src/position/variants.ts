// The rules that the page knows, by the names of the server.

/** Names with their words. */
export const variants: [string, string][] = [
  ["chess", "chess"],
  ["chess960", "Chess960"],
  ["atomic", "atomic chess"],
  ["antichess", "antichess"],
  ["kingofthehill", "King of the Hill"],
  ["3check", "three-check"],
  ["crazyhouse", "crazyhouse"],
  ["racingkings", "Racing Kings"],
  ["horde", "horde"],
];

/** Other names of the tag `Variant`, as the command reads them; null is chess. */
const tags: Record<string, string | null> = {
  chess: null,
  standard: null,
  normal: null,
  fromposition: null,
  fischerandom: "chess960",
  fischerrandom: "chess960",
  frc: "chess960",
  koth: "kingofthehill",
  threecheck: "3check",
};

/** The rules of a tag `Variant`; null for chess, undefined if they are not known. */
export function variantOfTag(tag: string): string | null | undefined {
  const plain = tag.replace(/[^a-z0-9]/gi, "").toLowerCase();
  if (plain === "") return null;
  const known = tags[plain];
  if (known !== undefined) return known;
  return variants.find(([name]) => name === plain)?.[0];
}

/** The words for some rules. */
export function variantWords(name: string): string {
  return variants.find(([known]) => known === name)?.[1] ?? name;
}
