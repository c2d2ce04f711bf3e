import { LRUCache } from "lru-cache";
import { type Store } from "../store/open.js";
import { createLoaders, type Loaders } from "./loaders.js";

/** What all requests of a process share. */
export interface Services {
  readonly store: Store;
  /** Computed answers by digest and arguments; bounded by what they keep alive, in bytes. */
  readonly answers: LRUCache<string, object>;
}

/** What one request works with. */
export interface Context extends Services {
  readonly loaders: Loaders;
}

const ANSWERS_BYTES = 256 * 1024 * 1024;

export const createServices = (store: Store): Services => ({
  store,
  answers: new LRUCache({ maxSize: ANSWERS_BYTES }),
});

/** New for each request, for server, commands and tests alike. */
export const createContext = (services: Services): Context => ({ ...services, loaders: createLoaders(services.store) });
