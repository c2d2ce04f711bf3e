import { PassThrough, type Readable } from "node:stream";
import { type RequestHandler } from "express";
import { type Logger } from "pino";
import { UserError } from "../errors.js";
import { type FileReport } from "../import/importFile.js";
import { type ImportOptions } from "../import/importRun.js";
import { type Source } from "../import/lines.js";
import { importOptions } from "./importOptions.js";

/** Reads one uploaded file of debates or probes into the store. */
export type ImportStream = (
  upload: Extract<Source, { bytes: unknown }> & { readonly bytes: Readable },
  options: ImportOptions,
) => Promise<Named>;

type Named = { readonly status: FileReport["status"] } & (
  { readonly run: string; readonly debates: number } | { readonly probeSet: string; readonly probes: number }
);

/** A form on some other site can send these without asking the browser first; an import must not be startable that way. */
export const fromForms = ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"];

/**
 * POST /import: the body is the file as it is, gzipped or not; the query parameters are the run's keys. The answer is
 * one JSON object a line: `{"progress":…}` while it reads, and at the end `{"report":…}` or `{"error":{code,message,details}}`.
 * The status says only that reading began.
 */
export const importRoute =
  (
    importStream: ImportStream,
    mayWrite: (authorization: string | undefined) => Promise<unknown>,
    logger: Logger,
    importedDebates: { inc(by: number): void },
  ): RequestHandler =>
  async (request, response) => {
    await mayWrite(request.headers.authorization);
    const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
    if (type === undefined || fromForms.includes(type)) {
      const message = `content-type: expected application/x-ndjson or application/octet-stream, got ${type ?? "none"}`;
      response.status(415).json({ errors: [{ message, extensions: { code: "BAD_INPUT" } }] });
      return;
    }
    // The import reads a copy of the stream: when it refuses and stops, the connection must live on to say so.
    const body = new PassThrough();
    request.pipe(body);
    request.once("close", () => {
      if (!request.complete)
        body.destroy(new UserError("CANCELLED", "the file ended before it was whole: the sender went away"));
    });
    response.status(200).type("application/x-ndjson");
    const say = (line: object) => void response.write(`${JSON.stringify(line)}\n`);
    try {
      const { name = "the upload", ...given } = parameters(request.query);
      const options = importOptions(given);
      const size = Number(request.headers["content-length"] ?? NaN);
      const upload = { name, bytes: body, ...(Number.isFinite(size) && { size }) };
      const report = await importStream(upload, { ...options, onProgress: (progress) => say({ progress }) });
      const { status } = report;
      if ("run" in report) {
        if (status === "IMPORTED") importedDebates.inc(report.debates);
        logger.info({ name, run: report.run, status, debates: report.debates }, "imported");
      } else logger.info({ name, probeSet: report.probeSet, status, probes: report.probes }, "imported");
      say({ report });
    } catch (error) {
      if (!(error instanceof UserError)) logger.error({ err: error }, "an import failed");
      say({ error: shown(error) });
    }
    response.end();
    request.unpipe(body);
    request.resume();
  };

const shown = (error: unknown) =>
  error instanceof UserError
    ? { code: error.code, message: error.message, details: error.details }
    : { code: "INTERNAL", message: "Something went wrong on our side. The log has it." };

/** Every parameter as one text; a repeated one is refused by whoever reads it, as the list it was. */
const parameters = (query: Record<string, unknown>): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(query).map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]),
  );
