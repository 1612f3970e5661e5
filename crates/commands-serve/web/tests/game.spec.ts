// A game as its file has it: comments, signs, clocks, evaluations, variations, marks.
import { mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, expectLine, expectNoSideways, test, widths } from "./fixtures";
import { Server } from "./serve";

const folder = mkdtempSync(join(tmpdir(), "zobrist-game-"));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A game with all that may stand beside its moves, and variations ten levels deep. */
const levels = ["Nc3", "f4", "Bc4", "d4", "c3", "d3", "Qh5", "Be2", "g3", "b3"];
const deep = levels.reduceRight((inner, move, at) => `(2. ${move} {level ${at + 1}} ${inner})`, "");
const annotated = `[Event "Annotated"]
[White "Teacher"]
[Black "Pupil"]
[Date "2024.05.06"]
[Result "1-0"]

1. e4 {[%clk 0:10:00] [%eval 0.3] [%cal Ge2e4,Rd8h4] King's pawn!} e5 $1 2. Nf3 ${deep} 2... Nc6 $6 {[%clk 0:09:50]}
3. Bb5 (3. Bc4 Bc5 (3... Nf6 4. Ng5 d5 5. exd5 Na5) 4. c3 Nf6) 3... a6 4. Ba4 Nf6 5. O-O Be7 1-0
`;

test("an open game has its moves, comments, signs, clocks, evaluations and variations", async ({ page, serve, picture }) => {
  const file = join(folder, "annotated.pgn");
  writeFileSync(file, annotated);
  const server = await serve([file]);
  await page.goto(`${server.url}/?game=0&ply=1`);
  const moves = page.locator(".of-game");
  await expect(moves.locator(".variation")).toHaveCount(12);
  await expectLine(page, "e4");
  const main = moves.locator(":scope > .numbered a");
  await expect(main).toHaveText(["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7"]);
  await expect(moves.locator(":scope > .comment")).toHaveText(["King's pawn!"]);
  await expect(moves.locator(":scope > .aside")).toHaveText(["+0.30", "10:00", "9:50"]);
  await expect(moves.locator(".nag")).toHaveText(["!", "?!"]);
  await expect(moves.locator(".variation .comment")).toHaveText(levels.map((_, at) => `level ${at + 1}`));
  // The marks of the move on the board.
  await expect(page.locator(".arrows .notes path")).toHaveCount(2);
  await expect(page.locator(".arrows .notes path.red")).toHaveCount(1);
  await picture("annotated");
  // Every move is a link; the address has the line of a variation and stays in the game.
  await moves.getByRole("link", { name: "b3", exact: true }).click();
  await expectLine(page, "e4", "e5", "b3");
  await expect(page).toHaveURL(/play=e2e4,e7e5,b2b3&game=0/);
  await expect(page.locator(".game-players")).toContainText("Teacher");
  await expect(page.locator(".arrows .notes path")).toHaveCount(0);
  await moves.getByRole("link", { name: "exd5", exact: true }).click();
  await expectLine(page, "e4", "e5", "Nf3", "Nc6", "Bc4", "Nf6", "Ng5", "d5", "exd5");
  await page.keyboard.press("ArrowRight");
  await expectLine(page, "e4", "e5", "Nf3", "Nc6", "Bc4", "Nf6", "Ng5", "d5", "exd5", "Na5");
  await page.keyboard.press("ArrowLeft");
  await expect(moves.locator("[aria-current]")).toHaveText("exd5");
  await page.reload();
  await expect(moves.locator("[aria-current]")).toHaveText("exd5");
  await moves.getByRole("link", { name: "O-O" }).click();
  await expectLine(page, "e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O");
  await expect(page).toHaveURL(/\?game=0&ply=9$/);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSideways(page);
  }
});

test("copies and files of a game have its comments", async ({ page, serve }) => {
  const file = join(folder, "annotated.pgn");
  writeFileSync(file, annotated);
  const server = await serve([file]);
  await page.goto(`${server.url}/?game=0&ply=1`);
  await page.getByRole("button", { name: "Copy the game as PGN" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${annotated}\n`);
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save the game as PGN" }).click();
  expect(readFileSync(await (await saved).path(), "utf8")).toBe(`${annotated}\n`);
});

test("a game whose file is gone has its main line, and says so", async ({ page }) => {
  const file = join(folder, "gone.pgn");
  writeFileSync(file, annotated);
  const server = await Server.start([file]);
  try {
    unlinkSync(file);
    await page.goto(`${server.url}/?game=0&ply=10`);
    await expect(page.locator(".missing")).toHaveText("This is the main line alone: gone.pgn is missing.");
    await expect(page.locator(".of-game a")).toHaveText(["start", "e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7"]);
    await expect(page.locator(".variation")).toHaveCount(0);
    await page.getByRole("button", { name: "Copy the game as PGN" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("1. e4 e5 2. Nf3 Nc6");
  } finally {
    await server.stop();
  }
});

test("hostile comments stay text", async ({ page, serve }) => {
  const file = join(folder, "hostile.pgn");
  const text = "<img src=x onerror=alert(1)>\u202e <b>bold</b>";
  writeFileSync(file, `[White "A"]\n\n1. e4 {${text}} (1. d4 {${text}} Kx9 <i>x</i>) e5 {${"x".repeat(3000)}} *\n`);
  const server = await serve([file]);
  await page.goto(`${server.url}/?game=0`);
  await expect(page.locator(".of-game .comment").first()).toHaveText("<img src=x onerror=alert(1)>[U+202E] <b>bold</b>");
  await expect(page.locator(".variation .comment").last()).toHaveText("Kx9 <i>x</i>");
  await expect(page.locator(".of-game img, .of-game b, .of-game i")).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideways(page);
});

test("axe finds nothing in an annotated game", async ({ serve, accessible }) => {
  const file = join(folder, "annotated.pgn");
  writeFileSync(file, annotated);
  const server = await serve([file]);
  await accessible(`${server.url}/?game=0&ply=5`, ".variation");
});
