// Pictures of docs/serve.md: `ZOBRIST=…/zobrist npm run pictures`.
import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

export default defineConfig({ ...tests, testMatch: "pictures.ts" });
