import { expect, it } from "@jest/globals";
import { eachStore } from "./eachStore.js";

eachStore((store) => {
  it("opens empty, in UTC whatever the database's time zone is", async () => {
    const { prisma } = store();
    expect(await prisma.run.count()).toBe(0);
    expect(await prisma.$queryRaw`SELECT current_setting('TimeZone') AS zone`).toEqual([{ zone: "UTC" }]);
  });

  it("reads a moment back as it was written", async () => {
    const { prisma } = store();
    const startedAt = new Date("2026-07-01T12:34:56.789Z");
    await prisma.load.create({ data: { slug: "moment", startedAt } });
    expect(await prisma.load.findUniqueOrThrow({ where: { slug: "moment" } })).toMatchObject({ startedAt });
    expect(await prisma.$queryRaw`SELECT "startedAt"::text AS text FROM "Load" WHERE slug = 'moment'`).toEqual([
      { text: "2026-07-01 12:34:56.789+00" },
    ]);
  });

  it("holds a name for one import at a time", async () => {
    const release = await store().hold("a run");
    expect(release).not.toBeNull();
    expect(await store().hold("a run")).toBeNull();
    const other = await store().hold("another run");
    expect(other).not.toBeNull();
    await release?.();
    const again = await store().hold("a run");
    expect(again).not.toBeNull();
    // A second release of the first hold does not end the second.
    await release?.();
    expect(await store().hold("a run")).toBeNull();
    await other?.();
    await again?.();
  });

  it("is not kept from its other work by many holds", async () => {
    const releases = await Promise.all(Array.from({ length: 30 }, (_, index) => store().hold(`held ${index}`)));
    expect(await store().prisma.run.count()).toBe(0);
    for (const release of releases) await release?.();
  });
});
