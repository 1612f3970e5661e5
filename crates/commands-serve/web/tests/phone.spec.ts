// A phone, upright and on its side: what matters is within the window; and text that follows the browser's size.
import { expect, expectNoSideways, test } from "./fixtures";

test("upright, the board and the first moves are within the window, and hash and FEN follow", async ({ page, club, picture }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(club.url);
  const row = page.locator(".moves-table tbody tr").first();
  await expect(row).toBeVisible();
  await picture("phone-upright");
  const bottom = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox();
    if (!box) throw new Error(`expected ${selector}, got none`);
    return box.y + box.height;
  };
  expect(await bottom("cg-board")).toBeLessThanOrEqual(800);
  expect(await bottom(".field")).toBeLessThanOrEqual(800);
  expect(await bottom(".moves-table tbody tr")).toBeLessThanOrEqual(800);
  // Board, moves, then hash and FEN.
  expect(await bottom(".moves-table")).toBeLessThan(await bottom(".hash"));
  expect(await bottom("cg-board")).toBeLessThan(await bottom(".moves-table"));
  await expectNoSideways(page);
});

test("on its side, the board stands beside the moves", async ({ page, club, picture }) => {
  await page.setViewportSize({ width: 812, height: 375 });
  await page.goto(club.url);
  const row = page.locator(".moves-table tbody tr").first();
  await expect(row).toBeVisible();
  await picture("phone-on-its-side");
  const board = await page.locator("cg-board").boundingBox();
  const first = await row.boundingBox();
  if (!board || !first) throw new Error("expected a board and a row, got none");
  expect(board.y + board.height).toBeLessThanOrEqual(375);
  expect(board.width).toBeGreaterThan(240);
  expect(first.y + first.height).toBeLessThanOrEqual(375);
  expect(first.x).toBeGreaterThan(board.x + board.width);
  await expectNoSideways(page);
});

test("text follows the size of the browser, and what one reads has 14 pixels at least", async ({ page, club }) => {
  await page.goto(`${club.url}/?play=e2e4,c7c5`);
  await expect(page.locator(".game-row").first()).toBeVisible();
  const sizes = () =>
    page.evaluate(() => {
      const found: Record<string, number> = {};
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const { parentElement: parent } = node;
        if (!parent || !node.textContent?.trim() || !parent.checkVisibility()) continue;
        // The letters beside the board, and the numbers in the bars, are looked at.
        if (parent.closest(".files, .ranks, .bar, .only-read")) continue;
        found[parent.className || parent.tagName] = Number.parseFloat(getComputedStyle(parent).fontSize);
      }
      return found;
    });
  const usual = await sizes();
  expect(Object.entries(usual).filter(([, size]) => size < 14)).toEqual([]);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "30px";
  });
  const twice = await sizes();
  for (const [name, size] of Object.entries(usual)) expect(twice[name], name).toBeGreaterThan(1.5 * size);
});
