// Fixtures of all tests of the page: servers, a page that reports every error and stray request,
// pictures, axe.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test as base } from "@playwright/test";
import { fileURLToPath } from "node:url";
import { data, Server } from "./serve";

const pictures = fileURLToPath(new URL("../test-results/pictures/", import.meta.url));

/** Widths that every view must fit into without sideways scrolling. */
export const widths = [320, 390, 768, 1280];

/** Colors and width in which a page is looked at. */
export type Way = ["light" | "dark", number];

const allWays: Way[] = [
  ["light", 1280],
  ["light", 390],
  ["dark", 1280],
  ["dark", 390],
];

interface WorkerFixtures {
  /** Server of these arguments; started once for each worker. */
  serve: (args: string[]) => Promise<Server>;
}

interface Fixtures {
  /** Server of the sample of a club's games. */
  club: Server;
  /** Messages in the console that a test expects, such as those of a server that is gone. */
  expected: { patterns: RegExp[] };
  /** Keeps a picture of the page as a file of the run. */
  picture: (name: string, fullPage?: boolean) => Promise<void>;
  /** Expects that axe finds nothing, in light and dark, and on a phone, or in some of these ways; after `act`, what a person does there. */
  accessible: (url: string, ready: string, ways?: Way[], act?: (page: Page) => Promise<void>) => Promise<void>;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  serve: [
    async ({}, use) => {
      const servers = new Map<string, Promise<Server>>();
      await use((args) => {
        const key = args.join("\n");
        const server = servers.get(key) ?? Server.start(args);
        servers.set(key, server);
        return server;
      });
      for (const server of servers.values()) await (await server).stop();
    },
    { scope: "worker" },
  ],

  club: async ({ serve }, use) => {
    await use(await serve([`${data}club.pgn.gz`]));
  },

  expected: [{ patterns: [] }, { option: true }],

  page: async ({ page, expected }, use) => {
    const problems = watch(page);
    await use(page);
    expect(problems.filter((problem) => !expected.patterns.some((pattern) => pattern.test(problem)))).toEqual([]);
  },

  picture: async ({ page }, use) => {
    await use(async (name, fullPage = false) => {
      await page.screenshot({ path: `${pictures}${name}.png`, fullPage });
    });
  },

  accessible: async ({ browser }, use) => {
    await use(async (url, ready, ways = allWays, act) => {
      // axe is put into the page as a script, which the content policy forbids.
      const context = await browser.newContext({ reducedMotion: "reduce", bypassCSP: true });
      const page = await context.newPage();
      await page.goto(url);
      await page.locator(ready).first().waitFor();
      await act?.(page);
      for (const [colorScheme, width] of ways) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 860 });
        const { violations } = await new AxeBuilder({ page }).analyze();
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
        expect(found, `${url} ${colorScheme} ${width}`).toEqual([]);
      }
      await context.close();
    });
  },
});

export { expect };

/** Errors of the page and requests that leave loopback. */
export function watch(page: Page): string[] {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol !== "data:" && url.protocol !== "blob:" && url.hostname !== "127.0.0.1")
      problems.push(`request: ${request.url()}`);
  });
  return problems;
}

/** Expects that the page does not scroll sideways. */
export async function expectNoSideways(page: Page): Promise<void> {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(content, page.url()).toBeLessThanOrEqual(window ?? 0);
}

/** Point in the middle of a square of the board. */
export async function squareAt(page: Page, square: string, flipped = false): Promise<{ x: number; y: number }> {
  const box = await page.locator("cg-board").boundingBox();
  if (!box) throw new Error("expected a board, got none");
  const file = square.charCodeAt(0) - 97;
  const rank = Number(square[1]) - 1;
  return {
    x: box.x + ((flipped ? 7 - file : file) + 0.5) * (box.width / 8),
    y: box.y + ((flipped ? rank : 7 - rank) + 0.5) * (box.height / 8),
  };
}

/** Clicks squares one after the other. */
export async function clickSquares(page: Page, ...squares: string[]): Promise<void> {
  for (const square of squares) {
    const { x, y } = await squareAt(page, square);
    await page.mouse.click(x, y);
  }
}

/** Drags from a square, or from where the pointer is down already, to a square. */
export async function drag(page: Page, from: string, to: string): Promise<void> {
  const start = await squareAt(page, from);
  const end = await squareAt(page, to);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 3 });
  await page.mouse.move(end.x, end.y, { steps: 3 });
  await page.mouse.up();
}

/** Expects the moves of the line, as SAN. */
export async function expectLine(page: Page, ...moves: string[]): Promise<void> {
  await expect(page.locator(".line-moves .line-move")).toHaveText(["start", ...moves]);
}
