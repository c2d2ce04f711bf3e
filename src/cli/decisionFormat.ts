import { type DecisionFormat } from "../import/decisionFile.js";

/** How a file of decisions is written, by its name: `.csv` or `.csv.gz` is CSV, all else is NDJSON. */
export const decisionFormat = (path: string): DecisionFormat => (/\.csv(\.gz)?$/i.test(path) ? "CSV" : "NDJSON");
