/**
 * Two projects: `unit` needs nothing; `http` needs Postgres, which its global
 * setup starts. What is installed is loaded once for all files of a worker. The browser journeys are the demo's own
 * (`scripts/check`). `scripts/test.cjs` runs them all.
 */
const { totalmem } = require("node:os");
const groups = require("./integration-tests/support/store-groups.json");

/** A whole run takes groups of spec files that share a store, any other run the files themselves. */
const isWhole = process.env.ACQUIRING_STORE_GROUPS === "1";
const left = isWhole
  ? Object.values(groups).flatMap((names) => names.map((name) => `/integration-tests/http/${name}\\.spec\\.ts$`))
  : ["/integration-tests/http/groups/"];

const common = {
  rootDir: __dirname,
  testEnvironment: "node",
  transform: {
    "^.+\\.[jt]sx?$": [
      "@swc/jest",
      {
        jsc: {
          parser: { syntax: "typescript", tsx: true, decorators: true },
          transform: { react: { runtime: "automatic" }, decoratorMetadata: true },
          target: "es2022",
        },
        module: { type: "commonjs" },
      },
    ],
  },
  modulePathIgnorePatterns: [
    "<rootDir>/.medusa/",
    "<rootDir>/.cache/",
    "<rootDir>/bench/.peers/",
    "<rootDir>/demo/storefront/dist/",
  ],
  setupFiles: ["<rootDir>/integration-tests/support/setup-file.cjs"],
};

const oneRealm = {
  ...common,
  testEnvironment: "<rootDir>/integration-tests/support/one-realm/environment.cjs",
  runtime: "<rootDir>/integration-tests/support/one-realm/runtime.cjs",
};

const withDatabase = {
  ...oneRealm,
  globalSetup: "<rootDir>/integration-tests/support/global-setup.cjs",
  globalTeardown: "<rootDir>/integration-tests/support/global-teardown.cjs",
  setupFilesAfterEnv: ["<rootDir>/integration-tests/support/timeout.cjs"],
};

module.exports = {
  // Not all of a store goes away with its file, and a worker that nears its limit spends its time collecting; but a new one
  // loads all of Medusa again. Two workers use up to a quarter of the machine's memory between two files.
  workerIdleMemoryLimit: Math.min(3_000_000_000, Math.max(1_500_000_000, totalmem() / 8)),
  testSequencer: "<rootDir>/integration-tests/support/longest-first.cjs",
  projects: [
    { ...oneRealm, displayName: "unit", testMatch: ["<rootDir>/{src,bench}/**/__tests__/**/*.unit.spec.{ts,tsx}"] },
    {
      ...withDatabase,
      displayName: "http",
      testPathIgnorePatterns: ["/node_modules/", ...left],
      testMatch: ["<rootDir>/integration-tests/{http,modules,model,promises,corpus}/**/*.spec.ts"],
    },
  ],
};
