import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Data that lies beside the repository and is not part of it; null when it is not there. */
export function sharedFolder(name: string): string | null {
  const folder = `${process.env.COUNTERWEIGHT_SHARED ?? `${root}../shared`}/${name}`;
  if (existsSync(folder)) return folder;
  console.warn(`Skipped: no ${name} in ../shared; COUNTERWEIGHT_SHARED names another folder`);
  return null;
}

/** Files of a shared folder with this ending, with their whole paths; none when it is not there. */
export const sharedFiles = (name: string, ending: string): readonly string[] => {
  const folder = sharedFolder(name);
  return folder === null
    ? []
    : readdirSync(folder)
        .filter((file) => file.endsWith(ending))
        .sort()
        .map((file) => `${folder}/${file}`);
};
