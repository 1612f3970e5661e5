// Starts `zobrist serve` for the tests of the page.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The folder `data` of the repository. */
export const data = fileURLToPath(new URL("../../../../data/", import.meta.url));

export class Server {
  private constructor(
    /** As `http://127.0.0.1:8960`, without a slash at the end. */
    readonly url: string,
    private readonly child: ChildProcess,
    private readonly cache: string,
  ) {}

  /** Starts the command with these arguments on a free port, or on `port`, and waits until its sources are ready. */
  static async start(args: string[], port = 0): Promise<Server> {
    const server = await Server.startNow(args, port);
    for (;;) {
      const { sources } = (await (await fetch(`${server.url}/api/source`)).json()) as { sources: { state: string }[] };
      if (!sources.some(({ state }) => state === "waiting" || state === "indexing")) return server;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** As `start`, but waits only until it answers. */
  static async startNow(args: string[], port = 0): Promise<Server> {
    const program = process.env.ZOBRIST;
    if (!program) throw new Error("expected the path of the command in ZOBRIST, got nothing");
    const cache = mkdtempSync(join(tmpdir(), "zobrist-page-"));
    const child = spawn(program, ["serve", ...args, "--port", String(port)], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, XDG_CACHE_HOME: cache },
    });
    let complaints = "";
    child.stderr.on("data", (chunk) => {
      complaints += chunk;
    });
    const line = await new Promise<string>((resolve, reject) => {
      createInterface(child.stdout).once("line", resolve);
      child.once("error", reject);
      child.once("exit", (status) => reject(new Error(`zobrist serve ended with ${status}: ${complaints}`)));
    });
    return new Server(line.trim().replace(/\/$/, ""), child, cache);
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Ends it, and gives its exit status. */
  async stop(): Promise<number | null> {
    const ended = new Promise<number | null>((resolve) => {
      if (this.child.exitCode !== null) resolve(this.child.exitCode);
      else this.child.once("exit", resolve);
    });
    this.child.kill("SIGTERM");
    const status = await ended;
    rmSync(this.cache, { recursive: true, force: true });
    return status;
  }
}
