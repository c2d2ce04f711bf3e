import { base64, base64Bytes } from "./base64.js";
import { type Hash } from "./merkle.js";
import { parsedJson } from "./parsedJson.js";
import { count, list, record, text } from "./shape.js";

/** How a log of `from` entries grew into one of `to`: what a client needs beside its older checkpoint. */
export interface Consistency {
  readonly from: number;
  readonly to: number;
  readonly proof: readonly Hash[];
}

const consistencyShape = record({ from: count, to: count, proof: list(text) });

export const consistencyText = ({ from, to, proof }: Consistency): string =>
  `${JSON.stringify({ from, to, proof: proof.map(base64) })}\n`;

export function readConsistency(file: string): Consistency {
  const { from, to, proof } = consistencyShape(parsedJson(file, "the consistency proof"), "proof");
  return { from, to, proof: proof.map((hash, index) => base64Bytes(hash, `proof.proof[${index}]`, 32)) };
}
