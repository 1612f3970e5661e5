// The address: views that are not offered, the way from view to view, lines as they were typed.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { data } from "./serve";
import { expect, expectLine, test } from "./fixtures";

const folder = mkdtempSync(join(tmpdir(), "zobrist-address-"));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a view of something that is not served gives way to the explorer", async ({ page, club }) => {
  for (const path of ["/go?ply=3", "/lattice"]) {
    await page.goto(club.url + path);
    await expect(page).toHaveURL(`${club.url}/`);
    await page.locator(".moves-table tbody .san").first().click();
    await expect(page.locator(".line-move")).toHaveCount(2);
    await page.keyboard.press("ArrowLeft");
    await expectLine(page);
  }
});

test("the explorer keeps its position while a game of Go is looked at", async ({ page, serve }) => {
  const file = join(folder, "one.sgf");
  writeFileSync(file, "(;GM[1]FF[4]SZ[9];B[ba];W[bb])\n");
  const server = await serve([`${data}club.pgn.gz`, file]);
  await page.goto(`${server.url}/?play=e2e4,c7c5&player=lavigne`);
  await expectLine(page, "e4", "c5");
  const views = page.getByRole("navigation", { name: "Views" });
  await views.getByRole("link", { name: "Go" }).click();
  await expect(page.locator(".goban").first()).toBeVisible();
  await views.getByRole("link", { name: "Explorer" }).click();
  await expectLine(page, "e4", "c5");
  await expect(page).toHaveURL(`${server.url}/?play=e2e4,c7c5&player=lavigne`);
});
