import { join } from "node:path";
import { defineConfig, loadEnv } from "@medusajs/framework/utils";

/**
 * The demo store, and the app that the integration tests start. A store with the package writes the same entries with
 * the package's name instead of paths (README). Everything specific to a machine comes from the environment; the
 * defaults suit local use.
 */
loadEnv(process.env.NODE_ENV ?? "development", process.cwd());

const env = (name: string, fallback: string): string => process.env[name] ?? fallback;

const workerMode = (value: string | undefined): "server" | "worker" | "shared" =>
  value === "server" || value === "worker" ? value : "shared";

/** The captcha hook as a store would set it, with a fixed word instead of a captcha service. */
const captcha = (answer: string | undefined): object =>
  answer === undefined
    ? {}
    : { cardTesting: { verifyCaptcha: ({ token }: { token: string | null }) => Promise.resolve(token === answer) } };

/** A custom review rule: holds payments from this amount on, in minor units. */
const holdFrom = (minor: string | undefined): object =>
  minor === undefined
    ? {}
    : { review: { holdWhen: ({ amountMinor }: { amountMinor: bigint }) => amountMinor >= BigInt(minor) } };

/**
 * Several processes share one Redis: events, workflows and their jobs, locks, caches. Without it each process has its
 * own, which is only right for a single process.
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
    // Dashboard sessions: a login at one server is valid at the other.
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
            // Set by the demo and the tests.
            instalments: JSON.parse(env("ACQUIRING_INSTALMENTS", "[]")),
            // The demo's gateway moves no money; set it to false for a live account.
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
        // Further options as JSON, set by the demo and the tests.
        ...JSON.parse(env("ACQUIRING_OPTIONS", "{}")),
      },
    },
    { resolve: "./src/modules/acquiring_subscription" },
    { resolve: "./src/modules/acquiring_payout" },
    ...shared(redisUrl),
    // Writes e-mails to the log.
    {
      resolve: "@medusajs/medusa/notification",
      options: {
        providers: [
          { resolve: "@medusajs/medusa/notification-local", id: "local", options: { channels: ["feed", "email"] } },
        ],
      },
    },
    // A shop's own handlers; the tests have others.
    ...(process.env.DEMO_HANDLERS === "on" ? [{ resolve: join(__dirname, "demo/store") }] : []),
    {
      resolve: "@medusajs/medusa/payment",
      dependencies: ["acquiring"],
      options: { providers: [{ resolve: "./src/providers/acquiring", id: "main" }] },
    },
  ],
});
