import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "@jest/globals";
import { generateSigningKey, readSigningKey } from "../../src/seal/key.js";
import { signingKey } from "../../src/store/signingKey.js";
import { eachStore } from "./eachStore.js";

const folder = mkdtempSync(join(tmpdir(), "counterweight-key-"));
afterAll(() => rmSync(folder, { recursive: true }));
let homes = 0;
const newHome = () => join(folder, `home ${homes++}`);

eachStore((store) => {
  const home = newHome();

  it("makes a key at the first start, which only its owner can read, and finds it at the next", async () => {
    const made = await Promise.all([1, 2].map(() => signingKey(store(), { home, configured: null })));
    expect(made[0].text).toBe(made[1].text);
    expect(statSync(join(home, "signing.key")).mode & 0o777).toBe(0o600);
  });

  it("refuses to sign one log with two keys of its own making", async () => {
    const elsewhere = newHome();
    const refused = () => signingKey(store(), { home: elsewhere, configured: null });
    await expect(refused()).rejects.toThrow(
      /COUNTERWEIGHT_SIGNING_KEY: expected the private key of .*, which signs this log, and there is no /,
    );
    rmSync(elsewhere, { recursive: true, force: true });
    const stray = mkdtempSync(join(folder, "stray-"));
    writeFileSync(join(stray, "signing.key"), generateSigningKey("another/log"));
    await expect(signingKey(store(), { home: stray, configured: null })).rejects.toThrow("holds another key");
  });

  it("takes a configured key, for the first or after another, and remembers all that signed", async () => {
    const configured = generateSigningKey("configured/log");
    const key = await signingKey(store(), { home: newHome(), configured });
    expect(key.text).toBe(readSigningKey(configured).text);
    expect(await store().prisma.logKey.count()).toBe(2);
    await expect(signingKey(store(), { home: "", configured: "nonsense" })).rejects.toMatchObject({
      code: "BAD_INPUT",
    });
  });
});
