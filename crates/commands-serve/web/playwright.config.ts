// Tests of the page in a browser, against the command: `ZOBRIST=…/zobrist npm test`.
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "tests",
  outputDir: "test-results/run",
  fullyParallel: false,
  workers: Number(process.env.ZOBRIST_TEST_WORKERS ?? 2),
  // On a machine with other work. One that passes only then is reported as flaky.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    viewport: { width: 1280, height: 860 },
    colorScheme: "light",
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
    launchOptions: {
      executablePath: process.env.ZOBRIST_CHROMIUM ?? "/usr/bin/chromium",
      // In a container root has no sandbox.
      args: ["--no-sandbox"],
    },
  },
});
