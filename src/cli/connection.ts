import { type FileReport } from "../import/importFile.js";
import { type Progress } from "../import/readRun.js";
import { type DecisionFormat } from "../import/decisionFile.js";

/** Something that answers questions and takes files: the store opened here, or a running server. */
export interface Connection {
  /** In words, such as `the server at http://127.0.0.1:4000`. */
  readonly through: string;
  /** The data of an answer. Rejects with the first error, a `UserError` where the caller did it. */
  ask<T>(document: string, variables?: Readonly<Record<string, unknown>>): Promise<T>;
  /** `parameters` are those of POST /import. */
  importFile(
    paths: readonly string[],
    parameters: Parameters,
    onProgress: (progress: Progress) => void,
  ): Promise<FileReport>;
  /** Stores a file of decisions as a policy, and names the columns that were passed over. */
  addDecisions(path: string, given: GivenDecisions): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface GivenDecisions {
  readonly slug: string;
  readonly fittedOn: string;
  readonly format: DecisionFormat;
}

export type Parameters = Readonly<Record<string, string | undefined>>;
