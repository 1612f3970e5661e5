// The tour: each stop's task can be done, with the pointer or the keys, with and without games.
import type { Page } from "@playwright/test";
import { clickSquares, drag, expect, expectNoSideways, squareAt, test, widths } from "./fixtures";

const titles = [
  "A position is a set of facts",
  "The hash is the sum of the keys",
  "A move changes a few facts",
  "Two orders of moves, one hash",
  "Two positions can share a hash",
  "How a program uses the hash",
];

async function expectStop(page: Page, stop: number): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(titles[stop - 1] ?? "");
  await expect(page.locator(".stops [aria-current=step]")).toHaveText(new RegExp(`^(${stop}|✓done)`));
}

test("stops are reached by links, keys and the history", async ({ page, club }) => {
  await page.goto(club.url);
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Tour" }).click();
  await expectStop(page, 1);
  for (let stop = 2; stop <= 6; stop += 1) {
    await page.getByRole("link", { name: /^Next: / }).click();
    await expectStop(page, stop);
    await expect(page).toHaveURL(new RegExp(`/tour\\?stop=${stop}$`));
  }
  await page.keyboard.press("ArrowRight");
  await expectStop(page, 6);
  await page.keyboard.press("ArrowLeft");
  await expectStop(page, 5);
  await page.goBack();
  await expectStop(page, 6);
  await page.locator(".stops").getByRole("link", { name: /XOR/ }).click();
  await expectStop(page, 2);
  await page.goto(`${club.url}/tour?stop=99`);
  await expectStop(page, 1);
});

for (const games of [true, false])
  test(`every task can be done ${games ? "with the sample" : "without games"}`, async ({ page, club, serve, picture }) => {
    test.slow();
    const server = games ? club : await serve([]);
    const seen = page.locator(".seen");
    const open = async (stop: number) => {
      await page.goto(`${server.url}/tour?stop=${stop}`);
      await expectStop(page, stop);
      await expect(seen).toHaveText("");
    };
    const shot = async (stop: number) => {
      if (games) await picture(`tour-${stop}`, true);
    };

    await open(1);
    const rows = page.locator(".loom button.key-row");
    await expect(rows).toHaveCount(37);
    await clickSquares(page, "b8");
    await expect(seen).toContainText("Black knight b8: the key is e755178d58fc4e76.");
    await rows.first().click();
    await expect(page.locator(".chosen-key .row-hex")).toHaveText("14acbaf4777d5776");
    await shot(1);

    await open(2);
    const sum = page.locator(".loom-sum .row-hex");
    await expect(rows).toHaveCount(4);
    const before = (await sum.textContent()) ?? "";
    const keys = await page.locator(".loom button .row-hex").allTextContents();
    const total = keys.reduce((word, key) => word ^ BigInt(`0x${key}`), 0n);
    expect(before).toBe(total.toString(16).padStart(16, "0"));
    await rows.first().click();
    await expect(sum).not.toHaveText(before);
    const { x, y } = await squareAt(page, "e2");
    await page.mouse.click(x, y);
    await expect(sum).toHaveText(before);
    await expect(seen).toContainText(`The sum is ${before} again`);
    await shot(2);

    await open(3);
    await page.getByRole("button", { name: "O-O", exact: true }).click();
    await expect(page.locator(".change-title")).toHaveText("O-O changes 7 of 37 facts: 5 out, 2 in");
    await shot(3);
    await page.getByRole("button", { name: "Take it back" }).click();
    await expect(seen).toContainText("7 XORs there and 7 back: the hash is b663577df5f241bb again.");
    await expect(page.locator(".terms .sum-row .row-hex")).toHaveText("b663577df5f241bb");
    const after = page.locator(".terms .sum-row .row-hex a");
    await expect(after).toHaveAttribute("href", /\/anatomy\?fen=r1bqk1nr\/.*4&scheme=polyglot$/);
    await drag(page, "d2", "d4");
    await expect(page.locator(".change-title")).toContainText("d4 changes");

    await open(4);
    for (let ply = 1; ply <= 4; ply += 1) {
      await page.getByRole("button", { name: "Play the next move" }).click();
      await expect(page.locator(".orders code")).toHaveCount(2 * ply + 2);
    }
    await expect(seen).toContainText("Both orders end in 22b4e052f18fab1d.");
    await expect(page.locator(".orders .is-equal")).toHaveCount(2);
    const second = page.locator(".orders tbody tr").nth(2).locator("code a").last();
    await expect(second).toHaveAttribute("href", "/anatomy?play=c2c4,e7e6&scheme=polyglot");
    await shot(4);

    await open(5);
    await page.getByRole("button", { name: "Find the twin" }).click();
    await expect(seen).toContainText("3 facts here and 6 there", { timeout: 15_000 });
    await expect(page.locator(".pair .sum-row .row-hex")).toHaveText("0000000000000000");
    await shot(5);

    await open(6);
    const status = page.locator(".slot-hash");
    await expect(status).toContainText("Slot c was empty");
    await expect(page.locator(".slots th[scope=col]")).toHaveText(["Slot", "Stored digits", "Position after"]);
    const stored = page.locator(".slots tbody code");
    const next = page.getByRole("button", { name: "Play the next move" });
    const line = ["1. e4", "1… e5", "2. Nf3", "2… Nc6", "3. Bb5", "3… a6", "4. Ba4", "4… Nf6", "5. Bb3", "5… Ng8"];
    // A move that is taken back looks nothing up and empties nothing, and finds only itself when it is played again.
    for (const name of line.slice(0, 2)) {
      await next.click();
      await expect(status).toContainText(`${name}: `);
    }
    for (const name of ["1. e4", "start"]) {
      await page.getByRole("button", { name: "Take it back" }).click();
      await expect(status).toContainText(`${name}: `);
      await expect(status).toContainText("Nothing is looked up");
      await expect(stored).toHaveCount(3);
    }
    for (const name of line) {
      await next.click();
      await expect(status).toContainText(`${name}: `);
      await expect(page.locator(".slots .is-visited")).toContainText(name);
      if (name === "4… Nf6") await expect(status).toContainText("that after 3. Bb5: it is replaced");
    }
    await expect(seen).toHaveText("");
    await next.click();
    await expect(status).toContainText("the position after 4. Ba4 is back.");
    await expect(seen).toContainText("has the same 15 digits");
    await shot(6);
    await page.getByRole("button", { name: "Empty the table" }).click();
    await expect(stored).toHaveCount(1);
    await clickSquares(page, "d2", "d4");
    await expect(status).toContainText("1. d4");
    const hash = (await status.locator("code").textContent()) ?? "";
    await status.getByRole("link", { name: hash }).click();
    await expect(page).toHaveURL(/\/anatomy\?play=d2d4&scheme=polyglot$/);
    await expect(page.locator(".loom-sum .row-hex")).toHaveText(hash);
  });

test("stop 2 by the keyboard", async ({ page, club }) => {
  await page.goto(`${club.url}/tour?stop=2`);
  const rows = page.locator(".loom button.key-row");
  await rows.first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(rows.nth(1)).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("Enter");
  await expect(page.locator(".seen")).toContainText("again");
});

const ready = [".loom", ".loom-sum", ".next-moves", ".orders code", ".collision code", ".slots code"];

for (const [index, selector] of ready.entries()) {
  const stop = index + 1;
  test(`stop ${stop} fits every width, and axe finds nothing`, async ({ page, club, picture, accessible }) => {
    test.slow();
    const url = `${club.url}/tour?stop=${stop}`;
    await page.goto(url);
    await page.locator(selector).first().waitFor();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 860 });
      await expect(() => expectNoSideways(page)).toPass();
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await picture(`tour-${stop}-phone`, true);
    // Each color and each width, in both pairings by turns.
    const isEven = stop % 2 === 0;
    await accessible(url, selector, [
      ["light", isEven ? 390 : 1280],
      ["dark", isEven ? 1280 : 390],
    ]);
  });
}
