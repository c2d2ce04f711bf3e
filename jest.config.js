/** Tests run as ES modules; `npm test` sets NODE_OPTIONS=--experimental-vm-modules, which PGlite needs. */
export default {
  testEnvironment: "node",
  setupFiles: ["reflect-metadata"],
  roots: ["<rootDir>/test"],
  testMatch: ["**/*.test.ts"],
  extensionsToTreatAsEsm: [".ts"],
  moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
  transform: {
    "^.+\\.ts$": [
      "@swc/jest",
      {
        jsc: {
          target: "es2022",
          parser: { syntax: "typescript", decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: false },
        },
        module: { type: "es6" },
      },
    ],
  },
  testTimeout: 120_000,
  // Left alone, two cores run one file after the other in one process, which keeps what every file loaded. Many files wait
  // for other processes: a third worker uses that time.
  maxWorkers: 3,
  workerIdleMemoryLimit: "1GB",
};
