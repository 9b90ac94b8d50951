import { join } from "node:path";
import { defineConfig, loadEnv } from "@medusajs/framework/utils";

/**
 * The demo store, and the app that the integration tests boot. A store that
 * installs the package writes the same entries with the package's name in place
 * of the paths (README). Everything that differs between machines comes from the
 * environment; the defaults serve a laptop.
 */
loadEnv(process.env.NODE_ENV ?? "development", process.cwd());

const env = (name: string, fallback: string): string => process.env[name] ?? fallback;

const workerMode = (value: string | undefined): "server" | "worker" | "shared" =>
  value === "server" || value === "worker" ? value : "shared";

/** The hook of a captcha, as a store would set it, with a plain word in the place of the captcha's own server. */
const captcha = (answer: string | undefined): object =>
  answer === undefined
    ? {}
    : { cardTesting: { verifyCaptcha: ({ token }: { token: string | null }) => Promise.resolve(token === answer) } };

/** A rule of the owner's own about what is held for review: from this amount on, in minor units. */
const holdFrom = (minor: string | undefined): object =>
  minor === undefined
    ? {}
    : { review: { holdWhen: ({ amountMinor }: { amountMinor: bigint }) => amountMinor >= BigInt(minor) } };

/**
 * What several processes share lives in one Redis: events, workflows and their jobs, locks, cached reads. Without one
 * each process has its own, which is right for one process alone.
 */
const shared = (redisUrl: string | undefined): { resolve: string; options: object }[] =>
  redisUrl === undefined
    ? []
    : [
        { resolve: "@medusajs/medusa/event-bus-redis", options: { redisUrl } },
        { resolve: "@medusajs/medusa/workflow-engine-redis", options: { redis: { redisUrl } } },
        {
          resolve: "@medusajs/medusa/locking",
          options: { providers: [provider("locking-redis", redisUrl)] },
        },
        {
          resolve: "@medusajs/medusa/caching",
          options: { providers: [provider("caching-redis", redisUrl)] },
        },
      ];

const provider = (id: "locking-redis" | "caching-redis", redisUrl: string): object => ({
  resolve: `@medusajs/medusa/${id}`,
  id,
  is_default: true,
  options: { redisUrl },
});

const redisUrl = process.env.REDIS_URL;
const storeUrl = env("STORE_URL", "http://localhost:8000");
const backendUrl = env("MEDUSA_BACKEND_URL", "http://localhost:9000");

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    // The sessions of the dashboard: whoever logged in at one server is known to the other.
    ...(redisUrl === undefined ? {} : { redisUrl }),
    workerMode: workerMode(process.env.MEDUSA_WORKER_MODE),
    http: {
      storeCors: env("STORE_CORS", storeUrl),
      adminCors: env("ADMIN_CORS", backendUrl),
      authCors: env("AUTH_CORS", [storeUrl, backendUrl].join(",")),
      jwtSecret: env("JWT_SECRET", "demo-only"),
      cookieSecret: env("COOKIE_SECRET", "demo-only"),
    },
    // The demo runs over plain http on a loopback address; a real store must not copy this.
    cookieOptions: { secure: false, sameSite: "lax" },
  },
  admin: { disable: process.env.DISABLE_MEDUSA_ADMIN === "true", backendUrl },
  featureFlags: { caching: redisUrl !== undefined },
  modules: [
    {
      resolve: "./src/modules/acquiring",
      options: {
        accounts: {
          main: {
            baseUrl: env("ACQUIRING_BASE_URL", "http://127.0.0.1:9090"),
            merchantId: env("ACQUIRING_MERCHANT_ID", "100001"),
            accountId: env("ACQUIRING_ACCOUNT_ID", "100001001"),
            signingKeys: [env("ACQUIRING_SIGNING_KEY", "demo-0123456789abcdef")],
            profile: JSON.parse(env("ACQUIRING_PROFILE", "{}")),
            // The demo's gateway moves no money; a real account is none.
            sandbox: env("ACQUIRING_SANDBOX", "true") === "true",
          },
        },
        storefront: { origins: [storeUrl] },
        notifyBaseUrl: env("ACQUIRING_NOTIFY_BASE_URL", backendUrl),
        allowDirectCard: true,
        apm: {
          methods: [
            "ideal",
            "bancontact",
            "eps",
            "bank-transfer",
            "multibanco",
            "przelewy24",
            "pix",
            "boleto",
            "konbini",
          ],
        },
        ...captcha(process.env.DEMO_CAPTCHA_ANSWER),
        ...holdFrom(process.env.DEMO_HOLD_FROM),
        // Further options as JSON: what the demo and the tests set differently.
        ...JSON.parse(env("ACQUIRING_OPTIONS", "{}")),
      },
    },
    { resolve: "./src/modules/acquiring_subscription" },
    { resolve: "./src/modules/acquiring_payout" },
    ...shared(redisUrl),
    // A shop's own handlers; the tests have others.
    ...(process.env.DEMO_HANDLERS === "on" ? [{ resolve: join(__dirname, "demo/store") }] : []),
    {
      resolve: "@medusajs/medusa/payment",
      dependencies: ["acquiring"],
      options: { providers: [{ resolve: "./src/providers/acquiring", id: "main" }] },
    },
  ],
});
