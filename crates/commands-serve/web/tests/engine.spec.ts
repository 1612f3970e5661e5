// The engine of the user, and the curve of the evaluations of a file.
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, expectLine, expectNoSideways, test, widths } from "./fixtures";

const folder = mkdtempSync(join(tmpdir(), "zobrist-engine-"));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stockfish = "/usr/games/stockfish";

/** An engine that always finds the same lines, or ends when it is asked. */
function scripted(name: string, onGo: string): string {
  const path = join(folder, name);
  const script = `#!/bin/sh
while read -r word rest; do case $word in
uci) echo "id name <b>Scripted</b>"; echo uciok;;
isready) echo readyok;;
go) ${onGo};;
quit) exit 0;;
esac; done
`;
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return path;
}

test("the engine is off until it is switched on, and its lines can be played", async ({ page, serve, accessible, picture }) => {
  const lines = "echo info depth 9 multipv 1 score cp 31 pv e2e4 e7e5 g1f3; echo info depth 8 multipv 2 score mate -3 pv d2d4; echo bestmove e2e4";
  const server = await serve(["--engine", scripted("fixed", lines)]);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/engine")) asked.push(request.url());
  });
  await page.goto(server.url);
  const card = page.locator(".card.engine");
  await expect(card.locator("h2")).toHaveText("Engine <b>Scripted</b>");
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);
  await card.getByRole("button", { name: "Switch on" }).click();
  await expect(card.locator(".engine-line")).toHaveText(["+0.311. e4 e5 2. Nf3depth 9", "#-31. d4depth 8"]);
  await picture("engine");
  await card.getByRole("link", { name: "e4" }).click();
  await expectLine(page, "e4");
  // It finds nothing that is legal here.
  await card.getByRole("button", { name: "Switch off" }).click();
  await expect(card.locator(".engine-line")).toHaveCount(0);
  const before = asked.length;
  await page.keyboard.press("ArrowLeft");
  await page.waitForLoadState("networkidle");
  expect(asked.length).toBe(before);
  await accessible(`${server.url}/`, ".card.engine");
});

test("stockfish evaluates the position", async ({ page, serve }) => {
  test.skip(!existsSync(stockfish), "there is no stockfish");
  const server = await serve(["--engine", stockfish, "--engine-time", "1s"]);
  await page.goto(`${server.url}/?fen=r5k1/8/8/8/8/8/5PPP/6K1+b+-+-+0+1`);
  await page.locator(".card.engine").getByRole("button", { name: "Switch on" }).click();
  await expect(page.locator(".engine-line")).toHaveCount(3);
  await expect(page.locator(".engine-line").first()).toContainText("#-1");
  await page.locator(".engine-line a").first().click();
  await expectLine(page, "Ra1#");
  await expect(page.locator(".engine-result")).toHaveText("The game is over.");
});

test.describe("an engine that breaks down", () => {
  test.use({ expected: { patterns: [/502/] } });

  test("is told", async ({ page, serve }) => {
    const server = await serve(["--engine", scripted("broken", "exit 3")]);
    await page.goto(server.url);
    await page.locator(".card.engine").getByRole("button", { name: "Switch on" }).click();
    await expect(page.locator(".engine-result")).toContainText("the engine has broken down: it ended");
  });
});

test("without an engine there is no card", async ({ page, club }) => {
  await page.goto(club.url);
  await expect(page.locator(".filter-count")).toBeVisible();
  await expect(page.locator(".card.engine")).toBeHidden();
});

test("evaluations of a file are a curve, which leads to the moves", async ({ page, serve, accessible, picture }) => {
  const file = join(folder, "evaluated.pgn");
  writeFileSync(file, "1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Nf3 {[%eval 0.4]} Nc6 3. Bb5 {[%eval 9.5]} a6 {[%eval #-2]} *\n\n1. d4 {[%eval 0.3]} d5 *\n");
  const server = await serve([file]);
  await page.goto(`${server.url}/?game=0&ply=3`);
  const curve = page.locator(".evaluation-curve");
  await expect(curve).toHaveAttribute("aria-label", "Evaluations of 5 of 6 moves; the edges are 5 pawns and more");
  // A gap at the move without one; more than 5 pawns, and mate, at the edges.
  await expect(curve.locator(".curve")).toHaveAttribute("d", "M1 47.0L2 48.0L3 46.0M5 0.0L6 100.0");
  await expect(curve.locator(".curve-here")).toHaveAttribute("d", "M3 0V100");
  await picture("evaluations");
  const box = await curve.boundingBox();
  if (!box) throw new Error("expected a curve, got none");
  await page.mouse.click(box.x + (5 / 6) * box.width, box.y + 10);
  await expectLine(page, "e4", "e5", "Nf3", "Nc6", "Bb5");
  await expect(page).toHaveURL(/\?game=0&ply=5$/);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSideways(page);
  }
  await accessible(`${server.url}/?game=0&ply=3`, ".evaluation-curve");
  await page.goto(`${server.url}/?game=1`);
  await expect(page.locator(".of-game a")).toHaveText(["start", "d4", "d5"]);
  await expect(curve).toHaveCount(0);
});
