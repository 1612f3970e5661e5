// Takes the pictures of docs/serve.md: `ZOBRIST=…/zobrist npm run pictures`.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Page, test } from "@playwright/test";
import { data, Server } from "./serve";

const docs = fileURLToPath(new URL("../../../../docs/serve/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "zobrist-pictures-"));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Sending two returning one: move 7 repeats the position after move 4. */
const sendTwo = "(;GM[1]FF[4]SZ[3]PB[Ada]PW[Jan]RE[W+R];B[ba];W[bb];B[cb];W[ab];B[aa];W[ca];B[ba])";

interface Picture {
  name: string;
  path: string;
  /** The last thing to appear. */
  ready: string;
  colors?: "dark";
  size?: { width: number; height: number };
  source?: () => string;
  prepare?: (page: Page) => Promise<void>;
}

const pictures: Picture[] = [
  { name: "explorer", path: "/?play=e4,c5&player=lindqvist&as=white", ready: ".game-list li" },
  { name: "anatomy", path: "/anatomy?play=e4,e5,Nf3,Nc6,Bc4,Bc5,O-O", ready: ".loom .key-row", colors: "dark" },
  {
    name: "twin",
    path: "/tour?stop=5",
    ready: ".stops",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Find the twin" }).click();
      await page.locator(".pair .sum-row").waitFor();
    },
  },
  { name: "phone", path: "/?play=e4,c5", ready: ".game-list li", size: { width: 390, height: 844 } },
  {
    name: "go",
    path: "/go?ply=7",
    ready: ".finding-here",
    source: () => {
      writeFileSync(join(folder, "game.sgf"), sendTwo);
      return join(folder, "game.sgf");
    },
  },
  {
    name: "lattice",
    path: "/lattice",
    ready: "img",
    source: () => {
      copyFileSync(`${data}iron-copper.toml`, join(folder, "iron-copper.toml"));
      execFileSync(process.env.ZOBRIST ?? "zobrist", ["lattice", "run", join(folder, "iron-copper.toml")], { stdio: "ignore" });
      return join(folder, "iron-copper.csv");
    },
  },
];

for (const { name, path, ready, colors, size, source, prepare } of pictures)
  test(name, async ({ page }) => {
    test.setTimeout(300_000);
    const server = await Server.start([source?.() ?? `${data}club.pgn.gz`]);
    await page.emulateMedia({ colorScheme: colors ?? "light" });
    await page.setViewportSize(size ?? { width: 1280, height: 860 });
    await page.goto(server.url + path);
    await page.locator(ready).first().waitFor();
    await prepare?.(page);
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: `${docs}${name}.png` });
    await server.stop();
  });
