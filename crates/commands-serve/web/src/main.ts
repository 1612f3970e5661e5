// Starts the page.
import { start } from "./frame";
import { applyTheme } from "./theme";

applyTheme();
void start();
