// What came next in a position, a corner or a side, on the board and in tables, as `zobrist go explore` says it.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, expectNoSideways, test, widths } from "./fixtures";

const games = [
  "(;SZ[19]PB[<b>Ada</b>]PW[Bob]RE[B+R]DT[2016-03-09];B[pd];W[dp];B[qf];W[nc])",
  // Half a turn, with the colors swapped.
  "(;SZ[19]PB[Cleo]RE[W+2]DT[1999];W[dp];B[cn])",
  "(;SZ[19];B[pd];W[dp];B[qf])",
  "(;SZ[19];B[pd];W[dp];B[qd];W[tt])",
  "(;SZ[9];B[gc];W[gg])",
];

const folder = mkdtempSync(join(tmpdir(), "zobrist-go-explore-"));
const file = join(folder, "games.sgf");
const position = join(folder, "position.sgf");
const index = join(folder, "index");
writeFileSync(file, games.join("\n"));
writeFileSync(position, "(;SZ[19];B[pd];W[dp])");
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

function zobrist(...words: string[]): string {
  const program = process.env.ZOBRIST;
  if (!program) throw new Error("expected the path of the command in ZOBRIST, got nothing");
  const env = { ...process.env, XDG_CACHE_HOME: join(folder, "cache") };
  return execFileSync(program, words, { env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

/** The rows of the table that `zobrist go explore` prints for the same question. */
function rows(...words: string[]): string[] {
  const lines = zobrist("go", "explore", file, ...words, "--format", "jsonl").split("\n").filter(Boolean);
  return lines.map((line) => {
    const row = JSON.parse(line);
    const years = row.first_year === null ? "" : row.first_year === row.last_year ? `${row.first_year}` : `${row.first_year}–${row.last_year}`;
    return [row.move, row.games, row.black_wins, row.white_wins, row.tenuki, years].join(" ").trim();
  });
}

for (const kind of ["files", "an index"]) {
  test(`what followed is that of go explore, from ${kind}`, async ({ page, serve, picture }) => {
    if (kind === "an index") zobrist("go", "index", index, file, "--replace");
    const server = await serve([kind === "an index" ? index : file]);
    await page.goto(`${server.url}/go?ply=2`);
    const card = page.locator(".go-explored");
    const shown = async () => {
      const texts = await card.locator("tbody tr").evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent?.trim()).join(" ").trim()));
      return texts;
    };
    const whole = rows("--position", position);
    expect(whole.length).toBeGreaterThan(1);
    await expect(card.locator(".go-explored-count")).toHaveText("Found in 3 of 5 games.");
    expect(await shown()).toEqual(whole);
    // The moves are marked on the board with their games.
    await expect(page.locator(".goban-place .goban-next text")).toHaveText(["2", "1"]);
    await expect(page.locator(".goban-place .goban-next.by-black")).toHaveCount(2);
    if (kind === "files") await picture("go-explored");
    // A corner, in all games and with either color.
    await card.getByLabel("Part of the board").selectOption("upper-right");
    await expect(page).toHaveURL(/region=upper-right/);
    await expect(card.locator(".go-explored-count")).toHaveText("Found in 4 of 5 games.");
    expect(await shown()).toEqual(rows("--corner", "Q16"));
    const listed = card.locator(".go-found");
    await expect(listed).toHaveCount(4);
    await expect(listed.first()).toContainText("<b>Ada</b>");
    await expect(listed.nth(1)).toContainText("1999, move 1, then White R14");
    await listed.nth(1).click();
    await expect(page).toHaveURL(/\/go\?game=1&ply=1&region=upper-right$/);
    // There the stone stands in another corner.
    await expect(card.locator(".go-explored-count")).toHaveText("Found in 0 of 5 games.");
    await card.getByLabel("Part of the board").selectOption("lower-left");
    await expect(card.locator(".go-explored-count")).toHaveText("Found in 4 of 5 games.");
    expect(await shown()).toEqual(rows("--corner", "w:D4"));
    // A side without stones.
    await card.getByLabel("Part of the board").selectOption("top");
    await expect(card.locator(".go-explored-count")).toHaveText("Found in 0 of 5 games.");
    await expect(card.locator("table")).toHaveCount(0);
    await expect(page.locator(".goban-place .goban-next")).toHaveCount(0);
    // A board of 9 x 9 has corners and no sides.
    await page.goto(`${server.url}/go?game=4&ply=1`);
    await expect(card.getByLabel("Part of the board").locator("option")).toHaveCount(5);
    expect(await shown()).toEqual(rows("--board", "........./........./......X../........./........./........./........./........./........."));
  });
}

test("the card fits narrow screens", async ({ page, serve }) => {
  const server = await serve([file]);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${server.url}/go?ply=2`);
    await expect(page.locator(".go-explored tbody tr").first()).toBeVisible();
    await expectNoSideways(page);
  }
});
