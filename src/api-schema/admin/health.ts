import { z } from "@medusajs/framework/zod";

/** Health of the accounts. A test payment is one authorisation and its void; refused for all but test accounts. */
const Moment = z.string().nullable();

/** Default: all accounts. */
export const HealthFilters = z.strictObject({ account: z.string().max(50).optional() });
export type HealthFilters = z.infer<typeof HealthFilters>;

export const HealthStatus = z.enum(["healthy", "warning", "failing"]);
export type HealthStatus = z.infer<typeof HealthStatus>;

export const AccountHealth = z.object({
  account: z.string(),
  status: HealthStatus,
  /** One sentence each: the problem and what to do; empty if there is none. */
  findings: z.array(z.string()),
  sandbox: z.boolean(),
  notifications: z.object({
    last_received: Moment,
    last_verified: Moment,
    last_failed: Moment,
    last_failure: z.string().nullable(),
    notify_url: z.string(),
  }),
  /** Unprocessed notifications, and the age of the oldest in seconds. */
  queue: z.object({ depth: z.number().int(), oldest_seconds: z.number().int() }),
  /** Signatures of the last 24 hours. */
  signatures: z.object({
    notifications: z.object({ checked: z.number().int(), matched: z.number().int() }),
    answers: z.object({ checked: z.number().int(), matched: z.number().int() }),
  }),
  /** Whether the gateway answers queries from this server; `refused`: its IP address is not registered. */
  address: z.object({ state: z.enum(["accepted", "refused", "not_tried"]), since: Moment }),
  /** Unparsable responses of the last hour, by operation. */
  unreadable: z.array(z.object({ operation: z.string(), unreadable: z.number().int(), requests: z.number().int() })),
  /** Operations with an unknown outcome; `overdue`: sent more than 15 minutes ago. */
  unknown_operations: z.object({ open: z.number().int(), overdue: z.number().int() }),
  /** Unmapped gateway codes, with what to add to the profile. */
  unmapped: z.array(
    z.object({
      field: z.string(),
      value: z.string(),
      count: z.number().int(),
      last_seen: z.string(),
      snippet: z.string(),
    }),
  ),
  /** The gateway as this store sees it, in steps of `step_seconds`, oldest first. */
  traffic: z.object({
    step_seconds: z.number().int(),
    points: z.array(
      z.object({
        at: z.string(),
        requests: z.number().int(),
        /** No usable answer: lost, timed out, unparsable, 5xx. */
        failed: z.number().int(),
        /** In ms; null without requests. */
        p50: z.number().nullable(),
        p95: z.number().nullable(),
      }),
    ),
  }),
});
export type AccountHealth = z.infer<typeof AccountHealth>;

export const Health = z.object({
  at: z.string(),
  version: z.string(),
  accounts: z.array(AccountHealth),
  reconciliations: z.array(
    z.object({
      id: z.string(),
      started_at: z.string(),
      finished_at: Moment,
      /** Why it ended without comparing everything; the job tries again. */
      error: z.string().nullable(),
      checked: z.number().int(),
      /** Not compared: in progress, or changed within option `reconcile.graceMinutes`. */
      skipped: z.number().int(),
      differences: z.number().int(),
      repaired: z.number().int(),
    }),
  ),
  /** Every effective option in the order of the reference; `secret`: the value is hidden. */
  configuration: z.array(
    z.object({
      path: z.string(),
      value: z.string(),
      source: z.enum(["set", "default"]),
      secret: z.boolean(),
    }),
  ),
});
export type Health = z.infer<typeof Health>;

export const TestPayment = z.strictObject({
  account: z.string().max(50),
  key: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/),
});
export type TestPayment = z.infer<typeof TestPayment>;

export const TestPaymentResult = z.object({
  steps: z.array(
    z.object({
      name: z.enum(["authorise", "query", "void"]),
      outcome: z.enum(["done", "failed", "skipped"]),
      ms: z.number().int(),
      message: z.string().nullable(),
    }),
  ),
});
export type TestPaymentResult = z.infer<typeof TestPaymentResult>;
