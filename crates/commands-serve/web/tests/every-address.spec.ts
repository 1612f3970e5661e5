// axe at the kinds of addresses, and in the dialogs, that the tests of the views do not look at: by turns in light on a
// desk and in dark on a phone.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { test, type Way } from "./fixtures";
import { data } from "./serve";

const folder = mkdtempSync(join(tmpdir(), "zobrist-address-"));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ways: Way[] = [
  ["light", 1280],
  ["dark", 390],
];

interface Place {
  path: string;
  /** Is there once the view is. */
  ready: string;
  act?: (page: Page) => Promise<void>;
}

const button = (name: string) => async (page: Page) => page.getByRole("button", { name, exact: true }).click();

const places: Place[] = [
  { path: "/", ready: ".game-row" },
  { path: "/?sort=score&order=newest", ready: ".game-row" },
  { path: "/?play=e2e4,e7e5,g1f3&ply=1", ready: ".game-row" },
  { path: "/?fen=8/P6k/8/8/8/8/8/K7+w+-+-+0+1", ready: ".position-layout" },
  { path: "/?play=f2f3,e7e5,g2g4,d8h4", ready: ".position-layout .panel:not([hidden])" },
  { path: "/?variant=crazyhouse&play=e2e4,d7d5,e4d5", ready: ".pocket" },
  { path: "/?player=a&as=white&since=2024&elo=1500..2200&result=won", ready: ".chip" },
  { path: "/?player=nobody+at+all", ready: ".chip" },
  { path: "/?game=0", ready: ".of-game" },
  { path: "/?game=3&ply=12&flipped=1", ready: ".of-game" },
  { path: "/?sources=0", ready: ".game-row" },
  { path: "/?sources=7", ready: ".empty-title" },
  { path: "/?fen=nonsense", ready: ".empty-title" },
  { path: "/?game=999999", ready: ".empty-title" },
  { path: "/?as=white", ready: "dialog[open] .problem:not(:empty)" },
  { path: "/?play=e2e4", ready: ".chart", act: async (page) => page.locator(".chart summary").click() },
  { path: "/", ready: ".game-row", act: button("Filter") },
  { path: "/", ready: ".game-row", act: button("Sources, and open files") },
  {
    path: "/?fen=8/P6k/8/8/8/8/8/K7+w+-+-+0+1",
    ready: ".position-layout .panel:not([hidden])",
    act: async (page) => {
      for (const square of [0, 1]) {
        const board = await page.locator("cg-board").boundingBox();
        if (!board) throw new Error("expected a board, got none");
        await page.mouse.click(board.x + board.width / 16, board.y + (board.height / 16) * (square === 0 ? 3 : 1));
      }
      await page.locator("dialog[open]").waitFor();
    },
  },
  {
    path: "/",
    ready: ".game-row",
    act: async (page) => {
      await page.getByLabel("Move or FEN").fill("8/8/8/9/8/8/8/8 w - - 0 1");
      await page.getByLabel("Move or FEN").press("Enter");
      await page.locator("#field-problem:not(:empty)").waitFor();
    },
  },
  { path: "/anatomy", ready: ".loom-sum .sum-row" },
  { path: "/anatomy?play=e2e4&scheme=stockfish-15.1&ply=1", ready: ".loom-sum .sum-row" },
  { path: "/anatomy?scheme=none", ready: ".empty-title" },
  { path: "/tour", ready: ".tour, .stop, main h2" },
  { path: "/go", ready: ".goban" },
];

test("axe finds nothing at any address", async ({ serve, accessible }) => {
  test.setTimeout(600_000);
  writeFileSync(join(folder, "two.sgf"), "(;GM[1]SZ[9]PB[Ada]PW[Bea];B[aa];W[bb](;B[cc])(;B[dd]))(;GM[1]SZ[5];B[aa];W[ba])");
  writeFileSync(join(folder, "mine.pgn"), '[White "Ada"]\n[Black "Bea"]\n\n1. e4 {first} (1. d4 d5) 1... e5 $1 1-0\n\n1. e4 Ke5 *\n');
  const server = await serve([`${data}club.pgn.gz`, join(folder, "mine.pgn"), join(folder, "two.sgf")]);
  for (const [at, { path, ready, act }] of places.entries()) {
    const way = ways[at % 2];
    if (way) await test.step(path, () => accessible(`${server.url}${path}`, ready, [way], act));
  }
});
