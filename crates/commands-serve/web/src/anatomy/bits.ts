// A word as a row of bits, highest first, with a gap after every four.
import { svg } from "../el";
import { digits, hex } from "./word";

const cell = 5;
const gap = 3;
const height = 10;
/** Width of the four bits of one hex digit and the gap after them. */
const pitch = 4 * cell + gap;

function width(bits: number): number {
  return digits(bits) * pitch - gap;
}

/** Where the cell of a bit begins, counted from the highest of the first digit. */
function left(index: number): number {
  return Math.floor(index / 4) * pitch + (index % 4) * cell;
}

function bars(word: bigint, bits: number): string {
  const text = word.toString(2).padStart(4 * digits(bits), "0");
  let path = "";
  for (let index = 0; index < text.length; index += 1)
    if (text[index] === "1") path += `M${left(index)} 0h${cell - 1}v${height}h${1 - cell}z`;
  return path;
}

function tracks(bits: number): string {
  let path = "";
  for (let digit = 0; digit < digits(bits); digit += 1)
    path += `M${digit * pitch} 0h${pitch - gap - 1}v${height}h${1 + gap - pitch}z`;
  return path;
}

/** The bits of a word: one path for those that are set. */
export function bitRow(word: bigint, bits: number): SVGSVGElement {
  return svg(
    "svg",
    {
      class: "bits",
      viewBox: `0 0 ${width(bits) - 1} ${height}`,
      width: width(bits) - 1,
      height,
      preserveAspectRatio: "none",
      "aria-hidden": "true",
      focusable: "false",
    },
    svg("path", { class: "bits-track", d: tracks(bits) }),
    svg("path", { class: "bits-set", d: bars(word, bits) }),
  );
}

/** Sets the bits of a row that is there. */
export function setBits(row: SVGSVGElement, word: bigint, bits: number): void {
  row.querySelector(".bits-set")?.setAttribute("d", bars(word, bits));
}

/** The hex digits of a word, each under its four bits. */
export function digitRow(word: bigint, bits: number): SVGSVGElement {
  return svg(
    "svg",
    {
      class: ["digits", bits > 64 && "digits-wide"],
      viewBox: `0 0 ${width(bits) - 1} ${bits > 64 ? 26 : 16}`,
      width: width(bits) - 1,
      "aria-hidden": "true",
      focusable: "false",
    },
    [...hex(word, bits)].map((digit, index) =>
      svg("text", { x: index * pitch + 2 * cell, y: bits > 64 ? 21 : 13, "text-anchor": "middle" }, digit),
    ),
  );
}
