// Print and high contrast: pieces and squares are there.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

const folder = mkdtempSync(join(tmpdir(), "zobrist-output-"));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Two kings alone on a1 and h8. */
const empty = "fen=7k/8/8/8/8/8/8/K7 w - - 0 1";

/** The share of pixels in each square of the board that differ from the color that most of the square has. */
async function drawn(page: Page, board = "cg-board"): Promise<number[]> {
  const picture = await page.locator(board).first().screenshot();
  return page.evaluate(async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("expected a canvas, got none");
    context.drawImage(image, 0, 0);
    const size = image.width / 8;
    return Array.from({ length: 64 }, (_, square) => {
      const [x, y] = [(square % 8) * size, Math.floor(square / 8) * size];
      const { data } = context.getImageData(x + 2, y + 2, size - 4, size - 4);
      const counts = new Map<number, number>();
      for (let at = 0; at < data.length; at += 4) {
        const color = (data[at] ?? 0) * 65536 + (data[at + 1] ?? 0) * 256 + (data[at + 2] ?? 0);
        counts.set(color, (counts.get(color) ?? 0) + 1);
      }
      return 1 - Math.max(...counts.values()) / (data.length / 4);
    });
  }, `data:image/png;base64,${picture.toString("base64")}`);
}

/** Number of colors among the middles of the squares in the middle ranks. */
async function squareColors(page: Page): Promise<number> {
  const picture = await page.locator("cg-board").screenshot();
  return page.evaluate(async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context?.drawImage(image, 0, 0);
    const size = image.width / 8;
    const colors = Array.from({ length: 16 }, (_, at) => {
      const point = context?.getImageData(((at % 8) + 0.5) * size, (3.5 + Math.floor(at / 8)) * size, 1, 1).data;
      return point?.join();
    });
    return new Set(colors).size;
  }, `data:image/png;base64,${picture.toString("base64")}`);
}

for (const [name, media] of [
  ["high contrast", { forcedColors: "active" }],
  ["high contrast in the dark", { forcedColors: "active", colorScheme: "dark" }],
  ["print", { media: "print" }],
] as const) {
  test(`pieces and squares are there in ${name}`, async ({ page, club, picture }) => {
    await page.emulateMedia(media);
    await page.goto(club.url);
    await expect(page.locator("cg-board piece")).toHaveCount(32);
    const start = await drawn(page);
    for (const [square, share] of start.entries()) {
      const hasPiece = square < 16 || square >= 48;
      expect(share > 0.1, `square ${square}: ${share}`).toBe(hasPiece);
    }
    expect(await squareColors(page)).toBe(2);
    await picture(`output-${name.replaceAll(" ", "-")}`);
  });
}

/** The drawing in a PDF: all its streams, without compression. */
function drawing(pdf: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let from = pdf.indexOf("stream\n"); from >= 0; from = pdf.indexOf("stream\n", from + 1)) {
    if (pdf.subarray(from - 3, from).toString() === "end") continue;
    try {
      parts.push(inflateSync(pdf.subarray(from + 7), { finishFlush: 2 }));
    } catch {
      // Not compressed so, as fonts may be.
    }
  }
  return Buffer.concat(parts);
}

test("a printed board has its pieces, without the browser's option for backgrounds", async ({ page, club }) => {
  const printed = async (query: string) => {
    await page.goto(`${club.url}/?${query}`);
    await expect(page.locator("cg-board piece").first()).toBeVisible();
    // The table beside the board is no part of the comparison.
    await page.evaluate(() => document.querySelector(".panel-side")?.remove());
    return drawing(await page.pdf({ printBackground: false })).length;
  };
  const [start, kings] = [await printed(""), await printed(empty)];
  expect(start).toBeGreaterThan(kings + 10_000);
  // The control: as it is without the rule.
  await page.goto(club.url);
  await expect(page.locator("cg-board piece")).toHaveCount(32);
  await page.evaluate(() => {
    document.querySelector(".panel-side")?.remove();
    for (const element of document.querySelectorAll<HTMLElement>("*")) element.style.setProperty("print-color-adjust", "economy", "important");
  });
  expect(drawing(await page.pdf({ printBackground: false })).length).toBeLessThan(kings);
});

test("stones of Go are there in high contrast", async ({ page, serve }) => {
  const file = join(folder, "stones.sgf");
  writeFileSync(file, "(;GM[1]FF[4]SZ[9];B[ee];W[ed];B[fd];W[dd])");
  const server = await serve([file]);
  await page.emulateMedia({ forcedColors: "active" });
  const shades = async (ply: number) => {
    await page.goto(`${server.url}/go?ply=${ply}`);
    await expect(page.locator(".goban-place .goban [class^=stone-]")).toHaveCount(ply);
    return (await drawn(page, ".goban")).reduce((sum, share) => sum + share, 0);
  };
  expect(await shades(4)).toBeGreaterThan((await shades(0)) + 0.5);
});
