import { LRUCache } from "lru-cache";
import { type SigningKey } from "../seal/key.js";
import { type Store } from "../store/open.js";
import { LOCAL_TEAM } from "../store/teams.js";
import { createLoaders, type Loaders } from "./loaders.js";

/** What all requests of a process share. */
export interface Services {
  readonly store: Store;
  /** Signs checkpoints and receipts. */
  readonly key: SigningKey;
  /** Computed answers by digest and arguments; bounded by what they keep alive, in bytes. */
  readonly answers: LRUCache<string, object>;
}

/** What one request works with. */
export interface Context extends Services {
  readonly loaders: Loaders;
  /** For whom something is written. FORBIDDEN when the caller may not write. */
  readonly team: () => Promise<string>;
}

const ANSWERS_BYTES = 256 * 1024 * 1024;

export const createServices = (store: Store, key: SigningKey): Services => ({
  store,
  key,
  answers: new LRUCache({ maxSize: ANSWERS_BYTES }),
});

/** New for each request, for server, commands and tests alike. In process, callers say for whom they act. */
export const createContext = (
  services: Services,
  team: () => Promise<string> = () => Promise.resolve(LOCAL_TEAM),
): Context => ({ ...services, loaders: createLoaders(services.store), team });
