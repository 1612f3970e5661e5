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

test("a line written as SAN is replaced by its moves as UCI, and goes on", async ({ page, club }) => {
  await page.goto(`${club.url}/?play=e4,e5,Nf3,Nc6&ply=0`);
  const next = page.locator(".moves-table tr.next");
  await expect(next.locator(".san")).toHaveText("e4");
  await next.locator(".san").click();
  await expectLine(page, "e4");
  await expect(page.locator(".line-rest")).toHaveText("3 more →");
  await expect(next.locator(".san")).toHaveText("e5");
  await page.keyboard.press("End");
  await expectLine(page, "e4", "e5", "Nf3", "Nc6");
  await expect(page).toHaveURL(/play=e2e4,e7e5,g1f3,b8c6$/);
  // Castling onto the rook is the same move as by two squares.
  await page.goto(`${club.url}/?play=e2e4,e7e5,g1f3,b8c6,f1c4,f8c5,e1h1,g8f6&ply=6`);
  await expect(page).toHaveURL(/,e1g1,g8f6&ply=6$/);
});

test("a game of more moves than a line may have is shown to its end", async ({ page, serve }) => {
  const file = join(folder, "long.pgn");
  const steps = ["Nf3", "Nf6", "Ng1", "Ng8"];
  const moves = Array.from({ length: 1300 }, (_, ply) => `${ply % 2 === 0 ? `${ply / 2 + 1}. ` : ""}${steps[ply % 4]}`);
  writeFileSync(file, `[White "A"]\n[Black "B"]\n[Result "*"]\n\n${moves.join("\n")} *\n`);
  const server = await serve([file]);
  await page.goto(`${server.url}/?game=0&ply=1290`);
  const line = page.locator(".line-moves .line-move");
  await expect(line).toHaveCount(1291);
  await expect(page.locator(".line-moves .line-later")).toHaveCount(10);
  await expect(page.locator(".opening b")).toHaveText("Zukertort Opening");
  await page.keyboard.press("End");
  await expect(line).toHaveCount(1301);
  await expect(page.locator(".move-number").last()).toHaveText("650.");
  await expect(page.locator(".card.alert")).toHaveCount(0);
  await page.keyboard.press("Home");
  await expect(line).toHaveCount(1);
  await page.keyboard.press("End");
  await expect(line).toHaveCount(1301);
  // Without the game the line begins at a later position.
  await page.getByRole("button", { name: "Leave the game" }).click();
  await expect(line).toHaveCount(1300 - 1024 + 1);
});

test("the title tells the last moves, and the opening or the players", async ({ page, club }) => {
  await page.goto(club.url);
  await expect(page).toHaveTitle("Explorer · zobrist");
  await page.goto(`${club.url}/?play=e2e4,c7c5,g1f3`);
  await expect(page).toHaveTitle("1…c5 2. Nf3 · Sicilian Defense · zobrist");
  const { white_name, black_name, moves } = await (await page.request.get(`${club.url}/api/game/3`)).json();
  await page.goto(`${club.url}/?game=3&ply=2`);
  await expect(page).toHaveTitle(`1. ${moves[0].san} ${moves[1].san} · ${white_name} – ${black_name} · zobrist`);
  await page.getByRole("link", { name: "Tour" }).click();
  await expect(page).not.toHaveTitle(new RegExp(white_name));
  await page.goBack();
  await expect(page).toHaveTitle(new RegExp(white_name));
});
