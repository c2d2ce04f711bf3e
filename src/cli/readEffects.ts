import { openLines } from "../import/lines.js";
import { type ExportedEffect, readEffect } from "../seal/effects.js";
import { parsedJson } from "../seal/parsedJson.js";

/** The rows of `export --evaluation`. Only a file that cannot be read at all is refused; what stands in it is the receipt's to judge. */
export async function readEffects(path: string): Promise<() => ExportedEffect[]> {
  const texts: { readonly text: string; readonly where: string }[] = [];
  for await (const { first, lines } of await openLines({ path }))
    for (const [index, line] of lines.entries()) {
      const text = typeof line === "string" ? line : "";
      if (text.trim() !== "" || typeof line !== "string") texts.push({ text, where: `line ${first + index}` });
    }
  return () => texts.map(({ text, where }) => readEffect(parsedJson(text, where), where));
}
