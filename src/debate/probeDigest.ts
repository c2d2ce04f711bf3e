import { createHash } from "node:crypto";
import { type Probe, type ProbeHeader, type Reply } from "./probe.js";

/**
 * The digest of what a set of probes holds, whatever file it came in: SHA-256 over one canonical JSON text and a line feed for each
 * probe in the order of their keys (`sortedProbes`), and for the header at the end. What the source does not say is left out.
 */
export function probeDigest(header: ProbeHeader, sorted: Iterable<Probe>): string {
  const hash = createHash("sha256");
  for (const probe of sorted) hash.update(`${canonicalProbe(probe)}\n`);
  const { slug, title, synthetic, license, note, createdAt } = header;
  return hash.update(`${JSON.stringify({ createdAt, license, note, slug, synthetic, title })}\n`).digest("hex");
}

/** Keys stand in their sorted order. A reply is its answer, or answer and suggestion; a place that was not asked is `{}`. */
const canonicalProbe = (probe: Probe): string =>
  JSON.stringify({
    benchmark: probe.benchmark,
    category: probe.category ?? undefined,
    condition: probe.condition,
    cost: probe.cost ?? undefined,
    counted: (probe.counted?.of ?? 0) === 0 ? undefined : { of: probe.counted?.of, revised: probe.counted?.revised },
    family: probe.family ?? undefined,
    gold: probe.gold ?? undefined,
    initial: probe.initial ?? undefined,
    item: probe.item,
    meta: probe.meta ?? undefined,
    model: probe.model,
    provider: probe.provider ?? undefined,
    replicate: probe.replicate,
    replies: probe.replies.every((reply) => reply === null) ? undefined : probe.replies.map(canonicalReply),
    scaffold: probe.scaffold ?? undefined,
    seat: probe.seat,
    temperature: probe.temperature ?? undefined,
    tokens: probe.tokens ?? undefined,
  });

const canonicalReply = (reply: Reply | null): unknown =>
  reply === null ? {} : reply.suggested === null ? reply.answer : [reply.answer, reply.suggested];
