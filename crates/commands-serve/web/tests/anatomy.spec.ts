// The anatomy: its arithmetic is that of `zobrist diff`, facts can be taken out, and the twin is found.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { expect, expectLine, expectNoSideways, squareAt, test, widths } from "./fixtures";
import { Server } from "./serve";

interface DiffRow {
  side: string;
  key: string;
  what: string;
}

function diff(a: string, b: string, scheme: string): DiffRow[] {
  const args = ["diff", a, b, "--scheme", scheme, "--format", "jsonl"];
  const rows = execFileSync(process.env.ZOBRIST ?? "", args, { encoding: "utf8" });
  return rows
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as DiffRow);
}

/** Keys and words of rows. */
async function terms(rows: Locator): Promise<[string, string][]> {
  return rows.evaluateAll((found) =>
    found.map((row) => [
      row.querySelector(".row-hex")?.textContent ?? "",
      row.querySelector(".row-label .only-read")?.textContent ?? "",
    ]),
  );
}

async function hexOf(row: Locator): Promise<string> {
  return (await row.locator(".row-hex").textContent()) ?? "";
}

/** The bits that a row shows, read from its picture, as hex. */
async function drawn(row: Locator): Promise<string> {
  const path = (await row.locator(".bits-set").getAttribute("d")) ?? "";
  const width = Number(await row.locator(".bits").getAttribute("width")) + 1;
  const digits = (width + 3) / 23;
  let word = 0n;
  for (const [, x] of path.matchAll(/M(\d+) /g)) {
    const left = Number(x);
    const index = Math.floor(left / 23) * 4 + (left % 23) / 5;
    word |= 1n << BigInt(4 * digits - 1 - index);
  }
  return word.toString(16).padStart(digits, "0");
}

const change = ".change .terms";
const lines: Record<string, string> = {
  castling: "e2e4,e7e5,g1f3,b8c6,f1c4,f8c5,e1g1",
  "en passant": "e2e4,a7a6,e4e5,d7d5,e5d6",
  promotion: "a2a4,b7b5,a4b5,a7a6,b5a6,c8b7,a6b7,c7c6,b7a8q",
  capture: "e2e4,d7d5,e4d5",
};

for (const [kind, line] of Object.entries(lines))
  test(`the arithmetic of ${kind} is that of zobrist diff`, async ({ page, club }) => {
    for (const scheme of ["polyglot", "fen", "chess-896"]) {
      const after = line.replaceAll(",", " ");
      const before = after.slice(0, after.lastIndexOf(" "));
      const [first, second, ...rows] = diff(before, after, scheme);
      const side = (sign: string) => rows.filter((row) => row.side === sign).map(({ key, what }) => [key, what]);
      await page.goto(`${club.url}/anatomy?play=${line}&scheme=${scheme}`);
      await page.locator(change).waitFor();
      expect(await terms(page.locator(`${change} .term-out`))).toEqual(side("-"));
      expect(await terms(page.locator(`${change} .term-in`))).toEqual(side("+"));
      expect(await hexOf(page.locator(`${change} .term-before`))).toBe(first?.key);
      expect(await hexOf(page.locator(`${change} .sum-row`))).toBe(second?.key);
      expect(await drawn(page.locator(`${change} .sum-row`))).toBe(second?.key);
      await expect(page.locator(`${change} .digits`)).toHaveText(second?.key ?? "");
      const counts = `: ${side("-").length} out, ${side("+").length} in`;
      await expect(page.locator(".change-title")).toContainText(counts);
    }
  });

test("castling changes seven of 37 facts", async ({ page, club, picture }) => {
  await page.goto(`${club.url}/anatomy?play=${lines.castling}&scheme=polyglot`);
  await expect(page.locator(".change-title")).toHaveText("O-O changes 7 of 37 facts: 5 out, 2 in");
  await expect(page.locator(".loom-head")).toContainText("34 facts, XORed");
  await picture("anatomy", true);
});

test("a move is previewed, and played by a click", async ({ page, club }) => {
  await page.goto(`${club.url}/anatomy?play=e2e4,c7c5&scheme=polyglot`);
  const knight = page.locator(".next-moves").getByRole("button", { name: "Nf3", exact: true });
  await knight.hover();
  await expect(page.locator(".change-title")).toHaveText("Nf3 would change 3 of 37 facts: 2 out, 1 in");
  await expect(page.locator(".arrows path")).toHaveCount(1);
  await page.locator(".loom-head").hover();
  await expect(page.locator(".change-title")).toContainText("c5 changes");
  await knight.focus();
  await expect(page.locator(".change-title")).toContainText("Nf3 would change");
  const after = page.locator(`${change} .sum-row .row-hex a`);
  await expect(after).toHaveAttribute("href", /\/anatomy\?play=e2e4,c7c5,g1f3&scheme=polyglot$/);
  const all = page.locator(".next-moves .chip-button");
  await page.getByRole("button", { name: /^\d+ more$/ }).click();
  await expect(all).toHaveCount(30);
  await knight.click();
  await expectLine(page, "e4", "c5", "Nf3");
  await expect(page.locator(".change-title")).toHaveText("Nf3 changes 3 of 37 facts: 2 out, 1 in");
  // The hash before is a link to its anatomy, by the same scheme.
  const before = await hexOf(page.locator(`${change} .term-before`));
  await page.locator(`${change} .term-before`).getByRole("link", { name: before }).click();
  await expect(page).toHaveURL(/ply=2&scheme=polyglot$/);
  await expect(page.locator(".loom-sum .row-hex")).toHaveText(before);
});

/** Takes rows out and puts them back, and checks every sum. */
async function takeOut(page: Page, hash: string, minus: (sum: bigint, key: bigint) => bigint): Promise<void> {
  const rows = page.locator(".loom button.key-row");
  const sum = page.locator(".loom-sum .sum-row");
  let expected = BigInt(`0x${hash}`);
  for (const index of [3, 20, 31]) {
    const row = rows.nth(index);
    expected = minus(expected, BigInt(`0x${await hexOf(row)}`));
    await row.click();
    await expect(row).toHaveAttribute("aria-pressed", "false");
    expect(await hexOf(sum)).toBe(expected.toString(16).padStart(hash.length, "0"));
    expect(await drawn(sum)).toBe(await hexOf(sum));
  }
  await expect(page.locator(".taken-note")).toContainText("3 facts taken out");
  await page.getByRole("button", { name: "Put all back" }).click();
  expect(await hexOf(sum)).toBe(hash);
  await expect(page.locator('.loom [aria-pressed="false"]')).toHaveCount(0);
}

test("facts are taken out and put back", async ({ page, club, picture }) => {
  await page.goto(`${club.url}/anatomy?play=e2e4,c7c5,g1f3&scheme=polyglot`);
  await page.locator(".loom-sum .sum-row").waitFor();
  await takeOut(page, "bf29a6086ab02bd6", (sum, key) => sum ^ key);
  const rows = page.locator(".loom button.key-row");
  await rows.first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(rows.nth(1)).toHaveAttribute("aria-pressed", "false");
  await expect(page.locator("square.mark-taken:visible")).toHaveCount(1);
  await page.keyboard.press("End");
  await expect(rows.last()).toBeFocused();
  await picture("anatomy-taken");
});

test("keys that add are taken out by subtraction", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "zobrist-scheme-"));
  const file = join(folder, "added.toml");
  writeFileSync(
    file,
    `name = "added"
combine = "sum48"
keys = { source = "splitmix64", seed = 5 }
layout = ["pieces", "turn", "castling", "en-passant"]
[pieces]
order = "PNBRQKpnbrqk"
squares = { first = "a1", run = "rank" }
[turn]
key-for = "black"
[castling]
keys = "sets"
order = "KQkq"
[en-passant]
keys = "file"
counts = "always"
`,
  );
  const server = await Server.start(["--scheme", file]);
  try {
    await page.goto(`${server.url}/anatomy?play=${lines["en passant"]}&scheme=added`);
    await expect(page.locator(".loom-head")).toContainText("added modulo 2^48");
    const hash = await hexOf(page.locator(".loom-sum .sum-row"));
    expect(hash).toHaveLength(12);
    expect(hash).toBe(diff("e2e4", lines["en passant"]?.replaceAll(",", " ") ?? "", file)[1]?.key);
    await takeOut(page, hash, (sum, key) => BigInt.asUintN(48, sum - key));
    await expect(page.locator(".twin-card")).toContainText("must combine keys by XOR");
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
});

test("rows and squares point at each other", async ({ page, club }) => {
  await page.goto(`${club.url}/anatomy?scheme=polyglot`);
  const pawn = page.locator(".loom button", { hasText: "white pawn e2" });
  await pawn.hover();
  await expect(page.locator("square.mark-pointed:visible")).toHaveCount(1);
  const { x, y } = await squareAt(page, "g8");
  await page.mouse.move(x, y);
  await expect(page.locator(".loom button.pointed")).toHaveText(/black knight g8/);
});

/** Squares that the page marks as pointed at. */
async function pointedSquares(page: Page): Promise<string[]> {
  const marks = page.locator("square.mark-pointed:visible");
  const squares = await marks.evaluateAll((found) => found.map((mark) => (mark as unknown as { cgKey: string }).cgKey));
  return squares.sort();
}

test("facts of a move point at the squares of the position in which they hold", async ({ page, club }) => {
  await page.goto(`${club.url}/anatomy?play=e2e4,c7c5&scheme=fen`);
  const out = page.locator(`${change} .term-out`);
  // The pawn that could have been captured is the white one, which moved before.
  await out.filter({ hasText: "en passant file e" }).hover();
  expect(await pointedSquares(page)).toEqual(["e4"]);
  await page.locator(`${change} .term-in`).filter({ hasText: "en passant file c" }).hover();
  expect(await pointedSquares(page)).toEqual(["c5"]);
  // Of a move that is offered, the pawn that comes in stands where the move goes.
  const push = page.locator(".next-moves").getByRole("button", { name: "d4", exact: true });
  await push.focus();
  await page.locator(`${change} .term-in`).filter({ hasText: "en passant file d" }).hover();
  expect(await pointedSquares(page)).toEqual(["d4"]);
  // The rights of a king that has moved belong to the square that it left.
  await page.goto(`${club.url}/anatomy?play=e2e4,c7c5,e1e2&scheme=zobrist`);
  await out.filter({ hasText: "castling right white rook h1" }).hover();
  expect(await pointedSquares(page)).toEqual(["e1", "h1"]);
});

test("every scheme has its row, and the selector changes it", async ({ page, club }) => {
  await page.goto(`${club.url}/anatomy?play=e2e4,d7d5,e4e5,f7f5`);
  const rows = page.locator(".schemes tbody tr");
  await expect(rows).toHaveCount(13);
  await expect(page.locator(".loom-head select")).toHaveValue("fide");
  await expect(page.locator(".schemes .is-current")).toContainText("fide");
  const line = "e2e4 d7d5 e4e5 f7f5";
  for (const name of ["polyglot", "fen", "zobrist", "stockfish-15.1", "stockfish-18"]) {
    const row = rows.filter({ has: page.getByRole("link", { name, exact: true }) });
    await expect(row.locator("code")).toHaveText(diff("e2e4", line, name)[1]?.key ?? "");
    await expect(row.locator("td").last()).toHaveText("f file");
  }
  // A user of the keyboard goes on from there.
  const select = page.locator(".loom-head select");
  await select.focus();
  await select.selectOption("chess-832");
  await expect(page).toHaveURL(/scheme=chess-832/);
  await expect(page.locator(".schemes .is-current")).toContainText("chess-832");
  await expect(select).toBeFocused();
  const polyglot = page.locator(".schemes").getByRole("link", { name: "polyglot" });
  await polyglot.focus();
  await page.keyboard.press("Enter");
  await expect(select).toHaveValue("polyglot");
  await expect(polyglot).toBeFocused();
  // A hash leads to the same anatomy as its name.
  await rows.filter({ hasText: "chess-896" }).locator("code a").click();
  await expect(select).toHaveValue("chess-896");
  await page.goBack();
  await expect(select).toHaveValue("polyglot");
  // The hash below the board is that of the games' scheme.
  await page.locator(".position-facts .hash").click();
  await expect(select).toHaveValue("fide");
  await page.goBack();
  await page.goBack();
  await expect(page.locator(".loom-head select")).toHaveValue("chess-832");
});

test("a drop of crazyhouse has an anatomy", async ({ page, club }) => {
  await page.goto(`${club.url}/?variant=crazyhouse&play=e2e4,d7d5,e4d5,d8d5,P@e4`);
  // The games have no hash for these rules; another scheme has one.
  await page.getByRole("link", { name: "Anatomy by another scheme" }).click();
  await expect(page.locator(".change-title")).toContainText("@e4 changes");
  await expect(page.locator(".loom-head")).toContainText("facts, XORed");
  await expect(page.locator(".loom-head select")).toHaveValue("zobrist");
});

test("the twin has the same hash, and its differences sum to zero", async ({ page, club, picture }) => {
  const fen = "8/7P/p7/8/P7/8/8/K2k4 w - - 0 1";
  await page.goto(`${club.url}/anatomy?fen=${fen}&scheme=polyglot`);
  await page.getByRole("button", { name: "Find the twin" }).click();
  const pair = page.locator(".pair");
  const hashes = pair.locator(".pair-hash a");
  await expect(hashes).toHaveText(["fec003d0db73b1cf", "fec003d0db73b1cf"]);
  await expect(hashes.first()).toHaveAttribute("href", /\/anatomy\?fen=8\/7P\/p7\/.*&scheme=polyglot$/);
  const twin = (await pair.locator(".pair-fen").last().textContent()) ?? "";
  const [first, second, ...rows] = diff(fen, twin, "polyglot");
  expect(first?.key).toBe(second?.key);
  expect(rows).toHaveLength(9);
  expect(await terms(pair.locator(".term-out, .term-in"))).toEqual(rows.map(({ key, what }) => [key, what]));
  expect(await hexOf(pair.locator(".sum-row"))).toBe("0000000000000000");
  await expect(pair.locator("square.mark-out:visible")).toHaveCount(3);
  await expect(pair.locator("square.mark-in:visible")).toHaveCount(6);
  await pair.scrollIntoViewIfNeeded();
  await picture("twin");
  await hashes.last().click();
  await expect(page.locator(".fact.fen")).toHaveText(twin);
  await expect(page.locator(".hash")).toHaveText("fec003d0db73b1cf");
});

test("twins of the start position", async ({ page, club }) => {
  await page.goto(`${club.url}/anatomy`);
  await page.getByRole("button", { name: "Find the twin" }).click();
  const fens = page.locator(".pair-fen");
  await expect(fens).toHaveCount(2, { timeout: 15_000 });
  const first = await fens.last().textContent();
  expect(diff("startpos", first ?? "", "fide").map(({ key }) => key)[1]).toBe("463b96181691fc9c");
  const another = page.getByRole("button", { name: "Find another twin" });
  await expect(another).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(fens.last()).not.toHaveText(first ?? "", { timeout: 15_000 });
});

test("the anatomy works without games", async ({ page, serve }) => {
  const server = await serve([]);
  await page.goto(`${server.url}/anatomy?play=e2e4`);
  await expect(page.locator(".loom-head select")).toHaveValue("polyglot");
  await expect(page.locator(".loom button.key-row")).toHaveCount(36);
});

test.describe("a scheme that cannot hash the position", () => {
  test.use({ expected: { patterns: [/status of 400/] } });

  test("it says so, and offers another", async ({ page, club }) => {
    await page.goto(`${club.url}/anatomy?variant=atomic&scheme=fide`);
    await expect(page.locator(".empty-title")).toHaveText("There is no anatomy by this scheme");
    await page.getByRole("link", { name: "Take the usual scheme" }).click();
    await expect(page.locator(".loom-head select")).toHaveValue("zobrist");
  });
});

test("it fits every width, and the phone has no digits in its rows", async ({ page, club, picture }) => {
  await page.goto(`${club.url}/anatomy?play=${lines.castling}`);
  await page.getByRole("button", { name: "Find the twin" }).click();
  await page.locator(".pair").waitFor({ timeout: 15_000 });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 860 });
    await expect(() => expectNoSideways(page)).toPass();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator(".loom .row-hex").first()).toBeHidden();
  await expect(page.locator(".loom-sum .digits")).toBeVisible();
  await picture("anatomy-phone", true);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 1280, height: 860 });
  await picture("anatomy-dark", true);
});

test("axe finds nothing", async ({ club, accessible }) => {
  test.setTimeout(120_000);
  await accessible(`${club.url}/anatomy?play=${lines.castling}`, ".loom-sum .sum-row");
});

test("axe finds nothing in a variant", async ({ club, accessible }) => {
  test.slow();
  await accessible(`${club.url}/anatomy?variant=crazyhouse&play=e2e4,d7d5,e4d5`, ".loom-sum .sum-row", [["dark", 390]]);
});
