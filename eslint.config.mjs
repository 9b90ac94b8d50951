import js from "@eslint/js";
import medusa from "@medusajs/eslint-plugin";
import tseslint from "typescript-eslint";

/**
 * The architecture's import table as a rule: the imports each folder must not have. A failure here means that the
 * design is wrong, not the rule.
 */
/** Relative paths only: `react` is also a package, `links` a part of one. */
const ALSO_PACKAGES = ["react", "links"];
/** A package entry that ends like one of our folders. */
const NOT_OURS = ["!@medusajs/framework/opentelemetry/api"];
const upwards = (folder) =>
  ["..", "../..", "../../..", "../../../.."].flatMap((up) => [`${up}/${folder}`, `${up}/${folder}/**`]);
const own = (folder) => ({
  group: ALSO_PACKAGES.includes(folder) ? upwards(folder) : [`**/${folder}/**`, `**/${folder}`, ...NOT_OURS],
  message: `This folder must not import ${folder}/ (see CONTRIBUTING.md, import table).`,
});
const ADMIN = {
  group: ["**/src/admin/**", "../admin/**", "../../admin/**"],
  message: "This folder must not import src/admin/ (see CONTRIBUTING.md, import table).",
};
const packages = (names, message) => ({ group: names, message });
const FRAMEWORK = packages(
  ["@medusajs/*", "@medusajs/*/*", "!@medusajs/framework", "!@medusajs/framework/zod"],
  "Only zod may be imported from the framework here.",
);
const NO_GATEWAY_NETWORK = packages(
  ["undici", "fast-xml-parser", "htmlparser2"],
  "Only src/gateway talks to the gateway.",
);

const FOLDERS = [
  "api-schema",
  "gateway",
  "options",
  "modules",
  "providers",
  "application",
  "workflows",
  "api",
  "simulator",
  "cli",
  "sdk",
  "react",
  "pay-page",
  "policies",
  "links",
];

/** Refuses all of our folders except these; a new folder is refused everywhere until it is listed. */
const onlyOwn = (...allowed) => [
  ...FOLDERS.filter((folder) => !allowed.includes(folder)).map(own),
  ...(allowed.includes("admin") ? [] : [ADMIN]),
];
const BROWSER = packages(["node:*"], "This runs in a browser.");
const TYPES_OF_SCHEMA = {
  group: ["**/api-schema/**"],
  allowTypeImports: true,
  message: "Only types may be imported from api-schema/.",
};

/** The gateway's folders except its model, which others may import. */
const GATEWAY_PARTS = [
  "batching",
  "client",
  "codec",
  "notifications",
  "operations",
  "reading",
  "redirects",
  "signing",
  "transport",
];
const partsOfGateway = (parts) => parts.map((part) => `**/gateway/${part}/**`);
/** Code that moves money or calls Medusa goes through the ledger; only the ledger sends. */
const NO_WIRE = [
  packages(
    partsOfGateway(["client", "codec", "operations", "redirects", "signing", "transport"]),
    "Only the ledger talks to the gateway.",
  ),
  {
    group: [
      "**/gateway/model/client-api",
      "**/acquiring/gate/**",
      "!**/acquiring/gate/admin-commands",
      "**/acquiring/payouts/payout-gate",
    ],
    allowTypeImports: true,
    message: "Use the ledger's service instead.",
  },
];

/** The ledger's boundary: other folders use what its index and its service export. */
const NO_INTERNALS = {
  regex: "(?:^|/)modules/acquiring/(?!service$|index$).+|^(?:\\.\\./)+acquiring/(?!service$|index$).+",
  message: "Import it from modules/acquiring; what other folders need is exported by its index.",
};

const TABLE = {
  "src/api-schema": [...onlyOwn("api-schema"), FRAMEWORK],
  "src/gateway": [...onlyOwn("gateway"), FRAMEWORK],
  "src/options": [
    ...onlyOwn("gateway", "options"),
    FRAMEWORK,
    NO_GATEWAY_NETWORK,
    packages(
      partsOfGateway(GATEWAY_PARTS.filter((part) => part !== "signing")),
      "The options know the gateway's model, and of its signing what is documented.",
    ),
  ],
  "src/modules/acquiring": [...onlyOwn("gateway", "options", "modules"), NO_GATEWAY_NETWORK],
  "src/modules/acquiring_subscription": [
    ...onlyOwn("gateway", "options", "modules"),
    NO_GATEWAY_NETWORK,
    packages(
      [
        ...partsOfGateway(GATEWAY_PARTS),
        "**/acquiring/gate/**",
        "**/acquiring/payouts/payout-gate",
        "**/acquiring/service",
      ],
      "Subscriptions know nothing of the wire; the use cases bring them to where the ledger is.",
    ),
  ],
  "src/modules/acquiring_payout": [
    ...onlyOwn("gateway", "options", "modules"),
    NO_GATEWAY_NETWORK,
    packages(
      [
        ...partsOfGateway(GATEWAY_PARTS),
        "**/acquiring/gate/**",
        "**/acquiring/payouts/payout-gate",
        "**/acquiring/service",
      ],
      "Payouts know nothing of the wire; the use cases bring them to where the ledger is.",
    ),
  ],
  "src/links": [...onlyOwn("modules", "links"), NO_GATEWAY_NETWORK],
  "src/providers": [...onlyOwn("gateway", "options", "modules", "providers"), NO_GATEWAY_NETWORK, ...NO_WIRE],
  "src/application": [
    ...onlyOwn("api-schema", "gateway", "options", "modules", "application"),
    NO_GATEWAY_NETWORK,
    ...NO_WIRE,
  ],
  "src/workflows": [
    ...onlyOwn("api-schema", "gateway", "options", "modules", "application", "workflows"),
    NO_GATEWAY_NETWORK,
    ...NO_WIRE,
  ],
  "src/api": [
    ...onlyOwn("api-schema", "application", "workflows", "api", "sdk"),
    NO_GATEWAY_NETWORK,
    {
      regex: "(?:^|/)sdk(?!/languages$)(?:/.+)?$",
      allowTypeImports: true,
      message: "Of the SDK, the pages use its texts only.",
    },
  ],
  "src/policies": [...onlyOwn("api-schema", "policies"), NO_GATEWAY_NETWORK],
  "src/subscribers": [...onlyOwn("api-schema", "application", "workflows", "api"), NO_GATEWAY_NETWORK],
  "src/jobs": [...onlyOwn("api-schema", "application", "workflows", "api"), NO_GATEWAY_NETWORK],
  "src/simulator": [
    ...onlyOwn("simulator"),
    packages(
      ["@medusajs/*", "undici", "zod", "fast-xml-parser", "htmlparser2", "dataloader"],
      "The simulator imports Node alone: two sides that share a bug agree with each other.",
    ),
  ],
  "src/cli": [
    ...onlyOwn("simulator", "cli", "application", "workflows", "options", "gateway"),
    NO_GATEWAY_NETWORK,
    packages(
      [
        "**/gateway/client/**",
        "!**/gateway/client/one-shot-query",
        ...["transport", "operations", "batching"].map((part) => `**/gateway/${part}/**`),
      ],
      "A command asks; only the ledger's gates write.",
    ),
  ],
  "src/sdk": [
    ...onlyOwn("api-schema", "sdk"),
    TYPES_OF_SCHEMA,
    packages(["node:*", "@medusajs/*"], "The browser client imports nothing but types of api-schema/."),
  ],
  "src/react": [
    ...onlyOwn("api-schema", "sdk", "react"),
    TYPES_OF_SCHEMA,
    packages(["node:*", "@medusajs/*", "zod", "react-dom", "react-dom/*"], "The components import react and the SDK."),
    {
      regex: "^(\\.\\./)+sdk(/.+)?$",
      message: "Import the SDK through parts/sdk, so that a bundle contains it once.",
    },
  ],
  "src/pay-page": [...onlyOwn("sdk", "react", "pay-page"), BROWSER],
  "src/admin": [...onlyOwn("api-schema", "admin"), TYPES_OF_SCHEMA, BROWSER],
  "demo/store": [...["gateway", "options", "modules", "api-schema", "application", "api", "providers"].map(own), ADMIN],
  "demo/storefront": [
    ...["gateway", "options", "modules", "application", "workflows", "api-schema", "api"].map(own),
    BROWSER,
  ],
};

/** The domain is pure: it may import only types of the gateway layer. Applies in addition to the module's own row. */
const DOMAIN = [
  ...TABLE["src/modules/acquiring"],
  { group: ["**/gateway/**"], allowTypeImports: true, message: "The domain may import only types from gateway/." },
  packages(["node:*", "@medusajs/*", "@medusajs/*/**"], "The domain is pure."),
  {
    group: ["**/ledger/**", "**/gate/**", "../service", "../../service"],
    message: "The domain must not depend on storage or transport.",
  },
];

const USES_LEDGER = [
  "src/modules/acquiring_subscription",
  "src/modules/acquiring_payout",
  "src/links",
  "src/providers",
  "src/application",
  "src/workflows",
];
for (const folder of USES_LEDGER) TABLE[folder].push(NO_INTERNALS);

const tableRules = Object.entries(TABLE).map(([folder, patterns]) => ({
  files: [`${folder}/**/*.{ts,tsx}`],
  ignores: ["**/__tests__/**", ...(folder === "src/gateway" ? ["src/gateway/**/__none__"] : [])],
  rules: {
    "@typescript-eslint/no-restricted-imports": ["error", { patterns }],
  },
}));

tableRules.push({
  files: ["src/modules/*/domain/**/*.ts"],
  ignores: ["**/__tests__/**"],
  rules: { "@typescript-eslint/no-restricted-imports": ["error", { patterns: DOMAIN }] },
});

/** Creating a schema costs more than using it, so schemas are created once, at module level. */
const SCHEMAS = [
  {
    selector:
      "CallExpression[callee.property.name=/^(?:parse|safeParse)$/][callee.object.type='CallExpression'][callee.object.callee.property.name=/^(?:optional|nullish|nullable|catch|array|object)$/]",
    message: "Create the schema once, at module level.",
  },
];
const FLOATS = [
  { selector: "CallExpression[callee.name='parseFloat']", message: "No floats near money." },
  {
    selector: "CallExpression[callee.property.name='toFixed']",
    message: "No floats near money; see gateway/model/money.ts.",
  },
  { selector: "CallExpression[callee.name='Number']", message: "No floats near money; see gateway/model/money.ts." },
];
const CLOCKS = [
  { selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']", message: "Pass the clock in." },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: "Pass the clock in." },
  {
    selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
    message: "Pass randomness in.",
  },
];

export default tseslint.config(
  {
    ignores: [
      "node_modules",
      ".medusa",
      ".cache",
      "coverage",
      "bench/.peers",
      "demo/storefront/dist",
      "src/modules/*/migrations/Migration*.ts",
      "**/*.json",
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strict,
  ...tseslint.configs.stylistic,
  ...medusa.configs.recommended,
  // That configuration ignores tests; ours are linted like any other code.
  { ignores: ["!**/integration-tests/**", "!**/__tests__/**", "!**/*.spec.ts"] },
  {
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/ban-ts-comment": [
        "error",
        { "ts-expect-error": "allow-with-description", "ts-ignore": true },
      ],
      "@typescript-eslint/no-extraneous-class": "off",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", destructuredArrayIgnorePattern: "^_" },
      ],
      "no-empty": ["error", { allowEmptyCatch: false }],
      eqeqeq: ["error", "smart"],
    },
  },
  ...tableRules,
  {
    files: [
      "src/gateway/**/*.ts",
      "src/modules/**/*.ts",
      "src/providers/**/*.ts",
      "src/application/**/*.ts",
      "src/options/**/*.ts",
      "src/workflows/**/*.ts",
      "src/simulator/**/*.ts",
    ],
    ignores: ["**/__tests__/**"],
    rules: { "no-restricted-syntax": ["error", ...FLOATS, ...SCHEMAS] },
  },
  {
    files: ["src/modules/*/domain/**/*.ts", "src/gateway/**/*.ts", "src/options/**/*.ts"],
    ignores: ["**/__tests__/**"],
    rules: { "no-restricted-syntax": ["error", ...FLOATS, ...CLOCKS, ...SCHEMAS] },
  },
  {
    // These folders may not import the framework, or run without an HTTP status to map an error to.
    files: [
      "src/gateway/**",
      "src/options/**",
      "src/modules/*/domain/**",
      "src/simulator/**",
      "src/cli/**",
      "src/sdk/**",
      "src/react/**",
      "src/pay-page/**",
      "src/admin/**",
      "scripts/**",
      "demo/**",
      "integration-tests/**",
      "**/__tests__/**",
      "bench/**",
    ],
    rules: { "@medusajs/use-medusa-error-not-generic-error": "off" },
  },
  {
    // The only place in src/react that imports the SDK.
    files: ["src/react/parts/sdk.ts"],
    rules: { "@typescript-eslint/no-restricted-imports": "off" },
  },
  {
    // The ledger is called in-process: what it knows without the database it returns synchronously.
    files: [
      "src/modules/acquiring/service.ts",
      "src/modules/acquiring_subscription/service.ts",
      "src/modules/acquiring_payout/service.ts",
    ],
    rules: { "@medusajs/service-methods-must-be-async": "off" },
  },
  {
    files: ["src/gateway/model/ids.ts", "src/gateway/model/money.ts"],
    rules: { "@typescript-eslint/consistent-type-assertions": "off" },
  },
  {
    files: ["**/*.cjs", "**/*.js", "**/*.mjs"],
    languageOptions: {
      globals: {
        require: "readonly",
        module: "writable",
        process: "readonly",
        console: "readonly",
        __dirname: "readonly",
        Buffer: "readonly",
        setTimeout: "readonly",
        clearTimeout: "readonly",
        URL: "readonly",
        fetch: "readonly",
        URLSearchParams: "readonly",
        globalThis: "readonly",
        jest: "readonly",
        SharedArrayBuffer: "readonly",
        Atomics: "readonly",
        Int32Array: "readonly",
      },
    },
    rules: {
      "@typescript-eslint/no-require-imports": "off",
      // No type check finds a name that hides the one it is compared with.
      "no-shadow": ["error", { hoist: "never" }],
    },
  },
);
