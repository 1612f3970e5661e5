// The focus of the keyboard: it stays where it was when lists are drawn anew.
import type { Locator, Page } from "@playwright/test";
import { expect, expectLine, test } from "./fixtures";

/** Text or label of what has the focus; `BODY` if nothing has. */
async function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const has = document.activeElement;
    return has === document.body ? "BODY" : (has?.getAttribute("aria-label") ?? has?.textContent ?? "");
  });
}

/** Goes to a control by the keyboard and presses Enter on it. */
async function enter(page: Page, control: Locator): Promise<void> {
  await page.keyboard.press("Tab");
  await control.focus();
  await page.keyboard.press("Enter");
}

test("a game row keeps the focus, and so does the line", async ({ page, club }) => {
  await page.goto(`${club.url}/?play=e2e4,c7c5`);
  const row = page.locator(".game-row").nth(2);
  const names = (await row.textContent()) ?? "";
  await enter(page, row);
  await expect(page.locator(".game-players")).toBeVisible();
  await expect(page.locator(".game-row[aria-current]")).toHaveCount(1);
  expect(await focused(page)).toBe(names);
  const later = page.locator(".line-later").first();
  const next = (await later.textContent()) ?? "";
  await enter(page, later);
  await expect(page.locator(".line-move")).toHaveCount(4);
  expect(await focused(page)).toBe(next);
  const move = page.locator(".line-move").nth(2);
  const san = (await move.textContent()) ?? "";
  await enter(page, move);
  await expect(page.locator(".line-move")).toHaveCount(3);
  expect(await focused(page)).toBe(san);
  await enter(page, page.getByRole("button", { name: "Leave the game" }));
  await expect(page.locator(".game-players")).toHaveCount(0);
  expect(await focused(page)).not.toBe("BODY");
});

test("chips, the rules, steps and the order of the table keep the focus", async ({ page, club }) => {
  await page.goto(`${club.url}/?play=e2e4&player=lindqvist&as=white&since=2020`);
  await enter(page, page.getByRole("link", { name: "Remove “as White”" }));
  await expect(page.getByRole("list", { name: "Filter" }).getByRole("listitem")).toHaveCount(2);
  expect(await focused(page)).toBe("Remove “since 2020”");
  await enter(page, page.locator(".sort", { hasText: "Elo" }));
  await expect(page.locator("th[aria-sort]")).toHaveText("Elo");
  expect(await focused(page)).toBe("Elo");
  // The second press finds the button still there, though there is no move to take back.
  await enter(page, page.getByRole("button", { name: /^One move back/ }));
  await expectLine(page);
  await page.keyboard.press("Enter");
  expect(await focused(page)).toMatch(/^One move back/);
  await page.getByLabel("Rules").focus();
  await page.getByLabel("Rules").selectOption("atomic");
  await expect(page).toHaveURL(/variant=atomic/);
  await expect(page.locator(".empty-title")).toBeVisible();
  expect(await focused(page)).toBe("Rules");
  await page.goBack();
  await enter(page, page.locator(".hash"));
  await expect(page).toHaveURL(/\/anatomy/);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
});

test("a move of the table leads to the first move of the next one", async ({ page, club }) => {
  await page.goto(club.url);
  const moves = page.locator(".moves-table tbody a");
  await enter(page, moves.nth(1));
  await expect(page.locator(".line-move")).toHaveCount(2);
  await expect(moves.first()).toBeFocused();
  await page.keyboard.press("f");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("f");
  await expect(page).not.toHaveURL(/flipped/);
  await expect(moves.nth(1)).toBeFocused();
});
