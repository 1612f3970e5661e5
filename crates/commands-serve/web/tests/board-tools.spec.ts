// Own arrows and marks, the size of the board, stepping by itself, and copies of the line and the board.
import type { Page } from "@playwright/test";
import { expect, expectLine, expectNoSideways, squareAt, test, widths } from "./fixtures";

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const notes = (page: Page) => page.locator(".arrows .notes > *");

/** Draws from a square to a square with the right button. */
async function draw(page: Page, from: string, to: string): Promise<void> {
  const [start, end] = [await squareAt(page, from), await squareAt(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(end.x, end.y, { steps: 3 });
  await page.mouse.up({ button: "right" });
}

test("arrows and marks are drawn by the right button, and belong to their position", async ({ page, club, picture }) => {
  await page.goto(club.url);
  await expect(page.locator("cg-board piece").first()).toBeVisible();
  await draw(page, "e2", "e4");
  await draw(page, "d5", "d5");
  await expect(page.locator(".arrows .notes path.green")).toHaveCount(1);
  await expect(page.locator(".arrows .notes circle.green")).toHaveCount(1);
  // Another color replaces, and drawing once more takes away.
  await page.keyboard.down("Shift");
  await draw(page, "e2", "e4");
  await page.keyboard.up("Shift");
  await expect(page.locator(".arrows .notes path.red")).toHaveCount(1);
  await expect(notes(page)).toHaveCount(2);
  await draw(page, "d5", "d5");
  await expect(notes(page)).toHaveCount(1);
  await picture("own-marks");
  await page.getByLabel("Move or FEN").fill("e4");
  await page.getByLabel("Move or FEN").press("Enter");
  await expectLine(page, "e4");
  await expect(notes(page)).toHaveCount(0);
  await page.locator("h1").first().evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator(".arrows .notes path.red")).toHaveCount(1);
  // They turn with the board.
  const before = await page.locator(".arrows .notes path").getAttribute("d");
  await page.keyboard.press("f");
  await expect(page.locator(".arrows .notes path")).not.toHaveAttribute("d", before ?? "");
});

test("arrows and marks are drawn by keys", async ({ page, club }) => {
  await page.goto(club.url);
  await expect(page.locator(".filter-count")).toBeVisible();
  for (const [text, selector] of [
    ["e2e4", "path.green"],
    ["r d5", "circle.red"],
    ["B g1 f3", "path.blue"],
  ] as const) {
    await page.keyboard.press("m");
    const field = page.getByLabel("Move or FEN");
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("mark ");
    await field.pressSequentially(text);
    await field.press("Enter");
    await expect(page.locator(`.arrows .notes ${selector}`)).toHaveCount(1);
    await field.press("Escape");
    await field.evaluate((element) => element.blur());
  }
  await expect(notes(page)).toHaveCount(3);
  await page.keyboard.press("m");
  await page.keyboard.press("Enter");
  await expect(notes(page)).toHaveCount(0);
  await page.getByLabel("Move or FEN").fill("mark e9");
  await page.getByLabel("Move or FEN").press("Enter");
  await expect(page.locator("#field-problem")).toHaveText("Expected a square or two after “mark”, as e4, e2e4 or r e2e4; got “e9”.");
});

test("the line is copied as PGN, and the board as SVG", async ({ page, club }) => {
  await page.goto(`${club.url}/?play=e2e4,c7c5,g1f3`);
  await expectLine(page, "e4", "c5", "Nf3");
  await page.getByRole("button", { name: "Copy the line as PGN" }).click();
  const head = ["Event", "Site"].map((tag) => `[${tag} "?"]`).join("\n");
  await expect.poll(() => clipboard(page)).toBe(
    `${head}\n[Date "????.??.??"]\n[Round "?"]\n[White "?"]\n[Black "?"]\n[Result "*"]\n\n1. e4 c5 2. Nf3 *\n`,
  );
  await draw(page, "g1", "f3");
  await page.getByRole("button", { name: "Copy the board as a picture in SVG" }).click();
  await expect.poll(() => clipboard(page)).toContain("<svg");
  const counts = await page.evaluate(async () => {
    const document = new DOMParser().parseFromString(await navigator.clipboard.readText(), "image/svg+xml");
    const all = (name: string) => [...document.querySelectorAll(name)];
    const embedded = all("image").every((image) => image.getAttribute("href")?.startsWith("data:image/svg+xml"));
    return { pieces: all("use").length, images: all("image").length, embedded, paths: all("path").length, error: all("parsererror").length };
  });
  expect(counts).toEqual({ pieces: 32, images: 12, embedded: true, paths: 2, error: 0 });
});

test("a line from another position keeps its start and its rules", async ({ page, club }) => {
  await page.goto(`${club.url}/?variant=atomic&fen=4k3/8/8/8/8/8/4P3/4K3+b+-+-+0+7&play=e8e7,e2e4`);
  await page.getByRole("button", { name: "Copy the line as PGN" }).click();
  await expect
    .poll(() => clipboard(page))
    .toContain('[Variant "Atomic"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]\n\n7... Ke7 8. e4 *\n');
});

test("the line is stepped through by itself until its end, or until a person steps", async ({ page, club }) => {
  await page.goto(`${club.url}/?play=e2e4,e7e5,g1f3&ply=0`);
  await expect(page.locator(".filter-count")).toBeVisible();
  await page.getByRole("button", { name: "Step through the line by itself" }).click();
  await expect(page.getByRole("button", { name: "Stop (p)" })).toBeVisible();
  await expectLine(page, "e4", "e5", "Nf3");
  await expect(page.getByRole("button", { name: "Step through the line by itself" })).toBeVisible();
  await page.keyboard.press("Home");
  await page.keyboard.press("p");
  await expectLine(page, "e4");
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("button", { name: "Step through the line by itself" })).toBeVisible();
});

test("a handle changes the size of the board, which is remembered", async ({ page, club, accessible }) => {
  await page.goto(club.url);
  const board = page.locator("cg-board");
  const handle = page.getByRole("slider", { name: "Size of the board" });
  await expect(board).toBeVisible();
  const width = async () => (await board.boundingBox())?.width ?? 0;
  const before = await width();
  const at = await handle.boundingBox();
  if (!at) throw new Error("expected a handle, got none");
  await page.mouse.move(at.x + 9, at.y + 30);
  await page.mouse.down();
  await page.mouse.move(at.x + 9 - 120, at.y + 30, { steps: 4 });
  await page.mouse.up();
  expect(Math.abs(before - 120 - (await width()))).toBeLessThanOrEqual(8);
  const dragged = await width();
  await handle.press("ArrowRight");
  await handle.press("ArrowRight");
  expect(Math.abs(dragged + 32 - (await width()))).toBeLessThanOrEqual(8);
  const last = await width();
  await page.reload();
  await expect(board).toBeVisible();
  expect(Math.abs(last - (await width()))).toBeLessThanOrEqual(8);
  // Moves are made on the board as it is.
  const { x, y } = await squareAt(page, "e2");
  await page.mouse.click(x, y);
  const to = await squareAt(page, "e4");
  await page.mouse.click(to.x, to.y);
  await expectLine(page, "e4");
  await handle.dblclick();
  expect(Math.abs(before - (await width()))).toBeLessThanOrEqual(8);
  for (const each of widths) {
    await page.setViewportSize({ width: each, height: 844 });
    await expectNoSideways(page);
  }
  await accessible(`${club.url}/`, ".board-tools");
});
