// The board as a picture: SVG that needs nothing else.
import { arrowPath, center, markColor } from "./arrows";
import { pieces } from "./legal";
import { pieceNames } from "./promotion";

/** Colors of the light theme, whatever the page has: the picture is for elsewhere. */
const light = "#f0d9b5";
const dark = "#b58863";
const inks: Record<string, string> = { green: "#1f6b35", red: "#a8261c", yellow: "#b17a00", blue: "#23458a" };

/** The picture of a piece, as the style sheet has it: a data URL. */
function pieceUrl(color: "white" | "black", role: string): string {
  const host = document.createElement("div");
  host.className = "cg-wrap only-read";
  const piece = document.createElement("piece");
  piece.className = `${color} ${role}`;
  host.append(piece);
  document.body.append(host);
  const image = getComputedStyle(piece).backgroundImage;
  host.remove();
  return /^url\("?(data:image\/svg\+xml[^"]*)"?\)$/.exec(image)?.[1] ?? "";
}

/** The position of a FEN as SVG, a square being 45 units wide, with marks such as `Ge2e4`. */
export function boardPicture(fen: string, flipped: boolean, marks: string[]): string {
  const namespace = "http://www.w3.org/2000/svg";
  const node = (name: string, attributes: Record<string, string | number>, ...children: Node[]) => {
    const element = document.createElementNS(namespace, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    element.append(...children);
    return element;
  };
  const picture = node("svg", { viewBox: "0 0 8 8", width: 360, height: 360 });
  picture.append(node("rect", { width: 8, height: 8, fill: light }));
  let squares = "";
  for (let row = 0; row < 8; row += 1)
    for (let column = 0; column < 8; column += 1) if ((row + column) % 2 === 1) squares += `M${column} ${row}h1v1h-1z`;
  picture.append(node("path", { d: squares, fill: dark }));
  // Each picture of a piece stands once.
  const symbols = new Map<string, string>();
  const placed: Node[] = [];
  for (const [square, letter] of pieces(fen)) {
    const color = letter === letter.toLowerCase() ? "black" : "white";
    const role = pieceNames[letter.toLowerCase()] ?? "";
    const id = `${color}-${role}`;
    if (!symbols.has(id)) symbols.set(id, pieceUrl(color, role));
    const [x, y] = center(square, flipped);
    placed.push(node("use", { href: `#${id}`, x: x - 0.5, y: y - 0.5 }));
  }
  const images = [...symbols].map(([id, href]) => node("image", { id, href, width: 1, height: 1 }));
  picture.append(node("defs", {}, ...images), ...placed);
  for (const mark of marks) {
    const ink = inks[markColor(mark)] ?? dark;
    const [x, y] = center(mark.slice(1, 3), flipped);
    if (mark.length < 5) picture.append(node("circle", { cx: x, cy: y, r: 0.44, fill: "none", stroke: ink, "stroke-width": 0.09, opacity: 0.72 }));
    else picture.append(node("path", { d: arrowPath(x, y, ...center(mark.slice(3, 5), flipped)), fill: ink, opacity: 0.72 }));
  }
  return new XMLSerializer().serializeToString(picture);
}
