/** Holds a name until the answer is called; null when somebody else holds it. */
export type Hold = (name: string) => Promise<(() => Promise<void>) | null>;

/**
 * One holder of a name at a time: within this process by a list, among processes by what `take` and `drop` do. A database
 * lets one connection take the same lock twice, so the list is needed in any case.
 */
export function holdNames(
  take: (name: string) => Promise<boolean> = () => Promise.resolve(true),
  drop: (name: string) => Promise<unknown> = () => Promise.resolve(),
): Hold {
  const held = new Set<string>();
  return async (name) => {
    if (held.has(name)) return null;
    held.add(name);
    let mine = false;
    try {
      mine = await take(name);
    } finally {
      if (!mine) held.delete(name);
    }
    if (!mine) return null;
    return async () => {
      if (!mine) return;
      mine = false;
      await drop(name);
      held.delete(name);
    };
  };
}
