import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { type ErrorCode, errorCodes, UserError } from "../errors.js";
import { type FileReport } from "../import/importFile.js";
import { type Connection } from "./connection.js";
import { type Progress } from "../import/readRun.js";

/** Talks to a running server: the same answers, and so the same output, as with the store opened here. */
export const remote = (url: string, token: string | null = null): Connection => ({
  through: `the server at ${url}`,
  async ask<T>(document: string, variables: Readonly<Record<string, unknown>> = {}) {
    const response = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: { ...bearer(token), "content-type": "application/json", accept: "application/graphql-response+json" },
      body: JSON.stringify({ query: document, variables }),
    });
    const { data } = unrefused((await response.json()) as { data?: T | null });
    if (!data) throw new Error(`the server at ${url} answered with neither data nor errors`);
    return data;
  },
  async importFile([path, ...others], parameters, onProgress) {
    if (others.length > 0)
      throw new UserError(
        "BAD_INPUT",
        `${path}: expected one file, because the server at ${url} takes one at a time, got ${others.length + 1} that are one run; stop it and import again`,
      );
    const given = Object.entries({ name: path, ...parameters }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const size = await sizeOf(path);
    const headers = { ...bearer(token), "content-type": "application/octet-stream", "content-length": size };
    const sending = request(`${url}/import?${new URLSearchParams(given).toString()}`, { method: "POST", headers });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      sending.once("response", resolve).on("error", reject);
    });
    const file = createReadStream(path, { highWaterMark: 256 * 1024 });
    file.once("error", (error) => sending.destroy(error)).pipe(sending);
    try {
      for await (const text of createInterface({ input: await answered })) {
        const line = JSON.parse(text) as ImportLine;
        if (line.progress) onProgress(line.progress);
        else if (line.report) return line.report;
        else throw refusal(line.error ?? { message: text });
      }
      throw new Error(
        `the server at ${url} ended its answer without a report; import the file again, and it goes on where it stopped`,
      );
    } finally {
      // A refusal comes before the whole file was sent; the rest is not worth sending.
      file.destroy();
      sending.destroy();
    }
  },
  async addDecisions(path, { slug, fittedOn, format }) {
    await sizeOf(path);
    const sending = {
      method: "POST",
      headers: { ...bearer(token), "content-type": "application/octet-stream" },
      // The same stream to Node; its declarations and those of the browser disagree, also on whether `duplex` exists.
      body: Readable.toWeb(createReadStream(path)) as unknown as BodyInit,
      duplex: "half",
    };
    const given = new URLSearchParams({ slug, fittedOn, format }).toString();
    const response = await fetch(`${url}/decisions?${given}`, sending);
    return unrefused((await response.json()) as { ignored: string[] }).ignored;
  },
  close: () => Promise.resolve(),
});

const bearer = (token: string | null): Record<string, string> =>
  token === null ? {} : { authorization: `Bearer ${token}` };

/** An answer that holds no errors, in the shape that GraphQL gives them. */
function unrefused<T extends object>(answer: T): T {
  const { errors } = answer as { errors?: { message: string; extensions?: { code?: string; details?: unknown } }[] };
  if (errors?.[0]) throw refusal({ ...errors[0].extensions, message: errors[0].message });
  return answer;
}

/** One line of the answer of POST /import. */
interface ImportLine {
  readonly progress?: Progress;
  readonly report?: FileReport;
  readonly error?: Refusal;
}

interface Refusal {
  readonly code?: string;
  readonly message: string;
  readonly details?: unknown;
}

/** The server's refusal as the error it was there; what it calls internal is a fault here too. */
function refusal({ code = "INTERNAL", message, details }: Refusal): Error {
  if (code in errorCodes) return new UserError(code as ErrorCode, message, details);
  // Codes of the GraphQL language itself: a variable that does not fit, in the words of the schema.
  return code === "INTERNAL" ? new Error(message) : new UserError("BAD_INPUT", message);
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((error: Error) => error.message);
  if (typeof found === "string")
    throw new UserError("BAD_FILE", `${path}: expected a file that can be read, got ${found}`);
  if (found.isDirectory()) throw new UserError("BAD_FILE", `${path}: expected a file, got a directory`);
  return found.size;
}
