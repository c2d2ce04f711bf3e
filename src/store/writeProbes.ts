import { type ProbeHeader } from "../debate/probe.js";
import { UserError } from "../errors.js";
import { appendLog } from "./appendLog.js";
import { type Prisma } from "./generated/client.js";
import { logTransaction } from "./logTransaction.js";
import { type Store } from "./open.js";

export interface NewProbes extends ProbeHeader {
  readonly probes: number;
  /** Probes in which something that the source reports contradicts its replies. */
  readonly disagreements: number;
  readonly warnings: readonly object[];
  readonly sourceDigest: string;
  readonly contentDigest: string;
  readonly importer: string;
  readonly importerVersion: string;
}

/**
 * Stores a set of probes, all at once: an import that is interrupted has left nothing. False when this very set stands under the name
 * already; other content under it is a CONFLICT.
 */
export const writeProbes = (store: Store, set: NewProbes, bytes: Uint8Array): Promise<boolean> =>
  logTransaction(store, async (database) => {
    const { slug, contentDigest, sourceDigest, importer, importerVersion, probes, warnings, ...columns } = set;
    const known = await database.probeSet.findUnique({ where: { slug }, select: { contentDigest: true } });
    if (known?.contentDigest === contentDigest) return false;
    if (known !== null) throw taken(slug, known.contentDigest, contentDigest);
    const position = await appendLog(database, {
      type: "probes",
      v: 1,
      slug,
      content: contentDigest,
      source: sourceDigest,
      importer: `${importer}/${importerVersion}`,
      probes,
      at: new Date().toISOString(),
    });
    const { id } = await database.probeSet.create({
      data: {
        ...columns,
        position,
        slug,
        probes,
        warnings: warnings as Prisma.InputJsonValue[],
        sourceDigest,
        contentDigest,
        importer,
        importerVersion,
      },
      select: { id: true },
    });
    // Base64: the embedded adapter writes binary values a digit at a time.
    await database.$executeRaw`
      INSERT INTO "ProbeBlock" ("setId", bytes) VALUES (${id}, decode(${Buffer.from(bytes).toString("base64")}, 'base64'))`;
    return true;
  });

export const taken = (slug: string, stored: string, got: string): UserError =>
  new UserError(
    "CONFLICT",
    `probes ${slug}: expected the content that is stored under this name (${stored}), got other content (${got})`,
  );
