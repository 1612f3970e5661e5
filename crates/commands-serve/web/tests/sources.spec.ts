// Files that are opened from the page, sources that are being indexed, and which of them count.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectNoSideways, test, widths } from "./fixtures";
import { data, Server } from "./serve";

const folder = mkdtempSync(join(tmpdir(), "zobrist-sources-"));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const games = `[White "Ada"]\n[Black "Bob"]\n\n1. e4 {first} e5 1-0\n\n1. d4 d5 0-1\n`;
const file = (name: string, text: string) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(text) });

/** Chooses files as a person does. */
async function choose(page: Page, ...files: ReturnType<typeof file>[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open files…" }).click();
  await (await chooser).setFiles(files);
}

test("a server without sources opens on files, chosen several at once", async ({ page, picture, accessible }) => {
  const server = await Server.start([]);
  try {
    await page.goto(server.url);
    await picture("open-files");
    await choose(page, file("club.pgn", games), file("ko.sgf", "(;GM[1]SZ[9]PB[Ada];B[aa];W[bb])"));
    await expect(page.locator(".filter-count")).toHaveText("2 games");
    await expect(page.locator(".source-name")).toHaveText("club.pgn");
    await expect(page.getByRole("link", { name: "Go", exact: true })).toBeVisible();
    // A game says where it is from, and has what stands beside its moves.
    await page.locator(".game-row").first().click();
    await expect(page.locator(".from-file")).toHaveText("from club.pgn");
    await expect(page.locator(".of-game .comment")).toHaveText("first");
    await page.getByRole("link", { name: "Go", exact: true }).click();
    await expect(page.locator(".view-go")).toContainText("Ada");
    await accessible(`${server.url}/`, ".moves-table");
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoSideways(page);
    }
  } finally {
    await server.stop();
  }
});

test("games of Go alone are shown at once", async ({ page }) => {
  const server = await Server.start([]);
  try {
    await page.goto(server.url);
    await choose(page, file("ko.sgf", "(;GM[1]SZ[9]PB[Ada];B[aa];W[bb])"));
    await expect(page).toHaveURL(/\/go$/);
    await expect(page.locator(".view-go")).toContainText("Ada");
  } finally {
    await server.stop();
  }
});

test("a dropped file joins, and sources are switched off and on", async ({ page, accessible, picture }) => {
  const server = await Server.start([`${data}club.pgn.gz`]);
  try {
    await page.goto(server.url);
    await expect(page.locator(".filter-count")).toHaveText("320 games");
    const dropped = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "mine.pgn"));
      return transfer;
    }, games);
    await page.dispatchEvent("body", "dragover", { dataTransfer: dropped });
    await expect(page.locator("body")).toHaveClass("dropping");
    await page.dispatchEvent("body", "drop", { dataTransfer: dropped });
    await expect(page.locator(".filter-count")).toHaveText("322 games");
    await expect(page.locator("body")).not.toHaveClass("dropping");
    await page.getByRole("button", { name: "Sources, and open files" }).click();
    const dialog = page.locator("dialog.sources-dialog");
    await expect(dialog.locator(".source-row")).toHaveText(["club.pgn.gz320 games", "mine.pgn2 games"]);
    await picture("sources");
    await dialog.getByLabel("club.pgn.gz").uncheck();
    // One counts at least.
    await expect(dialog.getByLabel("mine.pgn")).toBeDisabled();
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(page.locator(".filter-count")).toHaveText("2 games in 1 of 2 sources");
    await expect(page.locator(".from-source")).toHaveText(["from mine.pgn", "from mine.pgn"]);
    await expect(page).toHaveURL(`${server.url}/?sources=1`);
    await accessible(`${server.url}/?sources=1`, ".game-row");
    await page.locator(".game-row").first().click();
    await expect(page).toHaveURL(/game=0&source=1.*sources=1/);
    await expect(page.locator(".from-file")).toHaveText("from mine.pgn");
    await page.goto(`${server.url}/?sources=1`);
    await page.getByRole("button", { name: "Sources, and open files" }).click();
    await dialog.getByLabel("club.pgn.gz").check();
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(page.locator(".filter-count")).toHaveText("322 games");
    await expect(page).toHaveURL(`${server.url}/`);
  } finally {
    await server.stop();
  }
});

test("files of Go are switched off and on", async ({ page, accessible }) => {
  const server = await Server.start([]);
  try {
    await page.goto(server.url);
    const game = (black: string) => `(;GM[1]SZ[9]PB[${black}];B[aa];W[bb])`;
    await choose(page, file("ko.sgf", game("Ada")), file("two.sgf", game("Bea") + game("Cem")));
    await expect(page.locator(".go-game")).toHaveCount(3);
    await page.getByRole("button", { name: "Sources, and open files" }).click();
    const dialog = page.locator("dialog.sources-dialog");
    // The game that is open is of this file: the first of the others takes its place.
    await dialog.getByLabel("ko.sgf").uncheck();
    await expect(dialog.getByLabel("two.sgf")).toBeDisabled();
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(page).toHaveURL(`${server.url}/go?game=1&sources=1`);
    await expect(page.locator(".go-players")).toContainText("Bea");
    await expect(page.locator(".go-game")).toHaveCount(2);
    await expect(page.locator(".card-title").filter({ hasText: "Games" })).toHaveText("Games2 in 1 of 2 sources");
    await accessible(`${server.url}/go?sources=1`, ".go-game");
    await page.locator(".go-game").last().click();
    await expect(page).toHaveURL(`${server.url}/go?game=2&sources=1`);
    await expect(page.locator(".go-players")).toContainText("Cem");
    await page.getByRole("button", { name: "Sources, and open files" }).click();
    await dialog.getByLabel("ko.sgf").check();
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(page).toHaveURL(`${server.url}/go?game=2`);
    await expect(page.locator(".go-game")).toHaveCount(3);
  } finally {
    await server.stop();
  }
});

test("a file that cannot be read says why, and its name stays text", async ({ page }) => {
  const server = await Server.start([]);
  try {
    await page.goto(server.url);
    await choose(page, file("<img src=x>.pgn", "no games"), file("half.pgn", "1. e4 Ke5 *\n\n1. d4 *\n"));
    const problem = page.locator(".problem-notice");
    await expect(problem).toContainText("<img src=x>.pgn cannot be opened: expected a file with games");
    await expect(page.locator("img")).toHaveCount(0);
    await expect(page.locator(".notice.rejected li")).toContainText("half.pgn:1");
    await problem.getByRole("button", { name: "Close the notice" }).click();
    await expect(problem).toHaveCount(0);
  } finally {
    await server.stop();
  }
});

test.describe("a file that is too large", () => {
  test.use({ expected: { patterns: [/413/] } });

  test("is told before it is sent", async ({ page }) => {
    const server = await Server.start(["--upload-limit", "1kB"]);
    try {
      await page.goto(server.url);
      await choose(page, file("large.pgn", " ".repeat(1001)));
      await expect(page.locator(".problem-notice")).toContainText("expected a file of at most 1,000 bytes, got 1,001");
    } finally {
      await server.stop();
    }
  });
});

test("a server that takes no files offers none", async ({ page }) => {
  const server = await Server.start(["--read-only"]);
  try {
    await page.goto(server.url);
    await expect(page.locator(".empty-title")).toHaveText("No games are served");
    await expect(page.getByRole("button", { name: "Open files…" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Sources, and open files" })).toHaveCount(0);
  } finally {
    await server.stop();
  }
});

test("the page shows how far a large source is, and its games when they are there", async ({ page, picture }) => {
  const line = (at: number) => (at % 2 ? "e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6" : "d4 d5 2. c4 e6 3. Nc3 Nf6");
  const text = Array.from({ length: 200_000 }, (_, at) => `[White "W${at}"]\n[Black "B"]\n\n1. ${line(at)} 1-0\n`).join("\n");
  const large = join(folder, "large.pgn");
  writeFileSync(large, text);
  const server = await Server.startNow([large]);
  try {
    await page.goto(server.url);
    await expect(page.locator(".empty-title")).toHaveText("The games are being indexed");
    await expect(page.locator(".source-notice")).toContainText("large.pgn is being indexed");
    await expect(page.locator(".source-notice progress")).toBeVisible();
    await picture("indexing");
    // Moves can be played meanwhile.
    await page.getByLabel("Move or FEN").fill("e4");
    await page.getByLabel("Move or FEN").press("Enter");
    await expect(page.locator(".filter-count")).toHaveText("100,000 games", { timeout: 45_000 });
    await expect(page.locator(".source-notice")).toHaveCount(0);
  } finally {
    await server.stop();
  }
});
