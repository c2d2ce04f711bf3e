import { type RequestHandler } from "express";

/** What strangers fetch without asking a question: receipts, and the state of the log. */
export interface SealedFiles {
  readonly receipt: (digest: string) => Promise<string>;
  readonly checkpoint: () => Promise<string>;
}

/** GET /receipts/DIGEST.json */
export const receiptRoute =
  ({ receipt }: SealedFiles): RequestHandler<{ file: string }> =>
  async ({ params: { file } }, response, next) => {
    const digest = /^([0-9a-f]{64})\.json$/.exec(file)?.[1];
    if (digest === undefined) return next();
    response.type("application/vnd.dsse+json").send(await receipt(digest));
  };

/** GET /log/checkpoint: the text of a signed note. It is never stored on the way. */
export const checkpointRoute =
  ({ checkpoint }: SealedFiles): RequestHandler =>
  async (_request, response) => {
    response.setHeader("Cache-Control", "no-store");
    response.type("text/plain; charset=utf-8").send(await checkpoint());
  };
