// Sends files to the server, with the token of the page.
import type { Api } from "../api";

/** Ends of the names of files that are offered for choosing. */
export const accepted = [".pgn", ".sgf", ".gib", ".ngf", ".ugf", ".ugi", ".gz", ".zst", ".bz2", ".xz", ".zip"].join(",");

let token: Promise<string> | null = null;

/** The token, which is asked for once. */
export function tokenOf(api: Api): Promise<string> {
  token ??= api.get<{ token: string }>("token", "/api/token").then((answer) => answer.token);
  token.catch(() => {
    token = null;
  });
  return token;
}

/** Sends a file; `progress` is told its share from 0 to 1. Fails with the reason of the server. */
export async function send(api: Api, file: File, progress: (share: number) => void): Promise<void> {
  const key = await tokenOf(api);
  // The interface of fetch does not tell how much has been sent.
  const request = new XMLHttpRequest();
  request.open("POST", `/api/upload?${new URLSearchParams({ name: file.name })}`);
  request.setRequestHeader("x-zobrist-token", key);
  request.upload.addEventListener("progress", ({ loaded, total }) => progress(total > 0 ? loaded / total : 0));
  await new Promise<void>((resolve, reject) => {
    request.addEventListener("load", () => {
      if (request.status < 300) resolve();
      else reject(new Error(reason(request)));
    });
    request.addEventListener("error", () => reject(new Error("the server has not taken it")));
    request.send(file);
  });
}

function reason(request: XMLHttpRequest): string {
  try {
    return (JSON.parse(request.responseText) as { error: string }).error;
  } catch {
    return `the server has answered with the status ${request.status}`;
  }
}
