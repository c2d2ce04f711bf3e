import { PassThrough, type Readable } from "node:stream";
import { type RequestHandler } from "express";
import { UserError } from "../errors.js";
import { fromForms } from "./importRoute.js";

/** Stores uploaded decisions as a policy; who may is told by the `Authorization` header. */
export type DecisionsUpload = (
  body: Readable,
  given: { readonly slug: string; readonly fittedOn: string; readonly format: "NDJSON" | "CSV" },
  authorization: string | undefined,
) => Promise<object>;

/**
 * POST /decisions?slug=...&fittedOn=...&format=NDJSON|CSV: the body is the file, gzipped or not, as large as it is. The answer is the
 * policy, or an error in the shape that GraphQL errors have.
 */
export const decisionsRoute =
  (upload: DecisionsUpload): RequestHandler =>
  async (request, response) => {
    const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
    if (type === undefined || fromForms.includes(type))
      throw new UserError(
        "BAD_INPUT",
        `content-type: expected text/csv, application/x-ndjson or application/octet-stream, got ${type ?? "none"}`,
      );
    const text = (key: string) => {
      const value = request.query[key];
      if (typeof value === "string") return value;
      throw new UserError(
        "BAD_INPUT",
        `${key}: expected one query parameter, got ${value === undefined ? "none" : "several"}`,
      );
    };
    const format =
      request.query.format === undefined && type === "text/csv" ? "CSV" : (request.query.format ?? "NDJSON");
    if (format !== "NDJSON" && format !== "CSV")
      throw new UserError("BAD_INPUT", `format: expected NDJSON or CSV, got ${JSON.stringify(format)}`);
    // What is refused early is still answered, so the upload is read from a copy of the connection.
    const body = new PassThrough();
    request.pipe(body);
    request.once("close", () => {
      if (!request.complete) body.destroy(new UserError("CANCELLED", "the file ended before it was whole"));
    });
    try {
      const given = { slug: text("slug"), fittedOn: text("fittedOn"), format } as const;
      response.json(await upload(body, given, request.headers.authorization));
    } finally {
      request.unpipe(body);
      request.resume();
    }
  };
