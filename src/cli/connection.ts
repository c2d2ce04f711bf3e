import { type ImportReport } from "../import/importRun.js";
import { type Progress } from "../import/readRun.js";

/** Something that answers questions and takes files: the store opened here, or a running server. */
export interface Connection {
  /** In words, such as `the server at http://127.0.0.1:4000`. */
  readonly through: string;
  /** The data of an answer. Rejects with the first error, a `UserError` where the caller did it. */
  ask<T>(document: string, variables?: Readonly<Record<string, unknown>>): Promise<T>;
  /** `parameters` are those of POST /import. */
  importFile(path: string, parameters: Parameters, onProgress: (progress: Progress) => void): Promise<ImportReport>;
  close(): Promise<void>;
}

export type Parameters = Readonly<Record<string, string | undefined>>;
