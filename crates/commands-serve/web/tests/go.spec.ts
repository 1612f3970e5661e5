// Games of Go: the board, the findings at their plies, keys, the slider, the list, and variations.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, expectNoSideways, test, widths } from "./fixtures";

/** Sending two returning one: move 7 repeats the position after move 4. */
const sendTwo =
  "(;GM[1]FF[4]SZ[3]PB[<b>Mira</b>]BR[3d]PW[Jan]WR[4d]RE[W+R]DT[2026-10-03]RU[Chinese]KM[7.5];B[ba];W[bb];B[cb];W[ab];B[aa];W[ca];B[ba])";
/** Handicap stones, a variation with a stone on another, and a pass. */
const other = "(;SZ[19]AB[dd][pd]PB[Ada]PW[Bo]RE[0];W[qp];B[](;W[dp])(;W[qp]))";

const folder = mkdtempSync(join(tmpdir(), "zobrist-go-"));
const file = join(folder, "two.sgf");
writeFileSync(file, `${sendTwo}\n${other}\n`);
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stones = ".goban-place .goban [class^=stone-]";

test("a superko finding is shown at its ply, with the earlier position beside it", async ({ page, serve, picture }) => {
  const server = await serve([file]);
  // The view of Go is the first one, since no games of chess are served.
  await page.goto(server.url);
  await expect(page.locator(".go-players")).toContainText("<b>Mira</b>");
  const views = page.getByRole("navigation", { name: "Views" }).getByRole("link");
  await expect(views).toHaveText(["Explorer", "Anatomy", "Tour", "Go"]);
  await expect(page.locator(".go-move-text")).toHaveText("The position at the start");
  await expect(page.locator(".finding-here")).toHaveCount(0);
  await page.locator(".finding").click();
  await expect(page).toHaveURL(/\/go\?ply=7$/);
  const here = page.locator(".finding-here");
  await expect(here.locator("h2")).toHaveText("Move 7, Black B3, repeats the position after move 4.");
  const boards = here.locator(".goban");
  await expect(boards).toHaveCount(2);
  await expect(boards.first()).toHaveAttribute("aria-label", /^After move 4, White A2\. Board of 3 by 3: 2 stones of Black/);
  await expect(here.locator("figcaption")).toHaveText(["After move 4 White A2", "After move 7 Black B3"]);
  // The hash is that of both plies.
  const hash = await page.locator(".position-facts .hash").textContent();
  await expect(here).toContainText(`The same 4 stones on the same points, and the same hash ${hash}.`);
  await expect(here).toContainText("3 plies from one to the other: 5. Black A3; 6. White C3, takes 2 stones; 7. Black B3, takes 1 stone.");
  await picture("go");
  await here.getByRole("link", { name: "After move 4" }).click();
  await expect(page).toHaveURL(/\/go\?ply=4$/);
  await expect(page.locator(".position-facts .hash")).toHaveText(hash ?? "");
  await page.goBack();
  await expect(page).toHaveURL(/ply=7$/);
});

test("keys, buttons and the slider go through the game", async ({ page, serve }) => {
  const server = await serve([file]);
  await page.goto(`${server.url}/go`);
  await expect(page.locator(".go-move-text")).toHaveText("The position at the start");
  await expect(page.locator(stones)).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".go-move-text")).toHaveText("1. Black B3");
  await expect(page.locator(stones)).toHaveCount(1);
  await page.keyboard.press("End");
  await expect(page).toHaveURL(/ply=7$/);
  await expect(page.locator(".goban-place .goban-taken")).toHaveCount(1);
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator(".go-move-text")).toHaveText("6. White C3, takes 2 stones");
  await expect(page.locator(".goban-place .goban-taken")).toHaveCount(2);
  await page.keyboard.press("Home");
  await expect(page).toHaveURL(/\/go$/);
  await page.getByRole("button", { name: "One move forward" }).click();
  await expect(page).toHaveURL(/ply=1$/);
  const slider = page.getByRole("slider", { name: "Move" });
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/ply=2$/);
  await expect(slider).toHaveAttribute("aria-valuetext", "move 2 of 7, White B2");
  await expect(page.locator(".ply-marks line")).toHaveCount(1);
  await expect(page.locator('[role="status"]')).toContainText("After move 2, White B2");
  // The list of moves has them all; a finding is marked.
  const steps = page.locator(".go-step");
  await expect(steps).toHaveCount(7);
  await expect(steps.nth(1)).toHaveAttribute("aria-current", "true");
  await expect(page.locator(".go-step.is-found")).toHaveText(["7BlackB3"]);
  await steps.nth(4).click();
  await expect(page).toHaveURL(/ply=5$/);
  // The link keeps the focus, and the keys still step.
  await expect(steps.nth(4)).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/ply=6$/);
});

test("the list and the variations lead to lines of their own", async ({ page, serve }) => {
  const server = await serve([file]);
  await page.goto(`${server.url}/go?ply=5`);
  const games = page.locator(".go-game");
  await expect(games).toHaveCount(2);
  await expect(games.first()).toContainText("1 finding");
  await games.nth(1).click();
  await expect(page).toHaveURL(/\/go\?game=1$/);
  await expect(page.locator(stones)).toHaveCount(2);
  await page.keyboard.press("End");
  await expect(page.locator(".go-move-text")).toHaveText("3. White D4");
  await page.locator(".finding").click();
  await expect(page).toHaveURL(/\/go\?game=1&variation=1&ply=2$/);
  await expect(page.locator(".go-move-text")).toHaveText("2. Black passes");
  await expect(page.locator(".finding-here")).toContainText("Move 3, White R4, is on a point that has a stone.");
  await expect(page.locator(".finding-here")).toContainText("The line ends here");
  await expect(page.getByRole("button", { name: "One move forward" })).toBeDisabled();
  await page.locator(".go-variations").getByRole("link", { name: "main line" }).click();
  await expect(page).toHaveURL(/\/go\?game=1$/);
});

test.describe("addresses with mistakes", () => {
  test.use({ expected: { patterns: [/status of 404/] } });

  test("a game that does not exist says so", async ({ page, serve }) => {
    const server = await serve([file]);
    await page.goto(`${server.url}/go?game=9`);
    await expect(page.locator(".failure")).toContainText("expected a game from 0 to 1, got 9");
    await page.getByRole("link", { name: "To the first game" }).click();
    await expect(page.locator(".go-players")).toContainText("Mira");
    // A ply after the last is the last.
    await page.goto(`${server.url}/go?ply=99`);
    await expect(page.locator(".go-move-text")).toContainText("7. Black B3");
  });
});

test("every width fits, and axe finds nothing", async ({ page, serve, accessible, picture }) => {
  test.slow();
  const server = await serve([file]);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${server.url}/go?ply=7`);
    await expect(page.locator(".finding-here")).toBeVisible();
    await expectNoSideways(page);
    if (width === 390) await picture("go-phone", true);
  }
  await accessible(`${server.url}/go?ply=7`, ".finding-here");
  await accessible(`${server.url}/go?game=1`, ".goban");
});
